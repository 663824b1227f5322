"""The page of alerts: those that came in, what became of each, and the state of the alert receiver."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from ....records.alerts import AlertRecord
from ...app_context import AppContext
from ...kit.actions import ActionSpec
from ...kit.columns import ColumnSpec, text_column, time_column
from ...kit.detail import EmptyText
from ...kit.list_page import ListPage, ListPageSpec
from ...text.translation import tr, tr_count
from ...widgets.elided_label import ElidedLabel
from ...widgets.state_dot import StateDot, state_word
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


def load_alerts(context: AppContext) -> dict[Hashable, ListedAlert]:
    """Return the latest alerts, by id."""
    book = context.book
    alerts = book.alerts.list(limit=MOST)
    runs = sorted({alert.run_id for alert in alerts if alert.run_id})
    marks = ",".join("?" * len(runs))
    sql = f"SELECT run_id, min(id) FROM sessions WHERE run_id IN ({marks}) GROUP BY run_id"
    sessions = dict(book.store.database.execute_sql(sql, tuple(runs))) if runs else {}
    return {alert.id: ListedAlert(alert, sessions.get(alert.run_id)) for alert in alerts}


def open_session(page: AlertsPage) -> None:
    """Lead to the session that the current alert started."""
    if page.current is not None and page.current.session_id is not None:
        page.navigation_requested.emit(PageLocation("sessions", id=page.current.session_id))


def open_settings(page: AlertsPage) -> None:
    """Lead to the settings of the alert receiver."""
    page.navigation_requested.emit(PageLocation("settings", filters={"group": "alerts"}))


def receiver_state(context: AppContext) -> tuple[str, str]:
    """Return how the alert receiver stands, as a shape and in words."""
    receiver = context.server
    if not context.settings.current.alerts.enabled:
        return "idle", tr("The alert receiver is off.")
    if receiver is not None and receiver.state.problem:
        return "warning", receiver.state.problem
    if receiver is not None and receiver.state.port:
        port = receiver.state.port
        return "good", tr("Alerts come in at http://127.0.0.1:{port}/alerts, with a token.", port=port)
    return "unknown", tr("Another Claude Ops that uses this data folder receives the alerts.")


def outcome_text(row: ListedAlert) -> str:
    """Return why nothing was done, or which run it started."""
    return row.alert.why or (tr("run {run_id}", run_id=row.alert.run_id) if row.alert.run_id else "")


def alert_tip(row: ListedAlert) -> str:
    """Return what it says and how that program put it."""
    return f"{row.alert.title}\n{row.alert.payload[:LONGEST_PAYLOAD]}".strip()


COLUMNS: tuple[ColumnSpec[ListedAlert], ...] = (
    time_column("when", tr("When"), 100, lambda row: row.alert.received_at),
    ColumnSpec(
        "state",
        tr("State"),
        128,
        text=lambda row: state_word(row.alert.state),
        state=lambda row: SHAPES.get(row.alert.state, "unknown"),
    ),
    text_column("sender", tr("From"), 116, lambda row: row.alert.source),
    text_column("services", tr("Services"), 140, lambda row: ", ".join(row.alert.services)),
    ColumnSpec("title", tr("Alert"), 300, text=lambda row: row.alert.title, tip=alert_tip, stretch=True),
    text_column("why", tr("Outcome"), 220, outcome_text),
)

ACTIONS: tuple[ActionSpec[AlertsPage], ...] = (
    ActionSpec("session", tr("Open the session"), open_session),
    ActionSpec(
        "settings",
        tr("Set up alerts"),
        open_settings,
        label=lambda _page: tr("Set up"),
        shown=lambda page: page.model.rowCount() > 0,
    ),
)


class AlertsPage(ListPage[ListedAlert]):
    """The list of alerts, and over it whether the alert receiver takes any."""

    title = tr("Alerts")
    spec = ListPageSpec(
        title=title,
        look="FactTableModel",
        intro="",
        columns=COLUMNS,
        load=load_alerts,
        tables=frozenset(("alerts", "settings")),
        fact=lambda rows: tr_count("%n alert", "%n alerts", len(rows)) if rows else "",
        empty=EmptyText(
            "alert",
            tr("No alerts yet"),
            tr(
                "Alertmanager, Grafana, Uptime Kuma and your own scripts can start a run about the services that they "
                "name."
            ),
        ),
        actions=ACTIONS,
        buttons=("settings",),
        row_action="session",
        empty_action="settings",
    )

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.receiver_dot = StateDot("idle")
        self.receiver = ElidedLabel()
        self.head.insertWidget(0, self.receiver_dot)
        self.head.insertWidget(1, self.receiver, 1)

    def refresh(self) -> None:
        """Ask for the alerts anew and show the state of the receiver."""
        super().refresh()
        state, text = receiver_state(self.context)
        self.receiver_dot.set_state(state)
        self.receiver.setText(text)
