"""The strategy that plays solved trees."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field
from threading import RLock
from typing import TYPE_CHECKING, Final

from corral.errors import ContradictionError, FeedbackError
from corral.search import check_searchable
from corral.solver import solve
from corral.strategies.player import Player

if TYPE_CHECKING:
    from collections.abc import Callable

    from corral.objectives import Objective
    from corral.search import Progress
    from corral.strategies.positions import Position
    from corral.tree import Tree

__all__ = ["Optimal"]

# Trees that are kept of positions outside the tree of the whole game.
_KEPT: Final = 64

_History = tuple[tuple[str, object], ...]


@dataclass(frozen=True, slots=True, repr=False)
class Optimal(Player):
    """The tree of `solve`, found when it is first needed and kept.

    A history that the tree does not have, or with an answer that is partly known, has the guess of the tree that is
    solved from there. So what is asked after a history does not depend on what was asked of the strategy before.
    """

    _: KW_ONLY
    consistent: bool = False
    objective: str | Objective = "depth,total"
    _trees: dict[_History, Tree] = field(default_factory=dict, init=False, compare=False)
    # Whoever is told of the progress may ask for a guess meanwhile.
    _lock: RLock = field(default_factory=RLock, init=False, compare=False)

    def __post_init__(self) -> None:
        check_searchable(self.game)

    @property
    def name(self) -> str:
        """The name of the strategy."""
        return "optimal"

    def choose(self, position: Position) -> int:
        """Return the number of the guess."""
        history = position.history
        try:
            code = self._solved().guess(history)
        except (ContradictionError, FeedbackError):
            code = self._solved(position).guess(history)
        return self.game.guesses.index(code)

    def tree(self, progress: Callable[[int, int], object] | None = None) -> Tree:
        """Return the solved tree; `progress` is told of no secret placed before the end."""
        return self._solved(progress=progress)

    def _solved(self, position: Position | None = None, progress: Callable[[int, int], object] | None = None) -> Tree:
        history = () if position is None else position.history
        report = None if progress is None else _reporting(progress, len(self.game))
        # Others wait for the tree, rather than search for it as well.
        with self._lock:
            if history not in self._trees:
                tree = solve(
                    self.game,
                    self.objective,
                    opener=self.opener[len(history) :],
                    history=history,
                    consistent=self.consistent,
                    progress=report,
                )
                if len(self._trees) > _KEPT:
                    del self._trees[next(filter(None, self._trees))]
                self._trees[history] = tree.tree
            return self._trees[history]


def _reporting(progress: Callable[[int, int], object], total: int) -> Callable[[Progress], object]:
    return lambda _: progress(0, total)
