"""The words of agents: what is started, what was received, how it ended. Frozen, so that they cross threads."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from ..stream.events import RateLimitEvent
from .cli_messages import UsageLimit

TOKEN_VARIABLE = "CLAUDEOPS_SESSION_TOKEN"  # noqa: S105 — the name of a variable, not a secret


@dataclass(frozen=True, slots=True)
class ProcessLaunch:
    """A process to start. ``env`` is its whole environment and carries ``token`` under TOKEN_VARIABLE.

    ``inside`` is the agent's program where ``program`` is what makes a profile around it, "" where the agent is not
    confined.
    """

    program: str
    arguments: tuple[str, ...]
    env: Mapping[str, str]
    cwd: str
    stdin: bytes
    token: str
    inside: str = ""


@dataclass(frozen=True, slots=True)
class ProcessEnding:
    """How a process ended.

    ``how`` is exited, signalled or failed_to_start; ``exit_code`` is the code, or minus the signal's number; ``error``
    one sentence where it could not start; ``stop`` why we stopped it: "" (we did not), stopped, timed_out, spend,
    stalled (it repeated itself without progress), hung (it did not end after its result), or refused (a tool call was,
    and the operator wants a session to end then); ``left`` are the command lines of processes that it left running when
    it ended by itself, which were ended.
    """

    how: str
    exit_code: int | None
    error: str = ""
    stop: str = ""
    left: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line as it was received: its number in the log (from 1), when (stored form), from which stream, its bytes."""

    number: int
    at: str
    stream: str
    raw: bytes


@dataclass(frozen=True, slots=True)
class ServiceChecked:
    """What a session says of one service (S9). ``status`` is healthy, degraded, down or unknown.

    Of a measured service also: ``attempts`` made before this was said (two or more confirm a bad state), ``at`` when
    the first of them began (stored form, "" where it is not said) and the ``key`` of the check.
    """

    service: str
    status: str
    detail: str = ""
    check_type: str = ""
    response_ms: float | None = None
    attempts: int = 1
    at: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class EscalationRequest:
    """The wish for the next tier (S9, S10)."""

    reason: str
    services: tuple[str, ...] = ()
    context: str = ""


@dataclass(frozen=True, slots=True)
class SessionReport:
    """What a session says of a problem in its outcome, in its own, untrusted words; "" where it says nothing.

    ``verified_by`` is the check that showed the cure to have worked. ``memories_used`` and ``memories_wrong`` are the
    numbers of memories in its prompt that it relied on and found wrong.
    """

    cause: str = ""
    evidence: str = ""
    cure: str = ""
    verified_by: str = ""
    memories_used: tuple[int, ...] = ()
    memories_wrong: tuple[int, ...] = ()

    def as_json(self) -> str:
        """As it is stored with the session; "" where it says nothing."""
        told = {name: value for name, value in asdict(self).items() if value}
        return json.dumps(told, ensure_ascii=False) if told else ""

    @classmethod
    def from_json(cls, text: str) -> SessionReport:
        """From what is stored."""
        told: dict[str, Any] = json.loads(text) if text else {}
        cause, evidence, cure, verified_by = (
            str(told.get(name, "")) for name in ("cause", "evidence", "cure", "verified_by")
        )
        used, wrong = (tuple(told.get(name, ())) for name in ("memories_used", "memories_wrong"))
        return cls(cause, evidence, cure, verified_by, used, wrong)


@dataclass(frozen=True, slots=True)
class SessionOutcome:
    """How a session ended (S5): ``status`` by the table there, ``reason`` in one sentence (empty when completed).

    ``overloaded``: it failed because the service was too busy or failed itself, so that another time may do.
    ``limit``: it failed at a limit of the subscription, which opens at a time of its own. ``window`` is the last that
    the service said of how much of the subscription is used.
    """

    status: str
    reason: str = ""
    cost_usd: float | None = None
    num_turns: int | None = None
    duration_ms: int | None = None
    response: str = ""
    summary: str = ""
    structured: dict[str, Any] | None = None
    escalate: EscalationRequest | None = None
    services_checked: tuple[ServiceChecked, ...] = ()
    agent_session_id: str = ""
    model: str = ""
    exit_code: int | None = None
    warnings: tuple[str, ...] = field(default=())
    overloaded: bool = False
    limit: UsageLimit | None = None
    window: RateLimitEvent | None = None
    report: SessionReport = SessionReport()
