"""Limits of time, memory, threads and counts; seeds."""

from __future__ import annotations

import os
from operator import index
from typing import Any, Final

from corral.errors import ArgumentError, shown

__all__ = ["SEEDS", "default_memory", "read_bytes", "read_count", "read_seconds", "read_seed", "read_threads"]

_CENTURY: Final = 3e9
_MOST_BYTES: Final = (1 << 63) - 1
_FALLBACK_MEMORY: Final = 1 << 30
_MOST_THREADS: Final = 1024

SEEDS: Final = 1 << 64
"""How many seeds there are."""


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


def read_threads(threads: Any) -> int:
    """Return a number of threads; None stands for one for each processor that there is for this process."""
    if threads is None:
        try:
            return min(len(os.sched_getaffinity(0)), _MOST_THREADS)
        except AttributeError:
            return min(os.cpu_count() or 1, _MOST_THREADS)
    try:
        number = 0 if isinstance(threads, bool) else index(threads)
    except TypeError:
        number = 0
    if not 1 <= number <= _MOST_THREADS:
        raise ArgumentError(f"threads is {shown(threads)}: expected 1 to {_MOST_THREADS}, or None")
    return number


def default_memory() -> int:
    """Return a quarter of the machine's memory in bytes."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 4
    except (AttributeError, OSError, ValueError):
        return _FALLBACK_MEMORY


def read_count(given: Any, what: str) -> int:
    """Return a number of things, 0 or more, as an int."""
    try:
        number = -1 if isinstance(given, bool) else index(given)
    except TypeError:
        number = -1
    if number < 0:
        raise ArgumentError(f"{what} is {shown(given)}: expected a whole number, 0 or more")
    return number


def read_seed(seed: Any) -> int:
    """Return a seed, a number of 64 bits, as an int."""
    try:
        number = -1 if isinstance(seed, bool) else index(seed)
    except TypeError:
        number = -1
    if not 0 <= number < SEEDS:
        raise ArgumentError(f"seed is {shown(seed)}: expected a whole number from 0 to 2^64 - 1")
    return number
