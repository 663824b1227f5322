"""The history of all services: one range, one chart, and one table with the state of each over that time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QWidget

from ....core.clock import to_text
from ....core.text_format import format_uptime
from ....monitoring.trends import RANGES, TrendReport
from ... import theme
from ...kit.actions import ActionSpec
from ...kit.chart_data import ChartData
from ...kit.chart_paint import StateLegend
from ...kit.chart_panel import ChartPanel
from ...kit.chart_scale import stretch_text
from ...kit.columns import ColumnSpec, number_column
from ...kit.detail import EmptyText
from ...kit.list_page import ListPage, ListPageSpec, has_current
from ...text import formatting
from ...text.translation import error_text, tr
from ...widgets.elided_label import ElidedLabel
from ...widgets.filter_box import FilterBox, FilterChoice
from ...widgets.flow_layout import FlowLayout
from ...widgets.state_dot import state_word
from ...widgets.vertical_scroll import VerticalScroll
from ..base_page import PageLocation
from ..services.queries import fact_line
from .charts import cost_data, fact_text, incident_data, response_data, uptime_data
from .queries import ALL, UNWELL, HistoryData, ServiceHistory, load_history, write_trends
from .strip_delegate import StateStrip

if TYPE_CHECKING:
    from ...app_context import AppContext

AGAIN_MS = 60_000
CHART_SHARE, TABLE_SHARE, LEAST_ROWS = 4, 5, 5
STRIP = "over_time"
MEASURES: dict[str, tuple[str, str, Callable[[TrendReport], ChartData]]] = {
    "uptime": (tr("Uptime"), tr("No service was checked continuously in this time."), uptime_data),
    "response": (tr("Response time"), tr("No response was timed in this time."), response_data),
    "incidents": (tr("Incidents"), tr("No incident was opened in this time."), incident_data),
    "cost": (tr("Cost by agent"), tr("No session cost anything in this time."), cost_data),
}


def states_text(row: ServiceHistory) -> str:
    """Return in how many stretches it stood how, the worst first."""
    counts = Counter(state.look for state in row.states)
    states = ("down", "degraded", "unknown", "maintenance", "healthy")
    return ", ".join(f"{formatting.format_number(counts[one])} {state_word(one)}" for one in states if counts[one])


COLUMNS: tuple[ColumnSpec[ServiceHistory], ...] = (
    ColumnSpec("service", tr("Service"), 150, text=lambda row: row.service, state=lambda row: row.look),
    ColumnSpec(STRIP, tr("Over time"), 300, text=states_text, stretch=True),
    ColumnSpec(
        "uptime",
        tr("Uptime"),
        84,
        number=True,
        text=lambda row: format_uptime(row.uptime) if row.uptime is not None else "",
    ),
    ColumnSpec(
        "response",
        tr("Response"),
        90,
        number=True,
        spoken=tr("half of them within"),
        text=lambda row: formatting.format_duration_ms(row.p50_ms),
        minor=1,
    ),
    ColumnSpec(
        "most",
        tr("95 %"),
        84,
        number=True,
        spoken=tr("95 % within"),
        text=lambda row: formatting.format_duration_ms(row.p95_ms),
        minor=2,
    ),
    number_column("incidents", tr("Incidents"), 92, lambda row: row.incidents),
    number_column("changes", tr("Changes"), 92, lambda row: row.changes, spoken=tr("What changed")),
)


def show_service(page: HistoryPage) -> None:
    """Lead to the service."""
    if page.current is not None:
        page.navigation_requested.emit(PageLocation("services", filters={"service": page.current.service}))


def show_events(page: HistoryPage) -> None:
    """Lead to the events of the service, of the stretch that is chosen or of the whole range."""
    if page.current is not None and page.data.edges:
        place = page.panel.chart.current
        edges = page.data.edges[place : place + 2] if place >= 0 else (page.data.edges[0], page.data.edges[-1])
        filters = {"service": page.current.service, "time": "/".join(map(to_text, edges))}
        page.navigation_requested.emit(PageLocation("events", filters=filters))


def open_export(page: HistoryPage) -> None:
    """Ask for a file, and write every value of the range to it."""
    dialog = QFileDialog(page, tr("Export trends"), str(Path.home()), tr("CSV (*.csv)"))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix("csv")
    dialog.selectFile(f"claudeops-trends-{page.range.value}.csv")
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.connect(page.export_to)
    dialog.open()


ACTIONS: tuple[ActionSpec[HistoryPage], ...] = (
    ActionSpec("service", tr("Show the service"), show_service, enabled=has_current),
    ActionSpec(
        "events",
        tr("Events at that time"),
        show_events,
        tip=lambda _page: tr("Show the events of this service in the time that is chosen"),
        enabled=has_current,
    ),
    ActionSpec(
        "export",
        tr("Export trends…"),
        open_export,
        label=lambda _page: tr("Export CSV…"),
        tip=lambda _page: tr("Write every value of this range to a file"),
        icon="file",
    ),
)


class HistoryPage(ListPage[ServiceHistory]):
    """A chart over a table of the services; the stretch that is chosen in one is chosen in the other.

    A PageLocation with ``filters={"service": name}`` shows one service.
    """

    title = tr("History")
    spec = ListPageSpec(
        title=title,
        look="ServiceHistory",
        intro="",
        columns=COLUMNS,
        load=lambda context: load_history(context, next(iter(RANGES)), ALL),
        tables=frozenset(("health_checks", "check_results", "incidents", "changes", "services")),
        fact=lambda rows: "",
        empty=EmptyText(
            "services",
            tr("Nothing to show yet"),
            tr("The state of every service over time appears here once it is checked."),
        ),
        actions=ACTIONS,
        row_action="service",
    )

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        self.data = HistoryData()
        super().__init__(context, parent)
        self._again = QTimer(self, interval=AGAIN_MS)
        self._again.timeout.connect(self.refresh)
        self.action_set.update()

    def _lay_out(self) -> None:
        super()._lay_out()
        self.column.setContentsMargins(0, 0, 0, 0)
        self.problem = theme.plain_label(role="bad", wrap=True, select=True)
        self.problem.hide()
        self.told = ElidedLabel(role="muted")
        title, nothing, _ = MEASURES["uptime"]
        self.panel = ChartPanel(title, nothing, "HistoryChartTable", self.body)
        self.panel.chart.stretch_chosen.connect(self._stretch_chosen)
        for place, part in enumerate((self._make_filters(), self.problem, self.told)):
            self.column.insertWidget(place, part)
        self.column.insertWidget(3, self.panel, CHART_SHARE)
        self.column.setStretchFactor(self._stack, TABLE_SHARE)
        self._stack.setMinimumHeight((LEAST_ROWS + 1) * theme.ROW)
        self._make_strip()
        self._make_foot()
        self.scroll_area = VerticalScroll(self.body, self)  # in a low window all of it scrolls
        self.outer.addWidget(self.scroll_area)

    def _make_filters(self) -> QWidget:
        filters = QWidget(self.body)
        row = FlowLayout(theme.GAP_S, filters, fill=True)
        ranges = [FilterChoice(tr("Last {words}", words=text), value) for value, text in RANGES.items()]
        self.range = FilterBox(tr("How far back"), ranges, filters)
        self.which = FilterBox(tr("Which services"), _choices(()), filters)
        measures = [FilterChoice(words[0], name) for name, words in MEASURES.items()]
        self.measure = FilterBox(tr("What the chart shows"), measures, filters)
        for box in (self.range, self.which, self.measure):
            box.value_chosen.connect(self._choice_changed)
            row.addWidget(box)
        row.addWidget(self.panel.button)
        row.push_to_end()
        row.addWidget(self.action_set.make_button("export"))
        return filters

    def _choice_changed(self, _value: object) -> None:
        self._show_chart() if self.sender() is self.measure else self.refresh()

    def _make_strip(self) -> None:
        self.strip = StateStrip(self.table, self._describe, self.panel.chart.choose)
        place = [column.name for column in COLUMNS].index(STRIP)
        self.table.setItemDelegateForColumn(place, self.strip)
        self.table.installEventFilter(self)

    def _make_foot(self) -> None:
        self.stretch = ElidedLabel(role="muted")
        row = QHBoxLayout()
        row.setSpacing(theme.GAP_S)
        row.addWidget(self.stretch, 1)
        for name in ("events", "service"):
            row.addWidget(self.action_set.make_button(name))
        self.column.addLayout(row)
        self.column.addWidget(StateLegend(self.body))

    # --- as a page ---------------------------------------------------------------------------------------------------

    def activate(self, place: PageLocation | None = None) -> None:
        """Come into view, with the service that the location names."""
        wanted = (place.filters or {}).get("service") if place is not None else None
        if isinstance(wanted, str):
            self.which.set_value(wanted)
        self._again.start()
        super().activate()

    def deactivate(self) -> None:
        """Go out of view: nothing ticks."""
        super().deactivate()
        self._again.stop()

    def save_state(self) -> dict[str, Any]:
        """Return the columns, the range, what the chart shows, and whether it is a table."""
        shown = {"range": self.range.value, "measure": self.measure.value, "as_table": self.panel.button.isChecked()}
        return {**super().save_state(), **shown}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take them up; what does not fit is left aside."""
        super().restore_state(state)
        if state.get("range") in RANGES:
            self.range.set_value(state["range"])
        if state.get("measure") in MEASURES:
            self.measure.set_value(state["measure"])
        self.panel.button.setChecked(state.get("as_table") is True)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Left and Right in the table choose the stretch before and after."""
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        if watched is self.table and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = steps.get(Qt.Key(event.key()), 0)
            if step and not event.modifiers():
                self._move(step)
                return True
        return super().eventFilter(watched, event)

    # --- what is shown -----------------------------------------------------------------------------------------------

    def question(self) -> Callable[[], HistoryData]:
        """Return what is asked on a reader thread."""
        return partial(load_history, self.context, self.range.value, self.which.value)

    def fact_line(self, rows: Sequence[ServiceHistory]) -> str:
        """Return how the services are now."""
        return fact_line(list(self.data.services.values()))

    def _loaded(self, rows: Mapping[Hashable, ServiceHistory]) -> None:
        assert isinstance(rows, HistoryData)  # noqa: S101 — as asked
        self.data = rows
        self.which.set_choices(_choices(sorted(map(str, rows.services))))
        self.problem.setText(rows.problem)
        self.problem.setVisible(bool(rows.problem))
        which = self.which.value
        one = "" if which == UNWELL else which
        told = fact_text(rows.report, one) if rows.report is not None and rows.report.services else ""
        self.told.setText(told)
        self.told.setVisible(bool(told))
        if which == UNWELL and rows.services:
            self.empty.set_message(tr("All services were healthy all the time."), "")
        else:
            self.empty.set_message(self.spec.empty.title, self.spec.empty.text)
        report = rows.report
        self.panel.setVisible(bool(rows or (report is not None and (report.costs or any(report.incidents)))))
        self._show_chart()
        super()._loaded(rows)

    def _show_chart(self) -> None:
        title, nothing, data_of = MEASURES[self.measure.value]
        self.panel.chart.set_words(title, nothing)
        if self.data.report is not None:
            self.panel.show_data(data_of(self.data.report))

    def current_changed(self) -> None:
        """Say the stretch of the service that is chosen."""
        super().current_changed()
        self._stretch_chosen(self.panel.chart.current)

    def _move(self, step: int) -> None:
        here, last = self.panel.chart.current, len(self.data.edges) - 2
        if last >= 0:
            self.panel.chart.choose(last if here < 0 else min(max(here + step, 0), last))

    def _stretch_chosen(self, place: int) -> None:
        self.strip.current = place
        self.table.viewport().update()
        if self.current is None:
            self.stretch.setText("")
        elif place < 0:
            self.stretch.setText(tr("Left and Right choose a time. Return shows the service."))
        else:
            self.stretch.setText(self._describe(self.current, place))

    def _describe(self, row: ServiceHistory, place: int) -> str:
        if not 0 <= place < min(len(row.states), len(self.data.edges) - 1):
            return ""
        when = stretch_text(*self.data.edges[place : place + 2])
        return f"{row.service}, {when}: {row.states[place].text}"

    # --- a file ------------------------------------------------------------------------------------------------------

    def export_to(self, name: str) -> None:
        """Write every value of the range to a file."""
        self.action_set.buttons["export"].setEnabled(False)
        work = partial(write_trends, self.context, self.range.value, self.which.value, Path(name))
        self.context.bridge.ask(work, self._exported, self._not_exported)

    def _exported(self, path: Path) -> None:
        self.action_set.buttons["export"].setEnabled(True)
        self._post(tr("Wrote {path}.", path=path))

    def _not_exported(self, error: Exception) -> None:
        self.action_set.buttons["export"].setEnabled(True)
        self._post(error_text(error))


def _choices(services: Sequence[str]) -> list[FilterChoice]:
    several = [FilterChoice(tr("All services"), ALL), FilterChoice(tr("Services with problems"), UNWELL)]
    return [*several, *(FilterChoice(name, name) for name in services)]
