import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kinds import KINDS

import corral
from corral import Feedback, FeedbackError
from corral.feedback import known_text, read_feedback, read_known

GAME = corral.bulls_and_cows(repeats=True)
LONG = corral.bulls_and_cows(12, 12)
BULLS = corral.bulls_and_cows(feedback="bulls")


def test_the_text_of_a_feedback_is_canonical():
    assert str(Feedback(1, 2)) == f"{Feedback(1, 2)}" == "1,2"
    assert Feedback(bulls=1, cows=2) == (1, 2)


@pytest.mark.parametrize(
    "text",
    [
        *["1,2", "1, 2", "1 ,2", " 1 , 2 ", "1,\t2", "01,002"],
        *["1 2", "  1   2  ", "1\u00a02", "12", " 12\n"],
        *["1A2B", "1a2b", "1 A 2 B", " 1a 2B "],
        *["1B2C", "1b2c", "1 b 2 c"],
        *["+1-2", "+1 -2", "+ 1 - 2"],
        *["BWW", "bww", "WBW", "WWB", "B W W", " b ww "],
    ],
)
def test_every_form_means_the_same(text):
    assert GAME.parse_feedback(text) == Feedback(1, 2)
    assert type(GAME.parse_feedback(text)) is Feedback


@pytest.mark.parametrize(
    ("text", "bulls", "cows"),
    [
        ("-", 0, 0),
        (" - ", 0, 0),
        ("00", 0, 0),
        ("0A0B", 0, 0),
        ("2A", 2, 0),
        ("2 a", 2, 0),
        ("3C", 0, 3),
        ("+1", 1, 0),
        ("-2", 0, 2),
        ("- 2", 0, 2),
        ("+0-0", 0, 0),
        ("B", 1, 0),
        ("W", 0, 1),
        ("WW", 0, 2),
        ("BBBB", 4, 0),
        ("wwww", 0, 4),
    ],
)
def test_a_half_that_is_missing_is_zero_where_the_other_is_named(text, bulls, cows):
    assert GAME.parse_feedback(text) == Feedback(bulls, cows)


@pytest.mark.parametrize(
    "text",
    [
        *["", " ", "1", "1B", "1 b", "B1", "A", "C", "1A2C", "2B1A", "2C1B", "1A2A", "1B2B", "1C2C"],
        *["1,", ",2", ",", "1,2,0", "1;2", "1/2", "(1,2)", "1.2", "1-2", "1+2", "-2+1", "--", "+", "+-", "+1-", "-1,2"],
        *["012", "1 2 0", "BWX", "BW1", "GYBBG", "win", "None", "1,2;", "1e0,2", "0x1,2", "1_0,2"],
        *["\u0661,\u0662", "\u0661\u0662", "\uff11\uff12", "\u00b9\u00b2", "\u0412\u0412", "1\u200b2", "1\uff0c2"],
        *["9999999999,0", "0" * 200, "\x001,2", "\ud8001,2"],
    ],
)
def test_other_texts_are_refused_by_naming_them_and_what_was_expected(text):
    with pytest.raises(FeedbackError, match=r"is no feedback: .*expected bulls and cows, such as 1,2 or 1A2B") as error:
        GAME.parse_feedback(text)
    assert str(error.value).startswith(repr(text)[:90])


def test_a_lone_b_is_refused_as_ambiguous():
    with pytest.raises(FeedbackError, match="'1B' is no feedback: B alone may count bulls or cows; expected"):
        GAME.parse_feedback("1B")
    with pytest.raises(FeedbackError, match="'1' is no feedback: expected"):
        GAME.parse_feedback("1")


def test_two_digits_are_ambiguous_beyond_nine_places():
    assert corral.bulls_and_cows(9, 10).parse_feedback("90") == Feedback(9, 0)
    with pytest.raises(FeedbackError, match="'12' is ambiguous with 10 places: write 1,2"):
        corral.bulls_and_cows(10, 10, repeats=True).parse_feedback("12")
    assert LONG.parse_feedback("10,2") == LONG.parse_feedback("10 2") == LONG.parse_feedback("10a2b") == Feedback(10, 2)


@pytest.mark.parametrize("pair", [(1, 2), [1, 2], Feedback(1, 2), (np.int64(1), np.uint8(2))])
def test_pairs_and_labels_are_taken(pair):
    label = GAME.parse_feedback(pair)
    assert label == Feedback(1, 2)
    assert [type(count) for count in label] == [int, int]


@pytest.mark.parametrize(
    "given",
    [
        *[12, 0, -1, True, 1.0, None, b"1,2", {1, 2}, {1: 2}, object(), range(2)],
        *[(), (1,), (1, 2, 0), ("1", "2"), (1.0, 2), (True, 2), (1, False), (None, 2), (2, None), (np.True_, 1)],
        *[(-1, 2), (1, -2), (5, 0), (0, 5), ((1, 2), 0)],
    ],
)
def test_what_is_no_pair_of_counts_is_refused(given):
    with pytest.raises(FeedbackError, match="is no feedback"):
        GAME.parse_feedback(given)


def test_a_count_that_is_none_is_named():
    with pytest.raises(
        FeedbackError, match=r"^\(-1, 2\) is no feedback: -1 is no number of bulls or cows on 4 places$"
    ):
        GAME.parse_feedback((-1, 2))
    with pytest.raises(FeedbackError, match=r"^'7,0' is no feedback: 7 is no number of bulls or cows on 4 places$"):
        GAME.parse_feedback("7,0")


# With more digits than Python converts.
HUGE = 10**5000


def test_huge_numbers_are_refused():
    for huge in "9" * 5000, f"{'9' * 5000},0", HUGE, (HUGE, 0), (0, -HUGE), [HUGE, HUGE]:
        for game in GAME, BULLS:
            with pytest.raises(FeedbackError, match="is no feedback") as error:
                game.parse_feedback(huge)
            assert len(str(error.value)) < 400


@pytest.mark.parametrize(
    ("game", "given", "why"),
    [
        (GAME, "3,2", "3 bulls and 2 cows are more than 4 places"),
        (GAME, (4, 4), "4 bulls and 4 cows are more than 4 places"),
        (GAME, "31", "with 3 symbols in place the last one cannot be in a wrong place"),
        (LONG, "11,1", "with 11 symbols in place the last one cannot be in a wrong place"),
        (
            corral.bulls_and_cows(4, 7),
            "0,0",
            "guesses and secrets of bulls-and-cows:4x7 give only 0,1 0,2 0,3 0,4 1,0 1,1 1,2 1,3 2,0 2,1 2,2 3,0 4,0",
        ),
        (
            corral.bulls_and_cows(3, 3, feedback="bulls"),
            2,
            r"guesses and secrets of bulls-and-cows:3x3\+bulls give only 0 1 3",
        ),
    ],
)
def test_a_feedback_that_cannot_occur_is_refused_with_the_reason(game, given, why):
    with pytest.raises(FeedbackError, match=f"cannot occur: {why}$"):
        game.parse_feedback(given)


@pytest.mark.parametrize("given", ["2", " 2 ", "02", 2, np.int8(2)])
def test_bulls_only_takes_a_number(given):
    label = BULLS.parse_feedback(given)
    assert label == 2
    assert type(label) is int


@pytest.mark.parametrize(
    "given", ["", "-", "2A", "2,0", "BB", "two", "\u0662", "5", "9999999999", -1, 5, True, 2.0, None, (2, 0)]
)
def test_bulls_only_refuses_the_rest(given):
    with pytest.raises(FeedbackError, match=r"is no feedback: .* is no number of bulls or cows on 4 places"):
        BULLS.parse_feedback(given)


@given(st.integers(1, 12), st.data())
def test_every_form_is_read_back(places, data):
    bulls = data.draw(st.integers(0, places))
    cows = data.draw(st.integers(0, places))
    forms = [f"{bulls},{cows}", f"{bulls} {cows}", f"{bulls}A{cows}B", f"{bulls}b{cows}c", f"+{bulls}-{cows}"]
    forms += ["B" * bulls + "W" * cows or "-"]
    assert {read_feedback(form, places) for form in forms} == {Feedback(bulls, cows)}
    assert read_feedback(str(bulls), places, bulls_only=True) == bulls


# What is known of an answer


@pytest.mark.parametrize(
    ("given", "known"),
    [
        ("1,?", (1, None)),
        (" 1 , ? ", (1, None)),
        ("1 ?", (1, None)),
        ("?,2", (None, 2)),
        ("?,?", (None, None)),
        ((1, None), (1, None)),
        ([None, np.int8(2)], (None, 2)),
        ("1,2", Feedback(1, 2)),
        ("1A2B", Feedback(1, 2)),
        ([1, 2], Feedback(1, 2)),
    ],
)
def test_what_is_known(given, known):
    read = GAME.parse_known(given)
    assert read == known
    assert type(read) is type(known)
    assert GAME.parse_known(known_text(read)) == read


@pytest.mark.parametrize(("given", "known"), [("?", None), (" ? ", None), (None, None), ("2", 2), (np.int8(2), 2)])
def test_what_is_known_of_bulls(given, known):
    assert BULLS.parse_known(given) == known
    assert BULLS.parse_known(known_text(known)) == known


@pytest.mark.parametrize(
    "given",
    ["", "??", "1,?,2", "1?", "1A?B", "?,x", "5,?", "?,5", "9999999999,?", (None,), (None, 5), (None, "1")],
)
def test_what_is_no_answer_that_is_partly_known(given):
    with pytest.raises(FeedbackError) as error:
        GAME.parse_known(given)
    assert str(error.value).startswith(f"{given!r} is no feedback: ")


@pytest.mark.parametrize("game", [GAME, BULLS, *KINDS], ids=str)
@pytest.mark.parametrize("given", [None, "?", " ? "])
def test_what_says_nothing(game, given):
    assert game.parse_known(given) is None
    assert game.agreeing(None) == list(range(len(game.classes)))
    assert len(game.candidates([(game.guesses[0], given)])) == len(game)
    with pytest.raises(FeedbackError, match=r"is no (feedback|answer): "):
        game.parse_feedback(given)


@pytest.mark.parametrize("given", ["?,?", "2,?", (2, None), "??", ""])
def test_what_is_no_number_of_bulls_that_is_partly_known(given):
    with pytest.raises(FeedbackError, match="is no feedback"):
        BULLS.parse_known(given)


def test_a_feedback_is_wholly_known():
    for partly in "1,?", "?,?", "?", (1, None):
        for game in GAME, BULLS:
            with pytest.raises(FeedbackError, match="is no feedback"):
                game.parse_feedback(partly)


@given(st.integers(1, 12), st.data())
def test_what_is_known_is_printed_as_it_is_read(places, data):
    count = st.none() | st.integers(0, places)
    known = data.draw(st.tuples(count, count))
    known = known if None in known else Feedback(*known)
    assert read_known(known_text(known), places) == read_known(known, places) == known
    bulls = data.draw(count)
    assert read_known(known_text(bulls), places, bulls_only=True) == bulls


@given(st.text() | st.text("0123456789ABCabcBWbw+-, "))
def test_any_text_is_read_or_refused(text):
    try:
        label = GAME.parse_feedback(text)
    except FeedbackError:
        return
    assert label in GAME.classes
