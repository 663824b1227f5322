"""Markers as they were read (S7): where each stood, a copy of its line, and what became of it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from ..core.clock import to_text
from ..storage import DataStore
from ..storage.database import proxy
from .tables import MarkerRow


@dataclass(frozen=True, slots=True)
class MarkerPlace:
    """Where a marker stood: session, line of its log (from 1), block of the message, place in the block (from 0)."""

    session_id: int
    log_line: int
    block: int
    place: int


@dataclass(frozen=True, slots=True)
class MarkerRecord:
    """A row of ``markers``.

    ``kind`` is memory, event, cooldown or near_miss; ``line`` the line it stood in, ``said`` its text without
    decoration; ``target_id`` the memory, event or cooldown action it touched.
    """

    id: int
    session_id: int
    log_line: int
    block: int
    place: int
    kind: str
    line: str
    said: str
    action: str
    why: str
    target_id: int | None
    created_at: str


_FIELDS = [getattr(MarkerRow, name) for name in MarkerRecord.__dataclass_fields__]


class MarkerRecords:
    """The questions and the writes on markers. Writes must run inside ``store.write``."""

    def __init__(self, store: DataStore) -> None:
        self._store = store

    def claim(self, place: MarkerPlace, *, kind: str, line: str, said: str, now: datetime) -> int | None:
        """Record a marker under its key; its id, or None where that key was stored before."""
        sql = (  # with every column that has no default in the table
            "INSERT OR IGNORE INTO markers"
            " (session_id, log_line, block, place, kind, line, said, action, why, created_at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id"
        )
        where = (place.session_id, place.log_line, place.block, place.place)
        row = proxy.execute_sql(sql, (*where, kind, line, said, "", "", to_text(now))).fetchall()
        if not row:
            return None
        self._store.changed("markers", row[0][0], what="inserted")
        return int(row[0][0])

    def settle(self, marker_id: int, *, action: str, why: str, target_id: int | None) -> None:
        """Say what became of a claimed marker."""
        sql = "UPDATE markers SET action = ?, why = ?, target_id = ? WHERE id = ?"
        proxy.execute_sql(sql, (str(action), why, target_id, marker_id))

    def said_before(self, session_id: int, kind: str, said: str, before: int) -> bool:
        """Tell whether this session said the very same in an earlier marker (ids below ``before``)."""
        sql = "SELECT 1 FROM markers WHERE session_id = ? AND kind = ? AND said = ? AND id < ? LIMIT 1"
        return proxy.execute_sql(sql, (session_id, kind, said, before)).fetchone() is not None

    def of_session(self, session_id: int) -> list[MarkerRecord]:
        """All markers of a session, in the order they were said."""
        query = (
            MarkerRow.select(*_FIELDS)
            .where(MarkerRow.session_id == session_id)
            .order_by(MarkerRow.log_line, MarkerRow.block, MarkerRow.place)
        )
        return [MarkerRecord(*row) for row in query.tuples()]

    def of_target(self, kind: str, target_id: int) -> list[MarkerRecord]:
        """All markers that touched one memory, event or cooldown action, oldest first."""
        query = (
            MarkerRow.select(*_FIELDS)
            .where((MarkerRow.kind == kind) & (MarkerRow.target_id == target_id))
            .order_by(MarkerRow.id)
        )
        return [MarkerRecord(*row) for row in query.tuples()]

    def of_targets(self, kind: str, target_ids: Sequence[int]) -> dict[int, tuple[MarkerRecord, ...]]:
        """``of_target`` for any number of targets at once; those that no marker touched are left out."""
        rows = self._select(
            "kind = ? AND target_id IN (SELECT value FROM json_each(?)) ORDER BY target_id, id",
            (kind, json.dumps(list(target_ids))),
        )
        return {number: tuple(found) for number, found in groupby(rows, key=lambda row: row.target_id or 0)}

    def list_same_line(self, markers: Iterable[MarkerRecord]) -> list[tuple[MarkerRecord, MarkerRecord]]:
        """Others that stood in the same line as one of ``markers``: (that one, the other)."""
        given = list(markers)
        own = {marker.id for marker in given}
        sql = (
            f"SELECT o.id, {', '.join(f'm.{name}' for name in MarkerRecord.__dataclass_fields__)}"
            " FROM markers o JOIN markers m ON m.session_id = o.session_id AND m.log_line = o.log_line"
            " AND m.block = o.block AND m.line = o.line AND m.id != o.id"
            " WHERE o.line != '' AND o.id IN (SELECT value FROM json_each(?)) ORDER BY o.id, m.id"
        )
        by_id = {marker.id: marker for marker in given}
        rows = self._store.database.execute_sql(sql, (json.dumps(sorted(own)),))
        return [(by_id[number], MarkerRecord(*row)) for number, *row in rows if row[0] not in own]

    def blank(self, kind: str, target_ids: Sequence[int]) -> None:
        """Forget the words of markers that touched these targets; their keys stay, so that none is read again."""
        self._store.database.execute_sql(
            "UPDATE markers SET line = '', said = '', why = '', target_id = NULL"
            " WHERE kind = ? AND target_id IN (SELECT value FROM json_each(?))",
            (kind, json.dumps(list(target_ids))),
        )

    def reword_marker(self, marker_id: int, **words: str) -> int:
        """Change ``line`` or ``why`` of one marker; 0 where it is gone."""
        return int(MarkerRow.update(**words).where(MarkerRow.id == marker_id).execute())

    def unblank(self, markers: Iterable[MarkerRecord]) -> None:
        """Bring the words and the targets of blanked markers back."""
        for marker in markers:
            words = {"line": marker.line, "said": marker.said, "why": marker.why, "target_id": marker.target_id}
            MarkerRow.update(**words).where((MarkerRow.id == marker.id) & (MarkerRow.kind == marker.kind)).execute()

    def _select(self, where: str, values: Sequence[Any]) -> list[MarkerRecord]:
        columns = ", ".join(MarkerRecord.__dataclass_fields__)
        rows = self._store.database.execute_sql(f"SELECT {columns} FROM markers WHERE {where}", tuple(values))
        return [MarkerRecord(*row) for row in rows]
