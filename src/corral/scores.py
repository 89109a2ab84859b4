"""Scores of guesses: how well each splits the codes that can still be the secret."""

from __future__ import annotations

from dataclasses import dataclass
from math import log2
from typing import TYPE_CHECKING, Final

import numpy as np

from corral.errors import ArgumentError, shown
from corral.games import check_game
from corral.games.codelist import CodeList
from corral.history import read_pairs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from corral.games import Game
    from corral.history import History

__all__ = ["Scores", "score_guesses"]

# The array that each criterion compares, and whether the largest value is best.
_CRITERIA: Final = {
    "minimax": ("largest", False),
    "expected-size": ("squares", False),
    "entropy": ("nlogn", False),
    "most-parts": ("parts", True),
}


@dataclass(frozen=True, slots=True, eq=False)
class Scores:
    """How guesses split the candidates, a value a guess in each array. Made by `score_guesses`.

    Attributes:
        game: the game.
        candidates_left: the number of candidates.
        guesses: uint32, code numbers; `codes` are their texts.
        parts: uint32, the number of feedbacks that occur.
        largest: uint32, the most candidates with the same feedback.
        squares: uint64, the sum of n^2 over the parts, n candidates each.
        nlogn: uint64, the sum of round(n log2 n * 2^32) over the parts, by which entropies are compared exactly.
        is_candidate: bool, whether the guess can still be the secret.
    """

    game: Game
    candidates_left: int
    guesses: NDArray[np.uint32]
    parts: NDArray[np.uint32]
    largest: NDArray[np.uint32]
    squares: NDArray[np.uint64]
    nlogn: NDArray[np.uint64]
    is_candidate: NDArray[np.bool_]

    @property
    def codes(self) -> CodeList:
        """The guesses as texts, made on demand."""
        return CodeList(self.game.guesses.space, self.guesses)

    @property
    def expected_size(self) -> NDArray[np.float64]:
        """The expected number of candidates after the answer: sum of n^2 / m for m candidates."""
        return self.squares / np.float64(self.candidates_left)

    @property
    def information(self) -> NDArray[np.float64]:
        """The information that the answer brings, in bits: log2 m - sum of (n log2 n) / m for m candidates."""
        bits = log2(self.candidates_left) - self.nlogn / np.float64(2**32 * self.candidates_left)
        # Rounding would leave a little, even less than 0, where the answer is known before.
        return np.where(self.parts > 1, bits, 0.0)

    def best(self, criterion: str) -> int:
        """Return the place of the best guess: by score, then a candidate before others, then by game order.

        Criteria are `minimax` (least `largest`), `expected-size` (least `squares`), `entropy` (least `nlogn`, which is
        the most information) and `most-parts`.

        Raises:
            ArgumentError: there is no such criterion, or there are no guesses.
        """
        if criterion not in _CRITERIA:
            raise ArgumentError(f"criterion is {shown(criterion)}: expected one of {', '.join(_CRITERIA)}")
        if not self.guesses.size:
            raise ArgumentError("there are no guesses to choose from")
        name, most = _CRITERIA[criterion]
        score: NDArray[np.uint64] = getattr(self, name)
        ties = np.flatnonzero(score == (score.max() if most else score.min()))
        inside = ties[self.is_candidate[ties]]
        ties = inside if inside.size else ties
        return int(ties[self.guesses[ties].argmin()])

    def _repr_html_(self) -> str:
        from corral.formats.notebook import scores_html  # needed in notebooks only

        return scores_html(self)


def score_guesses(
    game: Game,
    history: History = (),
    candidates: Sequence[Sequence[str]] | NDArray[np.integer] | None = None,
    guesses: Sequence[Sequence[str]] | NDArray[np.integer] | None = None,
) -> Scores:
    """Score guesses by how they split the candidates.

    Args:
        game: the game.
        history: the candidates are the codes that agree with it.
        candidates: the candidates, instead of a history: codes, or an array of code numbers; doubles count once.
        guesses: the guesses to score, likewise, in any order; by default all that may follow the history.

    >>> import corral
    >>> scores = score_guesses(corral.mastermind())
    >>> best = scores.best("minimax")
    >>> scores.codes[best], int(scores.largest[best]), round(float(scores.information[best]), 3)
    ('1122', 256, 2.885)

    Raises:
        CodeError, FeedbackError, ContradictionError: as `Game.candidates`.
        ArgumentError: an argument is not of its kind, both a history and candidates are given, or no candidate.
        TooLargeError: the game has too many codes to list.
    """
    check_game(game)
    pairs = read_pairs(history)
    core = game.core
    left = None
    if candidates is not None:
        if pairs:
            raise ArgumentError("both a history and candidates are given: expected one of them")
        left = game.secrets.distinct(candidates)
        if not left.size:
            raise ArgumentError("there are no candidates to split")
    elif pairs:
        left = game.candidate_numbers(pairs)
    asked = game.allowed(pairs) if guesses is None else game.guesses.indices(guesses)

    numbers = np.arange(len(game.guesses), dtype=np.uint32) if asked is None else asked
    parts, largest = np.empty((2, numbers.size), np.uint32)
    squares, nlogn = np.empty((2, numbers.size), np.uint64)
    core.score(left, asked, parts, largest, squares, nlogn)
    return Scores(
        game=game,
        candidates_left=len(game) if left is None else len(left),
        guesses=numbers,
        parts=parts,
        largest=largest,
        squares=squares,
        nlogn=nlogn,
        is_candidate=game.can_win(numbers, left),
    )
