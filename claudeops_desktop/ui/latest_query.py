"""One question on its way at a time: of those asked meanwhile only the last counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject
from shiboken6 import isValid

from ..storage.qt_async import StoreBridge
from .text.translation import error_text

Question = Callable[[], Any]


class LatestQuery(QObject):
    """Asks on a reader thread and hands the answer to ``done``, unless something newer was asked or it was dropped.

    ``run`` is another way to ask, such as ``desk.run_in_background`` for a question that waits for more than the
    database. Holding an arrow key down asks a dozen questions a second; only the first and the last are answered.
    """

    def __init__(
        self,
        bridge: StoreBridge,
        done: Callable[[Any], None],
        failed: Callable[[str], None],
        parent: QObject,
        run: Callable[..., object] | None = None,
    ) -> None:
        super().__init__(parent)
        self._run = run or bridge.ask
        self._done = done
        self._failed = failed
        self._on_its_way: Question | None = None
        self._wanted: Question | None = None

    def ask(self, question: Question) -> None:
        """Answer this one, as soon as the one on its way is through."""
        self._wanted = question
        self._next()

    def discard(self) -> None:
        """No answer is wanted any more."""
        self._wanted = None

    def _next(self) -> None:
        if self._on_its_way is None and self._wanted is not None:
            self._on_its_way = self._wanted
            self._run(self._on_its_way, self._have, self._lost)

    def _have(self, answer: Any) -> None:
        if not isValid(self):  # whoever asked is gone
            return
        if self._settled():
            self._done(answer)
        self._next()

    def _lost(self, error: Exception) -> None:
        if not isValid(self):
            return
        if self._settled():
            self._failed(error_text(error))
        self._next()

    def _settled(self) -> bool:
        """Tell whether what has just been answered is still what is wanted."""
        mine = self._on_its_way is self._wanted
        self._on_its_way = None
        if mine:
            self._wanted = None
        return mine
