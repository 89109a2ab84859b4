"""Codes with exactly one symbol twice and all others once, as an opener of `least-similar`."""

from __future__ import annotations

from collections.abc import Sequence
from math import perm
from typing import TYPE_CHECKING, overload

from corral.games import PegGame

if TYPE_CHECKING:
    from corral.games import Game

__all__ = ["one_repeated"]


def one_repeated(game: Game) -> Sequence[int]:
    """Return the numbers of the secrets in which one symbol stands twice and all others once, ascending.

    >>> import corral
    >>> game = corral.mastermind()
    >>> codes = one_repeated(game)
    >>> len(codes), game.secrets[codes[0]], game.secrets[codes[719]]
    (720, '1123', '6654')
    """
    if isinstance(game, PegGame):
        return _Pegs(game) if game.repeats else ()
    secrets = (code.split() if game.spaced else code for code in game.secrets)
    return [number for number, code in enumerate(secrets) if len(set(code)) == len(code) - 1]


class _Pegs(Sequence[int]):
    """Those of a peg game, which are counted, not listed."""

    def __init__(self, game: PegGame) -> None:
        self._rule = game.rule
        self._length, self._symbols = game.length, len(game.symbols)
        self._first = range(0 if game.leading_zero else 1, self._symbols)

    def __len__(self) -> int:
        return len(self._first) * self._endings(1, False)

    def _endings(self, places: int, repeated: bool) -> int:
        """Return how many ways there are to go on after so many places, with a symbol twice in them or not."""
        if repeated:
            return perm(self._symbols - places + 1, self._length - places)
        if places == min(self._length, self._symbols + 1):
            return 0
        return places * self._endings(places + 1, True) + (self._symbols - places) * self._endings(places + 1, False)

    @overload
    def __getitem__(self, place: int) -> int: ...
    @overload
    def __getitem__(self, place: slice) -> list[int]: ...
    def __getitem__(self, place: int | slice) -> int | list[int]:
        if isinstance(place, slice):
            return [self[one] for one in range(len(self))[place]]
        place = range(len(self))[place]
        code: list[int] = []
        repeated = False
        while len(code) < self._length:
            for symbol in range(self._symbols) if code else self._first:
                if repeated and symbol in code:
                    continue
                endings = self._endings(len(code) + 1, repeated or symbol in code)
                if place < endings:
                    break
                place -= endings
            repeated = repeated or symbol in code
            code.append(symbol)
        return self._rule.rank(bytes(code))
