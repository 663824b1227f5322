"""Alerts that other programs sent: as entries of the log, and as a section of the service that they name."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TypeVar

from ....records.alerts import AlertRecord
from ...app_context import AppContext
from ...kit.columns import ColumnSpec, text_column, time_column
from ...kit.sections import TableSection
from ...text.translation import tr
from ...widgets.state_dot import state_word
from ..base_page import PageLocation

Record = TypeVar("Record")
MOST = 300
LONGEST_PAYLOAD = 600  # of what a tip shows
SHAPES = {
    "received": "queued",
    "started": "completed",
    "repeated": "skipped",
    "refused": "warning",
    "resolved": "good",
    "test": "good",
}


@dataclass(frozen=True)
class ListedAlert:
    """An alert, and the first session of the run that it started."""

    alert: AlertRecord
    session_id: int | None


def load_alerts(context: AppContext, service: str | None = None) -> dict[Hashable, ListedAlert]:
    """Return the latest alerts by id, newest first: all of them, or those about a service. On a reader thread."""
    book = context.book
    alerts = book.alerts.list(limit=MOST, service=service)
    runs = sorted({alert.run_id for alert in alerts if alert.run_id})
    marks = ",".join("?" * len(runs))
    sql = f"SELECT run_id, min(id) FROM sessions WHERE run_id IN ({marks}) GROUP BY run_id"
    sessions = dict(book.store.database.execute_sql(sql, tuple(runs))) if runs else {}
    return {alert.id: ListedAlert(alert, sessions.get(alert.run_id)) for alert in alerts}


def alert_state(row: ListedAlert) -> str:
    """Return the shape of an alert's state."""
    return SHAPES.get(row.alert.state, "unknown")


def alert_text(row: ListedAlert) -> str:
    """Return who sent an alert and what it says."""
    return f"{row.alert.source}: {row.alert.title}"


def outcome_text(row: ListedAlert) -> str:
    """Return why nothing was done, or which run it started."""
    return row.alert.why or (tr("run {run_id}", run_id=row.alert.run_id) if row.alert.run_id else "")


def payload_tip(row: ListedAlert) -> str:
    """Return what an alert says and how that program put it."""
    return f"{row.alert.title}\n{row.alert.payload[:LONGEST_PAYLOAD]}".strip()


def session_location(row: ListedAlert) -> PageLocation | None:
    """Return the session that an alert started; None where it started none."""
    return PageLocation("sessions", id=row.session_id) if row.session_id is not None else None


def receiver_text(context: AppContext) -> str:
    """Return how the alert receiver stands."""
    receiver = context.server
    if not context.settings.current.alerts.enabled:
        return tr("The alert receiver is off.")
    if receiver is not None and receiver.state.problem:
        return receiver.state.problem
    if receiver is not None and receiver.state.port:
        return tr("Alerts come in at http://127.0.0.1:{port}/alerts, with a token.", port=receiver.state.port)
    return tr("Another Claude Ops that uses this data folder receives the alerts.")


COLUMNS: tuple[ColumnSpec[ListedAlert], ...] = (
    time_column("when", tr("When"), 100, lambda row: row.alert.received_at),
    ColumnSpec("state", tr("State"), 128, text=lambda row: state_word(row.alert.state), state=alert_state),
    text_column("sender", tr("From"), 116, lambda row: row.alert.source),
    ColumnSpec("title", tr("Alert"), 300, text=lambda row: row.alert.title, tip=payload_tip, stretch=True),
    text_column("why", tr("Outcome"), 220, outcome_text),
)


def alert_section(service: Callable[[Record], str]) -> TableSection[Record, ListedAlert]:
    """Return the section with the alerts about the service of a record."""
    return TableSection(
        name="alerts",
        title=tr("Alerts"),
        look="ServiceAlertModel",
        columns=COLUMNS,
        load=lambda context, record: load_alerts(context, service(record)),
        link=session_location,
        link_text=tr("Open the session"),
        no_link=tr("This alert started no run."),
    )
