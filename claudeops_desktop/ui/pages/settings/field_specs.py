"""The settings as the page shows them, from ``settings.every_setting``: titles, bounds, checks of what is typed.

Pure: no Qt here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ....core.errors import UsageError
from ....core.messages import UserMessage
from ....core.money import money_cap
from ....core.settings import SettingField, Settings, build, every_setting, require_choice
from ...text.formatting import localize_number
from ...text.translation import locale, tr, tr_message
from .text import CHOICES, DOMAINS, FILES, FOLDERS, ORDER, TITLES, UNITS


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """One setting. ``kind`` is switch, choice, whole, number, text, file, folder, lines or pairs.

    ``variable`` is the environment variable that overrides it, "" where there is none.
    """

    name: str
    group: str
    part: str
    title: str
    description: str
    kind: str
    default: Any
    choices: tuple[tuple[Any, str], ...] = ()
    least: float | None = None
    above: float | None = None
    most: float | None = None
    unit: str = ""
    variable: str = ""

    @property
    def bounds(self) -> str:
        """What is allowed, in words; nothing for what has no bounds."""
        least = self.above if self.above is not None else self.least
        if least is None or self.most is None or self.choices:
            return ""
        low, high = localize_number(_figure(least)), localize_number(_figure(self.most))
        if self.above is not None:
            return tr("Above {low}, up to {high}", low=low, high=high)
        return tr("{low} to {high}", low=low, high=high)


def setting_fields(with_plugins: bool = True) -> tuple[FieldSpec, ...]:
    """All settings, in the order of the page.

    The choices that plugins add are left out without ``with_plugins``: finding them loads the plugins, which the GUI
    thread must not wait for.
    """
    known = every_setting()
    return tuple(_spec(field, with_plugins) for section in ORDER for field in known if field.group == section)


def fields_with_plugin_choices() -> tuple[FieldSpec, ...]:
    """The settings whose choices plugins may add to, with all choices. Loads the plugins: not for the GUI thread."""
    return tuple(_spec(field, True) for field in every_setting() if field.plugins)


def value_of(settings: Settings, name: str) -> Any:
    """The value in force of a setting by its dotted name."""
    value: Any = settings
    for part in name.split("."):
        value = getattr(value, part)
    return value


def display_value(spec: FieldSpec, value: Any) -> str:
    """A value in words, for "Default: …"."""
    if spec.kind == "switch":
        return tr("on") if value else tr("off")
    if spec.kind == "choice":
        return str(dict(spec.choices).get(value, value))
    if spec.kind in ("lines", "pairs"):
        return ", ".join(value) if value else tr("none")
    if spec.unit == "dollars":
        return money_cap(value)
    if spec.kind in ("whole", "number"):
        return f"{localize_number(_figure(value))} {spec.unit}".strip()
    return str(value) if value else tr("empty")


def editor_text(spec: FieldSpec, value: Any) -> str:
    """A value as it stands in its editor."""
    if spec.kind == "lines":
        return "\n".join(value)
    if spec.kind == "pairs":
        return "\n".join(f"{name}={text}" for name, text in value.items())
    if spec.kind in ("whole", "number"):
        return _figure(value).replace(",", "")
    return str(value)


def parse_editor_text(spec: FieldSpec, text: str) -> Any:
    """The value that an editor's text means. Raises UsageError with one plain sentence."""
    value = _READERS.get(spec.kind, _text)(spec, text)
    check_value(spec, value)
    return value


def override_reason(spec: FieldSpec, environ: Mapping[str, str]) -> str:
    """Why a setting cannot be changed here, or nothing."""
    if spec.variable and spec.variable in environ:
        return tr("Set by the environment variable {name}. Start without it to change it here.", name=spec.variable)
    return ""


def full_title(spec: FieldSpec) -> str:
    """A title that can be told from others where several parts have a setting of that name: ``People: Stale after``."""
    part = DOMAINS.get(spec.part, "") if spec.group == "lifetimes" else ""
    return f"{part}: {spec.title}" if part else spec.title


def matches_search(spec: FieldSpec, text: str) -> bool:
    """Whether a search means this setting: every word stands somewhere in its title, words or name."""
    said = f"{spec.title} {spec.description} {spec.name} {spec.group} {spec.part}".lower()
    return all(word in said for word in text.lower().split())


def _spec(field: SettingField, with_plugins: bool) -> FieldSpec:
    *path, name = field.name.split(".")
    choices: tuple[tuple[Any, str], ...] = tuple(CHOICES.get(field.name, {}).items())
    if not choices:
        choices = tuple((value, str(value)) for value in field.choices)
    known = {value for value, _ in choices}
    choices += tuple((name, name) for name in (field.every_choice() if with_plugins else ()) if name not in known)
    return FieldSpec(
        name=field.name,
        group=field.group,
        part=".".join(path[1:]),
        title=TITLES.get(field.name) or TITLES.get(name) or name.replace("_", " ").capitalize(),
        description=tr_message(UserMessage(field.description)),
        kind="choice" if choices or field.plugins else _kind(name, field.kind),
        default=field.default,
        choices=choices,
        least=field.least,
        above=field.above,
        most=field.most,
        unit=UNITS.get(field.name, ""),
        variable=field.variable,
    )


def _kind(name: str, kind: str) -> str:
    if kind == "text":
        return "folder" if name in FOLDERS else "file" if name in FILES else "text"
    return {"yes_no": "switch", "texts": "lines", "table": "pairs"}.get(kind, kind)


def _figure(value: float) -> str:
    return f"{int(value):,}" if value == int(value) else f"{value:,.6f}".rstrip("0")


def _whole(spec: FieldSpec, text: str) -> int:
    try:
        return int(re.sub(rf"(?<=\d)[,{re.escape(locale().groupSeparator())} ](?=\d{{3}}(?!\d))", "", text.strip()))
    except ValueError:
        raise UsageError(tr("This needs a whole number."), _range(spec)) from None


def _number(spec: FieldSpec, text: str) -> float:
    try:
        value = float(text.strip().replace(" ", "").replace(locale().decimalPoint(), "."))
    except ValueError:
        raise UsageError(tr("This needs a number, such as 2 or 0.5."), _range(spec)) from None
    if value != value or value in (float("inf"), float("-inf")):  # noqa: PLR0124 — not a number
        raise UsageError(tr("This needs a number, such as 2 or 0.5."), _range(spec))
    return value


def _lines(_spec: FieldSpec, text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.splitlines() if line.strip())


def _pairs(_spec: FieldSpec, text: str) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        name, sign, value = line.partition("=")
        if not sign or not name.strip().isidentifier():
            raise UsageError(tr("Line {number} is not of the form NAME=value.", number=number), "")
        pairs[name.strip()] = value.strip()
    return pairs


def _text(_spec: FieldSpec, text: str) -> str:
    return text.strip()


_READERS = {"whole": _whole, "number": _number, "lines": _lines, "pairs": _pairs}


def _range(spec: FieldSpec) -> str:
    return f"{spec.bounds}." if spec.bounds else ""


def check_value(spec: FieldSpec, value: Any) -> None:
    """Raises UsageError for a value that may not be: bounds in our own words, what else the settings refuse in
    theirs."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        low = (spec.least is not None and value < spec.least) or (spec.above is not None and value <= spec.above)
        if low or (spec.most is not None and value > spec.most):
            raise UsageError(tr("{value} is out of range.", value=localize_number(_figure(value))), _range(spec))
    table: Any = list(value) if isinstance(value, tuple) else value
    for part in reversed(spec.name.split(".")):
        table = {part: table}
    build(table, {}, "the settings")
    require_choice(spec.name, value)
