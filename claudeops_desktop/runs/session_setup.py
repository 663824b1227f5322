"""Prepares a session: chooses the agent and the spend cap, writes its rows, composes its prompt and writes its files.

``prepare_session`` takes the steps in order; each is a function below, over the dataclasses of ``setup_types``. The
rows are written by ``setup_rows``. All of it waits for the database, so none of it runs on the main thread.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from ..agents.base import LaunchRequest
from ..agents.claude_cli.memory_tools import write_mcp_config
from ..agents.log import log_name
from ..agents.redact import LineRedactor, secrets_of
from ..agents.registry import capabilities_of, choices_in_words, find_agents, require_agent
from ..agents.types import ProcessLaunch
from ..core.clock import to_text
from ..core.cooldown_states import UNCOUNTED
from ..core.emergency_stop_marker import refuse_while_stopped
from ..core.errors import ClaudeOpsError, OperatorError, PolicyRefusal, UsageError, UsageLimitReached
from ..core.messages import UserMessage
from ..core.paths import DataFolder, unusable_folder
from ..core.principals import acting_as
from ..core.secrets import keyring_store
from ..core.usage_window import HOW_TO_REOPEN, closed_sentence, closed_until
from ..records.sessions import SessionStatus
from ..storage.agent_access import require_access_for_agents
from .appended_prompt import write_appended_prompt
from .confined_launch import confine_launch
from .confinement import KeptFiles, decide_confinement
from .environment import EnvironmentRequest, session_environment
from .escalation import tier_ceiling
from .guard_setup import client_of, start_broker, writable_folders
from .prompt import appended_prompt, build_prompt, service_names
from .prompt_memory import PromptSession, compose_memory, injection_request
from .quote_filter import markers_at_start
from .request import RunRequest
from .resume import ResumeAttempt, plan_resume
from .retry_writes import write_or_keep_trying
from .run_context import RunContext
from .session_principal import session_principal
from .session_skills import HandedSkills, hand_over_procedures
from .session_tools import session_tools
from .setup_rows import give_up, insert_rows, record_text
from .setup_types import AgentChoice, PreparedSession, SessionRequest, SessionSecrets, SessionSetup, SessionText
from .spend import remaining_allowance
from .spend_tracking import count_spend
from .verification import load_verifier_prompt

RESTARTS_KNOWN = timedelta(days=1)
MOST_RESTARTS = 50  # the newest ones; each is an argument of the watcher
ASKED_WITH_ONE = (
    "The prompt holds a secret: this session gets it, and it is kept as [redacted], so a later one is not. "
    "Keep it with `claudeops secrets set` or in the environment, and name it in the prompt."
)


def choose_agent(context: RunContext, asked: str) -> AgentChoice:
    """The agent for a request. Raises UsageError for what is none, OperatorError for one that cannot be had."""
    settings = context.settings.current
    agents = find_agents(settings, context.environ, context.folder)
    kind, _, file = asked.partition(":")
    if capabilities_of(kind).plays_recording:
        recording = Path(file).expanduser().absolute()
        if not file or not recording.is_file():
            raise UsageError(
                UserMessage("There is no recording {value}.", value=file or "named"),
                UserMessage("Name an existing file after replay:."),
            )
        return AgentChoice(kind, recording=str(recording))
    by_itself = asked in ("", "auto")
    agent = require_agent(agents.auto if by_itself else asked)
    if file:
        raise UsageError(
            UserMessage("There is no agent “{asked}”.", asked=asked),
            UserMessage("Choose {choices_in_words}.", choices_in_words=choices_in_words()),
        )
    found = agent.find_program(settings, context.environ, context.folder)
    if found.why_not:
        raise OperatorError(found.why_not)
    if agent.capabilities.has_hooks:
        require_access_for_agents(context.folder)
    missed = by_itself and settings.agent.preferred == "auto" and agents.claude.why_not
    return AgentChoice(agent.name, found.program, found.version, note=agents.sentence if missed else found.note)


def prepare_session(context: RunContext, request: RunRequest, step: SessionRequest) -> PreparedSession:
    """Make a session ready to start: decide, write its rows, then write its prompt and its files.

    Waits for the database, so it must not run on the main thread. Raises PolicyRefusal where a cap is reached or
    everything is stopped, OperatorError where no agent can run. A session whose rows are written already is closed as
    failed before the error is raised.
    """
    refuse_while_stopped(context.folder.root)
    warnings = [told] if (told := context.settings.refresh()) else []
    setup = decide_setup(context, request, step, warnings)
    setup = context.book.store.write(lambda: insert_rows(setup)).result()
    try:
        return furnish_session(setup, warnings)
    except BaseException as error:
        reason = error.full_text if isinstance(error, ClaudeOpsError) else f"{type(error).__name__}: {error}"
        close = partial(give_up, context, setup.run_id, setup.session_id, SessionStatus.FAILED, reason)
        write_or_keep_trying(context, f"the end of session {setup.session_id}", close)
        raise


def decide_setup(context: RunContext, request: RunRequest, step: SessionRequest, warnings: list[str]) -> SessionSetup:
    """Choose the agent, the spend cap and the highest tier. Raises PolicyRefusal, OperatorError or UsageError."""
    settings, now = context.settings.current, context.clock()
    agent = choose_agent(context, request.agent)
    if agent.note and step.run_id is None:  # once a run is enough
        warnings.append(agent.note)
    ceiling = tier_ceiling(request.trigger, request.tier, settings.limits, request.max_tier)
    if request.go_on is not None:  # a resumed run goes no further than it was allowed to at first
        ceiling = max(request.tier, min(ceiling, request.go_on.max_tier))
    return SessionSetup(
        context=context,
        request=request,
        step=step,
        settings=settings,
        now=now,
        agent=agent,
        dry_run=request.dry_run or settings.run.dry_run,
        ceiling=ceiling,
        cap_usd=cap_for(context, agent.name, step.run_id, now),
        token=uuid.uuid4().hex,
        confinement=decide_confinement(settings, context.folder, agent.name),
    )


def furnish_session(setup: SessionSetup, warnings: list[str]) -> PreparedSession:
    """Write the prompt and the files of a session whose rows are written, and say how to start it."""
    known = keyring_store.known_values(setup.context.environ)
    try:
        for place in (setup.place, setup.work):
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:  # the rows are on a server, which can be written all the same
        raise unusable_folder(setup.context.folder.root, error) from error
    text = compose_text(setup, warnings)
    secrets = gather_secrets(setup, known, warnings)
    redact = LineRedactor(secrets.hidden).text
    if redact(setup.request.prompt) != setup.request.prompt:
        warnings.append(ASKED_WITH_ONE)
    skills = hand_over_procedures(setup, warnings)
    tools = tools_of(setup) if setup.agent.capabilities.has_hooks else ()
    ready = write_launch_files(setup, text, secrets, skills, tools)
    broker = start_broker(setup, skills, tools, secrets.hidden, ready.env)
    log_file = setup.context.folder.logs / log_name(setup.session_id, setup.now)
    try:
        setup.context.book.store.write(lambda: record_text(setup, text, redact, log_file)).result()
        if broker is not None:
            broker.wait_until_ready()
        confined = confine_launch(setup, ready) if setup.confinement.confined else None
    except BaseException:
        if broker is not None:
            broker.close()
        raise
    # The agent's own variables may hold more secrets than ours: its output is redacted by both.
    environ = {**setup.context.environ, **ready.env}
    return PreparedSession(
        run_id=setup.run_id,
        session_id=setup.session_id,
        step=setup.step,
        ceiling=setup.ceiling,
        agent=setup.agent,
        launch=confined or ready,
        log_file=log_file,
        hand_off=setup.hand_off,
        redactor=LineRedactor((*secrets_of(environ, setup.settings.logs.secret_variables), *known)),
        dry_run=setup.dry_run,
        time_limit_s=setup.settings.limits.session_minutes * 60,
        cap_usd=setup.cap_usd,
        services=service_names(setup.request.services),
        warnings=tuple(warnings),
        told=markers_at_start(redact(text.prompt), redact(text.appended), setup.tier, setup.request.trigger),
        broker=broker,
        kept_files=KeptFiles(setup.agent.name, ready.env, setup.place) if confined else None,
    )


def compose_text(setup: SessionSetup, warnings: list[str]) -> SessionText:
    """Compose the prompt and what is appended to the system prompt: the environment, then memory."""
    settings, request, step = setup.settings, setup.request, setup.step
    session = PromptSession(setup.agent.name, setup.services, step.hand_over, setup.session_id)
    asked = injection_request(settings, setup.now, request, session)
    with acting_as(session_principal(setup.agent.name, settings)):  # it is told what its agent may know
        memory = compose_memory(setup.context, asked, warnings)
    environment = session_environment(
        setup.context.book,
        setup.context.folder,
        settings,
        EnvironmentRequest(
            agent=setup.agent.name,
            tier=setup.tier,
            ceiling=setup.ceiling,
            dry_run=setup.dry_run,
            services=setup.services,
            hand_off=str(setup.hand_off),
            now=setup.now,
            named=request.named,
            agent_version=setup.agent.version,
            confined=setup.confinement.confined,
            work=str(setup.work),
            writable=tuple(map(str, writable_folders(setup))),
            run_id=setup.run_id,
            session_id=setup.session_id,
        ),
    )
    appended = appended_prompt(environment, memory.block.text, memory.more, memory.before)
    if request.appended is not None and setup.tier == request.tier:
        appended = as_edited(request.appended, setup.context.folder, setup.work)
    prompt = build_prompt(setup.tier, request.prompt, step.hand_over, request.trigger)
    if request.verifies is not None:
        prompt = load_verifier_prompt(setup.context.book, request.verifies)
    if not step.goes_on or step.parent_id is None:
        return SessionText(prompt, appended, memory)
    going = plan_resume(
        setup.context.book,
        settings,
        ResumeAttempt(
            session_id=step.parent_id,
            agent=setup.agent.name,
            version=setup.agent.version,
            asked=prompt,
            environ=setup.context.environ,
            now=setup.now,
            afresh=step.afresh,
        ),
    )
    warnings += [going.told] if going.told else []
    return SessionText(going.prompt, appended, memory, going.resume)


def gather_secrets(setup: SessionSetup, known: tuple[str, ...], warnings: list[str]) -> SessionSecrets:
    """The agent's environment, with the keys of the keyring where it needs them, and all values to be redacted."""
    ours = setup.context.environ
    environ, why = keyring_store.for_agent(ours) if setup.agent.capabilities.needs_login else (ours, "")
    warnings += [why] if why else []
    hidden = (*secrets_of({**ours, **environ}, setup.settings.logs.secret_variables), *known)
    return SessionSecrets(environ, known, hidden)


def write_launch_files(
    setup: SessionSetup, text: SessionText, secrets: SessionSecrets, skills: HandedSkills, tools: Sequence[str]
) -> ProcessLaunch:
    """Write the memory server's configuration and the appended prompt; how to start the agent."""
    folder, settings, agent = setup.context.folder, setup.settings, setup.agent
    client = client_of(setup) if agent.capabilities.has_hooks else ()
    mcp_file = write_mcp_config(setup.place, (*client, "mcp")) if tools else None
    measures = capabilities_of(agent.name).measures
    request = LaunchRequest(
        tier=setup.tier,
        prompt=text.prompt,
        folder=folder,
        session_id=setup.session_id,
        token=setup.token,
        settings=settings,
        environ=secrets.environ,
        program=agent.program,
        version=agent.version,
        recording=agent.recording,
        appended_file=write_appended_prompt(setup.place, text.appended),
        work=setup.work,
        hand_off=setup.hand_off,
        dry_run=setup.dry_run,
        services=setup.services,
        cap_usd=setup.cap_usd,
        client=client,
        mcp_file=mcp_file,
        skills_folder=skills.folder,
        resume=text.resume,
        restarted=recent_restarts(setup) if measures else (),
        planned=planned_services(setup) if measures else (),
    )
    return require_agent(agent.name).build_launch(request)


def tools_of(setup: SessionSetup) -> tuple[str, ...]:
    """The tools of ours that the session is handed, as its environment tells it."""
    book, folder, settings = setup.context.book, setup.context.folder, setup.settings
    return book.store.read(
        lambda: session_tools(book, folder, settings, tier=setup.tier, dry_run=setup.dry_run)
    ).result()


def recent_restarts(setup: SessionSetup) -> list[tuple[str, str]]:
    """Return restarts, stops and redeployments of the last day, cleared ones too: what ended by one of them did not end
    by itself."""
    book, since = setup.context.book, to_text(setup.now - RESTARTS_KNOWN)
    actions = book.store.read(lambda: book.cooldowns.list(limit=MOST_RESTARTS)).result()
    return [
        (action.service, action.created_at)
        for action in actions
        if action.created_at >= since and action.state not in UNCOUNTED
    ]


def planned_services(setup: SessionSetup) -> list[str]:
    """Return the services that are in maintenance or muted: what goes wrong with them is no sign of how they are."""
    book, now = setup.context.book, setup.now
    rules, mutes = book.store.read(lambda: (book.rules.all(), book.mutes.list_active(now))).result()
    muted = {mute.service for mute in mutes if mute.service and not mute.level and not mute.text}
    return sorted({rule.service for rule in rules if rule.maintained(now)} | muted)


def as_edited(text: str, folder: DataFolder, work: Path) -> str:
    """Return the context as the operator left it, with the session's folder in it, whose name nobody knew then."""
    return text.strip().replace(str(folder.session_work()), str(work))


def cap_for(context: RunContext, agent: str, run_id: int | None, now: datetime) -> float | None:
    """Dollars that the next session may cost, None for no cap. Raises PolicyRefusal where nothing is left."""
    if not capabilities_of(agent).costs_money:
        return None
    if (until := closed_until(context.folder.root, now)) is not None:
        raise UsageLimitReached(closed_sentence(until, now), HOW_TO_REOPEN)
    left = remaining_allowance(context.settings.current.limits, count_spend(context.book, run_id, now))
    if left.refused:
        raise PolicyRefusal(left.refused)
    return left.usd
