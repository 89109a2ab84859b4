"""What is told of a duel that is over: how well each of the two has played."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING, Final

from rich.console import Console

from corral.reports import print_review
from corral.review import review

if TYPE_CHECKING:
    from collections.abc import Sequence

    from corral.feedback import Label
    from corral.games import Game

__all__ = ["review_text"]

_WIDTH: Final = 120
# Guesses times secrets that each move of a review weighs: some seconds for a game of a dozen moves.
_MOST_PAIRS: Final = 200_000_000


def review_text(game: Game, steps: Sequence[tuple[str, Label]], secret: str) -> str:
    """Return the review of one side's guesses at a secret, several lines.

    >>> import corral
    >>> game = corral.mastermind(2, 3)
    >>> print(review_text(game, [("12", game.feedback("12", "12"))], "12").splitlines()[-3])
    found with guess 1
    """
    if not steps:
        return "no guesses to review"
    if len(game) * len(game.guesses) > _MOST_PAIRS:
        return f"no review: {game} has too many codes for one in passing; corral review computes it"
    out = StringIO()
    print_review(
        Console(file=out, width=_WIDTH, markup=False, highlight=False, emoji=False), review(game, steps, secret)
    )
    return out.getvalue().rstrip("\n")
