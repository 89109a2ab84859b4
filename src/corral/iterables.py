"""What can be iterated over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeGuard

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["is_iterable"]


def is_iterable(given: object) -> TypeGuard[Iterable[Any]]:
    """Return whether something can be iterated over; an array of no dimension only has the method for it.

    >>> import numpy as np
    >>> is_iterable([]), is_iterable(np.array([7])), is_iterable(np.array(7)), is_iterable(7)
    (True, True, False, False)
    """
    try:
        iter(given)  # type: ignore[call-overload]
    except TypeError:
        return False
    return True
