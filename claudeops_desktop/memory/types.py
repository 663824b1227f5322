"""The words of memory: what is known, what is offered, what becomes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from ..core.text_format import format_count
from ..language.types import GENERAL, service_name
from ..stream.markers import LONGEST_SERVICE, is_service_name, shorten_text
from ..stream.provenance import NOWHERE, ClaimOrigin, ClaimProvenance

if TYPE_CHECKING:
    from ..records.markers import MarkerPlace, MarkerRecord

DEFAULT_CONFIDENCE = 0.7
ACTIVE_FROM = 0.3
LONGEST_OBSERVATION = 4000
OPERATOR = "operator"
OF_OPERATOR: Mapping[str, Any] = {"confirmed": 1, "source_key": OPERATOR}
"""The columns of a fact that the operator wrote, reworded or approved."""


class MemoryAction(StrEnum):
    """What became of what was offered. Markers know the first five; facts drawn from a passage the others too:
    refreshed (repeated within its conversation), merged (said by another source), outdated (said before what is known
    now), held (waits for review).
    """

    INSERTED = "inserted"
    REINFORCED = "reinforced"
    CONTRADICTED = "contradicted"
    UNCHANGED = "unchanged"
    REJECTED = "rejected"
    REFRESHED = "refreshed"
    MERGED = "merged"
    OUTDATED = "outdated"
    HELD = "held"


@dataclass(frozen=True, slots=True)
class MemoryResource:
    """A row of ``resources``: the passage that a memory was drawn from (E2).

    ``content_type`` is marker (the line), operator (the words), passage (the quoted lines), agent (what it asked to be
    remembered), import, or tombstone (purged: ``raw_content`` is empty). ``content_at`` is when it was said;
    ``conversation_id`` is ``session:<id>`` for a session of ours, ``cli:<uuid>`` for another transcript, or empty.
    """

    id: int
    raw_content: str
    content_type: str
    content_at: str
    conversation_id: str
    created_at: str


@dataclass(frozen=True, slots=True)
class Memory:
    """A row of ``memories``: the spec's columns, then ours. ``service`` None is a general memory.

    ``confirmed`` is 0 while one log or file of the operator is all that says it; ``source_key`` names that source, or
    the one that confirmed what a session had concluded by itself, and is "" where there is none.
    ``owner`` is the person or agent that added it, "" the operator of this computer; ``audience`` who may see it:
    ``everyone``, ``project:NAME`` or ``private:NAME`` (``core.principals``). ``ages_from`` is set where a session
    relied on it: its age is counted from there, where that is later than ``updated_at``.
    """

    id: int
    service: str | None
    category: str
    observation: str
    confidence: float
    active: int
    created_at: str
    updated_at: str
    session_id: int | None
    tier: int
    pinned: int = 0
    decay_from: str = ""
    decay_weeks: int = 0
    domain: str = "operations"
    category_confidence: float = 1.0
    taxonomy_version: str = "v1"
    source: str = "marker"
    strength: str = "explicit"
    sentiment: str = "neutral"
    priority: str = "medium"
    gate: str = "allow"
    gate_why: str = ""
    gate_confidence: float = 1.0
    resource_id: int | None = None
    merged_count: int = 0
    recall_count: int = 0
    retrieval_priority: float = 0.0
    last_confirmed_at: str = ""
    last_recalled_at: str = ""
    superseded_by: int | None = None
    valid_from: str = ""
    valid_until: str = ""
    state: str = "active"
    confirmed: int = 1
    source_key: str = ""
    owner: str = ""
    audience: str = "everyone"
    ages_from: str = ""

    @property
    def stated_at(self) -> str:
        """When it was last said or measured; not when it was stored, reworded or decayed."""
        return self.last_confirmed_at or self.updated_at

    @property
    def is_operators(self) -> bool:
        """Tell whether the operator wrote it, or stands in for its words: edited, approved or confirmed it."""
        return OPERATOR in (self.source, self.source_key)

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``, under the table's column names."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class MemoryCandidate:
    """What a marker or an operator offers to remember. ``service`` in lower case, None for general; ``provenance`` is
    where its words stood before; ``domain`` "" leaves it to the words."""

    category: str
    service: str | None
    observation: str
    confidence: float = DEFAULT_CONFIDENCE
    session_id: int | None = None
    tier: int = 1
    provenance: ClaimProvenance = NOWHERE
    domain: str = ""

    @property
    def standing(self) -> dict[str, Any]:
        """The columns that say how far it is believed before anybody else says it."""
        origin = self.provenance.origin
        key = "" if origin is ClaimOrigin.FOREIGN else self.provenance.key
        return {"confirmed": int(origin is not ClaimOrigin.OWN), "source_key": key}


@dataclass(frozen=True, slots=True)
class MarkerPosition:
    """Where a marker stood, the line it stood in, and when that was said ("" for now)."""

    place: MarkerPlace
    line: str
    at: str = ""


@dataclass(frozen=True, slots=True)
class GateDecision:
    """What the gate decided (E4): allow, hold or discard, by which rule, and one sentence that says why."""

    outcome: str
    rule: str
    why: str
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class MemoryVersion:
    """A row of ``memory_versions``: how a memory stood after one change; what, when, by whom and why (M16).

    ``action`` is inserted, reinforced, merged, refreshed, confirmed, lowered, superseded, reopened, decayed, held,
    approved, settled, edited, pinned, unpinned, reactivated, restored, shared, withdrawn;
    ``by`` is agent, operator or decay; ``other_id`` the memory that caused it, where one did; ``resource_id`` the
    passage that did. ``audience`` is whose it was then: what a fact was before it was shared stays its owner's.
    ``actor`` is the person or agent that made the change, "" the operator of this computer.
    """

    id: int
    memory_id: int
    action: str
    by: str
    why: str
    service: str | None
    category: str
    observation: str
    confidence: float
    active: int
    pinned: int
    session_id: int | None
    marker_id: int | None
    other_id: int | None
    created_at: str
    resource_id: int | None = None
    audience: str = "everyone"
    actor: str = ""

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class MemoryLink:
    """A row of ``memory_links``: ``from_id`` (newer) ``kind`` ``to_id`` (older); contradicts or returns."""

    from_id: int
    to_id: int
    kind: str
    why: str
    created_at: str


@dataclass(frozen=True, slots=True)
class MarkerOutcome:
    """What became of one marker (``run --json`` prints one for each)."""

    action: MemoryAction
    memory: Memory | None
    lowered: tuple[Memory, ...] = ()
    why: str = ""

    def as_json(self) -> dict[str, Any]:
        """``{"action", "memory", "lowered", "why"}``."""
        return {
            "action": str(self.action),
            "memory": self.memory.as_json() if self.memory else None,
            "lowered": [memory.as_json() for memory in self.lowered],
            "why": self.why,
        }


@dataclass(frozen=True, slots=True)
class MemoryEdit:
    """What an operator changes; None leaves a field as it is. ``service`` "general" or "" means none."""

    observation: str | None = None
    category: str | None = None
    service: str | None = None
    confidence: float | None = None
    pinned: bool | None = None
    domain: str | None = None


@dataclass(frozen=True, slots=True)
class MemoryQuote:
    """Words of one memory in the record of another: in ``why`` of a version, ``line`` or ``why`` of a marker, or
    ``raw_content`` of a resource, or ``text`` of the gate's log (``table``: versions, markers, resources, gate_log)."""

    table: str
    id: int
    column: str
    text: str


@dataclass(frozen=True, slots=True)
class ClosedMemory:
    """A memory that another one had closed before that one went: ``valid_until`` and ``updated_at`` as they were,
    ``heir`` who closes it since (None: it is open again), ``version_id`` the row that says so in its history (0: none).
    """

    memory_id: int
    valid_until: str
    updated_at: str
    heir: int | None
    version_id: int


@dataclass(frozen=True, slots=True)
class MemorySnapshot:
    """One memory, and where it goes or comes everything the database holds of it, so that undo brings all of it back.

    ``markers`` are those that said it, ``resources`` the passages that hold its words alone; ``quotes`` its words in
    the records of others.
    """

    memory: Memory
    versions: tuple[MemoryVersion, ...] = ()
    links: tuple[MemoryLink, ...] = ()
    markers: tuple[MarkerRecord, ...] = ()
    quotes: tuple[MemoryQuote, ...] = ()
    closed: tuple[ClosedMemory, ...] = ()
    resources: tuple[MemoryResource, ...] = ()


@dataclass(frozen=True, slots=True)
class MemoryChange:
    """One operation on memories, from which undo and redo are made.

    ``label`` reads as a menu entry ("Delete 5 memories"); ``before`` and ``after`` hold the same memories, by id;
    one that was made has no before, one that was deleted no after.
    """

    label: str
    before: tuple[MemorySnapshot, ...] = ()
    after: tuple[MemorySnapshot, ...] = ()
    notes: tuple[str, ...] = field(default=())

    @property
    def ids(self) -> tuple[int, ...]:
        """All memories concerned."""
        return tuple(sorted({s.memory.id for s in (*self.before, *self.after)}))


def service_fault(text: str | None) -> str:
    """What is wrong with a service name that an operator gave, in a sentence; "" where nothing is."""
    name = service_name(text)
    if name is None or is_service_name(name):
        return ""
    return f"The service “{shorten_text(name, LONGEST_SERVICE)}” cannot be used."


def shown_service(service: str | None) -> str:
    """A service name as it is shown."""
    return service or GENERAL


def counted(number: int, one: str = "memory", many: str = "memories") -> str:
    """``1 memory``, ``3 memories``."""
    return format_count(number, one, many)
