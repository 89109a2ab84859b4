import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kinds import HARD, NUMBERS, TABLE, all_kinds
from peg import small_games
from plain import answers
from positions import told_of

import corral
from corral import Change, FeedbackError, Repair, diagnose, reference

CLASSIC = corral.bulls_and_cows()
PICTURES = corral.bulls_and_cows(2, ["red", "green", "blue"], repeats=True)
ASKED = [("0123", "0,1"), ("4567", "0,2"), ("4068", "2,1"), ("0178", "1,2"), ("4052", "0,2")]


@st.composite
def told(draw, game):
    """Guesses with answers that the game can give, wrong or right."""
    steps = []
    for _ in range(draw(st.integers(1, 4))):
        guess = game.guesses[draw(st.integers(0, len(game.guesses) - 1))]
        steps.append((guess, draw(told_of(draw(st.sampled_from(game.classes))))))
    return steps


@given(small_games | all_kinds, st.data())
def test_a_diagnosis_is_that_of_all_changes(game, data):
    history = data.draw(told(game))
    found = diagnose(game, history)
    secrets = range(len(game))
    asked = [answers(game)[game.guesses.index(guess)] for guess, _ in history]

    def fits(secret, step):
        return reference.agrees(asked[step][secret], history[step][1])

    left = [
        [secret for secret in secrets if all(fits(secret, step) for step in range(end))]
        for end in range(5)[: len(history) + 1]
    ]
    assert found.candidates_left == len(left[-1])
    assert found.contradiction == next((end for end, codes in enumerate(left) if not codes), None)
    # The fewest answers that have to change: no set of fewer steps can be left out.
    for wrong in range(len(history) + 1):
        expected = {}
        for steps in combinations(range(len(history)), wrong):
            others = [step for step in range(len(history)) if step not in steps]
            for secret in secrets:
                if all(fits(secret, step) for step in others):
                    right = tuple(asked[step][secret] for step in steps)
                    changes = expected.setdefault(tuple(step + 1 for step in steps), {})
                    changes[right] = changes.get(right, 0) + 1
        if expected:
            break
    assert found.wrong == wrong
    expected = expected if wrong else {}
    assert {repair.steps: dict(repair.changes) for repair in found.repairs} == expected
    sizes = [repair.candidates_left for repair in found.repairs]
    assert sizes == sorted(sizes, reverse=True) == [sum(expected[repair.steps].values()) for repair in found.repairs]
    for repair in found.repairs:
        changes = [
            (-change.candidates_left, list(map(game.classes.index, change.answers))) for change in repair.changes
        ]
        assert changes == sorted(changes)
        given_answers = tuple(history[step - 1][1] for step in repair.steps)
        assert all(change.answers != given_answers for change in repair.changes)


def test_changes_put_a_history_right():
    found = diagnose(CLASSIC, ASKED)
    assert (found.wrong, found.contradiction, found.candidates_left) == (1, 5, 0)
    assert [repair.steps for repair in found.repairs] == [(3,), (5,)]
    for repair in found.repairs:
        for changed, candidates in repair.changes:
            right = list(ASKED)
            for step, answer in zip(repair.steps, changed, strict=True):
                right[step - 1] = right[step - 1][0], answer
            assert len(CLASSIC.candidates(right)) == candidates


def test_answers_that_agree():
    found = diagnose(CLASSIC, ASKED[:2])
    assert (found.wrong, found.contradiction, found.candidates_left, found.repairs) == (0, None, 504, ())
    assert found.history == (("0123", (0, 1)), ("4567", (0, 2)))
    assert str(found) == "the answers agree with each other: 504 of 5040 codes are left"
    assert found.why == ""
    assert diagnose(CLASSIC, ()) == corral.Diagnosis(CLASSIC, (), 5040, None, 0, ())
    # A game that is won, and one that goes on because nobody looked.
    assert diagnose(CLASSIC, [("0123", "4,0")]).candidates_left == 1
    assert diagnose(CLASSIC, [("0123", "4,0"), ("0124", "3,0")]).wrong == 0


def test_a_repeated_guess_with_two_answers():
    found = diagnose(CLASSIC, [("0123", "0,0"), ("0123", "0,1")])
    # As many codes as agree with the other answer.
    assert found.repairs == (
        Repair((1,), (Change(((0, 1),), 1440),)),
        Repair((2,), (Change(((0, 0),), 360),)),
    )
    assert found.repairs[0].changes[0].answers == (corral.Feedback(0, 1),)
    assert str(found) == "step 2 contradicts the steps before; 1 wrong answer explains it: step 1, or step 2"


def test_an_answer_that_is_partly_known_may_be_wrong():
    found = diagnose(CLASSIC, [("0123", "4,0"), ("0124", "?,1")])
    assert [repair.steps for repair in found.repairs] == [(1,), (2,)]
    assert found.repairs[1].changes == (Change(((3, 0),), 1),)


def test_the_winning_answer_may_be_the_right_one():
    found = diagnose(CLASSIC, [("0123", "3,0"), ("0124", "3,0"), ("0125", "3,0"), ("0123", "4,0")])
    assert found.repairs == (
        Repair((4,), (Change(((3, 0),), 4),)),
        Repair((1,), (Change((CLASSIC.win,), 1),)),
    )


def test_sets_of_steps_in_words():
    alike = [("0123", "0,0"), ("0123", "0,1"), ("0123", "0,2"), ("0123", "1,0")]
    assert diagnose(CLASSIC, alike).why == (
        "3 wrong answers explain it: steps 1, 3 and 4, or steps 1, 2 and 4, or steps 1, 2 and 3, or steps 2, 3 and 4"
    )
    most = [*alike, ("0123", "0,3"), ("0123", "1,1")]
    assert diagnose(CLASSIC, most).why.endswith(", or 1 other")
    assert diagnose(CLASSIC, [*most, ("0123", "2,0")]).why.endswith(", or 2 others")


def test_names_of_several_characters():
    found = diagnose(PICTURES, [("red red", "2,0"), (["red", "blue"], "0,1")])
    assert found.history[1] == ("red blue", (0, 1))
    assert [repair.steps for repair in found.repairs] == [(1,), (2,)]


def test_guesses_that_are_no_secrets():
    found = diagnose(NUMBERS, [(">3", "yes"), ("<3", "yes")])
    assert found.repairs == (Repair((2,), (Change(("no",), 4),)), Repair((1,), (Change(("no",), 3),)))
    assert diagnose(NUMBERS, [("<4", "yes"), ("=5", "win")]).repairs[0].changes == (Change(("no",), 4),)
    # Whichever guess it is that wins.
    for guess in "a bat", "surely a bat":
        found = diagnose(TABLE, [("an owl", "hot"), (guess, "found")])
        assert found.repairs[1] == Repair((1,), (Change(("cold",), 1),))


def test_answers_count_in_hard_mode_whatever_may_be_asked():
    # What was asked was asked, also against the rule.
    found = diagnose(HARD, [("gas", "BGB"), ("art", "YBG"), ("art", "YYG")])
    assert (found.wrong, found.contradiction) == (1, 3)
    assert found.repairs == (Repair((3,), (Change(("YBG",), 5),)), Repair((2,), (Change(("YYG",), 1),)))


def test_many_wrong_answers_to_many_guesses():
    draw = random.Random(1)
    history = [(guess, draw.choice(CLASSIC.classes[:-1])) for guess in draw.sample(list(CLASSIC.secrets), 12)]
    found = diagnose(CLASSIC, history)
    assert found.wrong > 3
    assert all(len(repair.steps) == found.wrong for repair in found.repairs)
    table = [sum(CLASSIC.feedback(guess, secret) != answer for guess, answer in history) for secret in CLASSIC.secrets]
    assert (min(table), table.count(min(table))) == (
        found.wrong,
        sum(repair.candidates_left for repair in found.repairs),
    )


@pytest.mark.parametrize(
    ("history", "error", "message"),
    [
        ([("0123", "0,0"), ("0123", "3,1")], FeedbackError, "step 2 of the history: '3,1' cannot occur"),
        ([("0123", "0,0"), ("0112", "0,1")], corral.CodeError, "step 2 of the history: '0112': '1' at place 3"),
        (["0123"], FeedbackError, "step 1 of the history is '0123': expected a pair"),
        (None, corral.ArgumentError, "history is None"),
    ],
)
def test_a_wrong_item_is_named(history, error, message):
    with pytest.raises(error, match=message):
        diagnose(CLASSIC, history)
    with pytest.raises(corral.ArgumentError, match="game is 'bulls-and-cows:4x10'"):
        diagnose("bulls-and-cows:4x10", history)


def test_a_game_too_large_to_list():
    huge = corral.bulls_and_cows(12, 36)
    assert diagnose(huge, ()).candidates_left == len(huge)
    with pytest.raises(corral.TooLargeError):
        diagnose(huge, [("0123456789ab", "0,0")])
