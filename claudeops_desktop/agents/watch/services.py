"""What is checked: ``services.toml``, or this machine where there is none.

For others: ``load_services``, ``load_usable_services``, ``default_services``, ``run_check``, ``run_checks``. ``edit``
changes the file.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from ...core.messages import UserMessage, join_messages, message_of
from ...core.secrets.toml_secrets import is_left_out, mask_values
from .measurement import CheckMeasurement
from .model_base import NAME
from .models import ClockCheck, DiskCheck, LoadCheck, MemoryCheck, ResolutionCheck, Service, WatchDefaults
from .plugin_check import check_model, check_models

M = TypeVar("M", bound=BaseModel)
_TABLE = re.compile(r"(?m)^(?=[ \t]*\[)")


class ServicesError(Exception):
    """``services.toml`` cannot be used: one sentence that names the service, the field and the fix."""


@dataclass(frozen=True, slots=True)
class InvalidEntry:
    """An entry of ``services.toml`` that cannot be used. ``service`` is its name, "" where that cannot be told;
    ``problem`` is one sentence that names the field and the fix."""

    service: str
    problem: str


@dataclass(frozen=True, slots=True)
class ServicesFile:
    """All checks, in the order of the file, and what holds for all of them. ``origin`` says where they come from;
    ``invalid`` are the entries that were left out (``load_usable_services``)."""

    checks: tuple[Service, ...]
    watch: WatchDefaults
    origin: str
    invalid: tuple[InvalidEntry, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The services, in order; one may have several checks."""
        return tuple(dict.fromkeys(check.name for check in self.checks))

    def only(self, names: Iterable[str]) -> ServicesFile:
        """Only the checks of these services."""
        wanted = {name.lower() for name in names}
        invalid = tuple(entry for entry in self.invalid if entry.service in wanted)
        return ServicesFile(tuple(c for c in self.checks if c.name in wanted), self.watch, self.origin, invalid)


def load_services(path: Path) -> ServicesFile:
    """The services of a ``services.toml``. Raises ServicesError; a file that is not there is one too."""
    try:
        table = tomllib.loads(_read(path))
    except tomllib.TOMLDecodeError as error:
        raise ServicesError(
            UserMessage("{path} cannot be read: {reason}. Fix that place.", path=path, reason=str(error))
        ) from error
    return read_services(table, str(path))


def load_usable_services(path: Path) -> ServicesFile:
    """As ``load_services``, but an entry that cannot be used is left out and named in ``invalid``.

    One mistake in the file must not leave the other services unwatched. Raises ServicesError where nothing is left.
    """
    text, origin = _read(path), str(path)
    invalid: list[InvalidEntry] = []
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        table = _readable_tables(text, origin, invalid)
    return _usable(table, origin, invalid)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise ServicesError(
            UserMessage("{path} cannot be read: {reason}.", path=path, reason=error.strerror)
        ) from error
    except UnicodeDecodeError as error:
        raise ServicesError(
            UserMessage("{path} is not a text file. Move it away; without it this machine is watched.", path=path)
        ) from error


def _readable_tables(text: str, origin: str, invalid: list[InvalidEntry]) -> dict[str, Any]:
    """What can be read of a file that is not TOML as a whole: each of its tables is read by itself."""
    table: dict[str, Any] = {"service": []}
    line = 1
    for part in _TABLE.split(text):
        try:
            found = tomllib.loads(part)
        except tomllib.TOMLDecodeError as error:
            name = re.search(r"""(?m)^\s*name\s*=\s*["']([^"'\n]+)["']""", part)
            problem = UserMessage(
                "{origin}, the table that begins in line {line} cannot be read: {reason}. Fix that place.",
                origin=origin,
                line=line,
                reason=str(error),
            )
            invalid.append(InvalidEntry(_service_name(name and name[1]), problem))
        else:
            rows = found.pop("service", [])
            table["service"] += rows if isinstance(rows, list) else [rows]
            table |= found
        line += part.count("\n")
    return table


def _service_name(value: object) -> str:
    """The name that events know a service by, "" for what cannot be one."""
    return value.lower() if isinstance(value, str) and NAME.fullmatch(value) else ""


def _usable(table: dict[str, Any], origin: str, invalid: list[InvalidEntry]) -> ServicesFile:
    """The checks of a table that can be used; what cannot is added to ``invalid``. Raises ServicesError with none."""
    watch = WatchDefaults()
    try:
        watch = _validate(WatchDefaults, table.get("watch", {}), f"{origin}, [watch]")
    except ServicesError as error:
        invalid.append(InvalidEntry("", message_of(error)))
    invalid += [
        InvalidEntry("", f"{origin}: there is no table {name!r}{_nearest(name, ('watch', 'service'))}")
        for name in table
        if name not in ("watch", "service")
    ]
    rows = table.get("service", [])
    checks: list[Service] = []
    seen: set[str] = set()
    for number, row in enumerate(rows if isinstance(rows, list) else [rows], 1):
        name = _service_name(row.get("name")) if isinstance(row, dict) else ""
        try:
            if not isinstance(row, dict):
                raise ServicesError(
                    UserMessage(
                        "{origin}, service number {number}: write it as a [[service]] table.",
                        origin=origin,
                        number=number,
                    )
                )
            check = _check(row, number, watch, origin)
            if check.key in seen:
                raise ServicesError(_not_distinct(check, origin))
        except ServicesError as error:
            invalid.append(InvalidEntry(name, message_of(error)))
        else:
            seen.add(check.key)
            checks.append(check)
    if not checks:
        problem = invalid[0].problem if invalid else UserMessage("{origin} names no service.", origin=origin)
        raise ServicesError(
            problem if invalid else join_messages(problem, UserMessage("Add a [[service]] table, or remove the file."))
        )
    return ServicesFile(tuple(checks), watch, origin, tuple(invalid))


def read_services(table: dict[str, Any], origin: str = "services.toml") -> ServicesFile:
    """The services of a table as ``services.toml`` holds it. Raises ServicesError."""
    for name in table:
        if name not in ("watch", "service"):
            hint = _nearest(name, ("watch", "service"))
            raise ServicesError(
                UserMessage(
                    "{origin}: there is no table {name}{hint} Each check is a [[service]] table.",
                    origin=origin,
                    name=repr(name),
                    hint=hint,
                )
            )
    watch = _validate(WatchDefaults, table.get("watch", {}), f"{origin}, [watch]")
    rows = table.get("service", [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise ServicesError(
            UserMessage(
                "{origin}: write [[service]] with two brackets on each side, once for every check.", origin=origin
            )
        )
    checks = tuple(_check(row, number, watch, origin) for number, row in enumerate(rows, 1))
    if not checks:
        raise ServicesError(
            UserMessage("{origin} names no service. Add a [[service]] table, or remove the file.", origin=origin)
        )
    _distinct(checks, origin)
    return ServicesFile(checks, watch, origin)


def default_services() -> ServicesFile:
    """This machine: disks, memory, load, clock and name resolution."""
    home = Path.home()
    checks: list[Service] = [DiskCheck(name="disk", path="/", builtin=True)]
    try:
        if home.stat().st_dev != Path("/").stat().st_dev:
            checks.append(DiskCheck(name="disk", label="home", path=str(home), builtin=True))
    except OSError:
        pass  # a home that is not there is nothing to watch
    checks += [
        MemoryCheck(name="memory", builtin=True),
        LoadCheck(name="load", builtin=True),
        ClockCheck(name="clock", builtin=True),
        ResolutionCheck(name="names", builtin=True),
    ]
    return ServicesFile(tuple(checks), WatchDefaults(), "this machine")


def validate_check(row: dict[str, Any]) -> Service:
    """One check by itself. Raises ServicesError with a sentence that begins with the field it is about."""
    try:
        return _check(row, 1, WatchDefaults(), "")
    except ServicesError as error:
        place, colon, rest = str(error).partition(": ")
        raise ServicesError(rest if colon and place.startswith(", service") else message_of(error)) from None


def run_check(service: Service) -> CheckMeasurement:
    """Measure one service now, with its retries. Blocks for at most about ``service.limit`` seconds; never raises."""
    from .checks import measure

    return measure(service)


def run_checks(services: ServicesFile) -> Iterator[CheckMeasurement]:
    """Measure all of them at once, each as it ends. One that hangs is given up at its limit and delays nobody."""
    from .checks import measure
    from .measure import CheckRound, ResultQueue

    watch = services.watch
    return CheckRound(ResultQueue(), measure, at_once=watch.at_once, overall_s=watch.overall_limit).measure(
        services.checks
    )


def _check(row: dict[str, Any], number: int, watch: WatchDefaults, origin: str) -> Service:
    name = row.get("name")
    place = f"{origin}, service {name!r}" if isinstance(name, str) and name else f"{origin}, service number {number}"
    if not name:
        raise ServicesError(
            UserMessage(
                '{place}: name is missing. Add name = "…", the name that events and memories will use.', place=place
            )
        )
    kind = row.get("check")
    if kind is None:
        raise ServicesError(
            UserMessage(
                "{place}: check is missing. Say what kind it is, one of: {names}.",
                place=place,
                names=", ".join(check_models()),
            )
        )
    model = check_model(kind) if isinstance(kind, str) else None
    if model is None:
        known = check_models()
        hint = f"{_nearest(str(kind), known)} Use one of: {', '.join(known)}."
        raise ServicesError(
            UserMessage("{place}: there is no check {kind}{hint}", place=place, kind=repr(kind), hint=hint)
        )
    if field := is_left_out(row):
        raise ServicesError(
            UserMessage(
                "{place}: what {field} held was left out of the backup that this file comes from. Put it in again.",
                place=place,
                field=field,
            )
        )
    if "builtin" in row:
        raise ServicesError(UserMessage("{place}: there is no field 'builtin'. Remove it.", place=place))
    common = {field: value for field in ("timeout", "retries") if (value := getattr(watch, field)) is not None}
    found: Service = _validate(model, common | row, place)
    return found


def _validate(model: type[M], table: Any, place: str) -> M:
    """The table as the model, or a ServicesError about the first thing that is wrong with it."""
    try:
        return model.model_validate(table)
    except ValidationError as error:
        raise ServicesError(_explain(error, model, place)) from None


def _explain(error: ValidationError, model: type[Any], place: str) -> str:
    first = error.errors()[0]
    field = str(first["loc"][0]) if first["loc"] else ""
    what = first["msg"].removeprefix("Value error, ")
    fields = [name for name in model.model_fields if name != "builtin"]
    if first["type"] == "extra_forbidden":
        return f"{place}: there is no field {field!r}{_nearest(field, fields)} It can have: {', '.join(fields)}."
    if first["type"] == "missing":
        return f"{place}: {field} is missing. Add {field} = …."
    if not field:
        return f"{place}: {what}."
    value = mask_values({field: first["input"]})[field]
    if first["type"].startswith("value_error"):
        return f"{place}: {field} {what} (found {value!r})."
    return f"{place}: {field}: {what[0].lower()}{what[1:]} (found {value!r}). Change it there."


_OTHER_NAMES = {"every": "interval", "period": "interval"}
"""Fields of other programs, and of our schedules, with their names here."""


def _nearest(word: str, known: Iterable[str]) -> str:
    """The end of a sentence that names an unknown word: what was probably meant, or a full stop."""
    known = list(known)
    found = [_OTHER_NAMES[word]] if _OTHER_NAMES.get(word) in known else difflib.get_close_matches(word, known, n=1)
    return f"; did you mean {found[0]!r}?" if found else "."


def _distinct(checks: tuple[Service, ...], origin: str) -> None:
    seen: set[str] = set()
    for check in checks:
        if check.key in seen:
            raise ServicesError(_not_distinct(check, origin))
        seen.add(check.key)


def _not_distinct(check: Service, origin: str) -> str:
    return UserMessage(
        "{origin}, service {name}: it has two {check} checks that cannot be told apart. "
        'Give one of them a label, such as label = "second".',
        origin=origin,
        name=repr(check.name),
        check=check.check,
    )
