"""A game in any of the modes, without input or output: whose turn it is, what may be done, and how it ends.

A mode is who sits at the table, which secret each of them guesses at, and who answers. Those at the table guess in
turn, so the moves, one list of guesses with their answers, say all: every state is that after some moves, and taking
back or putting right is playing other moves from the start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from corral.diagnosis import Diagnosis, diagnose
from corral.errors import ArgumentError, CodeError, shown
from corral.games import NumberGame
from corral.host import Host
from corral.play.board import Board
from corral.play.hard import why_refused
from corral.play.levels import Best, check_playable, strategy_of
from corral.play.modes import RULES
from corral.play.settings import check_settings
from corral.session import Session

if TYPE_CHECKING:
    from collections.abc import Mapping

    from corral.feedback import Answer, Known, Label
    from corral.games import Game
    from corral.games.codelist import Code
    from corral.play.modes import Seat
    from corral.play.settings import Settings
    from corral.position import Step
    from corral.strategies import Strategy

__all__ = ["Match", "Result", "Turn"]


class Turn(NamedTuple):
    """What comes next. `guess`: a person guesses; `answer`: a person answers; `watch`: the computer does both."""

    player: str
    kind: Literal["guess", "answer", "watch"]
    board: int
    number: int
    """Which guess of the player it is, from 1."""
    guess: str | None = None
    """What the computer asks."""


class Result(NamedTuple):
    """How a match ended."""

    winner: str | None
    """Who found the secret, if anybody did."""
    board: int
    """Where: the board of the last guess."""
    guesses: int
    """How many guesses were asked there."""


class Match:
    """A game that is being played.

    Args:
        settings: what is agreed on.
        secret: what the computer is told in the mode `watch`; in the others it is told none.
        strategy: what the computer asks, by default what plays at the level that is agreed on.

    Attributes:
        settings: what is agreed on.
        boards: one for each secret.
        hints: how many hints were given; whoever gives them counts them.
        undone: how many moves were taken back.

    >>> import corral
    >>> from corral.play.settings import Settings
    >>> match = Match(Settings(corral.mastermind(2, 3), "guess", seed=1))
    >>> match.guess("12"), match.turn.number, match.result
    (Feedback(bulls=1, cows=0), 2, None)
    >>> match.guess("13")
    Feedback(bulls=2, cows=0)
    >>> match.turn, match.result
    (None, Result(winner='you', board=0, guesses=2))

    Raises:
        ArgumentError: an argument is not of its kind; a secret is missing, or not wanted; or the level is not playable.
        CodeError: the secret is none of the game.
        TooLargeError: the computer is to guess, and the game has too many codes to list.
    """

    def __init__(self, settings: Settings, secret: Code | None = None, *, strategy: str | Strategy = "") -> None:
        check_settings(settings)
        rules = RULES[settings.mode]
        if (secret is not None) != ("told" in rules.holders):
            expected = "expected none" if secret is not None else "expected a secret"
            raise ArgumentError(f"the secret of mode {settings.mode} is {shown(secret)}: {expected}")
        self.settings, self._rules = settings, rules
        self._told = None if secret is None else settings.game.secrets[settings.game.secrets.index(secret)]
        check_playable(settings)
        self._strategy = strategy
        if not rules.computers:
            if strategy:
                raise ArgumentError(f"strategy is {shown(strategy)}: expected none, as people guess in {settings.mode}")
        elif not strategy:
            self._strategy = strategy_of(settings.game, settings.level)
        self.boards = tuple(map(self._board, range(len(rules.holders))))
        self._moves: list[Step] = []
        self._open: str | None = None
        self.revealed = False
        self.hints = self.undone = 0

    def _board(self, place: int) -> Board:
        game, seed, told = self.settings.game, self.settings.seed, self._told
        session = Session(game, self._strategy, seed=seed) if place in self._rules.computers else None
        match self._rules.holders[place]:
            case "computer":
                return Board(lambda: Host(game, seed=seed), session)
            case "told":
                return Board(lambda: Host(game, told), session)
            case "person":
                return Board(None, session)

    # What is known

    @property
    def game(self) -> Game:
        """The game."""
        return self.settings.game

    @property
    def told(self) -> str | None:
        """The secret that the computer was told."""
        return self._told

    @property
    def moves(self) -> tuple[Step, ...]:
        """All guesses with their answers, in the order in which they were asked."""
        return tuple(self._moves)

    @property
    def players(self) -> tuple[Seat, ...]:
        """Those who guess."""
        return self._rules.seats

    def player(self, move: int) -> Seat:
        """Return who made a move, counted from 0."""
        return self._rules.seats[move % len(self._rules.seats)]

    @property
    def result(self) -> Result | None:
        """How the match ended; None if it has not."""
        moves, rounds = len(self._moves), self.settings.rounds
        last = self.player(moves - 1)
        board = self.boards[last.board]
        over = self.revealed or (rounds is not None and moves >= rounds * len(self._rules.seats))
        if not (over or board.solved):
            return None
        return Result(last.name if board.solved else None, last.board, len(board.history))

    @property
    def found_alone(self) -> bool:
        """Whether a person has found the secret, and nobody else has guessed at it."""
        result = self.result
        if result is None or result.winner is None:
            return False
        seats = [seat for seat in self._rules.seats if seat.board == result.board]
        return len(seats) == 1 and seats[0].person

    @property
    def turn(self) -> Turn | None:
        """What comes next; None if the match is over."""
        if self.result is not None:
            return None
        seat = self.player(len(self._moves))
        board, number = self.boards[seat.board], len(self._moves) // len(self._rules.seats) + 1
        if seat.person:
            return Turn(seat.name, "guess", seat.board, number)
        if self._open is None:
            assert board.session is not None
            self._open = board.session.suggest()
        return Turn(seat.name, "answer" if board.host is None else "watch", seat.board, number, self._open)

    @property
    def secret(self) -> str | None:
        """The secret that the computer has, once the match is over; None before, and if it has none."""
        host = self.boards[0].host
        return None if host is None or self.result is None else host.reveal()

    @property
    def gave_up(self) -> bool:
        """Whether the computer, at the level `optimal`, had no time to find a best guess, and asked what tells most."""
        return isinstance(self._strategy, Best) and self._strategy.gave_up

    # Playing

    def guess(self, guess: Code) -> Label:
        """Ask the guess of the person whose turn it is, and return the answer.

        Raises:
            CodeError: it is no guess, or may not be asked; the message tells why.
            ArgumentError: no person guesses now.
        """
        board = self.boards[self._turn("guess").board]
        game = self.game
        number = game.guesses.index(guess)
        if why := why_refused(game, game.guesses[number], board.history):
            raise CodeError(f"{game.guesses[number]} may not be guessed: {why}")
        label = board.ask(guess)
        self._done((game.guesses[number], label))
        return label

    def answer(self, answer: Answer) -> Known:
        """Answer what the computer asks, in any form that a history takes, and return what it is taken for.

        The word `win` stands for the winning answer in every game, and so does a yes to a question `=50`.

        Raises:
            FeedbackError: it is no answer.
            ContradictionError: it contradicts those before; `diagnose` tells more, `correct` puts it right.
            ArgumentError: no person answers now.
        """
        turn = self._turn("answer")
        assert turn.guess is not None
        board = self.boards[turn.board]
        board.record(turn.guess, self._meant(turn.guess, answer))
        self._done(board.history[-1])
        return board.history[-1][1]

    def watch(self) -> Step:
        """Let the computer ask and answer, and return both."""
        turn = self._turn("watch")
        assert turn.guess is not None
        label = self.boards[turn.board].ask(turn.guess)
        self._done((turn.guess, label))
        return turn.guess, label

    def undo(self) -> Step:
        """Take back the last move, whose ever it is, and return it.

        Raises:
            ArgumentError: there is none.
        """
        if not self._moves:
            raise ArgumentError("nothing has been asked: there is nothing to take back")
        self.boards[self.player(len(self._moves) - 1).board].undo()
        self._open, self.revealed = None, False
        self.undone += 1
        return self._moves.pop()

    def reveal(self) -> str:
        """Give up, and return the secret.

        Raises:
            ArgumentError: the computer has none, or the match is over.
        """
        host = self.boards[0].host
        if host is None or self.result is not None:
            raise ArgumentError("there is no secret to give away" if host is None else "the match is over")
        self.revealed = True
        return host.reveal()

    def diagnose(self, changes: Mapping[int, Answer]) -> Diagnosis:
        """Return which answers of a person contradict each other, if those of some rows were others.

        Rows count from 1 on the board whose answers a person gives; the one after the last is the open question.

        Raises:
            FeedbackError: one is no answer.
            ArgumentError: there is no such row, or nobody answers.
        """
        board = self._answered()
        moves = self._changed(changes)
        steps = [step for number, step in enumerate(moves) if self.player(number).board == board]
        return diagnose(self.game, steps)

    def correct(self, changes: Mapping[int, Answer]) -> None:
        """Put answers right; rows as for `diagnose`. If the secret is found earlier then, the match ends there.

        Raises:
            FeedbackError: one is no answer.
            ContradictionError: they contradict the others; nothing is changed then.
            ArgumentError: there is no such row, or nobody answers.
        """
        twin = Match(self.settings, self._told, strategy=self._strategy)
        for guess, answer in self._changed(changes):
            if twin.result is None:
                twin.record(guess, answer)
        self.boards, self._moves, self._open = twin.boards, twin._moves, None

    def record(self, guess: Code, answer: Answer) -> None:
        """Make a move that was made before: a guess that got an answer.

        Raises:
            ArgumentError: the match is over, or the secret gives another answer.
            CodeError, FeedbackError, ContradictionError: the guess or the answer is wrong.
        """
        if self.result is not None:
            raise ArgumentError(f"the match is over: {shown(guess)} comes after its end")
        board = self.boards[self.player(len(self._moves)).board]
        if board.host is None:
            board.record(guess, answer)
        else:
            told, label = self.game.parse_feedback(answer), board.ask(guess)
            if label != told:
                board.undo()
                raise ArgumentError(f"the answer to {shown(guess)} is {label}, not {shown(answer)}")
        self._done(board.history[-1])

    # Within

    def _turn(self, kind: str) -> Turn:
        turn = self.turn
        if turn is None or turn.kind != kind:
            now = "the match is over" if turn is None else f"the turn is to {turn.kind}"
            raise ArgumentError(f"{now}: {kind} is not possible")
        return turn

    def _done(self, step: Step) -> None:
        self._moves.append(step)
        self._open = None

    def _meant(self, guess: str, answer: Answer) -> Answer:
        if isinstance(answer, str):
            word = answer.strip().lower()
            yes = isinstance(self.game, NumberGame) and guess.startswith("=") and word in ("y", "yes")
            if yes or (word == "win" and "win" not in self.game.classes):
                return str(self.game.win)
        return answer

    def _answered(self) -> int:
        """Return the board whose answers a person gives."""
        if "person" not in self._rules.holders:
            raise ArgumentError(f"in mode {self.settings.mode} no answers are given by a person")
        return self._rules.holders.index("person")

    def _changed(self, changes: Mapping[int, Answer]) -> list[tuple[str, Answer]]:
        """Return the moves with other answers in some rows."""
        board, turn = self._answered(), self.turn
        moves: list[tuple[str, Answer]] = list(self._moves)
        rows = [move for move in range(len(moves)) if self.player(move).board == board]
        if turn is not None and turn.kind == "answer" and len(rows) + 1 in changes:
            assert turn.guess is not None
            rows.append(len(moves))
            moves.append((turn.guess, None))
        for row, answer in changes.items():
            if not 1 <= row <= len(rows):
                raise ArgumentError(f"there is no row {row}: expected one from 1 to {len(rows)}")
            guess, _ = moves[rows[row - 1]]
            moves[rows[row - 1]] = guess, self.game.parse_known(self._meant(guess, answer))
        return moves
