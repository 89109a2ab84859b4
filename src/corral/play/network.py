"""A duel over a network: connections, time limits, and the loop that joins the person and the other side.

The rules are those of `duel`; here is what has a clock and a socket. Everything is bounded: the length of a line by the
buffer it is read into, what is not read by the other side by `_MOST_UNREAD`, strangers who only connect by
`_MOST_STRANGERS`, and every wait for the other side by one of the `Limits`. A connection ends with a bye that tells
why, and is kept open for a moment, as closing with bytes unread would take the bye back.
"""

from __future__ import annotations

import asyncio
import ipaddress
import os
import re
import socket
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from corral.errors import ArgumentError, CodeError, CorralError, shown
from corral.play.beside import beside
from corral.play.debrief import review_text
from corral.play.duel import (
    ROUNDS,
    Allowance,
    Began,
    Duel,
    Ended,
    Event,
    Guessed,
    Met,
    Offered,
    Parted,
    Resigned,
    Said,
    Wanted,
)
from corral.play.protocol import MAX_LINE, Bye, Message, ProtocolError, Reason, clean, encode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from corral.games import Game

__all__ = ["ADDRESS", "PORT", "Console", "Limits", "NetworkError", "host", "join", "read_address"]

PORT: Final = 26274
"""The port if none is named: the total of the best tree of Bulls and Cows."""
ADDRESS: Final = f"127.0.0.1:{PORT}"

_ADDRESS: Final = re.compile(r"(?:\[(?P<v6>[\w:.%]{2,60})\]|(?P<name>[^\s:\[\]]{1,253}))(?::(?P<port>[0-9]{1,5}))?")

_MOST_UNREAD: Final = 1 << 16
_MOST_STRANGERS: Final = 8
_MOST_TYPED: Final = 100

_REASONS: Final[dict[Reason, str]] = {
    "left": "left",
    "declined": "does not want to play",
    "busy": "plays with somebody else",
    "version": "has another version of the protocol",
    "protocol": "got a message that is none",
    "silent": "heard nothing in time",
    "slow": "waited too long",
    "flood": "got too many messages",
    "cheat": "says that there was cheating",
}

_HELP: Final = """\
a line is what you are asked for: a secret, a guess, yes or no; you may type it before it is your turn
/say TEXT  tell the other one something
/resign    give up, as a guess; both secrets are shown
/quit      leave
/help      this"""


class NetworkError(CorralError, ConnectionError):
    """There is no connection, or it ended before the game did."""


class Console(Protocol):
    """The person."""

    def show(self, text: str) -> None:
        """Show one or more lines."""

    async def read(self, prompt: str) -> str:
        """Return the next line; EOFError if there is none. It may be cancelled, and called again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How long to wait, in seconds.

    Attributes:
        program: for the connection, and for what the other program does by itself: a hello, an answer, a reveal.
        person: for what the other person decides: the secret, a guess, a rematch.
        silence: for any message; programs say that they are alive four times as often.
        farewell: for the other side to read the bye.

    Raises:
        ArgumentError: one is no number above 0.
    """

    program: float = 15
    person: float = 900
    silence: float = 60
    farewell: float = 1

    def __post_init__(self) -> None:
        for name in ("program", "person", "silence", "farewell"):
            given = getattr(self, name)
            if isinstance(given, bool) or not isinstance(given, int | float) or not 0 < given < float("inf"):
                raise ArgumentError(f"{name} is {shown(given)}: expected seconds, more than 0")


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
    if match is None or not (0 if any_port else 1) <= port < 1 << 16:
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


# Connections


class _Link:
    """Lines to and from the other side."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def line(self) -> bytes:
        try:
            return await self._reader.readuntil(b"\n")
        except asyncio.LimitOverrunError:
            raise ProtocolError(f"a line is longer than {MAX_LINE} bytes") from None
        except asyncio.IncompleteReadError as error:
            where = "in the middle of a message" if error.partial else "without a bye"
            raise NetworkError(f"the other side is gone {where}") from None
        except OSError as error:
            raise NetworkError(f"the connection is lost: {error.strerror or error}") from None

    def send(self, messages: Iterable[Message]) -> None:
        for message in messages:
            self._writer.write(encode(message))
        if self._writer.transport.get_write_buffer_size() > _MOST_UNREAD:
            raise ProtocolError("the other side does not read what it is sent", "slow")

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
            self._writer.transport.abort()
            with suppress(OSError):
                await self._writer.wait_closed()


# The two sides at the table


class _Table:
    """One connection from the first hello to the end: what the person types goes into the duel, and so on."""

    def __init__(self, duel: Duel, link: _Link, console: Console, limits: Limits, seed: int | None) -> None:
        self._duel, self._link, self._console, self._limits, self._seed = duel, link, console, limits, seed
        self._clock = asyncio.get_running_loop().time
        self._heard = self._moved = self._spoken = self._clock()
        self._progress = duel.progress
        self._peer: asyncio.Task[bytes] | None = None
        self._person: asyncio.Task[str] | None = None
        self._review: asyncio.Future[str] | None = None
        self._typed: list[str] = []
        self._all_typed = self._has_left = False
        self._asked: tuple[Wanted, int, int] | None = None

    async def play(self) -> None:
        """Play until one of the two has enough.

        Raises:
            ProtocolError: the other side has broken the rules, or a limit of time. It has been told.
            NetworkError: the connection ended before the game did.
        """
        try:
            while True:
                # 1. What has happened is shown, what was typed is used, and what came of it is sent.
                self._tell_all()
                self._use_typed()
                self._keep_alive()
                self._link.send(self._duel.take_messages())
                if self._duel.closed and (self._review is None or self._has_left):
                    return
                # 2. Both are listened to, but not for ever.
                await self._wait()
                # 3. Whoever spoke is heard.
                self._hear_peer()
                self._hear_person()
                self._hear_review()
        except (ProtocolError, NetworkError) as error:
            over, (reason, why) = self._duel.over, _farewell(error)
            self._duel.leave(reason, why)
            if not over or reason not in ("left", "silent", "slow"):
                raise
            # The game was over already.
            if self._review is not None:
                self._console.show(await self._review)
            self._console.show(str(error))
        finally:
            # Also when interrupted, or when nobody reads what is shown.
            self._duel.leave()
            tasks = [task for task in (self._peer, self._person, self._review) if task is not None]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._link.close(self._limits.farewell, self._duel.take_messages())

    # The clock

    def _keep_alive(self) -> None:
        if self._clock() >= self._spoken + self._limits.silence / 4:
            self._duel.live()
            self._spoken = self._clock()

    async def _wait(self) -> None:
        """Wait until somebody has spoken, or it is time to say something.

        Raises:
            ProtocolError: the other side is too late.
        """
        if self._peer is None and not self._duel.closed:
            self._peer = asyncio.create_task(self._link.line())
        if self._person is None and not self._all_typed and len(self._typed) < _MOST_TYPED:
            self._person = asyncio.create_task(self._console.read(""))
        tasks = [task for task in (self._peer, self._person, self._review) if task is not None]
        now = self._clock()
        if self._duel.progress != self._progress:
            self._progress, self._moved = self._duel.progress, now
        until, reason, why = self._limit()
        patience = max(0.0, min(until, self._spoken + self._limits.silence / 4) - now)
        await asyncio.wait(tasks, timeout=None if self._duel.closed else patience, return_when=asyncio.FIRST_COMPLETED)
        if self._peer is not None and not self._peer.done() and self._clock() >= until:
            raise ProtocolError(why, reason)

    def _limit(self) -> tuple[float, Reason, str]:
        """Return when the other side will be too late, and what it is told then."""
        limits, who = self._limits, self._duel.peer_name
        silence: tuple[float, Reason, str] = (
            self._heard + limits.silence,
            "silent",
            f"no sign of life of {who} for {limits.silence:g} seconds",
        )
        match self._duel.awaited:
            case "program":
                why = f"the program of {who} took longer than {limits.program:g} seconds"
                return min(silence, (self._moved + limits.program, "silent", why))
            case "person":
                why = f"{who} took longer than {limits.person:g} seconds"
                return min(silence, (self._moved + limits.person, "slow", why))
        return silence

    # Who has spoken

    def _hear_peer(self) -> None:
        if self._peer is None or not self._peer.done():
            return
        task, self._peer = self._peer, None
        self._heard = self._clock()
        self._duel.receive(task.result(), self._heard)

    def _hear_person(self) -> None:
        if self._person is None or not self._person.done():
            return
        task, self._person = self._person, None
        try:
            line = task.result().strip()
        except EOFError:
            self._all_typed = True
            return
        word, _, rest = line.partition(" ")
        match word:
            case "/say":
                if not self._duel.say(rest, self._clock()):
                    self._console.show("not sent: nothing to say, nobody there, or too much in a short time")
            case "/quit":
                self._has_left = True
                self._duel.leave()
            case "/help":
                self._console.show(_HELP)
            case _:
                self._typed.append(line)

    def _hear_review(self) -> None:
        if self._review is not None and self._review.done():
            task, self._review = self._review, None
            self._console.show(task.result())

    # What the person decides

    def _use_typed(self) -> None:
        """Decide what is wanted by what was typed, or ask."""
        duel = self._duel
        while self._review is None and (wanted := duel.wanted) is not None:
            if self._typed:
                self._decide(wanted, self._typed.pop(0))
                self._tell_all()
            elif self._all_typed:
                self._give_up(wanted)
            else:
                if self._asked != (question := (wanted, duel.games, duel.row)):
                    self._asked = question
                    self._console.show(self._question(wanted))
                return

    def _question(self, wanted: Wanted) -> str:
        match wanted:
            case Wanted.AGREEMENT:
                return "do you agree? yes or no"
            case Wanted.SECRET:
                return "your secret, or an empty line for one that is drawn:"
            case Wanted.GUESS:
                return f"guess {self._duel.row}:"
            case Wanted.REMATCH:
                return "another game? yes or no"

    def _decide(self, wanted: Wanted, line: str) -> None:
        duel, console = self._duel, self._console
        try:
            if wanted is Wanted.SECRET:
                seed = None if self._seed is None or line else self._seed + duel.games
                console.show(f"your secret is {duel.choose(line or None, seed)}")
            elif wanted is Wanted.GUESS:
                if line == "/resign":
                    duel.resign()
                elif line:
                    duel.guess(line)
            elif (answer := {"y": True, "yes": True, "n": False, "no": False}.get(line.lower())) is None:
                console.show(f"{shown(line)}: expected yes or no")
            elif wanted is Wanted.REMATCH:
                duel.rematch(answer)
            elif answer:
                duel.agree()
            else:
                duel.leave("declined")
        except CodeError as error:
            console.show(str(error))

    def _give_up(self, wanted: Wanted) -> None:
        """Do without more input."""
        if wanted is Wanted.REMATCH:
            self._duel.rematch(False)
            return
        self._duel.leave("declined" if wanted is Wanted.AGREEMENT else "left")
        raise NetworkError("left, as there is no more input")

    # What has happened

    def _tell_all(self) -> None:
        for event in self._duel.take_events():
            self._tell(event)

    def _tell(self, event: Event) -> None:
        """Show what has happened.

        Raises:
            NetworkError: it is that the other side has left too early.
        """
        show, who = self._console.show, self._duel.peer_name
        match event:
            case Met(name):
                show(f"{name} is here")
            case Offered(game, rounds, agreed):
                show(f"{'the game is' if agreed else 'offered is'} {game.id}, a draw after {rounds} rounds")
                if agreed:
                    show("/help tells what you can type")
            case Began(first):
                show(f"both secrets are chosen and sealed; {'you guess' if first else f'{who} guesses'} first")
            case Guessed(mine, row, guess, answer, found):
                show(f"{row:>4}  {'you' if mine else who}: {guess} {answer}{', found!' if found else ''}")
            case Resigned(mine):
                show(f"{'you give' if mine else f'{who} gives'} up")
            case Said(text):
                show(f"{who} says: {text}")
            case Ended():
                self._tell_end(event)
            case Parted(reason, text, early):
                told = f"{who} has ended the connection: {_REASONS[reason]}{f' ({text})' if text else ''}"
                if early or reason not in ("left", "silent", "slow"):
                    raise NetworkError(told)
                show(told)

    def _tell_end(self, end: Ended) -> None:
        who, game = self._duel.peer_name, self._duel.game
        told = {"won": "you have won", "lost": f"{who} has won", "drawn": "a draw"}[end.outcome]
        self._console.show(f"{told}; your secret was {end.secret}, that of {who} {end.their_secret}")
        self._console.show(f"the commitment of {who} and all answers are checked: they are right")

        def both() -> str:
            mine = review_text(game, end.steps, end.their_secret)
            theirs = review_text(game, end.their_steps, end.secret)
            return f"\nyour play\n{mine}\n\nthe play of {who}\n{theirs}\n"

        # In a thread, as the other side is to be kept company meanwhile.
        self._review = beside(both)


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
    """Wait for somebody who joins, and play a duel, or several.

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
    limits = limits or Limits()
    lobby = _Lobby(lambda: Duel("host", name, game, ROUNDS if rounds is None else rounds), console, limits)
    lobby.make()  # notice before anybody comes that there is no game
    try:
        server = await asyncio.start_server(lobby.enter, where, port, limit=MAX_LINE - 1)
    except (OSError, UnicodeError) as error:
        raise NetworkError(f"cannot listen at {_written(where, port)}: {_reason(error)}") from None
    try:
        _warn(where, console)
        for listener in server.sockets:
            console.show(f"waiting for somebody to join: corral play --join {_told(*listener.getsockname()[:2])}")
        duel, link = await lobby.seat
        await _Table(duel, link, console, limits, seed).play()
    finally:
        server.close()


class _Lobby:
    """Those who connect: the first to say hello in proper form takes the seat, everybody else is told that it is."""

    def __init__(self, make: Callable[[], Duel], console: Console, limits: Limits) -> None:
        self.make = make
        self.seat: asyncio.Future[tuple[Duel, _Link]] = asyncio.get_running_loop().create_future()
        self._console, self._limits = console, limits
        self._strangers = 0
        self._telling = Allowance(5, 0.1)

    async def enter(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        link = _Link(reader, writer)
        if self._strangers == _MOST_STRANGERS:
            writer.transport.abort()
            return
        self._strangers += 1
        try:
            await self._admit(link)
        finally:
            self._strangers -= 1

    async def _admit(self, link: _Link) -> None:
        busy = [Bye("busy", "there is another opponent already")]
        if self.seat.done():
            await link.close(self._limits.farewell, busy)
            return
        duel = self.make()
        try:
            link.send(duel.take_messages())
            async with asyncio.timeout(self._limits.program):
                duel.receive(await link.line(), asyncio.get_running_loop().time())
        except TimeoutError:
            duel.leave("silent", f"no hello within {self._limits.program:g} seconds")
            self._tell("it did not say hello")
        except (ProtocolError, NetworkError) as error:
            duel.leave(*_farewell(error))
            self._tell(str(error))
        if duel.met and not self.seat.done():
            self.seat.set_result((duel, link))
            return
        await link.close(self._limits.farewell, busy if duel.met else duel.take_messages())

    def _tell(self, why: str) -> None:
        if self._telling.take(asyncio.get_running_loop().time()):
            self._console.show(f"somebody connected and was turned away: {clean(why)}")


async def join(
    address: str, console: Console, *, name: str = "joiner", seed: int | None = None, limits: Limits | None = None
) -> None:
    """Join the one who hosts at an address, and play a duel, or several. Arguments and errors are those of `host`."""
    where, port = read_address(address)
    limits = limits or Limits()
    try:
        async with asyncio.timeout(limits.program):
            reader, writer = await _connect(where, port)
    except TimeoutError:
        raise NetworkError(f"no connection to {_written(where, port)} within {limits.program:g} seconds") from None
    except (OSError, UnicodeError) as error:
        raise NetworkError(f"no connection to {_written(where, port)}: {_reason(error)}") from None
    _warn(where, console)
    await _Table(Duel("joiner", name), _Link(reader, writer), console, limits, seed).play()


async def _connect(where: str, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Return a connection to one of the addresses that a name stands for.

    The name is looked up beside the loop, as who is interrupted meanwhile would have to wait for asyncio's own thread.
    """
    found = await beside(lambda: socket.getaddrinfo(where, port, type=socket.SOCK_STREAM))
    failed: OSError | None = None
    for *_, address in found:
        try:
            return await asyncio.open_connection(str(address[0]), port, limit=MAX_LINE - 1)
        except OSError as error:
            failed = error
    raise failed or OSError("the name stands for no address")


def _farewell(error: ProtocolError | NetworkError) -> tuple[Reason, str]:
    """Return what the other side is told of an error."""
    return (error.reason if isinstance(error, ProtocolError) else "left"), str(error)


def _reason(error: Exception) -> str:
    """Return what the system says, without what asyncio puts around it."""
    number = getattr(error, "errno", None)
    return os.strerror(number) if isinstance(number, int) and number > 0 else str(error)
