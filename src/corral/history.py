"""The steps of a history: pairs of guess and feedback, oldest first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

from corral.errors import CodeError, FeedbackError, shown
from corral.feedback import Answer

__all__ = ["History", "read_step"]

History: TypeAlias = Sequence[tuple[Sequence[str], Answer]]
"""Pairs of guess and feedback, oldest first."""

T = TypeVar("T")


def read_step(
    item: tuple[Sequence[str], Answer],
    step: int,
    read_guess: Callable[[Sequence[str]], int],
    read_answer: Callable[[Answer], T],
) -> tuple[int, T]:
    """Return the guess and the answer of one step, as the given functions read them.

    Raises:
        CodeError, FeedbackError: what the functions raise, or that it is no pair; the message names the step.
    """
    if not isinstance(item, tuple | list) or len(item) != 2:
        raise FeedbackError(f"step {step} of the history is {shown(item)}: expected a pair (guess, feedback)")
    try:
        return read_guess(item[0]), read_answer(item[1])
    except (CodeError, FeedbackError) as error:
        raise type(error)(f"step {step} of the history: {error}") from None
