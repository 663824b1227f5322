"""Facts that were drawn: each gated, given its passage, judged and stored, all in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...core.clock import Clock
from ...language.extraction.corrections import stands_alone
from ...language.extraction.quotation import quote_words
from ...language.types import ExtractedFact, service_name
from ...records.telemetry import recording
from ...records.telemetry.steps import DurableSteps
from ...storage.database import proxy
from ...stream.provenance import NOWHERE, ClaimProvenance
from .. import resources
from ..gate.stored_context import gate_known
from ..recall.vectors import embedded_text
from ..service import MemoryService
from ..types import MemoryAction

SOURCE = "observed"
FAILED = "failed"
_CONFIRMED = (
    MemoryAction.REINFORCED,
    MemoryAction.REFRESHED,
    MemoryAction.MERGED,
    MemoryAction.UNCHANGED,
    MemoryAction.OUTDATED,
)


@dataclass(frozen=True, slots=True)
class FactConversation:
    """Whose facts they are: ``session:<id>`` with its id and tier, or another transcript."""

    id: str
    session_id: int | None = None
    tier: int = 1


@dataclass(frozen=True, slots=True)
class DrawnFact:
    """A fact that is to be stored, and the step that does so. ``known``: the session was told it, or said it itself as
    a marker. ``refuted``: why what the conversation measured contradicts it, "" where it does not. ``unconfirmed``:
    rules drew it from prose; ``quoted``: it is kept as a quotation of who said it; ``measured_with`` is the command
    whose output shows its values, "" where none does."""

    step: str
    fact: ExtractedFact
    known: bool
    provenance: ClaimProvenance
    refuted: str = ""
    unconfirmed: bool = False
    quoted: bool = False
    measured_with: str = ""


class StepStoring:
    """Stores the facts of a job, each with the record of its step: both are there, or neither is."""

    def __init__(
        self, memory: MemoryService, steps: DurableSteps, conversation: FactConversation, job: str, clock: Clock
    ) -> None:
        self._memory, self._steps, self._conversation, self._job = memory, steps, conversation, job
        self._clock = clock

    def store(
        self,
        drawn: Sequence[DrawnFact],
        committed: Callable[[Sequence[Mapping[str, Any]]], None],
        stopped: Callable[[], bool],
    ) -> None:
        """As one batch; ``committed`` hears after each commit what became of the next facts. Waits. Raises
        EnvironmentFault. A fact that fails by itself is a failed step, and its ``outcome`` is ``FAILED``."""
        self._memory.ingest.batch(
            drawn,
            committed,
            take=self._take,
            failed=self._failed,
            text_of=lambda one: embedded_text(service_name(one.fact.service), one.fact.text),
            stopped=stopped,
        )

    def _take(self, one: DrawnFact) -> Mapping[str, Any]:
        def work() -> dict[str, Any]:
            if one.known:
                why = "it was in the prompt of the session, or the session said it as a marker"
                return repeated(self._conversation, self._job, self._clock, why)
            return store_fact(
                self._memory, one.fact, self._conversation, self._job, self._clock, one.provenance, one.refuted,
                unconfirmed=one.unconfirmed, quoted=one.quoted, measured_with=one.measured_with,
            )  # fmt: skip

        return self._steps.apply_once(self._job, one.step, work, session_id=self._conversation.session_id)

    def _failed(self, one: DrawnFact, error: Exception) -> Mapping[str, Any]:
        why = f"One fact was not stored ({type(error).__name__}: {error})."
        self._steps.fail(self._job, one.step, why, session_id=self._conversation.session_id)
        return {"outcome": FAILED, "memory_id": None, "why": why}


def store_fact(
    memory: MemoryService,
    fact: ExtractedFact,
    conversation: FactConversation,
    job: str,
    clock: Clock,
    provenance: ClaimProvenance = NOWHERE,
    refuted: str = "",
    unconfirmed: bool = False,
    quoted: bool = False,
    measured_with: str = "",
) -> dict[str, Any]:
    """What became of a fact: ``outcome`` as a field of ``Observed``, ``memory_id``, ``why``. Inside ``store.write``."""
    now = clock()
    said, whole = _quoted(fact, measured_with) if quoted else (fact, fact)
    if _stored_before(said):
        return repeated(conversation, job, clock, "the same words of the same moment were stored before")
    gated = gate_known(whole, SOURCE, conversation.session_id, provenance, memory.provenance.own_hosts())
    if refuted and gated.outcome == "allow":
        gated = replace(gated, outcome="hold", rule="contradicted", why=refuted)
    passage = None
    if gated.outcome != "discard":
        passage = resources.add(fact.quote or fact.text, "passage", fact.quote_at, conversation.id, now)
    outcome = memory.ingest.fact(
        said,
        gated,
        source=SOURCE,
        resource_id=passage,
        session_id=conversation.session_id,
        tier=conversation.tier,
        job=job,
        provenance=provenance,
        unconfirmed=unconfirmed,
    )
    if passage is not None and outcome.memory is None:  # nothing points to it
        resources.blank([passage])
    if outcome.action == MemoryAction.REJECTED:
        name = "dropped"
    elif outcome.action == MemoryAction.HELD:
        name = "held"
    else:
        name = "confirmed" if outcome.action in _CONFIRMED else "kept"
    return {"outcome": name, "memory_id": outcome.memory.id if outcome.memory else None, "action": str(outcome.action)}


def repeated(conversation: FactConversation, job: str, clock: Clock, why: str) -> dict[str, Any]:
    """A fact that is no new evidence leaves a trace and nothing else. Inside ``store.write``."""
    recording.emit_event(
        "observe",
        "memory.observe.repeated",
        now=clock(),
        session_id=conversation.session_id,
        job=job,
        why=why,
    )
    return {"outcome": "repeated", "memory_id": None, "action": "unchanged"}


def _quoted(fact: ExtractedFact, measured_with: str) -> tuple[ExtractedFact, ExtractedFact]:
    """A fact as the quotation that is stored, and as the gate weighs it: beside what it answers, where it does not say
    by itself what it is about."""
    of = "" if not fact.corrects or stands_alone(fact.text) else fact.corrects
    said = replace(fact, text=quote_words(fact.text, fact.speaker, fact.quote_at, of=of, command=measured_with))
    return said, replace(fact, text=f"{of}: {fact.text}") if of else fact


def _stored_before(fact: ExtractedFact) -> bool:
    """A conversation that was resumed or forked repeats its beginning in another transcript."""
    if not fact.quote_at or not fact.quote:
        return False
    found = proxy.execute_sql(
        "SELECT 1 FROM memories m JOIN resources r ON r.id = m.resource_id"
        " WHERE m.service IS ? AND m.category = ? AND m.observation = ? AND r.content_at = ? AND r.raw_content = ?",
        (fact.service, fact.category, fact.text, fact.quote_at, fact.quote[: resources.LONGEST_CONTENT]),
    ).fetchone()
    return found is not None
