"""Any text of a tree, whose notation shows in how it begins."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from corral.formats.columns import read_columns
from corral.formats.compact import read_compact
from corral.formats.text import read_text
from corral.formats.written import read_after

if TYPE_CHECKING:
    from corral.formats.written import Reading
    from corral.games import Game

__all__ = ["read_tree"]


def read_tree(text: str, game: Game) -> Reading:
    """Return the tree of a text in compact notation, in columns or indented, and its misprints.

    Raises:
        TreeError: the text has not the form of the notation that it seems to be; it names line and column.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    begin = text[read_after(text, game)[1] :]
    first = begin.partition("\n")[0].strip()
    if first in game.guesses:
        return read_text(text, game)
    if re.match(r"[0-9]+\s*\(", begin.lstrip()):
        return read_compact(text, game)
    if re.match(r"\S+\s+\S*[^\s\d]1(?:\s|$)", begin.lstrip()):
        return read_columns(text, game)
    return read_text(text, game)
