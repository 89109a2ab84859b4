"""JSON in which no object has a member twice: Python takes the last one, and another program may take the first."""

from __future__ import annotations

import json
from typing import Any

from corral.errors import shown

__all__ = ["load"]


def load(text: str | bytes) -> Any:
    """Return the value of a JSON text.

    >>> load('{"a":1,"b":[2]}')
    {'a': 1, 'b': [2]}

    Raises:
        ValueError: it is no JSON, or an object in it has a member twice.
        RecursionError: it is nested too deep.
    """
    return json.loads(text, object_pairs_hook=_members)


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError(f"an object has a member twice: {shown([name for name, _ in pairs])}")
    return members
