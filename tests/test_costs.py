"""Costs of any size: narrow sums inside the search, and what they round, must not show."""

import pytest

import corral

FACTORS = [1, 2, 63, 64, 65, 101, (1 << 20) + 1, (1 << 33) + 5]


@pytest.mark.parametrize("factor", FACTORS)
@pytest.mark.parametrize("game", ["bulls-and-cows:3x6", "mastermind:3x5", "bulls-and-cows:4x7", "mastermind:5x3"])
@pytest.mark.parametrize("found_by", [2, 3])
def test_late_costs_scale(game: str, factor: int, found_by: int) -> None:
    game = corral.game(game)
    most = corral.solve(game, f"within:{found_by}").value
    solution = corral.solve(game, corral.Objective([0] * found_by + [factor], "constant"))
    assert solution.proven
    assert solution.value == factor * (len(game) - most)


@pytest.mark.parametrize("factor", FACTORS)
@pytest.mark.parametrize("game", ["bulls-and-cows:3x8", "mastermind:4x4", "bulls-and-cows:4x6"])
def test_even_costs_scale(game: str, factor: int) -> None:
    game = corral.game(game)
    assert corral.solve(game, corral.Objective([factor])).value == factor * corral.solve(game, "total").value


@pytest.mark.parametrize("factor", FACTORS)
def test_costs_with_a_limit_scale(factor: int) -> None:
    game = corral.game("mastermind:4x4")
    depth, total = corral.solve(game).value
    costs = [factor * guesses for guesses in range(1, depth + 1)]
    assert corral.solve(game, corral.Objective(costs, "forbidden")).value == factor * total


@pytest.mark.parametrize("factor", FACTORS)
def test_two_costs_in_one(factor: int) -> None:
    game = corral.game("bulls-and-cows:3x8")
    depth, last, total = corral.solve(game, "depth,last").value
    weight = factor * (total + 1)  # larger than any total that is better
    costs = [*range(1, depth), depth + weight]
    assert corral.solve(game, corral.Objective(costs, "forbidden")).value == total + weight * last
