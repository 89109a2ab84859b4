import subprocess
import sys
from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st
from peg import bulls_only, reference_codes, rules

import corral
from corral import reference

SMALL = ["01", "02", "10", "12", "20", "21"]


def test_it_needs_neither_the_core_nor_numpy():
    program = (
        "import runpy, sys; runpy.run_path(sys.argv[1]); "
        "sys.exit(any(name.split('.')[0] in ('corral', 'numpy') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", program, reference.__file__], check=False).returncode == 0


@pytest.mark.parametrize(
    ("guess", "secret", "answer"),
    [
        ("3094", "0834", (1, 2)),
        ("2310", "3219", (1, 2)),
        ("6112", "1622", (1, 2)),
        ("1123", "4221", (1, 1)),
        ("3165", "3514", (1, 2)),
        ("0000", "0000", (4, 0)),
        ("1111", "0000", (0, 0)),
        (["red", "blue"], ["blue", "red"], (0, 2)),
        ("", "", (0, 0)),
    ],
)
def test_feedback(guess, secret, answer):
    assert reference.feedback(guess, secret) == reference.feedback(secret, guess) == answer
    assert reference.feedback(guess, secret, bulls_only=True) == answer[0]


def test_codes_of_different_lengths_are_an_error():
    with pytest.raises(ValueError, match="argument 2 is longer"):
        reference.feedback("012", "0123")


@pytest.mark.parametrize(
    ("rule", "count", "first", "last"),
    [
        ((4, "0123456789"), 5040, "0123", "9876"),
        ((4, "0123456789", False, False), 4536, "1023", "9876"),
        ((4, "123456", True), 1296, "1111", "6666"),
        ((2, "012", True, False), 6, "10", "22"),
        ((1, "0"), 1, "0", "0"),
    ],
)
def test_all_codes(rule, count, first, last):
    codes = reference.all_codes(*rule)
    assert len(codes) == len(set(codes)) == count
    assert codes == sorted(codes)
    assert ("".join(codes[0]), "".join(codes[-1])) == (first, last)


def test_classes():
    assert reference.classes(SMALL) == [(0, 1), (0, 2), (1, 0), (2, 0)]
    assert reference.classes(SMALL, bulls_only=True) == [0, 1, 2]


def test_candidates_and_parts():
    codes = ["".join(code) for code in reference.all_codes(4, "0123456789")]
    left = reference.candidates(codes, [("0123", (0, 1)), ("4561", (0, 1))])
    assert len(left) == 378
    assert reference.candidates(codes, [("0123", 3)], bulls_only=True) == [
        *[f"012{i}" for i in range(4, 10)],
        *[f"01{i}3" for i in range(4, 10)],
        *[f"0{i}23" for i in range(4, 10)],
        *[f"{i}123" for i in range(4, 10)],
    ]
    parts = reference.partition("0123", codes)
    sizes = [360, 1440, 1260, 264, 9, 480, 720, 216, 8, 180, 72, 6, 24, 1]
    assert [len(part) for part in parts.values()] == sizes
    assert list(parts) == sorted(parts)
    assert reference.partition("01", SMALL, bulls_only=True) == {0: ["10", "12", "20"], 1: ["02", "21"], 2: ["01"]}
    assert reference.score("0123", codes) == (14, 1440, sum(n * n for n in sizes), sum(map(reference.nlogn, sizes)))


def log2_bits(n, bits):
    """The binary logarithm by squaring, rounded down to so many bits behind the point."""
    guard = 256
    result = n.bit_length() - 1
    rest = (n << guard) >> result
    for _ in range(bits):
        rest = rest * rest >> guard
        carry = rest >> guard >= 2
        rest >>= carry
        result = 2 * result + carry
    return result


@given(st.integers(1, 10**7))
def test_nlogn_is_rounded_exactly(n):
    value = reference.nlogn(n)
    assert value == (n * log2_bits(n, 96) + (1 << 63)) >> 64
    assert value / 2**32 == pytest.approx(n * log2(n))


def test_nlogn_of_powers_of_two_is_exact():
    assert [reference.nlogn(2**k) for k in range(20)] == [(k << k) << 32 for k in range(20)]


def test_choices():
    assert reference.choose("sieve", SMALL, SMALL[2:]) == "10"
    # All first guesses are alike.
    assert reference.choose("minimax", SMALL, SMALL) == "01"
    # 01 tells these two apart as 10 does, but cannot be the secret.
    assert reference.score("01", ["10", "20"]) == reference.score("10", ["10", "20"]) == (2, 1, 2, 0)
    assert reference.choose("minimax", SMALL, ["10", "20"]) == "10"
    for strategy in "sieve", *reference.GREEDY:
        assert reference.choose(strategy, SMALL, ["20", "21"], consistent=True) == "20"
    for strategy in "random", "least-similar":
        steps = [("01", (0, 1))]
        asked = {reference.choose(strategy, SMALL, ["20", "21"], seed=seed, steps=steps) for seed in range(20)}
        assert asked == {"20", "21"}
    with pytest.raises(KeyError):
        reference.choose("optimal", SMALL, SMALL)


@pytest.mark.parametrize(
    ("strategy", "value", "best"),
    [("minimax", 1, min), ("expected-size", 2, min), ("entropy", 3, min), ("most-parts", 0, max)],
)
def test_a_choice_is_best_by_its_own_criterion(strategy, value, best):
    codes = ["".join(code) for code in reference.all_codes(3, "1234", True)]
    # No criterion does for another on all of these.
    for first, answer in ("111", (1, 0)), ("112", (1, 0)), ("123", (0, 1)):
        left = reference.candidates(codes, [(first, answer)])
        scores = [reference.score(guess, left)[value] for guess in codes]
        chosen = codes.index(reference.choose(strategy, codes, left))
        assert scores[chosen] == best(scores)
        ties = [code for code, score in zip(codes, scores, strict=True) if score == best(scores)]
        assert codes[chosen] == ([code for code in ties if code in left] or ties)[0]


@pytest.mark.parametrize("strategy", reference.STRATEGIES[1:])
@pytest.mark.parametrize("consistent", [False, True])
@pytest.mark.parametrize("game", [game for game in rules(30, 5) if game.length > 1][::6], ids=lambda game: game.id)
def test_every_secret_is_found(game, consistent, strategy):
    codes = reference_codes(game)
    paths = reference.paths(strategy, codes, consistent, bulls_only=bulls_only(game))
    assert sorted(paths) == codes
    for secret, path in paths.items():
        assert path.index(secret) == len(path) - 1
        for step, guess in enumerate(path):
            history = [(asked, reference.feedback(asked, secret, bulls_only(game))) for asked in path[:step]]
            left = reference.candidates(codes, history, bulls_only(game))
            assert guess == reference.choose(strategy, codes, left, consistent, bulls_only(game), steps=history)
            first = strategy == "least-similar" and not step
            assert guess in left or first or not (consistent or strategy in ("sieve", "random", "least-similar"))


def test_sweep_asks_one_symbol_after_the_other_and_then_every_arrangement():
    codes = ["".join(code) for code in reference.all_codes(3, "1234", True)]
    paths = reference.paths("sweep", codes)
    assert sorted(paths) == codes
    assert paths["222"] == ("111", "222")
    assert paths["211"] == ("111", "222", "112", "121", "211")
    assert paths["441"] == ("111", "222", "333", "444", "144", "414", "441")
    # Nothing is deduced: 441 is all that is left when 414 is asked.
    assert reference.candidates(codes, [("111", (1, 0)), ("444", (2, 0)), ("144", (1, 2)), ("414", (1, 2))]) == ["441"]


def test_draws():
    steps = [(17, [3]), (5, [0, 1])]
    some = [reference.draw(seed, steps, 1000) for seed in range(1000)]
    # About 632 of 1000 places are drawn, 12 more or less.
    assert 580 < len(set(some)) < 680
    assert 450 < sum(some) / 1000 < 550
    others = [[(17, [3])], [(5, [0, 1]), (17, [3])], [(17, [3]), (5, [1])], [(17, [3]), (5, [0])], []]
    assert len({reference.draw(0, given, 1 << 60) for given in [steps, *others]}) == 6
    assert reference.draw(2**64 - 1, steps, 1) == 0
    # The first number of splitmix64, from its authors' program.
    assert reference.draw(0, [], 1 << 64) == 0xE220A8397B1DCDAF


def test_an_opener_is_played_whatever_the_answers():
    paths = reference.paths("sieve", SMALL, opener=["01", "01", "21"])
    assert paths["01"] == ("01",)
    assert paths["21"] == ("01", "01", "21")
    assert {path[:3] for secret, path in paths.items() if secret not in ("01", "21")} == {("01", "01", "21")}


def test_small_games_need_what_they_need():
    totals = {
        strategy: sum(map(len, reference.paths(strategy, reference_codes(corral.mastermind(2, 3))).values()))
        for strategy in reference.STRATEGIES
    }
    assert totals["sweep"] == max(totals.values())
    # The least possible is 21.
    assert min(totals.values()) == 21
    assert all(total >= 21 for total in totals.values())
