"""Whether another process wrote to the database. Asked of the writer and heard at the next recall: nobody waits."""

from __future__ import annotations

from concurrent.futures import Future

from ...storage import DataStore


class ExternalWrites:
    """Remembers what the writer said last."""

    def __init__(self, store: DataStore) -> None:
        self._store = store
        self._asked: Future[int] | None = None
        self._number: int | None = None

    def has_external_write(self) -> bool:
        """Tell whether another process wrote between the last two answers; it is asked anew."""
        moved = False
        if self._asked is not None and self._asked.done() and self._asked.exception() is None:
            number = self._asked.result()
            moved = self._number not in (None, number)
            self._number = number
            self._asked = None
        if self._asked is None:
            self._asked = self._store.external_version()
        return moved
