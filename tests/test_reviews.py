from math import log2

import pytest
from asking import HARD
from hypothesis import given
from hypothesis import strategies as st
from peg import code_numbers, small_games

import corral
from corral import ArgumentError, CodeError, ContradictionError, FeedbackError, review
from corral.scores import score_guesses

CLASSIC = corral.bulls_and_cows()
PICTURES = corral.bulls_and_cows(2, ["red", "green", "blue"], repeats=True)
ASKED = ["0123", "4567", "4812", "4018"]


@given(small_games, st.data())
def test_figures_are_those_of_the_positions(game, data):
    secret = game.secrets[data.draw(code_numbers(game))]
    others = [code for code in game.guesses if code != secret]
    guesses = data.draw(st.lists(st.sampled_from(others), max_size=4)) if others else []
    guesses += [secret] * data.draw(st.booleans())
    if len(game) == 1:
        guesses = guesses[:1]
    history = [(guess, game.feedback(guess, secret)) for guess in guesses]
    found = review(game, history)
    assert found == review(game, guesses, secret) or found.secret is None
    assert found.moves == review(game, guesses, secret).moves
    assert found.solved == (secret in guesses)
    assert [move.guess for move in found.moves] == guesses
    for step, move in enumerate(found.moves):
        assert move.answer == history[step][1]
        before, after = (len(game.candidates(history[:end])) for end in (step, step + 1))
        assert (move.before, move.after, move.information) == (before, after, log2(before / after))
        analysis = corral.analyze(game, history[:step])
        assert (move.chosen, move.best) == (analysis.figures(move.guess), analysis.fewest)
        assert move.by == analysis.by
        scores = score_guesses(game, history[:step])
        assert move.best_information == scores.information.max()
        assert 0 <= move.skill <= 1
        assert move.skill == (move.chosen.information / move.best_information if move.best_information else 1)
        assert move.luck == move.information - move.chosen.information
        if move.by == "exact":
            assert move.lost == move.chosen.expected_guesses - move.best.expected_guesses >= 0
    moves = found.moves
    assert found.information == sum(move.information for move in moves)
    assert found.expected == sum(move.chosen.information for move in moves)
    assert found.best == sum(move.best_information for move in moves)
    assert found.luck == found.information - found.expected
    assert found.skill == (found.expected / found.best if found.best else 1)
    assert found.lost == sum(move.lost or 0 for move in moves)


def test_a_game():
    found = review(CLASSIC, ASKED, "4018")
    assert (found.secret, found.solved) == ("4018", True)
    assert [move.after for move in found.moves] == [1260, 168, 10, 1]
    assert found.information == pytest.approx(log2(5040))
    # All first guesses are alike.
    assert (found.moves[0].skill, found.moves[0].by, found.moves[0].lost) == (1, "entropy", None)
    assert found.moves[0].luck == pytest.approx(2 - 2.771, abs=0.0005)
    assert (found.moves[3].by, found.moves[3].lost) == ("exact", 0)


def test_a_game_that_is_not_finished():
    found = review(CLASSIC, [("0123", "0,2"), ("4567", "1,?")])
    assert (found.secret, found.solved, len(found.moves)) == (None, False, 2)
    assert found.moves[1].answer == (1, None)
    assert review(CLASSIC, [("0123", "0,2"), ("4567", "1,?")], "4018").secret == "4018"
    assert review(CLASSIC, ["0123"], "4018") == review(CLASSIC, [("0123", "0,2")], "4018")
    empty = review(CLASSIC, [])
    assert (empty.moves, empty.skill, empty.luck, empty.lost, empty.information) == ((), 1, 0, 0, 0)


def test_a_guess_that_tells_nothing():
    found = review(CLASSIC, ["0123", "0123"], "4018")
    assert (found.moves[1].skill, found.moves[1].information, found.moves[1].luck) == (0, 0, 0)
    wasted = review(corral.mastermind(2, 2), [("11", "1,0"), ("12", "0,2"), ("22", "1,0"), ("21", "2,0")])
    assert (wasted.secret, wasted.solved, wasted.moves[2].lost) == ("21", True, 1)


def test_names_of_several_characters():
    found = review(PICTURES, [("red green", "1,0"), "red blue", "red red"], "red red")
    assert [move.guess for move in found.moves] == ["red green", "red blue", "red red"]
    assert found.solved


def test_guesses_that_are_no_secrets():
    found = review(HARD, ["<4", "=1", "=2"], "2")
    assert [(move.answer, move.before, move.after) for move in found.moves] == [
        ("yes", 8, 4),
        ("no", 4, 3),
        ("win", 3, 1),
    ]
    assert (found.solved, found.secret, found.moves[1].by) == (True, "2", "entropy")
    assert review(HARD, [("<1", "yes")]).secret == "0"
    assert not review(HARD, [("<1", "yes")]).solved
    with pytest.raises(CodeError, match=r"step 2 of the history: '=5' may not be guessed: .* demands"):
        review(HARD, ["<4", "=5"], "2")


@pytest.mark.parametrize(
    ("history", "secret", "error", "message"),
    [
        (["0123"], None, FeedbackError, "step 1 of the history is '0123': expected a pair"),
        (["0123", "0112"], "4018", CodeError, "step 2 of the history: '0112'"),
        (["0123"], "0112", CodeError, "'0112': '1' at place 3"),
        ([("0123", "3,1")], "4018", FeedbackError, "step 1 of the history: '3,1' cannot occur"),
        (
            ["0123", ("4567", "0,1")],
            "4018",
            ContradictionError,
            r"step 2 of the history, \('4567', '0,1'\): the answer to 4567 is 1,0 if the secret is 4018, not 0,1",
        ),
        ([("0123", "2,?")], "4018", ContradictionError, "is 0,2 if the secret is 4018, not 2,\\?"),
        ([("0123", "0,0"), ("0123", "0,1")], None, ContradictionError, "step 2 of the history, .* leaves no code"),
        (["0123", "4018", "0123"], "4018", ContradictionError, "step 2 of the history, .*: the game is over"),
        (None, "4018", ArgumentError, "history is None"),
    ],
)
def test_what_is_wrong_is_named(history, secret, error, message):
    with pytest.raises(error, match=message) as raised:
        review(CLASSIC, history, secret)
    if error is ContradictionError and "the answer to" in message:
        assert raised.value.prefix == 2
    with pytest.raises(ArgumentError, match="game is 'bulls-and-cows:4x10'"):
        review("bulls-and-cows:4x10", history, secret)
