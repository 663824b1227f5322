"""Keeps the list of a table of any length true: asks for keys, rows and counts on reader threads, and hears of every
change.

Of a long list the beginning is asked for first: it is there before all of a hundred thousand are sorted. The rest
follows after a short pause, so that it is not in the way of the next letter typed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from shiboken6 import isValid

from ...storage.change_events import CommittedChange
from ...storage.qt_async import StoreBridge
from ..latest_query import LatestQuery
from ..text.translation import error_text
from ..widgets.record_model import RecordModel
from ..widgets.row_patch import InsertRows, RowStep, steps_between

Query = TypeVar("Query")
Row = TypeVar("Row")
Counts = TypeVar("Counts")

SETTLE_MS = 60
REST_AFTER_MS = 120
COUNTS_AFTER_MS = 120
MANY = 4000
BEGINNING = 200
AROUND = 40
ROWS_AT_FIRST = 60
ROWS_WITH_A_STEP = 64


@dataclass(frozen=True)
class ListSource(Generic[Query, Row, Counts]):
    """Where a list comes from; each of the functions runs on a reader thread.

    ``keys`` answers with the keys of a query in order, at most so many, and whether these are all; ``rows`` with the
    rows of keys, ``count`` with the numbers that the filters show and how many rows there are without any filter. Of a
    change in one of ``keyed_tables`` the ids are keys of the list; in one of ``tables`` any row may have changed.
    """

    keys: Callable[[Query, int | None], tuple[list[Any], bool]]
    rows: Callable[[Sequence[Hashable]], Mapping[Hashable, Row]]
    count: Callable[[Query], tuple[Counts, int]]
    keyed_tables: frozenset[str]
    tables: frozenset[str] = frozenset()


@dataclass(frozen=True)
class KeyListing(Generic[Query, Row]):
    """A list of keys as it was read: for ``query``, with some rows of it.

    ``steps`` leads there from the model's list of ``version``, or is None where the list is to be replaced. ``whole``
    is False for the beginning of a long list, whose rest follows. ``keep`` is a key to keep in view.
    """

    query: Query
    keys: list[Any]
    rows: Mapping[Hashable, Row]
    steps: tuple[RowStep, ...] | None
    version: int
    whole: bool = True
    keep: Hashable | None = None


class WindowedListLoader(QObject, Generic[Query, Row, Counts]):
    """One question of each kind is on its way at a time; of what is asked meanwhile only the last is asked after it.

    ``list_loaded`` carries a KeyListing for the query in force, ``counts_loaded`` a query and its counts, ``failed``
    one sentence.
    """

    list_loaded = Signal(object)
    counts_loaded = Signal(object, object)
    failed = Signal(str)

    def __init__(
        self,
        bridge: StoreBridge,
        source: ListSource[Query, Row, Counts],
        model: RecordModel,
        query: Query,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._source = source
        self._model = model
        self.query = query
        self._shown: Query | None = None
        self._keep: Hashable | None = None
        self._total = MANY + 1  # not known yet: it may be many
        self._first = LatestQuery(bridge, self._have_beginning, self.failed.emit, self)
        self._whole = LatestQuery(bridge, self._have_list, self.failed.emit, self)
        self._counts = LatestQuery(bridge, self._have_counts, self.failed.emit, self)
        self._rows_asked = False
        self._rows_next: list[Hashable] = []
        self._watching = False
        self.missed = False
        self._settle = self._timer(SETTLE_MS, self._ask_whole)
        self._quiet = self._timer(COUNTS_AFTER_MS, self._ask_counts)
        self._rest = self._timer(REST_AFTER_MS, self._ask_whole)
        model.rows_requested.connect(self._want_rows)
        bridge.changed.connect(self._committed)

    def _timer(self, interval: int, act: Callable[[], None]) -> QTimer:
        timer = QTimer(self, singleShot=True, interval=interval)
        timer.timeout.connect(act)
        return timer

    def watch(self, on: bool) -> None:
        """While watching every change is followed; one that was missed is made up for when watching begins."""
        self._watching = on
        if on and self.missed:
            self.refresh()
        if not on:
            self.missed = self.missed or self._settle.isActive()
            self._settle.stop()

    def load(self, query: Query, keep: Hashable | None = None, *, must: bool = False) -> None:
        """Load another query. ``keep`` is a row to keep in view, which a long list gives up unless it ``must``."""
        self.query = query
        self._keep = keep
        self._quiet.stop()
        self._rest.stop()
        if self._total > MANY and not (must and keep is not None):
            self._whole.discard()
            self._first.ask(partial(_list_keys, self._source, query, None, self._model.version, BEGINNING))
        else:
            self._first.discard()
            self._ask_whole()

    @Slot()
    def refresh(self) -> None:
        """Read everything anew."""
        self.missed = False
        self._model.mark_stale(())
        self._ask_whole()

    def _committed(self, change: CommittedChange) -> None:
        source = self._source
        if change.table not in source.keyed_tables and change.table not in source.tables and change.table != "*":
            return
        if not self._watching:
            self.missed = True
            return
        self._model.mark_stale(change.ids if change.table in source.keyed_tables else ())
        if not self._settle.isActive():
            self._settle.start()

    # --- the list ----------------------------------------------------------------------------------------------------

    def _ask_whole(self) -> None:
        self._settle.stop()
        self._rest.stop()
        old = None if self.query != self._shown else list(self._model.keys)
        version = self._model.version
        self._whole.ask(partial(_list_keys, self._source, self.query, old, version, None, self._keep))

    def _have_beginning(self, listing: KeyListing[Query, Row]) -> None:
        self._shown = listing.query
        self.list_loaded.emit(listing)
        if listing.whole:
            self._quiet.start()
        else:
            self._rest.start()

    def _have_list(self, listing: KeyListing[Query, Row]) -> None:
        self._shown = listing.query
        self._keep = None
        self.list_loaded.emit(listing)
        self._quiet.start(0 if self._total <= MANY else COUNTS_AFTER_MS)

    # --- the counts --------------------------------------------------------------------------------------------------

    def _ask_counts(self) -> None:
        self._counts.ask(partial(_count, self._source, self.query))

    def _have_counts(self, answer: tuple[Query, Counts, int]) -> None:
        query, counts, self._total = answer
        if query == self.query:
            self.counts_loaded.emit(query, counts)

    # --- the rows ----------------------------------------------------------------------------------------------------

    @Slot(object)
    def _want_rows(self, keys: Sequence[Hashable]) -> None:
        if self._rows_asked:
            self._model.forget_requests(self._rows_next)  # what is looked at now counts, not what was scrolled past
            self._rows_next = list(keys)
            return
        self._rows_asked = True
        self._bridge.ask(partial(self._source.rows, tuple(keys)), self._have_rows, self._rows_failed)

    def _have_rows(self, rows: Mapping[Hashable, Row]) -> None:
        if not isValid(self):
            return
        self._rows_asked = False
        wanted, self._rows_next = self._rows_next, []
        self._model.set_rows(rows)
        if wanted:
            self._want_rows(wanted)

    def _rows_failed(self, error: Exception) -> None:
        if not isValid(self):
            return
        self._rows_asked = False
        self._rows_next = []
        self.failed.emit(error_text(error))


def _list_keys(
    source: ListSource[Query, Row, Any],
    query: Query,
    old: list[Any] | None,
    version: int,
    limit: int | None,
    keep: Hashable | None = None,
) -> KeyListing[Query, Row]:
    keys, whole = source.keys(query, limit)
    steps = None if old is None else steps_between(old, keys)
    return KeyListing(query, keys, source.rows(_first_rows(keys, steps, keep)), steps, version, whole, keep)


def _count(source: ListSource[Query, Any, Counts], query: Query) -> tuple[Query, Counts, int]:
    return query, *source.count(query)


def _first_rows(keys: list[Any], steps: tuple[RowStep, ...] | None, keep: Hashable | None) -> list[Any]:
    """The keys whose rows come with a list: those that arrived, or the first ones and those around ``keep``."""
    if steps is not None:
        arrived = [step.ids for step in steps if isinstance(step, InsertRows)]
        return [key for some in arrived for key in some[:ROWS_WITH_A_STEP]][:ROWS_WITH_A_STEP]
    near = keys[:ROWS_AT_FIRST]
    if keep is not None and keep in keys:
        at = keys.index(keep)
        near = near + keys[max(ROWS_AT_FIRST, at - AROUND) : at + AROUND]
    return near
