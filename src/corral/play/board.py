"""One secret of a match, and what its guesses have told."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from corral.feedback import Answer, Label
    from corral.games.codelist import Code, CodeList
    from corral.host import Host
    from corral.position import Step
    from corral.session import Session

__all__ = ["Board"]


class Board:
    """One secret, what was asked about it, and what follows from that. There is a host, or a session, or both.

    A host alone lists no codes, so people can guess in games that are too large for that.

    Args:
        host: what makes the host, who answers; None if a person does.
        session: what the computer asks; None if people do, and the host answers.

    Attributes:
        host: who answers, if it is no person.
        session: what the computer asks, if it guesses here.
    """

    def __init__(self, host: Callable[[], Host] | None, session: Session | None) -> None:
        self._new_host = host
        self.session = session
        self.host = None if host is None else host()

    @property
    def _record(self) -> Host | Session:
        """Whoever remembers what was asked."""
        record = self.session if self.session is not None else self.host
        assert record is not None
        return record

    @property
    def history(self) -> tuple[Step, ...]:
        """The guesses so far, each with its answer."""
        return self._record.history

    @property
    def candidates(self) -> CodeList:
        """The codes that agree with every answer.

        Raises:
            TooLargeError: the game has too many codes to list.
        """
        return self._record.candidates

    @property
    def solved(self) -> bool:
        """Whether the secret has been found."""
        return self.session.solved if self.session is not None else self.host is not None and self.host.found

    @property
    def secret(self) -> str | None:
        """The secret once it has been found, or if it is known; None before."""
        return self._record.secret

    def ask(self, guess: Code) -> Label:
        """Let the host answer a guess."""
        assert self.host is not None
        label = self.host.answer(guess)
        if self.session is not None:
            self.session.answer(guess, label)
        return label

    def record(self, guess: Code, answer: Answer) -> None:
        """Take note of what a person has answered."""
        assert self.session is not None
        self.session.answer(guess, answer)

    def undo(self) -> None:
        """Take back the last guess. A host cannot: another one with the same secret takes its place."""
        kept = self.history[:-1]
        if self.session is not None:
            self.session.undo()
        if self._new_host is not None:
            self.host = self._new_host()
            for guess, _ in kept:
                self.host.answer(guess)
