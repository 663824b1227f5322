"""The form of one check: its kind, its fields, whether they are right as they are typed, and a test of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from ... import theme
from ...app_context import AppContext
from ...text import formatting
from ...widgets.fit_to_screen import fit_to_screen
from ...widgets.growing_dialog import GrowingDialog
from ...widgets.state_dot import StateDot
from ...widgets.vertical_scroll import VerticalScroll
from .check_runner import CheckRunner
from .form_field import FormField

if TYPE_CHECKING:
    from ....agents.watch.measurement import CheckMeasurement

PAUSE_MS = 120


class CheckDialog(GrowingDialog):
    """``check_submitted`` carries the check as a row of services.toml. It writes nothing itself.

    ``row`` is what to begin with; ``taken`` are the keys of the other checks, which this one must not have.
    """

    check_submitted = Signal(object)

    def __init__(
        self, desk: AppContext, row: Mapping[str, Any], taken: Sequence[str], *, new: bool, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._taken = frozenset(taken)
        self._row = dict(row)
        self._new = new
        self._fields: dict[str, FormField] = {}
        self._touched = not new
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Add a check" if new else f"Edit a check of {row.get('name', '')}")
        self._measuring = CheckRunner(desk, self)
        self._measuring.measured.connect(self._measured)
        self._measuring.all_finished.connect(self._test_ended)
        self.kind = QComboBox()
        self._make_fixed()
        self._make_buttons()
        self._lay_out()
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._check)
        self._show_kind()
        self.kind.currentIndexChanged.connect(self._kind_chosen)
        fit_to_screen(self, 620, 560)
        self._first_field().setFocus()

    @property
    def row(self) -> dict[str, Any]:
        """What the fields say, as a row of the file; fields at their default are left out. Raises ValueError."""
        found: dict[str, Any] = {"name": self.name.text.strip(), "check": self.kind.currentData()}
        for name, field in (("label", self.label), *self._fields.items()):
            value = field.value
            if value is not None:
                found[name] = value
        return found

    def field(self, name: str) -> FormField:
        """One of the fields shown."""
        return {"name": self.name, "label": self.label, **self._fields}[name]

    def _first_field(self) -> FormField:
        """What is to be filled in first."""
        if not self._row.get("name"):
            return self.name
        return next(iter(self._fields.values()), self.name)

    def reject(self) -> None:
        """What a test still finds is not heard."""
        self._measuring.give_up()
        super().reject()

    def _make_fixed(self) -> None:
        from ....agents.watch.fields import HELP, CheckField, check_kinds

        for name, what in check_kinds().items():
            self.kind.addItem(f"{name}  –  {what}", name)
        self.kind.setCurrentIndex(max(0, self.kind.findData(self._row.get("check", "http"))))
        theme.set_accessible_name(self.kind, "Kind of check")
        self.kind.setMaxVisibleItems(13)
        self.name = FormField(CheckField("name", "text", HELP["name"], required=True), str(self._row.get("name", "")))
        self.label = FormField(CheckField("label", "text", HELP["label"]), str(self._row.get("label", "")))
        for field in (self.name, self.label):
            field.changed.connect(self._typed)

    def _make_buttons(self) -> None:
        self._fault = theme.plain_label(role="wrong", wrap=True)
        self._dot = StateDot("idle")
        self._result = theme.plain_label(role="muted", wrap=True, select=True)
        self.test = QPushButton("Test this check now")
        self.test.setAutoDefault(False)
        self.test.clicked.connect(self._test)
        self.keep = QPushButton("Add the check" if self._new else "Save the check")
        theme.set_role(self.keep, "primary")
        self.keep.setDefault(True)
        self.keep.clicked.connect(self._keep)
        self._cancel = QPushButton("Cancel")
        self._cancel.setAutoDefault(False)
        self._cancel.clicked.connect(self.reject)

    def _lay_out(self) -> None:
        self._form = QFormLayout()
        self._form.setHorizontalSpacing(theme.GAP_L)
        self._form.setVerticalSpacing(theme.GAP_M)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self._form.addRow("Service", self.name)
        self._form.addRow("Kind of check", self.kind)
        inner = QWidget()
        inner.setLayout(self._form)
        self._form.setContentsMargins(0, 0, theme.GAP_M, 0)
        scroll = VerticalScroll(inner)
        self.kind.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        tested = QHBoxLayout()
        tested.setSpacing(theme.GAP_S)
        tested.addWidget(self.test)
        tested.addWidget(self._dot)
        tested.addWidget(self._result, 1)
        self._dot.hide()
        buttons = QHBoxLayout()
        buttons.addWidget(self._fault, 1)
        buttons.addWidget(self._cancel)
        buttons.addWidget(self.keep)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_XL, theme.GAP_XL, theme.GAP_XL, theme.GAP_L)
        column.setSpacing(theme.GAP_M)
        column.addWidget(scroll, 1)
        line = QFrame()
        theme.set_role(line, "line")
        column.addWidget(line)
        column.addLayout(tested)
        column.addLayout(buttons)

    def _show_kind(self) -> None:
        """The fields of the kind that is chosen; what was typed in fields of the same name stays."""
        from ....agents.watch.fields import fields_of, to_text

        typed = {name: field.text for name, field in self._fields.items()}
        while self._form.rowCount() > 2:
            item = self._form.itemAt(2, QFormLayout.ItemRole.FieldRole)
            if item is not None and item.widget() is self.label:
                taken = self._form.takeRow(2)
                title = taken.labelItem.widget() if taken.labelItem is not None else None
                if title is not None:
                    title.deleteLater()
            else:
                self._form.removeRow(2)
        self._fields = {}
        for field in fields_of(self.kind.currentData()):
            text = typed.get(field.name, to_text(field, self._row.get(field.name)))
            if field.kind == "choice" and text not in field.choices:
                text = ""
            made = FormField(field, text)
            made.changed.connect(self._typed)
            self._fields[field.name] = made
            self._form.addRow(field.title, made)
        self._form.addRow("Label", self.label)
        self._check()

    def _kind_chosen(self) -> None:
        self._show_kind()
        self._say_result("", "")

    def _typed(self) -> None:
        self._touched = True
        self._pause.start()

    def _check(self) -> None:
        """Say what is wrong, at its field."""
        from ....agents.watch.edit import problem_of
        from ....agents.watch.services import validate_check

        self._pause.stop()
        everything = {"name": self.name, "label": self.label, **self._fields}
        faults: dict[str, str] = {}
        for name, field in everything.items():
            try:
                _ = field.value
            except ValueError as error:
                faults[name] = f"{field.field.title} {error}."
        whole = ""
        if not faults:
            row = self.row
            found = problem_of(row)
            if found is not None:
                sentence = found.sentence
                if found.field in everything:
                    title = everything[found.field].field.title
                    sentence = title + sentence.removeprefix(found.field)
                    faults[found.field] = _short(sentence)
                else:
                    whole = sentence
            elif validate_check(row).key in self._taken:
                faults["label"] = "Another check has this name, kind and label: give one of them another label."
        missing = [name for name in faults if everything[name].field.required and not everything[name].text.strip()]
        for name, field in everything.items():
            quiet = name in missing and not self._touched
            field.show_problem("" if quiet else faults.get(name, ""))
        self._fault.setText(whole)
        self.keep.setEnabled(not faults and not whole)
        self.test.setEnabled((not faults and not whole) or self._measuring.busy)

    def _keep(self) -> None:
        self._touched = True
        self._check()
        if self.keep.isEnabled():
            self._measuring.give_up()
            self.check_submitted.emit(self.row)
            self.accept()

    def _test(self) -> None:
        from ....agents.watch.services import validate_check

        if self._measuring.busy:
            self._measuring.give_up()
            self._say_result("idle", "The test was given up.")
            return
        self._check()
        if self.keep.isEnabled():
            check = validate_check(self.row)
            self.test.setText("Stop the test")
            self._say_result("running", f"Looking at {check.target}, for {check.limit:.0f} s at the most…")
            self._measuring.measure([check])

    def _measured(self, found: CheckMeasurement) -> None:
        took = formatting.format_duration_ms(found.response_ms)
        self._say_result(str(found.status), f"{found.status}, {took}: {found.detail}")

    def _test_ended(self) -> None:
        self.test.setText("Test this check now")
        self._check()

    def _say_result(self, state: str, text: str) -> None:
        self._dot.setVisible(bool(state))
        if state:
            self._dot.set_state(state)
        self._result.setText(formatting.make_breakable(text))


def _short(sentence: str) -> str:
    """A missing field needs no TOML to be filled in."""
    return sentence.partition(" Add ")[0] if " is missing. Add " in sentence else sentence
