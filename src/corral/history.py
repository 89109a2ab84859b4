"""The steps of a history: pairs of guess and feedback, oldest first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias, TypeVar

from corral.arguments import is_iterable
from corral.errors import ArgumentError, CodeError, FeedbackError, shown
from corral.feedback import Answer, known_text

__all__ = ["History", "Pair", "read_pairs", "read_step", "step_text"]

Pair: TypeAlias = tuple[Sequence[str], Answer]
"""A guess and its feedback."""

History: TypeAlias = Iterable[Pair]
"""Pairs of guess and feedback, oldest first."""

T = TypeVar("T")


def read_pairs(history: History) -> tuple[Pair, ...]:
    """Return the steps of a history, which may be an iterator, as they are given.

    >>> read_pairs(zip(["0123", "4567"], ["0,1", "0,2"]))
    (('0123', '0,1'), ('4567', '0,2'))

    Raises:
        ArgumentError: it gives no steps.
    """
    if not is_iterable(history):
        raise ArgumentError(f"history is {shown(history)}: expected pairs (guess, feedback), or () for none")
    return tuple(history)


def read_step(
    item: Pair,
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


def step_text(pair: Pair) -> str:
    """Return a step, whose guess and answer have been read, as it is typed.

    >>> step_text(("0123", "0,1")), step_text(("0123", (None, 1))), step_text(("=7", "no"))
    ('0123:0,1', '0123:?,1', '=7:no')
    """
    guess, answer = pair
    told = known_text(tuple(answer)) if isinstance(answer, tuple | list) else "?" if answer is None else str(answer)
    return f"{guess if isinstance(guess, str) else shown(guess)}:{told}"
