"""The page of events: newest first, repeated ones folded, and where each was said."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from ....records.event_folds import EventFacets, EventFolds, EventQuery, Fold, FoldKey
from ....records.events import LEVELS
from ....store.changes import Change
from ... import theme, words
from ...page import Place
from ...record_page import RecordPage
from ...widgets.empty_state import EmptyState
from ...widgets.filter_box import Choice, FilterBox
from ...widgets.search_field import SearchField
from .detail import FoldDetail
from .model import FoldModel

if TYPE_CHECKING:
    from ...desk import Desk


class EventsPage(RecordPage):
    """What happened to services. The badge counts warnings and critical events said since the page was looked at."""

    title = "Events"

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, EventQuery(), parent)
        self._folds = EventFolds(desk.book.store)
        self._keys: dict[int, FoldKey] = {}
        self._seen: int | None = None
        self.level = FilterBox("Level", [Choice("Any level", None)])
        self.service = FilterBox("Service", [Choice("Any service", None)])
        self.model = FoldModel(self)
        self.model.rows_wanted.connect(self._rows_wanted)
        self.detail = FoldDetail(desk)
        self.detail.wanted.connect(self.wanted)
        self.detail.setMinimumHeight(4 * theme.ROW)
        self._build(
            SearchField("Search in messages"),
            {"level": self.level, "service": self.service},
            self.model,
            "Events",
            EmptyState("events", "No event yet"),
            self.detail,
            (3, 2),
        )
        self.table.picked.connect(self._picked)
        self.table.opened.connect(self._opened_fold)
        self.table.stretch(4)
        desk.bridge.changed.connect(self._on_change)

    def opened(self, place: Place | None = None) -> None:
        """In view: everything said so far counts as seen."""
        self._shown = True
        self._retell.start()
        self._tell_times()
        if place is not None and place.filters:
            self._set_filters(replace(EventQuery(), **_known(place.filters)))
        if place is not None and place.id is not None:
            self.desk.bridge.ask(_KeyOf(self._folds, place.id), self._found)
        self.refresh()

    def left(self) -> None:
        """Out of view: nothing ticks."""
        self._shown = False
        self._retell.stop()

    def actions(self) -> list[QAction]:
        """For the command palette."""
        critical = QAction("Show critical events", self)
        critical.triggered.connect(self._show_critical)
        return [critical]

    def save_state(self) -> dict[str, Any]:
        """Also up to where the operator has seen."""
        return {**super().save_state(), "seen": self._seen}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take it up; what does not fit is left aside."""
        super().restore_state(state)
        seen = state.get("seen")
        if isinstance(seen, int):
            self._seen = seen
            self._count_waiting()
        self._set_filters(replace(EventQuery(), **_known(state)))

    # --- asking ----------------------------------------------------------------------------------------------------

    def _listing(self) -> _Listing:
        return _Listing(self._folds, self._query)

    def _listed(self, answer: tuple[EventQuery, list[FoldKey], EventFacets, int]) -> None:
        _, keys, facets, newest = answer
        grown = [key.oldest for key in keys if key.oldest in self._keys and self._keys[key.oldest] != key]
        self._keys = {key.oldest: key for key in keys}
        order = [key.oldest for key in keys]
        if list(self.model.keys) != order:
            self.table.show_keys(order)
        self.model.stale(grown)
        self._tell(facets)
        if not order:
            self.detail.show_fold(None)
        elif self.table.current is None and not self.table.wishing:
            self.table.pick(order[0])
        if self._shown:
            self._seen = max(newest, self._seen or 0)
            self.badge_changed.emit(0)

    def _rows_wanted(self, oldest: list[int]) -> None:
        keys = tuple(self._keys[one] for one in oldest if one in self._keys)
        self.desk.bridge.ask(_Rows(self._folds, keys), self._rows_known)

    def _rows_known(self, folds: list[Fold]) -> None:
        self.model.put({fold.key.oldest: fold for fold in folds})
        current = self.table.current
        for fold in folds:
            if fold.key.oldest == current:
                self.detail.show_fold(fold)

    def _found(self, key: FoldKey | None) -> None:
        if key is None:
            self.message.emit("That event is no longer in the records.", None)
            return
        if self.model.keys and self.model.place(key.oldest) < 0 and self._query != EventQuery():
            self._clear_filters()
        self.table.pick(key.oldest)

    def _on_change(self, change: Change) -> None:
        if change.table in ("events", "*") and not self._soon.isActive():
            self._soon.start()

    def _look_again(self) -> None:
        if self._shown:
            self._ask()
        else:
            self._count_waiting()

    def _count_waiting(self) -> None:
        if self._seen is not None:
            self.desk.bridge.ask(_Waiting(self._folds, self._seen), self._waiting)

    def _waiting(self, number: int) -> None:
        if not self._shown:
            self.badge_changed.emit(number)

    # --- telling ---------------------------------------------------------------------------------------------------

    def _tell(self, facets: EventFacets) -> None:
        self.fact_changed.emit(_fact(facets, len(self._keys)))
        levels = [Choice(level, level, facets.levels[level]) for level in reversed(LEVELS) if level in facets.levels]
        self.level.set_choices([Choice("Any level", None, sum(facets.levels.values())), *levels])
        services = [Choice(name, name, count) for name, count in facets.services.items()]
        self.service.set_choices([Choice("Any service", None, sum(facets.services.values())), *services])
        self._show_rows(
            facets.matching,
            facets.total,
            (
                "No event yet",
                "What a run finds worth telling appears here within a second: a service that is down, a certificate.",
            ),
            "No event matches",
        )

    def _tell_times(self) -> None:
        self.model.retell("last")
        self.detail.retell()

    # --- what the operator does ------------------------------------------------------------------------------------

    def _picked(self, oldest: int | None) -> None:
        if oldest is not None:
            fold = self.model.row(self.model.place(oldest))
            if fold is not None:
                self.detail.show_fold(fold)

    def _opened_fold(self, _oldest: int) -> None:
        self.detail.table.setFocus()

    def _show_critical(self) -> None:
        self._set_filters(EventQuery(level="critical"))
        self._ask()


def _fact(facets: EventFacets, folds: int) -> str:
    if not facets.total:
        return "No event yet"
    if facets.matching != facets.total:
        return f"{words.number(facets.matching)} of {words.counted(facets.total, 'event')} shown"
    parts = [words.counted(facets.total, "event")]
    if folds != facets.total:
        parts.append(f"{words.number(folds)} different")
    parts += [
        f"{words.number(facets.levels[level])} {level}" for level in ("critical", "warning") if facets.levels.get(level)
    ]
    return " · ".join(parts)


def _known(values: dict[str, Any]) -> dict[str, Any]:
    """The filters among these values that an EventQuery has, where they are text."""
    return {name: values[name] for name in ("level", "service", "text") if isinstance(values.get(name), str)}


@dataclass(frozen=True, slots=True)
class _Listing:
    folds: EventFolds
    query: EventQuery

    def __call__(self) -> tuple[EventQuery, list[FoldKey], EventFacets, int]:
        return self.query, self.folds.keys(self.query), self.folds.facets(self.query), self.folds.newest_id()


@dataclass(frozen=True, slots=True)
class _Rows:
    folds: EventFolds
    keys: tuple[FoldKey, ...]

    def __call__(self) -> list[Fold]:
        return self.folds.folds(self.keys)


@dataclass(frozen=True, slots=True)
class _KeyOf:
    folds: EventFolds
    event_id: int

    def __call__(self) -> FoldKey | None:
        return self.folds.key_of(self.event_id)


@dataclass(frozen=True, slots=True)
class _Waiting:
    folds: EventFolds
    seen: int

    def __call__(self) -> int:
        return self.folds.waiting(self.seen)
