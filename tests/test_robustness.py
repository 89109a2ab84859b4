"""Many threads, forks, storms of Ctrl-C, too little memory, and memory that does not grow."""

import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle, islice

import pytest

import corral

PEGS = corral.mastermind(3, 4)

needs_posix = pytest.mark.skipif(sys.platform == "win32", reason="needs fork and signals")


def run(program, tmp_path, seconds=120):
    """Run a program of its own, which has to end well."""
    file = tmp_path / "program.py"
    file.write_text(textwrap.dedent(program))
    # Later versions of Python warn of a fork where there are threads.
    call = [sys.executable, "-W", "ignore::DeprecationWarning", "-X", "faulthandler", str(file)]
    # Where threads allocate from memory of their own, it takes long until there is enough of it.
    alone = {**os.environ, "MALLOC_ARENA_MAX": "1"}
    done = subprocess.run(call, capture_output=True, text=True, timeout=seconds, check=False, env=alone)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


# Threads


@pytest.mark.parametrize("solves", [64, pytest.param(1000, marks=pytest.mark.slow)])
def test_many_solves_in_16_threads(solves):
    """They share the games, and each may have threads of its own."""
    games = [
        PEGS,
        corral.bulls_and_cows(3, 5),
        corral.words("ape bat cat cow dog eel owl pig rat tap"),
        corral.number(0, 9),
    ]
    tasks = [(game, name) for game in games for name in ("total", "depth,total", "within:3", "depth,last")]
    expected = {task: corral.solve(*task, threads=1) for task in tasks}

    def solve(number, task):
        return task, corral.solve(*task, threads=1 + number % 3)

    with ThreadPoolExecutor(16) as executor:
        for task, found in executor.map(solve, range(solves), islice(cycle(tasks), solves)):
            assert (found.value, found.tree, found.proven) == (expected[task].value, expected[task].tree, True)


def test_threads_share_what_is_made_when_it_is_needed():
    """The codes of a game, asked for by all at once."""
    for _ in range(5):
        game, start = corral.bulls_and_cows(4, 7), threading.Barrier(16)

        def ask(game=game, start=start):
            start.wait()
            return len(game.candidates([("0123", "1,1")])), corral.score_guesses(game).largest.sum()

        with ThreadPoolExecutor(16) as executor:
            assert len({task.result() for task in [executor.submit(ask) for _ in range(16)]}) == 1


# Processes

FORKS = """
    import multiprocessing, sys
    import corral

    def solve(threads):
        return corral.solve(corral.mastermind(), "total", threads=threads).value

    if __name__ == "__main__":
        assert solve(4) == 5625
        corral.evaluate(corral.mastermind(), "random", seeds=4, threads=4)
        with multiprocessing.get_context(sys.argv[1]).Pool(2) as pool:
            assert pool.map(solve, [1, 4]) == [5625, 5625]
    """


@pytest.mark.parametrize(
    "method",
    [
        pytest.param(name, marks=pytest.mark.slow if name == "forkserver" else ())
        for name in multiprocessing.get_all_start_methods()
    ],
)
def test_processes_after_threads(method, tmp_path):
    run(FORKS.replace("sys.argv[1]", repr(method)), tmp_path)


FORK_WITHIN = """
    import os, threading, time
    import corral

    game = corral.bulls_and_cows(5, 8)
    # Python cannot fork while another thread imports, so all of that is done before.
    corral.solve(game, history=[("01234", "2,2")])
    stop = []

    def progress(_):
        if stop:
            raise InterruptedError

    def search(threads):
        try:
            corral.solve(game, "total", threads=threads, progress=progress)
        except InterruptedError:
            pass

    searches = [threading.Thread(target=search, args=[threads]) for threads in (1, 3)]
    for one in searches:
        one.start()
    children = []
    for _ in range(4):
        time.sleep(0.05)
        child = os.fork()
        if not child:
            good = corral.solve(corral.mastermind(), "total", threads=2).value == 5625
            good = good and corral.solve(game, "total", history=[("01234", "2,2")]).proven
            os._exit(0 if good else 3)
        children.append(child)
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0] * 4
    stop.append(True)
    for one in searches:
        one.join()
    """


@needs_posix
def test_a_fork_in_the_middle_of_searches(tmp_path):
    """The child has none of their threads, and can solve, also the game that they search."""
    run(FORK_WITHIN, tmp_path)


# Ctrl-C

STORM = """
    import os, random, signal, threading, time
    import corral

    CLASSIC, LARGE = corral.bulls_and_cows(), corral.bulls_and_cows(5, 8)
    left, interrupted = 0, 0

    def interrupt(*_):
        global left, interrupted
        if left:
            left -= 1
            interrupted += 1
            raise KeyboardInterrupt

    def send():
        # Until so many have arrived in time, however busy the machine is.
        while interrupted < SIGNALS:
            time.sleep(random.expovariate(100))
            os.kill(os.getpid(), signal.SIGINT)

    def use(call):
        # Twice at most is it interrupted, so both are caught here.
        global left
        try:
            try:
                left = 2
                call()
            except KeyboardInterrupt:
                left = left
            left = 0
        except KeyboardInterrupt:
            left = 0

    def play():
        session, host = corral.Session(CLASSIC), corral.Host(CLASSIC, seed=1)
        while not session.solved:
            guess = session.suggest()
            session.answer(guess, host.answer(guess))

    calls = [
        lambda: corral.solve(LARGE, "total", threads=1),
        lambda: corral.solve(LARGE, "depth,last", threads=3),
        lambda: corral.evaluate(CLASSIC, "random", seeds=2000, threads=2),
        lambda: corral.evaluate(LARGE, "minimax"),
        lambda: corral.bulls_and_cows(4, 10).feedback_table(),
        lambda: corral.score_guesses(LARGE),
        lambda: corral.strategy_tree(LARGE, "entropy"),
        lambda: corral.analyze(CLASSIC, [("0123", "0,1")]),
        lambda: corral.diagnose(CLASSIC, [("0123", "4,0"), ("0124", "4,0")]),
        lambda: corral.words("bat cat rat car tar art oat eat", feedback="wordle").feedback_table(),
        play,
    ]
    random.seed(SIGNALS)
    signal.signal(signal.SIGINT, interrupt)
    storm = threading.Thread(target=send)
    storm.start()
    while storm.is_alive():
        use(random.choice(calls))
    storm.join()
    # Nothing is left behind: no thread, and no half of anything.
    assert threading.active_count() == 1
    assert corral.solve(corral.mastermind(), "total").value == 5625
    assert corral.evaluate(CLASSIC, "random", seeds=3, threads=2) == corral.evaluate(CLASSIC, "random", seeds=3)
    assert corral.strategy_tree(CLASSIC, "minimax").verify().depth == 7
    """


@needs_posix
@pytest.mark.parametrize("signals", [50, pytest.param(1000, marks=pytest.mark.slow)])
def test_a_storm_of_ctrl_c(signals, tmp_path):
    run(STORM.replace("SIGNALS", str(signals)), tmp_path)


COMMANDS = [
    ["solve", "bulls-and-cows:5x8"],
    ["evaluate", "bulls-and-cows:5x8", "--strategy", "random"],
    ["table", "bulls-and-cows:4x10", "--out", os.devnull],
    ["analyze", "bulls-and-cows:5x8", "01234:1,1"],
    ["play"],
]


@needs_posix
@pytest.mark.parametrize(
    ("command", "delay"),
    [
        (COMMANDS[0], 0.6),
        *[pytest.param(command, 0.1 * n, marks=pytest.mark.slow) for command in COMMANDS for n in range(1, 12)],
    ],
)
def test_a_command_in_a_storm(command, delay):
    """It ends by itself, with a result or as Ctrl-C ends programs, wherever it is."""
    with subprocess.Popen(
        [sys.executable, "-m", "corral", *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            time.sleep(delay)
            for _ in range(50):
                try:
                    process.wait(0.02)
                    break
                except subprocess.TimeoutExpired:
                    process.send_signal(signal.SIGINT)
            error = process.communicate(timeout=60)[1]
        finally:
            process.kill()
    assert process.returncode in (0, 130, -signal.SIGINT), error
    assert "Traceback" not in error or process.returncode == -signal.SIGINT, error


# Memory

LIMITED = """
    import resource, statistics
    import corral

    for name in corral.__all__:
        getattr(corral, name)  # imports it
    used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
    calls = {
        "solve": lambda: corral.solve(corral.bulls_and_cows(5, 7), "total", threads=1),
        "solve, threads": lambda: corral.solve(corral.bulls_and_cows(5, 7), "total", threads=3),
        "depth": lambda: corral.solve(corral.mastermind(4, 7), "depth,last", threads=1),
        "table": lambda: corral.bulls_and_cows(4, 10).feedback_table().sum(),
        "list": lambda: len(corral.mastermind(7, 10).candidates([("1111111", "1,0")])),
        "scores": lambda: corral.score_guesses(corral.bulls_and_cows(5, 9)).parts.sum(),
        "tree": lambda: corral.strategy_tree(corral.bulls_and_cows(5, 8), "entropy"),
        "evaluate": lambda: corral.evaluate(corral.bulls_and_cows(5, 8), "random", seeds=3, threads=1),
        "words": lambda: corral.solve(corral.words([f"{n:04}".translate(LETTERS) for n in range(0, 10000, 9)]),
                                      time_limit=0.2),
    }
    LETTERS = str.maketrans("0123456789", "abcdefghij")
    failed = worked = 0
    for megabytes in MEGABYTES:
        resource.setrlimit(resource.RLIMIT_AS, (used + megabytes * 2**20, resource.RLIM_INFINITY))
        for name, call in calls.items():
            try:
                call()
                worked += 1
            except MemoryError:
                failed += 1
    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert corral.solve(corral.mastermind(), "total").value == 5625
    print(failed, worked)
    """


@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit of memory that holds, and /proc")
@pytest.mark.parametrize(
    "megabytes", [[1, 20], pytest.param([0, 1, 2, 3, 4, 6, 9, 13, 20, 30, 45, 70, 100], marks=pytest.mark.slow)]
)
def test_too_little_memory(megabytes, tmp_path):
    failed, worked = run(LIMITED.replace("MEGABYTES", str(megabytes)), tmp_path).split()
    assert int(failed) > 0
    assert int(worked) > 0


GROWTH = """
    import gc, os, sys
    import corral

    PEGS = corral.mastermind(3, 4)
    TREE = corral.strategy_tree(PEGS, "entropy")

    def play():
        session = corral.Session(PEGS)
        session.answer("112", "1,0")
        session.suggest()
        session.undo()
        return corral.Session.from_json(session.to_json())

    uses = {
        "solve": lambda: corral.solve(PEGS, "total", threads=1),
        "solve by threads": lambda: corral.solve(PEGS, "depth,last", threads=2),
        "stop": lambda: corral.solve(corral.mastermind(3, 5), "depth,last", time_limit=0, threads=2),
        "evaluate": lambda: corral.evaluate(PEGS, "random", seeds=2, threads=2),
        "play": play,
        "read": lambda: corral.Tree.from_text(TREE.to_text(), PEGS),
        "score": lambda: corral.score_guesses(corral.bulls_and_cows(4, 6)),
        "table": lambda: corral.bulls_and_cows(3, 6).feedback_table(),
        "words": lambda: corral.words("bat cat rat car tar art oat eat", feedback="wordle").feedback_table(),
    }

    def resident():
        gc.collect()
        return int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGESIZE") / 2**20

    use = uses[NAME]
    # It takes a while until everything that is used again and again is there.
    for _ in range(300):
        use()
    before = resident()
    for _ in range(TIMES):
        use()
    assert resident() < before + 4, (before, resident())
    """


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
@pytest.mark.parametrize(
    ("name", "times"),
    [
        ("solve by threads", 150),
        *[
            pytest.param(name, 1000, marks=pytest.mark.slow)
            for name in ("solve", "solve by threads", "stop", "evaluate", "play", "read", "score", "table", "words")
        ],
    ],
)
def test_memory_does_not_grow(name, times, tmp_path):
    run(GROWTH.replace("NAME", repr(name)).replace("TIMES", str(times)), tmp_path)
