"""Drawings, by matplotlib: `corral[plot]`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from corral.errors import ArgumentError, shown
from corral.files import replacing

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from matplotlib.figure import Figure

    from corral.evaluation import Evaluation

__all__ = ["new_figure", "plot_evaluations"]


def new_figure(path: str | os.PathLike[str]) -> tuple[Figure, str]:
    """Return an empty figure, and the format that the name of its file asks for.

    Raises:
        ArgumentError: there is no matplotlib, or it does not know the format.
    """
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        raise ArgumentError("drawing needs matplotlib: pip install 'corral[plot]'") from None
    figure = Figure(figsize=(8, 5), layout="constrained")
    known, suffix = figure.canvas.get_supported_filetypes(), Path(path).suffix.lower().removeprefix(".")
    if suffix not in known:
        raise ArgumentError(f"{shown(str(path))} is no name of a drawing: expected it to end in .{', .'.join(known)}")
    return figure, suffix


def plot_evaluations(evaluations: Sequence[Evaluation], path: str | os.PathLike[str]) -> None:
    """Draw the share of the games of each strategy that ended with at most so many guesses.

    The file is written whole or not at all; its name tells the format: .png, .svg, .pdf and others.

    Raises:
        ArgumentError: there are no evaluations or no matplotlib, or it does not know the format.
        OSError: the file cannot be written.
    """
    if not evaluations:
        raise ArgumentError("there are no evaluations to draw")
    figure, kind = new_figure(path)
    from matplotlib.ticker import MaxNLocator  # there is a matplotlib

    axes = figure.add_subplot(
        title=str(evaluations[0].game), xlabel="guesses", ylabel="found within so many guesses, %", ylim=(0, 103)
    )
    for one in evaluations:
        guesses = range(one.depth + 1)
        shares = [100 * one.within(number) for number in guesses]
        axes.plot(guesses, shares, marker="o", markersize=4, label=f"{one.strategy}: mean {one.mean:.3f}")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right")
    with replacing(path) as file:
        figure.savefig(file, format=kind)
