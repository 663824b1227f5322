"""``FolderFacts``: what an edit of a rendered file does to a fact, and facts that files give back (C2, X4).

A file may have been edited by anything that can write to the folder. What it says is carried out as the operator's, but
every new wording passes the gate as a whole: what the gate holds waits for review and changes nothing before that.
Everything that writes belongs inside ``store.write``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from ...core.clock import Clock, to_text
from ...core.errors import OperatorError, UsageError
from ...language.types import ExtractedFact, service_name
from .. import resources, tables
from ..operator_edits import checked
from ..types import LONGEST_OBSERVATION, GateDecision, Memory, MemoryAction, MemoryCandidate, MemoryEdit, service_fault
from . import tables as rows
from .tables import DueSummary, ShownFact

if TYPE_CHECKING:
    from ...records.record_books import RecordRepositories
    from ..ingest import MemoryIngest
    from ..lessons.lessons import LessonStore
    from ..operator_edits import OperatorEdits
    from ..trash import MemoryTrash

ADDED, CONFIRMED, EDITED, UNCHANGED = "added", "confirmed", "edited", "unchanged"
HELD, REFUSED, DELETED, RESTORED = "held", "refused", "deleted", "restored"
_LARGEST_NUMBER = 100_000_000  # a file may claim any number, and the next ones go on from there
_AT_ONCE = 200  # facts that are given back in one transaction


@dataclass(frozen=True, slots=True)
class FolderOutcome:
    """What became of one line of a file: ``done`` is one of the words above, ``why`` a sentence where it is held or
    refused; ``memory_id`` 0 where there is none."""

    done: str
    memory_id: int = 0
    why: str = ""


@dataclass(frozen=True, slots=True)
class GivenFact:
    """A fact that a file gives back. ``as_rendered``: the line stands as it was rendered, so that it was judged when it
    was stored; else somebody has edited it since. ``id`` is the number that it had, 0 for none."""

    id: int
    service: str | None
    category: str
    observation: str
    confidence: float
    updated_at: str
    domain: str
    pinned: bool = False
    confirmed: bool = True
    as_rendered: bool = True


class FolderFacts:
    """Reads facts for their files, and carries out what was edited there."""

    def __init__(
        self,
        book: RecordRepositories,
        clock: Clock,
        ingest: MemoryIngest,
        edits: OperatorEdits,
        trash: Callable[[], MemoryTrash],
        lessons: Callable[[], LessonStore],
    ) -> None:
        self._store = book.store
        self._clock = clock
        self._ingest = ingest
        self._edits = edits
        self._trash = trash
        self._lessons = lessons

    # --- reading: inside ``store.read`` ------------------------------------------------------------------------------

    def quick_state(self) -> str:
        """A text that is another one as soon as facts, summaries or lessons changed."""
        return rows.quick_state()

    def last_version(self) -> int:
        """The number of the latest change of any memory."""
        return rows.last_version()

    def page_stamps(self) -> dict[tuple[str, int], str]:
        """A stamp for each page of facts, by domain and number."""
        return rows.page_stamps()

    def pages_changed_since(self, version: int) -> set[int]:
        """The numbers of the pages with a change past ``version``."""
        return rows.pages_changed_since(version)

    def shown(self, domain: str, page: int) -> list[ShownFact]:
        """The facts of one page."""
        return rows.shown_facts(domain, page)

    def summary(self, domain: str) -> list[ShownFact]:
        """The facts of the summary of a domain, best first."""
        return rows.summary_facts(domain)

    def written_summary(self, domain: str) -> str:
        """Return what a model wrote of the facts of that summary, "" where none did."""
        return rows.written_summary(domain)

    def due_summaries(self) -> list[DueSummary]:
        """The summaries of domains that a model has not written since a fact came."""
        return rows.due_summaries()

    def by_ids(self, ids: Sequence[int]) -> dict[int, tuple[ShownFact, str, bool]]:
        """These memories, with the domain of each and whether it is shown."""
        return rows.facts_by_ids(ids)

    # --- edits: inside ``store.write`` -------------------------------------------------------------------------------

    def keep_summary(self, due: DueSummary, text: str) -> bool:
        """Keep what a model wrote of a summary, in a write of its own; False where its facts are others by now."""
        return self._store.write(lambda: rows.keep_summary(due, text, self._clock())).result()

    def add(
        self, category: str, service: str | None, text: str, domain: str, confidence: float, origin: str
    ) -> FolderOutcome:
        """Take in a new line as the operator's memory, judged like one of his; ``origin`` is the file, as evidence."""
        try:
            clean, _ = checked(text, category, confidence)
            if fault := service_fault(service):
                return FolderOutcome(REFUSED, why=fault)
        except UsageError as error:
            return FolderOutcome(REFUSED, why=str(error))
        decided = self._weigh(clean, category, service, domain)
        if decided.outcome != "allow":
            return self._hold(clean, category, service, domain, decided, origin)
        change = self._edits.add_judged(MemoryCandidate(category, service, clean, confidence, domain=domain))
        made = {one.memory.id for one in change.after} - {one.memory.id for one in change.before}
        if made:
            return FolderOutcome(ADDED, min(made))
        return FolderOutcome(CONFIRMED, change.after[-1].memory.id if change.after else 0)

    def edit(self, memory_id: int, edit: MemoryEdit, origin: str) -> FolderOutcome:
        """Change what a line changes of its fact. A wording that the gate does not let pass is held for review, and the
        fact stays as it is."""
        (old,) = tables.by_ids([memory_id])
        if edit.observation is not None:
            category, service = edit.category or old.category, edit.service if edit.service is not None else old.service
            try:
                clean, _ = checked(edit.observation, category, edit.confidence)
            except UsageError as error:
                return FolderOutcome(REFUSED, memory_id, str(error))
            decided = self._weigh(clean, category, service_name(service), old.domain)
            if decided.outcome != "allow":
                return self._hold(clean, category, service_name(service), old.domain, decided, origin)
        try:
            self._edits.edit([memory_id], edit)
        except UsageError as error:
            return FolderOutcome(REFUSED, memory_id, str(error))
        return FolderOutcome(EDITED, memory_id)

    def delete(self, ids: Sequence[int]) -> int:
        """Put these memories into the trash, from which they can be brought back; how many."""
        return len(self._trash().trash_memories(ids).before)

    def trashed(self, ids: Sequence[int]) -> set[int]:
        """Those of these memories that lie in the trash."""
        return rows.trashed_ids(ids)

    def bring_back(self, memory_id: int) -> FolderOutcome:
        """Take a memory out of the trash, whose line is there again."""
        try:
            self._trash().bring_back(memory_id)
        except OperatorError as error:
            return FolderOutcome(REFUSED, memory_id, str(error))
        return FolderOutcome(RESTORED, memory_id)

    # --- lessons and other words: inside ``store.write`` -------------------------------------------------------------

    def fault_of(self, text: str) -> str:
        """Why the gate does not let a text of a file pass, in a sentence; "" where it does. Writes nothing."""
        decided = self._weigh(text, "behavior", None, "rules-conventions")
        return "" if decided.outcome == "allow" else decided.why

    def add_lesson(
        self, text: str, origin: str, *, times: int = 1, source: str = "operator", at: str = ""
    ) -> FolderOutcome:
        """Take in a lesson of a file; one that the gate does not let pass waits until the operator turns it on."""
        lessons = self._lessons()
        if lessons.has_text(text):
            return FolderOutcome(UNCHANGED)
        why = self.fault_of(text)
        told = f"Held: {why} It stood in {origin}." if why else f"It stood in {origin}."
        try:
            made = lessons.insert_given(
                text, told, source, "hold" if why else "allow", times, to_text_of(at) if at else ""
            )
        except UsageError as error:
            return FolderOutcome(REFUSED, why=str(error))
        return FolderOutcome(HELD if why else ADDED, made.id, why)

    def edit_lesson(self, lesson_id: int, text: str, origin: str) -> FolderOutcome:
        """Change the words of a lesson; a wording that the gate does not let pass is a lesson of its own that waits,
        and the old one stays as it is."""
        if self.fault_of(text):
            return self.add_lesson(text, origin)
        try:
            self._lessons().edit(lesson_id, text)
        except UsageError as error:
            return FolderOutcome(REFUSED, lesson_id, str(error))
        return FolderOutcome(EDITED, lesson_id)

    # --- giving back -------------------------------------------------------------------------------------------------

    def known_services(self) -> frozenset[str | None]:
        """The services that anything is known of, None for general facts. Inside ``store.read``."""
        return frozenset(rows.known_services())

    def give_back(
        self, offered: Sequence[GivenFact], origin: str, services: frozenset[str | None]
    ) -> list[FolderOutcome]:
        """Take in what files give back, each fact once; what became of each, in order. ``services`` are those that were
        known before the first file. Waits: not inside a write.

        Every text passes the gate. A line that stands as it was rendered, of a service that nothing else is known of,
        was judged beside its neighbours when it was stored, and comes back as it is with its number where that is free;
        to judge it anew would close true facts. Every other line is judged as an import is. What is known word for
        word, in the trash too, is passed over.
        """
        found: list[FolderOutcome] = []
        known: dict[tuple[str | None, str], set[str]] = {}
        for start in range(0, len(offered), _AT_ONCE):
            some = offered[start : start + _AT_ONCE]
            found += self._store.write(partial(self._give_back, some, origin, services, known)).result()
        return found

    def _give_back(
        self,
        offered: Sequence[GivenFact],
        origin: str,
        services: frozenset[str | None],
        known: dict[tuple[str | None, str], set[str]],
    ) -> list[FolderOutcome]:
        taken = rows.taken_ids([one.id for one in offered])
        found = []
        for one in offered:
            service = service_name(one.service)
            try:
                clean, _ = checked(one.observation, one.category, one.confidence)
            except UsageError as error:
                found.append(FolderOutcome(REFUSED, why=str(error)))
                continue
            if fault := service_fault(service):
                found.append(FolderOutcome(REFUSED, why=fault))
                continue
            place = (service, one.category)
            if place not in known:
                known[place] = rows.known_texts(*place)
            if clean in known[place]:
                found.append(FolderOutcome(UNCHANGED))
                continue
            known[place].add(clean)
            fact = _fact(clean, one.category, service, one.domain)
            decided = self._ingest.weigh(fact, "marker") if one.as_rendered else self._ingest.weigh_foreign(fact)
            if decided.outcome != "allow":
                found.append(self._hold(clean, one.category, service, one.domain, decided, origin))
            elif one.as_rendered and service not in services:
                number = one.id if one.id not in taken and one.id <= _LARGEST_NUMBER else 0
                taken.add(number)
                made = self._edits.bring_new(_memory_of(one, number, clean), origin)
                found.append(FolderOutcome(ADDED, made.id))
            else:
                found.append(self._offer(clean, one.category, service, one.domain, decided, origin, one.updated_at))
        return found

    # --- parts -------------------------------------------------------------------------------------------------------

    def _weigh(self, text: str, category: str, service: str | None, domain: str) -> GateDecision:
        """The gate's word on a text: the whole of it counts, for a file is no conversation."""
        return self._ingest.weigh(_fact(text, category, service, domain), "marker")

    def _hold(
        self, text: str, category: str, service: str | None, domain: str, decided: GateDecision, origin: str
    ) -> FolderOutcome:
        return self._offer(text, category, service, domain, decided, origin)

    def _offer(
        self,
        text: str,
        category: str,
        service: str | None,
        domain: str,
        decided: GateDecision,
        origin: str,
        at: str = "",
    ) -> FolderOutcome:
        passage = None
        if decided.outcome != "discard":
            passage = resources.add(text, "import", at, f"file:{origin}", self._clock())
        outcome = self._ingest.fact(
            replace(_fact(text, category, service, domain), quote_at=at), decided, source="import", resource_id=passage
        )
        number = outcome.memory.id if outcome.memory else 0
        if outcome.action is MemoryAction.HELD:
            return FolderOutcome(HELD, number, outcome.why)
        if outcome.action is MemoryAction.REJECTED:
            return FolderOutcome(REFUSED, number, outcome.why)
        if outcome.action in (MemoryAction.INSERTED, MemoryAction.CONTRADICTED, MemoryAction.OUTDATED):
            return FolderOutcome(ADDED, number)
        return FolderOutcome(CONFIRMED, number)


def _fact(text: str, category: str, service: str | None, domain: str) -> ExtractedFact:
    return ExtractedFact(text[:LONGEST_OBSERVATION], category, service, domain=domain, strength="explicit", quote=text)


def _memory_of(one: GivenFact, number: int, text: str) -> Memory:
    at = to_text_of(one.updated_at)
    return Memory(
        number, service_name(one.service), one.category, text, one.confidence, 1, at, at, None, 1,
        pinned=int(one.pinned), domain=one.domain, taxonomy_version="v2", source="import", strength="explicit",
        last_confirmed_at=at, valid_from=at, confirmed=int(one.confirmed),
    )  # fmt: skip


def to_text_of(day: str) -> str:
    """A day as a stored moment: its beginning in UTC; a stored moment as it is."""
    from datetime import UTC, datetime

    return to_text(datetime.fromisoformat(day).replace(tzinfo=UTC)) if len(day) == 10 else day
