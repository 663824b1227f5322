"""Before a session starts: which agent, what it may cost, decay, the prompt with its memory, and the rows it leaves.

All of it happens off the main thread.
"""

from __future__ import annotations

import logging
import uuid
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from ..agent.catalog import find_agents
from ..agent.command import launch, write_appended
from ..agent.log import log_name
from ..agent.redact import Redactor, secrets_of
from ..agent.words import Launch
from ..clock import to_text
from ..errors import ClaudeOpsError, OperatorError, PolicyRefusal, UsageError
from ..memory.context import ContextRequest
from ..records.sessions import Status, Trigger
from ..settings import Settings
from .environment import session_environment
from .escalation import allowance, tier_ceiling
from .prompt import HandOver, appended_prompt, build_prompt
from .request import RunRequest
from .surroundings import Surroundings, owner

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Chosen:
    """The agent of a run: ``name`` claude (``program`` its path), watch or replay (of ``recording``). ``note`` is a
    sentence where it is not the one that was hoped for."""

    name: str
    program: str = ""
    version: str = ""
    recording: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A session that is ready to start: its rows are written, its files are there."""

    run_id: int
    session_id: int
    tier: int
    ceiling: int
    agent: Chosen
    launch: Launch
    log_file: Path
    hand_off: Path
    redactor: Redactor
    dry_run: bool
    time_limit_s: float
    cap_usd: float | None
    warnings: tuple[str, ...] = ()


def choose_agent(around: Surroundings, asked: str) -> Chosen:
    """The agent for a request. Raises UsageError for what is none, OperatorError for one that cannot be had."""
    settings = around.settings.current
    agents = find_agents(settings, around.environ, around.folder)
    kind, _, file = asked.partition(":")
    if kind == "replay":
        recording = Path(file).expanduser().absolute()
        if not file or not recording.is_file():
            raise UsageError(f"There is no recording {file or 'named'}.", "Name an existing file after replay:.")
        return Chosen("replay", recording=str(recording))
    if asked not in ("", "auto", "claude", "watch"):
        raise UsageError(f"There is no agent “{asked}”.", "Choose claude, watch or replay:FILE.")
    name = asked if asked in ("claude", "watch") else agents.auto
    if name == "claude" and not agents.claude.program:
        raise OperatorError(agents.claude.why_not)
    if name == "claude":
        return Chosen(name, agents.claude.program, agents.claude.version)
    missed = asked != "watch" and settings.agent.preferred == "auto"
    return Chosen(name, note=agents.sentence if missed else "")


def prepare(
    around: Surroundings,
    request: RunRequest,
    *,
    tier: int,
    run_id: int | None = None,
    parent_id: int | None = None,
    hand_over: HandOver | None = None,
) -> Prepared:
    """Make a session ready. Raises PolicyRefusal where a cap is reached, OperatorError where no agent can run."""
    warnings = [told] if (told := around.settings.refresh()) else []
    settings, now = around.settings.current, around.clock()
    agent = choose_agent(around, request.agent)
    if agent.note and run_id is None:
        warnings.append(agent.note)
    cap = _cap(around, settings, agent, run_id, now)
    dry_run = request.dry_run or settings.run.dry_run
    ceiling = tier_ceiling(request.trigger, request.tier, settings.limits, request.max_tier)
    token = uuid.uuid4().hex

    run_id, session_id = around.book.store.write(
        lambda: _begin(around, request, agent, tier, run_id, parent_id, dry_run, ceiling, token, now)
    ).result()
    try:
        ready = _furnish(around, request, agent, tier, session_id, token, cap, dry_run, ceiling, hand_over, warnings)
    except BaseException as error:
        _give_up(around, run_id, session_id, error)
        raise
    return Prepared(
        run_id,
        session_id,
        tier,
        ceiling,
        agent,
        ready.launch,
        ready.log_file,
        ready.hand_off,
        Redactor(secrets_of({**around.environ, **ready.launch.env}, settings.logs.secret_variables)),
        dry_run,
        settings.limits.session_minutes * 60,
        cap,
        tuple(warnings),
    )


@dataclass(frozen=True, slots=True)
class _Furnished:
    launch: Launch
    log_file: Path
    hand_off: Path


def _furnish(
    around: Surroundings,
    request: RunRequest,
    agent: Chosen,
    tier: int,
    session_id: int,
    token: str,
    cap: float | None,
    dry_run: bool,
    ceiling: int,
    hand_over: HandOver | None,
    warnings: list[str],
) -> _Furnished:
    """The prompt, the memory and the files of a session whose row stands."""
    settings, now = around.settings.current, around.clock()
    services = hand_over.services if hand_over and hand_over.services else request.services
    place = around.folder.sessions / str(session_id)
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    hand_off = place / "hand-off.json"
    block = _memory(around, settings, session_id, services, now, warnings)
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
    )
    appended = appended_prompt(environment, block)
    prompt = build_prompt(tier, request.prompt, hand_over)
    log_file = around.folder.logs / log_name(session_id, now)
    ready = launch(
        agent.name,
        tier=tier,
        prompt=prompt,
        folder=around.folder,
        session_id=session_id,
        token=token,
        settings=settings,
        environ=around.environ,
        program=agent.program,
        version=agent.version,
        recording=agent.recording,
        appended_file=write_appended(place, appended),
        hand_off=hand_off,
        dry_run=dry_run,
        services=services,
        cap_usd=cap,
    )
    around.book.store.write(
        lambda: around.book.sessions.update(
            session_id, prompt_text=prompt, appended_prompt=appended, log_file=str(log_file)
        )
    ).result()
    return _Furnished(ready, log_file, hand_off)


def _give_up(around: Surroundings, run_id: int, session_id: int, error: BaseException) -> None:
    """A session that could not be furnished is not left running for ever."""
    reason = error.told if isinstance(error, ClaudeOpsError) else f"{type(error).__name__}: {error}"

    def close() -> None:
        now = around.clock()
        sessions = around.book.sessions
        sessions.update(session_id, status=Status.FAILED, status_reason=reason, ended_at=to_text(now))
        sessions.end_run(run_id, Status.FAILED, now)

    around.book.store.write(close).result()


def _cap(around: Surroundings, settings: Settings, agent: Chosen, run_id: int | None, now: datetime) -> float | None:
    if agent.name != "claude":  # the others cost nothing
        return None
    sessions = around.book.sessions
    midnight = now.astimezone().replace(hour=0, minute=0, second=0, microsecond=0)
    spent_run = sum(s.cost_usd or 0.0 for s in sessions.of_run(run_id)) if run_id is not None else 0.0
    left = allowance(settings.limits, spent_run=spent_run, spent_day=sessions.spent_since(midnight))
    if left.refused:
        raise PolicyRefusal(left.refused)
    return left.usd


def _begin(
    around: Surroundings,
    request: RunRequest,
    agent: Chosen,
    tier: int,
    run_id: int | None,
    parent_id: int | None,
    dry_run: bool,
    ceiling: int,
    token: str,
    now: datetime,
) -> tuple[int, int]:
    sessions = around.book.sessions
    if run_id is None:
        run_id = sessions.begin_run(
            trigger=request.trigger,
            agent=agent.name,
            max_tier=ceiling,
            dry_run=dry_run,
            services=request.services,
            now=now,
        )
        if request.due_id is not None:  # a crash from here on must not run that due time once more
            around.book.schedules.update_due(request.due_id, run_id=run_id)
    session_id = sessions.begin(
        now=now,
        run_id=run_id,
        parent_session_id=parent_id,
        agent=agent.name,
        agent_version=agent.version,
        tier=tier,
        model=around.settings.current.tiers.of(tier).model if agent.name == "claude" else "",
        trigger=request.trigger if parent_id is None else Trigger.ESCALATION,
        dry_run=int(dry_run),
        process_token=token,
        owner=owner(),
    )
    return run_id, session_id


def _memory(
    around: Surroundings,
    settings: Settings,
    session_id: int,
    services: tuple[str, ...],
    now: datetime,
    warnings: list[str],
) -> str:
    """The memory block, after the staleness check. If memory cannot be read, the run goes on without it (S2)."""
    try:
        around.book.store.write(lambda: around.memory.decay(now)).result()
        around.book.store.read(lambda: around.memory.warm(services))  # while the agent starts: no marker waits for it
        return around.memory.context(ContextRequest(settings.memory.budget, now, services)).text
    except Exception as error:
        log.exception("memory could not be read")
        why = error.told if isinstance(error, ClaudeOpsError) else f"{type(error).__name__}: {error}"
        told = f"Memory could not be read, so this session runs without it: {why}"
        warnings.append(told)
        around.book.store.write(
            lambda: around.book.events.add(
                level="warning", message=told, service=None, session_id=session_id, now=around.clock()
            )
        )
        return ""
