"""Review: facts that wait for the operator's word, one card at a time, keyboard first (E4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QSplitter, QVBoxLayout, QWidget

from ....memory.fact import CATEGORIES, Edit, MemoryChange
from ....memory.search import MemoryQuery
from ....store.changes import Change
from ... import theme
from ...page import Place
from ...record_page import RecordPage
from ...widgets.empty_state import EmptyState
from ...widgets.filter_box import Choice, FilterBox
from ...widgets.search_field import SearchField
from ..memories.asking import Latest
from ..memories.operations import TakeBack
from ..memories.phrases import happened
from .card import ReviewCard
from .known import Listed, Listing, Rows, Waiting, WaitingOf
from .model import HeldModel
from .operations import Approval, Mending, Operation, Rejection
from .others_dialog import OthersBar
from .phrases import fact, place
from .selection_bar import SelectionBar
from .source import SourcePane

if TYPE_CHECKING:
    from ...desk import Desk

QUERY = MemoryQuery(state="held", sort="created_at")
BESIDE_FROM = 760
SHARES = (5, 3)
CHOOSE = (Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Return, Qt.Key.Key_Enter)


class ReviewPage(RecordPage):
    """The card of the chosen fact and its passage, over all that wait. What is answered goes at once; the next one has
    the keys. The side bar's count is the window's own, so that it is right before this page was ever opened.
    """

    title = "Review"

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, QUERY, parent)
        self._wish: int | None = None
        self._gone: set[int] = set()  # answered here, and not yet by the database
        self._latest = Latest(desk.bridge, self._known, self._told_failure, self)
        self.service = FilterBox("Service", [Choice("Any service", None)])
        self.category = FilterBox("Category", [Choice("Any category", None)])
        self.model = HeldModel(self)
        self.model.rows_wanted.connect(self._rows_wanted)
        self.upper = QSplitter(Qt.Orientation.Horizontal, self.splitter)
        self.card = ReviewCard(self.upper)
        self.source = SourcePane(self.upper)
        self._build(
            SearchField("Search in what waits"),
            {"service": self.service, "category": self.category},
            self.model,
            "Facts that wait for review",
            EmptyState("review", "Nothing waits for your review."),
            self.upper,
            SHARES,
        )
        self._arrange()
        self._keys = self._make_keys()
        self._connect()

    # --- parts -------------------------------------------------------------------------------------------------------

    def _arrange(self) -> None:
        """The card stands above, the table below it; between them what can be done with several."""
        self.upper.addWidget(self.card)
        self.upper.addWidget(self.source)
        self.upper.setChildrenCollapsible(False)
        self.upper.setHandleWidth(theme.GAP_M)
        theme.set_role(self.upper, "gap")
        self.upper.setStretchFactor(0, 3)
        self.upper.setStretchFactor(1, 2)
        self.upper.setSizes([600, 400])
        self.splitter.insertWidget(0, self.upper)
        for at, share in enumerate(SHARES):
            self.splitter.setStretchFactor(at, share)
        self.splitter.setSizes([share * 1000 for share in SHARES])
        self.splitter.setHandleWidth(theme.GAP_M)
        theme.set_role(self.splitter, "gap")
        self.card.setMinimumHeight(8 * theme.ROW)
        self.source.setMinimumHeight(5 * theme.ROW)
        self._bar = SelectionBar(self)
        self.approve_all, self.reject_all = self._bar.approve_all, self._bar.reject_all
        column = self.layout()
        assert isinstance(column, QVBoxLayout)  # noqa: S101
        column.insertWidget(1, self._bar)
        self.others = OthersBar(self.desk, self)
        self.others.answered.connect(self._write)
        column.insertWidget(1, self.others)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.table.stretch(2, 3)
        self.table.show_sort(QUERY.sort, QUERY.descending)

    def _connect(self) -> None:
        self.table.picked.connect(self._picked)
        self.table.sort_wanted.connect(self._sort)
        self.table.opened.connect(self._enter)
        self.table.selectionModel().selectionChanged.connect(self._selected)
        self.card.answered.connect(self._answered_card)
        self.card.mended.connect(self._mended)
        self.card.memory_wanted.connect(self._go_memory)
        self.card.session_wanted.connect(self._go_session)
        self.card.installEventFilter(self)
        self.source.session_wanted.connect(self._go_session)
        self._bar.approve_asked.connect(self.approve)
        self._bar.reject_asked.connect(self.reject)
        self.desk.bridge.changed.connect(self._on_change)
        self.desk.undo.message.connect(self._undone)

    def _make_keys(self) -> list[QAction]:
        made = []
        for text, keys, act in (
            ("Approve what waits", "A", self._approve_by_key),
            ("Edit what waits", "E", self.edit),
            ("Reject what waits", "R", self._reject_by_key),
            ("Undo the last answer", "Z", self.desk.undo.undo),
        ):
            action = QAction(text, self)
            action.setShortcut(QKeySequence(keys))
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            action.setAutoRepeat(False)
            action.triggered.connect(act)
            self.splitter.addAction(action)  # not the filters: letters are letters there
            made.append(action)
        return [*made, self.card.save_key]

    # --- Page --------------------------------------------------------------------------------------------------------

    def opened(self, place: Place | None = None) -> None:
        """In view; ``id`` chooses a fact, ``filters`` may hold a service."""
        self._shown = True
        self._retell.start()
        if place is not None and place.filters:
            service, category = place.filters.get("service"), place.filters.get("category")
            self._set_filters(replace(QUERY, service=service, category=category))
        if place is not None and place.id is not None:
            self._wish = place.id
        self.refresh()

    def left(self) -> None:
        """Out of view: nothing ticks."""
        self._shown = False
        self._retell.stop()

    def actions(self) -> list[QAction]:
        """For the command palette and the overview of keys."""
        return self._keys

    def more_keys(self) -> list[tuple[str, str]]:
        """Those of the editor."""
        return [("Esc", "Leave its words as they are (while editing)")]

    def save_state(self) -> dict[str, Any]:
        """Splitters and columns."""
        return {**super().save_state(), "upper": self.upper.sizes()}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take them up; filters are not kept: what waits must not be overlooked."""
        super().restore_state(state)
        sizes = state.get("upper")
        if isinstance(sizes, list) and len(sizes) == 2 and all(isinstance(n, int) and n > 0 for n in sizes):
            self.upper.setSizes(sizes)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow window the passage stands under the card."""
        super().resizeEvent(event)
        beside = event.size().width() >= BESIDE_FROM
        way = Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical
        if self.upper.orientation() != way:
            self.upper.setOrientation(way)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrow keys on the card go from fact to fact."""
        if watched is self.card and event.type() == QEvent.Type.KeyPress and not self.card.editing:
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}.get(event.key())  # type: ignore[attr-defined]
            if step:
                key = self.model.key(self.model.place(self.table.current) + step)
                if key is not None:
                    self.table.pick(key)
                return True
        return super().eventFilter(watched, event)

    # --- what is known ------------------------------------------------------------------------------------------------

    def _listing(self) -> Listing:
        return Listing(self.desk.memory, self._query)

    def _listed(self, answer: tuple[MemoryQuery, Listed]) -> None:
        found = answer[1]
        self.others.ask()
        self._gone &= set(found.ids)
        self._tell(found)
        self._show_keys([number for number in found.ids if number not in self._gone])

    def _show_keys(self, keys: Sequence[int]) -> None:
        chosen = self.chosen
        if list(self.model.keys) != list(keys):
            self.table.show_keys(keys)
            if len(chosen) > 1:
                self.table.choose(chosen)
        else:
            self.model.stale(keys[:200])
        wish, self._wish = self._wish, None
        if wish is not None and self.model.place(wish) >= 0:
            self.table.pick(wish)
        elif wish is not None:
            self.message.emit("That fact does not wait any more.", None)
        if keys and self.table.current is None:
            self.table.pick(keys[0])
        elif keys:
            self._ask_shown()
        else:
            self.card.forget()

    def _tell(self, found: Listed) -> None:
        facets = found.facets
        self.fact_changed.emit(fact(found.waiting, len(found.ids)))
        for box, first, counts, names in (
            (self.service, "Any service", facets.services, tuple(facets.services)),
            (self.category, "Any category", facets.categories, CATEGORIES),
        ):
            told = [Choice(name, name, counts.get(name, 0)) for name in names]
            box.set_choices([Choice(first, None, sum(counts.values())), *told])
        text = (
            "Facts that would change what the agent may do, or of which the gate is not sure, wait here for your word."
            " Until then no run reads them."
        )
        self._show_rows(len(found.ids), found.waiting, ("Nothing waits for your review.", text), "No fact matches")
        self._bar.setVisible(bool(found.ids))
        if not found.waiting:
            self._none.say("Nothing waits for your review.", text, "What is drawn from sessions")

    def _rows_wanted(self, ids: list[int]) -> None:
        self.desk.bridge.ask(Rows(self.desk.memory, tuple(ids)), self.model.put)

    def _picked(self, key: object) -> None:
        if isinstance(key, int):
            self._ask_shown()

    def _ask_shown(self) -> None:
        key = self.table.current
        if isinstance(key, int):
            self._latest.ask(WaitingOf(self.desk.memory, key))

    def _known(self, answer: tuple[int, Waiting | None]) -> None:
        number, waiting = answer
        if waiting is None or number in self._gone or number != self.table.current:
            return
        self.card.show_waiting(waiting, self._place(number))
        self.source.show_passage(waiting.memory, waiting.passage)

    def _place(self, number: int) -> str:
        return place(self.model.place(number), self.model.rowCount())

    def _told_failure(self, sentence: str) -> None:
        self.message.emit(sentence, None)

    def _on_change(self, change: Change) -> None:
        if self._shown and change.table in ("memories", "*") and not self._soon.isActive():
            self._soon.start()

    def _undone(self, _text: str, _undo: object) -> None:
        """An answer that was taken back waits again."""
        self._gone.clear()

    def _tell_times(self) -> None:
        self.model.retell("said")

    # --- what the operator does ---------------------------------------------------------------------------------------

    @property
    def chosen(self) -> list[int]:
        """The facts that are selected, in the order of the table."""
        return [key for key in self.table.chosen if isinstance(key, int)]

    def approve(self) -> None:
        """Approve the fact on the card, or all that are selected."""
        ids = self._meant()
        if ids:
            self._do(Approval(self.desk.memory, ids), ids)

    def reject(self) -> None:
        """Reject them."""
        ids = self._meant()
        if ids:
            self._do(Rejection(self.desk.memory, ids), ids)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The page itself has the focus when it is opened: an arrow, or Return, gives the keys to the card."""
        if event.key() in CHOOSE and self.card.shown is not None:
            self.card.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            super().keyPressEvent(event)

    def _approve_by_key(self) -> None:
        if self._card_is_meant():
            self.approve()

    def _reject_by_key(self) -> None:
        if self._card_is_meant():
            self.reject()

    def _card_is_meant(self) -> bool:
        """A key means the fact on the card alone, once the card may be answered; several are for the buttons."""
        return len(self.chosen) <= 1 and self.card.armed

    def edit(self) -> None:
        """Mend the words of the one on the card."""
        if self._meant():
            self.table.pick(self.card.shown)
            self.card.begin_edit()

    def _meant(self) -> tuple[int, ...]:
        """What an answer is about: several that are selected, else what is read on the card, never what is not."""
        if self.card.editing or not self.model.rowCount():
            return ()
        chosen = self.chosen
        if len(chosen) > 1:
            return tuple(chosen)
        shown = self.card.shown
        return (shown,) if shown is not None and shown not in self._gone and shown == self.table.current else ()

    def _answered_card(self, answer: str) -> None:
        """The buttons of the card mean the card alone."""
        shown = self.card.shown
        if shown is not None and shown not in self._gone:
            kind = Approval if answer == "approve" else Rejection
            self._do(kind(self.desk.memory, (shown,)), (shown,))

    def _mended(self, edit: Edit, approve: bool) -> None:
        shown = self.card.shown
        if shown is None:
            return
        if approve:
            self._do(Approval(self.desk.memory, (shown,), edit), (shown,))
        else:
            self._write(Mending(self.desk.memory, shown, edit))

    def _do(self, operation: Operation, ids: Sequence[int]) -> None:
        """Take them off the list at once; the next one has the card."""
        had = self._has_keys()
        last = max(self.model.place(number) for number in ids)
        self._gone.update(ids)
        left = [key for key in self.model.keys if key not in self._gone]
        after = next((key for key in list(self.model.keys)[last + 1 :] if key not in self._gone), None)
        self.table.show_keys(left)
        if left:
            self.table.pick(after if after is not None else left[-1])
        else:
            self.card.forget()
        if had and left:
            self.card.setFocus(Qt.FocusReason.OtherFocusReason)
        self._write(operation)

    def _write(self, operation: Operation) -> None:
        self.desk.bridge.write(operation, self._done, self._lost)

    def _has_keys(self) -> bool:
        focused = self.window().focusWidget()
        return focused is not None and (focused is self.splitter or self.splitter.isAncestorOf(focused))

    def _done(self, change: MemoryChange) -> None:
        if change.before or change.after:
            self.desk.undo.push(change, tell=False)
            self.message.emit(happened(change), TakeBack(self.desk.undo, change))
        else:
            self.message.emit("It does not wait any more: nothing was changed.", None)

    def _lost(self, error: Exception) -> None:
        self._gone.clear()
        self._told_failure(getattr(error, "told", str(error)))
        self.refresh()

    def _enter(self, _key: object) -> None:
        self.card.setFocus(Qt.FocusReason.OtherFocusReason)

    def _selected(self) -> None:
        self._bar.tell(len(self.chosen))

    def _sort(self, sort: str, descending: bool) -> None:
        self._change(sort=sort, descending=descending)

    def _empty_acted(self) -> None:
        if self._total:
            self._clear_filters()
        else:
            self.wanted.emit(Place("settings", filters={"group": "memory"}))

    def _go_memory(self, memory_id: int) -> None:
        self.wanted.emit(Place("memories", id=memory_id))

    def _go_session(self, session_id: int) -> None:
        self.wanted.emit(Place("sessions", id=session_id))
