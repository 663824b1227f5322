"""Which recent facts are worth a place in the knowledge folder, and in which words (C3, C5). Pure.

A fact is proposed in its own words: rules invent none. What is said of several services is one entry that names them
all; the operator's wording goes before an agent's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ...language.subjects.strip_subject import strip_subject
from ...language.types import Verdict
from ..entries import write_entry
from ..layout import MEMORY_FILE, NOTE, slug_of
from ..memory_file import SECTIONS, MemoryEntry, entry_in
from .promotion import LASTING, can_be_acted_on, is_specific, nearest
from .repeated import SURE, says_the_same
from .triage_rules import LONGEST_ENTRY
from .types import ProposalDraft, ProposalEvidence

if TYPE_CHECKING:
    from ...memory import CuratedFact, TextVerdict

MOST_LENGTH = 0.8
"""Of the length of the facts that were read; the seed's guidance is 60 to 80%."""
BOUND_FROM = 5
"""With fewer facts the length says nothing: one fact in its own words is as long as itself."""
CERTAIN_OVER = 0.8
DOCUMENTED_FROM = 0.7
"""So much of a fact's words in one file, and the fact is documented there."""
LONGEST_LINE = 200
"""A fact of more characters is a topic, and belongs into a note."""
AUTHOR = "process:reflection"
NAMED = "It names a decision, a path or a command, and is certain."


@dataclass(frozen=True, slots=True)
class WeighedFact:
    """A fact with its text as an entry would say it, how much speaks for it (0 to 1), why, and whether others wrote its
    words. ``also`` are facts that say the same."""

    fact: CuratedFact
    text: str
    weight: float
    why: str
    trusted: bool = True
    also: tuple[CuratedFact, ...] = ()
    services: tuple[str, ...] = ()

    @property
    def facts(self) -> tuple[CuratedFact, ...]:
        """All of them."""
        return (self.fact, *self.also)


def weigh_fact(fact: CuratedFact) -> WeighedFact | None:
    """How much speaks for a fact; None where it was said once, and is neither a rule nor certain."""
    memory = fact.memory
    services = (memory.service,) if memory.service else ()
    found = WeighedFact(fact, said_of(fact), memory.confidence, "", not fact.foreign, (), services)
    if fact.by_operator:
        return replace(found, weight=1.0, why="The operator said it.")
    if memory.domain in LASTING and memory.strength == "explicit":
        return replace(found, weight=0.9, why="It is a rule, a preference or about people.")
    if fact.occasions >= 2:
        return replace(found, weight=0.7 + 0.02 * min(fact.occasions, 10),
                       why=f"It was said on {fact.occasions} independent occasions.")  # fmt: skip
    if memory.confidence > CERTAIN_OVER:
        return replace(found, weight=0.6, why=NAMED)
    return None


def is_worth_keeping(found: WeighedFact, verdict: TextVerdict) -> bool:
    """Tell whether a fact may become a proposal by what the gate says of its words: it is no artefact, does not say how
    things stood at one moment, and names a decision, path or command where nothing else speaks for it."""
    if verdict.artefact or verdict.against:
        return False
    return verdict.concrete or found.why != NAMED


def said_of(fact: CuratedFact) -> str:
    """A fact as a line that stands by itself: with its service, where its words do not name it."""
    memory = fact.memory
    text = " ".join(memory.observation.split())
    if memory.service and memory.service.casefold() not in text.casefold():
        return f"{memory.service}: {text}"
    return text


def group_facts(weighed: Sequence[WeighedFact]) -> list[WeighedFact]:
    """One for each statement: facts that say the same are joined under the wording of the one that most speaks for, and
    those that say one thing of several services are told in one line. Ordered by how much speaks for them."""
    order = sorted(weighed, key=lambda one: (-one.weight, not one.trusted, one.fact.memory.id))
    groups: list[WeighedFact] = []
    by_shape: dict[str, int] = {}
    by_service: dict[tuple[str, ...], list[int]] = {}
    for one in order:
        shape = _shape(one)
        if shape in by_shape:
            groups[by_shape[shape]] = _join_services(groups[by_shape[shape]], one)
            continue
        mine = by_service.setdefault(one.services, [])
        same = says_the_same(one.text, [groups[place].text for place in mine])
        if same is not None:
            place = mine[same[0]]
            into = groups[place]
            groups[place] = replace(into, also=(*into.also, one.fact), trusted=into.trusted and one.trusted)
            continue
        by_shape[shape] = len(groups)
        mine.append(len(groups))
        groups.append(one)
    return groups


def draft_changes(
    groups: Sequence[WeighedFact],
    entries: Sequence[MemoryEntry],
    documents: Mapping[str, frozenset[str]],
    revision: str,
    input_length: int,
) -> tuple[list[ProposalDraft], dict[str, int]]:
    """The proposals that groups of facts make, and how many make none, by why: *known* to MEMORY.md, *documented*
    elsewhere, or past the *length* that a reflection may have. ``documents`` are the words of the other files."""
    drafts, left = list[ProposalDraft](), dict.fromkeys(("known", "documented", "length"), 0)
    room = input_length * MOST_LENGTH if sum(len(one.facts) for one in groups) >= BOUND_FROM else float("inf")
    topics = _topics(groups)
    for group in groups:
        if says_entry(group.text, entries):
            left["known"] += 1
        elif nearest(group.text, documents)[0] >= DOCUMENTED_FROM:
            left["documented"] += 1
        elif len(group.text) > room:
            left["length"] += 1
        else:
            room -= len(group.text)
            earned = earns_note(group, documents) and (len(group.text) > LONGEST_LINE or group.services in topics)
            if earned:
                drafts.append(_note(group))
            elif len(group.text) <= LONGEST_ENTRY:
                drafts.append(_line(group, entries, revision))
            else:
                left["length"] += 1
    return drafts, left


def says_entry(text: str, entries: Sequence[MemoryEntry]) -> bool:
    """Tell whether MEMORY.md says a text already."""
    return entry_in(entries, text) is not None or says_the_same(text, [one.text for one in entries]) is not None


def earns_note(group: WeighedFact, documents: Mapping[str, frozenset[str]]) -> bool:
    """Tell whether a fact earns a topic file: it recurs, is documented nowhere else, is not obvious and can be acted
    on."""
    recurs = sum(fact.occasions for fact in group.facts) >= 2
    documented = nearest(group.text, documents)[0] >= DOCUMENTED_FROM
    return recurs and not documented and is_specific(group.text) and can_be_acted_on(group.text)


def _topics(groups: Iterable[WeighedFact]) -> frozenset[tuple[str, ...]]:
    """Services of which so much recurs that it would crowd MEMORY.md."""
    counts: dict[tuple[str, ...], int] = {}
    for group in groups:
        if group.services and group.fact.memory.domain not in LASTING:
            counts[group.services] = counts.get(group.services, 0) + 1
    return frozenset(services for services, count in counts.items() if count >= 4)


def _line(group: WeighedFact, entries: Sequence[MemoryEntry], revision: str) -> ProposalDraft:
    from ...language.compare import judge

    against = [
        (entry, one)
        for entry, one in zip(entries, judge.judge_all(group.text, [e.text for e in entries]), strict=True)
        if one.verdict is Verdict.CONTRADICTION and one.score >= SURE
    ]
    old = max(against, key=lambda pair: pair[1].score)[0] if against else None
    section = old.section if old else SECTIONS.get(group.fact.memory.domain, SECTIONS["operations"])
    why = f"{group.why} MEMORY.md says otherwise." if old else group.why
    return ProposalDraft(
        "edit" if old else "add", "reflection", _title(group.text), MEMORY_FILE, section,
        before=old.text if old else "", after=group.text, revision=revision, reason=why, evidence=_evidence(group),
        confidence=_confidence(group), trusted=group.trusted, memory_ids=_ids(group),
    )  # fmt: skip


def _note(group: WeighedFact) -> ProposalDraft:
    title = _title(group.text)
    meta = {
        "type": NOTE.type,
        "title": title,
        "description": title,
        "note_type": "feedback" if group.fact.memory.domain in LASTING else "project",
        "sources": [{"resource": f"memory:{number}"} for number in _ids(group)[:1]],
        "generated": {"by": AUTHOR, "at": group.fact.memory.created_at},
    }
    return ProposalDraft(
        "add", "reflection", title, f"{NOTE.folder}/{slug_of(title)}.md", after=write_entry(meta, group.text),
        reason=f"{group.why} It recurs, is documented nowhere else, is not obvious and can be acted on.",
        evidence=_evidence(group), confidence=_confidence(group), trusted=group.trusted, memory_ids=_ids(group),
    )  # fmt: skip


def _shape(one: WeighedFact) -> str:
    """The text without its service: the same for what is said of several."""
    text = one.text.casefold()
    for service in one.services:
        text = text.replace(service.casefold(), "\0")
    return text


def _join_services(group: WeighedFact, one: WeighedFact) -> WeighedFact:
    services = tuple(dict.fromkeys((*group.services, *one.services)))
    text = group.text
    if len(services) > len(group.services):
        said = f"{', '.join(services[:-1])} and {services[-1]}"
        memory = group.fact.memory
        text = f"{said}: {strip_subject(' '.join(memory.observation.split()), memory.service)}"
    return replace(group, text=text, also=(*group.also, one.fact), services=services,
                   trusted=group.trusted and one.trusted, why=group.why)  # fmt: skip


def _title(text: str) -> str:
    first = text.split(". ", maxsplit=1)[0].rstrip(".")
    return first if len(first) <= 80 else f"{first[:79].rsplit(' ', 1)[0]}…"


def _confidence(group: WeighedFact) -> float:
    return max(fact.memory.confidence for fact in group.facts)


def _ids(group: WeighedFact) -> tuple[int, ...]:
    return tuple(fact.memory.id for fact in group.facts)


def _evidence(group: WeighedFact) -> tuple[ProposalEvidence, ...]:
    return tuple(
        ProposalEvidence("memory", str(fact.memory.id), fact.memory.observation, next(iter(fact.sessions), None))
        for fact in group.facts
    )
