"""Arguments of the plain kinds that many functions take: whole numbers, flags, paths, texts in UTF-8, progress."""

from __future__ import annotations

import os
from operator import index
from typing import TYPE_CHECKING, Any, Final, TypeGuard, TypeVar

import numpy as np

from corral.errors import ArgumentError, CorralError, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["MOST_DIGITS", "decoded", "is_iterable", "read_flag", "read_path", "read_progress", "read_whole", "whole"]

_Called = TypeVar("_Called", bound="Callable[..., object]")

MOST_DIGITS: Final = 4000
"""Of a number in a text. Python makes a number of a few more, but not of any text."""


def whole(given: Any) -> int | None:
    """Return a whole number of any type as an int, None if it is none. A bool is none, and a text is none.

    >>> whole(np.uint8(7)), whole(7.0), whole(True)
    (7, None, None)
    """
    try:
        return None if isinstance(given, bool) else index(given)
    except TypeError:
        return None


def read_whole(
    given: Any,
    what: str,
    low: int,
    high: int | None = None,
    expected: str = "",
    error: type[CorralError] = ArgumentError,
) -> int:
    """Return a whole number from `low` to `high` as an int.

    >>> read_whole(np.int64(3), "count", 0)
    3

    Raises:
        ArgumentError, or the error given: it is none; the message says what it was given for, and what is expected.
    """
    number = whole(given)
    if number is None or number < low or (high is not None and number > high):
        bounds = f", {low} or more" if high is None else f" from {low} to {high}"
        raise error(f"{what} is {shown(given)}: expected {expected or f'a whole number{bounds}'}")
    return number


def read_flag(given: object, what: str, error: type[CorralError] = ArgumentError) -> bool:
    """Return a flag as a bool. Nothing else is taken for one: `"no"` would be True.

    >>> read_flag(np.True_, "consistent")
    True

    Raises:
        ArgumentError, or the error given: it is no bool; the message says what it was given for.
    """
    if not isinstance(given, bool | np.bool_):
        raise error(f"{what} is {shown(given)}: expected True or False")
    return bool(given)


def read_path(given: Any, what: str, error: type[CorralError] = ArgumentError) -> str:
    """Return the path of a file as a text. Whether there is such a file is for whoever opens it to say.

    >>> from pathlib import Path
    >>> read_path(Path("tree.json"), "path")
    'tree.json'

    Raises:
        ArgumentError, or the error given: it is no path that a system can be asked for.
    """
    path = os.fspath(given) if isinstance(given, str | os.PathLike) else None
    if not isinstance(path, str) or not path or "\0" in path or not _is_encodable(path):
        raise error(f"{what} is {shown(given)}: expected the path of a file, a str or a pathlib.Path")
    return path


def decoded(data: bytes, what: str = "it", error: type[Exception] = ValueError) -> str:
    """Return the text that bytes are in UTF-8.

    >>> decoded(b"crane")
    'crane'

    Raises:
        ValueError, or the error given: they are none; the message says what they are, and which line is wrong.
    """
    try:
        return data.decode()
    except UnicodeDecodeError as wrong:
        line = data[: wrong.start].count(b"\n") + 1
        raise error(f"{what} is no text in UTF-8: line {line} has the byte 0x{data[wrong.start]:02x}") from None


def _is_encodable(path: str) -> bool:
    try:
        os.fsencode(path)
    except UnicodeEncodeError:
        return False
    return True


def read_progress(given: _Called | None) -> _Called | None:
    """Return what is to be called with the progress of a long work, or None.

    Raises:
        ArgumentError: it cannot be called.
    """
    if given is not None and not callable(given):
        raise ArgumentError(f"progress is {shown(given)}: expected a function, or None")
    return given


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
