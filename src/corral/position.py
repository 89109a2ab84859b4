"""Positions in a game: what was asked and answered before, and the codes that are left."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from corral.errors import ContradictionError, shown
from corral.feedback import Known
from corral.history import History, read_pairs, read_step

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from corral.games import Game

__all__ = ["Step", "read_position", "read_steps"]

Step: TypeAlias = tuple[str, Known]
"""A guess and what is known of its answer, each in the one form that equal steps have."""


def read_steps(game: Game, history: History) -> tuple[Step, ...]:
    """Return the steps of a history in their one form.

    >>> import corral
    >>> read_steps(corral.bulls_and_cows(), [(("0", "1", "2", "3"), "1A2B"), (" 4567", "0,?")])
    (('0123', Feedback(bulls=1, cows=2)), ('4567', (0, None)))

    Raises:
        CodeError, FeedbackError: an item of the history is wrong; the message names the step.
    """
    numbers = [read_step(item, step, game.guesses.index, game.parse_known) for step, item in enumerate(history, 1)]
    return tuple((game.guesses[number], answer) for number, answer in numbers)


def read_position(game: Game, history: History) -> tuple[tuple[Step, ...], NDArray[np.uint32]]:
    """Return the steps of a history, and the numbers of the codes that agree with it, ascending.

    >>> import corral
    >>> read_position(corral.mastermind(2, 2), [("11", "1,0")])
    ((('11', Feedback(bulls=1, cows=0)),), array([1, 2], dtype=uint32))

    Raises:
        ArgumentError, CodeError, FeedbackError, ContradictionError, TooLargeError: as `Game.candidates`.
        ContradictionError: the game is over, as the only code that is left has been asked.
    """
    pairs = read_pairs(history)
    left = game.candidate_numbers(pairs)
    steps = read_steps(game, pairs)
    if len(left) == 1:
        asked = game.found(game.guesses.indices([guess for guess, _ in steps]))
        for step, secret in enumerate(asked, 1):
            if secret == left[0]:
                told = f"step {step} of the history, {shown(pairs[step - 1])}"
                raise ContradictionError(f"{told}: the game is over, the secret is found", step)
    return steps, left
