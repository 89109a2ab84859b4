"""Why a guess is refused in hard mode: which letter is missing, and which answer has shown it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from corral.games.wordlist import letters_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from corral.games import Game
    from corral.position import Step

__all__ = ["why_refused"]


def why_refused(game: Game, guess: str, history: Sequence[Step]) -> str:
    """Return why a guess of the game may not follow a history; an empty text if it may, see `Game.allowed`.

    >>> import corral
    >>> game = corral.words("crane brace grade crate trace", feedback="wordle", hard=True)
    >>> why_refused(game, "grade", [("trace", "BGGYG")])
    'hard mode: c must be in it, as trace in row 1 shows'
    >>> why_refused(game, "crate", [("grade", "YGGBG"), ("crane", "BGGBG")])
    'hard mode: g must be in it, as grade in row 1 shows'
    """
    letters = letters_of(guess)
    for row, (asked, colors) in enumerate(history if game.hard else (), 1):
        source = f"as {asked} in row {row} shows"
        seen = list(zip(letters_of(asked), str(colors), strict=True))
        for place, (letter, color) in enumerate(seen):
            if color == "G" and letters[place] != letter:
                return f"hard mode: {letter} must stay at place {place + 1}, {source}"
        shown = [letter for letter, color in seen if color in "GY"]
        for letter in shown:
            if letters.count(letter) < shown.count(letter):
                often = f" {shown.count(letter)} times" if shown.count(letter) > 1 else ""
                return f"hard mode: {letter} must be in it{often}, {source}"
    return ""
