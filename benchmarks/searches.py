"""Trees and exact search as numpy and numba let them be written: over a ready table, a node at a time in Python.

    python benchmarks/searches.py

A counter is one way to tell the sizes of the parts that every guess makes of some candidates; both searches take
either. What they find is compared with corral's. Times are thread CPU time; the table is ready, and numba has compiled.
Corral's begin with the id of the game.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import numba
import numpy as np
from baselines import Peg
from compare import table
from measure import milliseconds
from numpy.typing import NDArray

import corral
from corral.games import PegGame

__all__ = ["all_times", "entropy_times", "optimal_times", "searches_table"]

ENTROPY = "mastermind:4x6", "bulls-and-cows:4x10"
OPTIMAL = "bulls-and-cows:3x5", "mastermind:3x4", "mastermind:3x5", "bulls-and-cows:4x5"

Codes = NDArray[np.int64]
Counter = Callable[[NDArray[np.uint8], Codes, int], NDArray[np.int64]]
"""From the answers [guess, secret], some secrets and the number of classes to the sizes [guess, class]."""


def count_by_numpy(answers: NDArray[np.uint8], left: Codes, classes: int) -> NDArray[np.int64]:
    """Count as many rows by one bincount as the caches hold."""
    rows = max(1, (1 << 17) // len(left))
    offsets = np.arange(rows)[:, None] * classes
    sizes = np.empty((len(answers), classes), np.int64)
    for start in range(0, len(answers), rows):
        block = answers[start : start + rows].take(left, axis=1)
        counts = np.bincount((block + offsets[: len(block)]).ravel(), minlength=len(block) * classes)
        sizes[start : start + rows] = counts.reshape(-1, classes)
    return sizes


@numba.njit()
def count_by_numba(answers: NDArray[np.uint8], left: Codes, classes: int) -> NDArray[np.int64]:
    """Count guess by guess in a compiled loop."""
    sizes = np.zeros((answers.shape[0], classes), np.int64)
    for guess in range(answers.shape[0]):
        for secret in left:
            sizes[guess, answers[guess, secret]] += 1
    return sizes


COUNTERS: dict[str, Counter] = {"numpy": count_by_numpy, "numba": count_by_numba}


def parts(row: NDArray[np.uint8], left: Codes, win: int) -> list[Codes]:
    """Split the candidates by their answers; those of the winning one are found."""
    return [left[row == answer] for answer in np.unique(row) if answer != win]


def entropy_total(answers: NDArray[np.uint8], nlogn: NDArray[np.float64], count: Counter) -> int:
    """Return the total of the tree of `entropy`: the most information, then a candidate, then the smallest number."""
    win, total = int(answers[0, 0]), 0
    waiting = [np.arange(len(answers))]
    while waiting:
        left = waiting.pop()
        total += len(left)
        if len(left) == 1:
            continue
        scores = nlogn[count(answers, left, win + 1)].sum(1)
        inside = left[scores[left] == scores.min()]
        guess = int(inside[0]) if len(inside) else int(scores.argmin())
        waiting += parts(answers[guess, left], left, win)
    return total


def least_total(answers: NDArray[np.uint8], count: Counter) -> int:
    """Return the least total of all trees: depth first, the best bound first, sets that were met kept.

    The bound of n candidates is that of a tree in which every guess finds one of them, and makes a part of every class.
    """
    win = int(answers[0, 0])
    costs: list[int] = []
    for guesses in range(1, len(answers) + 1):
        costs += [guesses] * min(win ** (guesses - 1), len(answers) - len(costs))
    ideal = np.concatenate([[0], np.cumsum(costs)])
    known: dict[bytes, int] = {}

    def cost(left: Codes) -> int:
        if len(left) < 3:
            return 2 * len(left) - 1
        key = left.tobytes()
        if key not in known:
            sizes = count(answers, left, win + 1)
            bounds = len(left) + ideal[sizes[:, :win]].sum(1)
            # A guess that tells nothing leads nowhere.
            bounds[sizes[:, :win].max(1) == len(left)] = np.iinfo(np.int64).max
            known[key] = tried(left, bounds)
        return known[key]

    def tried(left: Codes, bounds: NDArray[Any]) -> int:
        best = int(np.iinfo(np.int64).max)
        for guess in np.argsort(bounds, kind="stable").tolist():
            value = int(bounds[guess])
            if value >= best:
                break
            for part in parts(answers[guess, left], left, win):
                value += cost(part) - int(ideal[len(part)])
                if value >= best:
                    break
            best = min(best, value)
        return best

    return cost(np.arange(len(answers)))


def entropy_times(game_id: str, *, turns: int = 1) -> dict[str, float]:
    """Time the tree of `entropy`, in milliseconds."""
    right = corral.strategy_tree(corral.game(game_id), "entropy").total
    game = corral.game(game_id)
    assert isinstance(game, PegGame)
    peg, answers = Peg(game), game.feedback_table()
    ways: dict[str, Callable[[], Any]] = {
        "corral": lambda: corral.strategy_tree(corral.game(game_id), "entropy"),
        **{name: partial(entropy_total, answers, peg.nlogn, count) for name, count in COUNTERS.items()},
    }
    for name in COUNTERS:
        assert ways[name]() == right, name
    return milliseconds(ways, turns=turns, seconds=1.0)


def optimal_times(game_id: str, *, turns: int = 1) -> dict[str, float]:
    """Time the proof of the least total, in milliseconds."""
    right = corral.solve(corral.game(game_id), "total", threads=1).value
    answers = corral.game(game_id).feedback_table()
    ways: dict[str, Callable[[], Any]] = {
        "corral": lambda: corral.solve(corral.game(game_id), "total", threads=1),
        **{name: partial(least_total, answers, count) for name, count in COUNTERS.items()},
    }
    for name in COUNTERS:
        assert ways[name]() == right, name
    return milliseconds(ways, turns=turns, seconds=1.0)


def searches_table(tasks: dict[str, dict[str, float]]) -> str:
    """Return the times with a column a way."""
    head = ["CPU time, ms", *next(iter(tasks.values()))]
    return table(head, [[task, *(f"{time:.3g}" for time in times.values())] for task, times in tasks.items()])


def all_times(entropy: tuple[str, ...] = ENTROPY, optimal: tuple[str, ...] = OPTIMAL) -> dict[str, dict[str, float]]:
    """Return the times of all tasks."""
    return {
        **{f"tree of entropy, {game}": entropy_times(game) for game in entropy},
        **{f"least total, {game}": optimal_times(game) for game in optimal},
    }


if __name__ == "__main__":
    print(searches_table(all_times()))
