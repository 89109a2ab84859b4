"""Published optima, each with its source in the data, and what else is known of the two famous games."""

import json
from pathlib import Path

import pytest

import corral

DATA = json.loads((Path(__file__).parent / "data" / "known_values.json").read_text(encoding="utf-8"))
SLOW = {"mastermind:4x8"}


def known(case):
    name = f"{case['game']} {case['objective']}" + " consistent" * case.get("consistent", False)
    return pytest.param(case, id=name, marks=[pytest.mark.slow] * (case["game"] in SLOW))


def check(solution, value):
    assert solution.proven
    assert solution.value == solution.lower_bound == value
    replay = solution.tree.verify()
    assert (replay.total, replay.histogram) == (solution.tree.total, solution.tree.histogram)
    return replay


@pytest.mark.parametrize("case", list(map(known, DATA["optima"])))
def test_published_optima(case):
    game, objective, value = corral.game(case["game"]), case["objective"], case["value"]
    value = tuple(value) if isinstance(value, list) else value
    options = {"consistent": case.get("consistent", False)}
    replay = check(corral.solve(game, objective, **options), value)
    assert value in (replay.total, replay.depth, (replay.depth, replay.total))
    if "depth" in case:
        check(corral.solve(game, "total,depth", **options), (value, case["depth"]))


@pytest.mark.parametrize("case", DATA["strategies"], ids=lambda case: f"{case['game']} {case['strategy']}")
def test_published_strategies(case):
    tree = corral.strategy_tree(corral.game(case["game"]), case["strategy"])
    assert (tree.total, tree.depth) == (case["total"], case["max"])
    assert case["histogram"] in (None, list(tree.histogram))


@pytest.mark.parametrize(
    ("name", "guesses", "most"),
    [
        *(("mastermind:4x6", guesses, most) for guesses, most in enumerate([1, 14, 132, 768, 1296], 1)),
        *(("bulls-and-cows:4x10", guesses, most) for guesses, most in enumerate([1, 14, 127], 1)),
    ],
)
def test_most_secrets_within_some_guesses(name, guesses, most):
    replay = check(corral.solve(corral.game(name), f"within:{guesses}"), most)
    assert sum(replay.histogram[:guesses]) == most


def test_fewest_secrets_at_the_worst_case():
    solution = corral.solve(corral.mastermind(), "depth,last")
    assert solution.value[:2] == (5, 539)
    replay = check(solution, solution.value)
    assert (replay.depth, replay.histogram[-1], replay.total) == solution.value
