# cython: language_level=3
"""Every function that the core exports to Cython, called once, without the GIL where that is promised."""

from corral cimport (
    CORRAL_BULLS_AND_COWS,
    CORRAL_COMMON,
    CORRAL_MAX_MATRIX_CLASSES,
    CORRAL_MAX_PLACES,
    CORRAL_WORDLE,
    check_status,
    codes_of,
    corral_classes,
    corral_classes_of,
    corral_codes,
    corral_codes_count,
    corral_count,
    corral_feedback,
    corral_guesses,
    corral_guesses_free,
    corral_guesses_new,
    corral_matrix,
    corral_matrix_score,
    corral_matrix_split,
    corral_rank,
    corral_rule,
    corral_score,
    corral_scores,
    corral_split,
    corral_status,
    corral_unrank,
    corral_word_feedback,
    matrix_of,
    rule_of,
)
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t


def count(game):
    return corral_count(rule_of(game.rule)), corral_codes_count(codes_of(game.core))


def there_and_back(game, uint64_t number):
    """The code with a number, and the number of that code."""
    cdef const corral_rule *rule = rule_of(game.rule)
    cdef uint8_t code[CORRAL_MAX_PLACES]
    cdef corral_status status
    with nogil:
        status = corral_unrank(rule, number, code)
        if not status:
            status = corral_rank(rule, code, &number)
    check_status(status)
    return (<char *>code)[:rule.places], number


def feedback(game, bytes guess, bytes secret):
    cdef const corral_rule *rule = rule_of(game.rule)
    cdef const uint8_t *asked = guess
    cdef const uint8_t *hidden = secret
    cdef corral_classes classes
    cdef unsigned answer
    with nogil:
        corral_classes_of(rule, &classes)
        answer = corral_feedback(rule, &classes, asked, hidden)
    return classes.bulls[answer], classes.cows[answer]


def split(game, uint32_t guess, const uint32_t[::1] candidates, uint32_t[::1] out):
    """The sizes of the parts; out gets the candidates in their order."""
    core = game.core
    cdef const corral_codes *codes = NULL
    cdef const corral_matrix *matrix = NULL
    cdef uint32_t sizes[CORRAL_MAX_MATRIX_CLASSES]
    cdef uint32_t count = <uint32_t>len(candidates)
    cdef corral_status status
    if hasattr(game, "rule"):
        codes = codes_of(core)
    else:
        matrix = matrix_of(core)
    with nogil:
        if codes:
            status = corral_split(codes, guess, &candidates[0], count, &out[0], sizes, NULL)
        else:
            status = corral_matrix_split(matrix, guess, &candidates[0], count, &out[0], sizes, NULL)
    check_status(status)
    return [sizes[answer] for answer in range(len(game.classes))]


def parts(game, const uint32_t[::1] guesses, uint32_t[::1] out):
    """How many parts each guess makes of all secrets."""
    core = game.core
    cdef const corral_codes *codes = NULL
    cdef const corral_matrix *matrix = NULL
    cdef corral_guesses *ready = NULL
    cdef corral_scores scores
    cdef uint32_t count = <uint32_t>len(guesses)
    cdef corral_status status
    if hasattr(game, "rule"):
        codes = codes_of(core)
    else:
        matrix = matrix_of(core)
    scores.parts = &out[0]
    scores.largest = NULL
    scores.squares = scores.nlogn = NULL
    with nogil:
        if codes:
            status = corral_guesses_new(codes, &guesses[0], count, NULL, &ready)
            if not status:
                status = corral_score(codes, ready, NULL, 0, &scores, NULL)
            corral_guesses_free(ready)
        else:
            status = corral_matrix_score(matrix, &guesses[0], count, NULL, 0, &scores, NULL)
    check_status(status)


def words(const uint16_t[::1] guess, const uint16_t[::1] secret):
    """The answers by the three rules."""
    cdef uint32_t answers[3]
    cdef uint32_t length = <uint32_t>len(guess)
    with nogil:
        answers[0] = corral_word_feedback(CORRAL_WORDLE, length, &guess[0], &secret[0])
        answers[1] = corral_word_feedback(CORRAL_BULLS_AND_COWS, length, &guess[0], &secret[0])
        answers[2] = corral_word_feedback(CORRAL_COMMON, length, &guess[0], &secret[0])
    return answers[0], answers[1], answers[2]
