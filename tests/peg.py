"""Games for the tests, and what the reference says of them."""

from functools import lru_cache
from itertools import product
from math import perm

import numpy as np
from hypothesis import strategies as st

import corral
from corral import reference


def rules(max_codes, max_length=12):
    """All games on the first symbols that have so many codes at most."""
    found = []
    for length, symbols in product(range(1, max_length + 1), range(1, 37)):
        for repeats, leading_zero, feedback in product((False, True), (False, True), ("bulls-and-cows", "bulls")):
            lead = symbols if leading_zero else symbols - 1
            codes = lead * (symbols ** (length - 1) if repeats else perm(symbols - 1, length - 1))
            if 0 < codes <= max_codes:
                found.append(corral.bulls_and_cows(length, symbols, repeats, leading_zero, feedback=feedback))
    return found


# As many of every length, or most would have one place.
small_games = st.one_of(
    st.sampled_from([game for game in rules(200, length) if game.length == length]) for length in range(1, 7)
)

all_games = st.builds(
    lambda length, symbols, repeats, leading_zero, feedback: corral.bulls_and_cows(
        length, max(symbols, 2, 1 if repeats else length), repeats, leading_zero, feedback=feedback
    ),
    st.integers(1, 12),
    st.integers(1, 36),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["bulls-and-cows", "bulls"]),
)


def code_numbers(game):
    return st.integers(0, len(game) - 1)


def bulls_only(game):
    return game.feedback_rule == "bulls"


def reference_codes(game):
    """Every code as a text, in game order; one-character symbols only."""
    codes = reference.all_codes(game.length, game.symbols, game.repeats, game.leading_zero)
    return ["".join(code) for code in codes]


def counts(game):
    """The bulls and the cows of every guess against every secret, by matrix products over the reference's codes."""
    return _counts(game.length, len(game.symbols), game.repeats, game.leading_zero)


@lru_cache(maxsize=2)
def _counts(length, symbols, repeats, leading_zero):
    codes = np.array(reference.all_codes(length, range(symbols), repeats, leading_zero))
    placed = np.eye(symbols, dtype=np.float32)[codes]
    flat = placed.reshape(len(codes), -1)
    bulls = flat @ flat.T
    common = np.zeros_like(bulls)
    for times in range(1, length + 1 if repeats else 2):
        has = (placed.sum(axis=1) >= times).astype(np.float32)
        common += has @ has.T
    return bulls.astype(np.uint8), (common - bulls).astype(np.uint8)
