"""The short id of a game that people send each other: whoever plays it has the same secret, and the same computer.

Bytes in base32, in groups of four letters:

- one with the kind of game, the mode and the level;
- the game: two bytes for a peg game whose symbols are counted; two numbers for the number game; the length and the text
  of the id for other peg games; four bytes of a hash for a game without an id, which whoever reads it has to have;
- the number of rounds, 0 for none, and the seed;
- two bytes of CRC-16 of all that: one wrong letter, or two that are swapped, are always noticed.

Numbers take seven bits a byte, the lowest first, with the eighth where more follow.
"""

from __future__ import annotations

import base64
import binascii
import re
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from corral.errors import ArgumentError, GameError, shown
from corral.games import NumberGame
from corral.games import game as game_of
from corral.play.settings import LEVELS, MODES, Settings, check_settings

if TYPE_CHECKING:
    from corral.games import Game

__all__ = ["read_id", "write_id"]

_COUNTED: Final = re.compile(
    r"(bulls-and-cows|mastermind):([0-9]+)x([0-9]+)(\+repeats)?(\+nozero)?(\+bulls)?", re.ASCII
)
_PEGS, _NUMBER, _TEXT, _GIVEN = range(4)
_GROUP: Final = 4
_CHECK: Final = 2
_HASH: Final = 4


def write_id(settings: Settings) -> str:
    """Return the id of a game.

    >>> import corral
    >>> text = write_id(Settings(corral.mastermind(), "duel", rounds=7, seed=12345))
    >>> text
    'JADE-CB5Z-MDYU-Y'
    >>> read_id(text.lower()).rounds
    7
    """
    check_settings(settings)
    kind, game = _write_game(settings.game)
    first = kind | MODES.index(settings.mode) << 2 | LEVELS.index(settings.level) << 5
    body = bytes([first]) + game + _write(settings.rounds or 0) + _write(settings.seed)
    text = base64.b32encode(body + _sum(body)).decode().rstrip("=")
    return "-".join(text[place : place + _GROUP] for place in range(0, len(text), _GROUP))


def read_id(text: str, game: Game | None = None) -> Settings:
    """Return the game with an id. One of words or of a table has to be given; any other may be.

    Raises:
        ArgumentError: it is no id, or that of another game than the one given.
    """
    letters = re.sub(r"[\s-]", "", text).upper() if isinstance(text, str) else ""
    try:
        body = base64.b32decode(letters + "=" * (-len(letters) % 8))
    except (binascii.Error, ValueError):
        body = b""
    body, check = body[:-_CHECK], body[-_CHECK:]
    try:
        if not body or _sum(body) != check:
            raise ValueError
        settings = _read(list(body), game)
    except (ValueError, IndexError) as error:
        if isinstance(error, ArgumentError):
            raise
        raise ArgumentError(f"{shown(text)} is no id of a game: a letter may be wrong, or missing") from None
    # Letters that end in other bits make the same bytes.
    if write_id(settings).replace("-", "") != letters:
        raise ArgumentError(f"{shown(text)} is no id of a game: a letter may be wrong, or missing")
    return settings


def _read(rest: list[int], given: Game | None) -> Settings:
    first = rest.pop(0)
    kind, mode, level = first & 3, MODES[first >> 2 & 7], LEVELS[first >> 5]
    game = _read_game(kind, rest, given)
    rounds, seed = _take(rest), _take(rest)
    if rest:
        raise ValueError
    return Settings(game, mode, level, rounds or None, seed)


# Games


def _write_game(game: Game) -> tuple[int, bytes]:
    if isinstance(game, NumberGame):
        return _NUMBER, _write(_unsigned(game.low)) + _write(game.high - game.low)
    if game.id is None:
        return _GIVEN, sha256(game.fingerprint().encode()).digest()[:_HASH]
    if match := _COUNTED.fullmatch(game.id):
        family, length, count, *flags = match.groups()
        bits = [family == "mastermind", *map(bool, flags)]
        number = sum(bit << place for place, bit in enumerate(bits)) | int(length) << 4 | int(count) << 8
        return _PEGS, number.to_bytes(2, "big")
    text = game.id.encode()
    return _TEXT, _write(len(text)) + text


def _read_game(kind: int, rest: list[int], given: Game | None) -> Game:
    if kind == _GIVEN:
        name = bytes(rest.pop(0) for _ in range(_HASH))
        if given is None:
            raise ArgumentError("the id is that of a game of words, or of another list: name it as GAME")
        if _write_game(given) != (_GIVEN, name):
            raise ArgumentError(f"the id is that of another game than {given}, or of other words")
        return given
    try:
        game = game_of(_game_text(kind, rest))
    except GameError:
        raise ValueError from None
    if given is not None and given != game:
        raise ArgumentError(f"the id is that of {game}: {given} is given")
    return game


def _game_text(kind: int, rest: list[int]) -> str:
    """Return the id that `corral.game` reads."""
    if kind == _NUMBER:
        low, more = _signed(_take(rest)), _take(rest)
        return f"number:{low}..{low + more}"
    if kind == _TEXT:
        return bytes(rest.pop(0) for _ in range(_take(rest))).decode()
    number = rest.pop(0) << 8 | rest.pop(0)
    mastermind, *flags = (bool(number >> place & 1) for place in range(4))
    family = "mastermind" if mastermind else "bulls-and-cows"
    marks = [name for name, flag in zip(("+repeats", "+nozero", "+bulls"), flags, strict=True) if flag]
    return f"{family}:{number >> 4 & 15}x{number >> 8}{''.join(marks)}"


# Numbers


def _write(number: int) -> bytes:
    digits = [number & 127]
    while number := number >> 7:
        digits[-1] |= 128
        digits.append(number & 127)
    return bytes(digits)


def _take(rest: list[int]) -> int:
    """Take a number off the bytes that are left."""
    number = place = 0
    while True:
        digit = rest.pop(0)
        number |= (digit & 127) << place
        place += 7
        if digit < 128:
            return number


def _unsigned(number: int) -> int:
    return 2 * number if number >= 0 else -2 * number - 1


def _signed(number: int) -> int:
    return -(number + 1) // 2 if number & 1 else number // 2


def _sum(body: bytes) -> bytes:
    return binascii.crc_hqx(body, 0xFFFF).to_bytes(_CHECK, "big")
