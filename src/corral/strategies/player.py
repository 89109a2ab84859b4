"""What all strategies have: they answer a history with a guess, and can play all secrets of their game at once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import KW_ONLY, dataclass, fields
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from corral._core import Codes
from corral.strategies.growth import grow
from corral.strategies.positions import Position
from corral.tree import Tree

if TYPE_CHECKING:
    from collections.abc import Callable

    from corral.games import Game
    from corral.history import History

__all__ = ["Compiled", "Player", "Strategy"]


class Strategy(Protocol):
    """What plays a game: `corral.strategy(...)`, a `Tree`, or any object of yours with this one method."""

    def guess(self, history: History = (), /) -> str:
        """Return the guess that follows a history, a sequence of pairs (guess, feedback)."""


class Compiled(NamedTuple):
    """How the compiled core is told to grow a tree."""

    strategy: str
    consistent: bool
    opener: tuple[str, ...]
    seed: int


@dataclass(frozen=True, slots=True, repr=False)
class Player(ABC):
    """A strategy for one game, made by `strategy`. Immutable, picklable, and hashable; equal if made of equals."""

    game: Game
    _: KW_ONLY
    opener: tuple[str, ...] = ()

    @property
    @abstractmethod
    def name(self) -> str:
        """The name of the strategy."""

    @abstractmethod
    def choose(self, position: Position) -> int:
        """Return the number of the guess after the opener."""

    def __repr__(self) -> str:
        options = [one for one in fields(self) if one.init and one.kw_only]
        given = [f"{one.name}={value!r}" for one in options if (value := getattr(self, one.name)) != one.default]
        return f"corral.strategy({', '.join([repr(self.game), repr(self.name), *given])})"

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), **{one.name: getattr(self, one.name) for one in fields(self) if one.init}), ()

    def guess(self, history: History = ()) -> str:
        """Return the guess that follows a history.

        Raises:
            ArgumentError, CodeError, FeedbackError, ContradictionError, TooLargeError: as `Game.candidates`.
            ContradictionError: the game is over.
            ArgumentError: the game does not allow the guess of the opener there.
        """
        return self.game.guesses[self.play(Position.of(self.game, history))]

    def play(self, position: Position) -> int:
        """Return the number of the guess at a position where something is left to be found."""
        turn = len(position.steps)
        if turn < len(self.opener):
            return position.check(self.game.guesses.index(self.opener[turn]), "the opener")
        return self.choose(position)

    def tree(self, progress: Callable[[int, int], object] | None = None) -> Tree:
        """Return the decision tree that the strategy plays."""
        core, how = self.game.core, self._compiled()
        if how is None or not isinstance(core, Codes):
            return grow(self, progress)
        opener = self.game.guesses.indices(how.opener)
        grown = core.tree(how.strategy, how.consistent, opener, how.seed, progress)
        return Tree(self.game, *map(np.asarray, (grown.guess, grown.label, grown.first, grown.size)))

    def _compiled(self) -> Compiled | None:
        """Return how the compiled core grows the tree of a peg game; None if it cannot."""
        return None
