"""Alerts that came in, what became of each, and whether the door is open."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedLayout, QVBoxLayout, QWidget

from ....records.alerts import AlertRecord
from ....storage.change_events import CommittedChange
from ... import theme
from ...widgets.elided_label import ElidedLabel
from ...widgets.empty_state import EmptyState
from ...widgets.state_dot import StateDot
from ..base_page import PageLocation
from . import fact_rows
from .fact_table import ServiceFactTable

if TYPE_CHECKING:
    from ...app_context import AppContext

MOST = 300
SOON_MS = 150
SETTINGS = PageLocation("settings", filters={"group": "alerts"})
NOTHING = "Alertmanager, Grafana, Uptime Kuma and your own scripts can start a run about the services that they name."


class AlertsTab(QWidget):
    """``navigation_requested`` carries a PageLocation; ``count_changed`` how many there are."""

    navigation_requested = Signal(object)
    count_changed = Signal(int)

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._in_view = False
        self._dot = StateDot("idle")
        self._said = ElidedLabel()
        self._set_up = QPushButton("Set up")
        self._set_up.clicked.connect(self._settings)
        self.table = ServiceFactTable(fact_rows.ALERT_COLUMNS, "Alerts", "state", "title")
        self.table.navigation_requested.connect(self.navigation_requested)
        self._empty = EmptyState("alert", "No alert came in yet", NOTHING, "Set up alerts")
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
        column.setContentsMargins(0, theme.GAP_M, 0, 0)
        column.setSpacing(theme.GAP_M)
        column.addLayout(head)
        column.addWidget(self._full, 1)
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._soon.timeout.connect(self.refresh)
        desk.bridge.changed.connect(self._on_change)

    def set_in_view(self, yes: bool) -> None:
        """Whether anybody looks."""
        self._in_view = yes
        if yes:
            self.refresh()

    def refresh(self) -> None:
        """Ask anew; say how the door stands."""
        self._tell_door()
        self._desk.bridge.ask(partial(_load_alerts, self._desk), self._known, newest=True)

    def _known(self, answer: tuple[list[AlertRecord], dict[int, int]]) -> None:
        found, sessions = answer
        rows = fact_rows.alert_rows(found, sessions)
        if list(self.table.facts.keys) != [row.key for row in rows]:
            self.table.show_keys([row.key for row in rows])
        self.table.facts.set_rows({row.key: row for row in rows})
        self._lists.setCurrentWidget(self.table if rows else self._empty)
        self._set_up.setVisible(bool(rows))
        self.count_changed.emit(len(rows))

    def _tell_door(self) -> None:
        wanted = self._desk.settings.current.alerts
        door = self._desk.alerts
        if not wanted.enabled:
            self._say("idle", "Alerts are off: nothing is listened for.")
        elif door is not None and door.state.problem:
            self._say("warning", door.state.problem)
        elif door is not None and door.state.port:
            self._say("good", f"Alerts come in at http://127.0.0.1:{door.state.port}/alerts, with a token.")
        else:
            self._say("unknown", "Another Claude Ops of this data folder takes alerts in.")

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
