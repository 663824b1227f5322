"""The forms for something new: an entry of the memory file, a note, a decision, a procedure."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ....knowledge import SECTIONS
from ... import theme
from ...text.translation import tr
from ...widgets.growing_dialog import GrowingDialog
from .text import NOTE_TYPES

LINES = 5


class NewEntryDialog(GrowingDialog):
    """A form of a few fields. ``accepted_values`` carries what was typed, by the names of the fields; the button is
    enabled once all fields that are needed hold something."""

    accepted_values = Signal(dict)

    def __init__(self, title: str, button: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.setMinimumWidth(540)
        self.fields: dict[str, QLineEdit | QPlainTextEdit | QComboBox] = {}
        self._needed: set[str] = set()
        self._form = QFormLayout()
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        self._form.setSpacing(theme.GAP_S)
        self.save = QPushButton(button, self)
        theme.set_role(self.save, "primary")
        self.save.setDefault(True)
        self.save.clicked.connect(self._save)
        leave = QPushButton(tr("Cancel"), self)
        leave.setAutoDefault(False)
        leave.clicked.connect(self.reject)
        row = QHBoxLayout()
        row.setSpacing(theme.GAP_S)
        row.addStretch()
        row.addWidget(leave)
        row.addWidget(self.save)
        column = QVBoxLayout(self)
        column.setSpacing(theme.GAP_M)
        column.addLayout(self._form)
        column.addLayout(row)

    def add_line(self, name: str, title: str, hint: str = "", *, needed: bool = True) -> None:
        """A field of one line."""
        field = QLineEdit()
        field.setPlaceholderText(hint)
        field.textChanged.connect(self._typed)
        self._add(name, title, field, needed)

    def add_text(self, name: str, title: str, hint: str = "", *, needed: bool = True) -> None:
        """A field of some lines."""
        field = QPlainTextEdit()
        field.setTabChangesFocus(True)
        field.setPlaceholderText(hint)
        field.setMinimumHeight(LINES * theme.ROW)
        field.textChanged.connect(self._typed)
        self._add(name, title, field, needed)

    def add_choice(self, name: str, title: str, choices: Sequence[tuple[str, str]]) -> None:
        """A choice of (value, text)."""
        field = QComboBox()
        for value, text in choices:
            field.addItem(text, value)
        self._add(name, title, field, False)

    def _add(self, name: str, title: str, field: QLineEdit | QPlainTextEdit | QComboBox, needed: bool) -> None:
        theme.set_accessible_name(field, title)
        self._form.addRow(title, field)
        self.fields[name] = field
        if needed:
            self._needed.add(name)
        self._typed()

    def values(self) -> dict[str, str]:
        """What was typed."""
        found = {}
        for name, field in self.fields.items():
            if isinstance(field, QComboBox):
                found[name] = str(field.currentData())
            else:
                found[name] = field.text() if isinstance(field, QLineEdit) else field.toPlainText()
        return {name: text.strip() for name, text in found.items()}

    def _typed(self) -> None:
        held = self.values()
        self.save.setEnabled(all(held.get(name) for name in self._needed))

    def _save(self) -> None:
        self.accepted_values.emit(self.values())
        self.accept()


def memory_entry_form(parent: QWidget) -> NewEntryDialog:
    """What every session should know."""
    made = NewEntryDialog(tr("New entry in the memory file"), tr("Add"), parent)
    made.add_text("text", tr("What every session should know"), tr("Ask before you restart the database."))
    made.add_choice("section", tr("Section"), [(name, name) for name in SECTIONS.values()])
    return made


def note_form(parent: QWidget) -> NewEntryDialog:
    """A note."""
    made = NewEntryDialog(tr("New note"), tr("Add"), parent)
    made.add_line("title", tr("Title"))
    made.add_choice("about", tr("About"), list(NOTE_TYPES.items()))
    made.add_text("text", tr("Text"), tr("Markdown. [[Other note]] links to another note."))
    return made


def decision_form(parent: QWidget) -> NewEntryDialog:
    """A decision."""
    made = NewEntryDialog(tr("New decision"), tr("Record"), parent)
    made.add_line("title", tr("Title"), tr("Use PostgreSQL for the team"))
    made.add_text("context", tr("Why a decision was needed"))
    made.add_text("decision", tr("What was decided"))
    made.add_text("consequences", tr("What follows from it"), needed=False)
    return made


def procedure_form(parent: QWidget) -> NewEntryDialog:
    """A procedure."""
    made = NewEntryDialog(tr("New procedure"), tr("Add"), parent)
    made.add_line("name", tr("Name"), tr("Renew a certificate"))
    made.add_line("description", tr("What it does, and when to use it"))
    made.add_text("steps", tr("Steps"))
    return made
