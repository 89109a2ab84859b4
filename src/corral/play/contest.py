"""One game of a duel, as one side knows it: two sealed secrets, guesses in turn, who has won, and who has cheated.

Each round is a guess of either; who finds the secret in the earlier round wins, and in the same round it is a draw, so
that to be first is no advantage. What is said about it, and when, is up to `corral.play.duel`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hmac import compare_digest
from secrets import token_hex
from typing import TYPE_CHECKING, Final

from corral.errors import CodeError, shown
from corral.host import Host
from corral.play.protocol import ProtocolError, Role, commitment

if TYPE_CHECKING:
    from corral.feedback import Label
    from corral.games import Game
    from corral.games.codelist import Code
    from corral.play.events import Outcome

__all__ = ["Contest", "Side"]


@dataclass(slots=True)
class Side:
    """What is known of one side; `steps` are its guesses with the other's answers."""

    hash: str | None = None
    salt: str = ""
    secret: str = ""
    steps: list[tuple[str, Label]] = field(default_factory=list)


class Contest:
    """One game of a duel.

    Args:
        game: the game.
        rounds: after how many rounds it is a draw.
        role: who this side is.
        first: who guesses first.
        opponent: what the other side is called.

    Attributes:
        mine, theirs: what is known of this side, and of the other one.
        mover: who has the turn.
        over: whether it has come to its end.
    """

    def __init__(self, game: Game, rounds: int, role: Role, first: Role, opponent: str) -> None:
        self._game, self._rounds, self._role = game, rounds, role
        self._opponent = opponent
        self._other: Final[Role] = "joiner" if role == "host" else "host"
        self.mine, self.theirs = Side(), Side()
        self.mover = first
        self.over = False
        self._resigned: Role | None = None

    @property
    def sealed(self) -> bool:
        """Whether both sides are committed to their secrets."""
        return self.mine.hash is not None and self.theirs.hash is not None

    @property
    def outcome(self) -> Outcome:
        """Who has won, once it is over."""
        if self._resigned is not None:
            return "lost" if self._resigned == self._role else "won"
        mine, theirs = self._found(self.mine), self._found(self.theirs)
        return "drawn" if mine == theirs else "won" if mine else "lost"

    def choose(self, secret: Code | None, seed: int | None) -> str:
        """Choose the secret of this side, by default one that is drawn, and return its hash.

        Raises:
            CodeError: it is no code of the game.
        """
        mine = self.mine
        mine.secret = Host(self._game, secret, seed).reveal()
        mine.salt = token_hex(16)
        mine.hash = self._commitment(self._role, mine.salt, mine.secret)
        return mine.hash

    def answer(self, guess: str) -> Label:
        """Return the answer to a guess of the other side.

        Raises:
            ProtocolError: it is none.
        """
        game, steps = self._game, self.theirs.steps
        try:
            number = game.guesses.index(guess)
        except CodeError as error:
            raise ProtocolError(f"guess {len(steps) + 1} of {self._opponent}: {error}") from None
        if game.guesses[number] != guess:
            raise ProtocolError(f"the guess {shown(guess)} is not in canonical form: expected {game.guesses[number]}")
        label = game.label(game.answer(number, game.secrets.index(self.mine.secret)))
        self._step(self.theirs, guess, label)
        return label

    def hear(self, guess: str, answer: str) -> Label:
        """Take the other side's answer to a guess, and return it.

        Raises:
            ProtocolError: it is none.
        """
        labels = {str(label): label for label in self._game.classes}
        if answer not in labels:
            raise ProtocolError(f"the answer {shown(answer)} to {guess}: expected one of {' '.join(labels)}")
        self._step(self.mine, guess, labels[answer])
        return labels[answer]

    def resign(self, role: Role) -> None:
        """Let one side give up."""
        self._resigned = role
        self.over = True

    def check(self, salt: str, secret: str) -> None:
        """Take what the other side shows in the end, and check that it has played fair.

        Raises:
            ProtocolError: it has not, in which case the reason is `cheat`.
        """
        theirs, game = self.theirs, self._game
        if not compare_digest(self._commitment(self._other, salt, secret), str(theirs.hash)):
            raise ProtocolError(f"the secret {shown(secret)} is not the one of the commitment", "cheat")
        try:
            number = game.secrets.index(secret)
        except CodeError as error:
            raise ProtocolError(f"the secret of the commitment: {error}", "cheat") from None
        if game.secrets[number] != secret:
            raise ProtocolError(f"the secret {shown(secret)} is not in canonical form: {game.secrets[number]}", "cheat")
        for row, (guess, told) in enumerate(self.mine.steps, 1):
            label = game.label(game.answer(game.guesses.index(guess), number))
            if label != told:
                raise ProtocolError(
                    f"row {row}: the answer to {guess} was {told}, but the secret {secret} gives {label}", "cheat"
                )
        theirs.salt, theirs.secret = salt, secret

    def _commitment(self, role: Role, salt: str, secret: str) -> str:
        return commitment(str(self._game.id), role, salt, secret)

    def _step(self, side: Side, guess: str, label: Label) -> None:
        side.steps.append((guess, label))
        round_done = len(self.mine.steps) == len(self.theirs.steps)
        found = self._found(self.mine) or self._found(self.theirs)
        self.over = round_done and (found or len(side.steps) == self._rounds)
        self.mover = self._other if self.mover == self._role else self._role

    def _found(self, side: Side) -> bool:
        return bool(side.steps) and side.steps[-1][1] == self._game.win
