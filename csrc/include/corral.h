/* corral: deduction games (Bulls and Cows, Mastermind, games of words, any other) in plain C11.

   A program, in C or in C++. In a game of Mastermind whose secret is 3632 it asks 1122, and finds out what to ask next,
   so that all codes which can still be the secret need the fewest guesses together:

       #include <corral.h>
       #include <stdio.h>

       int main(void)
       {
           // 4 places, 6 symbols, with repeats, any symbol at the first place, cows are counted.
           corral_rule rule = {4, 6, true, true, false};
           corral_classes classes;
           corral_classes_of(&rule, &classes);

           // A code is an array of symbol numbers; how one is answered is the number of a class.
           uint8_t asked[4] = {0, 0, 1, 1}, secret[4] = {2, 5, 2, 1}, next[4];
           unsigned answer = corral_feedback(&rule, &classes, asked, secret);
           printf("bulls: %d, cows: %d\n", classes.bulls[answer], classes.cows[answer]);

           // In lists, codes are numbers. All of them, grouped by their answers to the guess:
           corral_codes *codes = NULL;
           uint64_t number = 0;
           uint32_t grouped[1296], sizes[CORRAL_MAX_CLASSES];
           corral_status status = corral_rank(&rule, asked, &number);
           uint32_t guess = (uint32_t)number;
           if (!status)
               status = corral_codes_new(&rule, corral_best_level(), NULL, &codes);
           if (!status)
               status = corral_split(codes, guess, NULL, 0, grouped, sizes, NULL);

           // Those that give this answer, and the best tree for them, where every further guess costs 1.
           corral_position position = {codes};
           corral_solver *solver = NULL;
           corral_outcome outcome;
           corral_tree *tree = NULL;
           int64_t one = 1;
           corral_schedule total = {&one, 1};
           if (!status) {
               position.candidates = grouped;
               for (unsigned other = 0; other < answer; other++)
                   position.candidates += sizes[other];
               position.count = sizes[answer];
               position.history = &guess;
               position.history_count = 1;
               position.whole = true;
               status = corral_solver_new(&position, 1 << 24, 0, NULL, &solver);
           }
           if (!status)
               status = corral_solver_run(solver, &total, CORRAL_FORBIDDEN, 1, NULL, &outcome);
           if (!status)
               status = corral_solver_tree(solver, &total, NULL, &tree);
           if (!status)
               status = corral_unrank(&rule, tree->guess[0], next);
           if (!status)
               printf("codes left: %d, ask %d%d%d%d, further guesses on average: %.3f\n", (int)position.count,
                      next[0] + 1, next[1] + 1, next[2] + 1, next[3] + 1, 1 + (double)outcome.value / position.count);

           if (status)
               fprintf(stderr, "corral: %s\n", corral_status_text(status));
           corral_tree_free(tree);
           corral_solver_free(solver);
           corral_codes_free(codes);
           return status;
       }

   It prints

       bulls: 1, cows: 0
       codes left: 256, ask 1334, further guesses on average: 3.508

   and is built by `cc program.c $(pkg-config --cflags --libs corral)` once `make install` has been run.

   The life of the objects:

       corral_rule --(corral_codes_new)--> corral_codes --(corral_guesses_new)--> corral_guesses
                                                |                                      |
                                  corral_table, corral_split                      corral_score
                                  corral_tree_new -> corral_tree

       corral_position (of corral_codes or a corral_matrix) --(corral_solver_new)--> corral_solver
                                                                                         |
                                                     corral_solver_run, corral_solver_tree -> corral_tree

   Games that are no peg games are tables of the caller's, in a corral_matrix, which corral_word_table fills for words:

       corral_word_list --(corral_word_table)--> corral_matrix --(corral_matrix_check)--> corral_matrix_split, _score

   Contract. A code is an array of `places` symbol numbers, or its number in game order: lexicographic by symbol. What
   takes a rule relies on what corral_rule_check asks for. Pointers are not NULL but where that is said, and for what is
   freed.
   Every function that can fail returns a status. Unless that is CORRAL_OK, the objects and numbers it would give are
   left alone, and the arrays it fills may hold anything. CORRAL_NO_MEMORY and CORRAL_STOPPED can come from whatever
   takes a poll; other statuses are told with the function.
   Arrays stay the caller's, and are copied where they are needed later. Whoever made an object frees it, by the
   function of its name, and not before what was made from it. Objects are immutable once made and may be shared between
   threads, except solvers. Nothing prints, exits or keeps global state. Results depend neither on the level nor on the
   machine. */

#ifndef CORRAL_H
#define CORRAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef CORRAL_EXPORT /* by those who build the shared library: it exports what is declared here, and nothing else */
#pragma GCC visibility push(default)
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The library */

/* Of this header. Before 1.0 every change of the second number may be an incompatible one. */
#define CORRAL_VERSION "0.1.0"

/* Of the library that is linked, a text for ever. */
const char *corral_version(void);

enum {
    CORRAL_MAX_PLACES = 12,
    CORRAL_MAX_SYMBOLS = 36,
    CORRAL_MAX_CLASSES = 90,    /* of 12 places: 13 * 14 / 2 sums of bulls and cows, without 11 bulls and 1 cow */
    CORRAL_MAX_CODES = 1 << 26, /* that corral_codes_new lists */
    CORRAL_MAX_MATRIX_CLASSES = 256,
    CORRAL_MAX_WORD_LENGTH = 16,
    CORRAL_MAX_STAGES = 4096, /* different steps of a schedule, as far as a tree can reach */
    CORRAL_MAX_DEPTH = 1024   /* guesses in a row that the exact search takes */
};

typedef enum corral_status {
    CORRAL_OK,
    CORRAL_NO_MEMORY,
    CORRAL_INVALID,   /* an argument is outside the contract */
    CORRAL_TOO_LARGE, /* the rule has more codes than can be listed, or a word list more classes than a matrix takes */
    CORRAL_TOO_DEEP,  /* more guesses in a row than the exact search takes */
    CORRAL_OVERFLOW,  /* costs can add up to more than a number holds */
    CORRAL_STOPPED    /* the caller's poll asked for it */
} corral_status;

/* A status in words, for people who write programs: a text for ever. */
const char *corral_status_text(corral_status status);

/* Long calls ask this now and then, in the thread that called; true stops the call. done and total count what is being
   worked through, in units of the call's own; total is 0 where it is not known. A NULL poll is never asked. */
typedef struct corral_poll {
    bool (*stop)(void *context, uint64_t done, uint64_t total);
    void *context;
} corral_poll;

/* Processor levels, slowest first. */
typedef enum corral_level { CORRAL_PORTABLE, CORRAL_POPCNT, CORRAL_AVX2, CORRAL_AVX512, CORRAL_LEVELS } corral_level;

/* Every level up to the best one runs on this processor, no other may be used. Asking takes long on virtual machines:
   tens of microseconds. */
corral_level corral_best_level(void);
/* portable, popcnt, avx2, avx512, or unknown: a text for ever. */
const char *corral_level_name(corral_level level);

/* Peg games: codes and how they are answered */

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
/* How many codes there are. */
uint64_t corral_count(const corral_rule *rule);
/* The number of a code. CORRAL_INVALID if the array is no code of the rule. */
corral_status corral_rank(const corral_rule *rule, const uint8_t *code, uint64_t *number);
/* The code with a number, into an array of `places`. CORRAL_INVALID if the number is not below the count. */
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

/* The classes of a rule. */
void corral_classes_of(const corral_rule *rule, corral_classes *classes);
/* The class number of a guess against a secret, both codes of the rule; neither is checked. */
unsigned corral_feedback(const corral_rule *rule, const corral_classes *classes, const uint8_t *guess,
                         const uint8_t *secret);

/* Peg games: lists of codes */

/* All codes of a rule, with what the kernels need: some `places` bytes a code. */
typedef struct corral_codes corral_codes;

/* CORRAL_INVALID if the rule or the level is none, CORRAL_TOO_LARGE above CORRAL_MAX_CODES codes. */
corral_status corral_codes_new(const corral_rule *rule, corral_level level, const corral_poll *poll,
                               corral_codes **codes);
void corral_codes_free(corral_codes *codes);
/* How many codes there are. */
uint32_t corral_codes_count(const corral_codes *codes);

/* Fill out[guess * count + secret], a byte for each pair of codes, with class numbers. */
corral_status corral_table(const corral_codes *codes, uint8_t *out, const corral_poll *poll);

/* Group candidates by their feedback to a guess: out, as long as they are and not the same array, gets them class
   by class and in unchanged order inside a class; sizes[class] tells how many each has. NULL candidates, whatever the
   count: all codes; no list is longer than those. CORRAL_INVALID if a number is out of range or a list longer. */
corral_status corral_split(const corral_codes *codes, uint32_t guess, const uint32_t *candidates, uint32_t count,
                           uint32_t *out, uint32_t sizes[CORRAL_MAX_CLASSES], const corral_poll *poll);

/* Guesses made ready to be scored, in the caller's order; NULL numbers, whatever the count: all codes. */
typedef struct corral_guesses corral_guesses;

/* CORRAL_INVALID if a number is out of range. */
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

/* Score guesses that were made of the same codes. Candidates are distinct and at least one, in any order; NULL,
   whatever the count: all codes. CORRAL_INVALID if there is none or a number is out of range. */
corral_status corral_score(const corral_codes *codes, const corral_guesses *guesses, const uint32_t *candidates,
                           uint32_t count, const corral_scores *scores, const corral_poll *poll);

/* out[n] = round(n log2 n * 2^32) of n = 0 .. count - 1. CORRAL_INVALID for counts above CORRAL_MAX_CODES + 1. */
corral_status corral_nlogn(uint32_t count, uint64_t *out, const corral_poll *poll);

/* Other games */

/* Any game as its table: class numbers below `classes`, of which the last one wins. A guess wins against one secret at
   most, every secret has a guess that wins. The table must live as long as the matrix is used. */
typedef struct corral_matrix {
    const uint8_t *table; /* [guess * secrets + secret] */
    uint32_t guesses;     /* at least one */
    uint32_t secrets;     /* at least one */
    uint32_t classes;     /* 1 to CORRAL_MAX_MATRIX_CLASSES */
} corral_matrix;

/* found[guess] gets the secret that the guess wins against, or UINT32_MAX. CORRAL_INVALID unless the matrix is as said
   above, which all others that take one rely on. */
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

/* Words are rows of `length` symbol numbers, of any meaning: letters, or what the caller counts as one. */
typedef struct corral_word_list {
    corral_word_rule rule;
    uint32_t length; /* 1 to CORRAL_MAX_WORD_LENGTH */
    const uint16_t *guesses;
    uint32_t guess_count;
    const uint16_t *secrets; /* different words, each one among the guesses */
    uint32_t secret_count;
} corral_word_list;

/* The answer to a guess; neither the rule nor the length is checked. */
uint32_t corral_word_feedback(corral_word_rule rule, uint32_t length, const uint16_t *guess, const uint16_t *secret);

/* Fill out[guess * secret_count + secret] with class numbers, and answers[class] with the answers that occur,
   ascending. CORRAL_TOO_LARGE if those are more than CORRAL_MAX_MATRIX_CLASSES, CORRAL_INVALID if there is no such
   rule, the length is out of range, a list is empty, or no guess wins. */
corral_status corral_word_table(const corral_word_list *words, uint8_t *out,
                                uint32_t answers[CORRAL_MAX_MATRIX_CLASSES], uint32_t *classes,
                                const corral_poll *poll);

/* Trees */

/* A decision tree. Nodes are in breadth-first order, the root is node 0. Node i asks guess[i] when size[i] secrets
   are left; its children are the nodes first[i] .. first[i + 1] - 1, ascending by label, the class number of the
   answer that leads to them. The winning answer has no node. The arrays are the tree's. */
typedef struct corral_tree {
    uint32_t nodes;
    uint32_t *guess;
    uint32_t *size;
    uint32_t *first; /* nodes + 1 */
    uint8_t *label;  /* 0 for the root */
} corral_tree;

typedef enum corral_strategy {
    CORRAL_SIEVE,         /* the first candidate */
    CORRAL_RANDOM,        /* any candidate, by a hash of the seed and of what was asked and answered before */
    CORRAL_MINIMAX,       /* smallest largest part (Knuth 1977) */
    CORRAL_EXPECTED_SIZE, /* smallest sum of squares (Irving 1979) */
    CORRAL_ENTROPY,       /* smallest sum of n log n (Neuwirth 1982) */
    CORRAL_MOST_PARTS,    /* most parts (Kooi 2005) */
    CORRAL_STRATEGIES
} corral_strategy;

/* The tree of a greedy strategy for all codes. Ties go to a candidate, then to the smaller number. `consistent` lets
   only candidates be guessed; the opener's guesses are played first and in order, whatever the answers; it may be NULL
   if it has none. The seed is for CORRAL_RANDOM. The poll counts the secrets that are placed. CORRAL_INVALID if the
   strategy is none or a number of the opener is out of range. */
corral_status corral_tree_new(const corral_codes *codes, corral_strategy strategy, bool consistent,
                              const uint32_t *opener, uint32_t opener_count, uint64_t seed,
                              const corral_poll *poll, corral_tree **tree);
/* Any tree, whoever made it. */
void corral_tree_free(corral_tree *tree);

/* The exact search: trees of least cost, with proof

   What a tree costs is told by a cost schedule c[1] <= c[2] <= ..: a secret that is found by guess d costs its weight
   times c[d], and the least sum over all secrets is sought. The core counts from the cheapest case: all secrets found
   by the first guess would cost nothing. So with every further guess at 1, as in the program above, the value and the
   number of candidates together are the least total.

   A solver keeps what it has proven: a second schedule whose rest is that of one before finds it again. It is called by
   one thread at a time, and may use others itself; different solvers share nothing but the codes. */

/* The cost of what may not be. Sums of others stay far below: see corral_solver_run. */
#define CORRAL_FORBIDDEN (INT64_C(1) << 56)

/* steps[t] = c[t + 2] - c[t + 1]: what it costs a secret of weight 1 not to be found by guess t + 1, for t = 0, 1 ..;
   0 to CORRAL_FORBIDDEN. At least one step; the last one goes on for ever. */
typedef struct corral_schedule {
    const int64_t *steps;
    uint32_t count;
} corral_schedule;

/* What is to be solved. The arrays are copied; codes and matrix must live as long as the solver. */
typedef struct corral_position {
    const corral_codes *codes;   /* a peg game, */
    const corral_matrix *matrix; /* or, if that is NULL, any game */
    const uint32_t *candidates;  /* secrets, ascending, at least one; NULL: all */
    uint32_t count;
    const uint64_t *weights; /* of the candidates; NULL: 1 each */
    const uint32_t *history; /* guesses that have been asked before; NULL if there are none */
    uint32_t history_count;
    bool whole; /* are the candidates all codes that agree with some answers to the history? (NULL candidates with no
                   history are.) Only then are guesses alike that the history does not tell apart */
    const uint32_t *opener; /* guesses that come next, whatever the answers, until the secret is found; NULL: none */
    uint32_t opener_count;
    bool consistent; /* may only candidates be asked? (In a matrix: guess g is secret g if it wins against one.) */
} corral_position;

/* Reductions that can be switched off, for tests and measurements; none of them changes a value. */
enum {
    CORRAL_UNUSED_SYMBOLS = 1,      /* symbols never asked are alike */
    CORRAL_HISTORY_SYMMETRY = 2,    /* guesses are alike that a symmetry of the history maps to each other */
    CORRAL_NORMAL_FORM = 4,         /* sets of candidates are alike that a symmetry of the game maps to each other */
    CORRAL_MEMO = 8,                /* what is known of a set is kept */
    CORRAL_MEASURED_BRANCHING = 16, /* the ideal bound uses the most parts that any guess makes of a set */
    CORRAL_STAGE_ZERO = 32,         /* a guess that tells all apart ends the search of a set */
    CORRAL_VERTICAL = 64,           /* the same for all parts of all guesses at once */
    CORRAL_ONE_PASS = 128,          /* parts are bounded by one look at all guesses */
    CORRAL_TWO_LEVEL = 256,         /* parts are bounded by two guesses */
    CORRAL_CLOSED_ENDS = 512,       /* the last two guesses of a schedule are not searched */
    CORRAL_RELAXED = 1024,          /* what is known without a depth limit bounds what is sought with it */
    CORRAL_SLICES = 2048,           /* peg games are scored in bit lanes */
    CORRAL_SHARES = 4096,           /* a guess that is not promising gives each part a share of the budget */
    CORRAL_REDUCTIONS = 8192        /* all of them are below */
};

typedef struct corral_outcome {
    int64_t value; /* the least cost found, CORRAL_FORBIDDEN if none below the budget */
    int64_t lower; /* no tree costs less; equal to `value`, or no less than the budget, if the search ended */
    bool ended;
} corral_outcome;

typedef struct corral_solver_stats {
    uint64_t nodes;          /* sets searched */
    uint64_t memo_entries;   /* that are in use */
    uint64_t memory;         /* bytes held */
    int64_t lower, value;    /* of the run in progress, or the last one */
} corral_solver_stats;

typedef struct corral_solver corral_solver;

/* `memory` bytes are what the solver may hold beyond what it cannot do without; `without` is a sum of reductions, 0 for
   use. CORRAL_INVALID if there is neither codes nor a matrix or both, a secret cannot be won, a guess wins twice, or a
   number is out of range; CORRAL_OVERFLOW if the weights add up to CORRAL_FORBIDDEN. */
corral_status corral_solver_new(const corral_position *position, uint64_t memory, uint32_t without,
                                const corral_poll *poll, corral_solver **solver);
void corral_solver_free(corral_solver *solver);

/* Seek a tree that costs less than the budget, CORRAL_FORBIDDEN for any tree. Stopped by the poll, it returns
   CORRAL_STOPPED and the outcome tells what is known: value and lower are valid, ended is false; likewise with
   CORRAL_NO_MEMORY, and with CORRAL_TOO_DEEP where it went down CORRAL_MAX_DEPTH guesses. A schedule is refused, and
   the outcome left alone, with CORRAL_INVALID if a step is out of range or there is none, with CORRAL_TOO_DEEP if it
   has more than CORRAL_MAX_STAGES stages, with CORRAL_OVERFLOW if its steps can add up to more than
   CORRAL_FORBIDDEN / 2.

   So many threads work on it, the caller's among them; 0 is 1. Others are started when the search takes longer than
   that would, and have ended when this returns. The poll is asked by the caller's thread alone; its `done` is the
   nodes. */
corral_status corral_solver_run(corral_solver *solver, const corral_schedule *schedule, int64_t budget,
                                uint32_t threads, const corral_poll *poll, corral_outcome *outcome);

/* The tree of least cost, the same on every machine, for every memory and number of threads, after a run of the
   schedule that ended with a value; after one that did not, the best tree that is known, where parts that were solved
   are played as proven and the others by entropy. It may break a limit of depth then, and cost more than the value that
   was told, if memory was too small to keep what the value came from. Schedules are refused as by corral_solver_run. */
corral_status corral_solver_tree(corral_solver *solver, const corral_schedule *schedule, const corral_poll *poll,
                                 corral_tree **tree);

/* May be called from the poll. */
void corral_solver_get_stats(corral_solver *solver, corral_solver_stats *stats);

/* Parts of a run, to be done one by one, by several solvers of the same position, in any order. A place in the tree is
   named by the answers that lead to it from the root: class numbers, not that of the win, and the guesses that get
   them. The guesses of an opener are no others than its own. CORRAL_INVALID if no candidate is left there, or if a
   guess that is none of the opener's told nothing; schedules are refused as by corral_solver_run. */
typedef struct corral_step {
    uint32_t guess;
    uint32_t label;
} corral_step;

typedef struct corral_path {
    const corral_step *steps; /* NULL if there are none: the root */
    uint32_t count;
} corral_path;

#define CORRAL_ANY_GUESS UINT32_MAX

typedef struct corral_bounded_guess {
    uint32_t guess;
    int64_t lower; /* no tree that begins with it costs less */
} corral_bounded_guess;

/* The guesses that are to be tried at a place of two candidates or more, in the order of the search: one of them is as
   good as any. *guesses is for corral_free. */
corral_status corral_solver_guesses(corral_solver *solver, const corral_schedule *schedule, corral_path path,
                                    const corral_poll *poll, corral_bounded_guess **guesses, uint32_t *count);
void corral_free(void *array);

/* What the best tree for the candidates at a place costs, or the best one that begins with a guess, unless that is
   CORRAL_ANY_GUESS; otherwise as corral_solver_run, whose outcome it leaves alone. */
corral_status corral_solver_try(corral_solver *solver, const corral_schedule *schedule, corral_path path,
                                uint32_t guess, int64_t budget, uint32_t threads, const corral_poll *poll,
                                corral_outcome *outcome);

/* The part of the tree at a place. What is not `solved` is played by entropy where it is not known, as after a run that
   was stopped; so is what no tree is allowed for. */
corral_status corral_solver_branch(corral_solver *solver, const corral_schedule *schedule, corral_path path,
                                   uint32_t guess, bool solved, const corral_poll *poll, corral_tree **tree);

#ifdef __cplusplus
}
#endif

#ifdef CORRAL_EXPORT
#pragma GCC visibility pop
#endif

#endif
