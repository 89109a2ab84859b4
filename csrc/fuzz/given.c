/* What calls are given, and what plain code makes of it. */

#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CODES = 400, MOST_SECRETS = 9, MOST_GUESSES = 12 };

const uint64_t *fuzz_nlogn(void)
{
    static uint64_t nlogn[MOST_CODES + 1];
    if (!nlogn[2])
        CHECK(corral_nlogn(MOST_CODES + 1, nlogn, NULL) == CORRAL_OK);
    return nlogn;
}

const reference *fuzz_game(fuzz_input *in, uint32_t codes)
{
    static reference games[RULES];
    static int numbers[RULES], count;
    for (int i = count ? RULES : 0; i < RULES; i++) {
        const corral_rule rule = numbered_rule(i);
        if (small_rule(&rule, MOST_CODES))
            numbers[count++] = i;
    }
    int number = numbers[fuzz_draw(in, (uint64_t)count)];
    corral_rule rule = numbered_rule(number);
    while (corral_count(&rule) > codes) { /* one place less, at last a single one */
        number -= 8 * CORRAL_MAX_SYMBOLS;
        rule = numbered_rule(number);
    }
    if (!games[number].codes)
        games[number] = reference_game(&rule);
    return &games[number];
}

uint32_t *fuzz_numbers(fuzz_input *in, uint32_t limit, uint32_t most, uint32_t *count, bool *valid)
{
    *count = (uint32_t)fuzz_draw(in, (uint64_t)most + 1);
    *valid = true;
    uint32_t *numbers = take(*count, sizeof *numbers);
    for (uint32_t i = 0; i < *count; i++)
        numbers[i] = (uint32_t)fuzz_draw(in, limit);
    if (*count && fuzz_once_in(in, 8)) {
        numbers[fuzz_draw(in, *count)] = fuzz_once_in(in, 2) ? UINT32_MAX : limit;
        *valid = false;
    }
    return numbers;
}

uint32_t *fuzz_ascending(fuzz_input *in, uint32_t limit, uint32_t most, uint32_t *count)
{
    most = most < limit ? most : limit;
    const uint32_t wanted = 1 + (uint32_t)fuzz_draw(in, most);
    const uint32_t stride = 1 + (uint32_t)fuzz_draw(in, limit / wanted);
    uint32_t *numbers = take(wanted, sizeof *numbers);
    uint32_t next = (uint32_t)fuzz_draw(in, limit - (wanted - 1) * stride);
    for (uint32_t i = 0; i < wanted; i++, next += stride)
        numbers[i] = next;
    *count = wanted;
    return numbers;
}

corral_matrix fuzz_matrix(fuzz_input *in)
{
    static const uint32_t class_counts[] = {1, 2, 3, 4, 6, CORRAL_MAX_MATRIX_CLASSES};
    const uint32_t secrets = 1 + (uint32_t)fuzz_draw(in, MOST_SECRETS);
    const uint32_t guesses = secrets + (uint32_t)fuzz_draw(in, MOST_GUESSES + 1 - secrets);
    const uint32_t classes = secrets > 1 ? class_counts[1 + fuzz_draw(in, 5)] : class_counts[fuzz_draw(in, 6)];
    const uint32_t shift = (uint32_t)fuzz_draw(in, guesses);
    uint8_t *table = take((size_t)guesses * secrets, 1);
    for (uint32_t g = 0; g < guesses; g++)
        for (uint32_t s = 0; s < secrets; s++) {
            const bool wins = (g + shift) % guesses == s || classes == 1;
            table[g * secrets + s] = (uint8_t)(wins ? classes - 1 : fuzz_draw(in, classes - 1));
        }
    return (corral_matrix){table, guesses, secrets, classes};
}

corral_scores fuzz_scores(fuzz_input *in, uint32_t count)
{
    const uint64_t wanted = 15 ^ fuzz_draw(in, 16);
    return (corral_scores){.parts = wanted & 1 ? take(count, sizeof(uint32_t)) : NULL,
                           .largest = wanted & 2 ? take(count, sizeof(uint32_t)) : NULL,
                           .squares = wanted & 4 ? take(count, sizeof(uint64_t)) : NULL,
                           .nlogn = wanted & 8 ? take(count, sizeof(uint64_t)) : NULL};
}

void fuzz_scores_free(corral_scores *scores)
{
    free(scores->parts);
    free(scores->largest);
    free(scores->squares);
    free(scores->nlogn);
}

bool fuzz_scored(const corral_scores *scores, uint32_t i, const uint8_t *row, const uint32_t *candidates,
                 uint32_t count)
{
    uint32_t sizes[CORRAL_MAX_MATRIX_CLASSES] = {0};
    for (uint32_t k = 0; k < count; k++)
        sizes[row[candidates ? candidates[k] : k]]++;
    const score expected = reference_score(sizes, CORRAL_MAX_MATRIX_CLASSES, fuzz_nlogn());
    return (!scores->parts || scores->parts[i] == expected.parts) &&
           (!scores->largest || scores->largest[i] == expected.largest) &&
           (!scores->squares || scores->squares[i] == expected.squares) &&
           (!scores->nlogn || scores->nlogn[i] == expected.nlogn);
}

bool fuzz_is_split(const uint8_t *row, const uint32_t *candidates, uint32_t count, const uint32_t *out,
                   const uint32_t *sizes, uint32_t classes)
{
    uint32_t at = 0;
    for (uint32_t class = 0; class < classes; class++) {
        const uint32_t start = at;
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t candidate = candidates ? candidates[i] : i;
            if (row[candidate] == class && out[at++] != candidate)
                return false;
        }
        if (sizes[class] != at - start)
            return false;
    }
    return at == count;
}
