"""Uptime and response time in the list of services, over the range that is chosen."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QWidget

from ....core.clock import utc_now
from ....monitoring.results.store import CheckResultStore
from ....monitoring.results.types import UptimeSummary
from ....monitoring.trends import RANGE_DAYS, RANGES
from ...text.translation import tr, tr_message
from ...widgets.filter_box import FilterBox, FilterChoice
from ...widgets.record_table import RecordTable
from .model import ServiceTableModel

if TYPE_CHECKING:
    from ...app_context import AppContext

AGAIN_MS = 60_000
SHOWN_FROM = {"state": 270, "uptime": 340, "response": 420, "since": 500}  # the width of the list in pixels


class UptimeColumns(QObject):
    """Asks once a minute while the list is in view. A narrow list keeps to the names; their shapes say the state."""

    def __init__(self, desk: AppContext, model: ServiceTableModel, table: RecordTable, parent: QWidget) -> None:
        super().__init__(parent)
        self._desk, self._model, self._table = desk, model, table
        self._in_view = False
        self.range = FilterBox(
            tr("Range of uptime and response time"),
            [FilterChoice(tr_message(text), value) for value, text in RANGES.items()],
            parent,
        )
        self.range.setObjectName("services-range")
        self.range.value_chosen.connect(self.refresh)
        self._again = QTimer(self, interval=AGAIN_MS)
        self._again.timeout.connect(self.refresh)
        table.installEventFilter(self)

    def set_in_view(self, yes: bool) -> None:
        """Whether anybody looks."""
        if yes == self._in_view:
            return
        self._in_view = yes
        if yes:
            self._again.start()
            self.refresh()
        else:
            self._again.stop()

    def refresh(self, _chosen: object = None) -> None:
        """Ask anew."""
        if self._in_view:
            wish = self.range.value
            self._desk.bridge.ask(partial(load_uptimes, self._desk, wish), partial(self._answered, wish), self._failed)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """As many columns as there is room for."""
        table: RecordTable | None = getattr(self, "_table", None)  # gone while the page is being taken down
        if table is not None and watched is table and event.type() == QEvent.Type.Resize:
            width = table.width()
            for place, column in enumerate(self._model.COLUMNS):
                table.leave_out_column(place, width < SHOWN_FROM.get(column.name, 0))
        return super().eventFilter(watched, event)

    def _answered(self, wish: str, found: dict[str, UptimeSummary]) -> None:
        if wish == self.range.value:
            self._model.show_uptimes(found, tr_message(RANGES[wish]))

    def _failed(self, _error: Exception) -> None:
        self._model.show_uptimes({}, tr_message(RANGES[self.range.value]))  # the tab of trends says why


def load_uptimes(desk: AppContext, chosen: str) -> dict[str, UptimeSummary]:
    """On a reader thread. Raises EnvironmentFault."""
    now = utc_now()
    with CheckResultStore(desk.folder.check_results) as results:
        return results.uptime(now - timedelta(days=RANGE_DAYS[chosen]), now)
