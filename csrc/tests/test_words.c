/* Classes of codes as words, and codes that tell the others apart, against corral_feedback. */

#include "check.h"
#include "sliced.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CODES = 200 };

/* Codes of a game in words: the tokens of either kind, the second counted from their first on. */
static code_words words_of(const field *f, uint32_t number)
{
    uint16_t first[MAX_WIDTH], second[MAX_WIDTH];
    const int base = f->rule.bulls_only ? 0 : f->rule.places * f->rule.symbols;
    code_words words = {0, 0};
    corral_first_tokens(f->codes, number, first);
    corral_second_tokens(f->codes, number, second);
    for (int place = 0; place < f->rule.places; place++) {
        words.first |= (uint64_t)1 << first[place];
        words.second |= (uint64_t)1 << (second[place] - base);
    }
    return words;
}

static bool fits_words(const corral_rule *rule)
{
    return rule->places * rule->symbols <= 64 && (rule->repeats || rule->symbols <= 64);
}

/* How many other codes share their answer to code `own` with an earlier one. */
static uint32_t plain_collisions(const uint8_t *classes, uint32_t count, uint32_t own)
{
    bool seen[CORRAL_MAX_CLASSES] = {false};
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (i == own)
            continue;
        found += seen[classes[i]];
        seen[classes[i]] = true;
    }
    return found;
}

static void check_apart(const sliced *made, const corral_classes *classes, const code_words *words,
                        const uint8_t *table, uint32_t count)
{
    int expected = 2;
    uint32_t first = 0, which = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t found = plain_collisions(table + (size_t)i * MOST_CODES, count, i);
        if ((int)found < expected) {
            expected = (int)found;
            first = i;
        }
    }
    CHECK(made->kernels->tell_apart(words, count, classes, &which) == expected);
    CHECK(which == first || expected == 2);
}

static void check_words(const sliced *made, const corral_classes *classes)
{
    const field *f = made->field;
    const uint32_t count = f->candidate_count;
    code_words words[MOST_CODES];
    uint8_t codes[MOST_CODES][CORRAL_MAX_PLACES], out[MOST_CODES + 1];
    uint8_t *table = take((size_t)MOST_CODES * MOST_CODES, 1);
    for (uint32_t i = 0; i < count; i++) {
        CHECK(corral_unrank(&f->rule, f->candidates[i], codes[i]) == CORRAL_OK);
        words[i] = words_of(f, f->candidates[i]);
    }
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < count; j++)
            table[(size_t)i * MOST_CODES + j] = (uint8_t)corral_feedback(&f->rule, classes, codes[i], codes[j]);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t used = count - i % (count < 20 ? count : 20);
        memset(out, 0xa5, sizeof out);
        made->kernels->classify_words(words, used, words[i], classes, out);
        CHECK(!memcmp(out, table + (size_t)i * MOST_CODES, used));
        CHECK(out[used] == 0xa5);
    }
    for (uint32_t used = 0; used <= (classes->count > 64 ? 0 : count); used += used < 70 ? 1 : 13)
        for (int again = 0; again < (check_quick() ? 3 : 100); again++) {
            const uint32_t from = (uint32_t)random_below(count - used + 1);
            check_apart(made, classes, words + from, table + (size_t)from * MOST_CODES + from, used);
        }
    free(table);
}

int main(void)
{
    for (size_t i = 0; i < sliced_rule_count; i++) {
        corral_classes classes;
        if (!fits_words(&sliced_rules[i]))
            continue;
        corral_classes_of(&sliced_rules[i], &classes);
        field f = field_of(&sliced_rules[i], MOST_CODES, 1, NULL);
        sliced made = sliced_of(&f);
        check_words(&made, &classes);
        sliced_free(&made);
        field_free(&f);
    }
    return check_end();
}
