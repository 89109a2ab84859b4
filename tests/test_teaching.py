"""The teaching examples as users meet them; test_scores.py and test_games.py have them at the level below."""

from collections import Counter

import numpy as np
import pytest

import corral
from corral import analyze, answer_distribution

GAME = corral.bulls_and_cows()
FIRST = [("0123", "0,1")]
SECOND = [*FIRST, ("4561", "0,1")]


def sizes(text):
    """Read `00 360, 01 1440`."""
    return {f"{pair[0]},{pair[1]}": int(size) for pair, size in (entry.split() for entry in text.split(","))}


@pytest.mark.parametrize(
    ("history", "guess", "left", "bits", "information", "expected"),
    [
        (
            [],
            "0123",
            5040,
            12.30,
            2.77,
            "00 360, 01 1440, 02 1260, 03 264, 04 9, 10 480, 11 720, 12 216, 13 8, 20 180, 21 72, 22 6, 30 24, 40 1",
        ),
        (
            FIRST,
            "4561",
            1440,
            10.49,
            2.859,
            "00 54, 01 378, 02 369, 03 91, 04 6, 10 126, 11 222, 12 83, 13 6, 20 57, 21 31, 22 5, 30 11, 40 1",
        ),
    ],
)
def test_the_answers_to_the_first_guesses(history, guess, left, bits, information, expected):
    answers = answer_distribution(GAME, guess, history)
    assert {str(label): size for label, size in answers.sizes.items()} == sizes(expected)
    assert answers.candidates_left == left
    assert np.log2(left) == pytest.approx(bits, abs=0.005)
    assert answers.information == pytest.approx(information, abs=0.005 if len(str(information)) == 4 else 0.0005)


def test_the_values_of_a_second_guess():
    found = analyze(GAME, FIRST)
    assert Counter(np.round(found.scores.information, 3).tolist()) == {
        0.000: 1, 0.650: 6, 0.811: 8, 0.918: 9, 1.899: 24, 2.104: 72, 2.258: 144, 2.268: 72, 2.365: 216, 2.372: 48,
        2.530: 180, 2.624: 360, 2.664: 720, 2.756: 360, 2.766: 480, 2.767: 720, 2.774: 180, 2.859: 1440,
    }  # fmt: skip
    assert found.fewest.information == found.figures("4561").information
    assert found.figures("4561").is_candidate
    # The best of those that cannot be the secret.
    other = found.figures("1045")
    assert round(other.information, 3) == 2.774
    assert (other.is_candidate, other.largest, found.figures("4561").largest) == (False, 408, 378)
    assert [each.is_candidate for each in found.top(1440 + 180)] == [True] * 1440 + [False] * 180
    assert {round(each.information, 3) for each in found.top(1440 + 180)[1440:]} == {2.774}


def test_the_third_guess():
    found = analyze(GAME, SECOND)
    assert len(found.candidates) == 378
    bits = [round(found.figures(code).information, 3) for code in ("7482", "2784")]
    # A printed source says 2.955 for 2784.
    assert [*bits, round(found.fewest.information, 3)] == [2.958, 2.973, 3.001]
    assert len(GAME.candidates([("0123", "0,2"), ("3541", "0,2")])) == 284


@pytest.mark.parametrize(("answer", "codes", "by"), [("2,2", 6, 4), ("1,3", 8, 5), ("0,4", 9, 4), ("3,0", 24, 5)])
def test_endgames_after_1234(answer, codes, by):
    found = analyze(GAME, [("1234", answer)])
    assert (found.by, len(found.candidates)) == ("exact", codes)
    assert 1 + found.worst.min() == by


@pytest.mark.parametrize(
    ("guess", "secret", "expected"),
    [
        ("3094", "0834", "1,2"),
        ("2310", "3219", "1,2"),
        ("6112", "1622", "1,2"),
        ("1123", "4221", "1,1"),
        ("3165", "3514", "1,2"),
    ],
)
def test_feedback(guess, secret, expected):
    assert str(corral.bulls_and_cows(repeats=True).feedback(guess, secret)) == expected
