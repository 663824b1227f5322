"""Records of other workstations on their way in (X6).

Nothing in them is an order, whoever wrote them: each fact passes the gate as a whole, and is stored as unconfirmed. It
changes no fact that is here: what it contradicts stands beside it, and the two wait as a pair for the operator. Which
of them is newer is not asked, as the clocks of two machines need not agree. A lesson is held until the operator turns
it on.

A deletion is carried out where the fact stands as it came from the workstation that deletes it; everything else that
was deleted elsewhere waits for the operator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from ...core.clock import Clock, to_text
from ...core.messages import UserMessage
from ...core.secrets.redact_shapes import without_shapes
from ...language.types import CATEGORIES, ExtractedFact, Verdict, service_name
from ...stream.provenance import NOWHERE
from .. import conflicts, fact_rules, resources
from ..conflicts import ConflictKind
from ..foreign_facts import HIGHEST, weigh_foreign
from ..insertion import insert
from ..offered_fact import offer_fact
from ..recall.vectors import embedded_text
from ..types import LONGEST_OBSERVATION, MarkerOutcome, MemoryAction, service_fault
from . import tables
from .types import (
    CASE,
    DROPPED,
    FACT,
    GONE,
    LESSON,
    LIVE,
    REFUSED,
    SAME,
    THEIRS,
    IntakeTotals,
    KnownRecord,
    SharedRecord,
)

if TYPE_CHECKING:
    from ...records.record_books import RecordRepositories
    from ..ingest import MemoryIngest
    from ..lessons.lessons import LessonStore
    from ..session_sources import SessionSources
    from ..trash import MemoryTrash

SOURCE = "import"
MOST_CONFLICTS = 3
MOST_TOLD = 5
AT_ONCE = 500
TakeCase = Callable[[SharedRecord], tuple[str, int | None, str]]


class RecordIntake:
    """Takes in records. Waits for the database: never on a GUI thread, nor inside ``store.write``."""

    def __init__(
        self,
        book: RecordRepositories,
        clock: Clock,
        ingest: MemoryIngest,
        provenance: SessionSources,
        trash: MemoryTrash,
        lessons: LessonStore,
    ) -> None:
        self._book = book
        self._store = book.store
        self._clock = clock
        self._ingest = ingest
        self._provenance = provenance
        self._trash = trash
        self._lessons = lessons

    def take_in(
        self, records: Sequence[tuple[str, SharedRecord]], take_case: TakeCase, stopped: Callable[[], bool]
    ) -> IntakeTotals:
        """What was deleted first, so that what takes its place does not meet it; then what is new."""
        totals = IntakeTotals()
        fresh = self._store.read(lambda: self._news(records)).result()
        away = [(place, one) for place, one in fresh if one.state != LIVE]
        for start in range(0, len(away), AT_ONCE):
            some = away[start : start + AT_ONCE]
            self._store.write(lambda some=some: self._remove_all(some, totals)).result()  # type: ignore[misc]
        live = [one for _, one in fresh if one.state == LIVE]
        for one in live:
            if one.kind != FACT and not stopped():
                self._store.write(lambda one=one: self._take_other(one, take_case, totals)).result()  # type: ignore[misc]
        facts = [one for one in live if one.kind == FACT]

        def count(fates: Sequence[str]) -> None:
            for fate in fates:
                setattr(totals, fate, getattr(totals, fate) + 1)

        self._ingest.batch(
            facts,
            count,
            take=self._take_fact,
            failed=lambda one, _error: self._failed(one),
            text_of=lambda one: embedded_text(service_name(one.service), one.text),
            stopped=stopped,
        )
        return totals

    def _news(self, records: Sequence[tuple[str, SharedRecord]]) -> list[tuple[str, SharedRecord]]:
        """Those that say something that is not known yet."""
        known = tables.known_records([one.uid for _, one in records])
        found = []
        for place, one in records:
            row = known.get(one.uid)
            if one.state == DROPPED:
                if row is not None and row.state == LIVE and row.relation == "own":
                    found.append((place, one))
            elif row is None:
                found += [(place, one)] if one.state == LIVE else []
            elif row.revision < one.revision:
                found.append((place, one))
        return found

    # --- facts -------------------------------------------------------------------------------------------------------

    def _take_fact(self, record: SharedRecord) -> str:
        """Gate, judge and store one; the name of its count. Inside ``store.write``."""
        now = self._clock()
        row = tables.known_records([record.uid]).get(record.uid)
        if row is not None and row.revision >= record.revision:
            return "same"
        if row is not None and row.state == DROPPED:  # it was deleted here: other words of it do not bring it back
            tables.put_record(row.moved(revision=record.revision), to_text(now))
            return "rejected"
        if row is not None and row.relation == THEIRS and row.entry_id is not None and self._untouched(row):
            self._trash.trash_memories([row.entry_id])  # its own workstation has changed it: the old words lie there
        fact = fact_of(record)
        if isinstance(fact, str):
            return self._note(record, REFUSED, None, "rejected")
        decided = weigh_foreign(fact, self._provenance.own_hosts())
        conversation = f"workstation:{record.workstation}"
        passage = resources.add(fact.text, SOURCE, record.at, conversation, now)
        if decided.outcome == "allow":
            outcome = self._stand_beside(fact, passage, record)
        else:
            outcome = self._ingest.fact(fact, decided, source=SOURCE, resource_id=passage)
        if outcome.memory is None or outcome.action is MemoryAction.UNCHANGED:
            resources.blank([passage])  # nothing points to it
        number = outcome.memory.id if outcome.memory is not None else None
        if outcome.action is MemoryAction.REJECTED:
            return self._note(record, REFUSED, None, "rejected")
        if outcome.action is MemoryAction.UNCHANGED:
            return self._note(record, SAME, number, "same")
        name = {MemoryAction.HELD: "held", MemoryAction.CONTRADICTED: "conflicts"}.get(outcome.action, "added")
        return self._note(record, THEIRS, number, name)

    def _stand_beside(self, fact: ExtractedFact, passage: int, record: SharedRecord) -> MarkerOutcome:
        """Store it as unconfirmed, where nothing here says the same; what it contradicts is left as it is."""
        offer = offer_fact(
            fact, SOURCE, self._clock(), resource_id=passage, session_id=None, tier=1, job="sync", provenance=NOWHERE
        )
        judged = self._ingest.compare(offer)
        plan = fact_rules.plan(judged)
        if plan.reinforced is not None:
            return MarkerOutcome(MemoryAction.UNCHANGED, plan.reinforced.memory, (), plan.why)
        columns = {**offer.columns, "confirmed": 0, "source_key": f"workstation:{record.workstation}"}
        why = f"From workstation {record.workstation}."
        memory = insert(
            self._store, offer.candidate, offer.now, origin=offer.origin, by=offer.cause.by, why=why, more=columns
        )
        against = [one for one in judged if one.judgement.verdict is Verdict.CONTRADICTION and one.memory.active]
        against = [one for one in against if one.memory.superseded_by is None]
        for one in sorted(against, key=lambda one: (-one.judgement.score, -one.memory.id))[:MOST_CONFLICTS]:
            said = one.judgement
            conflicts.record(one.memory, memory, ConflictKind.UNSURE, said.why, said.score, offer.now)
        return MarkerOutcome(MemoryAction.CONTRADICTED if against else MemoryAction.INSERTED, memory, (), why)

    def _failed(self, record: SharedRecord) -> str:
        return self._note(record, REFUSED, None, "rejected")

    def _note(self, record: SharedRecord, relation: str, entry_id: int | None, fate: str) -> str:
        stored = tables.entry_of(record.kind, entry_id) if entry_id is not None and record.kind != CASE else None
        tables.put_record(
            KnownRecord(
                record.uid, record.kind, relation, entry_id, record.revision, LIVE, record.digest,
                stored.digest if stored is not None else b"",
            ),
            to_text(self._clock()),
        )  # fmt: skip
        return fate

    # --- lessons and cases -------------------------------------------------------------------------------------------

    def _take_other(self, record: SharedRecord, take_case: TakeCase, totals: IntakeTotals) -> None:
        """Inside ``store.write``."""
        row = tables.known_records([record.uid]).get(record.uid)
        if row is not None and (row.revision >= record.revision or row.entry_id is not None):
            if row.revision < record.revision:
                tables.put_record(row.moved(revision=record.revision, state=LIVE), to_text(self._clock()))
            return
        if record.kind == CASE:
            relation, number, why = take_case(record)
            if why:
                totals.problems.append(why)
        else:
            relation, number = self._take_lesson(record)
        fate = {THEIRS: "held" if record.kind == LESSON else "added", SAME: "same"}.get(relation, "rejected")
        setattr(totals, self._note(record, relation, number, fate), getattr(totals, fate) + 1)

    def _take_lesson(self, record: SharedRecord) -> tuple[str, int | None]:
        text = " ".join(record.text.split())
        if without_shapes(text) != text:
            return REFUSED, None
        if self._lessons.has_text(text):
            return SAME, None
        why = f"Held: another workstation ({record.workstation}) has learned it. Turn it on to use it here."
        return THEIRS, self._lessons.insert_given(text, why, "operator", "hold").id

    # --- deletions ---------------------------------------------------------------------------------------------------

    def _remove_all(self, some: Iterable[tuple[str, SharedRecord]], totals: IntakeTotals) -> None:
        """Inside ``store.write``."""
        gone: list[int] = []
        for place, record in some:
            row = tables.known_records([record.uid]).get(record.uid)
            if row is None or (record.state == GONE and row.revision >= record.revision):
                continue
            at = to_text(self._clock())
            if record.state == GONE:
                tables.put_record(row.moved(revision=record.revision, state=GONE, digest=b""), at)
            if row.entry_id is None or row.relation in (SAME, REFUSED) or row.kind == CASE:
                continue
            if not tables.existing(row.kind, [row.entry_id]):
                continue
            if record.state == GONE and self._untouched(row):
                if row.kind == FACT:
                    self._trash.trash_memories([row.entry_id])
                    gone.append(row.entry_id)
                else:
                    self._lessons.remove(row.entry_id)
                totals.deleted += 1
            elif tables.offer_deletion(record, place, row.entry_id, at):
                totals.offered += 1
                self._store.changed("shared_deletions", what="inserted")
        self._tell(gone)

    def _untouched(self, row: KnownRecord) -> bool:
        """Tell whether what came from elsewhere stands here as it came: nobody here has changed or confirmed it."""
        if row.entry_id is None:
            return False
        stands = tables.entry_of(row.kind, row.entry_id)
        if stands is None or stands.digest != row.stored:
            return False
        if row.kind == LESSON:
            lesson = self._lessons.get(row.entry_id)
            return lesson is not None and lesson.gate == "hold"
        return tables.is_as_it_came(row.entry_id)

    def _tell(self, gone: Sequence[int]) -> None:
        """An event for each, so that the operator sees what went and can bring it back."""
        now = self._clock()
        for number in gone[:MOST_TOLD]:
            said = UserMessage(
                "Memory {id} was deleted at the workstation that it came from, and lies in the trash now."
                " `claudeops memory restore {id}` brings it back.",
                id=number,
            )
            self._book.events.add(level="info", message=said, service=None, session_id=None, now=now)
        if len(gone) > MOST_TOLD:
            said = UserMessage(
                "{count} more memories were deleted where they came from. See `claudeops memory trash`.",
                count=len(gone) - MOST_TOLD,
            )
            self._book.events.add(level="info", message=said, service=None, session_id=None, now=now)


def fact_of(record: SharedRecord) -> ExtractedFact | str:
    """A record as memory takes it in, or why it is none, in a sentence. Pure."""
    text = " ".join(without_shapes(record.text).split())
    if not text or len(text) > LONGEST_OBSERVATION:
        return f"It is empty or longer than {LONGEST_OBSERVATION:,} characters."
    service = service_name(record.service)
    if service_fault(service):
        service = None
    stated = HIGHEST if record.confidence is None else min(float(record.confidence), HIGHEST)
    return ExtractedFact(
        text,
        record.category if record.category in CATEGORIES else "behavior",
        service,
        domain=record.domain,
        strength="explicit",
        quote=text,
        stated_confidence=stated,
    )
