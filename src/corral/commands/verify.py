"""`corral verify`: a tree in a file against every secret."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from corral import show
from corral.commands import options
from corral.commands.status import Failure
from corral.commands.trees import load_tree, replayed, tree_argument, written
from corral.errors import TreeError

if TYPE_CHECKING:
    from pathlib import Path

    from corral.games import Game

__all__ = ["verify"]


@click.command()
@tree_argument
@written
@options.as_json
def verify(file: Path, game: Game | None, as_json: bool) -> None:
    """Play a saved tree against every secret.

    Misprints in other notations are told with their places, and the tree is played as if the text had been right. The
    exit status is 1 if the file is damaged or has misprints, or a secret is not found.
    """
    try:
        tree, misprints = load_tree(file, game)
        replay = replayed(tree)
    except TreeError as error:
        if as_json:
            show.print_json({"verified": False, "reason": str(error), "secret": getattr(error, "secret", None)})
        raise Failure(str(error), 1) from None
    if as_json:
        told = {"verified": False, "misprints": list(map(str, misprints))} if misprints else {}
        show.print_json(show.figures(tree, replay) | told)
    else:
        verdict = "not verified: replayed as if it had no misprint" if misprints else "verified: replayed"
        show.print_figures(show.console(), tree, replay, {}, verdict=verdict)
    if misprints:
        text = "".join(f"\n  {file}: {misprint}" for misprint in misprints)
        raise Failure(f"{len(misprints)} misprint{'s' * (len(misprints) > 1)}{text}", 1)
