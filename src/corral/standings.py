"""Strategies side by side, with what is possible: the tables of `corral evaluate`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import floor
from typing import TYPE_CHECKING, Any, Final

from corral import show
from corral.errors import ArgumentError
from corral.evaluation import Evaluation, evaluate
from corral.solver import solve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from corral.games import Game
    from corral.search import Value

__all__ = ["Standing", "print_standings", "standing_json", "standings"]

# Of the best trees, the one with the least mean, and of those with the least worst case.
_OBJECTIVES: Final = ("total", "depth,total")
_COLUMNS: Final = 8
_BAR_WIDTH: Final = 50
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Standing:
    """How a strategy does; for a best tree also whether it is proven to be one, and what no tree is better than."""

    evaluation: Evaluation
    proven: bool | None = None
    bound: Value = None


def standings(
    game: Game, names: Sequence[str], seeds: int | Sequence[int] | None, time_limit: float, options: dict[str, Any]
) -> tuple[list[Standing], dict[str, str]]:
    """Return how strategies do, and which do not apply, with the reason; one alone has to.

    `options` are the opener, whether guesses are consistent, and the threads. The time limit is that of the search for
    each best tree.
    """
    found: list[Standing] = []
    skipped = {}
    for name in names:
        try:
            if name == "optimal":
                found += [_best(game, objective, time_limit, options) for objective in _OBJECTIVES]
            else:
                with show.bar(f"playing {name}") as progress:
                    found.append(Standing(evaluate(game, name, seeds=seeds, progress=progress, **options)))
        except ArgumentError as error:
            if len(names) == 1:
                raise
            skipped[name] = str(error)
    return found, skipped


def _best(game: Game, objective: str, time_limit: float, options: dict[str, Any]) -> Standing:
    with show.live() as progress:
        solution = solve(game, objective, time_limit=time_limit, progress=progress, **options)
    evaluation = replace(evaluate(game, solution.tree), strategy=f"optimal: {objective}")
    return Standing(evaluation, solution.proven, solution.lower_bound)


def standing_json(standing: Standing) -> dict[str, Any]:
    """Return what JSON tells of a strategy."""
    one = standing.evaluation
    told = {name: getattr(one, name) for name in ("strategy", "seeds", "total", "mean", "error", "depth", "histogram")}
    return told if standing.proven is None else told | {"proven": standing.proven, "lower_bound": standing.bound}


def print_standings(console: Console, found: Sequence[Standing], skipped: dict[str, str]) -> None:
    """Print the figures of strategies side by side, and how their games are spread."""
    all_of = [standing.evaluation for standing in found]
    columns = _columns(all_of)
    drawing = any(one.error is not None for one in all_of)
    heads = ["mean", *["+-"] * drawing, "worst case", "total", *(f"<={guesses}" for guesses in columns)]
    table = show.rows("strategy", *heads, left="strategy")
    for one in all_of:
        error = "" if one.error is None else f"{one.error:.4f}"
        total = str(one.total) if one.seeds is None else f"{one.total / len(one.seeds):.1f}"
        shares = [_percent(one.within(guesses)) for guesses in columns]
        table.add_row(one.strategy, f"{one.mean:.4f}", *[error] * drawing, str(one.depth), total, *shares)
    console.print(table)
    console.print()
    if len(all_of) == 1:
        show.print_histogram(console, all_of[0].histogram, "secrets" if all_of[0].seeds is None else "games")
    else:
        bars = show.rows("strategy", "", left="strategy")
        bars.columns[1].justify = "left"
        for one in all_of:
            bars.add_row(one.strategy, _spread(one))
        console.print(f"the games in order of length, shrunk to {_BAR_WIDTH}: how many guesses each took")
        console.print(bars)
    for line in _notes(found, skipped):
        console.print(line)


def _notes(found: Sequence[Standing], skipped: dict[str, str]) -> list[str]:
    notes = [f"{name} is left out: {reason}" for name, reason in skipped.items()]
    for standing in found:
        one = standing.evaluation
        if one.seeds:
            which = f"seed {one.seeds[0]}" if len(one.seeds) == 1 else f"{len(one.seeds)} seeds, total is their mean"
            notes.append(f"{one.strategy}: {which}")
        if standing.proven is False:
            bound = show.value_text(standing.bound)
            notes.append(
                f"{one.strategy} is not proven: nothing beyond {bound} is possible, --time-limit gives it more"
            )
    return ["", *notes] if notes else []


def _columns(evaluations: Sequence[Evaluation]) -> range:
    """Return numbers of guesses: some, from the first one with which a hundredth of the games of a strategy end."""
    start = next(k for k in range(1, 1 << 32) if any(one.within(k) >= 0.01 for one in evaluations))
    return range(start, min(start + _COLUMNS, 1 + max(one.depth for one in evaluations)))


def _percent(share: float) -> str:
    """Return a share in per cent, rounded down: only what is all is 100."""
    return f"{floor(round(10_000 * share, 6)) / 100:.2f}%"


def _spread(one: Evaluation) -> str:
    """Return a character for each of some games, spread evenly over all in order of length: the guesses it took."""
    cells, guesses = "", 1
    for cell in range(_BAR_WIDTH):
        while one.within(guesses) <= (cell + 0.5) / _BAR_WIDTH:
            guesses += 1
        cells += _DIGITS[guesses] if guesses < len(_DIGITS) else "+"
    return cells
