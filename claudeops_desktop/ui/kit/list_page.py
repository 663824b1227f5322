"""The page of one list, declared: a sentence, buttons for what can be done with a row, and a table."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from ...storage.change_events import CommittedChange
from .. import theme
from ..latest_query import LatestQuery
from ..pages.base_page import BasePage, PageLocation
from ..text.formatting import RETELL_MS
from ..widgets.empty_state import EmptyState
from .actions import ActionSet, ActionSpec
from .columns import ColumnModel, ColumnSpec, make_table, restore_widths, save_widths, show_rows
from .detail import EmptyText

if TYPE_CHECKING:
    from ..app_context import AppContext

Row = TypeVar("Row")
SETTLE_MS = 150
LEAST_INTRO = 260  # narrower, the sentence takes too many lines


@dataclass(frozen=True)
class RowListing(Mapping[Hashable, Row], Generic[Row]):
    """Rows by key, in order. What is found together with them is in a class that extends this one."""

    rows: Mapping[Hashable, Row] = field(default_factory=dict)

    def __getitem__(self, key: Hashable) -> Row:
        return self.rows[key]

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)


@dataclass(frozen=True)
class ListPageSpec(Generic[Row]):
    """What a page of one list is.

    ``load`` answers on a reader thread with the rows by key, in order; it is asked again when one of ``tables`` has
    changed. ``fact`` is the line under the title. Those ``actions`` that ``buttons`` names have a button over the
    table; ``row_action`` is done by Return and by a double click, ``empty_action`` has a button where the list is
    empty. ``look`` is the name under which the operator's choices about the table are kept.
    """

    title: str
    look: str
    intro: str
    columns: Sequence[ColumnSpec[Row]]
    load: Callable[[AppContext], Mapping[Hashable, Row]]
    tables: frozenset[str]
    fact: Callable[[Sequence[Row]], str]
    empty: EmptyText
    actions: Sequence[ActionSpec[Any]] = ()
    buttons: Sequence[str] = ()
    row_action: str = ""
    empty_action: str = ""


class ListPage(BasePage, Generic[Row]):
    """The page of a specification. ``head`` is the row of buttons, to which a subclass may add parts of its own, and
    ``column`` that of all parts of the list. They lie in ``body``, which a subclass may put beside others in ``outer``.
    """

    spec: ClassVar[ListPageSpec[Any]]

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.context = context
        self._in_view = False
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self.refresh)
        self._retell = QTimer(self, interval=RETELL_MS)
        spec = self.spec
        self.body = QWidget(self)
        self._latest = LatestQuery(context.bridge, self._loaded, self._post, self.body)
        self._stack = QStackedWidget(self.body)
        self.model: ColumnModel[Row] = ColumnModel(spec.columns, spec.look, self)
        self._retell.timeout.connect(self.model.refresh_ages)
        self.table = make_table(self.model, spec.title, self._stack)
        self.table.row_picked.connect(self._row_picked)
        self.empty = EmptyState(spec.empty.icon, spec.empty.title, spec.empty.text)
        self._stack.addWidget(self.table)
        self._stack.addWidget(self.empty)
        self.action_set = ActionSet(self, spec.actions, self.table)
        self.action_set.add_menu(self.table)
        self._connect_actions()
        self._lay_out()
        context.bridge.changed.connect(self._committed)

    def _connect_actions(self) -> None:
        spec, actions = self.spec, self.action_set.actions
        if spec.row_action:
            self.table.row_opened.connect(actions[spec.row_action].trigger)
        if spec.empty_action:
            self.empty.set_message(spec.empty.title, spec.empty.text, actions[spec.empty_action].text())
            self.empty.action_triggered.connect(actions[spec.empty_action].trigger)

    def _lay_out(self) -> None:
        self.intro = theme.plain_label(self.spec.intro, "muted", wrap=True)
        if not self.spec.intro:
            self.intro.hide()
        self.head = QHBoxLayout()
        self.head.setSpacing(theme.GAP_S)
        self.head.addStretch()
        for name in self.spec.buttons:
            self.head.addWidget(self.action_set.make_button(name))
        self._top = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._top.setSpacing(theme.GAP_S)
        self._top.addWidget(self.intro, 1)
        self._top.addLayout(self.head)
        self.column = QVBoxLayout(self.body)
        self.column.setContentsMargins(0, theme.GAP_M, 0, 0)
        self.column.setSpacing(theme.GAP_S)
        self.column.addLayout(self._top)
        self.column.addWidget(self._stack, 1)
        self.outer = QVBoxLayout(self)
        self.outer.setContentsMargins(0, 0, 0, 0)
        self.outer.addWidget(self.body, 1)

    @property
    def current(self) -> Row | None:
        """Return the current row; None where there is none."""
        row: Row | None = self.model.known_row(self.table.current)
        return row

    # --- as a page ---------------------------------------------------------------------------------------------------

    def activate(self, place: PageLocation | None = None) -> None:
        """Come into view, with the row that the location names."""
        self._in_view = True
        if self.model.ages:
            self._retell.start()
        self.refresh()
        if place is not None and place.id is not None:
            self.table.select_key(place.id)
        if place is not None:
            self.focus_search()

    def deactivate(self) -> None:
        """Go out of view: nothing ticks."""
        self._in_view = False
        self._retell.stop()

    def focus_search(self) -> None:
        """Put the keys into the table: a list has no search."""
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def actions(self) -> list[QAction]:
        """Return the declared actions, for the command palette and the list of keys."""
        return list(self.action_set.actions.values())

    def refresh(self) -> None:
        """Ask for the rows anew."""
        self._latest.ask(self.question())

    def question(self) -> Callable[[], Mapping[Hashable, Row]]:
        """Return what is asked on a reader thread."""
        return partial(self.spec.load, self.context)

    def fact_line(self, rows: Sequence[Row]) -> str:
        """Return the line under the title."""
        return self.spec.fact(rows)

    def save_state(self) -> dict[str, Any]:
        """Return the widths of the columns."""
        return {"columns": save_widths(self.table)}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take up what was kept; what does not fit is left aside."""
        restore_widths(self.table, state.get("columns"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the sentence above the buttons where both do not fit side by side."""
        super().resizeEvent(event)
        self._fit_head()

    def _fit_head(self) -> None:
        self.head.invalidate()  # buttons may have other words
        ways = QBoxLayout.Direction
        narrow = self.head.sizeHint().width() + LEAST_INTRO > self.contentsRect().width() and not self.intro.isHidden()
        self._top.setDirection(ways.TopToBottom if narrow else ways.LeftToRight)

    # --- rows --------------------------------------------------------------------------------------------------------

    def current_changed(self) -> None:
        """Fit the buttons to the current row: another one is chosen, or the rows were read anew."""
        self.action_set.update()
        self._fit_head()

    def _loaded(self, rows: Mapping[Hashable, Row]) -> None:
        show_rows(self.table, self.model, rows)
        self._stack.setCurrentWidget(self.table if rows else self.empty)
        if self.hasFocus() and rows:  # the page was turned to: the arrow keys move in its rows
            self.table.setFocus()
        self.fact_changed.emit(self.fact_line(list(rows.values())))
        self.current_changed()

    def _row_picked(self, _key: object) -> None:
        self.current_changed()

    def _committed(self, change: CommittedChange) -> None:
        if self._in_view and (change.table in self.spec.tables or change.table == "*") and not self._settle.isActive():
            self._settle.start()

    def _post(self, sentence: str) -> None:
        self.message_posted.emit(sentence, None)


def has_current(page: ListPage[Any]) -> bool:
    """Tell whether there is a current row, for buttons about one."""
    return page.current is not None
