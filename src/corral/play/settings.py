"""What a game is agreed on before it begins: all that a game id says, and nothing that is secret."""

from __future__ import annotations

from dataclasses import dataclass
from secrets import randbelow
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

from corral.arguments import read_whole
from corral.errors import ArgumentError, shown
from corral.games import check_game
from corral.limits import read_seed

if TYPE_CHECKING:
    from corral.games import Game

__all__ = ["LEVELS", "MODES", "Level", "Mode", "Settings", "check_settings", "drawn_seed"]

Mode: TypeAlias = Literal["guess", "think", "duel", "hotseat", "watch"]
Level: TypeAlias = Literal["easy", "sieve", "entropy", "optimal"]

MODES: Final = get_args(Mode)
"""`guess`: a person finds the computer's secret; `think`: the other way round; `duel`: both in turn; `hotseat`: two
people race for the computer's secret; `watch`: the computer finds a secret that it answers for itself."""

LEVELS: Final = get_args(Level)
"""How well the computer guesses, from bad to best."""

_DRAWN: Final = 1 << 28


@dataclass(frozen=True, slots=True)
class Settings:
    """A game, how it is played, and the seed of all that is drawn in it.

    Attributes:
        game: the game.
        mode: one of `MODES`.
        level: one of `LEVELS`.
        rounds: how many guesses everybody has; None for any number.
        seed: of the computer's secret, and of a level that draws.

    Raises:
        ArgumentError: one of them is not of its kind.
    """

    game: Game
    mode: Mode = "guess"
    level: Level = "entropy"
    rounds: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        check_game(self.game)
        for name, expected in ("mode", MODES), ("level", LEVELS):
            given = getattr(self, name)
            if not isinstance(given, str) or given not in expected:
                raise ArgumentError(f"{name} is {shown(given)}: expected one of {', '.join(expected)}")
        if self.level == "optimal" and self.game.hard:
            raise ArgumentError(
                f"level is 'optimal': there is no exact search in hard mode, expected {LEVELS[-2]} or below"
            )
        if self.rounds is not None:
            rounds = read_whole(self.rounds, "rounds", 1, expected="a whole number, 1 or more, or None")
            object.__setattr__(self, "rounds", rounds)
        object.__setattr__(self, "seed", read_seed(self.seed))


def check_settings(given: object) -> None:
    """Check that what was given as settings is such.

    Raises:
        ArgumentError: it is not.
    """
    if not isinstance(given, Settings):
        raise ArgumentError(f"settings is {shown(given)}: expected a corral.play.settings.Settings")


def drawn_seed() -> int:
    """Return a seed that nobody foresees, short enough for a short game id."""
    return randbelow(_DRAWN)
