"""The middle of the schedule page: the strip with its span, and the next five due times in words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from ....core.clock import utc_now
from ... import theme
from ...text import formatting
from ...text.translation import tr
from ...widgets.elided_label import ElidedLabel
from ...widgets.filter_box import FilterBox, FilterChoice
from .timeline import TimelineLane, TimelineStrip

FIVE = 5
NEXT_WIDTH = 300
WIDEST = (1 << 24) - 1  # what Qt takes for no limit
WHOSE = (FilterChoice(tr("All schedules"), False), FilterChoice(tr("The chosen one"), True))
SPANS = (FilterChoice(tr("A day around now"), False), FilterChoice(tr("A week around now"), True))


class TimelinePanel(QFrame):
    """``span_chosen`` says True for a week; ``occurrence_selected`` carries the id of a due time."""

    span_chosen = Signal(object)
    occurrence_selected = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.set_role(self, "card")
        self.timeline = TimelineStrip(self)
        self.timeline.occurrence_selected.connect(self.occurrence_selected)
        self.span = FilterBox(tr("How much time is shown"), SPANS)
        self.span.value_chosen.connect(self.span_chosen)
        head = QHBoxLayout()
        head.setSpacing(theme.GAP_XS)
        head.addWidget(theme.plain_label(tr("Past and upcoming runs"), "strong"), 1)
        head.addWidget(self.span)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_M, theme.GAP_S, theme.GAP_M, theme.GAP_S)
        column.setSpacing(theme.GAP_S)
        column.addLayout(head)
        column.addWidget(self.timeline)
        column.addStretch()

    def show_span(self, week: bool) -> None:
        """Day or week, without telling of it."""
        self.span.set_value(week)

    def show_lanes(self, lanes: Sequence[TimelineLane], span: timedelta, now: datetime) -> None:
        """Draw these."""
        self.timeline.show_lanes(lanes, span, now)


class NextTimesPanel(QFrame):
    """The next five due times, of all schedules or of the chosen one. ``scope_toggled``: the other ones are wanted
    now."""

    scope_toggled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.set_role(self, "card")
        self.of = FilterBox(tr("Whose due times come next"), WHOSE)
        self.of.value_chosen.connect(self._chosen)
        self.rows = [tuple(ElidedLabel(role=role) for role in ("body", "body", "muted")) for _ in range(FIVE)]
        self._none = theme.plain_label(role="muted", wrap=True)
        self.fill_width(False)
        head = QHBoxLayout()
        head.setSpacing(theme.GAP_XS)
        head.addWidget(theme.plain_label(tr("Next"), "strong"), 1)
        head.addWidget(self.of)
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.GAP_M)
        grid.setVerticalSpacing(theme.GAP_XS)
        grid.setColumnStretch(1, 1)
        for at, (time, name, wait) in enumerate(self.rows):
            grid.addWidget(time, at, 0)
            grid.addWidget(name, at, 1)
            grid.addWidget(wait, at, 2, Qt.AlignmentFlag.AlignRight)
            for label in (time, wait):
                label.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        column_box = QVBoxLayout(self)
        column_box.setContentsMargins(theme.GAP_M, theme.GAP_S, theme.GAP_M, theme.GAP_S)
        column_box.setSpacing(theme.GAP_S)
        column_box.addLayout(head)
        column_box.addWidget(self._none)
        column_box.addLayout(grid)
        column_box.addStretch()

    def fill_width(self, yes: bool) -> None:
        """As wide as the page, or beside the strip."""
        self.setMinimumWidth(0 if yes else NEXT_WIDTH)
        self.setMaximumWidth(WIDEST if yes else NEXT_WIDTH)

    @property
    def is_only_selected(self) -> bool:
        """Whether those of the chosen schedule are wanted."""
        return bool(self.of.value)

    def show_times(self, chosen: str, times: Sequence[tuple[datetime, str]], none: str) -> None:
        """Moments in order, each with the name of its schedule; ``scope_toggled`` is the name of the chosen one."""
        now = utc_now()
        self.of.setToolTip(tr("The chosen one is {chosen}", chosen=chosen) if chosen else tr("No schedule is chosen"))
        self._none.setText(none)
        self._none.setVisible(not times)
        for at, (time, name, wait) in enumerate(self.rows):
            for label in (time, name, wait):
                label.setVisible(at < len(times))
            if at < len(times):
                moment, whose = times[at]
                time.setText(formatting.format_clock_time(moment, now))
                time.set_tip(formatting.format_exact_time(moment))
                name.setText(whose)
                wait.setText(formatting.format_relative_time(moment, now))

    def _chosen(self, _value: object) -> None:
        self.scope_toggled.emit()
