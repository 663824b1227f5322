"""Triage in three tiers: the rules, a model in batches of twenty, the operator (C4; the component document, The
proposal triage pipeline).

No proposal disappears without a word: each step leaves its reason in the row and an event in the telemetry. One process
of a data folder does it at a time.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from ...core.errors import OperatorError
from ...memory import may_send
from ...models.base import LanguageModel, ModelAnswer, ModelFault
from ..layout import MEMORY_FILE
from ..memory_file import MemoryEntry, read_memory_file, replace_entry
from . import model_triage
from .apply import ProposalOutdated
from .asking import tables as asking
from .model_triage import BATCH, ModelDecision
from .promotion import rank
from .triage_rules import TriageDecision, decide_by_rule, meet_entries, statement_of
from .types import StoredProposal, TriageResult
from .writing import TRIAGE, MemoryFileFull

if TYPE_CHECKING:
    from .service import ProposalService

EVERY = timedelta(minutes=30)
"""So often a model is asked at most."""
MOST_TRIES = 2
"""So often a proposal is sent that a model does not answer about; then the operator decides."""
RULE = "rule"
BUSY = "Another process is at it."
EXCLUDED = "It names a service that is excluded from models (second_look.exclude_services)."


@dataclass(frozen=True, slots=True)
class TriageMeans:
    """The model of a triage, None for none; ``expected`` whether one is allowed and will be asked later; what takes
    secrets out of what it is sent; when to stop; and the services of which it is told nothing."""

    model: LanguageModel | None = None
    expected: bool = False
    redact: Callable[[str], str] = str
    stopped: Callable[[], bool] = bool
    per_week: int = 7
    excluded: Sequence[str] = ()


@dataclass(slots=True)
class _Counts:
    """What became of proposals in one triage."""

    by_state: dict[str, int] = field(default_factory=dict)
    calls: int = 0
    cost_usd: float = 0.0
    note: str = ""

    def add(self, proposal: StoredProposal | None) -> None:
        if proposal is not None and not proposal.is_open:
            self.by_state[proposal.state] = self.by_state.get(proposal.state, 0) + 1


class ProposalTriage:
    """Triages the proposals of one service."""

    def __init__(self, proposals: ProposalService) -> None:
        self._proposals = proposals

    def run(self, means: TriageMeans) -> TriageResult:
        """One triage of all that waits."""
        with self._alone() as free:
            if not free:
                return TriageResult(note=BUSY)
            counts = _Counts()
            for proposal in self._waiting(0):
                if means.stopped():
                    break
                counts.add(self._by_rule(proposal))
            if means.model is not None:
                self._by_model(means, means.model, counts)
            elif not means.expected:
                for proposal in self._waiting(2):
                    self._hand_on(proposal, 3, f"{proposal.why} No model may be asked.".strip())
            asked = 0 if means.stopped() else self._ask_operator(means.per_week, counts)
            waiting = len(self._proposals.list(("waiting",)))
        of = counts.by_state.get
        return TriageResult(
            of("promoted", 0), of("merged", 0), of("rejected", 0), asked, waiting, of("outdated", 0), counts.calls,
            round(counts.cost_usd, 6), counts.note,
        )  # fmt: skip

    # --- tier 1 ------------------------------------------------------------------------------------------------------

    def _by_rule(self, proposal: StoredProposal) -> StoredProposal:
        draft = proposal.draft
        verdict = self._proposals.memory.curation.judge_text(statement_of(draft), foreign=not draft.trusted)
        facts = self._read(lambda: self._proposals.memory.curation.facts(draft.memory_ids))
        confirmed = bool(facts) and all(fact.is_confirmed for fact in facts)
        return self._carry_out(proposal, decide_by_rule(draft, verdict, self._entries(), confirmed=confirmed))

    def _carry_out(self, proposal: StoredProposal, decision: TriageDecision) -> StoredProposal:
        """What became of the proposal; it is open where it waits for another tier."""
        why = f"{decision.why} (rule: {decision.rule})"
        if decision.outcome == "reject":
            return self._proposals.settle(proposal.id, "rejected", RULE, why)
        if decision.outcome == "merge" and decision.entry is not None:
            return self._merge(proposal, decision.entry, decision.text, RULE, why)
        if decision.outcome == "promote":
            return self._promote(proposal, RULE, why)
        return self._hand_on(proposal, 2 if decision.outcome == "model" else 3, why)

    def _promote(self, proposal: StoredProposal, by: str, why: str, text: str = "") -> StoredProposal:
        """Write it; where MEMORY.md is full, or the file would not fit its format, the operator is asked."""
        try:
            return self._proposals.carry_out(proposal, by, TRIAGE, written=text, why=why)
        except MemoryFileFull as full:
            entry = f" Take this entry out first: “{full.demote.text}”" if full.demote is not None else ""
            return self._hand_on(proposal, 3, f"{why} But MEMORY.md is full.{entry}")
        except OperatorError as error:
            return self._hand_on(proposal, 3, f"{why} But it could not be written: {error}")

    def _merge(self, proposal: StoredProposal, entry: MemoryEntry, text: str, by: str, why: str) -> StoredProposal:
        """Count it with the entry that says the same, which takes over its wording where that says more."""
        commit = ""
        if text:
            commit = self._proposals.write_entry(proposal, entry, text)
        return self._proposals.settle(proposal.id, "merged", by, why, commit, text)

    # --- tier 2 ------------------------------------------------------------------------------------------------------

    def _by_model(self, means: TriageMeans, model: LanguageModel, counts: _Counts) -> None:
        asked = set[int]()
        while not means.stopped() and not counts.note:
            for proposal in self._waiting(2):
                if not may_send((), [*model_triage.sources_of(proposal.draft), proposal.draft.before], means.excluded):
                    self._hand_on(proposal, 3, f"{proposal.why} {EXCLUDED}".strip())
            batch = [one for one in self._waiting(2) if one.id not in asked][:BATCH]
            if not batch:
                return
            asked.update(one.id for one in batch)
            answer = self._ask_model(model, batch, means, counts)
            if answer is None:
                return
            said = model_triage.read_answers(answer.data, batch)
            for proposal in batch:
                counts.add(self._answered(proposal, said.get(proposal.id), f"model:{answer.model}"))

    def _ask_model(
        self, model: LanguageModel, batch: Sequence[StoredProposal], means: TriageMeans, counts: _Counts
    ) -> ModelAnswer | None:
        """One call; None where it failed, and ``counts.note`` says why."""
        call = self._write(lambda: asking.begin_call("triage", model.name, len(batch), self._now))
        counts.calls += 1
        entries = [one for one in self._entries() if may_send((), [one.text], means.excluded)]
        question = model_triage.question_of(batch, entries, means.redact)
        try:
            answer = model.ask(question, system=model_triage.SYSTEM, schema=model_triage.SCHEMA)
        except ModelFault as fault:
            self._failed(call, fault, counts)
            return None
        self._write(lambda: asking.end_call(call, answer.cost_usd, self._now))
        counts.cost_usd += answer.cost_usd
        return answer

    def _answered(self, proposal: StoredProposal, said: ModelDecision | None, by: str) -> StoredProposal | None:
        current = self._proposals.get(proposal.id)
        if current.state != "waiting":  # the operator was quicker
            return None
        if said is None:
            if self._write(lambda: self._proposals.records.unanswered(proposal.id)) >= MOST_TRIES:
                return self._hand_on(proposal, 3, "The model gave no clear answer.")
            return None
        if said.decision == "reject":
            return self._proposals.settle(proposal.id, "rejected", by, said.why)
        if said.decision == "review":
            return self._hand_on(proposal, 3, said.why)
        if said.text:  # its wording is held to the same rules as the one that was proposed
            verdict = self._proposals.memory.curation.judge_text(said.text)
            near = meet_entries(said.text, self._entries())
            if verdict.hold or verdict.artefact:
                return self._hand_on(proposal, 3, verdict.hold or "The model's text tells how to change a text.")
            if near is not None and near.entry is not None and near.outcome == "merge":
                return self._merge(proposal, near.entry, "", by, near.why)
            if near is not None and near.outcome == "operator":
                return self._hand_on(proposal, 3, near.why)
        return self._promote(proposal, by, said.why, said.text)

    def _failed(self, call: int, fault: ModelFault, counts: _Counts) -> None:
        cost = float(getattr(fault, "cost_usd", 0.0))
        counts.cost_usd += cost
        counts.note = fault.full_text

        def note() -> None:
            asking.end_call(call, cost, self._now, fault.full_text)
            self._proposals.emit("unanswered", job=f"triage:{call}", level="warning", success=False)

        self._write(note)

    # --- tier 3 ------------------------------------------------------------------------------------------------------

    def _ask_operator(self, per_week: int, counts: _Counts) -> int:
        """Put the best of those that are the operator's to decide before him, as many as the week has left."""
        week = week_of(self._now)
        left = per_week - self._read(lambda: self._proposals.records.asked_in(week))
        mine = self._waiting(3) if left > 0 else []
        if not mine:
            return 0
        explainer = self._proposals.explainer()
        order = rank([(one.id, explainer.explain(one)) for one in mine])
        by_id = {one.id: one for one in mine}
        asked = 0
        for number in order:
            if asked == left:
                break
            proposal = by_id[number]
            try:
                self._proposals.writer.difference(proposal.change)
            except ProposalOutdated as outdated:  # nobody need be asked about it
                counts.add(self._proposals.settle(number, "outdated", RULE, str(outdated.sentence)))
                continue
            self._proposals.ask(proposal, week)
            asked += 1
        return asked

    def _hand_on(self, proposal: StoredProposal, tier: int, why: str) -> StoredProposal:
        """Leave it to another tier."""

        def write() -> StoredProposal:
            self._proposals.records.hand_on(proposal.id, tier, why)
            self._proposals.emit("handed_on", proposal, tier=tier)
            return self._proposals.records.get(proposal.id)

        return self._proposals.store.write(write).result()

    # --- shared ------------------------------------------------------------------------------------------------------

    @property
    def _now(self) -> datetime:
        return self._proposals.clock()

    def _waiting(self, tier: int) -> list[StoredProposal]:
        return [one for one in self._proposals.list(("waiting",)) if one.tier == tier]

    def _entries(self) -> Sequence[MemoryEntry]:
        return read_memory_file(self._proposals.folder.text_of(MEMORY_FILE)).entries

    def _read(self, question: Callable[[], Any]) -> Any:
        return self._proposals.store.read(question).result()

    def _write(self, operation: Callable[[], Any]) -> Any:
        return self._proposals.store.write(operation).result()

    @contextmanager
    def _alone(self) -> Iterator[bool]:
        """Tell whether this process is the only one of the data folder that triages."""
        path = self._proposals.store.path.parent / "triage.lock"
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                yield False
            else:
                yield True
        finally:
            os.close(descriptor)


def week_of(now: datetime) -> str:
    """The ISO week of a time, such as 2026-W48."""
    year, week, _ = now.isocalendar()
    return f"{year}-W{week:02}"


def reworded(text: str, entry: MemoryEntry, said: str, now: datetime) -> str:
    """MEMORY.md with an entry in other words; unchanged where somebody has taken it out meanwhile."""
    try:
        return replace_entry(text, entry, said, now.date())
    except LookupError:
        return text
