"""What the inbox asks for on reader threads: all that waits, most urgent first, and what the card of a row shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ....core.clock import utc_now
from ....core.errors import ClaudeOpsError
from ....knowledge import open_knowledge
from ....knowledge.proposals.promotion import PromotionScore
from ....knowledge.proposals.service import ProposalService
from ....knowledge.proposals.tables import ProposalRecords
from ....knowledge.proposals.types import ProposalEvidence, StoredProposal
from ....language.types import GENERAL, PairJudgement, service_name
from ....learning import LearningService, StoredPattern
from ....memory import (
    RETRACTS,
    EarlierRuleCounts,
    ExpiringFact,
    FilterCounts,
    Memory,
    MemoryConflict,
    MemoryQuery,
    MemoryResource,
    MemoryService,
    shown_service,
)
from ....records.approvals import Approval, state_at
from ....routine.questions.tables import list_questions
from ....routine.questions.types import CATEGORIES, OperatorQuestion
from ....routine.waiting_types import WaitingKind
from ...kit.cards import CardListing
from ...text import approval_text
from ...text.translation import tr_message
from ..base_page import PageLocation

if TYPE_CHECKING:
    from ...app_context import AppContext

Result = TypeVar("Result")
KINDS = tuple(
    kind
    for kind in WaitingKind  # the most urgent first
    if kind
    in (
        WaitingKind.APPROVAL,
        WaitingKind.UPGRADE,
        WaitingKind.HELD,
        WaitingKind.CONFLICT,
        WaitingKind.PROPOSAL,
        WaitingKind.QUESTION,
        WaitingKind.PATTERN,
        WaitingKind.EXPIRING,
    )
)
WAITING, ASKED, DECIDED = "waiting", "asked", "decided"
MOST_DECIDED = 2000


class InboxKey(NamedTuple):
    """The key of a card: its kind, and the id of the question, memory, pair, proposal or pattern."""

    kind: str
    id: int


@dataclass(frozen=True, slots=True)
class InboxRow:
    """A card in the list. ``at`` is since when it waits, or when an expiring fact leaves the prompts; ``state`` is
    ``waiting``, ``asked`` for a fact that a session is to check, or how an approval was decided. ``subject`` is what
    the row is about."""

    kind: str
    services: tuple[str, ...]
    category: str
    text: str
    at: str
    subject: Any
    state: str = WAITING


@dataclass(frozen=True, slots=True)
class InboxQuery:
    """The filters; None leaves one open, but for ``state``, where it stands for what waits."""

    text: str = ""
    kind: str | None = None
    service: str | None = None
    category: str | None = None
    state: str | None = None

    @property
    def held_query(self) -> MemoryQuery:
        """Return the query of the held facts among them, the newest first."""
        return MemoryQuery(
            service=self.service,
            category=self.category,
            state="held",
            text=self.text,
            sort="created_at",
            descending=True,
        )

    @property
    def holds_held(self) -> bool:
        """Tell whether held facts are among what is shown."""
        return self.state is None and self.kind in (None, WaitingKind.HELD)


@dataclass(frozen=True)
class InboxListing(CardListing):
    """What was found. ``approvals`` is how many approvals wait, ``moved`` how many facts of an earlier version's rules
    were moved here."""

    approvals: int = 0
    moved: int = 0


@dataclass(frozen=True, slots=True)
class ConflictPair:
    """Two facts that may contradict one another."""

    conflict: MemoryConflict
    old: Memory
    new: Memory


@dataclass(frozen=True, slots=True)
class HeldFact:
    """A fact that the gate held, with the passage that it was drawn from and what approving it would meet.

    ``affected`` holds the memories that it would confirm or contradict, with the judge's word on each; ``retires`` the
    one that it asks to be forgotten, where it is such a proposal; ``moved`` whether it was moved here on an upgrade.
    """

    memory: Memory
    passage: MemoryResource | None
    affected: tuple[tuple[Memory, PairJudgement], ...] = ()
    retires: Memory | None = None
    moved: bool = False


@dataclass(frozen=True, slots=True)
class ExpiringDetails:
    """A fact that is about to expire, with the passage that it was drawn from."""

    fact: ExpiringFact
    passage: MemoryResource | None


@dataclass(frozen=True, slots=True)
class ProposalDetails:
    """A proposal, what it would change in the file as that is now ("" where it can no longer be made), and what speaks
    for it."""

    proposal: StoredProposal
    difference: str
    score: PromotionScore | None


# --- the list --------------------------------------------------------------------------------------------------------


def list_inbox(context: AppContext, query: InboxQuery) -> InboxListing:
    """Return the cards under the filters, and how many each filter would leave."""
    memory = context.memory
    waiting = context.approvals.waiting
    rows = {**_approval_rows(waiting), **_other_rows(context)}
    if query.state not in (None, ASKED):
        rows |= _decided_rows(context)
    held = memory.search.ids(query.held_query) if query.holds_held else []
    shown = {key: row for key, row in rows.items() if matches(row, query)}
    counts = _count_filters(rows.values(), query)
    _add_held(counts, memory.search.held_facets(query.held_query), query)
    keys = [*(InboxKey(WaitingKind.HELD, number) for number in held), *shown]
    keys.sort(key=lambda key: KINDS.index(WaitingKind(key.kind)))
    return InboxListing(
        keys=keys,
        total=sum(row.state == WAITING for row in rows.values()) + memory.search.count_held(),
        matching=len(keys),
        counts=counts,
        rows=shown,
        approvals=len(waiting),
        moved=memory.earlier_rules.counts().moved,
    )


def load_rows(context: AppContext, keys: Sequence[InboxKey]) -> dict[InboxKey, InboxRow]:
    """Return the rows of held facts; the list brings those of other cards."""
    numbers = [key.id for key in keys if key.kind == WaitingKind.HELD]
    return {InboxKey(WaitingKind.HELD, one.id): held_row(one) for one in context.memory.search.rows(numbers)}


def _approval_rows(approvals: Iterable[Approval]) -> dict[InboxKey, InboxRow]:
    ordered = sorted(approvals, key=lambda one: (one.asked_at, one.id))
    return {InboxKey(WaitingKind.APPROVAL, one.id): approval_row(one) for one in ordered}


def _decided_rows(context: AppContext) -> dict[InboxKey, InboxRow]:
    now = utc_now()
    found = (state_at(one, now) for one in context.book.approvals.list(limit=MOST_DECIDED))
    rows = [approval_row(one) for one in found if one.state != WAITING]
    return {InboxKey(WaitingKind.APPROVAL, row.subject.id): row for row in rows}


def _other_rows(context: AppContext) -> dict[InboxKey, InboxRow]:
    memory = context.memory
    proposals = ProposalRecords(context.book.store, utc_now).list(("review",))
    upgrade = memory.earlier_rules.counts()
    found = [
        *((0, upgrade_row(upgrade)) for _ in range(min(upgrade.to_move, 1))),
        *((pair[0].id, pair_row(ConflictPair(*pair))) for pair in memory.review.conflicts()),
        *((one.id, proposal_row(one)) for one in proposals),
        *((one.id, question_row(one)) for one in list_questions()),
        *((one.id, pattern_row(one)) for one in LearningService(context.book).patterns.waiting_for_operator()),
        *((one.memory.id, expiring_row(one)) for one in memory.aging.expiring()),
    ]
    return {InboxKey(row.kind, number): row for number, row in found}


def approval_row(one: Approval) -> InboxRow:
    """Return the row of a question of a run."""
    text = approval_text.escape_command(one.command or one.reason)
    category = approval_text.approval_kind(one)
    return InboxRow(WaitingKind.APPROVAL, one.services, category, text, one.asked_at, one, one.state)


def upgrade_row(counts: EarlierRuleCounts) -> InboxRow:
    """Return the row of the question what becomes of facts of an earlier version's rules."""
    return InboxRow(WaitingKind.UPGRADE, (), "", "", "", counts)


def held_row(memory: Memory) -> InboxRow:
    """Return the row of a fact that the gate held."""
    return _memory_row(WaitingKind.HELD, memory, memory.observation, memory.created_at, memory)


def pair_row(pair: ConflictPair) -> InboxRow:
    """Return the row of a pair in conflict."""
    text = f"{pair.new.observation} ↔ {pair.old.observation}"
    return _memory_row(WaitingKind.CONFLICT, pair.new, text, pair.conflict.created_at, pair)


def expiring_row(one: ExpiringFact) -> InboxRow:
    """Return the row of a fact that is about to expire."""
    row = _memory_row(WaitingKind.EXPIRING, one.memory, one.memory.observation, one.leaves_at, one)
    return replace(row, state=ASKED) if one.asked else row


def _memory_row(kind: str, memory: Memory, text: str, at: str, subject: object) -> InboxRow:
    return InboxRow(kind, (shown_service(memory.service),), memory.category, text, at, subject)


def question_row(one: OperatorQuestion) -> InboxRow:
    """Return the row of a question about a service."""
    gap = one.gap
    text = tr_message(gap.question)
    return InboxRow(WaitingKind.QUESTION, (gap.service,), CATEGORIES[gap.kind], text, one.asked_at, one)


def pattern_row(one: StoredPattern) -> InboxRow:
    """Return the row of a pattern that needs approval."""
    return InboxRow(WaitingKind.PATTERN, one.services, "", one.text, one.last_seen_at, one)


def proposal_row(one: StoredProposal) -> InboxRow:
    """Return the row of a proposed change of the knowledge folder."""
    draft = one.draft
    text = tr_message(draft.title) if draft.source == "sync" else draft.after or draft.before or draft.title
    return InboxRow(WaitingKind.PROPOSAL, (GENERAL,), draft.source, text, one.created_at, one)


def _count_filters(rows: Iterable[InboxRow], query: InboxQuery) -> dict[str, Counter[Any]]:
    """Return how many rows each value of a filter would leave, and under None how many the open filter does."""
    counts: dict[str, Counter[Any]] = {"kind": Counter(), "service": Counter(), "category": Counter()}
    for row in rows:
        if matches(row, replace(query, kind=None)):
            counts["kind"].update((None, row.kind))
        if matches(row, replace(query, service=None)):
            counts["service"].update((None, *row.services))
        if matches(row, replace(query, category=None)):
            counts["category"].update((None, row.category))
    return counts


def _add_held(counts: dict[str, Counter[Any]], facets: FilterCounts, query: InboxQuery) -> None:
    if query.state is None:
        counts["kind"].update({None: facets.shown, WaitingKind.HELD: facets.shown})
    if query.holds_held:
        for name, found in (("service", facets.services), ("category", facets.categories)):
            counts[name].update(found)
            counts[name][None] += sum(found.values())


def matches(row: InboxRow, query: InboxQuery) -> bool:
    """Tell whether the filters leave a row."""
    said = f"{' '.join(row.services)} {row.category} {row.text} {_more_words(row.subject)}".lower()
    service = query.service and (service_name(query.service) or GENERAL)
    return (
        _is_in_state(row, query.state)
        and query.kind in (None, row.kind)
        and (query.service is None or service in row.services or query.service in row.services)
        and query.category in (None, row.category)
        and all(word in said for word in query.text.lower().split())
    )


def _is_in_state(row: InboxRow, state: str | None) -> bool:
    if state == DECIDED:
        return row.kind == WaitingKind.APPROVAL and row.state != WAITING
    return row.state == (state or WAITING)


def _more_words(subject: object) -> str:
    """Return what a search finds an approval by besides the text of its row."""
    if not isinstance(subject, Approval):
        return ""
    return " ".join((subject.reason, subject.context, subject.note, approval_text.KINDS.get(subject.action, "")))


# --- the card of a row -----------------------------------------------------------------------------------------------


def load_held(context: AppContext, row: InboxRow) -> HeldFact | None:
    """Return a held fact in full; None where it waits no more."""
    agent = context.memory
    memory = agent.search.get(row.subject.id)
    if memory is None or memory.gate != "hold":
        return None
    links = agent.history.links(memory.id)
    wanted = [link.to_id for link in links if link.kind == RETRACTS and link.from_id == memory.id]
    retires = agent.search.get(wanted[0]) if wanted else None
    affected = () if retires is not None else tuple(agent.review.preview_approval(memory.id))
    return HeldFact(memory, _passage_of(agent, memory), affected, retires, agent.earlier_rules.is_moved(memory.id))


def load_expiring(context: AppContext, row: InboxRow) -> ExpiringDetails:
    """Return an expiring fact in full."""
    return ExpiringDetails(row.subject, _passage_of(context.memory, row.subject.memory))


def _passage_of(agent: MemoryService, memory: Memory) -> MemoryResource | None:
    return agent.history.resource(memory.resource_id) if memory.resource_id is not None else None


def load_proposal(context: AppContext, row: InboxRow) -> ProposalDetails:
    """Return a proposal in full. Raises OperatorError where there is no such proposal."""

    def work(proposals: ProposalService) -> ProposalDetails:
        number = row.subject.id
        proposal, score = proposals.get(number), None
        if proposal.draft.source != "sync":  # a whole file is weighed by who reads its difference
            with suppress(ClaudeOpsError):
                score = proposals.explain(number)
        return ProposalDetails(proposal, proposals.difference(number), score)

    return with_proposals(context, work)


def with_proposals(context: AppContext, work: Callable[[ProposalService], Result]) -> Result:
    """Do something with the proposals of the operator's folder, on a thread for work with files."""
    with closing(open_knowledge(context.folder, context.settings.current)) as folder:
        return work(ProposalService(context.book, folder, context.memory, lambda: context.settings.current))


def evidence_location(one: ProposalEvidence) -> PageLocation | None:
    """Return where a piece of evidence is shown; None where no page shows such a thing."""
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
