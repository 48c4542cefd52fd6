"""Who listens to which table. It only wakes; what happened is read from the log."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from threading import Lock
from typing import Protocol


class Hub(Protocol):
    """Wake-ups for streams. Another way of carrying them (between processes) keeps this shape."""

    @property
    def stopping(self) -> bool: ...

    def listen(self, table_id: str) -> AbstractAsyncContextManager[asyncio.Event]:
        """An event that is set whenever something was saved for the table, or the server stops."""
        ...

    def listeners(self, table_id: str) -> int:
        """How many listen in this process."""
        ...

    def announce(self, table_id: str, version: int) -> None:
        """To be called after the commit; from any thread."""
        ...

    def stop(self) -> None:
        """Wake everybody for the last time; from any thread or signal handler."""
        ...


class LocalHub:
    """Wake-ups within one process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: dict[str, dict[asyncio.Event, asyncio.AbstractEventLoop]] = {}
        self._stopping = False

    @property
    def stopping(self) -> bool:
        return self._stopping

    @asynccontextmanager
    async def listen(self, table_id: str) -> AsyncIterator[asyncio.Event]:
        wake = asyncio.Event()
        with self._lock:
            self._waiting.setdefault(table_id, {})[wake] = asyncio.get_running_loop()
        if self._stopping:
            wake.set()
        try:
            yield wake
        finally:
            with self._lock:
                waiting = self._waiting[table_id]
                del waiting[wake]
                if not waiting:
                    del self._waiting[table_id]

    def announce(self, table_id: str, version: int) -> None:
        with self._lock:
            waiting = list(self._waiting.get(table_id, {}).items())
        _wake(waiting)

    def listeners(self, table_id: str) -> int:
        with self._lock:
            return len(self._waiting.get(table_id, {}))

    def stop(self) -> None:
        self._stopping = True
        # A signal handler may have interrupted a holder of the lock, in this very thread: do not wait for ever.
        held = self._lock.acquire(timeout=0.2)
        waiting = [pair for table in list(self._waiting.values()) for pair in list(table.items())]
        if held:
            self._lock.release()
        _wake(waiting)


def _wake(waiting: list[tuple[asyncio.Event, asyncio.AbstractEventLoop]]) -> None:
    for wake, loop in waiting:
        if not loop.is_closed():
            loop.call_soon_threadsafe(wake.set)
