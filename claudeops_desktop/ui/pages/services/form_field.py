"""One field of the form: the right widget for its kind, its help line, and the sentence of what is wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from ... import theme

if TYPE_CHECKING:
    from ....agents.watch.fields import CheckField

LINES = 3


class FormField(QWidget):
    """``changed`` says that the operator typed. ``text`` is what is typed, "" for the default."""

    changed = Signal()

    def __init__(self, field: CheckField, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = field
        self._input = self._make(text)
        self._input.setAccessibleName(f"{field.title}. {field.help}")
        self.setFocusProxy(self._input)
        self._said = theme.plain_label(field.help, "muted", wrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self._input)
        column.addWidget(self._said)

    @property
    def text(self) -> str:
        """What is typed."""
        made = self._input
        if isinstance(made, QCheckBox):
            return "true" if made.isChecked() else "false"
        if isinstance(made, QComboBox):
            return made.currentText()
        if isinstance(made, QPlainTextEdit):
            return made.toPlainText()
        assert isinstance(made, QLineEdit)  # noqa: S101
        return made.text()

    @property
    def value(self) -> Any:
        """As the file holds it; None for the default. Raises ValueError."""
        from ....agents.watch.fields import from_text

        return from_text(self.field, self.text)

    def show_problem(self, fault: str) -> None:
        """What is wrong; nothing shows the help again."""
        theme.set_role(self._said, "wrong" if fault else "muted")
        self._said.setText(fault or self.field.help)

    def _make(self, text: str) -> QWidget:
        field = self.field
        if field.kind == "yes_no":
            box = QCheckBox("Yes")
            box.setChecked((text or field.default) == "true")
            box.toggled.connect(self._told)
            return box
        if field.kind == "choice":
            choice = QComboBox()
            theme.set_accessible_name(choice, field.title)
            choice.addItems(list(field.choices))
            choice.setCurrentText(text or field.default)
            choice.currentTextChanged.connect(self._told)
            return choice
        if field.kind == "pairs":
            several = QPlainTextEdit(text)
            several.setTabChangesFocus(True)
            several.setFixedHeight(LINES * several.fontMetrics().lineSpacing() + theme.GAP_L)
            several.textChanged.connect(self.changed)
            return several
        line = QLineEdit(text)
        line.setPlaceholderText(field.default)
        line.textChanged.connect(self._told)
        return line

    def _told(self, _value: object = None) -> None:
        self.changed.emit()
