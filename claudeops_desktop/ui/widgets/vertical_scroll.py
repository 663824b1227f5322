"""A page or a part of one that scrolls where the window is too low for it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

HIGHEST, HIGHEST_READ = 720, 400


class VerticalScroll(QScrollArea):
    """It scrolls up and down alone. The Tab key passes over it to what lies in it; one with a ``name`` holds only what
    is read, and takes the keys that scroll.

    What wraps gets the height that it needs at this width: Qt's own scroll area would squeeze it instead.
    """

    def __init__(self, inner: QWidget | None = None, parent: QWidget | None = None, *, name: str = "") -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if name else Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(name)
        if inner is not None:
            self.setWidget(inner)

    def setWidget(self, inner: QWidget) -> None:
        """What scrolls: narrower than it likes, but never cut off."""
        inner.setMinimumWidth(max(1, inner.minimumWidth()))
        super().setWidget(inner)

    def sizeHint(self) -> QSize:
        """As high as what lies in it, within reason: a dialog that has room for it needs no scroll bar."""
        hint, inner = super().sizeHint(), self.widget()
        layout = inner.layout() if inner is not None else None
        if layout is None:
            return hint
        width = max(self.viewport().width(), layout.minimumSize().width())
        height = layout.heightForWidth(width) if layout.hasHeightForWidth() else layout.sizeHint().height()
        highest = HIGHEST_READ if self.accessibleName() else HIGHEST
        return QSize(hint.width(), max(hint.height(), min(height, highest)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Narrower is higher."""
        super().resizeEvent(event)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """What lies in it has changed; Qt itself has this filter on it."""
        handled = super().eventFilter(watched, event)
        if event.type() == QEvent.Type.LayoutRequest and watched is self.widget():
            self._fit()
        return handled

    def _fit(self) -> None:
        inner = self.widget()
        layout = inner.layout() if inner is not None else None
        if inner is not None and layout is not None:
            needed = layout.minimumSize().height()  # also once nothing wraps any more: what was needed before is over
            if layout.hasHeightForWidth():
                needed = max(layout.minimumHeightForWidth(self.viewport().width()), needed)
            if inner.minimumHeight() != needed:
                inner.setMinimumHeight(needed)
                self.updateGeometry()
