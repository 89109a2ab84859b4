"""Messages of duels: what is written is read, and nothing else is."""

import json
import re
from dataclasses import fields
from hashlib import sha256
from pathlib import Path
from typing import get_args
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corral
from corral.errors import CorralError
from corral.play import contest, link, network, protocol
from corral.play.duel import Duel
from corral.play.events import Ended
from corral.play.network import Limits
from corral.play.protocol import (
    MAX_CHAT,
    MAX_CODE,
    MAX_LINE,
    MAX_NAME,
    Agree,
    Alive,
    Answer,
    Bye,
    Chat,
    Commit,
    Guess,
    Hello,
    Message,
    Offer,
    ProtocolError,
    Reason,
    Rematch,
    Resign,
    Reveal,
    clean,
    clean_chat,
    clean_name,
    commitment,
    decode,
    encode,
    is_clean,
)

HASH, SALT = "0123456789abcdef" * 4, "fedcba9876543210" * 2

texts = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1, max_size=MAX_CODE)
messages = st.one_of(
    st.builds(Hello, st.just(1), texts.map(lambda text: text[:MAX_NAME])),
    st.builds(Offer, texts, st.integers(1, 1000)),
    st.sampled_from([Agree(), Resign(), Alive(), Rematch(True), Rematch(False), Commit(HASH)]),
    st.builds(Guess, texts),
    st.builds(Answer, texts),
    st.builds(Reveal, st.just(SALT), texts),
    st.builds(Chat, texts),
    st.builds(Bye, st.sampled_from(get_args(Reason)), st.just("") | texts),
)


@given(messages)
def test_what_is_written_is_read(message):
    line = encode(message)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert len(line) <= MAX_LINE
    assert decode(line) == message


def test_there_is_an_example_of_every_message():
    names = {kind.__name__.lower() for kind in get_args(Message)}
    assert names == set(protocol._TYPES)
    assert all(set(one.metadata) == {"expected", "fits"} for kind in get_args(Message) for one in fields(kind))


@given(st.binary(max_size=MAX_LINE + 10) | st.text(max_size=100).map(lambda text: text.encode("utf-8", "replace")))
def test_bytes_are_a_message_or_an_error(line):
    for each in line, line + b"\n":
        try:
            message = decode(each)
        except ProtocolError:
            continue
        assert decode(encode(message)) == message


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.sampled_from([HASH, SALT]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(messages, st.data())
def test_messages_that_were_changed_are_messages_or_errors(message, data):
    document = {"type": type(message).__name__.lower()}
    document |= {one.name: getattr(message, one.name) for one in fields(message)}
    name = data.draw(st.sampled_from([*document, "more"]))
    if data.draw(st.booleans()):
        document[name] = data.draw(json_values)
    else:
        document.pop(name, None)
    line = bytearray(json.dumps(document).encode() + b"\n")
    if data.draw(st.booleans()):
        line[data.draw(st.integers(0, len(line) - 1))] = data.draw(st.integers(0, 255))
    try:
        read = decode(bytes(line))
    except ProtocolError:
        return
    assert decode(encode(read)) == read


GUESS = b'{"type":"guess","guess":"0123"}\n'


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"\n", "no JSON in UTF-8"),
        (GUESS[:-1], "cut off"),
        (GUESS[:-2] + b"\n", "no JSON in UTF-8"),
        (b"\xef\xbb\xbf" + GUESS, "no JSON in UTF-8"),
        (b'{"type":"chat","text":"\xff"}\n', "no JSON in UTF-8"),
        (b'{"type":"chat","text":"\xed\xa0\x80"}\n', "no JSON in UTF-8"),
        (b'{"type":"chat","text":"a\0b"}\n', "no JSON in UTF-8"),
        (b'{"type":"chat","text":"a\x1bb"}\n', "no JSON in UTF-8"),
        (rb'{"type":"chat","text":"\u0000"}' + b"\n", "expected a text of 1 to 500 characters, no NUL"),
        (rb'{"type":"chat","text":"\ud800"}' + b"\n", "expected a text of 1 to 500 characters, no NUL"),
        (b'{"type":"chat","text":""}\n', "expected a text of 1 to 500"),
        (b'{"type":"chat","text":"' + b"a" * (MAX_CHAT + 1) + b'"}\n', "expected a text of 1 to 500"),
        (b'{"type":"chat","text":"' + b"a" * MAX_LINE + b'"}\n', "has 4122 bytes: expected 4096"),
        (b"[" * 4000 + b"\n", "no JSON in UTF-8"),
        (b'{"a":' * 800 + b"\n", "no JSON in UTF-8"),
        (b"[" * 2000 + b"]" * 2000 + b"\n", "no JSON"),
        (b'"guess"\n', "no JSON object"),
        (b"[]\n", "no JSON object"),
        (b"{}\n", "the type of a message is None"),
        (b'{"type":"shout"}\n', "the type of a message is 'shout': expected one of hello, offer"),
        (b'{"type":["guess"]}\n', "the type of a message is"),
        (b'{"type":"Guess","guess":"0123"}\n', "the type of a message is 'Guess'"),
        (b'{"type":"guess"}\n', r"guess has the fields \[\]: expected \['guess'\]"),
        (b'{"type":"guess","guess":"0123","row":1}\n', "has the fields"),
        (b'{"type":"guess","guess":"0123","guess":"4567"}\n', "has a field twice"),
        (b'{"type":"guess","guess":123}\n', "guess of guess is 123: expected a text"),
        (b'{"type":"guess","guess":["0","1"]}\n', "expected a text"),
        (b'{"type":"guess","guess":NaN}\n', "'NaN' in a message: expected whole numbers only"),
        (b'{"type":"guess","guess":-Infinity}\n', "'-Infinity' in a message"),
        (b'{"type":"guess","guess":1.0}\n', "'1.0' in a message"),
        (b'{"type":"guess","guess":1e999}\n', "'1e999' in a message"),
        (b'{"type":"guess","guess":' + b"9" * 4000 + b"}\n", "is too large a number"),
        (b'{"type":"rematch","again":1}\n', "again of rematch is 1: expected true or false"),
        (b'{"type":"offer","game":"mastermind:4x6","rounds":true}\n', "rounds of offer is True"),
        (b'{"type":"offer","game":"mastermind:4x6","rounds":0}\n', "expected a whole number from 1 to 1000"),
        (b'{"type":"commit","hash":"' + b"A" * 64 + b'"}\n', "expected 64 hexadecimal digits, in lower case"),
        (b'{"type":"commit","hash":"' + b"a" * 63 + b'\\n"}\n', "expected 64 hexadecimal digits"),
        (b'{"type":"bye","reason":"bored","text":""}\n', "expected one of left, declined"),
        (b'{"type":"hello","version":true,"name":"Ann"}\n', "version of hello is True"),
    ],
)
def test_what_is_no_message(line, why):
    with pytest.raises(ProtocolError, match=why) as error:
        decode(line)
    assert error.value.reason == "protocol"
    assert isinstance(error.value, CorralError)


def test_another_version_is_told_whatever_else_it_says():
    with pytest.raises(ProtocolError, match="has version 2 of the protocol: expected 1") as error:
        decode(b'{"type":"hello","version":2,"colour":"red"}\n')
    assert error.value.reason == "version"


def test_nothing_is_written_that_is_not_read():
    for message in Guess(""), Guess("a\0"), Rematch(1), Chat("\ud800"), Bye("bored", ""), Chat("a" * 501):
        with pytest.raises(ProtocolError):
            encode(message)
    for char in "\x01", "\x7f", '"', "\\", "\U0010ffff":
        assert len(encode(Reveal(SALT, char * MAX_CODE))) < MAX_LINE
        assert len(encode(Offer(char * MAX_CODE, 1000))) < MAX_LINE


def test_a_commitment_is_a_hash_of_lines():
    text = f"corral duel 1\nbulls-and-cows:4x10\njoiner\n{SALT}\n0834".encode()
    assert commitment("bulls-and-cows:4x10", "joiner", SALT, "0834") == sha256(text).hexdigest()


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("plain, ünï 🍎", "plain, ünï 🍎"),
        ("\x1b[31;1mred\x1b[0m", "red"),
        ("\x9b2J\x1b[?25lgone", "gone"),
        ("\x1b]0;title\x07a\x1b]8;;http://x\x1b\\b\x9dtitle\x9cc", "abc"),
        ("a\x1bPdevice\x1b\\b", "ab"),
        ("a\x1b]never ended", "a"),
        ("a\x1b", "a"),
        ("a\x1b(Bb\x1bcc", "abc"),
        ("a\r\nb\tc\bd\x7fe\x85f", "abcdef"),
        ("a\u202eb\u2066c\u200bd\ufeffe\u2028f\u2029g\U000e0041h\ue000i", "abcdefghi"),
        ("\ud800a", "a"),
    ],
)
def test_what_could_move_a_terminal_is_removed(text, kept):
    assert clean(text) == kept


@given(st.text(), st.integers(4, 50))
def test_cleaned_text_is_short_and_stays_clean(text, most):
    kept = clean(text, most)
    assert len(kept) <= most
    assert clean(kept, most) == kept
    # The spaces of all kinds are no harm.
    assert all(char.isprintable() or category(char) == "Zs" for char in kept)


@given(st.text() | st.text("e\u0301\u0327\u20dd \u00a0\u1680\u3164\u1100\u1160\u1161\ufb03\u2026\x1b[m", max_size=99))
def test_names_and_chat_stay_clean(text):
    for clean_up, most in (clean_name, MAX_NAME), (clean_chat, MAX_CHAT):
        kept = clean_up(text)
        assert len(kept) <= most
        assert clean_up(kept) == clean(kept) == " ".join(kept.split()) == kept
        assert not re.search("[\u0301\u0327\u20dd]{3}|[\u115f\u1160\u2800\u3164\uffa0]", kept)


@given(st.text("ab \u0301\u3164\u200b\x1b[m\xa0", max_size=20))
def test_what_is_clean_is_what_chat_keeps(text):
    assert is_clean(text) == (clean_chat(text) == text)
    assert is_clean("ab " * 500 + "c")


def test_what_an_error_quotes_does_no_harm():
    with pytest.raises(ProtocolError) as error:
        decode(b'{"type":"' + "e\u0301".encode() + "\u0301".encode() * 40 + b'"}\n')
    assert "'e\u0301\u0301'" in str(error.value)


# The page of the protocol

PAGE = (Path(__file__).parents[1] / "docs" / "protocol.md").read_text("utf-8")


def test_every_message_and_reason_is_on_the_page():
    tables = {row.split("|")[1].strip(" `"): row for row in PAGE.splitlines() if row.startswith("| `")}
    assert set(tables) == set(protocol._TYPES) | set(get_args(Reason))
    for name, kind in protocol._TYPES.items():
        assert re.findall(r"`(\w+)`: ", tables[name]) == [one.name for one in fields(kind)], name
    assert f"{MAX_LINE} bytes at most" in PAGE


def test_the_limits_on_the_page_are_those_of_the_program():
    limits = Limits()
    assert (limits.program, limits.person, limits.silence, limits.silence / 4) == (15, 15 * 60, 60, 15)
    for told in "15 seconds", "15 minutes", "60 seconds", f"port {network.PORT}", str(link.MOST_UNREAD):
        assert told in PAGE


def test_the_example_on_the_page_is_a_game(monkeypatch):
    """Two machines whose people do what the page says say what it says."""
    lines = re.findall(r"^([<>]) (.*)$", PAGE.rpartition("## An example")[2], re.MULTILINE)
    played = [(by, line, decode(line.encode() + b"\n")) for by, line in lines]
    reveals = {by: message for by, _, message in played if isinstance(message, Reveal)}
    duels = {"<": Duel("host", "Ann", corral.bulls_and_cows()), ">": Duel("joiner", "Bob")}
    said = {side: [] for side in duels}
    for by, line, message in played:
        speaker = duels[by]
        match message:
            case Agree():
                speaker.agree()
            case Commit():
                monkeypatch.setattr(contest, "token_hex", lambda _, salt=reveals[by].salt: salt)
                speaker.choose(reveals[by].secret)
            case Guess(guess):
                speaker.guess(guess)
            case Chat(text):
                speaker.say(text, 0)
            case Rematch(again):
                speaker.rematch(again)
        said[by] += speaker.take_messages()
        assert encode(said[by].pop(0)).decode() == line + "\n"
        duels["<" if by == ">" else ">"].receive(line.encode() + b"\n", 0)
    assert all(each.closed for each in duels.values())
    ends = [event for each in duels.values() for event in each.take_events() if isinstance(event, Ended)]
    assert [end.outcome for end in ends] == ["lost", "won"]
