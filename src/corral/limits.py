"""Limits of time and memory."""

from __future__ import annotations

import os
from operator import index
from typing import Any, Final

from corral.errors import ArgumentError, shown

__all__ = ["default_memory", "read_bytes", "read_seconds"]

_CENTURY: Final = 3e9
_MOST_BYTES: Final = (1 << 63) - 1
_FALLBACK_MEMORY: Final = 1 << 30


def read_seconds(limit: Any) -> float:
    """Return a time in seconds that a clock can be asked for."""
    if isinstance(limit, bool) or not isinstance(limit, int | float) or not limit >= 0:
        raise ArgumentError(f"time_limit is {shown(limit)}: expected seconds, 0 or more, or None")
    # An int may be beyond all floats.
    return float(limit) if limit < _CENTURY else _CENTURY


def read_bytes(limit: Any) -> int:
    """Return a number of bytes, no more than there can be."""
    try:
        number = -1 if isinstance(limit, bool) else index(limit)
    except TypeError:
        number = -1
    if number < 0:
        raise ArgumentError(f"memory_limit is {shown(limit)}: expected bytes, 0 or more, or None")
    return min(number, _MOST_BYTES)


def default_memory() -> int:
    """Return a quarter of the machine's memory in bytes."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 4
    except (AttributeError, OSError, ValueError):
        return _FALLBACK_MEMORY
