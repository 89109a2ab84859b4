"""The search for the best strategy: how each objective is made of runs of the compiled search, and what is known.

An objective becomes one run of the compiled search, or some, each for the least cost by one schedule: `Search` has a
method for each way. What a run proves is kept in the core, so the next one finds it again. A bound that counts only how
many secrets a guess can find and how many answers it has is there before the first run, so a search that is stopped at
once has one too. All that the core claims of a tree is counted again in the tree.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from corral.arguments import read_flag, read_progress
from corral.errors import ArgumentError, shown
from corral.games import check_game
from corral.history import read_pairs
from corral.limits import default_memory, read_seconds, read_size, read_threads
from corral.objectives import Key, Number, Objective, Weights, measure, plain, read_objective, read_weights, scaled
from corral.position import read_opener, read_position
from corral.tree import Tree
from corral.units import Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Executor

    from numpy.typing import NDArray

    from corral._core import Solver
    from corral.checkpoint import Checkpoint
    from corral.games import Game
    from corral.history import History
    from corral.spread import Spread

__all__ = ["Progress", "Search", "Solution", "Stats", "Value", "check_searchable"]

Value: TypeAlias = int | Fraction | tuple[int | Fraction | None, ...] | None
"""What a strategy is worth for an objective, see `solve`; None is what is not known or not allowed."""

_Steps: TypeAlias = tuple[int | None, ...]
_Meaning: TypeAlias = "Callable[[int], Key]"

# Sums of weights are added up in 64 bits.
_LIMIT: Final = 1 << 63


@dataclass(frozen=True, slots=True)
class Stats:
    """What a search took: sets of candidates searched, seconds on the clock, sets kept in memory, and bytes held."""

    nodes: int
    seconds: float
    memo_entries: int
    memory: int


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search is: the value of the best strategy so far, None where it is not known yet, and the bound."""

    best: Value
    lower_bound: Value
    nodes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Solution:
    """The best strategy found.

    Attributes:
        tree: the strategy.
        value: what it is worth; None if it breaks the limit of the objective's schedule, which a proven one never does.
        proven: whether the search has ended, so that no strategy is better.
        lower_bound: the proven limit: no strategy has a lower value, or for `within:k` a higher one. It is `value` if
            proven.
        objective: the objective, a name in its one form.
        stats: what the search took.
    """

    tree: Tree
    value: Value
    proven: bool
    lower_bound: Value
    objective: str | Objective
    stats: Stats


def check_searchable(game: Game) -> None:
    """Check that the search is sound for a game.

    Raises:
        ArgumentError: what may be guessed depends on the answers.
    """
    if game.hard:
        raise ArgumentError(f"{game}: the search is proven for games in which every guess is always allowed")


class _StoppedError(Exception):
    """The time is up."""


class Search:
    """A search, and what it has found: `solution()` may be called at any time, also after an exception in `run()`.

    The arguments are those of `solve`.
    """

    def __init__(
        self,
        game: Game,
        objective: str | Objective,
        *,
        opener: Sequence[str] | Sequence[Sequence[str]] = (),
        history: History = (),
        consistent: bool = False,
        weights: Weights | None = None,
        time_limit: float | None = None,
        memory_limit: int | None = None,
        threads: int | None = None,
        executor: Executor | None = None,
        checkpoint: str | os.PathLike[str] | None = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> None:
        check_game(game)
        check_searchable(game)
        self._start = monotonic()
        self._end = None if time_limit is None else self._start + read_seconds(time_limit)
        memory = default_memory() if memory_limit is None else read_size(memory_limit)
        if not (executor is None or callable(getattr(executor, "submit", None))):
            raise ArgumentError(f"executor is {shown(executor)}: expected a concurrent.futures.Executor, or None")
        if memory_limit is None and executor is not None:
            memory //= os.cpu_count() or 1  # of each worker
        self._threads = read_threads(threads)
        self._game, self._progress = game, read_progress(progress)
        self._objective, self._schedule = read_objective(objective)
        first = game.guesses.indices(read_opener(game, opener))
        if pairs := read_pairs(history):
            self._history, left = read_position(game, pairs)
        else:
            self._history, left = (), game.candidate_numbers()
        self._before, self._left = len(self._history), left
        self._horizon = self._before + len(first) + len(left)
        self._read_weights(weights)
        problem = Problem(
            game,
            self._left if self._history else None,
            self._weights,
            game.guesses.indices([guess for guess, _ in self._history]),
            first,
            read_flag(consistent, "consistent"),
        )
        self._checkpoint: Checkpoint | None = None
        if checkpoint is not None:
            from corral.checkpoint import Checkpoint  # which needs SQLite

            self._checkpoint = Checkpoint(checkpoint, problem)
        self._core = self._new_core(problem, memory, executor)

        self._tree: Tree | None = None  # the best so far, and what it is worth
        self._best: Key | None = None
        self._lower = self._measure(*self._ideal())
        self._proven = False
        # The run in progress: its schedule, and what its bound and the cost of its best tree say of the objective.
        self._steps: _Steps = (1,)
        self._bound: _Meaning | None = None
        self._claim: _Meaning | None = None

    def _read_weights(self, weights: Weights | None) -> None:
        """Set the weights of the candidates, whole multiples of a unit, and their sum."""
        self._weighted = weights is not None
        self._weights: NDArray[np.uint64] | None = None
        self._unit: Number = 1
        self._sum = len(self._left)
        if weights is not None:
            values, self._unit = read_weights(self._game, self._left.tolist(), weights)
            self._sum = sum(values)
            if self._sum >= _LIMIT:
                raise self._too_large()
            self._weights = np.array(values, np.uint64)

    def _new_core(self, problem: Problem, memory: int, executor: Executor | None) -> Solver | Spread:
        try:
            if executor is None and self._checkpoint is None:
                return problem.solver(memory)
            from corral.spread import Spread  # which needs pools and processes

            return Spread(problem, memory=memory, threads=self._threads, executor=executor, checkpoint=self._checkpoint)
        except OverflowError:
            if self._checkpoint is not None:
                self._checkpoint.close()
            raise self._too_large() from None

    def _too_large(self) -> ArgumentError:
        weights = "weights and " if self._weighted else ""
        return ArgumentError(
            f"{weights}costs of {self._name()} are too large to be added up exactly: expected sums below 2^56 of the"
            " largest unit that divides them all"
        )

    def _name(self) -> str:
        return self._objective if isinstance(self._objective, str) else "the Objective"

    # What is known

    def run(self) -> None:
        """Search until all is proven or the time is up; no second time.

        Raises:
            ArgumentError: no strategy keeps the limit of the objective's schedule, or costs are too large.
        """
        try:
            self._search()
        except _StoppedError:
            return
        except OverflowError:
            raise self._too_large() from None
        except RecursionError as error:
            raise ArgumentError(f"{self._name()} is beyond the search: {error}") from None
        finally:
            if self._checkpoint is not None:
                self._checkpoint.close()
        if self._best != self._lower:
            raise AssertionError(f"the search proves {self._lower}, but its tree has {self._best}")
        self._proven = True

    def _search(self) -> None:
        if self._schedule is not None:
            self._least_cost(self._schedule)
            return
        ways = {
            "depth": self._depth,
            "depth,total": self._depth_total,
            "total,depth": self._total_depth,
            "depth,last": self._depth_last,
        }
        ways[str(self._objective)]()

    def solution(self) -> Solution:
        """Return the best strategy so far, with what is proven of it."""
        if self._steps:
            # A run was stopped, and knows a tree.
            self._keep(self._read_tree(self._steps))
        assert self._tree is not None
        assert self._best is not None
        core = self._core
        stats = Stats(core.nodes, monotonic() - self._start, core.memo_entries, core.memory)
        value, lower = self._value(self._best), self._value(self._lower)
        # A search that is stopped in its last run may know all the same that no tree is better.
        proven = self._proven or self._best == self._lower
        return Solution(self._tree, value, proven, lower, self._objective, stats)

    def _keep(self, tree: Tree) -> None:
        """Keep a tree if it is the best so far."""
        key = self._measure(*self._levels(tree))
        if self._best is None or key < self._best:
            self._tree, self._best = tree, key

    def _value(self, key: Key) -> Value:
        """Return what a key says, in the form of the objective."""
        if isinstance(self._objective, str) and self._schedule is not None and len(self._schedule.costs) > 1:
            # The cost of `within` is the weight of the secrets that are not found.
            return plain(self._unit * self._sum - key[0])
        if inf in key:
            return None
        values = tuple(number if number is None else plain(number) for number in key)
        return values[0] if len(values) == 1 else values

    def _measure(self, counts: list[int], weights: list[int]) -> Key:
        return measure(self._objective, self._schedule, counts, [self._unit * weight for weight in weights])

    def _levels(self, tree: Tree) -> tuple[list[int], list[int]]:
        """Return how many secrets a tree finds with each guess, and the sums of their weights in units."""
        found = tree.found()
        if not np.array_equal(np.sort(np.concatenate(found)), self._left):
            raise AssertionError(f"the tree does not find each of the {len(self._left)} secrets once")
        counts = list(map(len, found))
        if self._weights is None:
            return counts, counts
        return counts, [int(self._weights[np.searchsorted(self._left, codes)].sum()) for codes in found]

    def _ideal(self) -> tuple[list[int], list[int]]:
        """Return the same of a tree in which every guess wins and has all answers, and the heaviest secrets come first.

        Every guess finds one secret at most, and after it there are at most as many sets as it has answers that do not
        win. So no tree finds more secrets, or more weight, with the first so many guesses, whatever their number is.
        """
        weights = None if self._weights is None else np.sort(self._weights)[::-1]
        counts, sums = [0] * self._before, [0] * self._before
        done, width = 0, 1
        while done < len(self._left):
            size = min(width, len(self._left) - done)
            counts.append(size)
            sums.append(size if weights is None else int(weights[done : done + size].sum()))
            done, width = done + size, width * (len(self._game.classes) - 1)
        return counts, sums

    # One run

    def _seek(
        self, steps: _Steps, bound: _Meaning | None = None, claim: _Meaning | None = None, budget: int | None = None
    ) -> Tree | None:
        """Return the tree of least cost, or None if there is none below the budget.

        `bound` tells what a lower bound of the cost says of the objective, `claim` likewise of the cost of a tree.
        """
        self._steps, self._bound, self._claim = steps, bound, claim
        seconds = None if self._end is None else max(0.0, self._end - monotonic())
        value, lower, ended = self._core.run(
            steps, budget=budget, threads=self._threads, seconds=seconds, progress=self._report
        )
        self._learn(lower)
        # A run that is stopped at once may know all the same that there is no tree.
        if not ended and lower is not None:
            raise _StoppedError
        tree = None
        if value is not None:
            tree = self._read_tree(steps)
            counted = self._count(steps, *self._levels(tree))
            if counted != value:
                raise AssertionError(f"the search claims a cost of {value}, but its tree has {counted}")
            self._keep(tree)
        self._steps = ()
        return tree

    def _learn(self, lower: int | None) -> None:
        if lower is not None and self._bound is not None:
            self._lower = max(self._lower, self._bound(lower))

    def _report(self, nodes: int, _: int) -> None:
        """Note what the run knows, as an exception may end it before the next report, and tell it."""
        core, best = self._core, self._best
        self._learn(core.lower)
        if self._progress is None:
            return
        value = core.value
        if self._claim is not None and value is not None:
            best = self._claim(value) if best is None else min(best, self._claim(value))
        told = None if best is None else self._value(best)
        self._progress(Progress(told, self._value(self._lower), nodes, monotonic() - self._start))

    def _read_tree(self, steps: _Steps) -> Tree:
        core = self._core.tree(steps)
        arrays = map(np.asarray, (core.guess, core.label, core.first, core.size))
        return Tree(self._game, *arrays, history=self._history)

    def _count(self, steps: _Steps, counts: list[int], weights: list[int]) -> int | None:
        """Return the cost of a tree as the core counts it, None if it is forbidden."""
        total = cost = 0
        for guess in range(self._before, len(counts)):
            total += cost * weights[guess]
            step = steps[min(guess - self._before, len(steps) - 1)]
            if step is None:
                return total if guess + 1 == len(counts) else None
            cost += step
        return total

    # The objectives, as runs

    def _least_cost(self, schedule: Objective) -> None:
        # No guess is asked that neither wins nor splits, so no secret needs more guesses than the horizon.
        last = max(self._before + 1, min(len(schedule.costs), self._horizon))
        costs = [schedule.cost(guesses) for guesses in range(self._before + 1, last + 2)]
        if costs[0] is None or inf in self._lower:
            raise self._impossible()
        rises = [after - cost for cost, after in pairwise(costs) if cost is not None and after is not None]
        whole, unit = scaled(rises)
        steps = [*whole, *[None] * (costs[-1] is None)]
        while len(steps) > 1 and steps[-1] == steps[-2]:
            steps.pop()
        unit *= self._unit
        first = self._unit * self._sum * costs[0]

        def key(cost: int) -> Key:
            return (first + unit * cost,)

        if self._seek(tuple(steps), key, key) is None:
            raise self._impossible()

    def _depth(self) -> None:
        self._least_depth(lambda depth: (depth,))

    def _depth_total(self) -> None:
        ideal, _ = self._lower
        tree = self._seek((1,), lambda cost: (ideal, self._total(cost)), lambda cost: (None, self._total(cost)))
        assert tree is not None
        least = tree.depth
        while least > ideal and (lower := self._seek(self._limited(least - 1, 0))) is not None:
            least = lower.depth
        # No tree has a lower total than the first one.
        self._lower = least, self._lower[1]
        if least < tree.depth:

            def key(cost: int) -> Key:
                return least, self._total(cost)

            self._seek(self._limited(least, 1), key, key)

    def _total_depth(self) -> None:
        _, ideal = self._lower
        tree = self._seek((1,), lambda cost: (self._total(cost), ideal), lambda cost: (self._total(cost), None))
        assert tree is not None
        cost = self._core.value
        assert cost is not None
        least = tree.depth
        while least > ideal and (lower := self._seek(self._limited(least - 1, 1), budget=cost + 1)) is not None:
            least = lower.depth
        self._lower = self._lower[0], least

    def _depth_last(self) -> None:
        _, _, total = self._lower
        lightest = self._unit * (1 if self._weights is None else int(self._weights.min()))
        depth = self._least_depth(lambda depth: (depth, lightest, total))
        # The last guess costs more than any total, so the two can be told from their sum.
        factor = depth * self._sum + 1
        steps = [1] * (depth - self._before)
        steps[-1] += factor
        first = self._sum * (self._before + steps[0])

        def key(cost: int) -> Key:
            last, total = divmod(first + cost, factor)
            return depth, self._unit * last, self._unit * total

        self._seek((*steps[1:], None), key, key)

    def _least_depth(self, bound: _Meaning) -> int:
        """Return the least depth, of which `bound` tells what it says of the objective."""
        for depth in range(self._lower[0], self._horizon + 1):
            self._lower = max(self._lower, bound(depth))
            if self._seek(self._limited(depth, 0)) is not None:
                return depth
        raise AssertionError(f"the search finds no tree of depth {self._horizon}")

    def _limited(self, depth: int, step: int) -> _Steps:
        """Return the schedule by which every further guess costs a step, and none beyond the depth is allowed."""
        return (*[step] * (depth - self._before - 1), None)

    def _total(self, cost: int) -> Number:
        """Return the total that goes with a cost when every further guess costs 1."""
        return self._unit * (self._sum * (self._before + 1) + cost)

    def _impossible(self) -> ArgumentError:
        assert self._schedule is not None
        limit = len(self._schedule.costs)
        return ArgumentError(f"no strategy finds every secret within {limit} guesses, the limit of the Objective")
