"""What happens in a duel, as it is told to whoever shows it, and what the person has to decide."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from corral.feedback import Label
    from corral.games import Game
    from corral.play.protocol import Reason

__all__ = [
    "Began",
    "Cheated",
    "Declined",
    "Ended",
    "Event",
    "Guessed",
    "Met",
    "Offered",
    "Outcome",
    "Parted",
    "Resigned",
    "Said",
    "Wanted",
]

Outcome: TypeAlias = Literal["won", "lost", "drawn"]


class Wanted(Enum):
    """What the person has to decide now."""

    AGREEMENT = "agreement"
    SECRET = "secret"
    GUESS = "guess"
    REMATCH = "rematch"


# What happens


@dataclass(frozen=True, slots=True)
class Met:
    """The other side has said hello."""

    name: str


@dataclass(frozen=True, slots=True)
class Offered:
    """The game is told, or agreed to."""

    game: Game
    rounds: int
    agreed: bool


@dataclass(frozen=True, slots=True)
class Began:
    """Both secrets are chosen."""

    first: bool


@dataclass(frozen=True, slots=True)
class Guessed:
    """A guess was answered: the person's own, or one of the other side."""

    mine: bool
    row: int
    guess: str
    answer: Label
    found: bool


@dataclass(frozen=True, slots=True)
class Resigned:
    """One of them has given up."""

    mine: bool


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over, and the other side has proven that it played fair."""

    outcome: Outcome
    secret: str
    their_secret: str
    steps: tuple[tuple[str, Label], ...]
    their_steps: tuple[tuple[str, Label], ...]


@dataclass(frozen=True, slots=True)
class Cheated:
    """The game is over, and the other side has not proven that it played fair; its secret is what it says."""

    secret: str
    their_secret: str


@dataclass(frozen=True, slots=True)
class Declined:
    """The other person does not want to play again."""


@dataclass(frozen=True, slots=True)
class Said:
    """The other person has said something."""

    text: str


@dataclass(frozen=True, slots=True)
class Parted:
    """The other side has ended the connection; `early` is before a game, or in the middle of one."""

    reason: Reason
    text: str
    early: bool


Event: TypeAlias = Met | Offered | Began | Guessed | Resigned | Ended | Cheated | Declined | Said | Parted
