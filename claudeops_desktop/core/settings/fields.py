"""What is known of each setting, read off the groups: the settings page, the command line and the errors share it."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from msgspec import Struct

from ..paths import PREFIX
from .groups import PERSON, PLAIN_ADDRESS, STORE_ADDRESS, TIME_OF_DAY, Settings

Kind = Literal["yes_no", "choice", "whole", "number", "text", "texts", "table"]
_KINDS: dict[Any, Kind] = {bool: "yes_no", int: "whole", float: "number", str: "text", tuple: "texts", dict: "table"}


class SettingField(Struct, frozen=True):
    """What is known of one setting. ``name`` is dotted, such as ``tiers.observe.model``; ``variable`` is the
    environment variable that overrides it, "" where there is none; bounds are None where there are none; ``plugins`` is
    the kind of extension whose names are choices too.
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
    pattern: str = ""
    plugins: str = ""

    def every_choice(self) -> tuple[str, ...]:
        """The choices, with those that plugins add. Loads the plugins: not for a GUI thread."""
        if not self.plugins:
            return self.choices
        from ..extensions.registry import extensions_of

        return (*self.choices, *(name for name in extensions_of(self.plugins) if name not in self.choices))

    @property
    def may_hold_password(self) -> bool:
        """Tell whether a value that is refused must not be shown: it may be refused for a password in it."""
        return self.pattern in (PLAIN_ADDRESS, STORE_ADDRESS)

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
        if self.pattern == TIME_OF_DAY:
            return "a time of day from 00:00 to 23:59, such as 22:00"
        if self.pattern == PLAIN_ADDRESS:
            return "an address without a password, which belongs into the keyring"
        if self.pattern == STORE_ADDRESS:
            return (
                "empty, or a URL such as postgresql://ops@db.example/claudeops without a password,"
                " which belongs into the keyring"
            )
        if self.pattern == PERSON:
            return "empty, or a name of small letters, digits, dots, - and _, 40 at most, such as anna"
        return _WANTED[self.kind]


_WANTED = {
    "yes_no": "true or false",
    "text": "a text",
    "texts": 'a list of texts, such as ["a", "b"]',
    "table": 'a table of texts, such as {NAME = "value"}',
}


@cache
def every_setting() -> tuple[SettingField, ...]:
    """What is known of each setting, in their order."""
    return tuple(_fields(Settings, Settings(), ""))


def variables() -> list[tuple[str, str, str]]:
    """All (environment variable, group, field) of plain settings."""
    return [(f.variable, f.group, f.name.partition(".")[2]) for f in every_setting() if f.variable]


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
    known = meta.extra or {}
    choices = get_args(annotation) if get_origin(annotation) is Literal else known.get("choices", ())
    kind: Kind = "choice" if choices else _KINDS[get_origin(annotation) or annotation]
    group = name.partition(".")[0]
    plain = group != "tiers" and kind not in ("texts", "table") and known.get("environment", True)
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
        pattern=meta.pattern or "",
        plugins=known.get("plugins", ""),
        variable=f"{PREFIX}{name}".upper().replace(".", "_") if plain else "",
    )
