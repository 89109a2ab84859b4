"""The greedy strategies, as decision trees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from corral.errors import ArgumentError, shown
from corral.flags import read_flag
from corral.games import check_game
from corral.tree import Tree

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from corral.games import Game

__all__ = ["STRATEGIES", "strategy_tree"]

STRATEGIES: Final = ("sieve", "minimax", "expected-size", "entropy", "most-parts")
"""The names that `strategy_tree` takes."""


def strategy_tree(
    game: Game,
    name: str,
    *,
    consistent: bool = False,
    opener: Sequence[str] | Sequence[Sequence[str]] = (),
    progress: Callable[[int, int], object] | None = None,
) -> Tree:
    """Return the decision tree that a greedy strategy plays.

    ================= ============================================================= =======================
    name              the guess, with the codes left that agree with every answer   origin
    ================= ============================================================= =======================
    ``sieve``         the first of them                                             Okulov; the filter method
    ``minimax``       the one with the smallest largest part                        Knuth 1977
    ``expected-size`` the one with the smallest sum of squared parts                Irving 1979
    ``entropy``       the one that brings the most information                      Neuwirth 1982
    ``most-parts``    the one with the most parts                                   Kooi 2005
    ================= ============================================================= =======================

    A part is the codes left that give the guess the same answer. All but `sieve`, whose guess can always be the secret,
    choose among all codes of the game. Of equal guesses, one that can be the secret comes first, then the first in
    game order. Scores are compared as integers, entropy as the sum of round(n log2 n * 2^32) over parts of n codes, so
    every machine builds the same tree.

    Args:
        game: the game.
        name: one of `STRATEGIES`.
        consistent: choose only among the codes that can still be the secret.
        opener: the first guess, if a str; otherwise a sequence of guesses, which are asked in this order whatever the
            answers are, even when they can no longer be the secret, until the secret is found.
        progress: called now and then as `progress(done, total)`, in secrets; an exception of it ends the work.

    >>> import corral
    >>> tree = strategy_tree(corral.mastermind(), "minimax")
    >>> tree.total, tree.depth, tree.histogram
    (5801, 5, (1, 6, 62, 533, 694))
    >>> strategy_tree(corral.mastermind(), "minimax", opener="1123").total
    5803

    Raises:
        ArgumentError: there is no such strategy, or an argument is not of its kind.
        CodeError: a guess of the opener is no code of the game.
        TooLargeError: the game has too many codes to list.
    """
    check_game(game)
    if name not in STRATEGIES:
        raise ArgumentError(f"strategy is {shown(name)}: expected one of {', '.join(STRATEGIES)}")
    only = read_flag(consistent, "consistent")
    numbers = game.guesses.indices([opener] if isinstance(opener, str) else opener)
    core = game.core.tree(name, only, numbers, progress)
    return Tree(game, *map(np.asarray, (core.guess, core.label, core.first, core.size)))
