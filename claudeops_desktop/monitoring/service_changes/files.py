"""The files of the data folder that name services. Each function may be called any number of times."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson

from ...agents.watch import edit
from ...agents.watch.heartbeats import remove_heartbeats, rename_heartbeats
from ...agents.watch.history import HistoryError, load, lock_history
from ...core.atomic_write import write_whole
from ...core.errors import EnvironmentFault
from ...core.messages import UserMessage
from ...core.settings.file import change
from ...core.settings.file import load as load_settings
from ..results.store import CheckResultStore
from .rewrite import rename_in_document, rename_in_list

STATE_FIELDS = frozenset(("service", "services"))
SETTINGS_WITH_SERVICES = ("second_look.exclude_services",)


def rename_in_services_file(path: Path, old: str, new: str) -> tuple[str | None, str | None]:
    """Rename its checks, and what depends on it; the text before and after. Raises ServicesError."""

    def renamed(row: dict[str, Any]) -> dict[str, Any]:
        made = dict(row)
        if str(row.get("name", "")).lower() == old:
            made["name"] = new
        if isinstance(row.get("depends_on"), list):
            made["depends_on"] = rename_in_list(row["depends_on"], old, new)
        return made

    before = edit.read(path)
    text = before
    for place, row in enumerate(edit.rows(before, str(path)) if before else ()):
        made = renamed(row)
        if made != row and text is not None:
            text = edit.change(text, place, made, str(path))
    return _saved(path, before, text)


def remove_from_services_file(path: Path, service: str) -> tuple[str | None, str | None]:
    """Take out its checks, and what says that others depend on it; the text before and after. A file that names no
    other service goes: this machine is watched then. Raises ServicesError."""
    before = edit.read(path)
    if before is None:
        return None, None
    rows = edit.rows(before, str(path))
    if all(str(row.get("name", "")).lower() == service for row in rows):
        return _saved(path, before, None)
    text = before
    for place in reversed(range(len(rows))):
        row = rows[place]
        if str(row.get("name", "")).lower() == service:
            text = edit.remove(text, place, str(path))
        elif service in [str(each).lower() for each in row.get("depends_on", ())]:
            left = rename_in_list(row["depends_on"], service, None)
            made = {name: value for name, value in row.items() if name != "depends_on"}
            text = edit.change(text, place, made | ({"depends_on": left} if left else {}), str(path))
    return _saved(path, before, text)


def checks_of(path: Path, service: str) -> tuple[int, int]:
    """How many checks it has in services.toml, and how many services depend on it. Raises ServicesError."""
    text = edit.read(path)
    rows = edit.rows(text, str(path)) if text else []
    own = sum(str(row.get("name", "")).lower() == service for row in rows)
    dependents = {
        str(row["name"]).lower() for row in rows if service in [str(each).lower() for each in row.get("depends_on", ())]
    }
    return own, len(dependents)


def rename_in_history(path: Path, old: str, new: str | None) -> int:
    """The watcher's own measurements under the new name, or gone with None; how many checks."""
    if not path.exists():
        return 0
    with lock_history(path) as mine:
        if not mine:
            raise EnvironmentFault(
                UserMessage("{name} is in use by a run.", name=path.name),
                UserMessage("It is gone on with when the run is over."),
            )
        raw = _document(path)
        checks = raw.get("checks")
        if not isinstance(checks, dict):
            return 0
        number, made = 0, {}
        for key, track in checks.items():
            name, colon, rest = key.partition(":")
            if name != old:
                made[key] = track
                continue
            number += 1
            if new is not None and f"{new}{colon}{rest}" not in checks:
                made[f"{new}{colon}{rest}"] = rename_in_document(track, old, new)
        if number:
            write_whole(path, orjson.dumps({**raw, "checks": made}))
        return number


def rename_in_check_results(path: Path, old: str, new: str | None) -> int:
    """The results of continuous checks under the new name, or gone with None; how many checks."""
    if not path.exists():
        return 0
    results = CheckResultStore(path)
    try:
        return results.rename(old, new) if new is not None else results.remove(old)
    finally:
        results.close()


def rename_in_heartbeats(root: Path, old: str, new: str | None) -> int:
    """The last calls of its jobs under the new name, or gone with None; how many."""
    return rename_heartbeats(root, old, new) if new is not None else remove_heartbeats(root, old)


def rename_in_settings(path: Path, old: str, new: str | None) -> int:
    """Settings that list services; how many."""
    if not path.exists():
        return 0
    settings = load_settings(path, {})
    number = 0
    for name in SETTINGS_WITH_SERVICES:
        group, _, field = name.partition(".")
        listed = list(getattr(getattr(settings, group), field))
        made = rename_in_list(listed, old, new)
        if made != listed:
            change(path, name, made)
            number += 1
    return number


def rename_in_ui_state(path: Path, old: str, new: str | None) -> int:
    """What the window remembers of a service: which one was shown; whether it changed."""
    if not path.exists():
        return 0
    try:
        found = orjson.loads(path.read_bytes())
    except (OSError, ValueError):
        return 0  # the window makes it anew
    made = _renamed_values(found, old, new)
    if made == found:
        return 0
    write_whole(path, orjson.dumps(made))
    return 1


def _renamed_values(value: Any, old: str, new: str | None) -> Any:
    if isinstance(value, dict):
        made = {}
        for name, each in value.items():
            if name in STATE_FIELDS and isinstance(each, str):
                made[name] = (new or "") if each == old else each
            else:
                made[name] = _renamed_values(each, old, new)
        return made
    if isinstance(value, list):
        return [_renamed_values(each, old, new) for each in value]
    return value


def _document(path: Path) -> dict[str, Any]:
    try:
        load(path)  # one that is damaged is set aside, as a run would do
        found = orjson.loads(path.read_bytes())
    except (HistoryError, OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _saved(path: Path, before: str | None, text: str | None) -> tuple[str | None, str | None]:
    if text != before:
        edit.save(path, text, before)
    return before, text
