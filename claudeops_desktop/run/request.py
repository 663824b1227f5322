"""What is asked of the run queue, and how it stands."""

from __future__ import annotations

from dataclasses import dataclass

from ..memory.fact import Remembered
from ..records.sessions import Trigger


@dataclass(frozen=True, slots=True)
class RunRequest:
    """A run to be made.

    ``agent`` is "" (the operator's preference), ``claude``, ``watch`` or ``replay:FILE``; ``prompt`` "" means the
    tier's own. ``tier`` is where the chain begins; ``max_tier`` None means the limit of the settings for ``trigger``.
    ``due_id`` names the due time that it answers, where there is one.
    """

    trigger: Trigger = Trigger.MANUAL
    tier: int = 1
    max_tier: int | None = None
    agent: str = ""
    prompt: str = ""
    services: tuple[str, ...] = ()
    dry_run: bool = False
    due_id: int | None = None


@dataclass(frozen=True, slots=True)
class QueuedRun:
    """A request that waits for its turn. ``number`` counts up from 1 in this process."""

    number: int
    request: RunRequest
    queued_at: str


@dataclass(frozen=True, slots=True)
class LiveRun:
    """The run that is on now, at its present session."""

    number: int
    request: RunRequest
    run_id: int
    session_id: int
    agent: str
    tier: int
    started_at: str
    stopping: bool = False


@dataclass(frozen=True, slots=True)
class QueueState:
    """What runs, what waits, and whether scheduled runs are paused."""

    live: LiveRun | None = None
    waiting: tuple[QueuedRun, ...] = ()
    paused: bool = False


@dataclass(frozen=True, slots=True)
class RunEnded:
    """A run that is over. ``run_id`` is None where it could not begin: ``reason`` says why in one sentence, ``error``
    is what was raised. ``memories`` says what became of each memory marker, in the order they were said."""

    request: RunRequest
    run_id: int | None
    status: str
    reason: str = ""
    session_ids: tuple[int, ...] = ()
    warnings: tuple[str, ...] = ()
    error: Exception | None = None
    memories: tuple[Remembered, ...] = ()
