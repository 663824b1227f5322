"""What the page says about memories. Pure: sentences from dataclasses (UI.md, Words)."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from ....memory import (
    Memory,
    MemoryChange,
    MemoryContext,
    MemoryLink,
    MemoryVersion,
    counted,
    decay_due,
    is_active_confidence,
    one_line,
    shown_confidence,
    shown_service,
)
from ....memory import (
    service_fault as name_fault,
)
from ....stream.markers import SERVICE_FORM
from ...text import formatting

TIP_LENGTH = 1200


def state_word(memory: Memory) -> str:
    """``active``, ``inactive``, or why prompts do not hold it though it is active."""
    if memory.gate == "hold":
        return "waits"
    if memory.superseded_by is not None:
        return "replaced"
    if memory.state in ("archived", "cold"):
        return memory.state
    if not memory.active:
        return "inactive"
    return "stale" if memory.state == "stale" else "active"


def is_in_prompts(memory: Memory) -> bool:
    """Whether prompts may hold it: active, valid, approved and not laid away."""
    return state_word(memory) in ("active", "stale")


def shorten_tip(text: str) -> str:
    """The beginning of a long text, for a tool tip, and how much is left out."""
    if len(text) <= TIP_LENGTH:
        return text
    return f"{text[:TIP_LENGTH]}… ({len(text) - TIP_LENGTH:,} more characters)"


def plain_tip(text: str) -> str:
    """Untrusted text as a tool tip: escaped, so that nothing in it is taken for markup, and not endless."""
    return f"<div style='white-space: pre-wrap'>{html.escape(shorten_tip(text))}</div>"


def shorten_to_line(text: str, length: int = 80) -> str:
    """The beginning of a text on one line."""
    line = one_line(text)
    return line if len(line) <= length else f"{line[: length - 1].rstrip()}…"


def fact_line(active: int, inactive: int, shown: int | None = None, held: int = 0) -> str:
    """The line under the title: ``218 active · 31 inactive · 12 wait for review``, and how many the filters leave."""
    line = f"{active:,} active · {inactive:,} inactive"
    if held:
        line = f"{line} · {held:,} {'needs' if held == 1 else 'need'} review"
    return line if shown is None else f"{line} · {shown:,} shown"


@dataclass(frozen=True, slots=True)
class ReadingOutlook:
    """Whether the next run reads a memory, and why."""

    read: bool
    why: str


def reading_outlook(memory: Memory, context: MemoryContext, now: datetime) -> ReadingOutlook:
    """Whether the next run will read it, from what the context holds and leaves out (M17)."""
    for place, entry in enumerate(context.included, start=1):
        if entry.memory.id == memory.id:
            where = f"It is number {place:,} of {counted(len(context.included))} in its prompt"
            if entry.confidence != memory.confidence:
                return ReadingOutlook(
                    True, f"{where}, with confidence {shown_confidence(entry.confidence)} once it has faded."
                )
            return ReadingOutlook(True, f"{where}.")
    if memory.gate == "hold":
        return ReadingOutlook(False, "It needs review. No run reads it until you approve it.")
    if memory.superseded_by is not None:
        return ReadingOutlook(False, "A newer fact replaced it. Make it valid again if that one is wrong.")
    if memory.state in ("archived", "cold"):
        return ReadingOutlook(False, "It is archived: long neither confirmed nor asked for. A deep recall finds it.")
    if not memory.active:
        return ReadingOutlook(
            False, "It is inactive: its confidence is under 0.3. Raise it to 0.3 or more to bring it back."
        )
    due = decay_due(memory, now)
    if due is not None and not is_active_confidence(due.confidence):
        return ReadingOutlook(
            False, f"Not confirmed for too long: by then it will have faded to {shown_confidence(due.confidence)}."
        )
    for left in context.left_out:
        if left.memory.id == memory.id:
            return ReadingOutlook(False, left.why)
    if context.budget == 0:
        return ReadingOutlook(False, "The budget for memory is 0 tokens.")
    return ReadingOutlook(
        False, f"Better ones fill the budget of {context.budget:,} tokens. Pin it to have it go first."
    )


_ACTIONS = {
    ("reinforced", "operator"): "Confirmed by you",
    ("confirmed", "operator"): "Still true, you said",
    ("confirmed", "watcher"): "Measured again by the watcher",
    ("check asked", "operator"): "You asked to have it checked",
    ("check withdrawn", "operator"): "You withdrew the check",
    ("let go", "operator"): "Let go by you",
    ("inserted", "agent"): "Learned",
    ("inserted", "operator"): "Added by you",
    ("reinforced", "agent"): "Said again",
    ("lowered", "agent"): "Contradicted",
    ("decayed", "decay"): "Faded",
    ("edited", "operator"): "Edited by you",
    ("pinned", "operator"): "Pinned by you",
    ("unpinned", "operator"): "Unpinned by you",
    ("reactivated", "operator"): "Made active again by you",
    ("restored", "operator"): "Undone by you",
    ("inserted", "observer"): "Drawn from a session",
    ("reinforced", "observer"): "Confirmed by a session",
    ("lowered", "observer"): "Contradicted by a session",
    ("confirmed", "observer"): "Confirmed by a session",
    ("confirmed", "agent"): "Confirmed by the agent",
    ("merged", "observer"): "Said in other words",
    ("refreshed", "observer"): "Said again, worded anew",
    ("superseded", "observer"): "Replaced by a newer one",
    ("held", "observer"): "Held for your review",
    ("merged", "agent"): "Said in other words",
    ("refreshed", "agent"): "Said again, worded anew",
    ("superseded", "agent"): "Replaced by a newer one",
    ("superseded", "operator"): "Replaced by you",
    ("reopened", "agent"): "Valid again",
    ("reopened", "operator"): "Made valid again by you",
    ("held", "agent"): "Held for your review",
    ("approved", "operator"): "Approved by you",
    ("rejected", "operator"): "Rejected by you",
    ("retracted", "agent"): "Taken back by the agent",
    ("retracted", "operator"): "Retired by you",
}


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One line of a memory's history, ready to show. ``change`` is ``0.70 → 0.80`` or nothing."""

    version: MemoryVersion
    title: str
    change: str
    why: str


def history_entries(versions: Sequence[MemoryVersion]) -> list[HistoryEntry]:
    """A history (oldest first) as it is read: newest first, each with what it did to the confidence (M16)."""
    made: list[HistoryEntry] = []
    last: MemoryVersion | None = None
    for version in versions:
        title = _ACTIONS.get((version.action, version.by), f"{version.action.capitalize()} by {version.by}")
        if last is None:
            change = f"at {version.confidence:.2f}"
        elif last.confidence != version.confidence:
            change = f"{last.confidence:.2f} → {version.confidence:.2f}"
        else:
            change = ""
        if last is not None and last.active and not version.active:
            change = f"{change}, now inactive".lstrip(", ")
        why = "" if change and _says_no_more(version.why) else version.why.removeprefix(f"{title}: ")
        made.append(HistoryEntry(version, title, change, why))
        last = version
    return made[::-1]


def _says_no_more(why: str) -> bool:
    """Whether a reason only repeats the change of confidence that stands beside it."""
    return all(part.startswith(("confidence: ", "active: ")) for part in why.split("; "))


def why_confidence(memory: Memory, versions: Sequence[MemoryVersion]) -> str:
    """Why the confidence is what it is, for hovering over the bar: the last change that moved it."""
    moved = [entry for entry in history_entries(versions) if entry.change]
    if not moved:
        return f"{memory.confidence:.2f}"
    entry = moved[0]
    return (
        f"{entry.title} {formatting.format_relative_time(entry.version.created_at)}: "
        f"{entry.change}. {entry.why}".strip()
    )


def link_title(link: MemoryLink, memory_id: int) -> str:
    """A link as seen from one of its ends."""
    outgoing = link.from_id == memory_id
    if link.kind == "contradicts":
        return "Contradicts" if outgoing else "Contradicted by"
    if link.kind == "returns":
        return "Known before as" if outgoing else "Came back as"
    return link.kind.capitalize() if outgoing else f"{link.kind.capitalize()} (from)"


def change_text(change: MemoryChange) -> str:
    """A change in the past tense for the toast: ``Deleted 5 memories.``, with the notes that belong to it."""
    return " ".join((f"{_past(change.label)}.", *change.notes))


_PASTS = {
    "Delete": "Deleted",
    "Add": "Added",
    "Edit": "Changed",
    "Pin": "Pinned",
    "Unpin": "Unpinned",
    "Set": "Set",
    "Adjust": "Adjusted",
    "Approve": "Approved",
    "Reject": "Rejected",
    "Reopen": "Made valid again:",
    "Confirm": "Confirmed",
    "Keep": "Kept",
    "Check": "Checked",
    "Answer": "Answered",
}


def _past(label: str) -> str:
    verb, _, rest = label.partition(" ")
    return f"{_PASTS.get(verb, verb)} {rest}".strip()


def deletion_question(memories: Sequence[Memory], number: int) -> tuple[str, str]:
    """The question before a deletion and what it means."""
    if number == 1 and memories:
        memory = memories[0]
        question = "Delete this memory?"
        what = f"“{shorten_to_line(memory.observation, 160)}” ({shown_service(memory.service)}, {memory.category})\n\n"
    else:
        question, what = f"Delete {counted(number)}?", ""
    these = "It is" if number == 1 else "They are"
    them = "it" if number == 1 else "them"
    return question, (
        f"{what}The next run will not read {them} any more. Undo brings {them} back until the application closes; "
        f"then {these.lower()} gone for good, history and all."
    )


def service_fault(text: str) -> str:
    """What is wrong with a service name, or nothing: the form that markers and the command line hold it to."""
    fault = name_fault(text)
    return f"{fault} {SERVICE_FORM[0].upper()}{SERVICE_FORM[1:]}." if fault else ""


def state_text(memory: Memory) -> str:
    """Its state, and that it is unconfirmed where only one log or file said it."""
    return state_word(memory) if memory.confirmed else f"{state_word(memory)}, unconfirmed"


def observation_fault(text: str, longest: int) -> str:
    """What is wrong with a text, or nothing."""
    if not text.strip():
        return "Say in one sentence what is worth remembering."
    if len(text.strip()) > longest:
        return f"It has {len(text.strip()):,} characters; a memory holds {longest:,} at most."
    return ""
