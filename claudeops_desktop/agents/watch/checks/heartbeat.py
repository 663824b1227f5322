"""heartbeat: whether a job has called in when it should have."""

from __future__ import annotations

from datetime import datetime, timedelta

from ....core.clock import utc_now
from ....core.extensions.registry import current_registry
from ..heartbeats import HeartbeatCall, HeartbeatError, read_heartbeat
from ..measurement import CheckFinding, down, healthy, unknown
from ..models import HeartbeatCheck
from ..text import clean_line, duration

_CLOCKS_DIFFER = timedelta(seconds=60)


def check_heartbeat(service: HeartbeatCheck) -> CheckFinding:
    """Down: the last call is older than ``every`` and ``grace``, or it said that the job failed. Unknown: none yet."""
    root = current_registry().root
    if root is None:
        return unknown("no data folder is known here, so no call can have come")
    try:
        last = read_heartbeat(root, service.name, service.label)
    except HeartbeatError as error:
        return unknown(str(error))
    return judge_heartbeat(service, last, utc_now())


def judge_heartbeat(service: HeartbeatCheck, last: HeartbeatCall | None, now: datetime) -> CheckFinding:
    """What the last call says at a moment. Pure."""
    if last is None:
        label = f" --label {service.label}" if service.label else ""
        return unknown(f"no call has come yet; let the job run `claudeops services heartbeat {service.name}{label}`")
    age = now - last.at
    if age < -_CLOCKS_DIFFER:
        return unknown("the last call lies in the future: the clock was set back since")
    ago = f"{duration(age)} ago"
    said = f": {clean_line(last.text, 120)}" if last.text else ""
    due = timedelta(seconds=service.every)
    if age > due + timedelta(seconds=service.grace):
        return down(f"the last call came {ago}, it is due every {duration(due)}")
    if last.failed:
        return down(f"the job reported a failure {ago}{said}")
    late = " and is late" if age > due else ""
    return healthy(f"called in {ago}{late}{said}")
