"""What the two programs of a duel tell each other: messages, each one JSON object on one line.

`docs/protocol.md` has the whole of it, enough to write another client. A message is a frozen dataclass; its fields say
in their metadata what they may hold, and both `encode` and `decode` demand exactly that. Reading trusts nothing:
whatever bytes come, `decode` gives a message or raises `ProtocolError`.
"""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import dataclass, field, fields
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, TypedDict, get_args

from corral.errors import CorralError, shown

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "MAX_CHAT",
    "MAX_CODE",
    "MAX_LINE",
    "MAX_NAME",
    "MAX_ROUNDS",
    "VERSION",
    "Agree",
    "Alive",
    "Answer",
    "Bye",
    "Chat",
    "Commit",
    "Guess",
    "Hello",
    "Message",
    "Offer",
    "ProtocolError",
    "Reason",
    "Rematch",
    "Resign",
    "Reveal",
    "Role",
    "clean",
    "clean_chat",
    "clean_name",
    "commitment",
    "decode",
    "encode",
    "is_clean",
]

VERSION: Final = 1
MAX_LINE: Final = 4096
"""Bytes of a line, the line feed included."""
MAX_NAME: Final = 40
MAX_CODE: Final = 500
"""Characters of a code, and of the id of a game."""
MAX_CHAT: Final = 500
MAX_ROUNDS: Final = 1000

Role: TypeAlias = Literal["host", "joiner"]

Reason: TypeAlias = Literal["left", "declined", "busy", "version", "protocol", "silent", "slow", "flood", "cheat"]
"""Why a side ends the connection."""


class ProtocolError(CorralError, ValueError):
    """The other side said what it may not, or nothing in time; `reason` is what it is told as it is dropped."""

    def __init__(self, message: str, reason: Reason = "protocol") -> None:
        # It quotes what a stranger said.
        super().__init__(clean_chat(message))
        self.reason: Reason = reason


# What a field may hold


class _Kind(TypedDict):
    """The metadata of a field."""

    expected: str
    fits: Callable[[Any], bool]


def _text(most: int, least: int = 1) -> _Kind:
    def fits(value: Any) -> bool:
        # A lone surrogate, which JSON can write, is no text: UTF-8 cannot.
        return (
            isinstance(value, str)
            and least <= len(value) <= most
            and not any(char == "\0" or "\ud800" <= char <= "\udfff" for char in value)
        )

    return {"expected": f"a text of {least} to {most} characters, no NUL", "fits": fits}


def _hex(digits: int) -> _Kind:
    def fits(value: Any) -> bool:
        return isinstance(value, str) and re.fullmatch(f"[0-9a-f]{{{digits}}}", value) is not None

    return {"expected": f"{digits} hexadecimal digits, in lower case", "fits": fits}


def _whole(low: int, high: int) -> _Kind:
    # Not isinstance: true is an int there.
    return {
        "expected": f"a whole number from {low} to {high}",
        "fits": lambda value: type(value) is int and low <= value <= high,
    }


def _one_of(words: tuple[str, ...]) -> _Kind:
    return {
        "expected": f"one of {', '.join(words)}",
        "fits": lambda value: isinstance(value, str) and value in words,
    }


_FLAG: Final[_Kind] = {"expected": "true or false", "fits": lambda value: isinstance(value, bool)}


# Messages


@dataclass(frozen=True, slots=True)
class Hello:
    """The first message of either side: the version of the protocol, and what the player is called."""

    version: int = field(metadata=_whole(VERSION, VERSION))
    name: str = field(metadata=_text(MAX_NAME))


@dataclass(frozen=True, slots=True)
class Offer:
    """The host tells the id of the game, and after how many rounds it is a draw."""

    game: str = field(metadata=_text(MAX_CODE))
    rounds: int = field(metadata=_whole(1, MAX_ROUNDS))


@dataclass(frozen=True, slots=True)
class Agree:
    """The joiner agrees to the game."""


@dataclass(frozen=True, slots=True)
class Commit:
    """A side has chosen its secret: see `commitment`."""

    hash: str = field(metadata=_hex(64))


@dataclass(frozen=True, slots=True)
class Guess:
    """A guess at the other's secret, or a question about it, in canonical form."""

    guess: str = field(metadata=_text(MAX_CODE))


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to the guess, in canonical form."""

    answer: str = field(metadata=_text(MAX_CODE))


@dataclass(frozen=True, slots=True)
class Resign:
    """Instead of a guess: the game is lost."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """The game is over: what the commitment was made of."""

    salt: str = field(metadata=_hex(32))
    secret: str = field(metadata=_text(MAX_CODE))


@dataclass(frozen=True, slots=True)
class Rematch:
    """Whether to play again."""

    again: bool = field(metadata=_FLAG)


@dataclass(frozen=True, slots=True)
class Chat:
    """A line from person to person."""

    text: str = field(metadata=_text(MAX_CHAT))


@dataclass(frozen=True, slots=True)
class Alive:
    """Nothing but that the program still runs."""


@dataclass(frozen=True, slots=True)
class Bye:
    """The last message of a side, and why."""

    reason: Reason = field(metadata=_one_of(get_args(Reason)))
    text: str = field(metadata=_text(MAX_CHAT, 0))


Message: TypeAlias = Hello | Offer | Agree | Commit | Guess | Answer | Resign | Reveal | Rematch | Chat | Alive | Bye

_TYPES: Final[dict[str, type[Message]]] = {kind.__name__.lower(): kind for kind in get_args(Message)}


# Lines


def encode(message: Message) -> bytes:
    r"""Return the line of a message.

    >>> encode(Guess("0123"))
    b'{"type":"guess","guess":"0123"}\n'

    Raises:
        ProtocolError: a field holds what it may not.
    """
    name = type(message).__name__.lower()
    values = {one.name: getattr(message, one.name) for one in fields(message)}
    _check(name, type(message), values)
    # What the fields may hold fits into a line, even if JSON writes every character as six.
    return json.dumps({"type": name, **values}, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def decode(line: bytes) -> Message:
    r"""Return the message of a line.

    >>> decode(b'{"type": "chat", "text": "well guessed"}\n')
    Chat(text='well guessed')

    Raises:
        ProtocolError: it is none, for whatever reason.
    """
    if len(line) > MAX_LINE:
        raise ProtocolError(f"a message has {len(line)} bytes: expected {MAX_LINE} at most")
    if not line.endswith(b"\n"):
        raise ProtocolError(f"the message {shown(line)} is cut off: expected a line feed at the end")
    try:
        document = json.loads(
            line.decode(), object_pairs_hook=_members, parse_int=_integer, parse_float=_no, parse_constant=_no
        )
    except ProtocolError:
        raise
    except (ValueError, RecursionError):
        raise ProtocolError(f"the message {shown(line)} is no JSON in UTF-8") from None
    if not isinstance(document, dict):
        raise ProtocolError(f"the message {shown(line)} is no JSON object")
    name = document.pop("type", None)
    kind = _TYPES.get(name) if isinstance(name, str) else None
    if kind is None:
        raise ProtocolError(f"the type of a message is {shown(name)}: expected one of {', '.join(_TYPES)}")
    version = document.get("version")
    if kind is Hello and type(version) is int and version != VERSION:
        # What else a hello of another version has cannot be known.
        raise ProtocolError(f"the other side has version {version} of the protocol: expected {VERSION}", "version")
    _check(str(name), kind, document)
    return kind(**document)


def _check(name: str, kind: type[Message], values: dict[str, Any]) -> None:
    kinds = {one.name: one.metadata for one in fields(kind)}
    if values.keys() != kinds.keys():
        raise ProtocolError(f"{name} has the fields {shown(sorted(values))}: expected {sorted(kinds)}")
    for field_name, value in values.items():
        if not kinds[field_name]["fits"](value):
            expected = kinds[field_name]["expected"]
            raise ProtocolError(f"{field_name} of {name} is {shown(value)}: expected {expected}")


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ProtocolError(f"a message has a field twice: {shown([name for name, _ in pairs])}")
    return members


def _integer(digits: str) -> int:
    if len(digits) > 9:
        raise ProtocolError(f"{shown(digits)} in a message is too large a number")
    return int(digits)


def _no(number: str) -> None:
    raise ProtocolError(f"{shown(number)} in a message: expected whole numbers only")


# Secrets


def commitment(game: str, role: Role, salt: str, secret: str) -> str:
    """Return the hash by which a side commits itself to a secret.

    The salt, 128 random bits as hexadecimal digits, keeps the other from trying all codes; the role keeps it from
    sending back the hash that it was sent.

    >>> commitment("mastermind:4x6", "host", "00" * 16, "1122")[:16]
    'ec84a0b468634df7'
    """
    text = "\n".join((f"corral duel {VERSION}", game, role, salt, secret))
    return sha256(text.encode()).hexdigest()


# Text of strangers

_ESCAPES: Final = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?"  # control sequences: colours, the cursor
    r"|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f]).*?(?:\x07|\x1b\\|\x9c|$)"  # texts to the terminal: titles, links
    r"|\x1b[ -/]*[0-~]?",
    re.DOTALL,
)


def clean(text: str, most: int = MAX_CHAT) -> str:
    r"""Return a text without what could move a terminal or hide in it, and no longer than so many characters.

    Removed are escape sequences, all characters of control and of format, such as those that turn the direction of
    writing, and what is no character.

    >>> clean("a\x1b[31mb\x1b]0;title\x07c\u202ed\r\n"), clean("abcdef", 5)
    ('abcd', 'ab...')
    """
    return _cut(_visible(text), most)


def clean_name(text: str) -> str:
    """Return what a person is called, cleaned further so that names which look alike are alike as far as that goes.

    Characters that are only another form of others are taken for these (NFKC), and letters that are blank are removed.
    What is left may be empty.

    >>> clean_name("\uff21nn\u3164"), clean_name(" A  nn ")
    ('Ann', 'A nn')
    """
    name = _BLANK_LETTERS.sub("", _visible(text))
    return _cut(_level(unicodedata.normalize("NFKC", name)), MAX_NAME)


def clean_chat(text: str) -> str:
    """Return what a person says, cleaned further so that it stays in its line, and shorter than a screen.

    Marks that pile up on a letter are removed but for two, and a run of blanks is one. What is left may be empty.

    >>> clean_chat("well" + " " * 400 + "guessed"), len(clean_chat("e" + "\u0301" * 50))
    ('well guessed', 3)
    """
    return _cut(_uncut(text), MAX_CHAT)


def is_clean(text: str) -> bool:
    """Return whether all of a text of any length is shown as it is, as chat is.

    >>> is_clean("mastermind:2[red blue]"), is_clean("mastermind:2[red \u3164]")
    (True, False)
    """
    return _uncut(text) == text


# Letters by their category that show nothing: fillers of Hangul, and the pattern of Braille without dots.
_BLANK_LETTERS: Final = re.compile("[\u115f\u1160\u2800\u3164\uffa0]")
_MOST_MARKS: Final = 2


def _uncut(text: str) -> str:
    return _level(_BLANK_LETTERS.sub(" ", _visible(text)))


def _visible(text: str) -> str:
    return "".join(
        char
        for char in _ESCAPES.sub("", text)
        if unicodedata.category(char)[0] != "C" and unicodedata.category(char) not in ("Zl", "Zp")
    )


def _level(text: str) -> str:
    """Return a text without marks that pile up, and without more than one blank in a row or one at an end."""
    kept, marks = [], 0
    for char in " ".join(text.split()):
        marks = marks + 1 if unicodedata.category(char) in ("Mn", "Me") else 0
        if marks <= _MOST_MARKS:
            kept.append(char)
    return "".join(kept)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 3]}..."
