"""Reading the database of claude-ops: what its rows say, in our words, and which of them cannot be understood.

The source is copied with the log beside it, and the copy is read: claude-ops may be at work on it, and its folder is
left as it is. Columns may be missing or more; a row that makes no sense is counted with its reason and passed over.
"""

from __future__ import annotations

import re
import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any, TypeVar

from ..core.clock import to_text
from ..core.errors import EnvironmentFault, OperatorError
from ..core.messages import UserMessage
from ..core.secrets.redact_shapes import without_shapes
from .sessions import RunTrigger, SessionStatus

TABLES = ("sessions", "events", "memories", "cooldown_actions")
OURS = {"runs", "schema_migrations", "service_rules"}
EXAMPLES = 5
LONGEST_MEMORY = 4000
CATEGORIES = ("timing", "dependency", "behavior", "remediation", "maintenance")
T = TypeVar("T")
Row = dict[str, Any]

_LEVELS = {
    "info": "info", "warning": "warning", "warn": "warning", "degraded": "warning", "critical": "critical",
    "error": "critical", "err": "critical", "fatal": "critical", "failure": "critical", "failed": "critical",
}  # fmt: skip
_ACTIONS = {"restart": "restart", "redeployment": "redeployment", "redeploy": "redeployment"}
_TIME = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?"
    r"\s*(?:(Z|UTC)|([+-])(\d\d):?(\d\d))?(?:\s+[A-Z][A-Za-z]{1,5}|\s+[+-]\d{2,4})?(?:\s+m=[+-][\d.]+)?"
)


@dataclass(frozen=True, slots=True)
class OldSession:
    """A session of claude-ops. ``id`` and ``parent`` are its own numbers."""

    id: int
    parent: int | None
    tier: int
    model: str
    trigger: str
    status: str
    status_reason: str
    prompt_text: str
    appended_prompt: str
    started_at: str
    ended_at: str | None
    exit_code: int | None
    cost_usd: float | None
    num_turns: int | None
    duration_ms: int | None
    response: str
    summary: str


@dataclass(frozen=True, slots=True)
class OldEvent:
    """An event. ``session`` is claude-ops' number."""

    session: int | None
    level: str
    service: str | None
    message: str
    created_at: str


@dataclass(frozen=True, slots=True)
class OldMemory:
    """A memory. ``active`` 0: claude-ops had given it up."""

    session: int | None
    service: str | None
    category: str
    observation: str
    confidence: float
    active: int
    tier: int
    created_at: str
    updated_at: str


@dataclass(frozen=True, slots=True)
class OldAction:
    """A restart or redeployment."""

    session: int | None
    service: str
    action_type: str
    success: int
    message: str
    tier: int
    created_at: str


@dataclass(frozen=True, slots=True)
class SkippedRows:
    """Rows of one table that were passed over for one reason; ``examples`` are their ids."""

    table: str
    why: str
    count: int
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ImportContents:
    """All that could be understood, in the order of time, and what could not."""

    sessions: tuple[OldSession, ...] = ()
    events: tuple[OldEvent, ...] = ()
    memories: tuple[OldMemory, ...] = ()
    actions: tuple[OldAction, ...] = ()
    garbage: tuple[SkippedRows, ...] = ()
    missing: tuple[str, ...] = ()


class SkippedRowError(Exception):
    """A row that makes no sense, and why."""


def read_database(source: Path) -> ImportContents:
    """What the database holds. Raises OperatorError where it is none of claude-ops', or EnvironmentFault."""
    with _copied(source) as database:
        names = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if names >= OURS:
            raise OperatorError(
                UserMessage("{source} is a database of Claude Ops Desktop, not of claude-ops.", source=source),
                UserMessage(
                    "`claudeops restore` brings back a backup, `claudeops memory import` what another one exported."
                ),
            )
        there = names & set(TABLES)
        if not there:
            raise OperatorError(
                UserMessage(
                    "{source} is not a database of claude-ops: it has none of the tables {join}.",
                    source=source,
                    join=", ".join(TABLES),
                ),
                UserMessage("Name its claudeops.db."),
            )
        reading = _Reading(database)
        return ImportContents(
            sessions=tuple(sorted(reading.all("sessions", _session), key=lambda one: (one.started_at, one.id))),
            events=tuple(sorted(reading.all("events", _event), key=lambda one: one.created_at)),
            memories=tuple(sorted(reading.all("memories", _memory), key=lambda one: one.created_at)),
            actions=tuple(sorted(reading.all("cooldown_actions", _action), key=lambda one: one.created_at)),
            garbage=reading.garbage(),
            missing=tuple(name for name in TABLES if name not in there),
        )


def time_of(value: object) -> str:
    """A stored time of ours from what claude-ops wrote: Go's ``time.String``, RFC 3339, SQLite's own, or seconds.

    Raises SkippedRowError.
    """
    if isinstance(value, int | float) and not isinstance(value, bool):
        try:
            return to_text(datetime.fromtimestamp(value, UTC))
        except (ValueError, OverflowError, OSError):
            raise SkippedRowError("its time cannot be read") from None
    match = _TIME.fullmatch(str(value or "").strip())
    if match is None:
        raise SkippedRowError("its time cannot be read")
    year, month, day, hour, minute, second, fraction, _utc, sign, hours, minutes = match.groups()
    micro = int((fraction or "0")[:6].ljust(6, "0"))
    try:
        zone = UTC
        if sign:
            zone = timezone((1 if sign == "+" else -1) * timedelta(hours=int(hours), minutes=int(minutes)))
        moment = datetime(int(year), int(month), int(day), int(hour), int(minute), int(second), micro, tzinfo=zone)
        return to_text(moment)
    except (ValueError, OverflowError):
        raise SkippedRowError("its time cannot be read") from None


@contextmanager
def _copied(source: Path) -> Iterator[sqlite3.Connection]:
    if not source.is_file():
        raise OperatorError(
            UserMessage("There is no file {source}.", source=source),
            UserMessage("Name the claudeops.db of claude-ops."),
        )
    try:
        with tempfile.TemporaryDirectory(prefix="claudeops-import-") as place:
            copy = Path(place) / "source.db"
            shutil.copyfile(source, copy)
            log = source.with_name(f"{source.name}-wal")
            if log.exists():
                shutil.copyfile(log, copy.with_name(f"{copy.name}-wal"))
            with closing(sqlite3.connect(copy)) as database:
                database.text_factory = lambda raw: raw.decode(errors="replace")
                found = database.execute("PRAGMA quick_check(1)").fetchone()[0]
                if found != "ok":
                    raise OperatorError(
                        UserMessage(
                            "{source} is damaged, or was written to while it was read: {found}.",
                            source=source,
                            found=found,
                        ),
                        UserMessage("Stop claude-ops and try again."),
                    )
                yield database
    except sqlite3.DatabaseError as error:
        raise OperatorError(
            UserMessage("{source} is not a database: {error}.", source=source, error=error),
            UserMessage("Name the claudeops.db of claude-ops."),
        ) from error
    except OSError as error:
        raise EnvironmentFault(
            UserMessage("{source} cannot be read: {strerror}.", source=source, strerror=error.strerror),
            UserMessage("Check its rights."),
        ) from error


class _Reading:
    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self._garbage: dict[tuple[str, str], list[str]] = {}
        self._counts: Counter[tuple[str, str]] = Counter()

    def all(self, table: str, understand: Callable[[Row], T]) -> Iterator[T]:
        """The rows of a table that make sense."""
        cursor = self._rows(table)
        if cursor is None:
            return
        names = [column[0].lower() for column in cursor.description]
        for values in cursor:
            row = dict(zip(names, values, strict=True))
            try:
                yield understand(row)
            except SkippedRowError as why:
                key = (table, str(why))
                self._counts[key] += 1
                if self._counts[key] <= EXAMPLES:
                    self._garbage.setdefault(key, []).append(str(row.get("id", "?")))

    def garbage(self) -> tuple[SkippedRows, ...]:
        """The rows that were skipped, with the reason."""
        return tuple(
            SkippedRows(table, why, count, tuple(self._garbage[table, why]))
            for (table, why), count in self._counts.items()
        )

    def _rows(self, table: str) -> sqlite3.Cursor | None:
        try:
            return self._database.execute(f'SELECT * FROM "{table}"')
        except sqlite3.OperationalError:
            return None


def _session(row: Row) -> OldSession:
    number = _whole(row.get("id"))
    if number is None:
        raise SkippedRowError("it has no number")
    status = _text(row.get("status")).lower()
    known = status in list(SessionStatus) and status != SessionStatus.RUNNING
    trigger = _text(row.get("trigger")).lower()
    reason = _text(row.get("status_reason"))
    if status == SessionStatus.RUNNING:
        reason = "It was still running when it was imported."
    elif not known:
        reason = f"claude-ops called this “{status or 'nothing'}”."
    return OldSession(
        id=number,
        parent=_whole(row.get("parent_session_id")),
        tier=_tier(row),
        model=_text(row.get("model")),
        trigger=trigger if trigger in list(RunTrigger) else str(RunTrigger.MANUAL),
        status=status
        if known
        else str(SessionStatus.INTERRUPTED if status == SessionStatus.RUNNING else SessionStatus.FAILED),
        status_reason=reason,
        prompt_text=_text(row.get("prompt_text")),
        appended_prompt=_text(row.get("context")),
        started_at=time_of(_first(row, "started_at", "created_at")),
        ended_at=_time_or_none(_first(row, "ended_at", "completed_at")),
        exit_code=_whole(row.get("exit_code")),
        cost_usd=_number(row.get("cost_usd")),
        num_turns=_whole(row.get("num_turns")),
        duration_ms=_whole(row.get("duration_ms")),
        response=_text(row.get("response")),
        summary=_text(row.get("summary")),
    )


def _event(row: Row) -> OldEvent:
    message = _text(row.get("message")).strip()
    if not message:
        raise SkippedRowError("it says nothing")
    return OldEvent(
        session=_whole(row.get("session_id")),
        level=_LEVELS.get(_text(row.get("level")).lower(), "info"),
        service=_service(row.get("service")),
        message=message,
        created_at=time_of(_first(row, "created_at", "timestamp")),
    )


def _memory(row: Row) -> OldMemory:
    text = _text(row.get("observation")).strip()
    category = _text(row.get("category")).strip().lower()
    if not text:
        raise SkippedRowError("it says nothing")
    if len(text) > LONGEST_MEMORY:
        raise SkippedRowError(f"it is longer than {LONGEST_MEMORY:,} characters")
    if category not in CATEGORIES:
        raise SkippedRowError("its category is none of ours")
    confidence = _number(row.get("confidence"))
    active = row.get("active")
    updated = time_of(_first(row, "updated_at", "created_at"))
    return OldMemory(
        session=_whole(row.get("session_id")),
        service=_service(row.get("service")),
        category=category,
        observation=text,
        confidence=0.7 if confidence is None else min(1.0, max(0.0, confidence)),
        active=1 if active is None else int(bool(_whole(active))),
        tier=_tier(row),
        created_at=_time_or_none(row.get("created_at")) or updated,
        updated_at=updated,
    )


def _action(row: Row) -> OldAction:
    kind = _ACTIONS.get(_text(_first(row, "action_type", "action")).strip().lower())
    service = _service(row.get("service"))
    if kind is None:
        raise SkippedRowError("it is neither a restart nor a redeployment")
    if service is None:
        raise SkippedRowError("it names no service")
    success = _whole(row.get("success"))
    return OldAction(
        session=_whole(row.get("session_id")),
        service=service,
        action_type=kind,
        success=1 if success is None else int(bool(success)),
        message=_text(_first(row, "message", "error")),
        tier=_tier(row),
        created_at=time_of(_first(row, "created_at", "timestamp")),
    )


def _first(row: Row, *names: str) -> Any:
    return next((row[name] for name in names if row.get(name) not in (None, "")), None)


def _time_or_none(value: object) -> str | None:
    try:
        return time_of(value) if value not in (None, "") else None
    except SkippedRowError:
        return None


def _text(value: object) -> str:
    """A text of theirs, without what looks like a secret."""
    if isinstance(value, bytes):
        return without_shapes(value.decode(errors="replace"))
    return "" if value is None else without_shapes(str(value))


def _whole(value: object) -> int | None:
    number = _number(value)
    return int(number) if number is not None and abs(number) < 2**62 else None


def _number(value: object) -> float | None:
    if isinstance(value, bool):
        return float(value)
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return None
    return number if number == number and abs(number) != float("inf") else None  # noqa: PLR0124  # not a number


def _tier(row: Row) -> int:
    tier = _whole(row.get("tier"))
    return tier if tier in (1, 2, 3) else 1


def _service(value: object) -> str | None:
    name = " ".join("".join(c if c.isprintable() else " " for c in _text(value)).split()).lower()
    return None if name in ("", "general") else name
