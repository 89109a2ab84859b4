"""The filter method: any guess that can be the secret. The strategies differ in which one they take.

Those that draw do it by `corral.reference.draw`, a hash of the seed and of the history. So a seed is one strategy, with
one decision tree, the same on every machine.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING

import numpy as np

from corral.errors import ArgumentError
from corral.feedback import Feedback
from corral.reference import draw
from corral.strategies.player import Compiled, Player
from corral.strategies.repeated import one_repeated

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from corral.strategies.positions import Position

__all__ = ["Drawing", "LeastSimilar", "Random", "Sieve"]


@dataclass(frozen=True, slots=True, repr=False)
class Sieve(Player):
    """The first secret that is left."""

    @property
    def name(self) -> str:
        """The name of the strategy."""
        return "sieve"

    def choose(self, position: Position) -> int:
        """Return the number of the guess."""
        return int(self.game.winning(position.left[:1])[0])

    def _compiled(self) -> Compiled:
        return Compiled("sieve", False, self.opener, 0)


@dataclass(frozen=True, slots=True, repr=False)
class Drawing(Player):
    """A strategy that draws."""

    _: KW_ONLY
    seed: int = 0

    def drawn(self, position: Position, secrets: NDArray[np.uint32]) -> int:
        """Return the guess that wins against one of the secrets, drawn by the position."""
        place = draw(self.seed, [(step.guess, step.classes) for step in position.steps], len(secrets))
        return int(self.game.winning(secrets[place : place + 1])[0])


@dataclass(frozen=True, slots=True, repr=False)
class Random(Drawing):
    """A secret that is left, drawn."""

    @property
    def name(self) -> str:
        """The name of the strategy."""
        return "random"

    def choose(self, position: Position) -> int:
        """Return the number of the guess."""
        return self.drawn(position, position.left)

    def _compiled(self) -> Compiled:
        return Compiled("random", False, self.opener, self.seed)


@dataclass(frozen=True, slots=True, repr=False)
class LeastSimilar(Drawing):
    """Cooley's rule: first a code with one symbol twice, then what is left that is least similar to the last guess.

    Everything that is left gives the last guess the answer that it got. So the second half of the rule decides only
    where that answer is partly known, and otherwise this is `Random` with an opener.
    """

    def __post_init__(self) -> None:
        if not isinstance(self.game.win, Feedback):
            raise ArgumentError(
                f"least-similar compares codes by bulls, then cows: {self.game} gives other feedback, {self.game.win}"
            )

    @property
    def name(self) -> str:
        """The name of the strategy."""
        return "least-similar"

    def choose(self, position: Position) -> int:
        """Return the number of the guess."""
        if not position.steps:
            return self._first()
        # Classes are ascending by bulls, then cows.
        parts = self.game.split(position.steps[-1].guess, position.left)
        return self.drawn(position, next(part for part in parts if part.size))

    def _first(self) -> int:
        codes = one_repeated(self.game) or range(len(self.game))
        secret = codes[draw(self.seed, (), len(codes))]
        return int(self.game.winning(np.array([secret]))[0])

    def _compiled(self) -> Compiled:
        opener = self.opener or (self.game.guesses[self._first()],)
        return Compiled("random", False, opener, self.seed)
