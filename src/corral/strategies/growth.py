"""Trees grown in Python: a strategy plays all secrets of its game at once.

A node is a position, and the guess of the strategy splits its secrets into those of its children. What is left of a
branch is played before the next one begins, so a strategy that makes no headway is noticed at its first such branch;
the nodes of each depth come up from left to right all the same, which is the order of a `Tree`.
"""

from __future__ import annotations

from itertools import chain
from time import monotonic
from typing import TYPE_CHECKING, Final

import numpy as np

from corral.errors import ArgumentError
from corral.strategies.positions import Asked, Position
from corral.tree import Tree

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from corral.strategies.player import Player

__all__ = ["grow"]

# Guesses in a row that neither win nor split. An opener may have some, and sweep as many as there are arrangements.
_PATIENCE: Final = 1000
# Seconds between two reports of progress.
_PERIOD: Final = 0.1

_Node = tuple[int, int, int, int]


def grow(player: Player, progress: Callable[[int, int], object] | None = None) -> Tree:
    """Return the decision tree that a strategy plays; it is asked at every node.

    Raises:
        ArgumentError: it does not find a secret.
    """
    game = player.game
    everything = game.candidate_numbers()
    levels: list[list[_Node]] = []  # guess, label, size and number of children of the nodes of each depth
    waiting, found, reported = [(Position(game, (), everything), 0, 0)], 0, monotonic()
    while waiting:
        position, label, idle = waiting.pop()
        guess = player.play(position)
        parts = _split(position, guess)
        won = parts.pop(len(game.classes) - 1, None)
        idle = idle + 1 if won is None and len(parts) == 1 else 0
        if idle > _PATIENCE:
            raise ArgumentError(f"{player.name} does not find {game.secrets[int(position.left[0])]}: {_told(position)}")
        depth = len(position.steps)
        if depth == len(levels):
            levels.append([])
        levels[depth].append((guess, label, len(position.left), len(parts)))
        code = game.guesses[guess] if parts else ""
        for answer, left in sorted(parts.items(), reverse=True):
            step = Asked(guess, code, game.label(answer), (answer,))
            waiting.append((Position(game, (*position.steps, step), left), answer, idle))
        found += won is not None
        if progress is not None and monotonic() > reported + _PERIOD:
            progress(found, len(everything))
            reported = monotonic()
    guesses, labels, sizes, children = np.array(list(chain(*levels)), np.int64).T
    return Tree(game, guesses, labels, np.append(1, 1 + np.cumsum(children)), sizes)


def _split(position: Position, guess: int) -> dict[int, NDArray[np.uint32]]:
    """Return the secrets that are left by the class of their answer to a guess."""
    left = position.left
    if len(left) == 1:
        return {position.game.answer(guess, int(left[0])): left}
    return position.game.parts(guess, left)


def _told(position: Position) -> str:
    last = " ".join(step.code for step in position.steps[-3:])
    return f"{_PATIENCE} guesses in a row neither win nor tell secrets apart, the last ones {last}"
