"""A memory's life on one line: every change, what it was recalled for, and to whom it was told. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ....memory import InjectionHistory, InjectionRow, Memory, MemoryVersion, RecallRecord
from ...text import formatting
from ...text.formatting import format_number
from ...text.translation import tr, tr_count
from .text import history_entries, shorten_to_line

PARTS = {
    "memory": tr("as operational memory"),
    "session": tr("for what it was about"),
    "lessons": tr("among the lessons"),
}
ASKED = {
    "operator": tr("by you"),
    "agent": tr("by the agent"),
    "injection": tr("for a prompt"),
    "benchmark": tr("by a benchmark"),
}


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
    asked = ASKED.get(record.asked_by, tr("by {asked_by}", asked_by=record.asked_by))
    question = f"“{shorten_to_line(record.question, 160)}”" if record.question else ""
    return TimelineEntry(record.at, tr("Recalled {asked}", asked=asked), "", question, "info", None, record.session_id)


def _told(row: InjectionRow) -> TimelineEntry:
    where = PARTS.get(row.part, "")
    if row.used is None:
        return TimelineEntry(
            row.created_at, tr("In the prompt of a session"), where, "", "running", None, row.session_id
        )
    title = tr("Injected and used") if row.used else tr("Injected and ignored")
    return TimelineEntry(row.created_at, title, where, row.how, "good" if row.used else "idle", None, row.session_id)


def usage_text(memory: Memory, told: InjectionHistory) -> str:
    """How often it was told and what came of it: ``told 4 times, used 3, ignored 1``."""
    if not told.times:
        return tr("not in a prompt yet")
    parts = [tr_count("in %n prompt", "in %n prompts", told.times)]
    if told.used:
        parts.append(tr("used {used}", used=format_number(told.used)))
    if told.ignored:
        parts.append(tr("ignored {ignored}", ignored=format_number(told.ignored)))
    if memory.retrieval_priority:
        parts.append(tr("priority {retrieval_priority}", retrieval_priority=f"{memory.retrieval_priority:+.2f}"))
    return ", ".join(parts)


def recall_text(memory: Memory) -> str:
    """``recalled 3 times, last 2 d ago``."""
    if not memory.recall_count:
        return tr("never")
    times = tr_count("%n time", "%n times", memory.recall_count)
    if not memory.last_recalled_at:
        return times
    return tr("{times}, last {when}", times=times, when=formatting.format_relative_time(memory.last_recalled_at))
