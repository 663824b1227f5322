"""The fields of a form: what each is called, and the control in which its value is entered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeAlias

from PySide6.QtCore import QDateTime, SignalInstance
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDateTimeEdit,
    QDoubleSpinBox,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QSizePolicy,
    QWidget,
)

from .. import theme
from ..text.translation import tr
from ..widgets.spin_box import inset_text

Values: TypeAlias = dict[str, Any]


@dataclass
class FieldInput:
    """The control of a field: how its value is read and set, and the signal that it has changed. ``box`` stands before
    an optional field and says whether it has a value at all."""

    widget: QWidget
    get_value: Callable[[], Any]
    set_value: Callable[[Any], object]
    changed: SignalInstance
    box: QCheckBox | None = None

    @property
    def value(self) -> Any:
        """Return what was entered; None for an optional field that is off."""
        return self.get_value() if self.box is None or self.box.isChecked() else None


@dataclass(frozen=True)
class InputField:
    """A field. ``spoken`` is what a screen reader calls it where its label says too little. An ``optional`` one has a
    check box as its label. It is hidden while ``shown`` answers false."""

    name: str
    label: str
    spoken: str = ""
    optional: bool = False
    shown: Callable[[Values], bool] | None = None

    def make_input(self) -> FieldInput:
        """Return the control of the field, with its name for a screen reader."""
        made = self._make_control()
        theme.set_accessible_name(made.widget, self.spoken or self.label.replace("&", ""))
        if self.optional:
            made.box = QCheckBox(self.label)
        return made

    def _make_control(self) -> FieldInput:
        raise NotImplementedError


@dataclass(frozen=True)
class LineField(InputField):
    """One line of text. ``hint`` stands in it while it is empty."""

    hint: str = ""

    def _make_control(self) -> FieldInput:
        line = QLineEdit()
        line.setPlaceholderText(self.hint)
        return FieldInput(line, lambda: line.text().strip(), line.setText, line.textChanged)


@dataclass(frozen=True)
class TextField(InputField):
    """Some lines of text. ``hint`` stands in them while they are empty."""

    hint: str = ""
    lines: int = 5

    def _make_control(self) -> FieldInput:
        text = QPlainTextEdit()
        text.setTabChangesFocus(True)
        text.setPlaceholderText(self.hint)
        text.setMinimumHeight(self.lines * theme.ROW)
        return FieldInput(text, lambda: text.toPlainText().strip(), text.setPlainText, text.textChanged)


@dataclass(frozen=True)
class TickField(InputField):
    """Something that holds or not; ``text`` stands beside the box."""

    text: str = ""

    def _make_control(self) -> FieldInput:
        box = QCheckBox(self.text)
        return FieldInput(box, box.isChecked, box.setChecked, box.toggled)


@dataclass(frozen=True)
class ChoiceField(InputField):
    """One of some values, each with its text."""

    choices: Sequence[tuple[str, Any]] = ()

    def _make_control(self) -> FieldInput:
        box = QComboBox()
        for text, value in self.choices:
            box.addItem(text, value)
        return FieldInput(
            box, box.currentData, lambda value: box.setCurrentIndex(box.findData(value)), box.currentIndexChanged
        )


@dataclass(frozen=True)
class ExplainedField(InputField):
    """A field with what its value means beside it. The field brings the control, this one its name and label."""

    field: InputField = InputField("", "")
    meaning: Callable[[Any], str] = str

    def _make_control(self) -> FieldInput:
        inner = self.field.make_input()
        theme.set_accessible_name(inner.widget, self.spoken or self.label.replace("&", ""))
        meaning = theme.plain_label(role="muted", wrap=True)
        both = QWidget()
        both.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(both)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GAP_M)
        inner.widget.setMinimumWidth(140)
        row.addWidget(inner.widget)
        row.addWidget(meaning, 1)
        both.setFocusProxy(inner.widget)

        def explain(*_: object) -> None:
            meaning.setText(self.meaning(inner.get_value()))

        inner.changed.connect(explain)
        explain()
        return FieldInput(both, inner.get_value, inner.set_value, inner.changed)


@dataclass(frozen=True)
class MomentField(InputField):
    """A day and a time."""

    def _make_control(self) -> FieldInput:
        edit = QDateTimeEdit(QDateTime.currentDateTime())
        edit.setCalendarPopup(True)
        edit.setDisplayFormat(tr("ddd d MMM yyyy, HH:mm"))

        def get_moment() -> datetime:
            return datetime.fromtimestamp(edit.dateTime().toSecsSinceEpoch(), UTC)

        def set_moment(moment: datetime) -> None:
            edit.setDateTime(QDateTime.fromSecsSinceEpoch(int(moment.timestamp())))

        return FieldInput(edit, get_moment, set_moment, edit.dateTimeChanged)


@dataclass(frozen=True)
class NumberField(InputField):
    """A number of a range, with its unit. The least of them may stand for ``least_text``, as "Default"."""

    least: float = 0
    most: float = 100
    decimals: int = 0
    unit: str = ""
    least_text: str = ""

    def _make_control(self) -> FieldInput:
        box = QDoubleSpinBox()
        box.setRange(self.least, self.most)
        box.setDecimals(self.decimals)
        box.setSuffix(self.unit)
        box.setSpecialValueText(self.least_text)
        box.setValue(self.least)
        inset_text(box)
        return FieldInput(box, box.value, box.setValue, box.valueChanged)


@dataclass(frozen=True)
class KnownNameField(InputField):
    """A name that is typed or chosen from those that are known."""

    known: Sequence[str] = ()

    def _make_control(self) -> FieldInput:
        box = QComboBox()
        box.setEditable(True)
        box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        box.addItems([*self.known])
        return FieldInput(box, lambda: " ".join(box.currentText().split()), box.setCurrentText, box.currentTextChanged)


def check_filled(fields: Sequence[InputField], *optional: str) -> Callable[[Values], str]:
    """Return a check that names the first field without a value; those named in ``optional`` may be empty."""

    def check(values: Values) -> str:
        empty = (one.label for one in fields if one.name not in optional and not values.get(one.name))
        first = next(empty, "").replace("&", "")
        return tr("Still empty: {field}", field=first) if first else ""

    return check
