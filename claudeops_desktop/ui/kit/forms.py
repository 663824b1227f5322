"""Dialogs that are declared: fields, what is wrong with their values, a preview, and what is made of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from .. import theme
from ..latest_query import LatestQuery
from ..text.translation import tr
from ..widgets.growing_dialog import GrowingDialog
from .fields import InputField, Values

if TYPE_CHECKING:
    from ..app_context import AppContext

Result = TypeVar("Result")
PREVIEW_MS = 150


@dataclass(frozen=True)
class FormSpec(Generic[Result]):
    """What a dialog asks. ``check`` says what is wrong with the values ("" for nothing), ``preview`` answers on a
    reader thread with a sentence about them, and ``result`` makes of them what the dialog is for."""

    title: str
    fields: Sequence[InputField]
    submit: str
    result: Callable[[Values], Result]
    check: Callable[[Values], str]
    intro: str = ""
    preview: Callable[[AppContext, Values], str] | None = None
    focus: str = ""
    width: int = 480


class FormDialog(GrowingDialog, Generic[Result]):
    """The dialog of a form. ``submitted`` carries what the form makes of the values; the dialog changes nothing itself.

    ``values`` are those it begins with; among its optional fields those named in ``checked`` are on.
    """

    submitted = Signal(object)

    def __init__(
        self,
        context: AppContext,
        form: FormSpec[Result],
        values: Mapping[str, Any],
        parent: QWidget,
        *,
        checked: Collection[str] = (),
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._form = form
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(form.title)
        self.setMinimumWidth(form.width)
        self.inputs = {one.name: one.make_input() for one in form.fields}
        self.message = theme.plain_label(role="muted", wrap=True)
        self.submit = QPushButton(form.submit)
        self.submit.setDefault(True)
        theme.set_role(self.submit, "primary")
        self._cancel = QPushButton(tr("Cancel"))
        self._latest = LatestQuery(context.bridge, self._previewed, self.message.setText, self)
        self._pause = QTimer(self, singleShot=True, interval=PREVIEW_MS)
        self._pause.timeout.connect(self._ask_preview)
        self._fill(values, checked)
        self._lay_out()
        self._connect()
        self._edited()
        if form.focus:
            self.inputs[form.focus].widget.setFocus()

    @property
    def values(self) -> Values:
        """Return what was entered, by field."""
        return {name: one.value for name, one in self.inputs.items()}

    def _fill(self, values: Mapping[str, Any], checked: Collection[str]) -> None:
        for name, one in self.inputs.items():
            if values.get(name) is not None:
                one.set_value(values[name])
            if one.box is not None:
                one.box.setChecked(name in checked)

    def _lay_out(self) -> None:
        self._rows = QFormLayout()
        self._rows.setHorizontalSpacing(theme.GAP_L)
        self._rows.setVerticalSpacing(theme.GAP_S)
        for field in self._form.fields:
            one = self.inputs[field.name]
            if one.box is not None:
                self._rows.addRow(one.box, one.widget)
            else:
                self._rows.addRow(field.label, one.widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_XL, theme.GAP_XL, theme.GAP_XL, theme.GAP_L)
        column.setSpacing(theme.GAP_L)
        if self._form.intro:
            column.addWidget(theme.plain_label(self._form.intro, wrap=True))
        column.addLayout(self._rows)
        buttons = QHBoxLayout()
        if self._form.preview is not None:  # it has always something to say: on lines of its own
            self.message.setMinimumHeight(2 * self.message.fontMetrics().lineSpacing())
            column.addWidget(self.message)
            column.addStretch()
            buttons.addStretch()
        else:
            buttons.addWidget(self.message, 1)
        buttons.addWidget(self._cancel)
        buttons.addWidget(self.submit)
        column.addLayout(buttons)

    def _connect(self) -> None:
        for one in self.inputs.values():
            one.changed.connect(self._edited)
            if one.box is not None:
                one.box.toggled.connect(self._edited)
        self.submit.clicked.connect(self._submit)
        self._cancel.clicked.connect(self.reject)

    def _edited(self, *_: object) -> None:
        values = self.values
        for field in self._form.fields:
            one = self.inputs[field.name]
            one.widget.setEnabled(one.box is None or one.box.isChecked())
            if field.shown is not None:
                self._rows.setRowVisible(one.widget, field.shown(values))
        wrong = self._form.check(values)
        self.submit.setEnabled(not wrong)
        self._latest.discard()
        if wrong or self._form.preview is None:
            self._pause.stop()
            theme.set_role(self.message, "wrong")
            self.message.setText(wrong)
        else:
            self._pause.start()

    def _ask_preview(self) -> None:
        if self._form.preview is not None:
            self._latest.ask(partial(self._form.preview, self._context, self.values))

    def _previewed(self, sentence: str) -> None:
        theme.set_role(self.message, "muted")
        self.message.setText(sentence)

    def _submit(self) -> None:
        self.submitted.emit(self._form.result(self.values))
        self.accept()
