/* Checks, splits and scores of any table, against plain counting. */

#include "check.h"
#include "scoring.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 700 };

static uint8_t table[MOST * MOST];
static const uint64_t *nlogn;

static uint8_t class_of(const corral_matrix *matrix, uint32_t guess, uint32_t secret)
{
    return matrix->table[(size_t)guess * matrix->secrets + secret];
}

/* A game in which some guesses win against no secret. The lower half of the classes are more usual. */
static corral_matrix draw_game(uint32_t secrets, uint32_t others, uint32_t classes)
{
    const corral_matrix matrix = {table, secrets + others, secrets, classes};
    uint32_t order[2 * MOST];
    for (uint32_t guess = 0; guess < matrix.guesses; guess++)
        order[guess] = guess;
    shuffle(order, matrix.guesses);
    for (uint32_t guess = 0; guess < matrix.guesses; guess++)
        for (uint32_t secret = 0; secret < secrets; secret++) {
            const uint64_t class = random_below(random_below(2) ? classes - 1 : classes / 2);
            table[(size_t)guess * secrets + secret] = (uint8_t)(order[guess] == secret ? classes - 1 : class);
        }
    return matrix;
}

/* Tables of all kinds: is it a game, and who wins against whom? */
static void test_check(void)
{
    check_about("small tables");
    for (int again = 0; again < (check_quick() ? 2000 : 50000); again++) {
        const uint32_t guesses = 1 + (uint32_t)random_below(3), secrets = 1 + (uint32_t)random_below(3);
        const uint32_t classes = 1 + (uint32_t)random_below(3);
        const corral_matrix matrix = {table, guesses, secrets, classes};
        uint32_t expected[3], found[3], winners[3] = {0};
        bool game = true;
        for (uint32_t guess = 0; guess < guesses; guess++) {
            expected[guess] = UINT32_MAX;
            for (uint32_t secret = 0; secret < secrets; secret++) {
                const uint8_t class = table[guess * secrets + secret] =
                    (uint8_t)random_below(classes + !random_below(20));
                game = game && class < classes;
                if (class == classes - 1) {
                    game = game && expected[guess] == UINT32_MAX;
                    expected[guess] = secret;
                    winners[secret]++;
                }
            }
        }
        for (uint32_t secret = 0; secret < secrets; secret++)
            game = game && winners[secret];
        const corral_status status = corral_matrix_check(&matrix, found, NULL);
        CHECK(status == (game ? CORRAL_OK : CORRAL_INVALID));
        CHECK(status || !memcmp(found, expected, guesses * sizeof *found));
    }
    static const corral_matrix shapes[] = {{NULL, 1, 1, 1}, {table, 0, 1, 1}, {table, 1, 0, 1}, {table, 1, 1, 0},
                                           {table, 1, 1, 257}};
    uint32_t found = 0;
    table[0] = 0;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        CHECK(corral_matrix_check(&shapes[i], &found, NULL) == CORRAL_INVALID);
    table[0] = 255;
    CHECK(corral_matrix_check(&(corral_matrix){table, 1, 1, 256}, &found, NULL) == CORRAL_OK && found == 0);
}

/* NULL list: all. */
static void check_split(const corral_matrix *matrix, uint32_t guess, const uint32_t *list, uint32_t count)
{
    uint32_t out[MOST + 1], sizes[CORRAL_MAX_MATRIX_CLASSES], placed = 0;
    out[count] = 0xa5a5a5a5;
    CHECK(corral_matrix_split(matrix, guess, list, list ? count : 0, out, sizes, NULL) == CORRAL_OK);
    for (uint32_t class = 0; class < CORRAL_MAX_MATRIX_CLASSES; class++) {
        const uint32_t start = placed;
        for (uint32_t i = 0; i < count; i++)
            if (class_of(matrix, guess, list ? list[i] : i) == class && CHECK(placed < count))
                CHECK(out[placed++] == (list ? list[i] : i));
        CHECK(sizes[class] == placed - start);
    }
    CHECK(placed == count && out[count] == 0xa5a5a5a5);
}

static score plain_score(const corral_matrix *matrix, uint32_t guess, const uint32_t *list, uint32_t count)
{
    uint32_t sizes[CORRAL_MAX_MATRIX_CLASSES] = {0};
    for (uint32_t i = 0; i < count; i++)
        sizes[class_of(matrix, guess, list ? list[i] : i)]++;
    return reference_score(sizes, CORRAL_MAX_MATRIX_CLASSES, nlogn);
}

/* NULL guesses or list: all. Only what is wanted is written. */
static void check_scores(const corral_matrix *matrix, const uint32_t *guesses, uint32_t guess_count,
                         const uint32_t *list, uint32_t count, int wanted)
{
    room made = room_for(guess_count), kept = room_for(guess_count);
    const corral_scores some = {.parts = wanted & 1 ? made.scores.parts : NULL,
                                .largest = wanted & 2 ? made.scores.largest : NULL,
                                .squares = wanted & 4 ? made.scores.squares : NULL,
                                .nlogn = wanted & 8 ? made.scores.nlogn : NULL};
    CHECK(corral_matrix_score(matrix, guesses, guesses ? guess_count : 0, list, list ? count : 0, &some, NULL) ==
          CORRAL_OK);
    CHECK(untouched(&made.scores, guess_count));
    for (uint32_t i = 0; i < guess_count; i++) {
        const score expected = plain_score(matrix, guesses ? guesses[i] : i, list, count);
        CHECK(made.scores.parts[i] == (wanted & 1 ? expected.parts : kept.scores.parts[i]));
        CHECK(made.scores.largest[i] == (wanted & 2 ? expected.largest : kept.scores.largest[i]));
        CHECK(made.scores.squares[i] == (wanted & 4 ? expected.squares : kept.scores.squares[i]));
        CHECK(made.scores.nlogn[i] == (wanted & 8 ? expected.nlogn : kept.scores.nlogn[i]));
    }
    room_free(&made);
    room_free(&kept);
}

static void check_game_of(const corral_matrix *matrix)
{
    uint32_t list[MOST], guesses[20], found[2 * MOST];
    CHECK(corral_matrix_check(matrix, found, NULL) == CORRAL_OK);
    for (uint32_t i = 0; i < matrix->secrets; i++)
        list[i] = i;
    for (int again = 0; again < 20; again++) {
        const uint32_t guess = (uint32_t)random_below(matrix->guesses), scored = (uint32_t)random_below(20);
        const uint32_t most = again % 2 || matrix->secrets < 9 ? matrix->secrets : 9;
        const uint32_t count = 1 + (uint32_t)random_below(most);
        for (uint32_t i = 0; i < scored; i++)
            guesses[i] = (uint32_t)random_below(matrix->guesses);
        shuffle(list, matrix->secrets);
        check_split(matrix, guess, list, count);
        check_scores(matrix, guesses, scored, list, count, again % 16);
    }
    check_split(matrix, 0, list, 0);
    check_split(matrix, matrix->guesses - 1, NULL, matrix->secrets);
    check_scores(matrix, NULL, matrix->guesses, list, matrix->secrets / 3 + 1, 15);
    check_scores(matrix, NULL, matrix->guesses, NULL, matrix->secrets, 15);
}

static void test_games(void)
{
    static const uint32_t classes[] = {2, 3, 14, 100, 255, 256};
    check_about("games");
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        for (int again = 0; again < (check_quick() ? 3 : 30); again++) {
            const uint32_t secrets = 1 + (uint32_t)random_below(60), others = (uint32_t)random_below(40);
            const corral_matrix matrix = draw_game(secrets, others, classes[i]);
            check_game_of(&matrix);
        }
        const corral_matrix matrix = draw_game(MOST - 150, 150, classes[i]);
        check_game_of(&matrix);
    }
    table[0] = 0;
    check_game_of(&(corral_matrix){table, 1, 1, 1});
}

static void test_refused(void)
{
    const corral_matrix matrix = draw_game(3, 2, 4);
    static const uint32_t good[] = {0, 2}, bad[] = {0, 3}, more[] = {0, 1, 2, 0}, asked[] = {5};
    uint32_t out[4], sizes[CORRAL_MAX_MATRIX_CLASSES];
    room kept = room_for(5);
    check_about("calls to refuse");
    CHECK(corral_matrix_split(&matrix, 4, good, 2, out, sizes, NULL) == CORRAL_OK);
    CHECK(corral_matrix_split(&matrix, 5, good, 2, out, sizes, NULL) == CORRAL_INVALID);
    CHECK(corral_matrix_split(&matrix, UINT32_MAX, NULL, 0, out, sizes, NULL) == CORRAL_INVALID);
    CHECK(corral_matrix_split(&matrix, 0, bad, 2, out, sizes, NULL) == CORRAL_INVALID);
    CHECK(corral_matrix_split(&matrix, 0, more, 4, out, sizes, NULL) == CORRAL_INVALID);
    CHECK(corral_matrix_score(&matrix, NULL, 0, bad, 2, &kept.scores, NULL) == CORRAL_INVALID);
    CHECK(corral_matrix_score(&matrix, NULL, 0, more, 4, &kept.scores, NULL) == CORRAL_INVALID);
    CHECK(corral_matrix_score(&matrix, NULL, 0, good, 0, &kept.scores, NULL) == CORRAL_INVALID);
    CHECK(corral_matrix_score(&matrix, asked, 1, good, 2, &kept.scores, NULL) == CORRAL_INVALID);
    CHECK(corral_matrix_score(&matrix, asked, 0, good, 2, &kept.scores, NULL) == CORRAL_OK);
    CHECK(untouched(&kept.scores, 0));
    room_free(&kept);
}

int main(void)
{
    uint64_t *logarithms = nlogn_up_to(MOST);
    nlogn = logarithms;
    test_check();
    test_games();
    test_refused();
    free(logarithms);
    return check_end();
}
