"""Files in which a search keeps what it has done, so that another process can go on.

A checkpoint is a database of SQLite, whose transactions survive the end of the process at any moment. Each row is a
unit (see `units`) with what is known of it and a check sum; the database as a whole says of which problem it is.
"""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Final
from zlib import crc32

from corral.errors import CheckpointError
from corral.units import Cost, Unit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from corral.units import Problem

__all__ = ["Checkpoint"]

_APPLICATION: Final = 0x636F7272
_VERSION: Final = 1
_TABLES: Final = (
    "create table problem (fingerprint text not null, game text not null)",
    "create table unit (name text primary key, lower integer, exact integer not null, sum integer not null)",
)
# The header of every database of SQLite, and where it says which application's it is.
_HEADER: Final = 100
_APPLICATION_AT: Final = slice(68, 72)


class Checkpoint:
    """An open checkpoint, new or of the same problem.

    Raises:
        CheckpointError: the file is damaged, no checkpoint, of another problem or in use; it is left as it is.
    """

    def __init__(self, path: str | os.PathLike[str], problem: Problem) -> None:
        self._path = FilePath(path)
        self._known: dict[Unit, Cost] = {}
        identity = problem.fingerprint(), problem.game.id
        try:
            if not self._path.exists():
                self._create(*identity)
            self._check_header()
            self._base = self._open()
        except OSError as error:
            raise self._error(f"cannot be used: {error.strerror}") from None
        except sqlite3.Error as error:
            locked = "locked" in str(error)
            raise self._error("is in use by another search" if locked else f"is damaged: {error}") from None
        try:
            self._read(*identity)
        except sqlite3.Error as error:
            self.close()
            raise self._error(f"is damaged: {error}") from None
        except BaseException:
            self.close()
            raise

    def _error(self, what: str) -> CheckpointError:
        return CheckpointError(f"{str(self._path)!r} {what}")

    def _check_header(self) -> None:
        """Refuse what is no checkpoint without opening it as a database."""
        with self._path.open("rb") as file:
            header = file.read(_HEADER)
        told = int.from_bytes(header[_APPLICATION_AT], "big")
        if len(header) < _HEADER or not header.startswith(b"SQLite format 3\0") or told != _APPLICATION:
            raise self._error("is damaged or no checkpoint of corral")

    def _open(self) -> sqlite3.Connection:
        base = sqlite3.connect(self._path, timeout=0.5, isolation_level=None)
        try:
            # Another process with the same checkpoint is told so.
            base.execute("pragma locking_mode = exclusive")
            # The log is written at each unit, so it survives the process, and forced to the disk now and then.
            base.execute("pragma synchronous = normal")
            base.execute("begin exclusive")
            base.execute("commit")
        except sqlite3.Error:
            base.close()
            raise
        return base

    def _create(self, fingerprint: str, game: str) -> None:
        """Make an empty checkpoint, which is there as a whole or not at all."""
        spare = self._path.with_name(f".{self._path.name}.{os.getpid()}")
        try:
            with closing(sqlite3.connect(spare, isolation_level=None)) as base:
                base.execute("pragma journal_mode = wal")
                base.execute(f"pragma application_id = {_APPLICATION}")
                base.execute(f"pragma user_version = {_VERSION}")
                for table in _TABLES:
                    base.execute(table)
                base.execute("insert into problem values (?, ?)", (fingerprint, game))
            spare.replace(self._path)
        except sqlite3.Error as error:
            raise self._error(f"cannot be made: {error}") from None
        finally:
            spare.unlink(missing_ok=True)

    def _read(self, fingerprint: str, game: str) -> None:
        base = self._base
        version = base.execute("pragma user_version").fetchone()[0]
        if version != _VERSION:
            raise self._error(f"has version {version}: expected {_VERSION}")
        if base.execute("pragma integrity_check").fetchone() != ("ok",):
            raise self._error("is damaged")
        found = base.execute("select fingerprint, game from problem").fetchall()
        if found != [(fingerprint, game)]:
            other = found[0][1] if len(found) == 1 else "nothing"
            raise self._error(
                f"is of another problem (of {other}): expected {game} with the same history, opener, weights and"
                " kind of guesses"
            )
        for name, lower, exact, told in base.execute("select name, lower, exact, sum from unit"):
            if told != _sum(name, lower, exact):
                raise self._error(f"is damaged: the unit {name} has a wrong check sum")
            steps, path, guess = json.loads(name)
            unit = Unit(tuple(steps), tuple((asked, label) for asked, label in path), guess)
            self._known[unit] = Cost(lower, bool(exact))

    def __iter__(self) -> Iterator[tuple[Unit, Cost]]:
        """Iterate over what is known."""
        return iter(self._known.items())

    def get(self, unit: Unit) -> Cost | None:
        """Return what is known of a unit."""
        return self._known.get(unit)

    def put(self, unit: Unit, cost: Cost) -> None:
        """Keep what was found out of a unit, if it is more than is known; it is written when this returns."""
        known = self._known.get(unit)
        if known is not None and (known.exact or (not cost.exact and _at_most(cost.lower, known.lower))):
            return
        self._known[unit] = cost
        name = json.dumps([unit.steps, unit.path, unit.guess], separators=(",", ":"))
        row = name, cost.lower, int(cost.exact)
        try:
            self._base.execute("insert or replace into unit values (?, ?, ?, ?)", (*row, _sum(*row)))
        except sqlite3.Error as error:
            raise self._error(f"cannot be written: {error}") from None

    def close(self) -> None:
        """Give the file up."""
        self._base.close()


def _sum(name: str, lower: int | None, exact: int) -> int:
    return crc32(f"{name} {lower} {exact}".encode())


def _at_most(a: int | None, b: int | None) -> bool:
    return b is None or (a is not None and a <= b)
