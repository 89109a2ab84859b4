import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from peg import bulls_only, code_numbers, reference_codes, small_games

import corral
from corral import ArgumentError, CodeError, ContradictionError, Feedback, TooLargeError, reference, score_guesses

CLASSIC = corral.bulls_and_cows()
FIRST = [("0123", (0, 1))]
SECOND = [*FIRST, ("4561", (0, 1))]


def sizes(game, guess, candidates=None):
    return {str(label): len(part) for label, part in game.partition(guess, candidates).items()}


def table(text):
    """Read `00 360, 01 1440`."""
    return {f"{pair[0]},{pair[1]}": int(size) for pair, size in (entry.split() for entry in text.split(","))}


def information(text):
    """Read `0.650 x6, 0.811 x8`."""
    return {float(bits): int(count) for bits, count in (entry.split("x") for entry in text.split(","))}


# The teaching examples


def test_the_first_guess():
    assert sizes(CLASSIC, "0123") == table(
        "00 360, 01 1440, 02 1260, 03 264, 04 9, 10 480, 11 720, 12 216, 13 8, 20 180, 21 72, 22 6, 30 24, 40 1"
    )
    scores = score_guesses(CLASSIC)
    assert scores.candidates_left == 5040
    assert scores.information == pytest.approx(np.full(5040, 2.77), abs=0.005)
    assert np.log2(5040) == pytest.approx(12.30, abs=0.005)
    # All first guesses are alike.
    for values in scores.parts, scores.largest, scores.squares, scores.nlogn:
        assert np.ptp(values) == 0
    assert scores.is_candidate.all()
    assert [scores.best(criterion) for criterion in ("minimax", "expected-size", "entropy", "most-parts")] == [0] * 4


def test_the_second_guess():
    left = CLASSIC.candidates(FIRST)
    assert np.log2(len(left)) == pytest.approx(10.49, abs=0.005)
    assert sizes(CLASSIC, "4561", left) == table(
        "00 54, 01 378, 02 369, 03 91, 04 6, 10 126, 11 222, 12 83, 13 6, 20 57, 21 31, 22 5, 30 11, 40 1"
    )
    scores = score_guesses(CLASSIC, FIRST)
    assert scores.information[CLASSIC.guesses.index("4561")] == pytest.approx(2.859, abs=0.0005)
    # nlogn tells equal information exactly.
    values, counts = np.unique(scores.nlogn, return_counts=True)
    bits = np.round(np.log2(1440) - values / 2**32 / 1440, 3)
    assert dict(zip(bits.tolist(), counts.tolist(), strict=True)) == information(
        "0.000 x1, 0.650 x6, 0.811 x8, 0.918 x9, 1.899 x24, 2.104 x72, 2.258 x144, 2.268 x72, 2.365 x216, 2.372 x48,"
        "2.530 x180, 2.624 x360, 2.664 x720, 2.756 x360, 2.766 x480, 2.767 x720, 2.774 x180, 2.859 x1440"
    )
    outside = np.flatnonzero(np.round(scores.information, 3) == 2.774)
    assert len(outside) == 180
    assert CLASSIC.guesses.index("1045") in outside
    assert not scores.is_candidate[outside].any()
    assert set(scores.largest[outside]) == {408}
    assert scores.largest[CLASSIC.guesses.index("4561")] == 378


def test_the_third_guess():
    scores = score_guesses(CLASSIC, SECOND)
    assert scores.candidates_left == len(CLASSIC.candidates(SECOND)) == 378
    # A printed source says 2.955 for 2784.
    for code, bits in ("7482", 2.958), ("2784", 2.973):
        assert scores.information[CLASSIC.guesses.index(code)] == pytest.approx(bits, abs=0.0005)
    assert scores.information.max() == scores.information[scores.best("entropy")] == pytest.approx(3.001, abs=0.0005)
    assert len(CLASSIC.candidates([("0123", (0, 2)), ("3541", (0, 2))])) == 284


def can_win(left, guesses):
    """Whether some way to play finds every code of `left` within so many guesses; all codes are tried."""
    if guesses == 1 or len(left) == 1:
        return len(left) == 1
    scores = score_guesses(CLASSIC, candidates=left)
    if guesses == 2:
        return len(left) in scores.parts
    # A part that two guesses are left for has 14 codes at most, one for each class.
    useful = [number for number in np.argsort(scores.largest) if scores.largest[number] <= 14 or guesses > 3]
    return any(
        all(label == CLASSIC.win or can_win(part.numbers, guesses - 1) for label, part in parts.items())
        for parts in (CLASSIC.partition(CLASSIC.secrets[number], left) for number in useful)
        if len(parts) > 1
    )


@pytest.mark.parametrize(("answer", "codes", "by"), [("2,2", 6, 4), ("1,3", 8, 5), ("0,4", 9, 4), ("3,0", 24, 5)])
def test_endgames_after_1234(answer, codes, by):
    left = CLASSIC.candidate_numbers([("1234", answer)])
    assert len(left) == codes
    assert can_win(left, by - 1)
    assert not can_win(left, by - 2)


# Agreement with the reference


@given(small_games, st.data())
def test_scores_agree_with_the_reference(game, data):
    codes = reference_codes(game)
    left = sorted(data.draw(st.sets(code_numbers(game), min_size=1)))
    asked = data.draw(st.none() | st.lists(code_numbers(game)))
    scores = score_guesses(game, (), np.array(left), None if asked is None else np.array(asked, np.int64))
    asked = list(range(len(codes))) if asked is None else asked
    candidates = [codes[number] for number in left]
    expected = [reference.score(codes[number], candidates, bulls_only(game)) for number in asked]
    for place, values in enumerate((scores.parts, scores.largest, scores.squares, scores.nlogn)):
        assert values.tolist() == [score[place] for score in expected]
    assert scores.guesses.tolist() == asked
    assert scores.codes == [codes[number] for number in asked]
    assert scores.is_candidate.tolist() == [number in left for number in asked]
    assert scores.candidates_left == len(left)
    assert scores.expected_size.tolist() == [score[2] / len(left) for score in expected]


@given(small_games, st.data())
def test_the_best_guess_is_that_of_the_reference(game, data):
    codes = reference_codes(game)
    left = sorted(data.draw(st.sets(code_numbers(game), min_size=1)))
    candidates = [codes[number] for number in left]
    scores = score_guesses(game, candidates=candidates)
    inside = score_guesses(game, candidates=candidates, guesses=candidates[::-1])
    for criterion in reference.GREEDY:
        for mine, consistent in (scores, False), (inside, True):
            expected = reference.choose(criterion, codes, candidates, consistent, bulls_only(game))
            assert mine.codes[mine.best(criterion)] == expected


@given(small_games, st.data())
def test_a_history_and_its_candidates_score_alike(game, data):
    guess, secret = (game.secrets[data.draw(code_numbers(game))] for _ in range(2))
    history = [(guess, game.feedback(guess, secret))]
    left = game.candidates(history)
    expected = score_guesses(game, history)
    for candidates in left, list(left), left.numbers, list(left) * 2, list(left)[::-1]:
        scores = score_guesses(game, candidates=candidates)
        assert scores.candidates_left == expected.candidates_left
        for name in "guesses", "parts", "largest", "squares", "nlogn", "is_candidate":
            assert np.array_equal(getattr(scores, name), getattr(expected, name))


# The rest


def test_the_arrays_have_the_documented_types():
    scores = score_guesses(corral.mastermind(2, 3), guesses=["12", "11", "12"])
    assert scores.game == corral.mastermind(2, 3)
    assert scores.codes == ["12", "11", "12"]
    kinds = {name: getattr(scores, name).dtype.name for name in ("guesses", "parts", "largest", "squares", "nlogn")}
    expected = {"guesses": "uint32", "parts": "uint32", "largest": "uint32", "squares": "uint64", "nlogn": "uint64"}
    assert kinds == expected
    assert (scores.is_candidate.dtype, scores.expected_size.dtype, scores.information.dtype) == (bool, float, float)
    # 12: 0,0 33; 0,1 23 31; 0,2 21; 1,0 11 13 22 32; 2,0 12.
    assert (scores.parts[0], scores.largest[0], scores.squares[0]) == (5, 4, 1 + 4 + 1 + 16 + 1)
    assert scores.nlogn[0] == (2 + 8) << 32
    assert scores.expected_size[0] == 23 / 9
    assert scores.information[0] == pytest.approx(np.log2(9) - 10 / 9)


def test_ties_go_to_a_candidate_and_then_to_game_order():
    game = corral.mastermind(2, 6)
    left = ["65", "66"]
    scores = score_guesses(game, candidates=left)
    for criterion in "minimax", "expected-size", "entropy", "most-parts":
        assert scores.codes[scores.best(criterion)] == "65"
    # Codes with a 5 tell the two apart, 15 is the first of them.
    others = score_guesses(game, candidates=left, guesses=["55", "25", "15", "11"])
    assert others.best("minimax") == 2
    assert score_guesses(game, candidates=left, guesses=["11", "66", "25", "65"]).best("entropy") == 3


def test_the_best_guess_need_not_be_a_candidate():
    scores = score_guesses(corral.mastermind(), [("1122", "0,3")])
    best = scores.best("minimax")
    assert (scores.codes[best], scores.largest[best], scores.is_candidate[best]) == ("1213", 4, False)


@pytest.mark.parametrize("criterion", ["", "sieve", "Minimax", None])
def test_an_unknown_criterion_is_refused(criterion):
    with pytest.raises(
        ArgumentError, match=r"criterion is .*: expected one of minimax, expected-size, entropy, most-p"
    ):
        score_guesses(corral.mastermind(2, 2)).best(criterion)


def test_no_guesses_have_no_best():
    scores = score_guesses(corral.mastermind(2, 2), guesses=[])
    assert scores.parts.shape == scores.codes.numbers.shape == (0,)
    with pytest.raises(ArgumentError, match="there are no guesses to choose from"):
        scores.best("minimax")


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"candidates": []}, ArgumentError, "there are no candidates to split"),
        ({"history": FIRST, "candidates": ["0123"]}, ArgumentError, "both a history and candidates are given"),
        ({"history": [("0123", "9,9")]}, corral.FeedbackError, "step 1 of the history"),
        ({"history": [("0123", "0,0"), ("4567", "0,0")]}, ContradictionError, "step 2 of the history"),
        ({"candidates": ["0122"]}, CodeError, "none may repeat"),
        ({"guesses": ["0122"]}, CodeError, "none may repeat"),
        ({"guesses": np.array([5040])}, CodeError, "there is no code number 5040"),
    ],
)
def test_wrong_arguments_are_named(options, error, message):
    with pytest.raises(error, match=message):
        score_guesses(CLASSIC, **options)


def test_a_game_too_large_to_list_has_no_scores():
    with pytest.raises(TooLargeError, match="has 4738381338321616896 codes"):
        score_guesses(corral.bulls_and_cows(12, 36, True), [("0" * 12, Feedback(0, 0))])
