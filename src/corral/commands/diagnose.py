"""`corral diagnose`: which answers may be wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import click

import corral
from corral import show
from corral.commands import options

if TYPE_CHECKING:
    from rich.console import Console

    from corral.diagnosis import Diagnosis
    from corral.games import Game

__all__ = ["diagnose"]


_SHOWN_CHANGES: Final = 20


@click.command()
@options.game_argument
@click.argument("history", metavar="HISTORY...", nargs=-1, required=True)
@options.as_json
def diagnose(game: Game, history: tuple[str, ...], as_json: bool) -> None:
    """Tell which answers may be wrong if no code agrees with all of them.

    HISTORY is guesses with their feedback, as for corral analyze. What is told are the fewest answers that have to
    change, and to what; the likeliest come first, if every mistake is as likely as another.
    """
    diagnosis = corral.diagnose(game, options.read_steps(game, history))
    if as_json:
        show.print_json(_document(diagnosis))
    else:
        _print(show.console(), diagnosis)


def _document(diagnosis: Diagnosis) -> dict[str, Any]:
    """Return what JSON tells of a diagnosis."""
    return {
        "game": diagnosis.game.id,
        "history": show.steps(diagnosis.history),
        "candidates_left": diagnosis.candidates_left,
        "contradiction": diagnosis.contradiction,
        "wrong": diagnosis.wrong,
        "repairs": [
            {
                "steps": repair.steps,
                "changes": [
                    {"answers": list(map(str, change.answers)), "candidates_left": change.candidates_left}
                    for change in repair.changes
                ],
            }
            for repair in diagnosis.repairs
        ],
    }


def _print(console: Console, diagnosis: Diagnosis) -> None:
    """Print the same for people."""
    console.print(str(diagnosis))
    if diagnosis.contradiction is None:
        return
    console.print()
    table = show.rows("wrong", "right would be", "codes left", left="right would be")
    told = [(repair, change) for repair in diagnosis.repairs for change in repair.changes]
    for repair, change in told[:_SHOWN_CHANGES]:
        guesses = [diagnosis.history[step - 1][0] for step in repair.steps]
        right = "  ".join(f"{guess}:{label}" for guess, label in zip(guesses, change.answers, strict=True))
        table.add_row(str(repair), right, str(change.candidates_left))
    console.print(table)
    if len(told) > _SHOWN_CHANGES:
        console.print(f"and {len(told) - _SHOWN_CHANGES} more, which --json tells")
