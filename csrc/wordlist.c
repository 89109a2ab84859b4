/* The table of a word game.

   What a symbol of the guess adds to the answer depends only on the places where it stands in the guess and in the
   secret, whatever the rule: so many bulls, so many in common, and in Wordle the digits of its own places. The answers
   to a guess, a row of the table, are therefore a sum of rows, one for each of its symbols, and guesses share these: a
   single E at the second place adds the same to all that have it there. 12972 English words of five letters need some
   500 such rows. One is made from the list of the secrets that have the symbol, and kept; of large alphabets, where
   rows return seldom, the lists are short, and so are cheap to use. What is left for a cell is an addition of bytes for
   each different symbol of the guess, which compilers turn into vectors.

   Cells hold the answers at first, and once it is known which of them occur, they are numbered. Where answers may be
   256 and more, as in Wordle with six letters, a row is added up in 32 bits, nothing is kept, and cells hold the
   answers by order of appearance: such lists are short, or they have more classes than a table takes. */

#include "codes.h"
#include "memory.h"
#include "portability.h"

#include <string.h>

enum { ALPHABET = 1 << 16, KEPT_BYTES = 32 << 20, SLOTS = 1024, ROWS_A_POLL = 16 };

/* A secret that has a symbol, and the places where it stands, a bit each. */
typedef struct occurrence {
    uint32_t secret;
    uint32_t places;
} occurrence;

typedef struct word_maker {
    const corral_word_list *words;
    uint32_t *starts; /* those with a symbol are occurrences[starts[symbol]] .. [starts[symbol + 1] - 1] */
    occurrence *occurrences;
    uint64_t *keys; /* of the rows that are kept: see kept_row */
    uint8_t *rows;
    uint32_t kept; /* places for them */
    uint32_t *wide; /* a row in 32 bits; NULL: answers are bytes */
    uint16_t slots[SLOTS]; /* hash table of wide answers: 1 + the byte that stands for one, or 0 */
    uint32_t answers[CORRAL_MAX_MATRIX_CLASSES]; /* that a byte of the table stands for */
    bool used[CORRAL_MAX_MATRIX_CLASSES];        /* does the byte occur? */
    uint32_t used_count;
} word_maker;

/* Where the symbol at a place stands in a word; 0 if it does so further left. */
static uint32_t places_from(const uint16_t *word, uint32_t length, uint32_t place)
{
    uint32_t places = 0;
    for (uint32_t i = 0; i < length; i++)
        places |= (uint32_t)(word[i] == word[place]) << i;
    return places & ((1u << place) - 1) ? 0 : places;
}

/* What a symbol adds to the answer. */
static uint32_t worth(corral_word_rule rule, uint32_t length, uint32_t asked, uint32_t held)
{
    uint32_t bulls = asked & held, bull_count = bit_count(bulls);
    uint32_t asked_count = bit_count(asked), held_count = bit_count(held);
    uint32_t common = asked_count < held_count ? asked_count : held_count;
    if (rule == CORRAL_COMMON)
        return common;
    if (rule == CORRAL_BULLS_AND_COWS)
        return bull_count * length + common;
    uint32_t answer = 0, yellows = common - bull_count;
    for (uint32_t place = 0; place < length; place++) {
        uint32_t green = bulls >> place & 1, yellow = yellows > 0 && (asked & ~bulls) >> place & 1;
        answer = 3 * answer + 2 * green + yellow;
        yellows -= yellow;
    }
    return answer;
}

static uint32_t winning_answer(corral_word_rule rule, uint32_t length)
{
    if (rule == CORRAL_BULLS_AND_COWS)
        return length * (length + 1);
    return rule == CORRAL_COMMON ? length + 1 : worth(rule, length, (1u << length) - 1, (1u << length) - 1);
}

uint32_t corral_word_feedback(corral_word_rule rule, uint32_t length, const uint16_t *guess, const uint16_t *secret)
{
    if (!memcmp(guess, secret, length * sizeof *guess))
        return winning_answer(rule, length);
    uint32_t answer = 0;
    for (uint32_t place = 0; place < length; place++) {
        uint32_t asked = places_from(guess, length, place), held = 0;
        for (uint32_t i = 0; i < length; i++)
            held |= (uint32_t)(secret[i] == guess[place]) << i;
        if (asked)
            answer += worth(rule, length, asked, held);
    }
    return answer;
}

static corral_status list_occurrences(word_maker *m, const corral_poll *poll)
{
    const uint32_t length = m->words->length;
    for (int filling = 0; filling < 2; filling++) {
        const uint16_t *word = m->words->secrets;
        for (uint32_t secret = 0; secret < m->words->secret_count; secret++, word += length) {
            for (uint32_t place = 0; place < length; place++) {
                const uint32_t places = places_from(word, length, place);
                if (places && filling)
                    m->occurrences[m->starts[word[place] + 1]++] = (occurrence){secret, places};
                else if (places)
                    m->starts[word[place] + 2]++;
            }
            if (secret % CODES_A_POLL == 0 && corral_stopped(poll, secret, m->words->secret_count))
                return CORRAL_STOPPED;
        }
        for (uint32_t symbol = 0; symbol < ALPHABET && !filling; symbol++)
            m->starts[symbol + 2] += m->starts[symbol + 1];
    }
    return CORRAL_OK;
}

/* What a symbol at some places of the guess adds, by secret. */
static const uint8_t *kept_row(word_maker *m, uint16_t symbol, uint32_t places)
{
    const uint64_t key = (uint64_t)symbol << 32 | places;
    const uint64_t at = (key * 0x9e3779b97f4a7c15u >> 32) % m->kept;
    uint8_t *row = m->rows + at * m->words->secret_count;
    if (m->keys[at] == key)
        return row;
    m->keys[at] = key;
    memset(row, 0, m->words->secret_count);
    for (uint32_t i = m->starts[symbol]; i < m->starts[symbol + 1]; i++) {
        const occurrence *o = &m->occurrences[i];
        row[o->secret] = (uint8_t)worth(m->words->rule, m->words->length, places, o->places);
    }
    return row;
}

/* Of the secrets that have all symbols of the guess, one is the same word, the others are anagrams. */
static void mark_same(const corral_word_list *words, const uint16_t *guess, uint8_t *row)
{
    uint8_t *end = row + words->secret_count, *at = row;
    while (at < end && (at = memchr(at, (int)words->length, (size_t)(end - at)))) {
        const uint16_t *secret = words->secrets + (size_t)(at - row) * words->length;
        *at = (uint8_t)(words->length + !memcmp(secret, guess, words->length * sizeof *guess));
        at++;
    }
}

static void fill_row(word_maker *m, const uint16_t *guess, uint8_t *RESTRICT out)
{
    const uint32_t length = m->words->length, count = m->words->secret_count;
    memset(out, 0, count);
    for (uint32_t place = 0; place < length; place++) {
        const uint32_t places = places_from(guess, length, place);
        if (!places || m->starts[guess[place]] == m->starts[guess[place] + 1])
            continue;
        const uint8_t *row = kept_row(m, guess[place], places);
        for (uint32_t secret = 0; secret < count; secret++)
            out[secret] = (uint8_t)(out[secret] + row[secret]);
    }
    if (m->words->rule == CORRAL_COMMON)
        mark_same(m->words, guess, out);
    for (uint32_t secret = 0; secret < count; secret++)
        m->used[out[secret]] = true;
}

/* The byte that stands for an answer; false if there are too many. */
static bool byte_of(word_maker *m, uint32_t answer, uint8_t *byte)
{
    uint32_t slot = (answer * 0x9e3779b9u) >> 22;
    while (m->slots[slot] && m->answers[m->slots[slot] - 1] != answer)
        slot = (slot + 1) % SLOTS;
    if (!m->slots[slot]) {
        if (m->used_count == CORRAL_MAX_MATRIX_CLASSES)
            return false;
        m->used[m->used_count] = true;
        m->answers[m->used_count] = answer;
        m->slots[slot] = (uint16_t)++m->used_count;
    }
    *byte = (uint8_t)(m->slots[slot] - 1);
    return true;
}

static bool fill_wide_row(word_maker *m, const uint16_t *guess, uint8_t *out)
{
    const uint32_t length = m->words->length, count = m->words->secret_count;
    memset(m->wide, 0, count * sizeof *m->wide);
    for (uint32_t place = 0; place < length; place++) {
        const uint32_t places = places_from(guess, length, place);
        for (uint32_t i = m->starts[guess[place]]; places && i < m->starts[guess[place] + 1]; i++) {
            const occurrence *o = &m->occurrences[i];
            m->wide[o->secret] += worth(m->words->rule, length, places, o->places);
        }
    }
    for (uint32_t secret = 0; secret < count; secret++)
        if (!byte_of(m, m->wide[secret], &out[secret]))
            return false;
    return true;
}

/* Class numbers in place of what stands for the answers: a byte is less by the number of gaps below it, bytes that do not
   occur. Few gaps are closed one by one, which compilers turn into vectors. Answers by appearance are in no order. */
static void renumber(const word_maker *m, const uint8_t *numbers, const uint8_t *gaps, int gap_count, uint8_t *row)
{
    enum { FEW_GAPS = 16 };
    const uint32_t count = m->words->secret_count;
    if (m->wide || gap_count > FEW_GAPS) {
        for (uint32_t secret = 0; secret < count; secret++)
            row[secret] = numbers[row[secret]];
        return;
    }
    while (gap_count-- > 0) {
        const uint8_t gap = gaps[gap_count];
        for (uint32_t secret = 0; secret < count; secret++)
            row[secret] = (uint8_t)(row[secret] - (row[secret] > gap));
    }
}

static corral_status number(word_maker *m, uint8_t *out, uint32_t *answers, uint32_t *classes, const corral_poll *poll)
{
    uint8_t numbers[CORRAL_MAX_MATRIX_CLASSES] = {0}, gaps[CORRAL_MAX_MATRIX_CLASSES];
    const corral_word_list *words = m->words;
    const uint64_t all = words->guess_count;
    int gaps_passed = 0, gap_count = 0;
    uint32_t count = 0;
    for (int byte = 0; byte < CORRAL_MAX_MATRIX_CLASSES; byte++) {
        uint32_t below = 0;
        for (int other = 0; other < CORRAL_MAX_MATRIX_CLASSES; other++)
            below += m->used[other] && m->answers[other] < m->answers[byte];
        if (!m->used[byte]) {
            gaps[gaps_passed++] = (uint8_t)byte;
            continue;
        }
        gap_count = gaps_passed;
        numbers[byte] = (uint8_t)below;
        answers[below] = m->answers[byte];
        count++;
    }
    if (answers[count - 1] != winning_answer(words->rule, words->length))
        return CORRAL_INVALID;
    for (uint32_t guess = 0; guess < words->guess_count; guess++, out += words->secret_count) {
        renumber(m, numbers, gaps, gap_count, out);
        if (guess % ROWS_A_POLL == 0 && corral_stopped(poll, all + guess, 2 * all))
            return CORRAL_STOPPED;
    }
    *classes = count;
    return CORRAL_OK;
}

static corral_status fill(word_maker *m, uint8_t *out, const corral_poll *poll)
{
    const corral_word_list *words = m->words;
    for (uint32_t guess = 0; guess < words->guess_count; guess++, out += words->secret_count) {
        const uint16_t *word = words->guesses + (size_t)guess * words->length;
        if (!m->wide)
            fill_row(m, word, out);
        else if (!fill_wide_row(m, word, out))
            return CORRAL_TOO_LARGE;
        if (guess % ROWS_A_POLL == 0 && corral_stopped(poll, guess, 2 * (uint64_t)words->guess_count))
            return CORRAL_STOPPED;
    }
    return CORRAL_OK;
}

corral_status corral_word_table(const corral_word_list *words, uint8_t *out,
                                uint32_t answers[CORRAL_MAX_MATRIX_CLASSES], uint32_t *classes,
                                const corral_poll *poll)
{
    if ((unsigned)words->rule >= CORRAL_WORD_RULES || !words->length || words->length > CORRAL_MAX_WORD_LENGTH || !words->guess_count || !words->secret_count)
        return CORRAL_INVALID;
    const bool wide = winning_answer(words->rule, words->length) >= CORRAL_MAX_MATRIX_CLASSES;
    word_maker *m = corral_allocate_zeroed(1, sizeof *m);
    if (!m)
        return CORRAL_NO_MEMORY;
    m->words = words;
    const uint32_t room = KEPT_BYTES / words->secret_count + 1;
    const uint64_t most = (uint64_t)words->guess_count * words->length;
    m->kept = most < room ? (uint32_t)most : room;
    m->starts = corral_allocate_zeroed(ALPHABET + 2, sizeof *m->starts);
    m->occurrences = corral_allocate((size_t)words->secret_count * words->length, sizeof *m->occurrences);
    bool enough = m->starts && m->occurrences;
    if (wide) {
        m->wide = corral_allocate(words->secret_count, sizeof *m->wide);
        enough = enough && m->wide;
    } else {
        m->keys = corral_allocate_zeroed(m->kept, sizeof *m->keys);
        m->rows = corral_allocate(m->kept, words->secret_count);
        enough = enough && m->keys && m->rows;
        for (uint32_t byte = 0; byte < CORRAL_MAX_MATRIX_CLASSES; byte++)
            m->answers[byte] = byte;
    }
    corral_status status = enough ? list_occurrences(m, poll) : CORRAL_NO_MEMORY;
    if (!status)
        status = fill(m, out, poll);
    if (!status)
        status = number(m, out, answers, classes, poll);
    corral_release(m->starts);
    corral_release(m->occurrences);
    corral_release(m->wide);
    corral_release(m->keys);
    corral_release(m->rows);
    corral_release(m);
    return status;
}
