"""A quick measurement of the compiled core on this machine."""

from __future__ import annotations

import platform
import re
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import thread_time
from typing import TYPE_CHECKING, Final
from zlib import crc32

import numpy as np

from corral import __version__
from corral._core import isa
from corral.games import bulls_and_cows, game, mastermind
from corral.scores import score_guesses
from corral.solver import solve
from corral.strategies import strategy_tree

if TYPE_CHECKING:
    from collections.abc import Callable

    from corral.history import History
    from corral.tree import Tree

__all__ = ["Measurement", "machine", "measure", "signature"]

_LEAST_SECONDS: Final = 0.02

# What the signature is of: games of several kinds, each objective, a history, and a memory that is soon full.
_SEARCHES: Final[tuple[tuple[str, str, History, int], ...]] = (
    ("mastermind:4x6", "total", (), 1 << 24),
    ("mastermind:4x6", "depth,total", (), 1 << 24),
    ("mastermind:4x6", "within:4", (), 1 << 24),
    ("mastermind:5x3", "total,depth", (), 1 << 24),
    ("mastermind:4x3+bulls", "total", (), 1 << 24),
    ("bulls-and-cows:4x7", "depth,total", (), 1 << 12),
    ("bulls-and-cows:4x9", "total", (), 1 << 18),
    ("bulls-and-cows:5x6", "within:5", (), 1 << 24),
    ("bulls-and-cows:3x8", "depth,last", (), 1 << 24),
    ("bulls-and-cows:3x7+nozero", "depth", (), 1 << 24),
    ("bulls-and-cows:4x5", "depth,total", (("0123", "1,2"),), 1 << 24),
    ("bulls-and-cows:4x10", "depth,total", (("0123", "0,2"), ("3541", "0,2")), 1 << 24),
)


@dataclass(frozen=True, slots=True)
class Measurement:
    """What one task took: the median CPU time of a call in milliseconds, and the total of the tree it built, if any."""

    task: str
    milliseconds: float
    total: int | None


def machine() -> dict[str, str]:
    """Return what the times depend on: processor, platform, versions and the level of the core."""
    return {
        "processor": _processor(Path("/proc/cpuinfo")),
        "platform": platform.platform(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "numpy": np.__version__,
        "corral": __version__,
        "isa": isa(),
    }


def measure(runs: int = 5) -> list[Measurement]:
    """Time the main tasks on the main games, each the median of so many runs, after one that is not counted."""
    cows, pegs = bulls_and_cows(), mastermind()
    table = np.empty((len(cows), len(cows)), np.uint8)
    few = cows.candidate_numbers([("0123", "0,1"), ("4561", "0,1")])[:16]
    tasks: dict[str, Callable[[], object]] = {
        "feedback table of bulls-and-cows:4x10": lambda: cows.feedback_table(table),
        "all guesses on all codes, bulls-and-cows:4x10": lambda: score_guesses(cows),
        "all guesses on 16 codes, bulls-and-cows:4x10": lambda: score_guesses(cows, candidates=few),
    }
    trees: dict[str, Callable[[], Tree]] = {
        "minimax tree of mastermind:4x6": lambda: strategy_tree(pegs, "minimax"),
        "entropy tree of bulls-and-cows:4x10": lambda: strategy_tree(cows, "entropy"),
    }
    return [
        *(Measurement(name, _time(task, runs), None) for name, task in tasks.items()),
        *(Measurement(name, _time(task, runs), task().total) for name, task in trees.items()),
    ]


def signature() -> int:
    """Return a number that stands for what the exact search does: the same on every machine and level.

    It is the CRC-32 of the positions searched and the values found on a list of games, objectives and limits of memory,
    so any change of the search that visits other positions changes it.
    """
    lines = []
    for name, objective, history, memory in _SEARCHES:
        found = solve(game(name), objective, history=history, memory_limit=memory, threads=1)
        lines.append(f"{found.stats.nodes} {found.value}\n")
    return crc32("".join(lines).encode())


def _time(task: Callable[[], object], runs: int) -> float:
    """Return the median CPU time of a call in milliseconds."""
    task()
    return 1000 * median(_seconds(task) for _ in range(runs))


def _seconds(task: Callable[[], object]) -> float:
    """Return the CPU time of a call, which is repeated until the clock's steps do not matter."""
    calls, start = 0, thread_time()
    while (passed := thread_time() - start) < _LEAST_SECONDS:
        task()
        calls += 1
    return passed / calls


def _processor(cpuinfo: Path) -> str:
    """Return the processor's name; Linux gives it in a file only."""
    text = cpuinfo.read_text(errors="replace") if cpuinfo.exists() else ""
    match = re.search(r"^model name\s*:\s*(.+)$", text, re.MULTILINE)
    return match[1] if match else platform.processor() or platform.machine()
