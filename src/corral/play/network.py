"""Duels over a network: who listens, who connects, and who is let in.

Everything is bounded: the length of a line by the buffer it is read into, what the other side does not read by
`MOST_UNREAD`, strangers who only connect by `_MOST_STRANGERS`, and every wait for the other side by one of the
`Limits`. A connection ends with a bye that tells why, and is kept open for a moment, as closing with bytes unread would
take the bye back.
"""

from __future__ import annotations

import asyncio
import ipaddress
import os
import re
import socket
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from corral.errors import ArgumentError, shown
from corral.limits import read_seed
from corral.play.allowance import Allowance
from corral.play.beside import beside
from corral.play.duel import ROUNDS, Duel
from corral.play.link import Limits, Link, NetworkError, farewell
from corral.play.person import Person
from corral.play.protocol import MAX_LINE, Bye, ProtocolError, clean
from corral.play.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from corral.games import Game
    from corral.play.console import Console
    from corral.play.protocol import Message

__all__ = ["ADDRESS", "PORT", "Limits", "NetworkError", "host", "join", "read_address"]

PORT: Final = 26274
"""The port if none is named: the total of the best tree of Bulls and Cows."""
ADDRESS: Final = f"127.0.0.1:{PORT}"

_ADDRESS: Final = re.compile(
    r"(?:\[(?P<v6>[\w:.%]{2,60})\]|(?P<name>[^\s:\[\]\x00-\x1f]{1,253}))(?::(?P<port>[0-9]{1,5}))?"
)

_MOST_STRANGERS: Final = 8

_Opponent: TypeAlias = tuple[Duel, Link]

_BUSY: Final = Bye("busy", "there is another opponent already")
_CROWDED: Final = Bye("busy", "there are too many others, and no hello has come")
_GONE: Final = Bye("left", "")


# Addresses


def read_address(text: str, *, any_port: bool = False) -> tuple[str, int]:
    """Return the address and the port of a text such as `192.168.0.7:26274`, `[::1]:26274`, or without the port.

    >>> read_address("127.0.0.1:5000"), read_address("[::1]"), read_address("localhost:0", any_port=True)
    (('127.0.0.1', 5000), ('::1', 26274), ('localhost', 0))

    Raises:
        ArgumentError: it is none. Port 0, any that is free, is one only with `any_port`.
    """
    match = _ADDRESS.fullmatch(text) if isinstance(text, str) else None
    port = PORT if match is None or match["port"] is None else int(match["port"])
    if match is None or clean(text) != text or not (0 if any_port else 1) <= port < 1 << 16:
        raise ArgumentError(
            f"{shown(text)} is no address: expected one such as {ADDRESS} or [::1]:{PORT}, the port from 1 to 65535"
        )
    return match["v6"] or match["name"], port


def _written(address: str, port: int) -> str:
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"


def _told(address: str, port: int) -> str:
    """Return how somebody who joins names what is listened at."""
    return f"ADDRESS-OF-THIS-MACHINE:{port}" if address in ("0.0.0.0", "::") else _written(address, port)


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address == "localhost"


def _warn(address: str, console: Console) -> None:
    if not _is_loopback(address):
        console.show(
            f"warning: {address} is not this machine alone: the connection is not encrypted, and the other side is not"
            " identified; whoever can listen in can read the game and the chat"
        )


def _tell_name(called: str, given: str, console: Console) -> None:
    if called != given:
        console.show(f"you are called {called}")


def _read_limits(given: Limits | None) -> Limits:
    if not isinstance(given, Limits | None):
        raise ArgumentError(f"limits is {shown(given)}: expected a corral.play.network.Limits, or None")
    return given or Limits()


# Both ways to a table


async def host(
    game: Game,
    address: str,
    console: Console,
    *,
    name: str = "host",
    rounds: int | None = None,
    seed: int | None = None,
    limits: Limits | None = None,
) -> None:
    """Wait for somebody who joins, and play a duel, or several. Who waits may leave, or type ahead.

    Until the game is agreed to, whoever leaves or breaks the rules is forgotten, and the wait goes on.

    Args:
        game: the game, one with an id.
        address: where to listen, see `read_address`; port 0 is any that is free.
        console: the person.
        name: what the person is called.
        rounds: after how many rounds it is a draw, 100 by default.
        seed: for the secrets that are drawn, as in `Host`; the next whole number in each rematch.
        limits: how long to wait.

    Raises:
        ArgumentError: an argument is not of its kind, or the game has no id.
        ProtocolError: the other side has broken the rules, or a limit of time.
        NetworkError: the address cannot be listened at, or the connection ended before the game did.
    """
    where, port = read_address(address, any_port=True)
    limits = _read_limits(limits)
    seed = None if seed is None else read_seed(seed)
    lobby = _Lobby(lambda: Duel("host", name, game, ROUNDS if rounds is None else rounds), console, limits)
    person = Person(console)
    called = lobby.make().name  # notice before anybody comes that there is no game
    try:
        server = await asyncio.start_server(lobby.enter, await _addresses(where, port), port, limit=MAX_LINE - 1)
    except (OSError, UnicodeError) as error:
        raise NetworkError(f"cannot listen at {_written(where, port)}: {_reason(error)}") from None
    try:
        _warn(where, console)
        _tell_name(called, name, console)
        for listener in server.sockets:
            console.show(f"waiting for somebody to join: corral play --join {_told(*listener.getsockname()[:2])}")
        while (opponent := await lobby.opponent(person)) is not None:
            duel, link = opponent
            try:
                await Table(duel, link, person, limits, seed).play()
            except (ProtocolError, NetworkError) as error:
                if duel.agreed:
                    raise
                lobby.reopen(str(error))
            else:
                break
    finally:
        person.leave()
        server.close()
        await lobby.close()
        # Since Python 3.12 it waits for all connections, which are closed by now.
        await server.wait_closed()


class _Lobby:
    """Those who connect: the first to say hello in proper form takes the seat, everybody else is told that it is.

    Nobody keeps others out: of too many strangers the one who has been there longest has to go.
    """

    def __init__(self, make: Callable[[], Duel], console: Console, limits: Limits) -> None:
        self.make = make
        self._seat: asyncio.Future[_Opponent] = asyncio.get_running_loop().create_future()
        self._taken = self._closed = False
        self._console, self._limits = console, limits
        # In the order in which they came: who has not said hello, with the task that waits for it, and who is leaving.
        self._strangers: dict[Link, asyncio.Task[None]] = {}
        self._leaving: dict[Link, asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._telling = Allowance(5, 0.1)
        # Who has the seat is shown, and may say something, which others do as well once the seat is free again.
        self._seating = Allowance(5, 0.1)

    async def opponent(self, person: Person) -> _Opponent | None:
        """Return the one who takes the seat, whose connection is the caller's to close; None if the person leaves."""
        if self._is_left(person):
            return None
        while not self._seat.done():
            awaited: list[asyncio.Future[Any]] = [one for one in (self._seat, person.listen()) if one is not None]
            await asyncio.wait(awaited, return_when=asyncio.FIRST_COMPLETED)
            if not self._seat.done() and self._is_left(person):
                return None
        self._taken = True
        return self._seat.result()

    def reopen(self, why: str) -> None:
        """Free the seat, as the one who was fetched is gone."""
        self._seat = asyncio.get_running_loop().create_future()
        self._taken = False
        self._console.show(f"the game was not agreed to, so others may join: {why}")

    def _is_left(self, person: Person) -> bool:
        """Hear a person who waits, and return whether it leaves. What a pipe has typed ahead waits for an opponent."""
        first = not person.typed
        match person.hear():
            case "/quit", _:
                return True
            case "/say", _:
                person.show("not sent: nobody is there")
        if first and person.typed:
            person.show("nobody is there yet, so this waits until it is asked for; /quit leaves")
        if not person.gone:
            return False
        if person.typed:
            person.show("there is no more input, but what was typed waits for somebody; Ctrl-C leaves")
            return False
        person.show("left, as there is no more input")
        return True

    def enter(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Let somebody in who has connected."""
        link = Link(reader, writer)
        if self._closed:
            link.abort()
            return
        if len(self._strangers) == _MOST_STRANGERS:
            self._dismiss(next(iter(self._strangers)), _CROWDED)
        self._strangers[link] = self._start(self._admit(link))

    async def close(self) -> None:
        """Turn away everybody who has not been fetched by `opponent`, and return when they are gone."""
        self._closed = True
        for link in list(self._strangers):
            self._dismiss(link, _GONE)
        if self._seat.done() and not self._seat.cancelled() and not self._taken:
            self._part(self._seat.result()[1], [_GONE])
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _admit(self, link: Link) -> None:
        last: list[Message] | None = [_BUSY]
        try:
            if not self._seat.done():
                last = await self._hear(link)
        finally:
            # Whoever is dismissed meanwhile is no longer there.
            if self._strangers.pop(link, None) is not None and last is not None:
                self._part(link, last)

    async def _hear(self, link: Link) -> list[Message] | None:
        """Wait for a hello; return what is said to who is turned away, None to who has taken the seat."""
        duel = self.make()
        try:
            link.send(duel.take_messages())
            async with asyncio.timeout(self._limits.program):
                duel.receive(await link.line(), asyncio.get_running_loop().time())
        except TimeoutError:
            duel.leave("silent", f"no hello within {self._limits.program:g} seconds")
            self._tell("it did not say hello")
        except (ProtocolError, NetworkError) as error:
            duel.leave(*farewell(error))
            self._tell(str(error))
        if duel.met and not self._seat.done() and self._seating.take(asyncio.get_running_loop().time()):
            self._seat.set_result((duel, link))
            return None
        return [_BUSY] if duel.met else duel.take_messages()

    def _dismiss(self, link: Link, last: Bye) -> None:
        """Turn away one who has not said hello."""
        # Not left to the task: one that is cancelled before its first step never takes it.
        self._strangers.pop(link).cancel()
        self._part(link, [last])

    def _part(self, link: Link, last: list[Message]) -> None:
        """Say the last, and close the connection as soon as that is read, or as there are too many of these."""
        if len(self._leaving) == _MOST_STRANGERS:
            oldest = next(iter(self._leaving))
            del self._leaving[oldest]
            oldest.abort()
        self._leaving[link] = leaving = self._start(link.close(self._limits.farewell, last))
        leaving.add_done_callback(lambda _: self._leaving.pop(link, None))

    def _start(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _tell(self, why: str) -> None:
        if self._telling.take(asyncio.get_running_loop().time()):
            self._console.show(f"somebody connected and was turned away: {clean(why)}")


async def join(
    address: str, console: Console, *, name: str = "joiner", seed: int | None = None, limits: Limits | None = None
) -> None:
    """Join the one who hosts at an address, and play a duel, or several. Arguments and errors are those of `host`."""
    where, port = read_address(address)
    limits = _read_limits(limits)
    seed = None if seed is None else read_seed(seed)
    duel = Duel("joiner", name)
    try:
        async with asyncio.timeout(limits.program):
            reader, writer = await _connect(where, port)
    except TimeoutError:
        raise NetworkError(f"no connection to {_written(where, port)} within {limits.program:g} seconds") from None
    except (OSError, UnicodeError) as error:
        raise NetworkError(f"no connection to {_written(where, port)}: {_reason(error)}") from None
    _warn(where, console)
    _tell_name(duel.name, name, console)
    person = Person(console)
    try:
        await Table(duel, Link(reader, writer), person, limits, seed).play()
    finally:
        person.leave()


async def _connect(where: str, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Return a connection to one of the addresses that a name stands for."""
    failed: OSError | None = None
    for address in await _addresses(where, port):
        try:
            return await asyncio.open_connection(address, port, limit=MAX_LINE - 1)
        except OSError as error:
            failed = error
    assert failed is not None
    raise failed


async def _addresses(where: str, port: int) -> list[str]:
    """Return the addresses that a name stands for, at least one.

    It is looked up beside the loop, as who is interrupted meanwhile would have to wait for asyncio's own thread.
    """
    found = await beside(lambda: socket.getaddrinfo(where, port, type=socket.SOCK_STREAM))
    if not found:
        raise OSError("the name stands for no address")
    return [str(address[0]) for *_, address in found]


def _reason(error: Exception) -> str:
    """Return what the system says, without what asyncio puts around it."""
    if isinstance(error, socket.gaierror | UnicodeError):
        return "there is no machine of that name"
    number = getattr(error, "errno", None)
    return os.strerror(number) if isinstance(number, int) and number > 0 else str(error)
