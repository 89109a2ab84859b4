"""Arguments and options that several commands have, and how they are read."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

import corral
from corral.arguments import MOST_DIGITS
from corral.errors import FeedbackError, shown
from corral.limits import MOST_THREADS, SEEDS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from corral.games import Game
    from corral.games.words import WordFeedback

__all__ = [
    "as_json",
    "consistent",
    "game_argument",
    "memory_limit",
    "opener",
    "out",
    "read_game",
    "read_out",
    "read_steps",
    "read_words",
    "seconds_option",
    "seed",
    "threads",
    "whole_option",
]

_WORD_GAMES: Final[dict[str, WordFeedback]] = {"wordle": "wordle", "words": "bulls-and-cows", "jotto": "common"}


# Reading


def read_game(ctx: click.Context, param: click.Parameter, value: str | None) -> Game | None:
    """Return the game with an id, or of files of words."""
    if value is None:
        return None
    kind, _, files = value.partition(":")
    if kind not in _WORD_GAMES:
        return corral.game(value)
    names = files.removesuffix("+hard").split(",")
    if len(names) > 2 or not all(names):
        raise click.BadParameter(f"{value!r}: expected {kind}:SECRETS or {kind}:SECRETS,GUESSES, the names of files")
    hard = files.endswith("+hard")
    return corral.words(Path(names[0]), Path(names[1]) if names[1:] else None, _WORD_GAMES[kind], hard=hard)


def read_out(ctx: click.Context, param: click.Parameter, value: Path | None) -> Path | None:
    """Notice before the work, not after it, that the result has no place to go to."""
    if value is not None and not value.parent.is_dir():
        raise click.BadParameter(f"there is no directory {str(value.parent)!r}")
    if value is not None and value.is_dir():
        # An empty text, which click takes for a new file.
        raise click.BadParameter(f"{str(value)!r} is a directory")
    return value


def _read_size(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    if value is None:
        return None
    match = re.fullmatch(r"([0-9]{1,18})([KMGT]?)", value.upper())
    if match is None:
        raise click.BadParameter(f"{value!r} is no size: expected a number of bytes, or one such as 500M or 4G")
    return int(match[1]) << 10 * " KMGT".index(match[2] or " ")


def whole_option(
    low: int, high: int | None = None
) -> Callable[[click.Context, click.Parameter, str | None], int | None]:
    """Return the callback of an option that takes a whole number within bounds, however many digits are typed."""

    def read(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
        if value is None:
            return None
        is_short = value.isascii() and value.isdecimal() and len(value) <= MOST_DIGITS
        number = int(value) if is_short else -1
        if number < low or (high is not None and number > high):
            bounds = f", {low} or more" if high is None else f" from {low} to {high}"
            raise click.BadParameter(f"{shown(value)}: expected a whole number{bounds}")
        return number

    return read


def seconds_option(
    most: int | None = None, unit: str = "seconds"
) -> Callable[[click.Context, click.Parameter, str | None], float | None]:
    """Return the callback of an option that takes a time: 0 or more, or, to wait for others, more than 0 to `most`."""

    def read(ctx: click.Context, param: click.Parameter, value: str | None) -> float | None:
        if value is None:
            return None
        try:
            given = float(value)
        except ValueError:
            given = math.nan
        # What is no number is not within bounds either.
        if not (given >= 0 if most is None else 0 < given <= most):
            bounds = "0 or more" if most is None else f"more than 0, {most} at most"
            raise click.BadParameter(f"{shown(value)}: expected {unit}, {bounds}")
        return given

    return read


def read_words(game: Game, texts: Sequence[str]) -> list[str]:
    """Return the words of the texts, or the texts themselves if codes of the game have spaces in them."""
    if game.spaced:
        return list(texts)
    return [word for text in texts for word in text.split()]


def read_steps(game: Game, texts: Sequence[str]) -> list[tuple[str, str]]:
    """Return the steps of a history, such as 0123:0,1, in texts that have one or more."""
    return [_read_step(word) for word in read_words(game, texts)]


def _read_step(word: str) -> tuple[str, str]:
    guess, colon, feedback = word.rpartition(":")
    if not colon:
        raise FeedbackError(f"{shown(word)} in the history: expected a guess and its feedback, such as 0123:0,1")
    return guess, feedback


# What commands have

game_argument = click.argument("game", metavar="GAME", callback=read_game)
as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
consistent = click.option("--consistent", is_flag=True, help="Ask only codes that can still be the secret.")
opener = click.option(
    "--opener",
    multiple=True,
    metavar="GUESSES",
    help="The first guesses, separated by spaces, asked whatever the answers are. If a symbol has a name of several"
    " characters: one guess, and the option again for each further one.",
)
threads = click.option(
    "--threads",
    callback=whole_option(1, MOST_THREADS),
    metavar="N",
    help="How many work together.  [default: one for each processor]",
)


def seed(text: str) -> Callable[[Any], Any]:
    """Return the option of a seed, with its help."""
    return click.option("--seed", callback=whole_option(0, SEEDS - 1), metavar="N", help=text)


def memory_limit(text: str, **more: Any) -> Callable[[Any], Any]:
    """Return the option of a limit of memory, with its help."""
    return click.option("--memory-limit", metavar="SIZE", callback=_read_size, help=text, **more)


def out(text: str, name: str = "--out", required: bool = False) -> Callable[[Any], Any]:
    """Return the option of a file that a result is written to, with its help."""
    path = click.Path(dir_okay=False, writable=True, path_type=Path)
    return click.option(name, type=path, metavar="FILE", required=required, callback=read_out, help=text)
