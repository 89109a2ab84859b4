"""`corral analyze`: what is left, and what to guess."""

from __future__ import annotations

from dataclasses import asdict
from math import log2
from typing import TYPE_CHECKING, Any, Final

import click

import corral
from corral import show
from corral.commands import options
from corral.commands.status import Failure
from corral.errors import ContradictionError, counted

if TYPE_CHECKING:
    from rich.console import Console

    from corral.analysis import Analysis, Figures
    from corral.answers import Answers
    from corral.games import Game

__all__ = ["analyze"]


_SHOWN_CODES: Final = 12
_BY: Final = {"exact": "calculation", "entropy": "information"}


@click.command()
@options.game_argument
@click.argument("history", metavar="[HISTORY]...", nargs=-1)
@click.option("--guess", metavar="CODE", help="Also tell how many codes give each answer to this guess.")
@click.option("--top", callback=options.whole_option(1), metavar="N", help="Also tell the N best guesses.")
@options.as_json
def analyze(game: Game, history: tuple[str, ...], guess: str | None, top: int | None, as_json: bool) -> None:
    """Tell what is left, and what to guess.

    The guess that may be right now can be the secret; the one with the fewest guesses in the end may be another code,
    which tells more. Where few codes are left the guesses to the end of the game are computed for every guess, on
    average and at most, each by the play that is best for it.

    HISTORY is guesses with their feedback, separated by spaces: "0123:0,1 4561:0,1". A count that is not known is ?, as
    in "0123:1,?". If a symbol has a name of several characters, codes have spaces in them: then every argument is one
    guess with its feedback, as in "red blue:0,1" "blue green:1,0".
    """
    steps = options.read_steps(game, history)
    try:
        analysis = corral.analyze(game, steps)
    except ContradictionError as error:
        why = corral.diagnose(game, steps).why
        raise Failure(f"{error}; {why}; see corral diagnose" if why else str(error)) from None
    answers = None if guess is None else analysis.answers(guess)
    if as_json:
        show.print_json(_document(analysis, top, answers))
    else:
        _print(show.console(), analysis, top, answers)


def _document(analysis: Analysis, top: int | None, answers: Answers | None) -> dict[str, Any]:
    """Return what JSON tells of an analysis, with so many of the best guesses, and the answers to one."""
    left = analysis.candidates
    document: dict[str, Any] = {
        "game": analysis.game.id,
        "history": show.steps(analysis.history),
        "candidates_left": len(left),
        "candidates": list(left[:_SHOWN_CODES]),
        "now": asdict(analysis.now),
        "fewest": asdict(analysis.fewest),
        "by": analysis.by,
        "reason": analysis.reason,
        "best": {criterion: show.best_guess(analysis.scores, criterion) for criterion in show.CRITERIA},
    }
    if top:
        document["top"] = list(map(asdict, analysis.top(top)))
    if answers is not None:
        document["answers"] = {
            "guess": answers.guess,
            "information": answers.information,
            "sizes": {str(label): size for label, size in answers.sizes.items()},
        }
    return document


def _print(console: Console, analysis: Analysis, top: int | None, answers: Answers | None) -> None:
    """Print the same for people."""
    left, codes = analysis.candidates, counted(len(analysis.game), "code")
    if len(left) == 1:
        console.print(f"1 of {codes} is left, it is the secret: {left[0]}")
    else:
        console.print(f"{len(left)} of {codes} are left, {log2(len(left)):.3f} bits")
        # Two spaces: a code may have single ones in it.
        console.print("  ".join(left[:_SHOWN_CODES]) + "  ..." * (len(left) > _SHOWN_CODES))
        console.print()
        named = {"right now": analysis.now, f"fewest guesses, by {_BY[analysis.by]}": analysis.fewest}
        _print_figures(console, named, len(left))
        console.print(analysis.reason)
        show.print_best(console, analysis.scores)
    if top:
        console.print()
        _print_figures(console, {str(rank): each for rank, each in enumerate(analysis.top(top), 1)}, len(left))
    if answers is not None:
        console.print()
        _print_answers(console, answers)


def _print_figures(console: Console, named: dict[str, Figures], left: int) -> None:
    exact = all(each.worst is not None for each in named.values())
    names = ["guess", "chance", "parts", "largest", "expected size", "bits", *["guesses", "at most"] * exact]
    table = show.rows("", *names, left="")
    for name, each in named.items():
        cells = [
            each.guess,
            f"1/{left}" if each.is_candidate else "0",
            str(each.parts),
            str(each.largest),
            f"{each.expected_size:.3f}",
            f"{each.information:.3f}",
        ]
        if exact:
            cells += [f"{each.expected_guesses:.3f}", str(each.worst)]
        table.add_row(name, *cells)
    console.print(table)


def _print_answers(console: Console, answers: Answers) -> None:
    many = counted(answers.parts, "answer")
    console.print(f"{answers.guess} has {many}, {answers.information:.3f} bits on average")
    texts = [
        (str(label), str(size), f"{100 * size / answers.candidates_left:.1f} %", f"{answers.bits(label):.3f}")
        for label, size in answers.sizes.items()
    ]
    show.print_bars(console, ("answer", "codes", "share", "bits"), texts, list(answers.sizes.values()))
