"""The naive player: which symbols there are, one after the other, and then how they may stand, one way after the other.

It deduces nothing but the count of each symbol. What it asks next follows from its own kind of guesses in the history,
those of one symbol at all places and those of the symbols it has found; others, as those of an opener, tell it nothing.
A guess whose answer is not known well enough is asked again: the bulls of one symbol at all places, or whether an
arrangement was the secret.

With the first symbol out of the first place there is no guess of that symbol alone: it has the places that the others
leave.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from corral.errors import ArgumentError
from corral.games import PegGame
from corral.strategies.player import Player

if TYPE_CHECKING:
    from collections.abc import Iterator

    from corral.strategies.positions import Position

__all__ = ["Sweep", "arrangements"]


@dataclass(frozen=True, slots=True, repr=False)
class Sweep(Player):
    """All places alike, a symbol after the other, until every place is accounted for; then the arrangements."""

    def __post_init__(self) -> None:
        if not (isinstance(self.game, PegGame) and self.game.repeats):
            raise ArgumentError(f"sweep asks one symbol at all places: {self.game} has no such guesses")

    @property
    def name(self) -> str:
        """The name of the strategy."""
        return "sweep"

    def choose(self, position: Position) -> int:
        """Return the number of the guess."""
        game = self.game
        assert isinstance(game, PegGame)
        classes, win = game.rule.classes, len(game.classes) - 1
        bulls = {step.guess: {classes[number][0] for number in step.classes} for step in position.steps}
        wrong = {step.guess for step in position.steps if win not in step.classes}
        counts, unknown = [0] * len(game.symbols), []
        for symbol in range(0 if game.leading_zero else 1, len(counts)):
            guess = game.rule.rank(bytes([symbol] * game.length))
            if len(bulls.get(guess, ())) == 1:
                [counts[symbol]] = bulls[guess]
            else:
                unknown.append(guess)
        if unknown and sum(counts) < game.length:
            return unknown[0]
        counts[0] += game.length - sum(counts)
        code = [symbol for symbol, count in enumerate(counts) for _ in range(count)]
        if not game.leading_zero:
            # The first symbol that may lead does: there is one, as the secret has it.
            code.insert(0, code.pop(counts[0]))
        numbers = (game.rule.rank(bytes(code)) for code in arrangements(code))
        return next(number for number in numbers if number not in wrong)


def arrangements(code: list[int]) -> Iterator[list[int]]:
    """Give a code, as symbol numbers, and all of the same symbols that come after it, in game order.

    >>> ["".join(map(str, code)) for code in arrangements([0, 1, 1, 2])][-3:]
    ['2011', '2101', '2110']
    """
    while True:
        yield code
        falling = len(code) - 1
        while falling > 0 and code[falling - 1] >= code[falling]:
            falling -= 1
        if falling <= 0:
            return
        # The last symbol that a larger one follows gives way to the next larger one, and the rest ascends.
        rest = code[falling - 1 :]
        following = min(symbol for symbol in rest if symbol > rest[0])
        rest.remove(following)
        code = [*code[: falling - 1], following, *sorted(rest)]
