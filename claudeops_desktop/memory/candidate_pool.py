"""The memories that the facts of a batch are compared with: read once for each service, and kept current to its end.

Rows are those that ``candidates.read_rows`` gives. What changes meanwhile is learned from ``Store.changed``: within a
transaction from what it noted so far, between transactions from the hub. Where another connection wrote, SQLite's
``data_version`` moves, and everything is read anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from ..core.principals import ActingPrincipal, acting
from ..storage import CommittedChange, DataStore
from ..storage.database import proxy
from .candidates import COMPARED, Row, read_rows

__all__ = ["CandidatePool"]

_CHANGED = (
    f"SELECT id, service, category, observation, {COMPARED} FROM memories"
    " WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id"
)


class CandidatePool:
    """Rows by service and category, for writes; who only reads, on another thread, is given them from the database."""

    def __init__(self, store: DataStore) -> None:
        self._store = store
        self._rows: dict[str | None, dict[str | None, dict[int, str]]] = {}  # service → category (None: all) → rows
        self._many: set[tuple[str | None, str | None]] = set()  # of these only the newest are here
        self._service_of: dict[int, str | None] = {}
        self._newest = 0  # the highest id that was met: a row past it is new
        self._transaction: Sequence[CommittedChange] = ()  # what it noted
        self._seen = 0  # so many of these are taken in already
        self._version = -1
        self._of: ActingPrincipal | None = None  # who sees these rows: facts of other audiences are read for themselves
        self._told: set[int] = set()  # committed changes that are not taken in yet
        self._stop = store.hub.listen(self._hear)

    def close(self) -> None:
        """Listen no more, and let go of everything."""
        self._stop()
        self.clear()

    def clear(self) -> None:
        """Forget all rows: they are read again when they are asked for."""
        self._rows.clear()
        self._many.clear()
        self._service_of.clear()
        self._told.clear()
        self._newest = 0

    def taken_back(self) -> None:
        """The transaction went back to a savepoint: what it had changed since is not so."""
        self.clear()
        self._seen = len(self._transaction)

    def rows(self, service: str | None, category: str | None, most: int) -> list[Row]:
        """As ``candidates.read_rows``."""
        noted = self._store.noted_changes()
        if noted is None:
            return read_rows(service, category, most)
        if acting() != self._of:
            self.clear()
            self._of = acting()
        self._catch_up(noted)
        lists = self._rows.setdefault(service, {})
        if category not in lists:
            found = lists[category] = dict(read_rows(service, category, most))
            self._service_of |= dict.fromkeys(found, service)
            self._newest = max(self._newest, *found) if found else self._newest
            if len(found) >= most:
                self._many.add((service, category))
        return list(lists[category].items())

    def _hear(self, change: CommittedChange) -> None:
        if change.table != "memories":
            return
        if change.ids:
            self._told |= set(change.ids)
        else:
            self.clear()

    def _catch_up(self, noted: Sequence[CommittedChange]) -> None:
        if noted is not self._transaction:
            self._transaction, self._seen = noted, 0
            version = int(proxy.external_version())
            if version != self._version:  # another connection wrote before this transaction began
                self.clear()
                self._version = version
        news = [change for change in noted[self._seen :] if change.table == "memories"]
        self._seen = len(noted)
        if not all(change.ids for change in news):
            self.clear()
        told, self._told = self._told.union(*(change.ids for change in news)), set()
        if told:
            self._take_in(told)

    def _take_in(self, ids: Iterable[int]) -> None:
        gone = set(ids)
        rows = proxy.execute_sql(_CHANGED, (json.dumps(sorted(gone)),)).fetchall()
        for number, service, category, text, compared in rows:
            gone.discard(number)
            before = self._service_of.get(number, service)
            if before != service:
                self._forget(before)
            if not self._fits(number, service, category, text, bool(compared)):
                self._forget(service)
        for number in gone:
            if number in self._service_of:
                self._forget(self._service_of[number])

    def _fits(self, number: int, service: str | None, category: str, text: str, compared: bool) -> bool:
        """Tell whether the lists of a service hold a memory as it is now; a new one is put at their ends."""
        new = number > self._newest
        self._newest = max(self._newest, number)
        self._service_of[number] = service
        for kind, rows in self._rows.get(service, {}).items():
            here, cut = rows.get(number), (service, kind) in self._many
            if not compared or kind not in (None, category):
                if here is not None:
                    return False
            elif new:
                rows[number] = text
                if cut:
                    del rows[next(iter(rows))]
            elif here != text and not (here is None and cut and (kind is None or number < next(iter(rows)))):
                return False
        return True

    def _forget(self, service: str | None) -> None:
        self._rows.pop(service, None)
        self._many = {one for one in self._many if one[0] != service}
