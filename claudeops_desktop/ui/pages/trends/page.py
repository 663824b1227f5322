"""Trends of the services: uptime, response time, incidents and what agents cost, over a range that is chosen."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QGridLayout,
    QPushButton,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from ....core.atomic_write import write_whole
from ....core.clock import utc_now
from ....core.errors import EnvironmentFault
from ....monitoring.trends import RANGES, TrendReport, load_trends, range_edges
from ... import icons, theme
from ...text.translation import error_text, tr
from ...widgets.elided_label import ElidedLabel
from ...widgets.empty_state import EmptyState
from ...widgets.fact_table import FactRow, FactTableModel
from ...widgets.filter_box import FilterBox, FilterChoice
from ...widgets.flow_layout import FlowLayout
from ...widgets.record_model import TableColumn
from ...widgets.record_table import RecordTable
from ...widgets.time_chart import ChartData, TimeChart
from ...widgets.vertical_scroll import VerticalScroll
from ..base_page import BasePage, PageLocation
from ..services.model import fact_line
from ..services.queries import ServicesData
from ..services.services_query import ServicesReader
from .charts import MOST_SERVICES, cost_data, fact_text, incident_data, response_data, uptime_data

if TYPE_CHECKING:
    from ...app_context import AppContext

AGAIN_MS = 60_000
TWO_COLUMNS_FROM = 820
ALL = ""
CHARTS = (
    (tr("Uptime"), tr("No service was checked continuously in this time."), uptime_data),
    (tr("Response time"), tr("No response was timed in this time."), response_data),
    (tr("Incidents"), tr("No incident was opened in this time."), incident_data),
    (tr("Cost by agent"), tr("No session cost anything in this time."), cost_data),
)


class ChartPanel(QWidget):
    """A chart, or the same values as a table."""

    def __init__(self, title: str, nothing: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chart = TimeChart(title, nothing, self)
        self.chart.setObjectName(f"chart-{title.lower().replace(' ', '-')}")
        self._title = title
        self._head: tuple[str, ...] = ()
        self._model: FactTableModel | None = None
        self._table: RecordTable | None = None
        self._as_table = False
        self._tabled = QWidget(self)
        self._rows = QVBoxLayout(self._tabled)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(theme.GAP_XS)
        self._rows.addWidget(theme.plain_label(title))
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.chart)
        self._stack.addWidget(self._tabled)

    @property
    def table(self) -> RecordTable | None:
        """The values as a table; None until they are shown so."""
        return self._table

    def show_data(self, data: ChartData) -> None:
        """Show this, in whichever form is chosen."""
        self.chart.show_data(data)
        if self._as_table:
            self._fill_table()

    def show_as_table(self, yes: bool) -> None:
        """As a table, or as a chart."""
        self._as_table = yes
        if yes:
            self._fill_table()
        self._stack.setCurrentWidget(self._tabled if yes else self.chart)

    def _fill_table(self) -> None:
        """The columns are those of the series: other series, another table. Else who reads it keeps the place."""
        head, rows = self.chart.data.table()
        if self._table is None or self._model is None or head != self._head:
            self._make_table(head)
        assert self._table is not None and self._model is not None  # noqa: S101
        facts = [FactRow(place, {str(n): cell for n, cell in enumerate(cells)}) for place, cells in enumerate(rows)]
        self._table.show_keys([fact.key for fact in facts])
        self._model.set_rows({fact.key: fact for fact in facts})

    def _make_table(self, head: tuple[str, ...]) -> None:
        if self._table is not None:
            self._rows.removeWidget(self._table)
            self._table.deleteLater()
        self._head = head
        self._model = FactTableModel(
            tuple(
                TableColumn(str(place), title, 170 if place == 0 else 100, number=place > 0)
                for place, title in enumerate(head)
            )
        )
        self._table = RecordTable(self._model, tr("{title} as a table", title=self._title), self._tabled)
        self._model.setParent(self._table)
        self._rows.addWidget(self._table)
        self._table.show()


class TrendsPage(BasePage):
    """Charts over a range of days, of all services or one; also as tables, and as a file."""

    title = tr("Trends")

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self._in_view = False
        self._columns = 0
        self.report: TrendReport | None = None
        self.range = FilterBox(
            tr("How far back"), [FilterChoice(tr("Last {words}", words=text), value) for value, text in RANGES.items()]
        )
        self.range.setObjectName("trends-range")
        self.which = FilterBox(tr("Which service"), [FilterChoice(tr("All services"), ALL)])
        self.which.setObjectName("trends-service")
        self.as_table = QPushButton(tr("Show as table"))
        self.as_table.setObjectName("trends-as-table")
        self.as_table.setCheckable(True)
        self.as_table.setToolTip(tr("Show the values of the charts as tables, for reading one by one"))
        self.as_table.toggled.connect(self._show_as_table)
        self.export = QPushButton(tr("Export CSV…"))
        self.export.setObjectName("trends-export")
        icons.set_themed_icon(self.export, "file")
        self.export.setToolTip(tr("Write every value of this range to a file"))
        self.export.clicked.connect(self.open_export)
        self._said = ElidedLabel(role="muted")
        self._wrong = theme.plain_label(role="bad", wrap=True, select=True)
        self._wrong.hide()
        self._empty = EmptyState(
            "services",
            tr("Nothing to show yet"),
            tr(
                "Uptime and response time appear here once services are checked continuously, incidents "
                "and costs once there are some."
            ),
        )
        self.panels = tuple(ChartPanel(title, nothing) for title, nothing, _ in CHARTS)
        self._make()
        self._reader = ServicesReader(desk, self)
        self._reader.loaded.connect(self._services_known)
        self.range.value_chosen.connect(self.refresh)
        self.which.value_chosen.connect(self.refresh)
        self._again = QTimer(self, interval=AGAIN_MS)
        self._again.timeout.connect(self.refresh)

    def _make(self) -> None:
        filters = QWidget()
        head = FlowLayout(theme.GAP_S, filters, fill=True)
        for part in (self.range, self.which, self.as_table):
            head.addWidget(part)
        head.push_to_end()
        head.addWidget(self.export)
        inner = QWidget()
        self._grid = QGridLayout(inner)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(theme.GAP_M)
        self._scroll = VerticalScroll(inner)
        body = QWidget()
        self._stack = QStackedLayout(body)
        self._stack.addWidget(self._scroll)
        self._stack.addWidget(self._empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_S)
        column.addWidget(filters)
        column.addWidget(self._wrong)
        column.addWidget(self._said)
        column.addWidget(body, 1)
        self._arrange()

    def _services_known(self, known: ServicesData) -> None:
        self.fact_changed.emit(fact_line(known.lines))
        names = sorted(line.name for line in known.lines)
        self.which.set_choices([FilterChoice(tr("All services"), ALL), *(FilterChoice(name, name) for name in names)])

    def show_service(self, name: str) -> None:
        """Only this one."""
        self.which.set_value(name)
        self.refresh()

    def activate(self, place: PageLocation | None = None) -> None:
        """Follow the figures from now on; ``filters={"service": name}`` shows one service."""
        self._in_view = True
        self._again.start()
        self._reader.refresh()
        wanted = (place.filters or {}).get("service") if place is not None else None
        if isinstance(wanted, str):
            self.show_service(wanted)
        else:
            self.refresh()

    def deactivate(self) -> None:
        """Stop every timer."""
        self._in_view = False
        self._again.stop()

    def refresh(self, _chosen: object = None) -> None:
        """Ask anew."""
        if self._in_view:
            wish = (self.range.value, self.which.value)
            self.desk.bridge.ask(
                partial(load_chosen, self.desk, *wish, most_with_points=MOST_SERVICES),
                partial(self._answered, wish),
                self._failed,
            )

    def save_state(self) -> dict[str, Any]:
        """The range, and whether the values are shown as tables."""
        return {"range": self.range.value, "as_table": self.as_table.isChecked()}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take it up; what does not fit is left aside."""
        if state.get("range") in RANGES:
            self.range.set_value(state["range"])
        self.as_table.setChecked(state.get("as_table") is True)

    # --- what is known ---------------------------------------------------------------------------------------------

    def _answered(self, wish: tuple[str, str], report: TrendReport) -> None:
        if wish != (self.range.value, self.which.value):
            return
        self.report = report
        self._wrong.hide()
        self._said.setText(fact_text(report, wish[1]))
        for panel, (_, _, data_of) in zip(self.panels, CHARTS, strict=True):
            panel.show_data(data_of(report))
        anything = report.services or report.costs or any(report.incidents)
        self._said.setVisible(bool(anything or wish[1]))
        self._stack.setCurrentWidget(self._scroll if anything or wish[1] else self._empty)

    def _failed(self, error: Exception) -> None:
        self._wrong.setText(error_text(error))
        self._wrong.show()

    def _show_as_table(self, yes: bool) -> None:
        for panel in self.panels:
            panel.show_as_table(yes)

    # --- a file ----------------------------------------------------------------------------------------------------

    def open_export(self) -> None:
        """Ask for a file, and write it."""
        dialog = QFileDialog(self, tr("Export trends"), str(Path.home()), tr("CSV (*.csv)"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("csv")
        dialog.selectFile(f"claudeops-trends-{self.range.value}.csv")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.export_to)
        dialog.open()

    def export_to(self, name: str) -> None:
        """Write every value of the range to a file."""
        path = Path(name)
        self.export.setEnabled(False)
        self.desk.bridge.ask(
            partial(write_chosen, self.desk, self.range.value, self.which.value, path),
            self._exported,
            self._not_exported,
        )

    def _exported(self, path: Path) -> None:
        self.export.setEnabled(True)
        self.message_posted.emit(tr("Wrote {path}.", path=path), None)

    def _not_exported(self, error: Exception) -> None:
        self.export.setEnabled(True)
        self.message_posted.emit(error_text(error), None)

    # --- room ------------------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Two charts beside each other where there is room."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        columns = 2 if self.width() >= TWO_COLUMNS_FROM else 1
        if columns == self._columns:
            return
        self._columns = columns
        for panel in self.panels:
            self._grid.removeWidget(panel)
        for place, panel in enumerate(self.panels):
            self._grid.addWidget(panel, place // columns, place % columns)
        for column in range(2):
            self._grid.setColumnStretch(column, int(column < columns))


def load_chosen(desk: AppContext, chosen: str, service: str, most_with_points: int | None = None) -> TrendReport:
    """On a reader thread. Raises EnvironmentFault."""
    now = utc_now()
    wanted = [service] if service else None
    return load_trends(desk.book, desk.folder.check_results, range_edges(chosen, now), now, wanted, most_with_points)


def write_chosen(desk: AppContext, chosen: str, service: str, path: Path) -> Path:
    """On a reader thread: all of it as CSV. Raises EnvironmentFault."""
    text = load_chosen(desk, chosen, service).as_csv()
    try:
        write_whole(path, text)
    except OSError as error:
        raise EnvironmentFault(
            tr("{path} cannot be written: {strerror}.", path=path, strerror=error.strerror), tr("Choose another place.")
        ) from error
    return path
