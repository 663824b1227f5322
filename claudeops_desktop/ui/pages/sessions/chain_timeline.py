"""The chain of a run over time: a bar for each session, and how long it waited for the operator in between."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from ... import theme
from ...text import formatting
from ...text.translation import tr
from ...widgets import state_dot
from .intervals import SESSION, WAITING, RunInterval, intervals_text

BAR = 20
NARROWEST = 26.0
TONES = {"refused": "bad", "timed_out": "warn", "waiting": "warn", "withdrawn": "idle"}


class ChainTimeline(QWidget):
    """``session_chosen`` carries the session whose bar was clicked, or gone to with Left and Right.

    Hidden where there is nothing to see: one session that waited for nobody.
    """

    session_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._spans: tuple[RunInterval, ...] = ()
        self._session, self._cramped = 0, False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        theme.theme_changed.connect(self.update)
        self.hide()

    def show_spans(self, spans: Sequence[RunInterval], session_id: int) -> None:
        """These stretches, with the session that is looked at."""
        self._spans, self._session = tuple(spans), session_id
        self.setAccessibleName(tr("The run over time"))
        self.setAccessibleDescription(intervals_text(spans))
        self.setVisible(self._worth_it and not self._cramped)
        self.update()

    def make_room(self, cramped: bool) -> None:
        """Give way to what is below, or come back."""
        self._cramped = cramped
        self.setVisible(self._worth_it and not cramped)

    @property
    def _worth_it(self) -> bool:
        return len(self._spans) > 1 or any(span.waits for span in self._spans)

    def sizeHint(self) -> QSize:
        """A bar, and the times below it."""
        return QSize(240, BAR + 20)

    def rects(self) -> list[QRectF]:
        """Where each stretch is drawn: as long as it took, but never too narrow to be hit."""
        width = max(1.0, self.width() - 2.0)
        least = min(NARROWEST, width / max(1, len(self._spans)))
        whole = sum(span.seconds for span in self._spans) or 1.0
        free = width - least * len(self._spans)
        left, found = 1.0, []
        for span in self._spans:
            size = least + free * span.seconds / whole
            found.append(QRectF(left, 1, size, BAR))
            left += size
        return found

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Bars, their labels, and when it began and ended."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        t = theme.current_tokens()
        for span, rect in zip(self._spans, self.rects(), strict=True):
            self._paint_span(painter, span, rect.adjusted(1, 0, -1, 0))
        painter.setFont(theme.muted_font())
        painter.setPen(t.colour("muted"))
        below = QRectF(0, BAR + 3, self.width(), 17)
        if self._spans:
            first, last = self._spans[0], self._spans[-1]
            painter.drawText(below, Qt.AlignmentFlag.AlignLeft, formatting.format_clock_time(first.start))
            painter.drawText(below, Qt.AlignmentFlag.AlignRight, formatting.format_clock_time(last.end))
            waited = sum(span.waited for span in self._spans)
            if waited >= 1:
                said = tr("waited {waited} for you", waited=formatting.format_duration(waited))
                painter.drawText(below, Qt.AlignmentFlag.AlignHCenter, said)
        if self.hasFocus():
            painter.setPen(QPen(t.colour("accent"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(1, 1, self.width() - 2, BAR), 4, 4)
        painter.end()

    def _paint_span(self, painter: QPainter, span: RunInterval, rect: QRectF) -> None:
        t = theme.current_tokens()
        if span.kind == SESSION:
            tone = state_dot.state_look(span.status)[1]
            ground = t.colour(tone)
            ground.setAlphaF(0.28 if span.session_id == self._session else 0.14)
            painter.setBrush(ground)
            painter.setPen(QPen(t.colour(tone), 2 if span.session_id == self._session else 1))
            painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), 4, 4)
            self._paint_waits(painter, span, rect)
        elif span.kind == WAITING:
            tone = TONES.get(span.status, "good")
            painter.setPen(QPen(t.colour(tone), 1, Qt.PenStyle.DashLine))
            painter.setBrush(QBrush(t.colour("line"), Qt.BrushStyle.BDiagPattern))
            painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), 4, 4)
        else:
            painter.setPen(QPen(t.colour("faint"), 1, Qt.PenStyle.DotLine))
            middle = rect.center().y()
            painter.drawLine(QPointF(rect.left() + 2, middle), QPointF(rect.right() - 2, middle))
            return
        room = rect.adjusted(6, 0, -4, 0)
        painter.setFont(theme.muted_font())
        painter.setPen(t.colour("text"))
        metrics = painter.fontMetrics()
        label = span.label if metrics.horizontalAdvance(span.label) <= room.width() else ""
        if not label and span.kind == SESSION:
            label = str(span.tier)
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, label)

    def _paint_waits(self, painter: QPainter, span: RunInterval, rect: QRectF) -> None:
        """Where a session waited for a yes to an action it is hatched."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QBrush(theme.current_tokens().colour("warn"), Qt.BrushStyle.BDiagPattern))
        for start, end in span.waits:
            at = (start - span.start).total_seconds() / (span.seconds or 1.0)
            share = (end - start).total_seconds() / (span.seconds or 1.0)
            painter.drawRect(QRectF(rect.left() + at * rect.width(), rect.top() + 3, share * rect.width(), BAR - 6))

    def event(self, event: QEvent) -> bool:
        """Hovering says what a bar is."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            span = self._at(QPointF(event.pos()))
            if span is None:
                QToolTip.hideText()
            else:
                QToolTip.showText(
                    event.globalPos(), f"{span.sentence}\n{formatting.format_exact_time(span.start)}", self
                )
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the session of a bar."""
        span = self._at(event.position())
        if span is not None and span.kind == SESSION:
            self.session_chosen.emit(span.session_id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and Right go from session to session."""
        way = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        ids = [span.session_id for span in self._spans if span.kind == SESSION]
        if way is None or self._session not in ids:
            super().keyPressEvent(event)
            return
        place = ids.index(self._session) + way
        if 0 <= place < len(ids):
            self.session_chosen.emit(ids[place])

    def _at(self, point: QPointF) -> RunInterval | None:
        for span, rect in zip(self._spans, self.rects(), strict=True):
            if rect.contains(point):
                return span
        return None
