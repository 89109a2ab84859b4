"""Searches that are ended and go on from their checkpoint."""

import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from random import Random

import pytest

import corral
from corral import ArgumentError, CheckpointError, Objective, checkpoint, solve, spread
from corral.checkpoint import Checkpoint
from corral.search import Search
from corral.units import Cost, Problem, Unit

PEGS, COWS = corral.mastermind(4, 5), corral.bulls_and_cows(4, 9)
SMALL = corral.mastermind(4, 4)
MEMORY = 1 << 26
NAMES = ("total", "depth", "depth,total", "total,depth", "within:4", "depth,last", Objective([1, 2, 4]))


@pytest.fixture(autouse=True)
def impatience(monkeypatch):
    """Cut what takes longer than nothing: the games of these tests would be done as a whole."""
    monkeypatch.setattr(spread, "_PATIENCE", 0.0)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "search.corral"


def rows(path):
    with closing(sqlite3.connect(path)) as base:
        return base.execute("select name, lower, exact from unit order by name").fetchall()


@pytest.fixture
def units(monkeypatch):
    """What is done: how often each unit was begun."""
    begun = Counter()
    attempt = spread.Spread._attempt

    def counted(search, unit, budget, **options):
        begun[unit] += 1
        return attempt(search, unit, budget, **options)

    monkeypatch.setattr(spread.Spread, "_attempt", counted)
    monkeypatch.setattr(spread, "_PATIENCE", 0.0)
    return begun


class Enough:
    """Ends a search after some reports."""

    def __init__(self, reports):
        self.left = reports

    def __call__(self, progress):
        self.left -= 1
        if not self.left:
            raise StopIteration


def files(path):
    return {one.name: one.read_bytes() for one in path.parent.iterdir() if one.is_file()}


def check_refused(path, match, use=None):
    before = files(path)
    with pytest.raises(CheckpointError, match=match) as error:
        (use or (lambda: solve(PEGS, "total", checkpoint=path)))()
    assert str(path) in str(error.value)
    assert isinstance(error.value, ValueError)
    assert files(path) == before


# Going on


@pytest.mark.parametrize("objective", ["total", "depth,last", "within:4"])
def test_goes_on(path, units, objective):
    one = solve(PEGS, objective, threads=1)
    for reports in 1, 3, 8, 20:
        with suppress(StopIteration):
            solve(PEGS, objective, checkpoint=path, threads=1, progress=Enough(reports))
        done = {row for row in rows(path) if row[2]}
        units.clear()
        other = solve(PEGS, objective, checkpoint=path, threads=1)
        assert (other.value, other.tree, other.proven) == (one.value, one.tree, True)
        assert done <= set(rows(path))
        if reports < 20:
            path.unlink()
    # Nothing is left to do.
    units.clear()
    before = path.read_bytes()
    assert solve(PEGS, objective, checkpoint=str(path), threads=2).tree == one.tree
    assert not units
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_what_is_done_is_not_done_again(path, units):
    parts = []
    for reports in (5, 17, 30, 100, 10**6):
        with suppress(StopIteration):
            solve(COWS, "total", checkpoint=path, threads=1, progress=Enough(reports))
        parts.append(len(rows(path)))
    assert parts == sorted(parts)
    # What was under way when a search ended is all that is begun once more.
    assert units.total() - len(units) <= 4


def test_time_limits(path):
    game = corral.bulls_and_cows(5, 7)
    one = solve(game, "total", memory_limit=MEMORY)
    count, stopped = 0, 0
    for seconds in (0, 0.05, 0.1, 0.2, None):
        other = solve(game, "total", checkpoint=path, time_limit=seconds, memory_limit=MEMORY)
        stopped += not other.proven
        assert other.lower_bound <= one.value <= other.value
        assert len(rows(path)) >= count
        count = len(rows(path))
    assert stopped > 0
    assert (other.value, other.tree, other.proven) == (one.value, one.tree, True)


def test_ends_inside_a_unit(path, monkeypatch):
    """A long one: what is done before it is kept, and the tree is sound."""
    monkeypatch.setattr(spread, "_PATIENCE", 0.0)
    game = corral.bulls_and_cows(5, 9)
    places = sum(map(bool, map(len, game.split(0, game.candidate_numbers())[:-1])))
    search = Search(game, "total", opener="01234", checkpoint=path, progress=Enough(places + 4), memory_limit=MEMORY)
    with pytest.raises(StopIteration):
        search.run()
    solution = search.solution()
    assert not solution.proven
    assert solution.lower_bound < solution.value == solution.tree.verify().total
    assert len(rows(path)) == places + 1  # and the game


def test_threads_and_executors_come_and_go(path, monkeypatch):
    monkeypatch.setattr(spread, "_PATIENCE", 0.0)
    one = solve(PEGS, "total", threads=1)
    with ThreadPoolExecutor(2) as executor:
        for number, options in enumerate([{"threads": 1}, {"executor": executor}, {"threads": 2}] * 2):
            try:
                solve(PEGS, "total", checkpoint=path, progress=Enough(2 + 3 * number), **options)
            except StopIteration:
                assert rows(path)
        assert solve(PEGS, "total", checkpoint=path, executor=executor).tree == one.tree
    assert solve(PEGS, "total", checkpoint=path, threads=2).tree == one.tree


def test_objectives_share_a_checkpoint(path, units):
    for objective in NAMES:
        one, other = solve(PEGS, objective, threads=1), solve(PEGS, objective, checkpoint=path, threads=1)
        assert (one.value, one.tree) == (other.value, other.tree)
    units.clear()
    for objective in NAMES:
        solve(PEGS, objective, checkpoint=path)
    assert not units
    # The first run of one is that of another.
    path.unlink()
    solve(PEGS, "total", checkpoint=path, threads=1)
    before = set(rows(path))
    solve(PEGS, "total,depth", checkpoint=path, threads=1)
    assert before <= set(rows(path))


POSITIONS = [
    {},
    {"history": [("1234", "1,1")]},
    {"history": [("1234", "0,2")]},
    {"opener": "1234"},
    {"opener": ["1234", "5678"]},
    {"consistent": True, "opener": "1234"},
    {"weights": [1] * 3023 + [2], "opener": ["1234", "5678"]},
]


@pytest.mark.parametrize("options", POSITIONS[:-1], ids=str)
def test_positions(path, options):
    one = solve(COWS, "total", **options)
    with pytest.raises(StopIteration):
        solve(COWS, "total", checkpoint=path, progress=Enough(4), **options)
    other = solve(COWS, "total", checkpoint=path, **options)
    assert (other.value, other.tree) == (one.value, one.tree)
    for others in POSITIONS:
        if others != options:
            check_refused(path, "is of another problem", lambda others=others: solve(COWS, checkpoint=path, **others))
    check_refused(path, "of bulls-and-cows:4x9.*: expected mastermind:4x5 with the same history")


def test_small_games_have_checkpoints_too(path):
    for game in corral.mastermind(1, 1), corral.mastermind(2, 3):
        for _ in range(2):
            assert solve(game, checkpoint=path).tree == solve(game).tree
        path.unlink()


# What is no checkpoint


def made(path, reports=30):
    with suppress(StopIteration), pytest.MonkeyPatch.context() as patch:
        patch.setattr(spread, "_PATIENCE", 0.0)
        solve(PEGS, "total", checkpoint=path, threads=1, progress=Enough(reports))
    return path.read_bytes()


def test_an_empty_file_is_a_new_checkpoint(path):
    path.touch()
    solution = solve(PEGS, "total", checkpoint=path)
    assert (solution.value, solution.proven) == (2463, True)
    assert rows(path)


def test_the_log_of_a_checkpoint_that_is_gone(path):
    """A search is killed, and its file is removed, but not the log beside it: it is no part of the next one."""
    log = path.with_name(f"{path.name}-wal")
    search = Search(COWS, "total", checkpoint=path, progress=Enough(20))
    search._checkpoint.close, close = lambda: None, search._checkpoint.close
    with pytest.raises(StopIteration):
        search.run()
    left = log.read_bytes()
    close()
    assert len(left) > 1000
    path.unlink()
    log.write_bytes(left)
    assert solve(PEGS, "total", checkpoint=path).tree == solve(PEGS, "total").tree


@pytest.mark.parametrize(
    "content", [b"x", b"total 5625\n" * 9, b"SQLite format 3\0", bytes(4096), b"SQLite format 3\0" * 600]
)
def test_other_files(path, content):
    path.write_bytes(content)
    check_refused(path, "is damaged or no checkpoint of corral")


def test_other_databases(path):
    with closing(sqlite3.connect(path)) as base:
        base.execute("create table problem (fingerprint)")
    check_refused(path, "is damaged or no checkpoint of corral")


def test_what_is_no_file(path, tmp_path):
    path.mkdir()
    check_refused(path, "is no file")
    missing = tmp_path / "missing" / "search"
    with pytest.raises(CheckpointError, match="cannot be used: unable to open database file"):
        solve(PEGS, checkpoint=missing)
    long = tmp_path / ("x" * 300)
    with pytest.raises(CheckpointError, match="cannot be used: File name too long"):
        solve(PEGS, checkpoint=long)
    for other in 7, [path]:
        with pytest.raises(
            ArgumentError, match=r"^checkpoint is .*: expected the path of a file, a str or a pathlib\.Path$"
        ):
            solve(PEGS, checkpoint=other)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads and writes all")
@pytest.mark.parametrize("mode", [0o400, 0o000])
def test_no_permission(path, mode):
    made(path)
    path.chmod(mode)
    with pytest.raises(CheckpointError, match="cannot be used"):
        solve(PEGS, "total", checkpoint=path)


@pytest.mark.parametrize(
    ("change", "match"),
    [
        ("pragma user_version = 7", "has version 7: expected 1"),
        ("delete from problem", r"is of another problem \(of nothing\)"),
        ("insert into problem values ('a', 'b')", r"is of another problem \(of nothing\)"),
        ("update unit set lower = lower + 1 where exact = 1", "has a wrong check sum"),
        ("update unit set lower = null", "has a wrong check sum"),
        ("update unit set name = name || ' '", "has a wrong check sum"),
        ("update unit set exact = 1 - exact", "has a wrong check sum"),
        ("update unit set sum = sum + 1", "has a wrong check sum"),
        ("drop table unit", "is damaged or no checkpoint of corral: no such table: unit"),
        ("drop table problem", "is damaged or no checkpoint of corral: no such table: problem"),
    ],
)
def test_contents_that_are_changed(path, change, match):
    made(path)
    with closing(sqlite3.connect(path)) as base, base:
        base.execute(change)
    check_refused(path, match)


def test_damaged_files(path):
    """Cut off or changed anywhere: refused, or what was changed does not matter."""
    whole, best, random = made(path, 10**6), solve(PEGS, "total"), Random(1)
    lengths = [1, 99, 100, 511, 4096, len(whole) - 4096, len(whole) - 1, *random.sample(range(len(whole)), 40)]
    for content in [whole[:length] for length in lengths if length]:
        path.write_bytes(content)
        check_refused(path, "is damaged")
    taken = 0
    for place in [*range(0, 100, 5), *random.sample(range(len(whole)), 100)]:
        content = bytearray(whole)
        content[place] ^= 1 << random.randrange(8)
        path.write_bytes(content)
        try:
            solution = solve(PEGS, "total", checkpoint=path, threads=1)
        except CheckpointError:
            assert files(path) == {path.name: bytes(content)}
        else:
            assert (solution.value, solution.tree, solution.proven) == (best.value, best.tree, True)
            taken += 1
    assert 0 < taken < 110


# Several searches


def test_one_search_at_a_time(path):
    made(path)

    def second(progress):
        for use in lambda: solve(PEGS, "total", checkpoint=path), other_process:
            if not tried:
                with pytest.raises(CheckpointError, match="is in use by another search"):
                    use()
        tried.append(True)

    def other_process():
        code = f"import corral; corral.solve(corral.mastermind(4, 5), 'total', checkpoint={str(path)!r})"
        result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        assert result.returncode == 1
        raise CheckpointError(result.stderr.splitlines()[-1])

    tried = []
    assert solve(PEGS, "total", checkpoint=path, progress=second).proven
    assert tried


def test_a_search_that_cannot_begin_lets_the_checkpoint_go(path):
    weights = [1] * 624 + [2**60]
    for _ in range(2):
        with pytest.raises(ArgumentError, match="too large to be added up exactly"):
            solve(PEGS, "total", weights=weights, checkpoint=path)
    path.unlink()
    with pytest.raises(ArgumentError, match="no strategy"):
        solve(PEGS, Objective([1, 2], "forbidden"), checkpoint=path)
    assert solve(PEGS, "total", checkpoint=path).proven


def test_a_disk_that_is_full(path):
    search = Search(PEGS, "total", checkpoint=path)
    search._checkpoint._base.execute("pragma query_only = on")
    with pytest.raises(CheckpointError, match="cannot be written"):
        search.run()


def test_what_is_kept(path):
    """More is kept, less is not."""
    problem = Problem(PEGS, None, None, PEGS.guesses.indices([]), PEGS.guesses.indices([]), False)
    unit = Unit((1, None), ((7, 3), (9, 1)), None)
    kept = checkpoint.Checkpoint(path, problem)
    assert kept.get(unit) is None
    for cost, known in [
        (Cost(5, False), Cost(5, False)),
        (Cost(4, False), Cost(5, False)),
        (Cost(6, False), Cost(6, False)),
        (Cost(6, True), Cost(6, True)),
        (Cost(9, False), Cost(6, True)),
    ]:
        kept.put(unit, cost)
        assert kept.get(unit) == known
    other = Unit((1,), (), 4)
    kept.put(other, Cost(None, True))
    kept.close()
    again = Checkpoint(path, problem)
    assert (again.get(unit), again.get(other)) == (Cost(6, True), Cost(None, True))
    again.close()


# Processes that are killed


@pytest.mark.skipif(sys.platform == "win32", reason="has no signal that kills")
@pytest.mark.parametrize("times", [4, pytest.param(25, marks=pytest.mark.slow)])
def test_killed_at_any_moment(path, times):
    code = f"""
        import corral
        import corral.spread
        corral.spread._PATIENCE = 0.0
        corral.solve(corral.bulls_and_cows(4, 10), "total", threads=1, checkpoint={str(path)!r}, progress=print)
        """
    random, counts, killed = Random(times), [0], 0
    for _ in range(times):
        process = subprocess.Popen([sys.executable, "-u", "-c", textwrap.dedent(code)], stdout=subprocess.PIPE)
        # Importing takes a while.
        try:
            process.wait(random.uniform(0.15, 0.7))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            killed += 1
        told = process.communicate()[0].count(b"\n")
        if not path.exists() or not path.stat().st_size:
            assert not told
            continue
        # A report follows each unit that is kept, and there may be more.
        counts.append(count_rows(path))
        assert counts[-1] >= counts[-2]
    assert killed > 0
    game = corral.bulls_and_cows(4, 10)
    assert solve(game, "total", checkpoint=path).tree == solve(game, "total").tree
    assert len(rows(path)) >= counts[-1]


def count_rows(path):
    """How many units a process that was killed has left."""
    game = corral.bulls_and_cows(4, 10)
    one = Checkpoint(path, Problem(game, None, None, game.guesses.indices([]), game.guesses.indices([]), False))
    one.close()
    return len(one._known)
