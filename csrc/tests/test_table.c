/* Whole tables against the reference, and the bytes around them. */

#include "check.h"
#include "codes.h"
#include "reference.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 64, GUARD = 0xa5 };

/* A place for `size` bytes, `offset` bytes after the start of a line, between guard bytes. */
typedef struct guarded {
    uint8_t *block, *bytes;
    size_t before, size;
} guarded;

static guarded guard(size_t size, size_t offset)
{
    guarded made = {.size = size};
    made.block = take(size + 4 * LINE, 1);
    memset(made.block, GUARD, size + 4 * LINE);
    made.before = 2 * LINE - (uintptr_t)made.block % LINE + offset;
    made.bytes = made.block + made.before;
    return made;
}

static void check_guards(const guarded *place)
{
    for (size_t i = 0; i < place->before; i++)
        CHECK(place->block[i] == GUARD);
    for (size_t i = place->before + place->size; i < place->size + 4 * LINE; i++)
        CHECK(place->block[i] == GUARD);
}

static corral_codes *codes_of(const corral_rule *rule)
{
    corral_codes *codes = NULL;
    CHECK(corral_codes_new(rule, check_level(), NULL, &codes) == CORRAL_OK);
    return codes;
}

/* At all offsets within a line that are multiples of `stride`. */
static void test_offsets(const corral_rule *rule, size_t stride)
{
    check_game(rule);
    reference game = reference_game(rule);
    corral_codes *codes = codes_of(rule);
    const size_t size = (size_t)game.count * game.count;
    for (size_t offset = 0; codes && offset < LINE; offset += stride) {
        guarded out = guard(size, offset);
        CHECK(corral_table(codes, out.bytes, NULL) == CORRAL_OK);
        CHECK(!memcmp(out.bytes, game.table, size));
        check_guards(&out);
        free(out.block);
    }
    corral_codes_free(codes);
    reference_free(&game);
}

/* Some rows of a table that the reference would take long for. */
static void test_rows(const corral_rule *rule)
{
    check_game(rule);
    corral_codes *codes = codes_of(rule);
    if (!codes)
        return;
    const uint32_t count = corral_codes_count(codes);
    guarded out = guard((size_t)count * count, 0);
    CHECK(corral_table(codes, out.bytes, NULL) == CORRAL_OK);
    corral_classes classes;
    corral_classes_of(rule, &classes);
    for (uint32_t i = 0; i < 40; i++) {
        uint8_t guess[CORRAL_MAX_PLACES], secret[CORRAL_MAX_PLACES];
        const uint32_t row = i == 0 ? 0 : i == 1 ? count - 1 : (uint32_t)random_below(count);
        CHECK(corral_unrank(rule, row, guess) == CORRAL_OK);
        for (uint32_t column = 0; column < count; column++) {
            CHECK(corral_unrank(rule, column, secret) == CORRAL_OK);
            const answer found = reference_answer(rule, guess, secret);
            const uint8_t class = out.bytes[(size_t)row * count + column];
            if (CHECK(class < classes.count))
                CHECK(classes.bulls[class] == found.bulls && classes.cows[class] == found.cows);
        }
    }
    check_guards(&out);
    free(out.block);
    corral_codes_free(codes);
}

static void test_small_games(void)
{
    for (int number = 0; number < RULES; number++) {
        const corral_rule rule = numbered_rule(number);
        if (small_rule(&rule, check_quick() ? 12 : 130))
            test_offsets(&rule, LINE);
    }
    test_offsets(&(corral_rule){.places = 3, .symbols = 5, .leading_zero = true}, 1);
    test_offsets(&(corral_rule){.places = 1, .symbols = 1, .leading_zero = true}, 1);
}

/* Tables from 1 MB on are written past the caches, line by line. 1331 codes: rows start at all offsets. */
static void test_streamed(void)
{
    const size_t stride = check_quick() ? 21 : 1;
    test_offsets(&(corral_rule){.places = 3, .symbols = 11, .repeats = true, .leading_zero = true}, stride);
    test_offsets(&(corral_rule){.places = 10, .symbols = 2, .repeats = true, .leading_zero = true}, 16);
    if (check_quick())
        return;
    test_offsets(&(corral_rule){.places = 4, .symbols = 6, .repeats = true, .leading_zero = true}, 13);
    test_offsets(&(corral_rule){.places = 4, .symbols = 6, .repeats = true, .bulls_only = true}, 13);
    test_offsets(&(corral_rule){.places = 2, .symbols = 36, .leading_zero = true}, 13);
    test_rows(&(corral_rule){.places = 4, .symbols = 10});
    test_rows(&(corral_rule){.places = 7, .symbols = 7, .leading_zero = true, .bulls_only = true});
    test_rows(&(corral_rule){.places = 12, .symbols = 2, .repeats = true, .leading_zero = true});
    test_rows(&(corral_rule){.places = 7, .symbols = 3, .repeats = true});
}

/* Streamed rows of all lengths modulo a line, at all offsets, which few tables have: the kernel itself is asked. */
static void test_rows_of_all_lengths(void)
{
    enum { SHORTEST = 128, LONGEST = SHORTEST + 2 * LINE, ROWS = 5, PADDED = (LONGEST / 64 + 2) * 64 };
    static const uint8_t by_bulls[] = {7, 40, 3, 90};
    static uint8_t symbols[PADDED], before[PADDED], totals[PADDED];
    const corral_kernels *kernels = corral_kernels_of(check_level());
    check_about("rows given to the kernel");
    for (uint32_t count = SHORTEST; count <= LONGEST; count += check_quick() ? 31 : 1)
        for (size_t offset = 0; offset < LINE; offset += check_quick() ? 21 : 1) {
            guarded out = guard(ROWS * (size_t)count, offset);
            uint8_t expected[ROWS * LONGEST];
            table_writer writer = {.next = out.bytes, .stream = true};
            for (uint32_t row = 0; row < ROWS; row++) {
                for (size_t i = 0; i < count; i++) {
                    symbols[i] = (uint8_t)random_below(2);
                    before[i] = (uint8_t)random_below(3);
                    totals[i] = (uint8_t)random_below(256);
                    expected[row * count + i] = (uint8_t)(totals[i] + by_bulls[before[i] + symbols[i]]);
                }
                const table_row made = {.places = 3,
                                        .count = count,
                                        .before = before,
                                        .symbols = symbols,
                                        .symbol = 1,
                                        .totals = totals,
                                        .by_bulls = by_bulls};
                kernels->table_row(&writer, &made);
            }
            kernels->table_end(&writer);
            CHECK(writer.next == out.bytes + out.size);
            CHECK(!memcmp(out.bytes, expected, out.size));
            check_guards(&out);
            free(out.block);
        }
}

int main(void)
{
    test_small_games();
    test_streamed();
    test_rows_of_all_lengths();
    return check_end();
}
