"""The indented text of a decision tree.

The first line is the first guess. Every other line is one answer and the guess that follows it, `feedback -> guess`,
two spaces deeper than the guess that was answered; answers ascend in the order of `game.classes`:

    1122
      0,0 -> 3344
        0,0 -> 5566
        0,1 -> 3535

The winning answer has no line. The game is not named. The first arrow behind an answer of the game ends it, whatever
the names of the symbols are; whether a guess can win follows from playing the tree.

Before the tree of a position there is a line for each step of its history, in which `?` is what is not known:

    after 1122 -> 0,1
    after 2344 -> 1,?
    2536
      0,0 -> 1416
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from corral.errors import FeedbackError, TreeError, shown
from corral.feedback import known_text
from corral.formats.written import Branch, Lines, Reading, Written, play, read_after, read_code

if TYPE_CHECKING:
    from corral.games import Game
    from corral.tree import Tree

__all__ = ["read_text", "to_text"]

_ARROW: Final = " -> "


def to_text(tree: Tree) -> str:
    """Return the indented text of a tree, each line ended by a line feed.

    Raises:
        TreeError: the first guess has the form of a step of the history.
    """
    codes = tree.game.guesses
    labels = [f"{label} -> " for label in tree.game.classes]
    guesses, numbers, first = tree.guesses.tolist(), tree.labels.tolist(), tree.first.tolist()
    lines = [f"after {guess} -> {known_text(known)}\n" for guess, known in tree.history]
    lines += [f"{codes[guesses[0]]}\n"]
    # A stack instead of recursion: trees may be deep.
    waiting = [(node, "  ") for node in reversed(range(first[0], first[1]))]
    while waiting:
        node, indent = waiting.pop()
        lines.append(f"{indent}{labels[numbers[node]]}{codes[guesses[node]]}\n")
        waiting.extend((child, indent + "  ") for child in reversed(range(first[node], first[node + 1])))
    root = codes[guesses[0]]
    if root.startswith("after ") and _ARROW in root:
        raise TreeError(f"the first guess, {shown(root)}, would be read as a step of the history")
    return "".join(lines)


def read_text(text: str, game: Game) -> Reading:
    """Return the tree of a text, and what contradicts the game.

    Raises:
        TreeError: the text has not the form, or what it has is no code or no answer of the game; it names line and
            column.
    """
    history, end = read_after(text, game)
    begin, lines = end, Lines(text)
    known = {str(label): number for number, label in enumerate(game.classes)}
    path: list[Written] = []
    for line in text[begin:].split("\n"):
        start, end = end, end + len(line) + 1
        if not line.strip():
            continue
        told = line.lstrip(" ")
        indent = len(line) - len(told)
        at, told = start + indent, told.removesuffix("\r")
        if not path:
            path.append(Written(at, read_code(game, told, lines, at)))
            continue
        depth = indent // 2
        if indent % 2 or not 1 <= depth <= len(path):
            deepest = 2 * len(path)
            raise lines.error(at, f"{indent} spaces before it: expected an even number from 2 to {deepest}")
        del path[depth:]
        answer, code = _read_line(game, known, told, lines, at)
        if answer in path[-1].branches:
            asked = game.guesses[path[-1].guess]
            raise lines.error(at, f"the answer {game.label(answer)} follows {asked} a second time")
        written = Written(at, read_code(game, code, lines, at + len(told) - len(code)))
        path[-1].branches[answer] = Branch(at, None, written)
        path.append(written)
    if not path:
        raise lines.error(begin, "the text ends: expected a guess")
    return play(game, lines, history, path[0])


def _read_line(game: Game, known: dict[str, int], told: str, lines: Lines, at: int) -> tuple[int, str]:
    """Return the class number of the answer in a line, and the guess after it."""
    answer, arrow, code = told.partition(_ARROW)
    while arrow and answer not in known and _ARROW in code:
        more, arrow, code = code.partition(_ARROW)
        answer += arrow + more
    if not arrow:
        raise lines.error(
            at, f"{shown(told)}: expected an answer and the guess after it, such as {game.classes[0]} -> ..."
        )
    try:
        number = known[answer] if answer in known else game.class_number(answer)
    except FeedbackError as error:
        raise lines.error(at, str(error)) from None
    if number == len(game.classes) - 1:
        raise lines.error(at, f"nothing follows the answer {game.win}, which ends the game")
    return number, code
