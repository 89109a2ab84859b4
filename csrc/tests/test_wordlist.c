/* Answers to words, and tables of word games, against pairing off letters as players do. */

#include "check.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = 300, LONGEST = CORRAL_MAX_WORD_LENGTH };

static uint32_t power(uint32_t base, uint32_t exponent)
{
    return exponent ? base * power(base, exponent - 1) : 1;
}

/* Greens first; then each other letter of the guess, from the left, takes an equal one that nothing has taken. */
static uint32_t plain_answer(corral_word_rule rule, uint32_t length, const uint16_t *guess, const uint16_t *secret)
{
    uint32_t greens = 0, yellows = 0, wordle = 0;
    bool taken[LONGEST] = {false};
    for (uint32_t i = 0; i < length; i++)
        if (guess[i] == secret[i]) {
            taken[i] = true;
            greens++;
            wordle += 2 * power(3, length - 1 - i);
        }
    for (uint32_t i = 0; i < length; i++)
        for (uint32_t j = 0; j < length && guess[i] != secret[i]; j++)
            if (!taken[j] && guess[i] == secret[j]) {
                taken[j] = true;
                yellows++;
                wordle += power(3, length - 1 - i);
                break;
            }
    if (rule == CORRAL_WORDLE)
        return wordle;
    if (rule == CORRAL_BULLS_AND_COWS)
        return greens * (length + 1) + yellows;
    return greens == length ? length + 1 : greens + yellows;
}

static void spell(const char *letters, uint16_t *word)
{
    for (size_t i = 0; letters[i]; i++)
        word[i] = (uint16_t)letters[i];
}

static uint32_t wordle_of(const char *pattern)
{
    uint32_t answer = 0;
    for (; *pattern; pattern++)
        answer = 3 * answer + (*pattern == 'G' ? 2 : *pattern == 'Y');
    return answer;
}

static uint32_t answer_to(corral_word_rule rule, const char *guess, const char *secret)
{
    uint16_t asked[LONGEST], hidden[LONGEST];
    spell(guess, asked);
    spell(secret, hidden);
    return corral_word_feedback(rule, (uint32_t)strlen(guess), asked, hidden);
}

static void test_known(void)
{
    static const char *const known[][3] = {
        {"adore", "award", "GYBGB"}, {"geese", "those", "BBBGG"}, {"adapt", "chara", "YBGBB"},
        {"sease", "essay", "YYYYB"}, {"exlax", "xerox", "YYBBG"}, {"error", "elder", "GBBBG"},
        {"award", "award", "GGGGG"}, {"a", "b", "B"},
    };
    check_about("known answers");
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        CHECK(answer_to(CORRAL_WORDLE, known[i][0], known[i][1]) == wordle_of(known[i][2]));
    CHECK(answer_to(CORRAL_COMMON, "banana", "abound") == 3);
    CHECK(answer_to(CORRAL_COMMON, "geese", "eerie") == 3);
    CHECK(answer_to(CORRAL_COMMON, "stale", "least") == 5);
    CHECK(answer_to(CORRAL_COMMON, "stale", "stale") == 6);
    CHECK(answer_to(CORRAL_BULLS_AND_COWS, "3094", "0834") == 1 * 5 + 2);
    CHECK(answer_to(CORRAL_BULLS_AND_COWS, "6112", "1622") == 1 * 5 + 2);
}

static void draw_words(uint16_t *words, uint32_t count, uint32_t length, uint32_t alphabet)
{
    for (uint32_t i = 0; i < count * length; i++)
        words[i] = (uint16_t)(random_below(alphabet) * (UINT16_MAX / alphabet));
}

/* A list is compared cell by cell. Words may appear twice: that is no game, but has a table. */
static void check_list(const corral_word_list *list)
{
    const uint32_t length = list->length, guesses = list->guess_count, secrets = list->secret_count;
    static uint8_t out[MOST_WORDS * MOST_WORDS + 1];
    uint32_t answers[CORRAL_MAX_MATRIX_CLASSES] = {0}, classes = 0;
    bool used[CORRAL_MAX_MATRIX_CLASSES] = {false};
    out[guesses * secrets] = 0xa5;
    const corral_status status = corral_word_table(list, out, answers, &classes, NULL);
    CHECK(status == CORRAL_OK || (status == CORRAL_TOO_LARGE && list->rule == CORRAL_WORDLE && length > 5));
    CHECK(out[guesses * secrets] == 0xa5);
    if (status)
        return;
    for (uint32_t guess = 0; guess < guesses; guess++)
        for (uint32_t secret = 0; secret < secrets; secret++) {
            const uint16_t *asked = list->guesses + guess * length, *hidden = list->secrets + secret * length;
            const uint8_t class = out[guess * secrets + secret];
            const uint32_t expected = plain_answer(list->rule, length, asked, hidden);
            CHECK(class < classes && answers[class] == expected);
            CHECK(corral_word_feedback(list->rule, length, asked, hidden) == expected);
            used[class] = true;
        }
    for (uint32_t class = 0; class < classes; class++)
        CHECK(used[class] && (class == 0 || answers[class - 1] < answers[class]));
}

/* Of small alphabets and large ones; few secrets have no room for many rows, and so take turns in keeping them. */
static void test_lists(void)
{
    static const uint32_t alphabets[] = {1, 2, 3, 6, 26, 3000, 65535};
    static uint16_t words[MOST_WORDS * LONGEST];
    for (uint32_t length = 1; length <= LONGEST; length++)
        for (size_t i = 0; i < sizeof alphabets / sizeof *alphabets; i++)
            for (int rule = 0; rule < CORRAL_WORD_RULES; rule++)
                for (int again = 0; again < (check_quick() ? 1 : 5); again++) {
                    const uint32_t most = again ? 20 : check_quick() ? 60 : MOST_WORDS;
                    const uint32_t guesses = 1 + (uint32_t)random_below(most);
                    const uint32_t secrets = 1 + (uint32_t)random_below(guesses);
                    const uint32_t first = (uint32_t)random_below(guesses - secrets + 1);
                    char about[80];
                    snprintf(about, sizeof about, "rule %d, %u guesses, %u secrets of %u symbols out of %u", rule,
                             guesses, secrets, length, alphabets[i]);
                    check_about(about);
                    draw_words(words, guesses, length, alphabets[i]);
                    check_list(&(corral_word_list){(corral_word_rule)rule, length, words, guesses,
                                                   words + first * length, secrets});
                }
}

/* One secret, which has each of 8 letters of the guess or not: 256 answers, and with a yellow one more. */
static void test_most_classes(void)
{
    enum { LENGTH = 8 };
    uint16_t guesses[257 * LENGTH], secret[LENGTH];
    static uint8_t out[257];
    uint32_t answers[CORRAL_MAX_MATRIX_CLASSES], classes = 0;
    check_about("256 answers and more");
    for (uint16_t place = 0; place < LENGTH; place++) {
        secret[place] = (uint16_t)(place + 1);
        for (uint32_t guess = 0; guess < 256; guess++)
            guesses[guess * LENGTH + place] = guess >> place & 1 ? secret[place] : 0;
        guesses[256 * LENGTH + place] = place == 3 ? 8 : 0;
    }
    corral_word_list list = {CORRAL_WORDLE, LENGTH, guesses, 256, secret, 1};
    CHECK(corral_word_table(&list, out, answers, &classes, NULL) == CORRAL_OK && classes == 256);
    for (uint32_t guess = 0; guess < 256; guess++)
        CHECK(answers[out[guess]] == plain_answer(CORRAL_WORDLE, LENGTH, guesses + guess * LENGTH, secret));
    list.guess_count = 257;
    CHECK(corral_word_table(&list, out, answers, &classes, NULL) == CORRAL_TOO_LARGE);
}

static void test_refused(void)
{
    static const uint16_t words[] = {1, 2, 3, 4}, others[LONGEST + 1] = {5, 6};
    uint8_t out[4];
    uint32_t answers[CORRAL_MAX_MATRIX_CLASSES], classes = 7;
    check_about("lists to refuse");
    for (int rule = 0; rule < CORRAL_WORD_RULES; rule++) {
        const corral_word_rule r = (corral_word_rule)rule;
        CHECK(corral_word_table(&(corral_word_list){r, 2, words, 2, others, 1}, out, answers, &classes, NULL) ==
              CORRAL_INVALID);
        CHECK(corral_word_table(&(corral_word_list){r, 0, words, 2, words, 1}, out, answers, &classes, NULL) ==
              CORRAL_INVALID);
        CHECK(corral_word_table(&(corral_word_list){r, LONGEST + 1, others, 1, others, 1}, out, answers, &classes,
                                NULL) == CORRAL_INVALID);
        CHECK(corral_word_table(&(corral_word_list){r, 2, words, 0, words, 1}, out, answers, &classes, NULL) ==
              CORRAL_INVALID);
        CHECK(corral_word_table(&(corral_word_list){r, 2, words, 2, words, 0}, out, answers, &classes, NULL) ==
              CORRAL_INVALID);
    }
    CHECK(classes == 7);
}

int main(void)
{
    test_known();
    test_lists();
    test_most_classes();
    test_refused();
    return check_end();
}
