"""An atlas of optima: every peg game up to a size, every objective, with proof where there was time for one.

A directory holds what is known: `atlas.json` with a record for each game and objective, the trees, and, for games of
more than some hundred codes, checkpoints, so that a later and longer survey goes on where this one stopped. Records are
added as they are made and never get worse.
"""

from __future__ import annotations

import json
from concurrent.futures import Executor, as_completed
from dataclasses import asdict, dataclass, replace
from math import inf
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from corral.errors import ArgumentError
from corral.files import replacing
from corral.games import bulls_and_cows, game, mastermind
from corral.solver import solve

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from corral.games import PegGame

__all__ = ["OBJECTIVES", "Atlas", "Record", "games_up_to", "page", "survey"]

OBJECTIVES: Final = ("total", "depth,total", "total,depth", "depth,last")
"""Those of every game; `within:k` for each k that leaves a secret unfound comes after them."""

_WORTH_A_CHECKPOINT: Final = 500
_VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class Record:
    """What is known of a game and an objective: the best tree, which has been replayed, and the bound."""

    game: str
    objective: str
    codes: int
    value: Any
    lower_bound: Any
    proven: bool
    total: int
    histogram: tuple[int, ...]
    nodes: int
    seconds: float
    memory: int
    minutes: float

    @property
    def mean(self) -> float:
        """Return how many guesses the tree takes on the average."""
        return self.total / self.codes


def games_up_to(codes: int) -> list[PegGame]:
    """Return the games of Bulls and Cows and of Mastermind with two codes up to so many, small ones first.

    >>> [one.id for one in games_up_to(3)]
    ['bulls-and-cows:1x2', 'bulls-and-cows:2x2', 'mastermind:1x2', 'bulls-and-cows:1x3', 'mastermind:1x3']
    """
    found = []
    for places in range(1, 13):
        for symbols in range(2, 37):
            if symbols >= places:
                found.append(bulls_and_cows(places, symbols))
            if symbols < 36:
                found.append(mastermind(places, symbols))
    fitting = [one for one in found if 2 <= len(one) <= codes]
    return sorted(fitting, key=lambda one: (len(one), one.id))


class Atlas:
    """The records in a directory, which is made if there is none.

    Raises:
        ArgumentError: there is something else in its place.
    """

    def __init__(self, directory: str | Path) -> None:
        self.directory = Path(directory)
        self.records: dict[tuple[str, str], Record] = {}
        self._file = self.directory / "atlas.json"
        if self._file.exists():
            try:
                document = json.loads(self._file.read_text(encoding="utf-8"))
                if document["version"] != _VERSION:
                    raise ArgumentError(f"{str(self._file)!r} has version {document['version']}: expected {_VERSION}")
                for fields in document["records"]:
                    self.add(Record(**{name: _plain(value) for name, value in fields.items()}))
            except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
                if isinstance(error, ArgumentError):
                    raise
                raise ArgumentError(f"{str(self._file)!r} is damaged or no atlas: {error}") from None

    def add(self, record: Record) -> None:
        """Take a record in, in place of what was known before."""
        self.records[record.game, record.objective] = record

    def save(self) -> None:
        """Write the records."""
        self.directory.mkdir(parents=True, exist_ok=True)
        document = {"version": _VERSION, "records": [asdict(record) for record in self.records.values()]}
        with replacing(self._file) as file:
            file.write(json.dumps(document, indent=0).encode() + b"\n")


def survey(
    atlas: Atlas,
    games: Sequence[PegGame],
    minutes: float,
    *,
    threads: int | None = None,
    executor: Executor | None = None,
) -> Iterator[Record]:
    """Iterate over the records that are new; they are in the atlas then, and saved every second and at the end.

    Every game and objective gets so many minutes. With an executor a game is a task of a worker, which needs the same
    directory.
    """
    saved = monotonic()
    try:
        for record in _records(atlas, games, minutes, threads, executor):
            atlas.add(record)
            yield record
            if monotonic() - saved > 1:
                atlas.save()
                saved = monotonic()
    finally:
        atlas.save()


def _records(
    atlas: Atlas, games: Sequence[PegGame], minutes: float, threads: int | None, executor: Executor | None
) -> Iterator[Record]:
    if executor is None:
        for one in games:
            yield from _chart(str(atlas.directory), one.id, minutes, threads, _of_game(atlas, one.id))
        return
    tasks = [
        executor.submit(_chart_whole, str(atlas.directory), one.id, minutes, _of_game(atlas, one.id)) for one in games
    ]
    try:
        for task in as_completed(tasks):
            yield from task.result()
    finally:
        for task in tasks:
            task.cancel()


def _of_game(atlas: Atlas, name: str) -> dict[tuple[str, str], Record]:
    return {key: record for key, record in atlas.records.items() if key[0] == name}


def _chart_whole(directory: str, name: str, minutes: float, known: dict[tuple[str, str], Record]) -> list[Record]:
    return list(_chart(directory, name, minutes, 1, known))


def _chart(
    directory: str, name: str, minutes: float, threads: int | None, known: dict[tuple[str, str], Record]
) -> Iterator[Record]:
    """Iterate over the records of a game that are not known, or may become better."""

    def wanted(objective: str) -> bool:
        record = known.get((name, objective))
        return record is None or not (record.proven or record.minutes >= minutes)

    for objective in OBJECTIVES:
        if wanted(objective):
            before = known.get((name, objective))
            record = known[name, objective] = _solve(directory, name, objective, minutes, threads, before)
            yield record
    # Beyond the least worst case every secret is found.
    for guesses in range(2, len(known[name, "depth,total"].histogram)):
        objective = f"within:{guesses}"
        if wanted(objective):
            yield _solve(directory, name, objective, minutes, threads, known.get((name, objective)))


def _solve(
    directory: str, name: str, objective: str, minutes: float, threads: int | None, before: Record | None
) -> Record:
    one = game(name)
    file = name.replace(":", "-")
    trees, checkpoints = Path(directory, "trees"), Path(directory, "checkpoints")
    trees.mkdir(parents=True, exist_ok=True)
    checkpoint = None
    if len(one) > _WORTH_A_CHECKPOINT:
        checkpoints.mkdir(parents=True, exist_ok=True)
        checkpoint = checkpoints / f"{file}.checkpoint"
    limit = None if minutes == inf else 60 * minutes
    found = solve(one, objective, time_limit=limit, threads=threads, checkpoint=checkpoint)
    replay = found.tree.verify()
    if replay.histogram != found.tree.histogram:
        raise AssertionError(f"the tree of {name} for {objective} says {found.tree.histogram}, not {replay.histogram}")
    if before is not None and not found.proven and not _is_better(objective, found.value, before.value):
        # The tree that is there stays.
        bounds = found.lower_bound, before.lower_bound
        tighter = min(bounds) if objective.startswith("within:") else max(bounds)
        return replace(before, lower_bound=tighter, minutes=minutes)
    found.tree.save(trees / f"{file}-{objective.replace(',', '-').replace(':', '-')}.json")
    return Record(
        game=name,
        objective=objective,
        codes=len(one),
        value=found.value,
        lower_bound=found.lower_bound,
        proven=found.proven,
        total=replay.total,
        histogram=replay.histogram,
        nodes=found.stats.nodes,
        seconds=round(found.stats.seconds, 3),
        memory=found.stats.memory,
        minutes=minutes,
    )


def _is_better(objective: str, value: Any, other: Any) -> bool:
    return bool(value > other if objective.startswith("within:") else value < other)


# The page

_PREFACE: Final = """# Optima

The best strategies of Bulls and Cows and of Mastermind, by number of places and symbols: `corral atlas` makes this
page from its records. A mark under "proven" says that the search ended and that the tree was replayed, secret by
secret, by code that shares nothing with the solver; otherwise it says how long that was tried, the value is that of
the best tree so far, and no tree goes beyond the bound. Guesses count up to the winning one. `total` is the sum over
all secrets; `depth,total` the least worst case, then the total; `total,depth` the reverse; `depth,last` the least
worst case, the fewest secrets that need it, then the total. "Sets" are sets of candidates searched, "s" seconds on
the clock and "MB" memory held, all of the session that the tree is from. "Published" names where a value was found in
the literature; where nothing is named, none was found in what was searched, which does not say that there is none.
"""


def page(records: Iterable[Record], published: Sequence[dict[str, Any]] = ()) -> str:
    """Return tables in Markdown, for each family of games and objective.

    `published` has what the literature says: dictionaries with game, objective, value and source.
    """
    sources = {
        (entry["game"], entry["objective"]): entry
        for entry in published
        if not entry.get("consistent") and not entry.get("history")
    }
    rows = sorted(records, key=_order)
    lines = [_PREFACE]
    for family in dict.fromkeys(_family(record) for record in rows):
        for objective in OBJECTIVES:
            chosen = [record for record in rows if (_family(record), record.objective) == (family, objective)]
            lines += _table(family, objective, chosen, sources)
        lines += _within_table(family, [record for record in rows if _family(record) == family])
    return "\n".join(lines)


def _family(record: Record) -> str:
    return record.game.partition(":")[0]


def _order(record: Record) -> tuple[str, int, int]:
    family, _, size = record.game.partition(":")
    return family, int(size.partition("x")[0]), record.codes


def _table(
    family: str, objective: str, records: list[Record], sources: dict[tuple[str, str], dict[str, Any]]
) -> list[str]:
    head = (
        "game",
        "codes",
        "value",
        "mean",
        "secrets found by guess 1, 2, ..",
        "sets",
        "s",
        "MB",
        "proven",
        "published",
    )
    return [
        f"## {family}: {objective}\n",
        f"| {' | '.join(head)} |",
        "|---" * len(head) + "|",
        *(_row(record, sources.get((record.game, objective))) for record in records),
        "",
    ]


def _row(record: Record, source: dict[str, Any] | None) -> str:
    told = "" if source is None else source["source"]
    if source is not None and record.proven and _plain(source["value"]) != _plain(record.value):
        told += f", which says {_text(source['value'])}"
    cells = (
        record.game.partition(":")[2],
        record.codes,
        _known(record),
        f"{record.mean:.4f}",
        " ".join(map(str, record.histogram)),
        record.nodes,
        f"{record.seconds:.1f}",
        f"{record.memory / 1e6:.0f}",
        _proof([record]),
        told,
    )
    return f"| {' | '.join(map(str, cells))} |"


def _within_table(family: str, records: list[Record]) -> list[str]:
    games: dict[str, list[Record]] = {}
    for record in records:
        if record.objective.startswith("within:"):
            games.setdefault(record.game, []).append(record)
    lines = [f"## {family}: most secrets within 2, 3, .. guesses\n", "| game | codes | secrets | sets | s | proven |"]
    lines.append("|---|---|---|---|---|---|")
    for name, of_game in games.items():
        of_game.sort(key=lambda record: int(record.objective.partition(":")[2]))
        cells = (
            name.partition(":")[2],
            of_game[0].codes,
            " ".join(map(_known, of_game)),
            sum(record.nodes for record in of_game),
            f"{sum(record.seconds for record in of_game):.1f}",
            _proof(of_game),
        )
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return [*lines, ""]


def _proof(records: Sequence[Record]) -> str:
    tried = [record.minutes for record in records if not record.proven]
    return f"not in {max(tried):g} min" if tried else "✓"


def _known(record: Record) -> str:
    value = _text(record.value)
    return value if record.proven else f"{value} (bound {_text(record.lower_bound)})"


def _plain(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _text(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
