"""`corral atlas`: the optima of all games up to a size."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click

from corral import show
from corral.arguments import whole
from corral.atlas import Atlas, games_up_to, page, survey
from corral.commands import options
from corral.errors import ArgumentError, shown
from corral.files import read_bytes, replacing
from corral.formats.members import load
from corral.limits import MOST_THREADS

__all__ = ["atlas"]


@click.command()
@click.option(
    "--max-codes",
    callback=options.whole_option(2),
    default="1000",
    show_default=True,
    metavar="N",
    help="Of the largest game.",
)
@click.option(
    "--minutes",
    callback=options.seconds_option(unit="minutes"),
    default="1",
    show_default=True,
    metavar="MINUTES",
    help="For each objective of a game.",
)
@options.threads
@click.option(
    "--processes", callback=options.whole_option(1, MOST_THREADS), metavar="N", help="Instead: so many games at once."
)
@click.option("--published", type=click.Path(path_type=Path, exists=True), help="JSON with values to compare with.")
@click.option("--out", "directory", type=click.Path(path_type=Path), default="atlas", show_default=True)
def atlas(
    max_codes: int, minutes: float, threads: int | None, processes: int | None, published: Path | None, directory: Path
) -> None:
    """Find the optima of all games of Bulls and Cows and of Mastermind up to a size.

    The directory gets the records, the trees, which have been replayed, and optima.md, a page of tables. A survey that
    was stopped goes on where it was, also with more minutes or larger games.
    """
    charts = Atlas(directory)
    literature = [] if published is None else _read_published(published)
    games = games_up_to(max_codes)
    places = {one.id: place for place, one in enumerate(games, 1)}
    console = show.console()
    with ExitStack() as stack:
        executor = stack.enter_context(ProcessPoolExecutor(processes)) if processes else None
        for record in survey(charts, games, minutes, threads=threads, executor=executor):
            mark = "proven" if record.proven else f"bound {show.value_text(record.lower_bound)}"
            console.print(
                f"{places[record.game]}/{len(games)} {record.game} {record.objective}: {show.value_text(record.value)},"
                f" {mark}, {record.seconds:.1f} s"
            )
    with replacing(directory / "optima.md") as file:
        file.write(page(charts.records.values(), literature).encode())
    proven = sum(record.proven for record in charts.records.values())
    console.print(f"{proven} of {len(charts.records)} proven, see {directory / 'optima.md'}")


def _read_published(path: Path) -> list[dict[str, Any]]:
    """Return what a file says is published, as `page` takes it."""
    try:
        document = load(read_bytes(path))
    except ValueError as error:
        raise ArgumentError(f"{path}: {error}") from None
    optima = document.get("optima") if isinstance(document, dict) else None
    if not isinstance(optima, list):
        raise ArgumentError(f'{path}: expected an object with "optima", a list')
    for entry in optima:
        if not _is_optimum(entry):
            raise ArgumentError(
                f"{path}: {shown(entry)} among the optima: expected an object with game, objective and source, all"
                " texts, and value, a whole number or a list of them"
            )
    return optima


def _is_optimum(entry: Any) -> bool:
    if not isinstance(entry, dict):
        return False
    value = entry.get("value")
    return all(isinstance(entry.get(name), str) for name in ("game", "objective", "source")) and all(
        whole(one) is not None for one in (value if isinstance(value, list) else [value])
    )
