"""Searches that are stopped, and a core that does not keep its word."""

import gc
import signal
import sys
import threading
import weakref
from functools import partial
from itertools import pairwise

import numpy as np
import pytest
from brute import optimum, rows

import corral
from corral import Progress, Tree, _core, solve, units
from corral.search import Search

NAMES = ("total", "depth", "depth,total", "total,depth", "within:3", "depth,last", corral.Objective([1, 2, 4]))
SMALL = corral.bulls_and_cows(3, 4)
COWS = corral.bulls_and_cows()


class Core:
    """The core, but for what a test makes of it."""

    def __init__(self, changed, *arguments, **options):
        self.changed = changed
        self.real = _core.Solver(*arguments, **options)
        self.runs = 0

    def __getattr__(self, name):
        return getattr(self.real, name)

    def run(self, steps, **options):
        self.runs += 1
        changed = self.changed.get("run")
        return changed(self, steps, **options) if changed else self.real.run(steps, **options)

    def tree(self, steps):
        changed = self.changed.get("tree")
        return changed(self, steps) if changed else self.real.tree(steps)


def change(monkeypatch, **changed):
    monkeypatch.setattr(units, "Solver", partial(Core, changed))


def better(one, other, objective):
    """Whether a value is no worse than another."""
    return one >= other if str(objective).startswith("within") else one <= other


def check_stopped(solution, objective, best, game=SMALL):
    """It claims nothing that is not so; `best` is the value of the best strategy."""
    assert not solution.proven
    assert better(solution.lower_bound, best, objective)
    assert better(best, solution.value, objective)
    replay = solution.tree.verify()
    assert sum(replay.histogram) == len(game.candidates(solution.tree.history))
    figures = {"depth": replay.depth, "total": replay.total, "last": replay.histogram[-1]}
    if isinstance(objective, corral.Objective):
        expected = sum(objective.cost(guess) * found for guess, found in enumerate(replay.histogram, 1))
    elif objective.startswith("within"):
        expected = sum(replay.histogram[: int(objective[7:])])
    else:
        names = ["depth", "last", "total"] if objective == "depth,last" else objective.split(",")
        expected = tuple(figures[name] for name in names)
        expected = expected if len(names) > 1 else expected[0]
    assert solution.value == expected
    return solution


@pytest.mark.parametrize("objective", NAMES)
@pytest.mark.parametrize("error", [None, KeyboardInterrupt])
def test_stopped_in_any_run(monkeypatch, objective, error):
    """Stopped in the first run, the second, and so on, before it has done anything."""
    best = solve(SMALL, objective).value
    bounds = []
    for last in range(1, 100):

        def stop(core, steps, last=last, **options):
            if core.runs < last:
                return core.real.run(steps, **options)
            if error is not None:
                raise error
            # What has not begun knows only that costs are not negative.
            return None, 0, False

        change(monkeypatch, run=stop)
        search = Search(SMALL, objective)
        try:
            search.run()
        except KeyboardInterrupt:
            assert error is not None
        solution = search.solution()
        if solution.proven:
            assert solution.value == best
            break
        check_stopped(solution, objective, best)
        bounds.append(solution.lower_bound)
    # The more is done, the more is known.
    assert len(bounds) > 0
    assert all(better(one, other, objective) for one, other in pairwise(bounds))


@pytest.mark.parametrize("objective", NAMES)
def test_no_time_at_all(objective):
    for game in SMALL, corral.mastermind(), COWS:
        solution = solve(game, objective, time_limit=0)
        if not solution.proven:
            check_stopped(solution, objective, solution.value, game)
    # What no strategy can do is known before the search: 14 answers that do not win, 13 of which lead on.
    bounds = {
        "total": 1 + 2 * 13 + 3 * 169 + 4 * 2197 + 5 * 2660,
        "depth": 5,
        "within:3": 1 + 13 + 169,
    }
    if objective in bounds:
        assert better(bounds[objective], solution.lower_bound, objective)


@pytest.mark.parametrize("seconds", [0.001, 0.05, 0.2])
@pytest.mark.parametrize("objective", ["total", "depth,total", "within:6", "depth,last"])
def test_little_time(objective, seconds):
    game = corral.bulls_and_cows(5, 8)
    solution = solve(game, objective, time_limit=seconds)
    assert not solution.proven
    check_stopped(solution, objective, solution.value, game)
    assert solution.stats.seconds >= seconds


def test_a_limit_that_no_tree_is_known_to_keep():
    game = corral.bulls_and_cows(5, 8)
    solution = solve(game, corral.Objective([1, 2, 3, 4, 5, 6], "forbidden"), time_limit=0)
    assert solution.tree.depth > 6
    assert solution.value is None
    assert solution.lower_bound > 6720
    check_stopped(solve(game, "depth", time_limit=0), "depth", 7, game)


def test_a_search_that_was_not_begun():
    check_stopped(Search(SMALL, "depth,total").solution(), "depth,total", solve(SMALL).value)


def test_stopped_with_a_history_weights_and_an_opener():
    table, win = rows(SMALL)
    history = [("012", "0,2")]
    left = SMALL.candidate_numbers(history).tolist()
    options = {"weights": [0.5, 1, 2, 3] * 6, "opener": [5]}
    best = optimum(table, win, left, "depth,last", before=1, **options)
    search = Search(SMALL, "depth,last", history=history, weights=options["weights"], opener=SMALL.secrets[5])
    solution = search.solution()
    assert solution.lower_bound <= best <= solution.value
    assert solution.tree.guess(history) == SMALL.secrets[5]
    search.run()
    assert search.solution().value == search.solution().lower_bound == best


# Progress


def test_progress_tells_what_is_known(monkeypatch):
    def run(core, steps, *, progress, **options):
        found = core.real.run(steps, progress=progress, **options)
        progress(core.real.nodes, 0)
        return found

    change(monkeypatch, run=run)
    for objective in NAMES:
        seen = []
        solution = solve(SMALL, objective, progress=seen.append)
        assert all(type(one) is Progress for one in seen)
        assert better(seen[0].lower_bound, solution.value, objective)
        assert [one.nodes for one in seen] == sorted(one.nodes for one in seen)
        assert [one.seconds for one in seen] == sorted(one.seconds for one in seen)
        for one, other in pairwise(seen):
            assert better(one.lower_bound, other.lower_bound, objective)
        last = seen[-1]
        assert last.nodes <= solution.stats.nodes
        if objective in ("total", "within:3", NAMES[-1]):
            assert last.best == last.lower_bound == solution.value
    seen = []
    solve(SMALL, progress=seen.append)
    # The total is known before the tree is.
    assert (None, solve(SMALL, "total").value) in [one.best for one in seen]


def test_progress_of_a_long_search():
    seen = []
    solution = solve(corral.bulls_and_cows(5, 8), "total", time_limit=1.5, progress=seen.append)
    assert len(seen) > 1
    assert seen[-1].nodes > 0
    assert solution.lower_bound >= seen[-1].lower_bound >= seen[0].lower_bound


def test_an_exception_of_progress_ends_the_search():
    def stop(progress):
        raise StopIteration

    game = corral.bulls_and_cows(5, 8)
    with pytest.raises(StopIteration):
        solve(game, "total", progress=stop)
    search = Search(game, "total", progress=stop)
    with pytest.raises(StopIteration):
        search.run()
    solution = search.solution()
    check_stopped(solution, "total", solution.value, game)


@pytest.mark.parametrize("objective", NAMES)
@pytest.mark.parametrize("limit", [None, 0])
def test_a_search_leaves_nothing_behind(objective, limit):
    """Without a look for circles, so that the memory of a solver is free at once."""
    search = Search(corral.mastermind(), objective, time_limit=limit)
    gone = weakref.ref(search)
    gc.disable()
    try:
        search.run()
        search.solution()
        del search
        assert gone() is None
    finally:
        gc.enable()


# Ctrl-C


@pytest.mark.skipif(sys.platform == "win32", reason="cannot send Ctrl-C to one process")
def test_ctrl_c_ends_the_search():
    game = corral.bulls_and_cows(5, 9)
    search = Search(game, "total")
    for run in search.run, lambda: solve(game, "total"):
        timer = threading.Timer(0.5, signal.raise_signal, [signal.SIGINT])
        timer.start()
        # A search of minutes.
        with pytest.raises(KeyboardInterrupt):
            run()
        timer.join()
    solution = search.solution()
    assert not solution.proven
    assert solution.lower_bound < solution.value == solution.tree.total


# A core that does not keep its word


def test_a_cost_that_the_tree_does_not_have(monkeypatch):
    def run(core, steps, **options):
        value, lower, ended = core.real.run(steps, **options)
        return value - 1, lower - 1, ended

    change(monkeypatch, run=run)
    with pytest.raises(AssertionError, match="the search claims a cost of 47, but its tree has 48"):
        solve(SMALL, "total")


def test_a_tree_that_costs_what_is_forbidden(monkeypatch):
    def run(core, steps, **options):
        return (0, 0, True) if None in steps else core.real.run(steps, **options)

    change(monkeypatch, run=run, tree=lambda core, steps: core.real.tree([1]))
    with pytest.raises(AssertionError, match="the search claims a cost of 0, but its tree has None"):
        solve(SMALL, "depth")


def test_a_bound_that_the_tree_does_not_reach(monkeypatch):
    def run(core, steps, **options):
        value, lower, ended = core.real.run(steps, **options)
        return value, lower - 1, ended

    change(monkeypatch, run=run)
    with pytest.raises(AssertionError, match=r"the search proves \(71,\), but its tree has \(72,\)"):
        solve(SMALL, "total")


def test_no_tree_at_all(monkeypatch):
    change(monkeypatch, run=lambda core, steps, **options: (None, None, True))
    with pytest.raises(AssertionError, match="the search finds no tree of depth 24"):
        solve(SMALL, "depth")


def test_a_tree_that_does_not_find_all(monkeypatch):
    class Wrong:
        guess, label = np.array([0, 0], np.uint32), np.array([0, 0], np.uint8)
        first, size = np.array([1, 2, 2], np.uint32), np.array([2, 1], np.uint32)

    change(monkeypatch, tree=lambda core, steps: Wrong)
    assert len(Tree(corral.mastermind(1, 2), Wrong.guess, Wrong.label, Wrong.first, Wrong.size)) == 2
    with pytest.raises(AssertionError, match="the tree does not find each of the 2 secrets once"):
        solve(corral.mastermind(1, 2), "total")


def test_a_game_too_large_for_entropy_has_a_tree_all_the_same():
    game = corral.mastermind(6, 6)
    solution = corral.solve(game, time_limit=0)
    assert not solution.proven
    assert len(game) == solution.tree.sizes[0]
    assert solution.value > solution.lower_bound
