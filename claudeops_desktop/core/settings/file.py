"""``settings.toml`` and the environment: read, checked, and changed one setting at a time."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, ValidationError, convert
from msgspec.structs import replace

from ..atomic_write import write_whole
from ..errors import ClaudeOpsError, EnvironmentFault, UsageError
from ..messages import UserMessage
from ..paths import PREFIX
from .fields import SettingField, every_setting
from .former import is_former, without_former
from .groups import Settings


def load(path: Path, environ: Mapping[str, str] | None = None) -> Settings:
    """Settings from the file under the environment. Raises UsageError that names the field and the fix."""
    return build(read_file(path), os.environ if environ is None else environ, str(path))


def read_language(path: Path, environ: Mapping[str, str] | None = None) -> str:
    """The language of the window, before anything else is read. ``load`` reports what is wrong in the file."""
    said: object = (os.environ if environ is None else environ).get(f"{PREFIX}WINDOW_LANGUAGE")
    if not said:
        try:
            window = read_file(path).get("window", {})
        except ClaudeOpsError:
            return "system"
        said = window.get("language", "system") if isinstance(window, dict) else "system"
    return said if isinstance(said, str) else "system"


def read_file(path: Path) -> dict[str, Any]:
    """The raw table of ``settings.toml``; empty where there is none."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except UnicodeDecodeError as error:
        raise UsageError(
            UserMessage("{path} is not a text file.", path=path),
            UserMessage("Move it away; the defaults hold without it."),
        ) from error
    except tomllib.TOMLDecodeError as error:
        raise UsageError(
            UserMessage("{path} cannot be read: {error}.", path=path, error=error),
            UserMessage("Fix that line, or move the file away."),
        ) from error
    except OSError as error:
        raise EnvironmentFault(
            UserMessage("{path} cannot be read: {strerror}.", path=path, strerror=error.strerror)
        ) from error


def build(table: Mapping[str, Any], environ: Mapping[str, str], origin: str = "settings") -> Settings:
    """Validated settings from a raw table and the environment's overrides."""
    merged = without_former(table, environ)
    origins: dict[str, str] = {}
    if any(name.startswith(_OF_SETTINGS) for name in environ):
        for field in every_setting():
            _, _, inner = field.name.partition(".")
            group = merged.setdefault(field.group, {}) if field.variable in environ else None
            if isinstance(group, dict) and not is_former(field.name, environ[field.variable]):
                group[inner] = _said(environ[field.variable], field)
                origins[field.name] = field.variable
    try:
        return _settings_of(merged)
    except ValidationError as error:
        raise UsageError(*_explain(str(error), merged, origins, origin)) from error


_OF_SETTINGS = tuple(f"{PREFIX}{group}_".upper() for group in Settings.__struct_fields__)


def _settings_of(table: Mapping[str, Any]) -> Settings:
    """The settings that a table gives. Only groups that are in it are read: the types of all of them take longer to
    look through than the rest of reading. Raises ValidationError, which names the place from the top."""
    defaults = Settings()
    whole = _with_defaults(table, defaults)
    try:
        groups = {name: convert(whole[name], type(getattr(defaults, name)), strict=False) for name in table}
        return replace(defaults, **groups)
    except (ValidationError, AttributeError, TypeError):  # what is wrong, and where, is said of the whole
        return convert(whole, Settings, strict=False)


def _with_defaults(table: Mapping[str, Any], defaults: Struct) -> dict[str, Any]:
    """The table with what it leaves out: a group that names one setting keeps the defaults of the others, which may
    differ from those of another group of its kind (the model of each tier)."""
    whole = dict(table)
    for name in defaults.__struct_fields__:
        default = getattr(defaults, name)
        if not isinstance(default, Struct):
            whole.setdefault(name, default)
        elif isinstance(given := table.get(name, {}), Mapping):
            whole[name] = _with_defaults(given, default)
    return whole


def change(path: Path, name: str, value: Any) -> Settings:
    """Write one setting into ``settings.toml``, keeping its comments, and return the new settings.

    The value is checked before anything is written; the file is replaced in one step.
    """
    import tomlkit

    table = read_file(path)
    parts = name.split(".")
    inner = table
    for part in parts[:-1]:
        inner = inner.setdefault(part, {})
        if not isinstance(inner, dict):
            build(table, {}, str(path))  # says what is wrong with it
    inner[parts[-1]] = list(value) if isinstance(value, tuple) else value
    require_choice(name, value)
    try:
        build(table, {}, str(path))
    except UsageError as error:
        if not str(error).startswith(f"{name} in "):  # something else in the file is wrong
            raise
        raise UsageError(str(error).replace(f" in {path}", "", 1), UserMessage("Nothing was changed.")) from None
    document = tomlkit.parse(path.read_text(encoding="utf-8")) if path.exists() else tomlkit.document()
    node: Any = document
    for part in parts[:-1]:
        if part not in node:
            node[part] = tomlkit.table()
        node = node[part]
    node[parts[-1]] = list(value) if isinstance(value, tuple) else value
    _replace(path, tomlkit.dumps(document))
    return load(path)


def require_choice(name: str, value: Any) -> None:
    """Raise UsageError for a value that names a plugin which is not there. Values that stand in the file are kept:
    their plugin may come back."""
    field = next((each for each in every_setting() if each.name == name), None)
    if field is None or not field.plugins or not isinstance(value, str) or value in field.choices:
        return
    known = field.every_choice()
    if value not in known:
        choices = f"{', '.join(known[:-1])} or {known[-1]}"
        raise UsageError(
            UserMessage("{name}: must be {choices} (found {value}).", name=name, choices=choices, value=f"{value!r}"),
            UserMessage("Nothing was changed. If a plugin adds it, enable that: `claudeops plugins list`."),
        )


def _replace(path: Path, text: str) -> None:
    try:
        write_whole(path, text)
    except OSError as error:
        raise EnvironmentFault(
            UserMessage("{path} cannot be written: {strerror}.", path=path, strerror=error.strerror)
        ) from error


_YES = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


def _said(text: str, field: SettingField) -> Any:
    """The text of a variable; words for yes and no are understood, all else is read by kind later."""
    return _YES.get(text.strip().lower(), text) if field.kind == "yes_no" else text


def _explain(said: str, table: Mapping[str, Any], origins: Mapping[str, str], origin: str) -> tuple[str, str]:
    """One sentence on what is wrong and one on what to do, from msgspec's "… - at `$.memory.budget`"."""
    message, _, place = said.partition(" - at `")
    name = place.rstrip("`").removeprefix("$").lstrip(".").partition("[")[0]
    if "unknown field" in message:
        name = f"{name}.{message.split('`')[1]}".lstrip(".")
        return f"{name} in {origin}: there is no such setting.", _spelling(name)
    where = origins.get(name, f"{name} in {origin}")
    field = next((each for each in every_setting() if each.name == name), None)
    if field is None and not message.startswith("Expected"):  # what a group says itself of its values
        return f"{where}: {message}.", "Change it there."
    if field is None:
        return f"{where}: this is a group of settings, not a value.", f"Write [{name}] and its settings below it."
    if field.may_hold_password:
        return f"{where}: must be {field.wanted}.", "Change it there."
    value: Any = table
    for part in name.split("."):
        value = value[part]
    return f"{where}: must be {field.wanted} (found {value!r}).", "Change it there."


def _spelling(name: str) -> str:
    from difflib import get_close_matches

    groups = {each.name.rpartition(".")[0] for each in every_setting()}
    near = get_close_matches(name, [*groups, *(each.name for each in every_setting())], n=1)
    spelling = f"Did you mean {near[0]}?" if near else "Check its spelling."
    return f"{spelling} Else remove it, or update the application if a newer version wrote it."


class SettingsService:
    """The settings in force, and who wants to know of a change. ``change`` does file work: not for a GUI thread."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._seen = self._signature()
        self.current = load(path)
        self._listeners: list[Callable[[Settings], None]] = []

    def refresh(self) -> str:
        """Take in what an editor or another program changed in the file; nothing where it is as it was.

        Returns one sentence where the file cannot be used, once: the settings before it stay in force.
        """
        signature = self._signature()
        if signature == self._seen:
            return ""
        self._seen = signature
        try:
            found = load(self.path)
        except ClaudeOpsError as error:
            return f"{error.full_text} The settings before it stay in force."
        if found != self.current:
            self.current = found
            self._tell()
        return ""

    def change(self, name: str, value: Any) -> Settings:
        """Write one setting, put it in force and tell the listeners, on the caller's thread."""
        self.current = change(self.path, name, value)
        self._seen = self._signature()
        self._tell()
        return self.current

    def _tell(self) -> None:
        for listener in tuple(self._listeners):
            listener(self.current)

    def _signature(self) -> tuple[int, int]:
        try:
            about = self.path.stat()
        except OSError:
            return 0, 0
        return about.st_mtime_ns, about.st_size

    def listen(self, listener: Callable[[Settings], None]) -> None:
        """Call ``listener`` with the new settings after each change."""
        self._listeners.append(listener)
