"""Positions as strategies see them: by numbers, and by texts where those are asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from corral.errors import ArgumentError, shown
from corral.position import read_position

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from corral.feedback import Known
    from corral.games import Game
    from corral.history import History

__all__ = ["Asked", "Position"]


class Asked(NamedTuple):
    """A step of a history: the number and the text of a guess, what is known of the answer, and its classes."""

    guess: int
    code: str
    known: Known
    classes: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Position:
    """A place in a game: what was asked and answered, and the numbers of the secrets that are left, ascending."""

    game: Game
    steps: tuple[Asked, ...]
    left: NDArray[np.uint32]

    @classmethod
    def of(cls, game: Game, history: History) -> Position:
        """Return the position after a history, with the errors of `read_position`."""
        steps, left = read_position(game, history)
        return cls(
            game,
            tuple(Asked(game.guesses.index(code), code, known, tuple(game.agreeing(known))) for code, known in steps),
            left,
        )

    @property
    def history(self) -> tuple[tuple[str, Known], ...]:
        """The steps as pairs of a guess and what is known of its answer."""
        return tuple((step.code, step.known) for step in self.steps)

    @property
    def allowed(self) -> NDArray[np.uint32] | None:
        """The numbers of the guesses that may follow, ascending; None if all may."""
        return self.game.allowed(self.history)

    def check(self, guess: int, whose: str) -> int:
        """Return the number of a guess if it is one that may follow.

        Raises:
            ArgumentError: it may not.
        """
        allowed = self.allowed
        if allowed is not None and guess not in allowed:
            told = f"{whose} asks {self.game.guesses[guess]} after {shown(self.history)}"
            raise ArgumentError(f"{told}: {self.game} does not allow it there")
        return guess
