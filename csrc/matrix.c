/* A game that is given as its table. */

#include "codes.h"
#include "memory.h"
#include "portability.h"

#include <string.h>

enum { ROWS_A_POLL = 64 };

static inline const uint8_t *row_of(const corral_matrix *matrix, uint32_t guess)
{
    return matrix->table + (size_t)guess * matrix->secrets;
}

/* Which secret a guess wins against; false if it wins twice or has a class that there is not. */
static bool find_win(const corral_matrix *matrix, uint32_t guess, uint32_t *found)
{
    const uint8_t *row = row_of(matrix, guess);
    const uint32_t win = matrix->classes - 1;
    uint8_t largest = 0;
    for (uint32_t secret = 0; secret < matrix->secrets; secret++)
        largest = row[secret] > largest ? row[secret] : largest;
    *found = UINT32_MAX;
    if (largest < win)
        return true;
    if (largest > win)
        return false;
    const uint8_t *at = memchr(row, largest, matrix->secrets);
    *found = (uint32_t)(at - row);
    return !memchr(at + 1, largest, matrix->secrets - *found - 1);
}

corral_status corral_matrix_check(const corral_matrix *matrix, uint32_t *found, const corral_poll *poll)
{
    if (!matrix->table || !matrix->guesses || !matrix->secrets || !matrix->classes ||
        matrix->classes > CORRAL_MAX_MATRIX_CLASSES)
        return CORRAL_INVALID;
    bool *won = corral_allocate_zeroed(matrix->secrets, sizeof *won);
    corral_status status = won ? CORRAL_OK : CORRAL_NO_MEMORY;
    uint32_t unwon = matrix->secrets;
    for (uint32_t guess = 0; guess < matrix->guesses && !status; guess++) {
        if (!find_win(matrix, guess, &found[guess]))
            status = CORRAL_INVALID;
        else if (guess % ROWS_A_POLL == 0 && corral_stopped(poll, guess, matrix->guesses))
            status = CORRAL_STOPPED;
        else if (found[guess] != UINT32_MAX && !won[found[guess]]) {
            won[found[guess]] = true;
            unwon--;
        }
    }
    corral_release(won);
    return !status && unwon ? CORRAL_INVALID : status;
}

/* NULL numbers stand for all. */
static bool are_below(const uint32_t *numbers, uint32_t count, uint32_t limit)
{
    for (uint32_t i = 0; numbers && i < count; i++)
        if (numbers[i] >= limit)
            return false;
    return true;
}

corral_status corral_matrix_split(const corral_matrix *matrix, uint32_t guess, const uint32_t *candidates,
                                  uint32_t count, uint32_t *out, uint32_t sizes[CORRAL_MAX_MATRIX_CLASSES],
                                  const corral_poll *poll)
{
    if (!candidates)
        count = matrix->secrets;
    if (guess >= matrix->guesses || count > matrix->secrets || !are_below(candidates, count, matrix->secrets))
        return CORRAL_INVALID;
    const uint8_t *row = row_of(matrix, guess);
    memset(sizes, 0, CORRAL_MAX_MATRIX_CLASSES * sizeof *sizes);
    for (uint32_t i = 0; i < count; i++) {
        sizes[row[candidates ? candidates[i] : i]]++;
        if (i % CODES_A_POLL == 0 && corral_stopped(poll, i, 2 * (uint64_t)count))
            return CORRAL_STOPPED;
    }
    uint32_t next[CORRAL_MAX_MATRIX_CLASSES], start = 0;
    for (int class = 0; class < CORRAL_MAX_MATRIX_CLASSES; class++) {
        next[class] = start;
        start += sizes[class];
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t candidate = candidates ? candidates[i] : i;
        out[next[row[candidate]]++] = candidate;
        if (i % CODES_A_POLL == 0 && corral_stopped(poll, (uint64_t)count + i, 2 * (uint64_t)count))
            return CORRAL_STOPPED;
    }
    return CORRAL_OK;
}

/* Scores. Rows lie far apart in memory, so what a guess needs is fetched while those before it are counted. */

typedef struct score_job {
    const corral_matrix *matrix;
    const uint32_t *guesses; /* NULL: all */
    uint32_t guess_count;
    const uint32_t *candidates;
    uint32_t count;
    const uint64_t *nlogn; /* NULL: not wanted */
} score_job;

typedef struct score_sums {
    uint32_t parts;
    uint32_t largest;
    uint64_t squares;
    uint64_t nlogn;
} score_sums;

ALWAYS_INLINE void add_part(score_sums *sums, uint32_t size, const uint64_t *nlogn)
{
    sums->parts += size > 0;
    sums->largest = size > sums->largest ? size : sums->largest;
    sums->squares += (uint64_t)size * size;
    if (nlogn)
        sums->nlogn += nlogn[size];
}

static const uint8_t *guess_row(const score_job *job, uint32_t position)
{
    position = position < job->guess_count ? position : job->guess_count - 1;
    return row_of(job->matrix, job->guesses ? job->guesses[position] : position);
}

/* At most as many candidates as classes: their parts are read, and emptied, by a second pass over them. */
static score_sums score_few(const score_job *job, uint32_t position, uint32_t sizes[CORRAL_MAX_MATRIX_CLASSES])
{
    enum { GUESSES_AHEAD = 8 };
    const uint8_t *row = guess_row(job, position), *ahead = guess_row(job, position + GUESSES_AHEAD);
    score_sums sums = {0};
    for (uint32_t i = 0; i < job->count; i++) {
        PREFETCH(ahead + job->candidates[i]);
        sizes[row[job->candidates[i]]]++;
    }
    for (uint32_t i = 0; i < job->count; i++) {
        uint32_t *size = &sizes[row[job->candidates[i]]];
        add_part(&sums, *size, job->nlogn);
        *size = 0;
    }
    return sums;
}

/* Two counters for a class, since neighbours in a list are often in the same one, and would wait for each other. */
static score_sums score_many(const score_job *job, uint32_t position)
{
    const uint8_t *row = guess_row(job, position), *ahead = guess_row(job, position + 1);
    uint32_t sizes[2][CORRAL_MAX_MATRIX_CLASSES] = {{0}}, i = 0;
    score_sums sums = {0};
    for (; i + 2 <= job->count; i += 2) {
        PREFETCH(ahead + job->candidates[i]);
        sizes[0][row[job->candidates[i]]]++;
        sizes[1][row[job->candidates[i + 1]]]++;
    }
    if (i < job->count)
        sizes[0][row[job->candidates[i]]]++;
    for (uint32_t class = 0; class < job->matrix->classes; class++)
        add_part(&sums, sizes[0][class] + sizes[1][class], job->nlogn);
    return sums;
}

static corral_status score_all(const score_job *job, const corral_scores *scores, const corral_poll *poll)
{
    uint32_t sizes[CORRAL_MAX_MATRIX_CLASSES] = {0};
    for (uint32_t i = 0; i < job->guess_count; i++) {
        if (i % ROWS_A_POLL == 0 && corral_stopped(poll, i, job->guess_count))
            return CORRAL_STOPPED;
        score_sums sums = job->count <= job->matrix->classes ? score_few(job, i, sizes) : score_many(job, i);
        if (scores->parts)
            scores->parts[i] = sums.parts;
        if (scores->largest)
            scores->largest[i] = sums.largest;
        if (scores->squares)
            scores->squares[i] = sums.squares;
        if (scores->nlogn)
            scores->nlogn[i] = sums.nlogn;
    }
    return CORRAL_OK;
}

corral_status corral_matrix_score(const corral_matrix *matrix, const uint32_t *guesses, uint32_t guess_count,
                                  const uint32_t *candidates, uint32_t count, const corral_scores *scores,
                                  const corral_poll *poll)
{
    if (!guesses)
        guess_count = matrix->guesses;
    if (!candidates)
        count = matrix->secrets;
    if (!count || count > matrix->secrets || !are_below(candidates, count, matrix->secrets) ||
        !are_below(guesses, guess_count, matrix->guesses))
        return CORRAL_INVALID;
    uint32_t *all = candidates ? NULL : corral_allocate(count, sizeof *all);
    uint64_t *nlogn = scores->nlogn ? corral_allocate((size_t)count + 1, sizeof *nlogn) : NULL;
    corral_status status = (candidates || all) && (!scores->nlogn || nlogn) ? CORRAL_OK : CORRAL_NO_MEMORY;
    if (!status && nlogn)
        status = corral_nlogn(count + 1, nlogn, poll);
    for (uint32_t i = 0; all && i < count; i++)
        all[i] = i;
    const score_job job = {matrix, guesses, guess_count, candidates ? candidates : all, count, nlogn};
    if (!status)
        status = score_all(&job, scores, poll);
    corral_release(all);
    corral_release(nlogn);
    return status;
}
