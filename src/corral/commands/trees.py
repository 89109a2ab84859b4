"""Trees in files: what `corral verify` and `corral show` share."""

from __future__ import annotations

from codecs import BOM_UTF8
from pathlib import Path
from typing import TYPE_CHECKING

import click

import corral
from corral import show
from corral.arguments import decoded
from corral.commands.options import read_game
from corral.errors import TreeError
from corral.files import read_bytes
from corral.formats.reading import read_tree
from corral.games import difference

if TYPE_CHECKING:
    from collections.abc import Sequence

    from corral.formats.written import Misprint
    from corral.games import Game
    from corral.tree import Replay, Tree

__all__ = ["load_tree", "replayed", "tree_argument", "written"]

tree_argument = click.argument("file", type=click.Path(path_type=Path))
written = click.option(
    "--game",
    metavar="GAME",
    callback=read_game,
    help="Of a FILE in another notation: indented text, the compact one of Knuth or of Koyama and Lai, or columns of"
    " guess, pattern and number.",
)


def load_tree(file: Path, game: Game | None) -> tuple[Tree, Sequence[Misprint]]:
    """Return the tree in a file, and the misprints of one that is in another notation.

    Raises:
        TreeError: there is none in the file, or one of another game.
        OSError: the file cannot be read.
    """
    data = read_bytes(file)
    if data.removeprefix(BOM_UTF8).lstrip()[:1] == b"{":
        tree = corral.Tree.load(file)
        if game is not None and tree.game != game:
            raise TreeError(f"{file}: a tree of {difference(tree.game, game)}")
        return tree, ()
    if game is None:
        raise TreeError(f"{file}: no tree that corral saved; one in another notation needs --game GAME")
    try:
        reading = read_tree(decoded(data, error=TreeError), game)
        return corral.Tree(**reading.tree), reading.misprints
    except TreeError as error:
        raise TreeError(f"{file}: {error}") from None


def replayed(tree: Tree) -> Replay:
    """Play a tree against every secret."""
    with show.bar("playing every secret") as progress:
        return tree.verify(progress=progress)
