"""What waits for the operator, what happened and what was learned, in words. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from ....core.clock import from_text
from ....records.activity_summary import ActionCount, ActivitySummary
from ....records.approvals import Approval
from ....records.run_findings import look_of
from ....records.run_list import RunLine
from ....routine.waiting_types import REVIEW_KINDS, WaitingKind, WaitingSummary
from ...text import approval_text, formatting
from ...text.translation import tr, tr_count, tr_message
from ..base_page import PageLocation
from .item_card import CardItem

Row = tuple[str, str, str, str, PageLocation | None]  # state, text, aside, tip, place
_OF_INCIDENTS = (WaitingKind.INVESTIGATION, WaitingKind.INCIDENT)
_PLACES = {
    WaitingKind.INVESTIGATION: PageLocation("incidents"),
    WaitingKind.INCIDENT: PageLocation("incidents"),
    WaitingKind.SERVICE: PageLocation("services"),
    WaitingKind.CRITICAL: PageLocation("events", filters={"level": "critical", "state": "waiting"}),
    WaitingKind.WARNING: PageLocation("events", filters={"level": "warning", "state": "waiting"}),
    WaitingKind.RUN: PageLocation("sessions"),
    WaitingKind.MISSED_RUN: PageLocation("schedule"),
    WaitingKind.UPGRADE: PageLocation("review"),
}
_LOOKS = {
    WaitingKind.SERVICE: "degraded",
    WaitingKind.CRITICAL: "critical",
    WaitingKind.RUN: "failed",
    WaitingKind.MISSED_RUN: "missed",
}
ENDED_BADLY = ("failed", "timed_out", "interrupted")
LEVELS = ("critical", "warning", "info")
ACTIONS = ("inserted", "contradicted", "reinforced")


def waiting_items(needs: WaitingSummary, approvals: Sequence[Approval], now: datetime) -> list[CardItem]:
    """A row for each question of a run, one for each other kind of thing that waits, and one for all of the review."""
    found = [
        CardItem(
            "waiting",
            approval_text.approval_line(one),
            PageLocation("approvals", id=one.id),
            approval_text.time_left(one, now),
        )
        for one in approvals
    ]
    for item in needs.items:
        if item.kind in _PLACES:
            look = needs.incidents[0].worst if item.kind in _OF_INCIDENTS else _LOOKS.get(item.kind, "warning")
            aside = formatting.format_relative_time(item.since, now) if item.since else ""
            place = _PLACES[item.kind]
            if place.page in ("incidents", "sessions") and item.number == 1:
                place = replace(place, id=item.row_id)
            found.append(CardItem(look, tr_message(item.text), place, aside))
    reviews = needs.count(*REVIEW_KINDS)
    if reviews:
        text = tr_count("%n item to review", "%n items to review", reviews)
        found.append(CardItem("memory", text, PageLocation("review")))
    return found


def waiting_title(number: int) -> str:
    """The title of the card: how many things wait."""
    return (
        tr_count("%n thing waits for you", "%n things wait for you", number) if number else tr("Nothing waits for you")
    )


def activity_rows(digest: ActivitySummary) -> tuple[str, str, list[Row]]:
    """State, answer and rows of what happened: runs, events, what was done to services."""
    rows: list[Row] = []
    total = sum(digest.runs.values())
    bad = sum(digest.runs.get(status, 0) for status in ENDED_BADLY)
    left = [(state, _left(state, digest.left[state])) for state in ("down", "degraded") if digest.left.get(state)]
    look = "failed" if bad else look_of("completed", left[0][0] if left else "")
    if total:
        ended = [_ended(status, digest.runs[status]) for status in ENDED_BADLY if digest.runs.get(status)]
        text = ", ".join([tr_count("%n run", "%n runs", total), *ended, *(said for _, said in left)])
        rows.append((look, text, "", tr("Show the runs"), PageLocation("sessions")))
    if digest.missed:
        text = tr_count("%n scheduled run was missed", "%n scheduled runs were missed", digest.missed)
        rows.append(("missed", text, "", text, PageLocation("schedule", filters={"state": "missed"})))
    levels = [(level, _level(level, digest.levels[level])) for level in LEVELS if digest.levels.get(level)]
    if levels:
        place = PageLocation("events", filters={"level": levels[0][0]})
        tip = tr("Repeated events count once; muted ones are left out")
        rows.append((levels[0][0], ", ".join(said for _, said in levels), "", tip, place))
    for acted in digest.acted:
        text = _acted(acted)
        of_one = len(acted.services) == 1
        place = PageLocation("services", filters={"service": acted.services[0]} if of_one else {"cooldowns": True})
        done = "failed" if acted.failed else "attempted" if acted.attempted else "ran"
        rows.append((done, text, "", text, place))
    if not rows:
        return "good", tr("Nothing happened"), rows
    if levels and levels[0][0] != "info":
        return levels[0][0], levels[0][1], rows
    if bad:
        return "failed", tr_count("%n run ended badly", "%n runs ended badly", bad), rows
    if left:
        state, number = left[0][0], digest.left[left[0][0]]
        if state == "down":
            return look, tr_count("%n run found a service down", "%n runs found a service down", number), rows
        said = tr_count("%n run found a service degraded", "%n runs found a service degraded", number)
        return look, said, rows
    return "good", tr("Nothing unusual"), rows


def _left(state: str, number: int) -> str:
    if state == "down":
        return tr_count("%n found a service down", "%n found a service down", number)
    return tr_count("%n found a service degraded", "%n found a service degraded", number)


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
    """How long something has lasted, from the moment it began: ``for 2 h 5 min``."""
    return tr("for {span}", span=formatting.format_lasted((now - from_text(since)).total_seconds()))
