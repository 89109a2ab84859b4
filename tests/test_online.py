"""Duels of two processes, as people start them, and the console on standard input and output."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from io import StringIO

import pytest
from click.testing import CliRunner

import corral
from corral import cli
from corral.commands import online
from corral.play import network
from corral.play.beside import beside
from corral.play.console import Terminal
from corral.play.network import Limits
from corral.play.person import Person

SECONDS = 60


class Program:
    """A process whose output can be waited for."""

    def __init__(self, *arguments, **options):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "corral", "play", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            **options,
        )
        self.lines = []
        self._news = threading.Condition()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self):
        for line in self.process.stdout:
            with self._news:
                self.lines.append(line.rstrip("\n"))
                self._news.notify()

    def sees(self, pattern, times=1):
        """Wait until lines with a pattern have come; return the last."""

        def seen():
            return [line for line in self.lines if re.search(pattern, line)]

        with self._news:
            assert self._news.wait_for(lambda: len(seen()) >= times, SECONDS), (pattern, self.lines)
            return seen()[-1]

    def types(self, *lines):
        for line in lines:
            self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ends(self):
        """Wait for the end; return the exit status and stderr."""
        try:
            status = self.process.wait(SECONDS)
        finally:
            self.process.kill()
            self._reader.join(SECONDS)
        err = self.process.stderr.read()
        for stream in self.process.stdin, self.process.stdout, self.process.stderr:
            with suppress(BrokenPipeError):
                stream.close()
        return status, err


def start(game="bulls-and-cows:4x10", *options):
    """Two programs that have met."""
    ann = Program(game, "--host", "127.0.0.1:0", "--name", "Ann", *options)
    address = ann.sees("waiting for somebody to join").rpartition(" ")[2]
    return ann, Program("--join", address, "--name", "Bob", *options[2:])


def test_a_whole_game_of_two_processes():
    ann, bob = start("bulls-and-cows:4x10", "--rounds", "20")
    bob.sees("do you agree")
    bob.types("yes")
    ann.sees("your secret")
    ann.types("0834")
    bob.sees("your secret")
    bob.types("/say good luck", "3219")
    ann.sees("Bob says: good luck")
    bob.sees("guess 1:")
    bob.types("3094")
    assert ann.sees("1  Bob: ") == "   1  Bob: 3094 1,2"
    ann.types("2310")
    assert ann.sees("1  you: ") == "   1  you: 2310 1,2"
    bob.types("0834")
    ann.sees("guess 2:")
    ann.types("3219")
    for one, other, mine, theirs in (ann, "Bob", "0834", "3219"), (bob, "Ann", "3219", "0834"):
        one.sees("another game")
        assert f"a draw; your secret was {mine}, that of {other} {theirs}" in one.lines
        assert f"the commitment of {other} and all answers are checked: they are right" in one.lines
        assert sum("skill" in line for line in one.lines) >= 4
    ann.types("y")
    bob.types("y")
    ann.sees("your secret", times=4)
    ann.types("0123")
    bob.types("4567")
    ann.sees("guess 1:")
    ann.types("4567")
    bob.types("/resign")
    ann.sees("you have won")
    bob.sees("another game", times=2)
    bob.types("n")
    assert [ann.ends(), bob.ends()] == [(0, ""), (0, "")]


def test_games_of_pipes():
    ann = Program("mastermind:4x6", "--host", "127.0.0.1:0", "--seed", "1")
    address = ann.sees("waiting for somebody to join").rpartition(" ")[2]
    secret = corral.Host(corral.mastermind(), seed=1).reveal()
    ann.types("", "1111", "1122", "no")
    bob = Program("--join", address)
    bob.types("y", "2222", "1234", secret)
    bob.process.stdin.close()
    bob.process.stdin = open(os.devnull)  # noqa: SIM115, PTH123 - closed by ends
    assert [ann.ends(), bob.ends()] == [(0, ""), (0, "")]
    assert f"you have won; your secret was 2222, that of host {secret}" in bob.lines


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal of POSIX")
@pytest.mark.parametrize("who", [0, 1])
def test_ctrl_c_ends_it_and_is_told(who):
    programs = start()
    programs[1].sees("do you agree")
    programs[1].types("yes")
    for program in programs:
        program.sees("your secret")
    programs[who].process.send_signal(signal.SIGINT)
    assert programs[who].ends() == (130, "Error: interrupted\n")
    name = ["Ann", "Bob"][who]
    assert programs[1 - who].ends() == (2, f"Error: {name} has ended the connection: left\n")


@pytest.mark.parametrize("leaves", [lambda ann: ann.types("/quit"), lambda ann: ann.process.stdin.close()])
def test_leaving_while_nobody_comes(leaves):
    ann = Program("--host", "127.0.0.1:0")
    ann.sees("waiting")
    leaves(ann)
    assert ann.ends() == (0, "")


@pytest.mark.parametrize("leaves", [lambda bob: bob.types("/quit"), lambda bob: bob.process.stdin.close()])
def test_leaving_a_game(leaves):
    ann, bob = start()
    bob.types("yes")
    ann.sees("your secret")
    leaves(bob)
    assert bob.ends() == (0, "")
    assert ann.ends() == (2, "Error: Bob has ended the connection: left\n")


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal of POSIX")
def test_ctrl_c_while_nobody_comes():
    ann = Program("--host", "127.0.0.1:0")
    ann.sees("waiting")
    ann.process.send_signal(signal.SIGINT)
    assert ann.ends() == (130, "Error: interrupted\n")


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal of POSIX")
def test_a_program_that_is_stopped_is_given_up():
    ann, bob = start("mastermind:4x6", "--silence-limit", "2")
    bob.sees("do you agree")
    bob.types("yes")
    ann.sees("your secret")
    bob.process.send_signal(signal.SIGSTOP)
    assert ann.ends() == (2, "Error: no sign of life of Bob for 2 seconds\n")
    bob.process.send_signal(signal.SIGCONT)
    assert bob.ends()[0] == 2


def test_a_killed_program_is_missed():
    ann, bob = start()
    bob.sees("do you agree")
    bob.types("yes")
    ann.sees("your secret")
    bob.process.kill()
    status, err = ann.ends()
    assert status == 2
    assert re.fullmatch(r"Error: (Bob is gone without a bye|the connection is lost: .*)\n", err)
    bob.ends()


# Options


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--turn-limit", "5"], "--turn-limit is for --host and --join: expected one of them"),
        (["--host", "--mode", "guess", "--save", "x"], "--save, --mode: not over a network"),
        (["--host", "127.0.0.1:5", "--join", "127.0.0.1:5"], "--host waits for an opponent, --join goes to one: not"),
        (["mastermind:4x6", "--join", "127.0.0.1:5"], "the opponent who hosts tells the game and the rounds"),
        (["--join", "127.0.0.1:5", "--rounds", "5"], "the opponent who hosts tells the game and the rounds"),
        (["--host", "nonsense:x"], "'nonsense:x' is no address"),
        (["--join", "127.0.0.1:0"], "'127.0.0.1:0' is no address"),
        (["chess", "--host"], "'chess' is no id of a game"),
        (["--host", "--turn-limit", "0"], "'0': expected seconds, more than 0, 86400 at most"),
        (["--host", "--turn-limit", "nan"], "'nan': expected seconds, more than 0, 86400 at most"),
        (["--host", "--turn-limit", "inf"], "'inf': expected seconds"),
        (["--host", "--turn-limit", "soon"], "'soon': expected seconds"),
        (["--host", "--silence-limit=-1"], "'-1': expected seconds"),
        (["--join", "a\u202eb:1"], "'a\\u202eb:1' is no address"),
        (["--join", "a..b:1"], "no connection to a..b:1: there is no machine of that name"),
        (["--host", "127.0.0.1:0", "--rounds", "1001"], "rounds is 1001: expected a whole number from 1 to 1000"),
    ],
)
def test_options_that_do_not_go_together(arguments, why):
    result = CliRunner().invoke(cli.cli, ["play", *arguments])
    assert result.exit_code == 2
    assert why in result.stderr


def test_options_are_told_to_the_network(monkeypatch):
    calls = []

    async def called(*arguments, **options):
        calls.append(([each for each in arguments if not isinstance(each, Terminal)], options))

    monkeypatch.setattr(network, "host", called)
    monkeypatch.setattr(network, "join", called)
    for arguments in (
        ["mastermind:4x6", "--host", "--rounds", "7", "--seed", "5", "--name", "Ann", "--turn-limit", "9"],
        ["--host"],
        ["--join", "example.org", "--silence-limit", "5", "--program-limit", "3"],
    ):
        assert CliRunner().invoke(cli.cli, ["play", *arguments]).exit_code == 0
    assert calls == [
        (
            [corral.mastermind(), network.ADDRESS],
            {"name": "Ann", "rounds": 7, "seed": 5, "limits": Limits(person=9.0)},
        ),
        (
            [corral.bulls_and_cows(), network.ADDRESS],
            {"name": "host", "rounds": None, "seed": None, "limits": Limits()},
        ),
        (["example.org"], {"name": "joiner", "seed": None, "limits": Limits(silence=5.0, program=3.0)}),
    ]
    assert online._ADDRESS == network.ADDRESS
    assert "default: 900" in " ".join(CliRunner().invoke(cli.cli, ["play", "--help"]).stdout.split())
    assert Limits().person == 900


def test_other_commands_do_not_load_the_network():
    program = "import corral.cli, sys; sys.exit('asyncio' in sys.modules or 'corral.play.network' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


# Standard input and output


class Pipe:
    """Standard input that is a pipe."""

    def __init__(self, monkeypatch, encoding="utf-8"):
        out, self.into = os.pipe()
        self.stdin = os.fdopen(out, encoding=encoding)
        monkeypatch.setattr(sys, "stdin", self.stdin)

    def __enter__(self):
        return self

    def write(self, data):
        os.write(self.into, data)

    def close(self):
        os.close(self.into)

    def __exit__(self, *_):
        self.stdin.close()


def test_lines_are_read_as_they_come(monkeypatch, capsys):
    with Pipe(monkeypatch) as pipe:
        pipe.write("two \u00fc\r\n".encode() + b"at once \xff\n")
        console = Terminal()
        assert [console.read("> "), console.read("")] == ["two \u00fc", "at once \ufffd"]
        pipe.write(b"\nthe end")
        assert console.read("") == ""
        pipe.close()
        assert console.read("") == "the end"
        for _ in range(2):
            with pytest.raises(EOFError):
                console.read("")
    console.show("a\nb")
    assert capsys.readouterr().out == "> a\nb\n"


def test_a_line_without_end_is_cut(monkeypatch):
    with Pipe(monkeypatch) as pipe:
        writing = threading.Thread(target=lambda: [pipe.write(b"x" * 1000) for _ in range(70)])
        writing.start()
        console = Terminal()
        first = console.read("")
        writing.join(SECONDS)
        pipe.close()
        assert len(first) + len(console.read("")) == 70_000


def test_input_that_is_closed_or_no_file(monkeypatch):
    closed = StringIO("a\n")
    closed.close()
    for stdin in None, closed:
        monkeypatch.setattr(sys, "stdin", stdin)
        with pytest.raises(EOFError):
            Terminal().read("")
    with Pipe(monkeypatch) as pipe:
        pipe.stdin.close()
        with pytest.raises(EOFError):
            Terminal().read("")
        pipe.close()
    monkeypatch.setattr(sys, "stdin", StringIO("a\n"))
    assert Terminal().read("") == "a"


def test_a_reader_left_behind_does_no_harm(monkeypatch):
    async def leave(person):
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(person.listen(), 0.05)
        person.leave()
        assert person.hear() is None

    with Pipe(monkeypatch) as pipe:
        asyncio.run(leave(Person(Terminal())))
        pipe.write(b"too late\n")
        pipe.close()
        time.sleep(0.05)


def test_what_is_done_beside_may_fail_or_be_cancelled():
    async def work():
        failing = beside(lambda: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            await failing
        late = beside(lambda: time.sleep(0.1))
        late.cancel()
        await asyncio.sleep(0.2)
        assert late.cancelled()
        return await beside(lambda: "done")

    assert asyncio.run(work()) == "done"
