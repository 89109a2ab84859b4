"""Searches whose units are done elsewhere: whoever does them, in whatever order, the tree is that of one thread."""

import multiprocessing
import os
import pickle
import signal
import sys
import warnings
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from random import Random

import pytest
from brute import easy_games
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import histories
from test_solver import costs, weighing
from test_stopping import check_stopped

import corral
from corral import ArgumentError, Objective, solve, spread
from corral.search import Search
from corral.units import Problem

SCHEDULES = (Objective([1, 2, 4]), Objective([0, 1, 1, 5], "constant"), Objective([1] * 9, "forbidden"))
NAMES = ("total", "depth", "depth,total", "total,depth", "within:1", "within:4", "depth,last", *SCHEDULES)
FIVE = corral.mastermind(4, 5)
PEGS, COWS = corral.mastermind(), corral.bulls_and_cows(4, 9)
MEMORY = 1 << 26


@pytest.fixture(autouse=True)
def impatience(monkeypatch):
    """Cut what takes longer than nothing: the games of these tests would be done as a whole."""
    monkeypatch.setattr(spread, "_PATIENCE", 0.0)


class Task(Future):
    """What is done when it is asked for."""

    def __init__(self, work, lost):
        super().__init__()
        self.work, self.lost = work, lost

    def result(self, timeout=None):
        if not self.done():
            try:
                if self.lost:
                    raise self.lost
                self.set_result(self.work())
            except Exception as error:
                self.set_exception(error)
        return super().result(timeout)


class Apart(Executor):
    """An executor that does tasks in any order, and is told which to lose: with an error at submission or as result."""

    def __init__(self, seed=0, workers=3, *, refuse=lambda count: None, lose=lambda count: None):
        self.random, self.max_workers = Random(seed), workers
        self.refuse, self.lose = refuse, lose
        self.count, self.left = 0, []

    def submit(self, function, *arguments):
        self.count += 1
        if error := self.refuse(self.count):
            raise error
        function, arguments = pickle.loads(pickle.dumps((function, arguments)))
        self.left.append(Task(lambda: function(*arguments), self.lose(self.count)))
        return self.left[-1]

    def wait(self, futures, timeout, return_when):
        waiting = [future for future in futures if not future.done()]
        for task in self.random.sample(waiting, self.random.randint(min(1, len(waiting)), len(waiting))):
            done(task)
        return {future for future in futures if future.done()}, set()


def done(task):
    try:
        task.result()
    except Exception:
        assert task.done()


def solve_apart(game, objective, executor, patience=0.0, **options):
    """Solve with one of the executors above; what takes longer than `patience` is cut into smaller units."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(spread, "wait", executor.wait)
        patch.setattr(spread, "_PATIENCE", patience)
        return solve(game, objective, executor=executor, threads=1, memory_limit=MEMORY, **options)


def check_same(one, other):
    assert other.proven
    assert (other.value, other.lower_bound) == (one.value, one.value)
    assert other.tree == one.tree


# Any order


@settings(max_examples=3 * settings.default.max_examples // 2)
@given(easy_games, st.data())
def test_positions(game, data):
    codes = st.sampled_from(game.secrets)
    options = {
        "history": data.draw(histories(game, 2)),
        "opener": data.draw(st.lists(codes, max_size=3)),
        "consistent": data.draw(st.booleans()),
        "weights": data.draw(st.none() | st.lists(weighing, min_size=len(game), max_size=len(game))),
    }
    objective = data.draw(st.sampled_from([*NAMES[:-1], "within:2"]) | st.builds(Objective, costs, st.just("constant")))
    patience = data.draw(st.sampled_from([0.0, 1e-3, 3.0]))
    executor = Apart(data.draw(st.integers(0, 99)), data.draw(st.sampled_from([1, 2, 8])))
    one = solve(game, objective, threads=1, **options)
    check_same(one, solve_apart(game, objective, executor, patience, **options))


@given(easy_games, st.integers(1, 8), st.integers(0, 99))
def test_limits(game, most, seed):
    """A schedule with a limit that is kept, or that no strategy keeps."""
    objective = Objective(range(most), "forbidden")
    found = []
    for way in partial(solve, threads=1), partial(solve_apart, executor=Apart(seed)):
        try:
            found.append(way(game, objective))
        except ArgumentError as error:
            found.append(str(error))
    if isinstance(found[0], str):
        assert found[1] == found[0]
    else:
        check_same(*found)


@pytest.mark.parametrize("objective", NAMES)
@pytest.mark.parametrize("game", [corral.mastermind(1, 1), corral.mastermind(1, 2), corral.mastermind(4, 4), PEGS])
def test_objectives(game, objective):
    one = solve(game, objective, threads=1)
    for seed, workers, patience in (0, 1, 0.01), (1, 4, 0.0):
        executor = Apart(seed, workers)
        check_same(one, solve_apart(game, objective, executor, patience))
        assert executor.count > 0 or patience or len(game) < 1000 or objective == "within:1"


@pytest.mark.parametrize(
    ("game", "options"),
    [
        (COWS, {}),
        (COWS, {"consistent": True}),
        (COWS, {"history": [("1234", "1,1")]}),
        (COWS, {"opener": "1234"}),
        (COWS, {"opener": ["1234", "2156"]}),
        (COWS, {"opener": ["1234", "1234", "2156"]}),
        (FIVE, {"opener": "1111", "consistent": True, "weights": dict.fromkeys(FIVE.secrets, 1) | {"2345": 9}}),
    ],
)
def test_large_places(game, options):
    for objective in "total", "depth,total":
        executor = Apart(5, 4)
        check_same(solve(game, objective, threads=1, **options), solve_apart(game, objective, executor, **options))
        assert executor.count > 5


def test_a_tie_with_a_guess_that_was_given_too_low_a_budget():
    """As after a loss: the first guess that costs the least is found out, and a dearer one before it."""
    game = corral.mastermind(4, 4)
    problem = Problem(game, None, None, game.guesses.indices([]), game.guesses.indices([]), False)
    search = spread.Spread(problem, memory=MEMORY, threads=1, executor=None, checkpoint=None)
    solver, path = problem.solver(MEMORY), ((1, 6),)
    costs = {guess: solver.attempt((1,), path, guess)[0] for guess, _ in solver.guesses((1,), path)}
    least = min(costs.values())
    dear = next(guess for guess, cost in costs.items() if cost > least)
    first, second = [guess for guess, cost in costs.items() if cost == least][:2]
    guesses = [spread._Guess(guess, least) for guess in (dear, first)] + [spread._Guess(second, least, True)]
    place = spread._Place(path, 40, 40, least, True, guesses)
    assert place.choice() == second
    search._settle(spread._Run((1,)), place)
    assert place.choice() == first
    assert guesses[0].lower > least
    assert not guesses[0].exact


def test_the_best_first_guess_is_done_as_a_whole(monkeypatch):
    """A later one that is better than the first one, which is cut: what it leaves is listed for the tree alone."""
    game, executor = corral.mastermind(3, 4), Apart()
    submit, listed = executor.submit, []

    def patient(function, *arguments):
        monkeypatch.setattr(spread, "_PATIENCE", 9.0)
        return submit(function, *arguments)

    def list_places(search, run, first, list_them=spread.Spread._list_places):
        listed.append(run.ended)
        list_them(search, run, first)

    executor.submit = patient
    monkeypatch.setattr(spread.Spread, "_list_places", list_places)
    check_same(solve(game, "total", threads=1), solve_apart(game, "total", executor))
    assert listed == [False, True]


# Executors as they are


def pools():
    for method in "spawn", "fork":
        if method in multiprocessing.get_all_start_methods():
            context = multiprocessing.get_context(method)
            yield pytest.param(
                lambda context=context: ProcessPoolExecutor(2, mp_context=context), id=method, marks=pytest.mark.slow
            )
    yield pytest.param(lambda: ThreadPoolExecutor(2), id="threads")


# Later versions of Python warn of a fork where there are threads.
quiet = pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")


@quiet
@pytest.mark.parametrize("pool", list(pools()))
def test_pools(pool):
    with pool() as executor:
        for objective in NAMES:
            check_same(solve(PEGS, objective, threads=1), solve(PEGS, objective, executor=executor))
        options = {"history": [("1234", "0,2")], "opener": "5678", "consistent": True}
        check_same(solve(COWS, **options, threads=1), solve(COWS, **options, executor=executor))
        game = corral.bulls_and_cows(5, 7)
        check_same(solve(game, "total", threads=1), solve(game, "total", executor=executor, memory_limit=MEMORY))


@pytest.mark.slow
def test_dask():
    distributed = pytest.importorskip("distributed")
    warnings.simplefilter("ignore")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        executor = client.get_executor()
        assert spread._workers(executor) == 2
        for game, objective in [(PEGS, "total"), (PEGS, "depth,last"), (COWS, "depth,total")]:
            check_same(solve(game, objective, threads=1), solve(game, objective, executor=executor))


def test_how_many_workers_there_are():
    class Client:
        def ncores(self):
            return {"one": 2, "two": 3}

    executor = Executor()
    assert spread._workers(executor) == (os.cpu_count() or 1)
    executor._client = Client()
    assert spread._workers(executor) == 5
    assert spread._workers(Apart(workers=7)) == 7


@pytest.mark.parametrize("executor", [4, "threads", object()])
def test_what_is_no_executor(executor):
    with pytest.raises(ArgumentError, match=r"^executor is .*: expected a concurrent.futures.Executor, or None$"):
        solve(PEGS, executor=executor)


# Workers that are lost

LOST = [BrokenProcessPool("gone"), CancelledError(), ConnectionResetError("gone"), EOFError()]


@pytest.mark.parametrize("error", LOST, ids=repr)
@pytest.mark.parametrize("when", [1, 30])
def test_lost_at_submission(error, when):
    executor = Apart(when, refuse=lambda count: error if count >= when else None)
    with pytest.warns(UserWarning, match="the executor does no more units .*; this process goes on alone"):
        check_same(solve(FIVE, "total", threads=1), solve_apart(FIVE, "total", executor))
    assert executor.count == when


def test_an_executor_that_is_shut_down():
    with ThreadPoolExecutor(1) as executor:
        pass
    with pytest.warns(UserWarning, match="cannot schedule new futures after shutdown"):
        check_same(solve(FIVE, threads=1), solve(FIVE, executor=executor))


@pytest.mark.parametrize("error", LOST[1:], ids=repr)
def test_some_results_are_lost(error):
    """Some units are lost, none of them three times."""
    executor = Apart(3, lose=lambda count: error if count in (1, 12, 30, 45) else None)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_same(solve(FIVE, "total", threads=1), solve_apart(FIVE, "total", executor))


@pytest.mark.parametrize("error", LOST, ids=repr)
@pytest.mark.parametrize("since", [1, 40])
def test_all_results_are_lost(error, since):
    executor = Apart(since, lose=lambda count: error if count >= since else None)
    with pytest.warns(UserWarning, match="the executor does no more units"):
        check_same(solve(FIVE, "depth,total", threads=1), solve_apart(FIVE, "depth,total", executor))


@pytest.mark.parametrize("seed", range(6))
def test_losses_at_random(seed):
    random = Random(seed)
    executor = Apart(
        seed,
        refuse=lambda count: random.choice(LOST) if random.random() < 0.01 else None,
        lose=lambda count: random.choice(LOST[1:]) if random.random() < 0.3 else None,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_same(solve(COWS, "total", threads=1), solve_apart(COWS, "total", executor))


def lose_branches(executor, times, error):
    """Let an executor lose a branch so many times."""
    submit = executor.submit

    def lossy(function, *arguments):
        task = submit(function, *arguments)
        if function is spread.branch_of and times > 0:
            lossy.lost += 1
            task.lost = error if lossy.lost <= times else None
        return task

    lossy.lost = 0
    executor.submit = lossy
    return executor


@pytest.mark.parametrize("error", LOST, ids=repr)
@pytest.mark.parametrize("times", [1, 100])
def test_lost_branches(error, times):
    one = solve(FIVE, "total", threads=1)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        check_same(one, solve_apart(FIVE, "total", lose_branches(Apart(), times, error)))
    assert len(told) == (times > 1 or error is LOST[0])


def test_what_never_comes_back_is_done_here():
    """One unit is lost, and the others are with workers of which nothing is heard."""

    class Silent(Apart):
        def wait(self, futures, timeout, return_when):
            for task in futures:
                if getattr(task, "lost", None):
                    done(task)
            return {future for future in futures if future.done()}, set()

    executor = Silent(lose=lambda count: LOST[0] if count == 4 else None)
    with pytest.warns(UserWarning, match="BrokenProcessPool"):
        check_same(solve(FIVE, "total", threads=1), solve_apart(FIVE, "total", executor))


@quiet
@pytest.mark.skipif(sys.platform == "win32", reason="has no signal that kills")
def test_a_worker_that_is_killed():
    killed = []

    def kill(progress):
        if not killed and progress.nodes > 0:
            killed.append(next(iter(executor._processes)))
            os.kill(killed[0], signal.SIGKILL)

    game = corral.bulls_and_cows(5, 7)
    with ProcessPoolExecutor(2) as executor:
        with pytest.warns(UserWarning, match="BrokenProcessPool"):
            solution = solve(game, "total", executor=executor, memory_limit=MEMORY, progress=kill)
        check_same(solve(game, "total", threads=1), solution)
    assert killed


# Errors


@pytest.mark.parametrize(
    "error", [ValueError("a bug"), RuntimeError("a bug"), AssertionError(), MemoryError()], ids=repr
)
def test_bugs_are_told(monkeypatch, error):
    for executor in Apart(lose=lambda count: error if count == 5 else None), lose_branches(Apart(), 1, error):
        with pytest.raises(type(error)):
            solve_apart(PEGS, "total", executor)

    def broken(*arguments):
        raise error

    monkeypatch.setattr(spread, "cost_of", broken)
    with ThreadPoolExecutor(2) as pool, pytest.raises(type(error)):
        solve(PEGS, "total", executor=pool)


def test_costs_that_are_too_large():
    with pytest.raises(ArgumentError, match="too large to be added up exactly"):
        solve(PEGS, Objective([0, 2**50, 2**51 + 1]), executor=Apart())
    for heaviest in 2**60, 2**64:
        with pytest.raises(ArgumentError, match="too large to be added up exactly"):
            solve(PEGS, "total", executor=Apart(), weights=[1] * 1295 + [heaviest])


# Searches that are stopped

LONG = corral.bulls_and_cows(5, 8)


@pytest.mark.parametrize("objective", ["total", "depth,total", "within:5", "depth,last"])
@pytest.mark.parametrize("seconds", [0, 0.3])
def test_time_limits(objective, seconds):
    with ThreadPoolExecutor(2) as executor:
        solution = solve(LONG, objective, executor=executor, time_limit=seconds, memory_limit=MEMORY)
    check_stopped(solution, objective, solution.value, LONG)


@pytest.mark.parametrize("objective", NAMES)
@pytest.mark.parametrize("error", [StopIteration, KeyboardInterrupt])
def test_exceptions_of_progress(objective, error):
    """After the first report, the second, and so on: what is known is sound, and grows."""
    best = solve(PEGS, objective, threads=1).value
    for last in 1, 2, 5, 20, 100:
        reports = []

        def stop(progress, last=last, reports=reports):
            reports.append(progress)
            if len(reports) == last:
                raise error

        executor = Apart(last)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(spread, "wait", executor.wait)
            patch.setattr(spread, "_PATIENCE", 0.0)
            search = Search(PEGS, objective, executor=executor, memory_limit=MEMORY, progress=stop)
            try:
                search.run()
            except error:
                assert len(reports) == last
            solution = search.solution()
        if solution.proven:
            assert solution.value == best
            break
        check_stopped(solution, objective, best, PEGS)
        assert all(task.done() for task in executor.left)


@quiet
@pytest.mark.parametrize("pool", list(pools()))
def test_an_exception_of_progress_ends_a_search_by_pools(pool):
    def stop(progress):
        raise KeyboardInterrupt

    with pool() as executor:
        with pytest.raises(KeyboardInterrupt):
            solve(COWS, "total", executor=executor, progress=stop)
        # They are ready for another.
        check_same(solve(PEGS, threads=1), solve(PEGS, executor=executor))


def test_a_small_position_without_time():
    game = corral.bulls_and_cows(5, 8)
    history = [("01234", "1,2"), ("56012", "1,1")]
    solution = solve(game, "total", history=history, executor=Apart(), time_limit=0)
    check_stopped(solution, "total", solve(game, "total", history=history).value, game)


def test_a_search_that_was_not_begun():
    solution = Search(PEGS, "total", executor=Apart()).solution()
    check_stopped(solution, "total", 5625, PEGS)
