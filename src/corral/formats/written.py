"""Trees as people write them down: guesses without the numbers of secrets, with counts that may be misprinted.

A notation is read in two steps. Its module turns the text into `Written` guesses, each with its place in the text; that
finds what has not the form of the notation. `play` then plays these guesses against all secrets, which gives the sizes
of a `Tree`, tells what contradicts the game, and fills what a notation leaves open:

- one secret is asked; of two the first in game order is asked first;
- more, after a guess that is marked to leave them together, are found by the best play: the least worst case, and then
  the least total.

A misprint is told with its place, and the tree is made as if the text had been right: counts are those of the game, and
where a branch is missing the secrets are asked in game order, as far as they can still be right. No search is spent on
that: such a tree is refused, and the misprint is to be told at once.
"""

from __future__ import annotations

import gc
import re
from bisect import bisect_right
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from corral.errors import CodeError, ContradictionError, FeedbackError, TreeError, shown
from corral.position import read_position

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from corral.games import Game
    from corral.history import Pair

__all__ = [
    "Branch",
    "Lines",
    "Misprint",
    "Place",
    "Reading",
    "Written",
    "play",
    "read_after",
    "read_code",
    "without_collecting",
]

# The best play for more secrets may take forever to find.
_MOST_OPEN: Final = 128
# Koyama and Lai mark what cannot be the secret.
_MARKED: Final = {True: "marked", False: "unmarked"}


class Place(NamedTuple):
    """Where something stands in a text, both counted from 1."""

    line: int
    column: int

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}"


class Lines:
    """Where the lines of a text begin, to find the places of characters in it when they are to be told."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def place(self, offset: int) -> Place:
        """Return the place of a character."""
        line = bisect_right(self._starts, offset)
        return Place(line, offset - self._starts[line - 1] + 1)

    def error(self, offset: int, what: str) -> TreeError:
        """Return an error that names the place of a character."""
        return TreeError(f"{self.place(offset)}: {what}")


@dataclass(frozen=True, slots=True)
class Misprint:
    """Something in a written tree that contradicts the game or the tree itself."""

    place: Place
    what: str

    def __str__(self) -> str:
        return f"{self.place}: {self.what}"


@dataclass(slots=True)
class Written:
    """A guess, at an offset of the text, with what follows it.

    Where nothing is written behind a guess it is `open`, and tells all secrets apart, unless it is `loose`: then it
    leaves some together. `wins` is whether it may be the secret, if that is said. A guess that is `filled` in stands in
    no text, and is not checked.
    """

    at: int
    guess: int
    branches: dict[int, Branch] = field(default_factory=dict)
    open: bool = False
    loose: bool = False
    wins: bool | None = None
    filled: bool = False


@dataclass(slots=True)
class Branch:
    """What follows an answer, at an offset: the number of secrets that are left, if it is written, and the guess."""

    at: int
    count: int | None = None
    next: Written | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """What `Tree` takes, by name, and the misprints that were found, in the order of the text."""

    tree: dict[str, Any]
    misprints: tuple[Misprint, ...]

    def sound(self) -> dict[str, Any]:
        """Return what `Tree` takes.

        Raises:
            TreeError: there are misprints; it tells the first one.
        """
        if self.misprints:
            more = f" ({len(self.misprints) - 1} more)" if self.misprints[1:] else ""
            raise TreeError(f"{self.misprints[0]}{more}")
        return self.tree


@contextmanager
def without_collecting() -> Iterator[None]:
    """Let Python not look for cycles of objects meanwhile: a text has none, and that takes longer than reading it."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def read_code(game: Game, code: str, lines: Lines, at: int) -> int:
    """Return the number of a guess.

    Raises:
        TreeError: it is none of the game.
    """
    try:
        return game.guesses.index(code)
    except CodeError as error:
        raise lines.error(at, str(error)) from None


def read_after(text: str, game: Game) -> tuple[list[Pair], int]:
    """Return the steps of the lines `after GUESS -> ANSWER` before a tree, and the offset of what follows them.

    Such a line without an arrow may be a guess.
    """
    steps: list[Pair] = []
    offset = 0
    while offset < len(text):
        line = text[offset : text.find("\n", offset) + 1 or len(text)]
        if line.strip():
            if not line.startswith("after "):
                break
            guess, arrow, answer = line.removeprefix("after ").rpartition(" -> ")
            if not arrow:
                if line.rstrip("\r\n") in game.guesses:
                    break
                raise Lines(text).error(offset, f"{shown(line.rstrip())}: expected after GUESS -> ANSWER")
            steps.append((guess, answer.strip()))
        offset += len(line)
    return steps, offset


class _Spot(NamedTuple):
    """A node to be made: what is written there, the secrets left, the answer that leads to it from the spot before."""

    written: Written | None
    left: NDArray[np.uint32]
    label: int
    before: _Spot | None


def play(
    game: Game,
    lines: Lines,
    history: list[Pair],
    root: Written,
    counted: Branch | None = None,
    deepest: int | None = None,
) -> Reading:
    """Return the tree of written guesses, `lines` being those of the text that they stand in.

    `counted` is where the text tells how many secrets the root has. A text that names its subtrees may have one in
    itself, so no more than `deepest` guesses may follow each other there.

    Raises:
        TreeError: the history is none of the game, or a subtree contains itself.
        TooLargeError: the game has too many codes to list.
    """
    try:
        left = read_position(game, history)[1] if history else game.candidate_numbers()
    except (CodeError, FeedbackError, ContradictionError) as error:
        raise TreeError(str(error)) from None
    return _Play(game, lines, history).run(root, left, counted, deepest)


class _Play:
    def __init__(self, game: Game, lines: Lines, history: list[Pair]) -> None:
        self._game, self._lines, self._history = game, lines, history
        self._win = len(game.classes) - 1
        # Lists, as numbers are taken one by one.
        self._found: list[int] = game.found(np.arange(len(game.guesses), dtype=np.uint32)).tolist()
        self._asked: list[int] = game.winning(np.arange(len(game), dtype=np.uint32)).tolist()
        self._misprints: list[Misprint] = []

    def run(self, root: Written, left: NDArray[np.uint32], counted: Branch | None, deepest: int | None) -> Reading:
        columns: dict[str, list[int]] = {"guesses": [], "labels": [0], "first": [1], "sizes": []}
        if counted is not None:
            self._count(counted, len(left))
        # Breadth first, as the nodes of a tree are numbered; a level at a time, so no more than that is kept.
        level, deep = [_Spot(root, left, 0, None)], 0
        while level:
            deep += 1
            if deepest is not None and deep > deepest:
                raise self._lines.error(root.at, f"more than {deepest} guesses follow: does a subtree contain itself?")
            below: list[_Spot] = []
            for spot in level:
                guess, children = self._node(spot)
                columns["guesses"].append(guess)
                columns["sizes"].append(len(spot.left))
                columns["labels"] += [child.label for child in children]
                columns["first"].append(columns["first"][-1] + len(children))
                below += children
            level = below
        tree = {"game": self._game, **columns, "history": tuple(self._history)}
        return Reading(tree, tuple(sorted(self._misprints, key=lambda misprint: misprint.place)))

    def _node(self, spot: _Spot) -> tuple[int, list[_Spot]]:
        """Return the guess of a node, and its children."""
        written, left = spot.written or self._fill(spot), spot.left
        guess = written.guess
        # Most nodes ask the only secret left: no need to split.
        wins = len(left) == 1 and self._found[guess] == left[0]
        parts = {self._win: left} if wins else self._game.parts(guess, left)
        if not written.filled:
            self._check(written, parts)
        children = []
        for label, part in parts.items():
            if label != self._win:
                branch = written.branches.get(label)
                children.append(_Spot(None if branch is None else branch.next, part, label, spot))
        return guess, children

    def _check(self, written: Written, parts: dict[int, NDArray[np.uint32]]) -> None:
        """Note what is wrong with a guess, when the secrets that are left give these answers."""
        for label, branch in written.branches.items():
            self._count(branch, len(parts.get(label, ())), written, label)
        for label, part in parts.items():
            if label not in written.branches and label != self._win and not written.open:
                told = self._told(written, label)
                give = "gives" if len(part) == 1 else "give"
                self._note(written.at, f"nothing follows {told}, which {_secrets(len(part))} {give}")
        if written.open:
            self._check_open(written, parts)

    def _check_open(self, written: Written, parts: dict[int, NDArray[np.uint32]]) -> None:
        """Note what is wrong with a guess behind which nothing is written."""
        largest, wins = max(map(len, parts.values())), self._win in parts
        if written.loose and largest > _MOST_OPEN:
            told = f"{largest} secrets give one answer to {self._game.guesses[written.guess]}"
            self._note(written.at, f"{told}: expected what follows, as at most {_MOST_OPEN} may be left open")
        if written.loose == (largest > 1) and written.wins in (None, wins):
            return
        code = self._game.guesses[written.guess]
        if written.loose != (largest > 1):
            told = f"{largest} secrets give one answer" if largest > 1 else "every secret gives an answer of its own"
            self._note(written.at, f"{told} to {code}, {_MARKED[written.loose]} as it is")
        if written.wins not in (None, wins):
            self._note(written.at, f"{code} can{'' if wins else 'not'} be the secret, {_MARKED[wins]} as it is")

    def _count(self, branch: Branch, size: int, written: Written | None = None, label: int = 0) -> None:
        """Note if so many secrets are not what is written."""
        if branch.count == size or (branch.count is None and size):
            return
        told = "" if written is None else self._told(written, label)
        if branch.count is None:
            self._note(branch.at, f"no secret left by then gives {told}")
        else:
            about = f"after {told}" if told else "before the first guess"
            self._note(branch.at, f"{_secrets(branch.count)} {about}: there are {size}")

    def _told(self, written: Written, label: int) -> str:
        return f"the answer {self._game.label(label)} to {self._game.guesses[written.guess]}"

    def _note(self, at: int, what: str) -> None:
        self._misprints.append(Misprint(self._lines.place(at), what))

    def _fill(self, spot: _Spot) -> Written:
        """Return a guess where none is written."""
        asked = spot.before and spot.before.written
        if len(spot.left) <= 2 or not (asked and asked.loose and len(spot.left) <= _MOST_OPEN):
            return Written(0, self._asked[spot.left[0]], filled=True)
        from corral.solver import solve  # which needs trees

        game, steps = self._game, []
        while spot.before is not None:
            # All that leads to what is left open is written.
            assert spot.before.written is not None
            steps.append((game.guesses[spot.before.written.guess], game.label(spot.label)))
            spot = spot.before
        best = solve(game, "depth,total", history=[*self._history, *reversed(steps)]).tree
        nodes = [Written(0, guess, filled=True) for guess in best.guesses.tolist()]
        for node, written in enumerate(nodes):
            for child in range(*best.first[node : node + 2].tolist()):
                written.branches[int(best.labels[child])] = Branch(0, None, nodes[child])
        return nodes[0]


def _secrets(count: int) -> str:
    return f"{count} secret" + "s" * (count != 1)
