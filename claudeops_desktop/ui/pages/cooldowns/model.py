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
from .slots import ServiceSlots, Slots, limit_words, said

Index = QModelIndex | QPersistentModelIndex
SQUARE, MOST_SQUARES = 10, 4


class ServiceModel(RecordModel):
    """Keys are service names, rows are ServiceSlots; all known at once."""

    COLUMNS = (
        Column("service", "Service", 130),
        Column("now", "Now", 210),
        Column("restarts", "Restarts", 258),
        Column("redeployments", "Redeployments", 252),
        Column("last", "Last action", 240),
    )

    def text(self, row: ServiceSlots, column: str) -> str:
        """What a cell shows."""
        if column == "service":
            return row.service
        if column == "now":
            return stands(row, utc_now())
        if column == "last":
            return f"{row.last.action_type} {outcome(row.last)} {words.when(row.last.created_at)}" if row.last else ""
        return said(self.slots(row, column), utc_now())

    def tip(self, row: ServiceSlots, column: str) -> str:
        """The limits, the exact moment, and what was said of the last action."""
        if column == "last":
            return f"{words.exact(row.last.created_at)}\n{row.last.message}".strip() if row.last else ""
        if column == "service":
            return "It has limits of its own" if row.own else ""
        if column == "now":
            return row.note or (f"Not allowed now: {words.listed(row.shut)}" if row.shut else "")
        slots = self.slots(row, column)
        limit = limit_words(slots.allowed, slots.hours, "restart" if column == "restarts" else "redeployment")
        whose = "its own limit" if slots.own else "the default"
        said_back = ""
        if slots.back_at is not None:
            said_back = f"\n{'Next slot' if slots.shut else 'Back'} at {words.clock_time(slots.back_at)}"
        return f"At most {limit}, {whose}{said_back}"

    def state(self, row: ServiceSlots, column: str) -> str:
        """Whether anything is not allowed now; how the last action ended."""
        if column == "now":
            return "maintenance" if row.maintenance else "paused" if row.shut else "good"
        return shape(row.last) if column == "last" and row.last else ""

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
        for n in range(slots.allowed if slots.allowed <= MOST_SQUARES else 0):
            square = QRectF(left + 0.5, room.center().y() - SQUARE / 2 + 0.5, SQUARE, SQUARE)
            taken = n < slots.used
            painter.setPen(QPen(tone if taken else t.colour("faint")))
            painter.setBrush(tone if taken else Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(square, 2, 2)
            left += SQUARE + theme.GAP_XS
        beside = theme.GAP_XS if left > room.left() else 0
        super().paint_text(painter, room.adjusted(left - room.left() + beside, 0, 0, 0), index)


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """An action with the log line that told of it (0: not on record) and until when it counts."""

    action: CooldownAction
    line: int
    until: datetime


class HistoryModel(RecordModel):
    """Keys are action ids, rows are HistoryRows; all known at once."""

    COLUMNS = (
        Column("when", "When", 104),
        Column("service", "Service", 132),
        Column("action", "Action", 120),
        Column("outcome", "Outcome", 116),
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
                return counts(row, utc_now())
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
            case "outcome":
                if row.action.state == "attempted":
                    return "It was begun; nobody has said yet how it went. It counts all the same."
                return words.exact(row.action.completed_at)
            case "counts":
                return f"{row.action.cleared_why} {words.exact(row.action.cleared_at)}".strip()
            case "message":
                return row.action.message
        return ""

    def state(self, row: HistoryRow, column: str) -> str:
        """The outcome as a shape."""
        return shape(row.action) if column == "outcome" else ""


def shape(action: CooldownAction) -> str:
    """How an action ended, as a state of ``state_dot``."""
    if action.state == "attempted":
        return "attempted"
    return "completed" if action.success else "failed"


def outcome(action: CooldownAction) -> str:
    """Whether it helped, in a word."""
    if action.state == "attempted":
        return "begun"
    return "helped" if action.success else "failed"


def stands(row: ServiceSlots, now: datetime) -> str:
    """Whether it may be acted on now: ``allowed``, ``no restart``, ``in maintenance until 14:00``."""
    if row.maintenance:
        until = row.maintenance_until
        return f"in maintenance until {words.clock_time(until, now)}" if until is not None else "in maintenance"
    if not row.shut:
        return "allowed"
    return f"no {' and no '.join(row.shut)}"


def counts(row: HistoryRow, now: datetime) -> str:
    """Whether an action still counts, and until when."""
    if row.action.cleared_at:
        return f"cleared {words.when(row.action.cleared_at, now)}"
    return f"until {words.clock_time(row.until, now)}" if row.until > now else "no longer"
