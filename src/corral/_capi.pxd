"""The C core as Cython sees it: the only place that includes its header.

Outside of corral these are types and constants only: the functions are those that _core.pxd exports.
"""

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t


cdef extern from "<stdbool.h>" nogil:
    ctypedef bint bool

cdef extern from "<time.h>" nogil:
    ctypedef long time_t

    cdef struct timespec:
        time_t tv_sec
        long tv_nsec

    enum:
        TIME_UTC

    int timespec_get(timespec *time, int base)


cdef extern from "corral.h" nogil:
    enum:
        CORRAL_MAX_PLACES
        CORRAL_MAX_SYMBOLS
        CORRAL_MAX_CLASSES
        CORRAL_MAX_CODES
        CORRAL_MAX_MATRIX_CLASSES
        CORRAL_MAX_WORD_LENGTH

    ctypedef enum corral_status:
        CORRAL_OK
        CORRAL_NO_MEMORY
        CORRAL_INVALID
        CORRAL_TOO_LARGE
        CORRAL_TOO_DEEP
        CORRAL_OVERFLOW
        CORRAL_STOPPED

    ctypedef struct corral_rule:
        uint8_t places
        uint8_t symbols
        bool repeats
        bool leading_zero
        bool bulls_only

    corral_status corral_rule_check(const corral_rule *rule)
    uint64_t corral_count(const corral_rule *rule)
    corral_status corral_rank(const corral_rule *rule, const uint8_t *code, uint64_t *number)
    corral_status corral_unrank(const corral_rule *rule, uint64_t number, uint8_t *code)

    ctypedef struct corral_classes:
        uint8_t count
        uint8_t *bulls
        uint8_t *cows

    void corral_classes_of(const corral_rule *rule, corral_classes *classes)
    unsigned corral_feedback(const corral_rule *rule, const corral_classes *classes, const uint8_t *guess,
                             const uint8_t *secret)

    ctypedef enum corral_level:
        CORRAL_PORTABLE
        CORRAL_LEVELS

    corral_level corral_best_level()
    const char *corral_level_name(corral_level level)

    ctypedef struct corral_poll:
        bool (*stop)(void *context, uint64_t done, uint64_t total) noexcept
        void *context

    ctypedef struct corral_codes
    corral_status corral_codes_new(const corral_rule *rule, corral_level level, const corral_poll *poll,
                                   corral_codes **codes)
    void corral_codes_free(corral_codes *codes)
    uint32_t corral_codes_count(const corral_codes *codes)
    corral_status corral_table(const corral_codes *codes, uint8_t *out, const corral_poll *poll)
    corral_status corral_split(const corral_codes *codes, uint32_t guess, const uint32_t *candidates, uint32_t count,
                               uint32_t *out, uint32_t *sizes, const corral_poll *poll)

    ctypedef struct corral_guesses
    corral_status corral_guesses_new(const corral_codes *codes, const uint32_t *numbers, uint32_t count,
                                     const corral_poll *poll, corral_guesses **guesses)
    void corral_guesses_free(corral_guesses *guesses)

    ctypedef struct corral_scores:
        uint32_t *parts
        uint32_t *largest
        uint64_t *squares
        uint64_t *nlogn

    corral_status corral_score(const corral_codes *codes, const corral_guesses *guesses, const uint32_t *candidates,
                               uint32_t count, const corral_scores *scores, const corral_poll *poll)

    ctypedef struct corral_matrix:
        const uint8_t *table
        uint32_t guesses
        uint32_t secrets
        uint32_t classes

    corral_status corral_matrix_check(const corral_matrix *matrix, uint32_t *found, const corral_poll *poll)
    corral_status corral_matrix_split(const corral_matrix *matrix, uint32_t guess, const uint32_t *candidates,
                                      uint32_t count, uint32_t *out, uint32_t *sizes, const corral_poll *poll)
    corral_status corral_matrix_score(const corral_matrix *matrix, const uint32_t *guesses, uint32_t guess_count,
                                      const uint32_t *candidates, uint32_t count, const corral_scores *scores,
                                      const corral_poll *poll)

    ctypedef enum corral_word_rule:
        CORRAL_WORDLE
        CORRAL_BULLS_AND_COWS
        CORRAL_COMMON
        CORRAL_WORD_RULES

    ctypedef struct corral_word_list:
        corral_word_rule rule
        uint32_t length
        const uint16_t *guesses
        uint32_t guess_count
        const uint16_t *secrets
        uint32_t secret_count

    uint32_t corral_word_feedback(corral_word_rule rule, uint32_t length, const uint16_t *guess,
                                  const uint16_t *secret)
    corral_status corral_word_table(const corral_word_list *words, uint8_t *out, uint32_t *answers,
                                    uint32_t *classes, const corral_poll *poll)

    ctypedef struct corral_tree:
        uint32_t nodes
        uint32_t *guess
        uint32_t *size
        uint32_t *first
        uint8_t *label

    ctypedef enum corral_strategy:
        CORRAL_SIEVE
        CORRAL_STRATEGIES

    corral_status corral_tree_new(const corral_codes *codes, corral_strategy strategy, bool consistent,
                                  const uint32_t *opener, uint32_t opener_count, uint64_t seed,
                                  const corral_poll *poll, corral_tree **tree)
    void corral_tree_free(corral_tree *tree)

    const int64_t CORRAL_FORBIDDEN

    enum:
        CORRAL_MAX_STAGES
        CORRAL_MAX_DEPTH
        CORRAL_REDUCTIONS

    ctypedef struct corral_schedule:
        const int64_t *steps
        uint32_t count

    ctypedef struct corral_position:
        const corral_codes *codes
        const corral_matrix *matrix
        const uint32_t *candidates
        uint32_t count
        const uint64_t *weights
        const uint32_t *history
        uint32_t history_count
        bool whole
        const uint32_t *opener
        uint32_t opener_count
        bool consistent

    ctypedef struct corral_outcome:
        int64_t value
        int64_t lower
        bool ended

    ctypedef struct corral_solver_stats:
        uint64_t nodes
        uint64_t memo_entries
        uint64_t memory
        int64_t lower
        int64_t value

    ctypedef struct corral_solver
    corral_status corral_solver_new(const corral_position *position, uint64_t memory, uint32_t without,
                                    const corral_poll *poll, corral_solver **solver)
    void corral_solver_free(corral_solver *solver)
    corral_status corral_solver_run(corral_solver *solver, const corral_schedule *schedule, int64_t budget,
                                    uint32_t threads, const corral_poll *poll, corral_outcome *outcome)
    ctypedef struct corral_step:
        uint32_t guess
        uint32_t label

    ctypedef struct corral_path:
        const corral_step *steps
        uint32_t count

    ctypedef struct corral_bounded_guess:
        uint32_t guess
        int64_t lower

    const uint32_t CORRAL_ANY_GUESS

    corral_status corral_solver_guesses(corral_solver *solver, const corral_schedule *schedule, corral_path path,
                                        const corral_poll *poll, corral_bounded_guess **guesses, uint32_t *count)
    corral_status corral_solver_try(corral_solver *solver, const corral_schedule *schedule, corral_path path,
                                    uint32_t guess, int64_t budget, uint32_t threads, const corral_poll *poll,
                                    corral_outcome *outcome)
    corral_status corral_solver_branch(corral_solver *solver, const corral_schedule *schedule, corral_path path,
                                       uint32_t guess, bool solved, const corral_poll *poll, corral_tree **tree)
    void corral_free(void *array)
    corral_status corral_solver_tree(corral_solver *solver, const corral_schedule *schedule, const corral_poll *poll,
                                     corral_tree **tree)
    void corral_solver_get_stats(corral_solver *solver, corral_solver_stats *stats)
