"""A small form: words for an incident's time line."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from ... import theme
from ...text.translation import tr
from ...widgets.growing_dialog import GrowingDialog


class IncidentNoteDialog(GrowingDialog):
    """``note_written`` carries the words."""

    note_written = Signal(str)

    def __init__(self, service: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Add a note on {service}", service=service))
        self.setMinimumWidth(440)
        self.words = QPlainTextEdit(self)
        self.words.setTabChangesFocus(True)
        self.words.setMinimumHeight(96)
        theme.set_accessible_name(self.words, tr("Note"))
        self.words.textChanged.connect(self._typed)
        self.save = QPushButton(tr("Add note"))
        theme.set_role(self.save, "primary")
        self.save.setDefault(True)
        self.save.clicked.connect(self._save)
        leave = QPushButton(tr("Cancel"))
        leave.setAutoDefault(False)
        leave.clicked.connect(self.reject)
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.GAP_S)
        buttons.addStretch()
        buttons.addWidget(leave)
        buttons.addWidget(self.save)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_L, theme.GAP_L, theme.GAP_L, theme.GAP_L)
        column.setSpacing(theme.GAP_M)
        column.addWidget(theme.plain_label(tr("It appears in the timeline and in the report."), "muted", wrap=True))
        column.addWidget(self.words, 1)
        column.addLayout(buttons)
        self._typed()

    def _typed(self) -> None:
        self.save.setEnabled(bool(self.words.toPlainText().strip()))

    def _save(self) -> None:
        self.note_written.emit(self.words.toPlainText())
        self.accept()
