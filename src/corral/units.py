"""Parts of a search that can be done anywhere: what a guess costs at a place in the tree, and the branch there.

A place is named by the answers that lead to it, pairs of a guess and a class number. A unit says nothing of what others
found out, so it can be done in any process, any number of times; a solver that is kept there only makes it quick.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from threading import local
from typing import TYPE_CHECKING, TypeAlias

from corral._core import Solver

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from corral.games import Game

__all__ = ["Arrays", "Cost", "Path", "Problem", "Steps", "Unit", "branch_of", "cost_of"]

Steps: TypeAlias = tuple[int | None, ...]
Path: TypeAlias = tuple[tuple[int, int], ...]
Arrays: TypeAlias = tuple[bytes, bytes, bytes, bytes]
"""The arrays of a tree: guess, label, first and size."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What is searched: a position, and how. `candidates` are None where nothing has been asked."""

    game: Game
    candidates: NDArray[np.uint32] | None
    weights: NDArray[np.uint64] | None
    history: NDArray[np.uint32]
    opener: NDArray[np.uint32]
    consistent: bool

    def solver(self, memory: int) -> Solver:
        """Return a new solver of it that may keep so many bytes."""
        return Solver(
            self.game.core,
            self.candidates,
            weights=self.weights,
            history=self.history,
            whole=True,
            opener=self.opener,
            consistent=self.consistent,
            memory=memory,
        )

    def fingerprint(self) -> str:
        """Return a text that is the same for the same problem alone."""
        arrays = (self.candidates, self.weights, self.history, self.opener)
        lengths = " ".join("-" if array is None else str(len(array)) for array in arrays)
        digest = sha256(f"{self.game.fingerprint()} {self.consistent} {lengths} ".encode())
        for array in arrays:
            if array is not None:
                digest.update(array.astype(array.dtype.newbyteorder("<")).tobytes())
        return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class Unit:
    """A place, and a guess there, or None for whichever is the best."""

    steps: Steps
    path: Path
    guess: int | None


@dataclass(frozen=True, slots=True)
class Cost:
    """What is known of a unit: no tree costs less than `lower`, None if there can be none; is that the least cost?"""

    lower: int | None
    exact: bool
    ended: bool = True
    nodes: int = 0


# The last solver of each thread, and the problem it is for: units of one problem follow each other.
_kept = local()


def _solver(problem: Problem, memory: int) -> Solver:
    name = (problem.fingerprint(), memory)
    if getattr(_kept, "name", None) != name:
        _kept.name, _kept.solver = None, None
        _kept.solver = problem.solver(memory)
        _kept.name = name
    solver: Solver = _kept.solver
    return solver


def cost_of(problem: Problem, memory: int, unit: Unit, budget: int | None, seconds: float | None) -> Cost:
    """Do a unit: return its cost if that is below the budget, and otherwise a bound."""
    solver = _solver(problem, memory)
    before = solver.nodes
    value, lower, ended = solver.attempt(unit.steps, unit.path, unit.guess, budget=budget, seconds=seconds)
    return Cost(lower, value is not None or (ended and lower is None), ended, solver.nodes - before)


def branch_of(problem: Problem, memory: int, unit: Unit) -> Arrays:
    """Return the branch of the tree at the place of a unit that begins with its guess."""
    return arrays_of(_solver(problem, memory), unit, solved=True)


def arrays_of(solver: Solver, unit: Unit, *, solved: bool) -> Arrays:
    """Return what a solver makes of a branch."""
    tree = solver.branch(unit.steps, unit.path, unit.guess, solved=solved)
    return tree.guess.tobytes(), tree.label.tobytes(), tree.first.tobytes(), tree.size.tobytes()
