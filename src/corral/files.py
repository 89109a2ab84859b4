"""Files: read whole, written whole or not at all, and named by every error."""

from __future__ import annotations

import errno
import os
import shutil
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from corral.arguments import read_path

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["read_bytes", "replacing"]


@contextmanager
def _naming(path: str | os.PathLike[str]) -> Iterator[None]:
    """Let an OSError of the block name a file: that of a full disk names none."""
    try:
        yield
    except OSError as error:
        # The number makes it the same kind of OSError.
        raise OSError(error.errno, error.strerror, os.fspath(path)) from error


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a binary file for writing that takes the place of `path` when the block ends without an exception.

    Until then the bytes go to a hidden file beside it. An exception, also Ctrl-C, removes it and leaves `path` alone.
    A link is followed. What is no regular file, such as a device or a pipe, is written to directly.

    Raises:
        ArgumentError: the path is none.
        OSError: the file cannot be written; it names `path`, not the hidden file.
    """
    where = read_path(path, "path")
    with _naming(where), _writing(Path(where)) as file:
        yield file


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """Return the contents of a file.

    Raises:
        ArgumentError: the path is none.
        OSError: the file cannot be read, or is a directory, which is told in the same way on every system.
    """
    where = read_path(path, "path")
    with _naming(where):
        if Path(where).is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        return Path(where).read_bytes()


@contextmanager
def _writing(target: Path) -> Iterator[BinaryIO]:
    if target.exists() and not target.is_file():
        with target.open("wb") as file:
            yield file
        return
    target = Path(os.path.realpath(target))
    spare = target.with_name(f".corral-{os.urandom(8).hex()}")
    try:
        # Not made by tempfile, whose files only their owner can read.
        with spare.open("xb") as file:
            if target.exists():
                shutil.copymode(target, spare)
            yield file
            file.flush()
            os.fsync(file.fileno())
        spare.replace(target)
    except BaseException:
        spare.unlink(missing_ok=True)
        raise
