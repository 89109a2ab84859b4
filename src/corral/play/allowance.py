"""How often a stranger may do something."""

from __future__ import annotations

__all__ = ["Allowance"]


class Allowance:
    """How often something may happen: so many times at once, and so many a second in the long run.

    >>> chat = Allowance(2, 0.5)
    >>> [chat.take(now) for now in (0, 0, 1, 2)]
    [True, True, False, True]
    """

    __slots__ = ("_at_once", "_left", "_per_second", "_since")

    def __init__(self, at_once: float, per_second: float) -> None:
        self._at_once = self._left = at_once
        self._per_second = per_second
        self._since: float | None = None

    def take(self, now: float) -> bool:
        """Return whether it may happen now, a time in seconds; if so, it has happened."""
        since = now if self._since is None else self._since
        self._left = min(self._at_once, self._left + (now - since) * self._per_second)
        self._since = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
