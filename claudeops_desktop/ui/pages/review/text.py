"""What the review page says. Pure: sentences from dataclasses (UI.md, Words)."""

from __future__ import annotations

from ....knowledge.proposals.types import StoredProposal
from ....language.types import Verdict
from ....memory import ConflictKind, ExpiringFact, Memory, shown_service
from ...text import formatting
from ...text.translation import tr, tr_count
from .queries import ConflictPair, HeldFact, ReviewItemKind

KIND_NAMES: dict[ReviewItemKind, str] = {
    "held": tr("New fact"),
    "conflict": tr("Possible conflict"),
    "proposal": tr("Proposed change"),
    "expiring": tr("Still true?"),
    "question": tr("Question"),
}
KEYS: dict[ReviewItemKind, str] = {
    "held": tr("A approves, E edits, R rejects"),
    "conflict": tr("B: both hold, N: the new one replaces, S: they are the same"),
    "proposal": tr("A approves, E edits, R rejects, L: later"),
    "expiring": tr("T: still true, L: drop, C: check"),
    "question": tr("Tab: to the field, Ctrl+Return: save, D: dismiss"),
}

PROPOSERS = {
    "reflection": tr("recent facts"),
    "auditor": tr("a check of the files"),
    "discoverer": tr("what was said in sessions"),
    "consolidation": tr("putting the files in order"),
    "clustering": tr("archived facts that belong together"),
    "operator": tr("you"),
    "sync": tr("another machine"),
}
PROPOSAL_KINDS = {"add": tr("new entry"), "edit": tr("change"), "remove": tr("removal")}
CRITERIA = {
    "documentation redundancy": tr("Not documented elsewhere"),
    "reusable pattern": tr("Reusable pattern"),
    "specificity": tr("Specific"),
    "relevance": tr("Relevant"),
    "uniqueness": tr("New"),
}
SOURCES = {
    "marker": tr("said by the agent in a marker"),
    "observed": tr("extracted from what the agent said"),
    "agent": tr("noted by the agent while it worked"),
    "operator": tr("added by hand"),
    "import": tr("taken in from an import"),
}
STRENGTHS = {"implied": "implied", "inferred": "inferred"}


def source_text(waiting: HeldFact) -> str:
    """Where it comes from and how sure it is: ``Drawn from what the agent said 2 h ago · implied``."""
    return memory_source_text(waiting.memory)


def memory_source_text(memory: Memory) -> str:
    """The same of any memory."""
    said = SOURCES.get(memory.source, memory.source)
    parts = [f"{said[:1].upper()}{said[1:]} {formatting.format_relative_time(memory.created_at)}"]
    if memory.strength != "explicit":
        parts.append(STRENGTHS.get(memory.strength, memory.strength))
    parts.append(tr("confidence {confidence}", confidence=f"{memory.confidence:.2f}"))
    if memory.sentiment not in ("", "neutral"):
        parts.append(tr("tone: {sentiment}", sentiment=memory.sentiment))
    return " · ".join(parts)


def held_reason(memory: Memory) -> str:
    """The gate's sentence, or what holds for every fact without one."""
    return memory.gate_why or tr("The gate was not sure of it.")


def impact_text(verdict: Verdict) -> str:
    """What approving it does to another memory."""
    return {
        Verdict.CONTRADICTION: tr("It replaces this one, which loses 0.2 and is in no prompt any more"),
        Verdict.SAME: tr("It confirms this one"),
    }.get(verdict, tr("It stands beside this one"))


def conflict_reason(pair: ConflictPair) -> str:
    """What is in doubt, what was done about it so far, and the judge's reason."""
    found = pair.conflict
    if found.kind is ConflictKind.LIKELY:
        doubt = tr("The newer fact probably replaces the older one, whose confidence was lowered by 0.2.")
    else:
        doubt = tr("The newer fact may replace the older one, or both may hold.")
    sure = formatting.format_percent(found.certainty)
    return tr(
        "{doubt} Until you answer, prompts hold both, marked as in conflict. {why} Certainty: {sure}.",
        doubt=doubt,
        why=found.why,
        sure=sure,
    )


def expiry_reason(one: ExpiringFact) -> str:
    """When it leaves the prompts and why; and whether a session was asked to check it."""
    if not one.asked:
        return one.why
    return tr(
        "{why} You asked for a check: the next session about {shown_service} makes it.",
        why=one.why,
        shown_service=shown_service(one.memory.service),
    )


def keys_hint(kind: ReviewItemKind) -> str:
    """What the keys do while a row of this kind is shown."""
    return tr("{keys}; Z undoes the last answer; arrows move to the next.", keys=KEYS[kind])


def position_text(at: int, number: int) -> str:
    """``3 of 12``."""
    return (
        tr("{at} of {number}", at=formatting.format_number(at + 1), number=formatting.format_number(number))
        if at >= 0
        else ""
    )


def fact_line(waiting: int, shown: int) -> str:
    """The line under the title."""
    if not waiting:
        return tr("Nothing needs review")
    said = tr_count("%n item needs review", "%n items need review", waiting)
    return said if shown == waiting else tr("{said} · {shown} shown", said=said, shown=formatting.format_number(shown))


def passage_title(kind: str) -> str:
    """What a passage is called by the kind of its resource."""
    return {
        "marker": tr("The line that said it"),
        "operator": tr("What you wrote"),
        "passage": tr("The passage it was drawn from"),
        "agent": tr("What the agent noted"),
        "import": tr("What was imported"),
        "tombstone": tr("The passage was purged"),
    }.get(kind, tr("Where it comes from"))


def proposal_about(proposal: StoredProposal) -> str:
    """``change · confidence 0.80``; the change alone of what came by sync, which nobody has weighed."""
    kind = PROPOSAL_KINDS.get(proposal.draft.kind, proposal.draft.kind)
    if proposal.draft.source == "sync":
        return kind
    return tr("{kind} · confidence {confidence}", kind=kind, confidence=f"{proposal.draft.confidence:.2f}")


def proposal_source(proposal: StoredProposal) -> str:
    """Who proposes it, since when, and whether all of its words are from here."""
    draft = proposal.draft
    parts = [
        PROPOSERS.get(draft.source, draft.source),
        formatting.format_relative_time(proposal.created_at),
        tr("all words are from your sessions and files")
        if draft.trusted
        else tr("some words come from outside: a page, a log or an alert"),
    ]
    if proposal.merged:
        parts.append(tr_count("proposed %n more time", "proposed %n more times", proposal.merged))
    return " · ".join(parts)


def proposal_doubt(proposal: StoredProposal, *, possible: bool) -> str:
    """What to look at before a yes; "" where nothing."""
    if not possible:
        return tr("The file no longer says what was to be changed. Approving it marks it as outdated.")
    if not proposal.draft.trusted:
        return tr("Some of its words come from outside. Approve it only if you know it to be true.")
    return ""


def change_counts(difference: str) -> str:
    """``2 lines added, 1 line removed``: the colours in words."""
    lines = [line for line in difference.splitlines() if not line.startswith(("+++ ", "--- "))]
    added, removed = (sum(line.startswith(sign) for line in lines) for sign in "+-")
    said = [tr_count("%n line added", "%n lines added", added)] if added else []
    if removed:
        said.append(tr_count("%n line removed", "%n lines removed", removed))
    return ", ".join(said) or tr("Nothing would change.")
