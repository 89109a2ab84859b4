"""`corral review`: how well a game was played."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

import corral
from corral import show
from corral.commands import options
from corral.feedback import known_text

if TYPE_CHECKING:
    from rich.console import Console

    from corral.games import Game
    from corral.reviews import Review

__all__ = ["review"]


@click.command()
@options.game_argument
@click.argument("secret")
@click.argument("guesses", metavar="GUESS...", nargs=-1, required=True)
@options.as_json
def review(game: Game, secret: str, guesses: tuple[str, ...], as_json: bool) -> None:
    """Tell how well the guesses at a secret were chosen, and how lucky they were.

    Skill is what the guesses could be expected to tell, as a part of the most there was. Where one code is left, any
    other guess is wasted, and counts as one bit that was missed; what hard mode forbids counts no more than the best
    guess that it allows.

    If a symbol has a name of several characters, every argument is one code.
    """
    played = corral.review(game, options.read_words(game, guesses), secret)
    if as_json:
        show.print_json(_document(played))
    else:
        _print(show.console(), played)


def _document(review: Review) -> dict[str, Any]:
    """Return what JSON tells of a review."""
    return {
        "game": review.game.id,
        "secret": review.secret,
        "solved": review.solved,
        "moves": [
            {
                "guess": move.guess,
                "answer": known_text(move.answer),
                "before": move.before,
                "after": move.after,
                "information": move.information,
                "skill": move.skill,
                "luck": move.luck,
                "lost": move.lost,
                "chosen": asdict(move.chosen),
                "best": asdict(move.best),
                "best_information": move.best_information,
                "by": move.by,
            }
            for move in review.moves
        ],
        "information": review.information,
        "expected": review.expected,
        "best": review.best,
        "skill": review.skill,
        "luck": review.luck,
        "lost": review.lost,
    }


def _print(console: Console, review: Review) -> None:
    """Print the same for people."""
    names = ("guess", "answer", "codes left", "bits", "expected", "most", "skill", "luck", "lost", "best guess")
    table = show.rows("", *names)
    for step, move in enumerate(review.moves, 1):
        bits = _bits(move.information, move.chosen.information, move.best_information, move.skill, move.luck)
        lost = "" if move.lost is None else f"{move.lost:.3f}"
        best = move.best.guess if move.guess != move.best.guess else ""
        table.add_row(str(step), move.guess, known_text(move.answer), str(move.after), *bits, lost, best)
    bits = _bits(review.information, review.expected, review.best, review.skill, review.luck)
    table.add_row("", "", "", "", *bits, f"{review.lost:.3f}", "")
    console.print(table)
    console.print()
    console.print(f"found with guess {len(review.moves)}" if review.solved else "not found")
    console.print("bits: what the answer told; expected: what it tells on average; most: by the best guess for that")
    console.print("skill: expected of most, where a guess that is wasted, as the secret is known, misses one bit more")
    console.print("luck: bits beyond the expected; lost: guesses, where it could be computed")


def _bits(brought: float, expected: float, most: float, skill: float, luck: float) -> list[str]:
    return [f"{brought:.3f}", f"{expected:.3f}", f"{most:.3f}", f"{100 * skill:.0f} %", f"{luck:+.3f}"]
