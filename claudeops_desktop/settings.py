"""The operator's settings: ``CLAUDEOPS_*`` variables, then ``settings.toml``, then the defaults.

Each field carries its default, its bounds and one sentence on what it changes; the settings page, ``claudeops
settings`` and the error messages are all made from these (``every_setting``). A variable is named by group and field:
``memory.budget`` is ``CLAUDEOPS_MEMORY_BUDGET``.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct, ValidationError, convert

from .errors import ClaudeOpsError, EnvironmentFault, UsageError

PREFIX = "CLAUDEOPS_"
Texts = tuple[str, ...]


class _Group(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    pass


class AgentSettings(_Group, frozen=True):
    """Which agent runs."""

    preferred: Annotated[
        Literal["auto", "claude", "watch"],
        Meta(description="Which agent runs. Automatic takes the Claude CLI where it is found, else the watcher."),
    ] = "auto"
    claude_path: Annotated[str, Meta(description="Path of the Claude CLI. Empty: the first `claude` on PATH.")] = ""
    extra_env: Annotated[
        dict[str, str], Meta(description="Variables added to the agent's environment. Not for secrets.")
    ] = {}


class TierSettings(_Group, frozen=True):
    """What one tier runs with and may do."""

    model: Annotated[str, Meta(description="Model of this tier. Empty: the CLI's own default.")] = ""
    working_dir: Annotated[str, Meta(description="Folder the agent works in. Empty: your home folder.")] = ""
    allowed_tools: Annotated[Texts, Meta(description="Tools this tier may use besides the built-in list.")] = ()
    disallowed_tools: Annotated[Texts, Meta(description="Tools this tier may never use.")] = ()


class TiersSettings(_Group, frozen=True):
    """The three tiers."""

    observe: TierSettings = TierSettings(model="haiku")
    investigate: TierSettings = TierSettings(model="sonnet")
    remediate: TierSettings = TierSettings(model="opus")

    def of(self, tier: int) -> TierSettings:
        """The settings of tier 1, 2 or 3."""
        return (self.observe, self.investigate, self.remediate)[tier - 1]


class LimitSettings(_Group, frozen=True):
    """How long and how dear a session may become."""

    session_minutes: Annotated[
        float, Meta(gt=0, le=1440, description="A session is stopped after this many minutes.")
    ] = 20.0
    session_usd: Annotated[
        float, Meta(ge=0, le=1000, description="A session stops at this cost in dollars. 0: no cap.")
    ] = 1.0
    run_usd: Annotated[
        float, Meta(ge=0, le=1000, description="A run (all its tiers) stops at this cost. 0: no cap.")
    ] = 3.0
    day_usd: Annotated[
        float, Meta(ge=0, le=10000, description="Once a day's runs cost this, no run starts. 0: no cap.")
    ] = 5.0
    max_tier: Annotated[
        int,
        Meta(ge=1, le=3, description="How high a run you start may climb by itself. A tier you name may always run."),
    ] = 2
    scheduled_max_tier: Annotated[
        int, Meta(ge=1, le=3, description="How high a scheduled run may climb by itself.")
    ] = 1


class RunSettings(_Group, frozen=True):
    """How runs behave."""

    dry_run: Annotated[
        bool, Meta(description="Nothing is changed on your servers: no action tools, no escalation.")
    ] = False
    paused: Annotated[bool, Meta(description="Scheduled runs wait until you resume.")] = False


class MemorySettings(_Group, frozen=True):
    """What the agent remembers of earlier runs."""

    budget: Annotated[int, Meta(ge=0, le=100_000, description="Tokens of memory that a run's prompt may carry.")] = 2000


class LogSettings(_Group, frozen=True):
    """How long session logs are kept, and what must never be in them."""

    keep_days: Annotated[
        int, Meta(ge=1, le=3650, description="Session logs older than this many days are removed.")
    ] = 90
    keep_mb: Annotated[
        int, Meta(ge=1, le=1_000_000, description="The oldest logs go once all take this many megabytes.")
    ] = 1024
    secret_variables: Annotated[
        Texts,
        Meta(description="Environment variables whose values are removed from logs (API keys are always removed)."),
    ] = ()


class WindowSettings(_Group, frozen=True):
    """How the window looks."""

    theme: Annotated[Literal["system", "light", "dark"], Meta(description="Colours of the window.")] = "system"
    compact: Annotated[bool, Meta(description="Rows stand closer together.")] = False
    reduce_motion: Annotated[bool, Meta(description="Nothing fades or slides.")] = False
    close_to_tray: Annotated[bool, Meta(description="Closing the window keeps the application in the tray.")] = True


class Settings(_Group, frozen=True):
    """All settings. Unknown names are refused, so that a typing mistake is not silently ignored."""

    agent: AgentSettings = AgentSettings()
    tiers: TiersSettings = TiersSettings()
    limits: LimitSettings = LimitSettings()
    run: RunSettings = RunSettings()
    memory: MemorySettings = MemorySettings()
    logs: LogSettings = LogSettings()
    window: WindowSettings = WindowSettings()


Kind = Literal["yes_no", "choice", "whole", "number", "text", "texts", "table"]
_KINDS: dict[Any, Kind] = {bool: "yes_no", int: "whole", float: "number", str: "text", tuple: "texts", dict: "table"}


@dataclass(frozen=True, slots=True)
class SettingField:
    """What is known of one setting. ``name`` is dotted, such as ``tiers.observe.model``; ``variable`` is the
    environment variable that overrides it, "" where there is none; bounds are None where there are none.
    """

    name: str
    group: str
    kind: Kind
    default: Any
    description: str
    choices: tuple[str, ...] = ()
    least: float | None = None
    above: float | None = None
    most: float | None = None
    variable: str = ""

    @property
    def wanted(self) -> str:
        """What a value has to be, in words that follow "must be"."""
        if self.kind == "choice":
            return f"{', '.join(self.choices[:-1])} or {self.choices[-1]}"
        if self.kind in ("whole", "number"):
            what = "a whole number" if self.kind == "whole" else "a number"
            if self.above is not None:
                return f"{what} above {self.above:g}, up to {self.most:,g}"
            return f"{what} from {self.least:g} to {self.most:,.0f}"
        return _WANTED[self.kind]


_WANTED = {
    "yes_no": "true or false",
    "text": "a text",
    "texts": 'a list of texts, such as ["a", "b"]',
    "table": 'a table of texts, such as {NAME = "value"}',
}


def load(path: Path, environ: Mapping[str, str] | None = None) -> Settings:
    """Settings from the file under the environment. Raises UsageError that names the field and the fix."""
    return build(read_file(path), os.environ if environ is None else environ, str(path))


def read_file(path: Path) -> dict[str, Any]:
    """The raw table of ``settings.toml``; empty where there is none."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read: {error}.", "Mend that line, or move the file away.") from error
    except OSError as error:
        raise EnvironmentFault(f"{path} cannot be read: {error.strerror}.") from error


def build(table: Mapping[str, Any], environ: Mapping[str, str], origin: str = "settings") -> Settings:
    """Validated settings from a raw table and the environment's overrides."""
    merged: dict[str, Any] = {k: dict(v) if isinstance(v, Mapping) else v for k, v in table.items()}
    origins: dict[str, str] = {}
    if any(name.startswith(PREFIX) for name in environ):
        for field in every_setting():
            _, _, inner = field.name.partition(".")
            group = merged.setdefault(field.group, {}) if field.variable in environ else None
            if isinstance(group, dict):
                group[inner] = _said(environ[field.variable], field)
                origins[field.name] = field.variable
    try:
        return convert(merged, Settings, strict=False)
    except ValidationError as error:
        raise UsageError(*_explain(str(error), merged, origins, origin)) from error


@cache
def every_setting() -> tuple[SettingField, ...]:
    """What is known of each setting, in their order."""
    return tuple(_fields(Settings, Settings(), ""))


def variables() -> list[tuple[str, str, str]]:
    """All (environment variable, group, field) of plain settings."""
    return [(f.variable, f.group, f.name.partition(".")[2]) for f in every_setting() if f.variable]


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
    try:
        build(table, {}, str(path))
    except UsageError as error:
        if not str(error).startswith(f"{name} in "):  # something else in the file is wrong
            raise
        raise UsageError(str(error).replace(f" in {path}", "", 1), "Nothing was changed.") from None
    document = tomlkit.parse(path.read_text(encoding="utf-8")) if path.exists() else tomlkit.document()
    node: Any = document
    for part in parts[:-1]:
        if part not in node:
            node[part] = tomlkit.table()
        node = node[part]
    node[parts[-1]] = list(value) if isinstance(value, tuple) else value
    _replace(path, tomlkit.dumps(document))
    return load(path)


def _replace(path: Path, text: str) -> None:
    """Write the whole file or nothing of it."""
    part = path.with_suffix(".new")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except OSError as error:
        raise EnvironmentFault(f"{path} cannot be written: {error.strerror}.") from error


def _fields(kind: type[Struct], defaults: Struct, path: str) -> list[SettingField]:
    found: list[SettingField] = []
    for name, hint in get_type_hints(kind, include_extras=True).items():
        default = getattr(defaults, name)
        if isinstance(default, Struct):
            found += _fields(type(default), default, f"{path}{name}.")
        else:
            found.append(_field(f"{path}{name}", hint, default))
    return found


def _field(name: str, hint: Any, default: Any) -> SettingField:
    annotation, meta = get_args(hint)
    choices = get_args(annotation) if get_origin(annotation) is Literal else ()
    kind: Kind = "choice" if choices else _KINDS[get_origin(annotation) or annotation]
    group = name.partition(".")[0]
    plain = group != "tiers" and kind not in ("texts", "table")
    return SettingField(
        name,
        group,
        kind,
        default,
        description=meta.description or "",
        choices=choices,
        least=meta.ge,
        above=meta.gt,
        most=meta.le,
        variable=f"{PREFIX}{name}".upper().replace(".", "_") if plain else "",
    )


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
    if field is None:
        return f"{where}: this is a group of settings, not a value.", f"Write [{name}] and its settings below it."
    value: Any = table
    for part in name.split("."):
        value = value[part]
    return f"{where}: must be {field.wanted} (found {value!r}).", "Change it there."


def _spelling(name: str) -> str:
    from difflib import get_close_matches

    groups = {each.name.rpartition(".")[0] for each in every_setting()}
    near = get_close_matches(name, [*groups, *(each.name for each in every_setting())], n=1)
    return f"Did you mean {near[0]}? Else remove it." if near else "Check its spelling, or remove it."


class SettingsKeeper:
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
            return f"{error.told} The settings before it stay in force."
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
