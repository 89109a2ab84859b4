from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kinds import HARD, NUMBERS, TABLE, all_kinds
from peg import small_games
from plain import answers, left_after, may_follow, winners

import corral
from corral import ArgumentError, CodeError, ContradictionError, FeedbackError, review
from corral.scores import score_guesses

CLASSIC = corral.bulls_and_cows()
PICTURES = corral.bulls_and_cows(2, ["red", "green", "blue"], repeats=True)
ASKED = ["0123", "4567", "4812", "4018"]


@given(small_games | all_kinds, st.data())
def test_figures_are_those_of_the_positions(game, data):
    secret = data.draw(st.integers(0, len(game) - 1))
    won, steps = winners(game, secret), []
    for _ in range(data.draw(st.integers(0, 4))):
        others = [guess for guess in may_follow(game, steps) if guess not in won]
        if not others:
            break
        guess = data.draw(st.sampled_from(others))
        steps.append((guess, answers(game)[guess][secret]))
    if solved := data.draw(st.booleans()):
        steps.append((data.draw(st.sampled_from(won)), game.win))
    guesses = [game.guesses[guess] for guess, _ in steps]
    history = [(game.guesses[guess], answer) for guess, answer in steps]
    code = game.secrets[secret]
    found = review(game, history)
    assert found == review(game, guesses, code) or found.secret is None
    assert found.moves == review(game, guesses, code).moves
    assert (found.game, found.solved) == (game, solved)
    assert [move.guess for move in found.moves] == guesses
    for step, move in enumerate(found.moves):
        assert move.answer == history[step][1]
        before, after = (len(left_after(game, steps[:end])) for end in (step, step + 1))
        assert (move.before, move.after, move.information) == (before, after, log2(before / after))
        analysis = corral.analyze(game, history[:step])
        assert (move.chosen, move.best) == (analysis.figures(move.guess), analysis.fewest)
        assert move.by == analysis.by
        assert move.by == "entropy" or before == 1 or not game.hard
        scores = score_guesses(game, history[:step])
        assert move.best_information == scores.information.max()
        assert move.wasted == (move.before == 1 and (step, solved) != (len(found.moves) - 1, True))
        part = move.chosen.information / move.best_information if move.best_information else 1 - move.wasted
        assert move.skill == part
        assert 0 <= move.skill <= 1
        assert move.luck == move.information - move.chosen.information
        if move.by == "exact":
            assert move.lost == move.chosen.expected_guesses - move.best.expected_guesses >= 0
        else:
            assert move.lost is None
    moves = found.moves
    assert found.information == sum(move.information for move in moves)
    assert found.expected == sum(move.chosen.information for move in moves)
    assert found.best == sum(move.best_information for move in moves)
    assert found.luck == found.information - found.expected
    most = found.best + sum(move.wasted for move in moves)
    assert found.skill == pytest.approx(found.expected / most if most else 1)
    assert str(found).count("\n") == len(moves)
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


def test_a_guess_that_can_tell_nothing_is_no_skill():
    played = ["0123", "4567", "4812", "4018"]
    good = review(CLASSIC, played, "4018")
    for place in 1, 2, 3:
        # Once more what was asked before: it tells nothing, where a better guess was there.
        repeated = review(CLASSIC, [*played[:place], played[place - 1], *played[place:]], "4018")
        assert repeated.moves[place].skill == 0
        assert repeated.skill < good.skill
        assert (repeated.information, repeated.expected) == pytest.approx((good.information, good.expected))
    known = [("11", "0,0"), ("22", "0,0")]
    games = {
        count: review(corral.mastermind(2, 3), [*known, *[("12", "0,0")] * count, ("33", "2,0")]) for count in range(4)
    }
    assert [move.wasted for move in games[1].moves] == [False, False, True, False]
    assert [move.skill for move in games[1].moves][2:] == [0, 1]
    assert games[0].skill > games[1].skill > games[2].skill > games[3].skill > 0
    assert [move.lost for move in games[1].moves][2:] == [1, 0]
    # Where nothing was to be had at all, whoever asks the secret has all the skill, and whoever does not has none.
    one = corral.number(4, 4)
    assert [review(one, asked, "4").skill for asked in ([], ["=4"], [">4"], [">4", "<4", "=4"])] == [1, 1, 0, 0]


def test_what_hard_mode_forbids_is_no_more_than_all_skill():
    game = corral.words("aab abb acb adb bbb ccc cdb dcb", feedback="wordle", hard=True)
    reviews = [
        review(game, [(first, answer), (second, game.feedback(second, secret))], secret)
        for first in game.guesses
        for secret in game.secrets
        for second in game.guesses
        if (answer := game.feedback(first, secret)) != game.win
    ]
    assert any(one.moves[1].chosen.information > one.moves[1].best_information for one in reviews)
    assert all(0 <= one.skill <= 1 and 0 <= one.moves[1].skill <= 1 for one in reviews)


def test_a_review_in_words():
    lines = str(review(CLASSIC, ASKED, "4018")).splitlines()
    assert lines[0] == "1. 0123 0,2: 1260 left, skill 100%, luck -0.77 bits"
    assert lines[-1] == "found with guess 4: skill 93%, luck +1.38 bits"
    assert str(review(CLASSIC, [("0123", "0,?")])).endswith("\nnot found: skill 100%, luck -2.17 bits")


def test_names_of_several_characters():
    found = review(PICTURES, [("red green", "1,0"), "red blue", "red red"], "red red")
    assert [move.guess for move in found.moves] == ["red green", "red blue", "red red"]
    assert found.solved


def test_guesses_that_are_no_secrets():
    found = review(NUMBERS, ["<4", "=1", "=2"], "2")
    assert [(move.answer, move.before, move.after) for move in found.moves] == [
        ("yes", 8, 4),
        ("no", 4, 3),
        ("win", 3, 1),
    ]
    assert (found.solved, found.secret, found.moves[1].by) == (True, "2", "exact")
    assert (found.moves[1].chosen.expected_guesses, found.moves[1].best.guess) == (2.5, "=0")
    assert review(NUMBERS, [("<1", "yes")]).secret == "0"
    assert not review(NUMBERS, [("<1", "yes")]).solved
    assert review(TABLE, ["an owl", "surely a bat"], "bat").solved
    assert review(TABLE, ["an owl", "surely a bat"], "bat").moves[1].lost == 0


def test_a_guess_that_hard_mode_forbids_is_reviewed_all_the_same():
    allowed = review(HARD, ["gas", "bat", "cat"], "cat")
    assert [(move.before, move.after) for move in allowed.moves] == [(16, 11), (11, 5), (5, 1)]
    assert [move.lost for move in allowed.moves] == [None, None, None]
    found = review(HARD, ["gas", "art", "cat"], "cat")
    assert isinstance(found, corral.Review)
    assert (found.solved, found.secret) == (True, "cat")
    assert [move.guess for move in found.moves] == ["gas", "art", "cat"]
    assert [move.answer for move in found.moves] == ["BGB", "YBG", "GGG"]
    assert [(move.before, move.after) for move in found.moves] == [(16, 11), (11, 5), (5, 1)]
    # The best is one that may be asked.
    best = found.moves[1].best.guess
    assert HARD.guesses.index(best) in HARD.allowed([("gas", "BGB")])
    assert (found.moves[1].chosen.parts, found.moves[1].chosen.largest, found.moves[1].chosen.chance) == (5, 5, 0)


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
            r"step 2 of the history, 4567:0,1: the answer to 4567 is 1,0 if the secret is 4018, not 0,1",
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
