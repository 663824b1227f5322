"""Edits of ``services.toml`` and ``settings.toml``: which fields changed, never a value that may be a secret.

Of a value only a short salted hash is kept, except of those that are numbers, switches or in ``SHOWN``.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import tomllib
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ...core.clock import from_text, to_text
from ...core.text_format import format_count
from ...records.changes import ChangeKind, NewChange
from .reading import SourceReading, SourceUnreadableError

# Texts of a check that say where it looks and hold no secret.
SHOWN = frozenset(
    {
        *("check", "label", "unit", "container", "process", "path", "address", "engine", "expect_state"),
        *("investigate", "depends_on", "warn_free", "critical_free"),
    }
)
MOST_ROWS = 200  # more entries at once are one row
_HASH = "#"


def describe_services(text: str, salt: str) -> dict[str, dict[str, Any]]:
    """The checks by name with the fields as they may be kept. Raises tomllib.TOMLDecodeError."""
    table = tomllib.loads(text)
    rows = table.get("service", [])
    found: dict[str, dict[str, Any]] = {}
    for row in rows if isinstance(rows, list) else []:
        if not isinstance(row, dict):
            continue
        key = ":".join(str(row[part]).lower() for part in ("name", "check", "label") if row.get(part))
        found[key] = {name: _kept(name, value, salt) for name, value in row.items() if name != "name"}
    if isinstance(table.get("watch"), dict):
        found["watch"] = {name: _kept(name, value, salt) for name, value in table["watch"].items()}
    return found


def describe_settings(text: str, salt: str) -> dict[str, dict[str, Any]]:
    """The settings by group with the fields as they may be kept. Raises tomllib.TOMLDecodeError."""
    return {
        group: {name: _kept("", value, salt) for name, value in _flat(fields)}
        for group, fields in tomllib.loads(text).items()
        if isinstance(fields, dict)
    }


def compare_entries(
    before: Mapping[str, Mapping[str, Any]], after: Mapping[str, Mapping[str, Any]], entry: str
) -> Iterator[tuple[str, str, str, str]]:
    """For each entry that differs: its key, the fields before, the fields after, and the sentence. ``entry`` is what
    one is called, such as check."""
    for key in sorted({*before, *after}):
        old, new = before.get(key), after.get(key)
        if old == new:
            continue
        if old is None or new is None:
            yield key, "", "", f"the {entry} {key} was {'added' if old is None else 'removed'}"
            continue
        names = [name for name in sorted({*old, *new}) if old.get(name) != new.get(name)]
        yield (
            key,
            ", ".join(f"{name}={_shown(old.get(name))}" for name in names),
            ", ".join(f"{name}={_shown(new.get(name))}" for name in names),
            f"{key}: {', '.join(_field_change(name, old.get(name), new.get(name)) for name in names)}",
        )


def read_file_edits(state: Mapping[str, Any], now: datetime, path: Path, kind: ChangeKind) -> SourceReading:
    """What was edited in a file since the last reading. The first reading, and one without the file, only notes what
    there is. Raises SourceUnreadableError.
    """
    of_services = kind is ChangeKind.SERVICES
    try:
        status = path.stat()
        mark = [status.st_mtime_ns, status.st_size, status.st_ino]
        if state.get("mark") == mark:
            return SourceReading((), state)
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        mark, text, status = [], "", None
        if state.get("mark") == mark:
            return SourceReading((), state)
    except (OSError, UnicodeDecodeError) as error:
        raise SourceUnreadableError(f"{path.name} cannot be read: {error}.") from error
    salt = str(state.get("salt") or secrets.token_hex(8))
    try:
        entries = (describe_services if of_services else describe_settings)(text, salt)
    except tomllib.TOMLDecodeError as error:  # being edited, perhaps: what was known stays, and it is read again
        raise SourceUnreadableError(f"{path.name} cannot be read: {error}.") from error
    after = {"mark": mark, "salt": salt, "entries": entries, "seen": to_text(now)}
    if "entries" not in state:
        return SourceReading((), after)
    at = _edited_at(datetime.fromtimestamp(status.st_mtime, UTC) if status else now, state, now)
    found = [
        NewChange(at, kind, f"{path.name} {key}", f"{path.name}: {text}", old, new, _services(key, of_services))
        for key, old, new, text in compare_entries(state["entries"], entries, "check" if of_services else "group")
    ]
    if len(found) > MOST_ROWS:
        changed = format_count(len(found), "entry", "entries")
        found = [NewChange(at, kind, path.name, f"{path.name}: {changed} were changed")]
    return SourceReading(tuple(found), after)


def _edited_at(written: datetime, state: Mapping[str, Any], now: datetime) -> datetime:
    """When the file was written, as far as that can be: a file that was put back has an old time."""
    try:
        seen = from_text(str(state.get("seen", "")))
    except ValueError:
        return now
    return written if seen <= written <= now else now


def _services(key: str, of_services: bool) -> tuple[str, ...]:
    return (key.partition(":")[0],) if of_services and ":" in key else ()


def _flat(fields: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in fields.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{above}{name}.")
        else:
            yield f"{above}{name}", value


def _kept(name: str, value: Any, salt: str) -> Any:
    if isinstance(value, bool | int | float) or (name in SHOWN and isinstance(value, str | list)):
        return value
    text = json.dumps(value, sort_keys=True, default=str)
    return _HASH + hashlib.sha256(f"{salt}{text}".encode()).hexdigest()[:8]


def _shown(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return " ".join(map(str, value))
    text = str(value)
    return "…" if text.startswith(_HASH) else text


def _field_change(name: str, old: Any, new: Any) -> str:
    if old is None:
        return f"{name} was set" if _shown(new) == "…" else f"{name} was set to {_shown(new) or 'nothing'}"
    if new is None:
        return f"{name} was removed"
    if "…" in (_shown(old), _shown(new)):
        return f"{name} was changed"
    return f"{name} {_shown(old) or 'nothing'} → {_shown(new) or 'nothing'}"
