"""Damaged files and texts of every kind: what reads them gives an error of corral, or what can have been written."""

from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from random import Random

import pytest
from kinds import NUMBERS, TABLE
from positions import position_tree

import corral
from corral import AdversarialHost, CorralError, Host, Session, Tree
from corral.atlas import Atlas
from corral.formats.json import decode, encode
from corral.play import transcript
from corral.play.match import Match
from corral.play.settings import Settings

PEGS = corral.mastermind(3, 4)
LETTERS = corral.words("bat cat rat car tar art oat eat ate tea ear era pat tap")
STEPS = [("112", "1,0"), ("314", "0,?")]

JUNK = [
    *(b"[" * 2000, b'{"a":' * 2000, b"9" * 5000, b"-1", b"1e999", b"NaN", b"null", b"true", b"[]", b"{}", b'""'),
    *(b"\\ud800", b"\\u0000", b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b" ", b"\n", b"\r", b"0", b"4294967296", b'"'),
    *("²١🙂".encode(), b"3,0", b"->", b":", b"(", b")", b",", b"?", b"after", b"1" * 40),
]


def harmed(data, seed):
    """The bytes cut, repeated, changed, and with others put in, once or a few times."""
    random = Random(seed)
    for _ in range(random.randint(1, 3)):
        place = random.randrange(len(data) + 1)
        end = min(len(data), place + random.choice([0, 1, 2, 5, 40]))
        flipped = bytes(byte ^ 1 << random.randrange(8) for byte in data[place:end])
        ways = [b"", data[end:], data[end:], data[place:], random.choice(JUNK) + data[end:], flipped + data[end:]]
        data = data[:place] + random.choice(ways)
    return data


@contextmanager
def told(seed):
    """Whatever goes wrong tells which seed it was."""
    try:
        yield
    except BaseException as error:
        error.add_note(f"seed {seed}")
        raise


seeds = pytest.mark.parametrize("seeds", [range(40), pytest.param(range(40, 4000), marks=pytest.mark.slow)], ids=len)


def sealed(data):
    """The file of a tree with a check sum that is right, as somebody may have made it."""
    body = data.rpartition(b',"checksum":"')[0] or data
    return body + b',"checksum":"' + sha256(body).hexdigest().encode() + b'"}\n'


def played(game, guesses):
    host = Host(game, game.secrets[-1])
    session = Session(game, "minimax", opener=game.guesses[1], seed=3)
    match = Match(Settings(game, seed=1))
    for guess in guesses:
        session.answer(guess, host.answer(guess))
        match.guess(guess)
    return session.to_json(), host.to_json(), transcript.to_json(match)


def adversary():
    host = AdversarialHost(PEGS)
    host.answer("112")
    return host.to_json()


TREE = position_tree(PEGS, STEPS)
SESSION, HOST, MATCH = played(PEGS, ["112", "314"])
OF_WORDS = played(LETTERS, ["cat", "oat"])
WORD_TREE, TABLE_TREE, NUMBER_TREE = (corral.strategy_tree(game, "entropy") for game in (LETTERS, TABLE, NUMBERS))
WORDLE = corral.words("bat cat rat tab", feedback="wordle")
COLUMNS = "bat BGG1 cat BGG2 rat GGG3\n GGG2\n YGY1 tab GGG2\n GGG1\n"


TEXTS = {
    "session": (SESSION, Session.from_json, Session.to_json),
    "session of words": (OF_WORDS[0], partial(Session.from_json, game=LETTERS), Session.to_json),
    "host": (HOST, Host.from_json, Host.to_json),
    "host of words": (OF_WORDS[1], partial(Host.from_json, game=LETTERS), Host.to_json),
    "adversarial host": (adversary(), AdversarialHost.from_json, AdversarialHost.to_json),
    "match": (MATCH, transcript.from_json, transcript.to_json),
    "tree as text": (TREE.to_text(), partial(Tree.from_text, game=PEGS), Tree.to_text),
    "tree of words as text": (WORD_TREE.to_text(), partial(Tree.from_text, game=LETTERS), Tree.to_text),
    "compact tree": (
        corral.strategy_tree(PEGS, "entropy").to_compact(),
        partial(Tree.from_compact, game=PEGS),
        Tree.to_compact,
    ),
    "columns": (COLUMNS, partial(Tree.from_columns, game=WORDLE), None),
    "word list": ("bat cat rat\ncar tar\nart\n", corral.words, None),
    "game": ("bulls-and-cows:3x4+repeats+nozero", corral.game, lambda game: game.id),
}


def check_text(text, read, write):
    try:
        made = read(text)
    except CorralError:
        return
    # It is whole: it can be written, and read again.
    if write is not None:
        assert write(read(write(made))) == write(made)
    if isinstance(made, Tree):
        assert made.verify().total == made.total


@seeds
@pytest.mark.parametrize("kind", TEXTS)
def test_texts(kind, seeds):
    text, read, write = TEXTS[kind]
    for seed in seeds:
        with told(seed):
            check_text(harmed(text.encode(), seed).decode(errors="surrogateescape"), read, write)


def check_tree(data, tree):
    """A tree that is another must have been sealed again; what it says need not be true."""
    try:
        made = Tree(**decode(data))
        assert tree is None or made == tree
        assert made.verify().total == made.total
    except CorralError:
        return


@seeds
@pytest.mark.parametrize("tree", [TREE, WORD_TREE, TABLE_TREE, NUMBER_TREE])
def test_files_of_trees(tree, seeds):
    whole = encode(tree)
    for seed in seeds:
        with told(seed):
            data = harmed(whole, seed)
            check_tree(data, tree)
            check_tree(sealed(data), None)


def read_tree(path):
    return Tree.load(path).to_text()


def read_match(path):
    return transcript.to_json(transcript.load(path))


def read_words(path):
    return str(corral.words(path))


def read_atlas(path):
    return str(Atlas(path.parent).records)


ATLAS = (
    b'{"version":1,"records":[{"game":"mastermind:2x3","objective":"total","codes":9,"value":21,"lower_bound":21,'
    b'"proven":true,"total":21,"histogram":[1,4,4],"nodes":3,"seconds":0.1,"memory":9,"minutes":1}]}'
)
FILES = {
    "tree": (encode(TREE), read_tree),
    "match": (MATCH.encode(), read_match),
    "words": (b"bat cat rat\ncar tar\nart\n", read_words),
    "atlas.json": (ATLAS, read_atlas),
}


@contextmanager
def naming_errors(path):
    """An error is one of corral, and names the file."""
    told = path.name
    try:
        yield
    except CorralError as error:
        told = str(error)
    assert path.name in told


@seeds
@pytest.mark.parametrize("kind", FILES)
def test_files(tmp_path, kind, seeds):
    data, read = FILES[kind]
    path = tmp_path / kind
    for seed in seeds:
        path.write_bytes(harmed(data, seed))
        with told(seed), naming_errors(path):
            assert read(path)


def test_all_of_them_are_read_where_they_are_whole(tmp_path):
    for text, read, _ in TEXTS.values():
        assert read(text)
    for kind, (data, read) in FILES.items():
        path = tmp_path / kind
        path.write_bytes(data)
        assert read(path)
