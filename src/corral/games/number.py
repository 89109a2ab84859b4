"""The number game: find a number by asking whether it is greater, less, or equal."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from corral._core import Matrix
from corral.arguments import read_whole, whole
from corral.errors import CodeError, FeedbackError, GameError, shown
from corral.games.base import Referee
from corral.games.codelist import CodeList
from corral.games.matrix import Made, MatrixGame

if TYPE_CHECKING:
    from corral.feedback import Answer, Label

__all__ = ["NumberGame", "number"]

_OPERATORS: Final = "><="
_WIN: Final = "win"
_LARGEST: Final = 10**12
_QUESTION: Final = re.compile(r"(?:x ?)?(?P<operator>[<>=]?) ?(?P<number>[+-]?[0-9]{1,18}) ?\??")


def _read_number(given: Any) -> int | None:
    """Return the number that an int or a text stands for, None if it stands for none."""
    if not isinstance(given, str):
        return whole(given)
    text = given.strip()
    return int(text) if re.fullmatch("[+-]?[0-9]{1,18}", text) else None


@dataclass(frozen=True, slots=True)
class _Numbers:
    low: int
    high: int

    def __len__(self) -> int:
        return self.high - self.low + 1

    def text(self, number: int) -> str:
        return str(range(self.low, self.high + 1)[number])

    def number(self, code: Any) -> int:
        value = _read_number(code)
        if value is None or not self.low <= value <= self.high:
            raise CodeError(f"{shown(code)} is no number from {self.low} to {self.high}")
        return value - self.low


@dataclass(frozen=True, slots=True)
class _Questions:
    low: int
    high: int

    def __len__(self) -> int:
        return len(_OPERATORS) * (self.high - self.low + 1)

    def text(self, number: int) -> str:
        operator, place = divmod(range(len(self))[number], self.high - self.low + 1)
        return f"{_OPERATORS[operator]}{self.low + place}"

    def number(self, code: Any) -> int:
        match = _QUESTION.fullmatch(" ".join(code.split())) if isinstance(code, str) else None
        value = int(match["number"]) if match else _read_number(code)
        if value is None:
            middle = (self.low + self.high) // 2
            raise CodeError(f"{shown(code)} is no question: expected one such as >{middle}, <{middle} or ={middle}")
        if not self.low <= value <= self.high:
            raise CodeError(f"{shown(code)} asks for {value}: expected a number from {self.low} to {self.high}")
        operator = _OPERATORS.index(match["operator"] or "=") if match else _OPERATORS.index("=")
        return operator * (self.high - self.low + 1) + value - self.low


@dataclass(frozen=True, slots=True, repr=False)
class NumberGame(MatrixGame):
    """A number between two others is the secret; guesses ask whether it is greater (`>50`), less (`<50`) or equal.

    The answers are `no`, `yes` and, to a question `=50` that hits, `win`. Questions are ordered by operator, as above,
    then by number. A number may also be given as an int, and as a question it stands for the one whether it is equal.
    """

    low: int
    high: int
    _made: Made | None = field(init=False, compare=False, default=None)

    def __post_init__(self) -> None:
        for name in "low", "high":
            given = getattr(self, name)
            expected = "a whole number from -10^12 to 10^12"
            value = read_whole(given, name, -_LARGEST, _LARGEST, expected=expected, error=GameError)
            object.__setattr__(self, name, value)
        if self.low > self.high:
            raise GameError(f"no number is from {self.low} to {self.high}: expected low <= high")

    def __reduce__(self) -> tuple[Any, ...]:
        return NumberGame, (self.low, self.high)

    def __repr__(self) -> str:
        return f"corral.game({self.id!r})"

    @property
    def id(self) -> str:
        """The text that `game` makes the same game of.

        >>> number(0, 100).id
        'number:0..100'
        """
        return f"number:{self.low}..{self.high}"

    @property
    def secrets(self) -> CodeList:
        """The numbers."""
        return CodeList(_Numbers(self.low, self.high))

    @property
    def guesses(self) -> CodeList:
        """The questions."""
        return CodeList(_Questions(self.low, self.high))

    @property
    def classes(self) -> tuple[Label, ...]:
        """The answers, the winning one last; where there is one number, none is yes."""
        return ("no", _WIN) if self.low == self.high else ("no", "yes", _WIN)

    def _make(self) -> tuple[Matrix, tuple[Label, ...]]:
        numbers = np.arange(len(self))
        asked, secret = numbers[:, None], numbers[None, :]
        table = np.zeros((len(_OPERATORS), len(self), len(self)), np.uint8)
        np.greater(secret, asked, out=table[0], casting="unsafe")
        np.less(secret, asked, out=table[1], casting="unsafe")
        np.fill_diagonal(table[2], len(self.classes) - 1)
        return Matrix(table, len(self.guesses), len(self), len(self.classes)), self.classes

    def feedback(self, guess: Any, secret: Any) -> Label:
        """Return the answer to a question.

        >>> number(0, 100).feedback(">50", 83), number(0, 100).feedback("=83", "83")
        ('yes', 'win')

        Raises:
            CodeError: it is no question, or no number of the game.
        """
        return self.classes[self.answer(self.guesses.index(guess), self.secrets.index(secret))]

    def answer(self, guess: int, secret: int) -> int:
        """Return the class number of the answer to a guess; both are given by their numbers."""
        operator, asked = divmod(guess, len(self))
        if operator == _OPERATORS.index("="):
            return (len(self.classes) - 1) * (secret == asked)
        return int(secret < asked if operator else secret > asked)

    def referee(self) -> Referee:
        """Return the game in plain Python, which shares nothing with the compiled core."""
        numbers = range(self.low, self.high + 1)

        def answer(question: tuple[str, int], secret: int) -> Label:
            operator, asked = question
            if operator == "=":
                return _WIN if secret == asked else "no"
            return "yes" if (secret > asked if operator == ">" else secret < asked) else "no"

        return Referee(numbers, [(operator, asked) for operator in _OPERATORS for asked in numbers], answer)

    def fingerprint(self) -> str:
        """Return a text that is the same for equal games alone."""
        return self.id

    def _read_label(self, given: Answer) -> Label:
        text = given.strip().lower() if isinstance(given, str) else ""
        label = {"y": "yes", "n": "no", "w": _WIN}.get(text, text)
        if label not in ("no", "yes", _WIN):
            raise FeedbackError(f"{shown(given)} is no answer: expected yes, no, or {_WIN}")
        return label


def number(low: int, high: int) -> NumberGame:
    """Return the game of finding a whole number from `low` to `high` by questions, see `NumberGame`.

    >>> game = number(0, 100)
    >>> len(game), len(game.guesses), list(game.candidates([(">50", "yes"), (">75", "yes"), (">77", "no")]))
    (101, 303, ['76', '77'])

    Raises:
        GameError: there is no such number, or one is no whole number from -10^12 to 10^12.
    """
    return NumberGame(low, high)
