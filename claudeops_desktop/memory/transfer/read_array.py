"""The rows of an export that is one JSON array. Nothing of the file is believed, and what a row leaves out is as in a
new memory."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from ...core.clock import from_text, to_text
from ...core.errors import UsageError
from ...core.messages import UserMessage
from ..types import LONGEST_OBSERVATION, Memory
from .read_rows import WORDS, memory_of_row

_TEXTS = ("service", "domain", "taxonomy_version", "gate_why")
_TIMES = ("created_at", "updated_at", "ages_from", "decay_from", "last_confirmed_at", "valid_from", "valid_until")
_SHARES = ("confidence", "category_confidence", "gate_confidence")
_NUMBERS = ("id", "tier", "decay_weeks", "merged_count", "superseded_by")
_FLAGS = ("pinned", "confirmed")
_WORDS = {**WORDS, "sentiment": ("neutral", "frustrated", "excited", "uncertain")}


def read_exported_array(text: str, now: datetime) -> list[Memory]:
    """Return the memories of an export. Raises UsageError that names the row, counted from 1, and the field."""
    remedy = UserMessage("Name a file that `memory export` wrote.")
    try:
        rows = json.loads(text)
    except ValueError as error:
        raise UsageError(UserMessage("That is not JSON: {error}.", error=error), remedy) from error
    if isinstance(rows, Mapping):
        rows = rows.get("memories")
    if not isinstance(rows, list):
        raise UsageError(UserMessage("There is no array of memories in it."), remedy)
    return [_Row(number, row).memory(to_text(now)) for number, row in enumerate(rows, 1)]


class _Row:
    """One row of the file, and what is said where it is wrong."""

    def __init__(self, number: int, row: Any) -> None:
        self._number = number
        if not isinstance(row, Mapping):
            raise UsageError(
                UserMessage("Row {number} is not an object.", number=number),
                UserMessage("Fix it in the file; nothing was imported."),
            )
        self._row = row

    def memory(self, now: str) -> Memory:
        told: dict[str, Any] = {"observation": self._observation()}
        told |= {name: self._word(name) for name in _WORDS}
        if told["category"] is None:
            raise self._wrong_word("category")
        told |= {name: self._value(name, str) or None for name in _TEXTS}
        told |= {name: self._time(name) for name in _TIMES}
        told |= {name: self._share(name) for name in _SHARES}
        told |= {name: self._value(name, int) for name in _NUMBERS}
        told |= {name: self._flag(name) for name in _FLAGS}
        if told["tier"] not in (None, 1, 2, 3):
            raise self._wrong("tier", "1, 2 or 3 is wanted")
        if (told["decay_weeks"] or 0) < 0:
            raise self._wrong("decay_weeks", "a number from 0 is wanted")
        told["merged_count"] = max(0, told["merged_count"] or 0)
        told["updated_at"] = told["updated_at"] or now
        told["id"] = told["id"] or 0  # which one a `superseded_by` means
        return memory_of_row(told)

    def _observation(self) -> str:
        text: str | None = self._value("observation", str)
        if text is None or not text.strip():
            raise self._wrong("observation", "a text is wanted")
        if len(text.strip()) > LONGEST_OBSERVATION:
            raise self._wrong("observation", f"it holds {LONGEST_OBSERVATION:,} characters at most")
        return text

    def _share(self, name: str) -> float | None:
        value = self._value(name, int | float)
        if value is None:
            return None
        if not 0 <= value <= 1:
            raise self._wrong(name, "a number from 0 to 1 is wanted")
        return float(value)

    def _flag(self, name: str) -> int | None:
        value = self._value(name, bool | int)
        return None if value is None else int(bool(value))

    def _word(self, name: str) -> str | None:
        value: str | None = self._value(name, str)
        if value is not None and value not in _WORDS[name]:
            raise self._wrong_word(name)
        return value

    def _time(self, name: str) -> str | None:
        value = self._value(name, str)
        if not value:
            return None
        try:
            return to_text(from_text(value))
        except (ValueError, OverflowError):
            raise self._wrong(name, "a time such as 2025-01-20T14:00:00.000Z is wanted") from None

    def _value(self, name: str, kind: Any) -> Any:
        value = self._row.get(name)
        if value is None:
            return None
        if not isinstance(value, kind) or (isinstance(value, bool) and kind in (int, int | float)):
            raise self._wrong(name, "it is of the wrong kind")
        return value

    def _wrong_word(self, name: str) -> UsageError:
        return self._wrong(name, f"one of {', '.join(_WORDS[name])} is wanted")

    def _wrong(self, name: str, why: str) -> UsageError:
        return UsageError(
            UserMessage(
                "Row {number}, {name}: {why} (found {found}).",
                number=self._number,
                name=name,
                why=why,
                found=repr(self._row.get(name))[:60],
            ),
            UserMessage("Fix it in the file; nothing was imported."),
        )
