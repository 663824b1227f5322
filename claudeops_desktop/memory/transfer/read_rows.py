"""The rows of an export, checked line by line. A file may have been edited, or cut off: nothing of it is believed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import orjson

from ...core.errors import UsageError
from ...core.messages import UserMessage
from ...core.principals import EVERYONE, is_audience
from ...language.types import CATEGORIES
from ..types import DEFAULT_CONFIDENCE, LONGEST_OBSERVATION, Memory, service_fault
from .types import BY_NAME, FORMAT, VERSION

LONGEST_LINE = 64 << 20
_LARGEST_NUMBER = 2**53
WORDS = {
    "category": CATEGORIES,
    "gate": ("allow", "hold"),
    "state": ("active", "stale", "archived", "cold"),
    "strength": ("explicit", "implied", "inferred"),
    "priority": ("high", "medium", "low"),
}
_KINDS: dict[str, type | tuple[type, ...]] = {"TEXT": str, "INTEGER": int, "REAL": (int, float)}
Columns = Mapping[str, Mapping[str, tuple[str, bool]]]


def read_header(line: bytes) -> Mapping[str, Any]:
    """What the first line says. Raises UsageError for what is no export, or one of a newer version."""
    try:
        found = orjson.loads(line)
    except ValueError:
        found = None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise UsageError(
            UserMessage("Its first line is not that of an export of memories."),
            UserMessage("Name a file that `memory export` wrote."),
        )
    if found.get("version") != VERSION:
        raise UsageError(
            UserMessage("The export was made by a newer version of Claude Ops."), UserMessage("Update the application.")
        )
    return found


def read_rows(lines: Iterable[bytes], columns: Columns) -> Iterator[tuple[str, dict[str, Any]]]:
    """Table and row of each line. Raises UsageError with the number of the line that is at fault, and where the file
    ends before it should."""
    numbered = enumerate(lines, 1)
    header = read_header(next(numbered, (1, b""))[1])
    left = {name: count for name, count in _counts(header).items() if count}
    for number, line in numbered:
        if not line.strip():
            continue
        table, row = _read(number, line, columns)
        left[table] = left.get(table, 0) - 1
        yield table, row
    missing = [name for name, count in left.items() if count > 0]
    if missing:
        raise UsageError(
            UserMessage("The file is not whole: rows of {missing} are missing.", missing=", ".join(missing)),
            UserMessage("Nothing was imported. Export it again."),
        )


def memory_of_row(row: Mapping[str, Any]) -> Memory:
    """A checked row as a memory; what is not said in it is as in a new one."""
    told = {name: row[name] for name in Memory.__dataclass_fields__ if row.get(name) is not None}
    at = str(told.get("updated_at") or told.get("created_at") or "")
    base: dict[str, Any] = {
        "service": None,
        "confidence": DEFAULT_CONFIDENCE,
        "active": 1,
        "session_id": None,
        "tier": 1,
    }
    return Memory(**{**base, "created_at": at, "updated_at": at, **told})


def _counts(header: Mapping[str, Any]) -> dict[str, int]:
    rows = header.get("rows")
    if not isinstance(rows, Mapping):
        return {}
    return {str(name): count for name, count in rows.items() if isinstance(count, int)}


def _read(number: int, line: bytes, columns: Columns) -> tuple[str, dict[str, Any]]:
    try:
        found = orjson.loads(line)
    except ValueError as error:
        raise _fault(number, "it is not JSON") from error
    table = found.get("table") if isinstance(found, dict) else None
    row = found.get("row") if isinstance(found, dict) else None
    if not isinstance(table, str) or table not in BY_NAME or not isinstance(row, dict):
        raise _fault(number, "it is not a row of a table that can be imported")
    for name, value in row.items():
        if name not in columns[table]:
            raise _fault(number, f"{table} has no column {name[:60]!r} in this version")
        if why := _value_fault(value, *columns[table][name]):
            raise _fault(number, f"{name} {why}")
    if not isinstance(row.get("id"), int) or not 0 < row["id"] < _LARGEST_NUMBER:
        raise _fault(number, "it has no id")
    if table == "memories" and (why := _memory_fault(row)):
        raise _fault(number, why)
    return table, row


def _value_fault(value: Any, kind: str, may_be_null: bool) -> str:
    if value is None:
        return "" if may_be_null else "must have a value"
    expected = _KINDS.get(kind, object)
    if isinstance(value, bool) or not isinstance(value, expected):
        return "is of the wrong kind"
    return ""


def _memory_fault(row: Mapping[str, Any]) -> str:
    """What is wrong with a memory, in half a sentence; "" where nothing is."""
    text = row.get("observation")
    if not isinstance(text, str) or not text.strip() or len(text) > LONGEST_OBSERVATION:
        return f"observation must be a text of at most {LONGEST_OBSERVATION:,} characters"
    for name, words in WORDS.items():
        if (name in row and row[name] not in words) or (name == "category" and name not in row):
            return f"{name} must be one of {', '.join(words)}"
    if not is_audience(row.get("audience", EVERYONE)):
        return "audience must be everyone, project:NAME or private:NAME"
    if not 0 <= row.get("confidence", 0.7) <= 1:
        return "confidence must be a number from 0 to 1"
    return service_fault(row.get("service")).rstrip(".").lower()


def _fault(number: int, why: str) -> UsageError:
    return UsageError(
        UserMessage("Line {number}: {why}.", number=number, why=why), UserMessage("Nothing was imported. Fix the file.")
    )
