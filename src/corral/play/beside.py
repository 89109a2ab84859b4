"""Work beside the event loop that does not keep the program from ending."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["beside"]

T = TypeVar("T")


def beside(work: Callable[[], T]) -> asyncio.Future[T]:
    """Start work in a thread of its own, and return the future of its result.

    Not as `asyncio.to_thread`, whose threads the end of the program waits for: who reads a terminal may wait for ever.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def settle(result: T | None, error: Exception | None) -> None:
        if future.done():
            return
        if error is None:
            future.set_result(result)  # type: ignore[arg-type] # it is the result then
        else:
            future.set_exception(error)

    def run() -> None:
        result, failed = None, None
        try:
            result = work()
        except Exception as error:
            failed = error
        # The loop may be closed by now.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(settle, result, failed)

    Thread(target=run, daemon=True).start()
    return future
