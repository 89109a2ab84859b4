/* The exact search: trees of least cost, with proof.

   What a tree costs is told by a cost schedule c[1] <= c[2] <= ..: a secret that is found by guess d costs its weight
   times c[d], and the least sum over all secrets is sought. The core counts from the cheapest case: all secrets found
   by the first guess would cost nothing.

       int64_t one = 1;
       corral_schedule total = {.steps = &one, .count = 1};         every further guess costs 1
       corral_position start = {.codes = codes};                    all codes, nothing asked
       corral_solver *solver;
       corral_solver_new(&start, 1 << 28, 0, NULL, &solver);
       corral_outcome outcome;
       corral_solver_run(solver, &total, CORRAL_FORBIDDEN, 1, NULL, &outcome);
       ... outcome.value + the number of codes is the least total ...
       corral_tree *tree;
       corral_solver_tree(solver, &total, NULL, &tree);
       corral_solver_free(solver);

   A solver keeps what it has proven: a second schedule whose rest is that of one before finds it again. It is called by
   one thread at a time, and may use others itself; different solvers share nothing but the codes. */

#ifndef CORRAL_EXACT_H
#define CORRAL_EXACT_H

#include "corral.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The cost of what may not be. Sums of others stay far below: see corral_solver_run. */
#define CORRAL_FORBIDDEN ((int64_t)1 << 56)

enum {
    CORRAL_MAX_STAGES = 4096, /* different steps of a schedule, as far as a tree can reach */
    CORRAL_MAX_DEPTH = 1024,  /* guesses in a row */
};

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
    const uint32_t *history; /* guesses that have been asked before */
    uint32_t history_count;
    bool whole; /* are the candidates all codes that agree with some answers to the history? (NULL candidates with no
                   history are.) Only then are guesses alike that the history does not tell apart */
    const uint32_t *opener; /* guesses that come next, whatever the answers, until the secret is found */
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
    CORRAL_REDUCTIONS = 4096
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

/* `memory` bytes are what the solver may hold beyond what it cannot do without. CORRAL_INVALID if a secret cannot be
   won, a guess wins twice, or a number is out of range; CORRAL_OVERFLOW if the weights add up to CORRAL_FORBIDDEN. */
corral_status corral_solver_new(const corral_position *position, uint64_t memory, uint32_t without,
                                const corral_poll *poll, corral_solver **solver);
void corral_solver_free(corral_solver *solver);

/* Seek a tree that costs less than the budget. Stopped by the poll, it returns CORRAL_STOPPED and the outcome tells
   what is known: value and lower are valid, ended is false; likewise with CORRAL_NO_MEMORY, and with CORRAL_TOO_DEEP
   where it went down CORRAL_MAX_DEPTH guesses. A schedule is refused, and the outcome left alone, with CORRAL_TOO_DEEP
   if it has more than CORRAL_MAX_STAGES stages, with CORRAL_OVERFLOW if its steps can add up to more than
   CORRAL_FORBIDDEN / 2.

   So many threads work on it, the caller's among them; 0 is 1. Others are started when the search takes longer than
   that would, and have ended when this returns. The poll is asked by the caller's thread alone; its `done` is the
   nodes. */
corral_status corral_solver_run(corral_solver *solver, const corral_schedule *schedule, int64_t budget,
                                uint32_t threads, const corral_poll *poll, corral_outcome *outcome);

/* The tree of least cost, the same on every machine, for every memory and number of threads, after a run of the
   schedule that ended with a value; after one that did not, the best tree that is known, where parts that were solved
   are played as proven and the others by entropy. It may break a limit of depth then, and cost more than the value that was told, if memory
   was too small to keep what the value came from. */
corral_status corral_solver_tree(corral_solver *solver, const corral_schedule *schedule, const corral_poll *poll,
                                 corral_tree **tree);

/* Parts of a run, to be done one by one, by several solvers of the same position, in any order. A place in the tree is
   named by the answers that lead to it from the root: class numbers, not that of the win, and the guesses that get
   them. The guesses of an opener are no others than its own. CORRAL_INVALID if no candidate is left there, or if a guess that
   is none of the opener's told nothing. */
typedef struct corral_step {
    uint32_t guess;
    uint32_t label;
} corral_step;

typedef struct corral_path {
    const corral_step *steps;
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

/* What the best tree for the candidates at a place costs, or the best one that begins with a guess; otherwise as
   corral_solver_run, whose outcome it leaves alone. */
corral_status corral_solver_try(corral_solver *solver, const corral_schedule *schedule, corral_path path,
                                uint32_t guess, int64_t budget, uint32_t threads, const corral_poll *poll,
                                corral_outcome *outcome);

/* The part of the tree at a place. What is not `solved` is played by entropy where it is not known, as after a run that
   was stopped; so is what no tree is allowed for. */
corral_status corral_solver_branch(corral_solver *solver, const corral_schedule *schedule, corral_path path,
                                   uint32_t guess, bool solved, const corral_poll *poll, corral_tree **tree);

void corral_free(void *array);

/* May be called from the poll. */
void corral_solver_get_stats(corral_solver *solver, corral_solver_stats *stats);

#ifdef __cplusplus
}
#endif

#endif
