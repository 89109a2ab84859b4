"""Games of words: lists, feedback, hard mode."""

import io
import pickle
from collections import Counter
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain import heeds

import corral
from corral import CodeError, ContradictionError, Feedback, FeedbackError, GameError, reference
from corral.games.wordlist import letters_of
from corral.games.words import WordGame

ANIMALS = ["ape", "bat", "cat", "cow", "dog", "eel", "owl", "pig", "rat", "tap"]
WORDLE = corral.words(ANIMALS, feedback="wordle")
RULES = ("bulls-and-cows", "wordle", "common")

# Few letters, so that letters repeat and words meet.
word_lists = st.integers(1, 5).flatmap(
    lambda length: st.lists(st.text("abc", min_size=length, max_size=length), min_size=1, max_size=12, unique=True)
)


def label_of(rule, guess, secret):
    """What the plain rules say."""
    if rule == "wordle":
        return reference.pattern(guess, secret)
    if rule == "common":
        return "win" if guess == secret else reference.common(guess, secret)
    return Feedback(*reference.feedback(guess, secret))


# Lists


@pytest.mark.parametrize(
    "given_words",
    [
        "crane\nslate\ntrace",
        "crane\r\nslate\r\n\r\ntrace\r\n",
        "\ufeffcrane\rslate\n\n  trace  ",
        "crane slate\ttrace crane",
        ["crane", "slate\n", " trace", "crane"],
        ("crane", "slate", "trace"),
        iter(["crane", "slate", "trace"]),
        io.StringIO("crane\nslate\ntrace\n"),
        io.BytesIO("\ufeffcrane\r\nslate\r\ntrace\r\n".encode()),
    ],
)
def test_words_may_come_in_many_forms(given_words):
    game = corral.words(given_words)
    assert list(game.secrets) == list(game.guesses) == ["crane", "slate", "trace"]
    assert (len(game), game.length, game.feedback_rule, game.id) == (3, 5, "bulls-and-cows", None)


def test_words_of_a_file(tmp_path):
    path = tmp_path / "words.txt"
    path.write_bytes("\ufeffHA\u030aKEN\r\nSA\u030aSEN\r\n".encode())
    assert list(corral.words(path).secrets) == ["H\u00c5KEN", "S\u00c5SEN"]
    with path.open("rb") as file:
        assert list(corral.words(file).secrets) == ["H\u00c5KEN", "S\u00c5SEN"]
    path.write_bytes(b"crane\nsl\xe4te\n")
    with pytest.raises(GameError, match=r"secrets in '.*words.txt' is no text in UTF-8: line 2 has the byte 0xe4"):
        corral.words(path)
    with pytest.raises(GameError, match="guesses is no text in UTF-8: line 1 has the byte 0xff"):
        corral.words("ape", io.BytesIO(b"\xff"))
    with pytest.raises(FileNotFoundError):
        corral.words(tmp_path / "none.txt")


@pytest.mark.parametrize(
    ("given_words", "message"),
    [
        ("", "secrets: there are no words"),
        ([], "secrets: there are no words"),
        ("crane\n\nslated\n", "line 3 of secrets, 'slated', has 6 letters: expected 5 as in 'crane'"),
        (["crane", "slated"], "word 2 of secrets, 'slated', has 6 letters: expected 5 as in 'crane'"),
        (["crane", "sl te"], "word 2 of secrets is 'sl te': expected a word"),
        (["crane", ""], "word 2 of secrets is '': expected a word"),
        (["crane", 5], "word 2 of secrets is 5: expected a word"),
        ("a" * 17, "line 1 of secrets, 'aaaaaaaaaaaaaaaaa', has 17 letters: expected 16 at most"),
        (5, "secrets is 5: expected words, a text of them, or the path of a file"),
        (b"crane", "secrets is b'crane': expected words"),
        (None, "secrets is None: expected words"),
        ("words.txt", "secrets is 'words.txt': a text is the words themselves, .* give pathlib.Path"),
        ("crane,slate", "secrets is 'crane,slate': a text is the words themselves"),
    ],
)
def test_what_is_no_list_of_words(given_words, message):
    with pytest.raises(GameError, match=f"^{message}"):
        corral.words(given_words)


def test_other_arguments_are_checked():
    with pytest.raises(GameError, match="secrets have 3 letters, guesses 4: expected as many"):
        corral.words("ape", "goat")
    with pytest.raises(GameError, match="feedback is 'jotto': expected one of bulls-and-cows, wordle, common"):
        corral.words("ape", feedback="jotto")
    with pytest.raises(GameError, match="hard mode is one of feedback 'wordle': with 'common' there is none"):
        corral.words("ape", feedback="common", hard=True)
    with pytest.raises(GameError, match="hard is 1: expected True or False"):
        corral.words("ape", feedback="wordle", hard=1)


def test_secrets_that_are_missing_among_the_guesses_follow_them():
    game = corral.words("cat dog", "eel cat")
    assert list(game.guesses) == ["eel", "cat", "dog"]
    assert game.found(np.array([0, 1, 2], np.uint32)).tolist() == [0xFFFFFFFF, 0, 1]
    assert game.feedback("eel", "dog") == Feedback(0, 0)
    with pytest.raises(CodeError, match="'eel' is none of the 2 codes"):
        game.feedback("eel", "eel")


def test_words_are_known_in_other_forms():
    game = corral.words(["HÅKEN", "SÅSEN"])
    for form in "HÅKEN", "håken", " HA\u030aKEN ", list("HÅKEN"), ("H", "A\u030a", "K", "E", "N"):
        assert game.guesses.index(form) == 0
    assert corral.words("Paris Rome2").guesses.index("PARIS") == 0
    # Which of the two is meant?
    with pytest.raises(CodeError, match="'APE' is none of the 2 codes"):
        corral.words("Ape ape").guesses.index("APE")
    for wrong in "HAKEN", "", 5, None, [1, 2], b"HAKEN":
        with pytest.raises(CodeError, match="is none of the 2 codes"):
            game.guesses.index(wrong)


def test_marks_belong_to_the_letter_before_them():
    # There is no single character for x with a circumflex.
    assert letters_of("x\u0302y") == ("x\u0302", "y")
    game = corral.words(["x\u0302y", "yx"], feedback="wordle")
    assert game.length == 2
    assert game.feedback("yx", "x\u0302y") == "YB"


# Games


def test_games_are_values():
    game = corral.words("cat dog", "eel cat", "wordle")
    assert game == corral.words(["cat", "dog"], ["eel", "cat"], "wordle")
    assert hash(game) == hash(corral.words(["cat", "dog"], ["eel", "cat"], "wordle"))
    others = [
        corral.words("cat dog", "eel cat"),
        corral.words("dog cat", "eel cat", "wordle"),
        corral.words("cat dog", "cat eel", "wordle"),
        corral.words("cat dog", "eel cat", "wordle", hard=True),
    ]
    assert game not in others
    assert len({game.fingerprint(), *(other.fingerprint() for other in others)}) == 5
    assert game.core is not None
    again = pickle.loads(pickle.dumps(game))
    assert again == game
    assert again.candidates([("eel", "BBB")]) == ["cat", "dog"]
    assert repr(game) == str(game) == "<game of words: 2 secrets, 3 guesses, wordle>"
    assert repr(others[3]) == "<game of words: 2 secrets, 3 guesses, wordle, hard>"
    assert isinstance(game, WordGame)
    assert not game.spaced


@given(word_lists, st.sampled_from(RULES))
def test_feedback_agrees_with_the_reference(texts, rule):
    game = corral.words(texts[: len(texts) // 2 + 1], texts, rule)
    table = game.feedback_table()
    pairs = Counter()
    for (i, guess), (j, secret) in product(enumerate(game.guesses), enumerate(game.secrets)):
        expected = label_of(rule, guess, secret)
        pairs[expected] += 1
        assert game.feedback(guess, secret) == game.label(table[i, j]) == game.label(game.answer(i, j)) == expected
        assert (expected == game.win) == (guess == secret)
        assert game.parse_feedback(str(expected)) == game.parse_feedback(expected) == expected
    assert set(game.classes) == set(pairs)
    others = game.classes[:-1]
    assert list(others) == sorted(
        others,
        key=lambda label: [("BYG".index(c) if rule == "wordle" else c) for c in label] if rule != "common" else label,
    )
    for guess in game.guesses:
        parts = game.partition(guess)
        assert parts == {label: [s for s in game.secrets if label_of(rule, guess, s) == label] for label in parts}


@given(word_lists, st.sampled_from(RULES))
def test_scores_and_trees(texts, rule):
    game = corral.words(texts[: len(texts) // 2 + 1], texts, rule)
    scores = corral.score_guesses(game)
    for number, guess in enumerate(game.guesses):
        sizes = Counter(label_of(rule, guess, secret) for secret in game.secrets).values()
        assert (scores.parts[number], scores.largest[number]) == (len(sizes), max(sizes))
        assert scores.squares[number] == sum(size**2 for size in sizes)
        assert scores.is_candidate[number] == (guess in game.secrets)
    solution = corral.solve(game, "total")
    assert solution.proven
    assert solution.tree.verify().total == solution.value
    for secret in game.secrets:
        assert solution.tree.path(secret)[-1] == (secret, game.win)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("GYB", "GYB"),
        ("gyb", "GYB"),
        ("G Y -", "GYB"),
        ("gy.", "GYB"),
        ("🟩🟨⬛", "GYB"),
        ("🟩🟨⬜️", "GYB"),
        (["G", "Y", "B"], "GYB"),
        (("🟩", "🟨", "⬛"), "GYB"),
    ],
)
def test_patterns_in_other_forms(text, label):
    game = corral.words("abc acd bca", feedback="wordle")
    assert game.parse_feedback(text) == label


@pytest.mark.parametrize("wrong", ["", "GY", "GYBB", "GYX", "1,2", "?YB", 5, None, [1, 2, 3], ("G", "Y")])
def test_what_is_no_pattern(wrong):
    with pytest.raises(FeedbackError, match="is no feedback: expected 3 of G "):
        WORDLE.parse_feedback(wrong)


def test_patterns_that_no_word_gives():
    with pytest.raises(FeedbackError, match="'YYY' cannot occur: no guess and secret of the lists give it; is the"):
        corral.words(ANIMALS[:9], feedback="wordle").parse_feedback("YYY")


def test_partly_known_patterns():
    assert WORDLE.parse_known("g??") == "G??"
    assert list(WORDLE.candidates([("cat", "?GG")])) == ["bat", "cat", "rat"]
    assert list(WORDLE.candidates([("cat", "B?G")])) == ["bat", "rat"]
    with pytest.raises(FeedbackError, match="'YY\\?' cannot occur"):
        corral.words("ape bat cow", feedback="wordle").parse_known("YY?")


def test_common_letters_are_numbers_or_a_win():
    game = corral.words("ate eat tea ape", feedback="common")
    assert game.classes == (2, 3, "win")
    assert game.feedback("ate", "eat") == 3
    assert game.parse_feedback("3") == game.parse_feedback(3) == game.parse_known(" 3 ") == 3
    assert game.parse_feedback(" WIN ") == "win"
    assert game.parse_known(None) is game.parse_known("?") is None
    assert list(game.candidates([("ate", 3)])) == ["eat", "tea"]
    assert list(game.candidates([("ate", "?"), ("eat", "win")])) == ["eat"]
    for wrong in "4", "", "-1", 2.0, True, None, "?":
        with pytest.raises(FeedbackError, match="expected how many letters are in common, 0 to 3, or win"):
            game.parse_feedback(wrong)


def test_bulls_and_cows_of_words():
    game = corral.words(ANIMALS)
    assert game.parse_feedback("1A1B") == Feedback(1, 1)
    assert game.parse_known("1,?") == (1, None)
    assert list(game.candidates([("tap", "1,?")])) == ["bat", "cat", "rat"]


def test_no_word_is_left():
    with pytest.raises(
        ContradictionError, match=r"step 2 .* agrees with the steps before; is the secret in a larger list"
    ) as error:
        WORDLE.candidates([("cat", "BGG"), ("dog", "GGG")])
    assert error.value.prefix == 2


def test_more_feedbacks_than_a_byte_holds_are_refused():
    letters = "abcdef"
    some = ["".join(word) for word in product(letters, repeat=6)]
    game = corral.words(some[::7], some[::5], "wordle")
    with pytest.raises(corral.TooLargeError, match="expected up to 256 different answers"):
        game.candidates()


# Hard mode


@given(word_lists, st.data())
def test_hard_mode_agrees_with_its_rule(texts, data):
    game = corral.words(texts, feedback="wordle", hard=True)
    secret = data.draw(st.sampled_from(texts))
    history = [
        (guess, game.feedback(guess, secret)) for guess in data.draw(st.lists(st.sampled_from(texts), max_size=3))
    ]
    allowed = [game.guesses[number] for number in game.allowed(history)]
    assert allowed == [guess for guess in texts if heeds(history, guess)]
    # All that can be the secret may be asked.
    assert set(game.candidates(history)) <= set(allowed)
    assert corral.score_guesses(game, history).codes == allowed
    assert corral.words(texts, feedback="wordle").allowed(history) is None


def test_hard_mode_demands_what_is_known_only():
    game = corral.words("alley llama world hello", feedback="wordle", hard=True)
    numbers = game.allowed([("alley", "?Y???")])
    assert [game.guesses[number] for number in numbers] == ["alley", "llama", "world", "hello"]


def test_the_exact_solver_refuses_hard_mode():
    game = corral.words("alley llama world hello", feedback="wordle", hard=True)
    with pytest.raises(corral.ArgumentError, match="hard>: the search is proven for games in which every guess is"):
        corral.solve(game)


def test_no_memory_for_the_table_is_told(monkeypatch):
    def none(*_):
        raise MemoryError

    game = corral.words(ANIMALS, feedback="wordle")
    monkeypatch.setattr(WordGame, "_make", none)
    with pytest.raises(corral.TooLargeError, match="wordle> needs 100 bytes: there is no memory for it"):
        game.candidates()
