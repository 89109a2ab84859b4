import re

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from peg import bulls_only, reference_codes, rules

import corral
from corral import _core, reference
from corral.strategies import STRATEGIES, strategy_tree
from corral.strategies.growth import grow

PEGS = corral.mastermind()
COWS = corral.bulls_and_cows()
# Those that the compiled core plays.
COMPILED = "sieve", "random", *reference.GREEDY
SEEDS = st.integers(0, 2**64 - 1)

# Small enough for the reference, which tries all codes at every node.
tiny_games = st.one_of(
    st.sampled_from([game for game in rules(30, length) if game.length == length]) for length in range(1, 6)
)


def playable(game, name):
    """Whether a strategy can play a peg game."""
    return (name != "sweep" or game.repeats) and (name != "least-similar" or not bulls_only(game))


def asked(tree):
    """The guesses for every secret, the secret last."""
    return {secret: tuple(guess for guess, _ in tree.path(secret)) for secret in tree.game.secrets}


# Published figures


@pytest.mark.parametrize(
    ("game", "name", "options", "total", "histogram"),
    [
        (PEGS, "minimax", {}, 5801, (1, 6, 62, 533, 694)),
        (PEGS, "most-parts", {}, 5668, (1, 12, 72, 635, 569, 7)),
        (PEGS, "expected-size", {}, 5696, (1, 10, 54, 645, 583, 3)),
        (PEGS, "minimax", {"consistent": True}, 5828, (1, 12, 99, 468, 662, 54)),
        (PEGS, "minimax", {"opener": "1123"}, 5803, (1, 8, 66, 521, 696, 4)),
        (PEGS, "minimax", {"opener": "1112"}, 5905, (1, 4, 65, 437, 781, 8)),
        (PEGS, "sieve", {}, 7471, None),
        (PEGS, "entropy", {}, 5722, None),
        (COWS, "sieve", {}, 28024, None),
    ],
)
def test_published_figures(game, name, options, total, histogram):
    tree = strategy_tree(game, name, **options)
    assert tree.total == total
    assert histogram in (None, tree.histogram)


def test_worst_cases():
    assert strategy_tree(PEGS, "entropy").depth == 6
    assert strategy_tree(COWS, "sieve").depth == 9
    assert strategy_tree(COWS, "minimax").depth == 7


# Agreement with the reference, and between levels


@given(tiny_games, st.sampled_from(reference.STRATEGIES), st.booleans(), SEEDS, st.data())
def test_trees_are_those_of_the_reference(game, name, consistent, seed, data):
    assume(playable(game, name))
    consistent = consistent and name != "sweep"
    codes = reference_codes(game)
    opener = data.draw(st.lists(st.sampled_from(codes), max_size=4))
    player = corral.strategy(game, name, consistent=consistent, opener=opener, seed=seed)
    tree = strategy_tree(game, name, consistent=consistent, opener=opener, seed=seed)
    assert asked(tree) == reference.paths(name, codes, consistent, opener, bulls_only(game), seed)
    replay = tree.verify()
    assert (replay.total, replay.depth, replay.histogram) == (tree.total, tree.depth, tree.histogram)
    # Grown in Python, and asked guess by guess.
    assert tree == player.tree() == grow(player)
    for secret in codes[:: len(codes) // 3 + 1]:
        path = tree.path(secret)
        assert [player.guess(path[:step]) for step in range(len(path))] == [guess for guess, _ in path]


@pytest.mark.parametrize("name", COMPILED)
@pytest.mark.parametrize("game", [corral.mastermind(4, 4), corral.bulls_and_cows(4, 6)], ids=lambda game: game.id)
def test_python_grows_the_trees_of_the_core(game, name):
    for consistent in False, True:
        player = corral.strategy(game, name, consistent=consistent and name in reference.GREEDY, seed=3)
        assert player.tree() == grow(player)


@given(st.sampled_from(rules(400)), st.sampled_from(COMPILED), st.booleans(), SEEDS, st.data())
def test_every_level_builds_the_same_tree(game, name, consistent, seed, data):
    opener = np.array(data.draw(st.lists(st.integers(0, len(game) - 1), max_size=3)), np.uint32)
    trees = [_core.Codes(game.rule, level).tree(name, consistent, opener, seed, None) for level in _core.levels()]
    for tree in trees[1:]:
        for array in "guess", "label", "first", "size":
            assert getattr(tree, array) == getattr(trees[0], array)


@pytest.mark.parametrize("name", COMPILED)
def test_every_level_builds_the_same_tree_of_a_real_game(name):
    opener = np.empty(0, np.uint32)
    trees = [_core.Codes(COWS.rule, level).tree(name, False, opener, 1, None) for level in _core.levels()]
    assert len({bytes(tree.guess) + bytes(tree.label) + bytes(tree.first) for tree in trees}) == 1


def test_strategies_are_those_of_the_reference():
    assert STRATEGIES == (*reference.STRATEGIES, "optimal") == corral.STRATEGIES


# Consistent guesses


@given(tiny_games, st.sampled_from(STRATEGIES), st.booleans(), SEEDS)
def test_consistent_guesses_agree_with_every_answer(game, name, consistent, seed):
    assume(playable(game, name))
    always = name in ("sieve", "random", "least-similar")
    if name == "sweep":
        with pytest.raises(corral.ArgumentError, match="not with consistent=True"):
            strategy_tree(game, name, consistent=True)
        return
    assume(always or consistent)
    tree = strategy_tree(game, name, consistent=consistent, seed=seed)
    codes = reference_codes(game)
    for secret in codes:
        path = tree.path(secret)
        for step, (guess, _) in enumerate(path):
            assert guess in reference.candidates(codes, path[:step], bulls_only(game))


@pytest.mark.parametrize("name", ["minimax", "expected-size", "entropy", "most-parts", "optimal"])
def test_others_ask_what_cannot_be_the_secret(name):
    tree = strategy_tree(PEGS, name)
    paths = [tree.path(secret) for secret in PEGS.secrets[::7]]
    assert any(path[step][0] not in PEGS.candidates(path[:step]) for path in paths for step in range(len(path)))


# Seeds


@pytest.mark.parametrize("name", ["random", "least-similar"])
def test_a_hundred_seeds_are_a_hundred_trees(name):
    trees = [strategy_tree(PEGS, name, seed=seed) for seed in range(100)]
    assert len(set(trees)) == 100
    assert trees == [corral.strategy(PEGS, name, seed=seed).tree() for seed in range(100)]
    found = corral.evaluate(PEGS, name)
    assert (found.seeds, found.total) == (tuple(range(100)), sum(tree.total for tree in trees))
    assert (found.depth, found.games) == (max(tree.depth for tree in trees), 129600)


@pytest.mark.parametrize("name", [name for name in STRATEGIES if name not in ("random", "least-similar")])
def test_seeds_are_for_those_that_draw(name):
    game = corral.mastermind(3, 4)
    assert strategy_tree(game, name, seed=1) == strategy_tree(game, name, seed=2)
    assert corral.evaluate(game, name, seeds=3).seeds is None


# Openers


def test_an_opener_is_asked_whatever_the_answers_are():
    tree = strategy_tree(COWS, "minimax", opener=["0123", "0123", "4567"])
    for secret in COWS.secrets[1::50]:
        guesses = [guess for guess, _ in tree.path(secret)]
        assert guesses[:3] == ["0123", "0123", "4567"][: len(guesses)]
    assert tree.path("0123") == (("0123", COWS.win),)
    # A repeated guess tells nothing and finds nothing.
    assert tree.histogram[:2] == (1, 0)
    tree.verify()


def test_an_opener_may_be_longer_than_the_game():
    game = corral.mastermind(2, 2)
    tree = strategy_tree(game, "sieve", opener=["11", "12", "21", "22", "11", "12"])
    assert asked(tree) == {"11": ("11",), "12": ("11", "12"), "21": ("11", "12", "21"), "22": ("11", "12", "21", "22")}
    wasteful = strategy_tree(game, "sieve", opener=["11"] * 5)
    assert asked(wasteful)["12"] == ("11", "11", "11", "11", "11", "12")
    assert wasteful.histogram == (1, 0, 0, 0, 0, 2, 1)


def test_an_opener_comes_before_consistency():
    tree = strategy_tree(COWS, "entropy", consistent=True, opener=["0123", "0124"])
    assert tree.guess([("0123", "0,0")]) == "0124"
    third = tree.guess([("0123", "0,0"), ("0124", "0,0")])
    assert third in COWS.candidates([("0123", "0,0"), ("0124", "0,0")])


@pytest.mark.parametrize("name", STRATEGIES)
@pytest.mark.parametrize("opener", [("112",), ("112", "334", "112", "221"), ("444", "444", "431")])
def test_every_strategy_asks_its_opener_until_the_secret_is_found(name, opener):
    game = corral.mastermind(3, 4)
    tree = strategy_tree(game, name, opener=opener)
    excluded = 0
    for secret in game.secrets:
        path = tree.path(secret)
        asked_first = [guess for guess, _ in path[: len(opener)]]
        assert asked_first == list(opener[: len(path)])
        assert [guess for guess, _ in path].index(secret) == len(path) - 1
        excluded += sum(guess not in game.candidates(path[:step]) for step, guess in enumerate(asked_first))
        session = corral.Session(game, name, opener=opener)
        while not session.solved:
            session.answer(guess := session.suggest(), game.feedback(guess, secret))
        assert session.history == path
    assert excluded > 0 or len(opener) == 1
    assert corral.evaluate(game, name, opener=opener, seeds=[0]).histogram == tree.histogram


def test_forms_of_an_opener():
    assert strategy_tree(PEGS, "sieve", opener="1122") == strategy_tree(PEGS, "sieve", opener=("1122",))
    assert strategy_tree(PEGS, "sieve", opener=[("1", "1", "2", "2")]) == strategy_tree(PEGS, "sieve", opener="1122")
    colours = corral.bulls_and_cows(2, ["red", "green", "blue"])
    tree = strategy_tree(colours, "sieve", opener="blue red")
    assert tree == strategy_tree(colours, "sieve", opener=[["blue", "red"]])
    assert tree.guess() == "blue red"


def test_a_guess_of_the_opener_must_be_a_code():
    with pytest.raises(corral.CodeError, match="'1127'"):
        strategy_tree(PEGS, "sieve", opener=["1122", "1127"])


# The edges


def test_games_with_one_code():
    for game in corral.mastermind(3, 1), corral.bulls_and_cows(1, "A"), corral.mastermind(12, 1, feedback="bulls"):
        for name in STRATEGIES:
            if not playable(game, name):
                continue
            tree = strategy_tree(game, name)
            assert (len(tree), tree.total, tree.histogram, tree.mean) == (1, 1, (1,), 1.0)
            assert tree.verify().depth == 1
    assert strategy_tree(corral.mastermind(3, 1), "sieve", opener=["111"] * 3).histogram == (1,)


@pytest.mark.parametrize("name", STRATEGIES)
def test_one_place_is_a_chain(name):
    tree = strategy_tree(corral.bulls_and_cows(1, 36, name == "sweep"), name)
    assert tree.histogram == (1,) * 36
    assert asked(tree)["2"] == ("0", "1", "2") or name in ("random", "least-similar")


@pytest.mark.parametrize(
    "game",
    [
        corral.bulls_and_cows(3, 6, leading_zero=False),
        corral.bulls_and_cows(3, 4, True, False, feedback="bulls"),
        corral.mastermind(3, 4, feedback="bulls"),
        corral.bulls_and_cows(2, ["red", "green", "blue", "a", "🙂"], repeats=True),
    ],
    ids=lambda game: game.id,
)
@pytest.mark.parametrize("name", STRATEGIES)
def test_other_rules(game, name):
    if not playable(game, name):
        with pytest.raises(corral.ArgumentError, match=re.escape(game.id)):
            strategy_tree(game, name)
        return
    tree = strategy_tree(game, name)
    assert tree.verify().histogram == tree.histogram


def test_unknown_names():
    for name in "knuth", "", None, ["minimax"], corral.Tree:
        with pytest.raises(corral.ArgumentError, match="expected one of sweep, sieve, random, least-similar, minimax,"):
            strategy_tree(PEGS, name)
    with pytest.raises(corral.ArgumentError, match="strategy is 'knuth': expected one of sweep"):
        corral.strategy(PEGS, "knuth")


def test_games_too_large():
    with pytest.raises(corral.TooLargeError, match="599555620984320000 codes"):
        strategy_tree(corral.bulls_and_cows(12, 36), "sieve")


# Progress


def test_progress_is_reported_and_its_error_ends_the_work():
    game = corral.bulls_and_cows(6, 8)
    seen = []
    tree = strategy_tree(game, "minimax", progress=lambda *counts: seen.append(counts))
    assert seen == sorted(seen)
    assert all(0 <= done <= total == len(game) for done, total in seen)
    assert tree == strategy_tree(game, "minimax")

    def stop(done, total):
        raise StopIteration

    with pytest.raises(StopIteration):
        strategy_tree(corral.bulls_and_cows(6, 10), "minimax", progress=stop)
