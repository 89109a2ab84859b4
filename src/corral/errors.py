"""The errors of corral: each is also the fitting builtin error, so `except ValueError` catches what it should.

A message says what was given, what was expected and, inside a list, where.
"""

__all__ = [
    "ArgumentError",
    "CheckpointError",
    "CodeError",
    "ContradictionError",
    "CorralError",
    "FeedbackError",
    "GameError",
    "TooLargeError",
    "TreeError",
    "VerificationError",
]


class CorralError(Exception):
    """The parent of every error that corral raises itself."""


class GameError(CorralError, ValueError):
    """A parameter or an id that makes no game."""


class CodeError(CorralError, ValueError):
    """What was given is no code of the game."""


class FeedbackError(CorralError, ValueError):
    """What was given is no feedback, or one that the game cannot give."""


class ContradictionError(CorralError, ValueError):
    """No code agrees with every answer of the history.

    `prefix` is the length of the shortest prefix of the history with which no code agrees.
    """

    def __init__(self, message: str, prefix: int = 0) -> None:
        super().__init__(message)
        self.prefix = prefix


class ArgumentError(CorralError, ValueError):
    """An argument outside what a function takes: an unknown name, an array of the wrong type or shape."""


class TooLargeError(CorralError, MemoryError):
    """The game has too many codes to list, or a table would not fit."""


class CheckpointError(CorralError, ValueError):
    """A checkpoint that cannot be used: damaged, of another problem, or no checkpoint at all."""


class TreeError(CorralError, ValueError):
    """A tree, or a file of one, that is damaged or of another game."""


class VerificationError(TreeError):
    """A tree that does not find a secret, or says something wrong of it; `secret` is the first such secret."""

    def __init__(self, message: str, secret: str = "") -> None:
        super().__init__(message)
        self.secret = secret


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number of things in words; `many` is needed where the plural has not just an s more.

    >>> counted(1, "code"), counted(2, "code"), counted(3, "guess", "guesses")
    ('1 code', '2 codes', '3 guesses')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"


def shown(value: object) -> str:
    """Return `repr(value)` for a message, kept short, whatever the value is."""
    try:
        text = repr(value)
    except Exception:  # such as an int with more digits than Python converts
        text = object.__repr__(value)
    return text if len(text) <= 100 else f"{text[:97]}..."
