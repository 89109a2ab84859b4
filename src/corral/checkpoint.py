"""Files in which a search keeps what it has done, so that another process can go on.

A checkpoint is a database of SQLite, whose transactions survive the end of the process at any moment. Each row is a
unit (see `units`) with what is known of it and a check sum; the database as a whole says of which problem it is.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Final
from zlib import crc32

from corral.arguments import read_path
from corral.errors import CheckpointError
from corral.units import Cost, Unit

if TYPE_CHECKING:
    import os

    from corral.units import Problem

__all__ = ["Checkpoint"]

_APPLICATION: Final = 0x636F7272
_VERSION: Final = 1
_TABLES: Final = (
    "create table problem (fingerprint text not null, game text not null)",
    "create table unit (name text primary key, lower integer, exact integer not null, sum integer not null)",
)


class Checkpoint:
    """An open checkpoint, new or of the same problem. An empty file is a new one.

    Raises:
        CheckpointError: the file is damaged, no checkpoint, of another problem or in use; it is left as it is.
    """

    def __init__(self, path: str | os.PathLike[str], problem: Problem) -> None:
        self._path = FilePath(read_path(path, "checkpoint"))
        self._fingerprint, self._game = problem.fingerprint(), str(problem.game)
        self._known: dict[Unit, Cost] = {}
        try:
            self._check_kind()
            self._base = self._open()
        except OSError as error:
            raise self._error(f"cannot be used: {error.strerror}") from None
        except sqlite3.Error as error:
            raise self._error(_told_by(error)) from None
        try:
            self._read()
        except sqlite3.Error as error:
            self.close()
            raise self._error(_told_by(error)) from None
        except BaseException:
            self.close()
            raise

    def _error(self, what: str) -> CheckpointError:
        return CheckpointError(f"{str(self._path)!r} {what}")

    def _check_kind(self) -> None:
        """Refuse what is no checkpoint without opening it as a database that may change."""
        if not self._path.exists():
            return
        if not self._path.is_file():
            raise self._error("is no file")
        if not self._path.stat().st_size:
            return
        # SQLite reads it: a file closed by anyone else in this process would end the locks of a search that uses it.
        name = f"{self._path.absolute().as_uri()}?mode=ro&immutable=1"
        with closing(sqlite3.connect(name, uri=True)) as base:
            told = base.execute("pragma application_id").fetchone()[0]
        if told != _APPLICATION:
            raise self._error("is damaged or no checkpoint of corral")

    def _open(self) -> sqlite3.Connection:
        base = sqlite3.connect(self._path, timeout=0.5, isolation_level=None)
        try:
            # Another process with the same checkpoint is told so.
            base.execute("pragma locking_mode = exclusive")
            base.execute("begin exclusive")
            if not self._path.stat().st_size:
                self._create(base)
            base.execute("commit")
            # The log is written at each unit, so it survives the process, and forced to the disk now and then.
            base.execute("pragma journal_mode = wal")
            base.execute("pragma synchronous = normal")
        except BaseException:
            base.close()
            raise
        return base

    def _create(self, base: sqlite3.Connection) -> None:
        """Make an empty checkpoint of an empty file, in a transaction: it is there as a whole or not at all."""
        base.execute(f"pragma application_id = {_APPLICATION}")
        base.execute(f"pragma user_version = {_VERSION}")
        for table in _TABLES:
            base.execute(table)
        base.execute("insert into problem values (?, ?)", (self._fingerprint, self._game))

    def _read(self) -> None:
        base = self._base
        version = base.execute("pragma user_version").fetchone()[0]
        if version != _VERSION:
            raise self._error(f"has version {version}: expected {_VERSION}")
        if base.execute("pragma integrity_check").fetchone() != ("ok",):
            raise self._error("is damaged")
        found = base.execute("select fingerprint, game from problem").fetchall()
        if found != [(self._fingerprint, self._game)]:
            other = found[0][1] if len(found) == 1 else "nothing"
            raise self._error(
                f"is of another problem (of {other}): expected {self._game} with the same history, opener, weights and"
                " kind of guesses"
            )
        for name, lower, exact, told in base.execute("select name, lower, exact, sum from unit"):
            if told != self._sum(name, lower, exact):
                raise self._error(f"is damaged: the unit {name} has a wrong check sum")
            steps, path, guess = json.loads(name)
            unit = Unit(tuple(steps), tuple((asked, label) for asked, label in path), guess)
            self._known[unit] = Cost(lower, bool(exact))

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
            self._base.execute("insert or replace into unit values (?, ?, ?, ?)", (*row, self._sum(*row)))
        except sqlite3.Error as error:
            raise self._error(f"cannot be written: {error}") from None

    def close(self) -> None:
        """Give the file up."""
        self._base.close()

    def _sum(self, name: str, lower: int | None, exact: int) -> int:
        # What was found out of another problem has no place here.
        return crc32(f"{self._fingerprint} {name} {lower} {exact}".encode())


def _told_by(error: sqlite3.Error) -> str:
    """Return what an error of SQLite says of the file."""
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith("SQLITE_BUSY"):
        return "is in use by another search"
    if name.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_PERM", "SQLITE_FULL", "SQLITE_IOERR")):
        return f"cannot be used: {error}"
    return f"is damaged or no checkpoint of corral: {error}"


def _at_most(a: int | None, b: int | None) -> bool:
    return b is None or (a is not None and a <= b)
