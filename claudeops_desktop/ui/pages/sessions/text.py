"""How runs and sessions are spoken of. Pure."""

from __future__ import annotations

from datetime import datetime
from pathlib import PurePath

from ....core.clock import from_text
from ....core.money import money
from ....records.run_list import RunLine
from ....records.sessions import ConfinementState, Session, SessionStatus
from ....runs.request import RunRequest
from ...text import formatting
from ...text.translation import tr, tr_count
from ...widgets import state_dot

TRIGGERS = {"api": "API", "catch-up": tr("catch-up"), "incident": tr("incident")}
WHAT_NOW = {
    SessionStatus.TIMED_OUT: tr("Raise the time limit in Settings, or give the run less to do."),
    SessionStatus.INTERRUPTED: tr("What it said until then is kept. Continue resumes its work where it ended."),
    SessionStatus.ESCALATED: tr("A higher tier went on from here."),
}
NO_REASON = {
    SessionStatus.FAILED: tr("It failed without an explanation: the last lines of the log may say why."),
    SessionStatus.STOPPED: tr("It was stopped."),
    SessionStatus.TIMED_OUT: tr("It was stopped at the time limit."),
    SessionStatus.INTERRUPTED: tr("It was interrupted before its end."),
}


def agent_name(agent: str) -> str:
    """An agent as an operator calls it: ``claude``, ``watch``, ``replay of x.ndjson``."""
    kind, _, file = agent.partition(":")
    return tr("{kind} of {name}", kind=kind, name=PurePath(file).name) if file else kind


def trigger_name(trigger: str) -> str:
    """What started a run."""
    return TRIGGERS.get(trigger) or state_dot.state_word(trigger)


def status_name(status: str) -> str:
    """A status in words: ``timed out``."""
    return state_dot.state_word(status)


def chain_text(line: RunLine) -> str:
    """The chain as it is read aloud: ``tier 1 escalated, then tier 2 completed``."""
    return tr(", then ").join(
        tr("tier {tier} {status_name}", tier=link.tier, status_name=status_name(link.status)) for link in line.chain
    )


def session_sentence(session: Session, near_misses: int = 0) -> str:
    """How a session stands, in a sentence or two that say what to do where something can be done."""
    status = SessionStatus(session.status) if session.status in set(SessionStatus) else None
    if status == SessionStatus.RUNNING:
        return tr("It is running. Log shows what it says.")
    if status == SessionStatus.COMPLETED:
        said = session.summary or tr("It completed normally.")
    else:
        said = session.status_reason or (NO_REASON.get(status, "") if status else "")
        advice = WHAT_NOW.get(status, "") if status else ""
        if advice and advice not in said:
            said = f"{said} {advice}".strip()
    if near_misses:
        markers = (
            tr("One marker was")
            if near_misses == 1
            else tr("{near_misses} markers were", near_misses=formatting.format_number(near_misses))
        )
        said = tr("{ended} {markers} not stored: see What was learned.", ended=_ended(said), markers=markers)
    return said


def session_facts(session: Session, now: datetime) -> list[str]:
    """What is known of a session in short: agent, model, tier, trigger, length, cost, turns, exit code."""
    agent = f"{agent_name(session.agent)} {session.agent_version}".strip()
    seconds = session_seconds(session, now)
    found = [
        agent,
        session.model if session.model != session.agent else "",
        tr("tier {tier} {tier_name}", tier=session.tier, tier_name=formatting.tier_name(session.tier)),
        _confinement(session),
        trigger_name(session.trigger),
        tr("started {started_at}", started_at=formatting.format_clock_time(session.started_at, now)),
        formatting.format_duration(seconds),
        money(session.cost_usd),
        tr_count("%n turn", "%n turns", session.num_turns) if session.num_turns is not None else "",
        tr("exit code {exit_code}", exit_code=session.exit_code) if session.exit_code else "",
        tr("dry run") if session.dry_run else "",
    ]
    return [part for part in found if part]


def _confinement(session: Session) -> str:
    """How the operating system held it; "" where nothing was recorded."""
    if session.confinement == ConfinementState.CONFINED:
        return tr("confined")
    if session.confinement == ConfinementState.UNCONFINED:
        return tr("not confined: {reason}", reason=session.confinement_reason.rstrip("."))
    return ""


def session_seconds(session: Session, now: datetime) -> float | None:
    """Seconds from start to end, or until now while it runs."""
    if session.ended_at:
        return max(0.0, (from_text(session.ended_at) - from_text(session.started_at)).total_seconds())
    if session.status == SessionStatus.RUNNING:
        return max(0.0, (now - from_text(session.started_at)).total_seconds())
    return None


def rerun_text(request: RunRequest) -> str:
    """What running it again would do: ``Tier 1 observe with claude, about postgres``."""
    about = tr(", about {join}", join=", ".join(request.services)) if request.services else ""
    dry = tr(", as a dry run") if request.dry_run else ""
    return tr(
        "Tier {tier} {tier_name} with {agent_name}{about}{dry}",
        tier=request.tier,
        tier_name=formatting.tier_name(request.tier),
        agent_name=agent_name(request.agent),
        about=about,
        dry=dry,
    )


def _ended(text: str) -> str:
    return text if not text or text.endswith((".", "!", "?", "…")) else f"{text}."
