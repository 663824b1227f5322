"""A piece of untrusted text: plain, selectable, as high as it needs, broken anywhere if it must."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QResizeEvent, QTextOption
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextEdit, QWidget

from ...text import formatting

EDGE = 2


class UntrustedTextView(QTextEdit):
    """Read only. Never rich: what it shows may come from an agent. Words longer than a line are broken."""

    def __init__(self, name: str, font: QFont | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setAcceptRichText(False)
        self.setAccessibleName(name)
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setStyleSheet(f"QTextEdit:!focus {{ border: {EDGE}px solid transparent; background: transparent; }}")
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.document().setDocumentMargin(0)
        if font is not None:
            self.setFont(font)

    def show_text(self, text: str) -> None:
        """Show another text; the same one keeps what is selected in it."""
        text = formatting.strip_direction_marks(text)
        if text != self.toPlainText():
            self.setPlainText(text)
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width needs another height."""
        super().resizeEvent(event)
        self._fit()

    def sizeHint(self) -> QSize:
        """The height of its text."""
        return QSize(120, self._needed())

    def minimumSizeHint(self) -> QSize:
        """Any width will do."""
        return QSize(1, self._needed())

    def _needed(self) -> int:
        return int(self.document().size().height()) + 2 * EDGE + 1

    def _fit(self) -> None:
        if self.height() != self._needed():
            self.setFixedHeight(self._needed())
