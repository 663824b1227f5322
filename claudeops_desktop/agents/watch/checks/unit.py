"""unit: a systemd unit, as systemd itself sees it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from ..measurement import CheckFinding, degraded, down, healthy, unknown
from ..models import UnitCheck
from ..programs import ProgramHost
from ..text import clean_line, duration

_ASKED = (
    "LoadState,ActiveState,SubState,Result,NRestarts,ActiveEnterTimestamp,"
    "ActiveEnterTimestampMonotonic,InactiveExitTimestampMonotonic"
)


def check_unit(service: UnitCheck) -> CheckFinding:
    """Down: failed or inactive. Degraded: between two states. Unknown: no such unit, or no systemd."""
    scope = ["--user"] if service.user else []
    done = ProgramHost(service.host, service.ssh_port, service.timeout).run(
        ["systemctl", *scope, "show", "--no-pager", f"--property={_ASKED}", "--", service.unit]
    )
    about = dict(line.split("=", 1) for line in done.out.splitlines() if "=" in line)
    if done.code != 0 or "ActiveState" not in about:
        return unknown(f"systemd cannot be asked: {done.first_output_line}")
    return _judge(service, about, datetime.now(UTC))


def _judge(service: UnitCheck, about: dict[str, str], now: datetime) -> CheckFinding:
    state, sub = about["ActiveState"], about.get("SubState", "")
    words = f"{state} ({clean_line(sub, 30)})" if sub and sub != state else state
    if about.get("LoadState") == "not-found":
        return unknown(f"there is no unit {service.unit}")
    if about.get("LoadState") == "masked":
        return down("the unit is masked")
    started = _moment(about.get("ActiveEnterTimestamp", "")) if state == "active" else None
    since = f" for {duration(now - started)}" if started else ""
    if state == service.expect_state:
        found = healthy(words + since)
    elif state in ("activating", "reloading", "deactivating", "refreshing"):
        found = degraded(words)
    elif state == "failed":
        found = down(f"failed, {clean_line(about.get('Result', ''), 40)}")
    else:
        found = down(f"{words}, not {service.expect_state}{since}")
    restarts = about.get("NRestarts", "")
    return replace(
        found,
        started_at=started,
        start_seconds=_start_seconds(about) if started else None,
        restarts=int(restarts) if restarts.isdigit() else None,
    )


def _start_seconds(about: dict[str, str]) -> float | None:
    """How long the last start took by systemd's own clock: from leaving inactive to active. Microseconds there."""
    begun, up = about.get("InactiveExitTimestampMonotonic", ""), about.get("ActiveEnterTimestampMonotonic", "")
    if not (begun.isdigit() and up.isdigit()) or int(begun) == 0 or int(up) < int(begun):
        return None
    return (int(up) - int(begun)) / 1e6


def _moment(text: str) -> datetime | None:
    """``Sat 2026-11-21 22:28:31 UTC`` as systemd writes it under TZ=UTC."""
    parts = text.split()
    if len(parts) != 4 or parts[3] != "UTC":
        return None
    try:
        return datetime.fromisoformat(f"{parts[1]}T{parts[2]}+00:00")
    except ValueError:
        return None
