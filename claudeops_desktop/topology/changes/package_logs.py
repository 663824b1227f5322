"""Package upgrades, from the logs of dpkg, apt, dnf and pacman. The parsers are pure.

dpkg and apt write the machine's local time, dnf and pacman a time with its offset.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from ...core.clock import to_text
from ...records.changes import ChangeKind, NewChange
from .log_files import read_new_lines
from .reading import SourceReading, earliest
from .service_names import ServiceNameIndex

LOG_FOLDER = Path("/var/log")
NOTHING = "<none>"
_APT_PACKAGE = re.compile(r"([^\s:,()]+)(?::[a-z0-9-]+)? \(([^)]*)\)")
_APT_KINDS = ("Install", "Upgrade", "Downgrade", "Reinstall", "Remove", "Purge")
_DNF = re.compile(r"(\S+) [A-Z]+ ([A-Z][a-z]+): (\S+)$")
_DNF_OLD = {"Upgraded": "Upgrade", "Downgraded": "Downgrade"}
_PACMAN = re.compile(
    r"\[([^\]]+)\] \[ALPM\] (upgraded|downgraded|installed|reinstalled|removed) (\S+) \((.+?)(?: -> (.+))?\)$"
)


class PackageChange(NamedTuple):
    """One package: its version ``before`` ("" for none) and ``after`` ("" where it was removed)."""

    at: datetime
    name: str
    before: str
    after: str

    @property
    def text(self) -> str:
        """It in words: ``nginx 1.22.1 → 1.24.0``."""
        if not self.after:
            return f"{self.name} {self.before} removed"
        if not self.before:
            return f"{self.name} {self.after} installed"
        if self.before == self.after:
            return f"{self.name} {self.after} installed again"
        return f"{self.name} {self.before} → {self.after}"


def parse_dpkg(lines: Iterable[str]) -> Iterator[PackageChange]:
    """``2026-05-01 08:15:30 upgrade nginx:amd64 1.22.1-9 1.24.0-2``; states and triggers are passed over."""
    for line in lines:
        words = line.split()
        if len(words) != 6 or words[2] not in ("install", "upgrade", "remove"):
            continue
        at = _local_time(f"{words[0]} {words[1]}")
        before, after = ("" if word == NOTHING else word for word in words[4:6])
        if at is not None and (before or after):
            yield PackageChange(at, words[3].partition(":")[0], "" if words[2] == "install" else before, after)


def parse_apt(lines: Iterable[str]) -> Iterator[PackageChange]:
    """apt's history: ``Start-Date: …`` and then ``Upgrade: nginx:amd64 (1.22.1-9, 1.24.0-2), …``."""
    at: datetime | None = None
    for line in lines:
        kind, _, rest = line.partition(": ")
        if kind == "Start-Date":
            at = _local_time(" ".join(rest.split()))
        elif kind in _APT_KINDS and at is not None:
            for name, versions in _APT_PACKAGE.findall(rest):
                known = [version.strip() for version in versions.split(",") if version.strip() != "automatic"]
                first, last = (known[0], known[-1]) if known else ("", "")
                if kind in ("Remove", "Purge"):
                    yield PackageChange(at, name, first, "")
                elif kind == "Install":
                    yield PackageChange(at, name, "", first)
                else:
                    yield PackageChange(at, name, first, last)


def parse_dnf(lines: Iterable[str]) -> Iterator[PackageChange]:
    """``dnf.rpm.log``: the new version stands in a line of its own before the one that it replaced."""
    waiting: dict[tuple[str, str], PackageChange] = {}
    for line in lines:
        found = _DNF.match(line.strip())
        at = _time_with_offset(found[1]) if found else None
        if found is None or at is None:
            continue
        action, (name, version) = found[2], _name_and_version(found[3])
        if not name:
            continue
        if action in ("Upgrade", "Downgrade"):
            waiting[action, name] = PackageChange(at, name, "", version)
        elif action in _DNF_OLD:
            new = waiting.pop((_DNF_OLD[action], name), None)
            if new is not None:
                yield new._replace(before=version)
        elif action == "Installed":
            yield PackageChange(at, name, "", version)
        elif action == "Reinstalled":
            yield PackageChange(at, name, version, version)
        elif action in ("Erase", "Removed"):
            yield PackageChange(at, name, version, "")
    yield from waiting.values()


def parse_pacman(lines: Iterable[str]) -> Iterator[PackageChange]:
    """``[2026-05-01T08:15:30+0200] [ALPM] upgraded nginx (1.24.0-1 -> 1.26.0-1)``."""
    for line in lines:
        found = _PACMAN.match(line.strip())
        at = _time_with_offset(found[1]) if found else None
        if found is None or at is None:
            continue
        action, name, first, last = found[2], found[3], found[4], found[5]
        if last is not None:
            yield PackageChange(at, name, first, last)
        elif action == "removed":
            yield PackageChange(at, name, first, "")
        else:
            yield PackageChange(at, name, first if action == "reinstalled" else "", first)


class PackageLog(NamedTuple):
    """A log of packages: its path in the log folder, and what reads its lines."""

    path: str
    parse: Callable[[Iterable[str]], Iterator[PackageChange]]


# dpkg's own log has all that apt's has; apt's is read where dpkg keeps none.
LOGS: tuple[tuple[PackageLog, ...], ...] = (
    (PackageLog("dpkg.log", parse_dpkg), PackageLog("apt/history.log", parse_apt)),
    (PackageLog("dnf.rpm.log", parse_dnf),),
    (PackageLog("pacman.log", parse_pacman),),
)


def read_package_changes(
    state: Mapping[str, Any], now: datetime, names: ServiceNameIndex, folder: Path | None = None
) -> SourceReading:
    """The packages that changed since the last reading, on the first one in the last week. A machine has one of the
    logs or several; having none is no problem. Raises SourceUnreadableError.
    """
    since = earliest(state, now)
    places: dict[str, Any] = {}
    found: list[PackageChange] = []
    for alternatives in LOGS:
        for log in alternatives:
            try:
                new = read_new_lines((folder or LOG_FOLDER) / log.path, state.get("files", {}).get(log.path, {}), since)
            except FileNotFoundError:
                continue
            places[log.path] = new.bookmark
            changed = log.parse(new.lines)
            # What is new in the file is new, however its clock stood; of what may have been read before, only the rest.
            found += [one for one in changed if one.at >= since] if new.rotated else changed
            break
    return SourceReading(
        tuple(
            NewChange(
                min(one.at, now),
                ChangeKind.PACKAGE,
                one.name,
                one.text,
                one.before,
                one.after,
                names.of_package(one.name),
            )
            for one in found
        ),
        {"files": places, "seen": to_text(now)},
    )


def _local_time(text: str) -> datetime | None:
    try:
        return datetime.strptime(text, "%Y-%m-%d %H:%M:%S").astimezone()
    except (ValueError, OverflowError):
        return None


def _time_with_offset(text: str) -> datetime | None:
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        return None
    return at if at.tzinfo else at.astimezone()


def _name_and_version(package: str) -> tuple[str, str]:
    """``nginx-1:1.20.1-13.el9.x86_64`` → nginx and 1.20.1-13.el9."""
    parts = package.rpartition(".")[0].rsplit("-", 2)
    if len(parts) != 3:
        return "", ""
    return parts[0], f"{parts[1].rpartition(':')[2]}-{parts[2]}"
