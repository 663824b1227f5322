"""The dataclasses of the run queue: requests, waiting, live and parked runs, and ended ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from ..records.sessions import RunTrigger

if TYPE_CHECKING:
    from ..memory import MarkerOutcome


class ResumeRequest(Struct, frozen=True):
    """A run that was interrupted and goes on: at which session, and how high it was allowed to climb."""

    run_id: int
    session_id: int
    max_tier: int


@dataclass(frozen=True, slots=True)
class RunRequest:
    """A run to be made.

    ``agent`` is "" (the operator's preference), ``claude``, ``watch`` or ``replay:FILE``; ``prompt`` "" means the
    tier's own. ``tier`` is where the chain begins; ``max_tier`` None means the limit of the settings for ``trigger``.
    ``due_id`` names the due time that it answers, where there is one, ``schedule_id`` its schedule, ``alert_id`` the
    alert, ``incident_id`` the incident that it is about. ``keep_awake``: the computer does not fall asleep while it
    lasts. ``appended`` is what the operator made of the text that goes with the system prompt: the sessions of ``tier``
    get it instead; None leaves it as it is. ``go_on``: no new run is made, an interrupted one goes on.
    ``verifies`` is the session whose claims are checked, with the prompt of a verifier instead of the tier's.
    """

    trigger: RunTrigger = RunTrigger.MANUAL
    tier: int = 1
    max_tier: int | None = None
    agent: str = ""
    prompt: str = ""
    services: tuple[str, ...] = ()
    dry_run: bool = False
    due_id: int | None = None
    schedule_id: int | None = None
    keep_awake: bool = False
    appended: str | None = None
    alert_id: int | None = None
    incident_id: int | None = None
    go_on: ResumeRequest | None = None
    verifies: int | None = None

    @property
    def named(self) -> int:
        """The highest tier that the operator named for it: up to there nobody is asked again."""
        return max(self.tier, self.max_tier or 0) if self.by_hand else self.tier

    @property
    def by_hand(self) -> bool:
        """Tell whether the operator started it, not a schedule, an alert or another program."""
        return self.trigger is RunTrigger.MANUAL


class QueuedRun(Struct, frozen=True):
    """A request that waits for its turn. ``number`` counts up from 1 in this process."""

    number: int
    request: RunRequest
    queued_at: str


class LiveRun(Struct, frozen=True):
    """The run that is on now, at its present session."""

    number: int
    request: RunRequest
    run_id: int
    session_id: int
    agent: str
    tier: int
    started_at: str
    stopping: bool = False


class ParkedRun(Struct, frozen=True):
    """A run between two sessions, which lets others go before it.

    ``why`` approval: the operator is asked (``approval_id``) whether it may go up to ``tier``. overload: the service
    was overloaded, and tier ``tier`` is tried again. limit: the subscription's window is used up, and it is tried again
    when the window opens. ``until`` (stored text) is when the question runs out, or when it
    is tried again. ``session_id`` is its last session. ``ready``: it goes on as soon as nothing else runs.
    """

    number: int
    request: RunRequest
    run_id: int
    session_id: int
    tier: int
    why: Literal["approval", "overload", "limit"]
    since: str
    until: str
    approval_id: int | None = None
    ready: bool = False


class QueueState(Struct, frozen=True):
    """What runs, what waits for its turn, what is parked, and whether scheduled runs are paused.

    ``stopped``: the operator's emergency stop holds everything back, scheduled runs too, until the operator resumes.
    """

    live: LiveRun | None = None
    waiting: tuple[QueuedRun, ...] = ()
    paused: bool = False
    parked: tuple[ParkedRun, ...] = ()
    stopped: bool = False


class RunEnded(Struct, frozen=True):
    """A run that is over. ``run_id`` is None where it could not begin: ``reason`` says why in one sentence, ``error``
    is what was raised. ``memories`` says what became of each memory marker, in the order they were said."""

    request: RunRequest
    run_id: int | None
    status: str
    reason: str = ""
    session_ids: tuple[int, ...] = ()
    warnings: tuple[str, ...] = ()
    error: Exception | None = None
    memories: tuple[MarkerOutcome, ...] = ()
