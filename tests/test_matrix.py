"""Tables of any game, and of words: splits, scores and answers of the core against plain Python."""

import signal
import string
import threading
from functools import partial
from itertools import chain

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from corral import _core, reference

NONE = 0xFFFFFFFF


def numbers(values):
    return np.array(values, np.uint32)


@st.composite
def games(draw):
    """A table [guess][secret], in which each secret has a guess that wins, and the number of classes."""
    secrets = draw(st.integers(1, 12))
    guesses = draw(st.integers(secrets, secrets + 4))
    classes = draw(st.sampled_from([2, 3, 5, 14, 256]))
    row = st.lists(st.integers(0, classes - 2), min_size=secrets, max_size=secrets)
    table = draw(st.lists(row, min_size=guesses, max_size=guesses))
    for secret, guess in enumerate(draw(st.permutations(range(guesses)))[:secrets]):
        table[guess][secret] = classes - 1
    return table, classes


def matrix_of(table, classes):
    return _core.Matrix(np.array(table, np.uint8), len(table), len(table[0]), classes)


def subsets(count):
    return st.none() | st.sets(st.integers(0, count - 1), min_size=1).map(sorted)


@given(games())
def test_a_matrix_tells_what_it_is(game):
    table, classes = game
    matrix = matrix_of(table, classes)
    assert (matrix.guesses, matrix.secrets, matrix.classes) == (len(table), len(table[0]), classes)
    assert np.asarray(matrix.table).reshape(len(table), -1).tolist() == table
    assert matrix.found.tolist() == [row.index(classes - 1) if classes - 1 in row else NONE for row in table]


@given(games(), st.data())
def test_splits(game, data):
    table, classes = game
    left = data.draw(subsets(len(table[0])))
    guess = data.draw(st.integers(0, len(table) - 1))
    some = range(len(table[0])) if left is None else left
    parts = [[secret for secret in some if table[guess][secret] == label] for label in range(classes)]
    out = np.empty(len(some), np.uint32)
    sizes = matrix_of(table, classes).split(guess, None if left is None else numbers(left), out)
    assert sizes == tuple(map(len, parts))
    assert out.tolist() == list(chain(*parts))


@given(games(), st.data())
def test_scores(game, data):
    table, classes = game
    left = data.draw(subsets(len(table[0])))
    asked = data.draw(st.none() | st.lists(st.integers(0, len(table) - 1)))
    wanted = data.draw(st.tuples(*[st.booleans()] * 4))
    some = range(len(table[0])) if left is None else left
    rows = [table[guess] for guess in (range(len(table)) if asked is None else asked)]
    outputs = [np.empty(len(rows), kind) if want else None for kind, want in zip("IIQQ", wanted, strict=True)]
    matrix_of(table, classes).score(
        None if left is None else numbers(left), None if asked is None else numbers(asked), *outputs
    )
    for at, row in enumerate(rows):
        answers = [row[secret] for secret in some]
        sizes = [answers.count(label) for label in set(answers)]
        expected = len(sizes), max(sizes), sum(n * n for n in sizes), sum(map(reference.nlogn, sizes))
        for output, value in zip(outputs, expected, strict=True):
            assert output is None or output[at] == value


# Words

WIN = {
    "wordle": lambda length: 3**length - 1,
    "bulls-and-cows": lambda length: length * (length + 1),
    "common": lambda length: length + 1,
}


def answer(guess, secret, rule):
    if rule == "wordle":
        return int(reference.pattern(guess, secret).translate(str.maketrans("BYG", "012")), 3)
    if rule == "bulls-and-cows":
        bulls, cows = reference.feedback(guess, secret)
        return bulls * (len(guess) + 1) + cows
    return len(guess) + 1 if guess == secret else reference.common(guess, secret)


def spelled(words):
    return np.array([[ord(letter) for letter in word] for word in words], np.uint16)


@st.composite
def word_lists(draw):
    """Guesses, different words of one length in any order, and some of them as secrets."""
    length = draw(st.integers(1, 16) | st.just(5))
    letters = draw(st.sampled_from(["a", "ab", "abc", "abcdefgh", string.ascii_lowercase, "aé中\uffff"]))
    word = st.text(letters, min_size=length, max_size=length)
    guesses = draw(st.lists(word, min_size=1, max_size=15, unique=True))
    return guesses, draw(st.lists(st.sampled_from(guesses), min_size=1, unique=True))


@settings(max_examples=300)
@given(word_lists(), st.sampled_from(sorted(WIN)))
@example((["stale", "least", "steal"], ["least"]), "common")
@example((["ab"], ["ab"]), "wordle")
def test_tables_of_words(words, rule):
    guesses, secrets = words
    expected = [[answer(guess, secret, rule) for secret in secrets] for guess in guesses]
    matrix, answers = _core.Matrix.of_words(spelled(guesses), spelled(secrets), len(guesses[0]), rule)
    assert list(answers) == sorted(set(chain(*expected)))
    assert answers[-1] == WIN[rule](len(guesses[0]))
    assert (matrix.guesses, matrix.secrets, matrix.classes) == (len(guesses), len(secrets), len(answers))
    table = np.asarray(matrix.table).reshape(len(guesses), len(secrets))
    assert [[answers[cell] for cell in row] for row in table] == expected
    assert matrix.found.tolist() == [secrets.index(guess) if guess in secrets else NONE for guess in guesses]
    assert _core.word_feedback(spelled(guesses[:1]), spelled(secrets[:1]), rule) == expected[0][0]


@pytest.mark.parametrize(
    ("guess", "secret", "colours"),
    [
        ("adore", "award", "GYBGB"),
        ("geese", "those", "BBBGG"),
        ("adapt", "chara", "YBGBB"),
        ("sease", "essay", "YYYYB"),
        ("exlax", "xerox", "YYBBG"),
        ("error", "elder", "GBBBG"),
        ("elder", "elder", "GGGGG"),
    ],
)
def test_patterns(guess, secret, colours):
    assert reference.pattern(guess, secret) == colours
    assert _core.word_feedback(spelled([guess]), spelled([secret]), "wordle") == answer(guess, secret, "wordle")


@pytest.mark.parametrize(
    ("guess", "secret", "count"), [("banana", "abound", 3), ("geese", "eerie", 3), ("stale", "least", 5)]
)
def test_letters_in_common(guess, secret, count):
    assert reference.common(guess, secret) == reference.common(secret, guess) == count
    assert _core.word_feedback(spelled([guess]), spelled([secret]), "common") == count


def test_many_words():
    """Words enough to share what their letters bring."""
    letters = np.random.default_rng(5).integers(0, 26, (3000, 5)).astype(np.uint16)
    words = np.unique(letters, axis=0)
    for rule in WIN:
        matrix, answers = _core.Matrix.of_words(words, words, 5, rule)
        table = np.asarray(answers)[np.asarray(matrix.table)].reshape(len(words), len(words))
        for guess in range(0, len(words), 100):
            for secret in range(0, len(words), 100):
                assert table[guess, secret] == answer(tuple(words[guess]), tuple(words[secret]), rule)
        assert np.asarray(matrix.found).tolist() == list(range(len(words)))


# What is outside the contract


@pytest.mark.parametrize(
    ("rows", "classes", "message"),
    [
        ([[1, 0], [0, 2]], 2, "classes below 2"),
        ([[1, 1], [0, 1]], 2, "classes below 2"),
        ([[1, 0], [1, 0]], 2, "classes below 2"),
        ([[1, 0], [0, 1]], 0, "expected 1 to 256, got 0"),
        ([[1, 0], [0, 1]], -1, "expected 1 to 256, got -1"),
        ([[1, 0], [0, 1]], 257, "expected 1 to 256, got 257"),
    ],
)
def test_tables_that_are_no_games(rows, classes, message):
    with pytest.raises(ValueError, match=message):
        matrix_of(rows, classes)


def test_tables_of_another_size():
    cells = np.array([1, 0, 0, 1], np.uint8)
    with pytest.raises(ValueError, match="expected 6 items, got 4"):
        _core.Matrix(cells, 3, 2, 2)
    with pytest.raises(ValueError, match="format B"):
        _core.Matrix(cells.astype(np.int8), 2, 2, 2)
    with pytest.raises(ValueError, match="classes below 2"):
        _core.Matrix(cells[:0], 0, 0, 2)
    with pytest.raises(TypeError, match="bytes-like"):
        _core.Matrix(None, 2, 2, 2)  # type: ignore[arg-type]


def test_arrays_are_read_only_and_outlive_their_matrix():
    table = np.eye(3, dtype=np.uint8)
    cells, found = (lambda matrix: (matrix.table, matrix.found))(matrix_of(table, 2))
    table[:] = 7
    assert cells.readonly
    assert found.readonly
    assert cells.tolist() == [1, 0, 0, 0, 1, 0, 0, 0, 1]
    assert found.tolist() == [0, 1, 2]
    with pytest.raises(ValueError, match="read-only"):
        np.asarray(cells)[0] = 1


@pytest.mark.parametrize(
    ("left", "guess", "message"),
    [
        ([1, 1], 0, "ascending"),
        ([2, 1], 0, "ascending"),
        ([3], 0, "outside"),
        (None, 3, "from 0 to 2, got 3"),
        (None, -1, "from 0 to 2, got -1"),
    ],
)
def test_splits_outside_the_contract(left, guess, message):
    with pytest.raises(ValueError, match=message):
        matrix_of(np.eye(3), 2).split(
            guess, None if left is None else numbers(left), np.empty(3 if not left else len(left), np.uint32)
        )


@pytest.mark.parametrize(
    ("left", "guesses", "length", "message"),
    [
        ([], None, 3, "outside"),
        ([3], None, 3, "outside"),
        ([1, 0], None, 3, "ascending"),
        (None, [3], 1, "outside"),
        (None, None, 2, "expected 3 items, got 2"),
        (None, [0], 3, "expected 1 items, got 3"),
    ],
)
def test_scores_outside_the_contract(left, guesses, length, message):
    with pytest.raises(ValueError, match=message):
        matrix_of(np.eye(3), 2).score(
            None if left is None else numbers(left),
            None if guesses is None else numbers(guesses),
            np.empty(length, np.uint32),
            None,
            None,
            None,
        )


def test_a_split_into_another_length_is_refused():
    with pytest.raises(ValueError, match="expected 3 items, got 2"):
        matrix_of(np.eye(3), 2).split(0, None, np.empty(2, np.uint32))


@pytest.mark.parametrize(
    ("guesses", "secrets", "length", "rule", "message"),
    [
        (["ab"], ["ab"], 2, "mastermind", "wordle, bulls-and-cows, common, got 'mastermind'"),
        (["ab"], ["ab"], 0, "wordle", "1 to 16 symbols, got 0"),
        (["a" * 17], ["a" * 17], 17, "wordle", "1 to 16 symbols, got 17"),
        (["abc"], ["ab"], 2, "wordle", "guesses: expected at least one word, of 2 symbols each, got 3"),
        (["ab"], [], 2, "wordle", "secrets: expected at least one word, of 2 symbols each, got 0"),
        (["ab"], ["cd"], 2, "common", "among the guesses"),
        (["ab"], ["ab", "cd"], 2, "wordle", "each secret"),
        (["ab"], ["ab", "ab"], 2, "wordle", "one secret at most"),
    ],
)
def test_words_outside_the_contract(guesses, secrets, length, rule, message):
    with pytest.raises(ValueError, match=message):
        _core.Matrix.of_words(spelled(guesses), spelled(secrets), length, rule)


def test_words_of_another_type_or_length():
    word = spelled(["ab"])
    with pytest.raises(ValueError, match="format H"):
        _core.Matrix.of_words(word.astype(np.uint8), word, 2, "wordle")
    with pytest.raises(ValueError, match="secret: expected 2 items, got 3"):
        _core.word_feedback(word, spelled(["abc"]), "wordle")
    with pytest.raises(ValueError, match="1 to 16 symbols, got 0"):
        _core.word_feedback(word[:0], word[:0], "wordle")
    with pytest.raises(ValueError, match="got 'jotto'"):
        _core.word_feedback(word, word, "jotto")


def test_words_of_more_answers_than_a_table_takes():
    letters = np.random.default_rng(1).integers(0, 4, (100, 8)).astype(np.uint16)
    with pytest.raises(OverflowError, match="256"):
        _core.Matrix.of_words(letters, letters, 8, "wordle")


def test_a_table_that_no_memory_holds():
    words = np.zeros((1 << 24, 1), np.uint16)
    with pytest.raises(MemoryError):
        _core.Matrix.of_words(words, words, 1, "common")


def test_ctrl_c_ends_a_table():
    words = np.random.default_rng(1).integers(0, 4, (20000, 16)).astype(np.uint16)
    timer = threading.Timer(0.1, signal.raise_signal, [signal.SIGINT])
    timer.start()
    made = []
    with pytest.raises(KeyboardInterrupt):
        # No line of Python, at which Ctrl-C would be heeded as well, comes between the table and the list.
        made.extend(map(partial(_core.Matrix.of_words, words, words, 16), ["bulls-and-cows"]))
    timer.join()
    assert made == []
