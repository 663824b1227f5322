"""One case: what was out of order, what helped and what did not, the cause, and what happened in order."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedLayout, QVBoxLayout, QWidget

from ....core.clock import to_text, utc_now
from ....learning import StoredCase
from ... import icons, theme
from ...text import formatting
from ...text.translation import tr
from ...widgets.elided_label import ElidedLabel
from ...widgets.empty_state import EmptyState
from ...widgets.fact_table import FactRow, FactTable
from ...widgets.flow_layout import FlowLayout
from ...widgets.record_model import TableColumn
from ...widgets.state_dot import StateDot
from ..base_page import PageLocation
from .text import LOOKS, MOMENTS, RESULT_LOOKS, RESULTS, case_facts, cause_text, failed_text, helped_text, symptom_text

COLUMNS = (
    TableColumn("when", tr("When"), 106),
    TableColumn("what", tr("What"), 110),
    TableColumn("detail", tr("Detail"), 320),
)


class CasePane(QWidget):
    """``navigation_requested`` carries a PageLocation; the other signals say which button was pressed."""

    navigation_requested = Signal(object)
    edit_requested = Signal()
    merge_requested = Signal()
    export_requested = Signal()
    retire_requested = Signal()
    vote_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.case: StoredCase | None = None
        self._dot = StateDot("unknown", theme.ICON_LARGE)
        self.title = theme.plain_label(role="section", wrap=True, select=True)
        self.facts = ElidedLabel(role="muted")
        self.helped = theme.plain_label(role="body", wrap=True, select=True)
        self.failed = theme.plain_label(role="body", wrap=True, select=True)
        self.cause = theme.plain_label(role="muted", wrap=True, select=True)
        self.uncertain = theme.plain_label(role="warn", wrap=True)
        self.edit = self._button(tr("Edit…"), tr("Correct the words of the case (F2)"), "edit", self.edit_requested)
        self.right = self._vote(tr("It was right"), tr("Offer it with more trust"), "up")
        self.wrong = self._vote(tr("It was wrong"), tr("Offer it with less trust, or no longer"), "down")
        self.retire = self._button(
            tr("Do not offer"), tr("Keep the case, and offer it no longer"), "", self.retire_requested
        )
        self.merge = self._button(tr("Merge…"), tr("It is the same problem as another case"), "", self.merge_requested)
        self.export = self._button(
            tr("Export…"), tr("Write it as the draft of a postmortem"), "external", self.export_requested
        )
        self.incident = QPushButton(tr("Show the incident"))
        self.incident.clicked.connect(self._show_incident)
        self.session = QPushButton(tr("Show the run"))
        self.session.clicked.connect(self._show_session)
        self.moments = FactTable(COLUMNS, tr("What happened, in order"), "what", "detail", self)
        self.moments.navigation_requested.connect(self.navigation_requested)
        self._lay_out()

    def show_case(self, case: StoredCase | None) -> None:
        """Show a case, or that none is chosen."""
        changed = case is None or self.case is None or case.id != self.case.id
        self.case = case
        if case is None:
            self._stack.setCurrentWidget(self._none)
            return
        self._stack.setCurrentWidget(self._full)
        self._dot.set_state(LOOKS.get(case.state, "unknown"))
        self.title.setText(formatting.make_breakable(f"{case.service}: {symptom_text(case)}"))
        self.refresh_times(utc_now())
        self.helped.setText(tr("What helped: {helped}", helped=formatting.make_breakable(helped_text(case))))
        failed = failed_text(case)
        self.failed.setText(tr("What did not help: {failed}", failed=formatting.make_breakable(failed)))
        self.failed.setVisible(bool(failed))
        self.cause.setText(cause_text(case))
        self.cause.setVisible(bool(self.cause.text()))
        self.uncertain.setText(formatting.make_breakable(case.uncertain))
        self.uncertain.setVisible(bool(case.uncertain))
        self.retire.setText(tr("Offer again") if case.retired_at else tr("Do not offer"))
        self.incident.setVisible(bool(case.incident_ids))
        self.session.setVisible(bool(case.session_ids))
        rows = moment_rows(case)
        if changed or list(self.moments.facts.keys) != [row.key for row in rows]:
            self.moments.show_keys([row.key for row in rows])
        self.moments.facts.set_rows({row.key: row for row in rows if self.moments.facts.known_row(row.key) != row})

    def refresh_times(self, now: datetime) -> None:
        """How it stands, in words of now."""
        if self.case is not None:
            self.facts.setText(case_facts(self.case, now))

    def _lay_out(self) -> None:
        self._full = QWidget(self)
        head = QHBoxLayout()
        head.setSpacing(theme.GAP_S)
        head.addWidget(self._dot)
        head.addWidget(self.title, 1)
        buttons = QWidget(self._full)
        flow = FlowLayout(theme.GAP_S, buttons)
        for button in (
            self.edit, self.right, self.wrong, self.retire, self.merge, self.export, self.incident, self.session,
        ):  # fmt: skip
            flow.addWidget(button)
        column = QVBoxLayout(self._full)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_S)
        column.addLayout(head)
        for part in (self.facts, self.helped, self.failed, self.cause, self.uncertain, buttons):
            column.addWidget(part)
        column.addWidget(self.moments, 1)
        self._none = EmptyState(
            "memories", tr("No case chosen"), tr("Choose one to see what was tried and what helped."), parent=self
        )
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._none)
        self._stack.addWidget(self._full)

    def _button(self, text: str, tip: str, icon: str, signal: object) -> QPushButton:
        made = QPushButton(text)
        made.setToolTip(tip)
        if icon:
            icons.set_themed_icon(made, icon, "muted")
        made.clicked.connect(lambda _checked=False: signal.emit())  # type: ignore[attr-defined]
        return made

    def _vote(self, text: str, tip: str, vote: str) -> QPushButton:
        made = QPushButton(text)
        made.setToolTip(tip)
        made.clicked.connect(lambda: self.vote_requested.emit(vote))
        return made

    def _show_incident(self) -> None:
        if self.case is not None and self.case.incident_ids:
            self.navigation_requested.emit(PageLocation("incidents", id=self.case.incident_ids[-1]))

    def _show_session(self) -> None:
        if self.case is not None and self.case.session_ids:
            self.navigation_requested.emit(PageLocation("sessions", id=self.case.session_ids[-1]))


def moment_rows(case: StoredCase) -> list[FactRow]:
    """What happened in order: checks and reports, and each attempt with its result."""
    now = utc_now()
    rows = []
    for number, one in enumerate(case.timeline):
        if one.kind == "attempt":
            continue
        word, look = MOMENTS.get(one.kind, (one.kind, "info"))
        rows.append((one.at, ("moment", number), word, look, one.text, one.evidence))
    for number, stored in enumerate(case.attempts):
        attempt = stored.attempt
        result = RESULTS.get(attempt.result, attempt.result)
        if attempt.seconds_to_recovery is not None:
            took = formatting.format_duration(attempt.seconds_to_recovery)
            result = tr("{result}, after {took}", result=result, took=took)
        evidence = " · ".join(part for part in (attempt.by, attempt.evidence) if part)
        look = RESULT_LOOKS.get(attempt.result, "unknown")
        text = tr("{action}: {result}", action=attempt.action, result=result)
        rows.append((to_text(attempt.at), ("attempt", number), tr("Attempt"), look, text, evidence))
    rows.sort(key=lambda row: (row[0], row[1][0] != "attempt"))
    return [
        FactRow(
            key,
            {
                "when": formatting.format_clock_time(at, now),
                "what": word,
                "detail": formatting.strip_direction_marks(text),
            },
            None,
            look,
            {
                "when": formatting.format_exact_time(at),
                "detail": formatting.strip_direction_marks(f"{text}\n{evidence}".strip()),
            },
        )
        for at, key, word, look, text, evidence in rows
    ]
