"""What is wrong with answers that contradict each other: the fewest that have to change, and to what.

Every secret is compared with every answer. Those that disagree with the fewest answers tell which: for each of them the
answers that it disagrees with, and what it would have answered, are a way to put the history right.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from corral.games import check_game
from corral.history import History, read_pairs
from corral.position import read_steps

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from corral.feedback import Label
    from corral.games import Game
    from corral.position import Step

__all__ = ["Change", "Diagnosis", "Repair", "diagnose"]

_SHOWN: Final = 5


class Change(NamedTuple):
    """New answers at the steps of a repair, and how many codes agree with the history then."""

    answers: tuple[Label, ...]
    candidates_left: int


@dataclass(frozen=True, slots=True)
class Repair:
    """Steps of a history, counted from 1, whose answers may be the wrong ones, and the answers that may be right."""

    steps: tuple[int, ...]
    changes: tuple[Change, ...]

    @property
    def candidates_left(self) -> int:
        """How many codes agree with all other answers."""
        return sum(change.candidates_left for change in self.changes)

    def __str__(self) -> str:
        *most, last = map(str, self.steps)
        return f"steps {', '.join(most)} and {last}" if most else f"step {last}"


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Whether answers contradict each other, and which of them may be wrong. Made by `diagnose`.

    Attributes:
        game: the game.
        history: what was asked and answered.
        candidates_left: how many codes agree with all answers.
        contradiction: the first step whose answer no code gives that agrees with the answers before; None if there is
            none.
        wrong: how many answers are wrong, if as few as possible are; 0 if all can be right.
        repairs: all sets of so many steps that may be the wrong ones. Were every mistake as likely as another, the
            chance that a change is the right one would be proportional to the number of codes that agree then; so the
            likeliest come first, the earlier step and the order of `game.classes` decide where they are alike.
    """

    game: Game
    history: tuple[Step, ...]
    candidates_left: int
    contradiction: int | None
    wrong: int
    repairs: tuple[Repair, ...]

    def __str__(self) -> str:
        if self.contradiction is None:
            return f"the answers agree with each other: {self.candidates_left} of {len(self.game)} codes are left"
        return f"step {self.contradiction} contradicts the steps before; {self.why}"

    @property
    def why(self) -> str:
        """Which answers may be wrong, in words; an empty text if none contradicts the others."""
        if self.contradiction is None:
            return ""
        where = ", or ".join(map(str, self.repairs[:_SHOWN]))
        if (others := len(self.repairs) - _SHOWN) > 0:
            where += f", or {others} other{'s' * (others > 1)}"
        wrong = "1 wrong answer explains" if self.wrong == 1 else f"{self.wrong} wrong answers explain"
        return f"{wrong} it: {where}"


def diagnose(game: Game, history: History) -> Diagnosis:
    """Find out which answers of a history may be wrong.

    An answer that is partly known is wrong if what is known of it is.

    >>> import corral
    >>> game = corral.bulls_and_cows()
    >>> history = [("0123", "0,1"), ("4567", "0,2"), ("4068", "2,1"), ("0178", "1,2")]
    >>> print(corral.diagnose(game, history[:3]))
    the answers agree with each other: 4 of 5040 codes are left
    >>> diagnosis = corral.diagnose(game, [*history, ("4052", "0,2")])
    >>> print(diagnosis)
    step 5 contradicts the steps before; 1 wrong answer explains it: step 3, or step 5
    >>> for repair in diagnosis.repairs:
    ...     print(repair, [(str(change.answers[0]), change.candidates_left) for change in repair.changes])
    step 3 [('0,2', 1), ('0,3', 1), ('1,1', 1), ('1,2', 1)]
    step 5 [('1,1', 1)]

    Raises:
        CodeError, FeedbackError: an item of the history is wrong, or an answer one that no guess and secret give; the
            message names the step.
        ArgumentError: an argument is not of its kind.
        TooLargeError: the game has too many codes to list.
    """
    check_game(game)
    steps = read_steps(game, read_pairs(history))
    if not steps:
        return Diagnosis(game, (), len(game), None, 0, ())
    given = np.stack([_answers(game, guess) for guess, _ in steps])
    disagrees = np.stack([~_is_one_of(game.agreeing(known))[row] for row, (_, known) in zip(given, steps, strict=True)])
    wrong = disagrees.sum(axis=0)
    least, nearest = int(wrong.min()), np.flatnonzero(wrong == wrong.min())
    if not least:
        return Diagnosis(game, steps, len(nearest), None, 0, ())
    agrees_so_far = np.logical_and.accumulate(~disagrees).any(axis=1)
    repairs = _repairs(game, given[:, nearest], disagrees[:, nearest])
    return Diagnosis(game, steps, 0, int(agrees_so_far.argmin()) + 1, least, repairs)


def _answers(game: Game, guess: str) -> NDArray[np.int16]:
    """Return the class number that each secret gives to a guess."""
    parts = game.split(game.guesses.index(guess), None)
    out = np.empty(len(game), np.int16)
    for number, part in enumerate(parts):
        out[part] = number
    return out


def _is_one_of(numbers: list[int]) -> NDArray[np.bool_]:
    table = np.zeros(256, np.bool_)
    table[numbers] = True
    return table


def _repairs(game: Game, given: NDArray[np.int16], wrong: NDArray[np.bool_]) -> tuple[Repair, ...]:
    """Return the ways to put a history right, from the answers of the nearest secrets [steps, secrets]."""
    ways, sizes = np.unique(np.where(wrong, given, -1), axis=1, return_counts=True)
    told = []
    for way, size in zip(ways.T, sizes.tolist(), strict=True):
        rows = np.flatnonzero(way >= 0)
        told.append((tuple((rows + 1).tolist()), tuple(way[rows].tolist()), size))
    repairs = []
    for steps, group in groupby(sorted(told, key=lambda way: (way[0], -way[2], way[1])), key=lambda way: way[0]):
        changes = tuple(Change(tuple(map(game.label, numbers)), size) for _, numbers, size in group)
        repairs.append(Repair(steps, changes))
    return tuple(sorted(repairs, key=lambda repair: -repair.candidates_left))
