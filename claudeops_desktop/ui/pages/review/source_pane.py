"""The passage that a fact was drawn from, beside its card: untrusted, plain, scrolled."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from ....memory import Memory, MemoryResource
from ... import theme
from ...text import formatting
from ...text.translation import tr
from .text import passage_title

GONE = tr("Its words were taken out by a purge.")
NONE = tr("No passage was kept for it.")


class SourcePane(QFrame):
    """``session_requested`` carries the session that the passage is of."""

    session_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.set_role(self, "card")
        self._session: int | None = None
        self._title = theme.plain_label(role="strong")
        self._at = theme.plain_label(role="muted")
        self.session = QPushButton(tr("Open the session"))
        theme.set_role(self.session, "link")
        self.session.clicked.connect(self._go)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setUndoRedoEnabled(False)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(tr("The passage it was drawn from"))
        self.text.setWordWrapMode(self.text.wordWrapMode().WrapAtWordBoundaryOrAnywhere)
        self._dress()
        theme.theme_changed.connect(self._dress)
        head = QHBoxLayout()
        head.setSpacing(theme.GAP_S)
        head.addWidget(self._title)
        head.addWidget(self._at)
        head.addStretch()
        head.addWidget(self.session)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_L, theme.GAP_M, theme.GAP_L, theme.GAP_M)
        column.setSpacing(theme.GAP_S)
        column.addLayout(head)
        column.addWidget(self.text, 1)

    def show_passage(self, memory: Memory, passage: MemoryResource | None) -> None:
        """Show the passage of a memory."""
        self._session = memory.session_id
        self.session.setVisible(memory.session_id is not None)
        self.session.setText(tr("Session {session_id}", session_id=memory.session_id))
        self._title.setText(passage_title(passage.content_type) if passage is not None else tr("Where it comes from"))
        self._at.setText(formatting.format_relative_time(passage.content_at) if passage is not None else "")
        self._at.setToolTip(formatting.format_exact_time(passage.content_at) if passage is not None else "")
        said = NONE if passage is None else formatting.strip_direction_marks(passage.raw_content) or GONE
        if self.text.toPlainText() != said:
            self.text.setPlainText(said)

    def _go(self) -> None:
        if self._session is not None:
            self.session_requested.emit(self._session)

    def _dress(self) -> None:
        self.text.setFont(theme.mono_font())
