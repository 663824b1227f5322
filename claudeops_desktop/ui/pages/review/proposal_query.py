"""Proposed changes of the knowledge folder: what the list shows, what the card shows, and the answers. The list is read
on a reader thread; the rest waits for the folder as well, on a thread of its own."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from ....core.errors import ClaudeOpsError
from ....knowledge import open_knowledge
from ....knowledge.proposals.promotion import PromotionScore
from ....knowledge.proposals.service import ProposalService
from ....knowledge.proposals.tables import ProposalRecords
from ....knowledge.proposals.types import ProposalEvidence, StoredProposal
from ....language.types import GENERAL
from ...text.translation import tr_message
from ..base_page import PageLocation
from .queries import ReviewItemKey, ReviewRow

if TYPE_CHECKING:
    from ...app_context import AppContext

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ProposalDetails:
    """What a card says of a proposal: its row, what it would change in the file as that is now, "" where it can no
    longer be made, and what speaks for it."""

    proposal: StoredProposal
    difference: str
    score: PromotionScore | None


def with_proposals(desk: AppContext, work: Callable[[ProposalService], T]) -> T:
    """Do something with the proposals of the operator's folder."""
    with closing(open_knowledge(desk.folder, desk.settings.current)) as folder:
        return work(ProposalService(desk.book, folder, desk.memory, lambda: desk.settings.current))


def proposal_rows(records: ProposalRecords) -> dict[Hashable, ReviewRow]:
    """Asks for those that are put before the operator, by their keys, the oldest first."""
    return {ReviewItemKey("proposal", one.id): proposal_row(one) for one in records.list(("review",))}


def proposal_row(one: StoredProposal) -> ReviewRow:
    """The row of a proposal."""
    draft = one.draft
    said = tr_message(draft.title) if draft.source == "sync" else draft.after or draft.before or draft.title
    return ReviewRow("proposal", GENERAL, draft.source, said, draft.reason or one.why, one.created_at, one)


def load_proposal(desk: AppContext, key: ReviewItemKey) -> tuple[ReviewItemKey, ProposalDetails]:
    """What the card shows. Raises OperatorError where there is no such proposal."""

    def work(proposals: ProposalService) -> ProposalDetails:
        proposal, score = proposals.get(key.id), None
        if proposal.draft.source != "sync":  # a whole file is weighed by who reads its difference
            with suppress(ClaudeOpsError):
                score = proposals.explain(key.id)
        return ProposalDetails(proposal, proposals.difference(key.id), score)

    return key, with_proposals(desk, work)


def approve_proposal(desk: AppContext, number: int, text: str | None) -> StoredProposal:
    """Carry it out, in other words where the operator wrote them."""
    return with_proposals(desk, lambda proposals: proposals.approve(number, text))


def reject_proposal(desk: AppContext, number: int, why: str) -> StoredProposal:
    """Turn it down for good."""
    return with_proposals(desk, lambda proposals: proposals.reject(number, why))


def reopen_proposal(desk: AppContext, number: int) -> StoredProposal:
    """Undo an answer."""
    return with_proposals(desk, lambda proposals: proposals.reopen(number))


def evidence_location(one: ProposalEvidence) -> PageLocation | None:
    """Where a piece of evidence is shown; None where no page shows such a thing."""
    number = int(one.ref) if one.ref.isascii() and one.ref.isdigit() else None
    if one.kind == "file":
        return PageLocation("knowledge", filters={"path": one.ref.partition(":")[0]})
    if one.kind == "memory" and number is not None:
        return PageLocation("memories", id=number)
    if one.kind == "case":
        return PageLocation("cases", id=number)
    if one.kind == "incident" and number is not None:
        return PageLocation("incidents", id=number)
    session, _, line = one.ref.partition(":")
    place = one.session_id if one.session_id is not None else int(session) if session.isdigit() else None
    if place is None:
        return None
    return PageLocation("sessions", id=place, line=int(line) if line.isdigit() and one.kind == "session" else None)
