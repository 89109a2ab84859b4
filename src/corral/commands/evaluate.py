"""`corral evaluate`: strategies against every secret, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

import corral
from corral import show
from corral.commands import options
from corral.plot import new_figure, plot_comparison
from corral.standings import print_standings, standing_json, standings

if TYPE_CHECKING:
    from pathlib import Path

    from corral.games import Game

__all__ = ["evaluate"]


@click.command()
@options.game_argument
@click.option(
    "--strategy",
    "name",
    type=click.Choice((*corral.STRATEGIES, "all")),
    default="all",
    show_default=True,
    help="One strategy, or all that can play the game.",
)
@options.consistent
@options.opener
@click.option(
    "--seeds",
    callback=options.whole_option(1),
    metavar="N",
    help="Seeds of those that draw, from 0 on.  [default: 100]",
)
@options.seed("Instead: this one alone.")
@options.threads
@click.option(
    "--time-limit",
    callback=options.seconds_option(),
    default="60",
    show_default=True,
    metavar="SECONDS",
    help="For the search of each best tree.",
)
@options.out("Draw the shares of the secrets that are found, by matplotlib: .png, .svg, .pdf.", "--plot")
@options.as_json
def evaluate(
    game: Game,
    name: str,
    consistent: bool,
    opener: tuple[str, ...],
    seeds: int | None,
    seed: int | None,
    threads: int | None,
    time_limit: float,
    plot: Path | None,
    as_json: bool,
) -> None:
    """Play strategies against every secret, side by side.

    The last rows are those of the best trees: of the least mean, and of the least worst case.
    """
    if seed is not None and seeds is not None:
        raise click.UsageError("--seed is one seed, --seeds several: not together")
    if plot is not None:
        new_figure(plot)  # notice before the work that there can be none
    how: dict[str, Any] = {"opener": options.read_words(game, opener), "consistent": consistent, "threads": threads}
    names = [other for other in corral.STRATEGIES if name in ("all", other)]
    found, skipped = standings(game, names, seeds if seed is None else [seed], time_limit, how)
    if as_json:
        about = {"game": game.id, "secrets": len(game), "consistent": consistent, "opener": how["opener"]}
        show.print_json(about | {"strategies": list(map(standing_json, found)), "skipped": skipped})
    else:
        console = show.console()
        told = {"opener": "  ".join(how["opener"])} if opener else {}
        told |= {"guesses": "consistent ones only"} if consistent else {}
        show.print_pairs(console, {"game": str(game), "secrets": str(len(game)), **told})
        print_standings(console, found, skipped)
    if plot is not None:
        plot_comparison([standing.evaluation for standing in found], plot)
