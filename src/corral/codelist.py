"""Lists of codes that hold numbers and make the texts on demand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

from corral.errors import CodeError, shown

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from corral.games import Game

__all__ = ["CodeList"]


class CodeList(Sequence[str]):
    """Codes of a game as a sequence of str, of which only the numbers are stored: four bytes each, or none.

    Made by games and `Scores`, so arguments are not checked: `numbers` is a range or a uint32 array [codes]. Slices are
    lists of the same kind; `in` and `index` take a code in every form that the game takes. A list equals any list,
    tuple or `CodeList` of the same texts in the same order.

    >>> import corral
    >>> codes = corral.bulls_and_cows().secrets
    >>> len(codes), codes[0], codes[-1], "0120" in codes, codes.index("0132")
    (5040, '0123', '9876', False, 7)
    >>> codes[:3]
    <3 codes of bulls-and-cows:4x10: 0123, 0124, 0125>
    """

    __slots__ = ("game", "numbers")

    def __init__(self, game: Game, numbers: range | NDArray[np.uint32]) -> None:
        self.game = game
        self.numbers = numbers

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> CodeList: ...
    def __getitem__(self, place: int | slice) -> str | CodeList:
        if isinstance(place, slice):
            return CodeList(self.game, self.numbers[place])
        return self.game.text(self.game.rule.unrank(int(self.numbers[place])))

    def __iter__(self) -> Iterator[str]:
        text, unrank = self.game.text, self.game.rule.unrank
        return (text(unrank(int(number))) for number in self.numbers)

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
        number = self.game.index(code)
        part = self.numbers[start:stop]
        if number not in part:
            raise CodeError(f"{shown(code)} is not in the list of {len(part)} codes")
        place = part.index(number) if isinstance(part, range) else int((part == number).argmax())
        return range(len(self))[start:stop].start + place

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CodeList | list | tuple):
            return NotImplemented
        return len(self) == len(other) and all(mine == theirs for mine, theirs in zip(self, other, strict=True))

    def __repr__(self) -> str:
        some = [*self[:3], *["..."][: len(self) > 3]]
        return f"<{len(self)} codes of {self.game.id}: {', '.join(some)}>"
