"""What the review page asks for, on a reader thread: everything that waits, and one held fact in full."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from ....language.types import CATEGORIES as FACT_CATEGORIES
from ....language.types import GENERAL, PairJudgement, service_name
from ....memory import (
    RETRACTS,
    ExpiringFact,
    Memory,
    MemoryConflict,
    MemoryQuery,
    MemoryResource,
    MemoryService,
    shown_service,
)
from ....routine.questions.tables import list_questions
from ....routine.questions.types import CATEGORIES, OperatorQuestion
from ...text.translation import tr_message

ReviewItemKind = Literal["held", "conflict", "proposal", "expiring", "question"]
KINDS: tuple[ReviewItemKind, ...] = ("held", "conflict", "proposal", "expiring", "question")


class ReviewItemKey(NamedTuple):
    """The key of a row that is no held fact; the key of a held one is its id. ``id`` is that of a pair in conflict, of
    a proposed change, of a fact that is about to expire, or of a question."""

    kind: ReviewItemKind
    id: int


@dataclass(frozen=True, slots=True)
class ConflictPair:
    """Two facts that may contradict one another."""

    conflict: MemoryConflict
    old: Memory
    new: Memory


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """A row of the table, whatever its kind. ``text`` is the fact (of a pair both), ``why`` what makes it wait, ``at``
    since when, or when an expiring one leaves the prompts; ``subject`` is the Memory, the Pair, the StoredProposal or
    the Expiring."""

    kind: ReviewItemKind
    service: str
    category: str
    text: str
    why: str
    at: str
    subject: Any


@dataclass(frozen=True, slots=True)
class ReviewQuery:
    """Filters and order; None leaves a filter out. The order holds within each kind: held facts come first, then
    pairs, then facts about to expire, then questions."""

    text: str = ""
    kind: ReviewItemKind | None = None
    service: str | None = None
    category: str | None = None
    sort: str = "created_at"
    descending: bool = True

    @property
    def held_query(self) -> MemoryQuery:
        """The query of the held facts among them."""
        return MemoryQuery(
            service=self.service,
            category=self.category,
            state="held",
            text=self.text,
            sort=self.sort,
            descending=self.descending,
        )


@dataclass(frozen=True, slots=True)
class ReviewListing:
    """The keys under the filters, the rows of those that are no held facts, how many each filter leaves, and how many
    wait in all."""

    keys: tuple[Hashable, ...]
    others: dict[Hashable, ReviewRow]
    kinds: dict[str, int] = field(default_factory=dict)
    services: dict[str, int] = field(default_factory=dict)
    categories: dict[str, int] = field(default_factory=dict)
    waiting: int = 0


def list_review_items(
    agent: MemoryService, query: ReviewQuery, more: Callable[[], dict[Hashable, ReviewRow]] = dict
) -> tuple[ReviewQuery, ReviewListing]:
    """Asks for them; ``more`` asks for those that are no facts. Answers with the query first."""
    facets = agent.search.held_facets(query.held_query)
    others = _others(agent) | more()
    found = {key: row for key, row in others.items() if _leaves(row, query)}
    held = agent.search.ids(query.held_query) if query.kind in (None, "held") else []
    services = dict(facets.services) if query.kind in (None, "held") else {}
    categories = dict(facets.categories) if query.kind in (None, "held") else {}
    kinds: dict[str, int] = {**dict.fromkeys(KINDS, 0), "held": facets.shown}
    for row in others.values():
        if _leaves(row, query, service=False):
            services[row.service] = services.get(row.service, 0) + 1
        if _leaves(row, query, category=False):
            categories[row.category] = categories.get(row.category, 0) + 1
        kinds[row.kind] += _leaves(row, query, kind=False)
    keys: list[Hashable] = list(held)
    for kind in KINDS[1:]:
        keys += _ordered({key: row for key, row in found.items() if row.kind == kind}, query)
    return query, ReviewListing(
        tuple(keys), found, kinds, services, categories, agent.search.count_held() + len(others)
    )


def load_review_rows(agent: MemoryService, ids: tuple[int, ...]) -> dict[Hashable, ReviewRow]:
    """Asks for the rows of held facts."""
    return {memory.id: held_row(memory) for memory in agent.search.rows(ids)}


@dataclass(frozen=True, slots=True)
class HeldFact:
    """One fact that waits, in full: the passage that it was drawn from, and what approving it would meet.

    ``affected`` holds the memories that it would confirm or contradict, with the judge's word on each; ``retires`` the
    one that it asks to be forgotten, where it is such a proposal; ``moved`` whether it was moved here on an upgrade.
    """

    memory: Memory
    passage: MemoryResource | None
    affected: tuple[tuple[Memory, PairJudgement], ...] = ()
    retires: Memory | None = None
    moved: bool = False


def load_held_fact(agent: MemoryService, memory_id: int) -> tuple[int, HeldFact | None]:
    """Asks for a held fact. Answers with its id first; None where it waits no more."""
    memory = agent.search.get(memory_id)
    if memory is None or memory.gate != "hold":
        return memory_id, None
    links = agent.history.links(memory.id)
    wanted = [link.to_id for link in links if link.kind == RETRACTS and link.from_id == memory.id]
    retires = agent.search.get(wanted[0]) if wanted else None
    meets = () if retires is not None else tuple(agent.review.preview_approval(memory.id))
    return memory_id, HeldFact(
        memory, _passage_of(agent, memory), meets, retires, agent.earlier_rules.is_moved(memory_id)
    )


def load_passage(
    agent: MemoryService, key: ReviewItemKey, memory: Memory
) -> tuple[ReviewItemKey, MemoryResource | None]:
    """Asks for the passage that a memory was drawn from. Answers with the key of its row first."""
    return key, _passage_of(agent, memory)


def _passage_of(agent: MemoryService, memory: Memory) -> MemoryResource | None:
    """The passage of a memory."""
    return agent.history.resource(memory.resource_id) if memory.resource_id is not None else None


def held_row(memory: Memory) -> ReviewRow:
    """The row of a fact that the gate held."""
    service = shown_service(memory.service)
    return ReviewRow("held", service, memory.category, memory.observation, memory.gate_why, memory.created_at, memory)


def pair_row(pair: ConflictPair) -> ReviewRow:
    """The row of a pair in conflict."""
    text = f"{pair.new.observation} ↔ {pair.old.observation}"
    service = shown_service(pair.new.service)
    return ReviewRow("conflict", service, pair.new.category, text, pair.conflict.why, pair.conflict.created_at, pair)


def expiring_row(one: ExpiringFact) -> ReviewRow:
    """The row of a fact that is about to expire."""
    memory = one.memory
    service = shown_service(memory.service)
    return ReviewRow("expiring", service, memory.category, memory.observation, one.why, one.leaves_at, one)


def question_row(one: OperatorQuestion) -> ReviewRow:
    """The row of a question about a service."""
    gap = one.gap
    question = tr_message(gap.question)
    return ReviewRow("question", gap.service, CATEGORIES[gap.kind], question, gap.reason, one.asked_at, one)


def _others(agent: MemoryService) -> dict[Hashable, ReviewRow]:
    pairs = [ConflictPair(*found) for found in agent.review.conflicts()]
    rows: dict[Hashable, ReviewRow] = {ReviewItemKey("conflict", pair.conflict.id): pair_row(pair) for pair in pairs}
    rows |= {ReviewItemKey("expiring", one.memory.id): expiring_row(one) for one in agent.aging.expiring()}
    return rows | {ReviewItemKey("question", one.id): question_row(one) for one in list_questions()}


def _leaves(
    row: ReviewRow, query: ReviewQuery, *, kind: bool = True, service: bool = True, category: bool = True
) -> bool:
    """Whether the filters leave a row."""
    said = f"{row.service} {row.category} {row.text}".lower()
    return (
        (not kind or query.kind in (None, row.kind))
        and (not service or query.service is None or (service_name(query.service) or GENERAL) == row.service)
        and (not category or query.category in (None, row.category))
        and all(word in said for word in query.text.lower().split())
    )


def _ordered(rows: dict[Hashable, ReviewRow], query: ReviewQuery) -> list[Hashable]:
    """The keys of one kind in the order asked for. By time, what expires first comes first unless asked otherwise."""
    if query.sort == "service":
        return sorted(rows, key=lambda key: (rows[key].service, rows[key].at), reverse=query.descending)
    if query.sort == "category":
        places = {name: at for at, name in enumerate(sorted(FACT_CATEGORIES))}
        return sorted(rows, key=lambda key: (places.get(rows[key].category, 0), rows[key].at), reverse=query.descending)
    keys = list(rows)
    return keys if query.descending else keys[::-1]
