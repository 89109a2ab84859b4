"""How the computer guesses at each level, and what the best play achieves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from corral.errors import ArgumentError, ContradictionError, CorralError, FeedbackError, TooLargeError
from corral.games import PegGame
from corral.play.modes import RULES
from corral.solver import solve
from corral.strategies import strategy

if TYPE_CHECKING:
    from corral.games import Game
    from corral.history import History
    from corral.play.settings import Level, Settings
    from corral.strategies import Strategy
    from corral.tree import Tree

__all__ = ["Best", "check_playable", "default_level", "is_quick", "proven_worst_case", "strategy_of"]

# Pairs of guess and code that are compared in a second or two, also without vector instructions.
_QUICK: Final = 4 * 10**9
# Seconds, for the best play and for what it achieves.
_SEARCH: Final = 20.0
_SHORT_SEARCH: Final = 2.0


def check_playable(settings: Settings) -> None:
    """Refuse a game that the computer cannot guess in, as it lists the codes that are left; to answer it need not.

    Raises:
        TooLargeError: there are too many codes to list.
    """
    if not RULES[settings.mode].computers:
        return
    try:
        _ = settings.game.core
    except TooLargeError as error:
        alone = [mode for mode, rules in RULES.items() if not rules.computers]
        raise TooLargeError(
            f"mode is {settings.mode!r}, in which the computer guesses: {error}; expected {' or '.join(alone)},"
            " in which people do"
        ) from None


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

    Not the strategy `optimal`, which searches however long it takes: nobody waits for an hour at a prompt. A game whose
    tree is not found in time is refused, as what is played should be the same on every machine: how fast one is decides
    whether it plays, not how. Answers that lead out of the tree come when that is too late: then a search that takes
    too long leaves the guess to `entropy`, and a slow machine may guess otherwise than a fast one.

    Args:
        game: the game.
        seconds: how long each search may take; 20 by default.

    Attributes:
        gave_up: whether a guess was left to `entropy`.

    >>> import corral
    >>> Best(corral.mastermind(2, 3)).guess([("12", "?,?")])
    '12'

    Raises:
        ArgumentError: there is no proof within `seconds`, or none for this game at all.
    """

    def __init__(self, game: Game, seconds: float | None = None) -> None:
        self._game, self._seconds = game, _SEARCH if seconds is None else seconds
        self.gave_up = False
        tree = self._solved(())
        if tree is None:
            raise ArgumentError(
                f"the best play of {game} is not found within {self._seconds:g} s: expected another level than optimal"
            )
        self._tree = tree

    def _solved(self, history: History) -> Tree | None:
        """Return the best tree after a history; None if it is not proven in time."""
        found = solve(self._game, history=history, time_limit=self._seconds)
        return found.tree if found.proven else None

    def guess(self, history: History = (), /) -> str:
        """Return the guess that follows a history."""
        steps = tuple(history)
        try:
            return self._tree.guess(steps)
        except (ContradictionError, FeedbackError):
            # Answers that are partly known, or that were put right later, lead out of the tree.
            tree = self._solved(steps)
        if tree is None:
            self.gave_up = True
            return strategy(self._game, "entropy").guess(steps)
        return tree.guess(steps)


def proven_worst_case(game: Game, seconds: float | None = None) -> int | None:
    """Return how many guesses the best strategy needs at most; None if that is not proven in `seconds`, by default 2.

    A slow machine may not know it where a fast one does, but no machine claims another number.

    >>> import corral
    >>> proven_worst_case(corral.mastermind()), proven_worst_case(corral.mastermind(), 0)
    (5, None)
    """
    if not is_quick(game):
        return None
    try:
        found = solve(game, "depth", time_limit=_SHORT_SEARCH if seconds is None else seconds)
    except (CorralError, MemoryError):
        return None
    return found.tree.depth if found.proven else None
