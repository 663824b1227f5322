"""A strip of time: what ran and what comes, a lane for each schedule, now in the middle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from ....core.clock import from_text, utc_now
from ....records.occurrences import ScheduleOccurrence
from ... import theme
from ...text import formatting
from ...text.translation import tr
from ...widgets.elided_label import escape_tool_tip
from ...widgets.state_dot import paint_state, state_look, state_word

DAY, WEEK = timedelta(hours=24), timedelta(days=7)
LANES = 6
LANE = 20
NAMES = 132
AXIS = 20
SHAPE = 12
CROWD = 4  # pixels that share one mark in a crowded lane
WORST = ("failed", "asked", "missed", "skipped", "running", "queued", "ran", "void", "coming")


@dataclass(frozen=True, slots=True)
class TimelineMark:
    """One occurrence: its moment, its state ("coming": still to come), the id of its due time where it has one."""

    at: datetime
    state: str
    due_id: int | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class TimelineLane:
    """One schedule and its marks, in the order of time."""

    name: str
    marks: tuple[TimelineMark, ...]


def make_lane(name: str, dues: Sequence[ScheduleOccurrence], coming: Sequence[datetime]) -> TimelineLane:
    """What became of due times, and what comes."""
    marks = [TimelineMark(from_text(due.due_at), due.state, due.id, due.why) for due in dues]
    marks += [TimelineMark(at, "coming") for at in coming]
    return TimelineLane(name, tuple(sorted(marks, key=lambda mark: mark.at)))


class TimelineStrip(QWidget):
    """``occurrence_selected`` carries the id of a due time that was clicked."""

    occurrence_selected = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lanes: tuple[TimelineLane, ...] = ()
        self._hidden = 0
        self._span = DAY
        self._now = utc_now()
        self._places: dict[tuple[int, int], tuple[bool, list[tuple[float, TimelineMark]]]] = {}
        self.setAccessibleName(tr("Past and upcoming runs"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        theme.theme_changed.connect(self.update)

    @property
    def span(self) -> timedelta:
        """How much time is shown, half of it gone by."""
        return self._span

    def show_lanes(self, lanes: Sequence[TimelineLane], span: timedelta, now: datetime) -> None:
        """Draw these; those past LANES are counted below."""
        self._lanes = tuple(lanes[:LANES])
        self._hidden = len(lanes) - len(self._lanes)
        self._span, self._now = span, now
        self._places.clear()
        self.setAccessibleDescription(lanes_summary(lanes))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """A lane each, and the hours below."""
        return QSize(400, LANE * max(1, len(self._lanes)) + AXIS)

    def minimumSizeHint(self) -> QSize:
        """As high; narrower."""
        return QSize(240, self.sizeHint().height())

    def mark_at(self, place: QPointF) -> tuple[TimelineLane, TimelineMark] | None:
        """The mark under a point, or the nearest within a few pixels."""
        row = int(place.y() // LANE)
        if not 0 <= row < len(self._lanes):
            return None
        near = [(abs(x - place.x()), mark) for x, mark in self._placed(row)[1]]
        if not near:
            return None
        distance, mark = min(near, key=lambda one: (one[0], WORST.index(one[1].state)))
        return (self._lanes[row], mark) if distance <= SHAPE / 2 + 1 else None

    def event(self, event: QEvent) -> bool:
        """Hovering says what a mark is."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            found = self.mark_at(QPointF(event.pos()))
            if found is None:
                QToolTip.hideText()
            else:
                QToolTip.showText(event.globalPos(), escape_tool_tip(mark_text(*found)), self)
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A due time that is on record is shown in the history."""
        found = self.mark_at(event.position())
        if found is not None and found[1].due_id is not None:
            self.occurrence_selected.emit(found[1].due_id)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """The pointer says what can be clicked."""
        found = self.mark_at(event.position())
        hand = found is not None and found[1].due_id is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Names, a line for each lane, the marks, the hours, and now."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tokens = theme.current_tokens()
        painter.setFont(theme.muted_font())
        height = LANE * max(1, len(self._lanes))
        self._axis(painter, height)
        for row, one in enumerate(self._lanes):
            middle = LANE * row + LANE / 2
            painter.setPen(tokens.colour("muted"))
            name = painter.fontMetrics().elidedText(one.name, Qt.TextElideMode.ElideRight, NAMES - theme.GAP_S)
            painter.drawText(QRectF(0, LANE * row, NAMES, LANE), int(Qt.AlignmentFlag.AlignVCenter), name)
            painter.setPen(QPen(tokens.colour("line"), 1))
            painter.drawLine(QPointF(NAMES, middle), QPointF(self.width(), middle))
            self._marks(painter, row, middle)
        now = self._x(self._now)
        painter.setPen(QPen(tokens.colour("accent"), 1))
        painter.drawLine(QPointF(now, 0), QPointF(now, height))
        painter.end()

    def _axis(self, painter: QPainter, height: int) -> None:
        tokens = theme.current_tokens()
        local = self._start().astimezone()
        hours = 3 if self._span == DAY else 24
        if self.width() - NAMES < 420:
            hours *= 2
        at = local.replace(minute=0, second=0, microsecond=0)
        at -= timedelta(hours=at.hour % hours if hours < 24 else at.hour)
        if self._hidden:
            painter.setPen(tokens.colour("faint"))
            room = QRectF(0, height, NAMES, AXIS)
            painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), tr("and {hidden} more", hidden=self._hidden))
        while at < local + self._span:
            at += timedelta(hours=hours)
            x = self._x(at)
            if not NAMES + 8 < x < self.width() - 16:
                continue
            painter.setPen(QPen(tokens.colour("line"), 1))
            painter.drawLine(QPointF(x, 0), QPointF(x, height + 3))
            painter.setPen(tokens.colour("faint"))
            text = f"{at.astimezone():%H:%M}" if self._span == DAY else formatting.format_date(at)
            painter.drawText(QRectF(x - 40, height + 2, 80, AXIS - 2), int(Qt.AlignmentFlag.AlignCenter), text)

    def _marks(self, painter: QPainter, row: int, middle: float) -> None:
        """Shapes where there is room; else a bar each."""
        tokens = theme.current_tokens()
        tight, placed = self._placed(row)
        for x, mark in placed:
            if mark.state == "coming":
                painter.setPen(QPen(tokens.colour("muted"), 1.2))
                painter.setBrush(tokens.colour("surface"))
                size = 2.0 if tight else 3.5
                painter.drawEllipse(QPointF(x, middle), size, size)
            elif tight:
                painter.fillRect(QRectF(x - 1.5, middle - 6, 3, 12), tokens.colour(state_look(mark.state)[1]))
            else:
                box = QRectF(x - SHAPE / 2, middle - SHAPE / 2, SHAPE, SHAPE)
                painter.fillRect(box.adjusted(-1, -1, 1, 1), tokens.colour("surface"))
                paint_state(painter, box, mark.state)

    def _placed(self, row: int) -> tuple[bool, list[tuple[float, TimelineMark]]]:
        """Whether a lane is crowded, and its marks with their places; in a crowd one for each few pixels, the worst."""
        key = (row, self.width())
        if key not in self._places:
            start = self._start()
            shown = [mark for mark in self._lanes[row].marks if start <= mark.at <= start + self._span]
            placed = [(self._x(mark.at), mark) for mark in shown]
            tight = any(b[0] - a[0] < SHAPE - 1 for a, b in pairwise(placed))
            if tight:
                worst: dict[int, tuple[float, TimelineMark]] = {}
                for x, mark in placed:
                    old = worst.get(int(x // CROWD))
                    if old is None or WORST.index(mark.state) < WORST.index(old[1].state):
                        worst[int(x // CROWD)] = ((x // CROWD + 0.5) * CROWD, mark)
                placed = list(worst.values())
            self._places[key] = (tight, placed)
        return self._places[key]

    def _start(self) -> datetime:
        return self._now - self._span / 2

    def _x(self, moment: datetime) -> float:
        share = (moment - self._start()) / self._span
        return NAMES + SHAPE + share * (self.width() - NAMES - 2 * SHAPE)


def mark_text(one: TimelineLane, mark: TimelineMark) -> str:
    """What hovering over a mark says."""
    state = state_word(mark.state)
    return "\n".join(
        part for part in (f"{one.name}, {formatting.format_exact_time(mark.at)}: {state}", mark.why) if part
    )


def lanes_summary(lanes: Sequence[TimelineLane]) -> str:
    """The same in words, for those who do not see it: ``Observe: 20 ran, 1 failed, 24 to come``."""
    said = []
    for one in lanes:
        counts: dict[str, int] = {}
        for mark in one.marks:
            counts[mark.state] = counts.get(mark.state, 0) + 1
        parts = [f"{number} {state_word(state)}" for state, number in counts.items()]
        said.append(f"{one.name}: {', '.join(parts) or tr('nothing')}")
    return "; ".join(said)
