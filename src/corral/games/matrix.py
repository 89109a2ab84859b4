"""Games whose classes are looked up in a table, and codes that are listed."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from corral.errors import CodeError, GameError, TooLargeError, shown
from corral.games.base import NO_SECRET, Game

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from corral._core import Matrix
    from corral.feedback import Label

__all__ = ["ListedCodes", "Made", "MatrixGame"]

_MAX_CELLS: Final = 1 << 31


@dataclass(frozen=True, slots=True)
class ListedCodes:
    """Codes in the order of a list.

    Raises:
        GameError: a text is there twice.
    """

    texts: tuple[str, ...]
    _numbers: dict[str, int] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_numbers", {text: number for number, text in enumerate(self.texts)})
        if len(self._numbers) < len(self.texts):
            twice = next(text for number, text in enumerate(self.texts) if self._numbers[text] != number)
            raise GameError(f"the name {shown(twice)} is given twice")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.texts,)

    def __len__(self) -> int:
        return len(self.texts)

    def text(self, number: int) -> str:
        """Return the text of the code with a number."""
        return self.texts[number]

    def number(self, code: Any) -> int:
        """Return the number of a code given as its text.

        Raises:
            CodeError: it is none.
        """
        number = self._numbers.get(code) if isinstance(code, str) else None
        if number is None:
            raise CodeError(f"{shown(code)} is none of the {len(self)} codes")
        return number


class Made(NamedTuple):
    """The table of a game and its classes; by guess the secret that it wins against, by secret a guess that does."""

    matrix: Matrix
    labels: tuple[Label, ...]
    found: NDArray[np.uint32]
    winning: NDArray[np.uint32]


class MatrixGame(Game):
    """A game with its table, [guess, secret], which is made on first use."""

    __slots__ = ()

    _made: Made | None

    @abstractmethod
    def _make(self) -> tuple[Matrix, tuple[Label, ...]]:
        """Return the table, and the labels of its classes."""

    def _parts(self) -> Made:
        made = self._made
        if made is None:
            cells = len(self.guesses) * len(self.secrets)
            if cells > _MAX_CELLS:
                raise TooLargeError(f"the table of {self} needs {cells} bytes: no more than {_MAX_CELLS} are taken")
            try:
                matrix, labels = self._make()
            except TooLargeError:
                raise
            except MemoryError:
                raise TooLargeError(f"the table of {self} needs {cells} bytes: there is no memory for it") from None
            found: NDArray[np.uint32] = np.asarray(matrix.found)
            winning = np.empty(len(self.secrets), np.uint32)
            guesses = np.flatnonzero(found != NO_SECRET)[::-1]
            winning[found[guesses]] = guesses  # the last one stays, which is the first guess
            made = Made(matrix, labels, found, winning)
            # Two threads may both come here; either table will do.
            object.__setattr__(self, "_made", made)
        return made

    @property
    def core(self) -> Matrix:
        """The table in the compiled core, made on first use.

        Raises:
            TooLargeError: it would not fit, or there are more than 256 classes.
        """
        return self._parts().matrix

    @property
    def classes(self) -> tuple[Label, ...]:
        """The feedbacks that some guess and secret give, ascending, the winning one last."""
        return self._parts().labels

    def _table(self) -> NDArray[np.uint8]:
        return np.asarray(self.core.table).reshape(len(self.guesses), len(self.secrets))

    def answer(self, guess: int, secret: int) -> int:
        """Return the class number of the answer to a guess; both are given by their numbers."""
        return int(self._table()[guess, secret])

    def found(self, guesses: NDArray[np.uint32]) -> NDArray[np.uint32]:
        """Return, for each guess, the secret that it wins against, or `NO_SECRET`; all are numbers."""
        return self._parts().found[guesses]

    def winning(self, secrets: NDArray[np.uint32]) -> NDArray[np.uint32]:
        """Return, for each secret, the first guess that wins against it; all are numbers."""
        return self._parts().winning[secrets]

    def _fill(self, out: NDArray[np.uint8]) -> None:
        out[...] = self._table()
