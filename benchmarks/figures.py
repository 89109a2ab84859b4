"""What `compare.py` measures, at the level of the core that was chosen at import."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numba
import numpy as np
from baselines import SCORE_WAYS, TABLE_WAYS, Peg, Scores, gather
from measure import huge_pages, import_milliseconds, machine, milliseconds
from numpy.typing import NDArray
from words import word_times

import corral
from corral.games import PegGame

__all__ = ["figures"]

LISTS = 8
"""Random lists of candidates of each length; a call takes turns with all of them."""


TREE_TARGETS: dict[str, tuple[Any, ...]] = {
    "entropy bulls-and-cows:4x10": (20.0, "avx2", "avx512"),
    "minimax mastermind:4x6": (3.0, "avx2", "avx512"),
    "random bulls-and-cows:4x10, all secrets times 100 seeds": (10_000.0,),
}
"""Milliseconds, and the levels that have to keep to them; all if none is named."""


class Figure(NamedTuple):
    """A figure, and what it has to reach: the same at all levels, or by level."""

    name: str
    value: float
    more: bool = False
    targets: dict[str, float] | None = None

    def as_json(self, with_target: bool) -> dict[str, Any]:
        """Return the figure with the target of the present level."""
        target = (self.targets or {}).get(corral.isa()) if with_target else None
        return {"name": self.name, "value": self.value, "more": self.more, "target": target}


def everywhere(target: float, *levels: str) -> dict[str, float]:
    """Return the same target for each of some levels, by default for all."""
    return dict.fromkeys(levels or ("portable", "popcnt", "avx2", "avx512"), target)


def least(times: dict[str, float], start: str) -> float:
    """Return the least time of the ways whose names start so."""
    return min(time for name, time in times.items() if name.startswith(start))


def same(scores: corral.Scores, other: Scores) -> bool:
    """Return whether another way found the same scores."""
    largest, parts, squares, nlogn = other
    return (
        np.array_equal(scores.largest, largest)
        and np.array_equal(scores.parts, parts)
        and np.array_equal(scores.squares, squares)
        and np.array_equal(scores.nlogn, nlogn)
    )


def table_times(peg: Peg, turns: int) -> dict[str, float]:
    """Time the feedback table into the same warm buffer, which is also filled with a constant."""
    out = huge_pages((len(peg.game), len(peg.game)))
    right = peg.game.feedback_table()
    for name, way in TABLE_WAYS.items():
        way(peg, out)
        assert np.array_equal(out, right), name
    ways = {name: partial(way, peg, out) for name, way in TABLE_WAYS.items()}
    return milliseconds(
        {"fill": partial(out.fill, 3), "corral": partial(peg.game.feedback_table, out), **ways},
        turns=turns,
        seconds=1.0,
    )


class Gather:
    """The numba loop over a ready table with its outputs, warm."""

    def __init__(self, peg: Peg, table: NDArray[np.uint8]) -> None:
        """Compile the loop."""
        self.peg, self.table = peg, table
        self.counts = np.empty((3, len(table)), np.int64)
        self.nlogn = np.empty(len(table))
        self(np.zeros(1, np.int64))

    def __call__(self, candidates: NDArray[np.int64]) -> Scores:
        """Score every guess on the candidates."""
        largest, parts, squares = self.counts
        classes = len(self.peg.game.classes)
        gather(self.table, candidates, self.peg.nlogn, classes, largest, parts, squares, self.nlogn)
        return largest, parts, squares, self.nlogn


class Core:
    """The compiled core with its outputs, as `score_guesses` calls it."""

    def __init__(self, game: PegGame) -> None:
        """Make the outputs."""
        self.codes = game.core
        self.parts, self.largest = np.empty((2, len(game)), np.uint32)
        self.squares, self.nlogn = np.empty((2, len(game)), np.uint64)

    def __call__(self, candidates: NDArray[np.uint32] | None) -> None:
        """Score every guess on the candidates."""
        self.codes.score(candidates, None, self.parts, self.largest, self.squares, self.nlogn)


def score_times(peg: Peg, table: NDArray[np.uint8], turns: int) -> dict[str, float]:
    """Time the scores of all guesses on all codes."""
    right = corral.score_guesses(peg.game)
    numba_way, everything = Gather(peg, table), np.arange(len(table))
    ways = {name: partial(way, peg, table) for name, way in SCORE_WAYS.items()}
    ways["numba, gather from the table"] = partial(numba_way, everything)
    for name, way in ways.items():
        assert same(right, way()), name
    core = partial(Core(peg.game), None)
    return milliseconds(
        {"corral": core, "corral.score_guesses": partial(corral.score_guesses, peg.game), **ways},
        turns=turns,
        seconds=1.0,
    )


def on_all(way: Callable[[Any], object], lists: list[NDArray[Any]]) -> None:
    """Call the way with each list."""
    for numbers in lists:
        way(numbers)


def small_times(peg: Peg, table: NDArray[np.uint8], candidates: int, turns: int) -> dict[str, float]:
    """Time the scores of all guesses on a few random candidates."""
    random = np.random.default_rng(candidates)
    lists = [np.sort(random.choice(len(table), candidates, replace=False)) for _ in range(LISTS)]
    short = [numbers.astype(np.uint32) for numbers in lists]
    core, numba_way = Core(peg.game), Gather(peg, table)
    for numbers in lists:
        assert same(corral.score_guesses(peg.game, candidates=numbers), numba_way(numbers))
    times = milliseconds(
        {
            "corral": partial(on_all, core, short),
            "corral.score_guesses": partial(on_all, partial(corral.score_guesses, peg.game, ()), short),
            "numba, gather from the table": partial(on_all, numba_way, lists),
        },
        turns=turns,
        seconds=0.5,
    )
    return {name: time / LISTS for name, time in times.items()}


def tree_times(games: tuple[str, ...], turns: int) -> dict[str, float]:
    """Time complete trees, from the id of the game on."""

    def tree(game: str, strategy: str) -> corral.Tree:
        return corral.strategy_tree(corral.game(game), strategy)

    def drawn(game: str) -> corral.Evaluation:
        return corral.evaluate(corral.game(game), "random", seeds=100, threads=1)

    # Not those of the exact solver, which exact.py measures, and those that are grown in Python.
    names = [name for name in corral.STRATEGIES if name not in ("sweep", "least-similar", "optimal")]
    ways = {f"{strategy} {game}": partial(tree, game, strategy) for game in games for strategy in names}
    hundred = {f"random {games[0]}, all secrets times 100 seeds": partial(drawn, games[0])}
    return milliseconds({**ways, **hundred}, turns=turns, seconds=1.0)


def figures(game_id: str, *, quick: bool = False, small: bool = False) -> dict[str, Any]:
    """Return machine, level, game, the figures and the times in milliseconds that they come from.

    Args:
        game_id: of the tables and the scores.
        quick: with fewer repetitions.
        small: trees of that game alone, few words, and hardly any repetitions: to see that everything works.
    """
    turns = 1 if small else 3 if quick else 15
    tree_games = (game_id,) if small else ("bulls-and-cows:4x10", "mastermind:4x6")
    game = corral.game(game_id)
    assert isinstance(game, PegGame)
    peg = Peg(game)
    table = peg.game.feedback_table(huge_pages((len(peg.game), len(peg.game))))
    tables, everything = table_times(peg, turns), score_times(peg, table, turns)
    few = {candidates: small_times(peg, table, candidates, turns) for candidates in (16, 64)}
    trees, words = tree_times(tree_games, turns), word_times(turns, 100 if small else 12972)
    words_table, _, words_scores, _ = words.values()
    loading = import_milliseconds(turns=turns)
    usual_table, usual_scores = "numpy, BLAS product", "numpy, bincount of 64 rows of the table"
    gather_targets = {"portable": 18.0, "popcnt": 18.0, "avx2": 25.0, "avx512": 35.0}
    score_targets = {"portable": 14.0, "popcnt": 25.0, "avx2": 43.0, "avx512": 105.0}
    wide = everywhere(45.0, "avx2", "avx512")
    results = [
        Figure(
            "table: times of filling it", tables["corral"] / tables["fill"], False, everywhere(1.8, "avx2", "avx512")
        ),
        Figure("table: faster than a BLAS product", tables[usual_table] / tables["corral"], True, wide),
        Figure("table: faster than the best numpy", least(tables, "numpy") / tables["corral"], True, wide),
        Figure(
            "all scores: faster than bincount", everything[usual_scores] / everything["corral"], True, score_targets
        ),
        Figure(
            "all scores: faster than the best numpy",
            least(everything, "numpy") / everything["corral"],
            True,
            score_targets,
        ),
        *(
            Figure(
                f"scores on {candidates} candidates: faster than numba",
                times["numba, gather from the table"] / times["corral"],
                True,
                gather_targets if candidates == 16 else None,
            )
            for candidates, times in few.items()
        ),
        Figure("table of words: faster than the best numpy", least(words_table, "numpy") / words_table["corral"]),
        Figure("scores of words: faster than the best numpy", least(words_scores, "numpy") / words_scores["corral"]),
        Figure("scores of words: faster than numba", least(words_scores, "numba") / words_scores["corral"]),
        *(
            Figure(f"{name}, ms", trees[name], False, everywhere(target, *levels))
            for name, (target, *levels) in TREE_TARGETS.items()
            if name in trees
        ),
        Figure("import beyond numpy's, ms", loading, False, everywhere(30.0)),
    ]
    return {
        "machine": {**machine(), "numba": numba.__version__, "corral": corral.__version__},
        "level": corral.isa(),
        "game": peg.game.id,
        "figures": [figure.as_json(peg.game.id == "bulls-and-cows:4x10") for figure in results],
        "times": {
            "table": tables,
            "all scores": everything,
            **{f"scores on {candidates} candidates": times for candidates, times in few.items()},
            "tree": trees,
            **words,
        },
    }
