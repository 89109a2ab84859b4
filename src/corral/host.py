"""The one who knows the secret and answers: honestly, or as unhelpfully as can be without a lie."""

from __future__ import annotations

from abc import ABC, abstractmethod
from hashlib import sha256
from os import urandom
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar

import numpy as np

from corral.errors import ArgumentError, ContradictionError, counted
from corral.formats.record import read_record, write_record
from corral.games import Game, check_game
from corral.games.codelist import CodeList
from corral.limits import read_seed
from corral.position import read_guess

if TYPE_CHECKING:
    from corral.feedback import Label
    from corral.games.codelist import Code

__all__ = ["AdversarialHost", "Host"]

_MEMBERS: Final = {"revealed": (bool,)}

_Host = TypeVar("_Host", bound="_Answering")


class _Answering(ABC):
    """What all hosts do: answer until the secret is found or given away, and remember what they said."""

    __slots__ = ("_game", "_revealed", "_steps")

    __hash__ = None  # type: ignore[assignment] # hosts change

    def __init__(self, game: Game) -> None:
        check_game(game)
        self._game = game
        self._steps: list[tuple[str, Label]] = []
        self._revealed = False

    @abstractmethod
    def _respond(self, guess: int) -> int:
        """Return the class number of the answer to a guess, and keep to it."""

    @abstractmethod
    def _secret(self) -> str:
        """Return the secret, or the first code that can be."""

    @property
    def game(self) -> Game:
        """The game."""
        return self._game

    @property
    def history(self) -> tuple[tuple[str, Label], ...]:
        """The guesses so far, each with its answer."""
        return tuple(self._steps)

    @property
    def guesses(self) -> int:
        """How many guesses have been answered."""
        return len(self._steps)

    @property
    def candidates(self) -> CodeList:
        """The codes that agree with every answer so far.

        Raises:
            TooLargeError: the game has too many codes to list.
        """
        return self._game.candidates(self._steps)

    @property
    def found(self) -> bool:
        """Whether the secret has been found."""
        return bool(self._steps) and self._steps[-1][1] == self._game.win

    @property
    def over(self) -> bool:
        """Whether the secret has been found or given away, so that nothing is answered any more."""
        return self._revealed or self.found

    @property
    def secret(self) -> str | None:
        """The secret once the game is over; None before."""
        return self._secret() if self.over else None

    def answer(self, guess: Code) -> Label:
        """Return the answer to a guess.

        Raises:
            CodeError: it is no code of the game, or may not be asked.
            ContradictionError: the game is over.
        """
        if self.over:
            how = "found" if self.found else "given away"
            raise ContradictionError(f"the game is over: the secret {self._secret()} is {how}", len(self._steps))
        number = read_guess(self._game, guess, self._steps)
        label = self._game.label(self._respond(number))
        # A new list: copies share the old one.
        self._steps = [*self._steps, (self._game.guesses[number], label)]
        return label

    def reveal(self) -> str:
        """End the game, if it is not over, and return the secret."""
        self._revealed = not self.found
        return self._secret()

    def _written(self, kind: str, **members: Any) -> str:
        return write_record(kind, self._game, self._steps, {**members, "revealed": self._revealed})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return self._state() == other._state()

    def _state(self) -> tuple[Any, ...]:
        return self._game, self._steps, self._revealed

    def __repr__(self) -> str:
        state = f"the secret is {self._secret()}" if self.over else "open"
        asked = counted(len(self._steps), "guess", "guesses")
        return f"<{type(self).__name__} of {self._game}: {asked}, {state}>"


class Host(_Answering):
    """Answers guesses at a secret, which is drawn if none is given.

    Hosts are changed by `answer` and `reveal` alone, are equal when games, secrets and histories are, and can be
    pickled, copied, and kept as JSON, in which the secret can be read. One thread at a time.

    Args:
        game: the game.
        secret: the secret; drawn at random by default.
        seed: 0 to 2^64 - 1, for a secret that is the same for the same seed and game on every machine: its number
            is what SHA-256 of the seed and the fingerprint of the game leaves modulo the number of secrets.

    >>> import corral
    >>> host = corral.Host(corral.bulls_and_cows(), "0834")
    >>> host.answer("3094"), host.guesses, host.secret
    (Feedback(bulls=1, cows=2), 1, None)
    >>> host.answer("0834"), host.over, host.secret
    (Feedback(bulls=4, cows=0), True, '0834')
    >>> corral.Host(corral.bulls_and_cows(), seed=1).reveal()
    '6305'

    Raises:
        CodeError: the secret is none of the game.
        ArgumentError: an argument is not of its kind, or both a secret and a seed are given.
    """

    __slots__ = ("_number",)

    def __init__(self, game: Game, secret: Code | None = None, seed: int | None = None) -> None:
        super().__init__(game)
        if secret is not None:
            if seed is not None:
                raise ArgumentError("both a secret and a seed are given: expected one of them")
            self._number = game.secrets.index(secret)
            return
        drawn = urandom(32) if seed is None else sha256(f"{read_seed(seed)} {game.fingerprint()}".encode()).digest()
        self._number = int.from_bytes(drawn, "big") % len(game)

    def _respond(self, guess: int) -> int:
        return self._game.answer(guess, self._number)

    def _secret(self) -> str:
        return self._game.secrets[self._number]

    def _state(self) -> tuple[Any, ...]:
        return *super()._state(), self._number

    def to_json(self) -> str:
        """Return the host as a text, which `from_json` reads; `corral.formats.record` says how."""
        return self._written("host", secret=self._secret())

    @classmethod
    def from_json(cls, text: str, game: Game | None = None) -> Self:
        """Return the host that `to_json` wrote. A game that has no id has to be given.

        Raises:
            ArgumentError: the text is none of a host, of another game than the one given, or tells wrong answers.
            CodeError, FeedbackError, ContradictionError, GameError: something in it is wrong.
        """
        game, history, members = read_record("host", text, game, {"secret": (str,), **_MEMBERS})
        return _replayed(cls(game, members["secret"]), history, members["revealed"])


class AdversarialHost(_Answering):
    """Has no secret, but answers every guess so that most codes are left: the secret stays open as long as can be.

    Of answers that leave as many, the first in the order of `game.classes` is given, and so never the winning one while
    another is possible. It is the same game whenever the guesses are. What is said of `Host` holds for it as well.

    >>> import corral
    >>> host = corral.AdversarialHost(corral.bulls_and_cows())
    >>> host.answer("0123"), len(host.candidates)
    (Feedback(bulls=0, cows=1), 1440)

    Raises:
        ArgumentError: the game is none.
        TooLargeError: the game has too many codes to list.
    """

    __slots__ = ("_left",)

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._left = game.candidate_numbers()

    @property
    def candidates(self) -> CodeList:
        """The codes that agree with every answer so far."""
        return CodeList(self._game.secrets.space, self._left)

    def reveal(self) -> str:
        """End the game, if it is not over, and return the first of the codes that are left as the secret."""
        return super().reveal()

    def _respond(self, guess: int) -> int:
        parts = self._game.split(guess, self._left)
        number = int(np.argmax([len(part) for part in parts]))
        self._left = parts[number]
        return number

    def _secret(self) -> str:
        return self.candidates[0]

    def to_json(self) -> str:
        """Return the host as a text, which `from_json` reads; `corral.formats.record` says how."""
        return self._written("adversarial host")

    @classmethod
    def from_json(cls, text: str, game: Game | None = None) -> Self:
        """Return the host that `to_json` wrote; as `Host.from_json`."""
        game, history, members = read_record("adversarial host", text, game, _MEMBERS)
        return _replayed(cls(game), history, members["revealed"])


def _replayed(host: _Host, history: list[tuple[str, str]], revealed: bool) -> _Host:
    """Return a host after the game that was written down."""
    for step, (guess, told) in enumerate(history, 1):
        label = host.answer(guess)
        if label != host.game.parse_feedback(told):
            raise ArgumentError(f"step {step} of the host's history: the answer to {guess} is {label}, not {told}")
    if revealed:
        host.reveal()
    return host
