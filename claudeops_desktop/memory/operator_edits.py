"""What the operator does to memories (M14), each as one change that can be taken back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ..core.clock import Clock, to_text
from ..core.errors import UsageError
from ..core.messages import UserMessage
from ..core.principals import audience_here
from ..core.secrets.redact_shapes import TAKEN_OUT, without_shapes
from ..language.types import (
    CATEGORIES,
    ContradictionCertainty,
    ExtractedFact,
    PairJudgement,
    Verdict,
    service_name,
)
from ..records.record_books import RecordRepositories
from ..stream.markers import SERVICE_FORM
from . import close_replaced, lifecycle, tables
from .apply_verdict import ChangeCause, confirm, contradict, note_unsure, said_again, settle_likely
from .deletion import MemoryDeletion
from .domains import TAXONOMY, domain_of
from .fact_comparison import time_of_edit
from .ingest import MemoryIngest
from .insertion import MemoryOrigin, insert
from .lifecycle import JudgedMemory
from .memory_settings import SettingsInForce
from .service_indexes import drop_service_indexes
from .types import (
    LONGEST_OBSERVATION,
    OF_OPERATOR,
    OPERATOR,
    Memory,
    MemoryCandidate,
    MemoryChange,
    MemoryEdit,
    MemorySnapshot,
    counted,
    service_fault,
)
from .undo import MemoryUndo


class OperatorEdits:
    """Adds, edits, adjusts and deletes. Everything here runs inside ``store.write``."""

    def __init__(
        self,
        book: RecordRepositories,
        clock: Clock,
        forgetting: MemoryDeletion,
        facts: MemoryIngest,
        undo: MemoryUndo,
        settings: SettingsInForce,
    ) -> None:
        self._store = book.store
        self._clock = clock
        self._forgetting = forgetting
        self._facts = facts
        self._settings = settings
        self.undo, self.redo = undo.undo, undo.redo  # an edit is taken back where it was made

    def add(self, candidate: MemoryCandidate) -> MemoryChange:
        """Add an operator's memory: no session, active where its confidence is 0.3 or more (M14)."""
        candidate, notes = _cleaned(candidate)
        return MemoryChange("Add a memory", (), (MemorySnapshot(self._insert(candidate)),), notes)

    def _insert(self, candidate: MemoryCandidate) -> Memory:
        origin = MemoryOrigin("operator")
        return insert(self._store, candidate, self._clock(), origin=origin, by=OPERATOR, why="Added by hand.")

    def bearing(self, candidate: MemoryCandidate) -> list[tuple[Memory, PairJudgement]]:
        """What saving it would confirm or contradict, the surest first. Writes nothing; inside a read or a write."""
        plan = lifecycle.plan(self._judged(_cleaned(candidate)[0]))
        found = [*plan.lowered, *([plan.reinforced] if plan.reinforced is not None else [])]
        pairs = [(judged.memory, judged.judgement) for judged in found]
        return sorted(pairs, key=lambda pair: (-pair[1].score, pair[0].id))

    def add_judged(self, candidate: MemoryCandidate) -> MemoryChange:
        """Add an operator's memory as the judge has it (M9, M10): what says the same is confirmed instead, and what
        says otherwise is closed by it. The operator's word is certain."""
        candidate, notes = _cleaned(candidate)
        found = self._judged(candidate)
        plan = lifecycle.plan(found)
        now = self._clock()
        cause = ChangeCause(candidate.observation, OPERATOR, now)
        old = [judged.memory for judged in plan.lowered]
        if plan.reinforced is None:
            memory = self._insert(candidate)
        else:
            known = plan.reinforced.memory
            old.append(known)
            gain = max(lifecycle.REINFORCEMENT, candidate.confidence - known.confidence)
            why = said_again(cause, plan.reinforced)
            memory = confirm(plan.reinforced, cause, gain=gain, action="reinforced", why=why, **OF_OPERATOR)
            settle_likely(memory, cause)
        for judged in plan.lowered:
            judgement = replace(
                judged.judgement, score=1.0, certainty=ContradictionCertainty.CERTAIN
            )  # the operator has seen it
            contradict(replace(judged, judgement=judgement), memory, cause)
        note_unsure(found, memory, now)
        after = tables.by_ids([*(one.id for one in old), *([memory.id] if plan.inserts else [])])
        if old:
            self._store.changed("memories", *(one.id for one in old))
        label = "Add a memory" if plan.inserts else "Confirm a memory"
        return MemoryChange(label, tuple(map(MemorySnapshot, old)), tuple(map(MemorySnapshot, after)), notes)

    def _judged(self, candidate: MemoryCandidate) -> list[JudgedMemory]:
        at = to_text(self._clock())
        offered = Memory(
            0, candidate.service, candidate.category, candidate.observation, candidate.confidence, 1, at, at, None, 1,
            source="operator", strength="explicit", last_confirmed_at=at, audience=audience_here(),
        )  # fmt: skip
        found = [judged for judged in self._facts.judged(offered) if judged.memory.gate != "hold"]
        return [j for j in found if j.memory.superseded_by is None or j.judgement.verdict is Verdict.SAME]

    def restore_version(self, memory_id: int, number: int) -> MemoryChange:
        """Put a memory back to how it stood after its change ``number``, counted from 1; that is a change like any
        other, and its history goes on. Raises UsageError."""
        versions = tables.versions(memory_id)
        if not 1 <= number <= len(versions):
            raise UsageError(
                UserMessage("Memory {memory_id} has no version {number}.", memory_id=memory_id, number=number),
                UserMessage("Its versions go from 1 to {versions}.", versions=len(versions)),
            )
        version = versions[number - 1]
        (old,) = tables.by_ids([memory_id])
        now = self._clock()
        columns: dict[str, object] = {
            "service": version.service,
            "category": version.category,
            "observation": version.observation,
            "confidence": version.confidence,
            "active": int(bool(version.active) and old.gate != "hold"),
            "pinned": version.pinned,
            "updated_at": to_text(now),
            **OF_OPERATOR,
            **time_of_edit(old, version.observation, now),
            **(close_replaced.reopening_columns(old, now) if version.active else {}),
            **({"state": "active"} if version.active and old.state in lifecycle.LAID_AWAY else {}),
        }
        new = replace(old, **columns)  # type: ignore[arg-type]
        tables.update(memory_id, **columns)
        why = f"Put back to version {number}, of {version.created_at[:16].replace('T', ' ')}: {_difference(old, new)}"
        tables.add_version(new, action="restored", by=OPERATOR, why=why, now=now)
        return self._changed(f"Put memory {memory_id} back", [old], [new], ())

    def bring_in(self, offered: Sequence[Memory], origin: str, *, gated: bool) -> MemoryChange:
        """Insert memories of an export with their own times, pins and decay (X4); ``origin`` is named in the history.

        Ids belong to another database: they only say which one was superseded by which. Sessions are this database's,
        or None. An inactive or held one stays so whatever its confidence. One that stands here word for word already is
        passed over, so that importing twice changes nothing. With ``gated`` each passes the gate, as what somebody
        elsewhere has said. Raises UsageError for a text or category that may not be.
        """
        known: dict[tuple[str | None, str], dict[str, int]] = {}
        here: dict[int, int] = {}  # ids of the export → ids of this database
        made: list[Memory] = []
        for found in offered:
            clean, _ = checked(found.observation, found.category, found.confidence)
            check_service(found.service)
            place = (service_name(found.service), found.category)
            if place not in known:
                known[place] = {text: number for number, text in tables.list_service_texts(*place)}
            if clean not in known[place]:
                memory = self._bring_one(self._weighed(found, clean) if gated else found, place[0], clean, origin, 0)
                known[place][clean] = memory.id
                made.append(memory)
            here[found.id] = known[place][clean]
        made = [self._outdated(memory, here) for memory in made]
        if made:
            self._store.changed("memories", *(memory.id for memory in made), what="inserted")
        return MemoryChange(f"Import {counted(len(made))}", (), tuple(map(MemorySnapshot, made)))

    def bring_new(self, found: Memory, origin: str) -> Memory:
        """Insert one memory as ``bring_in`` does, of which the caller knows that its words do not stand here and that
        its id, 0 for a new one, is free. Its text must be checked."""
        memory = self._bring_one(found, service_name(found.service), found.observation, origin, found.id)
        self._store.changed("memories", memory.id, what="inserted")
        return memory

    def _bring_one(self, found: Memory, service: str | None, observation: str, origin: str, number: int) -> Memory:
        now = self._clock()
        value = lifecycle.clamp_confidence(found.confidence)
        held = found.gate == "hold"
        memory = tables.insert(
            replace(
                found,
                id=number,
                service=service,
                observation=observation,
                confidence=value,
                active=int(bool(found.active) and lifecycle.is_active_confidence(value) and not held),
                source="import",
                resource_id=MemoryOrigin("import", at=found.created_at).store_resource(observation, now),
                last_confirmed_at=found.last_confirmed_at or found.updated_at,
                valid_from=found.valid_from or found.created_at,
            )
        )
        tables.add_version(
            memory,
            action="inserted",
            by=OPERATOR,
            why=f"Imported from {origin}.",
            now=now,
            resource_id=memory.resource_id,
        )
        return memory

    def _weighed(self, found: Memory, text: str) -> Memory:
        fact = ExtractedFact(text, found.category, service_name(found.service), domain=found.domain, quote=text)
        decided = self._facts.weigh_foreign(fact)
        if decided.outcome == "allow":
            return found
        return replace(found, gate="hold", gate_why=decided.why, gate_confidence=decided.confidence)

    def _outdated(self, memory: Memory, here: Mapping[int, int]) -> Memory:
        """What was superseded where it comes from is so here, by the same one; without that one it is inactive."""
        if memory.superseded_by is None:
            return memory
        newer = here.get(memory.superseded_by)
        columns: dict[str, object] = {"superseded_by": newer if newer != memory.id else None}
        if columns["superseded_by"] is None:
            columns["active"] = 0
        tables.update(memory.id, **columns)
        return replace(memory, **columns)  # type: ignore[arg-type]

    def edit(self, ids: Sequence[int], edit: MemoryEdit) -> MemoryChange:
        """Change what ``edit`` names. Text leaves the confidence; both refresh ``updated_at``; a pin does not.

        Raising the confidence to 0.3 or more makes an inactive memory active again.
        """
        clean, notes = checked(edit.observation, edit.category, edit.confidence)
        check_service(edit.service)
        if edit.observation is not None:
            edit = replace(edit, observation=clean)
        before = tables.by_ids(list(dict.fromkeys(ids)))
        return self._changed(
            _edit_label(edit, len(before)), before, [self._edit_one(old, edit) for old in before], notes
        )

    def adjust(self, ids: Sequence[int], by: float) -> MemoryChange:
        """Raise or lower the confidence of several by the same amount. Raises UsageError for no number."""
        checked(None, None, by)
        before = tables.by_ids(list(dict.fromkeys(ids)))
        wanted = [old.confidence + by for old in before]
        over = sum(value != lifecycle.clamp_confidence(value) for value in (round(value, 4) for value in wanted))
        notes = (f"{counted(over)} stopped at {int(by > 0)}: confidence goes from 0 to 1.",) if over else ()
        after = [self._edit_one(old, MemoryEdit(confidence=value)) for old, value in zip(before, wanted, strict=True)]
        return self._changed(f"Adjust the confidence of {counted(len(before))}", before, after, notes)

    def delete(self, ids: Sequence[int]) -> MemoryChange:
        """Remove memories with their history, for good; the change that is returned can bring them back."""
        before = self._forgetting.forget(ids)
        return MemoryChange(f"Delete {counted(len(before))}", before, ())

    def archive(self, ids: Sequence[int], why: str) -> MemoryChange:
        """Lay memories away: they stay with their history, and no prompt takes them."""
        now = self._clock()
        before = [memory for memory in tables.by_ids(list(dict.fromkeys(ids))) if memory.state != "archived"]
        after = [replace(memory, active=0, state="archived") for memory in before]
        for memory in after:
            tables.update(memory.id, active=0, state="archived")
            tables.add_version(memory, action="archived", by=OPERATOR, why=why, now=now)
        return self._changed(f"Archive {counted(len(before))}", before, after, ())

    def drop_service_indexes(self, *names: str) -> None:
        """Services were renamed or removed: what memory keeps under their names is made anew."""
        drop_service_indexes(names)
        self._store.changed("memories")

    def domains(self) -> list[str]:
        """All domains, those of the operator's own last."""
        return [*self._settings.lifetimes().all_lifetimes()]

    def check_domain(self, name: str | None) -> None:
        """Raises UsageError for a domain that nobody has set up."""
        if name is not None and name not in self.domains():
            raise UsageError(
                UserMessage("There is no domain “{name}”.", name=name),
                UserMessage(
                    "Use one of {join}, or add your own in the settings: lifetimes.own, such as '{{customers "
                    '= "0.002 180 365"}}\'.',
                    join=", ".join(self.domains()),
                ),
            )

    def _changed(
        self, label: str, before: Sequence[Memory], after: Sequence[Memory], notes: tuple[str, ...]
    ) -> MemoryChange:
        if before:
            self._store.changed("memories", *(memory.id for memory in before))
        return MemoryChange(label, tuple(map(MemorySnapshot, before)), tuple(map(MemorySnapshot, after)), notes)

    def _edit_one(self, old: Memory, edit: MemoryEdit) -> Memory:
        now, columns = self._clock(), dict[str, object]()
        new_words = edit.observation not in (None, old.observation)
        if edit.observation is not None:
            columns["observation"] = edit.observation
        if edit.category is not None:
            columns["category"] = edit.category
        if edit.service is not None:
            columns["service"] = service_name(edit.service)
        if edit.domain is not None:
            columns |= {"domain": edit.domain, "category_confidence": 1.0, "taxonomy_version": TAXONOMY}
        elif edit.observation is not None and old.category_confidence < 1:  # its words had decided
            domain, sure = domain_of(edit.observation, old.service)
            columns |= {"domain": domain, "category_confidence": sure}
        if edit.confidence is not None:
            value = lifecycle.clamp_confidence(edit.confidence)
            held = old.gate == "hold"  # what waits for review stays out of prompts until it is approved
            columns |= {"confidence": value, "active": int(lifecycle.is_active_confidence(value) and not held)}
            if lifecycle.is_active_confidence(value) and value > old.confidence:
                columns |= close_replaced.reopening_columns(old, now)
                if old.state in lifecycle.LAID_AWAY:
                    columns["state"] = "active"
        if columns:
            columns |= {"updated_at": to_text(now), "confirmed": 1, **time_of_edit(old, edit.observation, now)}
            columns |= OF_OPERATOR if new_words else {}
        if edit.pinned is not None:
            columns["pinned"] = int(edit.pinned)
            if edit.pinned:
                columns |= close_replaced.reopening_columns(old, now)
            if not edit.pinned and not columns.get("updated_at"):  # the time it was pinned does not count
                weeks = lifecycle.weeks_due(old, now, self._settings.graces())
                columns |= {"decay_from": old.updated_at, "decay_weeks": weeks}
        new = replace(old, **columns)  # type: ignore[arg-type]
        tables.update(old.id, **columns)
        tables.add_version(new, action=_edit_action(old, new), by=OPERATOR, why=_difference(old, new), now=now)
        return new


def _cleaned(candidate: MemoryCandidate) -> tuple[MemoryCandidate, tuple[str, ...]]:
    """An entry as it is kept, and what to tell the operator. Raises UsageError."""
    from ..language.extraction.corrections import without_objection  # read with the first entry, not with the window

    clean, notes = checked(without_objection(candidate.observation), candidate.category, candidate.confidence)
    check_service(candidate.service)
    service, value = service_name(candidate.service), lifecycle.clamp_confidence(candidate.confidence)
    return replace(candidate, observation=clean, session_id=None, service=service, confidence=value), notes


def checked(observation: str | None, category: str | None, value: float | None) -> tuple[str, tuple[str, ...]]:
    """The text as it is kept, without what looks like a secret, and what to tell the operator. Raises UsageError that
    names the field and the fix."""
    # A window system can hand over half a character, which no database takes.
    observation = None if observation is None else observation.encode(errors="replace").decode().strip()
    if observation is not None and not observation:
        raise UsageError(
            UserMessage("The text of a memory is empty."), UserMessage("Say in one sentence what is worth remembering.")
        )
    if observation is not None and len(observation) > LONGEST_OBSERVATION:
        raise UsageError(
            UserMessage("The text has {observation} characters.", observation=f"{len(observation):,}"),
            UserMessage(
                "A memory holds {longest_observation} at most.", longest_observation=f"{LONGEST_OBSERVATION:,}"
            ),
        )
    if category is not None and category not in CATEGORIES:
        raise UsageError(
            UserMessage("There is no category “{category}”.", category=category),
            UserMessage("Use one of {join}.", join=", ".join(CATEGORIES)),
        )
    notes: tuple[str, ...] = ()
    if observation is not None and (kept := without_shapes(observation)) != observation:
        observation, notes = kept, (TAKEN_OUT,)
    if value is not None:
        if value != value:  # noqa: PLR0124  # not a number
            raise UsageError(UserMessage("The confidence is not a number."), UserMessage("Give one from 0 to 1."))
        if not 0 <= value <= 1:
            notes += (f"Confidence {value:g} was set to {lifecycle.clamp_confidence(value):g}: it goes from 0 to 1.",)
    return observation or "", notes


def check_service(name: str | None) -> None:
    """Raises UsageError for what cannot be the name of a service."""
    if fault := service_fault(name):
        raise UsageError(fault, UserMessage("In the field service, {service_form}.", service_form=SERVICE_FORM))


def _edit_label(edit: MemoryEdit, number: int) -> str:
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
        for name in ("service", "category", "domain", "observation", "confidence", "pinned", "active")
        if getattr(old, name) != getattr(new, name)
    ]
    if old.superseded_by is not None and new.superseded_by is None:
        told.append(f"valid again: memory {old.superseded_by} no longer stands for it")
    return "; ".join(told) or "Nothing was changed."


def _shown(value: object) -> str:
    return "none" if value is None else f"“{value}”" if isinstance(value, str) else f"{value:g}"
