"""Any game, given as its table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from corral._core import Matrix
from corral.arguments import whole
from corral.errors import FeedbackError, GameError, counted, shown
from corral.games.base import Referee
from corral.games.codelist import Code, CodeList
from corral.games.ids import check_writable
from corral.games.matrix import ListedCodes, Made, MatrixGame

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from corral.feedback import Answer, Label

__all__ = ["TableGame", "from_table"]

_MAX_CLASSES: Final = 256


@dataclass(frozen=True, slots=True, repr=False)
class TableGame(MatrixGame):
    """A game that is its table: made by `from_table`, where all is checked.

    `cells` are class numbers, a byte each, [guess * secrets + secret]; `numbers` are what the caller had for them.
    """

    cells: bytes
    numbers: tuple[int, ...]
    labels: tuple[Label, ...]
    _guesses: ListedCodes
    _secrets: ListedCodes
    _made: Made | None = field(init=False, compare=False, default=None)

    def __reduce__(self) -> tuple[Any, ...]:
        return TableGame, (self.cells, self.numbers, self.labels, self._guesses, self._secrets)

    def __repr__(self) -> str:
        guesses, secrets = counted(len(self.guesses), "guess", "guesses"), counted(len(self.secrets), "secret")
        return f"<game of a table: {guesses}, {secrets}>"

    @property
    def id(self) -> None:
        """None: a table has no text."""

    @property
    def secrets(self) -> CodeList:
        """Every code that may be the secret, in the order of the columns."""
        return CodeList(self._secrets)

    @property
    def guesses(self) -> CodeList:
        """Every code that may be guessed, in the order of the rows."""
        return CodeList(self._guesses)

    @property
    def classes(self) -> tuple[Label, ...]:
        """The feedbacks of the table, ascending, the winning one last."""
        return self.labels

    @property
    def spaced(self) -> bool:
        """Whether codes may have spaces in them."""
        return any(" " in text for codes in (self._guesses, self._secrets) for text in codes.texts)

    def _make(self) -> tuple[Matrix, tuple[Label, ...]]:
        return Matrix(self.cells, len(self._guesses), len(self._secrets), len(self.labels)), self.labels

    def feedback(self, guess: Code, secret: Code) -> Label:
        """Return the answer to a guess: its label, or the number in the table.

        Raises:
            CodeError: one of them is no code of the game.
        """
        return self.labels[self.answer(self.guesses.index(guess), self.secrets.index(secret))]

    def referee(self) -> Referee:
        """Return the game in plain Python, which shares nothing with the compiled core."""
        width, cells, labels = len(self._secrets), self.cells, self.labels
        return Referee(
            range(width), range(len(self._guesses)), lambda guess, secret: labels[cells[guess * width + secret]]
        )

    def fingerprint(self) -> str:
        """Return a text that is the same for equal games alone."""
        from hashlib import sha256  # which loads OpenSSL

        texts = repr((self.numbers, self.labels, self._guesses.texts, self._secrets.texts))
        return sha256(texts.encode() + self.cells).hexdigest()

    def _read_label(self, given: Answer) -> Label:
        for label, number in zip(self.labels, self.numbers, strict=True):
            if isinstance(given, str):
                if given.strip() == str(label):
                    return label
            elif whole(given) == number:
                return label
        raise FeedbackError(f"{shown(given)} is no feedback: expected one of {' '.join(map(str, self.labels))}")


def from_table(
    table: ArrayLike,
    win: int,
    *,
    guesses: Sequence[str] | None = None,
    secrets: Sequence[str] | None = None,
    labels: Mapping[int, str] | Sequence[str] | None = None,
) -> TableGame:
    """Return the game whose answers are in a table.

    Args:
        table: whole numbers [guess, secret], 256 different ones at most, each a feedback.
        win: the number that ends the game. Every secret has a guess that wins against it, and a guess wins against one
            secret at most.
        guesses: the names of the guesses, by default 0, 1, ...
        secrets: the names of the secrets, likewise.
        labels: the texts of the feedbacks by number, by default the numbers themselves.

    >>> game = from_table([[9, 0, 1], [0, 9, 1], [1, 1, 9]], 9, secrets=["ape", "bat", "cow"])
    >>> game.feedback("0", "cow"), game.classes, list(game.candidates([("0", 1)]))
    (1, (0, 1, 9), ['cow'])

    Raises:
        GameError: the table, the names or the labels are not as above; the message says where.
    """
    cells = _read_cells(table)
    width = cells.shape[1]
    names = _read_names(guesses, "guesses", len(cells)), _read_names(secrets, "secrets", width)
    number = whole(win)
    winning = np.False_ if number is None else cells == number
    if number is None or not winning.any():
        raise GameError(f"win is {shown(win)}: expected a number of the table")
    if (lost := np.flatnonzero(~winning.any(0))).size:
        raise GameError(f"no guess wins against secret {names[1].texts[lost[0]]}")
    if (many := np.flatnonzero(winning.sum(1) > 1)).size:
        raise GameError(f"guess {names[0].texts[many[0]]} wins against more than one secret")
    found = np.unique(cells)
    others = found[found != number]
    numbers = [*others.tolist(), number]
    if len(numbers) > _MAX_CLASSES:
        raise GameError(f"the table has {len(numbers)} different feedbacks: expected {_MAX_CLASSES} at most")
    classes = np.where(winning, len(numbers) - 1, np.searchsorted(others, cells)).astype(np.uint8)
    return TableGame(classes.tobytes(), tuple(numbers), _read_labels(labels, numbers), *names)


def _read_cells(table: ArrayLike) -> Any:
    try:
        cells = np.asarray(table)
    except ValueError as error:
        raise GameError(f"the table is no array: {error}") from None
    if cells.ndim != 2 or cells.dtype.kind not in "iu" or not cells.size:
        raise GameError(f"the table is {cells.dtype} {cells.shape}: expected two dimensions of whole numbers")
    return cells


def _read_names(names: Sequence[str] | None, what: str, count: int) -> ListedCodes:
    if names is None:
        return ListedCodes(tuple(map(str, range(count))))
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise GameError(f"the names of {what} are {shown(names)}: expected a sequence of texts")
    for name in names:
        if not isinstance(name, str) or not name.strip():
            raise GameError(f"{shown(name)} among the names of {what}: expected a text")
        check_writable(name, f"a name of {what}")
    if len(names) != count:
        raise GameError(f"{len(names)} names of {what}: the table has {count}")
    return ListedCodes(tuple(names))


def _read_labels(labels: Mapping[int, str] | Sequence[str] | None, numbers: Sequence[int]) -> tuple[Label, ...]:
    if labels is None:
        return tuple(numbers)
    if isinstance(labels, str) or not isinstance(labels, Mapping | Sequence):
        raise GameError(f"labels is {shown(labels)}: expected a mapping from numbers, or a sequence of texts")
    try:
        texts = tuple(labels[number] for number in numbers)
    except (KeyError, IndexError):
        raise GameError(f"labels is {shown(labels)}: expected one for each of {' '.join(map(str, numbers))}") from None
    if not all(isinstance(text, str) and text.strip() for text in texts) or len(set(texts)) < len(texts):
        raise GameError(f"labels are {shown(texts)}: expected different texts")
    for text in texts:
        check_writable(text, "a label")
    return texts
