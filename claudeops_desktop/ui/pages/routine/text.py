"""The words of the page of the routine."""

from __future__ import annotations

from ....core.clock import to_text, utc_now
from ....routine import JobStanding, StoredRoutineRun
from ...text import formatting
from ...text.translation import tr

STATES = {
    "running": tr("not over"),
    "done": tr("done"),
    "failed": tr("failed"),
    "skipped": tr("skipped"),
    "replaced": tr("replaced by a later one"),
    "waiting": tr("waiting"),
}
SHAPES = {
    "running": "running",
    "done": "completed",
    "failed": "failed",
    "skipped": "stopped",
    "replaced": "stopped",
    "waiting": "queued",
}


def state_text(one: JobStanding) -> str:
    """How a job stands."""
    if one.paused:
        return tr("paused")
    if one.last is not None and one.last.state == "running":
        return tr("running") if one.last.owner else tr("waits to go on")
    if one.overdue:
        return tr("overdue")
    if one.last is None:
        return tr("never ran")
    return STATES.get(one.last.state, one.last.state)


def state_shape(one: JobStanding) -> str:
    """The same as a state of the dot."""
    if one.paused:
        return "paused"
    if one.overdue and (one.last is None or one.last.state != "running"):
        return "warning"
    return SHAPES.get(one.last.state, "unknown") if one.last is not None else "queued"


def next_text(one: JobStanding) -> str:
    """When it runs next."""
    if one.paused:
        return tr("not while paused")
    if one.next_at <= utc_now():
        return tr("now")
    return formatting.format_relative_time(to_text(one.next_at))


def duration_text(run: StoredRoutineRun | None) -> str:
    """What the steps of a run took."""
    return formatting.format_duration(run.seconds) if run is not None and run.steps else ""
