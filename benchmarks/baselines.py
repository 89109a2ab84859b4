"""The same tasks by numpy and by numba, as fast as we could write them; each names its idea.

A contender takes a `Peg`, which holds what may be made ready beforehand, and is compared with corral's result before
it is timed.
"""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

import corral
from corral import reference
from corral.games import PegGame

__all__ = ["SCORE_WAYS", "TABLE_WAYS", "Peg", "Scores", "gather"]

Scores = tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]
"""Largest part, number of parts, sum of squares and sum of n log2 n, a value a guess."""


@dataclass(frozen=True)
class Peg:
    """The codes of a game as arrays: digits [code, place], counts [code, symbol], and the class numbers."""

    game: PegGame
    digits: NDArray[np.uint8] = field(init=False)
    counts: NDArray[np.uint8] = field(init=False)
    class_of: NDArray[np.uint8] = field(init=False)
    """class_of[bulls * (places + 1) + bulls + cows]; zero where no class is."""
    groups: list[tuple[list[int], NDArray[np.intp]]] = field(init=False)
    """The codes of the same symbols: these in ascending order, and the code numbers."""
    nlogn: NDArray[np.float64] = field(init=False)
    """round(n log2 n * 2^32), whole numbers whose sums a float holds exactly: so ties are ties."""

    def __post_init__(self) -> None:
        game = self.game
        digits = np.array([[game.symbols.index(name) for name in code] for code in game.secrets], np.uint8)
        symbols = np.arange(len(game.symbols), dtype=np.uint8)
        class_of = np.zeros((game.length + 1) ** 2, np.uint8)
        for number, label in enumerate(self.labels):
            class_of[label.bulls * (game.length + 1) + label.bulls + label.cows] = number
        groups = defaultdict(list)
        for number, code in enumerate(np.sort(digits, axis=1).tolist()):
            groups[tuple(code)].append(number)
        object.__setattr__(self, "digits", digits)
        object.__setattr__(self, "counts", (digits[:, :, None] == symbols).sum(1, dtype=np.uint8))
        object.__setattr__(self, "class_of", class_of)
        object.__setattr__(self, "groups", [(list(code), np.array(rows)) for code, rows in groups.items()])
        object.__setattr__(self, "nlogn", np.array([0, *map(reference.nlogn, range(1, len(game) + 1))], np.float64))

    @property
    def labels(self) -> list[corral.Feedback]:
        """Bulls and cows of every class."""
        return [label for label in self.game.classes if isinstance(label, corral.Feedback)]

    @property
    def tokens(self) -> NDArray[np.bool_]:
        """tokens[code, symbol, k]: does the code have the symbol more than k times? So totals are matching tokens."""
        most = self.game.length if self.game.repeats else 1
        return np.greater(self.counts[:, :, None], np.arange(most, dtype=np.uint8))

    @property
    def one_hot(self) -> NDArray[np.bool_]:
        """one_hot[code, place, symbol]."""
        return np.equal(self.digits[:, :, None], np.arange(len(self.game.symbols), dtype=np.uint8))


def table_by_places(peg: Peg, out: NDArray[np.uint8]) -> None:
    """Compare place by place and symbol by symbol, 16 guesses at once, each an array over all secrets."""
    digits, counts = np.ascontiguousarray(peg.digits.T), np.ascontiguousarray(peg.counts.T)
    for start in range(0, len(out), 16):
        rows = slice(start, start + 16)
        index = np.zeros(out[rows].shape, np.uint8)
        for place in digits:
            index += place == place[rows, None]
        index *= peg.game.length + 1
        for symbol in counts:
            index += np.minimum(symbol, symbol[rows, None])
        np.take(peg.class_of, index, out=out[rows], mode="clip")


def table_by_matrix_product(peg: Peg, out: NDArray[np.uint8]) -> None:
    """Bulls and totals are one product of one-hot matrices, by BLAS in float32."""
    codes = len(out)
    one_hot = peg.one_hot.reshape(codes, -1).astype(np.float32)
    tokens = peg.tokens.reshape(codes, -1).astype(np.float32)
    guesses = np.concatenate([one_hot * (peg.game.length + 1), tokens], axis=1)
    secrets = np.concatenate([one_hot, tokens], axis=1).T.copy()
    for start in range(0, codes, 256):
        rows = slice(start, start + 256)
        index = (guesses[rows] @ secrets).astype(np.uint8)
        np.take(peg.class_of, index, out=out[rows], mode="clip")


def table_by_groups(peg: Peg, out: NDArray[np.uint8]) -> None:
    """As the core: the totals once for all guesses of the same symbols, the class by arithmetic in bytes.

    By bulls and cows in order, a class number is total + bulls * (2 * places + 1 - bulls) / 2, but one less for the
    win, as there is no class of places - 1 bulls and a cow.
    """
    places, symbols = np.moveaxis(peg.one_hot, 0, 2).view(np.uint8).copy(), np.ascontiguousarray(peg.counts.T)
    for code, rows in peg.groups:
        total = np.zeros(len(out), np.uint8)
        for symbol in set(code):
            total += np.minimum(symbols[symbol], np.uint8(code.count(symbol)))
        bulls = places[0, peg.digits[rows, 0]]
        for place in range(1, peg.game.length):
            bulls += places[place, peg.digits[rows, place]]
        classes = np.uint8(2 * peg.game.length + 1) - bulls
        classes *= bulls
        classes >>= 1
        classes += total
        out[rows] = classes
    np.fill_diagonal(out, len(peg.game.classes) - 1)


TABLE_WAYS: dict[str, Callable[[Peg, NDArray[np.uint8]], None]] = {
    "numpy, place by place": table_by_places,
    "numpy, BLAS product": table_by_matrix_product,
    "numpy, as the core": table_by_groups,
}


def scores(peg: Peg, sizes: NDArray[Any]) -> Scores:
    """Return the scores of guesses from the sizes of their parts [guess, class]."""
    return sizes.max(1), np.count_nonzero(sizes, axis=1), (sizes * sizes).sum(1), peg.nlogn[sizes].sum(1)


def score_by_blocks(peg: Peg, table: NDArray[np.uint8]) -> Scores:
    """Count the classes of 64 rows of the table by one bincount."""
    classes = len(peg.game.classes)
    sizes = np.empty((len(table), classes), np.int64)
    offsets = np.arange(64)[:, None] * classes
    for start in range(0, len(table), 64):
        rows = table[start : start + 64]
        counts = np.bincount((rows + offsets[: len(rows)]).ravel(), minlength=rows.shape[0] * classes)
        sizes[start : start + 64] = counts.reshape(-1, classes)
    return scores(peg, sizes)


def score_by_rows(peg: Peg, table: NDArray[np.uint8]) -> Scores:
    """Count the classes of each row of the table by a bincount."""
    classes = len(peg.game.classes)
    return scores(peg, np.array([np.bincount(row, minlength=classes) for row in table]))


def score_by_columns(peg: Peg, table: NDArray[np.uint8]) -> Scores:
    """Compare with each class and add up bytes downwards, in tiles of up to 255 rows: the table is symmetric."""
    codes, classes = len(table), len(peg.game.classes)
    sizes = np.zeros((classes, codes), np.int64)
    for left in range(0, codes, 2048):
        columns = slice(left, left + 2048)
        for top in range(0, codes, 240):
            tile = table[top : top + 240, columns]
            for number in range(classes - 1):
                equal = (tile == number).view(np.uint8)
                sizes[number, columns] += np.add.reduce(equal, axis=0, dtype=np.uint8)
    sizes[-1] = codes - sizes.sum(0)
    return scores(peg, sizes.T)


def bits(rows: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Pack the last axis into words."""
    padded = np.zeros((*rows.shape[:-1], -(-rows.shape[-1] // 64) * 64), np.bool_)
    padded[..., : rows.shape[-1]] = rows
    return np.packbits(padded, axis=-1, bitorder="little").view(np.uint64)


def sums_of_four(terms: NDArray[np.uint64], every: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Add four bitmaps lane by lane; bitmap i of the result has the lanes of `every` whose sum is i."""
    a, b, c, d = terms
    odd_ab, odd_cd, both_ab, both_cd = a ^ b, c ^ d, a & b, c & d
    one, two, four = odd_ab ^ odd_cd, both_ab ^ both_cd ^ (odd_ab & odd_cd), both_ab & both_cd
    return np.stack([every & ~(one | two | four), one & ~two, two & ~one, one & two, four])


def score_by_bits(peg: Peg, table: NDArray[np.uint8]) -> Scores:
    """As the core, without the table: a bitmap over the secrets for each place and symbol, adders and bit counts."""
    assert peg.game.length == 4
    places, tokens = bits(np.moveaxis(peg.one_hot, 0, 2)), bits(np.moveaxis(peg.tokens, 0, 2))
    every = bits(np.ones(len(table), np.bool_))
    labels = np.array([(label.bulls, label.bulls + label.cows) for label in peg.labels])
    sizes = np.empty((len(table), len(labels)), np.int64)
    for code, rows in peg.groups:
        totals = sums_of_four(np.stack([tokens[s, code[:i].count(s)] for i, s in enumerate(code)]), every)
        bulls = sums_of_four(np.stack([places[p, peg.digits[rows, p]] for p in range(4)]), every)
        lanes = bulls[labels[:, 0]]
        lanes &= totals[labels[:, 1], None]
        sizes[rows] = np.bitwise_count(lanes).sum(2, dtype=np.uint16).T
    return scores(peg, sizes)


SCORE_WAYS: dict[str, Callable[[Peg, NDArray[np.uint8]], Scores]] = {
    "numpy, bincount of 64 rows of the table": score_by_blocks,
    "numpy, bincount row by row": score_by_rows,
    "numpy, compare and add down the table": score_by_columns,
    "numpy, as the core": score_by_bits,
}


@numba.njit()
def gather(
    table: NDArray[np.uint8],
    candidates: NDArray[np.int64],
    nlogn: NDArray[np.float64],
    classes: int,
    largest: NDArray[np.int64],
    parts: NDArray[np.int64],
    squares: NDArray[np.int64],
    information: NDArray[np.float64],
) -> None:
    """Score every guess on the candidates from a ready table, into the last four arrays."""
    sizes = np.empty(classes, np.int64)
    for guess in range(table.shape[0]):
        sizes[:] = 0
        for candidate in candidates:
            sizes[table[guess, candidate]] += 1
        most: Any = 0
        some: Any = 0
        square: Any = 0
        total = 0.0
        for size in sizes:
            most = max(most, size)
            some += size > 0
            square += size * size
            total += nlogn[size]
        largest[guess] = most
        parts[guess] = some
        squares[guess] = square
        information[guess] = total
