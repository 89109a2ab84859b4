"""Duels over loopback: people as scripts, and peers that are silent, slow, broken, or cheat."""

import asyncio
import gc
import shlex
import socket
import subprocess
import sys
import threading
import time
from contextlib import asynccontextmanager

import pytest
from click.testing import CliRunner
from players import CALM, SILENCE, THOUGHT, WORK, Peer, Person, address_of

import corral
from corral import ArgumentError, cli
from corral.play import link, network, table
from corral.play.debrief import review_text
from corral.play.network import Limits, NetworkError, host, join, read_address
from corral.play.protocol import Alive, ProtocolError, commitment

COWS = corral.bulls_and_cows(3, 5)
ANY = "127.0.0.1:0"
SALT = "00" * 16


def run(test, seconds=30):
    """Run a coroutine; nothing may hang."""
    return asyncio.run(asyncio.wait_for(test, seconds))


async def both(one, other, game=COWS, **options):
    """Let two people play; return what each call came to."""
    hosting = asyncio.create_task(host(game, ANY, one, name="Ann", limits=CALM, **options))
    joining = asyncio.create_task(join(await address_of(one), other, name="Bob", limits=CALM))
    return await asyncio.gather(hosting, joining, return_exceptions=True)


# Games


def test_a_whole_game_with_talk_and_a_rematch():
    ann = Person(("is here", "/say welcome"), "012", "340", "342", "234", "/say \x1b[2Jwell", "y", "340", "123", "no")
    bob = Person("hm", "YES", "2345", "234", ("says: welcome", "001"), "310", "021", "012", "yes", "123", "012", "n")
    assert run(both(ann, bob, seed=3)) == [None, None]
    for line in [
        "Bob is here",
        "the game is bulls-and-cows:3x5, a draw after 100 rounds",
        "your secret is 012",
        "both secrets are chosen and sealed; Bob guesses first",
        "   1  Bob: 310 1,1",
        "   1  you: 340 0,2",
        "   3  Bob: 012 3,0, found!",
        "   3  you: 234 3,0, found!",
        "a draw; your secret was 012, that of Bob 234",
        "the commitment of Bob and all answers are checked: they are right",
        "your play",
        "the play of Bob",
        "both secrets are chosen and sealed; you guess first",
    ]:
        assert line in ann.shown, line
    for line in [
        "offered is bulls-and-cows:3x5, a draw after 100 rounds",
        "do you agree? yes or no",
        "'hm': expected yes or no",
        "'2345' has 4 symbols: expected 3",
        "'001': '0' at place 2 is there before: none may repeat",
        "Ann says: welcome",
        "Ann says: well",
    ]:
        assert line in bob.shown, line
    reviewed = review_text(COWS, [("340", "0,2"), ("342", "0,3"), ("234", "3,0")], "234").splitlines()
    assert all(line in person.shown for person in (ann, bob) for line in reviewed)
    assert "you have won; your secret was 340, that of Bob 123" in ann.shown
    assert "Ann has won; your secret was 123, that of Ann 340" in bob.shown
    assert "\x1b" not in ann.text + bob.text


def test_seeds_draw_the_secrets():
    ann = Person("", ("another game", "y"), "", "4567", ("4567", "/quit"))
    bob = Person("y", "0123", "/resign", "y", "9876")
    classic = corral.bulls_and_cows()

    async def play():
        hosting = asyncio.create_task(host(classic, ANY, ann, seed=7, limits=CALM, rounds=9))
        await asyncio.gather(hosting, join(await address_of(ann), bob, name="Bob", limits=CALM), return_exceptions=True)

    run(play())
    drawn = [line for line in ann.shown if line.startswith("your secret is ")]
    assert drawn == [f"your secret is {corral.Host(classic, seed=seed).reveal()}" for seed in (7, 8)]
    assert "the game is bulls-and-cows:4x10, a draw after 9 rounds" in bob.shown


def test_numbers_are_found_by_questions():
    ann, bob = Person("70", ">50", "<20", "=13"), Person("y", "13", ">60", ">80", "=70", "n")
    assert run(both(ann, bob, corral.number(0, 100))) == [None, None]
    assert "   2  you: >80 no" in bob.shown
    assert "   3  you: =13 win, found!" in ann.shown
    assert "a draw; your secret was 70, that of Bob 13" in ann.shown


def test_giving_up_helping_and_leaving():
    ann = Person("012", "/help", ("gives up", "/quit"))
    bob = Person("y", "234", "/say", "/resign ", stays=True)
    assert run(both(ann, bob)) == [None, None]
    assert "/quit      leave" in ann.shown
    assert "not sent: nothing to say, nobody there, or too much in a short time" in bob.shown
    assert "Bob has won" not in ann.text
    assert "Ann has ended the connection: left" in bob.shown
    assert "no guesses to review" in bob.shown


@pytest.mark.parametrize(
    ("ann", "bob", "told"),
    [
        (Person("012"), Person("y", "234", "/quit"), "Bob has ended the connection: left"),
        (Person("012", "340"), Person("y", "234", "340", stays=False), "Bob has ended the connection: left"),
        (Person("012"), Person("y", stays=False), "Bob has ended the connection: left"),
    ],
)
def test_leaving_before_the_end_is_told(ann, bob, told):
    left, leaver = run(both(ann, bob))
    assert isinstance(left, NetworkError)
    assert str(left) == told
    # The end of the input is no other way to leave than /quit.
    assert leaver is None
    assert bob.stays or "left, as there is no more input" in bob.shown


async def eve(address, data):
    """Somebody who says hello, and something else, and is gone."""
    peer = await seated(address)
    peer.raw(data)
    peer.writer.write_eof()
    while await peer.hears():
        pass
    await peer.close()


def test_a_host_waits_until_somebody_agrees():
    ann, bob = Person("012", "234"), Person("y", "234", "012", "n")

    async def play():
        async with hosting(ann) as (task, address):
            for data, why in (
                (b"", "Eve is gone without a bye"),
                (b"nonsense\n", "is no JSON in UTF-8"),
                (b'{"type":"bye","reason":"declined","text":""}\n', "Eve has ended .*: does not want to play"),
            ):
                await eve(address, data)
                await ann.sees(f"the game was not agreed to, so others may join: .*{why}")
            await join(address, Person(stays=False), name="Cem", limits=CALM)
            await ann.sees("so others may join: Cem has ended the connection: left")
            await join(address, bob, name="Bob", limits=CALM)
            # The one who hosts is asked for another game, and the other one wants none.
            await task

    run(play())
    assert "a draw; your secret was 012, that of Bob 234" in ann.shown


def test_who_goes_on_waiting_may_leave():
    async def play(ann, data):
        async with hosting(ann) as (task, address):
            await eve(address, data)
            await task

    ann = Person(("so others may join", "/quit"))
    run(play(ann, b""))
    # The input may end while somebody is there.
    ann = Person(("Eve is here", "/say welcome"), stays=False)
    run(play(ann, b""))
    assert ann.shown[-1] == "left, as there is no more input"


def test_who_comes_again_and_again_is_told_busy():
    async def play():
        ann = Person()
        async with hosting(ann) as (_, address):
            for _ in range(5):
                await eve(address, b"")
                await ann.sees("so others may join")
                # What was seen is not seen again.
                ann.show("next")
                await ann.sees("^next$")
            peer = await seated(address)
            assert (await peer.hears("bye"))["reason"] == "busy"
            await peer.close()
            assert ann.text.count("Eve is here") == 5

    run(play())


def test_who_is_called_otherwise_is_told():
    ann, bob, cem = Person(), Person(), Person()

    async def play():
        async with hosting(ann) as (_, address):
            for name, person in ("B\tob", bob), ("Cem", cem):
                person.lines = [("offered", "/quit")]
                await join(address, person, name=name, limits=CALM)
        await host(COWS, ANY, dan, name="D" * 41)

    dan = Person("/quit")
    run(play())
    assert "you are called Bob" in bob.shown
    assert "you are called" not in ann.text + cem.text
    assert dan.shown[0] == "you are called " + "D" * 37 + "..."


def test_nobody_is_waited_for_after_the_end_of_the_input():
    async def play():
        sitter = network.Person(ann)
        sitter.gone = True
        return await network._Lobby(lambda: network.Duel("host", "Ann", COWS), ann, CALM).opponent(sitter)

    ann = Person()
    assert run(play()) is None
    assert ann.shown == ["left, as there is no more input"]


def test_no_more_input_at_the_end_is_a_no():
    assert run(both(Person("012", "234", stays=False), Person("y", "234", "012", stays=False))) == [None, None]


def test_programs_may_play_fast():
    ann, bob = Person("012", *["340"] * 80, stays=False), Person("y", "234", *["340"] * 80, stays=False)
    assert run(both(ann, bob, rounds=80)) == [None, None]
    assert "no review, as so many guesses take long: corral review bulls-and-cows:3x5 234 340 340 340" in ann.text
    assert any(line.startswith("a draw") for line in bob.shown)


@pytest.mark.parametrize("seed", [-1, 1 << 64, "7"])
def test_seeds_are_numbers(seed):
    for call in join(ANY.replace("0", "5"), Person(), seed=seed), host(COWS, ANY, Person(), seed=seed):
        with pytest.raises(ArgumentError, match="seed is"):
            run(call)


def test_a_person_who_types_ahead_is_not_forgotten():
    ann, bob = Person("012", *["340"] * 150), Person("y", "234", *["340"] * 3, "012", "no")
    assert run(both(ann, bob)) == [None, None]
    assert "   4  you: 340 1,1" in ann.shown or "   4  you: 340 0,2" in ann.shown


# Peers that join


@asynccontextmanager
async def hosting(person, limits=CALM, game=COWS):
    """A host, and where it listens."""
    task = asyncio.create_task(host(game, ANY, person, name="Ann", limits=limits))
    try:
        yield task, await address_of(person)
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def seated(address, *steps):
    """A peer that has said hello, and more."""
    peer = await Peer.to(address)
    peer.say("hello", version=1, name="Eve")
    if "agree" in steps:
        peer.say("agree")
    if "commit" in steps:
        peer.say("commit", hash=commitment(COWS.id, "joiner", SALT, "234"))
    if "guess" in steps:
        peer.say("guess", guess="340")
    return peer


def against(misbehave, *steps, person=None, limits=CALM):
    """What a host comes to whose opponent misbehaves, and what the opponent is told."""

    async def play():
        async with hosting(person or Person("012"), limits) as (task, address):
            peer = await seated(address, *steps)
            moves = asyncio.create_task(misbehave(peer))
            (error,) = await asyncio.gather(task, return_exceptions=True)
            moves.cancel()
            await asyncio.gather(moves, return_exceptions=True)
            try:
                bye = await peer.hears("bye")
            except OSError:
                bye = None
            await peer.close()
            return error, bye

    return run(play())


async def says_nothing(peer):
    pass


async def lives(peer):
    while True:
        peer.say("alive")
        await asyncio.sleep(0.1)


async def trickles(peer):
    for byte in b'{"type":"chat","text":"' + b"slow" * 1000:
        peer.raw(bytes([byte]))
        await asyncio.sleep(0.01)


def saying(data):
    async def say(peer):
        peer.raw(data)

    return say


def many(data, times=100_000):
    async def say(peer):
        for _ in range(times):
            peer.raw(data)
            await peer.writer.drain()

    return say


@pytest.mark.parametrize(
    ("misbehave", "steps", "reason", "why"),
    [
        (says_nothing, ["agree"], "silent", "no sign of life of Eve for 2 seconds"),
        (says_nothing, ["agree", "commit", "guess"], "silent", "no sign of life of Eve for 2 seconds"),
        (trickles, ["agree", "commit"], "silent", "no sign of life of Eve for 2 seconds"),
        (lives, ["agree"], "slow", "Eve took longer than 2 seconds"),
        (lives, ["agree", "commit"], "slow", "Eve took longer than 2 seconds"),
        (saying(b"x" * 5000), ["agree", "commit"], "protocol", "a line is longer than 4096 bytes"),
        (saying(b"x" * 5000 + b"\n"), ["agree"], "protocol", "a line is longer than 4096 bytes"),
        (many(b"x" * 5000), ["agree", "commit"], "protocol", "a line is longer than 4096 bytes"),
        (saying(b"what?\n"), ["agree", "commit"], "protocol", "is no JSON in UTF-8"),
        (saying(b'{"type":"chat","text":"\xff"}\n'), ["agree"], "protocol", "is no JSON in UTF-8"),
        (saying(b'{"type":"chat","text":"\\u0000"}\n'), ["agree"], "protocol", "no NUL"),
        (saying(b"[" * 4000 + b"\n"), ["agree"], "protocol", "is no JSON in UTF-8"),
        (saying(b'{"type":"guess","guess":340}\n'), ["agree", "commit"], "protocol", "guess of guess is 340"),
        (saying(b'{"type":"guess","guess":NaN}\n'), ["agree", "commit"], "protocol", "'NaN' in a message"),
        (saying(b'{"type":"guess","guess":"340"}\n'), ["agree"], "protocol", "guess is out of turn"),
        (saying(b'{"type":"guess","guess":"340"}\n'), ["agree", "commit", "guess"], "protocol", "out of turn"),
        (saying(b'{"type":"guess","guess":"999"}\n'), ["agree", "commit"], "protocol", "guess 1 of Eve: '999'"),
        (many(b'{"type":"chat","text":"spam"}\n'), ["agree"], "flood", "too many messages in a short time"),
        (many(b'{"type":"alive"}\n'), ["agree", "commit"], "flood", "too many messages in a short time"),
    ],
)
def test_who_breaks_the_rules_is_dropped_and_told(misbehave, steps, reason, why):
    person = Person("012")
    limits = {"silent": SILENCE, "slow": THOUGHT}.get(reason, CALM)
    error, bye = against(misbehave, *steps, person=person, limits=limits)
    assert isinstance(error, ProtocolError)
    assert error.reason == reason
    assert why in str(error)
    # Who never stops talking may not come to hear it.
    if bye is not None or misbehave.__qualname__.startswith(("saying", "says", "lives")):
        assert bye["reason"] == reason
        assert why in bye["text"]
    assert len(person.shown) < 150


def test_a_program_that_does_not_answer_is_dropped():
    async def lives_only(peer):
        await peer.hears("answer")
        await lives(peer)

    error, bye = against(lives_only, "agree", "commit", "guess", person=Person("012", "340"), limits=WORK)
    assert str(error) == "the program of Eve took longer than 2 seconds"
    assert bye["reason"] == "silent"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "Eve is gone without a bye"),
        (b'{"type":"cha', "Eve is gone in the middle of a message"),
    ],
)
@pytest.mark.parametrize("steps", [["agree"], ["agree", "commit", "guess"]])
def test_who_is_gone_is_missed(data, why, steps):
    async def goes(peer):
        peer.raw(data)
        peer.writer.write_eof()

    error, _ = against(goes, *steps)
    assert isinstance(error, NetworkError)
    assert str(error) == why


def test_a_connection_that_breaks_is_told():
    async def breaks(peer):
        await peer.hears("answer")
        peer.writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        peer.writer.transport.abort()

    error, _ = against(breaks, "agree", "commit", "guess")
    assert isinstance(error, NetworkError)
    assert str(error).startswith(("the connection is lost: ", "Eve is gone"))


def test_who_does_not_read_is_dropped():
    class Full:
        transport = property(lambda self: self)

        def write(self, line):
            pass

        def get_write_buffer_size(self):
            return 1 << 17

    with pytest.raises(ProtocolError, match="does not read what it is sent") as error:
        link.Link(None, Full()).send([Alive()])
    assert error.value.reason == "slow"


# Cheats


async def plays(peer, answers, reveal):
    """Guess, answer as told, and in the end reveal what is told."""
    for guess, answer in zip(["340", "341", "012"], answers, strict=True):
        peer.say("guess", guess=guess)
        await peer.hears("guess")
        peer.say("answer", answer=answer)
    await peer.hears("reveal")
    peer.say("reveal", **reveal)


FAIR = [str(COWS.feedback(guess, "432")) for guess in ("340", "314", "210")]


def cheating(digest, answers, reveal):
    async def play():
        person = Person("012", "340", "314", "210", "no")
        async with hosting(person, CALM) as (task, address):
            peer = await seated(address, "agree")
            peer.say("commit", hash=digest)
            moves = asyncio.create_task(plays(peer, answers, reveal))
            (error,) = await asyncio.gather(task, return_exceptions=True)
            moves.cancel()
            await asyncio.gather(moves, return_exceptions=True)
            bye = await peer.hears("bye")
            await peer.close()
            return error, bye, person

    return run(play())


SEALED = commitment(COWS.id, "joiner", SALT, "432")


def test_a_raw_peer_can_play_fair():
    error, bye, person = cheating(SEALED, FAIR, {"salt": SALT, "secret": "432"})
    assert (error, bye) == (None, None)
    assert "Eve has won; your secret was 012, that of Eve 432" in person.shown


@pytest.mark.parametrize(
    ("digest", "answers", "reveal", "why"),
    [
        ("00" * 32, FAIR, {"salt": SALT, "secret": "432"}, "the secret '432' is not the one of the commitment"),
        (SEALED, FAIR, {"salt": SALT, "secret": "431"}, "the secret '431' is not the one of the commitment"),
        (SEALED, FAIR, {"salt": "11" * 16, "secret": "432"}, "the secret '432' is not the one of the commitment"),
        (
            SEALED,
            [FAIR[0], "0,3", FAIR[2]],
            {"salt": SALT, "secret": "432"},
            "row 2: the answer to 314 was 0,3, but the secret 432 gives 0,2",
        ),
    ],
)
def test_a_cheat_is_found_and_told_to_both(digest, answers, reveal, why):
    answers = list(answers)
    error, bye, person = cheating(digest, answers, reveal)
    assert isinstance(error, ProtocolError)
    assert (error.reason, str(error)) == ("cheat", f"Eve has cheated: {why}")
    assert (bye["reason"], bye["text"]) == ("cheat", str(error))
    assert f"your secret was 012; Eve shows {reveal['secret']}" in person.shown
    assert "has won" not in person.text


def test_who_is_called_a_cheat_is_told_also_after_the_game():
    async def accuse(peer):
        await peer.hears("reveal")
        peer.say("reveal", salt=SALT, secret="234")
        peer.say("bye", reason="cheat", text="row 1 \x1b[2Jis wrong")

    person = Person("012")

    async def resigns(peer):
        peer.say("resign")
        await accuse(peer)

    error, _ = against(resigns, "agree", "commit", person=person)
    assert isinstance(error, NetworkError)
    assert str(error) == "Eve has ended the connection: says that there was cheating (row 1 is wrong)"
    assert "you have won; your secret was 012, that of Eve 234" in person.shown


@pytest.mark.parametrize("how", ["gone", "silent", "slow"])
def test_after_the_game_nobody_has_to_stay(how, monkeypatch):
    # A review that takes longer than the limit is shown all the same.
    monkeypatch.setattr(table, "review_text", lambda *_: time.sleep(1.2) or "reviewed")

    async def goes(peer):
        peer.say("resign")
        await peer.hears("reveal")
        peer.say("reveal", salt=SALT, secret="234")
        if how == "gone":
            peer.writer.write_eof()
        elif how == "slow":
            await lives(peer)

    person = Person("012")
    limits = {"gone": CALM, "silent": SILENCE, "slow": THOUGHT}[how]
    error, _ = against(goes, "agree", "commit", person=person, limits=limits)
    assert error is None
    assert person.text.count("reviewed") == 2
    last = {"gone": "gone without a bye", "silent": "no sign of life", "slow": "took longer than"}
    assert last[how] in person.shown[-1]


def test_who_wants_no_other_game_is_told_of():
    async def declines(peer):
        peer.say("resign")
        await peer.hears("reveal")
        peer.say("reveal", salt=SALT, secret="234")
        peer.say("rematch", again=False)

    person = Person("012")
    error, _ = against(declines, "agree", "commit", person=person)
    assert error is None
    assert "Eve does not want another game" in person.shown
    assert "your play" in person.shown


# Who comes in


def test_only_one_opponent():
    async def play():
        async with hosting(Person(), CALM) as (task, address):
            first = await seated(address)
            assert (await first.hears("offer"))["game"] == COWS.id
            other = Person("y")
            with pytest.raises(NetworkError, match="host has ended the connection: plays with somebody else"):
                await join(address, other, name="Bob", limits=CALM)
            raw = await Peer.to(address)
            assert (await raw.hears())["reason"] == "busy"
            assert await raw.hears() is None
            await raw.close()
            first.say("agree")
            first.say("chat", text="still here")
            assert not task.done()
            await first.close()

    run(play())


def test_of_two_who_come_at_once_one_is_let_in():
    async def play():
        async with hosting(Person(), CALM) as (_, address):
            peers = [await Peer.to(address) for _ in range(2)]
            for peer in peers:
                assert (await peer.hears())["type"] == "hello"
            for peer in peers:
                peer.say("hello", version=1, name="Eve")
            heard = [(await peer.hears())["type"] for peer in peers]
            assert heard == ["offer", "bye"]
            for peer in peers:
                await peer.close()

    run(play())


@pytest.mark.parametrize(
    ("data", "reason", "why"),
    [
        (b"", "silent", "it did not say hello"),
        (b"GET / HTTP/1.1\r\n\r\n", "protocol", "is no JSON in UTF-8"),
        (b'{"type":"hello","version":2}\n', "version", "has version 2 of the protocol: expected 1"),
        (b'{"type":"agree"}\n', "protocol", "agree is out of turn"),
        (b'{"type":"bye","reason":"left","text":""}\n', None, None),
        (b"x" * 5000, "protocol", "a line is longer than 4096 bytes"),
    ],
)
def test_strangers_do_not_take_the_seat(data, reason, why):
    async def play():
        person = Person()
        async with hosting(person, CALM if data else WORK) as (task, address):
            stranger = await Peer.to(address)
            stranger.raw(data)
            bye = await stranger.hears("bye")
            assert (bye and bye["reason"]) == reason
            if why:
                assert why in await person.sees("somebody connected and was turned away")
            await stranger.close()
            guest = await seated(address)
            assert (await guest.hears("offer"))["rounds"] == 100
            assert not task.done()
            await guest.close()

    run(play())


def test_a_stranger_who_is_gone_is_no_opponent():
    async def play():
        person = Person()
        async with hosting(person) as (_, address):
            stranger = await Peer.to(address)
            await stranger.close()
            await person.sees("turned away: the (other side is gone|connection is lost)")

    run(play())


def test_crowds_have_to_make_room_and_are_not_all_told_of():
    async def play():
        person = Person()
        async with hosting(person) as (_, address):
            crowd = [await Peer.to(address) for _ in range(12)]
            # Who came first had to go, and was told; the others are still heard.
            byes = [await peer.hears("bye") for peer in crowd[:4]]
            assert {bye["reason"] for bye in byes} == {"busy"}
            for peer in crowd[4:]:
                assert (await peer.hears())["type"] == "hello"
                peer.raw(b"nonsense\n")
                assert (await peer.hears("bye"))["reason"] == "protocol"
            assert person.text.count("turned away") == 5
            for peer in crowd:
                await peer.close()
            guest = await seated(address)
            assert await guest.hears("offer")
            await guest.close()

    run(play())


def test_silent_crowds_keep_nobody_out():
    async def play():
        async with hosting(Person()) as (_, address):
            crowd = [await Peer.to(address) for _ in range(30)]
            guest = await seated(address)
            assert await guest.hears("offer")
            for peer in [*crowd, guest]:
                await peer.close()

    run(play())


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("guests", [0, 1])
def test_a_host_who_ends_leaves_nothing_open(guests):
    """Neither strangers who are silent, or not even heard yet, nor an opponent who has just come."""

    async def play():
        before = asyncio.all_tasks()
        async with hosting(Person()) as (task, address):
            silent = [await Peer.to(address) for _ in range(3)]
            for peer in silent:
                assert (await peer.hears())["type"] == "hello"
            if guests:
                silent.append(await seated(address))
                await silent[-1].hears("hello")
            silent += [await Peer.to(address) for _ in range(12)]
            task.cancel()
            closing = [asyncio.create_task(peer.close()) for peer in silent]
            await asyncio.gather(task, *closing, return_exceptions=True)
            assert asyncio.all_tasks() == before
        gc.collect()

    run(play())
    gc.collect()


@pytest.mark.filterwarnings("error")
def test_an_opponent_who_comes_as_the_host_goes_is_told():
    async def play():
        lobby = network._Lobby(lambda: network.Duel("host", "Ann", COWS), Person(), CALM)
        server = await asyncio.start_server(lobby.enter, "127.0.0.1", 0)
        peer = await seated(f"127.0.0.1:{server.sockets[0].getsockname()[1]}")
        await lobby._seat
        server.close()
        closing = asyncio.create_task(lobby.close())
        bye = await peer.hears("bye")
        await peer.close()
        await closing
        await server.wait_closed()
        late = FakeStream()
        lobby.enter(late, late)
        assert late.aborted
        return bye["reason"]

    class FakeStream:
        aborted = False
        transport = property(lambda self: self)

        def abort(self):
            self.aborted = True

    assert run(play()) == "left"
    gc.collect()


@pytest.mark.parametrize(
    "call", [lambda: host(COWS, "slow.example:5", Person()), lambda: join("slow.example", Person())]
)
def test_a_name_that_is_looked_up_for_long_can_be_interrupted(call, monkeypatch):
    asked, over, waited = threading.Event(), threading.Event(), []

    def found(*_, **__):
        asked.set()
        waited.append(over.wait(5))
        return []

    async def play():
        task = asyncio.create_task(call())
        while not asked.is_set():
            await asyncio.sleep(0.01)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return task.cancelled()

    monkeypatch.setattr(socket, "getaddrinfo", found)
    try:
        # The loop does not wait for its threads either.
        assert run(play())
        assert not waited
    finally:
        over.set()


# Hosts that misbehave


def joining(behave, limits=CALM):
    """What a joiner comes to whose host does what it does, and what is shown."""

    async def play():
        async def enter(reader, writer):
            peer = Peer(reader, writer)
            await behave(peer)
            heard.set_result(await peer.hears("bye"))
            await peer.close()

        heard = asyncio.get_running_loop().create_future()
        server = await asyncio.start_server(enter, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        (error,) = await asyncio.gather(
            join(f"127.0.0.1:{port}", who, name="Bob", limits=limits), return_exceptions=True
        )
        server.close()
        return error, await heard

    who = Person("y", "234")
    return run(play())


@pytest.mark.parametrize(
    ("data", "reason", "why"),
    [
        (b"", "silent", "the program of host took longer than 2 seconds"),
        (b"220 mail.example ESMTP\r\n", "protocol", "is no JSON in UTF-8"),
        (b'{"type":"hello","version":1,"name":"Eve"}\n', "silent", "no sign of life of Eve"),
        (b'{"type":"hello","version":9,"name":"Eve"}\n', "version", "has version 9 of the protocol"),
        (
            b'{"type":"hello","version":1,"name":"Eve"}\n{"type":"offer","game":"chess","rounds":5}\n',
            "protocol",
            "the game that is offered: 'chess' is no id of a game",
        ),
    ],
)
def test_hosts_that_break_the_rules(data, reason, why):
    limits = (SILENCE if data else WORK) if reason == "silent" else CALM
    error, bye = joining(saying(data), limits=limits)
    assert isinstance(error, ProtocolError)
    assert why in str(error)
    assert (bye["reason"], error.reason) == (reason, reason)


def test_a_host_who_is_busy_says_so():
    error, bye = joining(saying(b'{"type":"bye","reason":"busy","text":"\\u001b[2Jfull"}\n'))
    assert str(error) == "host has ended the connection: plays with somebody else (full)"
    assert bye is None


def test_nobody_there():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        with pytest.raises(NetworkError, match=f"no connection to 127.0.0.1:{port}: Connection refused"):
            run(join(f"127.0.0.1:{port}", Person()))
        taken.listen()
        with pytest.raises(NetworkError, match=f"cannot listen at 127.0.0.1:{port}: Address already in use"):
            run(host(COWS, f"127.0.0.1:{port}", Person()))
    for call in join, lambda address, console: host(COWS, address, console):
        with pytest.raises(
            NetworkError, match=r"(no connection to|cannot listen at) .*: there is no machine of that name"
        ):
            run(call(f"{'x' * 70}.invalid:5", Person()))


def test_every_address_of_a_name_is_tried(monkeypatch):
    def found(name, port, **_):
        addresses = ["127.0.0.1", "127.0.0.1"] if name == "two.example" else []
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", found)
    for name, why in ("two.example", "Connection refused"), ("none.example", "the name stands for no address"):
        with pytest.raises(NetworkError, match=f"no connection to {name}:1: {why}"):
            run(join(f"{name}:1", Person()))


def test_a_host_out_of_reach_is_not_waited_for(monkeypatch):
    async def never(*_, **__):
        await asyncio.sleep(60)

    monkeypatch.setattr(asyncio, "open_connection", never)
    with pytest.raises(NetworkError, match=r"no connection to 127\.0.0.1:26274 within 0.1 seconds"):
        run(join("127.0.0.1", Person(), limits=Limits(program=0.1)))


# Interrupted


def test_who_is_interrupted_says_bye():
    async def play():
        async with hosting(Person("012"), CALM) as (task, address):
            peer = await seated(address, "agree", "commit", "guess")
            await peer.hears("answer")
            task.cancel()
            bye = await peer.hears("bye")
            await peer.close()
            return bye

    assert run(play()) == {"type": "bye", "reason": "left", "text": ""}


def test_a_screen_that_is_gone_ends_it_too():
    class Closed(Person):
        def show(self, text):
            super().show(text)
            if "Eve is here" in text:
                raise BrokenPipeError

    async def waits(peer):
        await peer.hears("bye")

    error, _ = against(says_nothing, person=Closed())
    assert isinstance(error, BrokenPipeError)


def test_a_review_is_not_waited_for_by_who_leaves(monkeypatch):
    over = threading.Event()
    monkeypatch.setattr(table, "review_text", lambda *_: over.wait(20) and "reviewed")
    ann = Person("012", ("has won|you have won", "/quit"))

    async def resigns(peer):
        peer.say("resign")
        await peer.hears("reveal")
        peer.say("reveal", salt=SALT, secret="234")

    error, bye = against(resigns, "agree", "commit", person=ann, limits=CALM)
    over.set()
    assert error is None
    assert bye["reason"] == "left"
    assert "reviewed" not in ann.text


# Addresses and limits


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("192.168.0.7:5000", ("192.168.0.7", 5000)),
        ("example.org", ("example.org", 26274)),
        ("[::1]:1", ("::1", 1)),
        ("[fe80::1%eth0]", ("fe80::1%eth0", 26274)),
        ("localhost:65535", ("localhost", 65535)),
    ],
)
def test_addresses(text, address):
    assert read_address(text) == address


@pytest.mark.parametrize(
    "text",
    ["", ":5", "::1", "a b", "a:", "a:b", "a:65536", "a:-1", "a:0", "[]:5", "a\n:5", "a\0b:5", "a:\u0663", None, 5],
)
def test_what_is_no_address(text):
    with pytest.raises(ArgumentError, match="is no address: expected one such as"):
        read_address(text)


@pytest.mark.parametrize("game", [None, "mastermind:4x6", corral.words("ape bat cat")])
def test_a_host_needs_a_game_with_an_id(game):
    with pytest.raises(ArgumentError):
        run(host(game, ANY, Person()))


@pytest.mark.parametrize("value", [0, -1, float("nan"), float("inf"), True, "7", None, 10**400])
def test_limits_are_seconds(value):
    with pytest.raises(ArgumentError, match=r"person is .*: expected seconds, more than 0"):
        Limits(person=value)
    for call in join(ANY.replace("0", "5"), Person(), limits=value), host(COWS, ANY, Person(), limits=value):
        if value is None:
            call.close()
        else:
            with pytest.raises(ArgumentError, match=r"^limits is "):
                run(call)


def test_what_others_can_reach_is_warned_of():
    async def play():
        person, other = Person(("others may join", "/quit")), Person("n")
        task = asyncio.create_task(host(COWS, "0.0.0.0:0", person, name="Ann", limits=CALM))
        address = await address_of(person)
        assert address.startswith("ADDRESS-OF-THIS-MACHINE:")
        await asyncio.gather(
            task,
            join(address.replace("ADDRESS-OF-THIS-MACHINE", "127.0.0.1"), other, limits=CALM),
            return_exceptions=True,
        )
        return person.shown[0], other.text

    warning, text = run(play())
    assert warning.startswith("warning: 0.0.0.0 is not this machine alone: the connection is not encrypted")
    assert "warning" not in text
    assert [network._is_loopback(name) for name in ("localhost", "::1", "127.9.9.9", "example.org", "10.0.0.1")] == [
        True,
        True,
        True,
        False,
        False,
    ]
    assert network._written("::1", 5) == "[::1]:5"


# Waiting


@pytest.mark.parametrize(
    ("person", "told"),
    [
        (Person("/help", "/say hello", ("nobody", "/quit")), ["/quit      leave", "not sent: nobody is there"]),
        (Person(stays=False), ["left, as there is no more input"]),
        (Person("0123", "4567", ("this waits", "/quit")), ["nobody is there yet, so this waits until it is asked for"]),
    ],
)
def test_who_waits_may_leave(person, told):
    assert run(host(COWS, ANY, person)) is None
    for line in told:
        assert person.text.count(line) == 1


def test_lines_from_a_pipe_wait_for_somebody():
    ann, bob = Person("012", "234", stays=False), Person("y", "234", "012", stays=False)

    async def play():
        hosting = asyncio.create_task(host(COWS, ANY, ann, name="Ann", limits=CALM))
        address = await address_of(ann)
        await ann.sees("there is no more input, but what was typed waits for somebody; Ctrl-C leaves")
        return await asyncio.gather(hosting, join(address, bob, name="Bob", limits=CALM))

    assert run(play()) == [None, None]
    assert ann.text.count("there is no more input") == 1


# Reviews


def test_a_review_tells_of_each_guess():
    lines = review_text(COWS, [("340", "0,2"), ("342", "0,3"), ("234", "3,0")], "234").splitlines()
    assert [line.split(":")[0] for line in lines[:3]] == ["  1. 340 0,2", "  2. 342 0,3", "  3. 234 3,0"]
    assert all("skill" in line and "luck" in line for line in lines[3:])
    assert len(lines) == 4


def test_duels_need_no_package_of_the_command():
    program = """
import sys
sys.modules["rich"] = sys.modules["click"] = None
import corral, corral.play.network
from corral.play.debrief import review_text
print(review_text(corral.mastermind(2, 3), [("11", "1,0"), ("12", "2,0")], "12"))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "skill" in done.stdout


def test_reviews_that_would_take_long_are_left_out():
    large = corral.number(0, 10**6)
    for game, step in (large, (">5", "yes")), (corral.mastermind(8, 12), ("11111111", "0,0")):
        assert review_text(game, [step], game.secrets[-1]) == "no review: the game is too large for one"
    # What is advised can be done.
    number = corral.number(-20, 20)
    for game, steps, secret in (COWS, [("012", "1,0")] * 51, "034"), (number, [(">-5", "no")] * 51, "-7"):
        told = review_text(game, steps, secret)
        command = told.removeprefix("no review, as so many guesses take long: ").removesuffix(" computes it")
        result = CliRunner().invoke(cli.cli, shlex.split(command)[1:])
        assert (result.exit_code, result.stderr) == (0, "")
