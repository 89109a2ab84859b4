"""Strategies by their names, and their trees."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from corral.arguments import read_flag, read_progress
from corral.errors import ArgumentError, shown
from corral.games import check_game, difference
from corral.limits import read_seed
from corral.objectives import read_objective
from corral.position import read_opener
from corral.strategies.filters import LeastSimilar, Random, Sieve
from corral.strategies.greedy import Greedy
from corral.strategies.optimal import Optimal
from corral.strategies.player import Player, Strategy
from corral.strategies.sweep import Sweep
from corral.strategies.written import Written
from corral.tree import Tree

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from corral.games import Game
    from corral.games.codelist import Code
    from corral.objectives import Objective

__all__ = ["STRATEGIES", "read_strategy", "strategy", "strategy_tree"]

STRATEGIES: Final = (
    "sweep",
    "sieve",
    "random",
    "least-similar",
    "minimax",
    "expected-size",
    "entropy",
    "most-parts",
    "optimal",
)
"""The names that `strategy` takes."""


def strategy(
    game: Game,
    name: str,
    *,
    consistent: bool = False,
    opener: str | Sequence[Code] = (),
    seed: int = 0,
    objective: str | Objective = "depth,total",
) -> Player:
    """Return a strategy, which has a method `guess(history)` and can be given wherever a name can.

    ================= ================================================================== =======================
    name              the guess, with the secrets left that agree with every answer      origin
    ================= ================================================================== =======================
    ``sweep``         1111, 2222, ... until all symbols are known, then how they can     the naive player
                      stand, in game order and skipping none
    ``sieve``         the first of them                                                  Okulov; the filter method
    ``random``        any of them, drawn                                                 the filter method
    ``least-similar`` first a code with one symbol twice; then the one of them that is   Cooley
                      least similar to the last guess by bulls, then cows; drawn
    ``minimax``       the one with the smallest largest part                             Knuth 1977
    ``expected-size`` the one with the smallest sum of squared parts                     Irving 1979
    ``entropy``       the one that brings the most information                           Neuwirth 1982
    ``most-parts``    the one with the most parts                                        Kooi 2005
    ``optimal``       that of the best tree, see `solve`                                 the exact solver
    ================= ================================================================== =======================

    A part is the secrets left that give the guess the same answer. The last five choose among all guesses that the game
    allows, and ties of the four that score go to one that can be the secret, then to the first in game order. Scores
    are compared as integers, entropy as the sum of round(n log2 n * 2^32) over parts of n secrets, so every machine
    plays the same. docs/strategies.md tells more, and how well each does.

    Args:
        game: the game.
        name: one of `STRATEGIES`.
        consistent: ask only what can be the secret; the first four have no choice there.
        opener: the first guess, if a str; otherwise a sequence of guesses, which are asked in this order whatever the
            answers are, even when they can no longer be the secret, until the secret is found.
        seed: of `random` and `least-similar`, 0 to 2^64 - 1. A seed is one strategy: what is drawn depends on it and on
            the history alone, the same on every machine.
        objective: of `optimal`, as in `solve`.

    >>> import corral
    >>> knuth = strategy(corral.mastermind(), "minimax")
    >>> knuth, knuth.guess(), knuth.guess([("1122", "1,0")])
    (corral.strategy(corral.game('mastermind:4x6'), 'minimax'), '1122', '1344')

    Raises:
        ArgumentError: there is no such strategy, it cannot play the game, or an argument is not of its kind.
        CodeError: a guess of the opener is none of the game.
    """
    check_game(game)
    if not isinstance(name, str) or name not in STRATEGIES:
        raise ArgumentError(f"strategy is {shown(name)}: expected one of {', '.join(STRATEGIES)}")
    only, first = read_flag(consistent, "consistent"), read_opener(game, opener)
    if name == "sweep":
        if only:
            raise ArgumentError("sweep asks codes that cannot be the secret: not with consistent=True")
        return Sweep(game, opener=first)
    if name == "sieve":
        return Sieve(game, opener=first)
    if name in ("random", "least-similar"):
        return (Random if name == "random" else LeastSimilar)(game, opener=first, seed=read_seed(seed))
    if name == "optimal":
        return Optimal(game, opener=first, consistent=only, objective=read_objective(objective)[0])
    return Greedy(game, name, opener=first, consistent=only)


def read_strategy(
    game: Game,
    given: str | Strategy,
    *,
    consistent: bool = False,
    opener: str | Sequence[Code] = (),
    seed: int = 0,
) -> Player:
    """Return the strategy with a name, or a given one, as a player of the game. The options are those of `strategy`.

    An opener can be put before any strategy; the other options are for those by name.

    Raises:
        ArgumentError: it is no strategy for the game, or an option is not for it.
        CodeError: a guess of the opener is none of the game.
    """
    check_game(game)
    if isinstance(given, str):
        return strategy(game, given, consistent=consistent, opener=opener, seed=seed)
    if isinstance(given, type) or not callable(getattr(given, "guess", None)):
        names = ", ".join(STRATEGIES)
        raise ArgumentError(f"strategy is {shown(given)}: expected one of {names}, or an object with a method guess")
    if read_flag(consistent, "consistent"):
        raise ArgumentError(f"strategy is {shown(given)}: consistent=True is for strategies by name")
    if isinstance(given, Player | Tree) and given.game != game:
        raise ArgumentError(f"strategy is {shown(given)}: of {difference(given.game, game)}")
    first = read_opener(game, opener)
    if not isinstance(given, Player):
        return Written(game, given, opener=first)
    if first and given.opener:
        raise ArgumentError(f"strategy is {shown(given)}, and opener {shown(opener)}: expected one opener")
    return replace(given, opener=first) if first else given


def strategy_tree(
    game: Game,
    strategy: str | Strategy,
    *,
    consistent: bool = False,
    opener: str | Sequence[Code] = (),
    seed: int = 0,
    progress: Callable[[int, int], object] | None = None,
) -> Tree:
    """Return the decision tree that a strategy plays.

    Args:
        game: the game.
        strategy: one of `STRATEGIES`, or an object with a method `guess(history)`, such as `strategy(...)` or one of
            your own; it is asked once at every node, with a history of pairs (guess, feedback).
        consistent: as in `strategy`; for strategies by name.
        opener: as in `strategy`; for any strategy.
        seed: as in `strategy`.
        progress: called now and then as `progress(done, total)`, in secrets; an exception of it ends the work.

    >>> import corral
    >>> tree = strategy_tree(corral.mastermind(), "minimax")
    >>> tree.total, tree.depth, tree.histogram
    (5801, 5, (1, 6, 62, 533, 694))
    >>> strategy_tree(corral.mastermind(), "minimax", opener="1123").total
    5803

    Raises:
        ArgumentError: as `strategy`; or a strategy of one's own does not find a secret: 1000 guesses in a row neither
            win nor tell secrets apart; or it asks what the game does not allow.
        CodeError: a guess is none of the game.
        TooLargeError: the game has too many codes to list.
    """
    read_progress(progress)
    return read_strategy(game, strategy, consistent=consistent, opener=opener, seed=seed).tree(progress)
