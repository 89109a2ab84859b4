"""Numbers on the command line, which are refused in the words of this package."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import click

from corral.errors import shown

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["seconds", "whole"]

# Python makes a number of a few more, but not of any text.
_MOST_DIGITS: Final = 4000


def whole(low: int, high: int | None = None) -> Callable[[click.Context, click.Parameter, str | None], int | None]:
    """Return the callback of an option that takes a whole number within bounds, however many digits are typed."""

    def read(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
        if value is None:
            return None
        is_short = value.isascii() and value.isdecimal() and len(value) <= _MOST_DIGITS
        number = int(value) if is_short else -1
        if number < low or (high is not None and number > high):
            bounds = f", {low} or more" if high is None else f" from {low} to {high}"
            raise click.BadParameter(f"{shown(value)}: expected a whole number{bounds}")
        return number

    return read


def seconds(most: int) -> Callable[[click.Context, click.Parameter, str | None], float | None]:
    """Return the callback of an option that takes a time that can be waited for."""

    def read(ctx: click.Context, param: click.Parameter, value: str | None) -> float | None:
        if value is None:
            return None
        try:
            given = float(value)
        except ValueError:
            given = math.nan
        # What is no number is not greater than 0 either.
        if not 0 < given <= most:
            raise click.BadParameter(f"{shown(value)}: expected seconds, more than 0, {most} at most")
        return given

    return read
