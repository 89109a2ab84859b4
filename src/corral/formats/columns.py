"""The columns in which trees of Wordle are written down: guess, pattern and number, as far as a line differs.

    salet BBBBB1 courd BBBBB2 nymph BBBBY3 whiff GGGGG4
                                    BGYYB3 pygmy GGGGG4
                 BBBBG2 vivid GGGGG3

A line is a game: a guess, the pattern that answers it, with the number of the guess, the next guess, and so on, until
all is green. It leaves out the guesses that it has in common with the line before, so it begins with a pattern, and the
number says which guess that answers. White space may be any.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from corral.errors import FeedbackError, TreeError, shown
from corral.formats.written import Branch, Lines, Reading, Written, play, read_code
from corral.games import WordGame

if TYPE_CHECKING:
    from collections.abc import Iterator

    from corral.games import Game

__all__ = ["read_columns"]


def read_columns(text: str, game: Game) -> Reading:
    """Return the tree of a text, and its misprints.

    Raises:
        TreeError: the text has not the form of the columns, or has a word that the game has not; it names line and
            column.
    """
    if not isinstance(game, WordGame) or game.feedback_rule != "wordle":
        raise TreeError(f"columns of guess, pattern and number are for Wordle: {game} is another game")
    path: list[Written] = []
    lines = Lines(text)
    for line in re.finditer(r"[^\n]*\S[^\n]*", text):
        words = ((match.start(), match[0]) for match in re.compile(r"\S+").finditer(text, line.start(), line.end()))
        if not path:
            at, word = next(words)
            path.append(Written(at, read_code(game, word, lines, at)))
        _read_line(game, lines, words, path)
    if not path:
        raise lines.error(0, "the text is empty: expected a guess")
    return play(game, lines, [], path[0])


def _read_line(game: WordGame, lines: Lines, words: Iterator[tuple[int, str]], path: list[Written]) -> None:
    """Read the patterns and guesses of a line; `path` are the guesses of the line before, and then of this one."""
    win, last, first = len(game.classes) - 1, path[-1].at, True
    for at, word in words:
        number, answer = _read_answer(game, lines, word, at)
        if not (1 if first else len(path)) <= number <= len(path):
            expected = f"1 to {len(path)}" if first else str(len(path))
            raise lines.error(at, f"{shown(word)} answers guess {number}: expected {expected}")
        del path[number:]
        if answer in path[-1].branches:
            raise lines.error(at, f"{shown(word)} follows {game.guesses[path[-1].guess]} a second time")
        branch = path[-1].branches[answer] = Branch(at)
        first = False
        if answer == win:
            break
        at, word = next(words, (at, ""))
        if not word:
            raise lines.error(at, "the line ends before the secret is found: expected a guess after this answer")
        last = at
        branch.next = Written(at, read_code(game, word, lines, at))
        path.append(branch.next)
    else:
        raise lines.error(
            last, f"the line ends before the secret is found: expected an answer such as {game.win}{len(path)}"
        )
    for at, word in words:
        raise lines.error(at, f"{shown(word)} follows the answer that ends the game")


def _read_answer(game: WordGame, lines: Lines, word: str, at: int) -> tuple[int, int]:
    """Return the number of the guess that is answered, and the class number of the answer."""
    match = re.fullmatch(r"(\D+)([0-9]{1,4})", word)
    if match is None:
        raise lines.error(at, f"{shown(word)}: expected a pattern with the number of its guess, such as {game.win}1")
    try:
        return int(match[2]), game.class_number(match[1])
    except FeedbackError as error:
        raise lines.error(at, str(error)) from None
