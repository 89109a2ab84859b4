"""The ids of games, and the symbols that a count stands for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal, TypeAlias, TypeVar
from unicodedata import category, normalize

from corral.arguments import read_whole
from corral.errors import GameError, shown

__all__ = [
    "FeedbackRule",
    "check_writable",
    "composed",
    "is_writable",
    "read_id",
    "read_range",
    "symbol_names",
    "write_id",
]

FeedbackRule: TypeAlias = Literal["bulls-and-cows", "bulls"]

T = TypeVar("T")

# Control characters, surrogates, line ends, and what is not seen ...
_UNWRITABLE: Final = ("Cc", "Cs", "Zl", "Zp", "Cf")
# ... but for what joins letters, and emoji, some of which are spelled with tags.
_JOINERS: Final = frozenset("\u200c\u200d") | set(map(chr, range(0xE0020, 0xE0080)))

# Bulls and Cows counts its symbols from 0, Mastermind from 1.
_ALPHABET: Final = {
    "bulls-and-cows": "0123456789abcdefghijklmnopqrstuvwxyz",
    "mastermind": "123456789abcdefghijklmnopqrstuvwxyz",
}
_ID: Final = (
    r"(?P<family>bulls-and-cows|mastermind):(?P<length>[0-9]{1,9})(?:x(?P<count>[0-9]{1,9})|\[(?P<names>[^\[\]]*)\])"
    r"(?P<repeats>\+repeats)?(?P<nozero>\+nozero)?(?P<bulls>\+bulls)?"
)


def write_id(
    length: int, symbols: tuple[str, ...], repeats: bool, leading_zero: bool, feedback_rule: FeedbackRule
) -> str:
    """Return the id of a game.

    >>> write_id(4, ("R", "G", "B"), True, True, "bulls")
    'bulls-and-cows:4[RGB]+repeats+bulls'
    """
    count = len(symbols)
    bulls = "+bulls" if feedback_rule == "bulls" else ""
    if repeats and leading_zero and symbols == tuple(_ALPHABET["mastermind"][:count]):
        return f"mastermind:{length}x{count}{bulls}"
    if symbols == tuple(_ALPHABET["bulls-and-cows"][:count]):
        names = f"x{count}"
    elif max(map(len, symbols)) == 1:
        names = f"[{''.join(symbols)}]"
    else:
        # The space behind a lone name tells it from a row of one-character symbols.
        names = f"[{' '.join(symbols)}{' ' if count == 1 else ''}]"
    return f"bulls-and-cows:{length}{names}{'+repeats' * repeats}{'+nozero' * (not leading_zero)}{bulls}"


def read_range(text: str) -> tuple[int, int] | None:
    """Return the arguments of `number` for the id of a number game, None if it is none of them.

    >>> read_range("number:0..100")
    (0, 100)
    """
    match = re.fullmatch(r"number:(-?[0-9]{1,13})\.\.(-?[0-9]{1,13})", text) if isinstance(text, str) else None
    return None if match is None else (int(match[1]), int(match[2]))


def read_id(text: str) -> tuple[int, tuple[str, ...], bool, bool, FeedbackRule]:
    """Return the arguments of `write_id` for an id; that they make a game is checked elsewhere.

    >>> read_id("mastermind:4x3")
    (4, ('1', '2', '3'), True, True, 'bulls-and-cows')

    Raises:
        GameError: the text is no id.
    """
    match = re.fullmatch(_ID, text) if isinstance(text, str) else None
    if match is None or (match["family"] == "mastermind" and (match["repeats"] or match["nozero"])):
        raise GameError(
            f"{shown(text)} is no id of a game: expected one such as bulls-and-cows:4x10, where +repeats, +nozero and"
            " +bulls may follow in this order, or mastermind:4x6, where +bulls may follow; own symbols stand in"
            " brackets, as in bulls-and-cows:4[ABCDEF]; or number:0..100"
        )
    mastermind = match["family"] == "mastermind"
    if match["count"]:
        symbols = symbol_names(int(match["count"]), "the number of symbols", match["family"])
    elif " " in match["names"]:
        first, *rest = match["names"].split(" ")
        symbols = (first,) if rest == [""] else (first, *rest)
    else:
        symbols = tuple(match["names"])
    return (
        int(match["length"]),
        symbols,
        mastermind or bool(match["repeats"]),
        not match["nozero"],
        "bulls" if match["bulls"] else "bulls-and-cows",
    )


def composed(name: T) -> T | str:
    """Return a text in Unicode's form NFC, in which what looks the same is the same; anything else as it is."""
    return normalize("NFC", name) if isinstance(name, str) else name


def is_writable(text: str) -> bool:
    r"""Return whether a text can be written to files and terminals, and looks there like what it is.

    It has no control characters, line ends or surrogates, and nothing unseen that turns texts around or makes equal
    ones differ. What joins emoji and letters is taken.

    >>> [is_writable(text) for text in ("\N{RED APPLE}", "\x1b[31m", "\udc80", "\u202e", "\u2028")]
    [True, False, False, False, False]
    """
    return not any(category(one) in _UNWRITABLE and one not in _JOINERS for one in text)


def check_writable(text: str, what: str) -> None:
    """Check that a text can be written, as `is_writable` says.

    Raises:
        GameError: it cannot; the message says what it was given for.
    """
    if not is_writable(text):
        raise GameError(f"{what} is {shown(text)}: expected no control characters, and nothing else unseen")


def symbol_names(symbols: int | str | Sequence[str], what: str, family: str) -> tuple[str, ...]:
    """Return the names of symbols given as a count, a text of one-character names or a sequence of names."""
    if isinstance(symbols, Sequence):
        return tuple(composed(symbols) if isinstance(symbols, str) else map(composed, symbols))
    alphabet = _ALPHABET[family]
    return tuple(alphabet[: read_whole(symbols, what, 1, len(alphabet), error=GameError)])
