#include "scoring.h"

#include "check.h"

#include <stdlib.h>
#include <string.h>

enum { GUARD = 0xa5 };

uint8_t answer_number(const corral_rule *rule, const uint8_t *guess, const uint8_t *secret)
{
    const answer found = reference_answer(rule, guess, secret);
    return (uint8_t)(found.bulls * (CORRAL_MAX_PLACES + 1) + found.cows);
}

uint32_t *random_codes(uint32_t all, uint32_t *count)
{
    uint32_t *list = take(all, sizeof *list);
    for (uint32_t i = 0; i < all; i++)
        list[i] = i;
    shuffle(list, all);
    *count = all < *count ? all : *count;
    return list;
}

uint64_t *nlogn_up_to(uint32_t count)
{
    uint64_t *table = take((size_t)count + 1, sizeof *table);
    CHECK(corral_nlogn(count + 1, table, NULL) == CORRAL_OK);
    return table;
}

field field_of(const corral_rule *rule, uint32_t candidates, uint32_t guesses, const uint64_t *nlogn)
{
    field f = {.rule = *rule, .nlogn = nlogn, .candidate_count = candidates, .guess_count = guesses};
    check_game(rule);
    CHECK(corral_codes_new(rule, check_level(), NULL, &f.codes) == CORRAL_OK);
    const uint32_t all = corral_codes_count(f.codes);
    f.candidates = random_codes(all, &f.candidate_count);
    f.guesses = take(guesses, sizeof *f.guesses);
    for (uint32_t i = 0; i < guesses; i++)
        f.guesses[i] = i % 8 == 7 ? f.guesses[i / 2] : (uint32_t)random_below(all);
    f.answers = take((size_t)guesses * f.candidate_count, 1);
    uint8_t(*secrets)[CORRAL_MAX_PLACES] = take(f.candidate_count, sizeof *secrets);
    for (uint32_t j = 0; j < f.candidate_count; j++)
        CHECK(corral_unrank(rule, f.candidates[j], secrets[j]) == CORRAL_OK);
    for (uint32_t i = 0; i < guesses; i++) {
        uint8_t guess[CORRAL_MAX_PLACES];
        CHECK(corral_unrank(rule, f.guesses[i], guess) == CORRAL_OK);
        for (uint32_t j = 0; j < f.candidate_count; j++)
            f.answers[(size_t)i * f.candidate_count + j] = answer_number(rule, guess, secrets[j]);
    }
    free(secrets);
    return f;
}

void field_free(field *f)
{
    corral_codes_free(f->codes);
    free(f->candidates);
    free(f->guesses);
    free(f->answers);
}

room room_for(uint32_t count)
{
    const size_t size = (size_t)count + 1;
    room made;
    made.scores.parts = memset(take(size, sizeof(uint32_t)), GUARD, size * sizeof(uint32_t));
    made.scores.largest = memset(take(size, sizeof(uint32_t)), GUARD, size * sizeof(uint32_t));
    made.scores.squares = memset(take(size, sizeof(uint64_t)), GUARD, size * sizeof(uint64_t));
    made.scores.nlogn = memset(take(size, sizeof(uint64_t)), GUARD, size * sizeof(uint64_t));
    return made;
}

void room_free(room *made)
{
    free(made->scores.parts);
    free(made->scores.largest);
    free(made->scores.squares);
    free(made->scores.nlogn);
}

bool untouched(const corral_scores *scores, uint32_t guess)
{
    return scores->parts[guess] == 0xa5a5a5a5u && scores->largest[guess] == 0xa5a5a5a5u &&
           scores->squares[guess] == 0xa5a5a5a5a5a5a5a5u && scores->nlogn[guess] == 0xa5a5a5a5a5a5a5a5u;
}

bool same_scores(const corral_scores *found, uint32_t guess, const score *expected)
{
    return found->parts[guess] == expected->parts && found->largest[guess] == expected->largest &&
           found->squares[guess] == expected->squares && found->nlogn[guess] == expected->nlogn;
}
