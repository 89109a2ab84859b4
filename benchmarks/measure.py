"""Timing, memory and facts about the machine."""

import mmap
import os
import platform
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corral import _core

__all__ = ["huge_pages", "import_milliseconds", "machine", "milliseconds"]

HUGE_PAGE = 2 << 20


def _turn(way: Callable[[], object]) -> list[float]:
    """Time some calls."""
    times: list[float] = []
    while len(times) < 5 and sum(times) < 0.02:
        start = time.thread_time_ns()
        way()
        times.append((time.thread_time_ns() - start) / 1e9)
    return times


def milliseconds(ways: Mapping[str, Callable[[], object]], *, turns: int, seconds: float) -> dict[str, float]:
    """Return the median thread CPU time of each way, warm.

    The ways take turns, so that a disturbance meets all of them. In its turn a way is called once untimed, as what the
    one before left in the caches is not its own, and then up to five times, for 20 ms at most. A way that has used up
    its seconds drops out, but not before its third turn.
    """
    times: dict[str, list[float]] = {name: [] for name in ways}
    for turn in range(turns):
        for name, way in ways.items():
            if turn < 3 or sum(times[name]) < seconds:
                way()
                times[name] += _turn(way)
    return {name: 1e3 * statistics.median(values) for name, values in times.items()}


def huge_pages(shape: tuple[int, ...]) -> NDArray[np.uint8]:
    """Return an array of bytes that starts on a 2 MiB page, in huge pages where the system has them, touched."""
    size = int(np.prod(shape))
    if hasattr(mmap, "MADV_HUGEPAGE"):
        memory = mmap.mmap(-1, size + HUGE_PAGE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        memory.madvise(mmap.MADV_HUGEPAGE)
    else:
        memory = mmap.mmap(-1, size + HUGE_PAGE)
    whole = np.frombuffer(memory, np.uint8)
    start = -whole.ctypes.data % HUGE_PAGE
    array = whole[start : start + size].reshape(shape)
    array.fill(1)
    return array


def import_milliseconds(*, turns: int) -> float:
    """Return how much CPU time `import corral` takes beyond `import numpy`: medians over fresh interpreters."""
    times: dict[str, list[float]] = {"numpy": [], "corral": []}
    for _ in range(turns):
        for name, values in times.items():
            code = f"import time; start = time.process_time(); import {name}; print(time.process_time() - start)"
            run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
            values.append(float(run.stdout))
    return 1e3 * (statistics.median(times["corral"]) - statistics.median(times["numpy"]))


def compiler() -> str:
    """Return what compiled the core, by the note that gcc and clang leave in it."""
    note = re.search(rb"GCC: \([^)]*\) [0-9.]+|clang version [0-9.]+", Path(_core.__file__).read_bytes())
    return note[0].decode() if note else "an unknown compiler"


def machine() -> dict[str, Any]:
    """Return what the figures depend on: processor, system, versions, and variables that slow numpy down."""
    processor = platform.processor() or platform.machine()
    information = Path("/proc/cpuinfo")
    if information.exists():
        names = [line.split(":", 1)[1].strip() for line in information.read_text().splitlines() if "model name" in line]
        processor = names[0] if names else processor
    return {
        "processor": processor,
        "cores": os.cpu_count(),
        "system": f"{platform.system()} on {platform.machine()}",
        "python": platform.python_version(),
        "numpy": np.__version__,
        "compiler": compiler(),
        "openblas": {
            name: os.environ[name] for name in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE") if name in os.environ
        },
    }
