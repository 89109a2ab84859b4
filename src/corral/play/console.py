"""What people sit at, to play alone or over a network: lines that are shown, and lines that are read."""

from __future__ import annotations

import shutil
import sys
from textwrap import wrap
from typing import Final, Protocol

__all__ = ["Console", "Terminal"]

_LONGEST: Final = 1 << 16


class Console(Protocol):
    """What a game is held on. A duel reads in a thread beside the one that shows."""

    def show(self, text: str) -> None:
        """Show one or several lines."""

    def read(self, prompt: str) -> str:
        """Show a prompt, if there is one, and return the line that is typed; EOFError at the end of the input."""


class Terminal:
    """Standard input and output, which may be a terminal, a file or a pipe; on a terminal long lines are folded."""

    def __init__(self) -> None:
        # What was read beyond the line that was asked for.
        self._bytes = b""

    def show(self, text: str) -> None:
        """Show one or several lines."""
        width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 0
        for line in text.split("\n"):
            # What has colours is short.
            folds = len(line) > width > 0 and "\x1b" not in line
            for part in wrap(line, max(width, 8), subsequent_indent="  ", break_on_hyphens=False) if folds else [line]:
                sys.stdout.write(part + "\n")
        sys.stdout.flush()

    def read(self, prompt: str) -> str:
        """Show a prompt and return the line that is typed, without blanks around it; EOFError if there is none."""
        if prompt:
            sys.stdout.write(prompt)
            sys.stdout.flush()
        try:
            line = self._line()
        except (AttributeError, OSError, ValueError):  # there is none, or it is closed
            line = ""
        if not line:
            raise EOFError
        return line.strip()

    def _line(self) -> str:
        """Return the next line with its end, if that was typed."""
        raw = getattr(getattr(sys.stdin, "buffer", None), "raw", None)
        if raw is None:  # a text that stands for what is typed
            return sys.stdin.readline()
        # From the file and not from `sys.stdin`: who waits there holds a lock that Python needs to end.
        while b"\n" not in self._bytes and len(self._bytes) < _LONGEST and (more := raw.read(4096)):
            self._bytes += more
        line, end, self._bytes = self._bytes.partition(b"\n")
        # Whatever bytes are typed are a text, which is refused where it makes no sense.
        return (line + end).decode(sys.stdin.encoding or "utf-8", "replace")
