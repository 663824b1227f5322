"""What an extractor or an agent's own word brings in (E4, E5, E7): gated already, judged here, and carried out.

A held fact is stored out of sight until the operator approves it; it confirms and contradicts nothing before that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from ..core.clock import Clock, to_text
from ..language.subjects.strip_subject import bare_all, strip_subject
from ..language.types import CATEGORIES, ExtractedFact, service_name
from ..records.record_books import RecordRepositories
from ..records.telemetry import recording
from ..stream.provenance import NOWHERE, ClaimProvenance
from . import candidates, fact_rules, resources, tables
from .agreement import confirmed_by
from .candidate_pool import CandidatePool
from .effects import ChangeCause, confirm, contradict, note_unsure, said_again, settle_likely
from .fact_rules import RepeatContext
from .gate import log as gate_log
from .gate.talk import is_talk
from .insertion import MemoryOrigin, insert
from .lifecycle import FactPlan, JudgedMemory
from .projects import folder_of, folders_of
from .review_queue import held_already
from .second_look.queue import SecondLookQueue
from .similar import SimilarMemoryRanker
from .types import LONGEST_OBSERVATION, GateDecision, MarkerOutcome, Memory, MemoryAction, MemoryCandidate, MemoryLink
from .weighing import weigh_verdicts

OBSERVED = "observed"
BY = {OBSERVED: "observer", "agent": "agent"}
_SUGGESTED = "behavior"


@dataclass(frozen=True, slots=True)
class OfferedFact:
    """A fact on its way in: its clean text, and where it comes from."""

    fact: ExtractedFact
    text: str
    service: str | None
    source: str
    resource_id: int | None
    conversation: str
    session_id: int | None
    tier: int
    said_at: str
    now: datetime
    job: str
    provenance: ClaimProvenance = NOWHERE

    @property
    def candidate(self) -> MemoryCandidate:
        """What is inserted."""
        category = self.fact.category if self.fact.category in CATEGORIES else _SUGGESTED
        confidence = fact_rules.starting_confidence(self.fact.strength)
        return MemoryCandidate(
            category, self.service, self.text, confidence, self.session_id, self.tier, self.provenance, self.fact.domain
        )

    @property
    def cause(self) -> ChangeCause:
        """Who brings a change about."""
        by = BY.get(self.source, "agent")
        return ChangeCause(self.text, by, self.now, self.session_id, None, self.resource_id, self.said_at)

    @property
    def origin(self) -> MemoryOrigin:
        """The passage it came from; its own words where nobody kept one."""
        kind = "passage" if self.source == OBSERVED else ""
        return MemoryOrigin(self.source, self.text, kind, self.conversation, self.said_at, self.resource_id)

    @property
    def _domain(self) -> dict[str, Any]:
        """What an extractor or a model said; the words decide where nobody did."""
        named = self.fact.domain
        return {"domain": named, "category_confidence": self.fact.category_confidence} if named else {}

    @property
    def columns(self) -> dict[str, Any]:
        """What is known of it beside the spec's columns."""
        fact = self.fact
        return {
            **self._domain,
            "strength": fact.strength,
            **({"sentiment": fact.sentiment} if fact.sentiment != "neutral" else {}),
            "priority": fact.priority,
            "gate_confidence": fact.gate_confidence,
            "last_confirmed_at": self.said_at,
            "valid_from": self.said_at,
        }


class FactIngest:
    """Takes facts. Everything here runs inside ``store.write``."""

    def __init__(
        self, book: RecordRepositories, clock: Clock, looks: SecondLookQueue, nearest: SimilarMemoryRanker | None = None
    ) -> None:
        self._store = book.store
        self._clock = clock
        self._looks = looks
        self._nearest = nearest  # by meaning, where vectors are at hand
        self._read: candidates.ReadRows = candidates.read_rows

    @contextmanager
    def gathered(self) -> Iterator[CandidatePool]:
        """What facts are compared with is read once for all that are taken in here, by one batch at a time."""
        pool = CandidatePool(self._store)
        self._read = pool.rows
        try:
            yield pool
        finally:
            self._read = candidates.read_rows
            pool.close()

    def prepare(self, texts: Sequence[str]) -> None:
        """Embed the texts of facts that are about to be taken in, in one go. Outside of a write."""
        if self._nearest is not None:
            self._nearest.prepare(texts)

    def take(
        self,
        fact: ExtractedFact,
        gated: GateDecision,
        *,
        source: str,
        resource_id: int | None,
        session_id: int | None,
        tier: int,
        job: str = "",
        provenance: ClaimProvenance = NOWHERE,
    ) -> MarkerOutcome:
        """Keep a fact by what the gate decided; what became of it and why."""
        offer = replace(self._offer(fact, source, resource_id, session_id, tier, job), provenance=provenance)
        if gated.outcome == "discard" or not offer.text:
            gate_log.log(gated, offer.text, source, offer.now, session_id=session_id, resource_id=resource_id, job=job)
            outcome = MarkerOutcome(MemoryAction.REJECTED, None, (), gated.why)
        elif gated.outcome == "hold":
            outcome = self._hold(offer, gated)
        else:
            outcome = self._allow(offer, gated)
        self._tell(offer, outcome, gated)
        return outcome

    def admit(self, memory: Memory, now: datetime) -> MarkerOutcome:
        """The judge runs for a held fact that was approved: its row is activated, or what it repeats is confirmed.

        A row that repeats another one stays as it is, closed by the one that it repeats.
        """
        offer = _offer_of(memory, now)
        judged = self._judged(offer, without=memory.id)
        plan = fact_rules.plan(judged)
        if plan.reinforced is not None:
            repeated = self._repeat(plan.reinforced, offer, RepeatContext.ELSEWHERE)
            tables.update(memory.id, superseded_by=repeated.id, valid_until=to_text(now))
            tables.add_link(MemoryLink(memory.id, repeated.id, "repeats", plan.why, to_text(now)))
            memory = replace(memory, superseded_by=repeated.id, valid_until=to_text(now))
        return self._bear_on(plan, judged, memory, offer)

    def judged(self, memory: Memory) -> list[JudgedMemory]:
        """What a held fact is to what is known. Inside a read or a write."""
        return self._judged(_offer_of(memory, self._clock()), without=memory.id)

    def _offer(
        self, fact: ExtractedFact, source: str, resource_id: int | None, session_id: int | None, tier: int, job: str
    ) -> OfferedFact:
        now = self._clock()
        resource = resources.get_resource(resource_id) if resource_id is not None else None
        conversation = resource.conversation_id if resource else ""
        return OfferedFact(
            fact=fact,
            text=fact.text.strip()[:LONGEST_OBSERVATION],
            service=service_name(fact.service),
            source=source,
            resource_id=resource_id,
            conversation=conversation or resources.conversation_of(session_id),
            session_id=session_id,
            tier=tier,
            said_at=min(fact.quote_at or to_text(now), to_text(now)),
            now=now,
            job=job,
        )

    # --- hold ----------------------------------------------------------------------------------------------------

    def _hold(self, offer: OfferedFact, gated: GateDecision) -> MarkerOutcome:
        if gate_log.rejected_before(offer.text):
            why = "The operator rejected this very text before."
            self._log(replace(gated, outcome="discard", rule="rejected-before", why=why), offer, None)
            return MarkerOutcome(MemoryAction.REJECTED, None, (), why)
        if known := held_already(offer.service, offer.text, by=offer.cause.by, now=offer.now, **offer.cause.source):
            return known
        memory = insert(
            self._store,
            offer.candidate,
            offer.now,
            origin=offer.origin,
            by=offer.cause.by,
            why=gated.why,
            action="held",
            more={**offer.columns, "gate": "hold", "gate_why": gated.why, "active": 0},
        )
        self._log(gated, offer, memory.id)
        return MarkerOutcome(MemoryAction.HELD, memory, (), gated.why)

    # --- allow ---------------------------------------------------------------------------------------------------

    def _allow(self, offer: OfferedFact, gated: GateDecision) -> MarkerOutcome:
        judged = self._judged(offer)
        plan = fact_rules.plan(judged)
        concerned = (*plan.lowered, *((plan.reinforced,) if plan.reinforced is not None else ()))
        heard = {j.memory.id: self._heard(j.memory, offer) for j in concerned}
        born = {number for number, how in heard.items() if how is RepeatContext.BORN}
        newer = fact_rules.newest_confirmed(plan.lowered, offer.said_at)
        if newer is None and (why := fact_rules.find_objection(plan.lowered, born, offer.said_at)):
            return self._hold(offer, GateDecision("hold", "contradiction", why, gated.confidence))
        if newer is not None:
            return self._outdated(offer, plan, newer)
        if plan.reinforced is not None:
            memory = self._repeat(plan.reinforced, offer, heard[plan.reinforced.memory.id])
        else:
            memory = self._insert(offer, plan.why, plan.compared)
        return self._bear_on(plan, judged, memory, offer, heard)

    def _judged(self, offer: OfferedFact, without: int = 0) -> list[JudgedMemory]:
        """What the fact is to those that it may repeat or contradict. Their verdicts are weighed together, so that
        none may be left out beforehand."""
        from ..language.compare import judge  # read when the first fact comes, not when the window opens

        near = candidates.find_candidates(
            offer.service,
            offer.candidate.category,
            offer.text,
            without=without,
            nearest=self._nearest,
            read=self._read,
        )
        near = [row for row in near if _comparable(offer.text, row[1])]
        texts = bare_all([text for _, text in near], offer.service)
        judge.preload_judge(
            texts
        )  # each kind of work in one go, first reading, then weighing: the processor's caches are small
        judgements = judge.judge_all(strip_subject(offer.text, offer.service), texts)
        found = {number: judged for (number, _), judged in zip(near, judgements, strict=True)}
        judged = [JudgedMemory(memory, found[memory.id]) for memory in tables.by_ids(list(found))]
        if offer.service is not None:
            return weigh_verdicts(offer.text, judged, service=offer.service)
        places = folders_of([*(one.memory.id for one in judged), without])
        place = folder_of(offer.conversation) or places.get(without, "")
        return weigh_verdicts(offer.text, judged, service=None, place=place, places=places)

    def _heard(self, memory: Memory, offer: OfferedFact) -> RepeatContext:
        if not offer.conversation:
            return RepeatContext.ELSEWHERE
        if offer.session_id is not None and memory.session_id == offer.session_id:
            return RepeatContext.BORN
        said = resources.get_all(resources.ids_of([memory.id]))
        if any(r.id == memory.resource_id and r.conversation_id == offer.conversation for r in said):
            return RepeatContext.BORN
        heard = any(r.conversation_id == offer.conversation for r in said)
        return RepeatContext.BEFORE if heard else RepeatContext.ELSEWHERE

    def _repeat(self, judged: JudgedMemory, offer: OfferedFact, heard: RepeatContext) -> Memory:
        old = judged.memory
        rule = fact_rules.repeat(old, heard, offer.text)
        more: dict[str, Any] = {"merged_count": old.merged_count + 1} if rule.counts else {}
        if rule.refreshes:
            more["observation"] = offer.text
        if not rule.gain:
            more["updated_at"] = old.updated_at  # its own session saying it in prose is no second witness
        if heard is RepeatContext.ELSEWHERE and confirmed_by(old, offer.provenance, offer.session_id):
            more["confirmed"] = 1
        why = said_again(offer.cause, judged)
        memory = confirm(judged, offer.cause, gain=rule.gain, action=rule.action, why=why, **more)
        settled = settle_likely(memory, offer.cause) if heard is RepeatContext.ELSEWHERE else []
        self._store.changed("memories", memory.id, *(one.id for one in settled))
        return memory

    def _insert(self, offer: OfferedFact, why: str, other_id: int | None, **more: Any) -> Memory:
        return insert(
            self._store,
            offer.candidate,
            offer.now,
            origin=offer.origin,
            by=offer.cause.by,
            why=why,
            other_id=other_id,
            more={**offer.columns, **more},
        )

    def _outdated(self, offer: OfferedFact, plan: FactPlan, newer: Memory) -> MarkerOutcome:
        """It was said before what is known now: it goes into the past, and changes nothing of the present."""
        why = f"Said before memory {newer.id}, which says otherwise and holds since."
        if plan.reinforced is not None:
            old = plan.reinforced.memory
            memory = replace(old, merged_count=old.merged_count + 1)
            tables.update(old.id, merged_count=memory.merged_count)
            tables.add_version(
                memory, action="merged", by=offer.cause.by, why=f"{said_again(offer.cause, plan.reinforced)} {why}",
                now=offer.now, **offer.cause.source,
            )  # fmt: skip
            self._store.changed("memories", memory.id)
            return MarkerOutcome(MemoryAction.OUTDATED, memory, (), why)
        until = newer.valid_from if newer.valid_from > offer.said_at else to_text(offer.now)
        memory = self._insert(offer, why, newer.id, superseded_by=newer.id, valid_until=until)
        judgement = next(j.judgement for j in plan.lowered if j.memory.id == newer.id)
        tables.add_link(MemoryLink(newer.id, memory.id, "contradicts", judgement.why, to_text(offer.now)))
        return MarkerOutcome(MemoryAction.OUTDATED, memory, (), why)

    def _bear_on(
        self,
        plan: FactPlan,
        judged: Sequence[JudgedMemory],
        memory: Memory,
        offer: OfferedFact,
        heard: dict[int, RepeatContext] | None = None,
    ) -> MarkerOutcome:
        """Close what it contradicts, link what it returns, and note what the judge was not sure of."""
        lowered = tuple(contradict(old, memory, offer.cause) for old in plan.lowered)
        if lowered:
            self._store.changed("memories", *(m.id for m in lowered))
        if plan.returns is not None:
            why = plan.returns.judgement.why
            tables.add_link(MemoryLink(memory.id, plan.returns.memory.id, "returns", why, to_text(offer.now)))
        note_unsure(judged, memory, offer.now)
        self._looks.note(judged, memory, offer.cause)
        action = plan.action
        if plan.reinforced is not None and heard is not None:
            rule = fact_rules.repeat(plan.reinforced.memory, heard[plan.reinforced.memory.id], offer.text)
            action = {"merged": MemoryAction.MERGED, "refreshed": MemoryAction.REFRESHED}.get(rule.action, action)
            action = MemoryAction.UNCHANGED if not rule.gain else action
        return MarkerOutcome(action, memory, lowered, plan.why)

    # --- what is told --------------------------------------------------------------------------------------------

    def _log(self, gated: GateDecision, offer: OfferedFact, memory_id: int | None) -> None:
        gate_log.log(
            gated, offer.text, offer.source, offer.now, session_id=offer.session_id, memory_id=memory_id,
            resource_id=offer.resource_id, job=offer.job,
        )  # fmt: skip

    def _tell(self, offer: OfferedFact, outcome: MarkerOutcome, gated: GateDecision) -> None:
        held = outcome.action in (MemoryAction.HELD, MemoryAction.REJECTED)
        recording.emit(
            "gate" if held else "judge",
            f"memory.{'gate' if held else 'judge'}.{outcome.action}",
            now=offer.now,
            session_id=offer.session_id,
            memory_id=outcome.memory.id if outcome.memory else None,
            job=offer.job,
            source=offer.source,
            rule=gated.rule,
            lowered=[memory.id for memory in outcome.lowered],
        )


def _comparable(new: str, old: str) -> bool:
    """Whether one may replace or confirm the other: what a person said in a conversation stays said, whatever is said
    later, and only the same words are a repetition."""
    return new == old or not (is_talk(new) or is_talk(old))


def _offer_of(memory: Memory, now: datetime) -> OfferedFact:
    """A fact that is stored already, offered anew by the operator's approval."""
    fact = ExtractedFact(memory.observation, memory.category, memory.service, memory.domain, strength=memory.strength)
    return OfferedFact(
        fact=fact,
        text=memory.observation,
        service=memory.service,
        source=memory.source,
        resource_id=memory.resource_id,
        conversation="",
        session_id=memory.session_id,
        tier=memory.tier,
        said_at=to_text(now),
        now=now,
        job="review",
    )
