"""Alerts that other programs sent, as entries of the log."""

from __future__ import annotations

from dataclasses import dataclass

from ....records.alerts import AlertRecord
from ...app_context import AppContext
from ...text.translation import tr
from ..base_page import PageLocation

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


def load_alerts(context: AppContext) -> list[ListedAlert]:
    """Return the latest alerts, newest first. On a reader thread."""
    book = context.book
    alerts = book.alerts.list(limit=MOST)
    runs = sorted({alert.run_id for alert in alerts if alert.run_id})
    marks = ",".join("?" * len(runs))
    sql = f"SELECT run_id, min(id) FROM sessions WHERE run_id IN ({marks}) GROUP BY run_id"
    sessions = dict(book.store.database.execute_sql(sql, tuple(runs))) if runs else {}
    return [ListedAlert(alert, sessions.get(alert.run_id)) for alert in alerts]


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
