"""All that is known of one session, from the records and from its log, without secrets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from msgspec import structs

from ..agents.log import read_log
from ..agents.redact import LineRedactor
from ..agents.turns import AT_ONCE, CallVerdict, LoggedCall, calls_of, verdicts_of
from ..core.errors import OperatorError
from ..core.messages import UserMessage
from ..core.paths import DataFolder
from ..records.record_books import RecordRepositories
from ..records.sessions import Session
from ..stream.events import load
from ..stream.turns import Turn, turns_of


@dataclass(frozen=True, slots=True)
class ExportedRecords:
    """What the database knows of a session: its row, its run, the chain, and what it left behind, as plain values."""

    session: dict[str, Any]
    run: dict[str, Any]
    chain: tuple[dict[str, Any], ...]
    events: tuple[dict[str, Any], ...]
    markers: tuple[dict[str, Any], ...]
    health_checks: tuple[dict[str, Any], ...]
    verdicts: tuple[CallVerdict, ...]


@dataclass(frozen=True, slots=True)
class LogLines:
    """Every line of a log without secrets, read anew each time that it is gone through: a log may be long.

    Each is an object: its number, when it came, from where, and its event, or its text where it is none.
    """

    path: Path | None
    redactor: LineRedactor

    def __iter__(self) -> Iterator[dict[str, Any]]:
        offset = number = 0
        while self.path is not None:
            lines, offset = read_log(self.path, offset, number, AT_ONCE)
            for line in lines:
                number = line.number
                raw = self.redactor(line.raw, line.stream)
                data = load(raw) if line.stream == "stdout" else None
                what = {"event": data} if data is not None else {"text": raw.decode("utf-8", "replace")}
                yield {"line": number, "at": line.at, "stream": line.stream} | what
            if not lines:
                return


@dataclass(frozen=True, slots=True)
class SessionExport:
    """One session, ready to be written. ``log_gone``: there is no log (any more)."""

    records: ExportedRecords
    turns: tuple[Turn, ...]
    calls: tuple[LoggedCall, ...]
    log_gone: bool
    log: LogLines
    made_at: str
    version: str

    @property
    def title(self) -> str:
        """What it is."""
        return f"Session {self.records.session['id']}"


def records_of(book: RecordRepositories, session_id: int) -> ExportedRecords:
    """Ask the records: call inside ``store.read``. Raises OperatorError where there is no such session."""
    session = book.sessions.get(session_id)
    if session is None:
        raise OperatorError(
            UserMessage("There is no session {session_id}.", session_id=session_id),
            UserMessage("See `claudeops sessions list`."),
        )
    run = book.sessions.run(session.run_id)
    return ExportedRecords(
        session.as_json(),
        structs.asdict(run) if run else {},
        tuple(one.as_json() for one in book.sessions.of_run(session.run_id)),
        tuple(event.as_json() for event in reversed(book.events.list(session_id=session_id))),
        tuple(asdict(marker) for marker in book.markers.of_session(session_id)),
        tuple(check.as_json() for check in book.health.of_session(session_id)),
        tuple(verdicts_of(book, session_id)),
    )


def log_of(folder: DataFolder, session: Session | dict[str, Any]) -> Path | None:
    """Where a session's log is, in a data folder that was moved too; None where it never had one."""
    named = session["log_file"] if isinstance(session, dict) else session.log_file
    if not named:
        return None
    path = folder.root / named
    beside = folder.logs / path.name
    return beside if not path.exists() and beside.exists() else path


def gather_export(
    records: ExportedRecords, folder: DataFolder, redactor: LineRedactor, *, made_at: str, version: str
) -> SessionExport:
    """The same with its log, without secrets: file work."""
    path = log_of(folder, records.session)
    there = path is not None and path.exists() and path.stat().st_size > 0
    lines = LogLines(path if there else None, redactor)
    clean = ExportedRecords(
        _without(records.session, redactor),
        _without(records.run, redactor),
        tuple(_without(one, redactor) for one in records.chain),
        tuple(_without(one, redactor) for one in records.events),
        tuple(_without(one, redactor) for one in records.markers),
        tuple(_without(one, redactor) for one in records.health_checks),
        records.verdicts,
    )
    turns = turns_of((line["line"], line["at"], line["event"]) for line in lines if "event" in line)
    calls = [_call_without(call, redactor) for call in calls_of(turns, records.verdicts)]
    return SessionExport(clean, tuple(turns), tuple(calls), not there, lines, made_at, version)


def _without(value: Any, redactor: LineRedactor) -> Any:
    """Plain values whose texts hold no secret."""
    if isinstance(value, str):
        return redactor.text(value)
    if isinstance(value, dict):
        return {name: _without(inner, redactor) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_without(inner, redactor) for inner in value]
    return value


def _call_without(call: LoggedCall, redactor: LineRedactor) -> LoggedCall:
    text = redactor.text
    return replace(call, subject=text(call.subject), why=text(call.why), answer=text(call.answer))
