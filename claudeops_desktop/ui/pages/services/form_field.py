"""One field of the form: the right widget for its kind, its help line, and the sentence of what is wrong with it."""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from ... import theme
from ...text.translation import tr, tr_message

if TYPE_CHECKING:
    from ....agents.watch.fields import CheckField

LINES = 3
UNSET = tr("As in the settings")


class FieldGrid(QGridLayout):
    """Labels on the left, fields on the right. Unlike a form layout it gives each field the height that its lines need
    at the width that is there, at any size of letters."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(*(() if parent is None else (parent,)))
        self.setContentsMargins(0, 0, 0, 0)
        self.setHorizontalSpacing(theme.GAP_L)
        self.setVerticalSpacing(theme.GAP_M)
        self.setColumnStretch(1, 1)
        self._labels: dict[QWidget, QLabel] = {}

    def add_row(self, title: str, field: QWidget) -> None:
        """Put a field below the others; one that is there already moves to the end."""
        label = self._labels.get(field)
        if label is None:
            label = self._labels[field] = QLabel(title)
            label.setWordWrap(True)  # large letters
            label.setBuddy(field)
        else:
            self.removeWidget(field)
            self.removeWidget(label)
        row = self.rowCount()
        self.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
        self.addWidget(field, row, 1)

    def clear(self, keep: Container[QWidget]) -> None:
        """Take all fields out but these."""
        for field in [field for field in self._labels if field not in keep]:
            for part in (field, self._labels.pop(field)):
                self.removeWidget(part)
                part.hide()
                part.deleteLater()


class FormField(QWidget):
    """``changed`` says that the operator typed, ``finished`` that a line was left or Return was pressed.
    ``text`` is what is typed, "" for the default."""

    changed = Signal()
    finished = Signal()

    def __init__(self, field: CheckField, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = field
        self._input = self._make(text)
        self._input.setAccessibleName(f"{field.title}. {tr_message(field.help)}")
        self.setFocusProxy(self._input)
        self._said = theme.plain_label(tr_message(field.help), "muted", wrap=True)
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
            return str(made.currentData())
        if isinstance(made, QPlainTextEdit):
            return made.toPlainText()
        assert isinstance(made, QLineEdit)  # noqa: S101
        return made.text()

    @property
    def input(self) -> QWidget:
        """What takes the keys."""
        return self._input

    def set_text(self, text: str) -> None:
        """Put a text into a line."""
        assert isinstance(self._input, QLineEdit)  # noqa: S101
        self._input.setText(text)

    @property
    def value(self) -> Any:
        """As the file holds it; None for the default. Raises ValueError."""
        from ....agents.watch.fields import from_text

        return from_text(self.field, self.text)

    def show_problem(self, fault: str) -> None:
        """What is wrong; nothing shows the help again."""
        theme.set_role(self._said, "wrong" if fault else "muted")
        self._said.setText(fault or tr_message(self.field.help))

    def _make(self, text: str) -> QWidget:
        field = self.field
        if field.kind == "yes_no":
            box = QCheckBox(tr("Yes"))
            box.setChecked((text or field.default) == "true")
            box.toggled.connect(self._told)
            return box
        if field.kind == "choice":
            choice = QComboBox()
            theme.set_accessible_name(choice, field.title)
            choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            choice.setMinimumContentsLength(8)
            if not field.default:
                choice.addItem(UNSET, "")
            for name in field.choices:
                choice.addItem(name, name)
            choice.setCurrentIndex(max(0, choice.findData(text or field.default)))
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
        line.editingFinished.connect(self.finished)
        return line

    def _told(self, _value: object = None) -> None:
        self.changed.emit()
