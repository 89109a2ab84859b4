"""The commands. They only read arguments and show what the library computes.

Figures and JSON go to the standard output, progress and errors to the standard error. The exit code is 0, 1 if `verify`
finds a tree wrong, 2 for an error, 130 after Ctrl-C.
"""

from __future__ import annotations

import io
import json
import re
import sys
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
import numpy as np
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from corral import __version__
from corral.bench import machine, measure
from corral.errors import CorralError, TreeError, VerificationError
from corral.files import replacing
from corral.games import Game, game
from corral.scores import Scores, score_guesses
from corral.strategies import STRATEGIES, strategy_tree
from corral.tree import Tree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

__all__ = ["cli"]

_SHOWN: Final = 12
_CRITERIA: Final = ("minimax", "expected-size", "entropy", "most-parts")
_BAR: Final = 40


class _Failure(click.ClickException):
    """An error that ends the program with one line and an exit code."""

    def __init__(self, message: str, exit_code: int = 2) -> None:
        super().__init__(" ".join(message.split()))
        self.exit_code = exit_code


class _Group(click.Group):
    """Commands whose errors are one line and whose Ctrl-C is exit code 130."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise  # click ends silently
        except OSError as error:
            raise _Failure(f"{error.filename}: {error.strerror}" if error.filename else str(error)) from None
        except (CorralError, MemoryError) as error:
            raise _Failure(str(error) or "the memory does not suffice") from None
        except KeyboardInterrupt:
            raise _Failure("interrupted", 130) from None


class _Bytes(click.ParamType):
    """A number of bytes such as 4G."""

    name = "bytes"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number."""
        match = re.fullmatch(r"([0-9]{1,18})([KMGT]?)(?:i?B)?", str(value), re.IGNORECASE)
        if match is None:
            self.fail(f"{value!r} is no number of bytes: expected one such as 4000000 or 4G", param, ctx)
        return int(match[1]) << 10 * " KMGT".index(match[2].upper() or " ")


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="corral")
def cli() -> None:
    """Solve deduction games: Bulls and Cows, Mastermind and their relatives.

    GAME is an id: bulls-and-cows:4x10 (4 places, 10 symbols), with +repeats, +nozero, +bulls added in this order, or
    mastermind:4x6, or own symbols as in "bulls-and-cows:4[ABCDEF]".
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Symbols may be any characters, the terminal's encoding may not have them.
        sys.stdout.reconfigure(errors="backslashreplace")


_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
_file = click.Path(dir_okay=False, path_type=Path)


@cli.command()
@click.argument("game_id", metavar="GAME")
@click.option("--strategy", type=click.Choice(STRATEGIES), default="minimax", show_default=True)
@click.option("--consistent", is_flag=True, help="Guess only codes that can still be the secret.")
@click.option("--opener", default="", metavar="CODES", help='First guesses whatever the answers, such as "0123 4567".')
@click.option("--out", type=_file, metavar="FILE", help="Save the tree to this file.")
@_json
def solve(game_id: str, strategy: str, consistent: bool, opener: str, out: Path | None, as_json: bool) -> None:
    """Build the decision tree of a strategy, verify it, and save it."""
    played = game(game_id)
    guesses = [guess for guess, _ in _words(played, opener.split())]
    _writable(out)
    with _progress("building the tree") as progress:
        tree = strategy_tree(played, strategy, consistent=consistent, opener=guesses, progress=progress)
    asked = {"strategy": strategy, "consistent": consistent, "opener": guesses}
    figures = _figures(tree, asked)
    if out is not None:
        tree.save(out)
    if as_json:
        _print_json({**figures, "file": None if out is None else str(out)})
    else:
        _print_figures(figures)
        click.echo("not saved: --out FILE saves the tree" if out is None else f"saved to {out}")


@cli.command()
@click.argument("file", type=_file, metavar="FILE")
@_json
def verify(file: Path, as_json: bool) -> None:
    """Load a tree and replay every secret; the exit code is 1 if it is damaged or wrong."""
    try:
        figures = _figures(Tree.load(file), {"file": str(file)})
    except TreeError as error:
        if not as_json:
            raise _Failure(str(error), 1) from None
        secret = error.secret if isinstance(error, VerificationError) else None
        _print_json({"file": str(file), "verified": False, "error": str(error), "secret": secret})
        sys.exit(1)
    (_print_json if as_json else _print_figures)(figures)


@cli.command()
@click.argument("game_id", metavar="GAME")
@click.option("--out", type=_file, required=True, metavar="FILE", help="The .npy file to write.")
@click.option("--memory-limit", type=_Bytes(), default="2G", show_default=True, help="Refuse a larger table.")
@_json
def table(game_id: str, out: Path, memory_limit: int, as_json: bool) -> None:
    """Write the feedback of every guess against every secret as a numpy array."""
    played = game(game_id)
    _writable(out)
    array = played.feedback_table(memory_limit=memory_limit)
    with replacing(out) as file:
        np.save(file, array)
    classes = [str(label) for label in played.classes]
    if as_json:
        _print_json({"game": played.id, "file": str(out), "codes": len(played), "classes": classes})
        return
    click.echo(f"saved to {out}: uint8 [{len(played)} guesses, {len(played)} secrets] in game order")
    meanings = "  ".join(f"{number}={label}" for number, label in enumerate(classes))
    click.echo(f"class numbers of {'bulls' if len(classes[0]) == 1 else 'bulls,cows'}: {meanings} (found)")


@cli.command()
@click.argument("game_id", metavar="GAME")
@click.argument("history", nargs=-1, metavar="[GUESS:FEEDBACK]...")
@_json
def analyze(game_id: str, history: tuple[str, ...], as_json: bool) -> None:
    """Show what is left after some answers, and the best guesses.

    \b
    The history may be one argument or several:
      corral analyze bulls-and-cows:4x10 "0123:0,1 4561:0,1"
      corral analyze "bulls-and-cows:2[red green blue]" "red green:1,0" "red blue:1,0"
    """
    played = game(game_id)
    rows = _history(played, " ".join(history).split())
    codes = played.candidates(rows)
    scores = score_guesses(played, rows)
    data = {
        "game": played.id,
        "history": [[guess, str(played.parse_feedback(answer))] for guess, answer in rows],
        "codes": len(played),
        "left": len(codes),
        "some": list(codes[:_SHOWN]),
        "best": [_best(scores, criterion) for criterion in _CRITERIA],
    }
    (_print_json if as_json else _print_analysis)(data)


@cli.command()
@_json
def bench(as_json: bool) -> None:
    """Measure this machine: CPU milliseconds of the main tasks."""
    with _progress("measuring"):
        data = {"machine": machine(), "tasks": [asdict(measurement) for measurement in measure()]}
    (_print_json if as_json else _print_bench)(data)


# Arguments


def _words(played: Game, words: Sequence[str]) -> Iterable[tuple[str, int]]:
    """Join the words that make one code where names are longer than a character; with the number of the last word."""
    size = played.length if any(len(name) > 1 for name in played.symbols) else 1
    return [(" ".join(words[place : place + size]), place + size) for place in range(0, len(words), size)]


def _history(played: Game, words: Sequence[str]) -> list[tuple[str, str]]:
    rows = []
    for step, (row, _) in enumerate(_words(played, words), 1):
        guess, colon, answer = row.rpartition(":")
        if not colon:
            raise _Failure(f"step {step} of the history is {row!r}: expected guess:feedback, such as 0123:0,1")
        rows.append((guess, answer))
    return rows


def _writable(out: Path | None) -> None:
    """Refuse a file whose directory is missing before the work rather than after it."""
    if out is not None and not out.parent.is_dir():
        raise _Failure(f"{out}: there is no directory {out.parent}")


# Computing


@contextmanager
def _progress(task: str) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar while the block runs, on a terminal only."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task(task, total=None)
        yield lambda done, total: progress.update(bar, completed=done, total=total)


def _figures(tree: Tree, asked: dict[str, Any]) -> dict[str, Any]:
    """Return what is known of a tree once it is verified."""
    with _progress("verifying the tree"):
        replay = tree.verify()
    return {
        "game": tree.game.id,
        **asked,
        "codes": len(tree.game),
        "nodes": len(tree),
        "total": replay.total,
        "mean": replay.mean,
        "depth": replay.depth,
        "histogram": replay.histogram,
        "verified": True,
    }


def _best(scores: Scores, criterion: str) -> dict[str, Any]:
    place = scores.best(criterion)
    return {
        "criterion": criterion,
        "guess": scores.codes[place],
        "parts": int(scores.parts[place]),
        "largest": int(scores.largest[place]),
        "expected_size": float(scores.expected_size[place]),
        "information": float(scores.information[place]),
        "can_be_secret": bool(scores.is_candidate[place]),
    }


# Printing


def _print_json(data: dict[str, Any]) -> None:
    click.echo(json.dumps(data))


def _print_table(head: Sequence[str], rows: Iterable[Sequence[object]], left: int = 1) -> None:
    """Print a table without lines; the first columns are aligned left, the others right."""
    console = Console(highlight=False, markup=False, emoji=False)
    grid = Table(box=None, pad_edge=False, show_header=any(head), padding=(0, 2, 0, 0))
    for column, title in enumerate(head):
        grid.add_column(title, justify="left" if column < left else "right", overflow="fold")
    for row in rows:
        grid.add_row(*map(str, row))
    console.print(grid)


def _print_figures(figures: dict[str, Any]) -> None:
    names = {"game": "game", "file": "file", "strategy": "strategy", "codes": "codes", "nodes": "nodes"}
    ...
