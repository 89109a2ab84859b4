"""`corral table`: the feedback of all guesses and secrets, in a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from numpy.lib.format import header_data_from_array_1_0, write_array_header_1_0

from corral import show
from corral.commands import options
from corral.files import replacing

if TYPE_CHECKING:
    from pathlib import Path

    from corral.games import Game

__all__ = ["table"]


@click.command()
@options.game_argument
@options.out("Write the table to this file, in numpy's .npy format.", required=True)
@options.memory_limit(
    "Refuse a table of more bytes; K, M, G and T stand for powers of 1024.", default="2G", show_default=True
)
@options.as_json
def table(game: Game, out: Path, memory_limit: int, as_json: bool) -> None:
    """Write the feedback of all guesses and secrets.

    FILE gets the class number of every guess against every secret, uint8 [guess, secret], codes in game order.
    """
    cells = game.feedback_table(memory_limit=memory_limit)
    with replacing(out) as file:
        # Not numpy.save, which cannot write to a pipe.
        write_array_header_1_0(file, header_data_from_array_1_0(cells))
        file.write(cells.data)
    classes = list(map(str, game.classes))
    if as_json:
        show.print_json(
            {"game": str(game), "shape": cells.shape, "dtype": "uint8", "classes": classes, "out": str(out)}
        )
        return
    console = show.console()
    console.print(f"saved to {out}: uint8 [guess, secret], {len(game.guesses)} x {len(game)}, codes in game order")
    table = show.rows("class", "feedback")
    for number, label in enumerate(classes):
        table.add_row(str(number), label)
    console.print(table)
