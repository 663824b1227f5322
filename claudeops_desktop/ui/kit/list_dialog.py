"""A dialog with a list and what can be done with its rows, declared."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ...storage.change_events import CommittedChange
from .. import theme
from ..latest_query import LatestQuery
from ..text.translation import tr
from .actions import ActionSet, ActionSpec
from .columns import ColumnModel, ColumnSpec, make_table, show_rows

if TYPE_CHECKING:
    from ..app_context import AppContext

Row = TypeVar("Row")


@dataclass(frozen=True)
class ListDialogSpec(Generic[Row]):
    """What a dialog with a list is. ``name`` is what a screen reader calls the table. ``load`` answers on a reader
    thread with the rows by key, in order, and is asked again when one of ``tables`` has changed. Each of ``actions``
    has a button."""

    title: str
    name: str
    look: str
    intro: str
    columns: Sequence[ColumnSpec[Row]]
    load: Callable[[AppContext], Mapping[Hashable, Row]]
    tables: frozenset[str]
    empty: str
    actions: Sequence[ActionSpec[Any]]
    size: tuple[int, int] = (640, 320)


class ListDialog(QDialog, Generic[Row]):
    """The dialog of a specification, over a page. It follows its tables while it is open."""

    def __init__(self, context: AppContext, spec: ListDialogSpec[Row], page: QWidget) -> None:
        super().__init__(page)
        self.context = context
        self._spec = spec
        self.setWindowTitle(spec.title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(*spec.size)
        self.model: ColumnModel[Row] = ColumnModel(spec.columns, spec.look, self)
        self.table = make_table(self.model, spec.name, self)
        self.table.row_picked.connect(self._row_picked)
        self.action_set = ActionSet(self, spec.actions, self.table)
        self._empty = theme.plain_label(spec.empty, "muted")
        self._latest = LatestQuery(context.bridge, self._loaded, self._empty.setText, self)
        self._lay_out()
        context.bridge.changed.connect(self._committed)
        self._load()

    def _lay_out(self) -> None:
        close = QPushButton(tr("Close"))
        close.clicked.connect(self.accept)
        buttons = QHBoxLayout()
        for action in self._spec.actions:
            buttons.addWidget(self.action_set.make_button(action.name))
        buttons.addStretch()
        buttons.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_XL, theme.GAP_XL, theme.GAP_XL, theme.GAP_L)
        column.setSpacing(theme.GAP_M)
        column.addWidget(theme.plain_label(self._spec.intro, "muted", wrap=True))
        column.addWidget(self.table, 1)
        column.addWidget(self._empty, 1)
        column.addLayout(buttons)

    @property
    def current(self) -> Row | None:
        """Return the current row; None where there is none."""
        row: Row | None = self.model.known_row(self.table.current)
        return row

    def _load(self) -> None:
        self._latest.ask(partial(self._spec.load, self.context))

    def _loaded(self, rows: Mapping[Hashable, Row]) -> None:
        show_rows(self.table, self.model, rows)
        self.table.setVisible(bool(rows))
        self._empty.setVisible(not rows)
        self.action_set.update()

    def _row_picked(self, _key: object) -> None:
        self.action_set.update()

    def _committed(self, change: CommittedChange) -> None:
        if change.table in self._spec.tables or change.table == "*":
            self._load()
