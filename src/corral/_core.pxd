"""What the core exports to other Cython modules, which cimport it from `corral`.

Functions that begin with `corral_` are those of corral.h, which tells what they do. Every signature is checked when a
module that uses it is imported.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from corral._capi cimport (
    corral_classes,
    corral_codes,
    corral_guesses,
    corral_matrix,
    corral_poll,
    corral_rule,
    corral_scores,
    corral_status,
    corral_word_rule,
)

# Of a game's `rule` and `core`, TypeError for anything else. What they point to lives as long as that object.
cdef const corral_rule *rule_of(object rule) except NULL
cdef const corral_codes *codes_of(object core) except NULL
cdef const corral_matrix *matrix_of(object core) except NULL
# Raise what a status stands for, nothing for CORRAL_OK; RuntimeError for a call that its poll has stopped.
cdef int check_status(corral_status status) except -1

cdef uint64_t corral_count(const corral_rule *rule) noexcept nogil
cdef corral_status corral_rank(const corral_rule *rule, const uint8_t *code, uint64_t *number) noexcept nogil
cdef corral_status corral_unrank(const corral_rule *rule, uint64_t number, uint8_t *code) noexcept nogil
cdef void corral_classes_of(const corral_rule *rule, corral_classes *classes) noexcept nogil
cdef unsigned corral_feedback(const corral_rule *rule, const corral_classes *classes, const uint8_t *guess,
                              const uint8_t *secret) noexcept nogil

cdef uint32_t corral_codes_count(const corral_codes *codes) noexcept nogil
cdef corral_status corral_split(const corral_codes *codes, uint32_t guess, const uint32_t *candidates, uint32_t count,
                                uint32_t *out, uint32_t *sizes, const corral_poll *poll) noexcept nogil
cdef corral_status corral_guesses_new(const corral_codes *codes, const uint32_t *numbers, uint32_t count,
                                      const corral_poll *poll, corral_guesses **guesses) noexcept nogil
cdef void corral_guesses_free(corral_guesses *guesses) noexcept nogil
cdef corral_status corral_score(const corral_codes *codes, const corral_guesses *guesses, const uint32_t *candidates,
                                uint32_t count, const corral_scores *scores, const corral_poll *poll) noexcept nogil

cdef corral_status corral_matrix_split(const corral_matrix *matrix, uint32_t guess, const uint32_t *candidates,
                                       uint32_t count, uint32_t *out, uint32_t *sizes,
                                       const corral_poll *poll) noexcept nogil
cdef corral_status corral_matrix_score(const corral_matrix *matrix, const uint32_t *guesses, uint32_t guess_count,
                                       const uint32_t *candidates, uint32_t count, const corral_scores *scores,
                                       const corral_poll *poll) noexcept nogil
cdef uint32_t corral_word_feedback(corral_word_rule rule, uint32_t length, const uint16_t *guess,
                                   const uint16_t *secret) noexcept nogil
