"""The loop that joins a person, the rules and the other side: what is typed goes into the duel, and so on."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from corral.errors import CodeError, shown
from corral.limits import SEEDS
from corral.play.beside import beside
from corral.play.debrief import review_text
from corral.play.events import (
    Began,
    Cheated,
    Declined,
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
from corral.play.link import Limits, Link, NetworkError, farewell
from corral.play.protocol import ProtocolError, Reason

if TYPE_CHECKING:
    from corral.play.duel import Duel
    from corral.play.person import Person

__all__ = ["Table"]

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


class Table:
    """One connection from the first hello to the end: what the person types goes into the duel, and so on."""

    def __init__(self, duel: Duel, link: Link, person: Person, limits: Limits, seed: int | None) -> None:
        self._duel, self._link, self._person, self._limits, self._seed = duel, link, person, limits, seed
        self._clock = asyncio.get_running_loop().time
        self._heard = self._moved = self._spoken = self._clock()
        self._progress = duel.progress
        self._peer: asyncio.Task[bytes] | None = None
        self._review: asyncio.Future[str] | None = None
        self._has_left = False
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
            over, (reason, why) = self._duel.over, farewell(error)
            self._duel.leave(reason, why)
            self._tell_all()
            if not over or reason not in ("left", "silent", "slow"):
                raise
            # The game was over already.
            if self._review is not None:
                self._person.show(await self._review)
            self._person.show(str(error))
        finally:
            # Also when interrupted, or when nobody reads what is shown.
            self._duel.leave()
            tasks = [task for task in (self._peer, self._review) if task is not None]
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
        tasks = [task for task in (self._peer, self._person.listen(), self._review) if task is not None]
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
        match self._person.hear():
            case "/say", text:
                if not self._duel.say(text, self._clock()):
                    self._person.show("not sent: nothing to say, nobody there, or too much in a short time")
            case "/quit", _:
                self._has_left = True
                self._duel.leave()

    def _hear_review(self) -> None:
        if self._review is not None and self._review.done():
            task, self._review = self._review, None
            self._person.show(task.result())

    # What the person decides

    def _use_typed(self) -> None:
        """Decide what is wanted by what was typed, or ask."""
        duel = self._duel
        while self._review is None and (wanted := duel.wanted) is not None:
            if self._person.typed:
                self._decide(wanted, self._person.typed.pop(0))
                self._tell_all()
            elif self._person.gone:
                self._give_up()
            else:
                if self._asked != (question := (wanted, duel.games, duel.row)):
                    self._asked = question
                    self._person.show(self._question(wanted))
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
        duel, person = self._duel, self._person
        try:
            if wanted is Wanted.SECRET:
                seed = None if self._seed is None or line else (self._seed + duel.games) % SEEDS
                person.show(f"your secret is {duel.choose(line or None, seed)}")
            elif wanted is Wanted.GUESS:
                if line == "/resign":
                    duel.resign()
                elif line:
                    duel.guess(line)
            elif (answer := {"y": True, "yes": True, "n": False, "no": False}.get(line.lower())) is None:
                person.show(f"{shown(line)}: expected yes or no")
            elif wanted is Wanted.REMATCH:
                duel.rematch(answer)
            elif answer:
                duel.agree()
            else:
                duel.leave("declined")
        except CodeError as error:
            person.show(str(error))

    def _give_up(self) -> None:
        """Do without more input, as with `/quit`."""
        if self._duel.over:
            self._duel.rematch(False)
            return
        self._has_left = True
        self._duel.leave()
        self._person.show("left, as there is no more input")

    # What has happened

    def _tell_all(self) -> None:
        for event in self._duel.take_events():
            self._tell(event)

    def _tell(self, event: Event) -> None:
        """Show what has happened.

        Raises:
            NetworkError: it is that the other side has left too early.
        """
        show, who = self._person.show, self._duel.peer_name
        match event:
            case Met(name):
                self._link.peer = name
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
            case Declined():
                show(f"{who} does not want another game")
            case Said(text):
                show(f"{who} says: {text}")
            case Ended():
                self._tell_end(event)
            case Cheated(secret, claimed):
                show(f"your secret was {secret}; {who} shows {claimed}")
            case Parted(reason, text, early):
                told = f"{who} has ended the connection: {_REASONS[reason]}{f' ({text})' if text else ''}"
                if early or reason not in ("left", "silent", "slow"):
                    raise NetworkError(told)
                show(told)

    def _tell_end(self, end: Ended) -> None:
        who, game = self._duel.peer_name, self._duel.game
        told = {"won": "you have won", "lost": f"{who} has won", "drawn": "a draw"}[end.outcome]
        self._person.show(f"{told}; your secret was {end.secret}, that of {who} {end.their_secret}")
        self._person.show(f"the commitment of {who} and all answers are checked: they are right")

        def both() -> str:
            mine = review_text(game, end.steps, end.their_secret)
            theirs = review_text(game, end.their_steps, end.secret)
            return f"\nyour play\n{mine}\n\nthe play of {who}\n{theirs}\n"

        # In a thread, as the other side is to be kept company meanwhile.
        self._review = beside(both)
