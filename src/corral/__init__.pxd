"""What other Cython modules can cimport: `from corral cimport codes_of, corral_split`; see docs/c-api.md.

They are compiled with the folder `corral.get_include()`, for the types, and need not be linked with anything.
"""

from corral._capi cimport (
    CORRAL_BULLS_AND_COWS,
    CORRAL_COMMON,
    CORRAL_INVALID,
    CORRAL_MAX_CLASSES,
    CORRAL_MAX_MATRIX_CLASSES,
    CORRAL_MAX_PLACES,
    CORRAL_MAX_SYMBOLS,
    CORRAL_NO_MEMORY,
    CORRAL_OK,
    CORRAL_STOPPED,
    CORRAL_WORDLE,
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
from corral._core cimport (
    check_status,
    codes_of,
    corral_classes_of,
    corral_codes_count,
    corral_count,
    corral_feedback,
    corral_guesses_free,
    corral_guesses_new,
    corral_matrix_score,
    corral_matrix_split,
    corral_rank,
    corral_score,
    corral_split,
    corral_unrank,
    corral_word_feedback,
    matrix_of,
    rule_of,
)
