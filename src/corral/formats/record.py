"""The text of a session or of a host: one JSON object on one line, ASCII.

    {"format":"corral session","version":1,"game":"bulls-and-cows:4x10",...,"history":[["0123","0,1"],...]}

- `game`: the id of the game. A game that has none is named by `sha256:` and the hash of its fingerprint, and has to be
  given by whoever reads the text.
- `history`: the steps, each a guess and its answer in the text form that histories take.

The other members are those of the kind. Reading trusts nothing: what is not exactly of this form is an `ArgumentError`.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from corral.errors import ArgumentError, shown
from corral.feedback import known_text
from corral.formats.members import load
from corral.games import Game, check_game
from corral.games import game as game_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from corral.position import Step

__all__ = ["read_record", "write_record"]

_VERSION: Final = 1


def write_record(kind: str, game: Game, history: Sequence[Step], members: Mapping[str, Any]) -> str:
    """Return the text of what is given."""
    document = {
        "format": f"corral {kind}",
        "version": _VERSION,
        "game": _name(game),
        **members,
        "history": [[guess, known_text(known)] for guess, known in history],
    }
    return json.dumps(document, separators=(",", ":"))


def read_record(
    kind: str, text: str, game: Game | None, members: Mapping[str, tuple[type, ...]]
) -> tuple[Game, list[tuple[str, str]], dict[str, Any]]:
    """Return the game, the history and the other members, which are of the given types.

    Raises:
        ArgumentError: the text has not the form, or is of another game than the one given.
        GameError: the id is that of no game.
    """
    try:
        document = load(text) if isinstance(text, str) else None
    except ValueError as error:
        raise ArgumentError(f"{shown(text)} is not the text of a {kind}: {error}") from None
    if not isinstance(document, dict) or document.get("format") != f"corral {kind}":
        raise ArgumentError(f"{shown(text)} is not the text of a {kind}: expected a text that `to_json` made of one")
    if type(version := document.get("version")) is not int or version != _VERSION:
        raise ArgumentError(f"the text of a {kind} has version {shown(version)}: expected {_VERSION}")
    types = {"game": (str,), **members, "history": (list,)}
    if (names := list(document)[2:]) != list(types):
        raise ArgumentError(f"the text of a {kind} has the members {shown(names)}: expected {list(types)}")
    for name, expected in types.items():
        # Not isinstance: true is an int there.
        if type(document[name]) not in expected:
            wanted = " or ".join(one.__name__ for one in expected)
            raise ArgumentError(f"{name} in the text of a {kind} is {shown(document[name])}: expected {wanted}")
    steps = [_step(kind, place, item) for place, item in enumerate(document["history"], 1)]
    return _game(kind, document["game"], game), steps, {name: document[name] for name in members}


def _name(game: Game) -> str:
    return game.id or f"sha256:{sha256(game.fingerprint().encode()).hexdigest()}"


def _game(kind: str, name: str, given: Game | None) -> Game:
    if given is None:
        if name.startswith("sha256:"):
            raise ArgumentError(
                f"the text of a {kind} is of a game without an id, such as one of words: expected that game as well, as"
                " game=, or as GAME on the command line"
            )
        return game_of(name)
    check_game(given)
    if _name(given) != name:
        other = "another game, or of other words" if name.startswith("sha256:") else f"the game {shown(name)}"
        raise ArgumentError(f"the text of a {kind} is of {other}: {given} is given")
    return given


def _step(kind: str, place: int, item: object) -> tuple[str, str]:
    if not isinstance(item, list) or list(map(type, item)) != [str, str]:
        raise ArgumentError(f"step {place} in the text of a {kind} is {shown(item)}: expected a guess and its answer")
    return item[0], item[1]
