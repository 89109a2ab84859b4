"""What every game has: guesses, secrets, and how a guess is answered.

A game is a matrix, guesses by secrets, of classes of feedback, of which the last one wins. What is done with games is
written against `Game`; its subclasses say what the codes are, what an answer means, and what computes the classes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from corral.errors import ArgumentError, ContradictionError, FeedbackError, TooLargeError, shown
from corral.games.codelist import Code, CodeList
from corral.history import History, read_pairs, read_step, step_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from corral._core import Codes, Matrix
    from corral.feedback import Answer, Known, Label

__all__ = ["NO_SECRET", "Game", "Referee", "check_game"]

NO_SECRET: Final = 0xFFFF_FFFF
"""What `Game.found` has for a guess that can never win."""


@dataclass(frozen=True, slots=True)
class Referee:
    """A game in plain Python, for checks: its secrets and guesses in game order, and how a guess is answered."""

    secrets: Sequence[Any]
    guesses: Sequence[Any]
    answer: Callable[[Any, Any], Label]


class Game(ABC):
    """A deduction game: which secrets and guesses there are, and how a guess is answered.

    Made by `bulls_and_cows`, `mastermind`, `words`, `number`, `from_table` or `game`. Games are immutable, hashable and
    picklable, and equal when their rules and codes are. `len(game)` is the number of secrets.

    Wherever a code is taken it may be a text (`"0123"`, or `"red blue"` where a symbol's name is longer than one
    character) or a sequence of names; never an int. Codes are in game order, which is that of the symbols, or that of a
    list of words.

    `classes` are the feedbacks that some guess and secret give, ascending, the winning one last.

    >>> import corral
    >>> game = corral.mastermind()
    >>> game, len(game), game.feedback("1122", "2213")
    (corral.game('mastermind:4x6'), 1296, Feedback(bulls=0, cows=3))
    """

    __slots__ = ()

    # What the kinds of games say

    @property
    @abstractmethod
    def id(self) -> str | None:
        """The text that `game` makes the same game of; None if there is none."""

    @property
    @abstractmethod
    def secrets(self) -> CodeList:
        """Every code that may be the secret, in game order; no list is made."""

    @property
    @abstractmethod
    def guesses(self) -> CodeList:
        """Every code that may be guessed, in game order; no list is made."""

    @property
    @abstractmethod
    def classes(self) -> tuple[Label, ...]:
        """The feedbacks that some guess and secret give, ascending, the winning one last."""

    @property
    @abstractmethod
    def core(self) -> Codes | Matrix:
        """The game in the compiled core, made on first use.

        Raises:
            TooLargeError: there are too many codes, or more than 256 classes.
        """

    @abstractmethod
    def feedback(self, guess: Code, secret: Code) -> Label:
        """Return the answer to a guess.

        >>> import corral
        >>> corral.bulls_and_cows().feedback("3094", "0834")
        Feedback(bulls=1, cows=2)

        Raises:
            CodeError: one of them is no code of the game.
        """

    @abstractmethod
    def answer(self, guess: int, secret: int) -> int:
        """Return the class number of the answer to a guess; both are given by their numbers."""

    @abstractmethod
    def found(self, guesses: NDArray[np.uint32]) -> NDArray[np.uint32]:
        """Return, for each guess, the secret that it wins against, or `NO_SECRET`; all are numbers."""

    @abstractmethod
    def winning(self, secrets: NDArray[np.uint32]) -> NDArray[np.uint32]:
        """Return, for each secret, the first guess that wins against it; all are numbers."""

    @abstractmethod
    def referee(self) -> Referee:
        """Return the game in plain Python, which shares nothing with the compiled core."""

    @abstractmethod
    def fingerprint(self) -> str:
        """Return a text that is the same for equal games alone."""

    @abstractmethod
    def _fill(self, out: NDArray[np.uint8]) -> None:
        """Write the feedback table."""

    @abstractmethod
    def _read_label(self, given: Answer) -> Label:
        """Return the label that is meant; whether the game can give it is checked elsewhere."""

    def _read_known(self, given: Answer) -> Known:
        """Return what is known of an answer, likewise."""
        return self._read_label(given)

    def _says_nothing(self, given: Answer) -> bool:
        """Return whether what is given for an answer says that it is not known at all."""
        return given is None or (isinstance(given, str) and given.strip() == "?" and "?" not in self.classes)

    def _agrees(self, label: Label, known: Known) -> bool:
        """Return whether a feedback can be the one of which something is known, but not all."""
        return False

    def _why_not(self, known: Known) -> str:
        """Return why an answer cannot be given."""
        return f"guesses and secrets of {self} give only {' '.join(map(str, self.classes))}"

    def _advice(self) -> str:
        """Return what follows the message that no code is left."""
        return ""

    @property
    def hard(self) -> bool:
        """Whether what may be guessed depends on the answers so far, see `allowed`."""
        return False

    @property
    def spaced(self) -> bool:
        """Whether codes may have spaces in them."""
        return False

    def allowed(self, history: History) -> NDArray[np.uint32] | None:
        """Return the numbers of the guesses that may follow a history, ascending; None if all may."""
        return None

    # What follows

    def __str__(self) -> str:
        return self.id or repr(self)

    def __len__(self) -> int:
        return len(self.secrets)

    @property
    def win(self) -> Label:
        """The feedback of the guess that is the secret."""
        return self.classes[-1]

    def parse_feedback(self, given: Answer) -> Label:
        """Return the feedback that a text, a pair of numbers or a label stands for.

        For bulls and cows the texts are `1,2`, `1 2`, `12` (up to 9 places), `1A2B` (bulls, cows), `1B2C` (bulls,
        cows), `+1-2`, `BWW` and `-` for 0,0, in any case, with spaces; where one half is missing (`2A`, `3C`, `+1`,
        `-2`) it is 0. Where only bulls are counted it is their number.

        >>> import corral
        >>> corral.bulls_and_cows().parse_feedback("1A2B")
        Feedback(bulls=1, cows=2)

        Raises:
            FeedbackError: it is no feedback, or no guess and secret of the game give it.
        """
        label = self._read_label(given)
        if label not in self.classes:
            raise FeedbackError(f"{shown(given)} cannot occur: {self._why_not(label)}")
        return label

    def parse_known(self, given: Answer) -> Known:
        """Return what the answer in a step of a history says: the feedback, or what is known of it.

        Where a count is not known a text has `?` and a pair None.

        >>> import corral
        >>> corral.bulls_and_cows().parse_known("1,?"), corral.bulls_and_cows().parse_known("1,2")
        ((1, None), Feedback(bulls=1, cows=2))

        Raises:
            FeedbackError: it is no feedback, or no guess and secret of the game give it.
        """
        known = None if self._says_nothing(given) else self._read_known(given)
        if not self.agreeing(known):
            raise FeedbackError(f"{shown(given)} cannot occur: {self._why_not(known)}")
        return known

    def agreeing(self, known: Known) -> list[int]:
        """Return the numbers of the classes that agree with what is known of an answer."""
        if known in self.classes:
            return [self.classes.index(known)]
        return [number for number, label in enumerate(self.classes) if known is None or self._agrees(label, known)]

    def check_answer(self, guess: int, given: Answer) -> None:
        """Check that a guess, given by its number, gets an answer of some secret, whatever the answers before it.

        Raises:
            FeedbackError: it does not, as no question `>50` is answered by `win`; or it is no feedback.
            TooLargeError: the game has too many codes to list.
        """
        parts = self.split(guess, None)
        if not any(parts[number].size for number in self.agreeing(self.parse_known(given))):
            possible = " ".join(str(label) for label, part in zip(self.classes, parts, strict=True) if part.size)
            told = f"{shown(given)} is no answer to {self.guesses[guess]}: expected one of {possible}"
            raise FeedbackError(f"{told}{self._advice()}")

    def label(self, number: int) -> Label:
        """Return the feedback with a class number, which is its place in `classes`."""
        return self.classes[number]

    def class_number(self, label: Answer) -> int:
        """Return the class number of a feedback in any form that `parse_feedback` takes."""
        return self.classes.index(self.parse_feedback(label))

    def candidates(self, history: History = ()) -> CodeList:
        """Return the secrets that agree with every answer of a history, in game order.

        A history is an iterable of pairs (guess, feedback). Where a count is not known, a text has `?` and a pair None.
        If what is known may be the winning feedback, the guess stays among the candidates, as a secret not found yet.

        >>> import corral
        >>> game = corral.bulls_and_cows()
        >>> len(game.candidates([("0123", "0,1"), ("4561", "0,1")])), len(game.candidates([("0123", "3,?")]))
        (378, 24)
        >>> "0123" in game.candidates([("0123", "?,0")]), "0123" in game.candidates([("0123", "?,1")])
        (True, False)

        Raises:
            ArgumentError: the history is no iterable.
            CodeError, FeedbackError: an item of it is wrong.
            ContradictionError: no code agrees.
            TooLargeError: the game has too many codes to list.
        """
        return CodeList(self.secrets.space, self.candidate_numbers(history))

    def candidate_numbers(self, history: History = ()) -> NDArray[np.uint32]:
        """Return the numbers of `candidates`, ascending, uint32 [codes]."""
        pairs = read_pairs(history)
        answers = [read_step(pair, step, self.guesses.index, self.parse_known) for step, pair in enumerate(pairs, 1)]
        numbers = None
        for step, (guess, known) in enumerate(answers, 1):
            numbers = self.narrow(numbers, guess, known)
            if not numbers.size:
                told = f"step {step} of the history, {step_text(pairs[step - 1])}, leaves no code of {self}"
                raise ContradictionError(f"{told} that agrees with the steps before{self._advice()}", step)
        if numbers is not None:
            return numbers
        self._check_size()
        return np.arange(len(self), dtype=np.uint32)

    def _check_size(self) -> None:
        """Raise what `core` raises if there are too many codes to list."""
        _ = self.core

    def partition(self, guess: Code, candidates: Sequence[Code] | None = None) -> dict[Label, CodeList]:
        """Return the candidates, by default all secrets, by the feedback that each gives to a guess.

        Only the feedbacks that occur, in the order of `classes`; the codes of each in game order.

        >>> import corral
        >>> parts = corral.bulls_and_cows().partition("0123", ["0123", "4567", "3210", "0132"])
        >>> {str(feedback): list(codes) for feedback, codes in parts.items()}
        {'0,0': ['4567'], '0,4': ['3210'], '2,2': ['0132'], '4,0': ['0123']}

        Raises:
            CodeError: the guess or a candidate is no code of the game.
            ArgumentError: the candidates are no list of codes.
            TooLargeError: the game has too many codes to list.
        """
        self._check_size()
        numbers = None if candidates is None else self.secrets.distinct(candidates)
        parts = self.parts(self.guesses.index(guess), numbers)
        return {self.label(number): CodeList(self.secrets.space, part) for number, part in parts.items()}

    def split(self, guess: int, candidates: NDArray[np.uint32] | None) -> list[NDArray[np.uint32]]:
        """Return the candidates by the class of their feedback to a guess, those of a class ascending.

        All are numbers; candidates are ascending and without duplicates, None stands for all secrets.
        """
        parts, nothing = self.parts(guess, candidates), np.empty(0, np.uint32)
        return [parts.get(number, nothing) for number in range(len(self.classes))]

    def parts(self, guess: int, candidates: NDArray[np.uint32] | None) -> dict[int, NDArray[np.uint32]]:
        """Return what is not empty of `split`, by class number, ascending."""
        core = self.core
        out = np.empty(len(self) if candidates is None else len(candidates), np.uint32)
        parts, start = {}, 0
        for number, size in enumerate(core.split(guess, candidates, out)):
            if size:
                parts[number] = out[start : start + size]
                start += size
        return parts

    def narrow(self, candidates: NDArray[np.uint32] | None, guess: int, known: Known) -> NDArray[np.uint32]:
        """Return those of the candidates that agree with what is known of the answer to a guess, as in `split`."""
        parts = self.split(guess, candidates)
        return np.sort(np.concatenate([parts[number] for number in self.agreeing(known)]))

    def can_win(self, guesses: NDArray[np.uint32], candidates: NDArray[np.uint32] | None) -> NDArray[np.bool_]:
        """Return whether each guess wins against one of the candidates, None for all secrets; all are numbers."""
        # The last place stands for guesses that win against no secret.
        is_left = np.zeros(len(self) + 1, np.bool_)
        is_left[slice(len(self)) if candidates is None else candidates] = True
        return is_left[np.minimum(self.found(guesses), len(self))]

    def feedback_table(self, out: NDArray[np.uint8] | None = None, *, memory_limit: int = 2 << 30) -> NDArray[np.uint8]:
        """Return the class number of every guess against every secret, uint8 [guess, secret] in game order.

        `out` is filled and returned if given: uint8, C-contiguous, writable. Without it a table of more than
        `memory_limit` bytes is refused.

        >>> import corral
        >>> game = corral.mastermind()
        >>> game.label(game.feedback_table()[game.guesses.index("1122"), game.secrets.index("2213")])
        Feedback(bulls=0, cows=3)

        Raises:
            TooLargeError: the table would not fit, or the game has too many codes or more than 256 classes.
            ArgumentError: `out` is not such an array.
        """
        shape = (len(self.guesses), len(self))
        size = shape[0] * shape[1]
        if out is None:
            if size > memory_limit:
                raise TooLargeError(f"the table of {self} needs {size} bytes, memory_limit is {memory_limit}")
        elif not isinstance(out, np.ndarray):
            raise ArgumentError(f"out is {shown(out)}: expected a numpy array")
        elif out.dtype != np.uint8 or out.shape != shape or not (out.flags.c_contiguous and out.flags.writeable):
            raise ArgumentError(
                f"out is {out.dtype} {out.shape}, C-contiguous: {out.flags.c_contiguous}, writable:"
                f" {out.flags.writeable}; expected uint8 {shape}, C-contiguous and writable"
            )
        self._check_size()
        if out is None:
            out = np.empty(shape, np.uint8)
        self._fill(out)
        return out


def check_game(given: object) -> None:
    """Check that what was given as a game is one, and not its id.

    Raises:
        ArgumentError: it is none.
    """
    if not isinstance(given, Game):
        raise ArgumentError(f"game is {shown(given)}: expected a Game, such as corral.game('mastermind:4x6')")
