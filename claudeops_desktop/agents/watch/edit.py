"""Changing ``services.toml``: one check added, changed or removed; comments and all else stay as they are.

The functions take the file's text and give the new one, checked as a whole, or raise ServicesError. ``save`` replaces
the file in one step, and only if it is still what was read.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT, Table

from ...core.atomic_write import write_whole
from ...core.errors import EnvironmentFault
from ...core.messages import UserMessage
from .models import Service
from .plugin_check import check_models
from .services import ServicesError, read_services, validate_check

ORDER = ("name", "check", "label")
_HEAD = re.compile(r"\s*\[\[\s*service\s*\]\]")
_TABLE = re.compile(r"\s*\[")
_OWN = re.compile(r"\s*\[\s*service\s*\.")


@dataclass(frozen=True, slots=True)
class CheckProblem:
    """What is wrong with a check: the field it is about ("" for the whole), and a sentence."""

    field: str
    sentence: str


def problem_of(row: dict[str, Any]) -> CheckProblem | None:
    """What is wrong with one check by itself, or None."""
    try:
        validate_check(row)
    except ServicesError as error:
        sentence = str(error)
        first = sentence.split(maxsplit=1)[0].rstrip(":,.")
        named = (
            first if first in {*ORDER, *(f for model in check_models().values() for f in model.model_fields)} else ""
        )
        return CheckProblem(named, sentence[:1].upper() + sentence[1:] if not named else sentence)
    return None


def checked(row: dict[str, Any]) -> Service:
    """One check by itself. Raises ServicesError."""
    return validate_check(row)


def rows(text: str, origin: str = "services.toml") -> list[dict[str, Any]]:
    """The checks of a file as they stand in it, in order. Raises ServicesError where it cannot be used."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ServicesError(f"{origin} cannot be read: {error}. Fix that place.") from error
    read_services(table, origin)
    found: list[dict[str, Any]] = table["service"]
    return found


def add(text: str, row: dict[str, Any], origin: str = "services.toml") -> str:
    """Put a check at the end."""
    document = _parse(text, origin)
    table = tomlkit.table()
    for name in _ordered(row):
        table[name] = _item(row[name])
    found = document.get("service")
    if found is None:
        found = tomlkit.aot()
        found.append(table)
        document.append("service", found)
        new = tomlkit.dumps(document)
    elif isinstance(found, AoT):
        # Not through the document: what stands as a comment at the end of the file would come before the new table.
        new = f"{text.rstrip()}\n\n[[service]]\n{tomlkit.dumps(table)}"
    else:
        raise ServicesError(f"{origin}: write [[service]] with two brackets on each side, once for every check.")
    return _right(new, origin)


def change(text: str, place: int, row: dict[str, Any], origin: str = "services.toml") -> str:
    """Make the check at a place (counted from 0) be ``row``; what is as before is not touched, nor its comments."""
    document = _parse(text, origin)
    table = _at(document, place, origin)
    for name in [name for name in table if name not in row]:
        del table[name]
    for name in _ordered(row):
        if name not in table or _unwrapped(table[name]) != row[name]:
            table[name] = _item(row[name])
    return _right(tomlkit.dumps(document), origin)


def remove(text: str, place: int, origin: str = "services.toml") -> str:
    """Take a check out. Comments that follow it stay: they mostly belong to what comes next."""
    document = _parse(text, origin)
    _at(document, place, origin)
    found = document["service"]
    assert isinstance(found, AoT)  # noqa: S101
    if len(found) == 1:
        raise ServicesError(
            f"It is the only check in {origin}, which must name one at least. Edit it instead, or remove the file."
        )
    left = rows(text, origin)
    del left[place]
    new = _without(text, place)
    if new is not None and _rows_or_none(new) == left:
        return _right(new, origin)
    del found[place]  # written in some unusual way: its comments go with it
    return _right(tomlkit.dumps(document), origin)


def read(path: Path) -> str | None:
    """The file's text; None where there is none. Raises ServicesError."""
    try:
        return path.read_bytes().decode("utf-8")  # line ends as they are
    except FileNotFoundError:
        return None
    except UnicodeDecodeError as error:
        raise ServicesError(f"{path} cannot be read: {error}. Fix that place.") from error
    except OSError as error:
        raise ServicesError(f"{path} cannot be read: {error.strerror}.") from error


def save(path: Path, text: str | None, before: str | None) -> None:
    """Replace the file, whole or not at all; None removes it. Raises ServicesError, also where it is no longer
    ``before``: someone else changed it meanwhile."""
    if read(path) != before:
        raise ServicesError(f"{path} was changed by another program meanwhile. Nothing was written; look at it again.")
    try:
        if text is None:
            path.unlink(missing_ok=True)
        else:
            write_whole(path, text)
    except OSError as error:
        raise EnvironmentFault(
            UserMessage("{path} cannot be written: {strerror}.", path=path, strerror=error.strerror)
        ) from error


def _parse(text: str, origin: str) -> tomlkit.TOMLDocument:
    try:
        return tomlkit.parse(text)
    except TOMLKitError as error:
        raise ServicesError(f"{origin} cannot be read: {error}. Fix that place.") from error


def _at(document: tomlkit.TOMLDocument, place: int, origin: str) -> Table:
    found = document.get("service")
    if not isinstance(found, AoT) or not 0 <= place < len(found):
        raise ServicesError(f"{origin} has no such check any more. Look at it again.")
    table: Table = found[place]
    return table


def _without(text: str, place: int) -> str | None:
    """The text without the lines of one ``[[service]]``, from its header to its last value."""
    lines = text.splitlines(keepends=True)
    heads = [number for number, line in enumerate(lines) if _HEAD.match(line)]
    if place >= len(heads):
        return None
    start = heads[place]
    ends = (n for n in range(start + 1, len(lines)) if _TABLE.match(lines[n]) and not _OWN.match(lines[n]))
    end = next(ends, len(lines))
    while end > start and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#")):
        end -= 1
    if end < len(lines) and not lines[end].strip():
        end += 1
    return "".join((*lines[:start], *lines[end:]))


def _rows_or_none(text: str) -> list[dict[str, Any]] | None:
    try:
        found: list[dict[str, Any]] = tomllib.loads(text).get("service", [])
    except tomllib.TOMLDecodeError:
        return None
    return found


def _right(text: str, origin: str) -> str:
    rows(text, origin)
    return text


def _ordered(row: dict[str, Any]) -> list[str]:
    return [*(name for name in ORDER if name in row), *(name for name in row if name not in ORDER)]


def _item(value: Any) -> Any:
    """A table within (headers) stands on one line: a sub-table would run into what follows."""
    if isinstance(value, dict):
        table = tomlkit.inline_table()
        table.update(value)
        return table
    return value


def _unwrapped(value: Any) -> Any:
    return value.unwrap() if hasattr(value, "unwrap") else value
