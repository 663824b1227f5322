"""Why a proposal or a fact is worth a place in the knowledge folder, or is not: the evidence is gathered here, the
criteria weigh it (C11). Waits for the database and reads the folder: never on a GUI thread."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from ...core.clock import Clock, from_text
from ...core.errors import OperatorError
from ...core.messages import UserMessage
from ..entries import read_entry
from ..layout import INDEX, LOG, MEMORY_FILE, kind_of
from ..memory_file import SECTIONS, read_memory_file
from .promotion import PromotionEvidence, PromotionScore, nearest, score_promotion, words_of
from .reflection_rules import said_of
from .triage_rules import statement_of
from .types import ProposalDraft, StoredProposal

if TYPE_CHECKING:
    from ...memory import CuratedFact, MemoryService
    from ...storage import DataStore
    from ..service import KnowledgeService

_DOMAINS = {heading: domain for domain, heading in SECTIONS.items()}


class PromotionExplainer:
    """Weighs proposals and facts against one state of the folder, which is read when it is made."""

    def __init__(
        self, store: DataStore, folder: KnowledgeService, memory: MemoryService, clock: Clock,
        open_proposals: Sequence[StoredProposal] = (),
    ) -> None:  # fmt: skip
        self._store = store
        self._memory = memory
        self._clock = clock
        self._documents = words_of_documents(folder)
        entries = read_memory_file(folder.text_of(MEMORY_FILE)).entries
        self._entries = {f"{MEMORY_FILE}:{one.line}": (one.text, words_of(one.text)) for one in entries}
        self._proposals = {f"proposal {one.id}": words_of(statement_of(one.draft)) for one in open_proposals}

    def explain(self, proposal: StoredProposal) -> PromotionScore:
        """The criteria of a proposal. What it replaces does not speak against it."""
        draft = proposal.draft
        facts = self._store.read(lambda: self._memory.curation.facts(draft.memory_ids)).result()
        sessions = {one.session_id for one in draft.evidence if one.session_id is not None}
        evidence = self._evidence(statement_of(draft), facts, sessions, f"proposal {proposal.id}", draft)
        return score_promotion(evidence, self._clock())

    def explain_memory(self, number: int) -> PromotionScore:
        """The criteria of a fact that nobody has proposed. Raises OperatorError where there is none of that number."""
        facts = self._store.read(lambda: self._memory.curation.facts([number])).result()
        if not facts:
            raise OperatorError(
                UserMessage("There is no memory {id}.", id=number), UserMessage("See `claudeops memory list`.")
            )
        return score_promotion(self._evidence(said_of(facts[0]), facts, set(), "", None), self._clock())

    def _evidence(
        self, text: str, facts: Sequence[CuratedFact], told: set[int], own: str, draft: ProposalDraft | None
    ) -> PromotionEvidence:
        memories = [fact.memory for fact in facts]
        sessions = {session for fact in facts for session in fact.sessions} | told
        services = {memory.service for memory in memories}
        occasions = max(sum(fact.occasions for fact in facts), len(told), 1)
        contexts = max(len(sessions), len(services), sum(fact.days for fact in facts) if len(facts) == 1 else 1)
        trusted = all(not fact.foreign for fact in facts) and (draft is None or draft.trusted)
        verdict = self._memory.curation.judge_text(text, foreign=not trusted)
        why_not = "Its words come from a page, a log, an alert or a message." if not trusted else verdict.hold
        before = draft.before if draft is not None else ""
        path = draft.path if draft is not None else ""
        documents = {name: words for name, words in self._documents.items() if name != path}
        beside = {name: words for name, (said, words) in self._entries.items() if said != before}
        beside |= {name: words for name, words in self._proposals.items() if name != own}
        documented, where = nearest(text, documents)
        return PromotionEvidence(
            text=text,
            domain=memories[0].domain if memories else _DOMAINS.get(draft.section, draft.section) if draft else "",
            occasions=occasions,
            contexts=contexts,
            echoed=sum(fact.echoed for fact in facts),
            recalled=sum(memory.recall_count for memory in memories),
            confirmed_at=_latest(memory.stated_at for memory in memories),
            concrete=verdict.concrete,
            by_operator=any(fact.by_operator for fact in facts),
            documented=documented,
            where=where,
            repeated=nearest(text, beside)[0],
            why_not=why_not,
        )


def words_of_documents(folder: KnowledgeService) -> Mapping[str, frozenset[str]]:
    """The words of the notes, decisions and procedures: what stands there need not stand in MEMORY.md. Renderings of
    the database are left out, as they repeat the facts themselves."""
    found = {}
    for path, text in folder.texts().items():
        kind = kind_of(path)
        if path.rpartition("/")[2] in (MEMORY_FILE, INDEX, LOG) or (kind is not None and kind.rendered):
            continue
        found[path] = words_of(read_entry(text).body)
    return found


def _latest(times: Iterable[str]) -> datetime | None:
    return max((from_text(one) for one in times if one), default=None)
