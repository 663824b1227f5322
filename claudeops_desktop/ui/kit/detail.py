"""The detail beside or below a table, declared: a head, facts, buttons and a table of what belongs to the record."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Generic, TypeVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedLayout, QVBoxLayout, QWidget

from .. import theme
from ..latest_query import LatestQuery
from ..pages.base_page import PageLocation
from ..text import formatting
from ..widgets.elided_label import ElidedLabel, escape_tool_tip
from ..widgets.empty_state import EmptyState
from ..widgets.state_dot import StateDot
from .columns import ColumnModel, ColumnSpec, make_table, show_rows

if TYPE_CHECKING:
    from ..app_context import AppContext

Record = TypeVar("Record")
Row = TypeVar("Row")
TITLE_UP_TO, LONGEST_TIP = 300, 4000


@dataclass(frozen=True)
class EmptyText:
    """Describes an empty state: an icon, a line and a sentence."""

    icon: str
    title: str
    text: str


@dataclass(frozen=True)
class TableSection(Generic[Record, Row]):
    """A table of what belongs to the record shown. ``load`` runs on a reader thread.

    ``link`` is where a row leads: by Return, by a double click, and by a button that says ``link_text``; ``no_link``
    says why a row leads nowhere. ``look`` is the name under which the operator's choices about the table are kept.
    """

    title: str
    look: str
    columns: Sequence[ColumnSpec[Row]]
    load: Callable[[AppContext, Record], Mapping[Hashable, Row]]
    link: Callable[[Row], PageLocation | None]
    link_text: str
    no_link: str


@dataclass(frozen=True)
class DetailSpec(Generic[Record, Row]):
    """What is told of one record: ``state`` as a shape, ``title`` in full, and ``facts``, of which empty ones are left
    out. Among the page's actions those named ``actions`` have a button here."""

    state: Callable[[Record], str]
    title: Callable[[Record], str]
    facts: Callable[[Record], Sequence[str]]
    section: TableSection[Record, Row]
    empty: EmptyText
    actions: Sequence[str] = ()


class SectionTable(QWidget, Generic[Record, Row]):
    """The table of a section. Its button stands where the pane has its buttons; rows of the record before stay until
    those of the new one are there."""

    navigation_requested = Signal(object)

    def __init__(
        self,
        context: AppContext,
        section: TableSection[Record, Row],
        failed: Callable[[str], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.section = section
        self._context = context
        self.model: ColumnModel[Row] = ColumnModel(section.columns, section.look, self)
        self.table = make_table(self.model, section.title, self)
        self._latest = LatestQuery(context.bridge, self._loaded, failed, self)
        self.button = QPushButton(section.link_text)
        self.button.clicked.connect(self._follow)
        self.table.row_opened.connect(self._follow)
        self.table.row_picked.connect(self._update)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.table)

    @property
    def target(self) -> PageLocation | None:
        """Return where the current row leads."""
        row = self.model.known_row(self.table.current)
        return self.section.link(row) if row is not None else None

    def show_record(self, record: Record) -> None:
        """Ask for the rows of a record."""
        self._latest.ask(partial(self.section.load, self._context, record))

    def _loaded(self, rows: Mapping[Hashable, Row]) -> None:
        show_rows(self.table, self.model, rows)
        self._update()

    def _update(self, _key: object = None) -> None:
        leads = self.target is not None
        self.button.setEnabled(leads)
        self.button.setToolTip(self.section.no_link if self.table.current is not None and not leads else "")

    def _follow(self, _key: object = None) -> None:
        if self.target is not None:
            self.navigation_requested.emit(self.target)


class DetailPane(QWidget, Generic[Record, Row]):
    """Shows one record, or that none is chosen. ``buttons`` are those of the page's actions."""

    navigation_requested = Signal(object)

    def __init__(
        self,
        context: AppContext,
        detail: DetailSpec[Record, Row],
        buttons: Sequence[QPushButton],
        failed: Callable[[str], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._detail = detail
        self.record: Record | None = None
        self.state = StateDot("info", theme.ICON_LARGE)
        self.title = theme.plain_label(role="section", wrap=True, select=True)
        self.facts = ElidedLabel(role="muted")
        self._full = QWidget(self)
        self.section: SectionTable[Record, Row] = SectionTable(context, detail.section, failed, self._full)
        self.section.navigation_requested.connect(self.navigation_requested)
        self._none = EmptyState(detail.empty.icon, detail.empty.title, detail.empty.text)
        self._lay_out(buttons)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._none)
        self._stack.addWidget(self._full)

    def _lay_out(self, buttons: Sequence[QPushButton]) -> None:
        head, line = QHBoxLayout(), QHBoxLayout()
        head.setSpacing(theme.GAP_S)
        head.addWidget(self.state)
        head.addWidget(self.title, 1)
        line.setSpacing(theme.GAP_S)
        line.addWidget(self.facts, 1)
        for button in (self.section.button, *buttons):
            line.addWidget(button)
        column = QVBoxLayout(self._full)
        column.setContentsMargins(0, theme.GAP_M, 0, 0)
        column.setSpacing(theme.GAP_S)
        column.addLayout(head)
        column.addLayout(line)
        column.addWidget(self.section, 1)

    def show_record(self, record: Record | None) -> None:
        """Show a record, or that none is chosen."""
        self.record = record
        if record is None:
            self._stack.setCurrentWidget(self._none)
            return
        self._stack.setCurrentWidget(self._full)
        title = self._detail.title(record)
        self.state.set_state(self._detail.state(record))
        self.title.setText(formatting.make_breakable(title, TITLE_UP_TO))
        self.title.setToolTip(escape_tool_tip(title[:LONGEST_TIP]) if len(title) > TITLE_UP_TO else "")
        self._show_facts(record)
        self.section.show_record(record)

    def keep_low(self, low: bool) -> None:
        """Keep to the head, as in a window that is too low for the table."""
        self.section.setVisible(not low)

    def refresh_ages(self) -> None:
        """Show the texts that depend on the time of day anew."""
        self.section.model.refresh_ages()
        if self.record is not None:
            self._show_facts(self.record)

    def _show_facts(self, record: Record) -> None:
        self.facts.setText(" · ".join(filter(None, self._detail.facts(record))))
