"""What the command line shows: tables and bars for people, JSON for programs, and how far long work is."""

from __future__ import annotations

import json
import locale
import sys
from contextlib import contextmanager
from dataclasses import asdict
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import click
from rich.console import Console
from rich.live import Live
from rich.progress import Progress
from rich.table import Column, Table
from rich.text import Text

from corral.feedback import known_text
from corral.formats.best import COLUMNS, CRITERIA, best_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from corral.objectives import Number
    from corral.position import Step
    from corral.scores import Scores
    from corral.search import Progress as SearchProgress
    from corral.search import Value
    from corral.tree import Replay, Tree

__all__ = [
    "CRITERIA",
    "bar",
    "best_guess",
    "console",
    "figures",
    "live",
    "print_bars",
    "print_best",
    "print_figures",
    "print_histogram",
    "print_json",
    "print_pairs",
    "rows",
    "steps",
    "value_text",
]

_BAR_WIDTH: Final = 40
# What is piped on is not folded.
_PIPE_WIDTH: Final = 10_000
_PATIENCE: Final = 0.5

# While work goes on


def _terminal() -> Console | None:
    """Return stderr, or None if nobody would see there what moves."""
    console = Console(file=sys.stderr, markup=False, highlight=False, emoji=False)
    return console if sys.stderr.isatty() and console.is_interactive else None


@contextmanager
def bar(what: str) -> Iterator[Callable[[int, int], None] | None]:
    """Give a function that shows a bar on stderr once the work takes long, or None if nobody would see it."""
    console = _terminal()
    if console is None:
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


@contextmanager
def live() -> Iterator[Callable[[SearchProgress], None] | None]:
    """Give a function that keeps a line on stderr up to date once a search takes long, or None, likewise."""
    console = _terminal()
    if console is None:
        yield None
        return
    line = Live(console=console, transient=True, auto_refresh=False)

    def show(progress: SearchProgress) -> None:
        if progress.seconds > _PATIENCE:
            line.start()
            best, bound = value_text(progress.best), value_text(progress.lower_bound)
            told = f"best {best}   bound {bound}   positions {progress.nodes:,}   {progress.seconds:.1f} s"
            line.update(Text(told, no_wrap=True, overflow="ellipsis"), refresh=True)

    try:
        yield show
    finally:
        line.stop()


# Results


def console() -> Console:
    """Return stdout."""
    width = None if sys.stdout.isatty() else _PIPE_WIDTH
    return Console(file=sys.stdout, width=width, markup=False, highlight=False, emoji=False)


def rows(*names: str, left: str | None = None) -> Table:
    """Return an empty table of columns on the right, but for the one named on the left."""
    table = Table(box=None, pad_edge=False)
    for name in names:
        table.add_column(name, justify="left" if name == left else "right", overflow="fold")
    return table


def print_json(document: dict[str, Any]) -> None:
    """Print a document on one line."""
    click.echo(json.dumps(document))


def print_pairs(console: Console, pairs: dict[str, str]) -> None:
    """Print names with their values, and an empty line."""
    table = Table("name", Column(overflow="fold"), box=None, pad_edge=False, show_header=False)
    for pair in pairs.items():
        table.add_row(*pair)
    console.print(table)
    console.print()


def steps(history: Sequence[Step]) -> list[list[str]]:
    """Return what JSON tells of a history."""
    return [[guess, known_text(known)] for guess, known in history]


def value_text(value: Value) -> str:
    """Return the value of a strategy, with `?` for what is not known.

    >>> value_text((5, 5626)), value_text((None, 5625)), value_text(None)
    ('5, 5626', '?, 5625', '?')
    """
    parts = value if isinstance(value, tuple) else (value,)
    return ", ".join("?" if part is None else str(part) for part in parts)


def figures(tree: Tree, replay: Replay) -> dict[str, Any]:
    """Return what JSON tells of a tree that has been replayed."""
    about = {"game": str(tree.game), "history": steps(tree.history), "codes": int(tree.sizes[0])}
    return {**about, **asdict(replay), "verified": True}


def print_figures(
    console: Console,
    tree: Tree,
    replay: Replay,
    before: dict[str, str],
    after: dict[str, str] | None = None,
    verdict: str = "verified: replayed",
) -> None:
    """Print the figures of a tree that has been replayed, with other pairs before and after them, and a verdict."""
    history = {"history": "  ".join(f"{guess}:{known_text(known)}" for guess, known in tree.history)}
    secrets = int(tree.sizes[0])
    pairs = {
        "game": str(tree.game),
        **before,
        **(history if tree.history else {}),
        "codes": f"{secrets} of {len(tree.game)}" if tree.history else str(secrets),
        "total": str(replay.total),
        "mean": f"{replay.mean:.4f}",
        "worst case": str(replay.depth),
        **(after or {}),
    }
    print_pairs(console, pairs)
    print_histogram(console, replay.histogram)
    console.print()
    console.print(f"{verdict} against all {secrets} secrets")


def print_histogram(console: Console, histogram: Sequence[Number], what: str = "secrets") -> None:
    """Print how many secrets, or games, ended with each number of guesses, with bars."""
    numbered = [(str(guesses), str(found)) for guesses, found in enumerate(histogram, 1)]
    print_bars(console, ("guesses", what), numbered, histogram)


def print_bars(console: Console, names: Sequence[str], texts: Sequence[Sequence[str]], sizes: Sequence[Number]) -> None:
    """Print rows of texts under names, each with a bar as long as its size demands."""
    table = rows(*names, "", left="")
    block, most = "#" if _ascii(console) else "\u2588", max(sizes)
    # What a narrow terminal leaves behind the columns, each with two spaces after it.
    columns = zip(names, *texts, strict=True)
    room = console.width - sum(max(map(len, column)) + 2 for column in columns)
    width = max(0, min(_BAR_WIDTH, room))
    for row, size in zip(texts, sizes, strict=True):
        table.add_row(*row, block * -(-width * size // most))
    console.print(table)


def _ascii(console: Console) -> bool:
    # In the C locale Python writes UTF-8 all the same, but nobody said that the terminal reads it.
    return console.options.ascii_only or locale.setlocale(locale.LC_CTYPE) in ("C", "POSIX")


def best_guess(scores: Scores, criterion: str) -> dict[str, Any]:
    """Return what JSON tells of the best guess by a criterion."""
    place = scores.best(criterion)
    return {
        "guess": scores.codes[place],
        "parts": int(scores.parts[place]),
        "largest": int(scores.largest[place]),
        "expected_size": float(scores.expected_size[place]),
        "information": float(scores.information[place]),
        "is_candidate": bool(scores.is_candidate[place]),
    }


def print_best(console: Console, scores: Scores) -> None:
    """Print the best guesses by all criteria."""
    table = rows(*COLUMNS, left=COLUMNS[0])
    for row in best_rows(scores):
        table.add_row(*row)
    console.print()
    console.print(table)
