"""The command line of duels. What it needs beyond click is imported when it runs, so that other commands start fast."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from corral.commands.options import seconds_option
from corral.games import bulls_and_cows

if TYPE_CHECKING:
    from collections.abc import Callable

    from corral.games import Game
__all__ = ["online_options", "play_online", "take_online"]

F = TypeVar("F", bound="Callable[..., Any]")

_OWN: Final = ("host", "join", "name", "turn_limit", "silence_limit", "program_limit")
# As in `corral.play.network`.
_ADDRESS: Final = "127.0.0.1:26274"
_DAY: Final = 86400


def online_options(command: F) -> F:
    """Give a command the options of a duel, which `take_online` takes."""
    options = [
        click.option(
            "--host",
            is_flag=False,
            flag_value=_ADDRESS,
            metavar="[ADDRESS:PORT]",
            help=f"Wait for an opponent who joins, by default at {_ADDRESS}, which only this machine reaches.",
        ),
        click.option("--join", metavar="ADDRESS:PORT", help="Join an opponent who hosts there."),
        click.option("--name", metavar="NAME", help="What the opponent calls you."),
        click.option(
            "--turn-limit",
            callback=seconds_option(_DAY),
            metavar="SECONDS",
            help="How long the opponent may think.  [default: 900]",
        ),
        click.option("--silence-limit", callback=seconds_option(_DAY), hidden=True),
        click.option("--program-limit", callback=seconds_option(_DAY), hidden=True),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def take_online(options: dict[str, Any]) -> dict[str, Any] | None:
    """Take those of `online_options` out of the options of a command; return None if no duel is to be played.

    Raises:
        UsageError: some of them are given, but neither `--host` nor `--join`.
    """
    own = {name: options.pop(name) for name in _OWN}
    if own["host"] is not None or own["join"] is not None:
        return own
    for name, given in own.items():
        if given is not None:
            raise click.UsageError(f"--{name.replace('_', '-')} is for --host and --join: expected one of them")
    return None


def play_online(
    game: Game | None,
    *,
    host: str | None,
    join: str | None,
    name: str | None,
    rounds: int | None,
    seed: int | None,
    turn_limit: float | None,
    silence_limit: float | None,
    program_limit: float | None,
) -> None:
    """Play duels, as the options of `online_options` say: join one, or else host `bulls-and-cows:4x10` by default.

    Raises:
        UsageError: they do not go together.
    """
    import asyncio

    from corral.play import network
    from corral.play.console import Terminal

    if host is not None and join is not None:
        raise click.UsageError("--host waits for an opponent, --join goes to one: not together")
    given = {"program": program_limit, "person": turn_limit, "silence": silence_limit}
    limits = network.Limits(**{what: seconds for what, seconds in given.items() if seconds is not None})
    if join is None:
        game, address, name = game or bulls_and_cows(), host or _ADDRESS, name or "host"
        asyncio.run(network.host(game, address, Terminal(), name=name, rounds=rounds, seed=seed, limits=limits))
        return
    if game is not None or rounds is not None:
        raise click.UsageError("the opponent who hosts tells the game and the rounds: neither goes with --join")
    asyncio.run(network.join(join, Terminal(), name=name or "joiner", seed=seed, limits=limits))
