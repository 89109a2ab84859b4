"""The modes as tables: who sits there, which secret each of them guesses at, and who answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

__all__ = ["RULES", "Holder", "Rules", "Seat"]

Holder: TypeAlias = Literal["computer", "person", "told"]
"""Who answers: the computer, of a secret that it drew; a person; or the computer, of a secret that it was told."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who guesses, and on which board."""

    name: str
    board: int = 0
    person: bool = True


@dataclass(frozen=True, slots=True)
class Rules:
    """A mode: those who guess, in turn, and who answers on each board."""

    seats: tuple[Seat, ...]
    holders: tuple[Holder, ...]

    @property
    def computers(self) -> frozenset[int]:
        """The boards on which the computer guesses; none where people alone do."""
        return frozenset(seat.board for seat in self.seats if not seat.person)


RULES: Final = {
    "guess": Rules((Seat("you"),), ("computer",)),
    "think": Rules((Seat("the computer", person=False),), ("person",)),
    "duel": Rules((Seat("you"), Seat("the computer", 1, False)), ("computer", "person")),
    "hotseat": Rules((Seat("player 1"), Seat("player 2")), ("computer",)),
    "watch": Rules((Seat("the computer", person=False),), ("told",)),
}
