"""Every level of the compiled core gives identical bytes, those of the reference among them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from peg import bulls_only, reference_codes, small_games

import corral
from corral import _core, reference

GAMES = [
    "bulls-and-cows:1x36",
    "mastermind:1x9+bulls",
    "bulls-and-cows:2x20",
    "mastermind:3x9",
    "bulls-and-cows:3x9+nozero",
    "mastermind:4x6",
    "bulls-and-cows:4x10",
    "bulls-and-cows:4x8+repeats+nozero",
    "bulls-and-cows:4x10+nozero+bulls",
    "mastermind:5x4+bulls",
    "bulls-and-cows:5x7",
    "mastermind:6x4",
    "bulls-and-cows:6x6",
    "bulls-and-cows:7x7+nozero",
    "mastermind:8x2",
    "bulls-and-cows:8x3+repeats+nozero",
    "mastermind:12x2",
]
SIZES = [1, 2, 3, 15, 16, 17, 63, 64, 65, 254, 255, 256, 257, 1023, 1024, 1025, 4097]


def table(codes):
    out = np.empty((len(codes), len(codes)), np.uint8)
    codes.table(out)
    return out


def split(codes, guess, left):
    out = np.empty(len(codes) if left is None else len(left), np.uint32)
    return codes.split(guess, left, out), out


def scores(codes, left, guesses):
    count = len(codes) if guesses is None else len(guesses)
    parts, largest = np.empty((2, count), np.uint32)
    squares, nlogn = np.empty((2, count), np.uint64)
    codes.score(left, guesses, parts, largest, squares, nlogn)
    return parts, largest, squares, nlogn


def lists(rng, count):
    """Lists of code numbers in so many codes: all, some of each size, and a run at either end."""
    yield None
    for size in SIZES:
        if size <= count:
            yield np.sort(rng.choice(count, size, replace=False)).astype(np.uint32)
            yield np.arange(size, dtype=np.uint32)
            yield np.arange(count - size, count, dtype=np.uint32)


def on_every_level(game):
    return [_core.Codes(game.rule, level) for level in _core.levels()]


def test_the_levels_of_this_machine():
    levels = _core.levels()
    assert levels == _core.LEVELS[: len(levels)]
    assert corral.isa() in levels
    assert [codes.level for codes in on_every_level(corral.mastermind(2, 2))] == list(levels)
    assert corral.mastermind(2, 2).core.level == corral.isa()


@pytest.mark.parametrize("name", GAMES)
def test_tables_are_identical(name):
    slowest, *others = map(table, on_every_level(corral.game(name)))
    for other in others:
        assert np.array_equal(other, slowest)


@pytest.mark.parametrize("name", GAMES)
def test_splits_are_identical(name):
    rng = np.random.default_rng(1)
    slowest, *others = on_every_level(corral.game(name))
    for left in lists(rng, len(slowest)):
        for guess in rng.integers(len(slowest), size=3).tolist():
            sizes, order = split(slowest, guess, left)
            assert sum(sizes) == len(order)
            for other in others:
                again = split(other, guess, left)
                assert again[0] == sizes
                assert np.array_equal(again[1], order)


@pytest.mark.parametrize("name", GAMES)
def test_scores_are_identical(name):
    rng = np.random.default_rng(2)
    slowest, *others = on_every_level(corral.game(name))
    some = rng.permutation(len(slowest))[: rng.integers(1, 300)].astype(np.uint32)
    for left in lists(rng, len(slowest)):
        everything = scores(slowest, left, None)
        for guesses in None, some, some[:1], some[:0]:
            expected = everything if guesses is None else [values[guesses] for values in everything]
            for codes in (slowest, *others):
                assert all(map(np.array_equal, scores(codes, left, guesses), expected))


@given(small_games, st.data())
def test_every_level_agrees_with_the_reference(game, data):
    numbers = st.integers(0, len(game) - 1)
    left = sorted(data.draw(st.sets(numbers, min_size=1)))
    guess = data.draw(numbers)
    codes = reference_codes(game)
    parts = reference.partition(codes[guess], [codes[number] for number in left], bulls_only(game))
    expected = reference.score(codes[guess], [codes[number] for number in left], bulls_only(game))
    for listed in on_every_level(game):
        sizes, order = split(listed, guess, np.array(left, np.uint32))
        assert {label: size for label, size in zip(game.classes, sizes, strict=True) if size} == {
            label: len(part) for label, part in parts.items()
        }
        assert [codes[number] for number in order] == [code for part in parts.values() for code in part]
        values = scores(listed, np.array(left, np.uint32), np.array([guess], np.uint32))
        assert tuple(int(value[0]) for value in values) == expected
        assert table(listed)[guess, left].tolist() == [
            game.class_number(reference.feedback(codes[guess], codes[number], bulls_only(game))) for number in left
        ]
