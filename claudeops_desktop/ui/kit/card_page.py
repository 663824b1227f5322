"""A page of cards, declared: filters over a short list, and beside it the card of the current row, keyboard first.

What is decided leaves the list at once and the next card has the keys, which count there after half a second. A card
that goes by itself, because it was decided elsewhere, hands the keys to nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QBoxLayout,
    QScrollArea,
    QWidget,
)

from ...storage.change_events import CommittedChange
from .. import theme
from ..latest_query import LatestQuery
from ..pages.base_page import PageLocation
from ..pages.filtered_table_page import FilteredTablePage
from ..text import formatting
from ..text.translation import tr
from ..widgets.empty_state import EmptyState
from ..widgets.search_field import SearchField
from .card_bars import ManyCardsBar, NoticeLine
from .card_view import CardView
from .cards import CardKind, CardListing, CardPageSpec, DecisionSpec
from .columns import ColumnModel, stretch_columns
from .filters import make_filter_boxes, valid_values

if TYPE_CHECKING:
    from ..app_context import AppContext

Row = TypeVar("Row")
Query = TypeVar("Query")
BESIDE_FROM = 800  # pixels of the page: below, the card stands under the list
SHARES = (2, 3)
WIDE_LIST = 480
TICK_MS = 1000
LEAST_CARD, LEAST_LIST, LEAST_WIDTH = 8 * theme.ROW, 3 * theme.ROW, 240


class CardPage(FilteredTablePage, Generic[Row, Query]):
    """The page of a specification."""

    spec: ClassVar[CardPageSpec[Any, Any]]
    beside_from = BESIDE_FROM

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        spec = self.spec
        super().__init__(context, spec.query, parent)
        self.context = context
        self.listing: CardListing | None = None
        self._wish: Hashable | None = None
        self._gone: set[Hashable] = set()  # decided here, and not yet by the database
        self.model: ColumnModel[Row] = ColumnModel(spec.columns, spec.look, self)
        self.model.rows_requested.connect(self._load_rows)
        self.card = CardView(context, self.splitter)
        self.boxes = make_filter_boxes(spec.filters)
        self._latest = LatestQuery(context.bridge, self._loaded, self._post, self)
        self._slow = LatestQuery(context.bridge, self._loaded, self._post, self, context.run_in_background)
        empty = EmptyState(spec.empty.icon, spec.empty.title)
        self._build(SearchField(spec.search), self.boxes, self.model, spec.title, empty, self.card, SHARES)
        self._tick = QTimer(self, interval=TICK_MS)
        self._tick.timeout.connect(self.card.update_time_left)
        self._arrange()
        self._keys = self._make_keys()
        self._connect()

    def _arrange(self) -> None:
        self.splitter.set_parts(self._tables, self.card, SHARES, beside=SHARES, beside_from=BESIDE_FROM)
        self._tables.setMinimumHeight(LEAST_LIST)
        self._tables.setMinimumWidth(LEAST_WIDTH)  # else that of the empty state
        self.card.setMinimumHeight(LEAST_CARD)
        self.splitter.setHandleWidth(theme.GAP_M)
        theme.set_role(self.splitter, "gap")
        stretch_columns(self.table, self.spec.columns)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        column = self.layout()
        assert isinstance(column, QBoxLayout)  # noqa: S101 — made by _build
        self.bulk = ManyCardsBar(self.spec.kinds, self)
        column.insertWidget(1, self.bulk)
        self.notices = [NoticeLine(notice, self) for notice in self.spec.notices]
        for line in self.notices:
            column.insertWidget(0, line)

    def _make_keys(self) -> list[QAction]:
        made = [self._make_key(text, keys, partial(self._key_pressed, keys)) for keys, text in self.spec.keys.items()]
        made.append(self._make_key(tr("Undo the last answer"), "Z", self.take_back))
        made += [self._make_key(one.text, one.keys, partial(one.run, self)) for one in self.spec.actions]
        return made

    def _make_key(self, text: str, keys: str, run: Callable[[], object]) -> QAction:
        """Return an action of the list and the card: in the filters letters are letters."""
        action = QAction(text, self.splitter)
        if keys:
            action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.setAutoRepeat(False)
        action.triggered.connect(lambda _checked=False: run())
        self.splitter.addAction(action)
        return action

    def _connect(self) -> None:
        self.table.row_picked.connect(self._row_picked)
        self.table.row_opened.connect(self._row_opened)
        self.table.selectionModel().selectionChanged.connect(self._selection_changed)
        self.card.decision_clicked.connect(self._decision_clicked)
        self.card.undo_clicked.connect(self.take_back)
        self.card.step_requested.connect(self._step)
        self.card.link_followed.connect(self.navigation_requested)
        self.bulk.decision_clicked.connect(self._decide_on_many)
        self.splitter.splitterMoved.connect(self._fit_columns)
        self.context.bridge.changed.connect(self._committed)
        self.context.undo.message_posted.connect(self._undone)

    # --- as a page ---------------------------------------------------------------------------------------------------

    def activate(self, place: PageLocation | None = None) -> None:
        """Come into view, with the filters that a location names, or with the card that it leads to."""
        self._shown = True
        self._retell.start()
        wish = self.spec.key(place) if place is not None else None
        if wish is not None:
            self._wish = wish
            self._set_filters(self.spec.query)
        elif place is not None and place.filters is not None:
            self._set_filters(replace(self.spec.query, **valid_values(self.spec.filters, place.filters)))
        self._tick_while_needed()
        self.refresh()

    def deactivate(self) -> None:
        """Go out of view: nothing ticks."""
        self._shown = False
        self._retell.stop()
        self._tick.stop()

    def actions(self) -> list[QAction]:
        """Return the keys of decisions and the other actions, for the command palette and the list of keys."""
        return self._keys

    def save_state(self) -> dict[str, Any]:
        """Return splitter and columns. Filters are not kept: what waits must not be overlooked."""
        state = super().save_state()
        return {name: state[name] for name in ("splitter", "columns")}

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave columns out of a list that has become narrow."""
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._fit_columns)  # when the splitter has turned

    def _fit_columns(self, *_: object) -> None:
        names = [column.name for column in self.spec.columns]
        for name in self.spec.extra:
            self.table.leave_out_column(names.index(name), self.table.width() < WIDE_LIST)

    # --- list and card -----------------------------------------------------------------------------------------------

    def still_waits(self, key: Any) -> bool:
        """Tell whether a card that the database has is to be listed; a subclass may know more."""
        return key not in self._gone

    def wish_missed(self, _key: Any) -> bool:
        """Look elsewhere for the card of a location; false where there is nowhere to look."""
        return False

    def _listing(self) -> Callable[[], tuple[Query, CardListing]]:
        return partial(_list_cards, self.spec.list, self.context, self._query)

    def _listed(self, answer: tuple[Query, CardListing]) -> None:
        self.listing = found = answer[1]
        self._gone &= set(found.keys)
        for one in self.spec.filters:
            self.boxes[one.name].set_choices(
                one.choices(getattr(self._query, one.name), found.counts.get(one.name) if one.counted else None)
            )
        self.fact_changed.emit(self.spec.fact(found))
        for line in self.notices:
            line.show_listing(found)
        self._fill_list([key for key in found.keys if self.still_waits(key)])
        self._fulfil_wish()

    def _fill_list(self, keys: Sequence[Hashable]) -> None:
        """Show these cards. Where the current one has gone, another takes its place, but not its keys."""
        current, selected = self.table.current, self.selected
        place = max(0, self.model.place(current))
        if current is not None and current not in set(keys):
            self._take_keys_away(self.table if keys else self)
        if list(self.model.keys) != list(keys):
            self.table.show_keys(keys)
            if len(selected) > 1:
                self.table.select_keys(selected)
        if self.listing is not None:
            self.model.set_rows(self.listing.rows)
            self.model.reload_rows([key for key in keys[:200] if key not in self.listing.rows])
        self._show_list(len(keys))
        if keys and self.table.current is None and not self.table.has_pending_selection:
            self.table.select_key(keys[min(place, len(keys) - 1)])
        else:
            self._show_current()

    def _take_keys_away(self, to: QWidget) -> None:
        if self.card.has_keys:
            to.setFocus(Qt.FocusReason.OtherFocusReason)
        self.card.forget()

    def _show_list(self, number: int) -> None:
        total = self.listing.total if self.listing is not None else 0
        empty = (self.spec.empty.title, self.spec.empty.text)
        filtered = self._query != self.spec.query
        self._show_rows(number, max(total, 1) if filtered else total, empty, self.spec.no_match)
        if not number and not filtered:
            action = next((one.text for one in self.spec.actions if one.name == self.spec.empty_action), "")
            self._none.set_message(*empty, action)
        self._filters.show()  # what does not wait is found by a filter

    def _fulfil_wish(self) -> None:
        wish, self._wish = self._wish, None
        if wish is None:
            return
        if self.model.place(wish) >= 0:
            self.table.select_key(wish)
        elif self.wish_missed(wish):
            self._wish = wish
            self.refresh()
        else:
            self._post(self.spec.not_found)

    def _load_rows(self, keys: Sequence[Any]) -> None:
        self.context.bridge.ask(partial(self.spec.rows, self.context, tuple(keys)), self._rows_loaded)

    def _rows_loaded(self, rows: Mapping[Any, Row]) -> None:
        self.model.set_rows(rows)
        if self.table.current in rows:
            self._show_current()

    def _show_current(self) -> None:
        """Show the card of the current row, when it was read."""
        key = self.table.current
        row = self.model.known_row(key)
        self._show_selection()
        self._latest.discard()
        self._slow.discard()
        if key is None:
            self.card.forget()
        elif row is not None:
            self._show_row(key, row, self.spec.kinds[self.spec.kind(key)])

    def _show_row(self, key: Hashable, row: Row, kind: CardKind[Row, Any]) -> None:
        if kind.load is None:
            self._loaded((key, kind.item(row) if kind.item is not None else row))
        else:
            ask = self._slow if kind.slow else self._latest
            ask.ask(partial(_load_item, kind.load, self.context, key, row))

    def _loaded(self, answer: tuple[Hashable, Any]) -> None:
        key, item = answer
        if key != self.table.current or not self.still_waits(key):
            return
        if item is None:  # it has gone meanwhile: the list will say so
            self._take_keys_away(self.table)
            return
        self.card.show_item(self.spec.kinds[self.spec.kind(key)], key, item, self._position(key))
        self._tick_while_needed()

    def _position(self, key: Hashable) -> str:
        at, number = self.model.place(key) + 1, self.model.rowCount()
        return tr("{at} of {number}", at=formatting.format_number(at), number=formatting.format_number(number))

    def _row_picked(self, key: object) -> None:
        if key is not None:
            self._show_current()

    def _tell_times(self) -> None:
        self.model.refresh_ages()
        self.card.refresh_content()
        self.card.update_time_left()

    def _tick_while_needed(self) -> None:
        if self._shown and self.card.has_clock and not theme.reduce_motion():
            self._tick.start()
        else:
            self._tick.stop()

    # --- selection and keys ------------------------------------------------------------------------------------------

    @property
    def selected(self) -> list[Any]:
        """Return the keys of the selected rows, from the top."""
        return self.table.selected_keys

    def focus_card(self) -> None:
        """Give the card the keys, and bring it into view where it is scrolled away."""
        if self.card.key is None:
            return
        viewport = self.splitter.parentWidget()
        scroll = viewport.parentWidget() if viewport is not None else None
        if isinstance(scroll, QScrollArea):
            below = self.card.mapTo(self.splitter, self.card.rect().bottomLeft()).y()
            scroll.ensureVisible(0, below, 0, theme.GAP_S)
        self.card.setFocus(Qt.FocusReason.OtherFocusReason)

    def _row_opened(self, _key: object) -> None:
        self.focus_card()

    def _step(self, by: int) -> None:
        key = self.model.key(self.model.place(self.table.current) + by)
        if key is not None:
            self.table.select_key(key)

    def show_next(self, key: Hashable) -> None:
        """Show the card after this one; it stays where it is."""
        after = self.model.key(self.model.place(key) + 1)
        if after is not None:
            self.table.select_key(after)

    def _selection_changed(self, *_: object) -> None:
        self._show_selection()

    def _show_selection(self) -> None:
        selected = self.selected if self.table.selected_count() > 1 else []
        self.bulk.show_selection([(self.spec.kind(key), key) for key in selected])

    def _key_pressed(self, keys: str) -> None:
        decision = self.card.decision_of_key(keys)
        if decision is not None and self._is_meant() and (self.card.armed or self._is_only_card()):
            self._decide(decision, (self.card.key,), self.card.note.note)

    def _is_only_card(self) -> bool:
        """Tell whether a command of the palette, which has the focus elsewhere, can mean one card alone."""
        focused = QApplication.focusWidget()
        here = focused is not None and (focused is self or self.isAncestorOf(focused))
        return not here and self.model.rowCount() == 1 and self.card.takes_click(approves=True)

    def _is_meant(self) -> bool:
        """Tell whether the card shows the current row, and no other row is selected."""
        return self.card.key is not None and self.card.key == self.table.current and len(self.selected) <= 1

    # --- decisions ---------------------------------------------------------------------------------------------------

    def _decision_clicked(self, name: str) -> None:
        decision = next((one for one in self.card.decisions if one.name == name), None)
        if decision is not None and self.card.key == self.table.current and self.still_waits(self.card.key):
            self._decide(decision, (self.card.key,), self.card.note.note)

    def _decide_on_many(self, kind: str, decision: DecisionSpec[Any]) -> None:
        keys = tuple(key for key in self.selected if self.spec.kind(key) == kind)
        if keys:
            self._decide(decision, keys, "")

    def _decide(self, decision: DecisionSpec[Any], keys: Sequence[Any], note: str) -> None:
        decision.decide(self, keys, note)

    def take_back(self) -> None:
        """Undo the decision on the card shown that has yet to take effect, or else what was done last."""
        kind = self.card.kind
        if self.card.is_pending and kind is not None and kind.take_back is not None:
            kind.take_back(self.context, self.card.item)
        else:
            self.context.undo.undo()

    def leave(self, keys: Sequence[Hashable]) -> None:
        """Take cards that were decided on off the list. The next one has the keys where this one had them."""
        had = self._holds_focus()
        last = max(self.model.place(key) for key in keys)
        self._gone.update(keys)
        for key in keys:
            self.card.drop_note(key)
        left = [key for key in self.model.keys if key not in self._gone]
        after = next((key for key in list(self.model.keys)[last + 1 :] if key not in self._gone), None)
        self.table.show_keys(left)
        if not left:
            self.card.forget()
            return
        self.table.select_key(after if after is not None else left[-1])
        if had:
            self.card.setFocus(Qt.FocusReason.OtherFocusReason)

    def _holds_focus(self) -> bool:
        focused = self.window().focusWidget()
        return focused is not None and (focused is self.splitter or self.splitter.isAncestorOf(focused))

    def put_back(self, _error: object = None) -> None:
        """List anew what was taken off: a decision was not written."""
        self._gone.clear()
        self.refresh()

    # --- changes -----------------------------------------------------------------------------------------------------

    def _committed(self, change: CommittedChange) -> None:
        if self._shown and (change.table in self.spec.tables or change.table == "*") and not self._soon.isActive():
            self._soon.start()

    def _undone(self, _sentence: str, _undo: object) -> None:
        """Show again what waits anew after an undo."""
        if self.context.undo.redo_text:
            self._gone.clear()

    def _empty_acted(self) -> None:
        if self._query != self.spec.query:
            self._clear_filters()
            return
        for one in self.spec.actions:
            if one.name == self.spec.empty_action:
                one.run(self)

    def _clear_filters(self) -> None:
        self._set_filters(self.spec.query)
        self.refresh()

    def _post(self, sentence: str) -> None:
        self.message_posted.emit(sentence, None)


def _list_cards(
    load: Callable[[AppContext, Query], CardListing], context: AppContext, query: Query
) -> tuple[Query, CardListing]:
    return query, load(context, query)


def _load_item(
    load: Callable[[AppContext, Row], Any], context: AppContext, key: Hashable, row: Row
) -> tuple[Hashable, Any]:
    return key, load(context, row)
