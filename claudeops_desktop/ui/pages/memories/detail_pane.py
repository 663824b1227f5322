"""The detail of the selected row: what it is, why it is as it is, and where it comes from (M16)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from typing import TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QStackedLayout, QVBoxLayout, QWidget

from ....core.clock import utc_now
from ....memory import shown_service
from ... import icons, theme
from ...app_context import AppContext
from ...kit.actions import ActionSet
from ...kit.columns import ColumnSpec, text_column, time_column
from ...kit.sections import (
    FactsSection,
    SectionBody,
    SectionColumn,
    SectionSpec,
    SectionTable,
    TableSection,
    TextSection,
    WidgetSection,
)
from ...latest_query import LatestQuery
from ...text.translation import tr, tr_count
from ...widgets.empty_state import EmptyState
from ...widgets.flow_layout import FlowLayout
from ..base_page import PageLocation
from .actions import HEAD, SEVERAL
from .detail_query import MemoryDetails, load_memory_details
from .detail_text import (
    OtherMemory,
    chain_of,
    closing_text,
    facts,
    moment_text,
    moments_of,
    place_of,
    related_to,
    sources_of,
)
from .rows import FACT, KIND_WORDS, REMINDER, Key, MemoryTableRow
from .untrusted_text_view import UntrustedTextView

Part = TypeVar("Part")


def numbered(
    find: Callable[[MemoryDetails], Sequence[Part]],
) -> Callable[[AppContext, MemoryDetails], Mapping[Hashable, Part]]:
    """Return what a section loads: the parts that were read with the details, by their place."""
    return lambda _context, details: dict(enumerate(find(details)))


def _memory_place(other: OtherMemory) -> PageLocation:
    return PageLocation("memories", id=other.memory.id)


OTHERS: tuple[ColumnSpec[OtherMemory], ...] = (
    text_column("relation", tr("What"), 170, lambda other: other.relation),
    text_column("fact", tr("Fact"), 260, lambda other: other.memory.observation, stretch=True),
    text_column("why", tr("Why"), 160, lambda other: other.why),
    ColumnSpec("confidence", tr("Confidence"), 84, number=True, text=lambda other: f"{other.memory.confidence:.2f}"),
)
CHAIN: TableSection[MemoryDetails, OtherMemory] = TableSection(
    name="chain",
    title=tr("What it replaced, and what replaced it"),
    look="MemoryChain",
    columns=(OTHERS[0], OTHERS[1], OTHERS[3]),
    load=numbered(chain_of),
    link=_memory_place,
    link_text=tr("Show it"),
    wrapped=True,
)


class ChainTable(SectionTable[MemoryDetails, OtherMemory]):
    """The facts that followed one another, with a way to make a replaced one valid again: ``reopen_requested`` carries
    its id."""

    reopen_requested = Signal(int)

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        self.again = QPushButton(tr("Make valid again"))
        super().__init__(context, CHAIN, parent)
        self.again.clicked.connect(self._reopen)
        self.buttons.append(self.again)

    def _update(self, key: object = None) -> None:
        super()._update(key)
        row = self.model.known_row(self.table.current)
        self.again.setEnabled(row is not None and row.memory.superseded_by is not None)

    def _reopen(self) -> None:
        row = self.model.known_row(self.table.current)
        if row is not None:
            self.reopen_requested.emit(row.memory.id)


class ObservationBody(SectionBody[MemoryDetails]):
    """The whole text, and whether the next run reads it. What an agent said is never taken for markup."""

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        super().__init__(context, parent)
        self.text = UntrustedTextView(tr("Observation"))
        self._mark = theme.plain_label()
        self.answer = theme.plain_label(role="strong")
        self.why = theme.plain_label(role="muted", wrap=True)
        line = QHBoxLayout()
        line.setSpacing(theme.GAP_S)
        line.addWidget(self._mark)
        line.addWidget(self.answer, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_XS)
        column.addWidget(self.text)
        column.addLayout(line)
        column.addWidget(self.why)

    def show_record(self, record: MemoryDetails) -> None:
        """Show a text."""
        reading = record.reading
        self.text.show_text(record.row.text if record.row is not None else "")
        for part in (self._mark, self.answer, self.why):
            part.setVisible(reading is not None)
        if reading is not None:
            shape = "good" if reading.read else "idle"
            icons.set_themed_icon(self._mark, shape, shape)
            self.answer.setText(tr("The next run reads it") if reading.read else tr("The next run does not read it"))
            self.why.setText(reading.why)

    def take_focus(self) -> None:
        """Put the cursor into the text."""
        self.text.setFocus(Qt.FocusReason.ShortcutFocusReason)


SECTIONS: tuple[SectionSpec[MemoryDetails], ...] = (
    WidgetSection(name="text", title=tr("Observation"), widget=ObservationBody),
    TextSection(name="closing", title=tr("Why it was closed"), text=closing_text),
    FactsSection(name="facts", title=tr("Facts"), facts=facts),
    TableSection(
        name="history",
        title=tr("History"),
        shown=lambda details: bool(moments_of(details)),
        look="MemoryHistory",
        columns=(
            text_column("what", tr("What"), 190, lambda row: moment_text(row[0])),
            text_column("why", tr("Why"), 220, lambda row: row[0].why, stretch=True),
            time_column("when", tr("When"), 96, lambda row: row[0].at),
        ),
        load=numbered(lambda details: [(moment, details) for moment in moments_of(details)]),
        link=lambda row: place_of(*row),
        link_text=tr("Open"),
        no_link=tr("It leads to no session and to no other memory."),
        wrapped=True,
    ),
    WidgetSection(name="chain", title=CHAIN.title, widget=ChainTable, shown=lambda details: bool(chain_of(details))),
    TableSection(
        name="related",
        title=tr("Related"),
        shown=lambda details: bool(related_to(details)),
        look="MemoryRelated",
        columns=OTHERS,
        load=numbered(related_to),
        link=_memory_place,
        link_text=tr("Show it"),
        wrapped=True,
    ),
    TableSection(
        name="sources",
        title=tr("Where it comes from"),
        shown=lambda details: bool(sources_of(details)),
        look="MemorySources",
        columns=(
            text_column("where", tr("Where"), 170, lambda row: row.where),
            text_column("quote", tr("Quoted"), 300, lambda row: row.quote, stretch=True),
            time_column("when", tr("When"), 96, lambda row: row.at),
        ),
        load=numbered(sources_of),
        link=lambda row: row.place,
        link_text=tr("Open the session"),
        no_link=tr("No session of this store said it."),
        wrapped=True,
    ),
)


# --- the pane --------------------------------------------------------------------------------------------------------


class MemoryDetailPane(QWidget):
    """Shows the selected row, or what can be done with several. ``memory_requested`` carries the id of another memory,
    ``reopen_requested`` that of one to make valid again, ``navigation_requested`` a PageLocation; ``loaded`` says that
    a fact was read."""

    memory_requested = Signal(int)
    reopen_requested = Signal(int)
    navigation_requested = Signal(object)
    message_posted = Signal(str)
    loaded = Signal()

    def __init__(self, context: AppContext, action_set: ActionSet, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._wanted: tuple[Key, MemoryTableRow | None] | None = None
        self._known: MemoryDetails | None = None
        self._latest = LatestQuery(context.bridge, self._have, self.message_posted.emit, self)
        self.setAccessibleName(tr("Details of the selected memory"))
        theme.set_role(self, "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._nothing = EmptyState(
            "memories", tr("Select a memory"), tr("Its text, its history and where it was said appear here.")
        )
        self.title = theme.plain_label(role="section")
        self.kind = theme.plain_label(role="muted")
        self.column: SectionColumn[MemoryDetails] = SectionColumn(context, SECTIONS, self)
        inner = self.column.widget()
        if inner is not None:
            theme.set_role(inner, "surface")
        self.column.navigation_requested.connect(self._go)
        self.column.sections["chain"].body.reopen_requested.connect(self.reopen_requested)  # type: ignore[attr-defined]
        self.count = theme.plain_label(role="section")
        undone = theme.plain_label(tr("Everything you do here can be undone with Ctrl+Z."), "muted", wrap=True)
        undone.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._one = self._lay_out([self.title, self.kind], _buttons(action_set, HEAD), self.column)
        self.several = self._lay_out([self.count], _buttons(action_set, SEVERAL), undone)
        self._stack = QStackedLayout(self)
        for part in (self._nothing, self._one, self.several):
            self._stack.addWidget(part)

    def _lay_out(self, head: Sequence[QWidget], buttons: Sequence[QPushButton], body: QWidget) -> QWidget:
        """Return words in a line over the buttons that there is use for, over a body."""
        whole, holder = QWidget(self), QWidget()
        holder.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        line, flow = QHBoxLayout(), FlowLayout(theme.GAP_S, holder)  # beside the table not all fit into one line
        line.setSpacing(theme.GAP_S)
        for label in head:
            line.addWidget(label)
        line.addStretch()
        for button in buttons:
            flow.addWidget(button)
        column = QVBoxLayout(whole)
        column.setContentsMargins(theme.GAP_L, theme.GAP_M, theme.GAP_L, theme.GAP_S)
        column.setSpacing(theme.GAP_S)
        column.addLayout(line)
        column.addWidget(holder)
        column.addWidget(body, 1)
        column.addStretch()
        return whole

    @property
    def shown(self) -> MemoryDetails | None:
        """Return what is shown; None for nothing."""
        return self._known if self._stack.currentWidget() is self._one else None

    @property
    def was_lowered(self) -> bool:
        """Tell whether something took confidence from the fact that is shown and nobody has given it back since."""
        closing = self.shown.closing if self.shown is not None else None
        return closing is not None and closing.standing

    def show_several(self, selected: int) -> None:
        """Show that nothing is selected, or how many are and what can be done with them."""
        self._latest.discard()
        self._wanted = None
        self.count.setText(tr_count("%n memory selected", "%n memories selected", selected))
        self._stack.setCurrentWidget(self.several if selected > 1 else self._nothing)

    def show_row(self, key: Key, row: MemoryTableRow | None) -> None:
        """Show a row, of a fact all that is known of it; what is shown stays until it was read."""
        self._wanted = key, row
        if not isinstance(key, int):
            self._latest.discard()
            if row is not None:
                self._have(MemoryDetails(key, row))
            return
        context = self._known.context if self._known is not None else None
        budget = self._context.settings.current.memory.budget
        if context is not None and context.budget != budget:
            context = None
        self._latest.ask(partial(load_memory_details, self._context.memory, key, budget, context, utc_now()))

    def refresh(self) -> None:
        """Read what is shown anew: something has changed."""
        self._known = None
        if self._wanted is not None:
            self.show_row(*self._wanted)

    def take_focus(self) -> None:
        """Put the keyboard into the text."""
        if self._stack.currentWidget() is self._one:
            self.column.sections["text"].body.take_focus()

    def _have(self, details: MemoryDetails) -> None:
        before, self._known = self._known, details
        row = details.row
        if row is None:
            self.show_several(0)
            return
        if details != before or self._stack.currentWidget() is not self._one:
            self.title.setText(shown_service(row.service) if row.kind in (FACT, REMINDER) else KIND_WORDS[row.kind])
            self.kind.setText(row.category_word if row.kind in (FACT, REMINDER) else "")
            self.column.show_record(details)
            self._stack.setCurrentWidget(self._one)
            if before is None or before.key != details.key:
                self.column.verticalScrollBar().setValue(0)
        self.loaded.emit()

    def _go(self, place: PageLocation) -> None:
        if place.page == "memories" and place.id is not None:
            self.memory_requested.emit(place.id)
        else:
            self.navigation_requested.emit(place)


def _buttons(action_set: ActionSet, names: Sequence[str]) -> list[QPushButton]:
    return [action_set.make_button(name) for name in names]
