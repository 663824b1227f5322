"""Where a session's claims may come from: reads what its tools answered (E4).

A session that goes on from others (a higher tier, another try, one that was resumed) knows what they read, so their
logs count as well.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..records.prompt_requests import wish_in
from ..stream.own_hosts import OperatorHosts, hosts_in
from ..stream.provenance import ProvenanceReader

if TYPE_CHECKING:
    from ..records.record_books import RecordRepositories
    from ..records.sessions import Session

ALERT_PLACE = "the text of the alert or incident"
MOST_ANCESTORS = 20
SERVICES = "services.toml"
_BRINGS_TEXT = ("alert", "incident")  # what other programs wrote stands in the prompt


class SessionSources:
    """Says where words stood before."""

    def __init__(self, book: RecordRepositories) -> None:
        self._book = book

    def own_hosts(self) -> OperatorHosts:
        """The operator's hosts, as ``services.toml`` names them now; a file at fault names none."""
        return own_hosts_in(Path(self._book.store.path).with_name(SERVICES))

    def before(self, session_id: int) -> ProvenanceReader:
        """What the sessions that this one goes on from were told; feed it this one's own lines. Reads their logs: not
        inside a read or a write, nor on a GUI thread."""
        return self._sources(session_id, with_own=False)

    def of_session(self, session_id: int) -> ProvenanceReader:
        """The same with all that stands in this session's own log so far."""
        return self._sources(session_id, with_own=True)

    def _sources(self, session_id: int, *, with_own: bool) -> ProvenanceReader:
        chain = self._book.store.read(lambda: list(self._ancestors(session_id))).result()
        reader = ProvenanceReader(self.own_hosts())
        for session in reversed(chain):
            if session.trigger in _BRINGS_TEXT:
                reader.add_text(wish_in(session.prompt_text), ALERT_PLACE)
            if session.log_file and (with_own or session.id != session_id):
                read_log_into(reader, Path(session.log_file))
        return reader

    def _ancestors(self, session_id: int) -> Iterator[Session]:
        """The session, and those that it goes on from, the nearest first."""
        number: int | None = session_id
        for _ in range(MOST_ANCESTORS):
            session = self._book.sessions.get(number) if number is not None else None
            if session is None:
                return
            yield session
            number = session.parent_session_id


def own_hosts_in(services_file: Path) -> OperatorHosts:
    """The hosts that a ``services.toml`` names; none where it is missing or at fault."""
    try:
        state = services_file.stat()
        return _named_in(services_file, state.st_mtime_ns, state.st_size)
    except (OSError, ValueError):
        return OperatorHosts()


def service_names_in(services_file: Path, service: str) -> frozenset[str]:
    """By what a command may name a service: its name, and the units, containers and processes of its checks in a
    ``services.toml``; its name alone where that is missing or at fault."""
    try:
        state = services_file.stat()
        tables = _rows_in(services_file, state.st_mtime_ns, state.st_size)
    except (OSError, ValueError):
        tables = ()
    mine = [table for table in tables if str(table.get("name")).lower() == service]
    named = [table.get(key) for table in mine for key in ("unit", "container", "process")]
    others = (one.lower().removesuffix(".service") for one in named if isinstance(one, str) and one)
    return frozenset((service, *others))


@lru_cache(maxsize=4)
def _rows_in(path: Path, _changed: int, _size: int) -> tuple[dict[str, Any], ...]:
    rows = tomllib.loads(path.read_text(encoding="utf-8")).get("service")
    return tuple(row for row in rows if isinstance(row, dict)) if isinstance(rows, list) else ()


@lru_cache(maxsize=4)
def _named_in(path: Path, _changed: int, _size: int) -> OperatorHosts:
    """Read once for each state of the file: every marker asks."""
    return OperatorHosts(hosts_in(tomllib.loads(path.read_text(encoding="utf-8"))))


def read_log_into(reader: ProvenanceReader, log: Path) -> None:
    """Feed a reader the lines of a session's log; one that is gone has none."""
    from ..agents.reader import replay_events

    try:
        for _, events in replay_events(log):
            reader.read_events(events)
    except OSError:
        reader.unreadable(log.name)
