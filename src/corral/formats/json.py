"""The file of a decision tree: one JSON object on one line, ASCII, the same bytes for the same tree.

    {"format":"corral tree","version":1,"game":"bulls-and-cows:4x10","history":[],"guesses":["0123","4567",...],
     "labels":["","0,0",...],"first":[1,14,...],"sizes":[5040,360,...],"checksum":"..."}

The members come in this order, without white space:

- `game`: the id of the game, or what one without an id is made of, as `corral.formats.game` says.
- `history`: what was asked and answered before the first guess of the tree, a list a step: the code and the feedback.
  A feedback is a text such as "0,1", or a list such as [0,null] where a count is not known, or null if nothing is.
- `guesses`, `labels`, `sizes`: a value a node, in breadth-first order, the root first: the guess as a code, the
  feedback that led to the node as a text (empty for the root), and the number of secrets that are left there.
- `first`: one value more; the children of node i are the nodes first[i] to first[i + 1] - 1, by ascending feedback. The
  winning feedback leads to no node.
- `checksum`: the SHA-256, in hexadecimal, of all bytes before `,"checksum"`.

Reading trusts nothing: a file that is not exactly of this form is a `TreeError`.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from corral.errors import CodeError, TreeError, shown
from corral.feedback import Label
from corral.formats.game import read_game, write_game
from corral.formats.members import load

if TYPE_CHECKING:
    from corral.games import Game
    from corral.tree import Tree

__all__ = ["decode", "encode"]

_FORMAT: Final = "corral tree"
_VERSION: Final = 1
_COLUMNS: Final = {"guesses": str, "labels": str, "first": int, "sizes": int}
_MARK: Final = b',"checksum":"'


def encode(tree: Tree) -> bytes:
    """Return the bytes of the file of a tree."""
    codes, classes = tree.game.guesses, tree.game.classes
    document = {
        "format": _FORMAT,
        "version": _VERSION,
        "game": write_game(tree.game),
        "history": [[guess, str(known) if isinstance(known, Label) else known] for guess, known in tree.history],
        "guesses": [codes[number] for number in tree.guesses.tolist()],
        "labels": ["", *(str(classes[number]) for number in tree.labels.tolist()[1:])],
        "first": tree.first.tolist(),
        "sizes": tree.sizes.tolist(),
    }
    body = json.dumps(document, separators=(",", ":")).encode("ascii").removesuffix(b"}")
    return body + _MARK + _checksum(body) + b"\n"


def decode(data: bytes) -> dict[str, Any]:
    """Return what `Tree` takes, by name, from a file: game, guesses, labels, first, sizes and history.

    Raises:
        TreeError: these are not the bytes of such a file. Whether the arrays make a tree and the history one of the
            game is for `Tree` to check.
    """
    document = _document(data)
    history = _column(document, "history", list)
    columns = {name: _column(document, name, kind) for name, kind in _COLUMNS.items()}
    played = read_game(document["game"])
    guesses = [_guess(played, node, code) for node, code in enumerate(columns["guesses"])]
    numbers = {str(label): number for number, label in enumerate(played.classes)}
    labels = [_label(numbers, node, label) for node, label in enumerate(columns["labels"])]
    return {**columns, "game": played, "history": history, "guesses": guesses, "labels": labels}


def _checksum(body: bytes) -> bytes:
    return sha256(body).hexdigest().encode("ascii") + b'"}'


def _document(data: bytes) -> dict[str, Any]:
    body, mark, end = data.rpartition(_MARK)
    if not mark:
        raise TreeError("no file of a corral tree, or one that is cut off: there is no checksum at its end")
    if end.rstrip() != _checksum(body):
        raise TreeError("damaged: the checksum is not that of the contents")
    try:
        document = load(body + b"}")
    except (ValueError, RecursionError) as error:
        raise TreeError(f"no JSON that can be a corral tree: {error}") from None
    if not isinstance(document, dict) or document.get("format") != _FORMAT:
        raise TreeError(f"no file of a corral tree: its format is not {_FORMAT!r}")
    if type(version := document.get("version")) is not int or version != _VERSION:
        raise TreeError(f"version {shown(version)} of the format: expected {_VERSION}")
    expected = ["format", "version", "game", "history", *_COLUMNS]
    if list(document) != expected:
        raise TreeError(f"its members are {shown(list(document))}: expected {expected} and checksum")
    return document


def _column(document: dict[str, Any], name: str, kind: type) -> list[Any]:
    values = document[name]
    if not isinstance(values, list):
        raise TreeError(f"{name} is {shown(values)}: expected a list")
    # Every column has the root; an array of nothing would not tell what was expected in it.
    if not values and name in _COLUMNS:
        raise TreeError(f"{name} is []: expected {'texts' if kind is str else 'whole numbers'}, one or more")
    for place, value in enumerate(values):
        # Not isinstance: true is an int there.
        if type(value) is not kind:
            raise TreeError(f"{name}[{place}] is {shown(value)}: expected {kind.__name__}")
    return values


def _guess(played: Game, node: int, code: str) -> int:
    try:
        return played.guesses.index(code)
    except CodeError as error:
        raise TreeError(f"node {node}: {error}") from None


def _label(numbers: dict[str, int], node: int, label: str) -> int:
    if node == 0 and label == "":
        return 0
    if node == 0 or label not in numbers:
        expected = "a feedback of the game" if node else "an empty text"
        raise TreeError(f"node {node} has the label {shown(label)}: expected {expected}")
    return numbers[label]
