"""Print how fast corral is, against numpy and numba, in one run on one thread.

Times are thread CPU time, medians, with the ways taking turns. Ratios of one run are what counts: absolute times move
with what else the machine does. A target is what the project demands of itself; a missed one is shown and is no error.
"""

import argparse
import json
import os
import subprocess
import sys
from typing import Any

GAME = "bulls-and-cows:4x10"
LEVELS = ("portable", "popcnt", "avx2", "avx512")


def one_thread() -> None:
    """Keep numpy's matrix products to one thread; they read that when numpy is imported."""
    for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
        os.environ[variable] = "1"


def measured(game: str, level: str | None = None, *, quick: bool = False, small: bool = False) -> dict[str, Any]:
    """Measure in this process, at a level, that of CORRAL_ISA, or the best one."""
    if level:
        os.environ["CORRAL_ISA"] = level
    one_thread()
    # These read the environment when they are imported.
    from figures import figures

    return figures(game, quick=quick, small=small)


def measured_elsewhere(level: str, game: str, *, quick: bool = False) -> dict[str, Any]:
    """Measure at a level, in a process of its own."""
    command = [sys.executable, __file__, "--json", "--level", level, "--game", game]
    run = subprocess.run(command + ["--quick"] * quick, check=True, stdout=subprocess.PIPE, text=True)
    report: dict[str, Any] = json.loads(run.stdout)[0]
    return report


def cell(figure: dict[str, Any]) -> str:
    """Return a figure with its target, if it has one at the level."""
    text = f"{figure['value']:.3g}"
    if figure["target"] is None:
        return text
    met = figure["value"] >= figure["target"] if figure["more"] else figure["value"] <= figure["target"]
    return f"{text} ({'at least' if figure['more'] else 'at most'} {figure['target']:g}: {'met' if met else 'missed'})"


def named(facts: dict[str, Any]) -> list[str]:
    """Return the lines that name the machine."""
    versions = ", ".join(f"{name} {facts[name]}" for name in ("python", "numpy", "numba", "corral"))
    lines = [f"{facts['processor']}, {facts['cores']} cores, {facts['system']}", f"{versions}, {facts['compiler']}"]
    for name, value in facts["openblas"].items():
        lines.append(f"NOTE: {name}={value} is set: numpy's matrix products are slower than they could be")
    return lines


def table(head: list[str], rows: list[list[str]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def figures_table(reports: list[dict[str, Any]]) -> str:
    """Return the figures with a column a level."""
    rows = zip(*(report["figures"] for report in reports), strict=True)
    levels = [report["level"] for report in reports]
    return table([reports[0]["game"], *levels], [[row[0]["name"], *map(cell, row)] for row in rows])


def times_table(reports: list[dict[str, Any]]) -> str:
    """Return the times that the figures come from, likewise."""
    rows = [
        [f"{task}: {way}", *(f"{report['times'][task][way]:.3g}" for report in reports)]
        for task, ways in reports[0]["times"].items()
        for way in ways
    ]
    return table(["CPU time, ms", *(report["level"] for report in reports)], rows)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--level", choices=LEVELS, help="measure this level of the core; the best one by default")
    which.add_argument("--all-levels", action="store_true", help="measure every level that this processor runs")
    parser.add_argument("--game", default=GAME, help="a game of 4 places; %(default)s has the targets")
    parser.add_argument("--quick", action="store_true", help="fewer repetitions")
    parser.add_argument("--json", action="store_true", help="print JSON: a list with an object for each level")
    options = parser.parse_args()
    if options.all_levels:
        from corral import _core

        reports = [measured_elsewhere(level, options.game, quick=options.quick) for level in _core.levels()]
    else:
        reports = [measured(options.game, options.level, quick=options.quick)]
    if options.json:
        print(json.dumps(reports, indent=2))
    else:
        print(*named(reports[0]["machine"]), "", figures_table(reports), "", times_table(reports), sep="\n")


if __name__ == "__main__":
    main()
