"""``ProposalService``: the door to proposed changes of the knowledge folder (C3, C4, C8 to C11).

All of it waits for the database and for the folder's lock: never on a GUI thread, never inside ``store.read`` or
``store.write``. Every change of a proposal's state leaves its reason in its row and an event in the telemetry.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ...core.clock import Clock, utc_now
from ...core.errors import OperatorError
from ...core.messages import UserMessage
from ...records.telemetry import recording
from ..repository import OPERATOR
from .apply import ProposalOutdated
from .repeated import repeated_proposal
from .tables import ProposalRecords
from .types import OPEN_STATES, OfferResult, ProposalDraft, ProposalState, StoredProposal
from .writing import ProposalWriter

if TYPE_CHECKING:
    from ...core.settings import Settings
    from ...memory import MemoryService
    from ...records.record_books import RecordRepositories
    from ..service import KnowledgeService

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
        self._store = book.store
        self._book = book
        self._folder = knowledge
        self._memory = memory
        self._settings = settings
        self._clock = clock
        self._records = ProposalRecords(book.store, clock)
        self._writer = ProposalWriter(knowledge)

    # --- proposals come in -------------------------------------------------------------------------------------------

    def offer(self, drafts: Iterable[ProposalDraft]) -> OfferResult:
        """Keep proposals. One that says the same as an earlier one, rejected ones too, is counted there instead; so
        is one that says the same in other words as one that is open or was rejected."""
        wanted = list(drafts)
        if not wanted:
            return OfferResult()
        earlier = self._store.read(lambda: self._records.list((*OPEN_STATES, "rejected"))).result()
        return self._store.write(lambda: self._add(wanted, earlier)).result()

    # --- reading -----------------------------------------------------------------------------------------------------

    def list(self, states: Sequence[ProposalState] = OPEN_STATES) -> builtins.list[StoredProposal]:
        """The proposals in these states with their evidence, the oldest first."""
        return self._store.read(lambda: self._records.list(states)).result()

    def get(self, number: int) -> StoredProposal:
        """One proposal. Raises OperatorError where there is none of that number."""
        return self._store.read(lambda: self._records.get(number)).result()

    def counts(self) -> dict[str, int]:
        """How many there are in each state."""
        return self._store.read(self._records.counts).result()

    def difference(self, number: int) -> str:
        """What approving it would do to its file as that is now, as a unified difference; of one that was carried out,
        what it changed; "" of one that can no longer be made."""
        proposal = self.get(number)
        if proposal.commit:
            return self._folder.diff(proposal.commit, self._path_in_commit(proposal))
        try:
            return self._writer.difference(proposal.change)
        except ProposalOutdated:
            return ""

    # --- the operator's answers --------------------------------------------------------------------------------------

    def approve(self, number: int, text: str | None = None) -> StoredProposal:
        """Carry a proposal out as the operator's change; with ``text`` in his own words. Where the file no longer says
        what was to be changed, the proposal is outdated and its ``why`` says so. Raises OperatorError where it was
        answered before, MEMORY.md is full, or the file would not fit its format."""
        proposal = self._open(number)
        said = " ".join(text.split()) if text is not None and proposal.draft.path == "MEMORY.md" else text
        if said is not None and not said.strip():
            raise OperatorError(UserMessage("The text is empty."), UserMessage("Reject the proposal instead."))
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
        if proposal.commit:
            self._writer.take_back(proposal, OPERATOR)
        return self.settle(number, "review", OPERATOR, f"Reopened. It was {proposal.state}: {proposal.why}".strip())

    # --- shared with triage ------------------------------------------------------------------------------------------

    def carry_out(
        self, proposal: StoredProposal, by: str, author: str, *, written: str = "", why: str = ""
    ) -> StoredProposal:
        """Make a proposal's change in the folder and settle it: promoted, or outdated where that cannot be done any
        more. ``by`` decided it, ``author`` signs the commit. Raises OperatorError as ``approve`` does."""
        changed = replace(proposal, written=written) if written and written != proposal.draft.after else proposal
        try:
            commit = self._writer.write(proposal.id, changed.change, author)
        except ProposalOutdated as outdated:
            commit = self._writer.commit_of(proposal.id, proposal.draft.path) if outdated.done else ""
            if not commit:
                return self.settle(proposal.id, "outdated", by, str(outdated.sentence))
        return self.settle(proposal.id, "promoted", by, why or proposal.draft.reason, commit, changed.written)

    def settle(
        self, number: int, state: ProposalState, by: str, why: str, commit: str = "", written: str = ""
    ) -> StoredProposal:
        """Write what becomes of a proposal, with its reason, and an event in the telemetry."""

        def write() -> StoredProposal:
            done = self._records.decide(number, state, by, why, commit, written)
            self._tell(state, done)
            return done

        return self._store.write(write).result()

    def _open(self, number: int) -> StoredProposal:
        proposal = self.get(number)
        if not proposal.is_open:
            raise OperatorError(
                UserMessage("Proposal {id} was answered before: it is {state}.", id=number, state=proposal.state),
                UserMessage("See `claudeops review list --kind proposal`."),
            )
        return proposal

    def _path_in_commit(self, proposal: StoredProposal) -> str:
        commit = next((one for one in self._folder.log() if one.number == proposal.commit), None)
        return self._writer.path_of(proposal.change, commit.paths) if commit else proposal.draft.path

    def _add(self, drafts: Sequence[ProposalDraft], earlier: builtins.list[StoredProposal]) -> OfferResult:
        """Inside ``store.write``."""
        ids, added = builtins.list[int](), 0
        for draft in drafts:
            same = None if self._records.find(draft) is not None else repeated_proposal(draft, earlier)
            number, new = self._records.add(draft, same.id if same is not None else None)
            ids.append(number)
            if new:
                added += 1
                stored = self._records.get(number)
                earlier.append(stored)
                self._tell("offered", stored)
        return OfferResult(added, len(drafts) - added, tuple(ids))

    def _tell(self, what: str, proposal: StoredProposal) -> None:
        """Inside ``store.write``."""
        recording.emit_event(
            COMPONENT, f"memory.proposal.{what}", now=self._clock(), job=f"proposal:{proposal.id}",
            source=proposal.draft.source, kind=proposal.draft.kind, by=proposal.decided_by,
            memories=list(proposal.draft.memory_ids),
        )  # fmt: skip
