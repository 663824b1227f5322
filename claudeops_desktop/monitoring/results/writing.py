"""Results → rows. Names and texts become numbers, which are remembered from one batch to the next."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from .database import HOUR_MS
from .tally import state_of
from .types import CheckResult

_NUMBER = re.compile(r"[0-9]+")
_GAP = "\x00"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def to_ms(moment: datetime) -> int:
    """A moment as it is stored: whole milliseconds since 1970. Naive moments are refused with TypeError."""
    return (moment - _EPOCH) // _MILLISECOND


def from_ms(stored: int) -> datetime:
    """A stored moment, aware, in UTC."""
    return _EPOCH + _MILLISECOND * stored


def split_detail(detail: str) -> tuple[str, str | None]:
    """A text with gaps in the place of its numbers, and the numbers; None where it has none."""
    text = detail.replace(_GAP, "\ufffd")
    numbers = _NUMBER.findall(text)
    return (_NUMBER.sub(_GAP, text), " ".join(numbers)) if numbers else (text, None)


def join_detail(text: str, numbers: str | None) -> str:
    """The text with its numbers again."""
    if numbers is None:
        return text
    left = iter(numbers.split(" "))
    return "".join(part if n == 0 else f"{next(left)}{part}" for n, part in enumerate(text.split(_GAP)))


class ResultWriter:
    """Writes results through one connection. Its methods run inside a transaction of the caller's."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self._checks: dict[tuple[str, str, str], int] = {}
        self._details: dict[str, tuple[int, int]] = {}
        self._open: set[int] = set()
        self._version = -1

    def add(self, results: Sequence[CheckResult]) -> None:
        """Write these. One of the same check at the same millisecond takes the place of an earlier one."""
        self._refresh()
        rows, last = [], {}
        for result in results:
            at = to_ms(result.at)
            hour = at // HOUR_MS
            check = self._check(result)
            text, numbers = split_detail(result.detail)
            took = None if result.response_ms is None else max(0, round(result.response_ms * 1000))
            state = state_of(result.status, result.maintenance)
            rows.append((at, check, state, took, self._detail(text, hour), numbers))
            last[check] = at
            if hour not in self._open:
                self._database.execute("INSERT OR IGNORE INTO open_hours VALUES (?)", (hour,))
                self._open.add(hour)
        self._database.executemany("INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, ?, ?)", rows)
        self._database.executemany("UPDATE checks SET last_at = ?2 WHERE id = ?1", last.items())

    def forget(self) -> None:
        """What was remembered may not hold any more: a transaction was undone, or rows were taken away."""
        self._checks.clear()
        self._details.clear()
        self._open.clear()

    def _refresh(self) -> None:
        version = self._database.execute("PRAGMA data_version").fetchone()[0]
        if version != self._version:  # another process renamed or removed a service
            self.forget()
            self._version = version

    def _check(self, result: CheckResult) -> int:
        name = (result.service, result.key, result.check)
        known = self._checks.get(name)
        if known is None:
            self._database.execute("INSERT OR IGNORE INTO checks (service, key, name) VALUES (?, ?, ?)", name)
            sql = "SELECT id FROM checks WHERE service = ? AND key = ? AND name = ?"
            known = self._checks[name] = int(self._database.execute(sql, name).fetchone()[0])
        return known

    def _detail(self, text: str, hour: int) -> int:
        known = self._details.get(text)
        if known is not None and known[1] >= hour:
            return known[0]
        self._database.execute(
            "INSERT INTO details (text, last_hour) VALUES (?1, ?2)"
            " ON CONFLICT (text) DO UPDATE SET last_hour = max(last_hour, ?2)",
            (text, hour),
        )
        found = self._database.execute("SELECT id, last_hour FROM details WHERE text = ?", (text,)).fetchone()
        self._details[text] = (int(found[0]), int(found[1]))
        return int(found[0])
