"""What the REST interface is asked: requests are checked by this, and the OpenAPI document is made of it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from ...language.types import CATEGORIES
from ...operations.event_list import EventLevelName, EventStateName

LARGEST_ID = 2**53 - 1
SERVICE_PATTERN = r"^[A-Za-z0-9_][A-Za-z0-9._@:/\-]{0,63}$"
MEANINGFUL = "[0-9A-Za-z\u00c0-\u167f\u3040-\ud7ff]"
"""A letter or digit at least: blanks, and lines drawn of signs, say nothing."""
LONGEST_TEXT, LONGEST_QUESTION, LONGEST_PROMPT, LONGEST_NOTE = 4000, 2000, 20_000, 2000

Cursor = Annotated[int, Meta(ge=1, le=LARGEST_ID, description="`next` of the page before.")]
SessionNumber = Annotated[int, Meta(ge=1, le=LARGEST_ID, description="Number of a session.")]
PageSize = Annotated[int, Meta(ge=1, le=200, description="Rows of a page.")]
ServiceName = Annotated[str, Meta(pattern=SERVICE_PATTERN, description="Name of a service; general means none.")]
Category = Literal["timing", "dependency", "behavior", "remediation", "maintenance"]
Strength = Literal["explicit", "implied", "inferred"]
Confidence = Annotated[float, Meta(ge=0, le=1)]
Tier = Annotated[int, Meta(ge=1, le=3)]
Words = Annotated[str, Meta(max_length=200)]
ProjectName = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9._\-]{0,39}$", description="A project of the token's.")]
Visibility = Annotated[
    str,
    Meta(
        pattern=r"^(everyone|private|project:[a-z0-9][a-z0-9._\-]{0,39})$",
        description="Who sees it: everyone, its owner alone (private), or a project of the token's (project:NAME).",
    ),
]
Domain = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_\-]{0,39}$", description="A domain of memories.")]

assert set(CATEGORIES) == set(Category.__args__)  # type: ignore[attr-defined]  # noqa: S101


class ApiStruct(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that is sent: unknown fields are refused."""


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
    level: EventLevelName | None = None
    text: Words = ""
    state: EventStateName = "all"
    session: SessionNumber | None = None


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
    visibility: Visibility = "everyone"


class ShareBody(ApiStruct, frozen=True):
    """Whom a memory is shown to: a project, or everyone."""

    project: ProjectName | None = None


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
