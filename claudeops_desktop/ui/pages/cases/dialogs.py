"""The form for the words of a case, and the choice of the case that another one is merged into."""

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

from ....learning import StoredCase
from ... import theme
from ...text.translation import tr
from ...widgets.growing_dialog import GrowingDialog
from .commands import CaseEdit
from .text import STATES, symptom_text


class CaseEditDialog(GrowingDialog):
    """``saved`` carries the CaseEdit."""

    saved = Signal(object)

    def __init__(self, case: StoredCase, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Edit case {id}", id=case.id))
        self.setMinimumWidth(520)
        self.service = QLineEdit(case.service)
        self.symptom = _text_field(case.symptom)
        self.cause = _text_field(case.cause)
        self.cure = _text_field(case.cure)
        self.state = QComboBox()
        for name, word in STATES.items():
            self.state.addItem(word, name)
        self.state.setCurrentIndex(list(STATES).index(case.state) if case.state in STATES else 0)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        form.setSpacing(theme.GAP_S)
        for title, field in (
            (tr("Service"), self.service),
            (tr("What was out of order"), self.symptom),
            (tr("Cause"), self.cause),
            (tr("What helped"), self.cure),
            (tr("State"), self.state),
        ):
            theme.set_accessible_name(field, title)
            form.addRow(title, field)
        self.service.textChanged.connect(self._typed)
        self.save, buttons = _buttons(self, tr("Save"))
        self.save.clicked.connect(self._save)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_L, theme.GAP_L, theme.GAP_L, theme.GAP_L)
        column.setSpacing(theme.GAP_M)
        note = tr("What you write is not written over by what is seen later.")
        column.addWidget(theme.plain_label(note, "muted", wrap=True))
        column.addLayout(form)
        column.addLayout(buttons)

    def _typed(self) -> None:
        self.save.setEnabled(bool(self.service.text().strip()))

    def _save(self) -> None:
        self.saved.emit(
            CaseEdit(
                self.service.text().strip(),
                self.symptom.toPlainText().strip(),
                self.cause.toPlainText().strip(),
                self.cure.toPlainText().strip(),
                self.state.currentData(),
            )
        )
        self.accept()


class MergeCaseDialog(GrowingDialog):
    """``chosen`` carries the number of the case that this one becomes part of."""

    chosen = Signal(int)

    def __init__(self, case: StoredCase, others: Sequence[StoredCase], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Merge case {id}", id=case.id))
        self.setMinimumWidth(480)
        self.others = QComboBox()
        self.others.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        for one in others:
            self.others.addItem(
                tr("{id}: {service}, {symptom}", id=one.id, service=one.service, symptom=symptom_text(one)), one.id
            )
        theme.set_accessible_name(self.others, tr("The case that it becomes part of"))
        self.save, buttons = _buttons(self, tr("Merge"))
        self.save.setEnabled(bool(others))
        self.save.clicked.connect(self._save)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_L, theme.GAP_L, theme.GAP_L, theme.GAP_L)
        column.setSpacing(theme.GAP_M)
        note = tr("Choose the case that was the same problem. Its attempts are then counted together with these.")
        column.addWidget(theme.plain_label(note, "muted", wrap=True))
        column.addWidget(self.others)
        column.addLayout(buttons)

    def _save(self) -> None:
        self.chosen.emit(self.others.currentData())
        self.accept()


def _text_field(text: str) -> QPlainTextEdit:
    field = QPlainTextEdit(text)
    field.setTabChangesFocus(True)
    field.setMinimumHeight(64)
    return field


def _buttons(dialog: GrowingDialog, save: str) -> tuple[QPushButton, QHBoxLayout]:
    """The buttons at the lower edge; the first does what the dialog is for."""
    primary = QPushButton(save, dialog)
    theme.set_role(primary, "primary")
    primary.setDefault(True)
    leave = QPushButton(tr("Cancel"), dialog)
    leave.setAutoDefault(False)
    leave.clicked.connect(dialog.reject)
    row = QHBoxLayout()
    row.setSpacing(theme.GAP_S)
    row.addStretch()
    row.addWidget(leave)
    row.addWidget(primary)
    return primary, row
