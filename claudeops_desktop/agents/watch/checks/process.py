"""process: how many run, here or on a host over ssh."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from ....core.text_format import format_count
from ..measurement import CheckFinding, degraded, down, healthy
from ..models import ProcessCheck
from ..programs import CannotRunError, ProgramHost
from ..text import duration


@dataclass(frozen=True, slots=True)
class _Running:
    pid: int
    parent: int
    name: str
    line: str
    started_at: datetime


def check_process(service: ProcessCheck) -> CheckFinding:
    """Down: none runs. Degraded: fewer or more than wanted. The watcher and what started it are not counted."""
    now = datetime.now(UTC)
    here = not service.host
    found = _matching(service, list(_local() if here else _remote(service, now)), os.getpid() if here else None)
    count = len(found)
    if not count and service.min_count:
        return down("it is not running")
    started = min((one.started_at for one in found), default=None)
    since = f", the oldest for {duration(now - started)}" if started else ""
    finding = healthy(f"{format_count(count, 'process')} running{since}")
    if count < service.min_count:
        finding = degraded(f"{count} of {service.min_count} processes running{since}")
    elif service.max_count is not None and count > service.max_count:
        finding = degraded(f"{count} processes running, more than {service.max_count}{since}")
    return replace(finding, started_at=started)


def _matching(service: ProcessCheck, running: list[_Running], ours: int | None) -> list[_Running]:
    by_pid = {one.pid: one for one in running}
    spared: set[int] = set()
    while ours in by_pid and ours not in spared:
        spared.add(ours)
        ours = by_pid[ours].parent
    if service.process:
        found = [one for one in running if one.name == service.process]
    else:
        pattern = re.compile(service.pattern)
        found = [one for one in running if one.line and pattern.search(one.line)]
    return [one for one in found if one.pid not in spared]


def _local() -> Iterator[_Running]:
    import psutil

    for one in psutil.process_iter(["pid", "ppid", "name", "cmdline", "create_time", "status"]):
        about = one.info
        if about["status"] == psutil.STATUS_ZOMBIE or about["create_time"] is None:
            continue
        started = datetime.fromtimestamp(about["create_time"], UTC)
        line = " ".join(about["cmdline"] or ())
        yield _Running(about["pid"], about["ppid"] or 0, about["name"] or "", line, started)


def _remote(service: ProcessCheck, now: datetime) -> Iterator[_Running]:
    place = ProgramHost(service.host, service.ssh_port, service.timeout)
    done = place.run(["ps", "-eo", "pid=,ppid=,etimes=,stat=,comm=,args=", "-ww"])
    if done.code != 0:
        raise CannotRunError(f"ps failed on {service.host}: {done.first_output_line}")
    rows = [line.split(None, 5) for line in done.out.splitlines()]
    by_pid = {row[0]: row for row in rows if len(row) > 4}
    asking = _asking(by_pid)
    for pid, row in by_pid.items():
        if pid in asking or row[3].startswith("Z"):
            continue
        line = row[5] if len(row) > 5 else ""
        yield _Running(int(pid), int(row[1]), row[4], line, now - timedelta(seconds=int(row[2])))


def _asking(rows: dict[str, list[str]]) -> set[str]:
    """The ``ps`` that is asking and the shell around it, whose command line holds the question itself."""
    asking = {pid for pid, row in rows.items() if len(row) > 5 and "pid=,ppid=,etimes=" in row[5]}
    return asking | {rows[pid][1] for pid in asking if rows.get(rows[pid][1], [""] * 5)[4] == "sshd"}
