"""The feedback of a peg game and the ways to write it."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from corral.arguments import whole
from corral.errors import FeedbackError, shown

__all__ = ["Answer", "Feedback", "Known", "Label", "known_text", "read_feedback", "read_known"]


class Feedback(NamedTuple):
    """How a guess compares with the secret.

    `bulls` counts the symbols in the right place, `cows` those that the secret has in another place;
    every symbol of guess and secret counts once at most.

    >>> str(Feedback(1, 2))
    '1,2'
    """

    bulls: int
    cows: int

    def __str__(self) -> str:
        return f"{self.bulls},{self.cows}"


Label: TypeAlias = Feedback | int | str
"""What a game answers: a `Feedback`, a number where only that is told, or a text such as `GYBBG`, `yes` or `win`."""

Answer: TypeAlias = str | int | Sequence[int | None] | None
"""What may stand for an answer: a text, a pair, a label; in a history also what `read_known` takes."""

Known: TypeAlias = Label | tuple[int | None, int | None] | None
"""What is known of an answer: all, or a pair with None or a pattern with `?` for what is unknown, or None if all is."""

_N: Final = "[0-9]{1,9}"
_FORMS: Final = (
    f"(?P<bulls>{_N})(?: ?, ?| )(?P<cows>{_N})",
    # A missing half is 0 where the other half says which one it is; B alone does not.
    f"(?P<bulls>{_N}) ?A(?: ?(?P<cows>{_N}) ?B)?",
    f"(?:(?P<bulls>{_N}) ?B ?)?(?P<cows>{_N}) ?C",
    rf"\+ ?(?P<bulls>{_N})(?: ?- ?(?P<cows>{_N}))?",
    f"-(?: ?(?P<cows>{_N}))?",
)
_PARTLY: Final = rf"({_N}|\?)(?: ?, ?| )({_N}|\?)"
_EXPECTED: Final = "expected bulls and cows, such as 1,2 or 1A2B or 1B2C or +1-2 or BWW, or - for none"


def read_feedback(given: Answer, places: int, bulls_only: bool = False) -> Label:
    """Return the label that a text, a pair or a label stands for in a game with so many places.

    Only the range of the counts is checked, not whether the game can give the feedback.

    >>> read_feedback("1A2B", 4), read_feedback("BWW", 4), read_feedback("-", 4)
    (Feedback(bulls=1, cows=2), Feedback(bulls=1, cows=2), Feedback(bulls=0, cows=0))
    >>> read_feedback("3", 4, bulls_only=True)
    3

    Raises:
        FeedbackError: it has none of the forms, or is ambiguous, or a count is not in 0 to `places`.
    """
    if bulls_only:
        if isinstance(given, str) and re.fullmatch(_N, given.strip()):
            return _read_count(int(given), places, given)
        return _read_count(given, places, given)
    bulls: int | None
    cows: int | None
    if isinstance(given, str):
        bulls, cows = _parse_counts(given, places)
    elif isinstance(given, tuple | list) and len(given) == 2:
        bulls, cows = given
    else:
        raise FeedbackError(f"{shown(given)} is no feedback: {_EXPECTED}, or a pair of numbers")
    return Feedback(_read_count(bulls, places, given), _read_count(cows, places, given))


def read_known(given: Answer, places: int, bulls_only: bool = False) -> Known:
    """Return what the answer in a step of a history says: as `read_feedback`, but counts may be unknown.

    Such a count is None in a pair, and `?` in a text like `2,?`; where only bulls are counted, either stands alone.

    >>> read_known("2,?", 4), read_known((None, 1), 4), read_known("?", 4, bulls_only=True), read_known("1A2B", 4)
    ((2, None), (None, 1), None, Feedback(bulls=1, cows=2))

    Raises:
        FeedbackError: as `read_feedback`.
    """
    text = " ".join(given.split()) if isinstance(given, str) else ""
    if bulls_only:
        return None if given is None or text == "?" else read_feedback(given, places, bulls_only)
    counts: Sequence[int | None] = given if isinstance(given, tuple | list) else ()
    if match := re.fullmatch(_PARTLY, text):
        counts = [None if count == "?" else int(count) for count in match.groups()]
    if len(counts) != 2 or all(count is not None for count in counts):
        return read_feedback(given, places)
    bulls, cows = [count if count is None else _read_count(count, places, given) for count in counts]
    return bulls, cows


def known_text(known: Known) -> str:
    """Return what is known of an answer as the text that `read_known` takes.

    >>> known_text((2, None)), known_text(None), known_text(3), known_text(Feedback(1, 2))
    ('2,?', '?', '3', '1,2')
    """
    if isinstance(known, Label):
        return str(known)
    return "?" if known is None else ",".join("?" if count is None else str(count) for count in known)


def _read_count(value: object, places: int, given: object) -> int:
    """Return a number of bulls or cows as an int; `given` is the whole that a message names."""
    count = whole(value)
    if count is None or not 0 <= count <= places:
        raise FeedbackError(
            f"{shown(given)} is no feedback: {shown(value)} is no number of bulls or cows on {places} places"
        )
    return count


def _parse_counts(text: str, places: int) -> tuple[int, int]:
    folded = " ".join(text.upper().split())
    if re.fullmatch("[0-9][0-9]", folded):
        if places > 9:
            raise FeedbackError(f"{shown(text)} is ambiguous with {places} places: write {folded[0]},{folded[1]}")
        return int(folded[0]), int(folded[1])
    if re.fullmatch("[BW][BW ]*", folded):
        return folded.count("B"), folded.count("W")
    for form in _FORMS:
        if match := re.fullmatch(form, folded):
            counts = match.groupdict()
            return int(counts.get("bulls") or 0), int(counts.get("cows") or 0)
    hint = "B alone may count bulls or cows; " if re.fullmatch(f"{_N} ?B", folded) else ""
    raise FeedbackError(f"{shown(text)} is no feedback: {hint}{_EXPECTED}")
