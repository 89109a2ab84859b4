"""The number game."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import corral
from corral import CodeError, ContradictionError, FeedbackError, GameError
from corral.games import NumberGame

HUNDRED = corral.number(0, 100)
ASKED = [">50", ">75", ">88", ">81", ">84", ">82", "=83"]


def test_games_are_values():
    assert HUNDRED == corral.game("number:0..100") == NumberGame(np.int64(0), 100)
    assert hash(HUNDRED) == hash(corral.game("number:0..100"))
    assert corral.number(1, 100) != HUNDRED
    assert repr(HUNDRED) == "corral.game('number:0..100')"
    assert (HUNDRED.id, str(HUNDRED), HUNDRED.fingerprint()) == ("number:0..100",) * 3
    assert pickle.loads(pickle.dumps(HUNDRED)) == HUNDRED
    assert corral.game("number:-5..-2").secrets == ["-5", "-4", "-3", "-2"]
    assert (len(HUNDRED), len(HUNDRED.guesses)) == (101, 303)
    assert (HUNDRED.classes, HUNDRED.win) == (("no", "yes", "win"), "win")
    assert corral.number(7, 7).classes == ("no", "win")


@pytest.mark.parametrize(
    ("low", "high", "message"),
    [
        (5, 4, "no number is from 5 to 4: expected low <= high"),
        (0.5, 4, "low is 0.5: expected a whole number from"),
        ("0", 4, "low is '0': expected a whole number from"),
        (True, 4, "low is True: expected a whole number from"),
        (0, None, "high is None: expected a whole number from"),
        (0, 10**12 + 1, "high is 1000000000001: expected a whole number from -10\\^12 to 10\\^12"),
    ],
)
def test_what_is_no_game(low, high, message):
    with pytest.raises(GameError, match=message):
        corral.number(low, high)


@pytest.mark.parametrize("wrong", ["number:", "number:0..", "number:0.5..1", "number:0-100", "number:0..100+bulls"])
def test_what_is_no_id(wrong):
    with pytest.raises(GameError, match=r"is no id of a game: .* or number:0\.\.100"):
        corral.game(wrong)


def test_questions_in_other_forms():
    for form in ">50", " > 50 ", "x > 50?", "x>50 ?":
        assert HUNDRED.guesses.index(form) == 50
    for form in "=50", "50", 50, "x = 50?", np.int8(50):
        assert HUNDRED.guesses.index(form) == 2 * 101 + 50
    assert HUNDRED.guesses.index("<0") == 101
    assert HUNDRED.secrets.index(83) == HUNDRED.secrets.index(" 83") == 83
    assert corral.number(-5, 5).guesses[0] == ">-5"
    assert corral.number(-5, 5).guesses.index("< -5") == 11
    for wrong in "", ">", "50>", ">=50", "fifty", ">5.0", None, True, 5.0, [">", "50"]:
        with pytest.raises(CodeError, match="is no question: expected one such as >50"):
            HUNDRED.guesses.index(wrong)
    with pytest.raises(CodeError, match="'n' is no question: expected one such as >1, <1 or =1"):
        corral.number(0, 3).guesses.index("n")
    with pytest.raises(CodeError, match="'>101' asks for 101: expected a number from 0 to 100"):
        HUNDRED.guesses.index(">101")
    for wrong in "", "101", -1, "=5", None, 5.0, True:
        with pytest.raises(CodeError, match="is no number from 0 to 100"):
            HUNDRED.secrets.index(wrong)


def test_answers_in_other_forms():
    for form in "yes", " YES", "y":
        assert HUNDRED.parse_feedback(form) == "yes"
    assert [HUNDRED.parse_feedback(form) for form in ("no", "n", "win", "w")] == ["no", "no", "win", "win"]
    for wrong in "maybe", "", 1, None, True, (0, 1):
        with pytest.raises(FeedbackError, match="is no answer: expected yes, no, or win"):
            HUNDRED.parse_feedback(wrong)
    with pytest.raises(FeedbackError, match=r"'yes' cannot occur: guesses and secrets of number:7\.\.7 give only no w"):
        corral.number(7, 7).parse_feedback("yes")


@given(st.integers(-20, 20), st.integers(0, 9), st.data())
def test_answers_are_what_is_true(low, more, data):
    game = corral.number(low, low + more)
    table = game.feedback_table()
    assert table.shape == (len(game.guesses), len(game))
    for number, question in enumerate(game.guesses):
        for place, secret in enumerate(game.secrets):
            expected = "yes" if eval(f"{secret} {question.replace('=', '==')}") else "no"
            if question[0] == "=" and expected == "yes":
                expected = "win"
            assert game.feedback(question, secret) == game.label(table[number, place]) == expected
            assert game.label(game.answer(number, place)) == expected
    found = game.found(np.arange(len(game.guesses), dtype=np.uint32))
    assert found.tolist() == [0xFFFFFFFF] * 2 * len(game) + list(range(len(game)))


def test_one_way_to_a_number():
    left = [
        len(HUNDRED.candidates([(question, HUNDRED.feedback(question, 83)) for question in ASKED[:asked]]))
        for asked in range(len(ASKED) + 1)
    ]
    assert left == [101, 50, 25, 13, 7, 3, 2, 1]
    assert [HUNDRED.feedback(question, 83) for question in ASKED] == ["yes", "yes", "no", "yes", "no", "yes", "win"]


def test_the_optima():
    total = corral.solve(HUNDRED, "total,depth")
    assert (total.value, total.proven) == ((717, 8), True)
    assert corral.solve(HUNDRED, "depth").value == 8
    assert corral.solve(HUNDRED, "depth,total").value == (8, 717)
    assert total.tree.verify().total == 717
    assert total.tree.path(83)[-1] == ("=83", "win")
    # Seven questions without the winning one: after any seven answers one number is left.
    tree = corral.solve(HUNDRED, "depth").tree
    for secret in range(101):
        assert len(HUNDRED.candidates(tree.path(secret)[:7])) == 1


def test_trees_are_kept(tmp_path):
    tree = corral.solve(corral.number(0, 10)).tree
    tree.save(tmp_path / "tree.json")
    assert corral.Tree.load(tmp_path / "tree.json") == tree
    assert "yes -> " in tree.to_text()
    assert tree.guess([(tree.guess(), "no")]) == corral.Tree.load(tmp_path / "tree.json").guess([(tree.guess(), "no")])


def test_contradictions():
    with pytest.raises(ContradictionError, match="step 2 of the history, <50:yes, leaves no code of number:0"):
        HUNDRED.candidates([(">50", "yes"), ("<50", "yes")])


def test_games_too_large_for_a_table():
    game = corral.number(0, 10**9)
    assert game.feedback(">5", 6) == "yes"
    assert game.guesses[10**9] == ">1000000000"
    with pytest.raises(corral.TooLargeError, match=r"table of number:0\.\.1000000000 needs 3000000006000000003 bytes"):
        game.candidates([(">5", "yes")])


def test_what_is_no_answer_agrees_with_none():
    assert HUNDRED.agreeing("maybe") == []
    assert HUNDRED.agreeing(None) == [0, 1, 2]
