"""The indented text of a decision tree.

The first line is the first guess. Every other line is one answer and the guess that follows it, `feedback -> guess`,
two spaces deeper than the guess that was answered; answers ascend in the order of `game.classes`:

    1122
      0,0 -> 3344
        0,0 -> 5566
        0,1 -> 3535

The winning answer has no line. The game is not named. A feedback has no space in it, so the first arrow of a line ends
it, whatever the names of the symbols are; whether a guess can win follows from playing the tree.

Before the tree of a position there is a line for each step of its history, in which `?` is what is not known:

    after 1122 -> 0,1
    after 2344 -> 1,?
    2536
      0,0 -> 1416
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from corral.feedback import known_text

if TYPE_CHECKING:
    from corral.tree import Tree

__all__ = ["to_text"]


def to_text(tree: Tree) -> str:
    """Return the indented text of a tree, each line ended by a line feed."""
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
    return "".join(lines)
