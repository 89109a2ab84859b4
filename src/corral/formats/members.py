"""JSON in which no object has a member twice: Python takes the last one, and another program may take the first."""

from __future__ import annotations

import json
from typing import Any

from corral.arguments import MOST_DIGITS, decoded
from corral.errors import shown

__all__ = ["load"]


def load(text: str | bytes) -> Any:
    """Return the value of a JSON text, which may begin with a byte order mark.

    >>> load('{"a":1,"b":[2]}')
    {'a': 1, 'b': [2]}

    Raises:
        ValueError: it is no JSON in UTF-8, or nested too deep, or a number in it too long, or an object in it has a
            member twice. The message says where, if there is a place.
    """
    try:
        read = decoded(text) if isinstance(text, bytes) else text
        return json.loads(read.removeprefix("\ufeff"), object_pairs_hook=_members, parse_int=_integer)
    except json.JSONDecodeError as error:
        raise ValueError(f"it is no JSON in line {error.lineno}, column {error.colno}") from None
    except RecursionError:
        raise ValueError("it is nested too deep") from None


def _integer(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError(f"a number has {len(digits)} digits: expected {MOST_DIGITS} at most")
    return int(digits)


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError(f"an object has a member twice: {shown([name for name, _ in pairs])}")
    return members
