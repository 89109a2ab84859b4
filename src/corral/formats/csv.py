"""A table of the games that a decision tree plays, as comma-separated values: a row a secret, in game order.

    secret,guesses,guess 1,guess 2,guess 3
    1111,3,1122,1344,1111

A row has the secret, how many guesses find it, and these guesses, those of the tree's history first; columns that it
does not need are empty. Lines end with a line feed; what has a comma or a quotation mark in it is quoted.
"""

from __future__ import annotations

import csv
from io import StringIO
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from corral.tree import Tree

__all__ = ["games", "to_csv"]


def to_csv(tree: Tree) -> str:
    """Return the table of a tree."""
    file = StringIO()
    writer = csv.writer(file, lineterminator="\n")
    depth, names = tree.depth, tree.game.secrets
    writer.writerow(["secret", "guesses", *(f"guess {number}" for number in range(1, depth + 1))])
    asked = [guess for guess, _ in tree.history]
    texts = tree.game.guesses
    for secret, guesses in games(tree):
        path = [*asked, *(texts[guess] for guess in guesses)]
        writer.writerow([names[secret], len(path), *path, *[""] * (depth - len(path))])
    return file.getvalue()


def games(tree: Tree) -> Iterator[tuple[int, list[int]]]:
    """Yield every secret, in game order, with the guesses of the tree that find it; all are numbers."""
    parents = np.repeat(np.arange(len(tree)), np.diff(tree.first)).tolist()
    guesses = tree.guesses.tolist()
    winning = np.flatnonzero(tree.wins())
    secrets = tree.game.found(tree.guesses[winning])
    for place in np.argsort(secrets, kind="stable").tolist():
        node = int(winning[place])
        path = [guesses[node]]
        while node:
            # The root is the child of none.
            node = parents[node - 1]
            path.append(guesses[node])
        yield int(secrets[place]), path[::-1]
