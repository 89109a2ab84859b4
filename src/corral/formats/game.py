"""A game in a JSON document: its id, or what a game without one is made of.

    "bulls-and-cows:4x10"
    {"words":{"secrets":"aback abase ...","guesses":"aahed aalii ...","feedback":"wordle","hard":false}}
    {"table":{"answers":[[2,0,1],...],"win":2,"guesses":["0","1",...],"secrets":["ape",...],"labels":["no","yes","win"]}}

- `words`: the lists of `corral.words`, the words of each with single spaces between them. `guesses` is null where they
  are the secrets, in the same order.
- `table`: what `corral.from_table` takes; `answers` has a row for each guess. `labels` are the texts of the numbers
  that occur, ascending but for the winning one, which is last; null where the numbers are the answers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from corral.errors import GameError, TreeError, shown
from corral.games import Game, TableGame, WordGame, from_table, game, words

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["read_game", "write_game"]

_MEMBERS: Final = {
    "words": ["secrets", "guesses", "feedback", "hard"],
    "table": ["answers", "win", "guesses", "secrets", "labels"],
}


def write_game(given: Game) -> str | dict[str, Any]:
    """Return what stands for a game in a document."""
    if isinstance(given, WordGame):
        secrets, guesses = " ".join(given.secrets), " ".join(given.guesses)
        members = secrets, None if guesses == secrets else guesses, given.feedback_rule, given.hard
        return {"words": dict(zip(_MEMBERS["words"], members, strict=True))}
    if isinstance(given, TableGame):
        answers = np.array(given.numbers)[given.feedback_table(memory_limit=1 << 31)].tolist()
        labels = None if given.labels == given.numbers else list(given.labels)
        rows = answers, given.numbers[-1], list(given.guesses), list(given.secrets), labels
        return {"table": dict(zip(_MEMBERS["table"], rows, strict=True))}
    assert given.id is not None
    return given.id


def read_game(given: object) -> Game:
    """Return the game that something in a document stands for.

    Raises:
        TreeError: it stands for none.
    """
    makers: dict[str, Callable[[dict[str, Any]], Game]] = {"words": _read_words, "table": _read_table}
    try:
        if isinstance(given, str):
            return game(given)
        kind = next(iter(given), None) if isinstance(given, dict) and len(given) == 1 else None
        if not isinstance(given, dict) or kind not in makers:
            raise TreeError(f"game is {shown(given)}: expected an id, words or a table")
        members = given[kind]
        if not isinstance(members, dict) or list(members) != _MEMBERS[kind]:
            raise TreeError(f"the {kind} of the game are {shown(members)}: expected {', '.join(_MEMBERS[kind])}")
        return makers[kind](members)
    except GameError as error:
        raise TreeError(str(error)) from None


def _read_words(members: dict[str, Any]) -> WordGame:
    for name in "secrets", "guesses":
        if not isinstance(members[name], str) and not (name == "guesses" and members[name] is None):
            raise TreeError(f"the {name} of the game are {shown(members[name])}: expected a text of words")
    return words(members["secrets"], members["guesses"], members["feedback"], hard=members["hard"])


def _read_table(members: dict[str, Any]) -> TableGame:
    answers, win, labels = members["answers"], members["win"], members["labels"]
    if not isinstance(win, int) or not isinstance(answers, list):
        raise TreeError(f"the answers of the game are {shown(answers)}, win {shown(win)}: expected rows and a number")
    if labels is not None:
        if not isinstance(labels, list):
            raise TreeError(f"the labels of the game are {shown(labels)}: expected texts")
        try:
            found = np.unique(np.asarray(answers)).tolist()
        except (TypeError, ValueError):
            found = []  # from_table says what is wrong with the answers
        labels = dict(zip([*(number for number in found if number != win), win], labels, strict=False))
    return from_table(answers, win, guesses=members["guesses"], secrets=members["secrets"], labels=labels)
