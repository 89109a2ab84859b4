"""What trees, scores and evaluations show of themselves in a notebook: small tables and drawings, without a library."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from corral.feedback import known_text
from corral.formats.best import COLUMNS, best_rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from corral.evaluation import Evaluation
    from corral.objectives import Number
    from corral.scores import Scores
    from corral.tree import Tree

__all__ = ["evaluation_html", "scores_html", "tree_html", "tree_svg"]

_BAR: Final = 200
# Of the drawing of a tree, in pixels.
_ROW: Final = 22
_INDENT: Final = 48
_ROWS: Final = 40


def tree_html(tree: Tree) -> str:
    """Return the figures of a tree as a table, with its histogram."""
    about = [
        ("game", str(tree.game)),
        *((f"after {guess}", known_text(known)) for guess, known in tree.history),
        ("secrets", str(tree.sizes[0])),
        ("first guess", tree.game.guesses[int(tree.guesses[0])]),
        ("total", str(tree.total)),
        ("mean", f"{tree.mean:.4f}"),
        ("worst case", str(tree.depth)),
    ]
    return _pairs(about) + _histogram(tree.histogram, "secrets")


def evaluation_html(evaluation: Evaluation) -> str:
    """Return the figures of an evaluation as a table, with its histogram."""
    error = "" if evaluation.error is None else f" ± {evaluation.error:.4f}"
    about = [
        ("game", str(evaluation.game)),
        ("strategy", evaluation.strategy),
        ("games", str(evaluation.games)),
        ("total", str(evaluation.total)),
        ("mean", f"{evaluation.mean:.4f}{error}"),
        ("worst case", str(evaluation.depth)),
    ]
    return _pairs(about) + _histogram(evaluation.histogram, "games")


def scores_html(scores: Scores) -> str:
    """Return the best guesses by each criterion as a table."""
    about = [
        ("game", str(scores.game)),
        ("codes left", str(scores.candidates_left)),
        ("guesses", str(len(scores.guesses))),
    ]
    if not len(scores.guesses):
        return _pairs(about)
    head = "".join(f"<th>{escape(name)}</th>" for name in COLUMNS)
    body = "".join(f"<tr>{_cells(row)}</tr>" for row in best_rows(scores))
    return f"{_pairs(about)}<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _pairs(pairs: Iterable[tuple[str, str]]) -> str:
    rows = "".join(f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in pairs)
    return f"<table><tbody>{rows}</tbody></table>"


def _cells(texts: Iterable[str]) -> str:
    return "".join(f"<td>{escape(text)}</td>" for text in texts)


def _histogram(histogram: Sequence[Number], what: str) -> str:
    most = max(histogram) or 1  # all weights may be 0
    rows = "".join(
        f'<tr><td>{guesses}</td><td>{found}</td><td style="text-align:left"><div style="background:#4a7fb5;height:1em;'
        f'width:{round(_BAR * float(found / most))}px"></div></td></tr>'
        for guesses, found in enumerate(histogram, 1)
    )
    head = f"<tr><th>guesses</th><th>{what}</th><th></th></tr>"
    return f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>"


def tree_svg(tree: Tree) -> str:
    """Return a drawing of the first two answers of a tree, the largest parts first, as far as there is room."""
    codes, answers = tree.game.guesses, list(map(str, tree.game.classes))

    def text(node: int) -> str:
        asked = f"{codes[int(tree.guesses[node])]} ({tree.sizes[node]})"
        return asked if node == 0 else f"{answers[int(tree.labels[node])]} → {asked}"

    def children(node: int) -> list[int]:
        return sorted(range(*tree.first[node : node + 2].tolist()), key=lambda child: -int(tree.sizes[child]))

    below = children(0)
    # Three second answers to each first one, fewer where the first ones alone fill the drawing.
    each = max(0, min(3, _ROWS // max(1, len(below)) - 1))
    rows = [(0, text(0))]
    for child in below[:_ROWS]:
        rows.append((1, text(child)))
        rows += [(2, text(last)) for last in children(child)[:each]]
        if (left := len(children(child)) - each) > 0 and each:
            rows.append((2, f"{left} more"))
    if len(below) > _ROWS:
        rows.append((1, f"{len(below) - _ROWS} more"))
    return _svg(rows, repr(tree))


def _svg(rows: Sequence[tuple[int, str]], title: str) -> str:
    """Return rows of texts, each under the last one of a level less, with lines between them."""
    width = max(_INDENT * level + 9 * len(told) for level, told in rows) + 20
    parts, over = [], {0: 0}
    for row, (level, told) in enumerate(rows):
        x, y = 10 + _INDENT * level, _ROW * row + 15
        if level:
            left, top = x - _INDENT + 6, _ROW * over[level - 1] + 20
            parts.append(f'<path d="M{left} {top}V{y - 4}H{x - 4}" fill="none" stroke="currentColor" opacity="0.5"/>')
        over[level] = row
        parts.append(f'<text x="{x}" y="{y}" fill="currentColor">{escape(told)}</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{_ROW * len(rows) + 4}" role="img"'
        f' font-family="monospace" font-size="14"><title>{escape(title)}</title>{"".join(parts)}</svg>'
    )
