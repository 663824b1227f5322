"""``FactImports``: takes in what an importer reads, batch by batch (X4).

Each fact passes the gate and the judge once. That it did is written down in the transaction that stores it, by a
fingerprint of what it says: an import that was interrupted goes on behind what is stored, and a file that is read twice
adds nothing, however the memories were edited or deleted since.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from ...core.clock import Clock, to_text
from ...core.extensions.importer import ImportedFact, UnreadablePart
from ...core.messages import UserMessage
from ...language.extraction.subject import ServiceNames
from ...language.types import ExtractedFact, service_name
from ...records.record_books import RecordRepositories
from .. import resources
from ..batches import batched
from ..extraction import transcript_queue
from ..foreign_facts import weigh_foreign
from ..ingest import MemoryIngest
from ..recall.vectors import embedded_text
from ..session_sources import SessionSources
from ..types import MarkerOutcome, MemoryAction
from . import tables
from .types import ADDED, CONFLICT, HELD, KNOWN, MERGED, REJECTED, FactFate, ImportTotals
from .wording import fingerprint_of, word_fact

AT_ONCE = 500  # facts that are read ahead
SOURCE = "import"
BEFORE = UserMessage("It was imported before.")
FAILED = "It could not be stored"
_FATES = {
    MemoryAction.INSERTED: ADDED,
    MemoryAction.HELD: HELD,
    MemoryAction.REJECTED: REJECTED,
    MemoryAction.CONTRADICTED: CONFLICT,
    MemoryAction.OUTDATED: CONFLICT,
}


@dataclass(frozen=True, slots=True)
class _OfferedImport:
    found: ImportedFact
    fact: ExtractedFact
    fingerprint: bytes


class FactImports:
    """Takes in facts of other programs. Waits for the database: never on a GUI thread, nor inside ``store.write``."""

    def __init__(
        self, book: RecordRepositories, clock: Clock, ingest: MemoryIngest, provenance: SessionSources
    ) -> None:
        self._store = book.store
        self._clock = clock
        self._ingest = ingest
        self._provenance = provenance

    def take_in(
        self,
        found: Iterable[ImportedFact | UnreadablePart],
        *,
        kind: str,
        origin: str,
        services: Iterable[str] = (),
        report: Callable[[ImportTotals], None] = lambda _totals: None,
        stopped: Callable[[], bool] = lambda: False,
    ) -> ImportTotals:
        """Take in what the importer ``kind`` reads of the source named ``origin``; what became of it. ``services`` are
        the names that are configured. Raises EnvironmentFault where the database cannot be written; what was stored
        before stands."""
        known = self._store.read(transcript_queue.services).result()
        run = _FactImportRun(self, kind, origin, ServiceNames([*services, *known]), report)
        for some in batched(found, AT_ONCE):
            if stopped():
                return run.totals
            run.take_some(some, stopped)
            report(run.totals)
        run.totals.complete = not stopped()
        return run.totals

    def store_one(self, one: _OfferedImport, kind: str, origin: str) -> FactFate:
        """Gate, judge and store one fact. Inside ``store.write``."""
        if tables.known_fingerprints([one.fingerprint]):
            return _fate(one, KNOWN, BEFORE)
        decided = weigh_foreign(one.fact, self._provenance.own_hosts())
        passage = None
        if decided.outcome != "discard":
            conversation = f"import:{kind}:{origin}"
            passage = resources.add(one.fact.quote, "import", one.fact.quote_at, conversation, self._clock())
        outcome = self._ingest.fact(one.fact, decided, source=SOURCE, resource_id=passage)
        if passage is not None and outcome.memory is None:  # nothing points to it
            resources.blank([passage])
        return self.remember(one, kind, _fate_of(one, outcome))

    def remember(self, one: _OfferedImport, kind: str, fate: FactFate) -> FactFate:
        """Write down what became of a fact; as it is. Inside ``store.write``."""
        at = to_text(self._clock())
        tables.remember_fact(one.fingerprint, kind, fate.outcome, fate.memory_id, at)
        return fate

    def run_batch(
        self,
        offered: list[_OfferedImport],
        done: Callable[[Iterable[FactFate]], None],
        kind: str,
        origin: str,
        stopped: Callable[[], bool],
    ) -> None:
        """``MemoryIngest.batch`` of these facts."""
        self._ingest.batch(
            offered,
            done,
            take=lambda one: self.store_one(one, kind, origin),
            failed=lambda one, error: _fate(one, REJECTED, f"{FAILED}: {error}."),
            text_of=lambda one: embedded_text(service_name(one.fact.service), one.fact.text),
            stopped=stopped,
        )

    def find_known(self, offered: list[_OfferedImport]) -> set[bytes]:
        """The fingerprints among these that were imported before."""
        return self._store.read(lambda: tables.known_fingerprints([one.fingerprint for one in offered])).result()


class _FactImportRun:
    """One import: its totals, and what it takes in at once."""

    def __init__(
        self,
        imports: FactImports,
        kind: str,
        origin: str,
        names: ServiceNames,
        report: Callable[[ImportTotals], None],
    ) -> None:
        self._imports = imports
        self._kind, self._origin, self._names, self._report = kind, origin, names, report
        self.totals = ImportTotals()

    def take_some(self, some: list[ImportedFact | UnreadablePart], stopped: Callable[[], bool]) -> None:
        offered = list(self._offered(some))
        known = self._imports.find_known(offered) if offered else set()
        fresh = []
        for one in offered:
            if one.fingerprint in known:
                self.totals.add_fate(_fate(one, KNOWN, BEFORE))
            else:
                fresh.append(one)
        self._imports.run_batch(fresh, self._count, self._kind, self._origin, stopped)

    def _offered(self, some: list[ImportedFact | UnreadablePart]) -> Iterator[_OfferedImport]:
        for found in some:
            if isinstance(found, UnreadablePart):
                self.totals.add_unreadable(found)
                continue
            fact = word_fact(found, self._names)
            if isinstance(fact, str):
                self.totals.add_fate(FactFate(REJECTED, found.text[:500], fact, found.line, found.file))
                continue
            yield _OfferedImport(found, fact, fingerprint_of(self._kind, found))

    def _count(self, fates: Iterable[FactFate]) -> None:
        for fate in fates:
            self.totals.add_fate(fate)
        self._report(self.totals)


def _fate_of(one: _OfferedImport, outcome: MarkerOutcome) -> FactFate:
    """What the judge's word means for an import. Inside ``store.write``."""
    name = _FATES.get(outcome.action, MERGED)
    why = outcome.why
    number = outcome.memory.id if outcome.memory else None
    known = ""
    if name == ADDED and number is not None:
        doubt, known = tables.conflict_of(number)
        name, why = (CONFLICT, doubt) if doubt else (name, why)
    elif name == CONFLICT:
        known = outcome.lowered[0].observation if outcome.lowered else tables.closer_of(number or 0)
    elif name == MERGED and outcome.memory is not None:
        known = tables.text_before(outcome.memory.id) or outcome.memory.observation
    closes = bool(outcome.lowered) and outcome.lowered[0].superseded_by is not None
    return replace(_fate(one, name, why, number), known_text=known, closes=closes)


def _fate(one: _OfferedImport, outcome: str, why: str, memory_id: int | None = None) -> FactFate:
    return FactFate(outcome, one.fact.text, why, one.found.line, one.found.file, memory_id)
