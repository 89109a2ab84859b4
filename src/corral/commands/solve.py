"""`corral solve`: the best strategy, or the tree of another one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import corral
from corral import show
from corral.commands import options
from corral.commands.status import INTERRUPTED
from corral.commands.trees import replayed
from corral.search import Search

if TYPE_CHECKING:
    from corral.games import Game
    from corral.search import Solution

__all__ = ["solve"]


@click.command()
@options.game_argument
@click.option(
    "--objective",
    metavar="NAME",
    help=f"What no strategy does better: one of {', '.join(corral.OBJECTIVES)}, k a number of guesses."
    "  [default: depth,total]",
)
@click.option("--strategy", type=click.Choice(corral.STRATEGIES), help="Play this strategy instead.")
@options.seed("Of a strategy that draws.  [default: 0]")
@options.consistent
@options.opener
@click.option(
    "--history",
    multiple=True,
    metavar="STEPS",
    help='What was asked and answered before, as in "0123:0,1 4561:0,1", or an option a step, likewise. A count that is'
    ' not known is ?, as in "0123:1,?".',
)
@click.option(
    "--time-limit",
    callback=options.seconds_option(),
    metavar="SECONDS",
    help="Stop then, with the best tree so far.",
)
@options.memory_limit("Bytes that the search may keep, such as 500M or 4G.  [default: a quarter of the machine's]")
@options.threads
@click.option(
    "--checkpoint",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Keep what is done in this file, and go on from it if it is there.",
)
@options.out("Save the tree to this file.")
@options.as_json
def solve(
    game: Game,
    objective: str | None,
    strategy: str | None,
    seed: int | None,
    consistent: bool,
    opener: tuple[str, ...],
    history: tuple[str, ...],
    time_limit: float | None,
    memory_limit: int | None,
    threads: int | None,
    checkpoint: Path | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Find the best strategy and prove it, or build the tree of another one.

    The tree is checked. Ctrl-C stops the search, and the best tree so far is shown and saved; the exit status is 130
    then. What is not proven says so, and how much better another strategy could be.
    """
    first, steps = options.read_words(game, opener), options.read_steps(game, history)
    told = {"consistent": consistent, "opener": first, "out": None if out is None else str(out)}
    about = {"opener": "  ".join(first)} if first else {}
    only = ", consistent guesses only" * consistent
    stopped, found = False, None
    if strategy is not None:
        searching: dict[str, object] = {
            "objective": objective,
            "history": history,
            "time-limit": time_limit,
            "memory-limit": memory_limit,
            "threads": threads,
            "checkpoint": checkpoint,
        }
        for name, given in searching.items():
            if given not in (None, ()):
                raise click.UsageError(f"--{name} is for the search of the best strategy: not together with --strategy")
        told["strategy"] = strategy
        drawn = "" if seed is None else f", seed {seed}"
        about = {"strategy": strategy + drawn + only, **about}
        with show.bar("building the tree") as progress:
            tree = corral.strategy_tree(
                game, strategy, consistent=consistent, opener=first, seed=seed or 0, progress=progress
            )
    else:
        if seed is not None:
            raise click.UsageError("--seed is for a strategy that draws: only together with --strategy")
        stopped, found = _search(
            game,
            objective or "depth,total",
            opener=first,
            history=steps,
            consistent=consistent,
            time_limit=time_limit,
            memory_limit=memory_limit,
            threads=threads,
            checkpoint=checkpoint,
        )
        tree = found.tree
        told |= {name: getattr(found, name) for name in ("objective", "value", "lower_bound", "proven")}
        told |= {"nodes": found.stats.nodes, "seconds": found.stats.seconds}
        about = {"objective": str(found.objective) + only, **about}
    replay = replayed(tree)
    # What was found is told before it is saved, as saving may fail.
    console = show.console()
    if as_json:
        show.print_json(show.figures(tree, replay) | told)
    else:
        show.print_figures(console, tree, replay, about, {} if found is None else _result(found))
    if out is not None:
        tree.save(out)
    if not as_json:
        console.print("not saved: --out FILE keeps the tree" if out is None else f"saved to {out}")
    if stopped:
        raise SystemExit(INTERRUPTED)


def _search(game: Game, objective: str, **how: Any) -> tuple[bool, Solution]:
    """Return whether the search was interrupted, and the best that it found."""
    with show.live() as progress:
        search = Search(game, objective, progress=progress, **how)
        try:
            search.run()
        except KeyboardInterrupt:
            stopped = True
        else:
            stopped = False
    if stopped:
        click.echo("interrupted: this is the best tree so far; Ctrl-C again ends without it", err=True)
    return stopped, search.solution()


def _result(found: Solution) -> dict[str, str]:
    # The worst case and the total stand alone as well.
    bound = "" if found.proven else f": nothing beyond {show.value_text(found.lower_bound)} is possible"
    return {
        str(found.objective): show.value_text(found.value),
        "proven": ("yes" if found.proven else "no") + bound,
        "searched": f"{found.stats.nodes:,} positions in {found.stats.seconds:.1f} s",
    }
