"""A run over time: a bar for each session, and how long it waited for the operator in between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from ....core.clock import from_text
from ....records.approvals import Approval, state_at
from ....records.sessions import Session
from ... import theme
from ...text import formatting
from ...text.translation import tr
from ...widgets import state_dot

SESSION, WAITING, PAUSE = "session", "waiting", "pause"
SHORTEST_PAUSE_S = 2.0
BAR, NARROWEST, RADIUS = 20, 26.0, 4
TONES = {"refused": "bad", "timed_out": "warn", "waiting": "warn", "withdrawn": "idle"}  # of waiting; else good

# --- the stretches ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RunInterval:
    """One stretch. ``status`` is that of the session, or of the question: waiting, approved, refused…

    ``waits`` are the stretches within a session in which it waited for a yes to an action.
    """

    kind: str
    start: datetime
    end: datetime
    status: str
    tier: int
    session_id: int = 0
    waits: tuple[tuple[datetime, datetime], ...] = ()

    @property
    def seconds(self) -> float:
        """Return how long it took."""
        return max(0.0, (self.end - self.start).total_seconds())

    @property
    def waited(self) -> float:
        """Return the seconds for which it waited for the operator."""
        return self.seconds if self.kind == WAITING else sum((end - start).total_seconds() for start, end in self.waits)

    @property
    def labels(self) -> Sequence[str]:
        """Return what may stand in its bar, the longest first: the first that fits does."""
        if self.kind == WAITING:
            return (tr("waited for you"),)
        name = f"{self.tier} {formatting.tier_name(self.tier)}"
        return f"{name} · {state_dot.state_word(self.status)}", name, str(self.tier)

    @property
    def sentence(self) -> str:
        """Return what it is, in words."""
        took = formatting.format_duration(self.seconds)
        status = state_dot.state_word(self.status)
        if self.kind == PAUSE:
            return tr("Nothing ran for {took}", took=took)
        if self.kind == WAITING:
            return tr("Waited {took} for approval of tier {tier}: {said}", took=took, tier=self.tier, said=status)
        said = tr(
            "Tier {tier} {tier_name}: {status_name} after {took}",
            tier=self.tier,
            tier_name=formatting.tier_name(self.tier),
            status_name=status,
            took=took,
        )
        if not self.waits:
            return said
        waited = formatting.format_duration(self.waited)
        return tr("{said}, {waited} of that waiting for approval", said=said, waited=waited)


def build_intervals(chain: Sequence[Session], approvals: Sequence[Approval], now: datetime) -> list[RunInterval]:
    """Return the stretches in the order of time; what lies between them is a pause."""
    asked = [state_at(one, now) for one in approvals]
    found = [_session_interval(one, asked, now) for one in chain]
    found += [
        RunInterval(WAITING, from_text(one.asked_at), _end(one, now), one.state, one.tier, one.session_id or 0)
        for one in asked
        if one.kind == "tier"
    ]
    found.sort(key=lambda span: (span.start, span.kind != SESSION))
    whole: list[RunInterval] = []
    for span in found:
        if whole and (span.start - whole[-1].end).total_seconds() >= SHORTEST_PAUSE_S:
            whole.append(RunInterval(PAUSE, whole[-1].end, span.start, "", span.tier))
        whole.append(span)
    return whole


def _session_interval(one: Session, asked: Sequence[Approval], now: datetime) -> RunInterval:
    start, end = from_text(one.started_at), from_text(one.ended_at) if one.ended_at else now
    waits = tuple(
        (max(start, from_text(question.asked_at)), min(end, _end(question, now)))
        for question in asked
        if question.kind == "action" and question.session_id == one.id and from_text(question.asked_at) < end
    )
    return RunInterval(SESSION, start, end, one.status, one.tier, one.id, waits)


def _end(question: Approval, now: datetime) -> datetime:
    return from_text(question.answered_at) if question.answered_at else now


def intervals_text(spans: Sequence[RunInterval]) -> str:
    """Return all of it as it is read aloud."""
    return ". ".join(span.sentence for span in spans)


# --- the picture -----------------------------------------------------------------------------------------------------


class ChainTimeline(QWidget):
    """``session_chosen`` carries the session whose bar was clicked, or gone to with Left and Right. Hidden where there
    is nothing to see: one session that waited for nobody."""

    session_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._spans: tuple[RunInterval, ...] = ()
        self._session = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName(tr("The run over time"))
        theme.theme_changed.connect(self.update)
        self.hide()

    def show_spans(self, spans: Sequence[RunInterval], session_id: int) -> None:
        """Show these stretches, with the session that is looked at."""
        self._spans, self._session = tuple(spans), session_id
        self.setAccessibleDescription(intervals_text(spans))
        self.setVisible(len(spans) > 1 or any(span.waits for span in spans))
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of a bar and the times below it."""
        return QSize(240, BAR + 20)

    def rects(self) -> list[QRectF]:
        """Return where each stretch is drawn: as long as it took, but never too narrow to be hit."""
        width = max(1.0, self.width() - 2.0)
        least = min(NARROWEST, width / max(1, len(self._spans)))
        whole = sum(span.seconds for span in self._spans) or 1.0
        left, found = 1.0, []
        for span in self._spans:
            size = least + (width - least * len(self._spans)) * span.seconds / whole
            found.append(QRectF(left, 1, size, BAR))
            left += size
        return found

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the bars, and below them when the run began and ended and how long it waited."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme.muted_font())
        for span, rect in zip(self._spans, self.rects(), strict=True):
            self._paint_span(painter, span, rect.adjusted(1, 0, -1, 0))
        self._paint_times(painter)
        if self.hasFocus():
            painter.setPen(QPen(theme.current_tokens().colour("accent"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(1, 1, self.width() - 2, BAR), RADIUS, RADIUS)
        painter.end()

    def _paint_times(self, painter: QPainter) -> None:
        if not self._spans:
            return
        painter.setPen(theme.current_tokens().colour("muted"))
        below, sides = QRectF(0, BAR + 3, self.width(), 17), Qt.AlignmentFlag
        painter.drawText(below, sides.AlignLeft, formatting.format_clock_time(self._spans[0].start))
        painter.drawText(below, sides.AlignRight, formatting.format_clock_time(self._spans[-1].end))
        waited = sum(span.waited for span in self._spans)
        if waited >= 1:
            said = tr("waited {waited} for you", waited=formatting.format_duration(waited))
            painter.drawText(below, sides.AlignHCenter, said)

    def _paint_span(self, painter: QPainter, span: RunInterval, rect: QRectF) -> None:
        t, chosen = theme.current_tokens(), span.session_id == self._session
        if span.kind == PAUSE:
            painter.setPen(QPen(t.colour("faint"), 1, Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(rect.left() + 2, rect.center().y()), QPointF(rect.right() - 2, rect.center().y()))
            return
        if span.kind == SESSION:
            tone = t.colour(state_dot.state_look(span.status)[1])
            painter.setPen(QPen(tone, 2 if chosen else 1))
            tone.setAlphaF(0.28 if chosen else 0.14)
            painter.setBrush(tone)
        else:
            painter.setPen(QPen(t.colour(TONES.get(span.status, "good")), 1, Qt.PenStyle.DashLine))
            painter.setBrush(QBrush(t.colour("line"), Qt.BrushStyle.BDiagPattern))
        painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), RADIUS, RADIUS)
        self._paint_waits(painter, span, rect)
        room, metrics = rect.adjusted(6, 0, -4, 0), painter.fontMetrics()
        label = next((one for one in span.labels if metrics.horizontalAdvance(one) <= room.width()), "")
        painter.setPen(t.colour("text"))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, label)

    def _paint_waits(self, painter: QPainter, span: RunInterval, rect: QRectF) -> None:
        """Hatch where a session waited for a yes to an action."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QBrush(theme.current_tokens().colour("warn"), Qt.BrushStyle.BDiagPattern))
        scale = rect.width() / (span.seconds or 1.0)
        for start, end in span.waits:
            left = rect.left() + (start - span.start).total_seconds() * scale
            painter.drawRect(QRectF(left, rect.top() + 3, (end - start).total_seconds() * scale, BAR - 6))

    def event(self, event: QEvent) -> bool:
        """Say what a bar is on hover."""
        if event.type() != QEvent.Type.ToolTip or not isinstance(event, QHelpEvent):
            return super().event(event)
        span = self._at(QPointF(event.pos()))
        said = f"{span.sentence}\n{formatting.format_exact_time(span.start)}" if span is not None else ""
        QToolTip.showText(event.globalPos(), said, self)  # an empty one hides what is shown
        return True

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the session of a bar."""
        span = self._at(event.position())
        if span is not None and span.kind == SESSION:
            self.session_chosen.emit(span.session_id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from session to session with Left and Right."""
        way = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        ids = [span.session_id for span in self._spans if span.kind == SESSION]
        if way is None or self._session not in ids:
            super().keyPressEvent(event)
            return
        place = ids.index(self._session) + way
        if 0 <= place < len(ids):
            self.session_chosen.emit(ids[place])

    def _at(self, point: QPointF) -> RunInterval | None:
        places = zip(self._spans, self.rects(), strict=True)
        return next((span for span, rect in places if rect.contains(point)), None)
