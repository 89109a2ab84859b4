/* The game as the search sees it, against the answers of corral_feedback and the entries of matrices. */

#include "exact/board.h"

#include "check.h"
#include "memory.h"
#include "reference.h"
#include "slices.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_SET = 1100 };

/* A set as a search holds it, in arrays of exactly its size. */
typedef struct board_set {
    const corral_board *board;
    code_set set;
    uint32_t *codes;
    code_words *words;
    uint8_t *classes; /* scratch */
} board_set;

static board_set set_of(const corral_board *board, const uint32_t *codes, uint32_t count)
{
    board_set made = {.board = board};
    made.codes = corral_allocate(count, sizeof *made.codes);
    made.words = board->has_words ? corral_allocate(count, sizeof *made.words) : NULL;
    made.classes = corral_allocate(count, 1);
    CHECK(made.codes && made.classes && (made.words || !board->has_words));
    for (uint32_t i = 0; i < count; i++) {
        made.codes[i] = codes[i];
        if (board->has_words)
            made.words[i] = corral_words_of(board->codes, codes[i]);
    }
    made.set = (code_set){.codes = made.codes, .words = made.words, .count = count, .weight = count, .heaviest = 1};
    return made;
}

static void set_free(board_set *made)
{
    corral_release(made->codes);
    corral_release(made->words);
    corral_release(made->classes);
}

static unsigned plain_class(const corral_board *board, uint32_t guess, uint32_t secret)
{
    uint8_t first[CORRAL_MAX_PLACES], second[CORRAL_MAX_PLACES];
    if (board->matrix)
        return board->matrix->table[(size_t)guess * board->matrix->secrets + secret];
    corral_code_at(board->codes, guess, first);
    corral_code_at(board->codes, secret, second);
    return corral_feedback(&board->codes->rule, &board->codes->classes, first, second);
}

static void check_classes(const board_set *made, uint32_t guess)
{
    corral_board_classify(made->board, &made->set, guess, made->classes);
    for (uint32_t i = 0; i < made->set.count; i++)
        CHECK(made->classes[i] == plain_class(made->board, guess, made->codes[i]));
}

/* Pairs that a guess does not tell apart, up to 2. */
static int plain_pairs(const board_set *made, uint32_t guess)
{
    int pairs = 0;
    for (uint32_t i = 0; i < made->set.count; i++)
        for (uint32_t j = 0; j < i && pairs < 2; j++)
            pairs += plain_class(made->board, guess, made->codes[i]) == plain_class(made->board, guess, made->codes[j]);
    return pairs;
}

/* The first of the best among the guesses that win against a candidate: by candidate, then ascending. Returns what was
   found, to see that everything was. */
static int check_tell_apart(const board_set *made)
{
    const corral_board *board = made->board;
    int best = 2;
    uint32_t guess = NO_CODE, which = NO_CODE;
    for (uint32_t i = 0; i < made->set.count; i++) {
        const uint32_t first = board->matrix ? 0 : made->codes[i], end = board->matrix ? board->guesses : first + 1;
        for (uint32_t g = first; g < end && best; g++) {
            const int pairs = plain_class(board, g, made->codes[i]) + 1 == board->classes ? plain_pairs(made, g) : 2;
            guess = pairs < best ? g : guess;
            best = pairs < best ? pairs : best;
        }
    }
    CHECK(corral_board_tell_apart(board, &made->set, made->classes, &which) == best);
    CHECK(best == 2 || which == guess);
    return best;
}

static bool has_token(const uint16_t *tokens, uint32_t width, uint16_t token)
{
    for (uint32_t i = 0; i < width; i++)
        if (tokens[i] == token)
            return true;
    return false;
}

static unsigned shared_tokens(const uint16_t *a, const uint16_t *b, uint32_t width, uint16_t empty)
{
    unsigned shared = 0;
    for (uint32_t i = 0; i < width; i++)
        shared += a[i] != empty && has_token(b, width, a[i]);
    return shared;
}

/* They are the tokens of the bitmaps, in any order, so that codes share those of the first kind for bulls, those of the
   second kind for bulls and cows; where a kernel has more places, there is the token that no code has. */
static void check_tokens(const board_set *made)
{
    const corral_codes *codes = made->board->codes;
    const uint32_t width = (uint32_t)corral_kernel_width(codes->rule.places);
    const uint32_t count = made->set.count < 40 ? made->set.count : 40;
    const code_set some = {.codes = made->codes, .words = made->words, .count = count};
    const uint16_t empty = (uint16_t)(corral_token_count(&codes->rule) - 1);
    uint16_t *tokens = corral_allocate((size_t)count * 2 * width, sizeof *tokens);
    if (!CHECK(tokens))
        return;
    corral_board_tokens(made->board, &some, tokens);
    for (uint32_t i = 0; i < count; i++) {
        const uint16_t *mine = tokens + (size_t)i * 2 * width;
        uint16_t first[MAX_WIDTH], second[MAX_WIDTH];
        corral_first_tokens(codes, made->codes[i], first);
        corral_second_tokens(codes, made->codes[i], second);
        for (uint32_t k = 0; k < width; k++)
            CHECK(has_token(mine, width, first[k]) && has_token(mine + width, width, second[k]));
        CHECK(shared_tokens(mine, mine, width, empty) == codes->rule.places);
        for (uint32_t j = 0; j < count; j++) {
            const uint16_t *others = tokens + (size_t)j * 2 * width;
            const unsigned class = plain_class(made->board, made->codes[i], made->codes[j]);
            const unsigned bulls = codes->classes.bulls[class], cows = codes->classes.cows[class];
            CHECK(shared_tokens(mine, others, width, empty) == bulls);
            CHECK(shared_tokens(mine + width, others + width, width, empty) == bulls + cows);
        }
    }
    corral_release(tokens);
}

static uint32_t number_of_bits(uint64_t bits)
{
    uint32_t count = 0;
    for (; bits; bits &= bits - 1)
        count++;
    return count;
}

static void check_words(const board_set *made)
{
    const corral_classes *classes = &made->board->codes->classes;
    for (int i = 0; i < 200; i++) {
        const uint32_t a = (uint32_t)random_below(made->set.count), b = (uint32_t)random_below(made->set.count);
        const unsigned class = plain_class(made->board, made->codes[a], made->codes[b]);
        CHECK(number_of_bits(made->words[a].first & made->words[b].first) == classes->bulls[class]);
        CHECK(number_of_bits(made->words[a].second & made->words[b].second) ==
              (uint32_t)classes->bulls[class] + classes->cows[class]);
    }
}

/* Different codes that answer a few guesses as one of them does, so that small sets are told apart or not. */
static uint32_t draw_set(const corral_board *board, uint32_t most, uint32_t *codes)
{
    const uint64_t asked = random_below(4);
    uint32_t guesses[3], count = 1;
    codes[0] = (uint32_t)random_below(board->secrets);
    for (uint64_t i = 0; i < asked; i++)
        guesses[i] = (uint32_t)random_below(board->guesses);
    for (uint32_t tries = 0; tries < 60 * most && count < most; tries++) {
        const uint32_t drawn = (uint32_t)random_below(board->secrets);
        bool fits = true;
        for (uint32_t i = 0; i < count && fits; i++)
            fits = codes[i] != drawn;
        for (uint64_t i = 0; i < asked && fits; i++)
            fits = plain_class(board, guesses[i], drawn) == plain_class(board, guesses[i], codes[0]);
        if (fits)
            codes[count++] = drawn;
    }
    return count;
}

static void check_sets(const corral_board *board, uint32_t rounds)
{
    static const uint32_t sizes[] = {1, 2, 63, 64, 65, 511, 512, 513, 1025, MOST_SET};
    uint32_t codes[MOST_SET], met[3] = {0, 0, 0};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint32_t count = 0;
        for (; count < sizes[i] && count < board->secrets; count++)
            codes[count] = (uint32_t)((count * (uint64_t)board->secrets / sizes[i] + i) % board->secrets);
        shuffle(codes, count);
        board_set made = set_of(board, codes, count);
        check_classes(&made, codes[0]);
        for (int k = 0; k < 4; k++)
            check_classes(&made, (uint32_t)random_below(board->guesses));
        if (board->codes)
            check_tokens(&made);
        if (board->has_words)
            check_words(&made);
        if (count > board->classes + 1)
            CHECK(corral_board_tell_apart(board, &made.set, made.classes, codes) == 2);
        set_free(&made);
    }
    for (uint32_t i = 0; i < rounds; i++) {
        const uint32_t most = 1 + (uint32_t)random_below(i % 4 ? 7 : board->classes + 2u);
        board_set made = set_of(board, codes, draw_set(board, most < MOST_SET ? most : MOST_SET, codes));
        met[check_tell_apart(&made)]++;
        set_free(&made);
    }
    if (board->codes && board->secrets > 50 && !check_quick()) /* or the test is worth little */
        CHECK(met[0] && met[1] && met[2]);
}

static void test_pegs(void)
{
    static const struct {
        corral_rule rule;
        bool words; /* do 64 bits hold its tokens, and 64 classes its answers? */
    } games[] = {
        {{.places = 1, .symbols = 1, .leading_zero = true}, true},
        {{.places = 1, .symbols = 36, .leading_zero = true}, true},
        {{.places = 2, .symbols = 32, .leading_zero = true}, true},
        {{.places = 2, .symbols = 33, .leading_zero = true}, false},
        {{.places = 2, .symbols = 36, .repeats = true, .bulls_only = true}, false},
        {{.places = 3, .symbols = 21, .repeats = true}, true},
        {{.places = 3, .symbols = 22, .leading_zero = true, .bulls_only = true}, false},
        {{.places = 4, .symbols = 6, .repeats = true, .leading_zero = true}, true},
        {{.places = 4, .symbols = 10}, true},
        {{.places = 4, .symbols = 16, .repeats = true, .leading_zero = true}, true},
        {{.places = 4, .symbols = 17, .repeats = true, .leading_zero = true}, false},
        {{.places = 5, .symbols = 8, .repeats = true, .leading_zero = true, .bulls_only = true}, true},
        {{.places = 5, .symbols = 13, .leading_zero = true}, false},
        {{.places = 6, .symbols = 6, .leading_zero = true}, true},
        {{.places = 7, .symbols = 4, .repeats = true}, true},
        {{.places = 8, .symbols = 8, .leading_zero = true}, true},
        {{.places = 8, .symbols = 9}, false},
        {{.places = 8, .symbols = 10, .leading_zero = true}, false},
        {{.places = 9, .symbols = 3, .repeats = true, .leading_zero = true}, true},
        {{.places = 11, .symbols = 3, .repeats = true, .leading_zero = true}, false}, /* 77 classes */
        {{.places = 12, .symbols = 2, .repeats = true, .leading_zero = true}, true},
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        corral_codes *codes = NULL;
        corral_board board;
        check_game(&games[i].rule);
        if (check_quick() && corral_count(&games[i].rule) > 20000)
            continue;
        if (!CHECK(corral_codes_new(&games[i].rule, check_level(), NULL, &codes) == CORRAL_OK))
            continue;
        CHECK(corral_board_make(&board, &(corral_position){.codes = codes, .consistent = i % 2}, NULL) == CORRAL_OK);
        CHECK(board.guesses == codes->count && board.secrets == codes->count && board.classes == codes->classes.count);
        CHECK(board.codes == codes && !board.matrix && board.consistent == (i % 2 > 0));
        CHECK(board.has_words == games[i].words);
        check_sets(&board, check_quick() ? 20 : 300);
        corral_board_clear(&board);
        corral_codes_free(codes);
    }
}

/* Each secret has one guess that wins against it or more, the other guesses win against none; in any order. */
static corral_matrix draw_matrix(uint8_t *table)
{
    const uint32_t secrets = 1 + (uint32_t)random_below(40), guesses = secrets + (uint32_t)random_below(60);
    const uint64_t most_classes = random_below(2) ? 5 : 255;
    const uint32_t classes = secrets == 1 && random_below(2) ? 1 : 2 + (uint32_t)random_below(most_classes);
    uint32_t order[100];
    for (uint32_t g = 0; g < guesses; g++)
        order[g] = g < secrets ? g : classes == 1 ? 0 : (uint32_t)random_below(2 * secrets);
    shuffle(order, guesses);
    for (uint32_t g = 0; g < guesses; g++)
        for (uint32_t s = 0; s < secrets; s++)
            table[g * secrets + s] = (uint8_t)(order[g] == s ? classes - 1 : random_below(classes - 1));
    return (corral_matrix){table, guesses, secrets, classes};
}

/* Who finds whom. */
static void check_winners(const corral_board *board)
{
    const corral_matrix *matrix = board->matrix;
    for (uint32_t s = 0; s < matrix->secrets; s++) {
        uint32_t finder = board->finder[s];
        for (uint32_t g = 0; g < matrix->guesses; g++)
            if (plain_class(board, g, s) + 1 == matrix->classes && CHECK(finder == g)) {
                CHECK(board->found[g] == s);
                finder = board->next_finder[g];
            }
        CHECK(finder == NO_CODE);
    }
    for (uint32_t g = 0; g < matrix->guesses; g++) {
        bool wins = false;
        for (uint32_t s = 0; s < matrix->secrets; s++)
            wins = wins || plain_class(board, g, s) + 1 == matrix->classes;
        CHECK(wins || (board->found[g] == NO_CODE && board->next_finder[g] == NO_CODE));
    }
}

static void test_matrices(void)
{
    uint8_t table[100 * 40];
    check_about("random matrices");
    for (int i = 0; i < (check_quick() ? 30 : 400); i++) {
        const corral_matrix matrix = draw_matrix(table);
        corral_board board;
        if (!CHECK(corral_board_make(&board, &(corral_position){.matrix = &matrix}, NULL) == CORRAL_OK))
            continue;
        CHECK(board.guesses == matrix.guesses && board.secrets == matrix.secrets && board.classes == matrix.classes);
        CHECK(board.matrix == &matrix && !board.codes && !board.has_words && !board.consistent);
        check_winners(&board);
        check_sets(&board, 20);
        corral_board_clear(&board);
    }
}

static corral_status status_of(const uint8_t *table, uint32_t guesses, uint32_t secrets, uint32_t classes)
{
    const corral_matrix matrix = {table, guesses, secrets, classes};
    corral_board board;
    const corral_status status = corral_board_make(&board, &(corral_position){.matrix = &matrix}, NULL);
    corral_board_clear(&board);
    return status;
}

static void test_refused(void)
{
    static const uint8_t good[] = {2, 0, 1, 2}, unwon[] = {2, 0, 2, 1}, twice[] = {2, 2, 1, 2, 2, 0};
    static const uint8_t outside[] = {2, 3, 1, 2}, tall[] = {0, 1, 2, 0, 0, 2}, largest[] = {255, 254, 0, 255};
    corral_board board;
    check_about("matrices to refuse");
    CHECK(status_of(good, 2, 2, 3) == CORRAL_OK);
    CHECK(status_of(tall, 3, 2, 3) == CORRAL_OK);
    CHECK(status_of(largest, 2, 2, 256) == CORRAL_OK);
    CHECK(status_of(largest, 2, 2, 255) == CORRAL_INVALID);
    CHECK(status_of(largest, 2, 2, 257) == CORRAL_INVALID);
    CHECK(status_of(unwon, 2, 2, 3) == CORRAL_INVALID);
    CHECK(status_of(twice, 3, 2, 3) == CORRAL_INVALID);
    CHECK(status_of(outside, 2, 2, 3) == CORRAL_INVALID);
    CHECK(status_of(good, 2, 2, 4) == CORRAL_INVALID);
    CHECK(status_of(good, 2, 2, 0) == CORRAL_INVALID);
    CHECK(status_of(good, 0, 2, 3) == CORRAL_INVALID);
    CHECK(status_of(good, 2, 0, 3) == CORRAL_INVALID);
    CHECK(status_of(NULL, 2, 2, 3) == CORRAL_INVALID);
    CHECK(corral_board_make(&board, &(corral_position){.matrix = NULL}, NULL) == CORRAL_INVALID);
    corral_board_clear(&board);
#ifdef CORRAL_FAILING_ALLOC
    for (corral_allocations_left = 0; corral_allocations_left < 4; corral_allocations_left++) {
        const long granted = corral_allocations_left;
        CHECK(status_of(good, 2, 2, 3) == CORRAL_NO_MEMORY);
        corral_allocations_left = granted;
    }
    corral_allocations_left = -1;
#endif
}

int main(void)
{
    test_pegs();
    test_matrices();
    test_refused();
    return check_end();
}
