"""Arguments that are True or False."""

import numpy as np

from corral.errors import ArgumentError, CorralError, shown

__all__ = ["read_flag"]


def read_flag(given: object, what: str, error: type[CorralError] = ArgumentError) -> bool:
    """Return a flag as a bool. Nothing else is taken for one: `"no"` would be True.

    >>> read_flag(np.True_, "consistent")
    True

    Raises:
        ArgumentError, or the error given: it is no bool; the message says what it was given for.
    """
    if not isinstance(given, bool | np.bool_):
        raise error(f"{what} is {shown(given)}: expected True or False")
    return bool(given)
