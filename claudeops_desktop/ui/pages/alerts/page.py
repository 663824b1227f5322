"""Alerts that came in, what became of each, and the state of the alert receiver."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedLayout, QVBoxLayout, QWidget

from ....records.alerts import AlertRecord
from ....storage.change_events import CommittedChange
from ... import theme
from ...text.translation import tr, tr_count
from ...widgets.elided_label import ElidedLabel
from ...widgets.empty_state import EmptyState
from ...widgets.fact_table import FactTable
from ...widgets.state_dot import StateDot
from ..base_page import BasePage, PageLocation
from ..services import fact_rows

if TYPE_CHECKING:
    from ...app_context import AppContext

MOST = 300
SOON_MS = 150
SETTINGS = PageLocation("settings", filters={"group": "alerts"})
NOTHING = tr(
    "Alertmanager, Grafana, Uptime Kuma and your own scripts can start a run about the services that they name."
)


class AlertsPage(BasePage):
    """The list of alerts, and whether the alert receiver takes any."""

    title = tr("Alerts")

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self._in_view = False
        self._dot = StateDot("idle")
        self._said = ElidedLabel()
        self._set_up = QPushButton(tr("Set up"))
        self._set_up.clicked.connect(self._settings)
        self.table = FactTable(fact_rows.ALERT_COLUMNS, tr("Alerts"), "state", "title")
        self.table.navigation_requested.connect(self.navigation_requested)
        self._empty = EmptyState("alert", tr("No alerts yet"), NOTHING, tr("Set up alerts"))
        self._empty.action_triggered.connect(self._settings)
        self._full = QWidget()
        self._lists = QStackedLayout(self._full)
        self._lists.addWidget(self._empty)
        self._lists.addWidget(self.table)
        head = QHBoxLayout()
        head.setSpacing(theme.GAP_S)
        head.addWidget(self._dot)
        head.addWidget(self._said, 1)
        head.addWidget(self._set_up)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_M)
        column.addLayout(head)
        column.addWidget(self._full, 1)
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._soon.timeout.connect(self.refresh)
        desk.bridge.changed.connect(self._on_change)

    def activate(self, place: PageLocation | None = None) -> None:
        """Follow the alerts from now on."""
        self._in_view = True
        self.refresh()

    def deactivate(self) -> None:
        """Ask for nothing while nobody looks."""
        self._in_view = False

    def refresh(self) -> None:
        """Ask for the alerts anew and show the state of the receiver."""
        self._show_receiver()
        self.desk.bridge.ask(partial(_load_alerts, self.desk), self._known, newest=True)

    def _known(self, answer: tuple[list[AlertRecord], dict[int, int]]) -> None:
        found, sessions = answer
        rows = fact_rows.alert_rows(found, sessions)
        if list(self.table.facts.keys) != [row.key for row in rows]:
            self.table.show_keys([row.key for row in rows])
        self.table.facts.set_rows({row.key: row for row in rows})
        self._lists.setCurrentWidget(self.table if rows else self._empty)
        self._set_up.setVisible(bool(rows))
        self.fact_changed.emit(tr_count("%n alert", "%n alerts", len(rows)) if rows else "")

    def _show_receiver(self) -> None:
        wanted = self.desk.settings.current.alerts
        receiver = self.desk.server
        if not wanted.enabled:
            self._say("idle", tr("The alert receiver is off."))
        elif receiver is not None and receiver.state.problem:
            self._say("warning", receiver.state.problem)
        elif receiver is not None and receiver.state.port:
            self._say(
                "good", tr("Alerts come in at http://127.0.0.1:{port}/alerts, with a token.", port=receiver.state.port)
            )
        else:
            self._say("unknown", tr("Another Claude Ops that uses this data folder receives the alerts."))

    def _say(self, state: str, text: str) -> None:
        self._dot.set_state(state)
        self._said.setText(text)

    def _settings(self) -> None:
        self.navigation_requested.emit(SETTINGS)

    def _on_change(self, change: CommittedChange) -> None:
        if self._in_view and change.table in ("alerts", "settings", "*") and not self._soon.isActive():
            self._soon.start()


def _load_alerts(desk: AppContext) -> tuple[list[AlertRecord], dict[int, int]]:
    book = desk.book
    found = book.alerts.list(limit=MOST)
    runs = sorted({one.run_id for one in found if one.run_id})
    marks = ",".join("?" * len(runs))
    sql = f"SELECT run_id, min(id) FROM sessions WHERE run_id IN ({marks}) GROUP BY run_id"
    return found, dict(book.store.database.execute_sql(sql, tuple(runs))) if runs else {}
