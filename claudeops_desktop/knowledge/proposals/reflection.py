"""The reflection cycle: facts that were said since the last one become proposals for the knowledge folder (C3, C5; the
component document, The reflection cycle).

By rules first; a model, where one is given, then looks at the facts since it was last asked, for what several of them
say together. A position in the history of memories is kept for each, so that a second run finds nothing new.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from ...core.clock import Clock, to_text
from ...memory import may_send
from ...models.base import LanguageModel, ModelFault
from ...records.telemetry import recording
from ..layout import MEMORY_FILE
from ..memory_file import MemoryEntry, read_memory_file
from . import model_reflection
from .asking import tables as asking
from .explain import words_of_documents
from .reflection_rules import WeighedFact, draft_changes, group_facts, is_worth_keeping, weigh_fact
from .types import OfferResult, ProposalDraft

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...memory import CuratedFact, MemoryService, TextVerdict
    from ...storage import DataStore
    from ..service import KnowledgeService

PAGE = 500
"""Facts that are read at once."""
RECENT = timedelta(days=30)
"""The first reflection goes back so far: what is older was not said recently."""
MOST_AT_ONCE = 300
"""New proposals after which a reflection by rules ends: each is compared with the others, and nobody reads more. The
next night goes on from there."""
BETWEEN_CALLS = timedelta(hours=12)
LOOKED_AT = 3
"""Sessions of a proposal whose logs are searched for where its words stood first."""
BY_RULES, BY_MODEL = "reflection", "reflection-model"
FULL = "reflection-full"
"""When a reflection by rules ended with more to propose, in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class ReflectionMeans:
    """The model of a reflection, what takes secrets out of what it is sent, and the services of which it is told
    nothing."""

    model: LanguageModel
    redact: Callable[[str], str]
    excluded: Sequence[str] = ()


class ProposalReflection:
    """Reflects for one folder. ``offer`` keeps the proposals."""

    def __init__(
        self, store: DataStore, folder: KnowledgeService, memory: MemoryService, clock: Clock,
        offer: Callable[[Iterable[ProposalDraft]], OfferResult],
    ) -> None:  # fmt: skip
        self._store = store
        self._folder = folder
        self._memory = memory
        self._clock = clock
        self._offer = offer

    def by_rules(self) -> OfferResult:
        """Propose what the rules find in the facts since the last time. After so many proposals that the rest had to
        wait, nothing more is proposed for twelve hours."""
        done, documents = OfferResult(), None
        full_at = self._store.read(lambda: asking.position(FULL)).result()
        if full_at is not None and self._clock().timestamp() - full_at < BETWEEN_CALLS.total_seconds():
            return done
        while True:
            if done.added >= MOST_AT_ONCE:
                self._rest()
                return done
            place, facts = self._facts(BY_RULES, PAGE)
            if not facts:
                return done
            if documents is None:
                documents = words_of_documents(self._folder)
            weighed = self._weigh(facts)
            entries, revision = self._memory_file()
            length = sum(len(fact.memory.observation) for fact in facts)
            drafts, left = draft_changes(group_facts(weighed), entries, documents, revision, length)
            offered = self._offer([self._placed(draft, facts) for draft in drafts])
            done = _plus(done, offered)
            self._went_to(
                BY_RULES, place, facts=len(facts), proposed=offered.added, repeated=offered.repeated,
                read_characters=length, written_characters=sum(len(one.after) for one in drafts),
                not_worth=len(facts) - len(weighed), **left,
            )  # fmt: skip

    def by_model(self, means: ReflectionMeans) -> OfferResult:
        """Ask a model about the facts since it was last asked, once; nothing is asked within twelve hours of the last
        call, or without new facts."""
        now = self._clock()
        calls = self._store.read(lambda: asking.calls_of("reflection", now)).result()
        if not calls.may_ask(now, BETWEEN_CALLS):
            return OfferResult()
        place, facts = self._facts(BY_MODEL, model_reflection.MOST_FACTS)
        entries, revision = self._memory_file()
        entries = tuple(one for one in entries if may_send((), [one.text], means.excluded))
        weighed = [one for one in self._weigh(facts) if self._may_send(one, means.excluded)]
        if not weighed:
            if facts:
                self._went_to(BY_MODEL, place, facts=len(facts), proposed=0)
            return OfferResult()
        question = model_reflection.question_of(weighed, entries, means.redact)
        call = self._store.write(
            lambda: asking.begin_call("reflection", means.model.name, len(weighed), self._clock())
        ).result()
        try:
            answer = means.model.ask(question, system=model_reflection.SYSTEM, schema=model_reflection.SCHEMA)
        except ModelFault as fault:
            self._failed(call, fault)
            return OfferResult()
        drafts, dropped = model_reflection.read_changes(answer.data, weighed, entries, revision)
        offered = self._offer([self._placed(draft, facts) for draft in drafts])
        self._store.write(lambda: asking.end_call(call, answer.cost_usd, self._clock())).result()
        self._went_to(
            BY_MODEL, place, facts=len(facts), proposed=offered.added, repeated=offered.repeated, dropped=dropped,
            read_characters=sum(len(one.text) for one in weighed),
            written_characters=sum(len(one.after) for one in drafts),
        )  # fmt: skip
        return offered

    def _rest(self) -> None:
        now = self._clock()
        self._store.write(lambda: asking.set_position(FULL, int(now.timestamp()), now)).result()

    def _facts(self, name: str, limit: int) -> tuple[int, list[CuratedFact]]:
        """The next facts, and the position behind them."""
        since = to_text(self._clock() - RECENT)

        def read() -> tuple[int, list[CuratedFact]]:
            begin = asking.position(name)
            if begin is None:
                begin = self._memory.curation.position_at(since)
            return self._memory.curation.facts_since(begin, limit)

        return self._store.read(read).result()

    def _memory_file(self) -> tuple[tuple[MemoryEntry, ...], str]:
        text = self._folder.text_of(MEMORY_FILE)
        return read_memory_file(text).entries, self._folder.repository.revision_of(MEMORY_FILE) if text else ""

    def _weigh(self, facts: Sequence[CuratedFact]) -> list[WeighedFact]:
        found = []
        for fact in facts:
            one = weigh_fact(fact)
            if one is not None and is_worth_keeping(one, self._judge(one)):
                found.append(one)
        return found

    def _judge(self, one: WeighedFact) -> TextVerdict:
        return self._memory.curation.judge_text(one.text, one.fact.memory.service, foreign=not one.trusted)

    def _may_send(self, one: WeighedFact, excluded: Sequence[str]) -> bool:
        """Nothing that others wrote, or that the operator must decide about, is given to a model to build on; nor what
        is about an excluded service."""
        about = may_send([fact.memory.service for fact in one.facts], [one.text], excluded)
        return about and one.trusted and not self._judge(one).hold

    def _placed(self, draft: ProposalDraft, facts: Sequence[CuratedFact]) -> ProposalDraft:
        """The proposal, untrusted where a session that said its facts had read the words somewhere first."""
        if not draft.trusted:
            return draft
        for fact in facts:
            if fact.memory.id not in draft.memory_ids or fact.by_operator:
                continue
            text, sessions = fact.memory.observation, fact.sessions[:LOOKED_AT]
            place = self._memory.curation.written_by_others(text, sessions, fact.memory.service)
            if place:
                return replace(draft, trusted=False, reason=f"{draft.reason} Its words stand in {place}.")
        return draft

    def _failed(self, call: int, fault: ModelFault) -> None:
        def note() -> None:
            now = self._clock()
            asking.end_call(call, float(getattr(fault, "cost_usd", 0.0)), now, fault.full_text)
            recording.emit_event("reflect", "memory.reflect.unanswered", now=now, level="warning", success=False)

        self._store.write(note).result()

    def _went_to(self, name: str, place: int, **counts: Any) -> None:
        def write() -> None:
            now = self._clock()
            asking.set_position(name, place, now)
            recording.emit_event("reflect", "memory.reflect.completed", now=now, job=name, **counts)

        self._store.write(write).result()


def _plus(one: OfferResult, other: OfferResult) -> OfferResult:
    return OfferResult(one.added + other.added, one.repeated + other.repeated, (*one.ids, *other.ids))
