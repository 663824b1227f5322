"""What waits for the operator, what happened and what was learned, in words. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from ....core.clock import from_text
from ....core.settings import Settings
from ....records.activity_summary import ActionCount, ActivitySummary
from ....records.approvals import Approval
from ....records.run_list import RunLine
from ...text import approval_text, formatting
from ...text.spend_text import cap_sentences
from ...text.translation import tr, tr_count
from ..base_page import PageLocation
from .item_card import CardItem
from .queries import OverviewData

Row = tuple[str, str, str, str, PageLocation | None]  # state, text, aside, tip, place
ENDED_BADLY = ("failed", "timed_out", "interrupted")
LEVELS = ("critical", "warning", "info")
ACTIONS = ("inserted", "contradicted", "reinforced")


def waiting_items(
    facts: OverviewData,
    settings: Settings,
    *,
    now: datetime,
    waiting: Sequence[Approval] = (),
    no_agent: str = "",
) -> list[CardItem]:
    """What waits for the operator, the most urgent first; what is wrong with services stands apart. ``no_agent`` says
    why no run can start, where none can."""
    found = [
        CardItem(
            "waiting",
            approval_text.approval_line(one),
            PageLocation("approvals", id=one.id),
            approval_text.time_left(one, now),
        )
        for one in waiting
    ]
    found += _of_events(facts.digest, now)
    if no_agent:
        found.append(CardItem("failed", no_agent, PageLocation("settings", filters={"group": "agent"})))
    found += _of_runs(facts)
    for state, sentence in cap_sentences(facts.spend, settings.limits):
        look = "critical" if state == "over" else "warning"
        found.append(CardItem(look, sentence, PageLocation("settings", filters={"group": "limits"})))
    found += _of_schedule(facts.digest)
    return found


def review_items(number: int) -> list[CardItem]:
    """The row of the review. The side bar counts it at its own place, the Inbox."""
    if not number:
        return []
    text = tr_count("%n item to review", "%n items to review", number)
    return [CardItem("memory", text, PageLocation("review"))]


def waiting_title(number: int) -> str:
    """The title of the card: how many things wait."""
    return (
        tr_count("%n thing waits for you", "%n things wait for you", number) if number else tr("Nothing waits for you")
    )


def _of_events(digest: ActivitySummary, now: datetime) -> list[CardItem]:
    found = digest.critical
    if found is None:
        return []
    of = f"{found.service}: " if found.service else ""
    text = (
        f"{of}{found.message}"
        if found.number == 1
        else tr_count("%n critical event to acknowledge", "%n critical events to acknowledge", found.number)
    )
    filters = {"level": "critical", "state": "waiting"}
    place = PageLocation("events", id=found.event_id if found.number == 1 else None, filters=filters)
    return [CardItem("critical", text, place, formatting.format_relative_time(found.created_at, now))]


def _of_runs(facts: OverviewData) -> list[CardItem]:
    """Runs that ended badly before the last one, which has a panel of its own, and what it said that was not
    understood."""
    last, runs = facts.last_run, facts.digest.runs
    if last is None:
        return []
    found = []
    place = PageLocation("sessions", id=last.chain[-1].session_id if last.chain else None)
    if last.status in ENDED_BADLY:
        found.append(CardItem(last.status, _bad_end(last), place))
    earlier = sum(runs.get(status, 0) for status in ENDED_BADLY) - (last.status in ENDED_BADLY)
    if earlier > 0 and runs.get("failed"):
        text = (
            tr_count("%n earlier run failed", "%n earlier runs failed", earlier)
            if last.status in ENDED_BADLY
            else tr_count("%n run failed since you last looked", "%n runs failed since you last looked", earlier)
        )
        found.append(CardItem("failed", text, PageLocation("sessions", filters={"status": "failed"})))
    if last.near_misses:
        text = tr_count(
            "%n line of the last run could not be read", "%n lines of the last run could not be read", last.near_misses
        )
        found.append(CardItem("warning", text, place))
    return found


def _bad_end(run: RunLine) -> str:
    """That it ended badly; why stands in the panel of the run."""
    return {
        "timed_out": tr("The last run timed out"),
        "interrupted": tr("The last run was interrupted"),
    }.get(run.status, tr("The last run failed"))


def _of_schedule(digest: ActivitySummary) -> list[CardItem]:
    found = []
    if digest.asked:
        text = tr_count(
            "%n missed run: run it now or skip it", "%n missed runs: run them now or skip them", digest.asked
        )
        found.append(CardItem("missed", text, PageLocation("schedule")))
    if digest.missed:
        text = tr_count(
            "%n scheduled run was missed since you last looked",
            "%n scheduled runs were missed since you last looked",
            digest.missed,
        )
        found.append(CardItem("missed", text, PageLocation("schedule", filters={"state": "missed"})))
    return found


def activity_rows(digest: ActivitySummary) -> tuple[str, str, list[Row]]:
    """State, answer and rows of what happened: runs, events, what was done to services."""
    rows: list[Row] = []
    total = sum(digest.runs.values())
    bad = sum(digest.runs.get(status, 0) for status in ENDED_BADLY)
    if total:
        ended = [_ended(status, digest.runs[status]) for status in ENDED_BADLY if digest.runs.get(status)]
        text = ", ".join([tr_count("%n run", "%n runs", total), *ended])
        rows.append(("failed" if bad else "completed", text, "", tr("Show the runs"), PageLocation("sessions")))
    levels = [(level, _level(level, digest.levels[level])) for level in LEVELS if digest.levels.get(level)]
    if levels:
        place = PageLocation("events", filters={"level": levels[0][0]})
        tip = tr("Repeated events count once; muted ones are left out")
        rows.append((levels[0][0], ", ".join(said for _, said in levels), "", tip, place))
    for acted in digest.acted:
        text = _acted(acted)
        service = acted.services[0] if len(acted.services) == 1 else None
        place = PageLocation("cooldowns", filters={"service": service})
        look = "failed" if acted.failed else "attempted" if acted.attempted else "ran"
        rows.append((look, text, "", text, place))
    if not rows:
        return "good", tr("Nothing happened"), rows
    if levels and levels[0][0] != "info":
        return levels[0][0], levels[0][1], rows
    if bad:
        return "failed", tr_count("%n run ended badly", "%n runs ended badly", bad), rows
    return "good", tr("Nothing unusual"), rows


def _ended(status: str, number: int) -> str:
    if status == "failed":
        return tr_count("%n failed", "%n failed", number)
    if status == "timed_out":
        return tr_count("%n timed out", "%n timed out", number)
    return tr_count("%n interrupted", "%n interrupted", number)


def _level(level: str, number: int) -> str:
    if level == "critical":
        return tr_count("%n critical event", "%n critical events", number)
    if level == "warning":
        return tr_count("%n warning", "%n warnings", number)
    return tr_count("%n note", "%n notes", number)


def _acted(acted: ActionCount) -> str:
    names = formatting.format_names(acted.services)
    if acted.kind == "restart":
        said = tr_count("%n restart of {services}", "%n restarts of {services}", acted.number, services=names)
    elif acted.kind == "redeployment":
        said = tr_count("%n redeployment of {services}", "%n redeployments of {services}", acted.number, services=names)
    elif acted.kind == "start":
        said = tr_count("%n start of {services}", "%n starts of {services}", acted.number, services=names)
    else:
        said = tr_count("%n action on {services}", "%n actions on {services}", acted.number, services=names)
    if acted.failed:
        said = tr_count("{what}, %n failed", "{what}, %n failed", acted.failed, what=said)
    if acted.attempted:
        said = tr_count("{what}, %n only attempted", "{what}, %n only attempted", acted.attempted, what=said)
    return said


def learned_rows(digest: ActivitySummary) -> tuple[str, str]:
    """What was learned in words: what matters most, and what besides ("" for nothing)."""
    parts = [_learned(action, digest.actions[action]) for action in ACTIONS if digest.actions.get(action)]
    return (parts[0], ", ".join(parts[1:])) if parts else (tr("Nothing new"), "")


def _learned(action: str, number: int) -> str:
    if action == "inserted":
        return tr_count("%n new", "%n new", number)
    if action == "contradicted":
        return tr_count("%n corrected", "%n corrected", number)
    return tr_count("%n confirmed", "%n confirmed", number)


def run_outcome(run: RunLine) -> str:
    """How a run ended, in one line: its summary, or why it has none."""
    if run.status == "running":
        return tr("Running")
    said = run.summary or run.reason or _ending(run.status)
    return said[:1].upper() + said[1:]


def _ending(status: str) -> str:
    return {
        "completed": tr("Completed"),
        "failed": tr("Failed"),
        "timed_out": tr("Timed out"),
        "interrupted": tr("Interrupted"),
        "stopped": tr("Stopped"),
    }.get(status, status.replace("_", " "))


def trigger_text(trigger: str) -> str:
    """What started a run, for the beginning of a line: ``Manual run``."""
    return {
        "scheduled": tr("Scheduled run"),
        "manual": tr("Manual run"),
        "api": tr("Run started over the API"),
        "alert": tr("Run for an alert"),
        "incident": tr("Run for an incident"),
        "escalation": tr("Escalated run"),
        "catch-up": tr("Missed run, now caught up"),
    }.get(trigger, tr("Run"))


def since_text(since: datetime | None, now: datetime) -> str:
    """Since when a card counts: ``since 14:03``."""
    return tr("since {time}", time=formatting.format_clock_time(since, now)) if since is not None else ""


def duration_text(since: str, now: datetime) -> str:
    """How long something has lasted, from the moment it began: ``for 2 h``, ``since 3 Nov``."""
    seconds = (now - from_text(since)).total_seconds()
    if 0 <= seconds < formatting.WEEK:
        span = coarse_span(seconds)
        return tr("for {span}", span=span) if seconds >= 5 else tr("just now")
    return tr("since {time}", time=formatting.format_relative_time(since, now))


def coarse_span(seconds: float) -> str:
    """A length of time in its largest unit: ``45 s``, ``12 min``, ``2 h``, ``3 d``."""
    for unit in (formatting.DAY, formatting.HOUR, formatting.MINUTE):
        if seconds >= unit:
            return formatting.format_duration(seconds // unit * unit)
    return formatting.format_duration(float(int(seconds)))
