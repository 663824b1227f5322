"""Keeps the table's list true: asks for ids, rows and counts on reader threads, and hears of every change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from shiboken6 import isValid

from ....memory.agent import MemoryAgent
from ....memory.fact import Memory
from ....memory.search import Facets, MemoryQuery
from ....store.bridge import Bridge
from ....store.changes import Change
from .model import MemoryModel
from .patch import Insert, Step, steps_between

SETTLE_MS = 60
FIRST_ROWS = 60
AROUND = 40
ROWS_WITH_A_STEP = 64


@dataclass(frozen=True, slots=True)
class Listing:
    """A list of ids as it was read: for ``query``, with some rows of it.

    ``steps`` leads there from the model's list of ``version``, or is None where the list is to be replaced.
    """

    query: MemoryQuery
    ids: list[int]
    rows: list[Memory]
    steps: tuple[Step, ...] | None
    version: int


@dataclass(frozen=True, slots=True)
class Counts:
    """The facets of a query."""

    query: MemoryQuery
    facets: Facets


class MemoryFeed(QObject):
    """One question of each kind is on its way at a time; what is asked meanwhile is asked after it, once.

    ``listed`` carries a Listing for the query in force, ``counted`` the Counts, ``failed`` one sentence.
    """

    listed = Signal(object)
    counted = Signal(object)
    failed = Signal(str)

    def __init__(self, bridge: Bridge, memory: MemoryAgent, model: MemoryModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._memory = memory
        self._model = model
        self.query = MemoryQuery()
        self._shown: MemoryQuery | None = None
        self._keep: int | None = None
        self._listing = self._counting = self._list_again = self._count_again = False
        self._rows_asked = False
        self._rows_next: list[int] = []
        self._watching = False
        self._missed = True
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self._list)
        model.rows_wanted.connect(self._want_rows)
        bridge.changed.connect(self._changed)

    def watch(self, on: bool) -> None:
        """While watching every change is followed; one that was missed is made up for when watching begins."""
        self._watching = on
        if on and self._missed:
            self.refresh()
        if not on:
            self._missed = self._missed or self._settle.isActive()
            self._settle.stop()

    def ask(self, query: MemoryQuery, keep: int | None = None) -> None:
        """Another query. Rows around the memory ``keep`` come with the answer, if it is among them."""
        self.query = query
        self._keep = keep
        self._list()

    def refresh(self) -> None:
        """Everything anew."""
        self._missed = False
        self._model.distrust(())
        self._list()

    @Slot(object)
    def _changed(self, change: Change) -> None:
        if change.table not in ("memories", "*"):
            return
        if not self._watching:
            self._missed = True
            return
        self._model.distrust(change.ids if change.table == "memories" else ())
        if not self._settle.isActive():
            self._settle.start()

    # --- the list

    @Slot()
    def _list(self) -> None:
        if self._listing:
            self._list_again = True
            return
        self._listing = True
        self._list_again = False
        self._settle.stop()
        old = None if self.query != self._shown else list(self._model.ids)
        question = _ListQuestion(self._memory, self.query, old, self._model.version, self._keep)
        self._bridge.ask(question, self._have_list, self._list_failed)

    def _have_list(self, listing: Listing) -> None:
        if not isValid(self):
            return
        self._listing = False
        if listing.query == self.query:
            self._shown = listing.query
            self._keep = None
            self.listed.emit(listing)
            self._count()
        if self._list_again or listing.query != self.query:
            self._list()

    def _list_failed(self, error: Exception) -> None:
        if not isValid(self):
            return
        self._listing = False
        self._list_again = False
        self.failed.emit(getattr(error, "told", str(error)))

    # --- the counts

    def _count(self) -> None:
        if self._counting:
            self._count_again = True
            return
        self._counting = True
        self._count_again = False
        self._bridge.ask(_CountQuestion(self._memory, self.query), self._have_counts, self._counts_failed)

    def _have_counts(self, counts: Counts) -> None:
        if not isValid(self):
            return
        self._counting = False
        if counts.query == self.query:
            self.counted.emit(counts)
        if self._count_again or counts.query != self.query:
            self._count()

    def _counts_failed(self, error: Exception) -> None:
        if not isValid(self):
            return
        self._counting = self._count_again = False
        self.failed.emit(getattr(error, "told", str(error)))

    # --- the rows

    @Slot(object)
    def _want_rows(self, ids: Sequence[int]) -> None:
        if self._rows_asked:
            self._model.unask(self._rows_next)  # what is looked at now counts, not what was scrolled past
            self._rows_next = list(ids)
            return
        self._rows_asked = True
        self._bridge.ask(_RowQuestion(self._memory, tuple(ids)), self._have_rows, self._rows_failed)

    def _have_rows(self, rows: list[Memory]) -> None:
        if not isValid(self):
            return
        self._rows_asked = False
        wanted, self._rows_next = self._rows_next, []
        self._model.fill(rows)
        if wanted:
            self._want_rows(wanted)

    def _rows_failed(self, error: Exception) -> None:
        if not isValid(self):
            return
        self._rows_asked = False
        self._rows_next = []
        self.failed.emit(getattr(error, "told", str(error)))


@dataclass(frozen=True, slots=True)
class _ListQuestion:
    memory: MemoryAgent
    query: MemoryQuery
    old: list[int] | None
    version: int
    keep: int | None

    def __call__(self) -> Listing:
        ids = self.memory.ids(self.query)
        steps = None if self.old is None else steps_between(self.old, ids)
        return Listing(self.query, ids, self.memory.rows(self._near(ids, steps)), steps, self.version)

    def _near(self, ids: list[int], steps: tuple[Step, ...] | None) -> list[int]:
        if steps is not None:
            arrived = [step.ids for step in steps if isinstance(step, Insert)]
            return [n for some in arrived for n in some][:ROWS_WITH_A_STEP]
        near = ids[:FIRST_ROWS]
        if self.keep is not None and self.keep in ids:
            at = ids.index(self.keep)
            near = near + ids[max(FIRST_ROWS, at - AROUND) : at + AROUND]
        return near


@dataclass(frozen=True, slots=True)
class _CountQuestion:
    memory: MemoryAgent
    query: MemoryQuery

    def __call__(self) -> Counts:
        return Counts(self.query, self.memory.facets(self.query))


@dataclass(frozen=True, slots=True)
class _RowQuestion:
    memory: MemoryAgent
    ids: tuple[int, ...]

    def __call__(self) -> list[Memory]:
        return self.memory.rows(self.ids)
