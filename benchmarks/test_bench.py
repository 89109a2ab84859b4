"""The kernels under pytest-benchmark: `pytest -n 0 benchmarks`, to compare two states of the core.

`--benchmark-save` and `--benchmark-compare` of pytest-benchmark keep and compare runs. The level is that of CORRAL_ISA.
"""

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import corral
from corral.games import PegGame

GAMES = ["bulls-and-cows:4x10", "mastermind:4x6"]


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> PegGame:
    """Return a game whose codes are listed already."""
    game = corral.game(request.param)
    assert isinstance(game, PegGame)
    assert len(game.core) == len(game)
    return game


def test_table(benchmark: BenchmarkFixture, game: PegGame) -> None:
    out = np.empty((len(game), len(game)), np.uint8)
    benchmark(game.feedback_table, out)


def test_all_scores(benchmark: BenchmarkFixture, game: PegGame) -> None:
    benchmark(corral.score_guesses, game)


@pytest.mark.parametrize("candidates", [16, 64, 1000])
def test_scores(benchmark: BenchmarkFixture, game: PegGame, candidates: int) -> None:
    numbers = np.random.default_rng(candidates).choice(len(game), candidates, replace=False).astype(np.uint32)
    benchmark(corral.score_guesses, game, candidates=numbers)


@pytest.mark.parametrize("strategy", ["sieve", "random", "minimax", "expected-size", "entropy", "most-parts"])
def test_tree(benchmark: BenchmarkFixture, game: PegGame, strategy: str) -> None:
    benchmark(corral.strategy_tree, game, strategy)
