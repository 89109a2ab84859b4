import copy
import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from peg import all_games, bulls_only, code_numbers, counts, reference_codes, rules, small_games

import corral
from corral import CodeError, ContradictionError, Feedback, FeedbackError, GameError, TooLargeError, reference
from corral.feedback import known_text
from corral.games import pegs

CLASSIC = corral.bulls_and_cows()
KNUTH = corral.mastermind()
HUGE = corral.bulls_and_cows(12, 36, repeats=True)
PICTURES = corral.bulls_and_cows(2, ["red", "blue", "g"], repeats=True)
EMOJI = "\U0001f534\U0001f7e2\U0001f535"


# How games are made


@pytest.mark.parametrize(
    ("made", "name", "codes"),
    [
        (corral.bulls_and_cows(), "bulls-and-cows:4x10", 5040),
        (corral.bulls_and_cows(4, 10, False, False), "bulls-and-cows:4x10+nozero", 4536),
        (corral.bulls_and_cows(4, 10, True), "bulls-and-cows:4x10+repeats", 10000),
        (corral.bulls_and_cows(4, 10, True, False), "bulls-and-cows:4x10+repeats+nozero", 9000),
        (corral.bulls_and_cows(feedback="bulls"), "bulls-and-cows:4x10+bulls", 5040),
        (
            corral.bulls_and_cows(3, 4, True, False, feedback="bulls"),
            "bulls-and-cows:3x4+repeats+nozero+bulls",
            48,
        ),
        (corral.bulls_and_cows(4, "ABCDEF"), "bulls-and-cows:4[ABCDEF]", 360),
        (corral.bulls_and_cows(2, "0123"), "bulls-and-cows:2x4", 12),
        (corral.bulls_and_cows(2, "1234"), "bulls-and-cows:2[1234]", 12),
        (corral.bulls_and_cows(2, "1234", True), "mastermind:2x4", 16),
        (corral.bulls_and_cows(2, "1234", True, False), "bulls-and-cows:2[1234]+repeats+nozero", 12),
        (corral.bulls_and_cows(2, ["red", "green", "blue"]), "bulls-and-cows:2[red green blue]", 6),
        (corral.bulls_and_cows(1, ["red"]), "bulls-and-cows:1[red ]", 1),
        (corral.bulls_and_cows(1, ["r"]), "bulls-and-cows:1[r]", 1),
        (corral.bulls_and_cows(2, ("a", "bc"), True), "bulls-and-cows:2[a bc]+repeats", 4),
        (corral.bulls_and_cows(2, EMOJI), f"bulls-and-cows:2[{EMOJI}]", 6),
        (corral.bulls_and_cows(2, "+x:1"), "bulls-and-cows:2[+x:1]", 12),
        (corral.bulls_and_cows(12, 36, True), "bulls-and-cows:12x36+repeats", 36**12),
        (corral.bulls_and_cows(1, 1), "bulls-and-cows:1x1", 1),
        (corral.mastermind(), "mastermind:4x6", 1296),
        (corral.mastermind(1, 1), "mastermind:1x1", 1),
        (corral.mastermind(5, 35), "mastermind:5x35", 35**5),
        (corral.mastermind(4, 6, feedback="bulls"), "mastermind:4x6+bulls", 1296),
        (corral.mastermind(4, "RGBYOP"), "bulls-and-cows:4[RGBYOP]+repeats", 1296),
        (corral.mastermind(np.int64(4), np.int64(6)), "mastermind:4x6", 1296),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_games_are_made_and_named(made, name, codes):
    assert made.id == name
    assert len(made) == len(made.secrets) == len(made.guesses) == codes
    assert repr(made) == f"corral.game({name!r})"
    assert corral.game(name) == made == eval(repr(made))
    assert hash(corral.game(name)) == hash(made)
    assert (type(made.length), type(made.symbols)) == (int, tuple)


@pytest.mark.parametrize(
    ("name", "canonical"),
    [
        ("mastermind:4[RGBYOP]", "bulls-and-cows:4[RGBYOP]+repeats"),
        ("mastermind:4[RGBYOP]+bulls", "bulls-and-cows:4[RGBYOP]+repeats+bulls"),
        ("mastermind:2[red blue]", "bulls-and-cows:2[red blue]+repeats"),
        ("bulls-and-cows:4[0123456789]", "bulls-and-cows:4x10"),
        ("bulls-and-cows:4[123456]+repeats", "mastermind:4x6"),
        ("bulls-and-cows:3[a b c]", "bulls-and-cows:3[abc]"),
        ("bulls-and-cows:1[a ]", "bulls-and-cows:1[a]"),
    ],
)
def test_other_spellings_of_an_id(name, canonical):
    assert corral.game(name).id == canonical
    assert corral.game(name) == corral.game(canonical)


@pytest.mark.parametrize(
    "name",
    [
        *["", "4x10", "bulls-and-cows", "bulls-and-cows:", "bulls-and-cows:4", "bulls-and-cows:x10", "mastermind:4x"],
        *["Mastermind:4x6", " mastermind:4x6", "mastermind:4x6 ", "mastermind:4x6\n", "mastermind: 4x6"],
        *["mastermind:4x6+repeats", "mastermind:4x6+nozero", "mastermind:4x6+bulls+bulls", "mastermind:4x6+"],
        *["bulls-and-cows:4x10+bulls+repeats", "bulls-and-cows:4x10+nozero+repeats", "bulls-and-cows:4x10+lies"],
        *["bulls-and-cows:4[ABCD", "bulls-and-cows:4[AB]CD]", "bulls-and-cows:4x-10", "bulls-and-cows:4x1.0"],
        *["bulls-and-cows:\u0664x10", "bulls-and-cows:4x" + "9" * 5000, 4, None, b"mastermind:4x6"],
    ],
    ids=lambda name: repr(name)[:40],
)
def test_what_is_no_id_is_refused(name):
    with pytest.raises(GameError, match="is no id of a game: expected one such as bulls-and-cows:4x10"):
        corral.game(name)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: corral.bulls_and_cows(0), "length is 0: expected a whole number from 1 to 12"),
        (lambda: corral.bulls_and_cows(13, 36), "length is 13: expected a whole number from 1 to 12"),
        (lambda: corral.bulls_and_cows(-4), "length is -4"),
        (lambda: corral.bulls_and_cows(10**5000), "length is <int object"),
        (lambda: corral.bulls_and_cows(4.0), r"length is 4\.0"),
        (lambda: corral.bulls_and_cows(True), "length is True"),
        (lambda: corral.bulls_and_cows("4"), "length is '4'"),
        (lambda: corral.bulls_and_cows(None), "length is None"),
        (lambda: corral.bulls_and_cows(4, 0), "symbols is 0: expected a whole number from 1 to 36"),
        (lambda: corral.bulls_and_cows(4, 37), "symbols is 37"),
        (lambda: corral.bulls_and_cows(4, 10.0), r"symbols is 10\.0"),
        (lambda: corral.bulls_and_cows(1, True), "symbols is True"),
        (lambda: corral.bulls_and_cows(4, {"a", "b", "c", "d"}), "symbols is {"),
        (lambda: corral.mastermind(4, 36), "colors is 36: expected a whole number from 1 to 35"),
        (lambda: corral.mastermind(13), "length is 13"),
        (lambda: corral.game("mastermind:4x36"), "the number of symbols is 36: expected a whole number from 1 to 35"),
        (lambda: corral.game("bulls-and-cows:4x37"), "the number of symbols is 37: expected .* 1 to 36"),
        (lambda: corral.game("bulls-and-cows:0x10"), "length is 0"),
        (lambda: corral.game("bulls-and-cows:4[]"), "the number of symbols is 0"),
        (lambda: corral.bulls_and_cows(1, ""), "the number of symbols is 0: expected a whole number from 1 to 36"),
        (lambda: corral.bulls_and_cows(1, []), "the number of symbols is 0"),
        (lambda: corral.bulls_and_cows(1, [f"s{i}" for i in range(37)]), "the number of symbols is 37"),
        (lambda: corral.bulls_and_cows(2, "ABA"), "symbol 'A' is given twice"),
        (lambda: corral.bulls_and_cows(2, ["red", "blue", "red"]), "symbol 'red' is given twice"),
        (lambda: corral.bulls_and_cows(2, ["red", ""]), "symbol '': expected a text without white space"),
        (lambda: corral.bulls_and_cows(2, "a b"), "symbol ' ': expected"),
        (lambda: corral.bulls_and_cows(2, ["light red", "b"]), "symbol 'light red': expected"),
        (lambda: corral.bulls_and_cows(2, ["a\u00a0", "b"]), r"symbol 'a\\xa0': expected"),
        (lambda: corral.bulls_and_cows(2, "[]"), r"symbol '\[': expected a text without white space, '\[' and '\]'"),
        (lambda: corral.bulls_and_cows(2, ["a]b", "c"]), r"symbol 'a\]b': expected"),
        (lambda: corral.bulls_and_cows(2, [0, 1]), "symbol 0: expected a text"),
        (lambda: corral.bulls_and_cows(2, b"01"), "symbol 48: expected a text"),
        (lambda: corral.game("bulls-and-cows:2[a  b]"), "symbol '': expected"),
        (lambda: corral.game("bulls-and-cows:2[ab cd ]"), "symbol '': expected"),
        (lambda: corral.game("bulls-and-cows:2[ ab]"), "symbol '': expected"),
        (lambda: corral.game("bulls-and-cows:1[ ]"), "symbol '': expected"),
        (lambda: corral.bulls_and_cows(4, 3), "3 symbols on 4 places: without repeats there must be as many as places"),
        (lambda: corral.game("bulls-and-cows:4[ABC]"), "3 symbols on 4 places"),
        (lambda: corral.bulls_and_cows(4, 10, 1), "repeats is 1: expected True or False"),
        (lambda: corral.bulls_and_cows(4, 10, leading_zero=None), "leading_zero is None: expected True or False"),
        (
            lambda: corral.bulls_and_cows(4, 1, True, False),
            "one symbol that may not lead: leading_zero=False needs two",
        ),
        (
            lambda: corral.bulls_and_cows(feedback="cows"),
            r"feedback is 'cows': expected one of \('bulls-and-cows', 'bull",
        ),
        (lambda: corral.mastermind(feedback=["bulls"]), r"feedback is \['bulls'\]"),
        (
            lambda: corral.games.PegGame(4, ["a", "b"], True, True, "bulls"),
            r"symbols is \['a', 'b'\]: expected a tuple of names",
        ),
    ],
)
def test_bad_games_are_refused_by_naming_the_value(make, message):
    with pytest.raises(GameError, match=f"^{message}"):
        make()


def test_games_are_equal_when_length_symbols_and_rules_are():
    assert corral.mastermind(4, 6) == corral.bulls_and_cows(4, "123456", repeats=True)
    others = [
        corral.mastermind(3, 6),
        corral.mastermind(4, 5),
        corral.mastermind(4, "123465"),
        corral.mastermind(feedback="bulls"),
        corral.bulls_and_cows(4, "123456"),
        corral.bulls_and_cows(4, "123456", True, False),
    ]
    assert len({KNUTH, *others}) == len(others) + 1
    assert KNUTH != "mastermind:4x6"


def test_games_are_immutable():
    for name in "length", "symbols", "classes", "new":
        with pytest.raises((FrozenInstanceError, TypeError)):  # a new name is a TypeError in Python 3.11
            setattr(KNUTH, name, 5)
    with pytest.raises(FrozenInstanceError):
        del KNUTH.length


@pytest.mark.parametrize("twin", [copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))])
def test_copies_and_pickles_are_equal_games_without_the_list(twin):
    game = corral.mastermind(3, 4)
    small = len(pickle.dumps(game))
    assert len(game.core) == 64
    assert len(pickle.dumps(game)) == small < 200
    again = twin(game)
    assert (again, hash(again), again.id, again.classes) == (game, hash(game), game.id, game.classes)
    assert len(again.candidates([("112", "0,0")])) == len(game.candidates([("112", "0,0")])) == 8


def test_the_list_is_made_once_and_threads_may_share_a_game():
    game = corral.bulls_and_cows(3)
    with ThreadPoolExecutor(8) as pool:
        sizes = set(pool.map(lambda _: len(game.candidates([("012", "0,0")])), range(32)))
    assert sizes == {210}
    assert game.core is game.core


# Codes


@pytest.mark.parametrize("code", ["0123", " 0123\n", ["0", "1", "2", "3"], ("0", "1", "2", "3")])
def test_forms_of_a_code(code):
    assert CLASSIC.code(code) == bytes([0, 1, 2, 3])
    assert CLASSIC.guesses.index(code) == 0
    assert code in CLASSIC.secrets


def test_names_of_several_characters_are_separated_by_spaces():
    assert list(PICTURES.secrets)[:4] == ["red red", "red blue", "red g", "blue red"]
    assert (
        PICTURES.guesses.index("blue g")
        == PICTURES.guesses.index(["blue", "g"])
        == PICTURES.guesses.index("  blue   g ")
        == 5
    )
    assert PICTURES.feedback("red g", ["g", "red"]) == Feedback(0, 2)
    with pytest.raises(CodeError, match="'bluered' has 1 symbols: expected 2"):
        PICTURES.guesses.index("bluered")


@pytest.mark.parametrize(
    ("game", "code", "message"),
    [
        (CLASSIC, 123, r"123 is no code: expected a text or a sequence of names \(an int has no leading zeros\)"),
        (CLASSIC, True, "True is no code: expected a text or a sequence of names"),
        (CLASSIC, None, "None is no code: expected a text or a sequence of names$"),
        (CLASSIC, 1.5, r"1\.5 is no code"),
        (CLASSIC, {"0", "1", "2", "3"}, "is no code"),
        (CLASSIC, iter("0123"), "is no code"),
        (CLASSIC, "", "'' has 0 symbols: expected 4"),
        (CLASSIC, "123", "'123' has 3 symbols: expected 4"),
        (CLASSIC, "01234", "'01234' has 5 symbols: expected 4"),
        (CLASSIC, "0" * 5000, r"'0+\.\.\. has 5000 symbols: expected 4"),
        (CLASSIC, ["01", "23"], r"\['01', '23'\] has 2 symbols: expected 4"),
        (CLASSIC, "12a4", "'12a4': 'a' at place 3 is none of the symbols 0123456789"),
        (CLASSIC, "1 23", "'1 23': ' ' at place 2 is none of"),
        (CLASSIC, "\u0661234", "at place 1 is none of"),
        (CLASSIC, [0, 1, 2, 3], r"\[0, 1, 2, 3\]: 0 at place 1 is none of"),
        (CLASSIC, b"0123", "b'0123': 48 at place 1 is none of"),
        (CLASSIC, ["01", "2", "3", "4"], "'01' at place 1 is none of"),
        (CLASSIC, "1223", "'1223': '2' at place 3 is there before: none may repeat"),
        (corral.game("bulls-and-cows:4x10+nozero"), "0123", "'0123': '0' may not be at place 1"),
        (corral.game("bulls-and-cows:2x4+repeats+nozero"), "00", "'00': '0' may not be at place 1"),
        (PICTURES, "red pink", "'red pink': 'pink' at place 2 is none of the symbols red blue g"),
        (PICTURES, "red", "'red' has 1 symbols: expected 2"),
        (KNUTH, "0123", "'0' at place 1 is none of the symbols 123456"),
        (HUGE, "A" * 12, "'A' at place 1 is none of the symbols 0123456789abcdefghijklmnopqrstuvwxyz"),
    ],
)
def test_what_is_no_code_is_refused(game, code, message):
    for take in game.guesses.index, game.code, lambda code: game.feedback(code, game.secrets[0]):
        with pytest.raises(CodeError, match=message):
            take(code)
    with pytest.raises(CodeError, match=message):
        game.feedback(game.secrets[0], code)
    assert code not in game.secrets


@given(all_games, st.data())
def test_numbers_and_texts_go_both_ways(game, data):
    number = data.draw(code_numbers(game))
    code = game.secrets[number]
    assert game.guesses.index(code) == number
    assert game.guesses.index(list(code)) == number
    assert game.text(game.number(code)) == code
    assert code in game.secrets
    with pytest.raises(IndexError):
        game.secrets[len(game)]


@given(small_games)
def test_codes_are_in_game_order(game):
    codes = reference_codes(game)
    assert list(game.secrets) == list(game.guesses) == codes
    assert [game.guesses.index(code) for code in codes] == list(range(len(codes)))


def test_a_list_of_codes_is_a_sequence():
    codes = KNUTH.secrets
    assert (codes[0], codes[-1], codes[5], codes[np.int64(6)]) == ("1111", "6666", "1116", "1121")
    assert codes[2:5] == ["1113", "1114", "1115"]
    assert codes[::-500] == ("6666", "4514", "2322")
    assert list(reversed(codes[:2])) == ["1112", "1111"]
    assert codes.count("1111") == 1
    assert codes[3:] != codes[2:]
    assert codes[3:5] != ["1114"]
    assert codes[3:5] == KNUTH.secrets[3:5] == corral.mastermind(4, 5).secrets[3:5]
    assert codes != 5
    assert corral.mastermind(1, 3).secrets == list("123")
    assert corral.mastermind(1, 3).secrets != "123"
    assert repr(codes) == "<1296 codes: 1111, 1112, 1113, ...>"
    assert repr(codes[:4]) == "<4 codes: 1111, 1112, 1113, ...>"
    assert repr(codes[:3]) == "<3 codes: 1111, 1112, 1113>"
    assert repr(codes[:1]) == "<1 code: 1111>"
    assert repr(codes[:0]) == "<0 codes: >"
    assert pickle.loads(pickle.dumps(codes)) == codes
    with pytest.raises(TypeError):
        hash(codes)
    with pytest.raises(IndexError):
        codes[1296]


@pytest.mark.parametrize("codes", [KNUTH.secrets[100:200], KNUTH.candidates([("1122", "1,1")])])
def test_the_place_of_a_code_in_a_list(codes):
    texts = list(codes)
    assert [codes.index(code) for code in texts] == list(range(len(texts)))
    assert codes.index(tuple(texts[7])) == 7
    assert codes.index(texts[7], 7) == codes.index(texts[7], 3, 8) == codes.index(texts[7], -len(texts)) == 7
    backwards = codes[::-1]
    assert backwards.index(texts[0]) == len(texts) - 1
    for start, stop in (8, None), (0, 7), (-3, None):
        with pytest.raises(CodeError, match="is not in the list"):
            codes.index(texts[7], start, stop)
    with pytest.raises(CodeError, match="'1111' is not in the list of "):
        codes.index("1111")
    assert "1111" not in codes
    assert "7777" not in codes
    assert 1111 not in codes


# Feedback and classes


@pytest.mark.parametrize(
    ("game", "guess", "secret", "expected"),
    [
        (CLASSIC, "3094", "0834", Feedback(1, 2)),
        (CLASSIC, "2310", "3219", Feedback(1, 2)),
        (corral.bulls_and_cows(repeats=True), "6112", "1622", Feedback(1, 2)),
        (corral.bulls_and_cows(repeats=True), "1123", "4221", Feedback(1, 1)),
        (CLASSIC, "3165", "3514", Feedback(1, 2)),
        (corral.bulls_and_cows(feedback="bulls"), "3094", "0834", 1),
        (HUGE, "0123456789ab", "0123456789ba", Feedback(10, 2)),
        (HUGE, "z" * 12, "z" * 12, Feedback(12, 0)),
    ],
)
def test_feedback(game, guess, secret, expected):
    answer = game.feedback(guess, secret)
    assert answer == game.feedback(secret, guess) == expected
    assert type(answer) is type(expected)


@given(all_games, st.data())
def test_feedback_agrees_with_the_reference(game, data):
    guess, secret = (game.secrets[data.draw(code_numbers(game))] for _ in range(2))
    answer = game.feedback(guess, secret)
    assert answer == reference.feedback(guess, secret, bulls_only(game))
    assert answer in game.classes
    assert game.label(game.class_number(answer)) == game.parse_feedback(str(answer)) == answer
    assert game.feedback(guess, guess) == game.win == game.classes[-1]
    assert list(game.classes) == sorted(set(game.classes))


@pytest.mark.parametrize("most", [1000, pytest.param(3000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("length", range(1, 13))
def test_classes_are_those_that_occur(length, most):
    found = [game for game in rules(most, length) if game.length == length]
    assert found
    for game in found:
        bulls, cows = counts(game)
        # Both counts as one number: 12 places at most.
        both = bulls * 16 + (0 if bulls_only(game) else cows)
        pairs = [divmod(int(pair), 16) for pair in np.flatnonzero(np.bincount(both.ravel()))]
        if bulls_only(game):
            assert game.classes == tuple(bulls for bulls, _ in pairs)
        else:
            assert game.classes == tuple(Feedback(*pair) for pair in pairs)
        assert game.win == (length if bulls_only(game) else (length, 0)) == game.classes[-1]


@given(small_games, st.data())
def test_the_quick_oracle_of_these_tests_agrees_with_the_reference(game, data):
    guess, secret = (data.draw(code_numbers(game)) for _ in range(2))
    bulls, cows = counts(game)
    answer = reference.feedback(game.secrets[guess], game.secrets[secret])
    assert (bulls[guess, secret], cows[guess, secret]) == answer


# Candidates and parts


def test_candidates_of_the_teaching_examples():
    first, second = ("0123", "0,1"), ("4561", "0,1")
    assert CLASSIC.candidates() == CLASSIC.secrets
    assert [len(CLASSIC.candidates(history)) for history in ([], [first], [first, second])] == [5040, 1440, 378]
    assert len(CLASSIC.candidates([("0123", "0,2"), ("3541", "0,2")])) == 284
    left = CLASSIC.candidates([first, second])
    assert list(left[:2]) == [left[0], left[1]] == ["1789", "1798"]


@given(small_games, st.data())
def test_candidates_agree_with_the_reference(game, data):
    secret = game.secrets[data.draw(code_numbers(game))]
    guesses = [game.secrets[number] for number in data.draw(st.lists(code_numbers(game), max_size=4))]
    history = [(guess, game.feedback(guess, secret)) for guess in guesses]
    expected = reference.candidates(reference_codes(game), history, bulls_only(game))
    left = game.candidates(history)
    assert left == expected
    assert secret in left
    numbers = game.candidate_numbers(history)
    assert numbers.dtype == np.uint32
    assert [game.secrets[number] for number in numbers] == expected


@given(small_games, st.data())
def test_an_unknown_count_leaves_every_value(game, data):
    guess, secret = (game.secrets[data.draw(code_numbers(game))] for _ in range(2))
    answer = game.feedback(guess, secret)
    codes = reference_codes(game)
    if bulls_only(game):
        assert game.candidates([(guess, None)]) == codes
        return
    expected = {
        (answer[0], None): [c for c in codes if reference.feedback(guess, c)[0] == answer[0]],
        (None, answer[1]): [c for c in codes if reference.feedback(guess, c)[1] == answer[1]],
        (None, None): codes,
    }
    for known, left in expected.items():
        for form in known, list(known), known_text(known):
            assert game.candidates([(guess, form)]) == left


def test_a_contradiction_names_the_shortest_prefix():
    history = [("0123", "0,0"), ("4567", "3,0"), ("4568", "3,0"), ("4567", "0,0"), ("4567", "0,0")]
    assert len(CLASSIC.candidates(history[:3])) == 1
    for tail in history[:4], history:
        with pytest.raises(
            ContradictionError,
            match=r"^step 4 of the history, 4567:0,0, leaves no code of bulls-and-cows:4x10 that agrees",
        ) as error:
            CLASSIC.candidates(tail)
        assert error.value.prefix == 4
    # 0,0 occurs in the game, but no code has neither colour.
    with pytest.raises(ContradictionError) as error:
        corral.mastermind(2, "BW").candidates([("BW", (0, 0))])
    assert error.value.prefix == 1


@pytest.mark.parametrize(
    ("history", "error", "message"),
    [
        (["0123"], FeedbackError, r"step 1 of the history is '0123': expected a pair \(guess, feedback\)"),
        ("0123:0,1", FeedbackError, "step 1 of the history is '0': expected a pair"),
        ([("0123", "0,1", 2)], FeedbackError, "step 1 of the history is .*: expected a pair"),
        ([("0123", "0,1"), ("012", "0,1")], CodeError, "step 2 of the history: '012' has 3 symbols: expected 4"),
        ([("0123", "3,1")], FeedbackError, "step 1 of the history: '3,1' cannot occur: with 3 symbols in place"),
        ([("0123", (5, None))], FeedbackError, "step 1 of the history: .* 5 is no number of bulls or cows on 4 places"),
        ([("0123", (None, "1"))], FeedbackError, "'1' is no number of bulls or cows"),
        ([("0123", (None, 1, 2))], FeedbackError, "is no feedback"),
        # All of it is read before codes are looked at.
        ([("0123", "4,0"), ("0123", "0,0"), ("0123", "x")], FeedbackError, "step 3 of the history: 'x' is no feedback"),
    ],
)
def test_a_wrong_item_of_a_history_is_named(history, error, message):
    with pytest.raises(error, match=message):
        CLASSIC.candidates(history)


def test_an_unknown_count_beside_one_that_cannot_occur():
    permutations = corral.bulls_and_cows(4, 4)
    with pytest.raises(
        FeedbackError, match=r"\(3, None\) cannot occur: guesses and secrets of .* give only 0,4 1,3 2,2"
    ):
        permutations.candidates([("0123", (3, None))])
    with pytest.raises(FeedbackError, match=r"'3,\?' cannot occur"):
        permutations.candidates([("0123", "3,?")])
    assert len(permutations.candidates([("0123", (2, None))])) == 6
    with pytest.raises(FeedbackError, match=r"\(2, None\) is no feedback"):
        corral.bulls_and_cows(feedback="bulls").candidates([("0123", (2, None))])


@given(small_games, st.data())
def test_parts_agree_with_the_reference(game, data):
    guess = game.secrets[data.draw(code_numbers(game))]
    codes = reference_codes(game)
    expected = reference.partition(guess, codes, bulls_only(game))
    parts = game.partition(guess)
    assert parts == expected
    assert list(parts) == list(expected)
    some = data.draw(st.lists(st.sampled_from(codes)))
    expected = reference.partition(guess, sorted(set(some), key=codes.index), bulls_only(game))
    assert game.partition(guess, some) == expected
    assert game.partition(guess, np.array([codes.index(code) for code in some], np.int16)) == expected


def test_forms_of_a_list_of_codes():
    left = CLASSIC.candidates([("0123", "0,1")])
    expected = CLASSIC.partition("4561", left)
    assert expected[Feedback(0, 1)] == CLASSIC.candidates([("0123", "0,1"), ("4561", "0,1")])
    for form in list(left), tuple(left), left.numbers, left.numbers.astype(np.int64), list(map(list, left)), left[::-1]:
        assert CLASSIC.partition("4561", form) == expected
    assert CLASSIC.partition("4561", CLASSIC.secrets[::-1]) == CLASSIC.partition("4561")
    assert CLASSIC.partition("4561", []) == {}
    # A list of codes of another game is read as texts.
    assert KNUTH.partition("1122", corral.mastermind(4, 2).secrets[:2]) == {Feedback(2, 0): ["1111"], (3, 0): ["1112"]}
    with pytest.raises(CodeError, match="'1112' has 4 symbols: expected 3"):
        corral.mastermind(3, 6).partition("112", KNUTH.secrets[1:2])


@pytest.mark.parametrize(
    ("codes", "error", "message"),
    [
        (["0123", "1123"], CodeError, "'1123': '1' at place 2"),
        ("0123", CodeError, "'0' has 1 symbols: expected 4"),
        ([0, 1], CodeError, "0 is no code"),
        (np.array([0, 5040]), CodeError, "there is no code number 5040: there are 5040 codes, numbered"),
        (np.array([-1, 0]), CodeError, "there is no code number -1"),
        (np.array([1.0]), corral.ArgumentError, r"code numbers are float64 \(1,\): expected one dimension of integers"),
        (np.array([True]), corral.ArgumentError, "code numbers are bool"),
        (np.zeros((2, 2), np.int64), corral.ArgumentError, r"code numbers are int64 \(2, 2\)"),
    ],
)
def test_lists_that_are_none_of_codes(codes, error, message):
    with pytest.raises(error, match=message):
        CLASSIC.partition("0123", codes)


# The table


@given(small_games)
def test_the_table_agrees_with_the_reference(game):
    codes = reference_codes(game)
    table = game.feedback_table()
    assert (table.dtype, table.shape) == (np.uint8, (len(game), len(game)))
    labels = [[reference.feedback(guess, secret, bulls_only(game)) for secret in codes] for guess in codes]
    assert [[game.label(number) for number in row] for row in table] == labels


@pytest.mark.parametrize("game", [CLASSIC, KNUTH, corral.bulls_and_cows(3, 8, True, False), corral.mastermind(8, 2)])
def test_the_table_of_a_real_game(game):
    bulls, cows = counts(game)
    numbers = np.full((game.length + 1, game.length + 1), 255, np.uint8)
    for number, label in enumerate(game.classes):
        numbers[label] = number
    out = np.empty((len(game), len(game)), np.uint8)
    assert game.feedback_table(out) is out
    assert np.array_equal(out, numbers[bulls, cows])


@pytest.mark.parametrize(
    ("game", "options", "limit"),
    [
        (KNUTH, {"memory_limit": 1296**2 - 1}, 1296**2 - 1),
        (corral.mastermind(6, 9), {}, 2147483648),
        (HUGE, {}, 2147483648),
    ],
)
def test_a_table_above_the_limit_is_refused_with_its_bytes(game, options, limit):
    with pytest.raises(TooLargeError, match=f"^the table of .* needs {len(game) ** 2} bytes, memory_limit is {limit}$"):
        game.feedback_table(**options)


def test_a_table_within_the_limit():
    assert KNUTH.feedback_table(memory_limit=1296**2).shape == (1296, 1296)
    # Memory that is there already is not limited.
    out = np.empty((1296, 1296), np.uint8)
    assert KNUTH.feedback_table(out, memory_limit=0) is out


def read_only():
    out = np.empty((9, 9), np.uint8)
    out.flags.writeable = False
    return out


@pytest.mark.parametrize(
    ("out", "message"),
    [
        (
            np.empty((9, 9)),
            r"out is float64 \(9, 9\), C-contiguous: True, writable: True; expected uint8 \(9, 9\), C-cont",
        ),
        (np.empty((9, 9), np.int8), r"out is int8 \(9, 9\)"),
        (np.empty((9, 8), np.uint8), r"out is uint8 \(9, 8\)"),
        (np.empty(81, np.uint8), r"out is uint8 \(81,\)"),
        (np.empty((9, 9), np.uint8, order="F"), "C-contiguous: False"),
        (np.empty((9, 18), np.uint8)[:, ::2], "C-contiguous: False"),
        (read_only(), "writable: False"),
        (bytearray(81), "out is bytearray.*: expected a numpy array"),
        ([[0] * 9] * 9, "out is .*: expected a numpy array"),
    ],
)
def test_an_output_that_does_not_fit_is_refused(out, message):
    with pytest.raises(corral.ArgumentError, match=message):
        corral.mastermind(2, 3).feedback_table(out)


# Games too large to list


def test_a_game_too_large_to_list_still_answers():
    assert len(HUGE) == 36**12
    assert HUGE.secrets[-1] == "z" * 12
    assert HUGE.guesses.index("z" * 12) == 36**12 - 1
    assert HUGE.secrets[36:38] == ["000000000010", "000000000011"]
    assert HUGE.feedback("0123456789ab", "0123456789ba") == HUGE.parse_feedback("10,2") == Feedback(10, 2)
    assert len(HUGE.classes) == 90
    assert HUGE.win == Feedback(12, 0)


@pytest.mark.parametrize(
    "use",
    [
        lambda: HUGE.core,
        lambda: HUGE.candidates(),
        lambda: HUGE.candidates([("0123456789ab", "0,0")]),
        lambda: HUGE.partition("0123456789ab"),
        lambda: HUGE.partition("0123456789ab", ["0123456789ab"]),
        lambda: corral.score_guesses(HUGE, candidates=["0123456789ab"], guesses=["0123456789ab"]),
    ],
)
def test_what_needs_the_list_says_how_many_codes_there_are(use):
    with pytest.raises(
        TooLargeError, match=r"bulls-and-cows:12x36\+repeats has 4738381338321616896 codes: no more than"
    ):
        use()


def test_the_largest_list(monkeypatch):
    monkeypatch.setattr(pegs, "MAX_CODES", 27)
    assert len(corral.mastermind(3, 3).core) == 27
    monkeypatch.setattr(pegs, "MAX_CODES", 26)
    with pytest.raises(TooLargeError, match="mastermind:3x3 has 27 codes: no more than 26 can be listed"):
        corral.mastermind(3, 3).candidates()


def test_no_memory_for_the_list_is_the_same_error(monkeypatch):
    def no_memory(rule):
        raise MemoryError

    monkeypatch.setattr(pegs, "Codes", no_memory)
    with pytest.raises(TooLargeError, match="mastermind:3x3 has 27 codes: no memory to list them"):
        corral.mastermind(3, 3).candidates()


def test_a_large_game_is_not_listed_in_texts():
    game = corral.bulls_and_cows(7, 10, repeats=True)
    left = game.candidates([("0123456", "0,0")])
    assert len(left) == 3**7
    parts = game.partition("0123456")
    assert sum(map(len, parts.values())) == 10**7
    assert left == parts[Feedback(0, 0)]


def test_a_memory_limit_beyond_all_memory_leaves_other_limits() -> None:
    with pytest.raises(corral.TooLargeError, match="can be listed"):
        corral.mastermind(8, 35).feedback_table(memory_limit=1 << 140)


@pytest.mark.parametrize("name", ["a\x1b", "\x00", "\ud800", "\x7f", "\u202e", "\u2066", "a\u200b", "\xad", "\ufeff"])
def test_what_cannot_be_written_is_no_name(name):
    expected = r": expected no control characters, and nothing else unseen"
    with pytest.raises(GameError, match=rf"a symbol is .*{expected}"):
        corral.bulls_and_cows(2, ["a", "b", name])
    with pytest.raises(GameError, match=rf"word 1 of secrets is .*{expected}"):
        corral.words([f"x{name}y"])
    for names in "guesses", "secrets":
        with pytest.raises(GameError, match=rf"a name of {names} is .*{expected}"):
            corral.from_table([[1, 0], [0, 1]], 1, **{names: ["a", f"b{name}"]})
    with pytest.raises(GameError, match=rf"a label is .*{expected}"):
        corral.from_table([[1, 0], [0, 1]], 1, labels=["no", f"yes{name}"])


def test_line_ends_are_in_no_name():
    for end in "\n", "\r", "\u2028", "\x85":
        with pytest.raises(GameError, match="expected no control characters"):
            corral.from_table([[1, 0], [0, 1]], 1, guesses=["a", f"b{end}c"])


@pytest.mark.parametrize(
    "name", ["\U0001f468\u200d\U0001f469", "\U0001f3f4\U000e0067\U000e007f", "\u2764\ufe0f", "\u0646\u200c\u062e"]
)
def test_what_joins_emoji_and_letters_is_taken(name):
    assert corral.bulls_and_cows(1, ["a", name]).symbols[1] == name
    assert corral.words([name]).secrets[0] == name
