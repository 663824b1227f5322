"""What a restore would change in how agents work and what they may do, named before it is done.

A backup is a file that may come from elsewhere. Its settings and services decide which program runs as the agent,
what needs approval, which programs the checks start and where messages go, so each difference is shown by name.
"""

from __future__ import annotations

import tomllib
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ..core.errors import OperatorError
from ..core.messages import UserMessage
from ..core.paths import DataFolder
from ..core.secrets.toml_secrets import LEFT_OUT, fill_in, mask_values
from ..core.settings import Settings
from .archive import MANIFEST, read_manifest
from .backup_reader import open_backup
from .upgrade_copies import files_beside

LARGEST_FILE = 4 * 1024 * 1024
LONGEST_VALUE = 160
SETTINGS, SERVICES = "settings.toml", "services.toml"
#: Groups that say how things look or how long they are kept. Every other group counts as one that matters.
_HARMLESS = ("window", "lifetimes", "backup", "embedding.kind", "embedding.name", "schedule")
_TOPICS = (
    ("agent", "agent"),
    ("tiers", "what a tier runs with and may use"),
    ("approvals", "approvals"),
    ("limits", "limits"),
    ("cooldowns", "cooldowns"),
    ("run", "runs"),
    ("notifications", "notifications"),
    ("alerts", "alerts"),
    ("server", "server"),
    ("repositories", "repositories"),
    ("model", "model"),
    ("logs.secret_variables", "secrets in logs"),
)
_RUNS_SOMETHING = ("command", "host", "url", "headers", "read_only", "confined", "check")


@dataclass(frozen=True, slots=True)
class RestoreChange:
    """One value that a restore would change. ``matters``: it decides what runs, what is allowed or where data goes."""

    topic: str
    name: str
    before: str
    after: str
    matters: bool

    @property
    def sentence(self) -> str:
        """``agent.claude_path: "/usr/bin/claude" → "/tmp/x"``."""
        return f"{self.name}: {self.before} → {self.after}"


@dataclass(frozen=True, slots=True)
class RestoreChanges:
    """All differences, those that matter first. ``bytes`` is the size of the unpacked backup."""

    changes: tuple[RestoreChange, ...]
    bytes: int

    @property
    def important(self) -> tuple[RestoreChange, ...]:
        """Those that decide what runs, what is allowed or where data goes."""
        return tuple(change for change in self.changes if change.matters)

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return {"bytes": self.bytes, "changes": [asdict(change) for change in self.changes]}


def changes_of_restore(folder: DataFolder, source: Path) -> RestoreChanges:
    """Compare what a backup would put in place with what the folder holds. Raises OperatorError."""
    from .restore_source import copy_manifest, is_database_copy

    ours = {SETTINGS: _text(folder.settings_file), SERVICES: _text(folder.services_file)}
    theirs: dict[str, str | None]
    if is_database_copy(source):  # what does not lie beside it stays
        size = copy_manifest(source).bytes
        theirs = ours | {name: _text(path) for name, path in files_beside(source).items()}
    else:
        with open_backup(source) as archive:
            size = read_manifest(archive, source).bytes
            theirs = {name: _packed_text(archive, name, source) for name in (SETTINGS, SERVICES)}
        for name, path in ((SETTINGS, folder.settings_file), (SERVICES, folder.services_file)):
            packed = theirs[name]
            theirs[name] = filled_text(packed, path, {})[0] if packed is not None else None
    found = [
        *compare_settings(ours[SETTINGS], theirs[SETTINGS]),
        *compare_services(ours[SERVICES], theirs[SERVICES]),
    ]
    return RestoreChanges(tuple(sorted(found, key=lambda change: not change.matters)), size)


def missing_secrets(folder: DataFolder, source: Path) -> tuple[str, ...]:
    """The places in settings and services whose secrets were left out of a backup and are not known here. Raises
    OperatorError."""
    from .restore_source import is_database_copy

    if is_database_copy(source):
        return ()
    found = list[str]()
    with open_backup(source) as archive:
        for path in (folder.settings_file, folder.services_file):
            packed = _packed_text(archive, path.name, source)
            found += filled_text(packed, path, {})[1] if packed is not None else ()
    return tuple(found)


def filled_text(packed: str, path: Path, answers: Mapping[str, str]) -> tuple[str, list[str]]:
    """Return what a backup holds of the file ``path``, with the secrets that the file that is there holds, or that were
    answered; and the places that stay without. What is no TOML is left as it is."""
    if LEFT_OUT not in packed:
        return packed, []
    try:
        return fill_in(packed, _text(path) or "", answers)
    except ValueError:
        return packed, []


def compare_settings(ours: str | None, theirs: str | None) -> Iterator[RestoreChange]:
    """Each setting that would have another value. Where a file cannot be read that is the one difference."""
    before, after = _parsed(ours), _parsed(theirs)
    if before is None or after is None:
        if ours != theirs:
            yield RestoreChange("settings", SETTINGS, _readable(before), _readable(after), matters=True)
        return
    shown, becomes = _flat(mask_values(before)), _flat(mask_values(after))
    old, new, usual = _flat(before), _flat(after), _flat(_defaults())
    for name in sorted(old.keys() | new.keys()):
        first, second = old.get(name, usual.get(name)), new.get(name, usual.get(name))
        if first != second:
            told = _shown(shown.get(name, first)), _shown(becomes.get(name, second))
            yield RestoreChange(_topic(name), name, *told, matters=not name.startswith(_HARMLESS))


def compare_services(ours: str | None, theirs: str | None) -> Iterator[RestoreChange]:
    """Each check that would be added, changed or gone. A check that starts a program matters, as does an address."""
    before, after = _parsed(ours), _parsed(theirs)
    if before is None or after is None:
        if ours != theirs:
            yield RestoreChange("services", SERVICES, _readable(before), _readable(after), matters=True)
        return
    shown, becomes = _checks(mask_values(before)), _checks(mask_values(after))
    old, new = _checks(before), _checks(after)
    for name in sorted(old.keys() | new.keys()):
        first, second = old.get(name), new.get(name)
        if first != second:
            told = (first or {}).keys() | (second or {}).keys()
            matters = any((first or {}).get(key) != (second or {}).get(key) for key in told & set(_RUNS_SOMETHING))
            told_of = _shown(shown.get(name)), _shown(becomes.get(name))
            yield RestoreChange("checks", name, *told_of, matters=matters)


def _checks(table: Mapping[str, Any]) -> dict[str, Any]:
    """Each check by what it is called; what is not a check by the name of its table."""
    found: dict[str, Any] = {}
    for key, value in table.items():
        if key == "service" and isinstance(value, list):
            for check in value:
                parts = check if isinstance(check, dict) else {"check": check}
                name = ":".join(str(parts[k]) for k in ("name", "check", "label") if k in parts)
                unique, number = name, 2
                while unique in found:
                    unique, number = f"{name} ({number})", number + 1
                found[unique] = parts
        else:
            found[f"[{key}]"] = value if isinstance(value, dict) else {key: value}
    return found


def _packed_text(archive: zipfile.ZipFile, name: str, source: Path) -> str | None:
    if name not in archive.namelist() or name == MANIFEST:
        return None
    with archive.open(name) as entry:
        data = entry.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise OperatorError(
            UserMessage(
                "{name} in {source} is larger than {largest_file} MB.",
                name=name,
                source=source,
                largest_file=LARGEST_FILE // 1024 // 1024,
            ),
            UserMessage("Use another backup."),
        )
    return data.decode("utf-8", "replace")


def _text(path: Path) -> str | None:
    try:
        return path.read_bytes()[: LARGEST_FILE + 1].decode("utf-8", "replace")
    except FileNotFoundError:
        return None
    except OSError:
        return "\0"  # there, and cannot be read


def _parsed(text: str | None) -> dict[str, Any] | None:
    """The table of a file, empty where there is none; None where it cannot be read."""
    try:
        return tomllib.loads(text or "")
    except tomllib.TOMLDecodeError:
        return None


def _readable(table: dict[str, Any] | None) -> str:
    return "cannot be read" if table is None else "can be read"


def _defaults() -> dict[str, Any]:
    from msgspec import to_builtins

    found: dict[str, Any] = to_builtins(Settings())
    return found


def _flat(table: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for key, value in table.items():
        name = f"{prefix}{key}"
        if isinstance(value, Mapping) and value:
            flat |= _flat(value, f"{name}.")
        elif not isinstance(value, Mapping):
            flat[name] = list(value) if isinstance(value, tuple) else value
    return flat


def _topic(name: str) -> str:
    return next((words for prefix, words in _TOPICS if name.startswith(prefix)), name.partition(".")[0])


def _shown(value: Any) -> str:
    """A value as it reads in the file, on one line and not endless."""
    if value is None:
        return "nothing"
    if isinstance(value, Mapping):
        text = ", ".join(f"{key} = {_shown(each)}" for key, each in value.items() if key not in ("name",))
    elif isinstance(value, list):
        text = f"[{', '.join(map(_shown, value))}]"
    elif isinstance(value, str):
        text = f'"{value}"'
    else:
        text = str(value).lower() if isinstance(value, bool) else str(value)
    flat = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return flat if len(flat) <= LONGEST_VALUE else f"{flat[:LONGEST_VALUE]}… ({len(flat):,} characters)"
