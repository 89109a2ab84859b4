/* Games that are their tables, and those of words. */

#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

/* Is the matrix as it should be? Tells who wins against whom. */
static bool is_sound(const corral_matrix *matrix, uint32_t *found)
{
    uint32_t won = 0;
    for (uint32_t s = 0; s < matrix->secrets; s++) {
        bool wins = false;
        for (uint32_t g = 0; g < matrix->guesses; g++)
            wins = wins || matrix->table[g * matrix->secrets + s] + 1u == matrix->classes;
        won += wins;
    }
    bool sound = won == matrix->secrets;
    for (uint32_t g = 0; g < matrix->guesses; g++) {
        found[g] = UINT32_MAX;
        for (uint32_t s = 0; s < matrix->secrets; s++) {
            const uint32_t class = matrix->table[g * matrix->secrets + s];
            sound = sound && class < matrix->classes && (class + 1 < matrix->classes || found[g] == UINT32_MAX);
            if (class + 1 == matrix->classes)
                found[g] = s;
        }
    }
    return sound;
}

static bool check_matrix(fuzz_input *in, const corral_matrix *matrix)
{
    const bool sized = matrix->table && matrix->guesses && matrix->secrets && matrix->classes &&
                       matrix->classes <= CORRAL_MAX_MATRIX_CLASSES;
    uint32_t *expected = take(matrix->guesses, sizeof *expected), *found = take(matrix->guesses, sizeof *found);
    const bool sound = sized && is_sound(matrix, expected);
    const corral_poll *poll = fuzz_begin(in, false);
    if (fuzz_end(in, corral_matrix_check(matrix, found, poll), sound, false) == CORRAL_OK)
        CHECK(!memcmp(found, expected, matrix->guesses * sizeof *found));
    free(expected);
    free(found);
    return sound;
}

static void split(fuzz_input *in, const corral_matrix *matrix)
{
    bool valid = true;
    const uint32_t guess = (uint32_t)fuzz_draw(in, matrix->guesses + 2u);
    uint32_t count = 0;
    uint32_t *candidates =
        fuzz_once_in(in, 3) ? NULL : fuzz_numbers(in, matrix->secrets, matrix->secrets, &count, &valid);
    const uint32_t given = candidates ? count : matrix->secrets;
    uint32_t *out = take(given, sizeof *out), *sizes = take(CORRAL_MAX_MATRIX_CLASSES, sizeof *sizes);
    const corral_poll *poll = fuzz_begin(in, false);
    if (fuzz_end(in, corral_matrix_split(matrix, guess, candidates, count, out, sizes, poll),
                 valid && guess < matrix->guesses, false) == CORRAL_OK)
        CHECK(fuzz_is_split(matrix->table + (size_t)guess * matrix->secrets, candidates, given, out, sizes,
                            CORRAL_MAX_MATRIX_CLASSES));
    free(candidates);
    free(out);
    free(sizes);
}

static void score_all(fuzz_input *in, const corral_matrix *matrix)
{
    bool valid = true;
    uint32_t guess_count = 0, count = 0;
    uint32_t *guesses = fuzz_once_in(in, 2) ? NULL : fuzz_numbers(in, matrix->guesses, 20, &guess_count, &valid);
    uint32_t *candidates = fuzz_once_in(in, 3) ? NULL : fuzz_ascending(in, matrix->secrets, matrix->secrets, &count);
    const bool strange = candidates && fuzz_once_in(in, 8), none = candidates && fuzz_once_in(in, 8);
    if (strange)
        candidates[count - 1] = matrix->secrets;
    const uint32_t scored = guesses ? guess_count : matrix->guesses;
    corral_scores scores = fuzz_scores(in, scored);
    const corral_poll *poll = fuzz_begin(in, false);
    const corral_status status =
        fuzz_end(in, corral_matrix_score(matrix, guesses, guess_count, candidates, none ? 0 : count, &scores, poll),
                 valid && !strange && !none, false);
    for (uint32_t i = 0; i < scored && status == CORRAL_OK; i++)
        CHECK(fuzz_scored(&scores, i, matrix->table + (size_t)(guesses ? guesses[i] : i) * matrix->secrets, candidates,
                          candidates ? count : matrix->secrets));
    fuzz_scores_free(&scores);
    free(guesses);
    free(candidates);
}

void fuzz_matrices(fuzz_input *in)
{
    corral_matrix matrix = fuzz_matrix(in);
    uint8_t *table = (uint8_t *)(uintptr_t)matrix.table;
    corral_matrix strange = matrix;
    switch (fuzz_draw(in, 8)) {
    case 1:
        strange.table = NULL;
        break;
    case 2:
        strange.guesses = 0;
        break;
    case 3:
        strange.secrets = 0;
        break;
    case 4:
        strange.classes = fuzz_once_in(in, 2) ? 0 : CORRAL_MAX_MATRIX_CLASSES + 1;
        break;
    default:
        CHECK(check_matrix(in, &matrix));
        table[fuzz_draw(in, (uint64_t)matrix.guesses * matrix.secrets)] = (uint8_t)fuzz_draw(in, 256);
    }
    if (check_matrix(in, &strange))
        do
            (fuzz_once_in(in, 2) ? split : score_all)(in, &matrix);
        while (fuzz_more(in));
    free(table);
}

/* Words */

enum { MOST_WORDS = 30 };

static uint32_t same_word(const uint16_t *words, uint32_t count, uint32_t length, const uint16_t *word)
{
    for (uint32_t i = 0; i < count; i++)
        if (!memcmp(words + (size_t)i * length, word, length * sizeof *word))
            return i;
    return UINT32_MAX;
}

static void check_words(const corral_word_list *list, const uint8_t *out, const uint32_t *answers, uint32_t classes)
{
    CHECK(classes > 0 && classes <= CORRAL_MAX_MATRIX_CLASSES);
    for (uint32_t class = 1; class < classes; class++)
        CHECK(answers[class - 1] < answers[class]);
    bool used[CORRAL_MAX_MATRIX_CLASSES] = {false};
    for (uint32_t g = 0; g < list->guess_count; g++)
        for (uint32_t s = 0; s < list->secret_count; s++, out++) {
            const uint16_t *guess = list->guesses + (size_t)g * list->length;
            const uint16_t *secret = list->secrets + (size_t)s * list->length;
            if (CHECK(*out < classes))
                CHECK(answers[*out] == corral_word_feedback(list->rule, list->length, guess, secret));
            used[*out] = true;
        }
    for (uint32_t class = 0; class < classes; class++)
        CHECK(used[class]);
}

void fuzz_words(fuzz_input *in)
{
    static const uint32_t lengths[] = {1, 2, 3, 4, 5, 6, 8, CORRAL_MAX_WORD_LENGTH};
    const uint32_t length = lengths[fuzz_draw(in, 8)], count = 1 + (uint32_t)fuzz_draw(in, MOST_WORDS);
    const uint64_t symbols = fuzz_once_in(in, 4) ? 65536 : 2 + fuzz_draw(in, 4);
    uint16_t *guesses = take((size_t)count * length, sizeof *guesses);
    uint16_t *secrets = take((size_t)count * length, sizeof *secrets);
    uint32_t secret_count = 0;
    for (uint32_t i = 0; i < count * length; i++)
        guesses[i] = (uint16_t)fuzz_draw(in, symbols);
    for (uint32_t i = 0; i < count; i++) {
        const uint16_t *word = guesses + (size_t)(count - 1 - i) * length;
        if ((!i || fuzz_draw(in, 4)) && same_word(secrets, secret_count, length, word) == UINT32_MAX)
            memcpy(secrets + (size_t)secret_count++ * length, word, length * sizeof *word);
    }
    corral_word_list list = {(corral_word_rule)fuzz_draw(in, CORRAL_WORD_RULES), length, guesses, count, secrets,
                             secret_count};
    static const uint32_t strange_lengths[] = {0, CORRAL_MAX_WORD_LENGTH + 1, UINT32_MAX};
    const bool strange = fuzz_once_in(in, 8);
    if (strange)
        list.length = strange_lengths[fuzz_draw(in, 3)];
    uint8_t *out = take((size_t)count * secret_count, 1);
    uint32_t *answers = take(CORRAL_MAX_MATRIX_CLASSES, sizeof *answers), classes = UINT32_MAX;
    const corral_poll *poll = fuzz_begin(in, false);
    const corral_status status = fuzz_end(in, corral_word_table(&list, out, answers, &classes, poll), !strange, true);
    if (status == CORRAL_OK)
        check_words(&list, out, answers, classes);
    else
        CHECK(classes == UINT32_MAX);
    free(guesses);
    free(secrets);
    free(out);
    free(answers);
}
