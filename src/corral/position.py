"""Positions in a game: what was asked and answered before, and the codes that are left."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from corral.errors import CodeError, ContradictionError, shown
from corral.feedback import Known
from corral.history import History, read_pairs, read_step, step_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from corral.games import Game
    from corral.games.codelist import Code

__all__ = ["Step", "found_by", "read_guess", "read_opener", "read_position", "read_steps"]

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
    if step := found_by(game, steps, left):
        told = f"step {step} of the history, {step_text(pairs[step - 1])}"
        raise ContradictionError(f"{told}: the game is over, the secret is found", step)
    return steps, left


def found_by(game: Game, steps: Sequence[Step], left: NDArray[np.uint32]) -> int:
    """Return the step that found the secret, the only one of the codes left; 0 if none has.

    >>> import corral
    >>> game = corral.mastermind(2, 2)
    >>> found_by(game, [("11", (1, None)), ("12", (None, 0))], game.secrets.indices(["12"]))
    2
    """
    if len(left) > 1 or not steps:
        return 0
    found = game.found(game.guesses.indices([guess for guess, _ in steps]))
    return int((found == left[0]).argmax()) + 1 if left[0] in found else 0


def read_guess(game: Game, guess: Code, steps: Sequence[Step]) -> int:
    """Return the number of a guess that may follow the steps.

    >>> import corral
    >>> read_guess(corral.bulls_and_cows(), "0132", [("0123", corral.Feedback(0, 1))])
    7

    Raises:
        CodeError: it is no code of the game, or may not follow.
    """
    number = game.guesses.index(guess)
    allowed = game.allowed(steps)
    if allowed is not None and number not in allowed:
        raise CodeError(f"{shown(guess)} may not be guessed: {game} demands that a guess heeds the answers before it")
    return number


def read_opener(game: Game, opener: str | Sequence[Code]) -> tuple[str, ...]:
    """Return the texts of the guesses of an opener: one guess if it is a str, otherwise a sequence of them."""
    numbers = game.guesses.indices([opener] if isinstance(opener, str) else opener)
    return tuple(game.guesses[number] for number in numbers.tolist())
