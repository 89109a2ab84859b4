import pickle
from dataclasses import FrozenInstanceError
from decimal import Decimal
from fractions import Fraction
from math import inf, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import corral
from corral import ArgumentError, Objective
from corral.objectives import measure, read_objective, read_weights, scaled

HALF = Fraction(1, 2)
numbers = st.integers(-5, 5) | st.fractions(-5, 5, max_denominator=12)


# Schedules


@pytest.mark.parametrize(
    ("costs", "tail", "expected"),
    [
        ([1], "linear", [1, 2, 3, 4]),
        ([3], "linear", [3, 6, 9, 12]),
        ([0], "linear", [0, 0, 0, 0]),
        ([1, 1], "linear", [1, 1, 1, 1]),
        ([1, 2, 4], "linear", [1, 2, 4, 6]),
        ([0, HALF], "linear", [0, HALF, 1, 3 * HALF]),
        ([-3, -1], "linear", [-3, -1, 1, 3]),
        ([-3], "constant", [-3, -3, -3, -3]),
        ([0, 0, 1], "constant", [0, 0, 1, 1]),
        ([1, 5], "forbidden", [1, 5, None, None]),
    ],
)
def test_costs(costs, tail, expected):
    schedule = Objective(costs, tail)
    found = [schedule.cost(guesses) for guesses in (1, 2, 3, 4)]
    assert found == expected
    assert all(type(cost) is not Fraction or cost.denominator > 1 for cost in found)


def test_costs_are_exact():
    given = [np.int8(-1), 0, 0.5, Fraction(4, 2), np.float32(2.25), Decimal("2.5"), 3.0]
    read = Objective(iter(given)).costs
    assert read == (-1, 0, HALF, 2, Fraction(9, 4), Fraction(5, 2), 3)
    assert [type(cost) for cost in read] == [int, int, Fraction, int, Fraction, Fraction, int]


@pytest.mark.parametrize("kind", [float, np.float64, np.float32, np.float16])
def test_floats_are_the_decimals_that_they_are_written_as(kind):
    for text in "0.1", "-0.3", "2.6", "1e-05", "1e4", "1000.0":
        assert Objective([kind(text)], "constant").costs == (Fraction(text),)
    assert read_weights(GAME, [0, 1, 2], [kind(text) for text in ("0.1", "0.2", "0.3", "1", "1", "1")]) == (
        [1, 2, 3],
        Fraction(1, 10),
    )


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_finite_float_is_taken_and_rounds_back(value):
    (cost,) = Objective([value], "constant").costs
    assert float(cost) == value


@pytest.mark.parametrize("guesses", [0, -1, np.int8(0), 1.0, True, np.True_, "1", None])
def test_costs_of_what_is_no_number_of_guesses(guesses):
    for tail in "linear", "constant", "forbidden":
        with pytest.raises(ArgumentError, match=r"^guesses is .*: expected a whole number, 1 or more$"):
            Objective([1, 2], tail).cost(guesses)


def test_guesses_of_any_whole_type():
    costs = [Objective([1, 3]).cost(kind(guesses)) for kind in (int, np.uint8) for guesses in (2, 255)]
    assert costs == [3, 509, 3, 509]
    assert {type(cost) for cost in costs} == {int}


def test_objectives_are_values():
    one = Objective([1, 2.5])
    assert one == Objective((1, Fraction(5, 2)), "linear") != Objective([1, 2.5], "constant")
    assert len({one, Objective([1, 2.5]), Objective([1])}) == 2
    assert pickle.loads(pickle.dumps(one)) == one
    assert repr(Objective([0, 1], tail="constant")) == "Objective(costs=(0, 1), tail='constant')"
    with pytest.raises(FrozenInstanceError):
        one.tail = "constant"


@pytest.mark.parametrize(
    ("costs", "tail", "message"),
    [
        ([], "linear", "there are no costs: expected at least"),
        ("12", "linear", "costs is '12': expected a sequence"),
        (7, "linear", "costs is 7: expected a sequence"),
        ([1, 2], "up", "tail is 'up': expected one of linear, constant, forbidden"),
        ([1, 2], ["linear"], r"tail is \['linear'\]: expected"),
        ([1, 2, 1], "linear", r"costs\[2\] is 1: expected no less than 2"),
        ([-1], "linear", "costs is the single -1, which would fall"),
        ([1, True], "linear", r"costs\[1\] is True: expected a finite number"),
        ([1, "2"], "linear", r"costs\[1\] is '2': expected a finite number"),
        ([1, None], "linear", r"costs\[1\] is None: expected a finite number"),
        ([1, nan], "linear", r"costs\[1\] is nan: expected a finite number"),
        ([1, inf], "linear", r"costs\[1\] is inf: expected a finite number"),
        ([-np.float32(inf), 1], "linear", r"costs\[0\] is .*-inf.*: expected a finite number"),
        ([1, Decimal("NaN")], "linear", r"costs\[1\] is Decimal\('NaN'\): expected a finite number"),
        ([1, Decimal("Infinity")], "linear", r"costs\[1\] is Decimal\('Infinity'\): expected a finite number"),
        ([1, 2j], "linear", r"costs\[1\] is 2j: expected a finite number"),
    ],
)
def test_what_is_no_objective(costs, tail, message):
    with pytest.raises(ArgumentError, match=message):
        Objective(costs, tail)


# Names


def test_names():
    for name in "depth", "depth,total", "total,depth", "depth,last":
        assert read_objective(name) == (name, None)
        assert name in corral.OBJECTIVES
    assert read_objective(" depth , total") == ("depth,total", None)
    assert read_objective("total") == ("total", Objective([1]))
    assert read_objective("within:2") == read_objective("within : 02") == ("within:2", Objective([0, 0, 1], "constant"))
    own = Objective([1, 3])
    assert read_objective(own) == (own, own)


@pytest.mark.parametrize(
    "name", ["", "best", "Total", "total,total", "within", "within:k", "within:0", "within:-1", "within:1.5"]
)
def test_names_of_nothing(name):
    with pytest.raises(ArgumentError, match=f"objective is '{name}': expected 'total', .*'within:k'"):
        read_objective(name)


@pytest.mark.parametrize("given", [None, 4, ["total"], b"total"])
def test_no_names(given):
    with pytest.raises(ArgumentError, match=r"objective is .*: expected"):
        read_objective(given)


# What a tree is worth


def test_measures():
    counts, weights = [0, 2, 1, 3], [0, 2, HALF, 5]
    total = 4 + 3 * HALF + 20
    expected = {
        "total": (total,),
        "depth": (4,),
        "depth,total": (4, total),
        "total,depth": (total, 4),
        "depth,last": (4, 5, total),
        "within:2": (5 + HALF,),
        Objective([1, 2, 4]): (4 + 2 + 30,),
        Objective([0, 0, 1], "forbidden"): (inf,),
        Objective([0, 0, 0, 2], "forbidden"): (10,),
    }
    for objective, key in expected.items():
        assert measure(*read_objective(objective), counts, weights) == key
    # Those of no weight have to be found as well.
    assert measure(*read_objective(Objective([1], "forbidden")), [1, 1], [1, 0]) == (inf,)


@given(st.lists(numbers))
def test_scaling_keeps_numbers(given):
    whole, unit = scaled(given)
    assert [number * unit for number in whole] == given
    assert all(type(number) is int for number in whole)
    assert unit > 0
    assert scaled([3 * number for number in given])[0] == whole


# Weights

GAME = corral.bulls_and_cows(2, 3)


def test_weights_by_code():
    assert read_weights(GAME, [1, 2], {"02": 1, ("1", "0"): 2.5, "21": "unused"}) == ([2, 5], HALF)


@pytest.mark.parametrize(
    "given",
    [
        [0, 1, 2, 3, 4, 5],
        (0, 1, 2.0, 3, 4, 5),
        np.arange(6),
        np.arange(6, dtype=np.uint64),
        np.arange(6, dtype=np.float32),
        [Fraction(number) for number in range(6)],
        ["unused", 1, 2, None, -1, 5],
    ],
    ids=range(7),
)
def test_weights_in_game_order(given):
    assert read_weights(GAME, [1, 2, 5], given) == ([1, 2, 5], 1)


def test_weights_that_are_all_zero():
    assert read_weights(GAME, [1, 2], [0] * 6) == ([0, 0], 1)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"01": 1, "10": 1}, "2 codes have no weight, 02 among them: expected one for each of the 3"),
        ({"01": 1, ("0", "1"): 2}, "2 weights for 1 codes: expected one for each"),
        ([1, 1, 1], "3 weights: expected one for each of the 6 secrets of bulls-and-cows:2x3"),
        (np.ones((6, 1)), "expected a mapping from codes, or a sequence"),
        ("123456", "weights is '123456': expected a mapping"),
        (3, "weights is 3: expected a mapping"),
        ({1, 2}, "weights is {1, 2}: expected a mapping"),
        ([1, -1, 1, 1, 1, 1], "the weight of 02 is -1: expected 0 or more"),
        ([1, 1, 1, nan, 1, 1], "the weight of 12 is nan: expected a finite number"),
        ([1, 1, 1, "1", 1, 1], "the weight of 12 is '1': expected a finite number"),
    ],
)
def test_what_are_no_weights(given, message):
    with pytest.raises(ArgumentError, match=message):
        read_weights(GAME, [0, 1, 3], given)


def test_weights_of_what_is_no_code():
    with pytest.raises(corral.CodeError, match="'00'"):
        read_weights(GAME, [0], {"01": 1, "00": 1})
