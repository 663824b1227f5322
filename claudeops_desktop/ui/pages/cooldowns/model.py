"""The tables of the page: services with their slots, and every action there was."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from ....core.clock import utc_now
from ....core.cooldown_states import ATTEMPTED, CLAIMED, NOT_RUN, START, UNCOUNTED
from ....records.cooldowns import CooldownAction
from ....records.service_rules import MaintenanceWindow
from ... import theme
from ...text import formatting
from ...text.translation import tr
from ...widgets.record_cell import RecordCell
from ...widgets.record_model import ROW, RecordModel, TableColumn
from ...widgets.state_dot import state_word
from .service_slots import CooldownSlots, ServiceSlots, limit_text, planned_text, slots_text

Index = QModelIndex | QPersistentModelIndex
SQUARE, MOST_SQUARES = 10, 4
MOST_PLANNED = 5  # in a tooltip
NOT_ALLOWED = {"restart": tr("no restart"), "redeployment": tr("no redeployment")}
PLURALS = {"restart": tr("restarts"), "redeployment": tr("redeployments")}


class CooldownServiceModel(RecordModel):
    """Keys are service names, rows are ServiceSlots; all known at once."""

    COLUMNS = (
        TableColumn("service", tr("Service"), 130),
        TableColumn("now", tr("Now"), 230),
        TableColumn("restarts", tr("Restarts"), 258),
        TableColumn("redeployments", tr("Redeployments"), 252),
        TableColumn("last", tr("Last action"), 240),
    )

    def text(self, row: ServiceSlots, column: str) -> str:
        """What a cell shows."""
        if column == "service":
            return row.service
        if column == "now":
            return permission_text(row, utc_now())
        if column == "last":
            return action_text(row.last) if row.last else ""
        return slots_text(self.slots(row, column), utc_now())

    def tip(self, row: ServiceSlots, column: str) -> str:
        """The limits, the exact moment, and what was said of the last action."""
        if column == "last":
            return (
                f"{formatting.format_exact_time(row.last.created_at)}\n{row.last.message}".strip() if row.last else ""
            )
        if column == "service":
            return tr("It has limits of its own") if row.has_own_limits else ""
        if column == "now":
            said = row.note or (
                tr("Not allowed now: {shut}", shut=formatting.format_names([state_word(kind) for kind in row.shut]))
                if row.shut
                else ""
            )
            return "\n".join(filter(None, (said, *(_planned_line(window) for window in row.planned[:MOST_PLANNED]))))
        slots = self.slots(row, column)
        limit = limit_text(slots.allowed, slots.hours, "restart" if column == "restarts" else "redeployment")
        whose = tr("its own limit") if slots.own else tr("the default")
        said_back = ""
        if slots.back_at is not None:
            said_back = tr(
                "\n{value} at {back_at}",
                value=tr("Next slot") if slots.shut else tr("Back"),
                back_at=formatting.format_clock_time(slots.back_at),
            )
        return tr("At most {limit}, {whose}{said_back}", limit=limit, whose=whose, said_back=said_back)

    def state(self, row: ServiceSlots, column: str) -> str:
        """Whether anything is not allowed now; how the last action ended."""
        if column == "now":
            return "maintenance" if row.maintenance else "paused" if row.shut else "good"
        return row.last.outcome if column == "last" and row.last else ""

    @staticmethod
    def slots(row: ServiceSlots, column: str) -> CooldownSlots:
        """The slots that a column shows."""
        return row.restarts if column == "restarts" else row.redeployments


class SlotCell(RecordCell):
    """A square for each slot, filled where it is taken, before the words."""

    def paint_text(self, painter: QPainter, room: QRect, index: Index) -> None:
        """Squares, then text."""
        row: ServiceSlots | None = index.data(ROW)
        if row is None:
            return
        slots = CooldownServiceModel.slots(row, CooldownServiceModel.COLUMNS[index.column()].name)
        t = theme.current_tokens()
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
class CooldownHistoryRow:
    """An action with the log line that told of it (0: not on record) and until when it counts."""

    action: CooldownAction
    line: int
    until: datetime


class CooldownHistoryModel(RecordModel):
    """Keys are action ids, rows are CooldownHistoryRows; all known at once."""

    COLUMNS = (
        TableColumn("when", tr("When"), 104),
        TableColumn("service", tr("Service"), 132),
        TableColumn("action", tr("Action"), 120),
        TableColumn("outcome", tr("Outcome"), 116),
        TableColumn("counts", tr("Counts"), 190),
        TableColumn("said_by", tr("Said by"), 136),
        TableColumn("message", tr("What was said"), 300),
    )

    def text(self, row: CooldownHistoryRow, column: str) -> str:
        """What a cell shows."""
        action = row.action
        match column:
            case "when":
                return formatting.format_relative_time(action.created_at)
            case "service":
                return action.service
            case "action":
                return state_word(action.action_type)
            case "outcome":
                return state_word(action.outcome)
            case "counts":
                return counting_text(row, utc_now())
            case "said_by":
                if action.session_id is None:
                    return tr("the application")
                return tr("session {session_id}", session_id=action.session_id) + (
                    tr(", line {line}", line=formatting.format_number(row.line)) if row.line else ""
                )
            case _:
                return action.message

    def tip(self, row: CooldownHistoryRow, column: str) -> str:
        """Exact times, the whole message."""
        match column:
            case "when":
                return formatting.format_exact_time(row.action.created_at)
            case "outcome":
                if row.action.state == ATTEMPTED:
                    return tr("Its outcome has not been reported yet. It counts all the same.")
                if row.action.state == CLAIMED:
                    return tr("Claimed by the session, not seen by the guard. It takes no slot.")
                if row.action.state == NOT_RUN:
                    return tr("The list of tools of its tier refused it. It takes no slot.")
                return formatting.format_exact_time(row.action.completed_at)
            case "counts":
                return f"{row.action.cleared_why} {formatting.format_exact_time(row.action.cleared_at)}".strip()
            case "message":
                return row.action.message
        return ""

    def state(self, row: CooldownHistoryRow, column: str) -> str:
        """The outcome as a shape."""
        return row.action.outcome if column == "outcome" else ""


def action_text(action: CooldownAction) -> str:
    """``restart ran 3 h ago``."""
    when = formatting.format_relative_time(action.created_at)
    kind = state_word(action.action_type)
    return tr("{action} {outcome} {when}", action=kind, outcome=state_word(action.outcome), when=when)


def permission_text(row: ServiceSlots, now: datetime) -> str:
    """Whether it may be acted on now: ``allowed``, ``allowed until Sat 22:00`` where maintenance is planned then,
    ``no restart``, ``in maintenance until 14:00``."""
    if row.maintenance:
        until = row.maintenance_until
        return (
            tr("in maintenance until {until}", until=formatting.format_clock_time(until, now))
            if until is not None
            else tr("in maintenance")
        )
    if row.shut:
        return tr(" and ").join(NOT_ALLOWED[kind] for kind in row.shut)
    if not row.planned:
        return tr("allowed")
    return tr("allowed until {starts_at}", starts_at=formatting.format_clock_time(row.planned[0].starts_at, now))


def hint_text(row: ServiceSlots, now: datetime) -> str:
    """What holds for a service, in one sentence, and its next planned maintenance."""
    if row.maintenance:
        said = tr(
            "{service} is {permission_text}{value}",
            service=row.service,
            permission_text=permission_text(row, now),
            value=f": {row.note}" if row.note else "",
        )
    elif row.shut:
        kinds = tr(" and ").join(PLURALS[kind] for kind in row.shut)
        said = tr("No more {kinds} of {service} until a slot comes back.", kinds=kinds, service=row.service)
    else:
        said = tr("{service} may be restarted or redeployed within the slots left.", service=row.service)
    if not row.planned:
        return said
    note = f" ({row.planned[0].note})" if row.planned[0].note else ""
    return tr(
        "{rstrip}. Maintenance is planned {planned_text}{note}.",
        rstrip=said.rstrip("."),
        planned_text=planned_text(row.planned[0], now),
        note=note,
    )


def _planned_line(window: MaintenanceWindow) -> str:
    return tr("Maintenance {planned_text}", planned_text=planned_text(window, utc_now())) + (
        f": {window.note}" if window.note else ""
    )


def counting_text(row: CooldownHistoryRow, now: datetime) -> str:
    """Whether an action still counts, and until when."""
    if row.action.cleared_at:
        return tr("cleared {cleared_at}", cleared_at=formatting.format_relative_time(row.action.cleared_at, now))
    if row.action.state in UNCOUNTED:
        return tr("no")
    if row.action.action_type == START:
        return tr("no: a first start is free")
    return (
        tr("until {until}", until=formatting.format_clock_time(row.until, now)) if row.until > now else tr("no longer")
    )
