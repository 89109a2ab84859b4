"""Peg games: Bulls and Cows, Mastermind and their relatives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, get_args

from corral import reference
from corral._core import MAX_CODES, Codes, Rule
from corral.arguments import read_flag, read_whole
from corral.errors import CodeError, GameError, TooLargeError, shown
from corral.feedback import Answer, Feedback, Known, Label, read_feedback, read_known
from corral.games.base import Game, Referee
from corral.games.codelist import Code, CodeList
from corral.games.ids import FeedbackRule, check_writable, composed, symbol_names, write_id

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["PegGame", "bulls_and_cows", "mastermind"]

_RULES: Final = get_args(FeedbackRule)
_MAX_LENGTH: Final = 12
_MAX_SYMBOLS: Final = 36


@dataclass(frozen=True, slots=True, repr=False)
class PegGame(Game):
    """A game of codes of so many symbols. Every code may be guessed and may be the secret.

    Codes are in game order: by the first symbol, then the second, ...; so `guesses` and `secrets` are the same.
    """

    length: int
    symbols: tuple[str, ...]
    repeats: bool
    leading_zero: bool
    feedback_rule: FeedbackRule
    rule: Rule = field(init=False, compare=False)
    _labels: tuple[Label, ...] = field(init=False, compare=False)
    _numbers: dict[str, int] = field(init=False, compare=False)
    _joint: str = field(init=False, compare=False)
    _codes: Codes | None = field(init=False, compare=False)

    def __post_init__(self) -> None:
        self._keep(
            length=read_whole(self.length, "length", 1, _MAX_LENGTH, error=GameError),
            repeats=read_flag(self.repeats, "repeats", GameError),
            leading_zero=read_flag(self.leading_zero, "leading_zero", GameError),
        )
        self._check()
        rule = Rule(self.length, len(self.symbols), self.repeats, self.leading_zero, self._bulls_only)
        self._keep(
            rule=rule,
            _labels=tuple(bulls if self._bulls_only else Feedback(bulls, cows) for bulls, cows in rule.classes),
            _numbers={name: number for number, name in enumerate(self.symbols)},
            _joint="" if max(map(len, self.symbols)) == 1 else " ",
            _codes=None,
        )

    def _keep(self, **values: Any) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def _check(self) -> None:
        if not isinstance(self.symbols, tuple):
            raise GameError(f"symbols is {shown(self.symbols)}: expected a tuple of names")
        read_whole(len(self.symbols), "the number of symbols", 1, _MAX_SYMBOLS, error=GameError)
        for name in self.symbols:
            if not isinstance(name, str) or not name or any(c.isspace() or c in "[]" for c in name):
                raise GameError(f"symbol {shown(name)}: expected a text without white space, '[' and ']'")
            check_writable(name, "a symbol")
            if self.symbols.count(name) > 1:
                raise GameError(f"symbol {shown(name)} is given twice")
        if self.feedback_rule not in _RULES:
            raise GameError(f"feedback is {shown(self.feedback_rule)}: expected one of {_RULES}")
        if not self.repeats and len(self.symbols) < self.length:
            raise GameError(
                f"{len(self.symbols)} symbols on {self.length} places: without repeats there must be as many as places"
            )
        if not self.leading_zero and len(self.symbols) == 1:
            raise GameError("one symbol that may not lead: leading_zero=False needs two symbols or more")

    @property
    def _bulls_only(self) -> bool:
        return self.feedback_rule == "bulls"

    def __reduce__(self) -> tuple[Any, ...]:
        return PegGame, self._fields()

    def _fields(self) -> tuple[int, tuple[str, ...], bool, bool, FeedbackRule]:
        return self.length, self.symbols, self.repeats, self.leading_zero, self.feedback_rule

    def __repr__(self) -> str:
        return f"corral.game({self.id!r})"

    def __len__(self) -> int:
        return self.rule.count

    @property
    def id(self) -> str:
        """The text that `game` makes the same game of.

        >>> import corral
        >>> corral.bulls_and_cows(3, 10, leading_zero=False).id, corral.bulls_and_cows(2, ["red", "blue"]).id
        ('bulls-and-cows:3x10+nozero', 'bulls-and-cows:2[red blue]')
        """
        return write_id(*self._fields())

    @property
    def classes(self) -> tuple[Label, ...]:
        """The feedbacks that some guess and secret give, ascending, the winning one last."""
        return self._labels

    @property
    def secrets(self) -> CodeList:
        """Every code that may be the secret, in game order; no list is made."""
        return CodeList(self)

    @property
    def guesses(self) -> CodeList:
        """Every code that may be guessed, in game order; no list is made."""
        return CodeList(self)

    @property
    def spaced(self) -> bool:
        """Whether codes may have spaces in them."""
        return bool(self._joint)

    def code(self, code: Code) -> bytes:
        """Return the symbol numbers of a code given as a text or as a sequence of names.

        Raises:
            CodeError: it is no code of the game.
        """
        if isinstance(code, str):
            names: Sequence[str] = composed(code).split() if self._joint else composed(code).strip()
        elif isinstance(code, Sequence):
            names = tuple(map(composed, code))
        else:
            why = " (an int has no leading zeros)" if isinstance(code, int) else ""
            raise CodeError(f"{shown(code)} is no code: expected a text or a sequence of names{why}")
        try:
            numbers = bytes([self._numbers[name] for name in names])
        except (KeyError, TypeError):
            raise self._no_code(code, names) from None
        wrong = len(numbers) != self.length or (not self.repeats and len(set(numbers)) != self.length)
        if wrong or not (self.leading_zero or numbers[0]):
            raise self._no_code(code, names)
        return numbers

    def _no_code(self, code: Code, names: Sequence[str]) -> CodeError:
        """Return what is wrong with names that are no code."""
        if len(names) != self.length:
            return CodeError(f"{shown(code)} has {len(names)} symbols: expected {self.length}")
        for place, name in enumerate(names, 1):
            if not isinstance(name, str) or name not in self.symbols:
                known = self._joint.join(self.symbols)
                return CodeError(f"{shown(code)}: {shown(name)} at place {place} is none of the symbols {known}")
            if not self.repeats and name in names[: place - 1]:
                return CodeError(f"{shown(code)}: {shown(name)} at place {place} is there before: none may repeat")
        return CodeError(f"{shown(code)}: {shown(names[0])} may not be at place 1")

    def number(self, code: Code) -> int:
        """Return the number of a code in game order, from 0.

        Raises:
            CodeError: it is no code of the game.
        """
        return self.rule.rank(self.code(code))

    def text(self, number: int) -> str:
        """Return the text of the code with a number."""
        return self._joint.join([self.symbols[symbol] for symbol in self.rule.unrank(number)])

    @property
    def core(self) -> Codes:
        """The list of all codes in the compiled core, made on first use.

        Raises:
            TooLargeError: there are too many.
        """
        codes = self._codes
        if codes is None:
            if len(self) > MAX_CODES:
                raise TooLargeError(f"{self.id} has {len(self)} codes: no more than {MAX_CODES} can be listed")
            try:
                codes = Codes(self.rule)
            except MemoryError:
                raise TooLargeError(f"{self.id} has {len(self)} codes: no memory to list them") from None
            # Two threads may both come here; either list will do.
            self._keep(_codes=codes)
        return codes

    def feedback(self, guess: Code, secret: Code) -> Label:
        """Return the answer to a guess: a `Feedback`, or the number of bulls where only they are counted.

        >>> import corral
        >>> corral.bulls_and_cows().feedback("3094", "0834")
        Feedback(bulls=1, cows=2)

        Raises:
            CodeError: one of them is no code of the game.
        """
        return self.classes[self.rule.feedback(self.code(guess), self.code(secret))]

    def answer(self, guess: int, secret: int) -> int:
        """Return the class number of the answer to a guess; both are given by their numbers."""
        return self.rule.feedback(self.rule.unrank(guess), self.rule.unrank(secret))

    def found(self, guesses: NDArray[np.uint32]) -> NDArray[np.uint32]:
        """Return, for each guess, the secret that it wins against, which is itself."""
        return guesses

    def winning(self, secrets: NDArray[np.uint32]) -> NDArray[np.uint32]:
        """Return, for each secret, the guess that wins against it, which is itself."""
        return secrets

    def referee(self) -> Referee:
        """Return the game in plain Python, which shares nothing with the compiled core."""
        codes = reference.all_codes(self.length, self.symbols, self.repeats, self.leading_zero)
        bulls_only = self._bulls_only

        def answer(guess: Sequence[str], secret: Sequence[str]) -> Label:
            found = reference.feedback(guess, secret, bulls_only)
            return found if isinstance(found, int) else Feedback(*found)

        return Referee(codes, codes, answer)

    def fingerprint(self) -> str:
        """Return a text that is the same for equal games alone."""
        return self.id

    def _fill(self, out: NDArray[np.uint8]) -> None:
        self.core.table(out)

    def _read_label(self, given: Answer) -> Label:
        return read_feedback(given, self.length, self._bulls_only)

    def _read_known(self, given: Answer) -> Known:
        return read_known(given, self.length, self._bulls_only)

    def _agrees(self, label: Label, known: Known) -> bool:
        return reference.agrees(label, known)

    def _why_not(self, known: Known) -> str:
        if isinstance(known, Feedback) and sum(known) > self.length:
            return f"{known.bulls} bulls and {known.cows} cows are more than {self.length} places"
        if known == (self.length - 1, 1):
            return f"with {self.length - 1} symbols in place the last one cannot be in a wrong place"
        return super(PegGame, self)._why_not(known)  # the class with slots is another one than in super()


def bulls_and_cows(
    length: int = 4,
    symbols: int | str | Sequence[str] = 10,
    repeats: bool = False,
    leading_zero: bool = True,
    *,
    feedback: FeedbackRule = "bulls-and-cows",
) -> PegGame:
    """Return a game of Bulls and Cows.

    Args:
        length: the number of places, 1 to 12.
        symbols: how many of 0-9 and a-z, or a text of one-character symbols, or a sequence of names; 36 at most.
        repeats: whether a code may have a symbol more than once.
        leading_zero: whether the first symbol may be at the first place.
        feedback: `"bulls-and-cows"`, or `"bulls"` to count bulls only.

    >>> len(bulls_and_cows()), len(bulls_and_cows(leading_zero=False)), len(bulls_and_cows(3, "ABCD", True))
    (5040, 4536, 64)

    Raises:
        GameError: a value makes no game.
    """
    return PegGame(length, symbol_names(symbols, "symbols", "bulls-and-cows"), repeats, leading_zero, feedback)


def mastermind(
    pegs: int = 4, colors: int | str | Sequence[str] = 6, *, feedback: FeedbackRule = "bulls-and-cows"
) -> PegGame:
    """Return a game of Mastermind: Bulls and Cows with repeats, on symbols that start at 1.

    Args:
        pegs: the number of places, 1 to 12.
        colors: how many of 1-9 and a-z, 35 at most, or a text of one-character symbols, or a sequence of names, 36 at
            most.
        feedback: `"bulls-and-cows"`, or `"bulls"` to count bulls (black pegs) only.

    >>> mastermind(4, "RGBYOP").id
    'bulls-and-cows:4[RGBYOP]+repeats'

    Raises:
        GameError: a value makes no game.
    """
    return PegGame(pegs, symbol_names(colors, "colors", "mastermind"), True, True, feedback)
