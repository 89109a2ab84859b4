"""Games given as tables."""

import pickle

import numpy as np
import pytest

import corral
from corral import CodeError, FeedbackError, GameError

ROWS = [[9, 0, 1], [0, 9, 1], [1, 1, 9], [4, 4, 0]]
NAMES = {"guesses": ["ape", "bat", "cow", "an owl"], "secrets": ["a", "b", "c"]}
GAME = corral.from_table(ROWS, 9, **NAMES, labels={0: "cold", 1: "warm", 4: "hot", 9: "found"})


def test_games_are_values():
    plain = corral.from_table(np.array(ROWS, np.int64), 9)
    assert plain.classes == (0, 1, 4, 9)
    assert (list(plain.guesses), list(plain.secrets)) == (["0", "1", "2", "3"], ["0", "1", "2"])
    assert GAME.classes == ("cold", "warm", "hot", "found")
    assert (GAME.win, plain.win, GAME.id) == ("found", 9, None)
    assert GAME.spaced
    assert not plain.spaced
    assert plain == corral.from_table(np.array(ROWS, np.uint8), 9) != GAME
    assert hash(plain) == hash(corral.from_table(ROWS, 9))
    assert plain.fingerprint() != GAME.fingerprint()
    assert pickle.loads(pickle.dumps(GAME)) == GAME
    assert repr(GAME) == str(GAME) == "<game of a table: 4 guesses, 3 secrets>"


def test_the_winner_may_have_any_number():
    game = corral.from_table([[-3, 5], [5, -3]], -3)
    assert (game.classes, game.win) == ((5, -3), -3)
    assert game.feedback_table().tolist() == [[1, 0], [0, 1]]


def test_feedback():
    table = GAME.feedback_table()
    for i, guess in enumerate(GAME.guesses):
        for j, secret in enumerate(GAME.secrets):
            assert (
                GAME.feedback(guess, secret)
                == GAME.label(table[i, j])
                == {0: "cold", 1: "warm", 4: "hot", 9: "found"}[ROWS[i][j]]
            )
    assert list(GAME.candidates([("an owl", "hot")])) == ["a", "b"]
    assert GAME.parse_feedback(" warm ") == GAME.parse_feedback(1) == "warm"
    assert corral.from_table(ROWS, 9).parse_feedback("4") == 4
    for wrong in "tepid", 2, None, True, (0, 1):
        with pytest.raises(FeedbackError, match="is no feedback: expected one of cold warm hot found"):
            GAME.parse_feedback(wrong)
    for wrong in "a", 0, None:
        with pytest.raises(CodeError, match="is none of the 4 codes"):
            GAME.guesses.index(wrong)


def test_the_optimum():
    solution = corral.solve(GAME, "total,depth")
    # One of three is found at once, and the answer tells the others apart.
    assert (solution.value, solution.proven) == ((5, 2), True)
    replay = solution.tree.verify()
    assert (replay.total, replay.depth) == solution.value
    assert solution.tree.path("c")[-1] == ("cow", "found")
    assert pickle.loads(pickle.dumps(solution.tree)) == solution.tree


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([1, 2], 1), r"the table is int64 \(2,\): expected two dimensions of whole numbers"),
        (([[0.5]], 1), "the table is float64"),
        ((np.empty((0, 3), int), 1), r"the table is int64 \(0, 3\)"),
        (([[1, 2], [3]], 1), "the table is no array"),
        (("abc", 1), "the table is <U3"),
        (([[1, 0], [0, 1]], 2), "win is 2: expected a number of the table"),
        (([[1, 0], [0, 1]], True), "win is True: expected a number of the table"),
        (([[1, 0], [0, 1]], None), "win is None: expected a number of the table"),
        (([[1, 0], [2, 0]], 1), "no guess wins against secret 1"),
        (([[1, 1], [0, 1]], 1), "guess 0 wins against more than one secret"),
        ((np.eye(300, dtype=int) * 1000 + np.arange(300), 1000), "no guess wins against secret 1"),
    ],
)
def test_what_is_no_table(arguments, message):
    with pytest.raises(GameError, match=message):
        corral.from_table(*arguments)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"secrets": ["a", "b"]}, "2 names of secrets: the table has 3"),
        ({"secrets": "abc"}, "the names of secrets are 'abc': expected a sequence of texts"),
        ({"secrets": 5}, "the names of secrets are 5: expected a sequence of texts"),
        ({"guesses": ["a", "b", "a", "c"]}, "the name 'a' is given twice"),
        ({"guesses": ["a", "b", 5, "c"]}, "5 among the names of guesses: expected a text"),
        ({"guesses": ["a", "b", " ", "c"]}, "' ' among the names of guesses: expected a text"),
        ({"labels": {0: "cold"}}, "labels is {0: 'cold'}: expected one for each of 0 1 4 9"),
        ({"labels": ["cold"]}, "expected one for each of 0 1 4 9"),
        ({"labels": "cold"}, "labels is 'cold': expected a mapping from numbers, or a sequence of texts"),
        ({"labels": 5}, "labels is 5: expected a mapping"),
        ({"labels": {0: "a", 1: "a", 4: "b", 9: "c"}}, r"labels are \('a', 'a', 'b', 'c'\): expected different texts"),
        ({"labels": {0: "a", 1: 5, 4: "b", 9: "c"}}, r"expected different texts"),
    ],
)
def test_what_are_no_names(options, message):
    with pytest.raises(GameError, match=message):
        corral.from_table(ROWS, 9, **options)


def test_256_feedbacks_are_the_most():
    table = np.arange(256 * 255).reshape(255, 256) % 255
    many = np.vstack([table, np.arange(256)])
    np.fill_diagonal(many, 255)
    game = corral.from_table(many, 255)
    assert len(game.classes) == 256
    assert len(game.candidates()) == 256
    with pytest.raises(GameError, match="the table has 257 different feedbacks: expected 256 at most"):
        corral.from_table(np.where(many == 7, many + 1000 * (np.arange(256)[:, None] % 2), many), 255)
