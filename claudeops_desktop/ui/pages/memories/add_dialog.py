"""Adding a memory by hand (SPEC-0015, Create memory manually), with what is known already in view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ....language.types import CATEGORIES, PairJudgement, Verdict, service_name
from ....memory import DEFAULT_CONFIDENCE, LONGEST_OBSERVATION, Memory, MemoryCandidate, MemoryService, shown_service
from ... import theme
from ...app_context import AppContext
from ...latest_query import LatestQuery
from ...text.formatting import format_number
from ...text.translation import tr
from .confidence_widgets import ConfidenceSpin
from .delegates import make_service_field
from .domain_field import DomainField
from .text import observation_fault, plain_tip, service_fault, shorten_to_line

PAUSE_MS = 200
SHOWN_AT_MOST = 3
MEANT = {
    "timing": tr("how long things take, and when they happen"),
    "dependency": tr("what needs what, and in which order"),
    "behavior": tr("how a service behaves, and what is normal for it"),
    "remediation": tr("what helps when something is wrong"),
    "maintenance": tr("what has to be done regularly"),
}


@dataclass(frozen=True, slots=True)
class SimilarMemory:
    """A known memory that says the same as a new text, or the opposite."""

    memory: Memory
    judgement: PairJudgement


def _find_similar(agent: MemoryService, candidate: MemoryCandidate) -> tuple[MemoryCandidate, list[SimilarMemory]]:
    return candidate, [SimilarMemory(*pair) for pair in agent.edits.bearing(candidate)]


class AddMemoryDialog(QDialog):
    """``memory_submitted`` carries the Candidate; ``show_requested`` the id of a known memory to look at instead."""

    memory_submitted = Signal(object)
    show_requested = Signal(int)

    def __init__(self, desk: AppContext, services: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._touched = False
        self._compared: MemoryCandidate | None = None
        self._wanted = False
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setWindowTitle(tr("Add a memory"))
        self.setMinimumWidth(640)
        self.service = make_service_field(services)
        self.service.setAccessibleName(tr("Service"))
        self.service.setPlaceholderText(tr("general: not about one service"))
        self.category = QComboBox()
        theme.set_accessible_name(self.category, tr("Category"))
        self.category.addItems(list(CATEGORIES))
        self.category_meaning = theme.plain_label(role="muted")
        self.domain_field = DomainField(desk.memory.aging.lifetimes(), by_words=True)
        self.domain = self.domain_field.box
        self.observation = QPlainTextEdit()
        self.observation.setAccessibleName(tr("Observation"))
        self.observation.setTabChangesFocus(True)
        self.observation.setPlaceholderText(tr("One fact in one sentence, as you would tell a colleague on call"))
        self.observation.setFixedHeight(4 * self.observation.fontMetrics().lineSpacing() + theme.GAP_L)
        self.confidence = ConfidenceSpin()
        self.confidence.setValue(DEFAULT_CONFIDENCE)
        self.confidence_meaning = theme.plain_label(role="muted")
        self.fault = theme.plain_label(role="bad", wrap=True)
        self.alike = _AlikeList()
        self.alike.show_requested.connect(self._show)
        self.add = QPushButton(tr("Add the memory"))
        theme.set_role(self.add, "primary")
        self.add.setDefault(True)
        discard = QPushButton(tr("Cancel"))
        self._lay_out(discard)
        self._latest = LatestQuery(desk.bridge, self._have_compared, self._not_compared, self)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._compare)
        self.service.textChanged.connect(self._typed)
        self.observation.textChanged.connect(self._text_typed)
        self.category.currentIndexChanged.connect(self._typed)
        self.domain.currentIndexChanged.connect(self._typed)
        self.confidence.valueChanged.connect(self._typed)
        self.add.clicked.connect(self._offer)
        discard.clicked.connect(self.reject)
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            QShortcut(QKeySequence(keys), self).activated.connect(self._offer)
        self._typed()
        self.observation.setFocus()

    def _lay_out(self, discard: QPushButton) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(theme.GAP_L)
        form.setVerticalSpacing(theme.GAP_M)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        form.addRow(tr("&Observation"), self.observation)
        form.addRow(tr("&Service"), self.service)
        form.addRow(tr("&Category"), field_with_meaning(self.category, self.category_meaning))
        form.addRow(tr("&Domain"), self.domain_field)
        form.addRow(tr("Con&fidence"), field_with_meaning(self.confidence, self.confidence_meaning))
        buttons = QHBoxLayout()
        buttons.addWidget(self.fault, 1)
        buttons.addWidget(discard)
        buttons.addWidget(self.add)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_XL, theme.GAP_XL, theme.GAP_XL, theme.GAP_L)
        column.setSpacing(theme.GAP_L)
        column.addLayout(form)
        column.addWidget(self.alike)
        column.addStretch()
        column.addLayout(buttons)

    def candidate(self) -> MemoryCandidate:
        """What is filled in, as an operator's memory: no session."""
        return MemoryCandidate(
            category=self.category.currentText(),
            service=service_name(self.service.text()),
            observation=self.observation.toPlainText().strip(),
            confidence=round(self.confidence.value(), 4),
            domain=str(self.domain.currentData()),
        )

    @Slot()
    def _text_typed(self) -> None:
        self._touched = True
        self._typed()

    @Slot()
    def _typed(self) -> None:
        """Check what is there and say what is missing; compare it a moment later."""
        text = observation_fault(self.observation.toPlainText(), LONGEST_OBSERVATION)
        name = service_fault(self.service.text())
        self.add.setEnabled(not text and not name)
        self.fault.setText(name or (text if self._touched else ""))
        self.category_meaning.setText(MEANT[self.category.currentText()])
        self.confidence_meaning.setText(confidence_meaning(self.confidence.value()))
        self._pause.start()

    @Slot()
    def _compare(self) -> None:
        candidate = self.candidate()
        if candidate.observation and not service_fault(self.service.text()):
            text = candidate.observation[:LONGEST_OBSERVATION]
            self._latest.ask(partial(_find_similar, self._desk.memory, replace(candidate, observation=text)))
        else:
            self._latest.discard()
            self.alike.show_all([])

    def _have_compared(self, answer: tuple[MemoryCandidate, list[SimilarMemory]]) -> None:
        """What it would do to what is known. Where that was not in view when *Add* was pressed, it is shown first."""
        candidate, alike = answer
        self.alike.show_all(alike)
        self._compared = candidate
        wanted, self._wanted = self._wanted, False
        if wanted and not any(one.judgement.verdict is not Verdict.SAME for one in alike):
            self._offer()

    def _not_compared(self, sentence: str) -> None:
        self._wanted = False
        self.fault.setText(tr("It could not be compared with what is known. {sentence}", sentence=sentence))

    @Slot()
    def _offer(self) -> None:
        self.confidence.interpretText()
        if not self.add.isEnabled():
            return
        if self._compared != self.candidate():
            self._wanted = True
            self._pause.stop()
            self._compare()
            return
        self.memory_submitted.emit(self.candidate())
        self.accept()

    @Slot(int)
    def _show(self, memory_id: int) -> None:
        self.show_requested.emit(memory_id)
        self.reject()


class _AlikeList(QFrame):
    """The known memories that say the same, or the opposite."""

    show_requested = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        theme.set_role(self, "card")
        self._title = theme.plain_label(role="strong", wrap=True)
        self._rows: list[QWidget] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(theme.GAP_M, theme.GAP_S, theme.GAP_M, theme.GAP_S)
        self._column.setSpacing(theme.GAP_S)
        self._column.addWidget(self._title)
        self.hide()

    def show_all(self, alike: Sequence[SimilarMemory]) -> None:
        """Show these; nothing where there are none."""
        for row in self._rows:
            self._column.removeWidget(row)
            row.deleteLater()
        self._rows = []
        self.setVisible(bool(alike))
        more = len(alike) - SHOWN_AT_MOST
        self._title.setText(
            tr("Already known, and {more} more like it", more=format_number(more)) if more > 0 else tr("Already known")
        )
        for found in alike[:SHOWN_AT_MOST]:
            row = _AlikeRow(found)
            row.show_requested.connect(self.show_requested)
            self._column.addWidget(row)
            self._rows.append(row)


class _AlikeRow(QWidget):
    show_requested = Signal(int)

    def __init__(self, found: SimilarMemory) -> None:
        super().__init__()
        self._id = found.memory.id
        same = found.judgement.verdict is Verdict.SAME
        word = theme.plain_label(
            tr("will be confirmed instead") if same else tr("contradicted: will be closed"), "muted" if same else "warn"
        )
        text = theme.plain_label(shorten_to_line(found.memory.observation, 120), wrap=True)
        text.setToolTip(plain_tip(found.judgement.why))
        show = QPushButton(tr("Show"))
        theme.set_role(show, "link")
        show.setAccessibleName(tr("Show the memory about {service}", service=shown_service(found.memory.service)))
        show.clicked.connect(self._press)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GAP_M)
        row.addWidget(word)
        row.addWidget(text, 1)
        row.addWidget(theme.plain_label(f"{found.memory.confidence:.2f}", "muted"))
        row.addWidget(show)

    @Slot()
    def _press(self) -> None:
        self.show_requested.emit(self._id)


def field_with_meaning(field: QWidget, meaning: QWidget) -> QWidget:
    """A field of the form, with what its value means beside it."""
    both = QWidget()
    row = QHBoxLayout(both)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(theme.GAP_M)
    field.setMinimumWidth(140)
    row.addWidget(field)
    row.addWidget(meaning, 1)
    both.setFocusProxy(field)
    return both


def confidence_meaning(value: float) -> str:
    """What a confidence means for the next run."""
    if value > 1:
        return tr("the range is 0 to 1: stored as 1.00")
    if value < 0:
        return tr("the range is 0 to 1: stored as 0.00")
    return tr("inactive: no run reads it") if value < 0.3 else tr("runs read it")
