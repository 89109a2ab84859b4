"""Lists of words: read from texts, files and sequences, each word as its letters."""

from __future__ import annotations

import os
import unicodedata
from typing import Any, Final

from corral.arguments import decoded, is_iterable, read_path
from corral.errors import GameError, shown
from corral.games.ids import check_writable, composed

__all__ = ["letters_of", "normal", "read_words"]

_MAX_LENGTH: Final = 16


def normal(word: str) -> str:
    r"""Return a word without white space around it, with the letters of Unicode's form NFC.

    >>> normal(" HA\u030aKEN\r\n") == "H\u00c5KEN"
    True
    """
    return composed(word.strip())


def letters_of(word: str) -> tuple[str, ...]:
    """Return the letters of a word in its normal form, each with the marks that follow it.

    >>> letters_of("crane")
    ('c', 'r', 'a', 'n', 'e')
    """
    letters: list[str] = []
    for character in word:
        if letters and unicodedata.combining(character):
            letters[-1] += character
        else:
            letters.append(character)
    return tuple(letters)


def read_words(given: Any, what: str) -> tuple[str, ...]:
    """Return the words of a text, a file, or an iterable of words, each once, in order.

    A text has its words between white space, such as line ends of any kind; a file, as its path or opened, is such a
    text in UTF-8. All words have as many letters.

    Raises:
        GameError: there are no words, or one is none; the message says which line or which word.
        OSError: a file cannot be read.
    """
    if isinstance(given, os.PathLike):
        path = read_path(given, what, GameError)
        with open(path, "rb") as file:  # noqa: PTH123 - pathlib takes long to import
            what = f"{what} in {path!r}"
            given = decoded(file.read(), what, GameError)
    elif callable(getattr(given, "read", None)):
        given = given.read()
        given = decoded(given, what, GameError) if isinstance(given, bytes) else given
    if isinstance(given, str):
        lines = enumerate(given.removeprefix("\ufeff").splitlines(), 1)
        found = [(f"line {number} of {what}", word) for number, line in lines for word in line.split()]
        if len(found) == 1 and set("./\\,") & set(given):
            raise GameError(
                f"{what} is {shown(given)}: a text is the words themselves, with white space between them; for the file"
                " of that name give pathlib.Path"
            )
    elif is_iterable(given) and not isinstance(given, bytes):
        found = [(f"word {number} of {what}", word) for number, word in enumerate(given, 1)]
    else:
        raise GameError(f"{what} is {shown(given)}: expected words, a text of them, or the path of a file")
    words: dict[str, str] = {}
    for where, given_word in found:
        word = _read_word(given_word, where)
        if words and (wrong := len(letters_of(word))) != (length := len(letters_of(next(iter(words))))):
            first = next(iter(words.items()))
            raise GameError(f"{where}, {shown(word)}, has {wrong} letters: expected {length} as in {first[0]!r}")
        words.setdefault(word, where)
    if not words:
        raise GameError(f"{what}: there are no words")
    return tuple(words)


def _read_word(given: Any, where: str) -> str:
    word = normal(given) if isinstance(given, str) else ""
    if not word or len(word.split()) > 1:
        raise GameError(f"{where} is {shown(given)}: expected a word")
    check_writable(word, where)
    if len(letters_of(word)) > _MAX_LENGTH:
        raise GameError(f"{where}, {shown(word)}, has {len(letters_of(word))} letters: expected {_MAX_LENGTH} at most")
    return word
