"""The two people of a duel as scripts, and a peer that says whatever a test tells it to."""

import asyncio
import json
import re
import threading
from contextlib import suppress

from corral.play.network import Limits

CALM = Limits(program=20, person=20, silence=20, farewell=0.3)
"""So long that a slow machine is never taken for a slow peer."""

# Those below are met in every handshake, too: longer than a busy machine stands still.

SILENCE = Limits(program=20, person=20, silence=2, farewell=0.3)
"""Who says nothing is soon given up."""

THOUGHT = Limits(program=20, person=2, silence=20, farewell=0.3)
"""A person who does not move is."""

WORK = Limits(program=2, person=20, silence=20, farewell=0.3)
"""A program that does not is."""


TYPING = 60
"""Seconds after which the thread of a person who types no more ends."""


class Person:
    """A console. Lines are typed one by one, each once what it waits for has been shown: ("guess 2", "0123")."""

    def __init__(self, *lines, stays=True):
        self.lines = [line if isinstance(line, tuple) else ("", line) for line in lines]
        self.stays = stays
        self.shown = []
        self._seen = {"read": 0, "sees": 0}
        self._news, self._typist = asyncio.Event(), threading.Condition()

    def show(self, text):
        with self._typist:
            self.shown += text.split("\n")
            self._typist.notify_all()
        self._news.set()

    def read(self, prompt):
        """Type the next line, in a thread that waits for what is shown, or for nothing at all as a person may."""
        if not self.lines and not self.stays:
            raise EOFError
        with self._typist:
            if not self._typist.wait_for(lambda: self.lines and self._find("read", self.lines[0][0]), TYPING):
                raise EOFError
        return self.lines.pop(0)[1]

    async def sees(self, pattern):
        """Wait for a line that was shown after those waited for before; return it."""
        while (line := self._find("sees", pattern)) is None:
            self._news.clear()
            await self._news.wait()
        return line

    def _find(self, who, pattern):
        for place, line in enumerate(self.shown[self._seen[who] :], self._seen[who]):
            if re.search(pattern, line):
                self._seen[who] = place
                return line
        return None

    @property
    def text(self):
        return "\n".join(self.shown)


async def address_of(person):
    """Return where a host listens."""
    line = await person.sees(r"waiting for somebody to join")
    return line.rpartition(" ")[2]


class Peer:
    """A raw connection: it speaks JSON, or any bytes, and knows no rules."""

    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer

    @classmethod
    async def to(cls, address):
        host, _, port = address.rpartition(":")
        return cls(*await asyncio.open_connection(host, int(port)))

    def say(self, type_, **fields):
        self.raw(json.dumps({"type": type_, **fields}).encode() + b"\n")

    def raw(self, data):
        self.writer.write(data)

    async def hears(self, type_=None):
        """Return the next message of a type, as a dict; None at the end."""
        while line := await self.reader.readline():
            message = json.loads(line)
            if type_ in (None, message["type"]):
                return message
        return None

    async def close(self):
        self.writer.transport.abort()
        with suppress(OSError):
            await self.writer.wait_closed()
