"""``MemoryAgent``: the one door to all that is known (E17).

Reads answer at once and belong inside ``store.read``; everything that changes a memory belongs inside ``store.write``
and leaves a row in the memory's history in the same transaction (M16).
"""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from ..clock import Clock, from_text, to_text, utc_now
from ..errors import OperatorError, UsageError
from ..records.book import Book
from ..records.markers import MarkerPlace, MarkerRecord
from . import context, lifecycle, search, tables
from .context import ContextRequest, MemoryContext
from .fact import (
    CATEGORIES,
    Action,
    Candidate,
    Edit,
    Link,
    Memory,
    MemoryChange,
    Remembered,
    Snapshot,
    Version,
    counted,
    service_name,
    shown_service,
)
from .lifecycle import Judged, Plan

OPERATOR = "operator"
AGENT = "agent"
DECAY = "decay"
LONGEST_OBSERVATION = 4000


@dataclass(frozen=True, slots=True)
class Said:
    """Where a marker stood and the line it stood in."""

    place: MarkerPlace
    line: str


class MemoryAgent:
    """Keeps memories by the rules of SPEC-0015."""

    def __init__(self, book: Book, clock: Clock = utc_now) -> None:
        self._book = book
        self._store = book.store
        self._clock = clock

    # --- reads -------------------------------------------------------------------------------------------------

    def get(self, memory_id: int) -> Memory | None:
        """One memory."""
        return tables.get(memory_id)

    def rows(self, ids: Sequence[int]) -> builtins.list[Memory]:
        """Memories in the order of ``ids``; those that are gone are left out."""
        return tables.by_ids(ids)

    def ids(self, query: search.MemoryQuery, limit: int | None = None) -> builtins.list[int]:
        """Ids of what a query means, in its order; at most ``limit``."""
        return search.ids(query, limit)

    def list(self, query: search.MemoryQuery | None = None) -> builtins.list[Memory]:
        """Memories of a query; all, by id, without one."""
        return tables.by_ids(search.ids(query or search.MemoryQuery(sort="id", descending=False)))

    def facets(self, query: search.MemoryQuery) -> search.Facets:
        """Counts for the filter boxes."""
        return search.facets(query)

    def history(self, memory_id: int) -> builtins.list[Version]:
        """Every change of a memory, oldest first (M16)."""
        return tables.versions(memory_id)

    def links(self, memory_id: int) -> builtins.list[Link]:
        """What it contradicts or returns, and what contradicts it."""
        return tables.links(memory_id)

    def sources(self, memory_id: int) -> builtins.list[MarkerRecord]:
        """The lines that said it, oldest first."""
        return self._book.markers.of_target("memory", memory_id)

    def context(self, request: ContextRequest) -> MemoryContext:
        """The block that the next prompt gets (M6, M7). Decay is reckoned, nothing is written."""
        pending = {found.memory.id: found.confidence for found in tables.decays_due(request.now)}
        if pending:
            return self._context_with_decay(request, pending)
        block = context.Block(request.budget, tables.eligible_count())
        block.offer((m, m.confidence) for m in tables.eligible_pinned())
        if request.services and not block.full:
            named = [name for name in map(service_name, request.services) if name]
            block.offer((m, m.confidence) for m in tables.eligible_of(named))
        ranked = tables.Ranked()
        chunk = [] if block.full else ranked.best()
        while chunk:
            block.offer((m, m.confidence) for m in chunk)
            if block.full:
                break
            chunk = ranked.fitting(block.room, context.BULLET_FRAME, context.HEADING_FRAME, block.headed)
        return block.finish()

    def _context_with_decay(self, request: ContextRequest, pending: dict[int, float]) -> MemoryContext:
        named = {service_name(name) for name in request.services} - {None}
        known = [(m, pending.get(m.id, m.confidence)) for m in tables.eligible()]
        left = [(m, c) for m, c in known if lifecycle.is_active(c)]
        left.sort(key=lambda pair: -pair[1])  # stable: newest and id keep their order
        block = context.Block(request.budget, len(left))
        block.offer((m, c) for m, c in left if m.pinned)
        block.offer((m, c) for m, c in left if m.service in named)
        block.offer(left)
        return block.finish()

    # --- what the agent says -------------------------------------------------------------------------------------

    def take(self, candidate: Candidate, said: Said) -> Remembered | None:
        """Keep what a marker offers (M9 to M11); None where this very marker was taken before.

        The same text again in one session changes nothing (S7).
        """
        now = self._clock()
        text = f"[MEMORY:{candidate.category}:{shown_service(candidate.service)}] {_plain(candidate.observation)}"
        marker = self._book.markers.claim(said.place, kind="memory", line=said.line, said=text, now=now)
        if marker is None:
            return None
        candidate = replace(candidate, observation=candidate.observation.strip()[:LONGEST_OBSERVATION])
        if self._book.markers.said_before(said.place.session_id, "memory", text, marker):
            outcome = self._said_again(candidate, text, said.place.session_id)
        else:
            outcome = self._carry_out(candidate, self._judged(candidate), marker, now)
        self._book.markers.settle(
            marker,
            action=outcome.action,
            why=outcome.why,
            target_id=outcome.memory.id if outcome.memory else None,
        )
        return outcome

    def _said_again(self, candidate: Candidate, text: str, session_id: int) -> Remembered:
        earlier = [m for m in self._book.markers.of_session(session_id) if m.said == text and m.target_id]
        memory = tables.get(earlier[0].target_id) if earlier and earlier[0].target_id else None
        return Remembered(Action.UNCHANGED, memory, (), "The same text was said before in this session.")

    def _judged(self, candidate: Candidate) -> builtins.list[Judged]:
        from . import judge  # its lexicon and weights are read when the first marker comes, not when the window opens

        known = tables.alike(candidate.service, candidate.category)
        judgements = judge.judge_all(candidate.observation, [memory.observation for memory in known])
        return [Judged(memory, judgement) for memory, judgement in zip(known, judgements, strict=True)]

    def _carry_out(self, candidate: Candidate, judged: Sequence[Judged], marker: int, now: datetime) -> Remembered:
        plan = lifecycle.plan(judged)
        memory = self._reinforce(plan, candidate, marker, now) or self._insert(
            candidate, now, by=AGENT, why=plan.why, marker_id=marker
        )
        lowered = tuple(self._lower(old, memory, candidate, marker, now) for old in plan.lowered)
        if plan.inserts:
            for old in plan.lowered:
                tables.add_link(Link(memory.id, old.memory.id, "contradicts", old.judgement.why, to_text(now)))
            if plan.returns is not None:
                why = plan.returns.judgement.why
                tables.add_link(Link(memory.id, plan.returns.memory.id, "returns", why, to_text(now)))
        if lowered:
            self._store.changed("memories", *(m.id for m in lowered))
        return Remembered(plan.action, memory, lowered, plan.why)

    def _reinforce(self, plan: Plan, candidate: Candidate, marker: int, now: datetime) -> Memory | None:
        if plan.reinforced is None:
            return None
        old = plan.reinforced.memory
        memory = replace(old, confidence=lifecycle.reinforced(old), updated_at=to_text(now))
        tables.update(old.id, confidence=memory.confidence, updated_at=memory.updated_at)
        tables.add_version(
            memory,
            action="reinforced",
            by=AGENT,
            why=f"Said again: “{_plain(candidate.observation)}”. {plan.reinforced.judgement.why}",
            now=now,
            session_id=candidate.session_id,
            marker_id=marker,
        )
        self._store.changed("memories", memory.id)
        return memory

    def _lower(self, old: Judged, new: Memory, candidate: Candidate, marker: int, now: datetime) -> Memory:
        value = lifecycle.lowered(old.memory)
        memory = replace(old.memory, confidence=value, active=int(lifecycle.is_active(value)))
        tables.update(memory.id, confidence=memory.confidence, active=memory.active)
        tables.add_version(
            memory,
            action="lowered",
            by=AGENT,
            why=f"Contradicted by “{_plain(candidate.observation)}”. {old.judgement.why}",
            now=now,
            session_id=candidate.session_id,
            marker_id=marker,
            other_id=new.id,
        )
        return memory

    def _insert(self, candidate: Candidate, now: datetime, *, by: str, why: str, marker_id: int | None) -> Memory:
        value = lifecycle.confidence(candidate.confidence)
        memory = tables.insert(
            Memory(
                id=0,
                service=candidate.service,
                category=candidate.category,
                observation=candidate.observation,
                confidence=value,
                active=int(lifecycle.is_active(value)),
                created_at=to_text(now),
                updated_at=to_text(now),
                session_id=candidate.session_id,
                tier=candidate.tier,
            )
        )
        tables.add_version(
            memory, action="inserted", by=by, why=why, now=now, session_id=candidate.session_id, marker_id=marker_id
        )
        self._store.changed("memories", memory.id, what="inserted")
        return memory

    def decay(self, now: datetime | None = None) -> int:
        """The staleness check (M12): takes off what is due and was not taken off yet; how many it touched."""
        now = now or self._clock()
        due = tables.decays_due(now)
        for found in due:
            old = found.memory
            memory = replace(
                old,
                confidence=found.confidence,
                active=int(lifecycle.is_active(found.confidence)),
                decay_from=old.updated_at,
                decay_weeks=found.weeks,
            )
            tables.update(
                old.id,
                confidence=memory.confidence,
                active=memory.active,
                decay_from=memory.decay_from,
                decay_weeks=memory.decay_weeks,
            )
            weeks = found.weeks - lifecycle.weeks_counted(old)
            why = f"Not confirmed for {(now - from_text(old.updated_at)).days} days: {counted(weeks, 'week', 'weeks')}"
            tables.add_version(memory, action="decayed", by=DECAY, why=f"{why} past the 30 days of grace.", now=now)
        if due:
            self._store.changed("memories", *(found.memory.id for found in due))
        return len(due)

    # --- what the operator does ----------------------------------------------------------------------------------

    def add(self, candidate: Candidate) -> MemoryChange:
        """Add an operator's memory: no session, active where its confidence is 0.3 or more (M14)."""
        clean, notes = _checked(candidate.observation, candidate.category, candidate.confidence)
        made = self._insert(
            replace(
                candidate,
                observation=clean,
                service=service_name(candidate.service),
                confidence=lifecycle.confidence(candidate.confidence),
            ),
            self._clock(),
            by=OPERATOR,
            why="Added by hand.",
            marker_id=None,
        )
        return MemoryChange("Add a memory", (), (self._snapshot(made.id),), notes)

    def bring_in(self, offered: Sequence[Memory], origin: str) -> MemoryChange:
        """Insert memories of an export with their own times, pins and decay (X4); ``origin`` is named in the history.

        Ids and sessions belong to another database and are dropped. One that stands here word for word already is
        passed over, so that importing twice changes nothing. Raises UsageError for a text or category that may not be.
        """
        known: dict[tuple[str | None, str], set[str]] = {}
        made: builtins.list[int] = []
        for found in offered:
            clean, _ = _checked(found.observation, found.category, found.confidence)
            place = (service_name(found.service), found.category)
            if place not in known:
                known[place] = {memory.observation for memory in tables.alike(*place)}
            if clean in known[place]:
                continue
            known[place].add(clean)
            value = lifecycle.confidence(found.confidence)
            memory = tables.insert(
                replace(
                    found,
                    id=0,
                    service=place[0],
                    observation=clean,
                    confidence=value,
                    active=int(lifecycle.is_active(value)),
                    session_id=None,
                )
            )
            tables.add_version(
                memory, action="inserted", by=OPERATOR, why=f"Imported from {origin}.", now=self._clock()
            )
            made.append(memory.id)
        if made:
            self._store.changed("memories", *made, what="inserted")
        return MemoryChange(f"Import {counted(len(made))}", (), self._snapshots(made))

    def edit(self, ids: Sequence[int], edit: Edit) -> MemoryChange:
        """Change what ``edit`` names. Text leaves the confidence; both refresh ``updated_at``; a pin does not.

        Raising the confidence to 0.3 or more makes an inactive memory active again.
        """
        _, notes = _checked(edit.observation, edit.category, edit.confidence)
        before = self._snapshots(ids)
        for old in before:
            self._edit_one(old.memory, edit)
        change = MemoryChange(_edit_label(edit, len(before)), before, self._snapshots(ids), notes)
        self._store.changed("memories", *change.ids)
        return change

    def adjust(self, ids: Sequence[int], by: float) -> MemoryChange:
        """Raise or lower the confidence of several by the same amount."""
        before = self._snapshots(ids)
        for old in before:
            self._edit_one(old.memory, Edit(confidence=old.memory.confidence + by))
        label = f"Adjust the confidence of {counted(len(before))}"
        change = MemoryChange(label, before, self._snapshots(ids))
        self._store.changed("memories", *change.ids)
        return change

    def delete(self, ids: Sequence[int]) -> MemoryChange:
        """Remove memories with their history, for good; the change that is returned can bring them back."""
        before = self._snapshots(ids)
        gone = [snapshot.memory.id for snapshot in before]
        self._book.markers.blank("memory", gone)
        tables.remove(gone)
        self._store.changed("memories", *gone, what="deleted")
        return MemoryChange(f"Delete {counted(len(gone))}", before, ())

    def undo(self, change: MemoryChange) -> MemoryChange:
        """Take an operation back."""
        return self._bring(f"Undo: {change.label}", change.after, change.before)

    def redo(self, change: MemoryChange) -> MemoryChange:
        """Do an operation that was taken back once more."""
        return self._bring(f"Redo: {change.label}", change.before, change.after)

    def _edit_one(self, old: Memory, edit: Edit) -> None:
        now = self._clock()
        columns: dict[str, object] = {}
        if edit.observation is not None:
            columns["observation"] = edit.observation.strip()
        if edit.category is not None:
            columns["category"] = edit.category
        if edit.service is not None:
            columns["service"] = service_name(edit.service)
        if edit.confidence is not None:
            value = lifecycle.confidence(edit.confidence)
            columns |= {"confidence": value, "active": int(lifecycle.is_active(value))}
        if columns:
            columns["updated_at"] = to_text(now)
        if edit.pinned is not None:
            columns["pinned"] = int(edit.pinned)
            if not edit.pinned and not columns.get("updated_at"):  # the time it was pinned does not count
                columns |= {"decay_from": old.updated_at, "decay_weeks": lifecycle.weeks_due(old.updated_at, now)}
        new = replace(old, **columns)  # type: ignore[arg-type]
        tables.update(old.id, **columns)
        tables.add_version(new, action=_edit_action(old, new), by=OPERATOR, why=_difference(old, new), now=now)

    def _bring(self, label: str, now: Sequence[Snapshot], wanted: Sequence[Snapshot]) -> MemoryChange:
        """From how an operation left things to how they were, touching only what it had changed."""
        there, want = {s.memory.id: s for s in now}, {s.memory.id: s for s in wanted}
        ids = sorted(there | want)
        before = self._snapshots(ids)
        gone = [number for number in ids if number not in want]
        if gone:
            self._book.markers.blank("memory", gone)
            tables.remove(gone)
            self._store.changed("memories", *gone, what="deleted")
        back = [want[number] for number in ids if number in want and number not in there]
        for snapshot in back:
            self._restore(snapshot)
        for snapshot in back:  # when all rows are there
            for link in snapshot.links:
                if tables.get(link.from_id) and tables.get(link.to_id):
                    tables.add_link(link)
        if back:
            self._store.changed("memories", *(s.memory.id for s in back), what="inserted")
        both = [number for number in ids if number in want and number in there]
        for number in both:
            self._revert(there[number].memory, want[number].memory, label)
        if both:
            self._store.changed("memories", *both)
        return MemoryChange(label, before, self._snapshots(ids))

    def _restore(self, snapshot: Snapshot) -> None:
        if tables.get(snapshot.memory.id) is None:
            tables.insert(snapshot.memory)
            tables.restore_versions(snapshot.versions)
            self._book.markers.unblank("memory", snapshot.memory.id, snapshot.markers)

    def _revert(self, then: Memory, wanted: Memory, label: str) -> None:
        current = tables.get(then.id)
        if current is None:
            return
        fields = [name for name in Memory.__dataclass_fields__ if getattr(then, name) != getattr(wanted, name)]
        if current.updated_at != then.updated_at:  # the agent was at it since: leave it its own
            fields = [name for name in fields if name not in ("updated_at", "decay_from", "decay_weeks")]
        columns = {name: getattr(wanted, name) for name in fields}
        if columns:
            tables.update(current.id, **columns)
            restored = replace(current, **columns)
            tables.add_version(restored, action="restored", by=OPERATOR, why=f"{label}.", now=self._clock())

    def _snapshots(self, ids: Sequence[int]) -> tuple[Snapshot, ...]:
        return tuple(self._snapshot(memory.id, memory) for memory in tables.by_ids(ids))

    def _snapshot(self, memory_id: int, memory: Memory | None = None) -> Snapshot:
        found = memory or tables.get(memory_id)
        if found is None:
            raise OperatorError(f"There is no memory {memory_id}.", "List them with `claudeops memory list`.")
        sources = self._book.markers.of_target("memory", memory_id)
        return Snapshot(
            found,
            tuple(tables.versions(memory_id)),
            tuple(tables.links(memory_id)),
            tuple((source.id, source.line, source.said) for source in sources),
        )


def _checked(observation: str | None, category: str | None, value: float | None) -> tuple[str, tuple[str, ...]]:
    """The text as it is kept and what to tell the operator. Raises UsageError that names the field and the fix."""
    if observation is not None and not observation.strip():
        raise UsageError("The text of a memory is empty.", "Say in one sentence what is worth remembering.")
    if observation is not None and len(observation) > LONGEST_OBSERVATION:
        raise UsageError(
            f"The text has {len(observation):,} characters.", f"A memory holds {LONGEST_OBSERVATION:,} at most."
        )
    if category is not None and category not in CATEGORIES:
        raise UsageError(f"There is no category “{category}”.", f"Use one of {', '.join(CATEGORIES)}.")
    notes: tuple[str, ...] = ()
    if value is not None:
        if value != value:  # noqa: PLR0124  # not a number
            raise UsageError("The confidence is not a number.", "Give one from 0 to 1.")
        if not 0 <= value <= 1:
            notes = (f"Confidence {value:g} was set to {lifecycle.confidence(value):g}: it goes from 0 to 1.",)
    return (observation or "").strip(), notes


def _edit_label(edit: Edit, number: int) -> str:
    what = counted(number)
    if edit.pinned is not None:
        return f"{'Pin' if edit.pinned else 'Unpin'} {what}"
    if edit.confidence is not None and edit.observation is None:
        return f"Set the confidence of {what}"
    return f"Edit {what}"


def _edit_action(old: Memory, new: Memory) -> str:
    if new.active and not old.active:
        return "reactivated"
    if new.pinned != old.pinned:
        return "pinned" if new.pinned else "unpinned"
    return "edited"


def _difference(old: Memory, new: Memory) -> str:
    told = [
        f"{name}: {_shown(getattr(old, name))} → {_shown(getattr(new, name))}"
        for name in ("service", "category", "observation", "confidence", "pinned", "active")
        if getattr(old, name) != getattr(new, name)
    ]
    return "; ".join(told) or "Nothing was changed."


def _shown(value: object) -> str:
    return "none" if value is None else f"“{value}”" if isinstance(value, str) else f"{value:g}"


def _plain(text: str) -> str:
    return context.one_line(text)
