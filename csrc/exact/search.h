/* The search itself: what a set of candidates costs, guess by guess. */

#ifndef CORRAL_SEARCH_H
#define CORRAL_SEARCH_H

#include "board.h"
#include "bound.h"
#include "memo.h"
#include "symmetry.h"
#include "threads.h"

enum {
    MAX_PARTS = CORRAL_MAX_MATRIX_CLASSES,
    PLAIN_WORK = 16, /* what a pair of guess and candidate costs that is not looked at in bit lanes */
};

/* What is asked of a set. Whatever is asked, the answer is a cost that no tree goes below. */
typedef enum search_mode {
    EXACT,    /* an answer below the budget is the cost of the best tree */
    TWO_LEVEL, /* two guesses ahead, the parts after them bounded by one look */
    ONE_PASS, /* one look at all guesses */
} search_mode;

/* A guess on the list of a node. */
typedef struct search_option {
    int64_t lower;     /* no tree that begins with it costs less */
    uint64_t estimate; /* small looks good */
    uint64_t dear;     /* by pair: does the ideal bound of the part exceed that of a perfect split? */
    uint32_t guess;
    bool wins;
} search_option;

/* The guesses of a small node by their number of parts; those of a level share their bound. */
typedef struct option_level {
    int64_t lower;
    uint32_t parts;
    bool wins;
} option_level;

/* A part that a guess makes. */
typedef struct search_part {
    uint32_t start;
    uint32_t count;
    uint64_t weight;
    uint64_t heaviest;
    int64_t lower;
    uint64_t key;  /* of the set and its stage, for the cache */
    bool exact;    /* is `lower` the cost? */
    bool mixed;    /* is it known that none of its codes tells the others apart? */
    uint8_t label; /* its class */
} search_part;

/* What the search holds at one depth. */
typedef struct search_frame {
    uint32_t capacity;  /* candidates */
    uint8_t *classes;   /* by candidate: of the guess that is evaluated */
    uint32_t *codes;    /* the candidates by part */
    code_words *words;
    search_part *parts; /* by ascending size */
    uint32_t part_count;
    search_option *options;
    uint32_t option_count;
    uint32_t option_capacity;
    option_level levels[2 * MAX_PARTS];
    uint32_t level_count;
    uint64_t *planes;   /* of the number of parts, by guess of the list */
    size_t plane_words;
    uint32_t *own;      /* consistent guesses: the list of the node */
    corral_guesses *own_list;
} search_frame;

/* A direct-mapped cache of what is known of sets as they stand, in front of normal forms. A small one that stays in the
   processor's is the fastest. */
enum { CACHE_BITS = 15 };
typedef struct cache_cell {
    uint64_t key;
    uint64_t value; /* 4 * the bound + 2 * is it mixed? + is the bound exact? */
} cache_cell;

typedef struct corral_worker {
    struct corral_solver *solver;
    uint32_t number;      /* 0: the caller */
    corral_thread thread; /* of others */
    corral_status status; /* other than CORRAL_OK: whatever is in progress returns what it knows */
    corral_poll poll;     /* asks the caller's, telling it the nodes whoever asks; of a helper, whether to stop */
    const corral_poll *callers_poll;
    int64_t tries; /* the bound of the guess of the root that is being tried, CORRAL_FORBIDDEN: none */
    uint32_t *asked; /* the guesses on the way, those of the history first */
    uint32_t asked_count;
    search_frame *frames[CORRAL_MAX_DEPTH];
    bound_tables bounds;
    cache_cell *cache;
    uint64_t nodes, nodes_told;
    uint64_t work;         /* since the last poll, in pairs of guess and candidate */
    uint64_t poll_after;   /* so much work */
    uint64_t effort;       /* before that */
    uint64_t effort_limit; /* it stops then */
    uint64_t memory, memory_told; /* bytes of frames, scratch and tables of bounds */
    /* Scratch of one look at all guesses. */
    uint16_t *tokens;
    size_t token_capacity;
    uint64_t *sizes;
    size_t size_words;
    uint64_t *kept;
    size_t kept_words;
    uint16_t *alike;
    size_t alike_capacity;
    uint32_t *alike_start;
    uint64_t *mixed;
    size_t mixed_capacity;
    void *vertical;
    size_t vertical_bytes;
    uint32_t *numbers;
    size_t number_capacity;
    uint8_t *classes; /* by candidate of a set of up to VERTICAL_MAX_CANDIDATES */
} corral_worker;

struct corral_solver {
    corral_board board;
    uint32_t without;
    bool symmetric;   /* are the candidates what a symmetry of the history maps onto itself? */
    bool sliced;      /* peg game with candidates of weight 1 */
    bool normal_form;
    uint64_t *weights;
    uint32_t *history;
    uint32_t history_count;
    uint32_t *opener;
    uint32_t opener_count;
    uint32_t *candidates; /* heaviest first, then ascending */
    code_words *words;
    code_set root;
    corral_symmetry symmetry;
    corral_memo memo;
    uint64_t *estimates; /* [n]: of a part of n codes */
    uint64_t *nlogn;
    schedule_stages stages;
    bool looks_once;        /* steps 4 and 5 of evaluate.c */
    bool looks_twice;
    bool largest_first;
    uint32_t first_exact;   /* parts up to this size are solved before others are looked at */
    uint32_t largest_pass;  /* sets up to this size are listed by number of parts */
    uint32_t least_two_level;
    uint32_t largest_vertical;
    corral_worker **workers; /* those there are */
    uint32_t made_count;
    uint32_t worker_count; /* those at work: the caller, and threads */
    uint32_t threads;      /* that there are to be */
    uint64_t nodes, memory; /* of all workers, as they have told; atomic */
    uint64_t stop;          /* atomic */
    /* The mutex guards what follows while there are threads. */
    corral_mutex mutex;
    corral_condition changed; /* jobs, helpers of jobs, finished */
    struct search_job *jobs;
    bool finished;
    corral_status failure; /* why a helper stopped */
    int64_t value, lower;  /* of the run in progress or the last one */
    uint32_t best_guess;   /* of the root */
    bool ended;
};

static inline bool corral_uses(const struct corral_solver *solver, unsigned reduction)
{
    return !(solver->without & reduction);
}

static inline const schedule_stage *corral_stage_of(const struct corral_solver *solver, uint32_t guesses)
{
    return &solver->stages.stages[corral_stage_after(&solver->stages, guesses)];
}

/* worker.c */
corral_status corral_worker_make(corral_worker *worker, struct corral_solver *solver);
void corral_worker_clear(corral_worker *worker);
/* Be ready for a run of the schedule of the solver. */
void corral_worker_begin(corral_worker *worker, const corral_poll *poll);
/* Add to the sums of the solver what is not in them. */
void corral_worker_tells(corral_worker *worker);
/* Tell, ask whether to stop, and return that. */
bool corral_worker_polls(corral_worker *worker);
/* Set the status and return true if the search has to stop; `work` is in pairs of guess and candidate. */
bool corral_worker_stops(corral_worker *worker, uint64_t work);
/* The frame of a depth, ready for so many candidates; NULL without memory, or too deep, with the status set. */
search_frame *corral_worker_frame(corral_worker *worker, uint32_t depth, uint32_t count);
/* Make sure that a buffer holds so many bytes; false without memory, with the status set. */
bool corral_worker_reserve(corral_worker *worker, void *buffer, size_t *held, size_t wanted, size_t size);

/* position.c */
corral_status corral_check_position(const corral_position *position);
corral_status corral_take_candidates(struct corral_solver *solver, const corral_position *position,
                                     const corral_poll *poll);

/* search.c */

/* Is the cost of a set known without a look? */
bool corral_settled(const struct corral_solver *solver, const code_set *set, uint32_t guesses, int64_t *cost);
/* The ideal bound of a set of which nothing else is known; 0 with the status set if it cannot be made. */
int64_t corral_lower_bound(corral_worker *worker, const code_set *set, uint32_t guesses);

/* `guesses` are those asked before, without the history; no tree costs less than `lower`; `depth` is that of the frame;
   `mixed`: it is known that none of the codes tells the others apart. */
int64_t corral_search(corral_worker *worker, const code_set *set, uint32_t guesses, int64_t budget, int64_t lower,
                      search_mode mode, uint32_t depth, bool mixed);
/* Is it known, or nearly, what a set costs? */
bool corral_search_known(corral_worker *worker, const code_set *set, uint32_t guesses, uint32_t depth, int64_t *value);
/* The first guess, in the order of the search, of a tree that costs `value`, which is known to be the least. NO_CODE if
   the search was stopped. */
uint32_t corral_search_choice(corral_worker *worker, const code_set *set, uint32_t guesses, int64_t value,
                              uint32_t depth);

/* A set whose guesses are looked at and tried. */
typedef struct search_node {
    const code_set *set;
    uint32_t guesses;
    uint32_t depth;
    search_frame *frame;
    corral_guesses *list;       /* sliced alone */
    bound_branching branching;  /* measured on the set */
    const bound_table *table;   /* of the next stage, for its parts */
    int64_t dropped;            /* no guess that is not listed costs less */
    bool by_level;              /* are the options those of one level after the other? */
    bool by_bound;              /* are they wanted by their bounds? */
    bool raised, estimated;     /* has that been done to the options? */
    uint32_t next_level;
    uint32_t taken;             /* options that were, so far */
    int64_t budget;             /* the options keep to it, and are in order */
} search_node;

/* What a look at all guesses is for. */
typedef enum look_purpose {
    LIST_GUESSES, /* list those whose bounds keep to the budget */
    LEAST_BOUND,  /* only know a bound of all, which may be rounded down */
    LEAST_COST,   /* the bounds are costs: know the least one exactly */
} look_purpose;

/* look.c: look at all guesses once, and tell the least bound of any. False if the search was stopped. */
bool corral_node_open(corral_worker *worker, search_node *node, int64_t budget, look_purpose purpose, int64_t *least);
/* No guess that is still to come, or was dropped, costs less. */
int64_t corral_node_rest(const search_node *node);
/* ordering.c: take the next option; false if no guess left keeps to the budget. Who helps takes one that comes late. */
bool corral_node_next(corral_worker *worker, search_node *node, int64_t budget, bool helps, search_option *next);
/* raising.c: raise the bounds of the options by what their parts show at once. */
void corral_node_raise(corral_worker *worker, search_node *node, int64_t budget);

/* look.c: the guesses of a peg game that are worth a look, into node->list. */
bool corral_node_list(corral_worker *worker, search_node *node);

/* evaluate.c: what the best tree costs that begins with a guess: exact if below the budget and the mode is EXACT. */
int64_t corral_evaluate(corral_worker *worker, const search_node *node, uint32_t guess, int64_t budget,
                        search_mode mode);

/* Split the set of a node by a guess into the parts of its frame, by ascending size and without what it finds; the
   step of all others is paid. */
void corral_divide(const corral_worker *worker, const search_node *node, uint32_t guess, int64_t *paid);
/* Then put the candidates into their parts; what the guess finds comes last. */
void corral_distribute(const corral_worker *worker, const search_node *node);
code_set corral_part_set(const search_frame *frame, const search_part *part);

/* solver.c: worker number i, made if there is none yet; NULL without memory. */
corral_worker *corral_solver_worker(struct corral_solver *solver, uint32_t i);
/* No call is in progress any more. */
void corral_solver_rests(struct corral_solver *solver);
/* Begin a call that works with a schedule; what a run gave is forgotten if it was by another one. */
corral_status corral_solver_begin(struct corral_solver *solver, const corral_schedule *schedule, uint32_t threads,
                                  const corral_poll *poll);
/* The cost of a set where the opener is played, if it is not over. */
int64_t corral_play(corral_worker *worker, const code_set *set, uint32_t guesses, int64_t budget);
/* The same where a guess is asked, whatever comes after it. */
int64_t corral_play_guess(corral_worker *worker, const code_set *set, uint32_t guess, uint32_t guesses, int64_t budget);

/* extract.c: the tree of a set, which is reached after `above` guesses. */
corral_status corral_extract(corral_worker *worker, const code_set *root, uint32_t above, uint32_t first, bool solved,
                             corral_tree **tree);

/* Which guesses are to be considered. */
typedef enum choice_scope {
    ANY_GUESS,
    ANY_CANDIDATE,
    HEAVIEST_CANDIDATE,
} choice_scope;

/* entropy.c: the guess that brings the most information; NO_CODE if it was stopped. */
uint32_t corral_entropy_choice(corral_worker *worker, const code_set *set, uint32_t guesses, choice_scope scope,
                               uint32_t depth);

#endif
