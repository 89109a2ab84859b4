/* What corral_score is asked for and refuses, and how it is stopped. */

#include "check.h"
#include "scoring.h"

/* Only the wanted scores are written, and they are the same. */
static void test_wanted(const field *f, uint32_t count)
{
    corral_guesses *guesses = NULL;
    check_game(&f->rule);
    if (!CHECK(corral_guesses_new(f->codes, f->guesses, f->guess_count, NULL, &guesses) == CORRAL_OK))
        return;
    room all = room_for(f->guess_count);
    CHECK(corral_score(f->codes, guesses, f->candidates, count, &all.scores, NULL) == CORRAL_OK);
    for (int wanted = 0; wanted < 16; wanted++) {
        room some = room_for(f->guess_count);
        const corral_scores scores = {.parts = wanted & 1 ? some.scores.parts : NULL,
                                      .largest = wanted & 2 ? some.scores.largest : NULL,
                                      .squares = wanted & 4 ? some.scores.squares : NULL,
                                      .nlogn = wanted & 8 ? some.scores.nlogn : NULL};
        CHECK(corral_score(f->codes, guesses, f->candidates, count, &scores, NULL) == CORRAL_OK);
        for (uint32_t i = 0; i < f->guess_count; i++) {
            CHECK(some.scores.parts[i] == (wanted & 1 ? all.scores.parts[i] : 0xa5a5a5a5u));
            CHECK(some.scores.largest[i] == (wanted & 2 ? all.scores.largest[i] : 0xa5a5a5a5u));
            CHECK(some.scores.squares[i] == (wanted & 4 ? all.scores.squares[i] : 0xa5a5a5a5a5a5a5a5u));
            CHECK(some.scores.nlogn[i] == (wanted & 8 ? all.scores.nlogn[i] : 0xa5a5a5a5a5a5a5a5u));
        }
        room_free(&some);
    }
    room_free(&all);
    corral_guesses_free(guesses);
}

static void test_refused(const field *f)
{
    const uint32_t all = corral_codes_count(f->codes);
    corral_guesses *guesses = NULL;
    check_game(&f->rule);
    CHECK(corral_guesses_new(f->codes, (const uint32_t[]){0, all}, 2, NULL, &guesses) == CORRAL_INVALID && !guesses);
    CHECK(corral_guesses_new(f->codes, (const uint32_t[]){0, UINT32_MAX}, 2, NULL, &guesses) == CORRAL_INVALID);
    if (!CHECK(corral_guesses_new(f->codes, (const uint32_t[]){0, all - 1}, 2, NULL, &guesses) == CORRAL_OK))
        return;
    room kept = room_for(2);
    CHECK(corral_score(f->codes, guesses, (const uint32_t[]){0, all}, 2, &kept.scores, NULL) == CORRAL_INVALID);
    CHECK(corral_score(f->codes, guesses, (const uint32_t[]){0}, 0, &kept.scores, NULL) == CORRAL_INVALID);
    room_free(&kept);
    corral_guesses_free(guesses);
    corral_guesses_free(NULL);
}

/* Few candidates and many: a poll that stops at once does so, one that never does is asked and changes nothing. */
static void test_stopped(const field *f, uint32_t count)
{
    corral_guesses *guesses = NULL;
    check_game(&f->rule);
    if (!CHECK(corral_guesses_new(f->codes, f->guesses, f->guess_count, NULL, &guesses) == CORRAL_OK))
        return;
    room expected = room_for(f->guess_count), found = room_for(f->guess_count);
    impatience caller = {.patience = 0};
    const corral_poll poll = {.stop = check_poll, .context = &caller};
    CHECK(corral_score(f->codes, guesses, f->candidates, count, &found.scores, &poll) == CORRAL_STOPPED);
    CHECK(caller.asked == 1);
    caller.patience = -1;
    CHECK(corral_score(f->codes, guesses, f->candidates, count, &found.scores, &poll) == CORRAL_OK);
    CHECK(caller.asked > 1);
    CHECK(corral_score(f->codes, guesses, f->candidates, count, &expected.scores, NULL) == CORRAL_OK);
    for (uint32_t i = 0; i < f->guess_count; i++)
        CHECK(found.scores.nlogn[i] == expected.scores.nlogn[i]);
    room_free(&expected);
    room_free(&found);
    corral_guesses_free(guesses);
}

int main(void)
{
    static const corral_rule mastermind = {.places = 4, .symbols = 6, .repeats = true, .leading_zero = true};
    field f = field_of(&mastermind, MOST_CANDIDATES, 70, NULL);
    test_wanted(&f, 12);
    test_wanted(&f, 200);
    test_wanted(&f, 400);
    test_refused(&f);
    test_stopped(&f, 100);
    test_stopped(&f, 1000);
    field_free(&f);
    return check_end();
}
