"""Review: what waits for the operator's word, one card at a time, keyboard first: facts that the gate held, pairs in
possible conflict, proposed changes of the knowledge folder, and facts about to expire (E4, E11, M12, C4)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QVBoxLayout, QWidget

from ....core.clock import utc_now
from ....knowledge.proposals.tables import ProposalRecords
from ....knowledge.proposals.types import ProposalEvidence
from ....memory import ConflictState, MemoryEdit
from ....storage.change_events import CommittedChange
from ... import theme
from ...text.translation import tr
from ...widgets.empty_state import EmptyState
from ...widgets.search_field import SearchField
from ..base_page import PageLocation
from ..filtered_table_page import FilteredTablePage
from .answer_writer import AnswerWriter
from .card_pane import CardPane
from .commands import FOR_MANY, ReviewCommand, approve_facts, edit_held_fact
from .expiring_card import CHECK, KEEP, LET_GO
from .filter_boxes import ReviewFilters
from .model import ReviewModel
from .pattern_bar import PatternBar
from .proposal_card import LATER
from .proposal_query import evidence_location, proposal_rows
from .put_back_bar import PutBackBar
from .queries import (
    KINDS,
    ReviewItemKey,
    ReviewItemKind,
    ReviewListing,
    ReviewQuery,
    list_review_items,
    load_review_rows,
)
from .selection_bar import SelectionBar
from .shortcuts import make_shortcuts
from .text import fact_line, position_text

if TYPE_CHECKING:
    from ...app_context import AppContext

SHARES = (5, 3)
CHOOSE = (Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Return, Qt.Key.Key_Enter)
STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}
NOTHING = tr("Nothing needs review")
WAITS_HERE = tr(
    "Facts that would change what the agent may do, and facts that are uncertain, need "
    "review here. Until then no run reads them. Facts that may contradict one another, "
    "proposed changes of your knowledge files, and facts about to expire come here too."
)


class ReviewPage(FilteredTablePage):
    """The card of the chosen row, over all that wait. What is answered goes at once; the next one has the keys. The
    side bar's count is the window's own, so that it is right before this page was ever opened.
    """

    title = tr("Review")
    beside_from = 1400  # the card and its passage already stand side by side

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(desk, ReviewQuery(), parent)
        self._wish: Hashable | None = None
        self._gone: set[Hashable] = set()  # answered here, and not yet by the database
        self._answering = AnswerWriter(desk, self)
        self._proposals = ProposalRecords(desk.book.store, utc_now)
        self.filters = ReviewFilters()
        self.kind, self.service, self.category = self.filters.by_name.values()
        self.model = ReviewModel(self)
        self.model.rows_requested.connect(self._rows_wanted)
        self.upper = CardPane(desk, self.splitter)
        self.cards, self.source = self.upper.cards, self.upper.source
        self.card = self.cards.held
        self._build(
            SearchField(tr("Search in what waits")),
            self.filters.by_name,
            self.model,
            tr("What needs review"),
            EmptyState("review", NOTHING),
            self.upper,
            SHARES,
        )
        self._arrange()
        keys = make_shortcuts(
            self.splitter,
            approve=self.approve_by_key,
            edit=self.edit,
            reject=self.reject_by_key,
            undo=desk.undo.undo,
            press=self.press_by_key,
        )
        self._keys = [*keys, self.card.save_key]
        self._connect()

    # --- parts -------------------------------------------------------------------------------------------------------

    def _arrange(self) -> None:
        """The card stands above, the table below it; between them what can be done with several."""
        self.splitter.insertWidget(0, self.upper)
        for at, share in enumerate(SHARES):
            self.splitter.setStretchFactor(at, share)
        self.splitter.setSizes([share * 1000 for share in SHARES])
        self.splitter.setHandleWidth(theme.GAP_M)
        theme.set_role(self.splitter, "gap")
        self._bar = SelectionBar(self)
        self.approve_all, self.reject_all = self._bar.approve_all, self._bar.reject_all
        self.keep_all, self.let_go_all = self._bar.keep_all, self._bar.let_go_all
        column = self.layout()
        assert isinstance(column, QVBoxLayout)  # noqa: S101
        column.insertWidget(1, self._bar)
        self.patterns = PatternBar(self.desk, self)
        self.patterns.navigation_requested.connect(self.navigation_requested)
        column.insertWidget(0, self.patterns)
        self.put_back = PutBackBar(self.desk, self)
        column.insertWidget(0, self.put_back)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.table.stretch_columns(3, 4)
        self.table.show_sort(self._query.sort, self._query.descending)

    def _connect(self) -> None:
        self.table.row_picked.connect(self._picked)
        self.table.sort_requested.connect(self._sort)
        self.table.row_opened.connect(self._enter)
        self.table.selectionModel().selectionChanged.connect(self._selected)
        self.card.answered.connect(self._answered_card)
        self.card.edit_submitted.connect(self._mended)
        self.card.session_requested.connect(self._go_session)
        self.cards.pair.answered.connect(self._answered_pair)
        self.cards.expiring.answered.connect(self._answered_expiring)
        self.cards.question.answered.connect(self._dismissed_question)
        self.cards.question.answer_submitted.connect(self._answered_question)
        self.cards.proposal.answered.connect(self._answered_proposal)
        self.cards.proposal.rewritten.connect(self._rewritten_proposal)
        self.cards.proposal.evidence_requested.connect(self._go_evidence)
        self.cards.proposal.file_requested.connect(self._go_file)
        for card in (self.card, self.cards.pair, self.cards.expiring, self.cards.proposal):
            card.memory_requested.connect(self._go_memory)
            card.installEventFilter(self)
        self.source.session_requested.connect(self._go_session)
        self._bar.answer_requested.connect(self._answer_all)
        self.upper.failed.connect(self._told_failure)
        self._answering.message_posted.connect(self.message_posted)
        self._answering.failed.connect(self._lost)
        self.desk.bridge.changed.connect(self._on_change)
        self.desk.undo.message_posted.connect(self._undone)

    # --- Page --------------------------------------------------------------------------------------------------------

    def activate(self, place: PageLocation | None = None) -> None:
        """In view; ``id`` chooses a fact, or with a ``kind`` in ``filters`` one of that kind; ``filters`` may hold a
        service and a category as well."""
        self._shown = True
        self._retell.start()
        self.patterns.refresh()
        self.put_back.refresh()
        found = (place.filters or {}) if place is not None else {}
        kind: ReviewItemKind | None = found["kind"] if found.get("kind") in KINDS else None
        if found:
            self._set_filters(ReviewQuery(kind=kind, service=found.get("service"), category=found.get("category")))
        if place is not None and place.id is not None:
            self._wish = place.id if kind in (None, "held") else ReviewItemKey(kind, place.id)
        self.refresh()

    def deactivate(self) -> None:
        """Out of view: nothing ticks."""
        self._shown = False
        self._retell.stop()

    def actions(self) -> list[QAction]:
        """For the command palette and the overview of keys."""
        return self._keys

    def more_keys(self) -> list[tuple[str, str]]:
        """Those of the editor."""
        return [("Esc", tr("Leave its words as they are (while editing)"))]

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
        self.upper.adapt_to_width(event.size().width())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrow keys on the card go from row to row."""
        if watched in self.cards.all and event.type() == QEvent.Type.KeyPress and not self.cards.editing:
            step = STEPS.get(event.key())  # type: ignore[attr-defined]
            if step:
                key = self.model.key(self.model.place(self.table.current) + step)
                if key is not None:
                    self.table.select_key(key)
                return True
        return super().eventFilter(watched, event)

    # --- what is known ------------------------------------------------------------------------------------------------

    def _listing(self) -> Callable[[], tuple[ReviewQuery, ReviewListing]]:
        return partial(list_review_items, self.desk.memory, self._query, partial(proposal_rows, self._proposals))

    def _listed(self, answer: tuple[ReviewQuery, ReviewListing]) -> None:
        found = answer[1]
        self._gone &= set(found.keys)
        self._tell(found)
        self._show_keys([key for key in found.keys if key not in self._gone], found)

    def _show_keys(self, keys: Sequence[Hashable], found: ReviewListing) -> None:
        chosen = self.selected_keys
        if list(self.model.keys) != list(keys):
            self.table.show_keys(keys)
            if len(chosen) > 1:
                self.table.select_keys(chosen)
        else:
            self.model.reload_rows([key for key in keys[:200] if key not in found.others])
        self.model.set_rows(found.others)
        wish, self._wish = self._wish, None
        if wish is not None and self.model.place(wish) >= 0:
            self.table.select_key(wish)
        elif wish is not None:
            self.message_posted.emit(tr("That is no longer waiting."), None)
        if keys and self.table.current is None:
            self.table.select_key(keys[0])
        elif keys:
            self._ask_shown()
        else:
            self.upper.show_row(None, None, "")

    def _tell(self, found: ReviewListing) -> None:
        self.fact_changed.emit(fact_line(found.waiting, len(found.keys)))
        self.filters.show_counts(found)
        self._show_rows(len(found.keys), found.waiting, (NOTHING, WAITS_HERE), tr("Nothing matches"))
        self._bar.setVisible(bool(found.keys))
        if not found.waiting:
            self._none.set_message(NOTHING, WAITS_HERE, tr("What is extracted from sessions"))

    def _rows_wanted(self, keys: list[Hashable]) -> None:
        ids = tuple(key for key in keys if isinstance(key, int))
        if ids:
            self.desk.bridge.ask(partial(load_review_rows, self.desk.memory, ids), self.model.set_rows)

    def _picked(self, key: object) -> None:
        if key is not None:
            self._ask_shown()

    def _ask_shown(self) -> None:
        key = self.table.current
        if key is not None and key not in self._gone:
            self.upper.show_row(key, self.model.row(self.model.place(key)), self._place(key))
        self._tell_bar()

    def _place(self, key: Hashable) -> str:
        return position_text(self.model.place(key), self.model.rowCount())

    def _told_failure(self, sentence: str) -> None:
        self.message_posted.emit(sentence, None)

    def _on_change(self, change: CommittedChange) -> None:
        if (
            self._shown
            and change.table in ("memories", "proposals", "settings", "operator_questions", "*")
            and not self._soon.isActive()
        ):
            self._soon.start()

    def _undone(self, _text: str, _undo: object) -> None:
        """An answer that was undone waits again."""
        if self.desk.undo.redo_text:
            self._gone.clear()

    def _tell_times(self) -> None:
        self.model.refresh_times("said")

    # --- what the operator does ---------------------------------------------------------------------------------------

    @property
    def selected_keys(self) -> list[Hashable]:
        """The keys of the rows that are selected, in the order of the table."""
        return self.table.selected_keys

    def approve(self) -> None:
        """Approve the fact on the card, or all that are selected."""
        self._answer_all("approve", self._meant())

    def reject(self) -> None:
        """Reject them."""
        self._answer_all("reject", self._meant())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The page itself has the focus when it is opened: an arrow, or Return, gives the keys to the card."""
        if event.key() in CHOOSE and self.cards.shown is not None:
            self.cards.front_card.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            super().keyPressEvent(event)

    def approve_by_key(self) -> None:
        """A."""
        if self._card_is_meant():
            self.cards.press("approve")
            self.approve()

    def reject_by_key(self) -> None:
        """R."""
        if self._card_is_meant():
            self.cards.press("reject")
            self.reject()

    def press_by_key(self, answer: str, _checked: bool = False) -> None:
        """A letter of the cards of pairs and of expiring facts."""
        if self._card_is_meant():
            self.cards.press(answer)

    def _card_is_meant(self) -> bool:
        """A key means the row on the card alone, once the card may be answered; several are for the buttons."""
        return len(self.selected_keys) <= 1 and self.cards.armed

    def edit(self) -> None:
        """Edit the words of the one on the card."""
        self.cards.press("edit")
        if self._meant() and self.card.shown is not None:
            self.table.select_key(self.card.shown)
            self.card.begin_edit()

    def _meant(self) -> tuple[int, ...]:
        """The held facts that an answer is about: those that are selected, else the one that is read on the card."""
        if self.card.editing or not self.model.rowCount():
            return ()
        chosen = self.selected_keys
        if len(chosen) > 1:
            return tuple(key for key in chosen if isinstance(key, int))
        shown = self.card.shown
        return (shown,) if shown is not None and shown not in self._gone and shown == self.table.current else ()

    def _answer_all(self, answer: str, ids: Sequence[int] | None = None) -> None:
        """Answer all of a kind that are selected."""
        if ids is None:
            ids = self._meant() if answer in ("approve", "reject") else self._chosen_expiring()
        if ids:
            keys = [ReviewItemKey("expiring", n) if answer in (KEEP, LET_GO) else n for n in ids]
            self._do(partial(FOR_MANY[answer], self.desk.memory, tuple(ids)), keys)

    def _chosen_expiring(self) -> tuple[int, ...]:
        return tuple(key.id for key in self.selected_keys if isinstance(key, ReviewItemKey) and key.kind == "expiring")

    def _answered_card(self, answer: str) -> None:
        """The buttons of the card mean the card alone."""
        shown = self.card.shown
        if shown is not None and shown not in self._gone:
            self._answer_all(answer, (shown,))

    def _answered_pair(self, key: ReviewItemKey, answer: str) -> None:
        if key not in self._gone:
            self._leave([key])
            self._answering.answer_pair(key.id, ConflictState(answer))

    def _answered_expiring(self, key: ReviewItemKey, answer: str) -> None:
        if answer == CHECK:
            self._answering.check(key.id)
        elif key not in self._gone:
            self._answer_all(answer, (key.id,))

    def _answered_question(self, key: ReviewItemKey, text: str) -> None:
        if key not in self._gone:
            self._leave([key])
            self._answering.answer_question(key.id, text)

    def _dismissed_question(self, key: ReviewItemKey, _answer: str) -> None:
        if key not in self._gone:
            self._leave([key])
            self._answering.dismiss_question(key.id)

    def _answered_proposal(self, key: ReviewItemKey, answer: str) -> None:
        if key in self._gone:
            return
        if answer == LATER:
            after = self.model.key(self.model.place(key) + 1)
            if after is not None:
                self.table.select_key(after)
            return
        self._leave([key])
        if answer == "approve":
            self._answering.approve_proposal(key.id)
        else:
            self._answering.reject_proposal(key.id, self.cards.proposal.reason.text().strip())

    def _rewritten_proposal(self, key: ReviewItemKey, text: str) -> None:
        if key not in self._gone:
            self._leave([key])
            self._answering.approve_proposal(key.id, text)

    def _mended(self, edit: MemoryEdit, approve: bool) -> None:
        shown = self.card.shown
        if shown is None:
            return
        if approve:
            self._do(partial(approve_facts, self.desk.memory, (shown,), edit), (shown,))
        else:
            self._answering.write(partial(edit_held_fact, self.desk.memory, shown, edit))

    def _do(self, operation: ReviewCommand, keys: Sequence[Hashable]) -> None:
        self._leave(keys)
        self._answering.write(operation)

    def _leave(self, keys: Sequence[Hashable]) -> None:
        """Take them off the list at once; the next one has the card."""
        had = self._has_keys()
        last = max(self.model.place(key) for key in keys)
        self._gone.update(keys)
        left = [key for key in self.model.keys if key not in self._gone]
        after = next((key for key in list(self.model.keys)[last + 1 :] if key not in self._gone), None)
        self.table.show_keys(left)
        if left:
            self.table.select_key(after if after is not None else left[-1])
        else:
            self.upper.show_row(None, None, "")
        if had and left:
            self.cards.front_card.setFocus(Qt.FocusReason.OtherFocusReason)

    def _has_keys(self) -> bool:
        focused = self.window().focusWidget()
        return focused is not None and (focused is self.splitter or self.splitter.isAncestorOf(focused))

    def _lost(self) -> None:
        self._gone.clear()
        self.refresh()

    def _enter(self, _key: object) -> None:
        self.cards.front_card.setFocus(Qt.FocusReason.OtherFocusReason)

    def _selected(self) -> None:
        self._tell_bar()

    def _tell_bar(self) -> None:
        chosen, current = self.selected_keys, self.table.current
        held = sum(isinstance(key, int) for key in chosen)
        shown: ReviewItemKind = current.kind if isinstance(current, ReviewItemKey) else "held"
        self._bar.show_selection(held, len(self._chosen_expiring()), len(chosen), shown)

    def _sort(self, sort: str, descending: bool) -> None:
        self._change(sort=sort, descending=descending)

    def _empty_acted(self) -> None:
        if self._total:
            self._clear_filters()
        else:
            self.navigation_requested.emit(PageLocation("settings", filters={"group": "memory"}))

    def _go_evidence(self, one: ProposalEvidence) -> None:
        location = evidence_location(one)
        if location is not None:
            self.navigation_requested.emit(location)

    def _go_file(self, path: str) -> None:
        self.navigation_requested.emit(PageLocation("knowledge", filters={"path": path}))

    def _go_memory(self, memory_id: int) -> None:
        self.navigation_requested.emit(PageLocation("memories", id=memory_id))

    def _go_session(self, session_id: int) -> None:
        self.navigation_requested.emit(PageLocation("sessions", id=session_id))
