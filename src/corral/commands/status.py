"""How the program ends: the exit status, and errors as one line.

- 0: it is done;
- 1: what was to be verified is wrong (`corral verify` alone);
- 2: it cannot be done: an argument is wrong, or a file cannot be read or written;
- 130: Ctrl-C.
"""

from __future__ import annotations

from typing import Any, Final

import click

from corral.errors import CorralError
from corral.games.ids import is_writable

__all__ = ["INTERRUPTED", "Commands", "Failure"]

INTERRUPTED: Final = 130
"""The exit status after Ctrl-C."""


class Failure(click.ClickException):
    """An error that is told in one line, with the exit status that follows it."""

    def __init__(self, message: str, exit_code: int = 2) -> None:
        # The name of a file may have anything in it.
        told = (one if one == "\n" or is_writable(one) else ascii(one)[1:-1] for one in message)
        super().__init__("".join(told))
        self.exit_code = exit_code  # type: ignore[misc] # click reads it from the instance


class Commands(click.Group):
    """Turns errors that are not the program's own into one line and an exit status."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that is named."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise Failure("interrupted", INTERRUPTED) from None
        except BrokenPipeError:
            raise  # click ends silently
        except OSError as error:
            raise Failure(f"{error.filename}: {error.strerror}" if error.filename else str(error)) from None
        except (CorralError, MemoryError) as error:
            raise Failure(str(error) or "out of memory") from None
        except click.NoSuchOption as error:
            if not error.option_name[1:2].isdecimal():
                raise
            told = f"{error.message} Before a negative number write --, which ends the options."
            raise click.NoSuchOption(error.option_name, told, ctx=error.ctx) from None
