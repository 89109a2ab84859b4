"""One page that shows a decision tree in a browser, and plays it: no other file and no network is needed.

The page is `page.html` with the tree in it, as a JSON object that only the script of the page reads:

- `game`: its name; `history`: pairs of a guess and its answer; `answers`: the texts of all answers, the winning one
  last.
- `codes`, `labels`, `children`: a value a node, breadth first: the guess, the place of the answer that leads there in
  `answers`, the number of children.
- `wins`: a character a node, 1 if the guess may be the secret; `secrets`: the secret that each of these guesses is, in
  the order of the nodes, or null where its text is that of the guess.
"""

from __future__ import annotations

import html
import json
from importlib.resources import files
from typing import TYPE_CHECKING, Final

import numpy as np

from corral.feedback import known_text

if TYPE_CHECKING:
    from corral.tree import Tree

__all__ = ["to_html"]

_TITLE: Final = "@TITLE@"
_TREE: Final = "@TREE@"


def to_html(tree: Tree) -> str:
    """Return the page of a tree."""
    game = tree.game
    wins = tree.wins()
    codes = [game.guesses[number] for number in tree.guesses.tolist()]
    winning = np.flatnonzero(wins).tolist()
    secrets = [game.secrets[number] for number in game.found(tree.guesses[wins]).tolist()]
    same = all(codes[node] == secret for node, secret in zip(winning, secrets, strict=True))
    document = {
        "game": str(game),
        "history": [[guess, known_text(known)] for guess, known in tree.history],
        "answers": list(map(str, game.classes)),
        "codes": codes,
        "labels": tree.labels.tolist(),
        "children": np.diff(tree.first.astype(np.int64)).tolist(),
        "wins": "".join(map(str, wins.astype(int).tolist())),
        "secrets": None if same else secrets,
    }
    text = json.dumps(document, separators=(",", ":"))
    # Inside a script nothing is escaped but what could end it.
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    page = (files("corral.formats") / "page.html").read_text(encoding="utf-8")
    before, between, after = (part for piece in page.split(_TITLE) for part in piece.split(_TREE))
    return f"{before}{html.escape(str(game))}{between}{text}{after}"
