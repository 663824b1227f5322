"""The page of events: newest first, repeated ones folded, and where each was said."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QBoxLayout, QHBoxLayout, QPushButton, QWidget

from ....core.clock import utc_now
from ....records.event_groups import (
    ACKNOWLEDGED,
    MUTED,
    WAITING,
    EventFacets,
    EventGroup,
    EventGroupKey,
    EventGroupRecords,
    EventQuery,
)
from ....records.events import LEVELS
from ....records.mutes import MuteRule
from ....storage.change_events import CommittedChange
from ... import icons, theme
from ...text import formatting
from ...text.translation import tr, tr_count
from ...timers import start_timer_at
from ...widgets.empty_state import EmptyState
from ...widgets.filter_box import FilterBox, FilterChoice
from ...widgets.search_field import SearchField
from ...widgets.state_dot import state_word
from ..base_page import PageLocation
from ..record_page import RecordPage
from . import time_filter
from .commands import end_mute, mute_events, unacknowledge_groups, undo_acknowledge
from .detail_pane import EventGroupDetail
from .dialogs import ActiveMutesDialog, MuteDialog, MuteRequest
from .model import EventGroupModel
from .queries import EventListing, acknowledge_events, find_event_group, list_events, load_event_groups
from .text import fact_line, valid_filters

if TYPE_CHECKING:
    from ...app_context import AppContext

NARROWEST, WIDEST = 76, 220

DETAIL_FROM = 420


class EventsPage(RecordPage):
    """What happened to services."""

    title = tr("Events")

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(desk, EventQuery(), parent)
        self._folds = EventGroupRecords(desk.book.store)
        self._found_now: EventListing | None = None
        self.time = FilterBox(tr("Time"), time_filter.time_choices(None))
        self.level = FilterBox(tr("Level"), [FilterChoice(tr("Any level"), None)])
        self.service = FilterBox(tr("Service"), [FilterChoice(tr("Any service"), None)])
        self.state = FilterBox(tr("Acknowledged or muted"), [FilterChoice(tr("Any state"), None)])
        boxes = {"time": self.time, "level": self.level, "service": self.service, "state": self.state}
        for box in boxes.values():
            box.setMinimumWidth(NARROWEST)  # in a narrow window they give way before they are cut off
            box.setMaximumWidth(WIDEST)
        self.model = EventGroupModel(self)
        self.model.rows_requested.connect(self._rows_wanted)
        self.detail = EventGroupDetail(desk)
        self.detail.navigation_requested.connect(self.navigation_requested)
        self.detail.acknowledge_requested.connect(self.acknowledge)
        self.detail.mute_requested.connect(self.open_mute)
        self._build(
            SearchField(tr("Search in messages")),
            boxes,
            self.model,
            tr("Events"),
            EmptyState("events", tr("No event yet")),
            self.detail,
            (3, 2),
        )
        self._add_bar()
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.table.selectionModel().selectionChanged.connect(self._selected)
        self.table.row_picked.connect(self._picked)
        self.table.row_opened.connect(self._opened_fold)
        self.table.stretch_columns(4)
        self._mute_ends = QTimer(self, singleShot=True)
        self._mute_ends.timeout.connect(self._look_again)
        self._actions = self._make_actions()
        desk.bridge.changed.connect(self._on_change)

    def activate(self, place: PageLocation | None = None) -> None:
        """In view."""
        self._shown = True
        self._retell.start()
        self._tell_times()
        if place is not None and place.filters:
            self._set_filters(replace(EventQuery(), **valid_filters(place.filters)))
        if place is not None and place.id is not None:
            self.desk.bridge.ask(partial(find_event_group, self._folds, place.id), self._found)
        self.refresh()

    def deactivate(self) -> None:
        """Out of view: nothing ticks."""
        self._shown = False
        self._retell.stop()
        self._mute_ends.stop()

    def actions(self) -> list[QAction]:
        """For the command palette."""
        return self._actions

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take it up; what does not fit is left aside."""
        super().restore_state(state)
        self._set_filters(replace(EventQuery(), **valid_filters(state)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a low window the detail keeps to its head."""
        super().resizeEvent(event)
        low = event.size().height() < DETAIL_FROM
        self.detail.keep_low(low)
        self.detail.setMinimumHeight((2 if low else 4) * theme.ROW + theme.GAP_M)
        self._tables.setMinimumHeight((3 if low else 4) * theme.ROW)

    def _add_bar(self) -> None:
        """What is left to see to, and what is muted, between the filters and the table."""
        self._bar = QWidget(self)
        self._said = theme.plain_label(role="muted")
        self.all = QPushButton(tr("Acknowledge all"))
        self.all.clicked.connect(self.acknowledge_all)
        self.mutes = QPushButton(tr("Mutes"))
        icons.set_themed_icon(self.mutes, "mute")
        self.mutes.clicked.connect(self.open_mutes)
        row = QHBoxLayout(self._bar)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GAP_S)
        row.addWidget(self._said, 1)
        row.addWidget(self.mutes)
        row.addWidget(self.all)
        column = self.layout()
        assert isinstance(column, QBoxLayout)  # noqa: S101
        column.insertWidget(1, self._bar)
        self._bar.hide()

    def _make_actions(self) -> list[QAction]:
        made = []
        for text, keys, act in (
            (tr("Acknowledge the chosen events"), "A", self.acknowledge),
            (tr("Acknowledge all events shown"), "Shift+A", self.acknowledge_all),
            (tr("Mute events like this…"), "M", self.open_mute),
            (tr("Show what is muted…"), "", self.open_mutes),
            (tr("Show critical events"), "", self._show_critical),
            (tr("Show events that are not acknowledged"), "", self._show_waiting),
        ):
            action = QAction(text, self)
            if keys:
                action.setShortcut(keys)
                action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            action.triggered.connect(act)
            self.addAction(action)
            made.append(action)
        return made

    # --- asking ----------------------------------------------------------------------------------------------------

    def _listing(self) -> Callable[[], tuple[EventQuery, EventListing]]:
        return partial(list_events, self.desk, self._query, utc_now())

    def _listed(self, answer: tuple[EventQuery, EventListing]) -> None:
        found = answer[1]
        before, self._found_now = self._found_now, found
        known = [fold for fold in self.model.known_groups if before is None or found.key(fold) != before.key(fold)]
        order, facets = found.table.folds, found.facets
        if self.model.keys != order:
            chosen = self.selected_groups
            self.table.show_keys(order)
            if len(chosen) > 1:
                self.table.select_keys(chosen)
        self.model.reload_rows(known)
        self._tell(facets)
        if not order:
            self.detail.show_fold(None)
        elif self.table.current is None and not self.table.has_pending_selection:
            self.table.select_key(order[0])
        start_timer_at(self._mute_ends, found.mute_ends)

    def _rows_wanted(self, folds: list[int]) -> None:
        self.desk.bridge.ask(partial(load_event_groups, self._folds, tuple(self._keys_of(folds))), self._rows_known)

    def _rows_known(self, folds: list[EventGroup]) -> None:
        self.model.set_rows({fold.key.fold: fold for fold in folds})
        current = self.table.current
        for fold in folds:
            if fold.key.fold == current:
                self._show_in_detail(fold)

    def _found(self, fold: int | None) -> None:
        if fold is None:
            self.message_posted.emit(tr("That event is no longer in the records."), None)
            return
        if self.model.keys and self.model.place(fold) < 0 and self._query != EventQuery():
            self._clear_filters()
        self.table.select_key(fold)

    def _on_change(self, change: CommittedChange) -> None:
        if change.table in ("events", "incidents", "mutes", "*") and not self._soon.isActive():
            self._soon.start()

    def _look_again(self) -> None:
        if self._shown:
            self._ask()

    # --- telling ---------------------------------------------------------------------------------------------------

    def _tell(self, facets: EventFacets) -> None:
        self.fact_changed.emit(fact_line(facets, self.model.rowCount()))
        self.time.set_choices(time_filter.time_choices(self._query.time))
        levels = [
            FilterChoice(state_word(level), level, facets.levels[level])
            for level in reversed(LEVELS)
            if level in facets.levels
        ]
        self.level.set_choices([FilterChoice(tr("Any level"), None, sum(facets.levels.values())), *levels])
        services = [FilterChoice(name, name, count) for name, count in facets.services.items()]
        self.service.set_choices([FilterChoice(tr("Any service"), None, sum(facets.services.values())), *services])
        states = [
            FilterChoice(tr("Any state"), None, facets.waiting + facets.acknowledged),
            FilterChoice(tr("Not acknowledged"), WAITING, facets.waiting),
            FilterChoice(tr("Acknowledged"), ACKNOWLEDGED, facets.acknowledged),
        ]
        if facets.muted or self._query.state == MUTED:
            states.append(FilterChoice(tr("Muted"), MUTED, facets.muted))
        self.state.set_choices(states)
        self._show_rows(
            facets.matching,
            facets.total,
            (
                tr("No event yet"),
                tr(
                    "What a run reports appears here within a second: a service that is down, a "
                    "certificate that expires."
                ),
            ),
            tr("No event matches"),
        )
        self._tell_bar(facets)

    def _tell_bar(self, facets: EventFacets) -> None:
        waiting = self._found_now.waiting if self._found_now is not None else 0
        self._bar.setVisible(bool(facets.total))
        said = [
            tr("{waiting} not acknowledged", waiting=formatting.format_number(waiting))
            if waiting
            else tr("All of these are acknowledged")
        ]
        if facets.muted and self._query.state != MUTED:
            said.append(tr("{muted} muted", muted=formatting.format_number(facets.muted)))
        self._said.setText(" · ".join(said) if facets.matching else "")
        self.all.setEnabled(bool(waiting))
        self.all.setText(
            tr("Acknowledge all {waiting}", waiting=formatting.format_number(waiting))
            if waiting > 1
            else tr("Acknowledge all")
        )
        self.all.setToolTip(tr("All events that are shown now (Shift+A)"))
        self.mutes.setText(tr_count("%n mute", "%n mutes", facets.mutes) if facets.mutes else tr("Mutes"))
        self._tell_chosen()

    def _tell_times(self) -> None:
        self.model.refresh_times("last")
        self.detail.refresh_times()
        if self._query.time in ("hour", "day", "week"):
            self._ask()

    def _tell_chosen(self) -> None:
        keys = self._chosen_keys()
        self.detail.show_selection_count(len(keys), sum(key.waiting for key in keys))

    # --- what the operator does ------------------------------------------------------------------------------------

    @property
    def selected_groups(self) -> list[int]:
        """The folds that are selected, in the order of the table."""
        return [fold for fold in self.table.selected_keys if isinstance(fold, int)]

    def acknowledge(self) -> None:
        """See to the chosen events; where all of them are, take that back."""
        keys = self._chosen_keys()
        if not keys:
            return
        if any(key.waiting for key in keys):
            self._acknowledge(keys)
        else:
            unacknowledge_groups(self.desk, keys)

    def acknowledge_all(self) -> None:
        """See to all that is shown."""
        self._acknowledge(self._found_now.unseen if self._found_now is not None else [])

    def open_mute(self) -> None:
        """Ask what to mute, beginning with the current row."""
        fold = self.model.row(self.model.place(self.table.current))
        dialog = MuteDialog(self.desk, fold if isinstance(fold, EventGroup) else None, self)
        dialog.mute_requested.connect(self._mute)
        dialog.open()

    def open_mutes(self) -> None:
        """List what is muted."""
        dialog = ActiveMutesDialog(self.desk, self)
        dialog.end_requested.connect(self._end_mute)
        dialog.new_requested.connect(self.open_mute)
        dialog.open()

    def _acknowledge(self, keys: Sequence[EventGroupKey]) -> None:
        number = sum(key.waiting for key in keys)
        if number:
            self.desk.undo.perform(
                tr("Acknowledged {number}", number=tr_count("%n event", "%n events", number)),
                partial(acknowledge_events, self._folds, tuple(keys), self._query, utc_now()),
                undo_acknowledge(self.desk),
            )

    def _mute(self, wish: MuteRequest) -> None:
        mute_events(self.desk, wish)

    def _end_mute(self, mute: MuteRule) -> None:
        end_mute(self.desk, mute)

    def _chosen_keys(self) -> list[EventGroupKey]:
        return self._keys_of(self.selected_groups)

    def _keys_of(self, folds: Sequence[int]) -> list[EventGroupKey]:
        if self._found_now is None:
            return []
        return [key for key in map(self._found_now.key, folds) if key is not None]

    def _selected(self) -> None:
        self._tell_chosen()

    def _picked(self, fold: int | None) -> None:
        if fold is not None:
            found = self.model.row(self.model.place(fold))
            if found is not None:
                self._show_in_detail(found)

    def _show_in_detail(self, fold: EventGroup) -> None:
        self.detail.show_fold(fold)
        self._tell_chosen()

    def _opened_fold(self, _fold: int) -> None:
        self.detail.table.setFocus()

    def _filter_chosen(self, value: Any) -> None:
        if self.sender() is self.time and value == time_filter.CHOOSE:
            dialog = time_filter.TimeRangeDialog(self._query.time, self)
            dialog.range_chosen.connect(self._span_chosen)
            dialog.finished.connect(self._show_time)
            dialog.open()
            return
        super()._filter_chosen(value)

    def _span_chosen(self, time: str) -> None:
        self._change(time=time)

    def _show_time(self) -> None:
        """The box shows what is in force: not the words that opened the dialog."""
        self.time.set_choices(time_filter.time_choices(self._query.time))
        self.time.set_value(self._query.time)

    def _set_filters(self, query: EventQuery) -> None:
        self.time.set_choices(time_filter.time_choices(query.time))
        super()._set_filters(query)

    def _show_critical(self) -> None:
        self._set_filters(EventQuery(level="critical"))
        self._ask()

    def _show_waiting(self) -> None:
        self._set_filters(EventQuery(state=WAITING))
        self._ask()
