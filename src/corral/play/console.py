"""What a dialogue is held on: lines that are shown, and lines that are read."""

from __future__ import annotations

import shutil
import sys
from textwrap import wrap
from typing import Protocol

__all__ = ["Console", "Terminal"]


class Console(Protocol):
    """What the dialogue is held on."""

    def show(self, text: str) -> None:
        """Show one or several lines."""

    def read(self, prompt: str) -> str:
        """Show a prompt and return the line that is typed; EOFError at the end of the input."""


class Terminal:
    """Standard input and output. On a terminal long lines are folded between words."""

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
        """Show a prompt and return the line that is typed; EOFError at the end of the input."""
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            raise EOFError
        return line.strip()
