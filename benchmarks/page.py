"""Measure everything and write docs/benchmarks.md with its plots.

    python benchmarks/page.py [--quick] [--out DIRECTORY]
    python benchmarks/page.py --only size
    python benchmarks/page.py --only threads

The latter print a table and write nothing. The whole takes some minutes on an idle machine, which it should be. With
--quick everything is done on tiny games, in seconds, which shows that it works and tells nothing else.
"""

import argparse
import datetime
import os
from pathlib import Path
from typing import Any

from compare import GAME, figures_table, measured, measured_elsewhere, named, one_thread, times_table

# What imports numpy is imported once that keeps to one thread.

PAGE = """\
# Benchmarks

How fast the kernels, the trees and the exact search are, at every level of the processor, against the same tasks
written with numpy and with numba. This page is written by

    {command}

which measures all of it, on an idle machine in some ten minutes; each table has a command of its own, too.

Times move with the machine and with what else it does: read ratios of one run. CPU times are those of one thread. What
is compared with has been compared: every contender found the same table, scores or tree.

## The machine

{machine}

{date}{busy}

## Kernels and trees

    python benchmarks/compare.py --all-levels

A target is what the project demands of itself, set on an AMD Zen 4; a missed one is shown. The plain ways of numpy are
a BLAS product of one-hot codes and a bincount of the table; "the best numpy" uses the ideas of the core too. No table
can be 45 times faster than that, as it would be done before the memory is written. Numba's gather from a ready table
took 0.28 ms a thousand guesses where the targets were set.

{figures}

The times that these come from; `benchmarks/baselines.py` and `words.py` have the other side of each.

{times}

## Trees and exact search, against numpy and numba

    python benchmarks/searches.py

The same trees in Python over a ready table, whose counts are numpy's or numba's. `least total` is a plain search with
a bound and a memo; that of games of more than some hundred codes would take it hours, as it knows none of the
[reductions](exact.md#what-the-reductions-need). Level {level}.

{searches}

## Exact search

    python benchmarks/exact.py --all-levels

CPU seconds of the call, proof and tree, in a fresh process after its imports, one thread; sets of candidates searched;
and megabytes beyond an imported numpy.

{exact}

## By the size of the game

    python benchmarks/page.py --only size

4 places, more and more symbols. Kernels and trees are those of Bulls and Cows. The table and the scores of all guesses
take time by the square of the number of codes: twice as many codes, four times as long.

![Times by the number of codes](benchmarks-size.svg)

{sizes}

## By threads

    python benchmarks/page.py --only threads

The search of `total`, and `random` against all secrets with 1000 seeds. This machine has {cores} processors: more
threads than that share them, and the last column shows what that costs.

![How many times faster so many threads are](benchmarks-threads.svg)

{threads}
"""


def busy() -> str:
    """Return a note if the machine has other things to do."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return f"\n\n**The machine was busy**: {load:.1f} processes at once, so times are longer." if load > 1 else ""


def measure(out: Path, *, quick: bool) -> str:
    """Return the page, and draw its plots."""
    from drawings import draw_sizes, draw_threads
    from exact import TASKS, levels_table
    from scaling import SIZES, THREADS, by_size, by_threads, size_table, thread_table
    from searches import all_times, searches_table

    import corral
    from corral import _core

    levels, others = _core.levels(), busy()
    reports: list[dict[str, Any]]
    if quick:
        # The games are too small to tell levels apart, so they are not.
        small = "mastermind:4x3"
        reports = [measured(small, small=True)]
        searches = all_times(entropy=(small,), optimal=("mastermind:2x3",))
        exact = levels_table([("mastermind:2x3", "total")], levels[-1:], turns=1)
        sizes, threads = by_size([small], turns=1), by_threads([(small, "total")], turns=1)
    else:
        print("kernels and trees ..", flush=True)
        reports = [measured_elsewhere(level, GAME) for level in levels]
        print("exact search ..", flush=True)
        searches, exact = all_times(), levels_table(TASKS, levels)
        print("sizes ..", flush=True)
        sizes = by_size(SIZES)
        print("threads ..", flush=True)
        threads = by_threads(THREADS)
    cores = os.cpu_count() or 1
    draw_sizes(sizes, out / "benchmarks-size.svg")
    draw_threads(threads, cores, out / "benchmarks-threads.svg")
    return PAGE.format(
        command="python benchmarks/page.py" + " --quick" * quick,
        machine="  \n".join(named(reports[0]["machine"])),
        date=datetime.datetime.now(datetime.UTC).date(),
        busy=others,
        figures=figures_table(reports),
        times=times_table(reports),
        level=corral.isa(),
        searches=searches_table(searches),
        exact=exact,
        sizes=size_table(sizes),
        cores=cores,
        threads=thread_table(threads),
    )


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="tiny games: to see that it works")
    parser.add_argument("--out", type=Path, help="the project's docs by default, unless all is quick")
    parser.add_argument("--only", choices=("size", "threads"), help="print how times grow with the game or shrink")
    options = parser.parse_args()
    if options.quick and not options.out:
        parser.error("--quick measures nothing that belongs into docs: name another folder with --out")
    out = options.out or Path(__file__).parents[1] / "docs"
    one_thread()
    if options.only:
        from scaling import SIZES, THREADS, by_size, by_threads, size_table, thread_table

        print(size_table(by_size(SIZES)) if options.only == "size" else thread_table(by_threads(THREADS)))
    else:
        (out / "benchmarks.md").write_text(measure(out, quick=options.quick), "utf-8")


if __name__ == "__main__":
    main()
