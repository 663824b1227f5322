"""The form of one check: its kind, its fields, whether they are right as they are typed, and a test of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QComboBox,
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
from ...text.translation import error_text, tr, tr_message
from ...widgets.fit_to_screen import fit_to_screen
from ...widgets.fold_button import FoldButton
from ...widgets.growing_dialog import GrowingDialog
from ...widgets.state_dot import StateDot, state_word
from ...widgets.vertical_scroll import VerticalScroll
from .check_runner import CheckRunner
from .form_field import FieldGrid, FormField

if TYPE_CHECKING:
    from ....agents.watch.measurement import CheckMeasurement

PAUSE_MS = 120
SIZE = (600, 460)
TARGETS = frozenset(("process", "pattern", "unit", "container", "path", "command", "interval"))
"""Fields that stand in the short form beside those that must be filled in: what is looked at, and how often."""
TITLES = {"interval": tr("How often (seconds)")}
ADDRESSES = ("url", "address")
"""Fields in which an address without a kind may be typed: ``localhost:8101`` is asked what it speaks."""


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
        self._desk = desk
        self._fields: dict[str, FormField] = {}
        self._asked = ""
        self._touched = not new
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Add a check") if new else tr("Edit a check of {get}", get=row.get("name", "")))
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
        fit_to_screen(self, *SIZE)
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
            self.kind.addItem(f"{name}  –  {tr_message(what)}", name)
        self.kind.setCurrentIndex(max(0, self.kind.findData(self._row.get("check", "http"))))
        theme.set_accessible_name(self.kind, tr("Kind of check"))
        self.kind.setMaxVisibleItems(13)
        self.kind.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.kind.setMinimumContentsLength(12)  # its longest text would make the form wider than its window
        self.name = FormField(CheckField("name", "text", HELP["name"], required=True), str(self._row.get("name", "")))
        self.label = FormField(CheckField("label", "text", HELP["label"]), str(self._row.get("label", "")))
        for field in (self.name, self.label):
            field.changed.connect(self._typed)

    def _make_buttons(self) -> None:
        self._fault = theme.plain_label(role="wrong", wrap=True)
        self._dot = StateDot("idle")
        self._result = theme.plain_label(role="muted", wrap=True, select=True)
        self.test = QPushButton(tr("Test this check now"))
        self.test.setAutoDefault(False)
        self.test.clicked.connect(self._test)
        self.keep = QPushButton(tr("Add the check") if self._new else tr("Save the check"))
        theme.set_role(self.keep, "primary")
        self.keep.setDefault(True)
        self.keep.clicked.connect(self._keep)
        self._cancel = QPushButton(tr("Cancel"))
        self._cancel.setAutoDefault(False)
        self._cancel.clicked.connect(self.reject)

    def _lay_out(self) -> None:
        basic = QWidget()
        self._form = FieldGrid(basic)
        self._form.add_row(tr("Service"), self.name)
        self._form.add_row(tr("Kind of check"), self.kind)
        self.advanced = FoldButton(tr("Advanced"))
        self.advanced.setAccessibleName(tr("Advanced fields"))
        self.advanced.toggled.connect(self._unfold)
        self._more = QWidget()
        self._more_form = FieldGrid(self._more)
        self._more.hide()
        inner = QWidget()
        content = QVBoxLayout(inner)
        content.setContentsMargins(0, 0, theme.GAP_M, 0)
        content.setSpacing(theme.GAP_M)
        content.addWidget(basic)
        content.addWidget(self.advanced)
        content.addWidget(self._more)
        content.addStretch()
        self._scroll = scroll = VerticalScroll(inner)
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
        self._clear_forms()
        self._fields = {}
        for field in fields_of(self.kind.currentData()):
            text = typed.get(field.name, to_text(field, self._row.get(field.name)))
            if field.kind == "choice" and text not in field.choices:
                text = ""
            made = FormField(field, text)
            made.changed.connect(self._typed)
            if field.name in ADDRESSES:
                made.finished.connect(partial(self._ask_address, made))
            self._fields[field.name] = made
            form = self._form if field.required or field.name in TARGETS else self._more_form
            form.add_row(TITLES.get(field.name, field.title), made)
        self._more_form.add_row(tr("Label"), self.label)
        self._count_advanced()
        self._order_tabs()
        self._check()

    def _clear_forms(self) -> None:
        """Take the fields of the kind out; those of every kind are kept."""
        self._form.clear(keep=(self.name, self.kind))
        self._more_form.clear(keep=(self.label,))

    def _order_tabs(self) -> None:
        """Tab goes as the form is read, whatever was made first."""
        basic = [field for name, field in self._fields.items() if not self._is_advanced(name)]
        more = [field for name, field in self._fields.items() if self._is_advanced(name)]
        fields = [self.name.input, self.kind, *(field.input for field in basic), self.advanced]
        order: list[QWidget] = [*fields, *(field.input for field in more), self.label.input]
        order += [self.test, self._cancel, self.keep]
        for before, after in pairwise(order):
            QWidget.setTabOrder(before, after)

    def _is_advanced(self, name: str) -> bool:
        field = self._fields.get(name)
        return field is None or not (field.field.required or name in TARGETS)

    def _count_advanced(self) -> None:
        """How many of the folded fields are not at their default: nothing is hidden that was set."""
        number = sum(name in self._row for name in ("label", *self._fields) if self._is_advanced(name))
        self.advanced.setText(tr("Advanced ({number} set)", number=number) if number else tr("Advanced"))

    def _unfold(self, on: bool) -> None:
        self._more.setVisible(on)
        if on:
            QTimer.singleShot(0, self, self._show_advanced)

    def _show_advanced(self) -> None:
        """What was unfolded comes into view once it is laid out."""
        first = next((field for name, field in self._fields.items() if self._is_advanced(name)), self.label)
        self._scroll.ensureWidgetVisible(first, 0, theme.GAP_XL)

    def _ask_address(self, field: FormField) -> None:
        """An address without a kind was typed: ask it what it speaks, and become that kind of check."""
        from ....agents.watch.discovery.address import check_of_address, looks_like_address

        text = field.text.strip()
        if text == self._asked or "://" in text or not looks_like_address(text):
            return
        self._asked = text
        self._say_result("running", tr("Finding out which protocol {words} speaks…", words=text))
        taken = frozenset(key.partition(":")[0] for key in self._taken)
        self._desk.run_in_background(
            partial(check_of_address, text, taken, self.name.text.strip()),
            partial(self._address_answered, text),
            self._address_failed,
        )

    def _address_answered(self, text: str, row: dict[str, Any]) -> None:
        if text != self._asked or not any(self._fields[n].text.strip() == text for n in ADDRESSES if n in self._fields):
            return  # something else was typed meanwhile
        self._row = {**self._row, **row}
        self._asked = ""
        for name in (*row, *ADDRESSES):
            self._fields.pop(name, None)  # what was typed there is what was asked
        if not self.name.text.strip():
            self.name.set_text(str(row["name"]))
        self.kind.blockSignals(True)
        self.kind.setCurrentIndex(self.kind.findData(row["check"]))
        self.kind.blockSignals(False)
        self._show_kind()
        self._say_result("healthy", tr("It is watched as a check of kind {row}.", row=row["check"]))

    def _address_failed(self, error: Exception) -> None:
        self._say_result("unknown", error_text(error))

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
                faults["label"] = tr("Another check has this name, kind and label: give one of them another label.")
        missing = [name for name in faults if everything[name].field.required and not everything[name].text.strip()]
        for name, field in everything.items():
            quiet = name in missing and not self._touched
            field.show_problem("" if quiet else faults.get(name, ""))
        self._fault.setText(whole)
        if self._touched and any(self._is_advanced(name) for name in faults if name != "name" and name not in missing):
            self.advanced.setChecked(True)  # a mistake is never folded away
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
            self._say_result("idle", tr("The test was cancelled."))
            return
        self._check()
        if self.keep.isEnabled():
            check = validate_check(self.row)
            self.test.setText(tr("Stop the test"))
            self._say_result(
                "running",
                tr("Looking at {target}, for {limit} s at the most…", target=check.target, limit=f"{check.limit:.0f}"),
            )
            self._measuring.measure([check])

    def _measured(self, found: CheckMeasurement) -> None:
        took = formatting.format_duration_ms(found.response_ms)
        self._say_result(str(found.status), f"{state_word(found.status)}, {took}: {found.detail}")

    def _test_ended(self) -> None:
        self.test.setText(tr("Test this check now"))
        self._check()

    def _say_result(self, state: str, text: str) -> None:
        self._dot.setVisible(bool(state))
        if state:
            self._dot.set_state(state)
        self._result.setText(formatting.make_breakable(text))


def _short(sentence: str) -> str:
    """A missing field needs no TOML to be filled in."""
    return sentence.partition(" Add ")[0] if " is missing. Add " in sentence else sentence
