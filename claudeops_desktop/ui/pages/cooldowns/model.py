"""The tables of the page: services with their slots, and every action there was."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from ....clock import utc_now
from ....records.cooldowns import CooldownAction
from ... import theme, words
from ...widgets.record_cell import RecordCell
from ...widgets.record_table import ROW, Column, RecordModel
from .slots import ServiceSlots, Slots, counts_until, said

Index = QModelIndex | QPersistentModelIndex
SQUARE = 10


class ServiceModel(RecordModel):
    """Keys are service names, rows are ServiceSlots; all known at once."""

    COLUMNS = (
        Column("service", "Service", 140),
        Column("restarts", "Restarts in 4 h", 296),
        Column("redeployments", "Redeployments in 24 h", 270),
        Column("last", "Last action", 300),
    )

    def text(self, row: ServiceSlots, column: str) -> str:
        """What a cell shows."""
        if column == "service":
            return row.service
        if column == "last":
            return f"{row.last.action_type} {outcome(row.last)} {words.when(row.last.created_at)}"
        return said(self.slots(row, column), utc_now())

    def tip(self, row: ServiceSlots, column: str) -> str:
        """The exact moment, and what was said of the last action."""
        if column == "last":
            return f"{words.exact(row.last.created_at)}\n{row.last.message}".strip()
        if column == "service":
            return f"Not allowed now: {words.listed(row.shut)}" if row.shut else "Everything is allowed now"
        slots = self.slots(row, column)
        if slots.back_at is None:
            return ""
        return f"{'Next slot' if slots.shut else 'Back'} at {words.clock_time(slots.back_at)}"

    def state(self, row: ServiceSlots, column: str) -> str:
        """Whether anything is not allowed now; how the last action ended."""
        if column == "service":
            return "paused" if row.shut else "good"
        return ("completed" if row.last.success else "failed") if column == "last" else ""

    @staticmethod
    def slots(row: ServiceSlots, column: str) -> Slots:
        """The slots that a column shows."""
        return row.restarts if column == "restarts" else row.redeployments


class SlotCell(RecordCell):
    """A square for each slot, filled where it is taken, before the words."""

    def paint_text(self, painter: QPainter, room: QRect, index: Index) -> None:
        """Squares, then text."""
        row: ServiceSlots | None = index.data(ROW)
        if row is None:
            return
        slots = ServiceModel.slots(row, ServiceModel.COLUMNS[index.column()].name)
        t = theme.tokens()
        tone = t.colour("warn" if slots.shut else "accent")
        left = room.left()
        for n in range(slots.allowed):
            square = QRectF(left + 0.5, room.center().y() - SQUARE / 2 + 0.5, SQUARE, SQUARE)
            taken = n < slots.used
            painter.setPen(QPen(tone if taken else t.colour("faint")))
            painter.setBrush(tone if taken else Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(square, 2, 2)
            left += SQUARE + theme.GAP_XS
        super().paint_text(painter, room.adjusted(left - room.left() + theme.GAP_XS, 0, 0, 0), index)


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """An action with the log line that told of it (0: not on record)."""

    action: CooldownAction
    line: int


class HistoryModel(RecordModel):
    """Keys are action ids, rows are HistoryRows; all known at once."""

    COLUMNS = (
        Column("when", "When", 104),
        Column("service", "Service", 132),
        Column("action", "Action", 120),
        Column("outcome", "Outcome", 104),
        Column("counts", "Counts", 190),
        Column("said_by", "Said by", 136),
        Column("message", "What was said", 300),
    )

    def text(self, row: HistoryRow, column: str) -> str:
        """What a cell shows."""
        action = row.action
        match column:
            case "when":
                return words.when(action.created_at)
            case "service":
                return action.service
            case "action":
                return action.action_type
            case "outcome":
                return outcome(action)
            case "counts":
                return counts(action, utc_now())
            case "said_by":
                if action.session_id is None:
                    return "the application"
                return f"session {action.session_id}" + (f", line {row.line:,}" if row.line else "")
            case _:
                return action.message

    def tip(self, row: HistoryRow, column: str) -> str:
        """Exact times, the whole message."""
        match column:
            case "when":
                return words.exact(row.action.created_at)
            case "counts":
                return f"{row.action.cleared_why} {words.exact(row.action.cleared_at)}".strip()
            case "message":
                return row.action.message
        return ""

    def state(self, row: HistoryRow, column: str) -> str:
        """The outcome as a shape."""
        return ("completed" if row.action.success else "failed") if column == "outcome" else ""


def outcome(action: CooldownAction) -> str:
    """Whether it helped, in a word."""
    return "helped" if action.success else "failed"


def counts(action: CooldownAction, now: datetime) -> str:
    """Whether an action still counts, and until when."""
    if action.cleared_at:
        return f"cleared {words.when(action.cleared_at, now)}"
    until = counts_until(action)
    if until <= now:
        return "no longer"
    return f"until {words.clock_time(until, now)}"
