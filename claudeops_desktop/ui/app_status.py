"""How the application stands, in words: the status line, the tray and the header say the same (UI.md, Frame)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from msgspec import Struct

from ..core.settings import Settings
from ..routine.waiting_types import WaitingKind, WaitingSummary
from ..runs.request import QueueState
from .text import formatting
from .text.incident_text import incident_title
from .text.spend_text import SpendSummary, spend_line, spend_state, spend_tip
from .text.translation import tr

STOPPED = tr("nothing starts until you resume")


class AppStatus(Struct, frozen=True):
    """One glance. ``state`` names a look of ``state_dot``: running, paused, stopped_all, failed or idle.

    ``text`` says it in words; ``next`` what comes and when, ``next_at`` the same without "in …" for where nothing
    refreshes it; ``spend`` is what today and this month have cost, ``spend_state`` "", near or over, ``spend_tip`` the
    forecast and what it rests on. ``waiting_approvals`` counts what waits for the operator's yes, ``parked`` the runs
    that are between two sessions, ``incidents`` those that need the operator, the worst of them ``worst_incident``
    (down, degraded or ""), ``other_waiting`` what waits besides. ``stopped``: the operator's emergency stop is on, so
    that ``paused`` is too.
    """

    state: str = "idle"
    text: str = tr("Idle")
    next: str = ""
    next_at: str = ""
    spend: str = ""
    spend_state: str = ""
    spend_tip: str = ""
    waiting: int = 0
    parked: int = 0
    waiting_approvals: int = 0
    incidents: int = 0
    worst_incident: str = ""
    worst_incident_title: str = ""
    other_waiting: int = 0
    live: bool = False
    stopping: bool = False
    paused: bool = False
    stopped: bool = False
    dry_run: bool = False
    live_dry_run: bool = False


def describe_status(
    queue: QueueState,
    due: Any,
    settings: Settings,
    spend: SpendSummary,
    last_status: str,
    now: datetime,
    needs: WaitingSummary | None = None,
) -> AppStatus:
    """Put into words: the queue, the next due time (or None), what was spent, how the last run ended ("": none), and
    what waits for the operator."""
    incidents = needs.incidents if needs is not None else ()
    asks = needs.count(WaitingKind.APPROVAL) if needs is not None else 0
    live = queue.live
    paused = queue.paused or settings.run.paused
    if live is not None:
        tier, agent = formatting.tier_name(live.tier), live.agent.partition(":")[0]
        state = "running"
        text = (
            tr("Stopping {tier} with {agent}", tier=tier, agent=agent)
            if live.stopping
            else tr("Running {tier} with {agent}", tier=tier, agent=agent)
        )
    elif queue.stopped:
        state, text = "stopped_all", tr("Stopped by you")
    elif paused:
        state, text = "paused", tr("Paused")
    elif last_status == "failed":
        state, text = "failed", tr("Last run failed")
    elif last_status == "timed_out":
        state, text = "warning", tr("Last run timed out")
    elif last_status == "interrupted":
        state, text = "warning", tr("Last run interrupted")
    else:
        state, text = "idle", tr("Idle")
    coming, coming_at = (STOPPED, STOPPED) if queue.stopped else _next(due, paused, now)
    return AppStatus(
        state=state,
        text=text,
        next=coming,
        next_at=coming_at,
        spend=spend_line(spend, settings.limits),
        spend_state=spend_state(spend, settings.limits),
        spend_tip=spend_tip(spend, settings.limits),
        waiting=len(queue.waiting),
        parked=len(queue.parked),
        waiting_approvals=asks,
        incidents=len(incidents),
        worst_incident=incidents[0].worst if incidents else "",
        worst_incident_title=incident_title(incidents[0]) if incidents else "",
        other_waiting=needs.total - asks - len(incidents) if needs is not None else 0,
        live=live is not None,
        stopping=live is not None and live.stopping,
        paused=paused,
        stopped=queue.stopped,
        dry_run=settings.run.dry_run,
        live_dry_run=live is not None and live.request.dry_run,
    )


def _next(due: Any, paused: bool, now: datetime) -> tuple[str, str]:
    if paused:
        return (tr("scheduled runs are paused"),) * 2
    if due is None:
        return (tr("nothing scheduled"),) * 2
    tier, time = formatting.tier_name(due.schedule.tier), formatting.format_clock_time(due.at, now)
    relative = formatting.format_relative_time(due.at, now)
    return (
        tr("next {tier} {time} ({relative})", tier=tier, time=time, relative=relative),
        tr("next {tier} {time}", tier=tier, time=time),
    )
