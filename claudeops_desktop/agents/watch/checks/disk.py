"""disk and memory: what is left before it runs out, here or on a host over ssh."""

from __future__ import annotations

import os

from ....core.text_format import format_bytes
from ..measurement import CheckFinding, ServiceStatus, healthy, unknown
from ..models import DiskCheck, MemoryCheck
from ..programs import CannotRunError, ProgramHost
from ..text import amount


def check_disk(service: DiskCheck) -> CheckFinding:
    """Degraded under ``warn_free``, urgent under ``critical_free``; inodes are held to the same shares."""
    if service.host:
        found = _remote(service)
        if isinstance(found, CheckFinding):
            return found
        free, total, free_inodes, inodes = found
    else:
        try:
            about = os.statvfs(service.path)
        except OSError as error:
            return CheckFinding(ServiceStatus.DOWN, f"{service.path}: {(error.strerror or 'cannot be read').lower()}")
        free, total = about.f_bavail * about.f_frsize, about.f_blocks * about.f_frsize
        free_inodes, inodes = about.f_favail, about.f_files
    if total <= 0:
        return unknown(f"{service.path} is on a file system without a size")
    space = _held(service, free, total, "free")
    if service.inodes and inodes > 0:
        share = _held(service, free_inodes, inodes, "of the inodes free", shares_only=True)
        return _worse(space, share)
    return space


def check_memory(service: MemoryCheck) -> CheckFinding:
    """Degraded under ``warn_free``, urgent under ``critical_free``, by what the kernel calls available."""
    if service.host:
        done = ProgramHost(service.host, service.ssh_port, service.timeout).run(["cat", "/proc/meminfo"])
        try:
            about = {line.split(":")[0]: float(line.split()[1]) * 1024 for line in done.out.splitlines() if ":" in line}
            return _held(service, about["MemAvailable"], about["MemTotal"], "available")
        except (KeyError, IndexError, ValueError):
            return unknown(f"memory of {service.host} cannot be read: {done.first_output_line}")
    import psutil

    now = psutil.virtual_memory()
    return _held(service, now.available, now.total, "available")


def _held(
    service: DiskCheck | MemoryCheck, free: float, total: float, word: str, *, shares_only: bool = False
) -> CheckFinding:
    share = 100 * free / total
    detail = f"{share:.0f}% {word}" if share >= 10 else f"{share:.1f}% {word}"
    if not shares_only:
        detail += f", {format_bytes(free)} of {format_bytes(total)}"
    for limit, urgent in ((service.critical_free, True), (service.warn_free, False)):
        least, is_share = amount(limit)
        if (share if is_share else free) < least and (is_share or not shares_only):
            return CheckFinding(ServiceStatus.DEGRADED, f"{detail}, less than {limit.strip()}", urgent)
    return healthy(detail)


def _worse(one: CheckFinding, other: CheckFinding) -> CheckFinding:
    """The first unless the second is worse; what is well is not mentioned beside what is not."""
    if (other.status is ServiceStatus.DEGRADED, other.urgent) > (one.status is ServiceStatus.DEGRADED, one.urgent):
        return other
    return one


def _remote(service: DiskCheck) -> tuple[float, float, float, float] | CheckFinding:
    """Free and all bytes, free and all inodes; or why it cannot be."""
    place = ProgramHost(service.host, service.ssh_port, service.timeout)
    done = place.run(["df", "-P", "-k", "--", service.path])
    if done.code != 0:
        return CheckFinding(ServiceStatus.DOWN, f"{service.path}: {done.first_output_line}")
    total, _used, free = _row(done.out, service)
    inodes = free_inodes = 0.0
    if service.inodes:
        listed = place.run(["df", "-P", "-i", "--", service.path])
        if listed.code == 0:
            inodes, _used, free_inodes = _row(listed.out, service)
    return free * 1024, total * 1024, free_inodes, inodes


def _row(text: str, service: DiskCheck) -> tuple[float, float, float]:
    """The three numbers of df's one row: all, used, free. A file system without inodes says ``-``."""
    lines = text.splitlines()
    words = lines[-1].split() if len(lines) > 1 else []
    for at in range(1, len(words) - 3):
        if all(word.isdigit() or word == "-" for word in words[at : at + 3]):
            total, used, free = (0.0 if word == "-" else float(word) for word in words[at : at + 3])
            return total, used, free
    raise CannotRunError(f"df on {service.host} answers in a form that is not understood")
