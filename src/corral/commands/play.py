"""`corral play`. What it needs beyond click is imported when it runs, so that other commands start fast."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from corral.commands import options
from corral.commands.online import online_options, play_online, take_online

if TYPE_CHECKING:
    from corral.games import Game
    from corral.play.settings import Level, Mode, Settings
    from corral.play.wording import Paint

__all__ = ["play"]

# As in `corral.play.settings`, which is not imported before it is needed.
_MODES: Final = ("guess", "think", "duel", "hotseat", "watch")
_LEVELS: Final = ("easy", "sieve", "entropy", "optimal")
_DEFAULT: Final = "bulls-and-cows:4x10"
# As in `corral.play.levels`, likewise.
_LEVEL_HELP: Final = (
    "How well the computer guesses.  [default: entropy; sieve where guesses times codes are more than 4 * 10^9]"
)


_path = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("game", metavar="[GAME]", required=False, callback=options.read_game)
@click.option("--mode", type=click.Choice(_MODES), help="Who guesses, see above.  [default: guess]")
@click.option("--level", type=click.Choice(_LEVELS), help=_LEVEL_HELP)
@click.option(
    "--rounds", callback=options.whole_option(1), metavar="N", help="Who has not found it with N guesses loses."
)
@options.seed("Play the same game again.")
@click.option("--id", "text", metavar="ID", help="Play the game with this id, which somebody else has played.")
@click.option(
    "--save",
    type=_path,
    metavar="FILE",
    callback=options.read_out,
    help="Keep the game there, in a new file, move by move; after game.json the next game is kept in game-2.json.",
)
@click.option("--load", type=_path, metavar="FILE", help="Go on with a game that was kept, or look at it.")
@online_options
def play(game: Game | None, text: str | None, save: Path | None, load: Path | None, **agreed: Any) -> None:
    """Play a game at this terminal, or with somebody over a network (--host, --join).

    GAME is bulls-and-cows:4x10 if none is named. The modes: guess, you find the computer's secret; think, it finds
    yours, and you answer; duel, both in turn; hotseat, two people race for the computer's secret; watch, you tell
    your secret and see how it is found. At any prompt, help tells the commands: hints, undo, a sheet of what is
    known, save.

    The exit status is 130 after Ctrl-C. A game that is kept goes on with --load.
    """
    online = take_online(agreed)
    if online is not None:
        local = {"id": text, "save": save, "load": load, "mode": agreed["mode"], "level": agreed["level"]}
        if given := [f"--{name}" for name, value in local.items() if value is not None]:
            raise click.UsageError(f"{', '.join(given)}: not over a network")
        play_online(game, rounds=agreed["rounds"], seed=agreed["seed"], **online)
        return
    from corral.play.console import Terminal
    from corral.play.sitting import play as hold
    from corral.play.transcript import load as load_match

    given = [f"--{name}" for name, value in {**agreed, "id": text}.items() if value is not None]
    if load is not None and given:
        raise click.UsageError(f"--load goes on with a game as it was: not together with {', '.join(given)}")
    if text is not None and len(given) > 1:
        raise click.UsageError(f"--id says all about a game: not together with {', '.join(given[:-1])}")
    match = None if load is None else load_match(load, game)
    settings = _settings(game, text, **agreed) if match is None else match.settings
    status = hold(settings, Terminal(), match=match, save=save, loaded=load, paint=_paint())
    if status:
        raise SystemExit(status)


def _settings(
    game: Game | None, text: str | None, mode: Mode | None, level: Level | None, rounds: int | None, seed: int | None
) -> Settings:
    import corral
    from corral.play.levels import default_level
    from corral.play.settings import Settings, drawn_seed
    from corral.play.share import read_id

    if text is not None:
        return read_id(text, game)
    game = game or corral.game(_DEFAULT)
    return Settings(game, mode or "guess", level or default_level(game), rounds, drawn_seed() if seed is None else seed)


def _paint() -> Paint:
    """Return what gives colours, for a terminal that has them and people who want them."""
    from corral.play import wording

    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM", "dumb") != "dumb"
    return wording.ansi if wanted and sys.stdout.isatty() else wording.plain
