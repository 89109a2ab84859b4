"""Limits of time, memory and threads; seeds."""

from __future__ import annotations

import os
from typing import Any, Final

from corral.arguments import read_whole
from corral.errors import ArgumentError, shown

__all__ = [
    "CENTURY",
    "MOST_THREADS",
    "SEEDS",
    "default_memory",
    "read_seconds",
    "read_seed",
    "read_size",
    "read_threads",
]

_MOST_BYTES: Final = (1 << 63) - 1
_FALLBACK_MEMORY: Final = 1 << 30

CENTURY: Final = 3_000_000_000
"""Seconds: more than these are no more to wait for than these."""

MOST_THREADS: Final = 1024

SEEDS: Final = 1 << 64
"""How many seeds there are."""


def read_seconds(limit: Any) -> float:
    """Return a time in seconds that a clock can be asked for."""
    if isinstance(limit, bool) or not isinstance(limit, int | float) or not limit >= 0:
        raise ArgumentError(f"time_limit is {shown(limit)}: expected seconds, 0 or more, or None")
    # An int may be beyond all floats.
    return float(min(limit, CENTURY))


def read_size(limit: Any) -> int:
    """Return a number of bytes, no more than there can be."""
    return min(read_whole(limit, "memory_limit", 0, expected="bytes, 0 or more, or None"), _MOST_BYTES)


def read_threads(threads: Any) -> int:
    """Return a number of threads; None stands for one for each processor that there is for this process."""
    if threads is None:
        try:
            return min(len(os.sched_getaffinity(0)), MOST_THREADS)
        except AttributeError:
            return min(os.cpu_count() or 1, MOST_THREADS)
    return read_whole(threads, "threads", 1, MOST_THREADS, expected=f"1 to {MOST_THREADS}, or None")


def default_memory() -> int:
    """Return a quarter of the machine's memory in bytes."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 4
    except (AttributeError, OSError, ValueError):
        return _FALLBACK_MEMORY


def read_seed(seed: Any) -> int:
    """Return a seed, a number of 64 bits, as an int."""
    return read_whole(seed, "seed", 0, SEEDS - 1, expected="a whole number from 0 to 2^64 - 1")
