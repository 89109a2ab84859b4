"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["replacing"]


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a binary file for writing that takes the place of `path` when the block ends without an exception.

    Until then the bytes go to a hidden file beside it. An exception, also Ctrl-C, removes it and leaves `path` alone.
    A link is followed. What is no regular file, such as a device or a pipe, is written to directly.

    Raises:
        OSError: the file cannot be written.
    """
    target = Path(path)
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
