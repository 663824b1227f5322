"""What the REST interface answers: the OpenAPI document is made of it."""

from __future__ import annotations

from typing import Generic, TypeVar

from msgspec import Struct

T = TypeVar("T")


class ApiRow(Struct, frozen=True, kw_only=True):
    """Everything that is answered."""


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
    owner: str
    audience: str


class MemoryVersionOut(ApiRow, frozen=True):
    """One change of a memory."""

    id: int
    action: str
    by: str
    actor: str
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
    rank: int
    kind: str = "memory"


class PassageOut(ApiRow, frozen=True):
    """A part of a note or of a document that answers; `by` is operator where a person wrote or reviewed it."""

    kind: str
    rank: int
    title: str
    source: str
    place: str
    text: str
    date: str
    by: str
    stale: bool
    document: int | None
    part: int | None


class RecallOut(ApiRow, frozen=True):
    """What is known about a question; `message` says how to take it. `rank` orders items and passages together."""

    message: str
    question: str
    profile: str
    note: str
    nothing: str
    items: list[RecalledOut]
    passages: list[PassageOut]


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
    confinement: str
    confinement_reason: str


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
    outcome: str
    created_at: str
    session_id: int | None
    tier: int
    cleared_at: str | None


class HealthOut(ApiRow, frozen=True):
    """How a service stands: ``id`` and ``check_type`` are of the newest record, 0 and "" where there is none yet;
    ``checked_at`` is the time of the last check."""

    id: int
    service: str
    check_type: str
    status: str
    detail: str
    response_ms: float | None
    measured: int
    since: str
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
    """A question to the operator. `reason`, `context`, `command` and `files` are an agent's words; `may` is what a yes
    allows."""

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
    files: str
    must_confirm: bool


class WaitingItemOut(ApiRow, frozen=True):
    """All things of one kind that wait for the operator. `id` is that of the first one, where there are rows."""

    kind: str
    count: int
    text: str
    id: int | None
    since: str | None


class WaitingOut(ApiRow, frozen=True):
    """What waits for the operator, by kind; `total` is the number that the window shows."""

    total: int
    items: list[WaitingItemOut]


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
