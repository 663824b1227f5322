"""What the operator does to memories (M14), each as one change that can be taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..clock import Clock, to_text
from ..errors import UsageError
from ..records.book import Book
from . import lifecycle, tables
from .fact import CATEGORIES, LONGEST_OBSERVATION, Candidate, Edit, Memory, MemoryChange, counted, service_name
from .insertion import insert
from .reversal import OPERATOR, Reversal


class Operator:
    """Adds, edits, adjusts and deletes. Everything here runs inside ``store.write``."""

    def __init__(self, book: Book, clock: Clock, reversal: Reversal) -> None:
        self._book = book
        self._store = book.store
        self._clock = clock
        self._snapshot = reversal.snapshot
        self._snapshots = reversal.snapshots

    def add(self, candidate: Candidate) -> MemoryChange:
        """Add an operator's memory: no session, active where its confidence is 0.3 or more (M14)."""
        clean, notes = checked(candidate.observation, candidate.category, candidate.confidence)
        made = insert(
            self._store,
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
        made: list[int] = []
        for found in offered:
            clean, _ = checked(found.observation, found.category, found.confidence)
            place = (service_name(found.service), found.category)
            if place not in known:
                known[place] = {text for _, text in tables.alike(*place)}
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
        _, notes = checked(edit.observation, edit.category, edit.confidence)
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


def checked(observation: str | None, category: str | None, value: float | None) -> tuple[str, tuple[str, ...]]:
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
