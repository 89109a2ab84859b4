"""How the computer guesses at each level, and what the best play achieves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from corral.errors import ArgumentError, ContradictionError, CorralError, FeedbackError
from corral.games import PegGame
from corral.solver import solve

if TYPE_CHECKING:
    from corral.games import Game
    from corral.history import History
    from corral.play.settings import Level
    from corral.strategies import Strategy
    from corral.tree import Tree

__all__ = ["Best", "default_level", "is_quick", "proven_worst_case", "strategy_of"]

# Pairs of guess and code that are compared in a second or two, also without vector instructions.
_QUICK: Final = 4 * 10**9
_SEARCH: Final = 20.0
_SHORT_SEARCH: Final = 2.0


def strategy_of(game: Game, level: Level) -> str | Strategy:
    """Return what plays a game at a level: the name of a strategy, or the strategy itself.

    >>> import corral
    >>> [strategy_of(game, "easy") for game in (corral.mastermind(), corral.bulls_and_cows())]
    ['sweep', 'random']

    Raises:
        ArgumentError: the best play is not found in a short time.
    """
    if level == "optimal":
        return Best(game)
    if level == "easy":
        return "sweep" if isinstance(game, PegGame) and game.repeats else "random"
    return level


def is_quick(game: Game, left: int | None = None) -> bool:
    """Return whether all guesses are compared in a second or two when so many codes are left, by default all.

    >>> import corral
    >>> is_quick(corral.mastermind()), is_quick(corral.mastermind(8, 8)), is_quick(corral.mastermind(8, 8), 10)
    (True, False, True)
    """
    return len(game.guesses) * (len(game) if left is None else left) <= _QUICK


def default_level(game: Game) -> Level:
    """Return the level of a computer that answers at once.

    >>> import corral
    >>> default_level(corral.mastermind()), default_level(corral.mastermind(8, 8))
    ('entropy', 'sieve')
    """
    return "entropy" if is_quick(game) else "sieve"


class Best:
    """Plays the tree with the least worst case, and of these with the least total.

    Not the strategy `optimal`, which searches however long it takes: nobody waits for an hour at a prompt, and a search
    that is stopped would not play the same on every machine.

    >>> import corral
    >>> Best(corral.mastermind(2, 3)).guess([("12", "?,?")])
    '12'

    Raises:
        ArgumentError: there is no proof within `seconds`, or none for this game at all.
    """

    def __init__(self, game: Game, seconds: float = _SEARCH) -> None:
        self._game = game
        self._tree = self._solved((), seconds)

    def _solved(self, history: History, seconds: float | None) -> Tree:
        found = solve(self._game, history=history, time_limit=seconds)
        if not found.proven:
            raise ArgumentError(
                f"the best play of {self._game} is not found within {seconds:g} s: expected another level than optimal"
            )
        return found.tree

    def guess(self, history: History = (), /) -> str:
        """Return the guess that follows a history."""
        steps = tuple(history)
        try:
            return self._tree.guess(steps)
        except (ContradictionError, FeedbackError):
            # Answers that are partly known, or that were put right later, lead out of the tree.
            return self._solved(steps, None).guess(steps)


def proven_worst_case(game: Game, seconds: float = _SHORT_SEARCH) -> int | None:
    """Return how many guesses the best strategy needs at most; None if that is not proven in a short time.

    >>> import corral
    >>> proven_worst_case(corral.mastermind()), proven_worst_case(corral.mastermind(), 0)
    (5, None)
    """
    if not is_quick(game):
        return None
    try:
        found = solve(game, "depth", time_limit=seconds)
    except (CorralError, MemoryError):
        return None
    return found.tree.depth if found.proven else None
