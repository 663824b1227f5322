"""Questions that are asked before something is done to memories. None of them blocks."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLocale, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QDialog,
    QDoubleSpinBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QMessageBox,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from ....memory import Memory, MemoryEdit, clamp_confidence, is_active_confidence
from ... import theme
from ...text.formatting import format_number
from ...text.translation import tr, tr_count
from ...widgets.spin_box import inset_text
from .confidence_widgets import STEP, ConfidenceSpin
from .text import deletion_question


class DeleteQuestion(QMessageBox):
    """Asks before deleting (M14), with ``for_good`` from the trash. ``delete_confirmed`` carries the ids; Escape and
    the first button keep them."""

    delete_confirmed = Signal(object)

    def __init__(
        self, ids: Sequence[int], known: Sequence[Memory], parent: QWidget | None = None, *, for_good: bool = False
    ) -> None:
        super().__init__(parent)
        self._ids = tuple(ids)
        question, meaning = deletion_question(known, len(ids), for_good=for_good)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setWindowTitle(question)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(question)
        self.setInformativeText(meaning)
        for shown in self.findChildren(QLabel):  # the second text has no format of its own
            shown.setTextFormat(Qt.TextFormat.PlainText)
        self._delete = self.addButton(
            tr("Delete for good") if for_good else tr_count("Delete %n memory", "Delete %n memories", len(ids)),
            QMessageBox.ButtonRole.DestructiveRole,
        )
        theme.set_role(self._delete, "danger")
        keep = self.addButton(tr("Keep it") if len(ids) == 1 else tr("Keep them"), QMessageBox.ButtonRole.RejectRole)
        self.setDefaultButton(keep)
        self.setEscapeButton(keep)
        self._delete.clicked.connect(self._agree)

    @property
    def delete_button(self) -> QWidget:
        """The button that deletes."""
        return self._delete

    @Slot()
    def _agree(self) -> None:
        self.delete_confirmed.emit(self._ids)


class AdjustConfidenceDialog(QDialog):
    """Raises, lowers or sets the confidence of several. ``raise_confirmed`` carries ids and a number, ``set_confirmed``
    an Edit."""

    raise_confirmed = Signal(object, float)
    set_confirmed = Signal(object, object)

    def __init__(self, ids: Sequence[int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ids = tuple(ids)
        self._number = number = len(ids)
        self._memories: Sequence[Memory] = ()
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setWindowTitle(
            tr_count("Adjust the confidence of %n memory", "Adjust the confidence of %n memories", number)
        )
        self.by_choice = QRadioButton(tr("Raise or lower by"))
        self.by_choice.setChecked(True)
        self.to_choice = QRadioButton(tr("Set to"))
        self.by = _step_field()
        self.to = ConfidenceSpin()
        self.to.setValue(0.7)
        self.to.setEnabled(False)
        self.effect = theme.plain_label(role="muted", wrap=True)
        self.adjust = QPushButton(tr_count("Adjust %n memory", "Adjust %n memories", number))
        theme.set_role(self.adjust, "primary")
        self.adjust.setDefault(True)
        leave = QPushButton(tr("Leave as it is") if number == 1 else tr("Leave as they are"))
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.GAP_L)
        grid.setVerticalSpacing(theme.GAP_S)
        for row, (choice, spin) in enumerate(((self.by_choice, self.by), (self.to_choice, self.to))):
            grid.addWidget(choice, row, 0)
            grid.addWidget(spin, row, 1)
            spin.setMinimumWidth(110)
        buttons = QHBoxLayout()
        buttons.addStretch()
        buttons.addWidget(leave)
        buttons.addWidget(self.adjust)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_XL, theme.GAP_L, theme.GAP_XL, theme.GAP_L)
        column.setSpacing(theme.GAP_M)
        column.addLayout(grid)
        column.addWidget(self.effect)
        column.addLayout(buttons)
        self.setMinimumWidth(420)
        self.by_choice.toggled.connect(self._choose)
        self.by.valueChanged.connect(self._reckon)
        self.to.valueChanged.connect(self._reckon)
        self.adjust.clicked.connect(self._take)
        leave.clicked.connect(self.reject)
        self._reckon()

    def show_effect(self, memories: Sequence[Memory]) -> None:
        """The memories concerned, once they were read: then it says what would become of them."""
        self._memories = memories
        self._reckon()

    @Slot()
    def _choose(self) -> None:
        self.by.setEnabled(self.by_choice.isChecked())
        self.to.setEnabled(self.to_choice.isChecked())
        (self.by if self.by_choice.isChecked() else self.to).setFocus()
        self._reckon()

    @Slot()
    def _reckon(self) -> None:
        self.by.setPrefix("+" if self.by.value() >= 0 else "")
        words = [tr("From 0 to 1; below 0.3 a memory is inactive.")]
        after = [
            clamp_confidence(m.confidence + self.by.value() if self.by_choice.isChecked() else self.to.value())
            for m in self._memories
        ]
        fall = sum(m.active and not is_active_confidence(c) for m, c in zip(self._memories, after, strict=True))
        rise = sum(not m.active and is_active_confidence(c) for m, c in zip(self._memories, after, strict=True))
        whole = format_number(self._number)
        if fall:
            words.append(tr_count("%n of {all} becomes inactive.", "%n of {all} become inactive.", fall, all=whole))
        if rise:
            words.append(
                tr_count("%n of {all} becomes active again.", "%n of {all} become active again.", rise, all=whole)
            )
        self.effect.setText(" ".join(words))

    @Slot()
    def _take(self) -> None:
        if self.by_choice.isChecked():
            self.raise_confirmed.emit(self._ids, round(self.by.value(), 4))
        else:
            self.set_confirmed.emit(self._ids, MemoryEdit(confidence=round(self.to.value(), 4)))
        self.accept()


def _step_field() -> QDoubleSpinBox:
    """By how much: from -1 to 1."""
    field = QDoubleSpinBox()
    field.setLocale(QLocale.c())
    field.setRange(-1, 1)
    field.setSingleStep(STEP)
    field.setDecimals(2)
    field.setValue(0.1)
    field.setPrefix("+")
    field.setAlignment(Qt.AlignmentFlag.AlignRight)
    field.setAccessibleName(tr("Raise or lower by"))
    inset_text(field)
    return field
