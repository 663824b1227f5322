"""What changed on the machine, in repositories and in our own files (D12), and where each source was read last.

The changes are collected by ``topology.changes``; here they are written down once each.
"""

from __future__ import annotations

import builtins
import json
import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from ..core.clock import to_text
from ..storage import DataStore
from .tables import ChangeRow, ChangeSourceRow

LONGEST_TEXT = 500
HOST = ""  # the service of a change that concerns the whole machine


class ChangeKind(StrEnum):
    """What changed."""

    PACKAGE = "package"
    UNIT = "unit"
    CONTAINER = "container"
    COMMIT = "commit"
    SERVICES = "services"
    SETTINGS = "settings"


@dataclass(frozen=True, slots=True)
class NewChange:
    """A change as a source found it. ``at`` is when it happened; ``text`` says it in one line.

    ``services`` are those it concerns; () is the whole machine. ``before`` and ``after`` are "" where they are not
    known or must not be shown.
    """

    at: datetime
    kind: ChangeKind
    subject: str
    text: str
    before: str = ""
    after: str = ""
    services: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordedChange:
    """A row of ``changes``. ``at`` is stored text (UTC); ``service`` is "" for the whole machine."""

    id: int
    at: str
    kind: str
    service: str
    subject: str
    before: str
    after: str
    text: str

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class ChangeSource:
    """A row of ``change_sources``: where a source was read last; ``problem`` is why it could not be, else ""."""

    source: str
    state: dict[str, Any]
    problem: str
    checked_at: str


_TEXTS = ("subject", "before", "after", "text")
_FIELDS = [getattr(ChangeRow, name) for name in RecordedChange.__dataclass_fields__]


class ChangeRecords:
    """The questions and the writes on changes. Writes must run inside ``store.write``."""

    def __init__(self, store: DataStore) -> None:
        self._store = store

    def list(
        self,
        *,
        services: Collection[str] | None = None,
        since: str = "",
        until: str = "",
        limit: int | None = None,
    ) -> builtins.list[RecordedChange]:
        """Changes, newest first: of these services ("" is the whole machine), from ``since`` to ``until`` (stored
        text, both included)."""
        query = ChangeRow.select(*_FIELDS).order_by(ChangeRow.at.desc(), ChangeRow.id.desc())
        if services is not None:
            query = query.where(ChangeRow.service.in_([*services]))
        if since:
            query = query.where(ChangeRow.at >= since)
        if until:
            query = query.where(ChangeRow.at <= until)
        return [RecordedChange(*row) for row in query.limit(limit).tuples()]

    def sources(self) -> dict[str, ChangeSource]:
        """Where each source was read last."""
        rows = ChangeSourceRow.select(
            ChangeSourceRow.source, ChangeSourceRow.state, ChangeSourceRow.problem, ChangeSourceRow.checked_at
        ).tuples()
        return {source: ChangeSource(source, _state(state), problem, at) for source, state, problem, at in rows}

    def problems(self) -> dict[str, str]:
        """The sources that could not be read when they were read last, each with the reason."""
        query = ChangeSourceRow.select(ChangeSourceRow.source, ChangeSourceRow.problem).where(
            ChangeSourceRow.problem != ""
        )
        return dict(query.order_by(ChangeSourceRow.source).tuples())

    def last_collected(self) -> str:
        """When the sources were read last (stored text), "" for never."""
        return max((at for (at,) in ChangeSourceRow.select(ChangeSourceRow.checked_at).tuples()), default="")

    def add(self, changes: Iterable[NewChange]) -> int:
        """Write down those that are not on record yet; how many rows that were. One row for each service."""
        added = 0
        for change in changes:
            for service in change.services or (HOST,):
                query = ChangeRow.insert(
                    at=to_text(change.at),
                    kind=change.kind.value,
                    service=service.strip().lower(),
                    subject=change.subject[:LONGEST_TEXT],
                    before=change.before[:LONGEST_TEXT],
                    after=change.after[:LONGEST_TEXT],
                    text=change.text[:LONGEST_TEXT],
                ).on_conflict_ignore()
                added += query.as_rowcount().execute()
        if added:
            self._store.changed("changes", what="inserted")
        return added

    def put_source(self, source: str, state: dict[str, Any], problem: str, now: datetime) -> None:
        """Remember where a source was read."""
        ChangeSourceRow.replace(
            source=source, state=json.dumps(state), problem=problem[:LONGEST_TEXT], checked_at=to_text(now)
        ).execute()

    def prune(self, before: datetime) -> int:
        """Remove what changed before a moment; how many."""
        removed = int(ChangeRow.delete().where(ChangeRow.at < to_text(before)).execute())
        if removed:
            self._store.changed("changes", what="deleted")
        return removed

    def rename_service(self, old: str, new: str) -> int:
        """Give what changed about a service its new name, also where an edit of services.toml names it; how many rows
        that were. What would stand twice is removed. The next reading of that file does not tell of the rename."""
        name = re.compile(rf"(?<![\w-]){re.escape(old)}(?![\w-])")
        query = ChangeRow.select(*_FIELDS).where(
            (ChangeRow.service == old) | ((ChangeRow.kind == ChangeKind.SERVICES) & ChangeRow.text.contains(old))
        )
        moved = 0
        for change in [RecordedChange(*row) for row in query.tuples()]:
            changed = replace(change, service=new if change.service == old else change.service)
            if change.kind == ChangeKind.SERVICES:
                texts: dict[str, Any] = {field: name.sub(lambda _: new, getattr(change, field)) for field in _TEXTS}
                changed = replace(changed, **texts)
            if changed != change:
                values = {field: value for field, value in asdict(changed).items() if field != "id"}
                ChangeRow.delete().where(ChangeRow.id == change.id).execute()
                ChangeRow.insert(id=change.id, **values).on_conflict_ignore().execute()
                moved += 1
        self._edit_entries(
            lambda key: _renamed(key, old, new), lambda needs: [new if one == old else one for one in needs]
        )
        if moved:
            self._store.changed("changes")
        return moved

    def remove_service(self, name: str) -> int:
        """Remove what changed about a service; how many. The next reading of services.toml does not tell that its
        checks are gone."""
        removed = int(ChangeRow.delete().where(ChangeRow.service == name).execute())
        self._edit_entries(lambda key: "" if key.partition(":")[0] == name else key, lambda needs: needs)
        if removed:
            self._store.changed("changes", what="deleted")
        return removed

    def _edit_entries(
        self, key: Callable[[str], str], names: Callable[[builtins.list[str]], builtins.list[str]]
    ) -> None:
        """Change the checks that the last reading of services.toml found; a key that becomes "" is left out."""
        source = self.sources().get(ChangeKind.SERVICES)
        entries = source.state.get("entries") if source else None
        if source is None or not isinstance(entries, dict):
            return
        kept: dict[str, Any] = {}
        for old, fields in entries.items():
            if new := key(old):
                needs = fields.get("depends_on")
                kept[new] = fields | {"depends_on": names(needs)} if isinstance(needs, builtins.list) else fields
        state = json.dumps(source.state | {"entries": kept})
        ChangeSourceRow.update(state=state).where(ChangeSourceRow.source == source.source).execute()


def _renamed(key: str, old: str, new: str) -> str:
    name, colon, rest = key.partition(":")
    return f"{new}{colon}{rest}" if name == old else key


def _state(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        return {}  # a damaged bookmark: the source begins anew, and what stands already is not written twice
    return found if isinstance(found, dict) else {}
