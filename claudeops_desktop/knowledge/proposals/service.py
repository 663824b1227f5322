"""``ProposalService``: the door to proposed changes of the knowledge folder (C3, C4, C8 to C11).

All of it waits for the database and for the folder's lock: never on a GUI thread, never inside ``store.read`` or
``store.write``. Every change of a proposal's state leaves its reason in its row and an event in the telemetry.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...core.clock import Clock, utc_now
from ...core.errors import OperatorError
from ...core.messages import UserMessage
from ...models.permission import is_allowed
from ...records.telemetry import recording
from ..layout import MEMORY_FILE
from ..repository import OPERATOR
from ..service import unified
from .apply import ProposalOutdated
from .asking import tables as asking
from .explain import PromotionExplainer
from .reflection import ProposalReflection, ReflectionMeans
from .repeated import repeated_proposal
from .tables import ProposalRecords
from .triage import EVERY, ProposalTriage, TriageMeans, reworded
from .types import MACHINES, OPEN_STATES, OfferResult, ProposalDraft, ProposalState, StoredProposal, TriageResult
from .writing import TRIAGE, ProposalWriter

if TYPE_CHECKING:
    from ...core.settings import Settings
    from ...memory import MemoryService
    from ...models.base import LanguageModel
    from ...records.record_books import RecordRepositories
    from ..memory_file import MemoryEntry
    from ..service import KnowledgeService
    from .promotion import PromotionScore

COMPONENT = "triage"


class ProposalService:
    """Keeps proposals, and carries out what is decided about them."""

    def __init__(
        self,
        book: RecordRepositories,
        knowledge: KnowledgeService,
        memory: MemoryService,
        settings: Callable[[], Settings],
        clock: Clock = utc_now,
    ) -> None:
        self.store = book.store
        self.folder = knowledge
        self.memory = memory
        self._settings = settings
        self.clock = clock
        self.records = ProposalRecords(book.store, clock)
        self.writer = ProposalWriter(knowledge)

    # --- proposals come in -------------------------------------------------------------------------------------------

    def offer(self, drafts: Iterable[ProposalDraft]) -> OfferResult:
        """Keep proposals. One that says the same as an earlier one, rejected ones too, is counted there instead; so
        is one that says the same in other words as one that is open or was rejected."""
        wanted = list(drafts)
        if not wanted:
            return OfferResult()
        every = self.store.read(lambda: self.records.list((*OPEN_STATES, "rejected"))).result()
        earlier = [one for one in every if one.draft.source != "sync"]  # those are whole files
        known = {one.draft.fingerprint for one in earlier}
        # The judge is asked before the write, which holds up nobody: an id of an earlier one, or below zero the place
        # of one of this batch.
        same = builtins.list[int | None]()
        for place, draft in enumerate(wanted):
            found = repeated_proposal(draft, earlier) if draft.fingerprint not in known else None
            same.append(found.id if found is not None else None)
            if found is None and draft.fingerprint not in known:
                known.add(draft.fingerprint)
                earlier.append(StoredProposal(-1 - place, draft, "waiting", ""))
        return self.store.write(lambda: self._add(wanted, same)).result()

    def reflect(self, model: LanguageModel | None = None, redact: Callable[[str], str] = str) -> OfferResult:
        """Propose what is worth keeping of the facts that were said since the last time: by rules, and with a model by
        that too, at most every twelve hours. A second call finds nothing new."""
        reflection = ProposalReflection(self.store, self.folder, self.memory, self.clock, self.offer)
        done = reflection.by_rules()
        if model is None:
            return done
        excluded = self._settings().second_look.exclude_services
        more = reflection.by_model(ReflectionMeans(model, redact, excluded))
        return OfferResult(done.added + more.added, done.repeated + more.repeated, (*done.ids, *more.ids))

    def triage(
        self, model: LanguageModel | None = None, redact: Callable[[str], str] = str,
        stopped: Callable[[], bool] = bool,
    ) -> TriageResult:  # fmt: skip
        """Decide what waits: the rules, then the model in batches of twenty, then the operator, seven a week. Without a
        model, what the rules leave is the operator's; where one is allowed but not given here, it waits for that. A
        second call changes nothing."""
        settings = self._settings()
        means = TriageMeans(
            model, is_allowed(settings), redact, stopped, settings.triage.per_week,
            settings.second_look.exclude_services,
        )  # fmt: skip
        return ProposalTriage(self).run(means)

    def is_due(self) -> bool:
        """Tell whether a model has something to decide now: proposals wait for it, and the last call was half an hour
        ago. Inside ``store.read``."""
        now = self.clock()
        if not is_allowed(self._settings()) or not self.records.count_due():
            return False
        return asking.calls_of("triage", now).may_ask(now, EVERY)

    # --- reading -----------------------------------------------------------------------------------------------------

    def list(self, states: Sequence[ProposalState] = OPEN_STATES) -> builtins.list[StoredProposal]:
        """The proposals in these states with their evidence, the oldest first."""
        return self.store.read(lambda: self.records.list(states)).result()

    def get(self, number: int) -> StoredProposal:
        """One proposal. Raises OperatorError where there is none of that number."""
        return self.store.read(lambda: self.records.get(number)).result()

    def counts(self) -> dict[str, int]:
        """How many there are in each state."""
        return self.store.read(self.records.counts).result()

    def difference(self, number: int) -> str:
        """What approving it would do to its file as that is now, as a unified difference; of one that was carried out,
        what it changed; "" of one that can no longer be made."""
        proposal = self.get(number)
        if proposal.draft.path == MACHINES:
            return unified(MACHINES, "", f"{proposal.draft.after}\n")
        if proposal.commit:
            return self.folder.diff(proposal.commit, self._path_in_commit(proposal))
        try:
            return self.writer.difference(proposal.change)
        except ProposalOutdated:
            return ""

    def explain(self, number: int) -> PromotionScore:
        """What speaks for a proposal: the criteria, each with its weight, its value and a sentence."""
        return self.explainer().explain(self.get(number))

    def explain_memory(self, number: int) -> PromotionScore:
        """The same for a fact. Raises OperatorError where there is none of that number."""
        return self.explainer().explain_memory(number)

    def explainer(self) -> PromotionExplainer:
        """Weighs proposals against the folder as it is now."""
        return PromotionExplainer(self.store, self.folder, self.memory, self.clock, self.list())

    # --- the operator's answers --------------------------------------------------------------------------------------

    def approve(self, number: int, text: str | None = None) -> StoredProposal:
        """Carry a proposal out as the operator's change; with ``text`` in his own words. Where the file no longer says
        what was to be changed, the proposal is outdated and its ``why`` says so. Raises OperatorError where it was
        answered before, MEMORY.md is full, or the file would not fit its format."""
        proposal = self._open(number)
        is_entry = proposal.draft.path == MEMORY_FILE and proposal.draft.source != "sync"
        said = " ".join(text.split()) if text is not None and is_entry else text
        if said is not None and not said.strip():
            raise OperatorError(UserMessage("The text is empty."), UserMessage("Reject the proposal instead."))
        if proposal.draft.path == MACHINES:
            name, _, key = proposal.draft.after.partition(" ")
            self.store.write(lambda: self.memory.sharing.trust_machine(key, name)).result()
            return self.settle(number, "promoted", OPERATOR, proposal.draft.reason)
        return self.carry_out(proposal, OPERATOR, OPERATOR, written=said or "")

    def reject(self, number: int, why: str = "") -> StoredProposal:
        """Turn a proposal down. It is remembered, and what says the same is not asked again."""
        self._open(number)
        return self.settle(number, "rejected", OPERATOR, why or "Rejected by the operator.")

    def reopen(self, number: int) -> StoredProposal:
        """Undo an answer: the proposal is put before the operator again, and what it changed in the folder is taken
        back as a new version. Raises OperatorError where it is open, or the change cannot be found any more."""
        proposal = self.get(number)
        if proposal.is_open:
            raise OperatorError(
                UserMessage("Proposal {id} was not answered yet.", id=number), UserMessage("Approve or reject it.")
            )
        if proposal.draft.path == MACHINES:
            key = proposal.draft.after.partition(" ")[2]
            self.store.write(lambda: self.memory.sharing.distrust_machine(key)).result()
        if proposal.commit:
            self.writer.take_back(proposal, OPERATOR)
        return self.settle(number, "review", OPERATOR, f"Reopened. It was {proposal.state}: {proposal.why}".strip())

    # --- shared with triage ------------------------------------------------------------------------------------------

    def carry_out(
        self, proposal: StoredProposal, by: str, author: str, *, written: str = "", why: str = ""
    ) -> StoredProposal:
        """Make a proposal's change in the folder and settle it: promoted, or outdated where that cannot be done any
        more. ``by`` decided it, ``author`` signs the commit. Raises OperatorError as ``approve`` does."""
        changed = replace(proposal, written=written) if written and written != proposal.draft.after else proposal
        try:
            commit = self.writer.write(proposal.id, changed.change, author)
        except ProposalOutdated as outdated:
            commit = self.writer.commit_of(proposal.id, proposal.draft.path) if outdated.done else ""
            if not commit:
                return self.settle(proposal.id, "outdated", by, str(outdated.sentence))
        return self.settle(proposal.id, "promoted", by, why or proposal.draft.reason, commit, changed.written)

    def settle(
        self, number: int, state: ProposalState, by: str, why: str, commit: str = "", written: str = ""
    ) -> StoredProposal:
        """Write what becomes of a proposal, with its reason, and an event in the telemetry."""

        def write() -> StoredProposal:
            done = self.records.decide(number, state, by, why, commit, written)
            self.emit(state, done)
            return done

        return self.store.write(write).result()

    def write_entry(self, proposal: StoredProposal, entry: MemoryEntry, text: str) -> str:
        """Give an entry of MEMORY.md the wording of a proposal that says the same; the number of the commit."""
        why = f"Proposal {proposal.id}: {proposal.draft.title}"[:200]
        self.folder.update(MEMORY_FILE, lambda now: reworded(now, entry, text, self.clock()), why, TRIAGE)
        return self.folder.log(MEMORY_FILE, limit=1)[0].number

    def ask(self, proposal: StoredProposal, week: str) -> None:
        """Put a proposal before the operator."""

        def write() -> None:
            self.records.ask_operator(proposal.id, week, proposal.why or proposal.draft.reason)
            self.emit("asked", proposal, week=week)

        self.store.write(write).result()

    def emit(self, what: str, proposal: StoredProposal | None = None, **detail: Any) -> None:
        """Write an event of the telemetry. Inside ``store.write``."""
        if proposal is not None:
            detail = {"job": f"proposal:{proposal.id}", "source": proposal.draft.source, "kind": proposal.draft.kind,
                      "by": proposal.decided_by, "memories": list(proposal.draft.memory_ids), **detail}  # fmt: skip
        recording.emit_event(COMPONENT, f"memory.proposal.{what}", now=self.clock(), **detail)

    def _open(self, number: int) -> StoredProposal:
        proposal = self.get(number)
        if not proposal.is_open:
            raise OperatorError(
                UserMessage("Proposal {id} was answered before: it is {state}.", id=number, state=proposal.state),
                UserMessage("See `claudeops review list --kind proposal`."),
            )
        return proposal

    def _path_in_commit(self, proposal: StoredProposal) -> str:
        commit = next((one for one in self.folder.log() if one.number == proposal.commit), None)
        return self.writer.path_of(proposal.change, commit.paths) if commit else proposal.draft.path

    def _add(self, drafts: Sequence[ProposalDraft], same: Sequence[int | None]) -> OfferResult:
        """Inside ``store.write``. ``same`` is the earlier proposal of each, as ``offer`` found it."""
        ids, added = builtins.list[int](), 0
        for draft, twin in zip(drafts, same, strict=True):
            number, new = self.records.add(draft, ids[-1 - twin] if twin is not None and twin < 0 else twin)
            ids.append(number)
            if new:
                added += 1
                self.emit("offered", self.records.get(number))
        return OfferResult(added, len(drafts) - added, tuple(ids))
