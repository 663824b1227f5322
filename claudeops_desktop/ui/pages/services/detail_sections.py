"""The detail of a service: its limits and maintenance, its chart, and all that happened to it, one under another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from ....core.clock import utc_now
from ....guard.cooldown import REDEPLOYMENT, RESTART
from ....monitoring.trends import RANGES
from ... import theme
from ...kit.chart_data import ChartData
from ...kit.chart_paint import StateLegend
from ...kit.chart_panel import ChartPanel
from ...kit.columns import ColumnSpec, time_column
from ...kit.detail import DetailSpec, EmptyText, ParagraphSpec
from ...kit.sections import FactsSection, SectionBody, SectionFacts, SectionTable, TableSection, WidgetSection
from ...latest_query import LatestQuery
from ...text.translation import tr
from ...widgets.filter_box import FilterBox, FilterChoice
from ...widgets.flow_layout import FlowLayout
from .chart_query import load_service_chart
from .limit_slots import action_text, own_limit_text, permission_text, slots_text, window_text
from .queries import ServiceLine
from .timeline_rows import CHECK, KINDS, STATE, TimeLineRow, load_time_line

if TYPE_CHECKING:
    from ...app_context import AppContext

CHART_HEIGHT, LEAST_ROWS = 196, 8
LIMITS, CHART, TIME_LINE = "limits", "chart", "time_line"


def limit_facts(line: ServiceLine) -> list[tuple[str, str]]:
    """Return how often agents may still act on a service, and its maintenance."""
    limits, now = line.limits, utc_now()
    if limits is None:
        return []
    allowed = permission_text(limits, now)
    slots = ((tr("Restarts"), limits.restarts, RESTART), (tr("Redeployments"), limits.redeployments, REDEPLOYMENT))
    return [
        (tr("Agents may act"), f"{allowed}: {limits.note}" if limits.note else allowed),
        *((name, f"{slots_text(one, now)} · {own_limit_text(one, kind)}") for name, one, kind in slots),
        (tr("Last action"), action_text(limits.last) if limits.last is not None else ""),
        (tr("Planned"), "\n".join(window_text(window, now) for window in limits.planned)),
    ]


def limits_summary(line: ServiceLine) -> str:
    """Return whether agents may act on a service, in a few words."""
    return permission_text(line.limits, utc_now()) if line.limits is not None else ""


class LimitsSection(SectionBody[ServiceLine]):
    """The limits of a service over the page's buttons for them."""

    def __init__(self, buttons: Sequence[QPushButton], context: AppContext, parent: QWidget) -> None:
        super().__init__(context, parent)
        self.facts: SectionFacts[ServiceLine] = SectionFacts(context, LIMIT_FACTS, self)
        row = FlowLayout(theme.GAP_S)
        for button in buttons:
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_M, 0, 0, theme.GAP_S)
        column.setSpacing(theme.GAP_S)
        column.addWidget(self.facts)
        column.addLayout(row)

    def show_record(self, record: ServiceLine) -> None:
        """Show the limits of a service."""
        self.facts.show_record(record)

    def refresh_ages(self) -> None:
        """Show the texts that depend on the time of day anew."""
        self.facts.refresh_ages()


LIMIT_FACTS: FactsSection[ServiceLine] = FactsSection(
    name=LIMITS, title=tr("Limits and maintenance"), summary=limits_summary, facts=limit_facts
)


class ChartSection(SectionBody[ServiceLine]):
    """Response times and states over the range that the page shows."""

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        super().__init__(context, parent)
        self.range = next(iter(RANGES))
        self.panel = ChartPanel(
            tr("Response time"), tr("No response was timed in this time."), "ServiceChartTable", self
        )
        self.panel.setFixedHeight(CHART_HEIGHT)
        self.buttons.append(self.panel.button)
        self._latest = LatestQuery(context.bridge, self._loaded, self._failed, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.panel)
        column.addWidget(StateLegend(self))

    def show_record(self, record: ServiceLine) -> None:
        """Ask for the chart of a service."""
        self._latest.ask(partial(load_service_chart, self.context, record.name, self.range))

    def take_focus(self) -> None:
        """Put the keys into the chart."""
        self.panel.chart.setFocus()

    def _loaded(self, data: ChartData) -> None:
        self.panel.show_data(data)

    def _failed(self, sentence: str) -> None:
        self.message_posted.emit(sentence, None)


TIME_LINE_COLUMNS: tuple[ColumnSpec[TimeLineRow], ...] = (
    time_column("when", tr("When"), 96, lambda row: row.at),
    ColumnSpec("kind", tr("What"), 78, text=lambda row: row.kind),
    ColumnSpec("state", tr("State"), 126, text=lambda row: row.state, state=lambda row: row.look),
    ColumnSpec("text", tr("Detail"), 300, text=lambda row: row.text, tip=lambda row: row.text, stretch=True),
)


def load_rows(context: AppContext, line: ServiceLine) -> Mapping[Hashable, TimeLineRow]:
    """Return the time line of a service by key."""
    return {row.key: row for row in load_time_line(context, line.name)}


TIME_LINE_TABLE: TableSection[ServiceLine, TimeLineRow] = TableSection(
    name=TIME_LINE,
    title=tr("Time line"),
    look="ServiceTimeLine",
    columns=TIME_LINE_COLUMNS,
    load=load_rows,
    link=lambda row: row.place,
    link_text=tr("Show the source"),
    no_link=tr("Nothing else is kept about it."),
)


class TimeLine(SectionTable[ServiceLine, TimeLineRow]):
    """All that happened to a service, or one kind of it. Checks that found nothing new are listed when asked for."""

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        super().__init__(context, TIME_LINE_TABLE, parent)
        self._rows: Mapping[Hashable, TimeLineRow] = {}
        self._wanted: tuple[str, int] | None = None
        self.kinds = FilterBox(tr("What is listed"), [FilterChoice(tr("Everything"), None)])
        self.kinds.value_chosen.connect(self._show_kind)
        self.table.setMinimumHeight((LEAST_ROWS + 1) * theme.ROW)
        self.buttons.insert(0, self.kinds)
        self.nothing = theme.plain_label(
            tr("What happens to it appears here: changes of state, incidents, runs, alerts, memories."),
            "muted",
            wrap=True,
        )
        column = self.layout()
        assert column is not None  # noqa: S101 — made by the base
        column.addWidget(self.nothing)
        self.nothing.hide()

    def choose(self, key: tuple[str, int]) -> None:
        """Show everything, and choose a row once it is there."""
        self._wanted = key
        self.kinds.set_value(None)
        self._show_kind()

    def _loaded(self, rows: Mapping[Hashable, TimeLineRow]) -> None:
        self._rows = rows
        counts = Counter(kind for row in rows.values() for kind in row.kinds)
        everything = sum(self._is_listed(row, None) for row in rows.values())
        kinds = [FilterChoice(words[0], kind, counts[kind]) for kind, words in KINDS.items()]
        self.kinds.set_choices([FilterChoice(tr("Everything"), None, everything), *kinds])
        self._show_kind()

    def _show_kind(self, _kind: object = None) -> None:
        kind = self.kinds.value
        super()._loaded({key: row for key, row in self._rows.items() if self._is_listed(row, kind)})
        self.nothing.setVisible(not self._rows)
        self.table.setVisible(bool(self._rows))
        if self._wanted in self._rows:
            self.table.select_key(self._wanted)
            self._wanted = None

    @staticmethod
    def _is_listed(row: TimeLineRow, kind: str | None) -> bool:
        if kind is None:
            return CHECK not in row.kinds or STATE in row.kinds
        return kind in row.kinds


def service_detail(limit_buttons: Sequence[QPushButton]) -> DetailSpec[ServiceLine]:
    """Return the detail of a service; the buttons stand in the head of its limits."""
    return DetailSpec(
        state=lambda line: line.state,
        title=lambda line: line.name,
        facts=lambda line: (line.state_since, line.checked_text),
        paragraphs=(ParagraphSpec(lambda line: line.found, "muted"),),
        sections=(
            WidgetSection(
                name=LIMITS,
                title=LIMIT_FACTS.title,
                summary=limits_summary,
                folded=True,
                widget=partial(LimitsSection, limit_buttons),
            ),
            WidgetSection(name=CHART, title=tr("Response time and state"), widget=ChartSection),
            WidgetSection(name=TIME_LINE, title=TIME_LINE_TABLE.title, fills=True, widget=TimeLine),
        ),
        empty=EmptyText(
            "services",
            tr("No service chosen"),
            tr("Choose one to see its history and what is known about it."),
        ),
    )
