"""The overview's facts in words. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from ....records.approvals import Approval
from ....records.digest import Digest
from ....records.health import HealthCheck
from ....records.run_list import RunLine
from ....settings import Settings
from ... import approval_words, words
from ...page import Place
from ...spend_words import cap_sentences
from .facts import Facts

Row = tuple[str, str, str, str, Place | None]  # state, text, aside, tip, place
ENDED_BADLY = {"failed": "failed", "timed_out": "took too long", "interrupted": "was interrupted"}
ONE_BY_ONE = 2  # more services than these share a line
QUIET = frozenset({"paused", "info"})  # the operator's own wish, or good to know


@dataclass(frozen=True, slots=True)
class Need:
    """One thing that needs the operator, and where to look. ``state`` names its look."""

    state: str
    text: str
    place: Place
    aside: str = ""


def wellness(services: Sequence[HealthCheck]) -> tuple[str, str]:
    """The state and the words of the first card: ``("down", "1 of 8 services is down")``."""
    total = len(services)
    if not total:
        return "unknown", "Not checked yet"
    for status in ("down", "degraded", "unknown"):
        number = sum(check.status == status for check in services)
        if number:
            said = {"down": "down", "degraded": "degraded", "unknown": "not known"}[status]
            if number == total:
                return status, f"All {total} are {said}" if total > 1 else f"It is {said}"
            return status, f"{number} of {total} {'is' if number == 1 else 'are'} {said}"
    return "healthy", f"All {total} services are well" if total > 1 else "The service is well"


def needs(
    facts: Facts,
    settings: Settings,
    *,
    paused: bool,
    now: datetime,
    waiting: Sequence[Approval] = (),
    no_agent: str = "",
) -> tuple[Need, ...]:
    """What needs the operator, the most urgent first. ``no_agent`` says why none can run, where none can."""
    found = []
    if waiting:
        first = waiting[0]
        said = f"{len(waiting)} questions wait. {approval_words.line(first)}"
        text = said if len(waiting) > 1 else approval_words.line(first)
        found.append(Need("waiting", text, Place("approvals", id=first.id), approval_words.left(first, now)))
    for status in ("down", "degraded"):
        found += _of_services(facts, status, now)
    found += _of_events(facts.digest, now)
    if no_agent:
        found.append(Need("failed", no_agent, Place("settings", filters={"group": "agent"})))
    found += _of_runs(facts, now)
    for state, sentence in cap_sentences(facts.spend, settings.limits):
        look = "critical" if state == "over" else "warning"
        found.append(Need(look, sentence, Place("settings", filters={"group": "limits"})))
    found += _of_schedule(facts.digest)
    if paused:
        found.append(Need("paused", "Scheduled runs are paused", Place("settings", filters={"group": "run"})))
    return tuple(found)


def _of_services(facts: Facts, status: str, now: datetime) -> list[Need]:
    standing = [check for check in facts.services if check.status == status]
    if len(standing) > ONE_BY_ONE:
        names = tuple(check.service for check in standing)
        return [Need(status, f"{len(names)} services are {status}: {words.listed(names)}", Place("services"))]
    return [
        Need(
            status,
            f"{check.service} is {status}",
            Place("services", filters={"service": check.service}),
            lasting(facts.stood.get(check.service, check.checked_at), now),
        )
        for check in standing
    ]


def _of_events(digest: Digest, now: datetime) -> list[Need]:
    found = digest.critical
    if found is None:
        return []
    of = f"{found.service}: " if found.service else ""
    text = f"{of}{found.message}" if found.number == 1 else f"{found.number} critical events are not acknowledged"
    filters = {"level": "critical", "state": "waiting"}
    place = Place("events", id=found.event_id if found.number == 1 else None, filters=filters)
    return [Need("critical", text, place, words.when(found.created_at, now))]


def _of_runs(facts: Facts, now: datetime) -> list[Need]:
    last, runs = facts.last, facts.digest.runs
    if last is None:
        return []
    found = []
    place = Place("sessions", id=last.chain[-1].session_id if last.chain else None)
    bad = sum(runs.get(status, 0) for status in ENDED_BADLY)
    if last.status in ENDED_BADLY:
        why = f": {last.reason}" if last.reason else ""
        ago = words.when(last.started_at, now)
        found.append(Need(last.status, f"The last run {ENDED_BADLY[last.status]}{why}", place, ago))
        bad -= 1
    if bad > 0 and runs.get("failed"):
        more = "more run" if last.status in ENDED_BADLY else "run"
        text = f"{words.counted(bad, more)} failed since you last looked"
        found.append(Need("failed", text, Place("sessions", filters={"status": "failed"})))
    if last.near_misses:
        verb = "was" if last.near_misses == 1 else "were"
        said = f"{words.counted(last.near_misses, 'note')} of the last run {verb} not understood"
        found.append(Need("warning", said, place))
    return found


def _of_schedule(digest: Digest) -> list[Need]:
    found = []
    if digest.asked:
        verb = "needs" if digest.asked == 1 else "need"
        text = f"{words.counted(digest.asked, 'missed run')} {verb} your decision: run it now, or leave it"
        found.append(Need("missed", text, Place("schedule")))
    if digest.missed:
        verb = "was" if digest.missed == 1 else "were"
        text = f"{words.counted(digest.missed, 'scheduled run')} {verb} missed since you last looked"
        found.append(Need("missed", text, Place("schedule", filters={"state": "missed"})))
    return found


def badge(found: Sequence[Need]) -> int:
    """How many of them the side bar counts: being paused is the operator's own wish."""
    return sum(need.state not in QUIET for need in found)


def happened(digest: Digest) -> tuple[str, str, list[Row]]:
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
        text = f"{words.counted(total, 'run')}{f', {ended}' if ended else ''}"
        rows.append(("failed" if bad else "completed", text, "", "Show the sessions", Place("sessions")))
    levels = [(level, words.counted(digest.levels[level], name)) for level, name in LEVELS if digest.levels.get(level)]
    if levels:
        place = Place("events", filters={"level": levels[0][0]})
        tip = "Different events: the same ones are folded, muted ones are left out"
        rows.append((levels[0][0], ", ".join(said for _, said in levels), "", tip, place))
    for acted in digest.acted:
        in_vain = f", {acted.failed} without effect" if acted.failed else ""
        text = f"{words.counted(acted.number, acted.kind)} of {words.listed(acted.services)}{in_vain}"
        service = acted.services[0] if len(acted.services) == 1 else None
        place = Place("cooldowns", filters={"service": service})
        rows.append(("failed" if acted.failed else "completed", text, "", text, place))
    if not rows:
        return "good", "Nothing happened", rows
    if levels and levels[0][0] != "info":
        return levels[0][0], levels[0][1], rows
    if bad:
        return "failed", f"{words.counted(bad, 'run')} ended badly", rows
    return "good", "Nothing unusual", rows


def learned(digest: Digest) -> tuple[str, str]:
    """What was learned in words: what matters most, and what besides ("" for nothing)."""
    parts = [f"{digest.actions[action]:,} {name}" for action, name in ACTIONS if digest.actions.get(action)]
    return (parts[0], ", ".join(parts[1:])) if parts else ("Nothing new", "")


def outcome(run: RunLine) -> str:
    """How a run ended, in one line: its summary, or why it has none."""
    if run.status == "running":
        return "Running"
    said = run.summary or run.reason or {"completed": "Completed"}.get(run.status, run.status.replace("_", " "))
    return said[:1].upper() + said[1:]


def span(since: datetime | None, now: datetime) -> str:
    """Since when a card tells: ``since 14:03``."""
    return f"since {words.clock_time(since, now)}" if since is not None else ""


def lasting(since: str, now: datetime) -> str:
    """How long something has stood: ``for 2 h``, ``since 3 Nov``."""
    said = words.when(since, now)
    if said in ("just now", "now"):
        return said
    return f"for {said.removesuffix(' ago')}" if said.endswith(" ago") else f"since {said}"


LEVELS = (("critical", "critical event"), ("warning", "warning"), ("info", "note"))
ACTIONS = (("inserted", "new"), ("contradicted", "corrected"), ("reinforced", "confirmed"))
