"""Before a session starts: which agent, what it may cost, decay, the prompt with its memory, and the rows it leaves.

All of it happens off the main thread.
"""

from __future__ import annotations

import logging
import uuid
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from ..agents.base import AgentCapabilities, LaunchRequest
from ..agents.claude_cli.memory_tools import write_mcp_config
from ..agents.log import log_name
from ..agents.redact import LineRedactor, secrets_of
from ..agents.registry import capabilities_of, choices_in_words, find_agents, require_agent
from ..agents.types import ProcessLaunch
from ..core.clock import to_text
from ..core.errors import ClaudeOpsError, OperatorError, PolicyRefusal, UsageError
from ..core.paths import DataFolder
from ..core.secrets import keyring_store
from ..core.stop_marker import refuse_while_stopped
from ..guard.policy import write_policy
from ..records.sessions import RunTrigger, SessionStatus
from .appended_prompt import write_appended_prompt
from .environment import session_environment
from .escalation import tier_ceiling
from .guard_policy import guard_policy
from .prompt import TierHandover, appended_prompt, build_prompt, service_names
from .prompt_memory import compose_memory, injection_request, note_wish, reads_prompt
from .quote_filter import told_at_start
from .request import RunRequest
from .resume import plan, why_not
from .run_context import RunContext, process_owner
from .spend import allowance
from .spend_tracking import count_spend

log = logging.getLogger(__name__)

ASKED_WITH_ONE = (
    "The prompt holds a secret: this session gets it, and it is kept as [redacted], so a later one is not. "
    "Keep it with `claudeops secrets set` or in the environment, and name it in the prompt."
)


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
    """A session that is ready to start: its rows are written, its files are there."""

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

    @property
    def tier(self) -> int:
        """The tier of the session."""
        return self.step.tier


def choose_agent(around: RunContext, asked: str) -> AgentChoice:
    """The agent for a request. Raises UsageError for what is none, OperatorError for one that cannot be had."""
    settings = around.settings.current
    agents = find_agents(settings, around.environ, around.folder)
    kind, _, file = asked.partition(":")
    if capabilities_of(kind).plays_recording:
        recording = Path(file).expanduser().absolute()
        if not file or not recording.is_file():
            raise UsageError(f"There is no recording {file or 'named'}.", "Name an existing file after replay:.")
        return AgentChoice(kind, recording=str(recording))
    by_itself = asked in ("", "auto")
    agent = require_agent(agents.auto if by_itself else asked)
    if file:
        raise UsageError(f"There is no agent “{asked}”.", f"Choose {choices_in_words()}.")
    found = agent.find_program(settings, around.environ, around.folder)
    if found.why_not:
        raise OperatorError(found.why_not)
    missed = by_itself and settings.agent.preferred == "auto" and agents.claude.why_not
    return AgentChoice(agent.name, found.program, found.version, note=agents.sentence if missed else found.note)


def prepare(around: RunContext, request: RunRequest, step: SessionRequest) -> PreparedSession:
    """Make a session ready. Raises PolicyRefusal where a cap is reached or everything is stopped, OperatorError where
    no agent can run.
    """
    refuse_while_stopped(around.folder.root)
    warnings = [told] if (told := around.settings.refresh()) else []
    settings, now = around.settings.current, around.clock()
    agent = choose_agent(around, request.agent)
    if agent.note and step.run_id is None:
        warnings.append(agent.note)
    cap = cap_for(around, agent.name, step.run_id, now)
    dry_run = request.dry_run or settings.run.dry_run
    ceiling = tier_ceiling(request.trigger, request.tier, settings.limits, request.max_tier)
    if request.go_on is not None:
        ceiling = max(request.tier, min(ceiling, request.go_on.max_tier))
    token = uuid.uuid4().hex

    run_id, session_id = around.book.store.write(
        lambda: _begin(around, request, agent, step, dry_run, ceiling, token, now)
    ).result()
    try:
        kept = keyring_store.known_values(around.environ)
        ready = _furnish(around, request, agent, step, run_id, session_id, token, cap, dry_run, ceiling, kept, warnings)
    except BaseException as error:
        reason = error.full_text if isinstance(error, ClaudeOpsError) else f"{type(error).__name__}: {error}"
        give_up(around, run_id, session_id, SessionStatus.FAILED, reason)
        raise
    return PreparedSession(
        run_id,
        session_id,
        step,
        ceiling,
        agent,
        ready.launch,
        ready.log_file,
        ready.hand_off,
        LineRedactor(
            (
                *secrets_of({**around.environ, **ready.launch.env}, settings.logs.secret_variables),
                *kept,
            )
        ),
        dry_run,
        settings.limits.session_minutes * 60,
        cap,
        service_names(request.services),
        tuple(warnings),
        ready.told,
    )


@dataclass(frozen=True, slots=True)
class _Furnished:
    launch: ProcessLaunch
    log_file: Path
    hand_off: Path
    told: tuple[str, ...]


def _furnish(
    around: RunContext,
    request: RunRequest,
    agent: AgentChoice,
    step: SessionRequest,
    run_id: int,
    session_id: int,
    token: str,
    cap: float | None,
    dry_run: bool,
    ceiling: int,
    kept: tuple[str, ...],
    warnings: list[str],
) -> _Furnished:
    """The prompt, the memory and the files of a session whose row stands."""
    settings, now = around.settings.current, around.clock()
    tier, hand_over = step.tier, step.hand_over
    services = hand_over.services if hand_over and hand_over.services else request.services
    place = around.folder.sessions / str(session_id)
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    hand_off = place / "hand-off.json"
    told = compose_memory(
        around, injection_request(settings, now, request, services, hand_over, session_id, agent.name), warnings
    )
    environment = session_environment(
        around.book,
        around.folder,
        settings,
        agent=agent.name,
        tier=tier,
        ceiling=ceiling,
        dry_run=dry_run,
        services=services,
        hand_off=str(hand_off),
        now=now,
        named=request.named,
    )
    appended = appended_prompt(environment, told.block.text, told.more)
    if request.appended is not None and tier == request.tier:
        appended = as_edited(request.appended, around.folder, hand_off)
    prompt = build_prompt(tier, request.prompt, hand_over)
    resume: tuple[str, ...] = ()
    if step.goes_on and step.parent_id is not None:
        going = plan(
            around.book,
            settings,
            step.parent_id,
            agent=agent.name,
            version=agent.version,
            asked=prompt,
            environ=around.environ,
            now=now,
            afresh=step.afresh,
        )
        prompt, resume = going.prompt, going.resume
        warnings += [going.told] if going.told else []
    log_file = around.folder.logs / log_name(session_id, now)
    environ, why = keyring_store.for_agent(around.environ) if agent.capabilities.needs_login else (around.environ, "")
    warnings += [why] if why else []
    hidden = (*secrets_of({**around.environ, **environ}, settings.logs.secret_variables), *kept)
    redact = LineRedactor(hidden).text
    if redact(request.prompt) != request.prompt:
        warnings.append(ASKED_WITH_ONE)
    guard_file = place / "guard.json"
    policy = guard_policy(
        around.folder,
        settings,
        run_id=run_id,
        session_id=session_id,
        tier=tier,
        dry_run=dry_run,
        hand_off=hand_off,
        secrets=hidden,
    )
    write_policy(guard_file, policy)
    handed = agent.capabilities.has_hooks and settings.memory.agent_tools
    mcp_file = write_mcp_config(place, around.folder, session_id, dry_run=dry_run) if handed else None
    ready = require_agent(agent.name).build_launch(
        LaunchRequest(
            tier=tier,
            prompt=prompt,
            folder=around.folder,
            session_id=session_id,
            token=token,
            settings=settings,
            environ=environ,
            program=agent.program,
            version=agent.version,
            recording=agent.recording,
            appended_file=write_appended_prompt(place, appended),
            hand_off=hand_off,
            dry_run=dry_run,
            services=services,
            cap_usd=cap,
            guard_file=guard_file,
            mcp_file=mcp_file,
            resume=resume,
        )
    )

    def keep() -> None:
        told_as = {"prompt_text": redact(prompt), "appended_prompt": redact(appended)}
        around.book.sessions.update(session_id, **told_as, log_file=str(log_file))
        if reads_prompt(agent.name):
            around.memory.prompt.record(session_id, told, appended)
        if step.run_id is None:
            note_wish(around, request, session_id, now)

    around.book.store.write(keep).result()
    return _Furnished(ready, log_file, hand_off, told_at_start(redact(prompt), redact(appended), tier, request.trigger))


def give_up(around: RunContext, run_id: int, session_id: int, status: str, reason: str) -> None:
    """A session whose row stands and that does not begin is not left running for ever, nor its run."""

    def close() -> None:
        now = around.clock()
        sessions = around.book.sessions
        sessions.update(session_id, status=status, status_reason=reason, ended_at=to_text(now))
        sessions.end_run(run_id, status, now)

    around.book.store.write(close).result()


def as_edited(text: str, folder: DataFolder, hand_off: Path) -> str:
    """The context as the operator left it; the hand-off file, whose place nobody knew then, is named in it."""
    return text.strip().replace(str(hand_off_shown(folder)), str(hand_off))


def hand_off_shown(folder: DataFolder) -> Path:
    """How a preview shows the hand-off file of a session that does not exist yet."""
    return folder.sessions / "…" / "hand-off.json"


def cap_for(around: RunContext, agent: str, run_id: int | None, now: datetime) -> float | None:
    """Dollars that the next session may cost, None for no cap. Raises PolicyRefusal where nothing is left."""
    if not capabilities_of(agent).costs_money:
        return None
    left = allowance(around.settings.current.limits, count_spend(around.book, run_id, now))
    if left.refused:
        raise PolicyRefusal(left.refused)
    return left.usd


def _begin(
    around: RunContext,
    request: RunRequest,
    agent: AgentChoice,
    step: SessionRequest,
    dry_run: bool,
    ceiling: int,
    token: str,
    now: datetime,
) -> tuple[int, int]:
    """The rows of a session that begins now; with it, the one that asked for its tier has escalated."""
    sessions, run_id, wish = around.book.sessions, step.run_id, step.hand_over
    if run_id is None:
        run_id = sessions.begin_run(
            trigger=request.trigger,
            agent=agent.name,
            max_tier=ceiling,
            dry_run=dry_run,
            services=service_names(request.services),
            now=now,
        )
        if request.due_id is not None:  # a crash from here on must not run that due time once more
            around.book.schedules.update_due(request.due_id, run_id=run_id)
    elif step.goes_on and step.parent_id is not None and not step.afresh:
        interrupted = sessions.get(step.parent_id)
        why = why_not(interrupted, sessions.of_run(run_id)) if interrupted is not None else "its record is gone"
        if why:  # another window, or a terminal, was quicker
            raise OperatorError(f"Session {step.parent_id} does not go on: {why}.", "Start a new run.")
        sessions.reopen_run(run_id)
    if step.parent_id is not None and wish is not None and not step.again:
        reason = f"Tier {step.tier}: {wish.reason}"
        sessions.update(step.parent_id, status=SessionStatus.ESCALATED, status_reason=reason)
    session_id = sessions.begin(
        now=now,
        run_id=run_id,
        parent_session_id=step.parent_id,
        agent=agent.name,
        agent_version=agent.version,
        tier=step.tier,
        model=around.settings.current.tiers.for_tier(step.tier).model if agent.capabilities.calls_model else "",
        trigger=request.trigger if wish is None else RunTrigger.ESCALATION,
        dry_run=int(dry_run),
        process_token=token,
        owner=process_owner(),
    )
    return run_id, session_id
