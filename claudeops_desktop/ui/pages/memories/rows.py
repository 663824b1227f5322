"""The rows of the memories table: facts, deleted facts, lessons and reminders, each under the same columns. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, TypeAlias

from ....core.clock import utc_now
from ....language.types import GENERAL, service_name
from ....memory import Memory
from ...text import formatting
from ...text.translation import tr

if TYPE_CHECKING:
    from ....memory import FutureTrigger, StoredLesson, TrashedMemory

Key: TypeAlias = int | tuple[str, int]  # a fact's id, or a kind and an id

FACT, LESSON, REMINDER, DELETED = "fact", "lesson", "reminder", "deleted"
KINDS = {FACT: tr("Facts"), LESSON: tr("Lessons"), REMINDER: tr("Reminders")}
KIND_WORDS = {LESSON: tr("lesson"), REMINDER: tr("reminder")}
STATES = {
    "waits": tr("needs review"),
    "replaced": tr("replaced"),
    "archived": tr("archived"),
    "cold": tr("cold"),
    "inactive": tr("inactive"),
    "stale": tr("stale"),
    "active": tr("active"),
    "deleted": tr("deleted"),
    "in prompts": tr("in prompts"),
    "off": tr("off"),
    "upcoming": tr("upcoming"),
    "today": tr("in prompts today"),
    "over": tr("over"),
    "cancelled": tr("cancelled"),
}
IN_PROMPTS = frozenset({"active", "stale", "in prompts", "upcoming", "today"})
_OF_REMINDERS = {"waiting": "upcoming", "told": "today", "fired": "over", "cancelled": "cancelled"}
_LAST = "\uffff"  # after every name: the database puts facts about no service last


@dataclass(frozen=True, slots=True)
class MemoryTableRow:
    """A row. ``kind`` is FACT, LESSON or REMINDER; ``state`` a key of STATES; ``at`` when it was updated, of a
    reminder its day. One of the last four is the record itself; of a deleted fact ``memory`` is there as well."""

    kind: str
    id: int
    text: str
    state: str
    at: str
    service: str | None = None
    category: str = ""
    confidence: float | None = None
    session_id: int | None = None
    memory: Memory | None = None
    trashed: TrashedMemory | None = None
    lesson: StoredLesson | None = None
    reminder: FutureTrigger | None = None

    @property
    def key(self) -> Key:
        """Return what the table knows it by."""
        if self.trashed is not None:
            return DELETED, self.id
        return self.id if self.kind == FACT else (self.kind, self.id)

    @property
    def fact(self) -> Memory | None:
        """Return the memory, where it is one that can be edited: not a deleted one."""
        return self.memory if self.trashed is None else None

    @property
    def pinned(self) -> bool:
        """Tell whether it goes first in every prompt and does not fade."""
        return self.memory is not None and bool(self.memory.pinned)

    @property
    def in_prompts(self) -> bool:
        """Tell whether prompts may hold it, now or on its day."""
        return self.state in IN_PROMPTS

    @property
    def category_word(self) -> str:
        """Return the category, or what kind it is."""
        return KIND_WORDS.get(self.kind, self.category)


def fact_row(memory: Memory) -> MemoryTableRow:
    """Return the row of a memory."""
    return MemoryTableRow(
        FACT,
        memory.id,
        memory.observation,
        display_state(memory),
        memory.updated_at,
        memory.service,
        memory.category,
        memory.confidence,
        memory.session_id,
        memory,
    )


def deleted_row(trashed: TrashedMemory) -> MemoryTableRow:
    """Return the row of a memory that lies in the trash."""
    one = trashed.memory
    return MemoryTableRow(
        FACT, one.id, one.observation, "deleted", trashed.deleted_at, one.service, one.category, one.confidence,
        one.session_id, one, trashed,
    )  # fmt: skip


def lesson_row(lesson: StoredLesson) -> MemoryTableRow:
    """Return the row of a lesson."""
    state = "waits" if lesson.gate == "hold" else "in prompts" if lesson.active else "off"
    return MemoryTableRow(
        LESSON, lesson.id, lesson.text, state, lesson.updated_at, session_id=lesson.session_id, lesson=lesson
    )


def reminder_row(reminder: FutureTrigger) -> MemoryTableRow:
    """Return the row of a reminder."""
    return MemoryTableRow(
        REMINDER,
        reminder.id,
        f"{day_text(reminder.trigger_date)}: {reminder.original_message}",
        _OF_REMINDERS.get(reminder.state, reminder.state),
        reminder.trigger_date,
        reminder.service,
        session_id=reminder.session_id,
        reminder=reminder,
    )


def display_state(memory: Memory) -> str:
    """Return the state that is shown of a memory, as a key of STATES."""
    if memory.gate == "hold":
        return "waits"
    if memory.superseded_by is not None:
        return "replaced"
    if memory.state in ("archived", "cold"):
        return memory.state
    if not memory.active:
        return "inactive"
    return "stale" if memory.state == "stale" else "active"


def state_word(row: MemoryTableRow) -> str:
    """Return the state in the operator's language."""
    return STATES.get(row.state, row.state)


def moment_text(row: MemoryTableRow) -> str:
    """Return when it was updated, or how far off a reminder's day is."""
    if row.kind == REMINDER:
        return days_away(row.at, utc_now().astimezone().date())
    return formatting.format_relative_time(row.at)


def day_text(day: str) -> str:
    """Return a stored day as ``Fri 27 Nov 2026``."""
    at = date.fromisoformat(day)
    return f"{formatting.WEEKDAYS[at.weekday()]} {at.day} {formatting.MONTHS[at.month - 1]} {at.year}"


def days_away(day: str, today: date) -> str:
    """Return how far off a stored day is: ``today``, ``tomorrow``, ``in 5 d``, ``3 d ago``."""
    days = (date.fromisoformat(day) - today).days
    if days in (0, 1):
        return (tr("today"), tr("tomorrow"))[days]
    if days > 0:
        return tr("in {days} d", days=formatting.format_number(days))
    return tr("{days} d ago", days=formatting.format_number(-days))


# --- filters and order -----------------------------------------------------------------------------------------------


def is_in_state(row: MemoryTableRow, state: str | None) -> bool:
    """Tell whether a row that no query for facts finds belongs to a state of the filter. Such a fact was lowered."""
    if row.fact is not None:
        return state == "lowered"
    if row.trashed is not None:
        return state == "deleted"
    match state:
        case None:
            return True
        case "active":
            return row.in_prompts
        case "held":
            return row.state == "waits"
        case "closed":
            return not row.in_prompts and row.state != "waits"
    return False


def is_about(row: MemoryTableRow, service: str | None) -> bool:
    """Tell whether it is about a service; ``general`` stands for none, and None for all."""
    return service is None or row.service == service_name(service)


def holds_words(row: MemoryTableRow, words: str) -> bool:
    """Tell whether each of the words stands in it."""
    text = f"{row.service or GENERAL} {row.category_word} {row.text}".casefold()
    return all(word in text for word in words.casefold().split())


_ORDERS: Mapping[str, Callable[[MemoryTableRow], str | float]] = {
    "service": lambda row: row.service or _LAST,
    "category": lambda row: row.category_word,
    "observation": lambda row: row.text.lower(),
    "confidence": lambda row: -1.0 if row.confidence is None else row.confidence,
    "session_id": lambda row: row.session_id or 0,
    "pinned": lambda row: int(row.pinned),
    "active": lambda row: int(row.in_prompts if row.fact is None else row.fact.active),
}


def sort_value(row: MemoryTableRow, sort: str) -> str | float:
    """Return what a row is ordered by, as the database orders facts."""
    return _ORDERS[sort](row) if sort in _ORDERS else row.at
