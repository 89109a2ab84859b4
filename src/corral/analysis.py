"""What each guess is worth at a position, and the two that people ask for.

Who wants to be right now asks a code that can be the secret. Who wants the fewest guesses in the end asks the one that
tells most, which may be a code that cannot be the secret. How many guesses are needed in the end is computed where few
codes are left; before that the information that a guess brings stands for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

import numpy as np

from corral.answers import Answers, answer_distribution
from corral.arguments import read_whole
from corral.endgame import further_guesses
from corral.errors import ArgumentError, counted, shown
from corral.games import check_game
from corral.games.codelist import CodeList
from corral.objectives import read_weights
from corral.position import read_position
from corral.scores import Scores, score_guesses

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from corral.games import Game
    from corral.games.codelist import Code
    from corral.history import History
    from corral.objectives import Weights
    from corral.position import Step

__all__ = ["EXACT_CODES", "EXACT_LIMIT", "Analysis", "Figures", "analyze", "analyze_position"]

EXACT_LIMIT: Final = 300_000
"""Guesses times codes that are left, up to which `analyze` computes how many guesses are needed in the end."""

EXACT_CODES: Final = 100
"""Codes that are left, likewise: where there are few guesses, as in the number game, many codes take long."""

# Weights are added up in 64 bits.
_LIMIT: Final = 1 << 63


@dataclass(frozen=True, slots=True)
class Figures:
    """What one guess is worth; `str` tells it in words.

    Attributes:
        guess: the guess.
        is_candidate: whether it can be the secret.
        chance: the probability that it is.
        parts: how many answers it can get.
        largest: the most codes that are left after one of them.
        expected_size: how many are left on average.
        information: how many bits the answer brings on average.
        expected_guesses: how many further guesses, this one included, the best play needs on average that begins with
            it; None where many codes are left.
        worst: how many it needs in the worst case, by the play that is best for that; None likewise.
    """

    guess: str
    is_candidate: bool
    chance: float
    parts: int
    largest: int
    expected_size: float
    information: float
    expected_guesses: float | None
    worst: int | None

    def __str__(self) -> str:
        can = f"is the secret with probability {self.chance:.4g}" if self.is_candidate else "cannot be the secret"
        answers = counted(self.parts, "answer")
        text = (
            f"{self.guess} {can}, has {answers} and brings {self.information:.3f} bits; {self.expected_size:.4g} codes"
            f" are left on average, {self.largest} at most"
        )
        if self.expected_guesses is None:
            return text
        return f"{text}; {self.expected_guesses:.4g} further guesses on average, {self.worst} at most"


@dataclass(frozen=True, slots=True, eq=False)
class Analysis:
    """What guesses are worth at a position, a value a guess in each array. Made by `analyze`.

    Attributes:
        game: the game.
        history: what was asked and answered before.
        candidates: the codes that can still be the secret.
        scores: the guesses, and how each splits the candidates.
        weights: uint64, the weight of the secret that the guess may be, in units of `weight`; 0 if it can be none.
        weight: the weight of all candidates together: their number if they were given no weights.
        totals: uint64, for each guess the least sum, over the candidates, of the further guesses, the guess included,
            times the weight; None where many codes are left.
        worst: uint32, the least worst case of the further guesses, the guess included; None likewise.
    """

    game: Game
    history: tuple[Step, ...]
    candidates: CodeList
    scores: Scores
    weights: NDArray[np.uint64]
    weight: int
    totals: NDArray[np.uint64] | None
    worst: NDArray[np.uint32] | None

    def __str__(self) -> str:
        left, codes = len(self.candidates), counted(len(self.game), "code")
        if left == 1:
            return f"1 of {codes} is left: {self.candidates[0]}"
        best = [self.fewest] if self.now.guess == self.fewest.guess else [self.now, self.fewest]
        return "\n".join([f"{left} of {codes} are left: {self.reason}", *map(str, best)])

    @property
    def by(self) -> Literal["exact", "entropy"]:
        """How `fewest` was found: `exact`, by the guesses needed in the end, or `entropy`, by the information."""
        return "entropy" if self.totals is None else "exact"

    @property
    def now(self) -> Figures:
        """The guess with the best chance to be right now; of such, the one with the fewest guesses in the end."""
        places = np.lexsort((self.scores.guesses, self._cost, ~self.weights))
        return self._figures(int(places[0]))

    @property
    def fewest(self) -> Figures:
        """The guess with the fewest guesses in the end, or the most information: `by` says which."""
        return self._figures(int(self._order()[0]))

    def top(self, count: int) -> list[Figures]:
        """Return the best guesses, by the guesses needed in the end or by the information, as `by` says.

        Of equal guesses, one that can be the secret comes first, then the first in game order.

        Raises:
            ArgumentError: `count` is no number of guesses.
        """
        return [self._figures(place) for place in self._order()[: read_whole(count, "count", 0)].tolist()]

    def figures(self, guess: Code) -> Figures:
        """Return what a guess is worth.

        Raises:
            CodeError: it is no code of the game.
            ArgumentError: it is none of the guesses that were analyzed, such as one that hard mode forbids.
        """
        number = self.game.guesses.index(guess)
        places = np.flatnonzero(self.scores.guesses == number)
        if not places.size:
            allowed = self.game.allowed(self.history)
            if allowed is not None and number not in allowed:
                raise ArgumentError(f"{shown(guess)} is forbidden by hard mode: a guess heeds the answers before it")
            count = counted(len(self.scores.guesses), "guess", "guesses")
            raise ArgumentError(f"{shown(guess)} is not in the analysis of {count}")
        return self._figures(int(places[0]))

    def answers(self, guess: Code) -> Answers:
        """Return how many candidates give each answer to a guess.

        Raises:
            CodeError: it is no code of the game.
        """
        return answer_distribution(self.game, guess, self.history)

    @property
    def reason(self) -> str:
        """Why the two recommended guesses differ, or why they do not, in a sentence with the figures."""
        now, fewest = self.now, self.fewest
        if now.guess == fewest.guess:
            return f"{now.guess} is the best guess in both respects"
        if now.expected_guesses is not None:
            gain = f"needs {fewest.expected_guesses:.4g} further guesses on average, where {now.guess} needs"
            figures = f"{now.expected_guesses:.4g}"
        else:
            gain = f"brings {fewest.information:.3f} bits and leaves {fewest.expected_size:.4g} codes on average, where"
            figures = f"{now.guess} brings {now.information:.3f} and leaves {now.expected_size:.4g}"
        can = "is not as likely to be the secret" if fewest.is_candidate else "cannot be the secret"
        return f"{fewest.guess} {can}, but {gain} {figures}"

    @property
    def _cost(self) -> NDArray[np.uint64]:
        return self.scores.nlogn if self.totals is None else self.totals

    def _order(self) -> NDArray[np.intp]:
        return np.lexsort((self.scores.guesses, ~self.scores.is_candidate, self._cost))

    def _figures(self, place: int) -> Figures:
        scores = self.scores
        return Figures(
            guess=scores.codes[place],
            is_candidate=bool(scores.is_candidate[place]),
            chance=int(self.weights[place]) / self.weight,
            parts=int(scores.parts[place]),
            largest=int(scores.largest[place]),
            expected_size=float(scores.expected_size[place]),
            information=float(scores.information[place]),
            expected_guesses=None if self.totals is None else int(self.totals[place]) / self.weight,
            worst=None if self.worst is None else int(self.worst[place]),
        )


def analyze(
    game: Game,
    history: History = (),
    *,
    guesses: Sequence[Code] | NDArray[np.integer] | None = None,
    weights: Weights | None = None,
    exact_limit: int | None = None,
) -> Analysis:
    """Tell what each guess is worth, and which to ask: to be right now, or to need the fewest guesses in the end.

    Args:
        game: the game.
        history: what was asked and answered before.
        guesses: the guesses to analyze, codes or an array of code numbers, without those that may not follow; by
            default all.
        weights: how likely each secret is, as in `solve`; by default all are alike. They tell which guess is right now
            and how many guesses are needed in the end on average; parts and information count codes.
        exact_limit: up to how many candidates it is computed how many guesses are needed in the end; by default as long
            as they are `EXACT_CODES` at most, and guesses times candidates `EXACT_LIMIT`, which takes some tenths of a
            second, but longer on tables without any order. In hard mode it is computed for the last candidate alone.

    >>> import corral
    >>> analysis = corral.analyze(corral.bulls_and_cows(), [("0123", "0,1"), ("4561", "0,1")])
    >>> analysis.by, analysis.fewest.guess, round(analysis.fewest.information, 3), analysis.fewest.largest
    ('entropy', '7085', 3.001, 94)
    >>> analysis = corral.analyze(corral.bulls_and_cows(), [("1234", "1,3")])
    >>> analysis.by, analysis.fewest.guess, analysis.fewest.expected_guesses, analysis.now.expected_guesses
    ('exact', '0123', 2.75, 2.875)
    >>> analysis.reason
    '0123 cannot be the secret, but needs 2.75 further guesses on average, where 1342 needs 2.875'

    Raises:
        CodeError, FeedbackError: an item of the history, or a guess, is wrong.
        ContradictionError: no code agrees with the history, or it has found the secret.
        ArgumentError: an argument is not of its kind, or there are no guesses.
        TooLargeError: the game has too many codes to list.
    """
    check_game(game)
    steps, left = read_position(game, history)
    asked = game.allowed(steps)
    if guesses is not None:
        given = game.guesses.indices(guesses)
        asked = given if asked is None else given[np.isin(given, asked)]
    return analyze_position(game, steps, left, asked, weights, exact_limit)


def analyze_position(
    game: Game,
    steps: tuple[Step, ...],
    left: NDArray[np.uint32],
    asked: NDArray[np.uint32] | None,
    weights: Weights | None = None,
    exact_limit: int | None = None,
) -> Analysis:
    """Do the work of `analyze` for a position that has been read, on any guesses `asked`, by default all.

    >>> import corral
    >>> game = corral.mastermind(2, 2)
    >>> analyze_position(game, (), game.candidate_numbers(), None).fewest.guess
    '11'

    Raises:
        ArgumentError: as `analyze`.
    """
    scores = score_guesses(game, candidates=left, guesses=asked)
    if not scores.guesses.size:
        raise ArgumentError("there are no guesses to analyze")
    if weights is None:
        inside, everything, likely = None, len(left), np.ones(len(left), np.uint64)
    else:
        values, _ = read_weights(game, left.tolist(), weights)
        everything = sum(values)
        if not 0 < everything < _LIMIT:
            raise ArgumentError(f"the weights add up to {everything}: expected more than 0, and less than 2^63")
        inside = likely = np.array(values, np.uint64)
    totals = worst = None
    few = min(EXACT_CODES, EXACT_LIMIT // len(scores.guesses))
    if exact_limit is not None:
        few = read_whole(exact_limit, "exact_limit", 0)
    if len(left) <= max(1, few) and (len(left) == 1 or not game.hard):
        totals, worst = further_guesses(game, steps, left, scores.guesses, scores.is_candidate, inside)
    found = np.zeros(len(scores.guesses), np.uint64)
    secrets = game.found(scores.guesses[scores.is_candidate])
    found[scores.is_candidate] = likely[np.searchsorted(left, secrets)]
    return Analysis(
        game=game,
        history=steps,
        candidates=CodeList(game.secrets.space, left),
        scores=scores,
        weights=found,
        weight=everything,
        totals=totals,
        worst=worst,
    )
