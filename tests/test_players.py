"""Strategies as objects: asked guess by guess, written by users, kept and sent elsewhere."""

import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from kinds import HARD, LETTERS
from peg import reference_codes

import corral
from corral import reference
from corral.strategies import optimal, read_strategy
from corral.strategies.growth import grow
from corral.strategies.repeated import one_repeated

PEGS = corral.mastermind()
COWS = corral.bulls_and_cows()
SMALL = corral.mastermind(3, 4)
NAMES = corral.STRATEGIES


class First:
    """The first candidate, by a strategy of one's own."""

    def __init__(self, game):
        self.game = game

    def guess(self, history=()):
        return self.game.candidates(history)[0]


class Fixed:
    """Always the same guess."""

    name = "fixed"

    def __init__(self, code):
        self.code = code

    def guess(self, history=()):
        return self.code


# What an object is


@pytest.mark.parametrize("name", NAMES)
def test_a_strategy_is_a_value(name):
    plain = corral.strategy(SMALL, name)
    again = pickle.loads(pickle.dumps(plain))
    assert again == plain
    assert hash(again) == hash(plain)
    assert repr(plain) == f"corral.strategy(corral.game('mastermind:3x4'), {name!r})"
    opened = corral.strategy(SMALL, name, opener=["112", "333"])
    assert opened != plain
    assert eval(repr(opened)) == opened
    assert (plain.name, plain.game, plain.guess()) == (name, SMALL, again.guess())
    assert (opened.guess(), opened.guess([("112", "1,1")])) == ("112", "333")
    with pytest.raises(FrozenInstanceError):
        plain.game = PEGS


def test_options_are_shown_if_they_are_others_than_by_default():
    for name, options, shown in [
        ("random", {"seed": 7}, "seed=7"),
        ("minimax", {"consistent": np.True_}, "consistent=True"),
        ("optimal", {"objective": "within: 4", "consistent": True}, "consistent=True, objective='within:4'"),
        ("sieve", {"opener": [("1", "1", "2", "2")]}, "opener=('1122',)"),
        # Those of other strategies mean nothing.
        ("sieve", {"seed": 7, "objective": "total", "consistent": True}, ""),
    ]:
        made = corral.strategy(PEGS, name, **options)
        assert repr(made) == f"corral.strategy({PEGS!r}, {name!r}{', ' * bool(shown)}{shown})"


@pytest.mark.parametrize("name", NAMES)
def test_a_strategy_does_for_its_name(name):
    made = corral.strategy(SMALL, name, opener="112", seed=3)
    tree = corral.strategy_tree(SMALL, name, opener="112", seed=3)
    assert corral.strategy_tree(SMALL, made) == tree == made.tree()
    assert corral.strategy_tree(SMALL, corral.strategy(SMALL, name, seed=3), opener="112") == tree
    assert read_strategy(SMALL, made) is made


def test_arguments():
    for options, message in [
        ({"seed": -1}, "seed is -1: expected a whole number from 0 to 2"),
        ({"seed": 2**64}, "seed is 18446744073709551616"),
        ({"seed": True}, "seed is True"),
        ({"seed": 1.0}, "seed is 1.0"),
        ({"consistent": 1}, "consistent is 1: expected True or False"),
    ]:
        with pytest.raises(corral.ArgumentError, match=message):
            corral.strategy(PEGS, "random", **options)
    with pytest.raises(corral.ArgumentError, match="objective is 'least'"):
        corral.strategy(PEGS, "optimal", objective="least")
    with pytest.raises(corral.ArgumentError, match="not with consistent=True"):
        corral.strategy(PEGS, "sweep", consistent=True)
    with pytest.raises(corral.CodeError, match="'1127'"):
        corral.strategy(PEGS, "sieve", opener="1127")
    with pytest.raises(corral.ArgumentError, match="game is 'mastermind:4x6'"):
        corral.strategy("mastermind:4x6", "sieve")
    assert corral.strategy(PEGS, "random", seed=np.uint64(2**64 - 1)).seed == 2**64 - 1


@pytest.mark.parametrize("name", NAMES)
def test_histories_that_are_none(name):
    made = corral.strategy(PEGS, name)
    with pytest.raises(corral.ContradictionError) as error:
        made.guess([("1122", "0,0"), ("3344", "0,0"), ("5566", "1,0")])
    assert error.value.prefix == 3
    with pytest.raises(corral.ContradictionError, match="the game is over, the secret is found"):
        made.guess([("1122", "4,0")])
    with pytest.raises(corral.FeedbackError):
        made.guess([("1122", "3,1")])


# Each strategy


def test_sieve_takes_the_first_that_is_left():
    history = [("1122", "1,1"), ("1344", (1, None))]
    assert corral.strategy(PEGS, "sieve").guess(history) == PEGS.candidates(history)[0]


def test_random_depends_on_the_seed_and_on_the_history():
    trees = [corral.strategy_tree(PEGS, "random", seed=seed) for seed in range(100)]
    assert len(set(trees)) == 100
    assert len({tree.total for tree in trees}) > 50
    assert trees[7] == corral.strategy_tree(PEGS, "random", seed=7) == grow(corral.strategy(PEGS, "random", seed=7))
    made = corral.strategy(COWS, "random")
    exact, partly, other = [("0123", "0,1")], [("0123", (0, None))], [("0123", (None, 1))]
    asked = [made.guess(history) for history in (exact, partly, other)]
    assert len(set(asked)) == 3
    assert all(code in COWS.candidates(history) for code, history in zip(asked, (exact, partly, other), strict=True))
    left = COWS.candidates(partly)
    assert asked[1] == left[reference.draw(0, [(0, COWS.agreeing((0, None)))], len(left))]


def test_least_similar_opens_with_one_symbol_twice():
    openers = {corral.strategy(SMALL, "least-similar", seed=seed).guess() for seed in range(500)}
    assert openers == {code for code in SMALL.secrets if len(set(code)) == 2}


@pytest.mark.parametrize(
    "game",
    [
        corral.mastermind(),
        corral.mastermind(5, 4),
        corral.bulls_and_cows(3, 5, repeats=True, leading_zero=False),
        corral.bulls_and_cows(2, 3, repeats=True, leading_zero=False),
        corral.mastermind(5, 3),
        corral.mastermind(1, 3),
        corral.bulls_and_cows(2, ["red", "blue"], repeats=True),
        corral.bulls_and_cows(3, 4),
    ],
    ids=lambda game: game.id,
)
def test_codes_with_one_symbol_twice(game):
    codes = [code.split() if game.spaced else code for code in game.secrets]
    expected = [number for number, code in enumerate(codes) if len(set(code)) == len(code) - 1]
    found = one_repeated(game)
    assert list(found) == expected
    assert list(found[::2]) == expected[::2]
    # All of them are drawn, and where there are none, all codes.
    opened = {corral.strategy(game, "least-similar", seed=seed).guess() for seed in range(500)}
    assert opened <= {game.secrets[number] for number in expected or range(len(game))}
    if len(expected or game) < 40:
        assert opened == {game.secrets[number] for number in expected or range(len(game))}


@pytest.mark.parametrize("game", [COWS, corral.bulls_and_cows(3, 5), corral.mastermind(1, 6)], ids=lambda game: game.id)
def test_least_similar_opens_with_a_random_code_where_none_has_a_symbol_twice(game):
    opened = [corral.strategy(game, "least-similar", seed=seed).guess() for seed in range(1000)]
    # The code that the seed draws of all, as random has it.
    assert opened == [game.secrets[reference.draw(seed, [], len(game))] for seed in range(1000)]
    assert opened == [corral.strategy(game, "random", seed=seed).guess() for seed in range(1000)]
    assert len(set(opened)) >= min(len(game), 800)


def test_codes_with_one_symbol_twice_of_games_that_are_no_peg_games():
    assert one_repeated(LETTERS) == [1, 2]
    openers = {corral.strategy(LETTERS, "least-similar", seed=seed).guess() for seed in range(50)}
    assert openers == {"book", "door"}
    # A table may have spaces in its names, so symbols are their parts.
    assert one_repeated(corral.from_table([[1, 0], [0, 1]], 1, secrets=["a b a", "a bb"])) == [0]


def test_least_similar_is_least_similar_where_an_answer_is_partly_known():
    history = [("1123", (None, 1))]
    left = PEGS.candidates(history)
    answers = [PEGS.feedback("1123", code) for code in left]
    least = [code for code, answer in zip(left, answers, strict=True) if answer == min(answers)]
    assert 1 < len(least) < len(left)
    asked = {corral.strategy(PEGS, "least-similar", seed=seed).guess(history) for seed in range(100)}
    assert asked < set(least)
    assert len(asked) > 50
    # Known answers leave nothing to choose: then it is random with that opener.
    made = corral.strategy(PEGS, "least-similar", seed=4)
    assert made.tree() == grow(made) == corral.strategy_tree(PEGS, "random", opener=made.guess(), seed=4)


def test_least_similar_needs_bulls_and_cows():
    with pytest.raises(corral.ArgumentError, match=r"by bulls, then cows: mastermind:4x6\+bulls gives other feedback"):
        corral.strategy(corral.mastermind(feedback="bulls"), "least-similar")


def test_sweep_needs_at_most_34_guesses():
    game = corral.bulls_and_cows(4, 10, repeats=True)
    tree = corral.strategy_tree(game, "sweep")
    assert tree.depth == 34
    path = [guess for guess, _ in tree.path("9210")]
    assert (len(path), path[9:12], path[-1]) == (34, ["9999", "0129", "0192"], "9210")
    assert [game.secrets[number] for number in tree.found()[-1]].count("9210") == 1


def test_sweep_counts_what_an_opener_has_told_of_a_later_symbol():
    tree = corral.strategy_tree(SMALL, "sweep", opener="444")
    assert [guess for guess, _ in tree.path("414")] == ["444", "111", "144", "414"]
    codes = reference_codes(SMALL)
    expected = reference.paths("sweep", codes, opener=["444"])
    assert {code: tuple(guess for guess, _ in tree.path(code)) for code in codes} == expected


def test_sweep_where_the_first_symbol_may_not_lead():
    game = corral.bulls_and_cows(3, 4, repeats=True, leading_zero=False)
    tree = corral.strategy_tree(game, "sweep")
    assert [guess for guess, _ in tree.path("200")] == ["111", "222", "333", "200"]
    assert [guess for guess, _ in tree.path("320")] == ["111", "222", "333", "203", "230", "302", "320"]
    assert tree.verify().depth == tree.depth
    codes = reference_codes(game)
    assert {code: tuple(guess for guess, _ in tree.path(code)) for code in codes} == reference.paths("sweep", codes)


def test_sweep_looks_at_its_own_kind_of_guesses():
    made = corral.strategy(PEGS, "sweep")
    assert made.guess([("1234", "1,1"), ("2222", "1,0")]) == "1111"
    # An answer that is not known well enough: asked again.
    assert made.guess([("1111", (None, 0))]) == "1111"
    assert made.guess([("1111", (1, None))]) == "2222"
    assert made.guess([("1111", "2,0"), ("2222", "2,0")]) == "1122"
    assert made.guess([("2222", "2,0"), ("1111", "2,0"), ("1122", (2, None))]) == "1212"
    assert made.guess([("1111", "2,0"), ("2222", "2,0"), ("1122", (None, None)), ("1212", "2,2")]) == "1122"
    for game in COWS, corral.bulls_and_cows(4, 4):
        with pytest.raises(corral.ArgumentError, match=f"sweep asks one symbol at all places: {game} has no such"):
            corral.strategy(game, "sweep")


def test_minimax_asks_a_candidate_when_one_or_two_are_left():
    made = corral.strategy(COWS, "minimax")
    history = [("1234", "3,0"), ("1235", "3,0"), ("1236", "3,0"), ("1237", "3,0"), ("1230", "3,0")]
    assert list(COWS.candidates(history)) == ["1238", "1239"]
    assert made.guess(history) == "1238"
    assert made.guess([*history, ("1238", "3,0")]) == "1239"


def test_consistent_guesses_can_be_the_secret():
    history = [("1122", "1,0"), ("1344", "0,1"), ("3526", "1,2")]
    made = corral.strategy(PEGS, "minimax", consistent=True)
    scores = corral.score_guesses(PEGS, history, guesses=PEGS.candidates(history))
    assert made.guess(history) == scores.codes[scores.best("minimax")]
    assert made.guess(history) in PEGS.candidates(history)
    assert corral.strategy(PEGS, "minimax").guess(history) == "1462"
    assert "1462" not in PEGS.candidates(history)


# The optimal one


def test_optimal_plays_a_solved_tree(monkeypatch):
    calls = []

    def counted(*arguments, **options):
        calls.append(options["history"])
        return corral.solve(*arguments, **options)

    monkeypatch.setattr(optimal, "solve", counted)
    made = corral.strategy(PEGS, "optimal", objective="total")
    solution = corral.solve(PEGS, "total")
    assert made.guess() == solution.tree.guess() == "1123"
    assert made.tree() == solution.tree
    path = solution.tree.path("6541")
    assert [made.guess(path[:step]) for step in range(len(path))] == [guess for guess, _ in path]
    assert calls == [()]
    # Outside the tree, and with an answer that is partly known, it is solved from there, once.
    for history in [("1122", "1,0")], [("1123", (1, None))]:
        expected = corral.solve(PEGS, "total", history=history).tree.guess(history)
        assert made.guess(history) == made.guess(history) == expected
    assert calls == [(), (("1122", (1, 0)),), (("1123", (1, None)),)]
    assert pickle.loads(pickle.dumps(made)) == made


def test_optimal_is_solved_once_by_many_threads(monkeypatch):
    calls = []
    monkeypatch.setattr(optimal, "solve", lambda *a, **options: calls.append(1) or corral.solve(*a, **options))
    made = corral.strategy(SMALL, "optimal")
    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(lambda _: made.guess(), range(32)))) == 1
    assert len(calls) == 1


def test_optimal_keeps_some_trees(monkeypatch):
    monkeypatch.setattr(optimal, "_KEPT", 2)
    made = corral.strategy(SMALL, "optimal")
    first = made.guess()
    others = [code for code in SMALL.secrets if code != first][:5]
    for code in others:
        made.guess([(code, "1,0")])
    assert list(made._trees) == [(), *(((code, (1, 0)),) for code in others[-2:])]
    assert made.guess() == first


def test_optimal_with_options():
    made = corral.strategy(SMALL, "optimal", opener=["111", "222"], consistent=True, objective="depth")
    solution = corral.solve(SMALL, "depth", opener=["111", "222"], consistent=True)
    assert made.tree() == solution.tree
    # Outside its tree the rest of the opener still comes first.
    assert made.guess([("112", "1,0")]) == "222"
    assert made.guess([("112", "1,0"), ("333", "0,0")]) in SMALL.candidates([("112", "1,0"), ("333", "0,0")])
    assert corral.strategy_tree(SMALL, "optimal") == corral.solve(SMALL).tree


def test_progress_of_the_optimal_one_may_end_it():
    def stop(done, total):
        assert (done, total) == (0, 30240)
        raise StopIteration

    with pytest.raises(StopIteration):
        corral.strategy_tree(corral.bulls_and_cows(5, 10), "optimal", progress=stop)


# Those of users


def test_a_strategy_of_ones_own():
    tree = corral.strategy_tree(PEGS, First(PEGS))
    assert tree == corral.strategy_tree(PEGS, "sieve")
    assert corral.strategy_tree(PEGS, First(PEGS), opener=["1122", "3456"]) == corral.strategy_tree(
        PEGS, "sieve", opener=["1122", "3456"]
    )
    made = read_strategy(SMALL, First(SMALL), opener="112")
    assert (made.name, made.guess(), made.guess([("112", "0,0")])) == ("First", "112", "333")
    assert repr(made).startswith("<strategy for mastermind:3x4: opener=('112',), <")
    assert read_strategy(SMALL, Fixed("111")).name == "fixed"


def test_it_is_told_the_history():
    seen = []

    class Listening(First):
        def guess(self, history=()):
            seen.append(history)
            return super().guess(history)

    corral.strategy_tree(corral.mastermind(2, 2), Listening(corral.mastermind(2, 2)))
    assert seen == [(), (("11", (0, 0)),), (("11", (1, 0)),), (("11", (1, 0)), ("12", (0, 2)))]


def test_a_tree_is_a_strategy():
    tree = corral.strategy_tree(PEGS, "entropy")
    assert corral.strategy_tree(PEGS, tree) is tree
    opened = corral.strategy_tree(PEGS, tree, opener=tree.guess())
    assert opened == tree
    assert opened is not tree
    later = corral.solve(PEGS, history=[("1122", "1,0")]).tree
    with pytest.raises(corral.ContradictionError, match="the tree begins after 1"):
        corral.strategy_tree(PEGS, later)


def test_guesses_that_are_none():
    for code, message in [
        ("1127", r"fixed asks '1127' after \(\): '1127': '7' at place 4"),
        (None, r"fixed asks None after \(\): None is no code"),
    ]:
        with pytest.raises(corral.CodeError, match=message):
            corral.strategy_tree(PEGS, Fixed(code))


def test_what_is_no_strategy_for_the_game():
    for given in 5, None, object(), First:
        with pytest.raises(corral.ArgumentError, match="or an object with a method guess"):
            corral.strategy_tree(PEGS, given)
    for given in corral.strategy(COWS, "sieve"), corral.strategy_tree(COWS, "sieve"):
        with pytest.raises(corral.ArgumentError, match="of bulls-and-cows:4x10, not mastermind:4x6"):
            corral.strategy_tree(PEGS, given)
    for given in First(PEGS), corral.strategy(PEGS, "minimax"):
        with pytest.raises(corral.ArgumentError, match="consistent=True is for strategies by name"):
            corral.strategy_tree(PEGS, given, consistent=True)
    with pytest.raises(corral.ArgumentError, match="expected one opener"):
        corral.strategy_tree(PEGS, corral.strategy(PEGS, "minimax", opener="1122"), opener="1122")


def test_a_strategy_that_makes_no_headway():
    told = (
        "fixed does not find 333: 1000 guesses in a row neither win nor tell secrets apart, the last ones 111 111 111"
    )
    with pytest.raises(corral.ArgumentError, match=told):
        corral.strategy_tree(SMALL, Fixed("111"), opener=["112", "121"])
    # As long as it gets there, an opener may tell nothing.
    tree = corral.strategy_tree(SMALL, First(SMALL), opener=["111"] * 1000)
    assert tree.depth > 1000


def test_progress_in_python():
    game, seen = corral.mastermind(4, 7), []
    tree = corral.strategy_tree(game, First(game), progress=lambda *counts: seen.append(counts))
    assert seen == sorted(seen) != []
    assert all(0 < done <= total == len(game) for done, total in seen)
    assert tree == corral.strategy_tree(game, "sieve")


# Games in which not every guess may follow


def test_guesses_that_the_game_does_not_allow():
    history = [("bat", "BGG")]
    for consistent in False, True:
        assert corral.strategy(HARD, "minimax", consistent=consistent).guess(history) == "cat"
    # Without the rule another one is the best.
    free = corral.words(list(HARD.secrets), list(HARD.guesses), "wordle")
    assert corral.strategy(free, "minimax").guess(history) == "par"
    assert HARD.guesses.index("par") not in HARD.allowed(history)
    history = [("gas", "BGB")]
    with pytest.raises(corral.ArgumentError, match=r"fixed asks art after .*: <game .*, hard> does not allow it there"):
        read_strategy(HARD, Fixed("art")).guess(history)
    with pytest.raises(corral.ArgumentError, match=r"the opener asks art after .* does not allow it there"):
        corral.strategy(HARD, "sieve", opener=["gas", "art"]).guess(history)
    with pytest.raises(corral.ArgumentError, match=r"the opener asks art after .* does not allow it there"):
        corral.strategy_tree(HARD, "sieve", opener=["gas", "art"])
