"""The person of a duel, who may type at any time: lines wait until they are asked for, and commands do not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from corral.play.beside import beside

if TYPE_CHECKING:
    import asyncio

    from corral.play.console import Console

__all__ = ["Command", "Person"]

_MOST_TYPED: Final = 100

_HELP: Final = """\
a line is what you are asked for: a secret, a guess, yes or no; you may type it before it is your turn
/say TEXT  tell the other one something
/resign    give up, as a guess; both secrets are shown
/quit      leave
/help      this"""

Command: TypeAlias = tuple[Literal["/say", "/quit"], str]
"""What is wanted at once, and what follows it."""


class Person:
    """Who sits at a console.

    Attributes:
        typed: the lines that wait, in order.
        gone: whether no more lines come.
    """

    def __init__(self, console: Console) -> None:
        self._console = console
        self._next: asyncio.Future[str] | None = None
        self.typed: list[str] = []
        self.gone = False

    def show(self, text: str) -> None:
        """Show one or several lines."""
        self._console.show(text)

    def listen(self) -> asyncio.Future[str] | None:
        """Return what is done as soon as `hear` has news; None while too many lines wait, or if no more come."""
        if self._next is None and not self.gone and len(self.typed) < _MOST_TYPED:
            self._next = beside(lambda: self._console.read(""))
        return self._next

    def hear(self) -> Command | None:
        """Take the line that was typed, if there is one: a command is returned, help is given, and others wait."""
        if self._next is None or not self._next.done():
            return None
        line, self._next = self._next, None
        try:
            text = line.result().strip()
        except EOFError:
            self.gone = True
            return None
        word, _, rest = text.partition(" ")
        match word:
            case "/say" | "/quit":
                return word, rest
            case "/help":
                self.show(_HELP)
            case _:
                self.typed.append(text)
        return None

    def leave(self) -> None:
        """Listen no more. A line that is being typed is lost, as nobody who waits for it can be called back."""
        if self._next is not None:
            self._next.cancel()
            self._next = None
