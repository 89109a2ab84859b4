"""Tables and scores of a word game, corral against numpy and numba: words of random letters, 12972 as Wordle has.

A contender takes `Words`, and is compared with corral's result before it is timed. Nothing here depends on the level
of the core.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any

import numpy as np
from baselines import Scores, gather
from measure import huge_pages, milliseconds
from numpy.typing import NDArray

from corral import _core

__all__ = ["word_times"]

LENGTH, LETTERS = 5, 26


@dataclass(frozen=True)
class Words:
    """Different words of random letters, ascending, and their game of Wordle."""

    count: int
    letters: NDArray[np.uint16] = field(init=False)
    matrix: _core.Matrix = field(init=False)

    def __post_init__(self) -> None:
        numbers = np.random.default_rng(1).choice(LETTERS**LENGTH, self.count, replace=False)
        numbers.sort()
        letters = numbers[:, None] // LETTERS ** np.arange(LENGTH - 1, -1, -1) % LETTERS
        object.__setattr__(self, "letters", letters.astype(np.uint16))
        object.__setattr__(self, "matrix", self.made())

    def made(self) -> _core.Matrix:
        """Return the game as the core makes it."""
        return _core.Matrix.of_words(self.letters, self.letters, LENGTH, "wordle")[0]

    @property
    def table(self) -> NDArray[np.uint8]:
        """Class numbers [guess, secret]."""
        return np.asarray(self.matrix.table).reshape(self.count, self.count)


def number_answers(out: NDArray[np.uint8]) -> None:
    """Replace answers by their numbers among those that occur: all below 3 ** LENGTH, with few gaps."""
    seen = np.bincount(out[:64].ravel(), minlength=3**LENGTH) > 0
    blocks = [out[start : start + 16] for start in range(0, len(out), 16)]
    gaps = [answer for answer in np.flatnonzero(~seen).tolist() if not any((rows == answer).any() for rows in blocks)]
    for rows in blocks:
        for gap in reversed(gaps):
            rows -= rows > gap


def table_by_symbols(words: Words, out: NDArray[np.uint8]) -> None:
    """As the core: what a letter at some places of the guess adds for every secret, once for all guesses."""
    places = np.ascontiguousarray(words.letters.T)

    @cache
    def added(letter: int, asked: tuple[int, ...]) -> NDArray[np.uint8]:
        held = places == letter
        left = held.sum(0, dtype=np.uint8)
        for place in asked:
            left -= held[place]
        answer = np.zeros(words.count, np.uint8)
        for place in asked:
            yellow = (left > 0) & ~held[place]
            left -= yellow
            answer += (2 * held[place].view(np.uint8) + yellow) * np.uint8(3 ** (LENGTH - 1 - place))
        return answer

    for row, guess in zip(out, words.letters.tolist(), strict=True):
        row.fill(0)
        for letter in set(guess):
            row += added(letter, tuple(place for place in range(LENGTH) if guess[place] == letter))
    number_answers(out)


def table_by_places(words: Words, out: NDArray[np.uint8]) -> None:
    """Compare place by place, 16 guesses at once: greens first, then each place of the guess takes what is free."""
    places = np.ascontiguousarray(words.letters.T).astype(np.uint8)
    for start in range(0, words.count, 16):
        rows = out[start : start + 16]
        asked = places[:, start : start + 16, None]
        taken = [places[place] == asked[place] for place in range(LENGTH)]
        rows.fill(0)
        for place in range(LENGTH):
            rows += taken[place] * np.uint8(2 * 3 ** (LENGTH - 1 - place))
        waiting = [~green for green in taken]
        for place in range(LENGTH):
            for other in range(LENGTH):
                if other == place:
                    continue
                yellow = (places[other] == asked[place]) & waiting[place] & ~taken[other]
                taken[other] |= yellow
                waiting[place] &= ~yellow
                rows += yellow * np.uint8(3 ** (LENGTH - 1 - place))
    number_answers(out)


TABLE_WAYS: dict[str, Callable[[Words, NDArray[np.uint8]], None]] = {
    "numpy, place by place": table_by_places,
    "numpy, as the core": table_by_symbols,
}


def logarithms(words: Words) -> NDArray[np.float64]:
    """Return n log2 n of all sizes of a part."""
    numbers = np.arange(1, words.count + 1)
    return np.concatenate([[0], numbers * np.log2(numbers)])


def score_by_blocks(words: Words, candidates: NDArray[np.int64], nlogn: NDArray[np.float64]) -> Scores:
    """Count the classes of 64 guesses by one bincount."""
    classes = words.matrix.classes
    sizes = np.empty((words.count, classes), np.int64)
    offsets = np.arange(64)[:, None] * classes
    for start in range(0, words.count, 64):
        rows = words.table[start : start + 64].take(candidates, axis=1)
        counts = np.bincount((rows + offsets[: len(rows)]).ravel(), minlength=len(rows) * classes)
        sizes[start : start + 64] = counts.reshape(-1, classes)
    return sizes.max(1), np.count_nonzero(sizes, axis=1), (sizes * sizes).sum(1), nlogn[sizes].sum(1)


def score_by_numba(words: Words, candidates: NDArray[np.int64], nlogn: NDArray[np.float64]) -> Scores:
    """Count guess by guess in a compiled loop."""
    largest, parts, squares = np.empty((3, words.count), np.int64)
    information = np.empty(words.count)
    gather(words.table, candidates, nlogn, words.matrix.classes, largest, parts, squares, information)
    return largest, parts, squares, information


SCORE_WAYS: dict[str, Callable[[Words, NDArray[np.int64], NDArray[np.float64]], Scores]] = {
    "numpy, bincount of 64 rows of the table": score_by_blocks,
    "numba, gather from the table": score_by_numba,
}


def table_times(words: Words, turns: int) -> dict[str, float]:
    """Time the table, by corral with the memory for it, by numpy into a warm buffer, and filling that."""
    out = huge_pages((words.count, words.count))
    for name, way in TABLE_WAYS.items():
        way(words, out)
        assert np.array_equal(out, words.table), name
    ways: dict[str, Callable[[], Any]] = {name: partial(way, words, out) for name, way in TABLE_WAYS.items()}
    return milliseconds({"fill": partial(out.fill, 3), "corral": words.made, **ways}, turns=turns, seconds=1.0)


def score_times(words: Words, count: int, turns: int) -> dict[str, float]:
    """Time the scores of all guesses on some random candidates."""
    candidates = np.sort(np.random.default_rng(count).choice(words.count, count, replace=False))
    nlogn, short = logarithms(words), candidates.astype(np.uint32)
    parts, largest = np.empty((2, words.count), np.uint32)
    squares, exact = np.empty((2, words.count), np.uint64)
    core = partial(words.matrix.score, short, None, parts, largest, squares, exact)
    core()
    for name, way in SCORE_WAYS.items():
        found = way(words, candidates, nlogn)
        assert np.array_equal(found[:3], (largest, parts, squares)), name
        assert np.allclose(exact / 2.0**32, found[3]), name
    ways: dict[str, Callable[[], Any]] = {
        name: partial(way, words, candidates, nlogn) for name, way in SCORE_WAYS.items()
    }
    return milliseconds({"corral": core, **ways}, turns=turns, seconds=0.5)


def word_times(turns: int, count: int) -> dict[str, dict[str, float]]:
    """Return the times in milliseconds, by task and way: with few candidates, with a sixteenth, and with all."""
    words = Words(count)
    some = {few: score_times(words, few, turns) for few in (3, count // 16, count)}
    return {
        "table of words": table_times(words, turns),
        **{f"scores of words on {few} candidates": times for few, times in some.items()},
    }
