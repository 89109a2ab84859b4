"""Print the figures of the README: corral against numpy and numba, in one run on one thread.

Times are thread CPU time, medians, with the ways taking turns. Ratios of one run are what counts: absolute times move
with what else the machine does. A target is what the project demands of itself; a missed one is shown and is no error.
"""

import argparse
import json
import os
import subprocess
import sys
from typing import Any

LEVELS = ("portable", "popcnt", "avx2", "avx512")


def measured(options: argparse.Namespace) -> dict[str, Any]:
    """Measure in this process, at the level of CORRAL_ISA, or the best one."""
    if options.level:
        os.environ["CORRAL_ISA"] = options.level
    for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
        os.environ[variable] = "1"
    # These read the environment when they are imported.
    from figures import figures

    return figures(options.game, quick=options.quick)


def measured_elsewhere(options: argparse.Namespace, level: str) -> dict[str, Any]:
    """Measure at a level, in a process of its own."""
    command = [sys.executable, __file__, "--json", "--level", level, "--game", options.game]
    run = subprocess.run(command + ["--quick"] * options.quick, check=True, stdout=subprocess.PIPE, text=True)
    report: dict[str, Any] = json.loads(run.stdout)[0]
    return report


def cell(figure: dict[str, Any]) -> str:
    """Return a figure with its target, if it has one at the level."""
    text = f"{figure['value']:.3g}"
    if figure["target"] is None:
        return text
    met = figure["value"] >= figure["target"] if figure["more"] else figure["value"] <= figure["target"]
    return f"{text} ({'at least' if figure['more'] else 'at most'} {figure['target']:g}: {'met' if met else 'missed'})"


def print_reports(reports: list[dict[str, Any]]) -> None:
    """Print the machine, the figures with a column a level, and the times they come from."""
    machine = reports[0]["machine"]
    versions = ", ".join(f"{name} {machine[name]}" for name in ("python", "numpy", "numba", "corral"))
    print(f"{machine['processor']}, {machine['cores']} cores, {machine['system']}\n{versions}")
    for name, value in machine["openblas"].items():
        print(f"NOTE: {name}={value} is set: numpy's matrix products are slower than they could be")

    levels = [report["level"] for report in reports]
    print(f"\n| {reports[0]['game']} | {' | '.join(levels)} |\n|---|{'---|' * len(levels)}")
    for row in zip(*(report["figures"] for report in reports), strict=True):
        print(f"| {row[0]['name']} | {' | '.join(map(cell, row))} |")

    print(f"\n| CPU time, ms | {' | '.join(levels)} |\n|---|{'---|' * len(levels)}")
    for task, ways in reports[0]["times"].items():
        for way in ways:
            cells = [f"{report['times'][task][way]:.3g}" for report in reports]
            print(f"| {task}: {way} | {' | '.join(cells)} |")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--level", choices=LEVELS, help="measure this level of the core; the best one by default")
    which.add_argument("--all-levels", action="store_true", help="measure every level that this processor runs")
    parser.add_argument("--game", default="bulls-and-cows:4x10", help="a game of 4 places; %(default)s has the targets")
    parser.add_argument("--quick", action="store_true", help="fewer repetitions")
    parser.add_argument("--json", action="store_true", help="print JSON: a list with an object for each level")
    options = parser.parse_args()
    if options.all_levels:
        from corral import _core

        reports = [measured_elsewhere(options, level) for level in _core.levels()]
    else:
        reports = [measured(options)]
    if options.json:
        print(json.dumps(reports, indent=2))
    else:
        print_reports(reports)


if __name__ == "__main__":
    main()
