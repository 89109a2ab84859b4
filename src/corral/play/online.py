"""The command line of duels: the options, and what they start."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, TypeVar

import click

from corral.games import game as game_of
from corral.play import network
from corral.play.network import ADDRESS, Limits
from corral.play.protocol import MAX_ROUNDS
from corral.play.stdio import StandardConsole

if TYPE_CHECKING:
    from collections.abc import Callable

    from corral.games import Game

__all__ = ["command", "online_options", "play_online", "run_host", "run_join"]

F = TypeVar("F", bound="Callable[..., Any]")

_SECONDS = click.FloatRange(0, 86400, min_open=True)


def online_options(command: F) -> F:
    """Give a command the options of a duel.

    They arrive as `host`, `join`, `name`, `turn_limit`, `silence_limit` and `program_limit`, all for `play_online`.
    """
    default = Limits()
    options = [
        click.option(
            "--host",
            is_flag=False,
            flag_value=ADDRESS,
            metavar="[ADDRESS:PORT]",
            help=f"Wait for an opponent who joins, by default at {ADDRESS}, which only this machine reaches.",
        ),
        click.option("--join", metavar="ADDRESS:PORT", help="Join an opponent who hosts there."),
        click.option("--name", metavar="NAME", help="What the opponent calls you, in a duel."),
        click.option(
            "--turn-limit",
            type=_SECONDS,
            default=default.person,
            show_default=True,
            metavar="SECONDS",
            help="How long an opponent may think.",
        ),
        click.option("--silence-limit", type=_SECONDS, default=default.silence, hidden=True),
        click.option("--program-limit", type=_SECONDS, default=default.program, hidden=True),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def run_host(
    game: Game,
    address: str,
    *,
    name: str | None = None,
    rounds: int | None = None,
    seed: int | None = None,
    limits: Limits | None = None,
) -> None:
    """Host duels at the standard input and output; see `network.host`."""
    asyncio.run(
        network.host(game, address, StandardConsole(), name=name or "host", rounds=rounds, seed=seed, limits=limits)
    )


def run_join(address: str, *, name: str | None = None, seed: int | None = None, limits: Limits | None = None) -> None:
    """Join duels, likewise; see `network.join`."""
    asyncio.run(network.join(address, StandardConsole(), name=name or "joiner", seed=seed, limits=limits))


def play_online(
    game: Game | None,
    *,
    host: str | None,
    join: str | None,
    name: str | None,
    rounds: int | None,
    seed: int | None,
    turn_limit: float,
    silence_limit: float,
    program_limit: float,
) -> None:
    """Play duels, as the options of `online_options` say.

    Raises:
        UsageError: they do not go together.
    """
    limits = Limits(program=program_limit, person=turn_limit, silence=silence_limit)
    if host is not None and join is not None:
        raise click.UsageError("--host waits for an opponent, --join goes to one: not together")
    if host is not None:
        if game is None:
            raise click.UsageError("--host needs a GAME, such as bulls-and-cows:4x10")
        run_host(game, host, name=name, rounds=rounds, seed=seed, limits=limits)
    elif join is not None:
        if game is not None or rounds is not None:
            raise click.UsageError("the opponent who hosts tells the game and the rounds: none with --join")
        run_join(join, name=name, seed=seed, limits=limits)
    else:
        raise click.UsageError("expected --host or --join")


def _read_game(ctx: click.Context, param: click.Parameter, value: str | None) -> Game | None:
    return None if value is None else game_of(value)


@click.command("play-online")
@click.argument("game", metavar="[GAME]", required=False, callback=_read_game)
@click.option("--rounds", type=click.IntRange(1, MAX_ROUNDS), metavar="N", help="A draw after so many.")
@click.option("--seed", type=click.IntRange(0), metavar="N", help="Of secrets that are drawn.")
@online_options
def command(game: Game | None, **options: Any) -> None:
    """Play a duel with somebody over a network."""
    play_online(game, **options)
