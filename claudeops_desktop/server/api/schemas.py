"""What goes in and out of the REST interface: requests are checked by it, and the OpenAPI document is made of it."""

from __future__ import annotations

from typing import Annotated, Any, Generic, Literal, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType

from ...language.types import CATEGORIES

T = TypeVar("T")
LARGEST_ID = 2**53 - 1
SERVICE_PATTERN = r"^[A-Za-z0-9_][A-Za-z0-9._@:/\-]{0,63}$"
MEANINGFUL = "[0-9A-Za-z\u00c0-\u167f\u3040-\ud7ff]"
"""A letter or digit at least: blanks, and lines drawn of signs, say nothing."""
LONGEST_TEXT, LONGEST_QUESTION, LONGEST_PROMPT, LONGEST_NOTE = 4000, 2000, 20_000, 2000

RowId = Annotated[int, Meta(ge=1, le=LARGEST_ID)]
Cursor = Annotated[int, Meta(ge=1, le=LARGEST_ID, description="`next` of the page before.")]
PageSize = Annotated[int, Meta(ge=1, le=200, description="Rows of a page.")]
ServiceName = Annotated[str, Meta(pattern=SERVICE_PATTERN, description="Name of a service; general means none.")]
Category = Literal["timing", "dependency", "behavior", "remediation", "maintenance"]
Strength = Literal["explicit", "implied", "inferred"]
Confidence = Annotated[float, Meta(ge=0, le=1)]
Tier = Annotated[int, Meta(ge=1, le=3)]
Words = Annotated[str, Meta(max_length=200)]
Domain = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_\-]{0,39}$", description="A domain of memories.")]

assert set(CATEGORIES) == set(Category.__args__)  # type: ignore[attr-defined]  # noqa: S101


class ApiStruct(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that is sent: unknown fields are refused."""


class ApiRow(Struct, frozen=True, kw_only=True):
    """Everything that is answered."""


# --- what is asked ----------------------------------------------------------------------------------------------------


class NoQuery(ApiStruct, frozen=True):
    """No parameters."""


class PageQuery(ApiStruct, frozen=True):
    """A page of a list, newest first."""

    cursor: Cursor | None = None
    limit: PageSize = 50


class MemoryListQuery(PageQuery, frozen=True):
    """Which memories."""

    service: ServiceName | None = None
    category: Category | None = None
    state: Literal["all", "active", "inactive", "pinned", "superseded", "held"] = "all"
    text: Words = ""


class ContextQuery(ApiStruct, frozen=True):
    """What the next run would be told."""

    service: tuple[ServiceName, ...] = ()
    budget: Annotated[int, Meta(ge=0, le=100_000, description="Tokens; by default the setting.")] | None = None


class EventListQuery(PageQuery, frozen=True):
    """Which events."""

    service: ServiceName | None = None
    level: Literal["info", "warning", "critical"] | None = None


class IncidentListQuery(PageQuery, frozen=True):
    """Which incidents."""

    service: ServiceName | None = None
    open: bool = False


class ServiceQuery(PageQuery, frozen=True):
    """Rows of one service, or of all."""

    service: ServiceName | None = None


class SessionQuery(PageQuery, frozen=True):
    """Which sessions."""

    status: Words | None = None


class ApprovalQuery(PageQuery, frozen=True):
    """Which questions."""

    state: Literal["waiting", "approved", "approved_run", "refused", "timed_out", "withdrawn"] | None = None


class AuditQuery(PageQuery, frozen=True):
    """Which writes."""

    token: Words = ""


class RecallBody(ApiStruct, frozen=True):
    """A question to memory."""

    question: Annotated[str, Meta(min_length=1, max_length=LONGEST_QUESTION, pattern=MEANINGFUL)]
    services: Annotated[tuple[ServiceName, ...], Meta(max_length=20)] = ()
    domains: Annotated[
        tuple[Domain, ...],
        Meta(max_length=20, description="Facts of other domains count less; by default the token's."),
    ] = ()
    limit: Annotated[int, Meta(ge=1, le=50)] | None = None
    profile: Literal["auto", "lean", "balanced", "deep"] = "auto"


class NewMemoryBody(ApiStruct, frozen=True):
    """A fact to remember: one sentence."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_TEXT, pattern=MEANINGFUL)]
    category: Category
    service: ServiceName | None = None
    strength: Strength = "implied"
    confidence: Confidence | None = None


class MemoryEditBody(ApiStruct, frozen=True):
    """What changes; a field that is left out stays."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_TEXT, pattern=MEANINGFUL)] | UnsetType = UNSET
    category: Category | UnsetType = UNSET
    service: ServiceName | UnsetType | None = UNSET
    confidence: Confidence | UnsetType = UNSET
    pinned: bool | UnsetType = UNSET


class ForgetQuery(ApiStruct, frozen=True):
    """Why it is forgotten: the operator reads it where an agent wishes it."""

    reason: Annotated[str, Meta(max_length=1000)] = ""


class RunBody(ApiStruct, frozen=True):
    """A run to start."""

    prompt: Annotated[str, Meta(max_length=LONGEST_PROMPT, description="Empty: the tier's own prompt.")] = ""
    tier: Tier = 1
    services: Annotated[tuple[ServiceName, ...], Meta(max_length=20)] = ()
    dry_run: bool = False


class ApprovalBody(ApiStruct, frozen=True):
    """An answer to a question."""

    answer: Literal["approved", "approved_run", "refused"]
    note: Annotated[str, Meta(max_length=LONGEST_NOTE)] = ""
    confirmation: Annotated[
        str, Meta(max_length=100, description="The code that the first answer gave, for what must be confirmed.")
    ] = ""


# --- what is answered -------------------------------------------------------------------------------------------------


class RowPage(Struct, Generic[T], frozen=True, kw_only=True):
    """A page: its rows, and the cursor of the next page, null at the end."""

    items: list[T]
    next: int | None = None


class MemoryOut(ApiRow, frozen=True):
    """A memory."""

    id: int
    service: str | None
    category: str
    observation: str
    confidence: float
    active: int
    pinned: int
    domain: str
    source: str
    strength: str
    gate: str
    gate_why: str
    state: str
    confirmed: int
    session_id: int | None
    superseded_by: int | None
    created_at: str
    updated_at: str
    last_confirmed_at: str


class MemoryVersionOut(ApiRow, frozen=True):
    """One change of a memory."""

    id: int
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
    other_id: int | None
    created_at: str


class MemoryOutcomeOut(ApiRow, frozen=True):
    """What became of a fact or of a wish: `action` and why; the memory, where there is one."""

    action: str
    why: str
    memory: MemoryOut | None


class RecalledOut(ApiRow, frozen=True):
    """A memory that came back, with its score and marks."""

    memory: MemoryOut
    score: float
    marks: list[str]
    why: str


class RecallOut(ApiRow, frozen=True):
    """What memory knows about a question; `message` says how to take it."""

    message: str
    question: str
    profile: str
    note: str
    nothing: str
    items: list[RecalledOut]


class ContextOut(ApiRow, frozen=True):
    """The memory block of the next run's prompt."""

    text: str
    tokens: int
    budget: int
    total: int
    memory_ids: list[int]
    left_out_count: int


class SessionOut(ApiRow, frozen=True):
    """A session."""

    id: int
    run_id: int
    parent_session_id: int | None
    agent: str
    tier: int
    model: str
    trigger: str
    status: str
    status_reason: str
    started_at: str
    ended_at: str | None
    cost_usd: float | None
    num_turns: int | None
    duration_ms: int | None
    dry_run: int
    summary: str
    response: str


class RunOut(ApiRow, frozen=True):
    """A run: a chain of sessions."""

    id: int
    trigger: str
    agent: str
    status: str
    started_at: str
    ended_at: str | None
    cost_usd: float
    max_tier: int
    dry_run: int
    services: list[str]


class RunDetailOut(RunOut, frozen=True):
    """A run with its sessions."""

    sessions: list[SessionOut]


class QueuedOut(ApiRow, frozen=True):
    """A run that waits for its turn; `number` is its place in the history of the queue of this process."""

    number: int
    queued_at: str
    tier: int
    trigger: str
    services: list[str]


class LiveOut(ApiRow, frozen=True):
    """The run that is on."""

    number: int
    run_id: int
    session_id: int
    agent: str
    tier: int
    started_at: str


class ParkedOut(ApiRow, frozen=True):
    """A run between two sessions: it waits for an approval or for a service that is overloaded."""

    number: int
    run_id: int
    session_id: int
    tier: int
    why: str
    until: str
    approval_id: int | None


class QueueOut(ApiRow, frozen=True):
    """The queue of this process."""

    live: LiveOut | None
    waiting: list[QueuedOut]
    parked: list[ParkedOut]
    paused: bool
    stopped: bool


class EventOut(ApiRow, frozen=True):
    """An event."""

    id: int
    session_id: int | None
    level: str
    service: str | None
    message: str
    created_at: str
    acknowledged_at: str | None


class IncidentOut(ApiRow, frozen=True):
    """An incident."""

    id: int
    service: str
    state: str
    source: str
    worst: str
    cause: str
    started_at: str
    opened_at: str
    acknowledged_at: str | None
    resolved_at: str | None
    resolved_by: str
    folded_into: int | None
    investigation: str


class IncidentEntryOut(ApiRow, frozen=True):
    """A line of an incident's time line."""

    at: str
    kind: str
    text: str


class IncidentDetailOut(IncidentOut, frozen=True):
    """An incident with its time line."""

    timeline: list[IncidentEntryOut]


class CaseAttemptOut(ApiRow, frozen=True):
    """What was tried, and its result."""

    action: str
    at: str
    result: str


class CaseOut(ApiRow, frozen=True):
    """A case: what was out of order, what was tried, what helped."""

    id: int
    service: str
    services: list[str]
    symptom: str
    shown: str
    state: str
    cause: str
    cure: str
    held: bool | None
    seen: int
    opened_at: str
    closed_at: str | None
    attempts: list[CaseAttemptOut]
    incident_ids: list[int]
    session_ids: list[int]


class CooldownOut(ApiRow, frozen=True):
    """An action on a service, as cooldowns count it."""

    id: int
    service: str
    action_type: str
    success: int
    message: str
    state: str
    created_at: str
    session_id: int | None
    tier: int
    cleared_at: str | None


class HealthOut(ApiRow, frozen=True):
    """The last check of a service."""

    id: int
    service: str
    check_type: str
    status: str
    detail: str
    response_ms: float | None
    measured: int
    checked_at: str


class KnowledgeFileOut(ApiRow, frozen=True):
    """A file of the knowledge folder."""

    path: str
    title: str
    description: str


class KnowledgeTextOut(ApiRow, frozen=True):
    """The text of a file."""

    path: str
    text: str


class ApprovalOut(ApiRow, frozen=True):
    """A question to the operator. `reason`, `context`, `command` are an agent's words; `may` is what a yes allows."""

    id: int
    kind: str
    run_id: int | None
    session_id: int | None
    tier: int
    action: str
    services: list[str]
    command: str
    reason: str
    context: str
    may: str
    cost_usd: float | None
    asked_at: str
    expires_at: str
    state: str
    answered_at: str | None
    answered_by: str
    note: str
    must_confirm: bool


class AuditOut(ApiRow, frozen=True):
    """A write over the server."""

    id: int
    written_at: str
    token_name: str
    came_from: str
    interface: str
    operation: str
    target: str
    status: int
    detail: str


class TokenOut(ApiRow, frozen=True):
    """A token, without its value."""

    name: str
    kind: str
    scopes: list[str]
    domain: str
    state: str
    created_at: str
    rotated_at: str | None
    expires_at: str | None
    last_used_at: str | None
    last_used_from: str


class WrongField(ApiRow, frozen=True):
    """A field that is wrong, and what to do about it."""

    field: str
    detail: str
    fix: str = ""


class ProblemOut(ApiRow, frozen=True):
    """Why a request was refused (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    errors: list[WrongField] = []
    confirmation: str = ""


JsonDocument = dict[str, Any]
