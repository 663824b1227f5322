"""What the command palette finds in the records by a text: services, incidents, runs, events, memories, log lines.

The functions ask the database or the index of the logs; none of them is for the GUI thread.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...core.paths import DataFolder
from ..pages.base_page import PageLocation
from ..text.translation import tr

if TYPE_CHECKING:
    from ..app_context import AppContext

FOUND = 5
LATEST_INCIDENTS = 200
LATEST_EVENTS = 40  # of these the repeated ones are left out
LONGEST = 90


@dataclass(frozen=True, slots=True)
class PaletteMatch:
    """A place that a text names, under the heading of its kind."""

    title: str
    icon: str
    place: PageLocation
    group: str


def find_in_records(desk: AppContext, text: str) -> list[PaletteMatch]:
    """Services, incidents, runs, events and memories that a text names, a few of each. Call on a reader thread."""
    wanted = text.strip().lower()
    return [
        *_find_services(desk, wanted),
        *_find_incidents(desk, wanted),
        *_find_runs(desk, wanted),
        *_find_events(desk, wanted),
        *_find_memories(desk, wanted),
    ]


def find_in_logs(folder: DataFolder, text: str) -> list[PaletteMatch]:
    """Lines of logs that have these words, from the index. Raises EnvironmentFault where it cannot be read."""
    from ...runs.log_index.query import read_query
    from ...runs.log_index.search import LogSearchRequest, search_logs

    found = search_logs(folder, LogSearchRequest(read_query(text), limit=FOUND))
    return [
        PaletteMatch(
            _short(tr("Run #{number}, line {line}: {text}", number=hit.session_id, line=hit.line, text=hit.snippet)),
            "search",
            PageLocation("sessions", id=hit.session_id, line=hit.line),
            tr("Log lines"),
        )
        for hit in found.hits[:FOUND]
    ]


def _find_services(desk: AppContext, wanted: str) -> list[PaletteMatch]:
    names = sorted(desk.book.service_names.services(desk.folder.services_file))
    return [
        PaletteMatch(name, "services", PageLocation("services", filters={"service": name}), tr("Services"))
        for name in [name for name in names if wanted in name.lower()][:FOUND]
    ]


def _find_incidents(desk: AppContext, wanted: str) -> list[PaletteMatch]:
    """Incidents by their number (``incident 12``), their service or what was seen; open ones first."""
    from ..text.incident_text import incident_title

    number = _number(wanted, "incident")
    named = [desk.book.incidents.get(number)] if number is not None else []
    open_first = [*desk.book.incidents.open_incidents(), *desk.book.incidents.list(limit=LATEST_INCIDENTS)]
    matching = [one for one in open_first if wanted in f"incident {one.service} {one.cause}".lower()]
    found = dict.fromkeys([*(one for one in named if one is not None), *matching])
    return [
        PaletteMatch(
            _short(f"#{one.id}: {incident_title(one)}{f', {one.cause}' if one.cause else ''}"),
            "alert",
            PageLocation("incidents", one.id),
            tr("Incidents"),
        )
        for one in list(found)[:FOUND]
    ]


def _find_runs(desk: AppContext, wanted: str) -> list[PaletteMatch]:
    """Runs by the number of a session (``#12``) or words of its summary, newest first."""
    from ...records.run_list import like_pattern

    number = _number(wanted, "run", "session")
    rows = desk.book.store.database.execute_sql(
        "SELECT id, summary FROM sessions WHERE id = ? OR summary LIKE ? ESCAPE '\\' ORDER BY id = ? DESC, id DESC"
        " LIMIT ?",
        (number or -1, like_pattern(wanted), number or -1, FOUND),
    )
    return [
        PaletteMatch(
            _short(f"#{session}: {summary}" if summary else f"#{session}"),
            "sessions",
            PageLocation("sessions", session),
            tr("Runs"),
        )
        for session, summary in rows.fetchall()
    ]


def _find_events(desk: AppContext, wanted: str) -> list[PaletteMatch]:
    """Events by their words or service, newest first, each that repeats once."""
    from ...records.run_list import like_pattern

    pattern = like_pattern(wanted)
    rows = desk.book.store.database.execute_sql(
        "SELECT id, fold, service, message FROM events WHERE message LIKE ? ESCAPE '\\' OR service LIKE ? ESCAPE '\\'"
        " ORDER BY id DESC LIMIT ?",
        (pattern, pattern, LATEST_EVENTS),
    )
    found: dict[int, PaletteMatch] = {}
    for event_id, fold, service, message in rows.fetchall():
        title = _short(f"{service}: {message}" if service else message)
        found.setdefault(fold, PaletteMatch(title, "events", PageLocation("events", id=event_id), tr("Events")))
    return list(found.values())[:FOUND]


def _find_memories(desk: AppContext, wanted: str) -> list[PaletteMatch]:
    from ...memory import MemoryQuery

    ids = desk.memory.search.ids(MemoryQuery(text=wanted), FOUND)
    return [
        PaletteMatch(_short(memory.observation), "memories", PageLocation("memories", memory.id), tr("Memories"))
        for memory in desk.memory.search.rows(ids)
    ]


def _number(wanted: str, *names: str) -> int | None:
    """The number in ``12``, ``#12`` or ``run 12``; None where it is none."""
    for name in names:
        wanted = wanted.removeprefix(name).strip()
    digits = wanted.removeprefix("#")
    return int(digits) if digits.isdecimal() and len(digits) < 10 else None


def _short(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= LONGEST else f"{plain[: LONGEST - 1]}…"
