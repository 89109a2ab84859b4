"""How two games differ, for messages: games of words, and tables, have no name that says so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from corral.games.base import Game

__all__ = ["difference"]


def difference(given: Game, expected: Game) -> str:
    """Return in words how a game differs from the one that was expected.

    >>> import corral
    >>> difference(corral.mastermind(4, 7), corral.mastermind())
    'mastermind:4x7, not mastermind:4x6'
    >>> difference(corral.words("cat dog owl"), corral.words("cat dog eel"))
    '<game of words: 3 secrets, 3 guesses, bulls-and-cows>, not another one of that form: secret 3 is owl, not eel'
    """
    if str(given) != str(expected):
        return f"{given}, not {expected}"
    lists: dict[str, tuple[Sequence[Any], Sequence[Any]]] = {
        "secret": (given.secrets, expected.secrets),
        "guess": (given.guesses, expected.guesses),
        "answer": (given.classes, expected.classes),
    }
    for what, (mine, others) in lists.items():
        for number, (one, other) in enumerate(zip(mine, others, strict=False), 1):
            if one != other:
                return f"{given}, not another one of that form: {what} {number} is {one}, not {other}"
    return f"{given}, not another one of that form: the answers differ"
