"""raid: the arrays of Linux software RAID, from /proc/mdstat or, one by one, from mdadm."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from ....core.text_format import format_count
from ..measurement import CheckFinding, ServiceStatus, degraded, down, healthy, unknown
from ..models import RaidCheck
from ..programs import CannotRunError, ProgramHost
from ..text import clean_line
from .privilege import explain_refusal, with_sudo

_ARRAY = re.compile(
    r"^(md\S+) : (\S+)(?: \((?:auto-)?read-only\))?(?: (raid\d+|linear|multipath|faulty|container))?(.*)$"
)
_MEMBERS = re.compile(r"\[(\d+)/(\d+)\] \[([U_]+)\]")
_WORK = re.compile(r"\b(recovery|resync|reshape|check)\s*=\s*([\d.]+%|DELAYED|PENDING)")
_FAILED = re.compile(r"(\S+?)\[\d+\]\(F\)")
_SPARED = {"raid4": 1, "raid5": 1, "raid6": 2}  # so many members may be missing


@dataclass(frozen=True, slots=True)
class RaidArray:
    """One array: ``wanted`` and ``there`` count its members (0: not told), ``work`` is what it is doing, in words."""

    name: str
    active: bool
    level: str = ""
    wanted: int = 0
    there: int = 0
    failed: tuple[str, ...] = ()
    work: str = ""


def check_raid(service: RaidCheck) -> CheckFinding:
    """Down: an array is not assembled, inactive, or has lost more members than it can. Degraded, urgent: it has lost
    some. Unknown: no software RAID here, or the tool is not there or not allowed."""
    if service.source == "mdadm":
        return _by_mdadm(service)
    text = _mdstat(service)
    arrays = read_mdstat(text)
    if service.array:
        arrays = tuple(one for one in arrays if one.name == service.name_of_array)
        if not arrays:
            return down(f"there is no array {service.name_of_array}")
    if not arrays:
        return unknown("there are no arrays")
    found = [(one, judge_array(one)) for one in arrays]
    bad = [(one, finding) for one, finding in found if finding.status is not ServiceStatus.HEALTHY]
    if not bad:
        if len(found) == 1:
            return found[0][1]
        working = [finding.detail for one, finding in found if one.work]
        return healthy(
            f"{format_count(len(found), 'array')}, all complete" + (f"; {'; '.join(working)}" if working else "")
        )
    worst = max(bad, key=lambda row: row[1].status is ServiceStatus.DOWN)[1]
    words = "; ".join(finding.detail for _, finding in bad)
    return CheckFinding(worst.status, words, any(finding.urgent for _, finding in bad))


def read_mdstat(text: str) -> tuple[RaidArray, ...]:
    """The arrays of /proc/mdstat (Linux, drivers/md/md.c). Containers of external metadata are no arrays. Pure."""
    found: list[RaidArray] = []
    lines = text.splitlines()
    for number, line in enumerate(lines):
        head = _ARRAY.match(line)
        if head is None or head[3] == "container" or "super external:" in " ".join(lines[number + 1 : number + 2])[:60]:
            continue
        rest = []
        for following in lines[number + 1 :]:
            if not following.strip() or _ARRAY.match(following):
                break
            rest.append(following)
        body = "\n".join(rest)
        members, work = _MEMBERS.search(body), _WORK.search(body)
        found.append(
            RaidArray(
                head[1],
                head[2] == "active",
                head[3] or "",
                int(members[1]) if members else 0,
                int(members[2]) if members else 0,
                tuple(_FAILED.findall(head[4])),
                f"{work[1]} {work[2].lower()}" if work else "",
            )
        )
    return tuple(found)


def judge_array(one: RaidArray) -> CheckFinding:
    """How one array stands. Pure."""
    level = f" ({one.level})" if one.level else ""
    work = f", {one.work}" if one.work else ""
    gone = f", failed: {', '.join(one.failed)}" if one.failed else ""
    if not one.active:
        return down(f"{one.name}{level} is not active")
    missing = one.wanted - one.there
    if missing > 0:
        words = f"{one.name}{level} has {one.there} of {one.wanted} members{gone}{work}"
        lost = one.there == 0 or missing > _SPARED.get(one.level, one.wanted)
        return down(words) if lost else degraded(words, urgent=not one.work.startswith("recovery"))
    if one.failed:
        return degraded(f"{one.name}{level} is complete, but has a failed member{gone}{work}")
    members = f", {format_count(one.there, 'member')}" if one.there else ""
    return healthy(f"{one.name}{level} is complete{members}{work}")


def _mdstat(service: RaidCheck) -> str:
    if service.host:
        done = ProgramHost(service.host, service.ssh_port, service.timeout).run(["cat", service.path])
        if done.code != 0:
            raise CannotRunError(f"{service.host} has no {service.path}: it has no Linux software RAID")
        return done.out
    try:
        return Path(service.path).read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        raise CannotRunError(f"there is no {service.path}: this machine has no Linux software RAID") from None
    except OSError as error:
        raise CannotRunError(f"{service.path} cannot be read: {error.strerror}") from error


def _by_mdadm(service: RaidCheck) -> CheckFinding:
    argv = ["mdadm", "--detail", service.array if service.array.startswith("/") else f"/dev/{service.array}"]
    done = ProgramHost(service.host, service.ssh_port, service.timeout).run(with_sudo(argv, sudo=service.sudo))
    if (refused := explain_refusal(done, argv, sudo=service.sudo, host=service.host)) is not None:
        return refused
    if "no such file" in done.err.lower() or "does not appear to be an md device" in done.err.lower():
        return down(f"there is no array {service.name_of_array}")
    about = {key.strip(): value.strip() for key, _, value in (row.partition(" : ") for row in done.out.splitlines())}
    state = about.get("State", "")
    if not state:
        return unknown(f"mdadm does not say how {service.name_of_array} is: {done.first_output_line}")
    words = [word.strip().lower() for word in state.split(",")]
    said = f"{service.name_of_array} is {clean_line(state, 80)}"
    wanted, there = about.get("Raid Devices", ""), about.get("Active Devices", "")
    if wanted and there:
        said += f", {there} of {wanted} members"
    if {"failed", "broken", "inactive", "not started"} & set(words):
        return down(said)
    if "degraded" in words:
        return degraded(said, urgent="recovering" not in words)
    failed = about.get("Failed Devices", "0")
    return degraded(f"{said}, {failed} failed") if failed not in ("", "0") else healthy(said)
