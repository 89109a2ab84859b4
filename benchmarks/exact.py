"""Time the exact solver, alone or in turns with another program.

    python benchmarks/exact.py --objective total mastermind:4x6 bulls-and-cows:4x10
    python benchmarks/exact.py --all-levels
    python benchmarks/exact.py --reductions bulls-and-cows:4x10 mastermind:4x8
    python benchmarks/exact.py --threads 2 bulls-and-cows:5x8
    python benchmarks/exact.py --against './other {short} {length} {symbols}' bulls-and-cows:4x10

In the command of the other program, {game} stands for the id, {length} and {symbols} for the numbers in it, and {short}
for bc or mm. Times are CPU seconds, medians: of corral those of the call (proof and tree) in a fresh process after its
imports, of the other program those of its whole process. Both take turns, so that a disturbance meets both. With
--threads N the other program is corral with one thread, times are seconds on the clock, and the last column tells how
many processors were busy for corral on the average.
"""

import argparse
import json
import os
import resource
import shlex
import subprocess
import sys
from collections.abc import Iterable, Sequence
from statistics import median
from time import process_time
from typing import Any

import numpy as np
from compare import table

import corral
from corral import _core

__all__ = ["TASKS", "levels_table", "solve"]

TASKS = [
    ("mastermind:4x6", "total"),
    ("mastermind:4x8", "total"),
    ("bulls-and-cows:4x10", "total"),
    ("bulls-and-cows:4x10", "depth,total"),
    ("bulls-and-cows:4x10", "depth,last"),
    ("bulls-and-cows:4x10", "within:6"),
    ("bulls-and-cows:4x11", "total"),
    ("bulls-and-cows:5x7", "total"),
    ("bulls-and-cows:5x8", "total"),
]
"""Games and objectives, of each class some that take long enough."""

CALL = """
import json, resource, sys, time
import corral
corral.solve  # is loaded when it is first asked for
def peak():
    try:  # in KB; that of getrusage includes what started this process
        with open("/proc/self/status") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("VmHWM"))
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
game, objective = corral.game(sys.argv[1]), sys.argv[2]
before = peak()
start, wall = time.process_time(), time.perf_counter()
solution = corral.solve(game, objective, threads=int(sys.argv[3]))
seconds, wall = time.process_time() - start, time.perf_counter() - wall
print(json.dumps({"seconds": seconds, "wall": wall, "value": solution.value, "proven": solution.proven,
                  "nodes": solution.stats.nodes, "megabytes": (peak() - before) / 1024}))
"""


def solve(game: str, objective: str, level: str | None, threads: int) -> dict[str, Any]:
    """Return what one call of corral took and gave."""
    # The threads of numpy's BLAS spin when they begin, which would count.
    environment = os.environ | {"OPENBLAS_NUM_THREADS": "1"} | ({"CORRAL_ISA": level} if level else {})
    command = [sys.executable, "-c", CALL, game, objective, str(threads)]
    run = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=environment)
    answer: dict[str, Any] = json.loads(run.stdout)
    return answer


def seconds_of(command: str, game: str) -> float:
    """Return the CPU seconds of a run of another program."""
    family, _, size = game.partition(":")
    length, _, symbols = size.partition("+")[0].partition("x")
    short = "mm" if family == "mastermind" else "bc"
    words = shlex.split(command.format(game=game, length=length, symbols=symbols, short=short))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def value_of(answer: dict[str, Any]) -> str:
    """Return the value as text."""
    value = answer["value"] if answer["proven"] else f"{answer['value']} (not proven)"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def levels_table(tasks: Iterable[tuple[str, str]], levels: Sequence[str], turns: int = 3) -> str:
    """Return the CPU seconds of games and objectives with a column a level, the levels in turns."""
    rows = []
    for game, objective in tasks:
        answers: dict[str, list[dict[str, Any]]] = {level: [] for level in levels}
        for turn in range(turns):
            for level, found in answers.items():
                # Once is enough for what takes seconds.
                if turn == 0 or found[0]["seconds"] < 1:
                    found.append(solve(game, objective, level, 1))
        seconds = [f"{median(answer['seconds'] for answer in found):.3g}" for found in answers.values()]
        best = answers[levels[-1]][0]
        rows.append([game, objective, value_of(best), f"{best['nodes']}", *seconds, f"{best['megabytes']:.0f}"])
    return table(["game", "objective", "value", "sets", *(f"{level}, s" for level in levels), "MB"], rows)


def reductions_table(games: Iterable[str]) -> str:
    """Return sets searched and CPU seconds of the proof of `total`, with a row for each reduction that is off."""
    chosen = list(map(corral.game, games))
    none = np.empty(0, np.uint32)
    cells = []
    # Two do nothing for this objective, and without bit lanes it takes minutes.
    off = [name for name in _core.REDUCTIONS if name not in {"closed-ends", "relaxed", "slices"}]
    for name in ("nothing", *off):
        bits = 0 if name == "nothing" else 1 << _core.REDUCTIONS.index(name)
        row = [name]
        for game in chosen:
            solver = _core.Solver(
                game.core, None, history=none, whole=True, opener=none, consistent=False, memory=1 << 30, without=bits
            )
            start = process_time()
            solver.run((1,))
            row.append(f"{solver.nodes / 1000:.0f} k, {process_time() - start:.2f}")
        cells.append(row)
    return table(["off", *(game.id or "" for game in chosen)], cells)


def main() -> None:
    """Print a row for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--objective", default="total")
    parser.add_argument("--level", help="of corral: portable, popcnt, avx2 or avx512")
    rival = parser.add_mutually_exclusive_group()
    rival.add_argument("--against", metavar="COMMAND")
    rival.add_argument("--threads", type=int, metavar="N")
    rival.add_argument("--all-levels", action="store_true", help="a table with a column a level")
    rival.add_argument("--reductions", action="store_true", help="a table with a row for each reduction that is off")
    parser.add_argument("--turns", type=int, default=5)
    options = parser.parse_args()
    if options.all_levels:
        print(levels_table([(game, options.objective) for game in options.games] or TASKS, _core.levels()))
        return
    if options.reductions:
        print(reductions_table(options.games or ["bulls-and-cows:4x10", "mastermind:4x8", "bulls-and-cows:5x7"]))
        return
    print(
        "| game | objective | value | nodes | MB | s | other, s | ratio | busy |\n|---|---|---|---|---|---|---|---|---|"
    )
    for game in options.games:
        ours, others, busy, answer = [], [], [], {}
        for _ in range(options.turns):
            answer = solve(game, options.objective, options.level, options.threads or 1)
            ours.append(answer["wall" if options.threads else "seconds"])
            busy.append(answer["seconds"] / answer["wall"])
            if options.against:
                others.append(seconds_of(options.against, game))
            elif options.threads:
                others.append(solve(game, options.objective, options.level, 1)["wall"])
        row = [
            game,
            options.objective,
            value_of(answer),
            answer["nodes"],
            f"{answer['megabytes']:.1f}",
            f"{median(ours):.3f}",
        ]
        row += [f"{median(others):.3f}", f"{median(ours) / median(others):.2f}"] if others else ["", ""]
        row += [f"{median(busy):.2f}"]
        print(f"| {' | '.join(map(str, row))} |", flush=True)


if __name__ == "__main__":
    main()
