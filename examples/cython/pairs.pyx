# cython: language_level=3
"""Two guesses in one breath: which second guess, asked whatever the answer to the first, leaves the most parts?

Nothing in corral's Python API asks that, and a loop in Python would take minutes: here all guesses are tried in C, by
what corral exports to Cython, and other threads run meanwhile.
"""

from corral cimport (
    CORRAL_MAX_CLASSES,
    CORRAL_OK,
    check_status,
    codes_of,
    corral_codes,
    corral_codes_count,
    corral_split,
    corral_status,
)
from libc.stdint cimport uint32_t
from libc.stdlib cimport free, malloc


cdef corral_status count_parts(const corral_codes *codes, const uint32_t *grouped, const uint32_t *sizes,
                               uint32_t guess, uint32_t *scratch, uint32_t *parts) noexcept nogil:
    """Into how many parts a guess splits those that another one has made."""
    cdef uint32_t finer[CORRAL_MAX_CLASSES]
    cdef uint32_t start = 0
    cdef corral_status status
    parts[0] = 0
    for part in range(CORRAL_MAX_CLASSES):
        if sizes[part]:
            status = corral_split(codes, guess, grouped + start, sizes[part], scratch, finer, NULL)
            if status:
                return status
            start += sizes[part]
            for answer in range(CORRAL_MAX_CLASSES):
                parts[0] += finer[answer] > 0
    return CORRAL_OK


def best_second(game, first):
    """Return the second guess that makes the most parts together with the first one, and how many; peg games only."""
    core = game.core  # what the pointer points to lives as long as this
    cdef const corral_codes *codes = codes_of(core)
    cdef uint32_t asked = game.guesses.index(first), count = corral_codes_count(codes)
    cdef uint32_t best = 0, most = 0, parts, guess
    cdef uint32_t sizes[CORRAL_MAX_CLASSES]
    cdef uint32_t *grouped = <uint32_t *>malloc(2 * count * sizeof(uint32_t))
    cdef corral_status status
    if not grouped:
        raise MemoryError
    try:
        with nogil:
            status = corral_split(codes, asked, NULL, 0, grouped, sizes, NULL)
            for guess in range(count):
                if status:
                    break
                status = count_parts(codes, grouped, sizes, guess, grouped + count, &parts)
                if not status and parts > most:
                    best, most = guess, parts
        check_status(status)
    finally:
        free(grouped)
    return game.guesses[best], most
