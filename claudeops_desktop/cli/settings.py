"""``claudeops settings``: what is in force, where it comes from, and changing it."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.errors import UsageError
from .cli_context import CliContext
from .command import CommandAnswer, CommandGroup, TextTable
from .output import clean, warn

if TYPE_CHECKING:
    from ..core.paths import DataFolder

SETTINGS = CommandGroup("settings", "Show and change the settings.")
register = SETTINGS.register

Name = Annotated[str, typer.Argument(metavar="NAME", help="Such as memory.budget; `settings list` shows all.")]


@dataclass(frozen=True, slots=True)
class SettingView:
    """One setting as it stands. ``origin`` is default, file or the name of an environment variable."""

    name: str
    value: Any
    default: Any
    origin: str
    description: str
    kind: str

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return {
            "name": self.name,
            "value": self.value,
            "default": self.default,
            "origin": self.origin,
            "description": self.description,
        }


@SETTINGS.command("list")
def list_settings(cli: CliContext) -> CommandAnswer:
    """List every setting with its value, where the value comes from, and what it changes."""
    found = list(in_force(cli.folder))
    rows = [(s.name, _shown(s.value), s.origin, s.description) for s in found]
    table = TextTable(("name", "value", "from", "what it changes"), rows)
    return CommandAnswer([setting.as_json() for setting in found], [table])


@SETTINGS.command("get")
def get(cli: CliContext, name: Name) -> CommandAnswer:
    """Print one setting."""
    setting = _named(cli.folder, name)
    return CommandAnswer(setting.as_json(), clean(_shown(setting.value)))


@SETTINGS.command("set", context_settings={"ignore_unknown_options": True})
def set_value(
    cli: CliContext,
    name: Name,
    value: Annotated[str, typer.Argument(help="The new value; lists as a,b,c or in TOML.")],
) -> CommandAnswer:
    """Change one setting in settings.toml. The value is checked first; comments are kept."""
    from ..core import settings

    folder = cli.folder
    old = _named(folder, name)
    folder.create()
    settings.change(folder.settings_file, name, parse_setting_value(value, old))
    new = _named(folder, name)
    if new.origin not in ("file", "default"):
        warn(f"{new.origin} is set in the environment and stays in force over the file.")
    return CommandAnswer(new.as_json(), f"{name} is now {clean(_shown(new.value))}.")


def in_force(folder: DataFolder) -> Iterator[SettingView]:
    """Every setting by name. Raises UsageError where the file or a variable is wrong."""
    from ..core import settings

    table = settings.read_file(folder.settings_file)
    now = settings.build(table, os.environ, str(folder.settings_file))
    for field in settings.every_setting():
        node: Any = table
        value: Any = now
        for part in field.name.split("."):
            node = node.get(part) if isinstance(node, dict) else None
            value = getattr(value, part)
        origin = field.variable if field.variable in os.environ else "file" if node is not None else "default"
        yield SettingView(field.name, _plain(value), _plain(field.default), origin, field.description, field.kind)


def parse_setting_value(text: str, setting: SettingView) -> Any:
    """The words of the command line as the kind of value that the setting holds. What is wrong is found later."""
    kind = setting.kind
    if kind == "yes_no":
        word = text.strip().lower()
        if word in ("true", "yes", "on", "1"):
            return True
        if word in ("false", "no", "off", "0"):
            return False
        raise UsageError(f"{setting.name} is either true or false (found {clean(text)!r}).", "Give one of them.")
    if kind in ("whole", "number"):
        try:
            number = float(text)
        except ValueError:
            raise UsageError(f"{setting.name} is a number (found {clean(text)!r}).", "Give one, such as 5.") from None
        return int(number) if number.is_integer() else number
    if kind in ("texts", "table"):
        try:
            return tomllib.loads(f"value = {text}")["value"]
        except tomllib.TOMLDecodeError:
            if kind == "table":
                raise UsageError(
                    f"{setting.name} is a table (found {clean(text)!r}).", 'Write it in TOML: {NAME = "value"}'
                ) from None
            return [part.strip() for part in text.split(",") if part.strip()]
    return text


def _named(folder: DataFolder, name: str) -> SettingView:
    found = {setting.name: setting for setting in in_force(folder)}
    if name not in found:
        import difflib

        near = difflib.get_close_matches(name, found, n=1)
        hint = f"Did you mean {near[0]}?" if near else "See `claudeops settings list`."
        raise UsageError(f"There is no setting “{clean(name)}”.", hint)
    return found[name]


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if isinstance(value, dict):
        return ", ".join(f"{key}={item}" for key, item in value.items())
    return str(value)
