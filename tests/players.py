"""The two people of a duel as scripts, and a peer that says whatever a test tells it to."""

import asyncio
import json
import re
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


class Person:
    """A console. Lines are typed one by one, each once what it waits for has been shown: ("guess 2", "0123")."""

    def __init__(self, *lines, stays=True):
        self.lines = [line if isinstance(line, tuple) else ("", line) for line in lines]
        self.stays = stays
        self.shown = []
        self._seen = 0
        self._news = asyncio.Event()

    def show(self, text):
        self.shown += text.split("\n")
        self._news.set()

    async def read(self, prompt):
        if self.lines:
            expected, line = self.lines[0]
            await self.sees(expected)
            self.lines.pop(0)
            return line
        if not self.stays:
            raise EOFError
        return await asyncio.get_running_loop().create_future()

    async def sees(self, pattern):
        """Wait for a line that was shown after those waited for before; return it."""
        while True:
            for place, line in enumerate(self.shown[self._seen :], self._seen):
                if re.search(pattern, line):
                    self._seen = place
                    return line
            self._news.clear()
            await self._news.wait()

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
