"""A quick measurement of the compiled core on this machine."""

from __future__ import annotations

import platform
import re
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import thread_time
from typing import TYPE_CHECKING

import numpy as np

from corral import __version__
from corral._core import isa
from corral.games import bulls_and_cows, mastermind
from corral.scores import score_guesses
from corral.strategies import strategy_tree

if TYPE_CHECKING:
    from collections.abc import Callable

    from corral.tree import Tree

__all__ = ["Measurement", "machine", "measure"]

_LEAST_SECONDS = 0.02


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
