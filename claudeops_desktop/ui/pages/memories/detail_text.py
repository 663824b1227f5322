"""What the detail of a row says: its facts, what closed it, and the rows of its tables. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ....core.principals import EVERYONE
from ....memory import Memory
from ...text import formatting
from ...text.formatting import format_number
from ...text.translation import tr, tr_count
from ..base_page import PageLocation
from .detail_query import MemoryDetails
from .memory_timeline import TimelineEntry, build_timeline, recall_text, usage_text
from .rows import MemoryTableRow, day_text, state_word
from .text import audience_text, link_title, origin_text, state_text

if TYPE_CHECKING:
    from ....memory import MemoryClosing

PASSAGES = {
    "operator": tr("Written by hand"),
    "passage": tr("Drawn from"),
    "agent": tr("Noted by the agent"),
    "import": tr("Imported"),
    "tombstone": tr("Purged"),
}
CLOSINGS = {
    "closed": tr("closed"),
    "lowered": tr("lowered"),
    "taken back": tr("withdrawn"),
    "faded": tr("faded"),
    "archived": tr("archived"),
    "let go": tr("dropped"),
}
CLOSED_BY = {
    "agent": tr("a marker or the agent"),
    "observer": tr("a session"),
    "operator": tr("you"),
    "decay": tr("age"),
    "lifetimes": tr("age"),
    "watcher": tr("a check"),
}
LESSON_SOURCES = {"user": tr("a correction"), "agent": tr("an admitted mistake"), "operator": tr("you")}


# --- facts -----------------------------------------------------------------------------------------------------------


def facts(details: MemoryDetails) -> list[tuple[str, str]]:
    """Return names and values of what is shown; empty ones are left out."""
    row = details.row
    if row is None:
        return []
    if row.lesson is not None:
        return _facts_of_lesson(row)
    if row.reminder is not None:
        return _facts_of_reminder(row)
    return _facts_of_memory(details, row) if row.memory is not None else []


def _facts_of_memory(details: MemoryDetails, row: MemoryTableRow) -> list[tuple[str, str]]:
    memory, trashed = row.memory, row.trashed
    assert memory is not None  # noqa: S101 — asked of facts alone
    found = [
        (tr("State"), _state_of(memory) if trashed is None else state_word(row)),
        (tr("Confidence"), f"{memory.confidence:.2f}"),
        (tr("Domain"), memory.domain),
        (tr("Pinned"), tr("yes, goes first and does not fade") if memory.pinned else ""),
        (tr("From"), _origin_of(memory)),
        (tr("Updated"), formatting.format_relative_time(memory.updated_at)),
        (tr("Created"), formatting.format_exact_time(memory.created_at)),
    ]
    if trashed is not None:
        found.append((tr("Deleted"), formatting.format_exact_time(trashed.deleted_at)))
        found.append((tr("Deleted for good"), formatting.format_exact_time(trashed.gone_at)))
    elif details.told is not None:
        found.append((tr("Recalled"), recall_text(memory)))
        found.append((tr("Prompts"), usage_text(memory, details.told)))
    return found


def _state_of(memory: Memory) -> str:
    state = state_text(memory)
    if memory.audience != EVERYONE:
        state = tr("{state}, seen by {whom}", state=state, whom=audience_text(memory.audience))
    return state


def _origin_of(memory: Memory) -> str:
    if memory.session_id is None:
        return origin_text(memory)
    said = tr("session {session_id}", session_id=memory.session_id)
    return f"{said}, {tr('tier {tier}, {tier2}', tier=memory.tier, tier2=formatting.tier_name(memory.tier))}"


def _facts_of_lesson(row: MemoryTableRow) -> list[tuple[str, str]]:
    lesson = row.lesson
    assert lesson is not None  # noqa: S101 — asked of lessons alone
    return [
        (tr("State"), state_word(row)),
        (tr("From"), LESSON_SOURCES.get(lesson.source, lesson.source)),
        (tr("Why"), lesson.why),
        (tr("Times"), format_number(lesson.times)),
        (tr("Last learned"), formatting.format_exact_time(lesson.updated_at)),
    ]


def _facts_of_reminder(row: MemoryTableRow) -> list[tuple[str, str]]:
    reminder = row.reminder
    assert reminder is not None  # noqa: S101 — asked of reminders alone
    number = len(reminder.memory_ids)
    return [
        (tr("State"), state_word(row)),
        (tr("Day"), day_text(reminder.trigger_date)),
        (tr("Said as"), f"“{reminder.words}”" if reminder.words else ""),
        (tr("Said"), formatting.format_exact_time(reminder.created_at)),
        (
            tr("Memories"),
            tr_count("%n memory comes with it", "%n memories come with it", number) if number else "",
        ),
    ]


def closing_text(details: MemoryDetails) -> str:
    """Return what closed or lowered a fact: when, by whom, by which newer fact, why and how sure; nothing where it
    holds."""
    row = details.closing
    if row is None or not row.standing:
        return ""
    said = tr(
        "{kind} {when} by {who}",
        kind=CLOSINGS.get(row.kind, row.kind).capitalize(),
        when=formatting.format_relative_time(row.at),
        who=_closer(row),
    )
    newer = tr("Newer fact: {text}", text=row.other.observation) if row.other is not None else ""
    sure = (
        ""
        if row.certainty is None
        else tr("Certainty: {certainty}.", certainty=formatting.format_percent(row.certainty))
    )
    return formatting.strip_direction_marks("\n".join(filter(None, (f"{said}.", newer, row.why, sure))))


def _closer(row: MemoryClosing) -> str:
    return row.actor if row.by == "operator" and row.actor else CLOSED_BY.get(row.by, row.by)


# --- tables ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class QuotedSource:
    """Where a fact was said, in which words, and when; ``place`` where that is found."""

    where: str
    quote: str
    at: str
    place: PageLocation | None


@dataclass(frozen=True, slots=True)
class OtherMemory:
    """Another memory, and what it is to the one that is shown."""

    relation: str
    memory: Memory
    why: str = ""


def moments_of(details: MemoryDetails) -> list[TimelineEntry]:
    """Return its life: every change, recall and prompt, the newest first."""
    told = details.told.rows if details.told is not None else ()
    return build_timeline(details.history, details.recalls, told)


def moment_text(moment: TimelineEntry) -> str:
    """Return what happened, and what it did to the confidence."""
    return f"{moment.title}, {moment.change}" if moment.change else moment.title


def place_of(moment: TimelineEntry, details: MemoryDetails) -> PageLocation | None:
    """Return where a moment of its life leads: the line of the session, or the other memory."""
    if moment.session_id is not None:
        marker = moment.version.marker_id if moment.version is not None else None
        line = next((source.log_line for source in details.sources if source.id == marker), None)
        return PageLocation("sessions", id=moment.session_id, line=line)
    other = moment.version.other_id if moment.version is not None else None
    return PageLocation("memories", id=other) if other in details.others else None


def sources_of(details: MemoryDetails) -> list[QuotedSource]:
    """Return the lines that said it, the newest first; then the passages that were no markers."""
    said = {source.line for source in details.sources}
    found = [
        QuotedSource(
            tr(
                "Session {session_id}, line {log_line}", session_id=one.session_id, log_line=format_number(one.log_line)
            ),
            one.line or tr("This line was removed, with its text."),
            one.created_at,
            PageLocation("sessions", id=one.session_id, line=one.log_line),
        )
        for one in details.sources[::-1]
    ]
    for one in details.passages[::-1]:
        if one.content_type != "marker" and one.raw_content not in said:
            kind, _, number = one.conversation_id.partition(":")
            session = int(number) if kind == "session" and number.isdecimal() else None
            where = PASSAGES.get(one.content_type, tr("Passage"))
            if session is not None:
                where = f"{where}: {tr('Session {number}', number=session)}"
            place = PageLocation("sessions", id=session) if session is not None else None
            text = one.raw_content or tr("Its text was removed by a purge.")
            found.append(QuotedSource(where, text, one.content_at, place))
    return found


def chain_of(details: MemoryDetails) -> list[OtherMemory]:
    """Return the facts that followed one another, old to new; none where nothing was replaced."""
    if len(details.chain) < 2:
        return []
    return [OtherMemory(_standing(one, details), one) for one in details.chain]


def _standing(memory: Memory, details: MemoryDetails) -> str:
    if memory.superseded_by is None:
        said = tr("valid now")
    elif memory.valid_until:
        said = tr("valid until {valid_until}", valid_until=formatting.format_relative_time(memory.valid_until))
    else:
        said = tr("replaced")
    return f"{said}, {tr('this one')}" if memory.id == details.memory_id else said


def related_to(details: MemoryDetails) -> list[OtherMemory]:
    """Return what it contradicts, what contradicts it and what it brought back, the newest first."""
    found = []
    for link in details.links[::-1]:
        other = details.others.get(link.to_id if link.from_id == details.memory_id else link.from_id)
        if other is not None:
            found.append(OtherMemory(link_title(link, details.memory_id), other, link.why))
    return found
