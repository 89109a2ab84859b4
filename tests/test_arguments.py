"""Arguments of another kind than expected: every public function says so, or takes them, as all others do."""

import pickle

import numpy as np
import pytest

import corral
from corral import ArgumentError, Tree, TreeError
from corral.search import Search

GAME = corral.bulls_and_cows(3, 5)
TREE = corral.strategy_tree(GAME, "entropy")
ARRAYS = TREE.guesses, TREE.labels, TREE.first, TREE.sizes


# Games


@pytest.mark.parametrize(
    "game", ["mastermind:4x6", "chess", b"mastermind:4x6", None, 46, ("mastermind", 4, 6), corral.Game]
)
@pytest.mark.parametrize(
    "use",
    [
        corral.solve,
        lambda game: Search(game, "total"),
        corral.score_guesses,
        lambda game: corral.strategy_tree(game, "sieve"),
        lambda game: Tree(game, *ARRAYS),
        lambda game: Tree(game, *ARRAYS, history=[("012", "0,1")]),
    ],
)
def test_what_is_no_game(use, game):
    with pytest.raises(ArgumentError) as error:
        use(game)
    assert str(error.value) == f"game is {game!r}: expected a Game, such as corral.game('mastermind:4x6')"


# Histories

STEPS = [("012", "1,1"), ("103", "0,2")]
AFTER = corral.solve(GAME, history=STEPS).tree


def position(history):
    return Tree(GAME, AFTER.guesses, AFTER.labels, AFTER.first, AFTER.sizes, history=history)


USES_OF_A_HISTORY = {
    "candidates": GAME.candidates,
    "candidate_numbers": lambda history: GAME.candidate_numbers(history).tolist(),
    "solve": lambda history: corral.solve(GAME, history=history).tree,
    "score_guesses": lambda history: corral.score_guesses(GAME, history).largest.tolist(),
    "score_guesses of candidates": lambda history: (
        corral.score_guesses(GAME, history, candidates=["012"]).candidates_left
    ),
    "guess": AFTER.guess,
}


@pytest.mark.parametrize(
    "make", [tuple, iter, lambda steps: (step for step in steps), lambda steps: dict(steps).items()]
)
def test_a_history_is_any_iterable(make):
    for name, use in USES_OF_A_HISTORY.items():
        if name != "score_guesses of candidates":
            assert use(make(STEPS)) == use(STEPS), name
    assert position(make(STEPS)) == position(STEPS) == AFTER


@pytest.mark.parametrize("make", [list, iter, lambda steps: {}])
def test_an_empty_history_is_any_iterable(make):
    assert GAME.candidates(make([])) == GAME.secrets
    assert corral.solve(GAME, history=make([])).tree == corral.solve(GAME).tree
    assert corral.score_guesses(GAME, make([]), candidates=["012"]).candidates_left == 1
    assert TREE.guess(make([])) == TREE.guess()
    assert Tree(GAME, *ARRAYS, history=make([])) == TREE


@pytest.mark.parametrize("history", [None, 7, np.float64(0.5), STEPS.append, list])
@pytest.mark.parametrize("name", USES_OF_A_HISTORY)
def test_what_is_no_history(name, history):
    with pytest.raises(ArgumentError, match=r"^history is .*: expected pairs \(guess, feedback\), or \(\) for none$"):
        USES_OF_A_HISTORY[name](history)


@pytest.mark.parametrize("history", [None, 7])
def test_what_is_no_history_of_a_tree(history):
    with pytest.raises(TreeError, match=rf"^history is {history}: expected pairs"):
        position(history)


def test_a_contradiction_in_an_iterator_names_its_step():
    steps = [("012", "3,0"), ("013", "3,0")]
    with pytest.raises(corral.ContradictionError, match=r"step 2 of the history, 013:3,0") as error:
        GAME.candidates(iter(steps))
    assert error.value.prefix == 2
    with pytest.raises(corral.ContradictionError, match=r"step 1 of the history, 012:3,0: the game is over"):
        corral.solve(GAME, history=iter(steps[:1]))
    with pytest.raises(corral.ContradictionError, match=r"a history of 1 steps: the tree begins after 2"):
        AFTER.guess(iter(STEPS[:1]))


# Flags

FLAGS = {
    "consistent": [
        lambda flag: corral.solve(GAME, "total", consistent=flag).tree,
        lambda flag: corral.strategy_tree(GAME, "entropy", consistent=flag),
        lambda flag: corral.strategy_tree(GAME, "sieve", consistent=flag),
    ],
    "repeats": [
        lambda flag: corral.bulls_and_cows(3, 4, flag),
        lambda flag: corral.games.PegGame(3, ("a", "b", "c"), flag, True, "bulls"),
    ],
    "leading_zero": [
        lambda flag: corral.bulls_and_cows(3, 4, leading_zero=flag),
        lambda flag: corral.games.PegGame(3, ("a", "b", "c"), True, flag, "bulls"),
    ],
}


@pytest.mark.parametrize("flag", ["no", "", 0, 1, None, [], 1.0, np.int8(1), np.array([True])])
@pytest.mark.parametrize("name", FLAGS)
def test_what_is_no_flag(name, flag):
    kind = ArgumentError if name == "consistent" else corral.GameError
    for use in FLAGS[name]:
        with pytest.raises(kind) as error:
            use(flag)
        assert str(error.value) == f"{name} is {flag!r}: expected True or False"


@pytest.mark.parametrize("flag", [True, False])
@pytest.mark.parametrize("name", FLAGS)
def test_numpys_flags_are_those_of_python(name, flag):
    for use in FLAGS[name]:
        one, other = use(flag), use(np.bool_(flag))
        assert one == other
        assert pickle.dumps(one) == pickle.dumps(other)


# Lists of codes


@pytest.mark.parametrize("codes", [None, 7, np.int8(7), 0.5])
@pytest.mark.parametrize(
    "use",
    [
        lambda codes: corral.solve(GAME, opener=codes),
        lambda codes: corral.strategy_tree(GAME, "sieve", opener=codes),
        lambda codes: corral.score_guesses(GAME, guesses=7 if codes is None else codes),
        lambda codes: corral.score_guesses(GAME, candidates=7 if codes is None else codes),
        lambda codes: GAME.partition("012", 7 if codes is None else codes),
        GAME.guesses.indices,
    ],
)
def test_what_is_no_list_of_codes(use, codes):
    with pytest.raises(ArgumentError, match=r"is no list of codes: expected a sequence of them$"):
        use(codes)


# Arrays

NONE, SOME, FLAT = np.array([]), np.zeros((3, 3)), np.array(3)


@pytest.mark.parametrize("array", [NONE, SOME, FLAT])
@pytest.mark.parametrize(
    "use",
    [
        lambda array: corral.words("cat", feedback=array),
        lambda array: corral.strategy(GAME, array),
        lambda array: corral.Objective([1, 2], array),
        lambda array: corral.solve(GAME, array),
        lambda array: GAME.parse_feedback(array),
        lambda array: GAME.candidates([("012", (array, array))]),
        lambda array: GAME.candidates([(array, "0,1")]),
        lambda array: corral.Host(GAME, array),
    ],
)
def test_arrays_are_no_names(use, array):
    with pytest.raises(corral.CorralError, match=r"(?s)array\(.* expected |array\(.* (is no|cannot occur)"):
        use(array)


@pytest.mark.parametrize(
    "use",
    [
        GAME.candidates,
        TREE.guess,
        corral.words,
        corral.Objective,
        GAME.guesses.indices,
        lambda array: corral.solve(GAME, opener=array),
        lambda array: corral.solve(GAME, weights=array),
    ],
)
def test_an_array_of_no_dimension_is_no_list(use):
    with pytest.raises(corral.CorralError, match=r"array\(3.*: expected |array\(3\) is no list"):
        use(FLAT)


@pytest.mark.parametrize("values", [[[1], [2, 3]], [[[1]]], [FLAT, SOME]])
@pytest.mark.parametrize("place", range(4))
def test_lists_that_make_no_array(values, place):
    arrays = [*ARRAYS[:place], values, *ARRAYS[place + 1 :]]
    with pytest.raises(TreeError, match=r"^(guesses|labels|first|sizes) (is|has) "):
        Tree(GAME, *arrays)


# Who is told of progress


@pytest.mark.parametrize("progress", [5, "x", b"x", True, [], {}])
@pytest.mark.parametrize(
    "use",
    [
        lambda progress: corral.solve(GAME, progress=progress),
        lambda progress: corral.strategy_tree(GAME, "entropy", progress=progress),
        lambda progress: corral.strategy_tree(GAME, "optimal", progress=progress),
        lambda progress: corral.evaluate(GAME, "sieve", progress=progress),
        lambda progress: corral.evaluate(GAME, "random", progress=progress),
        lambda progress: TREE.verify(progress=progress),
    ],
)
def test_what_cannot_be_told_of_progress(use, progress):
    with pytest.raises(ArgumentError) as error:
        use(progress)
    assert str(error.value) == f"progress is {progress!r}: expected a function, or None"


# Whole numbers


@pytest.mark.parametrize("kind", [int, np.int8, np.uint64])
def test_whole_numbers_are_taken_of_any_type(kind):
    assert corral.bulls_and_cows(kind(3), kind(5)) == GAME
    assert corral.number(kind(2), kind(5)) == corral.number(2, 5)
    assert TREE.to_dot(kind(2)) == TREE.to_dot(2)
    assert corral.from_table([[1, 0], [0, 1]], kind(1)).win == 1
    jotto = corral.words("cat dog tac", feedback="common")
    assert jotto.parse_feedback(kind(3)) == 3
    assert type(jotto.parse_feedback(kind(3))) is int


def test_a_progress_of_a_class_is_called():
    calls = []
    TREE.verify(progress=lambda *told: calls.append(told))
    assert calls[0] == (0, len(GAME))
