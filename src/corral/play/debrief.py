"""What is told of a duel that is over: how well each of the two has played."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Final

from corral.games import PegGame
from corral.play.match import Match
from corral.play.settings import Settings
from corral.play.wording import review_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from corral.feedback import Label
    from corral.games import Game

__all__ = ["review_text"]

# What keeps a review within seconds: moves, and guesses times secrets. Those of pegs are never looked at one by one.
_MOST_MOVES: Final = 50
_MOST_PAIRS: Final = 50_000_000
_MOST_PEG_PAIRS: Final = 25_000_000_000


def review_text(game: Game, steps: Sequence[tuple[str, Label]], secret: str) -> str:
    """Return the review of one side's guesses at a secret, several lines, that of a match without its title.

    >>> import corral
    >>> game = corral.mastermind(2, 3)
    >>> print(review_text(game, [("12", game.feedback("12", "12"))], "12").splitlines()[0].partition(":")[0])
      1. 12 2,0
    """
    if not steps:
        return "no guesses to review"
    if len(game) * len(game.guesses) > (_MOST_PEG_PAIRS if isinstance(game, PegGame) else _MOST_PAIRS):
        return "no review: the game is too large for one"
    if len(steps) > _MOST_MOVES:
        # Any game of a duel has a name for the command line, and what is checked above is not too large there.
        words = [str(game.id), secret, *(guess for guess, _ in steps)]
        options_end = ["--"] * any(word.startswith("-") for word in words)
        command = shlex.join(["corral", "review", *options_end, *words])
        return f"no review, as so many guesses take long: {command} computes it"
    # One board whose secret is told; the strategy is never asked.
    match = Match(Settings(game, "watch"), secret, strategy="sieve")
    for guess, answer in steps:
        match.record(guess, answer)
    return "\n".join(review_lines(match)[1:])
