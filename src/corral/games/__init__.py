"""Games: a module for what all have, `base`, and one for each kind."""

from corral.games.base import Game, Referee, check_game
from corral.games.difference import difference
from corral.games.ids import read_id, read_range
from corral.games.number import NumberGame, number
from corral.games.pegs import PegGame, bulls_and_cows, mastermind
from corral.games.table import TableGame, from_table
from corral.games.words import WordGame, words

__all__ = [
    "Game",
    "NumberGame",
    "PegGame",
    "Referee",
    "TableGame",
    "WordGame",
    "bulls_and_cows",
    "check_game",
    "difference",
    "from_table",
    "game",
    "mastermind",
    "number",
    "words",
]


def game(id: str) -> Game:  # noqa: A002 - the property of the same name gives it back
    """Return the game with an id.

    `bulls-and-cows:4x10` has 4 places and 10 symbols; `+repeats`, `+nozero` (no leading zero) and `+bulls` (bulls
    only) may follow in this order. `mastermind:4x6` may have `+bulls`. Own symbols stand in brackets, as in
    `bulls-and-cows:4[ABCDEF]`, names of several characters with single spaces between: `bulls-and-cows:2[red blue]`.
    `number:0..100` is the number game. Games of words and of tables have no id.

    >>> game("mastermind:4x6") == mastermind(4, 6) == bulls_and_cows(4, "123456", repeats=True)
    True

    Raises:
        GameError: the text is no id, or its values make no game.
    """
    if (bounds := read_range(id)) is not None:
        return NumberGame(*bounds)
    return PegGame(*read_id(id))
