"""A lock that many may hold to read, or one alone to change: who waits for a server keeps nobody else from asking."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class SharedLock:
    """``with lock`` holds it alone, any number of times on one thread; ``with lock.shared()`` together with others.

    Whoever waits to hold it alone goes before those that come to share it. A thread that shares it must not ask to
    hold it alone, nor to share it once more.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._sharing = 0
        self._waiting = 0
        self._owner: int | None = None
        self._times = 0

    def __enter__(self) -> None:
        me = threading.get_ident()
        with self._changed:
            if self._owner != me:
                self._waiting += 1
                try:
                    self._changed.wait_for(lambda: self._owner is None and not self._sharing)
                finally:
                    self._waiting -= 1
                self._owner = me
            self._times += 1

    def __exit__(self, *_: object) -> None:
        with self._changed:
            self._times -= 1
            if not self._times:
                self._owner = None
                self._changed.notify_all()

    @contextmanager
    def shared(self) -> Iterator[None]:
        """Hold it together with others that share it."""
        with self._changed:
            self._changed.wait_for(lambda: self._owner is None and not self._waiting)
            self._sharing += 1
        try:
            yield
        finally:
            self._release()

    @contextmanager
    def shared_at_once(self) -> Iterator[bool]:
        """Tell whether it can be shared without waiting for anybody; it is shared then."""
        with self._changed:
            free = self._owner is None and not self._waiting
            self._sharing += free
        try:
            yield free
        finally:
            if free:
                self._release()

    def _release(self) -> None:
        with self._changed:
            self._sharing -= 1
            if not self._sharing:
                self._changed.notify_all()
