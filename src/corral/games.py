"""Peg games: Bulls and Cows, Mastermind and their relatives."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, get_args

import numpy as np

from corral._core import MAX_CODES, Codes, Rule
from corral.codelist import CodeList
from corral.errors import (
    ArgumentError,
    CodeError,
    ContradictionError,
    FeedbackError,
    GameError,
    TooLargeError,
    shown,
)
from corral.feedback import Answer, Feedback, Known, Label, read_feedback, read_known
from corral.flags import read_flag
from corral.history import History, read_pairs, read_step
from corral.ids import FeedbackRule, read_id, symbol_names, whole_number, write_id

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["FeedbackRule", "Game", "bulls_and_cows", "check_game", "game", "mastermind"]

_RULES: Final = get_args(FeedbackRule)
_MAX_LENGTH: Final = 12
_MAX_SYMBOLS: Final = 36
_MAX_CLASSES: Final = 255


@dataclass(frozen=True, slots=True, repr=False)
class Game:
    """A peg game: which codes there are, and how a guess is answered. Immutable, hashable and picklable.

    Made by `bulls_and_cows`, `mastermind` or `game`. Games are equal when the length, the symbols and the rules are.
    Every code of the game may be guessed and may be the secret. `len(game)` is the number of codes.

    Wherever a code is taken it may be a text (`"0123"`, or `"red blue"` where a symbol's name is longer than one
    character) or a sequence of names; never an int. Codes are in game order: by the first symbol, then the second, ...

    `classes` are the feedbacks that some guess and secret give, ascending, the winning one last.

    >>> import corral
    >>> game = corral.mastermind()
    >>> game, len(game), game.feedback("1122", "2213")
    (corral.game('mastermind:4x6'), 1296, Feedback(bulls=0, cows=3))
    """

    length: int
    symbols: tuple[str, ...]
    repeats: bool
    leading_zero: bool
    feedback_rule: FeedbackRule
    rule: Rule = field(init=False, compare=False)
    classes: tuple[Label, ...] = field(init=False, compare=False)
    _joint: str = field(init=False, compare=False)
    _codes: Codes | None = field(init=False, compare=False)

    def __post_init__(self) -> None:
        self._keep(
            length=whole_number(self.length, "length", _MAX_LENGTH),
            repeats=read_flag(self.repeats, "repeats", GameError),
            leading_zero=read_flag(self.leading_zero, "leading_zero", GameError),
        )
        self._check()
        rule = Rule(self.length, len(self.symbols), self.repeats, self.leading_zero, self._bulls_only)
        self._keep(
            rule=rule,
            classes=tuple(bulls if self._bulls_only else Feedback(bulls, cows) for bulls, cows in rule.classes),
            _joint="" if max(map(len, self.symbols)) == 1 else " ",
            _codes=None,
        )

    def _keep(self, **values: Any) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def _check(self) -> None:
        if not isinstance(self.symbols, tuple):
            raise GameError(f"symbols is {shown(self.symbols)}: expected a tuple of names")
        whole_number(len(self.symbols), "the number of symbols", _MAX_SYMBOLS)
        for name in self.symbols:
            if not isinstance(name, str) or not name or any(c.isspace() or c in "[]" for c in name):
                raise GameError(f"symbol {shown(name)}: expected a text without white space, '[' and ']'")
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
        return Game, self._fields()

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
    def win(self) -> Label:
        """The feedback of the guess that is the secret."""
        return self.classes[-1]

    @property
    def secrets(self) -> CodeList:
        """Every code that may be the secret, in game order; no list is made."""
        return CodeList(self, range(len(self)))

    @property
    def guesses(self) -> CodeList:
        """Every code that may be guessed, in game order; no list is made."""
        return self.secrets

    def code(self, code: Sequence[str]) -> bytes:
        """Return the symbol numbers of a code given as a text or as a sequence of names.

        Raises:
            CodeError: it is no code of the game.
        """
        if isinstance(code, str):
            names: Sequence[str] = code.split() if self._joint else code.strip()
        elif isinstance(code, Sequence):
            names = code
        else:
            why = " (an int has no leading zeros)" if isinstance(code, int) else ""
            raise CodeError(f"{shown(code)} is no code: expected a text or a sequence of names{why}")
        if len(names) != self.length:
            raise CodeError(f"{shown(code)} has {len(names)} symbols: expected {self.length}")
        for place, name in enumerate(names, 1):
            if not isinstance(name, str) or name not in self.symbols:
                known = self._joint.join(self.symbols)
                raise CodeError(f"{shown(code)}: {shown(name)} at place {place} is none of the symbols {known}")
            if not self.repeats and name in names[: place - 1]:
                raise CodeError(f"{shown(code)}: {shown(name)} at place {place} is there before: none may repeat")
        if not self.leading_zero and names[0] == self.symbols[0]:
            raise CodeError(f"{shown(code)}: {shown(names[0])} may not be at place 1")
        return bytes(map(self.symbols.index, names))

    def text(self, code: bytes) -> str:
        """Return the text of a code given by its symbol numbers."""
        return self._joint.join([self.symbols[symbol] for symbol in code])

    def index(self, code: Sequence[str]) -> int:
        """Return the number of a code in game order, from 0.

        >>> import corral
        >>> corral.bulls_and_cows().index("0132")
        7

        Raises:
            CodeError: it is no code of the game.
        """
        return self.rule.rank(self.code(code))

    def numbers(self, codes: Sequence[Sequence[str]] | NDArray[np.integer]) -> NDArray[np.uint32]:
        """Return the numbers, uint32, of codes in the order given. An array is taken for the numbers themselves.

        Raises:
            CodeError: one is no code of the game.
            ArgumentError: there is no list of codes.
            TooLargeError: the game has too many codes to list.
        """
        if not isinstance(codes, Iterable):
            raise ArgumentError(f"{shown(codes)} is no list of codes: expected a sequence of them")
        count = len(self.codes)
        if isinstance(codes, CodeList) and codes.game == self:
            numbers = codes.numbers
            codes = np.arange(numbers.start, numbers.stop, numbers.step) if isinstance(numbers, range) else numbers
        if not isinstance(codes, np.ndarray):
            return np.fromiter(map(self.index, codes), np.uint32)
        if codes.ndim != 1 or codes.dtype.kind not in "iu":
            raise ArgumentError(f"code numbers are {codes.dtype} {codes.shape}: expected one dimension of integers")
        wrong = codes[(codes < 0) | (codes >= count)]
        if wrong.size:
            raise CodeError(f"there is no code number {wrong[0]}: {self.id} has {count} codes, numbered from 0")
        return np.array(codes, np.uint32)

    def distinct_numbers(self, codes: Sequence[Sequence[str]] | NDArray[np.integer]) -> NDArray[np.uint32]:
        """Return `numbers` ascending and without duplicates."""
        numbers = np.sort(self.numbers(codes))
        # Not np.unique, which hashes integers and takes seconds for millions.
        kept = np.ones(numbers.size, np.bool_)
        kept[1:] = numbers[1:] != numbers[:-1]
        return numbers[kept]

    @property
    def codes(self) -> Codes:
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

    def feedback(self, guess: Sequence[str], secret: Sequence[str]) -> Label:
        """Return the answer to a guess: a `Feedback`, or the number of bulls where only they are counted.

        >>> import corral
        >>> corral.bulls_and_cows().feedback("3094", "0834")
        Feedback(bulls=1, cows=2)

        Raises:
            CodeError: one of them is no code of the game.
        """
        return self.classes[self.rule.feedback(self.code(guess), self.code(secret))]

    def parse_feedback(self, given: Answer) -> Label:
        """Return the feedback that a text, a pair of numbers or a label stands for.

        The texts are `1,2`, `1 2`, `12` (up to 9 places), `1A2B` (bulls, cows), `1B2C` (bulls, cows), `+1-2`, `BWW` and
        `-` for 0,0, in any case, with spaces; where one half is missing (`2A`, `3C`, `+1`, `-2`) it is 0. Where only
        bulls are counted it is their number.

        >>> import corral
        >>> corral.bulls_and_cows().parse_feedback("1A2B")
        Feedback(bulls=1, cows=2)

        Raises:
            FeedbackError: it is no feedback, or no guess and secret of the game give it.
        """
        label = read_feedback(given, self.length, self._bulls_only)
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
        known = read_known(given, self.length, self._bulls_only)
        if not self._agreeing(known):
            raise FeedbackError(f"{shown(given)} cannot occur: {self._why_not(known)}")
        return known

    def _agreeing(self, known: Known) -> list[int]:
        """Return the numbers of the classes that agree with what is known of an answer."""
        counts = known if isinstance(known, tuple) else (known, None)
        return [
            number
            for number, label in enumerate(self.rule.classes)
            if all(given in (None, count) for given, count in zip(counts, label, strict=True))
        ]

    def _why_not(self, label: Known) -> str:
        if isinstance(label, Feedback) and sum(label) > self.length:
            return f"{label.bulls} bulls and {label.cows} cows are more than {self.length} places"
        if label == (self.length - 1, 1):
            return f"with {self.length - 1} symbols in place the last one cannot be in a wrong place"
        return f"guesses and secrets of {self.id} give only {' '.join(map(str, self.classes))}"

    def label(self, number: int) -> Label:
        """Return the feedback with a class number, which is its place in `classes`."""
        return self.classes[number]

    def class_number(self, label: Answer) -> int:
        """Return the class number of a feedback in any form that `parse_feedback` takes."""
        return self.classes.index(self.parse_feedback(label))

    def candidates(self, history: History = ()) -> CodeList:
        """Return the codes that agree with every answer of a history, in game order.

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
        return CodeList(self, self.candidate_numbers(history))

    def candidate_numbers(self, history: History = ()) -> NDArray[np.uint32]:
        """Return the code numbers of `candidates`, ascending, uint32 [codes]."""
        pairs = read_pairs(history)
        answers = [read_step(pair, step, self.index, self.parse_known) for step, pair in enumerate(pairs, 1)]
        numbers = None
        for step, (guess, known) in enumerate(answers, 1):
            parts = self._split(guess, numbers)
            numbers = np.sort(np.concatenate([parts[number] for number in self._agreeing(known)]))
            if not numbers.size:
                told = f"step {step} of the history, {shown(pairs[step - 1])}, leaves no code of {self.id}"
                raise ContradictionError(f"{told} that agrees with the steps before", step)
        return np.arange(len(self.codes), dtype=np.uint32) if numbers is None else numbers

    def partition(
        self, guess: Sequence[str], candidates: Sequence[Sequence[str]] | None = None
    ) -> dict[Label, CodeList]:
        """Return the candidates, by default all codes, by the feedback that each gives to a guess.

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
        numbers = None if candidates is None else self.distinct_numbers(candidates)
        parts = zip(self.classes, self._split(self.index(guess), numbers), strict=True)
        return {label: CodeList(self, part) for label, part in parts if part.size}

    def _split(self, guess: int, numbers: NDArray[np.uint32] | None) -> list[NDArray[np.uint32]]:
        """Return the code numbers, None for all, by the class of their feedback to a guess."""
        codes = self.codes
        out = np.empty(len(codes) if numbers is None else len(numbers), np.uint32)
        sizes = codes.split(guess, numbers, out)
        return np.split(out, np.cumsum(np.array(sizes))[:-1])

    def feedback_table(self, out: NDArray[np.uint8] | None = None, *, memory_limit: int = 2 << 30) -> NDArray[np.uint8]:
        """Return the class number of every guess against every secret, uint8 [guess, secret] in game order.

        `out` is filled and returned if given: uint8, C-contiguous, writable. Without it a table of more than
        `memory_limit` bytes is refused.

        >>> import corral
        >>> game = corral.mastermind()
        >>> game.label(game.feedback_table()[game.index("1122"), game.index("2213")])
        Feedback(bulls=0, cows=3)

        Raises:
            TooLargeError: the table would not fit, or the game has too many codes or more than 255 classes.
            ArgumentError: `out` is not such an array.
        """
        if len(self.classes) > _MAX_CLASSES:
            raise TooLargeError(f"{self.id} has {len(self.classes)} classes of feedback: a table holds {_MAX_CLASSES}")
        shape = (len(self), len(self))
        if out is None:
            if len(self) ** 2 > memory_limit:
                raise TooLargeError(
                    f"the table of {self.id} needs {len(self) ** 2} bytes, memory_limit is {memory_limit}"
                )
        elif not isinstance(out, np.ndarray):
            raise ArgumentError(f"out is {shown(out)}: expected a numpy array")
        elif out.dtype != np.uint8 or out.shape != shape or not (out.flags.c_contiguous and out.flags.writeable):
            raise ArgumentError(
                f"out is {out.dtype} {out.shape}, C-contiguous: {out.flags.c_contiguous}, writable:"
                f" {out.flags.writeable}; expected uint8 {shape}, C-contiguous and writable"
            )
        codes = self.codes
        if out is None:
            out = np.empty(shape, np.uint8)
        codes.table(out)
        return out


def bulls_and_cows(
    length: int = 4,
    symbols: int | str | Sequence[str] = 10,
    repeats: bool = False,
    leading_zero: bool = True,
    *,
    feedback: FeedbackRule = "bulls-and-cows",
) -> Game:
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
    return Game(length, symbol_names(symbols, "symbols", "bulls-and-cows"), repeats, leading_zero, feedback)


def mastermind(
    pegs: int = 4, colors: int | str | Sequence[str] = 6, *, feedback: FeedbackRule = "bulls-and-cows"
) -> Game:
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
    return Game(pegs, symbol_names(colors, "colors", "mastermind"), True, True, feedback)


def game(id: str) -> Game:  # noqa: A002 - the property of the same name gives it back
    """Return the game with an id.

    `bulls-and-cows:4x10` has 4 places and 10 symbols; `+repeats`, `+nozero` (no leading zero) and `+bulls` (bulls
    only) may follow in this order. `mastermind:4x6` may have `+bulls`. Own symbols stand in brackets, as in
    `bulls-and-cows:4[ABCDEF]`, names of several characters with single spaces between: `bulls-and-cows:2[red blue]`.

    >>> game("mastermind:4x6") == mastermind(4, 6) == bulls_and_cows(4, "123456", repeats=True)
    True

    Raises:
        GameError: the text is no id, or its values make no game.
    """
    return Game(*read_id(id))


def check_game(given: object) -> None:
    """Check that what was given as a game is one, and not its id.

    Raises:
        ArgumentError: it is none.
    """
    if not isinstance(given, Game):
        raise ArgumentError(f"game is {shown(given)}: expected a Game, such as corral.game('mastermind:4x6')")
