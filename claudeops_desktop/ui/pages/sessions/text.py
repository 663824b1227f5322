"""How runs and sessions are spoken of. Pure."""

from __future__ import annotations

from datetime import datetime
from pathlib import PurePath

from ....core.clock import from_text
from ....core.money import money
from ....records.run_list import RunFacets, RunLine
from ....records.sessions import Session, SessionStatus
from ....runs.request import RunRequest
from ...text import formatting
from ...widgets import state_dot

TRIGGERS = {"api": "API", "catch-up": "catch-up"}
WHAT_NOW = {
    SessionStatus.TIMED_OUT: "Raise the time limit in Settings, or give the run less to do.",
    SessionStatus.INTERRUPTED: "What it said until then is kept. Go on takes its work up where it ended.",
    SessionStatus.ESCALATED: "A higher tier went on from here.",
}
NO_REASON = {
    SessionStatus.FAILED: "It failed without a word: the last lines of the log may say why.",
    SessionStatus.STOPPED: "It was stopped.",
    SessionStatus.TIMED_OUT: "It was stopped at the time limit.",
    SessionStatus.INTERRUPTED: "It was interrupted before its end.",
}


def agent_name(agent: str) -> str:
    """An agent as an operator calls it: ``claude``, ``watch``, ``replay of x.ndjson``."""
    kind, _, file = agent.partition(":")
    return f"{kind} of {PurePath(file).name}" if file else kind


def trigger_name(trigger: str) -> str:
    """What started a run."""
    return TRIGGERS.get(trigger, trigger)


def status_name(status: str) -> str:
    """A status in words: ``timed out``."""
    return state_dot.state_word(status)


def fact_line(facets: RunFacets) -> str:
    """The line under the page's title."""
    if not facets.total:
        return "No run yet"
    parts = [formatting.format_count(facets.total, "run")]
    if facets.matching != facets.total:
        parts = [f"{formatting.format_number(facets.matching)} of {formatting.format_count(facets.total, 'run')} shown"]
    for status in (SessionStatus.RUNNING, SessionStatus.FAILED):
        if facets.statuses.get(status):
            parts.append(f"{formatting.format_number(facets.statuses[status])} {status_name(status)}")
    return " · ".join(parts)


def chain_text(line: RunLine) -> str:
    """The chain as it is read aloud: ``tier 1 escalated, then tier 2 completed``."""
    return ", then ".join(f"tier {link.tier} {status_name(link.status)}" for link in line.chain)


def session_sentence(session: Session, near_misses: int = 0) -> str:
    """How a session stands, in a sentence or two that say what to do where something can be done."""
    status = SessionStatus(session.status) if session.status in set(SessionStatus) else None
    if status == SessionStatus.RUNNING:
        return "It is running. Log shows what it says."
    if status == SessionStatus.COMPLETED:
        said = session.summary or "It ended as it should."
    else:
        said = session.status_reason or (NO_REASON.get(status, "") if status else "")
        advice = WHAT_NOW.get(status, "") if status else ""
        if advice and advice not in said:
            said = f"{said} {advice}".strip()
    if near_misses:
        markers = "One marker was" if near_misses == 1 else f"{formatting.format_number(near_misses)} markers were"
        said = f"{_ended(said)} {markers} not stored: see Learned."
    return said


def session_facts(session: Session, now: datetime) -> list[str]:
    """What is known of a session in short: agent, model, tier, trigger, length, cost, turns, exit code."""
    agent = f"{agent_name(session.agent)} {session.agent_version}".strip()
    seconds = session_seconds(session, now)
    found = [
        agent,
        session.model if session.model != session.agent else "",
        f"tier {session.tier} {formatting.tier_name(session.tier)}",
        trigger_name(session.trigger),
        f"started {formatting.format_clock_time(session.started_at, now)}",
        formatting.format_duration(seconds),
        money(session.cost_usd),
        formatting.format_count(session.num_turns, "turn") if session.num_turns is not None else "",
        f"exit code {session.exit_code}" if session.exit_code else "",
        "dry run" if session.dry_run else "",
    ]
    return [part for part in found if part]


def session_seconds(session: Session, now: datetime) -> float | None:
    """Seconds from start to end, or until now while it runs."""
    if session.ended_at:
        return max(0.0, (from_text(session.ended_at) - from_text(session.started_at)).total_seconds())
    if session.status == SessionStatus.RUNNING:
        return max(0.0, (now - from_text(session.started_at)).total_seconds())
    return None


def rerun_text(request: RunRequest) -> str:
    """What running it again would do: ``Tier 1 observe with claude, about postgres``."""
    about = f", about {', '.join(request.services)}" if request.services else ""
    dry = ", as a dry run" if request.dry_run else ""
    return f"Tier {request.tier} {formatting.tier_name(request.tier)} with {agent_name(request.agent)}{about}{dry}"


def _ended(text: str) -> str:
    return text if not text or text.endswith((".", "!", "?", "…")) else f"{text}."
