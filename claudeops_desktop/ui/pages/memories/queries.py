"""Keeps the table's list true: asks for ids, rows and counts on reader threads, and hears of every change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from shiboken6 import isValid

from ....memory import FilterCounts, Memory, MemoryQuery, MemoryService
from ....storage.change_events import CommittedChange
from ....storage.qt_async import StoreBridge
from ...latest_query import LatestQuery
from ...text.translation import error_text
from ...widgets.row_patch import InsertRows, RowStep, steps_between
from .model import MemoryModel

SETTLE_MS = 60
REST_AFTER_MS = 120
COUNTS_AFTER_MS = 120
MANY = 4000
BEGINNING = 200
AROUND = 40
ROWS_AT_FIRST = 60
ROWS_WITH_A_STEP = 64


@dataclass(frozen=True, slots=True)
class MemoryListing:
    """A list of ids as it was read: for ``query``, with some rows of it.

    ``steps`` leads there from the model's list of ``version``, or is None where the list is to be replaced. ``whole``
    is False for the beginning of a long list, whose rest follows. ``keep`` is a memory to keep in view.
    """

    query: MemoryQuery
    ids: list[int]
    rows: list[Memory]
    steps: tuple[RowStep, ...] | None
    version: int
    whole: bool = True
    keep: int | None = None


@dataclass(frozen=True, slots=True)
class QueryFilterCounts:
    """The facets of a query."""

    query: MemoryQuery
    facets: FilterCounts


class MemoryListLoader(QObject):
    """Of a long list the beginning is asked for first: it is there before all of a hundred thousand are sorted. The
    rest follows after a short pause, so that it is not in the way of the next letter typed.

    One question of each kind is on its way at a time; of what is asked meanwhile only the last is asked after it.
    ``list_loaded`` carries a Listing for the query in force, ``counts_loaded`` the Counts, ``failed`` one sentence.
    """

    list_loaded = Signal(object)
    counts_loaded = Signal(object)
    failed = Signal(str)

    def __init__(
        self, bridge: StoreBridge, memory: MemoryService, model: MemoryModel, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._memory = memory
        self._model = model
        self.query = MemoryQuery()
        self._shown: MemoryQuery | None = None
        self._keep: int | None = None
        self._total = MANY + 1  # not known yet: it may be many
        self._first = LatestQuery(bridge, self._have_beginning, self.failed.emit, self)
        self._whole = LatestQuery(bridge, self._have_list, self.failed.emit, self)
        self._counts = LatestQuery(bridge, self._have_counts, self.failed.emit, self)
        self._rows_asked = False
        self._rows_next: list[int] = []
        self._watching = False
        self._missed = False
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self._ask_whole)
        self._quiet = QTimer(self, singleShot=True, interval=COUNTS_AFTER_MS)
        self._quiet.timeout.connect(self._ask_counts)
        self._rest = QTimer(self, singleShot=True, interval=REST_AFTER_MS)
        self._rest.timeout.connect(self._ask_whole)
        model.rows_requested.connect(self._want_rows)
        bridge.changed.connect(self._changed)

    def watch(self, on: bool) -> None:
        """While watching every change is followed; one that was missed is made up for when watching begins."""
        self._watching = on
        if on and self._missed:
            self.refresh()
        if not on:
            self._missed = self._missed or self._settle.isActive()
            self._settle.stop()

    def load(self, query: MemoryQuery, keep: int | None = None, *, must: bool = False) -> None:
        """Another query. ``keep`` is a memory to keep in view, which a long list gives up unless it ``must``."""
        self.query = query
        self._keep = keep
        self._quiet.stop()
        self._rest.stop()
        if self._total > MANY and not (must and keep is not None):
            self._whole.discard()
            self._first.ask(partial(_list_memories, self._memory, query, None, self._model.version, BEGINNING))
        else:
            self._first.discard()
            self._ask_whole()

    @Slot()
    def refresh(self) -> None:
        """Everything anew."""
        self._missed = False
        self._model.mark_stale(())
        self._ask_whole()

    @Slot(object)
    def _changed(self, change: CommittedChange) -> None:
        if change.table not in ("memories", "*"):
            return
        if not self._watching:
            self._missed = True
            return
        self._model.mark_stale(change.ids if change.table == "memories" else ())
        if not self._settle.isActive():
            self._settle.start()

    # --- the list

    @Slot()
    def _ask_whole(self) -> None:
        self._settle.stop()
        self._rest.stop()
        old = None if self.query != self._shown else list(self._model.ids)
        self._whole.ask(partial(_list_memories, self._memory, self.query, old, self._model.version, None, self._keep))

    def _have_beginning(self, listing: MemoryListing) -> None:
        self._shown = listing.query
        self.list_loaded.emit(listing)
        if listing.whole:
            self._quiet.start()
        else:
            self._rest.start()

    def _have_list(self, listing: MemoryListing) -> None:
        self._shown = listing.query
        self._keep = None
        self.list_loaded.emit(listing)
        self._quiet.start(0 if self._total <= MANY else COUNTS_AFTER_MS)

    # --- the counts

    @Slot()
    def _ask_counts(self) -> None:
        self._counts.ask(partial(_count_facets, self._memory, self.query))

    def _have_counts(self, counts: QueryFilterCounts) -> None:
        self._total = counts.facets.total
        if counts.query == self.query:
            self.counts_loaded.emit(counts)

    # --- the rows

    @Slot(object)
    def _want_rows(self, ids: Sequence[int]) -> None:
        if self._rows_asked:
            self._model.forget_requests(self._rows_next)  # what is looked at now counts, not what was scrolled past
            self._rows_next = list(ids)
            return
        self._rows_asked = True
        self._bridge.ask(partial(self._memory.search.rows, tuple(ids)), self._have_rows, self._rows_failed)

    def _have_rows(self, rows: list[Memory]) -> None:
        if not isValid(self):
            return
        self._rows_asked = False
        wanted, self._rows_next = self._rows_next, []
        self._model.set_rows({memory.id: memory for memory in rows})
        if wanted:
            self._want_rows(wanted)

    def _rows_failed(self, error: Exception) -> None:
        if not isValid(self):
            return
        self._rows_asked = False
        self._rows_next = []
        self.failed.emit(error_text(error))


def _list_memories(
    memory: MemoryService,
    query: MemoryQuery,
    old: list[int] | None,
    version: int,
    limit: int | None,
    keep: int | None = None,
) -> MemoryListing:
    ids = memory.search.ids(query, limit)
    steps = None if old is None else steps_between(old, ids)
    rows = memory.search.rows(_first_rows(ids, steps, keep))
    whole = limit is None or len(ids) < limit
    return MemoryListing(query, ids, rows, steps, version, whole, keep)


def _first_rows(ids: list[int], steps: tuple[RowStep, ...] | None, keep: int | None) -> list[int]:
    """The ids whose rows come with a list: those that arrived, or the first ones and those around ``keep``."""
    if steps is not None:
        arrived = [step.ids for step in steps if isinstance(step, InsertRows)]
        return [n for some in arrived for n in some[:ROWS_WITH_A_STEP]][:ROWS_WITH_A_STEP]
    near = ids[:ROWS_AT_FIRST]
    if keep is not None and keep in ids:
        at = ids.index(keep)
        near = near + ids[max(ROWS_AT_FIRST, at - AROUND) : at + AROUND]
    return near


def _count_facets(memory: MemoryService, query: MemoryQuery) -> QueryFilterCounts:
    return QueryFilterCounts(query, memory.search.facets(query))
