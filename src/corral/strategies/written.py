"""Strategies that are not corral's own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from corral.errors import CodeError, shown
from corral.strategies.player import Player, Strategy
from corral.tree import Tree

if TYPE_CHECKING:
    from collections.abc import Callable

    from corral.strategies.positions import Position

__all__ = ["Written"]


@dataclass(frozen=True, slots=True, repr=False)
class Written(Player):
    """Any object with a method `guess`, whose guesses are checked to be some of the game."""

    strategy: Strategy

    @property
    def name(self) -> str:
        """The strategy's own `name` if that is a str, or the name of its class."""
        name = getattr(self.strategy, "name", None)
        return name if isinstance(name, str) else type(self.strategy).__name__

    def __repr__(self) -> str:
        opener = f"opener={self.opener!r}, " if self.opener else ""
        return f"<strategy for {self.game}: {opener}{shown(self.strategy)}>"

    def choose(self, position: Position) -> int:
        """Return the number of the guess.

        Raises:
            CodeError: the guess is none of the game.
            ArgumentError: the game does not allow it there.
        """
        history = position.history
        try:
            number = self.game.guesses.index(given := self.strategy.guess(history))
        except CodeError as error:
            raise CodeError(f"{self.name} asks {shown(given)} after {shown(history)}: {error}") from None
        return position.check(number, self.name)

    def tree(self, progress: Callable[[int, int], object] | None = None) -> Tree:
        """Return the decision tree that the strategy plays, which may be itself."""
        if isinstance(self.strategy, Tree) and not (self.strategy.history or self.opener or self.game.hard):
            return self.strategy
        return Player.tree(self, progress)
