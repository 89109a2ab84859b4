"""A game as a text that can be kept: what was agreed on, and every guess with its answer, in order.

The form is that of `corral.formats.record`, of the kind `match`. Reading plays the game again, so answers that the
computer would not give, moves after the end, and whatever else is not as it must be, are refused. What the computer
guessed is taken as it was: another version may guess otherwise.
"""

from __future__ import annotations

import re
from itertools import count
from typing import TYPE_CHECKING, Final

from corral.arguments import decoded, read_whole
from corral.errors import ArgumentError, CorralError
from corral.files import read_bytes, replacing
from corral.formats.record import read_record, write_record
from corral.play.match import Match
from corral.play.settings import Settings

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable
    from pathlib import Path

    from corral.games import Game

__all__ = ["check_place", "from_json", "load", "next_place", "save", "to_json"]

_KIND: Final = "match"
_MEMBERS: Final[dict[str, tuple[type, ...]]] = {
    "mode": (str,),
    "level": (str,),
    "rounds": (int, type(None)),
    "seed": (int,),
    "secret": (str, type(None)),
    "revealed": (bool,),
    "hints": (int,),
    "undone": (int,),
}


def to_json(match: Match) -> str:
    """Return a match as a text. It tells no secret but one that the computer was told, and a seed.

    >>> import corral
    >>> match = Match(Settings(corral.mastermind(2, 3), seed=1))
    >>> match.guess("12")
    Feedback(bulls=1, cows=0)
    >>> from_json(to_json(match)).moves
    (('12', Feedback(bulls=1, cows=0)),)
    """
    settings = match.settings
    agreed = {name: getattr(settings, name) for name in ("mode", "level", "rounds", "seed")}
    counts = {"revealed": match.revealed, "hints": match.hints, "undone": match.undone}
    return write_record(_KIND, settings.game, match.moves, {**agreed, "secret": match.told, **counts})


def from_json(text: str, game: Game | None = None) -> Match:
    """Return the match that `to_json` wrote. A game that has no id has to be given.

    Raises:
        ArgumentError: the text is none of a match, of another game than the one given, or tells what cannot have been.
        CodeError, FeedbackError, ContradictionError, GameError: something in it is wrong.
    """
    game, history, members = read_record(_KIND, text, game, _MEMBERS)
    agreed = {name: members[name] for name in ("mode", "level", "rounds", "seed")}
    match = Match(Settings(game, **agreed), members["secret"])
    for step, (guess, answer) in enumerate(history, 1):
        try:
            match.record(guess, answer)
        except CorralError as error:
            raise ArgumentError(f"step {step} in the text of a match: {error}") from None
    if members["revealed"]:
        match.reveal()
    match.hints, match.undone = (read_whole(members[name], name, 0) for name in ("hints", "undone"))
    return match


def check_place(path: Path, own: Iterable[Path] = ()) -> None:
    """Refuse a file that exists, so that no other game, or what is no game, is lost; devices and pipes lose nothing.

    Args:
        path: where a match is to be kept.
        own: the files that it is in already, which may be written again.

    Raises:
        ArgumentError: the file exists, and is none of its own.
        OSError: that cannot be told.
    """
    if path.is_file() and not any(file.exists() and path.samefile(file) for file in own):
        raise ArgumentError(f"{path} exists already: expected a new file to keep the game in")


def next_place(path: Path) -> Path:
    """Return where the match after one that is kept in a file is kept: in a new file beside it, with the next number.

    >>> from pathlib import Path
    >>> next_place(Path("no such directory/game.json")).name, next_place(Path("no such directory/game-9")).name
    ('game-2.json', 'game-10')
    """
    if path.exists() and not path.is_file():
        return path  # such as a device, which takes any number of them
    name, number = re.fullmatch(r"(.*?)(?:-([0-9]{1,9}))?", path.stem, re.DOTALL).groups()  # type: ignore[union-attr]
    places = (path.with_name(f"{name}-{more}{path.suffix}") for more in count(int(number or 1) + 1))
    return next(place for place in places if not place.exists())


def save(match: Match, path: str | os.PathLike[str]) -> None:
    """Write a match to a file, whole or not at all.

    Raises:
        OSError: it cannot be written.
    """
    with replacing(path) as file:
        file.write(to_json(match).encode() + b"\n")


def load(path: str | os.PathLike[str], game: Game | None = None) -> Match:
    """Return the match in a file that `save` wrote. A game that has no id has to be given.

    Raises:
        OSError: it cannot be read.
        ArgumentError: it holds no match, or one that cannot be; the message names the file.
    """
    data = read_bytes(path)
    try:
        return from_json(decoded(data), game)
    except ValueError as error:
        raise ArgumentError(f"{path}: {error}") from None
