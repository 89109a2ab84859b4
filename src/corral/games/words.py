"""Games of words: the secret is in a list, and so are the guesses."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, get_args

import numpy as np

from corral import reference
from corral._core import Matrix, word_feedback
from corral.arguments import read_flag, whole
from corral.errors import FeedbackError, GameError, TooLargeError, counted, shown
from corral.feedback import Answer, Feedback, Known, Label, read_feedback, read_known
from corral.games.base import Referee
from corral.games.codelist import Code, CodeList
from corral.games.matrix import ListedCodes, Made, MatrixGame
from corral.games.wordlist import letters_of, normal, read_words
from corral.history import read_pairs

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from corral.history import History

__all__ = ["WordFeedback", "WordGame", "words"]

WordFeedback: TypeAlias = Literal["bulls-and-cows", "wordle", "common"]

_RULES: Final = get_args(WordFeedback)
_COLORS: Final = "BYG"
_WIN: Final = "win"
# Squares as people share them; the last one only says how the one before it is drawn.
_SQUARES: Final = str.maketrans({"⬛": "B", "⬜": "B", "🟨": "Y", "🟩": "G", "-": "B", ".": "B", "\ufe0f": None})


@dataclass(frozen=True, slots=True)
class _Words(ListedCodes):
    """Words by their texts, also in other normal forms, as letters, and in other cases if that is unambiguous."""

    _folded: dict[str, str | None] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        ListedCodes.__post_init__(self)
        folded: dict[str, str | None] = {}
        for text in self.texts:
            key = text.casefold()
            folded[key] = None if key in folded else text
        object.__setattr__(self, "_folded", folded)

    def number(self, code: Any) -> int:
        text = "".join(code) if _is_letters(code) else code
        if isinstance(text, str):
            text = normal(text)
            if text not in self._numbers:
                text = self._folded.get(text.casefold()) or text
        return ListedCodes.number(self, text)


def _is_letters(code: Any) -> bool:
    return isinstance(code, list | tuple) and all(isinstance(letter, str) for letter in code)


@dataclass(frozen=True, slots=True, repr=False)
class WordGame(MatrixGame):
    """A game of words, made by `words`: both lists are in the order in which they were given."""

    feedback_rule: WordFeedback
    _hard: bool
    _secrets: _Words
    _guesses: _Words
    _made: Made | None = field(init=False, compare=False, default=None)
    _letters: tuple[NDArray[np.uint16], NDArray[np.uint16]] | None = field(init=False, compare=False, default=None)

    def __reduce__(self) -> tuple[Any, ...]:
        return WordGame, (self.feedback_rule, self._hard, self._secrets, self._guesses)

    def __repr__(self) -> str:
        hard = ", hard" * self.hard
        secrets, guesses = counted(len(self.secrets), "secret"), counted(len(self.guesses), "guess", "guesses")
        return f"<game of words: {secrets}, {guesses}, {self.feedback_rule}{hard}>"

    @property
    def id(self) -> None:
        """None: a list of words has no text."""

    @property
    def hard(self) -> bool:
        """Whether a guess has to use what the answers have shown, see `allowed`."""
        return self._hard

    @property
    def length(self) -> int:
        """How many letters each word has."""
        return len(letters_of(self._secrets.texts[0]))

    @property
    def secrets(self) -> CodeList:
        """The words that may be the secret."""
        return CodeList(self._secrets)

    @property
    def guesses(self) -> CodeList:
        """The words that may be guessed."""
        return CodeList(self._guesses)

    def _make(self) -> tuple[Matrix, tuple[Label, ...]]:
        try:
            matrix, raw = Matrix.of_words(*self._numbers(), self.length, self.feedback_rule)
        except OverflowError as error:
            raise TooLargeError(f"{self}: {error}") from None
        return matrix, tuple(map(self._label, raw))

    def _numbers(self) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
        """Return the letters of the guesses and of the secrets as numbers [word, place]."""
        if self._letters is None:
            alphabet: dict[str, int] = {}
            lists = []
            for codes in self._guesses, self._secrets:
                rows = [
                    [alphabet.setdefault(letter, len(alphabet)) for letter in letters_of(word)] for word in codes.texts
                ]
                lists.append(np.array(rows, np.uint16))
            object.__setattr__(self, "_letters", tuple(lists))
        assert self._letters is not None
        return self._letters

    def _label(self, raw: int) -> Label:
        """Return the label of a feedback as the core numbers them."""
        if self.feedback_rule == "bulls-and-cows":
            return Feedback(*divmod(raw, self.length + 1))
        if self.feedback_rule == "common":
            return raw if raw <= self.length else _WIN
        return "".join(_COLORS[raw // 3**place % 3] for place in reversed(range(self.length)))

    def feedback(self, guess: Code, secret: Code) -> Label:
        """Return the answer to a guess: a `Feedback`, or a text such as `GYBBG`, or the number of letters in common.

        >>> words(["crane", "adore", "award"], feedback="wordle").feedback("adore", "award")
        'GYBGB'

        Raises:
            CodeError: one of them is no word of the game.
        """
        guesses, secrets = self._numbers()
        asked, hidden = guesses[self.guesses.index(guess)], secrets[self.secrets.index(secret)]
        return self._label(word_feedback(asked, hidden, self.feedback_rule))

    def referee(self) -> Referee:
        """Return the game in plain Python, which shares nothing with the compiled core."""
        secrets, guesses = ([letters_of(word) for word in codes.texts] for codes in (self._secrets, self._guesses))

        def count(guess: Sequence[str], secret: Sequence[str]) -> Label:
            bulls, cows = reference.feedback(guess, secret)  # type: ignore[misc]
            return Feedback(bulls, cows)

        def common(guess: Sequence[str], secret: Sequence[str]) -> Label:
            return _WIN if guess == secret else reference.common(guess, secret)

        rules: dict[str, Callable[[Any, Any], Label]] = {
            "bulls-and-cows": count,
            "wordle": reference.pattern,
            "common": common,
        }
        return Referee(secrets, guesses, rules[self.feedback_rule])

    def fingerprint(self) -> str:
        """Return a text that is the same for equal games alone."""
        from hashlib import sha256  # which loads OpenSSL

        texts = repr((self.feedback_rule, self.hard, self._secrets.texts, self._guesses.texts))
        return sha256(texts.encode()).hexdigest()

    def allowed(self, history: History) -> NDArray[np.uint32] | None:
        """Return the numbers of the guesses that may follow a history, ascending; None if all may.

        In hard mode a guess keeps every green letter in its place, and has every letter that is known to be in the
        secret, as often as it is known to be: what each answer alone shows.

        >>> game = words("crane brace grade crate trace", feedback="wordle", hard=True)
        >>> [game.guesses[number] for number in game.allowed([("trace", "BGGYG")])]
        ['crane', 'brace', 'crate', 'trace']
        """
        if not self.hard:
            return None
        guesses, _ = self._numbers()
        may = np.ones(len(guesses), np.bool_)
        for guess, answer in read_pairs(history):
            asked, colors = guesses[self.guesses.index(guess)], str(self.parse_known(answer) or "?" * self.length)
            shown_letters = [letter for letter, color in zip(asked, colors, strict=True) if color in "GY"]
            for place, color in enumerate(colors):
                if color == "G":
                    may &= guesses[:, place] == asked[place]
            for letter in shown_letters:
                may &= (guesses == letter).sum(1) >= shown_letters.count(letter)
        return np.flatnonzero(may).astype(np.uint32)

    def _agrees(self, label: Label, known: Known) -> bool:
        return reference.agrees(label, known)

    def _why_not(self, known: Known) -> str:
        return f"no guess and secret of the lists give it{self._advice()}"

    def _advice(self) -> str:
        return "; is the secret in a larger list of words?"

    def _read_label(self, given: Answer) -> Label:
        if self.feedback_rule == "bulls-and-cows":
            return read_feedback(given, self.length)
        if self.feedback_rule == "common":
            return self._read_common(given)
        return self._read_pattern(given, "")

    def _read_known(self, given: Answer) -> Known:
        if self.feedback_rule == "bulls-and-cows":
            return read_known(given, self.length)
        if self.feedback_rule == "common":
            return self._read_common(given)
        return self._read_pattern(given, "?")

    def _read_pattern(self, given: Answer, more: str) -> str:
        text = "".join(given) if _is_letters(given) else given  # type: ignore[arg-type]
        colors = "".join(text.upper().translate(_SQUARES).split()) if isinstance(text, str) else ""
        if len(colors) != self.length or not set(colors) <= set(_COLORS + more):
            raise FeedbackError(
                f"{shown(given)} is no feedback: expected {self.length} of G (right place), Y (another place) and"
                " B, - or . (not there), or colored squares"
            )
        return colors

    def _read_common(self, given: Answer) -> Label:
        text = given.strip().lower() if isinstance(given, str) else given
        if text == _WIN:
            return _WIN
        if isinstance(text, str) and re.fullmatch("[0-9]{1,9}", text):
            text = int(text)
        common = whole(text)
        if common is None or not 0 <= common <= self.length:
            raise FeedbackError(
                f"{shown(given)} is no feedback: expected how many letters are in common, 0 to {self.length}, or {_WIN}"
            )
        return common


def words(
    secrets: Any, guesses: Any = None, feedback: WordFeedback = "bulls-and-cows", *, hard: bool = False
) -> WordGame:
    """Return a game whose codes are words.

    Args:
        secrets: the words that may be the secret: an iterable of them, a text with white space or line ends between
            them, the `pathlib.Path` of a file in UTF-8, or an open file. Words have 1 to 16 letters, all the same
            number. They are brought into Unicode's form NFC; what comes twice counts once; the order stays. A guess is
            also found if it is written in another case, unless several words are.
        guesses: the words that may be guessed, likewise, by default the secrets. Secrets that are missing there follow
            at the end.
        feedback: `"bulls-and-cows"`; `"wordle"`, a text with G for a letter in the right place, Y for one in another
            place, and B otherwise, where every letter of the secret counts once, for its own place first and then from
            left to right; or `"common"`, the number of letters in common (Jotto), and `win` for the secret itself.
        hard: whether guesses have to use what the answers to `"wordle"` have shown, see `allowed`.

    >>> game = words("crane slate trace adieu", feedback="wordle")
    >>> game, game.feedback("trace", "crane")
    (<game of words: 4 secrets, 4 guesses, wordle>, 'BGGYG')
    >>> list(game.candidates([("trace", "BGGYG")]))
    ['crane']

    Raises:
        GameError: the words are not as above, the message says which line or which word; or there is no such feedback.
            That more than 256 different answers occur, as in long lists of six letters, is told when they are needed
            (TooLargeError).
        OSError: a file cannot be read.
    """
    if not isinstance(feedback, str) or feedback not in _RULES:
        raise GameError(f"feedback is {shown(feedback)}: expected one of {', '.join(_RULES)}")
    if read_flag(hard, "hard", GameError) and feedback != "wordle":
        raise GameError(f"hard mode is one of feedback 'wordle': with {feedback!r} there is none")
    hidden = read_words(secrets, "secrets")
    asked = hidden if guesses is None else read_words(guesses, "guesses")
    lengths = [len(letters_of(some[0])) for some in (hidden, asked)]
    if lengths[0] != lengths[1]:
        raise GameError(f"secrets have {lengths[0]} letters, guesses {lengths[1]}: expected as many")
    return WordGame(feedback, bool(hard), _Words(hidden), _Words(tuple(dict.fromkeys((*asked, *hidden)))))
