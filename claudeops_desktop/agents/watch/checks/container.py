"""container: its state, its health status and its restarts, as Docker or Podman tells them."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import orjson

from ....core.text_format import format_count
from ..measurement import CheckFinding, degraded, down, healthy, unknown
from ..models import ContainerCheck
from ..programs import CannotRunError, FinishedProgram, ProgramHost
from ..text import clean_line, duration

_FRACTION = re.compile(r"\.\d+")


def check_container(service: ContainerCheck) -> CheckFinding:
    """Down: not running, never started, or its health check fails. Degraded: starting, paused. Unknown: no engine."""
    done = _inspect(service)
    if done.code != 0:
        missing = "no such" in done.err.lower() or "no container" in done.err.lower()
        return (
            down("there is no such container")
            if missing
            else unknown(f"it cannot be asked for: {done.first_output_line}")
        )
    try:
        about = orjson.loads(done.out)[0]
    except (orjson.JSONDecodeError, IndexError, KeyError, TypeError):
        return unknown("the engine's answer cannot be read")
    return _judge(about, datetime.now(UTC)) if isinstance(about, dict) else unknown("the engine's answer is odd")


def _inspect(service: ContainerCheck) -> FinishedProgram:
    place = ProgramHost(service.host, service.ssh_port, service.timeout)
    engines = ["docker", "podman"] if service.engine == "auto" else [service.engine]
    if not service.host:
        engines = [engine for engine in engines if shutil.which(engine)]
        if not engines:
            raise CannotRunError("neither docker nor podman is installed here")
    for engine in engines[:-1]:
        try:
            done = place.run([engine, "container", "inspect", service.container])
        except CannotRunError as error:
            if "not installed" not in error.finding.detail:
                raise
            continue
        if done.code == 0:
            return done
    return place.run([engines[-1], "container", "inspect", service.container])


def _judge(about: dict[str, Any], now: datetime) -> CheckFinding:
    state = about.get("State") or {}
    status = clean_line(str(state.get("Status", "")), 30)
    health = str((state.get("Health") or state.get("Healthcheck") or {}).get("Status") or "")
    restarts = about.get("RestartCount")
    started = _moment(str(state.get("StartedAt", ""))) if status == "running" else None
    since = f" for {duration(now - started)}" if started else ""
    if status == "running":
        found = {
            "unhealthy": down(f"running{since}, but its own health check fails"),
            "starting": degraded(f"running{since}, its own health check has not passed yet"),
            "healthy": healthy(f"running and healthy{since}"),
        }.get(health, healthy(f"running{since}"))
    elif status in ("created", "configured", "initialized"):  # the last two are Podman's
        why = clean_line(str(state.get("Error") or ""), 120)
        found = down("it was never started" + (f": {why}" if why else ""))
    elif status in ("restarting", "paused", "removing"):
        found = degraded(f"{status}, exit code {state.get('ExitCode')}" if status == "restarting" else status)
    else:
        killed = ", out of memory" if state.get("OOMKilled") else ""
        found = down(f"{status or 'not running'}, exit code {state.get('ExitCode')}{killed}")
    if isinstance(restarts, int) and restarts and found.status != "healthy":
        found = replace(found, detail=f"{found.detail}, {format_count(restarts, 'restart')}")
    return replace(found, started_at=started, restarts=restarts if isinstance(restarts, int) else None)


def _moment(text: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(_FRACTION.sub("", text))
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
