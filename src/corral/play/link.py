"""One connection of a duel: lines to and from the other side, how long to wait for it, and how to part."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from corral.errors import ArgumentError, CorralError, shown
from corral.limits import CENTURY
from corral.play.protocol import MAX_LINE, Message, ProtocolError, Reason, encode

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["MOST_UNREAD", "Limits", "Link", "NetworkError", "farewell"]

MOST_UNREAD: Final = 1 << 16
"""Bytes that may wait for the other side to read them."""


class NetworkError(CorralError, ConnectionError):
    """There is no connection, or it ended before the game did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How long to wait, in seconds.

    Attributes:
        program: for the connection, and for what the other program does by itself: a hello, an answer, a reveal.
        person: for what the other person decides: the secret, a guess, a rematch.
        silence: for any message; programs say that they are alive four times as often.
        farewell: for the other side to read the bye.

    Raises:
        ArgumentError: one is no number above 0, or more than a century.
    """

    program: float = 15
    person: float = 900
    silence: float = 60
    farewell: float = 1

    def __post_init__(self) -> None:
        for name in ("program", "person", "silence", "farewell"):
            given = getattr(self, name)
            if isinstance(given, bool) or not isinstance(given, int | float) or not 0 < given <= CENTURY:
                raise ArgumentError(f"{name} is {shown(given)}: expected seconds, more than 0, {CENTURY} at most")


class Link:
    """Lines to and from the other side.

    Attributes:
        peer: what the other side is called in errors.
    """

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.peer = "the other side"
        self._reader, self._writer = reader, writer

    async def line(self) -> bytes:
        """Return the next line, with its end.

        Raises:
            ProtocolError: it is too long.
            NetworkError: there is none.
        """
        try:
            return await self._reader.readuntil(b"\n")
        except asyncio.LimitOverrunError:
            raise ProtocolError(f"a line is longer than {MAX_LINE} bytes") from None
        except asyncio.IncompleteReadError as error:
            where = "in the middle of a message" if error.partial else "without a bye"
            raise NetworkError(f"{self.peer} is gone {where}") from None
        except OSError as error:
            raise NetworkError(f"the connection is lost: {error.strerror or error}") from None

    def send(self, messages: Iterable[Message]) -> None:
        """Send messages, without waiting.

        Raises:
            ProtocolError: the other side does not read them.
        """
        for message in messages:
            self._writer.write(encode(message))
        if self._writer.transport.get_write_buffer_size() > MOST_UNREAD:
            raise ProtocolError(f"{self.peer} does not read what it is sent", "slow")

    def abort(self) -> None:
        """Be gone at once."""
        self._writer.transport.abort()

    async def close(self, farewell: float, messages: Iterable[Message] = ()) -> None:
        """Say the last, wait so long for the other side to have read it, and be gone."""
        try:
            async with asyncio.timeout(farewell):
                self.send(messages)
                self._writer.write_eof()
                # Until the other side closes: were bytes left unread, the system would take back what was sent.
                while await self._reader.read(MAX_LINE):
                    pass
        except (OSError, CorralError, TimeoutError):
            pass
        finally:
            self.abort()
            with suppress(OSError):
                await self._writer.wait_closed()


def farewell(error: ProtocolError | NetworkError) -> tuple[Reason, str]:
    """Return what the other side is told of an error: the reason, and more for people."""
    return (error.reason if isinstance(error, ProtocolError) else "left"), str(error)
