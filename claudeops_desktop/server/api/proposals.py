"""Proposed changes of the knowledge folder, as the REST interface shows them. They are decided in Review, where held
facts, conflicts and patterns are: only questions of runs are answered over REST."""

from __future__ import annotations

from ...core.errors import OperatorError
from ...knowledge import open_knowledge
from ...knowledge.proposals.service import ProposalService
from ...knowledge.proposals.tables import ProposalRecords
from ...knowledge.proposals.types import StoredProposal
from .answer_types import ApiRow
from .operation_types import ApiCall, ApiReply
from .problems import RequestError, not_found
from .readings import page_of


class ProposalOut(ApiRow, frozen=True):
    """A proposed change: in the file at `path`, `before` becomes `after`. Its words come from agents, pages or other
    machines, and nobody has approved them. `difference` is only told of one that is asked for by its number."""

    id: int
    state: str
    kind: str
    source: str
    title: str
    path: str
    section: str
    before: str
    after: str
    reason: str
    why: str
    confidence: float
    trusted: bool
    created_at: str
    difference: str | None = None


def list_proposals(call: ApiCall) -> ApiReply:
    """Return what is put before the operator, newest first."""
    _require_person(call)
    before, asked = call.query.cursor, ProposalRecords(call.parts.book.store, call.parts.clock).list(("review",))
    rows = [row for row in reversed(asked) if before is None or row.id < before]
    return page_of(ProposalOut, rows[: call.query.limit + 1], call.query, _shown)


def show_proposal(call: ApiCall) -> ApiReply:
    """Return one with what approving it would do to its file."""
    _require_person(call)
    parts = call.parts
    folder = open_knowledge(parts.folder, parts.settings.current, parts.clock)
    try:
        proposals = ProposalService(parts.book, folder, parts.memory(), lambda: parts.settings.current)
        found = proposals.get(call.row_id)
        return ApiReply(_shown(found, proposals.difference(found.id)))
    except OperatorError as error:
        raise not_found("proposal", call.row_id) from error
    finally:
        folder.close()


def _require_person(call: ApiCall) -> None:
    """An agent would read what no gate has passed. Raises RequestError."""
    if call.caller.kind != "person":
        raise RequestError(
            403, "An agent's token may not read proposals: nobody has approved them yet.", fix="Use a person's token."
        )


def _shown(one: StoredProposal, difference: str | None = None) -> ProposalOut:
    draft = one.draft
    return ProposalOut(
        id=one.id,
        state=one.state,
        kind=draft.kind,
        source=draft.source,
        title=draft.title,
        path=draft.path,
        section=draft.section,
        before=draft.before,
        after=draft.after,
        reason=draft.reason,
        why=one.why,
        confidence=draft.confidence,
        trusted=draft.trusted,
        created_at=one.created_at,
        difference=difference,
    )
