"""`corral show`: a tree in a file, in another form."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from corral.commands import options
from corral.commands.trees import load_tree, tree_argument, written
from corral.errors import TreeError
from corral.files import replacing
from corral.formats.json import encode

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from corral.games import Game

__all__ = ["show_tree"]


@click.command("show")
@tree_argument
@click.option(
    "--format",
    "form",
    type=click.Choice(("text", "compact", "dot", "csv", "html", "json")),
    default="text",
    show_default=True,
    help="Indented text, the notation of Knuth, a drawing for Graphviz, a row a secret, a page, or the form of FILE.",
)
@click.option(
    "--depth", callback=options.whole_option(1), metavar="N", help="Of a drawing for Graphviz: the first N guesses."
)
@written
@options.out("Write to this file.")
def show_tree(file: Path, form: str, depth: int | None, game: Game | None, out: Path | None) -> None:
    """Write a saved tree in another form."""
    if depth is not None and form != "dot":
        raise click.UsageError("--depth is for --format dot")
    tree, misprints = load_tree(file, game)
    if misprints:
        raise TreeError(f"{file}: {misprints[0]}; corral verify tells all of {len(misprints)}")
    forms: dict[str, Callable[[], str]] = {
        "text": tree.to_text,
        "compact": tree.to_compact,
        "dot": lambda: tree.to_dot(depth),
        "csv": tree.to_csv,
        "html": tree.to_html,
        "json": lambda: encode(tree).decode("ascii"),
    }
    text = forms[form]()
    if out is None:
        click.echo(text, nl=False)
        return
    with replacing(out) as target:
        target.write(text.encode())
