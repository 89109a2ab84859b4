"""How the answers to one guess share out the codes that are left."""

from __future__ import annotations

from dataclasses import dataclass
from math import log2
from typing import TYPE_CHECKING

from corral.errors import FeedbackError, shown
from corral.games import check_game
from corral.history import read_pairs
from corral.position import read_guess, read_steps

if TYPE_CHECKING:
    from corral.feedback import Label
    from corral.games import Game
    from corral.games.codelist import Code
    from corral.history import History

__all__ = ["Answers", "answer_distribution"]


@dataclass(frozen=True, slots=True)
class Answers:
    """How many of the codes that are left give each answer to a guess. Made by `answer_distribution`.

    Attributes:
        guess: the guess.
        sizes: the number of codes by the answer that they give; the answers that occur, in the order of `game.classes`.
    """

    guess: str
    sizes: dict[Label, int]

    @property
    def candidates_left(self) -> int:
        """How many codes are left before the answer."""
        return sum(self.sizes.values())

    @property
    def parts(self) -> int:
        """How many answers occur."""
        return len(self.sizes)

    @property
    def largest(self) -> int:
        """The most codes with the same answer."""
        return max(self.sizes.values())

    @property
    def expected_size(self) -> float:
        """How many codes are left after the answer on average: sum of n^2 / m for m codes."""
        return sum(size * size for size in self.sizes.values()) / self.candidates_left

    @property
    def information(self) -> float:
        """The information that the answer brings on average, in bits: log2 m - sum of (n log2 n) / m for m codes."""
        left = self.candidates_left
        return log2(left) - sum(size * log2(size) for size in self.sizes.values()) / left

    def bits(self, answer: Label) -> float:
        """Return the information that one of the answers brings, in bits: the rarer it is, the more.

        Raises:
            FeedbackError: no code that is left gives the answer, a label or its text.
        """
        for label, size in self.sizes.items():
            if answer in (label, str(label)):
                return log2(self.candidates_left / size)
        occurring = " ".join(map(str, self.sizes))
        raise FeedbackError(f"no code that is left answers {shown(answer)} to {self.guess}: they give {occurring}")


def answer_distribution(game: Game, guess: Code, history: History = ()) -> Answers:
    """Return how many of the codes that agree with a history give each answer to a guess.

    >>> import corral
    >>> answers = corral.answer_distribution(corral.mastermind(), "1122", [("3344", "0,2")])
    >>> {str(answer): size for answer, size in answers.sizes.items()}
    {'0,0': 24, '0,1': 24, '0,2': 6, '1,0': 24, '1,1': 12, '2,0': 6}
    >>> answers.largest, round(answers.information, 3), round(answers.bits(corral.Feedback(2, 0)), 3)
    (24, 2.375, 4.0)

    Raises:
        CodeError, FeedbackError, ContradictionError: as `Game.candidates`.
        CodeError: the guess may not follow the history.
        ArgumentError: an argument is not of its kind.
        TooLargeError: the game has too many codes to list.
    """
    check_game(game)
    pairs = read_pairs(history)
    left = game.candidate_numbers(pairs)
    number = read_guess(game, guess, read_steps(game, pairs))
    sizes = map(len, game.split(number, left))
    occurring = {label: size for label, size in zip(game.classes, sizes, strict=True) if size}
    return Answers(game.guesses[number], occurring)
