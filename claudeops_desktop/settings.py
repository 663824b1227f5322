"""The operator's settings: ``CLAUDEOPS_*`` variables, then ``settings.toml``, then the defaults.

Each field carries its default, its bounds and one sentence on what it changes; the settings page, ``claudeops
settings`` and the error messages are all made from these. A variable is named by group and field:
``memory.budget`` is ``CLAUDEOPS_MEMORY_BUDGET``.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from .errors import EnvironmentFault, UsageError

PREFIX = "CLAUDEOPS_"


class _Group(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, validate_default=True)


class AgentSettings(_Group):
    """Which agent runs."""

    preferred: Literal["auto", "claude", "watch"] = Field(
        "auto", description="Which agent runs. Automatic takes the Claude CLI where it is found, else the watcher."
    )
    claude_path: str = Field("", description="Path of the Claude CLI. Empty: the first `claude` on PATH.")
    extra_env: dict[str, str] = Field(
        default_factory=dict, description="Variables added to the agent's environment. Not for secrets."
    )


class TierSettings(_Group):
    """What one tier runs with and may do."""

    model: str = Field("", description="Model of this tier. Empty: the CLI's own default.")
    working_dir: str = Field("", description="Folder the agent works in. Empty: your home folder.")
    allowed_tools: tuple[str, ...] = Field((), description="Tools this tier may use besides the built-in list.")
    disallowed_tools: tuple[str, ...] = Field((), description="Tools this tier may never use.")


class TiersSettings(_Group):
    """The three tiers."""

    observe: TierSettings = TierSettings(model="haiku")
    investigate: TierSettings = TierSettings(model="sonnet")
    remediate: TierSettings = TierSettings(model="opus")

    def of(self, tier: int) -> TierSettings:
        """The settings of tier 1, 2 or 3."""
        return (self.observe, self.investigate, self.remediate)[tier - 1]


class LimitSettings(_Group):
    """How long and how dear a session may become."""

    session_minutes: float = Field(20, gt=0, le=1440, description="A session is stopped after this many minutes.")
    session_usd: float = Field(1.0, ge=0, le=1000, description="A session stops at this cost in dollars. 0: no cap.")
    run_usd: float = Field(3.0, ge=0, le=1000, description="A run (all its tiers) stops at this cost. 0: no cap.")
    day_usd: float = Field(5.0, ge=0, le=10000, description="Once a day's runs cost this, no run starts. 0: no cap.")
    max_tier: int = Field(
        2,
        ge=1,
        le=3,
        description="How high a run you start may climb by itself. A tier you name may always run.",
    )
    scheduled_max_tier: int = Field(1, ge=1, le=3, description="How high a scheduled run may climb by itself.")


class RunSettings(_Group):
    """How runs behave."""

    dry_run: bool = Field(False, description="Nothing is changed on your servers: no action tools, no escalation.")
    paused: bool = Field(False, description="Scheduled runs wait until you resume.")


class MemorySettings(_Group):
    """What the agent remembers of earlier runs."""

    budget: int = Field(2000, ge=0, le=100_000, description="Tokens of memory that a run's prompt may carry.")


class LogSettings(_Group):
    """How long session logs are kept, and what must never be in them."""

    keep_days: int = Field(90, ge=1, le=3650, description="Session logs older than this many days are removed.")
    keep_mb: int = Field(1024, ge=1, le=1_000_000, description="The oldest logs go once all take this many megabytes.")
    secret_variables: tuple[str, ...] = Field(
        (), description="Environment variables whose values are removed from logs (API keys are always removed)."
    )


class WindowSettings(_Group):
    """How the window looks."""

    theme: Literal["system", "light", "dark"] = Field("system", description="Colours of the window.")
    compact: bool = Field(False, description="Rows stand closer together.")
    reduce_motion: bool = Field(False, description="Nothing fades or slides.")
    close_to_tray: bool = Field(True, description="Closing the window keeps the application in the tray.")


class Settings(_Group):
    """All settings. Unknown names are refused, so that a typing mistake is not silently ignored."""

    agent: AgentSettings = AgentSettings()
    tiers: TiersSettings = TiersSettings()
    limits: LimitSettings = LimitSettings()
    run: RunSettings = RunSettings()
    memory: MemorySettings = MemorySettings()
    logs: LogSettings = LogSettings()
    window: WindowSettings = WindowSettings()


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
    for variable, group, field in variables():
        if variable in environ:
            merged.setdefault(group, {})[field] = environ[variable]
            origins[f"{group}.{field}"] = variable
    try:
        return Settings.model_validate(merged)
    except ValidationError as error:
        raise UsageError(*_explain(error, origins, origin)) from error


def variables() -> list[tuple[str, str, str]]:
    """All (environment variable, group, field) of plain settings."""
    return [
        (f"{PREFIX}{group}_{field}".upper(), group, field)
        for group, info in Settings.model_fields.items()
        if group != "tiers" and isinstance(info.annotation, type) and issubclass(info.annotation, BaseModel)
        for field, inner in info.annotation.model_fields.items()
        if inner.annotation in (str, int, float, bool) or "Literal" in str(inner.annotation)
    ]


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
    inner[parts[-1]] = list(value) if isinstance(value, tuple) else value
    build(table, {}, str(path))
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


def _explain(error: ValidationError, origins: Mapping[str, str], origin: str) -> tuple[str, str]:
    first = error.errors()[0]
    name = ".".join(str(part) for part in first["loc"])
    where = origins.get(name, f"{name} in {origin}")
    if first["type"] == "extra_forbidden":
        return f"{where}: there is no such setting.", "Check its spelling, or remove it."
    return f"{where}: {first['msg'][0].lower()}{first['msg'][1:]} (found {first['input']!r}).", "Change it there."


class SettingsKeeper:
    """The settings in force, and who wants to know of a change. ``change`` does file work: not for a GUI thread."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.current = load(path)
        self._listeners: list[Callable[[Settings], None]] = []

    def change(self, name: str, value: Any) -> Settings:
        """Write one setting, put it in force and tell the listeners, on the caller's thread."""
        self.current = change(self.path, name, value)
        for listener in tuple(self._listeners):
            listener(self.current)
        return self.current

    def listen(self, listener: Callable[[Settings], None]) -> None:
        """Call ``listener`` with the new settings after each change."""
        self._listeners.append(listener)
