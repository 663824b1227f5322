"""One sentence over the lower edge of the window, for ten seconds, with Undo where there is something to undo."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QToolButton, QWidget

from .. import icons, theme
from ..text.translation import tr, tr_message

SHOWN_MS = 10_000


class MessageToast(QFrame):
    """Lies over its host. The time stands still while the mouse or the focus is on it."""

    def __init__(self, host: QWidget) -> None:
        super().__init__(host)
        self._host = host
        self.setObjectName("toast")
        self._undo: Callable[[], None] | None = None
        self._text = theme.plain_label(wrap=True)
        self._button = QPushButton(tr("Undo"))
        theme.set_role(self._button, "link")
        self._button.clicked.connect(self._take_back)
        self._close = QToolButton()
        self._close.setAccessibleName(tr("Close this message"))
        theme.set_role(self._close, "icon")
        icons.set_themed_icon(self._close, "close", "muted")
        self._close.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.GAP_L, theme.GAP_XS, theme.GAP_XS, theme.GAP_XS)
        row.addWidget(self._text, 1)
        row.addWidget(self._button)
        row.addWidget(self._close)
        self._time = QTimer(self, singleShot=True, interval=SHOWN_MS)
        self._time.timeout.connect(self._over)
        host.installEventFilter(self)
        self.hide()

    @property
    def text(self) -> str:
        """The sentence shown last."""
        return self._text.text()

    def show_message(self, text: str, undo: Callable[[], None] | None = None) -> None:
        """Show a sentence; ``undo`` adds the button."""
        text = tr_message(text)
        self._undo = undo
        self._text.setText(text)
        self._button.setVisible(undo is not None)
        self.setAccessibleName(text)
        self.show()
        self._place()
        self.raise_()
        self._time.start()

    def undo(self) -> None:
        """Press Undo, where it is offered."""
        self._take_back()

    def hideEvent(self, event: object) -> None:
        """Hidden: nothing ticks."""
        self._time.stop()
        super().hideEvent(event)  # type: ignore[arg-type]

    def enterEvent(self, event: object) -> None:
        """The mouse is on it: stay."""
        self._time.stop()
        super().enterEvent(event)  # type: ignore[arg-type]

    def leaveEvent(self, event: object) -> None:
        """The mouse is gone: go on counting."""
        if self.isVisible():
            self._time.start()
        super().leaveEvent(event)  # type: ignore[arg-type]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep to the lower edge when the host changes its size."""
        if event.type() == QEvent.Type.Resize and watched is self._host and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    def _take_back(self) -> None:
        undo, self._undo = self._undo, None
        self.hide()
        if undo is not None:
            undo()

    def _over(self) -> None:
        if self._button.hasFocus() or self._close.hasFocus():
            self._time.start()
        else:
            self.hide()

    def _place(self) -> None:
        host = self._host
        widest = min(620, host.width() - 2 * theme.GAP_L)
        beside = theme.GAP_L + theme.GAP_XS + self._close.sizeHint().width() + 2 * theme.GAP_S
        if self._undo is not None:
            beside += self._button.sizeHint().width() + theme.GAP_S
        wanted = self._text.fontMetrics().horizontalAdvance(self._text.text()) + beside + theme.GAP_S
        width = max(240, min(widest, wanted))
        self.setFixedWidth(width)
        height = max(theme.TARGET + theme.GAP_S, self.heightForWidth(width))
        self.setGeometry((host.width() - width) // 2, host.height() - height - theme.GAP_L, width, height)
