"""The person at the standard input and output, which may be a terminal, a file or a pipe."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Final

from corral.play.beside import beside

__all__ = ["StandardConsole"]

_LONGEST: Final = 1 << 16


class StandardConsole:
    """Shows on stdout and reads from stdin, without keeping the event loop waiting.

    A thread reads each line, from the file and not from `sys.stdin`: it would hold a lock that Python needs to end. One
    object serves one event loop.
    """

    def __init__(self) -> None:
        self._bytes = b""
        self._next: asyncio.Future[str | None] | None = None

    def show(self, text: str) -> None:
        """Show one or more lines."""
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()

    async def read(self, prompt: str) -> str:
        """Return the next line without its end; EOFError if there is none."""
        if prompt:
            sys.stdout.write(prompt)
            sys.stdout.flush()
        if self._next is None:
            self._next = beside(self._line)
        # What a read that was cancelled had asked for goes to the next one.
        line = await asyncio.shield(self._next)
        self._next = None
        if line is None:
            raise EOFError
        return line

    def _line(self) -> str | None:
        """Wait for the next line; None if there is none."""
        if sys.stdin is None:
            return None
        while b"\n" not in self._bytes and len(self._bytes) < _LONGEST:
            try:
                more = os.read(sys.stdin.fileno(), 4096)
            except (OSError, ValueError):  # closed, or no file
                more = b""
            if not more:
                break
            self._bytes += more
        if not self._bytes:
            return None
        line, _, self._bytes = self._bytes.partition(b"\n")
        return line.decode(sys.stdin.encoding or "utf-8", "replace")
