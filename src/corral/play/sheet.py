"""What is known of a secret, marked on a sheet: which symbols and letters can still be where, or which numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from corral.games import NumberGame, PegGame, WordGame
from corral.games.wordlist import letters_of

if TYPE_CHECKING:
    from corral.games import Game
    from corral.games.codelist import CodeList

__all__ = ["interval", "sheet"]

# Marking more takes seconds, and rules out next to nothing.
_MOST: Final = 200_000
_NAMED: Final = 20


def sheet(game: Game, left: CodeList) -> list[str]:
    r"""Return the lines of the sheet, from the codes that are left.

    >>> import corral
    >>> game = corral.mastermind(2, 3)
    >>> print("\n".join(sheet(game, game.candidates([("12", "0,1")]))))
         1  2  at all
    1    .  ?  ?
    2    ?  .  ?
    3    ?  ?  +
    + certain, ? possible, . impossible
    """
    if len(left) > _MOST:
        return [f"{len(left)} codes are left: too many for a sheet"]
    if isinstance(game, NumberGame):
        return [interval(left)]
    if isinstance(game, PegGame):
        return _pegs(game, left)
    if isinstance(game, WordGame):
        return _words(left)
    more = f" and {len(left) - _NAMED} more" if len(left) > _NAMED else ""
    return [f"left: {'  '.join(left[:_NAMED])}{more}"]


def interval(left: CodeList) -> str:
    """Return the numbers that are left as an interval.

    >>> import corral
    >>> interval(corral.number(0, 100).candidates([(">50", "yes"), ("=70", "no")]))
    '51..100, 49 numbers, without 70'
    """
    low, high, numbers = left[0], left[-1], np.asarray(left.numbers)
    if len(left) == 1:
        return f"{low}, the only one"
    holes = np.setdiff1d(np.arange(numbers[0], numbers[-1] + 1), numbers)
    named = ", ".join(left.space.text(int(hole)) for hole in holes[:_NAMED])
    more = f", without {named}{', ...' * (len(holes) > _NAMED)}" if len(holes) else ""
    return f"{low}..{high}, {len(left)} numbers{more}"


def _pegs(game: PegGame, left: CodeList) -> list[str]:
    codes = np.frombuffer(b"".join(game.rule.unrank(int(number)) for number in left.numbers), np.uint8)
    codes = codes.reshape(len(left), game.length)
    width = max(4, *map(len, game.symbols))
    head = "".join(f" {place:<2}" for place in range(1, game.length + 1))
    lines = [f"{'':{width}}{head} at all"]
    for symbol, name in enumerate(game.symbols):
        there = codes == symbol
        marks = [_mark(column) for column in (*there.T, there.any(axis=1))]
        lines.append(f"{name:{width}}{''.join(f' {mark:<2}' for mark in marks)}".rstrip())
    return [*lines, "+ certain, ? possible, . impossible"]


def _mark(there: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> str:
    return "+" if there.all() else "?" if there.any() else "."


def _words(left: CodeList) -> list[str]:
    words = [letters_of(word) for word in left]
    lines = []
    for place, letters in enumerate(zip(*words, strict=True), 1):
        can = sorted(set(letters))
        lines.append(f"place {place}: {'only ' * (len(can) == 1)}{' '.join(can)}")
    sure = sorted(set(words[0]).intersection(*words))
    maybe = sorted(set().union(*words).difference(sure))
    return [*lines, f"in the word: {' '.join(sure) or '-'}", f"perhaps: {' '.join(maybe) or '-'}"]
