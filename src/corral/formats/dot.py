r"""The drawing of a decision tree as Graphviz takes it: a graph in the language DOT.

    digraph tree {
      node [shape=box];
      0 [label="1122\n1296"];
      1 [label="3344\n16"];
      0 -> 1 [label="0,0"];
    }

A box has a guess and the number of secrets that are left, an arrow the answer. A box with a double border may be the
secret itself. Where a limit cuts the tree off, a dashed box has the number of secrets alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from corral.feedback import known_text

if TYPE_CHECKING:
    from corral.tree import Tree

__all__ = ["to_dot"]


def to_dot(tree: Tree, depth: int | None = None) -> str:
    """Return the drawing of a tree, or of its first `depth` guesses, in game order of the answers."""
    codes, answers = tree.game.guesses, [_quoted(str(label)) for label in tree.game.classes]
    guesses, labels, first, sizes = (getattr(tree, name).tolist() for name in ("guesses", "labels", "first", "sizes"))
    lines = ["digraph tree {", "  node [shape=box];"]
    if tree.history:
        after = "\n".join(f"after {guess} -> {known_text(known)}" for guess, known in tree.history)
        lines.append(f"  label={_quoted(after)};")
    arrows: list[str] = []
    start, end, level = 0, 1, 0
    while start < end and (depth is None or level <= depth):
        cut = level == depth
        for node in range(start, end):
            children = range(first[node], first[node + 1])
            wins = sizes[node] > sum(sizes[child] for child in children)
            text = str(sizes[node]) if cut else f"{codes[guesses[node]]}\n{sizes[node]}"
            look = ", style=dashed" if cut else ", peripheries=2" if wins else ""
            lines.append(f"  {node} [label={_quoted(text)}{look}];")
            if not cut:
                arrows += [f"  {node} -> {child} [label={answers[labels[child]]}];" for child in children]
        start, end, level = end, first[end], level + 1
    return "\n".join([*lines, *arrows, "}"]) + "\n"


def _quoted(text: str) -> str:
    """Return a text as a label, in which a backslash would begin an escape."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
