"""What is under way, so that an end can stop it and wait for it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from .types import RecallClosedError


class InFlightCounter:
    """Counts what is under way on any thread. Once ``ended`` is set nothing more begins."""

    def __init__(self, ended: threading.Event) -> None:
        self.ended = ended
        self._idle = threading.Condition()
        self._number = 0

    @contextmanager
    def under_way(self) -> Iterator[None]:
        """While this lasts, ``wait`` waits. Raises RecallClosedError after the end."""
        with self._idle:
            if self.ended.is_set():
                raise RecallClosedError
            self._number += 1
        try:
            yield
        finally:
            with self._idle:
                self._number -= 1
                self._idle.notify_all()

    def end(self) -> None:
        """Nothing more begins; who looks at ``ended`` stops. Waits for nobody."""
        with self._idle:
            self.ended.set()

    def wait(self, seconds: float) -> bool:
        """Tell whether nothing is under way any more, after so long at the most."""
        with self._idle:
            return self._idle.wait_for(lambda: self._number == 0, seconds)
