"""What the page says about memories. Pure: sentences from dataclasses (UI.md, Words)."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ....core.principals import project_of
from ....memory import (
    ExpiringFact,
    Memory,
    MemoryChange,
    MemoryContext,
    MemoryLink,
    MemoryVersion,
    counted,
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
from ...text.formatting import format_number
from ...text.translation import tr, tr_count, tr_message
from .rows import STATES, display_state

TIP_LENGTH = 1200


def shorten_tip(text: str) -> str:
    """The beginning of a long text, for a tool tip, and how much is left out."""
    if len(text) <= TIP_LENGTH:
        return text
    return tr(
        "{text}… ({number} more characters)", text=text[:TIP_LENGTH], number=format_number(len(text) - TIP_LENGTH)
    )


def plain_tip(text: str) -> str:
    """Untrusted text as a tool tip: escaped, so that nothing in it is taken for markup, and not endless."""
    return f"<div style='white-space: pre-wrap'>{html.escape(shorten_tip(text))}</div>"


def shorten_to_line(text: str, length: int = 80) -> str:
    """The beginning of a text on one line."""
    line = one_line(text)
    return line if len(line) <= length else f"{line[: length - 1].rstrip()}…"


def fact_line(active: int, closed: int, shown: int | None = None, held: int = 0) -> str:
    """The line under the title: ``218 active · 31 closed · 12 need review``, and how many the filters leave."""
    parts = [
        tr("{number} active", number=format_number(active)),
        tr("{number} closed", number=format_number(closed)),
    ]
    if held:
        parts.append(tr_count("%n needs review", "%n need review", held))
    if shown is not None:
        parts.append(tr("{number} shown", number=format_number(shown)))
    return " · ".join(parts)


@dataclass(frozen=True, slots=True)
class ReadingOutlook:
    """Whether the next run reads a memory, and why."""

    read: bool
    why: str


def reading_outlook(memory: Memory, context: MemoryContext, leaves: ExpiringFact | None) -> ReadingOutlook:
    """Whether the next run will read it, from what the context holds and leaves out (M17), and when age takes it out of
    the prompts."""
    for place, entry in enumerate(context.included, start=1):
        if entry.memory.id == memory.id:
            where = tr_count(
                "It is number {place} of %n memory in its prompt",
                "It is number {place} of %n memories in its prompt",
                len(context.included),
                place=format_number(place),
            )
            if entry.confidence != memory.confidence:
                return ReadingOutlook(
                    True,
                    tr(
                        "{where}, with confidence {confidence} once it has faded.",
                        where=where,
                        confidence=shown_confidence(entry.confidence),
                    ),
                )
            if leaves is None:
                return ReadingOutlook(True, f"{where}.")
            return ReadingOutlook(
                True,
                tr(
                    "{where}. Unless it is confirmed, it leaves the prompts on {date}.",
                    where=where,
                    date=formatting.format_date(leaves.leaves_at),
                ),
            )
    if memory.gate == "hold":
        return ReadingOutlook(False, tr("It needs review. No run reads it until you approve it."))
    if memory.superseded_by is not None:
        return ReadingOutlook(False, tr("A newer fact replaced it. Make it valid again if that one is wrong."))
    if memory.state in ("archived", "cold"):
        return ReadingOutlook(
            False, tr("It is archived: neither confirmed nor used for a long time. A deep search finds it.")
        )
    if not memory.active:
        return ReadingOutlook(
            False,
            tr("It is inactive: it was taken out of prompts.")
            if is_active_confidence(memory.confidence)
            else tr("It is inactive: its confidence is below 0.3. Raise it to 0.3 or more to bring it back."),
        )
    if leaves is not None and leaves.gone:
        return ReadingOutlook(False, tr_message(leaves.why))
    for left in context.left_out:
        if left.memory.id == memory.id:
            return ReadingOutlook(False, left.why)
    if context.budget == 0:
        return ReadingOutlook(False, tr("The budget for memory is 0 tokens."))
    return ReadingOutlook(
        False,
        tr(
            "Higher-ranked memories fill the budget of {budget} tokens. Pin this one to put it first.",
            budget=format_number(context.budget),
        ),
    )


_ACTIONS = {
    ("confirmed", "watcher"): tr("Measured again by the watcher"),
    ("inserted", "agent"): tr("Learned"),
    ("reinforced", "agent"): tr("Stated again"),
    ("lowered", "agent"): tr("Contradicted"),
    ("decayed", "decay"): tr("Faded"),
    ("inserted", "observer"): tr("Learned from a session"),
    ("reinforced", "observer"): tr("Confirmed by a session"),
    ("lowered", "observer"): tr("Contradicted by a session"),
    ("confirmed", "observer"): tr("Confirmed by a session"),
    ("confirmed", "agent"): tr("Confirmed by the agent"),
    ("merged", "observer"): tr("Stated in other words"),
    ("refreshed", "observer"): tr("Stated again in new words"),
    ("superseded", "observer"): tr("Replaced by a newer one"),
    ("held", "observer"): tr("Held for your review"),
    ("merged", "agent"): tr("Stated in other words"),
    ("refreshed", "agent"): tr("Stated again in new words"),
    ("superseded", "agent"): tr("Replaced by a newer one"),
    ("reopened", "agent"): tr("Valid again"),
    ("held", "agent"): tr("Held for your review"),
    ("retracted", "agent"): tr("Withdrawn by the agent"),
    ("merged", "routine"): tr("Another that says the same was joined with it"),
    ("superseded", "routine"): tr("Joined with one that says the same"),
    ("preferred", "routine"): tr("Comes first while it is new"),
    ("stale", "lifetimes"): tr("Not confirmed for long"),
    ("archived", "lifetimes"): tr("Archived by age"),
    ("cold", "lifetimes"): tr("Put away by age"),
    ("revived", "lifetimes"): tr("In use again"),
}
_BY_OPERATORS = {
    "reinforced": tr("confirmed {by_whom}"),
    "confirmed": tr("confirmed as still true {by_whom}"),
    "check asked": tr("check requested {by_whom}"),
    "check withdrawn": tr("check withdrawn {by_whom}"),
    "let go": tr("dropped {by_whom}"),
    "inserted": tr("added {by_whom}"),
    "edited": tr("edited {by_whom}"),
    "pinned": tr("pinned {by_whom}"),
    "unpinned": tr("unpinned {by_whom}"),
    "reactivated": tr("made active again {by_whom}"),
    "restored": tr("undone {by_whom}"),
    "superseded": tr("replaced {by_whom}"),
    "reopened": tr("made valid again {by_whom}"),
    "approved": tr("approved {by_whom}"),
    "rejected": tr("rejected {by_whom}"),
    "retracted": tr("retired {by_whom}"),
    "lowered": tr("contradicted {by_whom}"),
    "archived": tr("archived {by_whom}"),
    "shared": tr("shared {by_whom}"),
    "withdrawn": tr("no longer shared: taken back {by_whom}"),
}
"""What an operator did: the one of this computer, or one of those who share a store."""


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
        title = _title_of(version)
        if last is None:
            change = tr("at {confidence}", confidence=f"{version.confidence:.2f}")
        elif last.confidence != version.confidence:
            change = f"{last.confidence:.2f} → {version.confidence:.2f}"
        else:
            change = ""
        if last is not None and last.active and not version.active:
            change = tr("{change}, now inactive", change=change) if change else tr("now inactive")
        why = "" if change and _says_no_more(version.why) else version.why.removeprefix(f"{title}: ")
        made.append(HistoryEntry(version, title, change, why))
        last = version
    return made[::-1]


def _title_of(version: MemoryVersion) -> str:
    if version.by == "operator" and version.action in _BY_OPERATORS:
        by_whom = tr("by {who}", who=version.actor) if version.actor else tr("by you")
        said = _BY_OPERATORS[version.action].format(by_whom=by_whom)
        return said[:1].upper() + said[1:]
    known = _ACTIONS.get((version.action, version.by))
    who = version.actor or version.by
    return known or tr("{action} by {who}", action=version.action.capitalize(), who=who)


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
        return tr("Contradicts") if outgoing else tr("Contradicted by")
    if link.kind == "returns":
        return tr("Known before as") if outgoing else tr("Came back as")
    kind = link.kind.capitalize()
    return kind if outgoing else tr("{kind} (from)", kind=kind)


def change_text(change: MemoryChange) -> str:
    """A change in the past tense for the toast: ``Deleted 5 memories.``, with the notes that belong to it."""
    verb, _, rest = change.label.partition(" ")
    number = len(change.before) or len(change.after)
    said = _DONE[verb](number) if verb in _DONE and rest == counted(number) else ""
    return " ".join((said or _ONE_DONE.get(change.label) or f"{_past(change.label)}.", *change.notes))


_DONE: dict[str, Callable[[int], str]] = {
    "Edit": lambda number: tr_count("Changed %n memory.", "Changed %n memories.", number),
    "Pin": lambda number: tr_count("Pinned %n memory.", "Pinned %n memories.", number),
    "Unpin": lambda number: tr_count("Unpinned %n memory.", "Unpinned %n memories.", number),
    "Approve": lambda number: tr_count("Approved %n memory.", "Approved %n memories.", number),
    "Reject": lambda number: tr_count("Rejected %n memory.", "Rejected %n memories.", number),
    "Move": lambda number: tr_count("Moved %n memory to the Inbox.", "Moved %n memories to the Inbox.", number),
    "Restore": lambda number: tr_count("Put %n memory back.", "Put %n memories back.", number),
    "Confirm": lambda number: tr_count("Confirmed %n memory.", "Confirmed %n memories.", number),
}
_ONE_DONE = {"Add a memory": tr("Added a memory."), "Confirm a memory": tr("Confirmed a memory.")}


# What has no text of its own above; ``label`` comes from memory in English.
_PASTS = {
    "Delete": tr("Deleted"),
    "Add": tr("Added"),
    "Edit": tr("Changed"),
    "Pin": tr("Pinned"),
    "Unpin": tr("Unpinned"),
    "Set": tr("Set"),
    "Adjust": tr("Adjusted"),
    "Approve": tr("Approved"),
    "Reject": tr("Rejected"),
    "Reopen": tr("Made valid again:"),
    "Confirm": tr("Confirmed"),
    "Keep": tr("Kept"),
    "Check": tr("Checked"),
    "Answer": tr("Answered"),
}


def _past(label: str) -> str:
    verb, _, rest = label.partition(" ")
    return f"{_PASTS.get(verb, verb)} {rest}".strip()


def deletion_question(memories: Sequence[Memory], number: int, *, for_good: bool = False) -> tuple[str, str]:
    """The question before a deletion and what it means."""
    if number == 1 and memories:
        memory = memories[0]
        question = tr("Delete this memory for good?") if for_good else tr("Delete this memory?")
        what = f"“{shorten_to_line(memory.observation, 160)}” ({shown_service(memory.service)}, {memory.category})\n\n"
    else:
        question, what = tr_count("Delete %n memory?", "Delete %n memories?", number), ""
    if for_good:
        return question, what + tr("It leaves the trash with its history. Nothing brings it back, but for a backup.")
    return question, what + tr_count(
        "It leaves memory at once: no run, search or count finds it any more. A copy with its history lies in the trash"
        " for 30 days and can be restored from there; “Delete for good” and a purge remove it earlier.",
        "They leave memory at once: no run, search or count finds them any more. Copies with their history lie in the"
        " trash for 30 days and can be restored from there; “Delete for good” and a purge remove them earlier.",
        number,
    )


def service_fault(text: str) -> str:
    """What is wrong with a service name, or nothing: the form that markers and the command line hold it to."""
    fault = name_fault(text)
    return f"{fault} {SERVICE_FORM[0].upper()}{SERVICE_FORM[1:]}." if fault else ""


def audience_text(audience: str) -> str:
    """Who sees a memory that not everybody does."""
    if project := project_of(audience):
        return tr("the project {name}", name=project)
    owner = audience.partition(":")[2]
    return tr("{name} alone", name=owner) if owner else tr("you alone")


def state_text(memory: Memory) -> str:
    """Its state, and that it is unconfirmed where only one log or file said it."""
    state = STATES[display_state(memory)]
    return state if memory.confirmed else tr("{state}, unconfirmed", state=state)


def observation_fault(text: str, longest: int) -> str:
    """What is wrong with a text, or nothing."""
    if not text.strip():
        return tr("Describe in one sentence what is worth remembering.")
    if len(text.strip()) > longest:
        return tr(
            "It has {number} characters; a memory holds {longest} at most.",
            number=format_number(len(text.strip())),
            longest=format_number(longest),
        )
    return ""


# --- where a memory comes from if no session stored it --------------------------------------------------------------


def origin_word(memory: Memory) -> str:
    """The origin in a word or two, for a narrow column. Operators who share a store have names."""
    match memory.source:
        case "operator":
            return memory.owner or tr("you")
        case "import":
            return tr("import")
        case "agent":
            return memory.owner or tr("agent")
        case _:
            return tr("transcript")


def origin_text(memory: Memory) -> str:
    """The origin for the details: ``anna, by hand``."""
    if memory.source == "operator":
        return tr("{who}, by hand", who=memory.owner) if memory.owner else tr("you, by hand")
    return tr("a transcript of the Claude CLI") if memory.source == "observed" else origin_word(memory)


def origin_tip(memory: Memory) -> str:
    """The origin as a sentence, for hovering."""
    match memory.source:
        case "operator":
            return tr("Written by {who}", who=memory.owner) if memory.owner else tr("Written by you")
        case "import":
            return tr("Imported")
        case "agent":
            return tr("Noted by {who}", who=memory.owner) if memory.owner else tr("Noted by the agent")
        case _:
            return tr("Drawn from a transcript of the Claude CLI")
