"""A duel as the two sides see it: whose turn it is, what may be said, and whether the other has played fair.

Nothing here reads, writes or looks at a clock. The person's side calls methods (`agree`, `choose`, `guess`, ...), the
other side's lines go to `receive`; both fill `messages`, what is to be sent, and `events`, what is to be shown. Both
sides run the same machine, so each knows from its own state what the other may say next, and whatever else comes is a
`ProtocolError`. No message can cross another that it depends on: a side moves on in the order in which it sends.

The joiner guesses first, and in a rematch the other one. The game itself is a `corral.play.contest.Contest`.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final, Literal, NoReturn, get_args

from corral.arguments import read_whole
from corral.errors import ArgumentError, GameError, shown
from corral.games import Game, PegGame, check_game
from corral.games import game as game_of
from corral.play.allowance import Allowance
from corral.play.contest import Contest
from corral.play.events import (
    Began,
    Cheated,
    Declined,
    Ended,
    Event,
    Guessed,
    Met,
    Offered,
    Parted,
    Resigned,
    Said,
    Wanted,
)
from corral.play.protocol import (
    MAX_CHAT,
    MAX_CODE,
    MAX_ROUNDS,
    VERSION,
    Agree,
    Alive,
    Answer,
    Bye,
    Chat,
    Commit,
    Guess,
    Hello,
    Message,
    Offer,
    ProtocolError,
    Rematch,
    Resign,
    Reveal,
    Role,
    clean,
    clean_chat,
    clean_name,
    decode,
    is_clean,
)

if TYPE_CHECKING:
    from corral.feedback import Label
    from corral.games.codelist import Code
    from corral.play.protocol import Reason

__all__ = [
    "ROUNDS",
    "Duel",
    "check_tellable",
]

ROUNDS: Final = 100
"""The limit of rounds if none is named."""


class _Phase(Enum):
    HELLO = "a hello"
    OFFER = "the game to be offered and agreed to"
    SECRETS = "commitments to secrets"
    PLAY = "guesses in turn, and their answers"
    REVEAL = "the secrets to be revealed"
    REMATCH = "whether there is a rematch"
    CLOSED = "nothing more"


def check_tellable(game: Game) -> str:
    """Return the id by which a game is told to the other side.

    Raises:
        ArgumentError: it has none, or its id or its codes are too long, or not shown as they are.
    """
    check_game(game)
    name = game.id
    if name is None:
        raise ArgumentError(f"{game} has no id to be told to the other side: expected a game of symbols or of a number")
    longest = game.length * (max(map(len, game.symbols)) + 1) if isinstance(game, PegGame) else 0
    if max(len(name), longest) > MAX_CODE:
        raise ArgumentError(f"the id {shown(name)}, or a code of it, is too long: expected {MAX_CODE} characters")
    # Also in a code no marks pile up where symbols are marks.
    symbols = [symbol * game.length for symbol in game.symbols] if isinstance(game, PegGame) else []
    if not is_clean(" ".join([name, *symbols])):
        raise ArgumentError(
            f"the id {shown(name)} has characters that cannot be shown, or marks that pile up: expected neither"
        )
    return name


class Duel:
    """One side of a duel, from the first hello to the last bye, without input and output.

    A side is changed by its methods alone, which raise ArgumentError if it is not the time for them.

    Args:
        role: who this side is.
        name: what the person is called; cleaned and cut.
        game: the game, of the host only: the joiner is told.
        rounds: of the host, after how many rounds it is a draw.

    >>> import corral
    >>> host, joiner = Duel("host", "Ann", corral.mastermind(2, 3)), Duel("joiner", "Bob")
    >>> def deliver():
    ...     for one, other in (host, joiner), (joiner, host):
    ...         for message in one.take_messages():
    ...             other.receive(encode(message), now=0)
    >>> from corral.play.protocol import encode
    >>> deliver(), deliver(), joiner.agree(), deliver(), host.choose("12"), joiner.choose("33"), deliver()
    (None, None, None, None, '12', '33', None)
    >>> host.wanted, joiner.wanted
    (None, <Wanted.GUESS: 'guess'>)
    >>> joiner.guess("13")
    >>> deliver(), deliver(), host.wanted, joiner.take_events()[-1].answer
    (None, None, <Wanted.GUESS: 'guess'>, Feedback(bulls=1, cows=0))

    Raises:
        ArgumentError: an argument is not of its kind, or the game cannot be told.
    """

    def __init__(self, role: Role, name: str, game: Game | None = None, rounds: int = ROUNDS) -> None:
        if role not in get_args(Role):
            raise ArgumentError(f"role is {shown(role)}: expected one of {', '.join(get_args(Role))}")
        if not isinstance(name, str):
            raise ArgumentError(f"name is {shown(name)}: expected a text")
        if role == "joiner" and game is not None:
            raise ArgumentError(f"game is {shown(game)}: expected None, as the joiner is told it")
        if role == "host":
            check_tellable(game)  # type: ignore[arg-type] # which raises for None
            rounds = read_whole(rounds, "rounds", 1, MAX_ROUNDS)
        self.role: Final[Role] = role
        self.other: Final[Role] = "joiner" if role == "host" else "host"
        self.name = clean_name(name) or role
        self.peer_name: str = self.other
        self._game = game
        self._rounds = rounds
        self._phase = _Phase.HELLO
        self._games = 0
        self._steps_taken = 0
        self._contest: Contest | None = None
        self._asked: str | None = None
        self._again: dict[Role, bool] = {}
        self._messages: list[Message] = [Hello(VERSION, self.name)]
        self._events: list[Event] = []
        # Of a sender that keeps to the slower one, all that gathers while the line is held up for a minute passes.
        self._hearing = Allowance(100, 2)
        self._saying = Allowance(5, 0.5)

    # What is known

    @property
    def game(self) -> Game:
        """The game, once it is known.

        Raises:
            ArgumentError: it is not known yet.
        """
        if self._game is None:
            raise ArgumentError("the game is not known yet: the host tells it after the hello")
        return self._game

    @property
    def closed(self) -> bool:
        """Whether nothing more is said."""
        return self._phase is _Phase.CLOSED

    @property
    def met(self) -> bool:
        """Whether the other side has said hello, and the connection stands."""
        return self._phase not in (_Phase.HELLO, _Phase.CLOSED)

    @property
    def agreed(self) -> bool:
        """Whether a game has been agreed to, whatever came of it."""
        return self._contest is not None

    @property
    def over(self) -> bool:
        """Whether a game is played to its end, and nothing is open but a rematch."""
        return self._phase is _Phase.REMATCH

    @property
    def games(self) -> int:
        """How many games have been played to their end."""
        return self._games

    @property
    def row(self) -> int:
        """The number of this side's next guess, from 1."""
        return 1 if self._contest is None else len(self._contest.mine.steps) + 1

    @property
    def wanted(self) -> Wanted | None:
        """What the person has to decide now; None while it is not on this side."""
        match self._phase:
            case _Phase.OFFER if self.role == "joiner" and self._game is not None:
                return Wanted.AGREEMENT
            case _Phase.SECRETS if self._now.mine.hash is None:
                return Wanted.SECRET
            case _Phase.PLAY if self._now.mover == self.role and self._asked is None:
                return Wanted.GUESS
            case _Phase.REMATCH if self.role not in self._again:
                return Wanted.REMATCH
        return None

    @property
    def awaited(self) -> Literal["program", "person"] | None:
        """Who of the other side has to move now: the program alone, at once, or the person, who thinks."""
        match self._phase:
            case _Phase.HELLO | _Phase.REVEAL:
                return "program"
            case _Phase.OFFER:
                return "person" if self.role == "host" else "program" if self._game is None else None
            case _Phase.SECRETS if self._now.theirs.hash is None:
                return "person"
            case _Phase.PLAY if self._now.mover == self.other:
                return "person"
            case _Phase.PLAY if self._asked is not None:
                return "program"
            case _Phase.REMATCH if self.other not in self._again:
                return "person"
        return None

    @property
    def progress(self) -> int:
        """A number that grows with everything said that moves the game on."""
        return self._steps_taken

    def take_messages(self) -> list[Message]:
        """Return what is to be sent, once."""
        taken, self._messages = self._messages, []
        return taken

    def take_events(self) -> list[Event]:
        """Return what has happened, once."""
        taken, self._events = self._events, []
        return taken

    # What the person does

    def agree(self) -> None:
        """Agree to the game that is offered."""
        self._demand(Wanted.AGREEMENT)
        self._send(Agree())
        self._agreed()

    def choose(self, secret: Code | None = None, seed: int | None = None) -> str:
        """Commit to a secret, by default one that is drawn, and return it. `seed` is that of `Host`.

        Raises:
            CodeError: it is no code of the game.
        """
        self._demand(Wanted.SECRET)
        self._send(Commit(self._now.choose(secret, seed)))
        self._committed()
        return self._now.mine.secret

    def guess(self, guess: Code) -> None:
        """Ask a guess.

        Raises:
            CodeError: it is no code of the game.
        """
        self._demand(Wanted.GUESS)
        self._asked = self.game.guesses[self.game.guesses.index(guess)]
        self._send(Guess(self._asked))

    def resign(self) -> None:
        """Give up instead of guessing."""
        self._demand(Wanted.GUESS)
        self._send(Resign())
        self._give_up(self.role)

    def rematch(self, again: bool) -> None:
        """Say whether to play again."""
        self._demand(Wanted.REMATCH)
        self._again[self.role] = again
        self._send(Rematch(again))
        self._settle()

    def say(self, text: str, now: float) -> bool:
        """Send a line of chat, cleaned and cut; return whether it was, as there may be too many or nothing in it."""
        said = clean_chat(text)
        if not self.met or not said or not self._saying.take(now):
            return False
        self._messages.append(Chat(said))
        return True

    def live(self) -> None:
        """Tell that this program still runs."""
        if self.met:
            self._messages.append(Alive())

    def leave(self, reason: Reason = "left", text: str = "") -> None:
        """End the connection, whenever it is; nothing happens if it is ended."""
        if not self.closed:
            self._messages.append(Bye(reason, clean(text, MAX_CHAT)))
            self._phase = _Phase.CLOSED

    def _demand(self, wanted: Wanted) -> None:
        if self.wanted is not wanted:
            now = "nothing" if self.wanted is None else self.wanted.value
            raise ArgumentError(f"it is not the time for this: wanted is {now}, not {wanted.value}")

    # What the other side says

    def receive(self, line: bytes, now: float) -> None:
        """Take a line of the other side that came at a time in seconds.

        Raises:
            ProtocolError: the line is none that may come now. The other side has been told, and the connection ended.
        """
        try:
            message = decode(line)
            # What belongs to the game is limited by its order.
            if isinstance(message, Chat | Alive) and not self._hearing.take(now):
                raise ProtocolError("too many messages in a short time", "flood")
            self._take(message)
        except ProtocolError as error:
            self.leave(error.reason, str(error))
            raise

    def _take(self, message: Message) -> None:
        match self._phase, message:
            case _Phase.CLOSED, _:
                self._refuse(message)
            case _, Bye(reason, text):
                self._events.append(Parted(reason, clean_chat(text), early=not self.over))
                self._phase = _Phase.CLOSED
            case _Phase.HELLO, Hello(_, name):
                self._meet(name)
            case _Phase.HELLO, _:
                self._refuse(message)
            case _, Chat(text):
                if said := clean_chat(text):
                    self._events.append(Said(said))
            case _, Alive():
                pass
            case _Phase.OFFER, Offer(name, rounds) if self.role == "joiner" and self._game is None:
                self._hear_offer(name, rounds)
            case _Phase.OFFER, Agree() if self.role == "host":
                self._agreed()
            case _Phase.SECRETS, Commit(digest) if self._now.theirs.hash is None:
                self._now.theirs.hash = digest
                self._committed()
            case _Phase.PLAY, Guess(guess) if self._now.mover == self.other:
                self._hear_guess(guess)
            case _Phase.PLAY, Resign() if self._now.mover == self.other:
                self._give_up(self.other)
            case _Phase.PLAY, Answer(answer) if self._asked is not None:
                self._hear_answer(self._asked, answer)
            case _Phase.REVEAL, Reveal(salt, secret):
                self._hear_secret(salt, secret)
            case _Phase.REMATCH, Rematch(again) if self.other not in self._again:
                self._again[self.other] = again
                self._settle()
            case _:
                self._refuse(message)

    def _refuse(self, message: Message) -> NoReturn:
        name = type(message).__name__.lower()
        raise ProtocolError(f"{name} is out of turn: expected now {self._phase.value}")

    def _meet(self, name: str) -> None:
        called = clean_name(name)
        # Who is called as the other one could seem to have said what the other one says.
        self.peer_name = self.other if called.casefold() in ("", "you", self.name.casefold()) else called
        self._phase = _Phase.OFFER
        self._moved()
        self._events.append(Met(self.peer_name))
        if self.role == "host":
            self._send(Offer(str(self.game.id), self._rounds))

    def _hear_offer(self, name: str, rounds: int) -> None:
        try:
            game = game_of(name)
            if check_tellable(game) != name:
                raise ProtocolError(f"the game {shown(name)} is not in canonical form: expected {game.id}")
        except (GameError, ArgumentError) as error:
            raise ProtocolError(f"the game that is offered: {error}") from None
        self._game, self._rounds = game, rounds
        self._moved()
        self._events.append(Offered(game, rounds, agreed=False))

    def _hear_guess(self, guess: str) -> None:
        answer = self._now.answer(guess)
        self._send(Answer(str(answer)))
        self._stepped(False, guess, answer)

    def _hear_answer(self, guess: str, answer: str) -> None:
        label = self._now.hear(guess, answer)
        self._asked = None
        self._moved()
        self._stepped(True, guess, label)

    def _hear_secret(self, salt: str, secret: str) -> None:
        contest = self._now
        try:
            contest.check(salt, secret)
        except ProtocolError as error:
            self._events.append(Cheated(contest.mine.secret, clean_chat(secret)))
            raise ProtocolError(f"{self.peer_name} has cheated: {error}", error.reason) from None
        self._phase = _Phase.REMATCH
        self._games += 1
        self._moved()
        mine, theirs = contest.mine, contest.theirs
        self._events.append(Ended(contest.outcome, mine.secret, theirs.secret, tuple(mine.steps), tuple(theirs.steps)))

    # What follows

    def _send(self, message: Message) -> None:
        self._messages.append(message)
        self._moved()

    def _moved(self) -> None:
        self._steps_taken += 1

    @property
    def _now(self) -> Contest:
        """The game that is played, once it is agreed on."""
        assert self._contest is not None
        return self._contest

    def _agreed(self) -> None:
        self._begin()
        self._moved()
        self._events.append(Offered(self.game, self._rounds, agreed=True))

    def _begin(self) -> None:
        self._contest = Contest(
            self.game, self._rounds, self.role, "host" if self._games % 2 else "joiner", self.peer_name
        )
        self._again = {}
        self._phase = _Phase.SECRETS

    def _committed(self) -> None:
        self._moved()
        if self._now.sealed:
            self._phase = _Phase.PLAY
            self._events.append(Began(self._now.mover == self.role))

    def _stepped(self, mine: bool, guess: str, label: Label) -> None:
        side = self._now.mine if mine else self._now.theirs
        self._events.append(Guessed(mine, len(side.steps), guess, label, label == self.game.win))
        if self._now.over:
            self._reveal()

    def _give_up(self, role: Role) -> None:
        self._now.resign(role)
        self._moved()
        self._events.append(Resigned(role == self.role))
        self._reveal()

    def _reveal(self) -> None:
        self._phase = _Phase.REVEAL
        self._send(Reveal(self._now.mine.salt, self._now.mine.secret))

    def _settle(self) -> None:
        """Play again if both want to, end if one does not."""
        self._moved()
        if False in self._again.values():
            if self._again.get(self.other) is False:
                self._events.append(Declined())
            self._phase = _Phase.CLOSED
        elif len(self._again) == 2:
            self._begin()
