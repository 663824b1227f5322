"""The Checked tab: what this session looked at and how it stood (S13)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedLayout, QWidget

from ....records.health import HealthCheck
from ....records.sessions import Session, SessionStatus
from ...text import formatting
from ...text.translation import tr
from ...widgets import state_dot
from ...widgets.empty_state import EmptyState
from ...widgets.record_cell import RecordCell
from ...widgets.record_model import RecordModel, TableColumn
from ...widgets.record_table import RecordTable

if TYPE_CHECKING:
    from ...app_context import AppContext

WORST_FIRST = ("down", "degraded", "unknown", "healthy")


class CheckModel(RecordModel):
    """Keys are ids of ``health_checks``, rows are HealthChecks; all known at once."""

    COLUMNS = (
        TableColumn("service", tr("Service"), 160),
        TableColumn("status", tr("State"), 110),
        TableColumn("detail", tr("What was found"), 420),
        TableColumn("took", tr("Answered in"), 100, number=True),
        TableColumn("how", tr("How it is known"), 150),
        TableColumn("at", tr("Time"), 84),
    )

    def set_checks(self, checks: list[HealthCheck]) -> None:
        """These checks, what is not well first."""
        ranked = sorted(checks, key=lambda check: (_rank(check.status), check.service))
        self.set_keys([check.id for check in ranked])
        self.set_rows({check.id: check for check in ranked})

    def text(self, row: HealthCheck, column: str) -> str:
        """What a cell shows."""
        match column:
            case "service":
                return row.service
            case "status":
                return state_dot.state_word(row.status)
            case "detail":
                return row.detail
            case "took":
                return (
                    tr("{response_ms} ms", response_ms=f"{row.response_ms:,.0f}") if row.response_ms is not None else ""
                )
            case "how":
                return (
                    tr("measured ({check_type})", check_type=row.check_type)
                    if row.measured and row.check_type
                    else _how(row)
                )
            case _:
                return formatting.format_exact_time(row.checked_at)[-8:]

    def tip(self, row: HealthCheck, column: str) -> str:
        """The whole of what is cut off."""
        return {"detail": row.detail, "at": formatting.format_exact_time(row.checked_at), "service": row.service}.get(
            column, ""
        )

    def state(self, row: HealthCheck, column: str) -> str:
        """How it stands as a shape."""
        return row.status if column == "status" else ""


class CheckedTab(QWidget):
    """``count_changed`` carries how many checks there are."""

    count_changed = Signal(int)

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._session: Session | None = None
        self.model = CheckModel(self)
        self.table = RecordTable(self.model, tr("What was checked"))
        self.table.setItemDelegate(RecordCell(self.table))
        self.table.stretch_columns(2)
        self._empty = EmptyState("good", tr("Nothing was checked"))
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self.table)

    def show_session(self, session: Session) -> None:
        """Show what a session checked."""
        if self._session is None or session.id != self._session.id:
            self.model.set_checks([])
            self.count_changed.emit(0)
        self._session = session
        self.refresh()

    def refresh(self) -> None:
        """Ask anew."""
        if self._session is not None:
            self._desk.bridge.ask(partial(_load_checks, self._desk, self._session.id), self._known)

    def _known(self, answer: tuple[int, list[HealthCheck]]) -> None:
        session_id, checks = answer
        if self._session is None or self._session.id != session_id:
            return
        self.model.set_checks(checks)
        self.count_changed.emit(len(checks))
        if checks:
            self._stack.setCurrentWidget(self.table)
            return
        self._stack.setCurrentWidget(self._empty)
        if self._session.status == SessionStatus.RUNNING:
            self._empty.set_message(
                tr("Nothing checked yet"),
                tr("The state of each service appears here, at the end of the run at the latest."),
            )
        else:
            self._empty.set_message(
                tr("Nothing was checked"), tr("This session did not report the state of any service.")
            )


def _rank(status: str) -> int:
    return WORST_FIRST.index(status) if status in WORST_FIRST else len(WORST_FIRST)


def _how(row: HealthCheck) -> str:
    return tr("measured") if row.measured else tr("according to the agent")


def _load_checks(desk: AppContext, session_id: int) -> tuple[int, list[HealthCheck]]:
    return session_id, desk.book.health.of_session(session_id)
