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
from ..errors import ClaudeOpsError, PolicyRefusal, UsageError
from ..memory.context import ContextRequest
from ..records.cooldowns import CooldownAction
from ..records.sessions import Trigger
from ..settings import Settings
from .cooldown import LONGEST_WINDOW, standing
from .escalation import allowance, tier_ceiling
from .prompt import HandOver, appended_prompt, build_env_context, build_prompt
from .request import RunRequest
from .surroundings import Surroundings, owner

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Chosen:
    """The agent of a run: claude, watch or replay (with ``recording``), its version, and a sentence if it is not the
    one that was hoped for."""

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


def choose_agent(around: Surroundings, named: str) -> Chosen:
    """The agent for a request. Raises UsageError for a name that is none, OperatorError where it cannot run."""
    kind, _, file = named.partition(":")
    if kind == "replay":
        recording = Path(file).expanduser().absolute()
        if not file or not recording.is_file():
            raise UsageError(f"There is no recording {file or '(no name given)'}.", "Use --agent replay:FILE.")
        return Chosen("replay", recording=str(recording))
    if named not in ("", "auto", "claude", "watch"):
        raise UsageError(f"There is no agent “{named}”.", "Use claude, watch or replay:FILE.")
    settings = around.settings.current
    agents = find_agents(settings, around.environ, around.folder)
    wanted = named if named not in ("", "auto") else settings.agent.preferred
    if wanted == "watch":
        return Chosen("watch")
    if agents.claude.program:
        return Chosen("claude", agents.claude.program, agents.claude.version)
    if wanted == "claude":
        raise PolicyRefusal(f"Couldn't start the agent: {agents.claude.why_not}", "Set its path in the settings.")
    return Chosen("watch", note=f"{agents.claude.why_not} The built-in watcher runs instead.")


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
    settings, now = around.settings.current, around.clock()
    warnings: list[str] = []
    agent = choose_agent(around, request.agent)
    if agent.note and run_id is None:
        warnings.append(agent.note)
    cap = _cap(around, settings, agent, run_id, now)
    dry_run = request.dry_run or settings.run.dry_run
    ceiling = tier_ceiling(request.trigger, request.tier, settings.limits, request.max_tier)
    services = hand_over.services if hand_over and hand_over.services else request.services
    token = uuid.uuid4().hex

    run_id, session_id = around.book.store.write(
        lambda: _begin(around, request, agent, tier, run_id, parent_id, dry_run, ceiling, token, now)
    ).result()
    place = around.folder.sessions / str(session_id)
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    hand_off = place / "hand-off.json"
    block = _memory(around, settings, services, now, warnings)
    environment = build_env_context(
        tier=tier,
        dry_run=dry_run,
        services=services,
        cooldowns=standing(_counting(around, now), now),
        data_folder=str(around.folder.root),
        hand_off_file=str(hand_off),
        max_tier=ceiling,
    )
    appended = appended_prompt(environment, block)
    prompt = build_prompt(tier, request.prompt, hand_over)
    ready = launch(
        agent.name,
        program=agent.program,
        version=agent.version,
        recording=agent.recording,
        tier=tier,
        prompt=prompt,
        appended_file=write_appended(place, appended),
        folder=around.folder,
        session_id=session_id,
        token=token,
        settings=settings,
        dry_run=dry_run,
        services=services,
        cap_usd=cap,
        hand_off=hand_off,
        environ=around.environ,
    )
    log_file = around.folder.logs / log_name(session_id, now)
    around.book.store.write(
        lambda: around.book.sessions.update(
            session_id, prompt_text=prompt, appended_prompt=appended, log_file=str(log_file)
        )
    ).result()
    return Prepared(
        run_id,
        session_id,
        tier,
        ceiling,
        agent,
        ready,
        log_file,
        hand_off,
        Redactor(secrets_of(around.environ, settings.logs.secret_variables)),
        dry_run,
        settings.limits.session_minutes * 60,
        cap,
        tuple(warnings),
    )


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
    around: Surroundings, settings: Settings, services: tuple[str, ...], now: datetime, warnings: list[str]
) -> str:
    """The memory block, after the staleness check. If memory cannot be read, the run goes on without it (S2)."""
    try:
        around.book.store.write(lambda: around.memory.decay(now)).result()
        return around.memory.context(ContextRequest(settings.memory.budget, now, services)).text
    except Exception as error:
        log.exception("memory could not be read")
        why = error.told if isinstance(error, ClaudeOpsError) else f"{type(error).__name__}: {error}"
        warnings.append(f"Memory could not be read, so this session runs without it: {why}")
        return ""


def _counting(around: Surroundings, now: datetime) -> list[CooldownAction]:
    return around.book.cooldowns.counting(now - LONGEST_WINDOW)
