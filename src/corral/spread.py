"""One search made of units that are done apart: by the workers of an executor, or here, with a checkpoint.

A unit (see `units`) is what is left at a place in the tree, or a guess there. What is done in some seconds is a unit
as a whole: first the game; if that takes longer, each first guess after the first one; if one of those does, each
place that it leads to; and if a place does, each of its guesses. What was found out in those seconds is kept. The
first guesses are tried one after the other, the places of one side by side. At every place the first guess goes
first, as it gives the others a budget; then as many are under way as there are workers for, and a few more, each with
what is known when it is handed out. Places that take only seconds come first, and where there is a budget the others
get shares of what they leave of it, as parts do in evaluate.c. Costs do not depend on who finds what first. Of guesses
that cost the same the first one in the order of the search is played, so the tree is the same as without units.

What workers are lost with is done again. If an executor can do nothing more, the rest is done here.
"""

from __future__ import annotations

import os
import warnings
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from dataclasses import dataclass, field
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

import numpy as np

from corral.units import Arrays, Cost, Path, Problem, Steps, Unit, arrays_of, branch_of, cost_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from corral.checkpoint import Checkpoint

__all__ = ["Spread"]

_PATIENCE: Final = 3.0  # seconds after which a unit is cut into smaller ones
_AHEAD: Final = 2  # units under way for each worker
_TICK: Final = 0.1  # seconds between reports
_TRIES: Final = 3  # of a unit whose worker is lost
_LOST: Final = (BrokenExecutor, CancelledError, ConnectionError, EOFError)

_Bound: TypeAlias = float | int  # inf: there is no tree
_Done = TypeVar("_Done")


class _StoppedError(Exception):
    """The time is up."""


@dataclass(slots=True)
class _Guess:
    """A guess at a place."""

    number: int | None
    lower: _Bound
    exact: bool = False
    patient: bool = True  # is it done however long it takes?


@dataclass(slots=True)
class _Place:
    """What is left after an answer."""

    path: Path
    size: int
    weight: int
    lower: _Bound
    exact: bool = False
    # Whichever guess is the best, until the place is cut.
    guesses: list[_Guess] = field(default_factory=lambda: [_Guess(None, 0, patient=False)])
    target: _Bound = 0  # what it is to be shown to cost next

    def is_open(self) -> bool:
        return not self.exact and self.lower < self.target

    def is_cut(self) -> bool:
        return self.guesses[0].number is not None

    def limit(self, slack: _Bound) -> _Bound:
        """Return what a guess has to cost less than, if so much is missing to the budget."""
        return min(self.best(), self.target, self.lower + slack)

    def best(self) -> _Bound:
        return min((guess.lower for guess in self.guesses if guess.exact), default=inf)

    def learn(self) -> None:
        """Take over what is known of the guesses."""
        best = self.best()
        least = min((guess.lower for guess in self.guesses if not guess.exact), default=inf)
        self.lower = max(self.lower, min(best, least))
        self.exact = best <= least

    def choice(self) -> int | None:
        """Return the first guess of those that are known to cost the least; None: none, or whichever is the best."""
        best = self.best()
        return next((guess.number for guess in self.guesses if guess.exact and guess.lower == best), None)


@dataclass(slots=True)
class _First:
    """A first guess, and what it leaves."""

    number: int
    lower: _Bound
    paid: _Bound = 0
    exact: bool = False
    places: list[_Place] | None = None

    def sum(self) -> _Bound:
        return max(self.lower, self.paid + sum(place.lower for place in self.places or ()))


@dataclass(slots=True)
class _Run:
    """A run in progress, or the last one."""

    steps: Steps
    firsts: list[_First] = field(default_factory=list)
    best: _Bound = inf
    lower: _Bound = 0
    ended: bool = False


_Task: TypeAlias = tuple[_Place, _Guess, Unit, int]
"""A unit that is handed out: its place, its guess there, and how often it was lost."""


class Spread:
    """The interface of a `Solver`, for a search in units. A budget is what trees have to cost less than."""

    def __init__(
        self,
        problem: Problem,
        *,
        memory: int,
        threads: int,
        executor: Executor | None,
        checkpoint: Checkpoint | None,
    ) -> None:
        self._problem, self._memory, self._threads = problem, memory, threads
        self._executor, self._checkpoint = executor, checkpoint
        self._local = problem.solver(memory)
        self._root = self._everything()
        self._run = _Run((1,))
        self._done = 0  # nodes of units
        self._end = inf
        self._report: Callable[[int, int], object] | None = None

    # The interface of a solver

    @property
    def value(self) -> int | None:
        """The least cost found."""
        return _told(self._run.best)

    @property
    def lower(self) -> int | None:
        """What no tree costs less than."""
        return _told(self._run.lower)

    @property
    def nodes(self) -> int:
        """Sets of candidates searched, here and by units."""
        return self._done + self._local.nodes

    @property
    def memo_entries(self) -> int:
        """Sets about which something is kept here."""
        return self._local.memo_entries

    @property
    def memory(self) -> int:
        """Bytes held here."""
        return self._local.memory

    def run(
        self,
        steps: Steps,
        *,
        budget: int | None = None,
        threads: int = 1,
        seconds: float | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> tuple[int | None, int | None, bool]:
        """Seek a tree that costs less than the budget, as `Solver.run`."""
        self._end = inf if seconds is None else monotonic() + seconds
        self._report = progress
        limit = inf if budget is None else budget
        run = self._run = _Run(steps)
        run.lower = self._bound(())
        try:
            self._try_firsts(run, limit)
            run.ended = True
        except _StoppedError:
            pass
        finally:
            self._report = None
        return _told(run.best), _told(run.lower), run.ended

    def tree(self, steps: Steps) -> _Arrays:
        """Return the tree of the last run, the best one that is known if it was stopped."""
        run = self._run
        self._end = inf
        proven = [first for first in run.firsts if first.exact and first.lower == run.best < inf]
        champion = next(iter(proven or [first for first in run.firsts if first.places is not None]), None)
        if champion is None:
            return _Arrays(*_read(arrays_of(self._local, Unit(steps, (), None), solved=run.best < inf)))
        if champion.places is None:
            self._list_places(run, champion)
        assert champion.places is not None
        for place in champion.places:
            if run.ended:
                self._settle(run, place)
        units = [Unit(steps, place.path, place.choice()) for place in champion.places]
        if run.ended and proven:
            branches = self._branches(units)
        else:
            branches = [arrays_of(self._local, unit, solved=False) for unit in units]
        labels = [place.path[-1][1] for place in champion.places]
        return _graft(champion.number, len(self._root), [_read(branch) for branch in branches], labels)

    # Places and bounds

    def _everything(self) -> np.ndarray[Any, np.dtype[np.uint32]]:
        given = self._problem.candidates
        return self._problem.game.candidate_numbers() if given is None else given

    def _weight(self, codes: np.ndarray[Any, np.dtype[np.uint32]]) -> int:
        weights = self._problem.weights
        return len(codes) if weights is None else int(weights[np.searchsorted(self._root, codes)].sum())

    def _bound(self, path: Path) -> _Bound:
        """Return what no tree at a place costs less than, without a search."""
        _, lower, _ = self._local.attempt(self._run.steps, path, budget=0)
        return _read_cost(lower)

    def _list_firsts(self, run: _Run) -> list[_First]:
        opener = self._problem.opener
        if len(opener):
            return [_First(int(opener[0]), run.lower)]
        return [_First(guess, _read_cost(lower)) for guess, lower in self._local.guesses(run.steps, ())]

    def _list_places(self, run: _Run, first: _First) -> None:
        """Find what a first guess leaves."""
        parts = self._problem.game.split(first.number, self._root)
        step = run.steps[0]
        first.places = []
        for label, part in enumerate(parts[:-1]):
            if not part.size:
                continue
            path = ((first.number, label),)
            place = _Place(path, part.size, self._weight(part), self._bound(path))
            first.paid += inf if step is None else step * place.weight
            first.places.append(place)
            if self._recall(Unit(run.steps, path, None), place.guesses[0]):
                place.learn()
                if not place.exact:
                    self._cut(run, place)

    def _cut(self, run: _Run, place: _Place) -> None:
        """Have the guesses at a place as units, if it may be any of them that is played."""
        if len(self._problem.opener) > 1 or _is_flat(run.steps, 1):
            place.guesses[0].patient = True
            return
        place.target = 0
        found = self._local.guesses(run.steps, place.path)
        place.guesses = [_Guess(guess, max(place.lower, _read_cost(lower))) for guess, lower in found]
        for guess in place.guesses:
            self._recall(Unit(run.steps, place.path, guess.number), guess)
        place.learn()

    def _recall(self, unit: Unit, guess: _Guess) -> bool:
        """Take over what a checkpoint says of a unit; return whether it says anything."""
        known = None if self._checkpoint is None else self._checkpoint.get(unit)
        if known is None:
            return False
        guess.lower = max(guess.lower, _read_cost(known.lower))
        guess.exact = known.exact
        return True

    def _keep(self, unit: Unit, guess: _Guess, cost: Cost) -> None:
        """Take over what was found out of a unit."""
        guess.lower = max(guess.lower, _read_cost(cost.lower))
        guess.exact = cost.exact
        if self._checkpoint is not None:
            self._checkpoint.put(unit, cost)

    # The search

    def _try_firsts(self, run: _Run, limit: _Bound) -> None:
        whole = _Guess(None, run.lower)
        done = self._try_here(run, Unit(run.steps, (), None), whole, limit)
        run.lower = max(run.lower, whole.lower)
        if done:
            run.best = whole.lower if whole.exact and whole.lower < limit else inf
            return
        run.firsts = self._list_firsts(run)
        for first in run.firsts:
            budget = min(run.best, limit)
            if first.lower < budget:
                self._try_first(run, first, budget)
            if first.exact and first.lower < budget:
                run.best = first.lower
        # One that came before and is not exact costs more than the least: its budget was above that.
        run.lower = max(run.lower, min([first.lower for first in run.firsts], default=inf))

    def _try_here(self, run: _Run, unit: Unit, guess: _Guess, budget: _Bound) -> bool:
        """Do a unit here if it does not take long; return whether it is done, or was before."""
        if not self._recall(unit, guess) and guess.lower < budget:
            cost = self._attempt(unit, budget, patient=False)
            self._keep(unit, guess, cost)
            if not cost.ended and monotonic() >= self._end:
                if unit.guess is None:
                    run.lower = max(run.lower, guess.lower)
                raise _StoppedError
        return guess.exact or guess.lower >= budget

    def _try_first(self, run: _Run, first: _First, budget: _Bound) -> None:
        """Have the cost of a first guess, or a bound of at least the budget."""
        whole = _Guess(first.number, first.lower)
        if budget < inf and self._try_here(run, Unit(run.steps, (), first.number), whole, budget):
            first.lower, first.exact = whole.lower, whole.exact
            return
        first.lower = max(first.lower, whole.lower)
        if first.places is None:
            self._list_places(run, first)
        assert first.places is not None
        under_way: dict[Future[Cost], _Task] = {}
        again: list[_Task] = []
        try:
            while first.sum() < budget:
                slack = budget - first.sum()
                _set_targets(first.places, slack)
                self._hand_out(run, first, slack, under_way, again)
                if not under_way:
                    assert all(place.exact for place in first.places), "a place is given up that is not solved"
                    break
                self._collect(run, first, under_way, again)
        finally:
            for future in under_way:
                future.cancel()
        first.lower = first.sum()
        first.exact = all(place.exact for place in first.places)
        # What is known of the other first guesses does not change.
        others = [other.lower for other in run.firsts]
        run.lower = max(run.lower, min([*others, run.best]))

    @staticmethod
    def _open_units(first: _First, slack: _Bound, busy: set[int]) -> Iterator[tuple[_Place, _Guess, _Bound]]:
        """Iterate over what may be done next, the most useful first, and what it has to cost less than."""
        assert first.places is not None
        # Large places first: they take longest.
        places = sorted((place for place in first.places if place.is_open()), key=lambda place: -place.size)
        for place in places:
            limit = place.limit(slack)
            tried = any(id(guess) in busy for guess in place.guesses)
            known = place.best() < inf
            for guess in place.guesses:
                if guess.exact or guess.lower >= limit or id(guess) in busy:
                    continue
                if tried and not known and limit == inf:
                    break  # the first one gives the others a budget
                yield place, guess, limit
                tried = True

    def _hand_out(
        self,
        run: _Run,
        first: _First,
        slack: _Bound,
        under_way: dict[Future[Cost], _Task],
        again: list[_Task],
    ) -> None:
        if self._executor is None:
            # One that does no more may never say what became of these.
            for future in [future for future in under_way if not future.done()]:
                again.append(under_way.pop(future))
                future.cancel()
        capacity = self._capacity()
        while again and len(under_way) < capacity:
            place, guess, unit, tries = again.pop()
            under_way[self._submit(unit, guess, place.limit(slack))] = place, guess, unit, tries
        if len(under_way) >= capacity:
            return
        busy = {id(guess) for _, guess, _, _ in under_way.values()}
        for place, guess, limit in self._open_units(first, slack, busy):
            unit = Unit(run.steps, place.path, guess.number)
            under_way[self._submit(unit, guess, limit)] = place, guess, unit, 0
            if len(under_way) >= capacity:
                return

    def _collect(
        self,
        run: _Run,
        first: _First,
        under_way: dict[Future[Cost], _Task],
        again: list[_Task],
    ) -> None:
        """Wait for some unit, and learn from all that are done."""
        done, _ = wait(under_way, timeout=_TICK, return_when=FIRST_COMPLETED)
        for future in done:
            place, guess, unit, tries = under_way.pop(future)
            try:
                cost = future.result()
            except _LOST as error:
                self._lose(error, tries + 1)
                again.append((place, guess, unit, tries + 1))
                continue
            self._done += cost.nodes if self._executor is not None else 0
            self._keep(unit, guess, cost)
            place.learn()
            if not cost.ended and unit.guess is None:
                self._cut(run, place)
        run.lower = max(run.lower, min([run.best, first.sum(), *(o.lower for o in run.firsts if o is not first)]))
        if self._report is not None:
            self._report(self.nodes, 0)
        if monotonic() >= self._end:
            raise _StoppedError

    def _settle(self, run: _Run, place: _Place) -> None:
        """Know whether a guess costs the least at a place that comes before the first one that is known to do so."""
        for guess in place.guesses:
            if guess.exact and guess.lower == place.lower:
                return
            if guess.lower == place.lower < inf:
                value, lower, _ = self._local.attempt(
                    run.steps, place.path, guess.number, budget=int(place.lower) + 1, threads=self._threads
                )
                guess.lower, guess.exact = _read_cost(lower), value is not None

    # Who does the units

    def _capacity(self) -> int:
        if self._executor is None:
            return 1
        return _AHEAD * max(1, _workers(self._executor))

    def _left(self, *, patient: bool) -> float | None:
        """Return the seconds that a unit may take."""
        left = min(self._end - monotonic(), inf if patient else _PATIENCE)
        return None if left == inf else max(0.0, left)

    def _submit(self, unit: Unit, guess: _Guess, budget: _Bound) -> Future[Cost]:
        if offered := self._offer(cost_of, unit, _told(budget), self._left(patient=guess.patient)):
            return offered
        future: Future[Cost] = Future()
        future.set_result(self._attempt(unit, budget, patient=guess.patient))
        return future

    def _attempt(self, unit: Unit, budget: _Bound, *, patient: bool) -> Cost:
        """Do a unit here, or some seconds of it."""
        value, lower, ended = self._local.attempt(
            unit.steps,
            unit.path,
            unit.guess,
            budget=_told(budget),
            threads=self._threads,
            seconds=self._left(patient=patient),
            progress=None if self._report is None else self._tell,
        )
        return Cost(lower, value is not None or (ended and lower is None), ended)

    def _tell(self, _: int, total: int) -> None:
        assert self._report is not None
        self._report(self.nodes, total)

    def _branches(self, units: list[Unit]) -> list[Arrays]:
        futures = [self._offer(branch_of, unit) for unit in units]
        try:
            return [self._branch(unit, future) for unit, future in zip(units, futures, strict=True)]
        finally:
            for future in futures:
                if future is not None:
                    future.cancel()

    def _branch(self, unit: Unit, future: Future[Arrays] | None) -> Arrays:
        """Return a branch that an executor may be at."""
        tries = 0
        while future is not None and (self._executor is not None or future.done()):
            try:
                return future.result()
            except _LOST as error:
                tries += 1
                self._lose(error, tries)
            future = self._offer(branch_of, unit)
        return arrays_of(self._local, unit, solved=True)

    def _offer(self, work: Callable[..., _Done], *arguments: object) -> Future[_Done] | None:
        """Let the executor do something; None if it does no more."""
        if self._executor is not None:
            try:
                return self._executor.submit(work, self._problem, self._memory, *arguments)
            except (*_LOST, RuntimeError) as error:
                self._give_up(repr(error))
        return None

    def _lose(self, error: BaseException, tries: int) -> None:
        if isinstance(error, BrokenExecutor):
            self._give_up(repr(error))
        elif tries >= _TRIES:
            self._give_up(f"a unit was lost {tries} times: {error!r}")

    def _give_up(self, why: str) -> None:
        if self._executor is not None:
            warnings.warn(f"the executor does no more units ({why}); this process goes on alone", stacklevel=2)
            self._executor = None
            self._threads = max(self._threads, os.cpu_count() or 1)


@dataclass(frozen=True, slots=True)
class _Arrays:
    """The arrays of a tree, as those of a core tree are named."""

    guess: Any
    label: Any
    first: Any
    size: Any


def _read(arrays: Arrays) -> tuple[Any, Any, Any, Any]:
    guess, label, first, size = arrays
    return (
        np.frombuffer(guess, np.uint32),
        np.frombuffer(label, np.uint8),
        np.frombuffer(first, np.uint32),
        np.frombuffer(size, np.uint32),
    )


def _levels(first: Any) -> list[slice]:
    """Return where each level of a tree in breadth-first order is."""
    levels, start, end = [], 0, 1
    while start < end:
        levels.append(slice(start, end))
        start, end = end, int(first[end])
    return levels


def _graft(guess: int, size: int, branches: list[tuple[Any, Any, Any, Any]], labels: list[int]) -> _Arrays:
    """Return the tree of a guess and its branches, in breadth-first order."""
    levels = [_levels(branch[2]) for branch in branches]
    order = [
        (branch, levels[i][depth])
        for depth in range(max(map(len, levels), default=0))
        for i, branch in enumerate(branches)
        if depth < len(levels[i])
    ]
    guesses = np.concatenate([[guess], *(branch[0][part] for branch, part in order)]).astype(np.uint32)
    sizes = np.concatenate([[size], *(branch[3][part] for branch, part in order)]).astype(np.uint32)
    # The roots of the branches have no label yet, and come first.
    inner = [branch[1][part] for branch, part in order[len(branches) :]]
    all_labels = np.concatenate([[0], labels, *inner]).astype(np.uint8)
    children = np.concatenate([[len(branches)], *(np.diff(branch[2])[part] for branch, part in order)])
    first = np.concatenate([[1], 1 + np.cumsum(children)]).astype(np.uint32)
    return _Arrays(guesses, all_labels, first, sizes)


def _set_targets(places: list[_Place], missing: _Bound) -> None:
    """Once no place is open, tell what is to be shown next of what is missing to the budget.

    Places that are not cut take some seconds, and may be any that is missing. After them the others get shares of it.
    """
    if any(place.is_open() for place in places):
        return
    left = [place for place in places if not place.exact]
    whole = [place for place in left if not place.is_cut()]
    size = sum(place.size for place in left)
    for place in whole or left:
        part = missing if whole or missing == inf else -(-int(missing) * place.size // size)
        place.target = place.lower + part


def _workers(executor: Executor) -> int:
    """Return how many workers an executor has, as far as it tells."""
    for name in ("_max_workers", "max_workers"):
        if isinstance(number := getattr(executor, name, None), int):
            return number
    client = getattr(executor, "_client", None)
    if client is not None:
        return sum(client.ncores().values())
    return os.cpu_count() or 1


def _is_flat(steps: Steps, depth: int) -> bool:
    """Return whether nothing is paid after the next guess at a depth: the search has a quick way then, and a tree."""
    return not any(step != 0 for step in steps[depth + 1 :] or steps[-1:])


def _read_cost(cost: int | None) -> _Bound:
    return inf if cost is None else cost


def _told(cost: _Bound) -> int | None:
    return None if cost == inf else int(cost)
