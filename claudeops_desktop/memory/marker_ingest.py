"""What the agent says: a marker is judged against what is known, and carried out (M9 to M11, S7)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from ..core.clock import Clock, to_text
from ..language.subjects.strip_subject import bare_all, strip_subject
from ..language.types import ExtractedFact, PairJudgement, Verdict, service_name
from ..records.markers import MarkerPlace
from ..records.record_books import RecordRepositories
from ..stream.own_hosts import OperatorHosts
from . import lifecycle, tables
from .agreement import confirmed_by
from .context import one_line
from .effects import ChangeCause, confirm, contradict, note_unsure, said_again, settle_likely
from .gate import log as gate_log
from .insertion import MemoryOrigin, insert
from .lifecycle import FactPlan, JudgedMemory
from .projects import folder_of, folders_of
from .resources import conversation_of
from .review_queue import held_already
from .second_look.queue import SecondLookQueue, least_sure
from .types import (
    LONGEST_OBSERVATION,
    GateDecision,
    MarkerOutcome,
    Memory,
    MemoryAction,
    MemoryCandidate,
    MemoryLink,
    shown_service,
)
from .weighing import weigh_verdicts

AGENT = "agent"
WARMED = 2_000  # what the judge reads ahead, 0.2 ms each; it remembers more
_OUR_FRAME = re.compile(
    r"(?:\(unconfirmed\) )?(?:\(in conflict\) )?\(confidence: [01](?:\.\d+)?(?:; age: \d+d; [a-z-]+)?\)$"
)


@dataclass(frozen=True, slots=True)
class MarkerPosition:
    """Where a marker stood and the line it stood in."""

    place: MarkerPlace
    line: str


class MarkerIngest:
    """Takes markers. Everything here runs inside ``store.write``."""

    def __init__(
        self,
        book: RecordRepositories,
        clock: Clock,
        looks: SecondLookQueue,
        own_hosts: Callable[[], OperatorHosts] = OperatorHosts,
    ) -> None:
        self._own_hosts = own_hosts
        self._looks = looks
        self._book = book
        self._store = book.store
        self._clock = clock

    def warm(self, services: Sequence[str]) -> int:
        """Get the judge ready for what a session about these services is likely to say; how many memories it read."""
        from ..language.compare import judge
        from .gate import meaning

        self._gated(MemoryCandidate("timing", None, "Takes 60s to start"))  # its expressions are compiled once
        meaning.load()
        return judge.preload_judge(tables.latest_texts([service_name(name) for name in services], WARMED))

    def take(self, candidate: MemoryCandidate, said: MarkerPosition) -> MarkerOutcome | None:
        """Keep what a marker offers (M9 to M11); None where this very marker was taken before.

        The same text again in one session changes nothing (S7).
        """
        now = self._clock()
        text = f"[MEMORY:{candidate.category}:{shown_service(candidate.service)}] {one_line(candidate.observation)}"
        marker = self._book.markers.claim(said.place, kind="memory", line=said.line, said=text, now=now)
        if marker is None:
            return None
        candidate = replace(candidate, observation=_own_words(candidate.observation)[:LONGEST_OBSERVATION])
        if self._book.markers.said_before(said.place.session_id, "memory", text, marker):
            outcome = self._said_again(candidate, text, said.place.session_id)
        elif (gated := self._gated(candidate)).outcome != "allow":
            outcome = self._kept_out(candidate, gated, marker, said.line, now)
        else:
            outcome = self._carry_out(candidate, self._judged(candidate), marker, said.line, now)
        self._book.markers.settle(
            marker,
            action=outcome.action,
            why=outcome.why,
            target_id=outcome.memory.id if outcome.memory else None,
        )
        return outcome

    def _gated(self, candidate: MemoryCandidate) -> GateDecision:
        from .gate.known import gate_known

        fact = ExtractedFact(candidate.observation, candidate.category, candidate.service)
        return gate_known(fact, "marker", candidate.session_id, candidate.provenance, self._own_hosts())

    def _kept_out(
        self, candidate: MemoryCandidate, gated: GateDecision, marker: int, line: str, now: datetime
    ) -> MarkerOutcome:
        """What a marker may not bring in by itself (E4): held for review, or not stored at all; logged either way."""
        memory = None
        if gated.outcome == "hold" and not gate_log.rejected_before(candidate.observation):
            known = held_already(
                service_name(candidate.service),
                candidate.observation,
                by=AGENT,
                now=now,
                session_id=candidate.session_id,
                marker_id=marker,
            )
            if known:
                return known
            memory = insert(
                self._store,
                candidate,
                now,
                origin=MemoryOrigin("marker", line, conversation_id=conversation_of(candidate.session_id)),
                by=AGENT,
                why=gated.why,
                marker_id=marker,
                action="held",
                more={"gate": "hold", "gate_why": gated.why, "gate_confidence": gated.confidence, "active": 0},
            )
        gate_log.log(
            gated,
            candidate.observation,
            "marker",
            now,
            session_id=candidate.session_id,
            memory_id=memory.id if memory else None,
        )
        return MarkerOutcome(MemoryAction.HELD if memory else MemoryAction.REJECTED, memory, (), gated.why)

    def _said_again(self, candidate: MemoryCandidate, text: str, session_id: int) -> MarkerOutcome:
        earlier = [m for m in self._book.markers.of_session(session_id) if m.said == text and m.target_id]
        memory = tables.get_memory(earlier[0].target_id) if earlier and earlier[0].target_id else None
        return MarkerOutcome(MemoryAction.UNCHANGED, memory, (), "The same text was said before in this session.")

    def _judged(self, candidate: MemoryCandidate) -> list[JudgedMemory]:
        from ..language.compare import (
            judge,  # its lexicon and weights are read with the first marker, not when the window opens
        )

        known = tables.list_service_texts(candidate.service, candidate.category)
        service = candidate.service
        judgements = judge.judge_all(
            strip_subject(candidate.observation, service), bare_all([text for _, text in known], service)
        )
        # Whole rows only of those that matter: what is not different, and the nearest, whose reason is told.
        matter: dict[int, PairJudgement] = {}
        nearest, of_nearest = 0, None
        for (number, _), judged in zip(known, judgements, strict=True):
            if judged.verdict is not Verdict.DIFFERENT or judged.certainty is not None:
                matter[number] = judged
            if of_nearest is None or judged.score > of_nearest.score:
                nearest, of_nearest = number, judged
        if of_nearest is not None:
            matter[nearest] = of_nearest
        matter |= least_sure(zip((number for number, _ in known), judgements, strict=True), self._looks.below)
        found = [JudgedMemory(memory, matter[memory.id]) for memory in tables.by_ids(sorted(matter))]
        if service is not None:
            return weigh_verdicts(candidate.observation, found, service=service)
        place = folder_of(conversation_of(candidate.session_id))
        places = folders_of([one.memory.id for one in found])
        return weigh_verdicts(candidate.observation, found, service=None, place=place, places=places)

    def _carry_out(
        self, candidate: MemoryCandidate, judged: Sequence[JudgedMemory], marker: int, line: str, now: datetime
    ) -> MarkerOutcome:
        plan = lifecycle.plan(judged)
        cause = ChangeCause(candidate.observation, AGENT, now, candidate.session_id, marker)
        memory = self._reinforce(plan, cause, candidate) or insert(
            self._store,
            candidate,
            now,
            origin=MemoryOrigin("marker", line, conversation_id=conversation_of(candidate.session_id)),
            by=AGENT,
            why=plan.why,
            marker_id=marker,
            other_id=plan.compared,
        )
        lowered = tuple(contradict(old, memory, cause) for old in plan.lowered)
        note_unsure(judged, memory, now)
        if plan.returns is not None:
            why = plan.returns.judgement.why
            tables.add_link(MemoryLink(memory.id, plan.returns.memory.id, "returns", why, to_text(now)))
        self._looks.note(judged, memory, cause)
        if lowered:
            self._store.changed("memories", *(m.id for m in lowered))
        return MarkerOutcome(plan.action, memory, lowered, plan.why)

    def _reinforce(self, plan: FactPlan, cause: ChangeCause, candidate: MemoryCandidate) -> Memory | None:
        if plan.reinforced is None:
            return None
        why = said_again(cause, plan.reinforced)
        agreed = confirmed_by(plan.reinforced.memory, candidate.provenance, candidate.session_id)
        memory = confirm(
            plan.reinforced,
            cause,
            gain=lifecycle.REINFORCEMENT,
            action="reinforced",
            why=why,
            confirmed=int(agreed),
        )
        settled = settle_likely(memory, cause)
        self._store.changed("memories", memory.id, *(one.id for one in settled))
        return memory


def _own_words(text: str) -> str:
    """What the agent says itself. What ends a line of the prompt is ours and not stored again."""
    text = text.strip()
    return (text[:-80] + _OUR_FRAME.sub("", text[-80:])).strip() or text
