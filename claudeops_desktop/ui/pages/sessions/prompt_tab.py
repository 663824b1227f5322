"""The Prompt tab: exactly what was given to the agent."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QPushButton, QSplitter, QVBoxLayout, QWidget

from ....records.sessions import Session
from ... import icons, theme
from ...text.translation import tr, tr_count

TOKEN_CHARACTERS = 4


class PromptPart(QWidget):
    """One text with its heading, its size and a button that copies it."""

    def __init__(self, title: str, nothing: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = title
        self._nothing = nothing
        self._heading = theme.plain_label(title, "muted")
        self._copy = QPushButton(tr("Copy"))
        theme.set_role(self._copy, "quiet")
        icons.set_themed_icon(self._copy, "copy", "muted")
        self._copy.clicked.connect(self._copy_all)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setUndoRedoEnabled(False)
        self.text.setFont(theme.mono_font())
        self.text.setAccessibleName(title)
        self.text.setTabChangesFocus(True)
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, 0)
        head.addWidget(self._heading, 1)
        head.addWidget(self._copy)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, theme.GAP_XS, 0, 0)
        column.setSpacing(theme.GAP_XS)
        column.addLayout(head)
        column.addWidget(self.text, 1)

    def show_text(self, text: str) -> None:
        """Show this part as it was given."""
        tokens = -(-len(text) // TOKEN_CHARACTERS)
        size = tr("about {tokens}", tokens=tr_count("%n token", "%n tokens", tokens)) if text else self._nothing
        self._heading.setText(f"{self._title} · {size}")
        self._copy.setEnabled(bool(text))
        if self.text.toPlainText() != text:
            self.text.setPlainText(text)

    def _copy_all(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())


class PromptTab(QSplitter):
    """What it was asked, and what was added to its system prompt."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setChildrenCollapsible(False)
        self.setHandleWidth(theme.GAP_M)
        theme.set_role(self, "gap")
        self.asked = PromptPart(tr("What it was asked"), "nothing")
        self.added = PromptPart(tr("Added to its system prompt"), tr("nothing: no memory, no context"))
        self.addWidget(self.asked)
        self.addWidget(self.added)
        self.setStretchFactor(0, 2)
        self.setStretchFactor(1, 3)

    def show_session(self, session: Session | None) -> None:
        """Both texts of a session."""
        self.asked.show_text(session.prompt_text if session else "")
        self.added.show_text(session.appended_prompt if session else "")
