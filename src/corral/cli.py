"""The commands of the command line: what the library computes, as tables for people or as JSON for programs."""

from __future__ import annotations

import json
import locale
import re
import sys
from contextlib import contextmanager
from dataclasses import asdict
from io import TextIOWrapper
from math import log2
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import click
from numpy.lib.format import header_data_from_array_1_0, write_array_header_1_0
from rich.console import Console
from rich.progress import Progress
from rich.table import Column, Table

import corral
from corral.bench import machine, measure
from corral.errors import CorralError, FeedbackError, TreeError, shown
from corral.files import replacing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from corral.games import Game
    from corral.scores import Scores
    from corral.tree import Replay, Tree

__all__ = ["cli"]

_CRITERIA: Final = ("minimax", "expected-size", "entropy", "most-parts")
_SHOWN_CODES: Final = 12
_BAR_WIDTH: Final = 40
# What is piped on is not folded.
_PIPE_WIDTH: Final = 10_000
_PATIENCE: Final = 0.5
_INTERRUPTED: Final = 130


class _Failure(click.ClickException):
    def __init__(self, message: str, exit_code: int) -> None:
        super().__init__(message)
        self.exit_code = exit_code  # type: ignore[misc] # click reads it from the instance


class _Commands(click.Group):
    """Turns errors that are not the program's own into one line and an exit status."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise _Failure("interrupted", _INTERRUPTED) from None
        except BrokenPipeError:
            raise  # click ends silently
        except OSError as error:
            raise _Failure(f"{error.filename}: {error.strerror}" if error.filename else str(error), 2) from None
        except (CorralError, MemoryError) as error:
            raise _Failure(str(error) or "out of memory", 2) from None


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(corral.__version__, prog_name="corral")
def cli() -> None:
    """Solve deduction games: Bulls and Cows, Mastermind and their relatives.

    GAME is an id such as bulls-and-cows:4x10 or mastermind:4x6; +repeats, +nozero (no leading zero) and +bulls (bulls
    only) may follow bulls-and-cows in this order. Own symbols stand in brackets: "bulls-and-cows:4[ABCDEF]", or
    "bulls-and-cows:2[red green blue]".
    """
    if isinstance(sys.stdout, TextIOWrapper):
        # Symbols may be any characters, the terminal's encoding may not have them.
        sys.stdout.reconfigure(errors="backslashreplace")


def _read_game(ctx: click.Context, param: click.Parameter, value: str) -> Game:
    return corral.game(value)


def _read_size(ctx: click.Context, param: click.Parameter, value: str) -> int:
    match = re.fullmatch(r"([0-9]{1,18})([KMGT]?)", value.upper())
    if match is None:
        raise click.BadParameter(f"{value!r} is no size: expected a number of bytes, or one such as 500M or 4G")
    return int(match[1]) << 10 * " KMGT".index(match[2] or " ")


def _read_out(ctx: click.Context, param: click.Parameter, value: Path | None) -> Path | None:
    """Notice before the work, not after it, that the result has no place to go to."""
    if value is not None and not value.parent.is_dir():
        raise click.BadParameter(f"there is no directory {str(value.parent)!r}")
    return value


_game = click.argument("game", metavar="GAME", callback=_read_game)
_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")


def _out(text: str, required: bool = False) -> Callable[[Any], Any]:
    path = click.Path(dir_okay=False, writable=True, path_type=Path)
    return click.option("--out", type=path, metavar="FILE", required=required, callback=_read_out, help=text)


@cli.command()
@_game
@click.option("--strategy", type=click.Choice(corral.STRATEGIES), default="minimax", show_default=True)
@click.option("--consistent", is_flag=True, help="Ask only codes that can still be the secret.")
@click.option(
    "--opener",
    multiple=True,
    metavar="GUESSES",
    help="The first guesses, separated by spaces, asked whatever the answers are. If a symbol has a name of several"
    " characters: one guess, and the option again for each further one.",
)
@_out("Save the tree to this file.")
@_json
def solve(
    game: Game, strategy: str, consistent: bool, opener: tuple[str, ...], out: Path | None, as_json: bool
) -> None:
    """Build and check the tree of a strategy."""
    first = _words(game, opener)
    with _progress("building the tree") as progress:
        tree = corral.strategy_tree(game, strategy, consistent=consistent, opener=first, progress=progress)
    replay = _replay(tree)
    if out is not None:
        tree.save(out)
    if as_json:
        told = {
            "strategy": strategy,
            "consistent": consistent,
            "opener": first,
            "out": None if out is None else str(out),
        }
        _print_json(_figures(game, replay) | told)
        return
    console = _console()
    options = {"strategy": strategy + ", consistent guesses only" * consistent}
    if first:
        options["opener"] = "  ".join(first)
    _print_figures(console, game, replay, options)
    console.print("not saved: --out FILE keeps the tree" if out is None else f"saved to {out}")


@cli.command()
@_game
@_out("Write the table to this file, in numpy's .npy format.", required=True)
@click.option(
    "--memory-limit",
    metavar="SIZE",
    default="2G",
    show_default=True,
    callback=_read_size,
    help="Refuse a table of more bytes; K, M, G and T stand for powers of 1024.",
)
@_json
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
        _print_json({"game": game.id, "shape": cells.shape, "dtype": "uint8", "classes": classes, "out": str(out)})
        return
    console = _console()
    console.print(f"saved to {out}: uint8 [guess, secret], {len(game)} x {len(game)}, codes in game order")
    rows = _rows("class", "feedback")
    for number, label in enumerate(classes):
        rows.add_row(str(number), label)
    console.print(rows)


@cli.command()
@_game
@click.argument("history", metavar="[HISTORY]...", nargs=-1)
@_json
def analyze(game: Game, history: tuple[str, ...], as_json: bool) -> None:
    """Tell what is left, and the best guesses.

    HISTORY is guesses with their feedback, separated by spaces: "0123:0,1 4561:0,1". If a symbol has a name of several
    characters, codes have spaces in them: then every argument is one guess with its feedback, as in
    "red blue:0,1" "blue green:1,0".
    """
    steps = [_read_step(word) for word in _words(game, history)]
    left = game.candidates(steps)
    scores = corral.score_guesses(game, steps)
    if as_json:
        _print_json(
            {
                "game": game.id,
                "history": steps,
                "candidates_left": len(left),
                "candidates": list(left[:_SHOWN_CODES]),
                "best": {criterion: _best(scores, criterion) for criterion in _CRITERIA},
            }
        )
        return
    console = _console()
    if len(left) == 1:
        console.print(f"1 of {len(game)} codes is left, it is the secret: {left[0]}")
        return
    console.print(f"{len(left)} of {len(game)} codes are left, {log2(len(left)):.3f} bits")
    # Two spaces: a code may have single ones in it.
    console.print("  ".join(left[:_SHOWN_CODES]) + "  ..." * (len(left) > _SHOWN_CODES))
    _print_best(console, scores)


@cli.command()
@click.argument("file", type=click.Path(path_type=Path))
@_json
def verify(file: Path, as_json: bool) -> None:
    """Play a saved tree against every secret.

    The exit status is 1 if the file is damaged, or a secret is not found.
    """
    try:
        tree = corral.Tree.load(file)
        replay = _replay(tree)
    except TreeError as error:
        if as_json:
            _print_json({"verified": False, "reason": str(error), "secret": getattr(error, "secret", None)})
        raise _Failure(str(error), 1) from None
    if as_json:
        _print_json(_figures(tree.game, replay))
    else:
        _print_figures(_console(), tree.game, replay, {})


@cli.command()
@_json
def bench(as_json: bool) -> None:
    """Measure the main tasks on this machine.

    Times are milliseconds of one thread's CPU, the median of several runs.
    """
    about, measured = machine(), measure()
    if as_json:
        _print_json({"machine": about, "tasks": list(map(asdict, measured))})
        return
    console = _console()
    _print_pairs(console, about)
    rows = _rows("task", "ms", "total", left="task")
    for one in measured:
        rows.add_row(one.task, f"{one.milliseconds:.3f}", "" if one.total is None else str(one.total))
    console.print(rows)


# Reading


def _words(game: Game, texts: Sequence[str]) -> list[str]:
    """Return the words of the texts, or the texts themselves if codes of the game have spaces in them."""
    if max(map(len, game.symbols)) > 1:
        return list(texts)
    return [word for text in texts for word in text.split()]


def _read_step(word: str) -> tuple[str, str]:
    guess, colon, feedback = word.rpartition(":")
    if not colon:
        raise FeedbackError(f"{shown(word)} in the history: expected a guess and its feedback, such as 0123:0,1")
    return guess, feedback


# Showing


@contextmanager
def _progress(what: str) -> Iterator[Callable[[int, int], None] | None]:
    """Give a function that shows a bar on stderr once the work takes long, or None if nobody would see it."""
    console = Console(file=sys.stderr)
    if not (sys.stderr.isatty() and console.is_interactive):
        yield None
        return
    progress, start = Progress(console=console, transient=True), monotonic()
    task = progress.add_task(what)

    def show(done: int, total: int) -> None:
        progress.update(task, completed=done, total=total)
        if monotonic() - start > _PATIENCE:
            progress.start()

    try:
        yield show
    finally:
        progress.stop()


def _replay(tree: Tree) -> Replay:
    with _progress("playing every secret") as progress:
        return tree.verify(progress=progress)


def _console() -> Console:
    width = None if sys.stdout.isatty() else _PIPE_WIDTH
    return Console(file=sys.stdout, width=width, markup=False, highlight=False, emoji=False)


def _rows(*names: str, left: str | None = None) -> Table:
    """Return an empty table of columns on the right, but for the one named on the left."""
    rows = Table(box=None, pad_edge=False)
    for name in names:
        rows.add_column(name, justify="left" if name == left else "right", overflow="fold")
    return rows


def _print_json(document: dict[str, Any]) -> None:
    click.echo(json.dumps(document))


def _print_pairs(console: Console, pairs: dict[str, str]) -> None:
    rows = Table("name", Column(overflow="fold"), box=None, pad_edge=False, show_header=False)
    for pair in pairs.items():
        rows.add_row(*pair)
    console.print(rows)
    console.print()


def _figures(game: Game, replay: Replay) -> dict[str, Any]:
    return {"game": game.id, "codes": len(game), **asdict(replay), "verified": True}


def _print_figures(console: Console, game: Game, replay: Replay, more: dict[str, str]) -> None:
    pairs = {
        "game": game.id,
        **more,
        "codes": str(len(game)),
        "total": str(replay.total),
        "mean": f"{replay.mean:.4f}",
        "worst case": str(replay.depth),
    }
    _print_pairs(console, pairs)
    rows = _rows("guesses", "secrets", "", left="")
    block, most = "#" if _ascii(console) else "\u2588", max(replay.histogram)
    for guesses, secrets in enumerate(replay.histogram, 1):
        rows.add_row(str(guesses), str(secrets), block * -(-_BAR_WIDTH * secrets // most))
    console.print(rows)
    console.print()
    console.print(f"verified: replayed against all {len(game)} secrets")


def _ascii(console: Console) -> bool:
    # In the C locale Python writes UTF-8 all the same, but nobody said that the terminal reads it.
    return console.options.ascii_only or locale.setlocale(locale.LC_CTYPE) in ("C", "POSIX")


def _best(scores: Scores, criterion: str) -> dict[str, Any]:
    place = scores.best(criterion)
    return {
        "guess": scores.codes[place],
        "parts": int(scores.parts[place]),
        "largest": int(scores.largest[place]),
        "expected_size": float(scores.expected_size[place]),
        "information": float(scores.information[place]),
        "is_candidate": bool(scores.is_candidate[place]),
    }


def _print_best(console: Console, scores: Scores) -> None:
    rows = _rows("best by", "guess", "parts", "largest", "expected size", "bits", "can be the secret", left="best by")
    for criterion in _CRITERIA:
        best = _best(scores, criterion)
        rows.add_row(
            criterion,
            best["guess"],
            str(best["parts"]),
            str(best["largest"]),
            f"{best['expected_size']:.3f}",
            f"{best['information']:.3f}",
            "yes" if best["is_candidate"] else "no",
        )
    console.print()
    console.print(rows)
