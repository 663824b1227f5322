"""The frozen dataclasses that the preparation of a session hands from step to step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from ..agents.base import AgentCapabilities
from ..agents.broker_process import BrokerProcess
from ..agents.redact import LineRedactor
from ..agents.registry import capabilities_of
from ..agents.types import ProcessLaunch
from ..core.settings import Settings
from ..memory.prompt_memory.types import PromptMemory
from .confinement import NOT_HELD, KeptFiles, SessionConfinement
from .prompt import TierHandover
from .request import RunRequest
from .run_context import RunContext


@dataclass(frozen=True, slots=True)
class AgentChoice:
    """The agent of a run: ``name`` claude (``program`` its path), watch or replay (of ``recording``). ``note`` is a
    sentence where it is not the one that was hoped for, or its version is not a supported one."""

    name: str
    program: str = ""
    version: str = ""
    recording: str = ""
    note: str = ""

    @property
    def capabilities(self) -> AgentCapabilities:
        """What the application may expect of it."""
        return capabilities_of(self.name)


@dataclass(frozen=True, slots=True)
class SessionRequest:
    """Which session of a run is wanted. ``run_id`` None: the first of all.

    ``hand_over`` is what the tier below handed on, None at the tier that the run began with. ``parent_id`` is the
    session before; with ``again`` that one failed, and its tier is tried once more; with ``goes_on`` it was
    interrupted, and this one takes its work up; ``afresh``: the CLI has lost that conversation.
    """

    tier: int
    run_id: int | None = None
    parent_id: int | None = None
    hand_over: TierHandover | None = None
    again: bool = False
    goes_on: bool = False
    afresh: bool = False


@dataclass(frozen=True, slots=True)
class PreparedSession:
    """A session that is ready to start: its rows are written, its files are there.

    ``broker`` decides on its calls and runs what may act; None for an agent that asks nobody. ``kept_files`` are what
    the operator keeps of a confined session, None for another one.
    """

    run_id: int
    session_id: int
    step: SessionRequest
    ceiling: int
    agent: AgentChoice
    launch: ProcessLaunch
    log_file: Path
    hand_off: Path
    redactor: LineRedactor
    dry_run: bool
    time_limit_s: float
    cap_usd: float | None
    services: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    broker: BrokerProcess | None = None
    kept_files: KeptFiles | None = None

    @property
    def tier(self) -> int:
        """The tier of the session."""
        return self.step.tier

    def close(self) -> bool:
        """Let go of what runs for it, once it is over or will not begin. False where its guard had ended before."""
        if self.broker is None:
            return True
        guarded = not self.broker.has_ended()
        self.broker.close()
        return guarded


@dataclass(frozen=True, slots=True)
class SessionSetup:
    """Everything that is decided about a session before it has rows and files.

    ``settings`` and ``now`` are read once, so that every step goes by the same ones. ``ceiling`` is the highest tier
    the run may reach, ``cap_usd`` what the session may cost (None: no cap), ``token`` marks every process of the
    session. ``run_id`` and ``session_id`` are 0 until ``insert_rows`` has written the rows.
    """

    context: RunContext
    request: RunRequest
    step: SessionRequest
    settings: Settings
    now: datetime
    agent: AgentChoice
    dry_run: bool
    ceiling: int
    cap_usd: float | None
    token: str
    run_id: int = 0
    session_id: int = 0
    confinement: SessionConfinement = NOT_HELD

    @property
    def tier(self) -> int:
        """The tier of the session."""
        return self.step.tier

    @property
    def services(self) -> tuple[str, ...]:
        """The services the session is about: those the tier below handed on, else those of the request."""
        handed = self.step.hand_over
        return handed.services if handed and handed.services else self.request.services

    @property
    def place(self) -> Path:
        """The session's own folder."""
        return self.context.folder.sessions / str(self.session_id)

    @property
    def hand_off(self) -> Path:
        """The file that the session may leave for the next tier."""
        return self.context.folder.hand_off(self.session_id)

    @property
    def work(self) -> Path:
        """The one folder that the session may write in."""
        return self.context.folder.session_work(self.session_id)


@dataclass(frozen=True, slots=True)
class SessionText:
    """What the agent is given to read: ``prompt`` on stdin, ``appended`` after the system prompt.

    ``memory`` is the part of ``appended`` that comes from memory; ``resume`` are the arguments by which the CLI takes
    an interrupted conversation up again.
    """

    prompt: str
    appended: str
    memory: PromptMemory
    resume: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SessionSecrets:
    """The environment that the agent gets, and the values that must never be written down.

    ``known`` are the values from the keyring, ``hidden`` those and the secret variables of ``environ``.
    """

    environ: Mapping[str, str]
    known: tuple[str, ...]
    hidden: tuple[str, ...]
