"""Lists of codes that hold numbers and make the texts on demand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias, overload

import numpy as np

from corral.arguments import is_iterable
from corral.errors import ArgumentError, CodeError, TooLargeError, counted, shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Code", "CodeList", "CodeSpace"]

# Numbers in lists have 32 bits.
_MOST: Final = 1 << 32

Code: TypeAlias = str | Sequence[str]
"""A code as it may be given: a text, or a sequence of the names of symbols."""


class CodeSpace(Protocol):
    """Codes that have numbers, from 0, in game order."""

    def __len__(self) -> int:
        """Return how many there are."""

    def text(self, number: int) -> str:
        """Return the text of the code with a number."""

    def number(self, code: Any) -> int:
        """Return the number of a code in any form that the game takes; CodeError if it is none."""


class CodeList(Sequence[str]):
    """Codes of a game as a sequence of str, of which only the numbers are stored: four bytes each, or none.

    Made by games, so arguments are not checked: `numbers` is a range or a uint32 array [codes]. Slices are lists of the
    same kind; `in` and `index` take a code in every form that the game takes. A list equals any list, tuple or
    `CodeList` of the same texts in the same order.

    In `game.guesses` and `game.secrets`, the lists of all codes, the place of a code is its number.

    >>> import corral
    >>> codes = corral.bulls_and_cows().secrets
    >>> len(codes), codes[0], codes[-1], "0120" in codes, codes.index("0132")
    (5040, '0123', '9876', False, 7)
    >>> codes[:3]
    <3 codes: 0123, 0124, 0125>
    """

    __slots__ = ("numbers", "space")

    def __init__(self, space: CodeSpace, numbers: range | NDArray[np.uint32] | None = None) -> None:
        self.space = space
        self.numbers = range(len(space)) if numbers is None else numbers

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> CodeList: ...
    def __getitem__(self, place: int | slice) -> str | CodeList:
        if isinstance(place, slice):
            return CodeList(self.space, self.numbers[place])
        return self.space.text(int(self.numbers[place]))

    def __iter__(self) -> Iterator[str]:
        text = self.space.text
        return (text(int(number)) for number in self.numbers)

    def __contains__(self, code: object) -> bool:
        try:
            self.index(code)
        except CodeError:
            return False
        return True

    def index(self, code: Any, start: int = 0, stop: int | None = None) -> int:
        """Return the place of a code in the list, looking from `start` and before `stop`.

        Raises:
            CodeError: it is no code of the game, or not there.
        """
        number = self.space.number(code)
        part = self.numbers[start:stop]
        if number not in part:
            raise CodeError(f"{shown(code)} is not in the list of {counted(len(part), 'code')}")
        place = part.index(number) if isinstance(part, range) else int((part == number).argmax())
        return range(len(self))[start:stop].start + place

    def indices(self, codes: Sequence[Code] | NDArray[np.integer]) -> NDArray[np.uint32]:
        """Return the places, uint32, of codes in the order given. An array is taken for the places themselves.

        Raises:
            CodeError: one is not in the list.
            ArgumentError: there is no list of codes.
            TooLargeError: the game has too many codes to list.
        """
        if len(self) > _MOST:
            raise TooLargeError(f"{len(self)} codes are too many to list")
        if not is_iterable(codes):
            raise ArgumentError(f"{shown(codes)} is no list of codes: expected a sequence of them")
        whole = isinstance(self.numbers, range) and self.numbers == range(len(self.space))
        if whole and isinstance(codes, CodeList) and codes.space == self.space:
            numbers = codes.numbers
            codes = np.arange(numbers.start, numbers.stop, numbers.step) if isinstance(numbers, range) else numbers
        if not isinstance(codes, np.ndarray):
            return np.fromiter(map(self.index, codes), np.uint32)
        if codes.ndim != 1 or codes.dtype.kind not in "iu":
            raise ArgumentError(f"code numbers are {codes.dtype} {codes.shape}: expected one dimension of integers")
        wrong = codes[(codes < 0) | (codes >= len(self))]
        if wrong.size:
            raise CodeError(f"there is no code number {wrong[0]}: there are {len(self)} codes, numbered from 0")
        return np.array(codes, np.uint32)

    def distinct(self, codes: Sequence[Code] | NDArray[np.integer]) -> NDArray[np.uint32]:
        """Return `indices` ascending and without duplicates."""
        places = np.sort(self.indices(codes))
        # Not np.unique, which hashes integers and takes seconds for millions.
        kept = np.ones(places.size, np.bool_)
        kept[1:] = places[1:] != places[:-1]
        return places[kept]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CodeList | list | tuple):
            return NotImplemented
        return len(self) == len(other) and all(mine == theirs for mine, theirs in zip(self, other, strict=True))

    def __repr__(self) -> str:
        some = [*self[:3], *["..."][: len(self) > 3]]
        return f"<{counted(len(self), 'code')}: {', '.join(some)}>"
