"""The rows of a session that is being prepared: its beginning, what it was told, and its end where it cannot begin."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from ..core.clock import to_text
from ..core.errors import OperatorError
from ..core.messages import UserMessage
from ..learning import note_verification
from ..records.incident_runs import refuse_second_investigation
from ..records.sessions import RunTrigger, SessionStatus
from .learned_notes import record_offers
from .prompt import service_names
from .prompt_memory import note_wish, reads_prompt
from .resume import why_not_resumable
from .run_context import RunContext, process_owner
from .session_principal import session_principal
from .setup_types import SessionSetup, SessionText


def insert_rows(setup: SessionSetup) -> SessionSetup:
    """Write the rows of a session that begins now; the setup with their ids. Inside ``store.write``.

    The session whose request for a tier brought this one about is marked as escalated in the same transaction. Raises
    OperatorError where an interrupted session was resumed by another window or terminal meanwhile, or where another
    workstation runs that due time.
    """
    run_id = _open_run(setup)
    sessions, step, wish = setup.context.book.sessions, setup.step, setup.step.hand_over
    if step.parent_id is not None and wish is not None and not step.again:
        reason = f"Tier {step.tier}: {wish.reason}"
        sessions.update(step.parent_id, status=SessionStatus.ESCALATED, status_reason=reason)
    session_id = sessions.begin(
        now=setup.now,
        run_id=run_id,
        parent_session_id=step.parent_id,
        agent=setup.agent.name,
        agent_version=setup.agent.version,
        tier=step.tier,
        model=setup.settings.tiers.for_tier(step.tier).model if setup.agent.capabilities.calls_model else "",
        trigger=setup.request.trigger if wish is None else RunTrigger.ESCALATION,
        dry_run=int(setup.dry_run),
        process_token=setup.token,
        owner=process_owner(),
        principal=session_principal(setup.agent.name, setup.settings).name,
        confinement=setup.confinement.state,
        confinement_reason=str(setup.confinement.why_not),
    )
    return replace(setup, run_id=run_id, session_id=session_id)


def _open_run(setup: SessionSetup) -> int:
    """The run of the session: a new one, the one that it belongs to, or an interrupted one that is opened again."""
    book, request, step = setup.context.book, setup.request, setup.step
    if step.run_id is None:
        about = request.incident_id
        if about is not None:
            refuse_second_investigation(book.store, about)
        run_id = book.sessions.begin_run(
            trigger=request.trigger,
            agent=setup.agent.name,
            max_tier=setup.ceiling,
            dry_run=setup.dry_run,
            services=service_names(request.services),
            now=setup.now,
        )
        # A crash from here on must not run that due time once more.
        if request.due_id is not None and not book.schedules.begin_due(request.due_id, run_id):
            raise OperatorError(
                UserMessage("Another workstation has begun the run of that due time."),
                UserMessage("Nothing is to be done."),
            )
        if about is not None and book.incidents.get(about) is not None:
            book.incidents.link_run(about, run_id, setup.now)
        return run_id
    if step.goes_on and step.parent_id is not None and not step.afresh:
        interrupted = book.sessions.get(step.parent_id)
        why = (
            why_not_resumable(interrupted, book.sessions.of_run(step.run_id))
            if interrupted is not None
            else "its record is gone"
        )
        if why:  # another window, or a terminal, was quicker
            raise OperatorError(
                UserMessage("Session {parent_id} does not go on: {why}.", parent_id=step.parent_id, why=why),
                UserMessage("Start a new run."),
            )
        book.sessions.reopen_run(step.run_id)
    return step.run_id


def record_text(setup: SessionSetup, text: SessionText, redact: Callable[[str], str], log_file: Path) -> None:
    """Write down what the session is told, without secrets, and which memories are in it. Inside ``store.write``."""
    setup.context.book.sessions.update(
        setup.session_id,
        prompt_text=redact(text.prompt),
        appended_prompt=redact(text.appended),
        log_file=str(log_file),
    )
    if reads_prompt(setup.agent.name):
        setup.context.memory.prompt.record(setup.session_id, text.memory, text.appended)
        record_offers(setup.context.book, setup.session_id, text.memory, text.appended)
    if setup.request.verifies is not None:
        note_verification(setup.session_id, setup.request.verifies)
    if setup.step.run_id is None:
        note_wish(setup.context, setup.request, setup.session_id, setup.now)


def give_up(context: RunContext, run_id: int, session_id: int, status: str, reason: str) -> None:
    """Close a session that cannot begin, and its run, so that neither looks as if it were running for ever."""

    def close() -> None:
        now = context.clock()
        sessions = context.book.sessions
        sessions.update(session_id, status=status, status_reason=reason, ended_at=to_text(now))
        sessions.end_run(run_id, status, now)

    context.book.store.write(close).result()
