"""A memory's life on one line: every change, what it was recalled for, and to whom it was told. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ....memory import InjectionHistory, InjectionRow, Memory, MemoryVersion, RecallRecord
from ...text import formatting
from .text import history_entries, shorten_to_line

PARTS = {"memory": "as operational memory", "session": "for what it was about", "lessons": "among the lessons"}
ASKED = {"operator": "by you", "agent": "by the agent", "injection": "for a prompt", "benchmark": "by a benchmark"}


@dataclass(frozen=True, slots=True)
class TimelineEntry:
    """One line of a life. ``change`` such as ``0.70 → 0.80``; ``version`` where it was a change; ``session_id`` where
    it happened; ``shape`` a state of widgets.state_dot."""

    at: str
    title: str
    change: str = ""
    why: str = ""
    shape: str = "info"
    version: MemoryVersion | None = None
    session_id: int | None = None


_SHAPES = {
    "inserted": "new",
    "reinforced": "good",
    "merged": "good",
    "confirmed": "good",
    "approved": "approved",
    "lowered": "warning",
    "superseded": "corrected",
    "reopened": "good",
    "retracted": "withdrawn",
    "decayed": "idle",
    "held": "waiting",
    "rejected": "refused",
}


def build_timeline(
    versions: Sequence[MemoryVersion], recalls: Sequence[RecallRecord] = (), told: Sequence[InjectionRow] = ()
) -> list[TimelineEntry]:
    """All of it, newest first. Of one millisecond, what was written later comes first."""
    changes = [
        TimelineEntry(
            entry.version.created_at,
            entry.title,
            entry.change,
            entry.why,
            _SHAPES.get(entry.version.action, "info"),
            entry.version,
            entry.version.session_id,
        )
        for entry in history_entries(versions)
    ]
    moments = [*changes, *map(_recalled, recalls), *map(_told, told)]
    return sorted(moments, key=lambda moment: moment.at, reverse=True)


def _recalled(record: RecallRecord) -> TimelineEntry:
    asked = ASKED.get(record.asked_by, f"by {record.asked_by}")
    question = f"“{shorten_to_line(record.question, 160)}”" if record.question else ""
    return TimelineEntry(record.at, f"Recalled {asked}", "", question, "info", None, record.session_id)


def _told(row: InjectionRow) -> TimelineEntry:
    where = PARTS.get(row.part, "")
    if row.used is None:
        return TimelineEntry(row.created_at, "In the prompt of a session", where, "", "running", None, row.session_id)
    title = "Injected and used" if row.used else "Injected and ignored"
    return TimelineEntry(row.created_at, title, where, row.how, "good" if row.used else "idle", None, row.session_id)


def usage_text(memory: Memory, told: InjectionHistory) -> str:
    """How often it was told and what came of it: ``told 4 times, used 3, ignored 1``."""
    if not told.times:
        return "not in a prompt yet"
    parts = [f"in {formatting.format_count(told.times, 'prompt')}"]
    if told.used:
        parts.append(f"used {told.used:,}")
    if told.ignored:
        parts.append(f"ignored {told.ignored:,}")
    if memory.retrieval_priority:
        parts.append(f"priority {memory.retrieval_priority:+.2f}")
    return ", ".join(parts)


def recall_text(memory: Memory) -> str:
    """``recalled 3 times, last 2 d ago``."""
    if not memory.recall_count:
        return "never"
    last = f", last {formatting.format_relative_time(memory.last_recalled_at)}" if memory.last_recalled_at else ""
    return f"{formatting.format_count(memory.recall_count, 'time')}{last}"
