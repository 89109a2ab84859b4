"""How times grow with the game, and how they shrink with threads.

By size: thread CPU time at the best level, of games of Bulls and Cows and of Mastermind with 4 places and more and more
symbols. By threads: time on the clock, medians of three, for 1, 2, 4, .. threads, one for each processor, and twice as
many. A machine that does something else meanwhile spoils the latter.
"""

import os
import time
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median
from typing import Any, NamedTuple

import numpy as np
from baselines import Peg, score_by_blocks, table_by_matrix_product
from compare import table
from exact import solve
from figures import Core, Gather
from measure import huge_pages, milliseconds
from searches import COUNTERS, entropy_total

import corral
from corral.games import PegGame

__all__ = ["SIZES", "THREADS", "Point", "by_size", "by_threads", "size_table", "thread_counts", "thread_table"]


class Point(NamedTuple):
    """A time in milliseconds."""

    task: str
    way: str
    codes: int
    time: float


SIZES = [
    *(f"bulls-and-cows:4x{symbols}" for symbols in range(5, 13)),
    *(f"mastermind:4x{symbols}" for symbols in range(3, 9)),
]
TOO_LONG = ("bulls-and-cows:4x12",)
"""Games whose exact search takes minutes."""

THREADS = [
    ("bulls-and-cows:4x10", "total"),
    ("bulls-and-cows:4x11", "total"),
    ("bulls-and-cows:5x8", "total"),
    ("bulls-and-cows:4x10", "random"),
]
"""Games, each with the objective of a search, or a strategy that draws: all secrets times 1000 seeds."""


def kernel_points(game: PegGame, turns: int) -> list[Point]:
    """Time the table and the scores of all guesses, by the core and by the usual ways."""
    peg, out = Peg(game), huge_pages((len(game), len(game)))
    answers = game.feedback_table()
    everything = np.arange(len(game))
    tasks: dict[str, dict[str, Callable[[], Any]]] = {
        "feedback table": {
            "corral": partial(game.feedback_table, out),
            "numpy, BLAS product": partial(table_by_matrix_product, peg, out),
        },
        "scores of all guesses": {
            "corral": partial(Core(game), None),
            "numpy, bincount": partial(score_by_blocks, peg, answers),
            "numba, gather": partial(Gather(peg, answers), everything),
        },
        "tree of entropy": {
            "corral": partial(corral.strategy_tree, game, "entropy"),
            "numba, a ready table": partial(entropy_total, answers, peg.nlogn, COUNTERS["numba"]),
        },
    }
    return [
        Point(task, way, len(game), found)
        for task, ways in tasks.items()
        for way, found in milliseconds(ways, turns=turns, seconds=0.5).items()
    ]


def by_size(games: Sequence[str], *, turns: int = 1) -> list[Point]:
    """Return the times of all tasks; kernels and trees of Bulls and Cows alone, if there are other games."""
    points = []
    for name in games:
        family, game = name.partition(":")[0], corral.game(name)
        assert isinstance(game, PegGame)
        if family == games[0].partition(":")[0]:
            points += kernel_points(game, turns)
        if name not in TOO_LONG:
            seconds = solve(name, "total", None, 1)["seconds"]
            points.append(Point("least total, with proof", f"corral, {family}", len(game), 1e3 * seconds))
    return points


def size_table(points: Sequence[Point]) -> str:
    """Return the times with a row a task and way, and a column a number of codes."""
    codes = sorted({point.codes for point in points})
    times = {(point.task, point.way, point.codes): f"{point.time:.3g}" for point in points}
    rows = [
        [f"{task}: {way}", *(times.get((task, way, count), "") for count in codes)]
        for task, way in dict.fromkeys((point.task, point.way) for point in points)
    ]
    return table(["CPU time, ms; codes:", *map(str, codes)], rows)


def thread_counts(cores: int) -> list[int]:
    """Return powers of two up to the number of processors, that number, and twice as many."""
    return sorted({*(1 << bit for bit in range(cores.bit_length())), cores, 2 * cores})


def seconds_of(game: str, task: str, threads: int) -> float:
    """Return the time on the clock that a task takes."""
    if task not in corral.STRATEGIES:
        return float(solve(game, task, None, threads)["wall"])
    played = corral.game(game)
    start = time.perf_counter()
    corral.evaluate(played, task, seeds=1000, threads=threads)
    return time.perf_counter() - start


def by_threads(tasks: Sequence[tuple[str, str]], *, turns: int = 3) -> dict[str, dict[int, float]]:
    """Return the seconds on the clock by task and number of threads, the numbers in turns."""
    counts = thread_counts(os.cpu_count() or 1)
    found = {}
    for game, task in tasks:
        times: dict[int, list[float]] = {count: [] for count in counts}
        for _ in range(turns):
            for count, seconds in times.items():
                seconds.append(seconds_of(game, task, count))
        found[f"{game}, {task}"] = {count: median(seconds) for count, seconds in times.items()}
    return found


def thread_table(found: dict[str, dict[int, float]]) -> str:
    """Return the times with a column a number of threads, and how much faster that is than one."""
    counts = list(next(iter(found.values())))
    rows = [
        [task, *(f"{times[count]:.3g} ({times[1] / times[count]:.2f})" for count in counts)]
        for task, times in found.items()
    ]
    return table(["time on the clock, s (ratio); threads:", *map(str, counts)], rows)
