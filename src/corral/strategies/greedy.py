"""The strategies that look one guess ahead: the guess that splits what is left best by some score."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING

import numpy as np

from corral.scores import score_guesses
from corral.strategies.player import Compiled, Player

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from corral.strategies.positions import Position

__all__ = ["Greedy"]


@dataclass(frozen=True, slots=True, repr=False)
class Greedy(Player):
    """The best guess by a criterion of `Scores`, then one that can be the secret, then the first in game order."""

    criterion: str
    _: KW_ONLY
    consistent: bool = False

    @property
    def name(self) -> str:
        """The name of the strategy, which is that of the criterion."""
        return self.criterion

    def choose(self, position: Position) -> int:
        """Return the number of the guess."""
        left = position.left
        if len(left) == 1:
            return int(self.game.winning(left)[0])
        allowed = position.allowed
        if allowed is None and len(left) == 2:
            # A guess that wins against either tells them apart: by no criterion is another one better.
            return int(self.game.winning(left).min())
        scores = score_guesses(self.game, candidates=left, guesses=self._guesses(left, allowed))
        return int(scores.guesses[scores.best(self.criterion)])

    def _guesses(self, left: NDArray[np.uint32], allowed: NDArray[np.uint32] | None) -> NDArray[np.uint32] | None:
        if not self.consistent:
            return allowed
        guesses = np.arange(len(self.game.guesses), dtype=np.uint32) if allowed is None else allowed
        return guesses[self.game.can_win(guesses, left)]

    def _compiled(self) -> Compiled:
        return Compiled(self.criterion, self.consistent, self.opener, 0)
