"""The one way into memory for what agents say and extractors draw (E4, E5, E7, M9 to M11): gated, compared with what
is known, and carried out.

A held fact is stored out of sight until the operator approves it; it confirms and contradicts nothing before that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from ..core.clock import Clock, to_text
from ..language.extraction.quotation import quoted_words
from ..language.prompt_echo import without_frame
from ..language.types import ExtractedFact, service_name
from ..records.record_books import RecordRepositories
from ..stream.own_hosts import OperatorHosts
from ..stream.provenance import NOWHERE, ClaimProvenance
from . import candidates, fact_rules, lifecycle, resources, tables
from .among_equals import among_equals, as_session
from .apply_verdict import confirm, contradict, note_unsure, said_again, settle_likely
from .candidate_pool import CandidatePool
from .context import one_line
from .corrected_facts import with_corrected
from .drawn_facts import DRAWN, admit_drawn, find_drawn
from .fact_comparison import compare_with_category, compare_with_nearest
from .fact_rules import RepeatContext
from .gate import decision_log as gate_log
from .insertion import insert, preload_expressions
from .lifecycle import FactPlan, JudgedMemory
from .measured_again import MEASURED_AGAIN, find_single_measure, take_over
from .offer_log import log_decision, record_outcome
from .offered_fact import AGENT, OfferedFact, offer_fact, offer_marker, offer_stored
from .repeat_evidence import no_evidence, repeat_context
from .review_queue import held_already
from .second_look.queue import SecondLookQueue
from .second_source import columns_of_source
from .types import (
    LONGEST_OBSERVATION,
    GateDecision,
    MarkerOutcome,
    MarkerPosition,
    Memory,
    MemoryAction,
    MemoryCandidate,
    MemoryLink,
    shown_service,
)

if TYPE_CHECKING:
    from .similar import SimilarMemoryRanker

_AGENT_FACT = 3  # parameters before the last of ``agent_fact``, which alone takes a session by its place
WARMED = 2_000  # what the judge reads ahead, 0.2 ms each; it remembers more
T = TypeVar("T")
R = TypeVar("R")
P = ParamSpec("P")


def _among_equals(take: Callable[P, R]) -> Callable[P, R]:
    """Whatever this looks at has the audience of what is added, or of the stored fact that it is about; what a session
    says is its agent's, and has the audience of the session."""

    @wraps(take)
    def taken(*given: P.args, **named: P.kwargs) -> R:
        about = next((one for one in given if isinstance(one, Memory)), None)
        place = next((one.place for one in given if isinstance(one, MarkerPosition)), None)
        session = named.get("session_id", place.session_id if place is not None else None)
        if len(given) > _AGENT_FACT:  # whose tool it was
            session = given[2]
        with as_session(session), among_equals(about.audience if about is not None else None):  # type: ignore[arg-type]
            return take(*given, **named)

    return taken


class MemoryIngest:
    """Takes markers and facts. Everything but ``batch`` and ``prepare`` runs inside ``store.write``."""

    def __init__(
        self,
        book: RecordRepositories,
        clock: Clock,
        looks: SecondLookQueue,
        nearest: SimilarMemoryRanker | None = None,
        own_hosts: Callable[[], OperatorHosts] = OperatorHosts,
    ) -> None:
        self._book = book
        self._store = book.store
        self._clock = clock
        self._looks = looks
        self._nearest = nearest  # by meaning, where vectors are at hand
        self._own_hosts = own_hosts
        self._read: candidates.ReadRows = candidates.read_rows

    # --- what is offered ---------------------------------------------------------------------------------------

    @_among_equals
    def marker(self, candidate: MemoryCandidate, said: MarkerPosition) -> MarkerOutcome | None:
        """Keep what a marker offers (M9 to M11); None where this very marker was taken before.

        The same text again in one session changes nothing (S7).
        """
        now, session_id = self._clock(), said.place.session_id
        text = f"[MEMORY:{candidate.category}:{shown_service(candidate.service)}] {one_line(candidate.observation)}"
        marker_id = self._book.markers.claim(said.place, kind="memory", line=said.line, said=text, now=now)
        if marker_id is None:
            return None
        if self._book.markers.said_before(session_id, "memory", text, marker_id):
            outcome = self._said_before(text, session_id)
        else:
            own = without_frame(candidate.observation)[:LONGEST_OBSERVATION]
            offer = offer_marker(candidate, own, marker_id, said, now)
            outcome = self._carry_out(offer, self._gated(offer.fact, offer.source, offer.session_id, offer.provenance))
        target = outcome.memory.id if outcome.memory else None
        self._book.markers.settle(marker_id, action=outcome.action, why=outcome.why, target_id=target)
        return outcome

    @_among_equals
    def fact(
        self,
        fact: ExtractedFact,
        gated: GateDecision,
        *,
        source: str,
        resource_id: int | None,
        session_id: int | None = None,
        tier: int = 1,
        job: str = "",
        provenance: ClaimProvenance = NOWHERE,
        unconfirmed: bool = False,
    ) -> MarkerOutcome:
        """Keep a fact that was drawn from a passage, by what the gate decided; what became of it and why (E7).

        What the gate discards is logged and not stored, so that it needs no ``resource_id``; what it holds is stored
        out of sight; what it allows is judged against what is known of its service: confirmed, or closing what it
        contradicts, or new. ``unconfirmed``: rules drew it from prose, so that only what is known already grows.
        """
        now = self._clock()
        offer = offer_fact(
            fact, source, now, resource_id=resource_id, session_id=session_id, tier=tier, job=job,
            provenance=provenance, unconfirmed=unconfirmed,
        )  # fmt: skip
        outcome = self._carry_out(offer, gated)
        record_outcome(offer, outcome, gated)
        return outcome

    @_among_equals
    def agent_fact(
        self, fact: ExtractedFact, session_id: int | None, tier: int, provenance: ClaimProvenance = NOWHERE
    ) -> MarkerOutcome:
        """Keep what an agent asks to be remembered while it works (E18), with the passage it was said in. What the gate
        discards leaves no passage. ``provenance`` is where its words stood before."""
        gated = self._gated(fact, AGENT, session_id, provenance)
        passage = None
        if gated.outcome != "discard":
            conversation = resources.conversation_of(session_id)
            passage = resources.add(fact.quote or fact.text, AGENT, fact.quote_at, conversation, self._clock())
        outcome = self.fact(
            fact,
            gated,
            source=AGENT,
            resource_id=passage,
            session_id=session_id,
            tier=tier,
            provenance=provenance,
        )
        return MarkerOutcome(MemoryAction.REJECTED, None, (), gated.why) if gated.outcome == "discard" else outcome

    def batch(
        self,
        facts: Sequence[T],
        done: Callable[[Sequence[R]], None],
        *,
        take: Callable[[T], R],
        failed: Callable[[T, Exception], R],
        text_of: Callable[[T], str],
        stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        """Take in facts that come together, each by ``take``, in few transactions: see ``FactBatch``. Waits: never
        inside ``store.write``. Raises EnvironmentFault."""
        from .fact_batch import FactBatch  # read when the first batch comes, not when the window opens

        batch = FactBatch(self._store, self, take=take, failed=failed, text_of=text_of, stopped=stopped)
        batch.run(facts, done)

    @_among_equals
    def admit(self, memory: Memory, now: datetime) -> MarkerOutcome:
        """The judge runs for a held fact that was approved: its row is activated, or what it repeats is confirmed.

        A row that repeats another one stays as it is, closed by the one that it repeats.
        """
        offer = offer_stored(memory, now)
        judged = compare_with_nearest(offer, self._nearest, self._read, memory.id)
        plan = fact_rules.plan(judged)
        if plan.reinforced is not None:
            repeated = self._repeat(plan.reinforced, offer, RepeatContext.ELSEWHERE)
            tables.update(memory.id, superseded_by=repeated.id, valid_until=to_text(now))
            tables.add_link(MemoryLink(memory.id, repeated.id, "repeats", plan.why, to_text(now)))
            memory = replace(memory, superseded_by=repeated.id, valid_until=to_text(now))
        return self._apply(plan, judged, memory, offer)

    @_among_equals
    def weigh(self, fact: ExtractedFact, source: str) -> GateDecision:
        """What the gate says of a fact, beside what is known. Writes nothing; inside a read or a write."""
        return self._gated(fact, source, None)

    def weigh_foreign(self, fact: ExtractedFact) -> GateDecision:
        """Return what the gate says of a fact that came from elsewhere. Writes nothing; inside a read or a write."""
        from .foreign_facts import weigh_foreign

        return weigh_foreign(fact, self._own_hosts())

    # --- getting ready -----------------------------------------------------------------------------------------

    def warm(self, services: Sequence[str] = ()) -> int:
        """Get ready to judge what a session about these services says, so that not even the first marker waits; how
        many memories it read.

        Inside ``store.read``, before the first marker: it takes some tenths of a second where there are many memories.
        """
        from ..language.compare import judge
        from .gate import embedding_direction, instruction_classifier

        self._gated(ExtractedFact("Takes 60s to start", "timing"), "marker", None)  # compiles its expressions once
        preload_expressions()
        embedding_direction.load()
        instruction_classifier.load()
        self._looks.read_settings()
        return judge.preload_judge(tables.latest_texts([service_name(name) for name in services], WARMED))

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

    @_among_equals
    def judged(self, memory: Memory) -> list[JudgedMemory]:
        """What a held fact is to what is known. Inside a read or a write."""
        return compare_with_nearest(offer_stored(memory, self._clock()), self._nearest, self._read, memory.id)

    @_among_equals
    def compare(self, offer: OfferedFact) -> list[JudgedMemory]:
        """What a fact that is offered is to what is known. Inside a read or a write."""
        return compare_with_nearest(offer, self._nearest, self._read)

    # --- gate --------------------------------------------------------------------------------------------------

    def _gated(
        self, fact: ExtractedFact, source: str, session_id: int | None, provenance: ClaimProvenance = NOWHERE
    ) -> GateDecision:
        from .gate.stored_context import gate_known

        return gate_known(fact, source, session_id, provenance, self._own_hosts())

    def _carry_out(self, offer: OfferedFact, gated: GateDecision) -> MarkerOutcome:
        if gated.outcome == "discard" or not offer.text:
            log_decision(gated, offer, None)
            return MarkerOutcome(MemoryAction.REJECTED, None, (), gated.why)
        return self._hold(offer, gated) if gated.outcome == "hold" else self._allow(offer, gated)

    def _hold(self, offer: OfferedFact, gated: GateDecision) -> MarkerOutcome:
        if gate_log.rejected_before(quoted_words(offer.text)):
            if not offer.is_marker:  # the log of a marker keeps the gate's own reason
                why = "The operator rejected this very text before."
                gated = replace(gated, outcome="discard", rule="rejected-before", why=why)
            log_decision(gated, offer, None)
            return MarkerOutcome(MemoryAction.REJECTED, None, (), gated.why)
        service = service_name(offer.service)
        if known := held_already(service, offer.text, by=offer.cause.by, now=offer.now, **offer.cause.source):
            return known
        memory = self._insert(offer, gated.why, action="held", **offer.held_columns(gated))
        log_decision(gated, offer, memory.id)
        return MarkerOutcome(MemoryAction.HELD, memory, (), gated.why)

    # --- allow -------------------------------------------------------------------------------------------------

    def _allow(self, offer: OfferedFact, gated: GateDecision) -> MarkerOutcome:
        if (single := find_single_measure(offer)) is not None:
            memory = take_over(single, offer)
            self._store.changed("memories", memory.id)
            return MarkerOutcome(MemoryAction.REFRESHED, memory, (), MEASURED_AGAIN)
        if offer.is_marker:
            judged = compare_with_category(offer)
            plan = lifecycle.plan(judged)
            heard: dict[int, RepeatContext] = {}
        else:
            judged = with_corrected(offer, self.compare(offer), self.compare)
            plan = fact_rules.plan(judged)
            if offer.unconfirmed and (plan.reinforced is None or plan.lowered):
                return self._hold(offer, DRAWN)
            concerned = (*plan.lowered, *((plan.reinforced,) if plan.reinforced is not None else ()))
            heard = {j.memory.id: repeat_context(j.memory, offer) for j in concerned}
            born = {number for number, how in heard.items() if how is RepeatContext.BORN}
            newer = fact_rules.newest_confirmed(plan.lowered, offer.said_at)
            if newer is None and (why := fact_rules.find_objection(plan.lowered, born, offer.said_at)):
                return self._hold(offer, GateDecision("hold", "contradiction", why, gated.confidence))
            if newer is not None:
                return self._outdated(offer, plan, newer)
        known = plan.reinforced or plan.returns
        if known is not None and (why := no_evidence(known.memory, offer, self._store.path)):
            return MarkerOutcome(MemoryAction.UNCHANGED, known.memory, (), why)
        if plan.reinforced is not None:
            memory = self._repeat(plan.reinforced, offer, heard.get(plan.reinforced.memory.id))
        elif (drawn := find_drawn(offer.service, offer.text)) is not None:
            memory = admit_drawn(drawn, offer.cause, offer.candidate.confidence, offer.text)
            plan = replace(plan, action=MemoryAction.REINFORCED)
            self._store.changed("memories", memory.id)
        else:
            memory = self._insert(offer, plan.why, plan.compared, **offer.columns)
        return self._apply(plan, judged, memory, offer, heard)

    def _repeat(self, judged: JudgedMemory, offer: OfferedFact, heard: RepeatContext | None) -> Memory:
        """What is known already grows. ``heard`` is where the conversation had it from; None for a marker."""
        old = judged.memory
        more: dict[str, Any] = {}
        if heard is None:
            refreshes = fact_rules.takes_wording(old, offer.text)
            rule = fact_rules.RepeatEffect(lifecycle.REINFORCEMENT, "reinforced", refreshes=refreshes)
            more |= columns_of_source(old, offer.provenance, offer.session_id)
        else:
            rule = fact_rules.repeat(old, heard, offer.text)
            if rule.counts:
                more["merged_count"] = old.merged_count + 1
            if not rule.gain:
                more["updated_at"] = old.updated_at  # its own session saying it in prose is no second witness
            if heard is RepeatContext.ELSEWHERE:
                more |= columns_of_source(old, offer.provenance, offer.session_id)
        if rule.refreshes:
            more["observation"] = offer.text
        why = said_again(offer.cause, judged)
        memory = confirm(judged, offer.cause, gain=rule.gain, action=rule.action, why=why, **more)
        settled = settle_likely(memory, offer.cause) if heard in (None, RepeatContext.ELSEWHERE) else []
        self._store.changed("memories", memory.id, *(one.id for one in settled))
        return memory

    def _insert(
        self, offer: OfferedFact, why: str, other_id: int | None = None, action: str = "inserted", **columns: Any
    ) -> Memory:
        return insert(
            self._store,
            offer.candidate,
            offer.now,
            origin=offer.origin,
            by=offer.cause.by,
            why=why,
            marker_id=offer.marker_id,
            other_id=other_id,
            action=action,
            more=columns,
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
        columns = {**offer.columns, "superseded_by": newer.id, "valid_until": until}
        memory = self._insert(offer, why, newer.id, **columns)
        judgement = next(j.judgement for j in plan.lowered if j.memory.id == newer.id)
        tables.add_link(MemoryLink(newer.id, memory.id, "contradicts", judgement.why, to_text(offer.now)))
        return MarkerOutcome(MemoryAction.OUTDATED, memory, (), why)

    def _apply(
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
        if plan.reinforced is not None and heard:
            rule = fact_rules.repeat(plan.reinforced.memory, heard[plan.reinforced.memory.id], offer.text)
            action = {"merged": MemoryAction.MERGED, "refreshed": MemoryAction.REFRESHED}.get(rule.action, action)
            action = MemoryAction.UNCHANGED if not rule.gain else action
        return MarkerOutcome(action, memory, lowered, plan.why)

    # --- what is recorded --------------------------------------------------------------------------------------

    def _said_before(self, text: str, session_id: int) -> MarkerOutcome:
        earlier = [m for m in self._book.markers.of_session(session_id) if m.said == text and m.target_id]
        memory = tables.get_memory(earlier[0].target_id) if earlier and earlier[0].target_id else None
        return MarkerOutcome(MemoryAction.UNCHANGED, memory, (), "The same text was said before in this session.")
