"""The overview's facts in words. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from ....core.settings import Settings
from ....records.activity_summary import ActivitySummary
from ....records.approvals import Approval
from ....records.health import HealthCheck
from ....records.run_list import RunLine
from ...text import approval_text, formatting, incident_text
from ...text.spend_text import cap_sentences
from ..base_page import PageLocation
from .queries import OverviewData

Row = tuple[str, str, str, str, PageLocation | None]  # state, text, aside, tip, place
ENDED_BADLY = {"failed": "failed", "timed_out": "took too long", "interrupted": "was interrupted"}
ONE_BY_ONE = 2  # more services than these share a line
QUIET = frozenset({"paused", "info"})  # the operator's own wish, or good to know


@dataclass(frozen=True, slots=True)
class AttentionItem:
    """One thing that needs the operator, and where to look. ``state`` names its look; ``incident``: it is one, and
    stands above all cards."""

    state: str
    text: str
    place: PageLocation
    aside: str = ""
    incident: bool = False


def services_summary(services: Sequence[HealthCheck], unchecked: int = 0) -> tuple[str, str]:
    """The state and the words of the first card: ``("down", "1 of 8 services is down")``. ``unchecked`` were never
    checked, and count among them."""
    total = len(services) + unchecked
    if not services:
        return "unknown", "Not checked yet"
    for status in ("down", "degraded", "unknown"):
        number = sum(check.status == status for check in services)
        if number:
            said = {"down": "down", "degraded": "degraded", "unknown": "not known"}[status]
            if number == total:
                return status, f"All {total} are {said}" if total > 1 else f"It is {said}"
            return status, f"{number} of {total} {'is' if number == 1 else 'are'} {said}"
    if unchecked:
        return "unknown", f"{unchecked} of {total} {'was' if unchecked == 1 else 'were'} not checked yet"
    return "healthy", f"All {total} services are well" if total > 1 else "The service is well"


def attention_items(
    facts: OverviewData,
    settings: Settings,
    *,
    paused: bool,
    now: datetime,
    waiting: Sequence[Approval] = (),
    no_agent: str = "",
) -> tuple[AttentionItem, ...]:
    """What needs the operator, the most urgent first. ``no_agent`` says why none can run, where none can."""
    found = []
    if waiting:
        first = waiting[0]
        said = f"{len(waiting)} questions wait. {approval_text.approval_line(first)}"
        text = said if len(waiting) > 1 else approval_text.approval_line(first)
        found.append(
            AttentionItem("waiting", text, PageLocation("approvals", id=first.id), approval_text.time_left(first, now))
        )
    found += _of_incidents(facts, now)
    for status in ("down", "degraded"):
        found += _of_services(facts, status, now)
    found += _of_events(facts.digest, now)
    if no_agent:
        found.append(AttentionItem("failed", no_agent, PageLocation("settings", filters={"group": "agent"})))
    found += _of_runs(facts, now)
    for state, sentence in cap_sentences(facts.spend, settings.limits):
        look = "critical" if state == "over" else "warning"
        found.append(AttentionItem(look, sentence, PageLocation("settings", filters={"group": "limits"})))
    found += _of_schedule(facts.digest)
    if paused:
        found.append(
            AttentionItem("paused", "Scheduled runs are paused", PageLocation("settings", filters={"group": "run"}))
        )
    return tuple(found)


def _of_incidents(facts: OverviewData, now: datetime) -> list[AttentionItem]:
    """Each incident that nobody has seen to counts once; what it explains counts with it."""
    return [
        AttentionItem(
            incident_text.incident_look(line.incident, now),
            incident_text.incident_sentence(line),
            PageLocation("incidents", line.incident.id),
            duration_text(line.incident.started_at, now),
            incident=True,
        )
        for line in facts.roots
        if line.incident.id in facts.needing
    ]


def _of_services(facts: OverviewData, status: str, now: datetime) -> list[AttentionItem]:
    """Services that are not well and of which no incident tells: one that is open, or that the operator has closed."""
    told = {line.incident.service for line in facts.incidents} | facts.dismissed
    standing = [check for check in facts.services if check.status == status and check.service not in told]
    if len(standing) > ONE_BY_ONE:
        names = tuple(check.service for check in standing)
        return [
            AttentionItem(
                status,
                f"{len(names)} services are {status}: {formatting.format_names(names)}",
                PageLocation("services"),
            )
        ]
    return [
        AttentionItem(
            status,
            f"{check.service} is {status}",
            PageLocation("services", filters={"service": check.service}),
            duration_text(facts.status_since.get(check.service, check.checked_at), now),
        )
        for check in standing
    ]


def _of_events(digest: ActivitySummary, now: datetime) -> list[AttentionItem]:
    found = digest.critical
    if found is None:
        return []
    of = f"{found.service}: " if found.service else ""
    text = f"{of}{found.message}" if found.number == 1 else f"{found.number} critical events are not acknowledged"
    filters = {"level": "critical", "state": "waiting"}
    place = PageLocation("events", id=found.event_id if found.number == 1 else None, filters=filters)
    return [AttentionItem("critical", text, place, formatting.format_relative_time(found.created_at, now))]


def _of_runs(facts: OverviewData, now: datetime) -> list[AttentionItem]:
    last, runs = facts.last_run, facts.digest.runs
    if last is None:
        return []
    found = []
    place = PageLocation("sessions", id=last.chain[-1].session_id if last.chain else None)
    bad = sum(runs.get(status, 0) for status in ENDED_BADLY)
    if last.status in ENDED_BADLY:
        why = f": {last.reason}" if last.reason else ""
        ago = formatting.format_relative_time(last.started_at, now)
        found.append(AttentionItem(last.status, f"The last run {ENDED_BADLY[last.status]}{why}", place, ago))
        bad -= 1
    if bad > 0 and runs.get("failed"):
        more = "more run" if last.status in ENDED_BADLY else "run"
        text = f"{formatting.format_count(bad, more)} failed since you last looked"
        found.append(AttentionItem("failed", text, PageLocation("sessions", filters={"status": "failed"})))
    if last.near_misses:
        verb = "was" if last.near_misses == 1 else "were"
        said = f"{formatting.format_count(last.near_misses, 'note')} of the last run {verb} not understood"
        found.append(AttentionItem("warning", said, place))
    return found


def _of_schedule(digest: ActivitySummary) -> list[AttentionItem]:
    found = []
    if digest.asked:
        verb = "needs" if digest.asked == 1 else "need"
        text = f"{formatting.format_count(digest.asked, 'missed run')} {verb} your decision: run it now, or leave it"
        found.append(AttentionItem("missed", text, PageLocation("schedule")))
    if digest.missed:
        verb = "was" if digest.missed == 1 else "were"
        text = f"{formatting.format_count(digest.missed, 'scheduled run')} {verb} missed since you last looked"
        found.append(AttentionItem("missed", text, PageLocation("schedule", filters={"state": "missed"})))
    return found


def shown_items(found: Sequence[AttentionItem]) -> list[AttentionItem]:
    """What the card says: all but the incidents, which stand above it and share a line here."""
    incidents = [need for need in found if need.incident]
    others = [need for need in found if not need.incident]
    if not incidents:
        return others
    verb = "stands" if len(incidents) == 1 else "stand"
    text = f"{formatting.format_count(len(incidents), 'incident')} {verb} above"
    place = PageLocation("incidents")
    at = sum(need.state == "waiting" for need in others[:1])  # a question of an agent goes first
    return [*others[:at], AttentionItem(incidents[0].state, text, place), *others[at:]]


def badge_count(found: Sequence[AttentionItem]) -> int:
    """How many of them the side bar counts: being paused is the operator's own wish."""
    return sum(need.state not in QUIET for need in found)


def activity_rows(digest: ActivitySummary) -> tuple[str, str, list[Row]]:
    """State, answer and rows of what happened: runs, events, what was done to services."""
    rows: list[Row] = []
    total = sum(digest.runs.values())
    bad = sum(digest.runs.get(status, 0) for status in ENDED_BADLY)
    if total:
        ended = ", ".join(
            f"{number} {said}"
            for status, said in (("failed", "failed"), ("timed_out", "timed out"), ("interrupted", "interrupted"))
            if (number := digest.runs.get(status, 0))
        )
        text = f"{formatting.format_count(total, 'run')}{f', {ended}' if ended else ''}"
        rows.append(("failed" if bad else "completed", text, "", "Show the sessions", PageLocation("sessions")))
    levels = [
        (level, formatting.format_count(digest.levels[level], name))
        for level, name in LEVELS
        if digest.levels.get(level)
    ]
    if levels:
        place = PageLocation("events", filters={"level": levels[0][0]})
        tip = "Different events: the same ones are folded, muted ones are left out"
        rows.append((levels[0][0], ", ".join(said for _, said in levels), "", tip, place))
    for acted in digest.acted:
        in_vain = f", {acted.failed} without effect" if acted.failed else ""
        text = (
            f"{formatting.format_count(acted.number, acted.kind)} of {formatting.format_names(acted.services)}{in_vain}"
        )
        service = acted.services[0] if len(acted.services) == 1 else None
        place = PageLocation("cooldowns", filters={"service": service})
        rows.append(("failed" if acted.failed else "completed", text, "", text, place))
    if not rows:
        return "good", "Nothing happened", rows
    if levels and levels[0][0] != "info":
        return levels[0][0], levels[0][1], rows
    if bad:
        return "failed", f"{formatting.format_count(bad, 'run')} ended badly", rows
    return "good", "Nothing unusual", rows


def learned_rows(digest: ActivitySummary) -> tuple[str, str]:
    """What was learned in words: what matters most, and what besides ("" for nothing)."""
    parts = [f"{digest.actions[action]:,} {name}" for action, name in ACTIONS if digest.actions.get(action)]
    return (parts[0], ", ".join(parts[1:])) if parts else ("Nothing new", "")


def run_outcome(run: RunLine) -> str:
    """How a run ended, in one line: its summary, or why it has none."""
    if run.status == "running":
        return "Running"
    said = run.summary or run.reason or {"completed": "Completed"}.get(run.status, run.status.replace("_", " "))
    return said[:1].upper() + said[1:]


def since_text(since: datetime | None, now: datetime) -> str:
    """Since when a card tells: ``since 14:03``."""
    return f"since {formatting.format_clock_time(since, now)}" if since is not None else ""


def duration_text(since: str, now: datetime) -> str:
    """How long something has stood: ``for 2 h``, ``since 3 Nov``."""
    said = formatting.format_relative_time(since, now)
    if said in ("just now", "now"):
        return said
    return f"for {said.removesuffix(' ago')}" if said.endswith(" ago") else f"since {said}"


LEVELS = (("critical", "critical event"), ("warning", "warning"), ("info", "note"))
ACTIONS = (("inserted", "new"), ("contradicted", "corrected"), ("reinforced", "confirmed"))
