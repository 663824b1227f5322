"""Where the operator was: each page that was left, with its filters, row and scroll position, to go back to."""

from __future__ import annotations

from PySide6.QtGui import QAction

from .page_stack import PageStack, PageVisit

MOST = 50


class PageHistory:
    """What *Go back* and *Go forward* turn to, as in a browser: going somewhere else drops what lay ahead."""

    def __init__(self, stack: PageStack, back: QAction, forward: QAction) -> None:
        self._stack = stack
        self._actions = (back, forward)
        self._back: list[PageVisit] = []
        self._ahead: list[PageVisit] = []
        back.triggered.connect(self.go_back)
        forward.triggered.connect(self.go_forward)
        self._fit()

    def leave(self) -> None:
        """Keep the page in view, which is left for another place."""
        visit = self._stack.save_visit()
        if visit is not None and visit not in self._back[-1:]:
            self._back.append(visit)
            del self._back[:-MOST]
            self._ahead.clear()
            self._fit()

    def go_back(self) -> None:
        """Turn to the page before this one, as it was left."""
        self._move(self._back, self._ahead)

    def go_forward(self) -> None:
        """Turn to the page that the operator went back from."""
        self._move(self._ahead, self._back)

    def _move(self, source: list[PageVisit], target: list[PageVisit]) -> None:
        here = self._stack.save_visit()
        if source and here is not None:
            target.append(here)
            self._stack.return_to(source.pop())
        self._fit()

    def _fit(self) -> None:
        for action, visits in zip(self._actions, (self._back, self._ahead), strict=True):
            action.setEnabled(bool(visits))
