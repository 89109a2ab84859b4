"""What a guess costs to the end of the game, when few codes are left: exact figures for every guess.

The exact search is asked for the best play that begins with a guess, once for each guess; what it learns on the way it
keeps, so all together take little more than one. The least total and the least worst case may need different play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from corral.errors import ArgumentError
from corral.limits import default_memory
from corral.units import Problem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from corral._core import Solver
    from corral.games import Game
    from corral.position import Step

__all__ = ["further_guesses"]

_NONE: Final = np.empty(0, np.uint32)


def further_guesses(
    game: Game,
    history: Sequence[Step],
    left: NDArray[np.uint32],
    guesses: NDArray[np.uint32],
    wins: NDArray[np.bool_],
    weights: NDArray[np.uint64] | None = None,
) -> tuple[NDArray[np.uint64], NDArray[np.uint32]]:
    """Return, for each guess, the least total and the least worst case of the guesses still to come, itself included.

    Args:
        game: the game, of which any guess may follow any other.
        history: what was asked and answered before.
        left: the numbers of the secrets that agree with it.
        guesses: the numbers of the guesses.
        wins: whether each of them can be the secret.
        weights: what each secret that is left counts in the total, 1 by default.

    >>> import corral
    >>> game = corral.mastermind(2, 2)
    >>> further_guesses(game, (), game.candidate_numbers(), np.arange(4, dtype=np.uint32), np.ones(4, bool))
    (array([8, 8, 8, 8], dtype=uint64), array([3, 3, 3, 3], dtype=uint32))

    Raises:
        ArgumentError: the weights are too large to be added up exactly.
    """
    everything = len(left) if weights is None else int(weights.sum())
    if len(left) == 1:
        worst = np.where(wins, 1, 2)
        return worst.astype(np.uint64) * np.uint64(everything), worst.astype(np.uint32)
    asked = game.guesses.indices([guess for guess, _ in history])
    try:
        solver = Problem(game, left if history else None, weights, asked, _NONE, False).solver(default_memory())
        return _totals(solver, guesses.tolist(), everything), _worst(solver, guesses.tolist())
    except OverflowError:
        raise ArgumentError(
            "weights are too large to be added up exactly: expected totals below 2^56 of the largest unit that divides"
            " them all"
        ) from None


def _totals(solver: Solver, guesses: list[int], everything: int) -> NDArray[np.uint64]:
    steps = (1,)
    best, _, _ = solver.run(steps)
    assert best is not None
    # The search pays for all guesses but the next one, and does not ask what neither wins nor splits: such a guess
    # leaves all as it is.
    wasted = best + everything
    costs = (solver.attempt(steps, (), guess)[0] for guess in guesses)
    return np.array([everything + (wasted if cost is None else cost) for cost in costs], np.uint64)


def _worst(solver: Solver, guesses: list[int]) -> NDArray[np.uint32]:
    least = 1
    while solver.run(_within(least))[0] is None:
        least += 1
    # After any guess the best play is still there to be done, so none needs more than one guess more.
    steps = _within(least)
    late = [solver.attempt(steps, (), guess)[0] is None for guess in guesses]
    return np.array(late, np.uint32) + np.uint32(least)


def _within(depth: int) -> tuple[int | None, ...]:
    """Return the schedule by which guesses cost nothing, and no secret may need more than so many."""
    return (*[0] * (depth - 1), None)
