"""A game that is being played against someone who knows the secret: what to ask next, and what is left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Self

from corral.analysis import Analysis, Figures, analyze
from corral.arguments import read_flag
from corral.diagnosis import diagnose
from corral.errors import ArgumentError, ContradictionError, counted, shown
from corral.formats.record import read_record, write_record
from corral.games import Game, check_game
from corral.games.codelist import CodeList
from corral.limits import read_seed
from corral.position import found_by, read_guess, read_opener
from corral.strategies import Strategy, read_strategy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from corral.feedback import Answer
    from corral.games.codelist import Code
    from corral.position import Step

__all__ = ["Explanation", "Session"]

_KIND: Final = "session"
_MEMBERS: Final = {"strategy": (str,), "consistent": (bool,), "opener": (list,), "seed": (int,)}


@dataclass(frozen=True, slots=True, eq=False)
class Explanation:
    """What a guess is worth beside the best ones; `str` tells it in words. Made by `Session.explain`.

    >>> import corral
    >>> session = corral.Session(corral.bulls_and_cows(), "minimax")
    >>> session.answer("1234", "2,2")
    >>> session.explain("1234").chosen.expected_guesses, session.explain("1243").chosen.expected_guesses
    (3.5, 2.5)

    Attributes:
        chosen: the figures of the guess.
        analysis: those of all guesses, and the best ones among them.
    """

    chosen: Figures
    analysis: Analysis

    def __str__(self) -> str:
        chosen, best = self.chosen, self.analysis.fewest
        if self.analysis.by == "exact":
            how, alike = "in the end", chosen.expected_guesses == best.expected_guesses
        else:
            how, alike = "by the information", chosen.information == best.information
        if alike:
            return f"{chosen}. No guess is better {how}."
        return f"{chosen}. The best guess {how}: {best}."


class Session:
    """A game in play: the answers so far, the codes that are left, and what a strategy asks next.

    This is what an app embeds. A session is changed by `answer` and `undo` alone. Sessions are equal when games,
    strategies with their options, and histories are, and can be pickled, copied, and kept as JSON. One thread at a
    time.

    Args:
        game: the game.
        strategy: the name of a strategy, or any object with a method `guess(history)` that returns the next guess, as a
            `Tree`.
        consistent: as for strategies of that name: ask only codes that can still be the secret.
        opener: the first guess, or a sequence of the first guesses.
        seed: chooses among the strategies that draw at random.

    >>> import corral
    >>> session = corral.Session(corral.bulls_and_cows(), "entropy")
    >>> session.suggest()
    '0123'
    >>> session.answer("0123", "0,1")
    >>> session.suggest(), len(session.candidates)
    ('1456', 1440)
    >>> session.answer("1456", "0,1")
    >>> session.undo()
    ('1456', Feedback(bulls=0, cows=1))
    >>> corral.Session.from_json(session.to_json()) == session
    True

    Raises:
        ArgumentError: there is no such strategy, or an argument is not of its kind.
        CodeError: a guess of the opener is no code of the game.
        TooLargeError: the game has too many codes to list.
    """

    __slots__ = ("_consistent", "_game", "_left", "_opener", "_player", "_seed", "_steps", "_strategy")

    __hash__ = None  # type: ignore[assignment] # sessions change

    def __init__(
        self,
        game: Game,
        strategy: str | Strategy = "entropy",
        *,
        consistent: bool = False,
        opener: Code | Sequence[Code] = (),
        seed: int = 0,
    ) -> None:
        check_game(game)
        self._game, self._strategy = game, strategy
        self._consistent = read_flag(consistent, "consistent")
        self._opener = read_opener(game, opener)
        self._seed = read_seed(seed)
        self._player = read_strategy(game, strategy, consistent=self._consistent, opener=self._opener, seed=self._seed)
        self._steps: list[Step] = []
        # What is left after each step, so that steps can be taken back.
        self._left = [game.candidate_numbers()]

    # What is known

    @property
    def game(self) -> Game:
        """The game."""
        return self._game

    @property
    def history(self) -> tuple[Step, ...]:
        """The guesses so far, each with its answer, or what is known of it."""
        return tuple(self._steps)

    @property
    def candidates(self) -> CodeList:
        """The codes that agree with every answer."""
        return CodeList(self._game.secrets.space, self._left[-1])

    @property
    def secret(self) -> str | None:
        """The secret, once only one code is left; None before."""
        return self.candidates[0] if len(self._left[-1]) == 1 else None

    @property
    def solved(self) -> bool:
        """Whether the secret has been found: whether a guess was right, and the answers say so."""
        return bool(found_by(self._game, self._steps, self._left[-1]))

    def __repr__(self) -> str:
        state = "solved" if self.solved else f"{counted(len(self._left[-1]), 'code')} left"
        asked = counted(len(self._steps), "guess", "guesses")
        return f"<Session of {self._game}, {self._name()}: {asked}, {state}>"

    def _name(self) -> str:
        return self._strategy if isinstance(self._strategy, str) else type(self._strategy).__name__

    # Playing

    def suggest(self) -> str:
        """Return the guess that the strategy asks next.

        Raises:
            ContradictionError: the secret is found, or it is what the strategy raises.
            CodeError: the strategy asks what it may not.
        """
        self._check_open()
        guess = self._player.guess(self.history)
        return self._game.guesses[read_guess(self._game, guess, self._steps)]

    def answer(self, guess: Code, feedback: Answer) -> None:
        """Take note of the answer to a guess, which need not be the one suggested.

        The answer is given in any form that a history takes, also partly known. A session that raises is unchanged.

        Raises:
            CodeError: the guess is no code of the game, or may not be asked.
            FeedbackError: the answer is none, or one that the guess gets of no secret, as `win` to `>50`.
            ContradictionError: no code that is left gives the answer; the message tells which answers may be wrong. Or
                the secret is found.
        """
        self._check_open()
        game, number = self._game, read_guess(self._game, guess, self._steps)
        known = game.parse_known(feedback)
        left = game.narrow(self._left[-1], number, known)
        steps = [*self._steps, (game.guesses[number], known)]
        if not left.size:
            game.check_answer(number, feedback)
            raise ContradictionError(
                f"{shown(feedback)} is no answer to {game.guesses[number]} that a code which is left gives:"
                f" {diagnose(game, steps).why}",
                len(steps),
            )
        self._steps = steps
        self._left.append(left)

    def undo(self) -> Step:
        """Take back the last answer, and return it with its guess.

        Raises:
            ArgumentError: there is none.
        """
        if not self._steps:
            raise ArgumentError("nothing has been asked: there is no answer to take back")
        self._left.pop()
        return self._steps.pop()

    def explain(self, guess: Code | None = None) -> Explanation:
        """Return why to ask a guess, or why not: what it is worth beside the best ones. By default the suggested guess.

        Raises:
            CodeError: the guess is no code of the game.
            ArgumentError: the guess may not be asked.
            ContradictionError: the secret is found.
        """
        self._check_open()
        chosen = self.suggest() if guess is None else guess
        analysis = analyze(self._game, self.history)
        return Explanation(analysis.figures(chosen), analysis)

    def _check_open(self) -> None:
        if self.solved:
            raise ContradictionError(f"the game is over: the secret {self.secret} is found", len(self._steps))

    # Keeping

    def to_json(self) -> str:
        """Return the session as a text, which `from_json` reads; `corral.formats.record` says how.

        Raises:
            ArgumentError: the strategy has no name.
        """
        if not isinstance(self._strategy, str):
            raise ArgumentError(f"the strategy is {shown(self._strategy)}: only one with a name can be written as JSON")
        options = {"consistent": self._consistent, "opener": list(self._opener), "seed": self._seed}
        return write_record(_KIND, self._game, self._steps, {"strategy": self._strategy, **options})

    @classmethod
    def from_json(cls, text: str, game: Game | None = None) -> Self:
        """Return the session that `to_json` wrote. A game that has no id has to be given.

        Raises:
            ArgumentError: the text is none of a session, or of another game than the one given.
            CodeError, FeedbackError, ContradictionError, GameError: something in it is wrong.
        """
        game, history, options = read_record(_KIND, text, game, _MEMBERS)
        session = cls(game, **options)
        for guess, feedback in history:
            session.answer(guess, feedback)
        return session

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Session):
            return NotImplemented
        return self._game == other._game and self._state() == other._state()

    def _state(self) -> tuple[Any, ...]:
        return self._strategy, self._consistent, self._opener, self._seed, self._steps

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self._game, *self._state())


def _restored(
    kind: type[Session],
    game: Game,
    strategy: str | Strategy,
    consistent: bool,
    opener: tuple[str, ...],
    seed: int,
    steps: list[Step],
) -> Session:
    """Return a session as it was pickled."""
    session = kind(game, strategy, consistent=consistent, opener=opener, seed=seed)
    for guess, known in steps:
        session.answer(guess, known)
    return session
