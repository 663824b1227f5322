"""The last call of each job that has a heartbeat: a small file each in the data folder, replaced whole.

Files, and not the database, for the watcher reads them and knows no database.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import orjson

from ...core.atomic_write import write_whole
from ...core.clock import from_text, to_text
from .text import clean_line

FOLDER = "heartbeats"
LONGEST_TEXT = 200


class HeartbeatError(Exception):
    """A call cannot be kept or read: one sentence."""


class UnknownHeartbeat(HeartbeatError):
    """No check waits for such a call."""


@dataclass(frozen=True, slots=True)
class HeartbeatCall:
    """A call: when it came, whether the job said that it failed, and what it said."""

    at: datetime
    failed: bool = False
    text: str = ""


def take_heartbeat(services_file: Path, service: str, label: str, call: HeartbeatCall) -> None:
    """Keep the call of a job that services.toml knows, beside that file. Raises UnknownHeartbeat, HeartbeatError."""
    from .services import ServicesError, load_usable_services

    try:
        checks = load_usable_services(services_file).checks
    except ServicesError as error:
        raise HeartbeatError(str(error)) from error
    known = {(check.name, check.label) for check in checks if check.check == "heartbeat"}
    if (service.lower(), label.lower()) not in known:
        named = f"{service}, {label}" if label else service
        raise UnknownHeartbeat(f"services.toml has no heartbeat check {named!r}.")
    write_heartbeat(services_file.parent, service, label, call)


def write_heartbeat(root: Path, service: str, label: str, call: HeartbeatCall) -> None:
    """Keep the last call of a job. Raises HeartbeatError."""
    row = {"at": to_text(call.at), "failed": call.failed, "text": clean_line(call.text, LONGEST_TEXT)}
    path = _path(root, service, label)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(path, orjson.dumps(row))
    except OSError as error:
        raise HeartbeatError(f"The call cannot be kept in {path}: {error.strerror}.") from error


def read_heartbeat(root: Path, service: str, label: str = "") -> HeartbeatCall | None:
    """The last call; None where none came yet. Raises HeartbeatError."""
    path = _path(root, service, label)
    try:
        row = orjson.loads(path.read_bytes())
        return HeartbeatCall(from_text(row["at"]), row["failed"] is True, str(row["text"]))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise HeartbeatError(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, KeyError, TypeError):
        raise HeartbeatError(f"{path} is damaged; the next call replaces it") from None


def rename_heartbeats(root: Path, old: str, new: str) -> int:
    """Let the calls of a service belong to its new name; how many there were."""
    found = _files(root, old)
    for path in found:
        with contextlib.suppress(FileNotFoundError):
            path.replace(path.with_name(new.lower() + path.name[len(old) :]))
    return len(found)


def remove_heartbeats(root: Path, service: str) -> int:
    """Forget the calls of a service; how many there were."""
    found = _files(root, service)
    for path in found:
        path.unlink(missing_ok=True)
    return len(found)


def _files(root: Path, service: str) -> list[Path]:
    """Of the service alone; a label stands after a full stop, which no name has."""
    folder = root / FOLDER
    name = service.lower()
    return [path for path in (folder.iterdir() if folder.is_dir() else ()) if path.name.partition(".")[0] == name]


def _path(root: Path, service: str, label: str) -> Path:
    return root / FOLDER / (f"{service.lower()}.{label.lower()}" if label else service.lower())
