"""Changing all of a memory in one place: its text, service, category, domain, confidence and pin (M14, Lifetimes)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ....language.types import CATEGORIES, GENERAL, service_name
from ....memory import LONGEST_OBSERVATION, Memory, MemoryEdit
from ... import theme
from ...app_context import AppContext
from ...text import formatting
from ...text.translation import tr
from .add_dialog import MEANT, confidence_meaning, field_with_meaning
from .confidence_widgets import ConfidenceSpin
from .delegates import make_service_field
from .domain_field import DomainField
from .text import observation_fault, service_fault


class EditMemoryDialog(QDialog):
    """``edit_submitted`` carries the id and an Edit of what was changed alone."""

    edit_submitted = Signal(int, object)

    def __init__(
        self, desk: AppContext, memory: Memory, services: Sequence[str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._memory = memory
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setWindowTitle(tr("Edit the memory"))
        self.setMinimumWidth(640)
        self.observation = QPlainTextEdit(formatting.strip_direction_marks(memory.observation))
        self.observation.setAccessibleName(tr("Observation"))
        self.observation.setTabChangesFocus(True)
        self.observation.setFixedHeight(4 * self.observation.fontMetrics().lineSpacing() + theme.GAP_L)
        self.service = make_service_field(services)
        self.service.setAccessibleName(tr("Service"))
        self.service.setPlaceholderText(tr("general: not about one service"))
        self.service.setText(memory.service or "")
        self.category = QComboBox()
        theme.set_accessible_name(self.category, tr("Category"))
        self.category.addItems(list(CATEGORIES))
        self.category.setCurrentText(memory.category)
        self._category_meaning = theme.plain_label(role="muted")
        self.domain_field = DomainField(desk.memory.aging.lifetimes())
        self.domain_field.choose(memory.domain)
        self.domain = self.domain_field.box
        self.confidence = ConfidenceSpin()
        self.confidence.setValue(memory.confidence)
        self._confidence_meaning = theme.plain_label(role="muted")
        self.pinned = QCheckBox(tr("Pinned: it goes first in every prompt and does not fade"))
        self.pinned.setChecked(bool(memory.pinned))
        self._text_shown = self.observation.toPlainText()
        self.fault = theme.plain_label(role="bad", wrap=True)
        self.save = QPushButton(tr("Save the changes"))
        theme.set_role(self.save, "primary")
        self.save.setDefault(True)
        leave = QPushButton(tr("Cancel"))
        self._lay_out(leave)
        self.observation.textChanged.connect(self._check)
        self.service.textChanged.connect(self._check)
        self.category.currentIndexChanged.connect(self._check)
        self.domain.currentIndexChanged.connect(self._check)
        self.confidence.valueChanged.connect(self._check)
        self.pinned.toggled.connect(self._check)
        self.save.clicked.connect(self._take)
        leave.clicked.connect(self.reject)
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            QShortcut(QKeySequence(keys), self).activated.connect(self._take)
        self._check()
        self.observation.setFocus()

    def _lay_out(self, leave: QPushButton) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(theme.GAP_L)
        form.setVerticalSpacing(theme.GAP_M)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        form.addRow(tr("&Observation"), self.observation)
        form.addRow(tr("&Service"), self.service)
        form.addRow(tr("&Category"), field_with_meaning(self.category, self._category_meaning))
        form.addRow(tr("&Domain"), self.domain_field)
        form.addRow(tr("Con&fidence"), field_with_meaning(self.confidence, self._confidence_meaning))
        form.addRow("", self.pinned)
        buttons = QHBoxLayout()
        buttons.addWidget(self.fault, 1)
        buttons.addWidget(leave)
        buttons.addWidget(self.save)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_XL, theme.GAP_XL, theme.GAP_XL, theme.GAP_L)
        column.setSpacing(theme.GAP_L)
        column.addLayout(form)
        column.addStretch()
        column.addLayout(buttons)

    def changes(self) -> dict[str, Any]:
        """The fields of an Edit that differ from the memory."""
        memory, text = self._memory, self.observation.toPlainText()
        found: dict[str, Any] = {}
        if text != self._text_shown:
            found["observation"] = text.strip()
        if service_name(self.service.text()) != memory.service:
            found["service"] = service_name(self.service.text()) or GENERAL
        if self.category.currentText() != memory.category:
            found["category"] = self.category.currentText()
        if self.domain_field.value != memory.domain:
            found["domain"] = self.domain_field.value
        if round(self.confidence.value(), 4) != round(memory.confidence, 2):
            found["confidence"] = round(self.confidence.value(), 4)
        if self.pinned.isChecked() != bool(memory.pinned):
            found["pinned"] = self.pinned.isChecked()
        return found

    @Slot()
    def _check(self) -> None:
        fault = service_fault(self.service.text()) or observation_fault(
            self.observation.toPlainText(), LONGEST_OBSERVATION
        )
        self.fault.setText(fault)
        self.save.setEnabled(not fault and bool(self.changes()))
        self._category_meaning.setText(MEANT[self.category.currentText()])
        self._confidence_meaning.setText(confidence_meaning(self.confidence.value()))

    @Slot()
    def _take(self) -> None:
        self.confidence.interpretText()
        if self.save.isEnabled():
            self.edit_submitted.emit(self._memory.id, MemoryEdit(**self.changes()))
            self.accept()
