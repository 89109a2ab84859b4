"""One secret of a match, and what its guesses have told."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from corral.feedback import Label
    from corral.games.codelist import Code
    from corral.host import Host
    from corral.session import Session

__all__ = ["Board"]


class Board:
    """One secret, what was asked about it, and what follows from that.

    Attributes:
        session: what those who guess know.
        host: who answers, unless it is a person.
    """

    def __init__(self, session: Session, host: Callable[[], Host] | None) -> None:
        self._new_host = host
        self.session = session
        self.host = None if host is None else host()

    def ask(self, guess: Code) -> Label:
        """Let the host answer a guess."""
        assert self.host is not None
        label = self.host.answer(guess)
        self.session.answer(guess, label)
        return label

    def undo(self) -> None:
        """Take back the last guess. A host cannot: another one with the same secret takes its place."""
        self.session.undo()
        if self._new_host is not None:
            self.host = self._new_host()
            for guess, _ in self.session.history:
                self.host.answer(guess)
