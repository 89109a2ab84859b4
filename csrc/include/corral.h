/* corral: deduction games (Bulls and Cows, Mastermind, games of words, any other) in plain C11.

   A first use, without the checks of the statuses:

       corral_rule rule = {.places = 4, .symbols = 10, .leading_zero = true};
       corral_codes *codes;
       corral_codes_new(&rule, corral_best_level(), NULL, &codes);      all 5040 codes
       corral_tree *tree;
       corral_tree_new(codes, CORRAL_MINIMAX, false, NULL, 0, NULL, &tree);
       ... tree->guess[0] is the number of the first guess ...
       corral_tree_free(tree);
       corral_codes_free(codes);

   The life of the objects:

       corral_rule --(corral_codes_new)--> corral_codes --(corral_guesses_new)--> corral_guesses
                                                |                                      |
                                  corral_table, corral_split                      corral_score
                                  corral_tree_new -> corral_tree

   Games that are no peg games are tables of the caller's, in a corral_matrix, which corral_word_table fills for words:

       corral_word_list --(corral_word_table)--> corral_matrix --(corral_matrix_check)--> corral_matrix_split, _score

   Contract. A code is an array of `places` symbol numbers, or its number in game order: lexicographic by symbol.
   A rule must have passed corral_rule_check. Every function that can fail returns a status. Unless that is CORRAL_OK,
   the objects and numbers it would give are left alone, and the arrays it fills may hold anything.
   Objects are immutable once made and may be shared between threads; whoever made one frees it, and not before
   what was made from it. Nothing prints, exits or keeps global state. Results do not depend on the level. */

#ifndef CORRAL_H
#define CORRAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    CORRAL_MAX_PLACES = 12,
    CORRAL_MAX_SYMBOLS = 36,
    CORRAL_MAX_CLASSES = 90,    /* of 12 places: 13 * 14 / 2 sums of bulls and cows, without 11 bulls and 1 cow */
    CORRAL_MAX_CODES = 1 << 26, /* that corral_codes_new lists */
    CORRAL_MAX_MATRIX_CLASSES = 256,
    CORRAL_MAX_WORD_LENGTH = 16,
};

typedef enum corral_status {
    CORRAL_OK,
    CORRAL_NO_MEMORY,
    CORRAL_INVALID,   /* an argument is outside the contract */
    CORRAL_TOO_LARGE, /* the rule has more codes than can be listed, or a word list more classes than a matrix takes */
    CORRAL_TOO_DEEP,  /* more guesses in a row than the exact search takes */
    CORRAL_OVERFLOW,  /* costs can add up to more than a number holds */
    CORRAL_STOPPED,   /* the caller's poll asked for it */
} corral_status;

/* How codes are formed and compared. */
typedef struct corral_rule {
    uint8_t places;    /* 1 to CORRAL_MAX_PLACES */
    uint8_t symbols;   /* 1 to CORRAL_MAX_SYMBOLS */
    bool repeats;      /* may a symbol stand in several places? */
    bool leading_zero; /* may symbol 0 stand in the first place? */
    bool bulls_only;   /* are cows left out of the feedback? */
} corral_rule;

/* CORRAL_INVALID unless the rule is within the limits and has a code. */
corral_status corral_rule_check(const corral_rule *rule);
uint64_t corral_count(const corral_rule *rule);
/* CORRAL_INVALID if the array is no code of the rule. */
corral_status corral_rank(const corral_rule *rule, const uint8_t *code, uint64_t *number);
/* CORRAL_INVALID if the number is not below the count. */
corral_status corral_unrank(const corral_rule *rule, uint64_t number, uint8_t *code);

/* The feedback classes that occur, numbered from 0: ascending by bulls, then cows, the winning one last. */
typedef struct corral_classes {
    uint8_t count;
    uint8_t bulls[CORRAL_MAX_CLASSES];
    uint8_t cows[CORRAL_MAX_CLASSES]; /* 0 with bulls_only */
    /* The class number is by_total[bulls + cows] + by_bulls[bulls], modulo 256. */
    uint8_t by_total[CORRAL_MAX_PLACES + 1];
    uint8_t by_bulls[CORRAL_MAX_PLACES + 1];
} corral_classes;

void corral_classes_of(const corral_rule *rule, corral_classes *classes);
/* The class number of a guess against a secret. */
unsigned corral_feedback(const corral_rule *rule, const corral_classes *classes, const uint8_t *guess,
                         const uint8_t *secret);

/* Processor levels, slowest first. */
typedef enum corral_level { CORRAL_PORTABLE, CORRAL_POPCNT, CORRAL_AVX2, CORRAL_AVX512, CORRAL_LEVELS } corral_level;

/* Every level up to the best one runs on this processor, no other may be used. Asking takes long on virtual machines:
   tens of microseconds. */
corral_level corral_best_level(void);
const char *corral_level_name(corral_level level);

/* Long calls ask this now and then; true stops the call. done and total count what is being worked through.
   A NULL poll is never asked. */
typedef struct corral_poll {
    bool (*stop)(void *context, uint64_t done, uint64_t total);
    void *context;
} corral_poll;

/* All codes of a rule. */
typedef struct corral_codes corral_codes;

corral_status corral_codes_new(const corral_rule *rule, corral_level level, const corral_poll *poll,
                               corral_codes **codes);
void corral_codes_free(corral_codes *codes);
uint32_t corral_codes_count(const corral_codes *codes);

/* Fill out[guess * count + secret] with class numbers. */
corral_status corral_table(const corral_codes *codes, uint8_t *out, const corral_poll *poll);

/* Group candidates by their feedback to a guess: out, as long as they are and not the same array, gets them class
   by class and in unchanged order inside a class; sizes[class] tells how many each has. NULL candidates: all codes; no
   list is longer than those. */
corral_status corral_split(const corral_codes *codes, uint32_t guess, const uint32_t *candidates, uint32_t count,
                           uint32_t *out, uint32_t sizes[CORRAL_MAX_CLASSES], const corral_poll *poll);

/* Guesses made ready to be scored, in the caller's order; NULL numbers: all codes. */
typedef struct corral_guesses corral_guesses;

corral_status corral_guesses_new(const corral_codes *codes, const uint32_t *numbers, uint32_t count,
                                 const corral_poll *poll, corral_guesses **guesses);
void corral_guesses_free(corral_guesses *guesses);

/* What the parts tell into which a guess splits the candidates; arrays by guess, NULL where not wanted. */
typedef struct corral_scores {
    uint32_t *parts;   /* how many are not empty */
    uint32_t *largest; /* the size of the largest */
    uint64_t *squares; /* the sum of n^2 */
    uint64_t *nlogn;   /* the sum of round(n log2 n * 2^32), exact: ties are ties on every machine */
} corral_scores;

/* Candidates are distinct and at least one; NULL: all codes. */
corral_status corral_score(const corral_codes *codes, const corral_guesses *guesses, const uint32_t *candidates,
                           uint32_t count, const corral_scores *scores, const corral_poll *poll);

/* round(n log2 n * 2^32) of n = 0 .. count - 1, for counts up to CORRAL_MAX_CODES + 1. */
corral_status corral_nlogn(uint32_t count, uint64_t *out, const corral_poll *poll);

/* Any game as its table: class numbers below `classes`, of which the last one wins. A guess wins against one secret at
   most, every secret has a guess that wins. */
typedef struct corral_matrix {
    const uint8_t *table; /* [guess * secrets + secret] */
    uint32_t guesses;
    uint32_t secrets;
    uint32_t classes; /* 1 to CORRAL_MAX_MATRIX_CLASSES */
} corral_matrix;

/* found, by guess, gets the secret that the guess wins against, or UINT32_MAX. CORRAL_INVALID unless the matrix is as
   said above, which corral_matrix_split and corral_matrix_score rely on. */
corral_status corral_matrix_check(const corral_matrix *matrix, uint32_t *found, const corral_poll *poll);

/* As corral_split. */
corral_status corral_matrix_split(const corral_matrix *matrix, uint32_t guess, const uint32_t *candidates,
                                  uint32_t count, uint32_t *out, uint32_t sizes[CORRAL_MAX_MATRIX_CLASSES],
                                  const corral_poll *poll);

/* As corral_score; guesses are numbers in the caller's order, NULL: all. */
corral_status corral_matrix_score(const corral_matrix *matrix, const uint32_t *guesses, uint32_t guess_count,
                                  const uint32_t *candidates, uint32_t count, const corral_scores *scores,
                                  const corral_poll *poll);

/* How a guess at a word is answered, as a number; the largest one wins. */
typedef enum corral_word_rule {
    CORRAL_WORDLE,         /* a digit of base 3 for each symbol, the first one most significant: 2 where the secret has
                              it, 1 for the leftmost of those that it has elsewhere, each counted once, 0 for others */
    CORRAL_BULLS_AND_COWS, /* bulls * (length + 1) + cows */
    CORRAL_COMMON,         /* how many symbols they share, in whatever places (Jotto); length + 1 for the same word */
    CORRAL_WORD_RULES
} corral_word_rule;

/* Words are rows of `length` symbol numbers. */
typedef struct corral_word_list {
    corral_word_rule rule;
    uint32_t length; /* 1 to CORRAL_MAX_WORD_LENGTH */
    const uint16_t *guesses;
    uint32_t guess_count;
    const uint16_t *secrets; /* different words, each one among the guesses */
    uint32_t secret_count;
} corral_word_list;

/* The answer to a guess. */
uint32_t corral_word_feedback(corral_word_rule rule, uint32_t length, const uint16_t *guess, const uint16_t *secret);

/* Fill out[guess * secret_count + secret] with class numbers, and answers[class] with the answers that occur, ascending.
   CORRAL_TOO_LARGE if those are more than CORRAL_MAX_MATRIX_CLASSES, CORRAL_INVALID if the length is out of range or no
   guess wins. */
corral_status corral_word_table(const corral_word_list *words, uint8_t *out,
                                uint32_t answers[CORRAL_MAX_MATRIX_CLASSES], uint32_t *classes,
                                const corral_poll *poll);

/* A decision tree. Nodes are in breadth-first order, the root is node 0. Node i asks guess[i] when size[i] secrets
   are left; its children are the nodes first[i] .. first[i + 1] - 1, ascending by label, the class number of the
   answer that leads to them. The winning answer has no node. */
typedef struct corral_tree {
    uint32_t nodes;
    uint32_t *guess;
    uint32_t *size;
    uint32_t *first; /* nodes + 1 */
    uint8_t *label;  /* 0 for the root */
} corral_tree;

typedef enum corral_strategy {
    CORRAL_SIEVE,         /* the first candidate */
    CORRAL_MINIMAX,       /* smallest largest part (Knuth 1977) */
    CORRAL_EXPECTED_SIZE, /* smallest sum of squares (Irving 1979) */
    CORRAL_ENTROPY,       /* smallest sum of n log n (Neuwirth 1982) */
    CORRAL_MOST_PARTS,    /* most parts (Kooi 2005) */
    CORRAL_STRATEGIES
} corral_strategy;

/* The tree of a greedy strategy. Ties go to a candidate, then to the smaller number. `consistent` lets only
   candidates be guessed; the opener's guesses are played first and in order, whatever the answers. */
corral_status corral_tree_new(const corral_codes *codes, corral_strategy strategy, bool consistent,
                              const uint32_t *opener, uint32_t opener_count, const corral_poll *poll,
                              corral_tree **tree);
void corral_tree_free(corral_tree *tree);

#ifdef __cplusplus
}
#endif

#endif
