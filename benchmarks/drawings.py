"""The plots of the page of benchmarks: SVG, equal bytes for equal numbers."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from matplotlib import rc_context
from matplotlib.figure import Figure
from scaling import Point

__all__ = ["draw_sizes", "draw_threads"]

STYLE: dict[Any, Any] = {"svg.hashsalt": "corral", "svg.fonttype": "none", "font.size": 9, "legend.fontsize": 8}


def save(figure: Figure, path: Path) -> None:
    """Write the figure without the date, and without the blanks at the ends of lines that git minds."""
    with rc_context(STYLE):
        figure.savefig(path, metadata={"Date": None})
    path.write_text("\n".join(line.rstrip() for line in path.read_text("utf-8").splitlines()) + "\n", "utf-8")


def draw_sizes(points: Sequence[Point], path: Path) -> None:
    """Draw times by the number of codes, a panel a task."""
    tasks = list(dict.fromkeys(point.task for point in points))
    with rc_context(STYLE):
        figure = Figure(figsize=(8, 6), layout="constrained")
        panels = figure.subplots(2, 2, sharex=True).flatten().tolist()
        for panel, task in zip(panels, tasks, strict=True):
            for way in dict.fromkeys(point.way for point in points if point.task == task):
                line = sorted((point.codes, point.time) for point in points if (point.task, point.way) == (task, way))
                panel.loglog(*zip(*line, strict=True), marker=".", label=way)
            panel.set(title=task, ylabel="ms of CPU time")
            panel.minorticks_off()
            panel.grid(alpha=0.3)
            panel.legend()
        for panel in panels[2:]:
            panel.set_xlabel("codes")
    save(figure, path)


def draw_threads(found: dict[str, dict[int, float]], cores: int, path: Path) -> None:
    """Draw how many times faster so many threads are than one."""
    counts = list(next(iter(found.values())))
    with rc_context(STYLE):
        figure = Figure(figsize=(6, 4), layout="constrained")
        panel = figure.subplots()
        panel.plot(counts, [min(count, cores) for count in counts], color="grey", linestyle=":", label="ideal")
        for task, times in found.items():
            panel.plot(counts, [times[1] / times[count] for count in counts], marker=".", label=task)
        panel.set(
            xlabel=f"threads, on {cores} processors", ylabel="times faster than one", xticks=counts, ylim=(0, None)
        )
        panel.grid(alpha=0.3)
        panel.legend()
    save(figure, path)
