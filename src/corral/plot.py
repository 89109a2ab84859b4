"""Drawings, by matplotlib: `corral[plot]`.

Each is returned as a figure, and written to a file if one is named, whole or not at all. Matplotlib is imported when
something is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from corral.answers import Answers
from corral.arguments import read_path
from corral.errors import ArgumentError, shown
from corral.evaluation import Evaluation
from corral.files import replacing
from corral.games import difference
from corral.scores import Scores
from corral.tree import Tree

if TYPE_CHECKING:
    import os

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["new_figure", "plot_comparison", "plot_histogram", "plot_information"]

_BINS: Final = 40
# More names than these are written upright below an axis.
_MANY: Final = 16
# What stands for a character that no font has.
_BOX: Final = "\u25a1"


Target: TypeAlias = "str | os.PathLike[str] | None"
"""The file that a drawing goes to, if any; its name tells the format: .png, .svg, .pdf and others."""


def new_figure(path: Target = None) -> tuple[Figure, str]:
    """Return an empty figure, and the format that the name of its file asks for, if there is a file.

    Raises:
        ArgumentError: there is no matplotlib, or it does not know the format.
    """
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        raise ArgumentError("drawing needs matplotlib: pip install 'corral[plot]'") from None
    figure = Figure(figsize=(8, 5), layout="constrained")
    if path is None:
        return figure, ""
    known = figure.canvas.get_supported_filetypes()
    suffix = Path(read_path(path, "path")).suffix.lower().removeprefix(".")
    if suffix not in known:
        raise ArgumentError(f"{shown(str(path))} is no name of a drawing: expected it to end in .{', .'.join(known)}")
    return figure, suffix


def plot_comparison(evaluations: Evaluation | Iterable[Evaluation], path: Target = None) -> Figure:
    """Draw the share of the games of each strategy, or of one, that ended with at most so many guesses.

    Raises:
        ArgumentError: there are no evaluations, or they are of different games; there is no matplotlib, or it does not
            know the format.
        OSError: the file cannot be written.
    """
    compared = _read_evaluations(evaluations)
    figure, kind = new_figure(path)
    axes = _axes(figure, str(compared[0].game), "guesses", "found within so many guesses, %", ylim=(0, 103))
    for one in compared:
        guesses = range(one.depth + 1)
        shares = [100 * one.within(number) for number in guesses]
        axes.plot(guesses, shares, marker="o", markersize=4, label=_plain(f"{one.strategy}: mean {one.mean:.3f}"))
    axes.legend(loc="lower right")
    return _written(figure, path, kind)


def _read_evaluations(given: object) -> tuple[Evaluation, ...]:
    if isinstance(given, Evaluation):
        return (given,)
    compared = tuple(given) if isinstance(given, Iterable) else ()
    if not compared or not all(isinstance(one, Evaluation) for one in compared):
        raise ArgumentError(f"{shown(given)} is given: expected an Evaluation, or some of them")
    game = compared[0].game
    for one in compared:
        if one.game != game:
            raise ArgumentError(f"evaluations of different games: {difference(one.game, game)}")
    return compared


def plot_histogram(found: Tree | Evaluation, path: Target = None) -> Figure:
    """Draw how many secrets a tree finds, or how many games of an evaluation ended, with each number of guesses.

    Raises:
        ArgumentError: it is neither, or there is no matplotlib, or it does not know the format.
        OSError: the file cannot be written.
    """
    if not isinstance(found, Tree | Evaluation):
        raise ArgumentError(f"{shown(found)} is given: expected a Tree or an Evaluation")
    figure, kind = new_figure(path)
    title = f"{found.game}: mean {found.mean:.3f}, worst case {found.depth}"
    axes = _axes(figure, title, "guesses", "secrets" if isinstance(found, Tree) else "games")
    bars = axes.bar(range(1, len(found.histogram) + 1), list(map(float, found.histogram)))
    axes.bar_label(bars, list(map(str, found.histogram)), fontsize="small")
    return _written(figure, path, kind)


def plot_information(split: Scores | Answers, path: Target = None) -> Figure:
    """Draw how many guesses bring how much information, or how many codes give each answer to one guess.

    Raises:
        ArgumentError: it is neither `Scores` of guesses nor `Answers`, or there is no matplotlib, or it does not know
            the format.
        OSError: the file cannot be written.
    """
    if not isinstance(split, Answers) and not (isinstance(split, Scores) and len(split.guesses)):
        raise ArgumentError(f"{shown(split)} is given: expected Scores of guesses, or Answers to one")
    figure, kind = new_figure(path)
    if isinstance(split, Answers):
        title = f"{split.guess}: {split.information:.3f} bits"
        axes = _axes(figure, title, "answer, with the bits that it brings", "codes left that give it")
        places = range(len(split.sizes))
        bars = axes.bar(places, list(split.sizes.values()))
        axes.set_xticks(places, [_plain(str(answer)) for answer in split.sizes])
        axes.bar_label(bars, [f"{split.bits(answer):.2f}" for answer in split.sizes], fontsize="small")
        axes.tick_params(axis="x", rotation=90 if len(split.sizes) > _MANY else 0)
    else:
        title = f"{split.game}: {split.candidates_left} codes left"
        axes = _axes(figure, title, "information, bits", "guesses")
        may, bits = split.is_candidate, split.information
        axes.hist(
            [bits[may], bits[~may]], bins=_BINS, stacked=True, label=["can be the secret", "cannot be the secret"]
        )
        axes.legend(loc="upper left")
    return _written(figure, path, kind)


def _axes(figure: Figure, title: str, x: str, y: str, **options: Any) -> Axes:
    from matplotlib.ticker import MaxNLocator  # there is a matplotlib

    axes: Axes = figure.add_subplot(title=_plain(title), xlabel=x, ylabel=y, **options)
    if x == "guesses":
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.grid(alpha=0.3)
    axes.set_axisbelow(True)
    return axes


def _plain(text: str) -> str:
    """Return a text as matplotlib draws it without reading mathematics in it, or warning of characters."""
    from matplotlib import rcParams
    from matplotlib.font_manager import FontProperties, findfont, get_font

    fonts = [get_font(findfont(FontProperties(family=[family]))) for family in rcParams["font.family"]]
    known = (any(font.get_char_index(ord(character)) for font in fonts) for character in text)
    drawn = (character if has else _BOX for character, has in zip(text, known, strict=True))
    return "".join(drawn).replace("$", r"\$")


def _written(figure: Figure, path: Target, kind: str) -> Figure:
    if path is not None:
        with replacing(path) as file:
            figure.savefig(file, format=kind)
    return figure
