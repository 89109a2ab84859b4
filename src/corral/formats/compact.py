"""The compact notation of the literature: that of Knuth (1977) and of Koyama and Lai (1993) for peg games.

    1296(1122: 1, 16(1213: ...), 96A, 256B, 256C; 0, 36D, ...; 4(1213), 32G, 114H; 20I; 1)

    A = (2344: 0, 2, ...)

`n(guess: part, part, ...)` says that n secrets are left, what is asked, and what follows each answer: the answers
ascend by bulls, with a semicolon between those of different bulls, and descend by cows, as in 0,4 0,3 0,2 0,1 0,0; 1,3
1,2 1,1 1,0; 2,2 2,1 2,0; 3,0; 4,0. Knuth has a part for the impossible 3,1 as well, which is told from the number of
the parts. A part is

- `n` where the guess is left out: 0 and 1 speak for themselves, and of 2 the first in game order is asked first;
- `n(guess)` where all parts would be 1 or 0: every answer leaves one secret;
- `n(guess: ...)`, or `nA`, where A names what is given below, `A = (guess: ...)`.

A mark may stand behind such a guess. That of Knuth, `x`, says that the guess leaves some secrets together, and what to
ask then is left open. That of Koyama and Lai, `*`, says that the guess cannot be the secret; where they use it, a guess
without it can be. `corral.formats.written` says what is asked in a part that is left open. Marks are read and not
written: where a guess leaves secrets together, its parts are written. Before the tree of a position come lines as in
`corral.formats.text`.
"""

from __future__ import annotations

import re
from itertools import count, pairwise
from textwrap import fill
from typing import TYPE_CHECKING, Final

from corral.errors import TreeError
from corral.feedback import known_text
from corral.formats.written import Branch, Lines, Misprint, Reading, Written, play, read_after, read_code
from corral.games import PegGame

if TYPE_CHECKING:
    from collections.abc import Iterator

    from corral.games import Game
    from corral.tree import Tree

__all__ = ["read_compact", "to_compact"]

_WIDTH: Final = 100
# Reading and writing call themselves, a guess deeper each time.
_DEEPEST: Final = 200
# Subtrees that are named may be deeper; one that contains itself has no end.
_LONGEST: Final = 1000

# What is read, with the white space before it. A part has something behind its number, or a mark if it is that alone.
_SPACE: Final = re.compile(r"\s*+")
_PART: Final = re.compile(r"\s*+([0-9]{1,12})(?:\s*+([A-Z]+|[(,;)]))?")
_MARK: Final = re.compile(r"\s*+([,;)])")
_CODE: Final = re.compile(r"\s*+([^:()=;,]*)")
_COLON: Final = re.compile(r"\s*+:")
_END: Final = re.compile(r"\s*+\)")
_NAME: Final = re.compile(r"\s*+([A-Z]+)")
_GIVEN: Final = re.compile(r"\s*+=(?:\s*+(\())?")


def _slots(game: PegGame, impossible: bool) -> list[tuple[int, int]]:
    """Return the answers in the order of the parts, as pairs (bulls, cows)."""
    places, bulls_only = game.length, game.feedback_rule == "bulls"
    return [
        (bulls, cows)
        for bulls in range(places + 1)
        for cows in reversed(range(1 if bulls_only else places - bulls + 1))
        if impossible or (bulls, cows) != (places - 1, 1)
    ]


def _marks(slots: list[tuple[int, int]]) -> str:
    """Return the marks behind the parts."""
    return "".join("," if before[0] == after[0] else ";" for before, after in pairwise(slots)) + ")"


def _peg_game(game: Game) -> PegGame:
    if not isinstance(game, PegGame):
        raise TreeError(f"the compact notation is one of peg games: {game} is none")
    return game


# Reading


def read_compact(text: str, game: Game) -> Reading:
    """Return the tree of a text, and its misprints.

    Raises:
        TreeError: the text has not the form of the notation, or what is asked is no code; it names line and column.
    """
    return _Reader(text, _peg_game(game)).read()


class _Reader:
    def __init__(self, text: str, game: PegGame) -> None:
        self._text, self._game, self._at = text, game, 0
        self._lines = Lines(text)
        self._styles = {len(slots): slots for slots in (_slots(game, True), _slots(game, False))}
        self._marks = {number: _marks(slots) for number, slots in self._styles.items()}
        self._numbers = {
            (label, 0) if isinstance(label, int) else tuple(label): number for number, label in enumerate(game.classes)
        }
        self._misprints: list[Misprint] = []
        self._named: dict[str, list[Branch]] = {}
        self._open: list[Written] = []

    def read(self) -> Reading:
        history, self._at = read_after(self._text, self._game)
        root, _ = self._part(0)
        if root.next is None and not self._named:
            raise self._lines.error(root.at, "a number alone: expected one with a guess, such as 1296(1122: ...)")
        self._definitions()
        assert root.next is not None
        if any(written.wins is False for written in self._open):
            for written in self._open:
                written.wins = written.wins is None
        reading = play(self._game, self._lines, history, root.next, root, _LONGEST)
        misprints = sorted((*self._misprints, *reading.misprints), key=lambda misprint: misprint.place)
        return Reading(reading.tree, tuple(misprints))

    def _take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Go behind what matches here."""
        match = pattern.match(self._text, self._at)
        if match is not None:
            self._at = match.end()
        return match

    def _expected(self, what: str) -> TreeError:
        self._take(_SPACE)
        rest = self._text[self._at : self._at + 1]
        return self._lines.error(self._at, f"{'the text ends' if not rest else f'{rest!r}'}: expected {what}")

    def _note(self, at: int, what: str) -> None:
        self._misprints.append(Misprint(self._lines.place(at), what))

    def _part(self, depth: int) -> tuple[Branch, str]:
        """Read a part; if it is a number alone, the mark behind it as well."""
        match = self._take(_PART)
        if match is None:
            raise self._expected("a number of secrets")
        number, more = match.groups()
        branch = Branch(match.start(1), int(number))
        if more == "(":
            branch.next = self._asked(depth)
        elif more and more.isalpha():
            self._named.setdefault(more, []).append(branch)
        else:
            if int(number) > 2:
                self._note(branch.at, f"{number} secrets and no guess: only 2 speak for themselves")
            return branch, more
        return branch, ""

    def _asked(self, depth: int) -> Written:
        """Read a guess, behind its bracket, with what follows it."""
        if depth > _DEEPEST:
            raise self._lines.error(self._at, f"more than {_DEEPEST} brackets in one another")
        code = self._take(_CODE)
        assert code is not None
        guess, mark = self._code(code[1].rstrip(), code.start(1))
        if self._take(_COLON):
            return self._parts(Written(code.start(1), guess), depth + 1)
        if not self._take(_END):
            raise self._expected("':' with what follows the guess, or ')'")
        written = Written(code.start(1), guess, open=True, loose=mark == "x", wins=False if mark == "*" else None)
        self._open.append(written)
        return written

    def _code(self, text: str, at: int) -> tuple[int, str]:
        """Return the number of a guess, and its mark."""
        # As it stands first: x may be a symbol.
        mark = text[-1:] if text.endswith(("*", "x")) and text not in self._game.guesses else ""
        return read_code(self._game, text.removesuffix(mark).rstrip(), self._lines, at), mark

    def _parts(self, written: Written, depth: int) -> Written:
        """Read what follows a guess."""
        parts: list[Branch] = []
        marks, ends, mark = "", [], ""
        while mark != ")":
            part, mark = self._part(depth)
            parts.append(part)
            if not mark:
                match = self._take(_MARK)
                if match is None:
                    raise self._expected("',' or ';' or ')'")
                mark = match[1]
            marks += mark
            ends.append(self._at)
        slots = self._styles.get(len(parts))
        if slots is None:
            numbers = " or ".join(map(str, sorted(self._styles)))
            raise self._lines.error(parts[0].at, f"{len(parts)} parts: expected {numbers}, one for each answer")
        expected = self._marks[len(parts)]
        for place, mark in enumerate(marks if marks != expected else ""):
            if mark != expected[place]:
                bulls, cows = slots[place]
                self._note(ends[place] - 1, f"{mark!r}: expected {expected[place]!r} after the answer {bulls},{cows}")
        for slot, part in zip(slots, parts, strict=True):
            if slot in self._numbers:
                written.branches[self._numbers[slot]] = part
            elif part.count:
                self._note(part.at, f"the answer {slot[0]},{slot[1]} cannot occur")
        return written

    def _definitions(self) -> None:
        """Read the subtrees that are given below, and put them where they are named."""
        known: dict[str, Written] = {}
        while name := self._take(_NAME):
            if name[1] in known:
                raise self._lines.error(name.start(1), f"{name[1]} is given twice")
            given = self._take(_GIVEN)
            if given is None or not given[1]:
                raise self._expected(f"{name[1]} = (guess: ...)")
            known[name[1]] = self._asked(0)
            if name[1] not in self._named:
                self._note(name.start(1), f"{name[1]} is named nowhere above")
        self._take(_SPACE)
        if self._at < len(self._text):
            raise self._expected("the name of a subtree, as in A = (guess: ...), or the end")
        for used, branches in self._named.items():
            for branch in branches:
                if used not in known:
                    raise self._lines.error(branch.at, f"{used} is not given below")
                branch.next = known[used]


# Writing


def to_compact(tree: Tree) -> str:
    """Return the compact notation of a tree, in lines of about 100 characters.

    Raises:
        TreeError: the game is no peg game, a symbol has a character of the notation in its name, or the tree is deeper
            than 200 guesses.
    """
    game = _peg_game(tree.game)
    if wrong := [name for name in game.symbols if set(name) & set(":()=;,")]:
        raise TreeError(f"the symbol {wrong[0]!r} has a character of the compact notation in its name")
    if tree.depth > _DEEPEST:
        raise TreeError(f"the tree is {tree.depth} guesses deep: the compact notation is written up to {_DEEPEST}")
    writer = _Writer(tree, game)
    lines = [f"after {guess} -> {known_text(known)}" for guess, known in tree.history]
    return "".join(f"{line}\n" for line in lines) + "\n\n".join(map(_wrapped, writer.texts())) + "\n"


def _wrapped(text: str) -> str:
    return fill(text, _WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)


class _Writer:
    def __init__(self, tree: Tree, game: PegGame) -> None:
        self._codes = tree.game.guesses
        self._guesses, self._labels = tree.guesses.tolist(), tree.labels.tolist()
        self._first, self._sizes = tree.first.tolist(), tree.sizes.tolist()
        numbers = {
            (label, 0) if isinstance(label, int) else tuple(label): number for number, label in enumerate(game.classes)
        }
        self._slots = [(bulls, numbers.get((bulls, cows))) for bulls, cows in _slots(game, False)]
        self._win = len(game.classes) - 1

    def texts(self) -> Iterator[str]:
        """Yield the root, and then the subtrees that are given below."""
        names = _names()
        below: list[tuple[str, int]] = []
        parts = {}
        order = {number: place for place, (_, number) in enumerate(self._slots)}
        for child in sorted(self._children(0), key=lambda child: order[self._labels[child]]):
            text = self._part(child)
            if ":" in text:
                below.append((name := next(names), child))
                text = f"{self._sizes[child]}{name}"
            parts[child] = text
        yield str(self._sizes[0]) + self._body(0, parts)
        for name, child in below:
            yield f"{name} = " + self._body(child, {one: self._part(one) for one in self._children(child)})

    def _children(self, node: int) -> range:
        return range(self._first[node], self._first[node + 1])

    def _part(self, node: int) -> str:
        size, children = self._sizes[node], self._children(node)
        wins = size - sum(self._sizes[child] for child in children)
        plain = all(self._last(child) for child in children)
        if size == 1 and wins:
            return "1"
        # The first of two secrets asks itself.
        if size == 2 and wins and plain and self._guesses[node] < self._guesses[children[0]]:
            return "2"
        if plain:
            return f"{size}({self._codes[self._guesses[node]]})"
        return str(size) + self._body(node, {child: self._part(child) for child in children})

    def _last(self, node: int) -> bool:
        """Whether a node asks the only secret left."""
        return self._sizes[node] == 1 and not self._children(node)

    def _body(self, node: int, parts: dict[int, str]) -> str:
        """Return the guess of a node with all its parts, those of its children as given."""
        children = self._children(node)
        by_label = {self._labels[child]: parts[child] for child in children}
        if self._sizes[node] > sum(self._sizes[child] for child in children):
            by_label[self._win] = "1"
        texts: dict[int, list[str]] = {}
        for bulls, number in self._slots:
            texts.setdefault(bulls, []).append("0" if number is None else by_label.get(number, "0"))
        return f"({self._codes[self._guesses[node]]}: {'; '.join(map(', '.join, texts.values()))})"


def _names() -> Iterator[str]:
    """Yield A to Z, then AA, AB and so on."""
    for number in count():
        name = ""
        while number >= 0:
            name, number = chr(ord("A") + number % 26) + name, number // 26 - 1
        yield name
