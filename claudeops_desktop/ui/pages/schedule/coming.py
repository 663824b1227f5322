"""The middle of the schedule page: the strip with its span, and the next five due times in words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from ....clock import utc_now
from ... import theme, words
from ...widgets.elided import ElidedLabel
from ...widgets.filter_box import Choice, FilterBox
from .strip import Lane, Strip

FIVE = 5
NEXT_WIDTH = 300
WIDEST = (1 << 24) - 1  # what Qt takes for no limit
WHOSE = (Choice("All schedules", False), Choice("The chosen one", True))
SPANS = (Choice("A day around now", False), Choice("A week around now", True))


class StripPanel(QFrame):
    """``span_chosen`` says True for a week; ``picked`` carries the id of a due time."""

    span_chosen = Signal(object)
    picked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.set_role(self, "card")
        self.strip = Strip(self)
        self.strip.picked.connect(self.picked)
        self.span = FilterBox("How much time is shown", SPANS)
        self.span.chosen.connect(self.span_chosen)
        head = QHBoxLayout()
        head.setSpacing(theme.GAP_XS)
        head.addWidget(theme.label("Past and upcoming runs", "strong"), 1)
        head.addWidget(self.span)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_M, theme.GAP_S, theme.GAP_M, theme.GAP_S)
        column.setSpacing(theme.GAP_S)
        column.addLayout(head)
        column.addWidget(self.strip)
        column.addStretch()

    def show_span(self, week: bool) -> None:
        """Day or week, without telling of it."""
        self.span.set_value(week)

    def show_lanes(self, lanes: Sequence[Lane], span: timedelta, now: datetime) -> None:
        """Draw these."""
        self.strip.show_lanes(lanes, span, now)


class NextPanel(QFrame):
    """The next five due times, of all schedules or of the chosen one. ``chosen``: the other ones are wanted now."""

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.set_role(self, "card")
        self.of = FilterBox("Whose due times come next", WHOSE)
        self.of.chosen.connect(self._chosen)
        self.rows = [tuple(ElidedLabel(role=role) for role in ("body", "body", "muted")) for _ in range(FIVE)]
        self._none = theme.label(role="muted", wrap=True)
        self.fill_width(False)
        head = QHBoxLayout()
        head.setSpacing(theme.GAP_XS)
        head.addWidget(theme.label("Next", "strong"), 1)
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
    def only_chosen(self) -> bool:
        """Whether those of the chosen schedule are wanted."""
        return bool(self.of.value)

    def say(self, chosen: str, times: Sequence[tuple[datetime, str]], none: str) -> None:
        """Moments in order, each with the name of its schedule; ``chosen`` is the name of the chosen one."""
        now = utc_now()
        self.of.setToolTip(f"The chosen one is {chosen}" if chosen else "No schedule is chosen")
        self._none.setText(none)
        self._none.setVisible(not times)
        for at, (time, name, wait) in enumerate(self.rows):
            for label in (time, name, wait):
                label.setVisible(at < len(times))
            if at < len(times):
                moment, whose = times[at]
                time.setText(words.clock_time(moment, now))
                time.set_tip(words.exact(moment))
                name.setText(whose)
                wait.setText(words.when(moment, now))

    def _chosen(self, _value: object) -> None:
        self.chosen.emit()
