"""Prints the line coverage of the C core: coverage.py FOLDER [--fail-under PERCENT].

FOLDER holds the objects of the core, built with --coverage, and what the tests left beside them. A line counts once,
and as run if any object that contains it ran it: a header that is compiled once for each level appears in many objects.
"""

import argparse
import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path


def runs_by_line(folder: Path) -> dict[str, dict[int, int]]:
    """How often each line of each source file of the core was run."""
    lines: dict[str, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for notes in sorted(folder.rglob("*.gcno")):
        if notes.parent.name == "tests":
            continue
        report = subprocess.run(["gcov", "--json-format", "--stdout", notes], check=True, capture_output=True)
        for file in json.loads(report.stdout)["files"]:
            if not file["file"].startswith("/"):
                for line in file["lines"]:
                    lines[file["file"]][line["line_number"]] += line["count"]
    return lines


def ranges(numbers: list[int]) -> str:
    """Numbers in order, consecutive ones as first-last."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)


def main() -> int:
    """Print a line for each file and the total; 1 if the total is below what is demanded."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--fail-under", type=float, default=0.0)
    options = parser.parse_args()
    every = ran = 0
    for file, lines in sorted(runs_by_line(options.folder).items()):
        missed = sorted(number for number, count in lines.items() if count == 0)
        every += len(lines)
        ran += len(lines) - len(missed)
        print(f"{file:28}{len(lines):6}{100 - 100 * len(missed) / len(lines):8.1f} %  {ranges(missed)}")
    if not every:
        print("no coverage data: build with --coverage first")
        return 1
    print(f"{'total':28}{every:6}{100 * ran / every:8.1f} %")
    return int(100 * ran / every < options.fail_under)


if __name__ == "__main__":
    sys.exit(main())
