"""The pane under the table: one memory in full, and why it is as it is."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ....core.clock import utc_now
from ....core.principals import EVERYONE
from ....memory import InjectionHistory, Memory, shown_service
from ... import icons, theme
from ...app_context import AppContext
from ...latest_query import LatestQuery
from ...text import formatting
from ...text.translation import tr
from ...widgets.empty_state import EmptyState
from ...widgets.vertical_scroll import VerticalScroll
from ..base_page import PageLocation
from .bulk_bar import BulkBar
from .confidence_widgets import ConfidenceBar
from .detail_query import MemoryDetails, first_source, load_memory_details
from .detail_sections import ChainSection, HistorySection, RelatedSection, SourceSection, time_label
from .memory_timeline import recall_text, usage_text
from .origin_text import origin_text
from .text import audience_text, is_in_prompts, state_text
from .untrusted_text_view import UntrustedTextView

FACT_COLUMNS = 2
UNCONFIRMED_TIP = tr("One log or file of yours said it. Another session, a check, or your edit confirms it.")
WIDE = 960
BESIDE_FROM = 760  # narrower, neither half could be read


class MemoryDetailPane(QWidget):
    """Shows the selected memory. Its signals say what was pressed: ``edit_requested``, ``domain_requested``,
    ``delete_requested``, ``pin_requested`` (whether to pin), ``preview_requested``, ``memory_requested`` (id of
    another), ``place_requested`` (session, line or None), ``reopen_requested`` (id of one that was replaced),
    ``navigation_requested`` (a PageLocation).
    """

    edit_requested = Signal()
    domain_requested = Signal()
    delete_requested = Signal()
    pin_requested = Signal(bool)
    preview_requested = Signal()
    memory_requested = Signal(int)
    reopen_requested = Signal(int)
    navigation_requested = Signal(object)
    place_requested = Signal(int, object)
    failed = Signal(str)

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._memory_id: int | None = None
        self._known: MemoryDetails | None = None
        self._drawn: MemoryDetails | None = None
        self._latest = LatestQuery(desk.bridge, self._have, self.failed.emit, self)
        self.setAccessibleName(tr("Details of the selected memory"))
        theme.set_role(self, "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._nothing = EmptyState(
            "memories", tr("Select a memory"), tr("Its text, its history and where it was said appear here.")
        )
        self.bulk = BulkBar()
        self._head = _Head()
        self._facts = _Facts()
        self._reading = _ReadingLine()
        self._text = UntrustedTextView(tr("Observation"))
        self.history, self.sources, self.related = HistorySection(), SourceSection(), RelatedSection()
        self.chain = ChainSection()
        self._lay_out()
        self._head.edit.clicked.connect(self.edit_requested)
        self._head.delete.clicked.connect(self.delete_requested)
        self._head.pin.clicked.connect(self._pin_pressed)
        self._reading.preview.clicked.connect(self.preview_requested)
        self._facts.session.clicked.connect(self._session_pressed)
        self._facts.domain.clicked.connect(self.domain_requested)
        self._reading.why_link.clicked.connect(self._why_pressed)
        self._head.around.clicked.connect(self._around_pressed)
        self._head.review.clicked.connect(self._review_pressed)
        self.chain.reopen_requested.connect(self.reopen_requested)
        for section in (self.history, self.sources, self.related, self.chain):
            section.memory_requested.connect(self.memory_requested)
            section.place_requested.connect(self.place_requested)
        self.show_none()

    def _lay_out(self) -> None:
        left = _scrolled(self._head, self._text, self._reading, self._facts)
        right = _scrolled(self.history, self.chain, self.related, self.sources)
        line = QFrame()
        theme.set_role(line, "line-v")
        whole = QWidget()
        row = QHBoxLayout(whole)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(left, 1)
        row.addWidget(line)
        row.addWidget(right, 1)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._nothing)
        self._stack.addWidget(whole)
        self._stack.addWidget(self.bulk)
        self._left, self._right, self._line = left, right, line

    @property
    def shown(self) -> MemoryDetails | None:
        """What is shown, None for nothing."""
        return self._known if self._stack.currentIndex() == 1 else None

    def show_none(self, selected: int = 0) -> None:
        """Nothing, or more than one, is selected."""
        self._latest.discard()
        self._memory_id = None
        self.bulk.show_count(selected)
        self._stack.setCurrentWidget(self.bulk if selected > 1 else self._nothing)

    def show_memory(self, memory_id: int) -> None:
        """Read and show one memory; what is shown stays until it was read."""
        self._memory_id = memory_id
        known = self._known.context if self._known is not None else None
        budget = self._desk.settings.current.memory.budget
        if known is not None and known.budget != budget:
            known = None
        self._latest.ask(partial(load_memory_details, self._desk.memory, memory_id, budget, known, utc_now()))

    def refresh(self) -> None:
        """Something changed: what was reckoned holds no more."""
        self._known = None
        if self._memory_id is not None:
            self.show_memory(self._memory_id)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow window the facts stand in one column, and the life of the memory below them."""
        super().resizeEvent(event)
        width = event.size().width()
        self._facts.set_columns(FACT_COLUMNS if width >= WIDE else 1)
        narrow = width < BESIDE_FROM
        if narrow != self._right.isHidden():
            self._right.setVisible(not narrow)
            self._line.setVisible(not narrow)
            inner = (self._left if narrow else self._right).widget()
            column = inner.layout() if inner is not None else None
            assert isinstance(column, QVBoxLayout)  # noqa: S101
            for section in (self.history, self.chain, self.related, self.sources):
                column.insertWidget(column.count() - 1, section)  # before the stretch

    def take_focus(self) -> None:
        """Put the keyboard into the pane."""
        if self._stack.currentIndex() == 1:
            self._text.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _have(self, known: MemoryDetails) -> None:
        drawn, self._drawn = self._drawn, known
        other = drawn is None or drawn.memory_id != known.memory_id
        self._known = known
        if known.memory is None:
            self.show_none()
            return
        if known == drawn and self._stack.currentIndex() == 1:  # links that are about to be pressed stay where they are
            return
        self._head.show_memory(known.memory)
        self._text.show_text(known.memory.observation)
        self._reading.show_reading(known)
        self._facts.show_memory(known.memory, known.told)
        self.chain.show_chain(known)
        self.history.show_history(known)
        self.sources.show_sources(known)
        self.related.show_related(known)
        self._stack.setCurrentIndex(1)
        if other:
            for area in self.findChildren(VerticalScroll):
                area.verticalScrollBar().setValue(0)

    @Slot()
    def _pin_pressed(self) -> None:
        if self._known is not None and self._known.memory is not None:
            self.pin_requested.emit(not self._known.memory.pinned)

    @Slot()
    def _why_pressed(self) -> None:
        if self._known is not None:
            self.navigation_requested.emit(PageLocation("diagnostics", id=self._known.memory_id))

    @Slot()
    def _around_pressed(self) -> None:
        if self._known is not None and self._known.memory is not None:
            service = shown_service(self._known.memory.service)
            self.navigation_requested.emit(PageLocation("ask", filters={"view": "around", "service": service}))

    @Slot()
    def _review_pressed(self) -> None:
        if self._known is not None:
            self.navigation_requested.emit(PageLocation("review", id=self._known.memory_id))

    @Slot()
    def _session_pressed(self) -> None:
        if self._known is not None and self._known.memory is not None:
            place = first_source(self._known.sources, self._known.memory.session_id)
            if place is not None:
                self.place_requested.emit(*place)


class _Head(QWidget):
    """Service and category, and what can be done."""

    def __init__(self) -> None:
        super().__init__()
        self._title = theme.plain_label(role="section")
        self._category = theme.plain_label(role="muted")
        self.review = QPushButton(tr("Review it"))
        self.review.setToolTip(tr("It needs review"))
        self.around = _tool("graph", tr("Around"), tr("Show what is related to it"))
        self.pin = _tool("pin", tr("Pin"), tr("Pin it: it goes first and does not fade (P)"))
        self.edit = _tool("edit", tr("Edit"), tr("Edit the text (F2)"))
        self.delete = _tool("trash", tr("Delete"), tr("Delete it (Del)"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GAP_S)
        row.addWidget(self._title)
        row.addWidget(self._category)
        row.addStretch()
        for button in (self.review, self.around, self.pin, self.edit, self.delete):
            row.addWidget(button)

    def show_memory(self, memory: Memory) -> None:
        """Name it."""
        self._title.setText(shown_service(memory.service))
        self._category.setText(memory.category)
        self.review.setVisible(memory.gate == "hold")
        icons.set_themed_icon(self.pin, "pin", "accent" if memory.pinned else "muted")
        said = tr("Unpin it (P)") if memory.pinned else tr("Pin it: it goes first and does not fade (P)")
        self.pin.setToolTip(said)
        self.pin.setAccessibleName(tr("Unpin") if memory.pinned else tr("Pin"))


class _ReadingLine(QWidget):
    """Will the next run read it?"""

    def __init__(self) -> None:
        super().__init__()
        self._mark = theme.plain_label()
        self._answer = theme.plain_label(role="strong")
        self._why = theme.plain_label(role="muted", wrap=True)
        self.preview = QPushButton(tr("Preview"))
        theme.set_role(self.preview, "link")
        self.why_link = QPushButton(tr("Why?"))
        theme.set_role(self.why_link, "link")
        self.why_link.setToolTip(tr("See step by step why it is read or not"))
        self.preview.setToolTip(tr("See the whole block that the next run will read"))
        top = QHBoxLayout()
        top.setSpacing(theme.GAP_S)
        top.addWidget(self._mark)
        top.addWidget(self._answer)
        top.addStretch()
        top.addWidget(self.why_link)
        top.addWidget(self.preview)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(self._why)

    def show_reading(self, known: MemoryDetails) -> None:
        """Say it."""
        if known.reading is None:
            return
        read = known.reading.read
        icons.set_themed_icon(self._mark, "good" if read else "idle", "good" if read else "idle")
        self._answer.setText(tr("The next run reads it") if read else tr("The next run does not read it"))
        self._why.setText(known.reading.why)


class _Facts(QWidget):
    """Names and values, in two columns."""

    def __init__(self) -> None:
        super().__init__()
        self._bar = ConfidenceBar()
        self._state = theme.plain_label()
        self._tier = theme.plain_label(role="muted")
        self._created, self._updated = time_label(""), time_label("")
        self.session = QPushButton()
        theme.set_role(self.session, "link")
        self.session.setToolTip(tr("Open the line of the session that it comes from"))
        self._by_hand = theme.plain_label()
        self._pinned = theme.plain_label()
        self.domain = QPushButton()
        theme.set_role(self.domain, "link")
        self.domain.setToolTip(tr("Change its domain, which decides how long it is trusted (Ctrl+E)"))
        self._recalled = theme.plain_label()
        self._echo = theme.plain_label(wrap=True)
        origin = QWidget()
        both = QHBoxLayout(origin)
        both.setContentsMargins(0, 0, 0, 0)
        both.addWidget(self.session)
        both.setSpacing(0)
        both.addWidget(self._by_hand)
        both.addWidget(self._tier)
        both.addStretch()
        self._grid = grid = QGridLayout(self)
        grid.setContentsMargins(0, theme.GAP_XS, 0, 0)
        grid.setHorizontalSpacing(theme.GAP_M)
        grid.setVerticalSpacing(theme.GAP_XS)
        self._pairs: list[tuple[QWidget, QWidget]] = [
            (theme.plain_label(name, "muted"), value)
            for name, value in (
                (tr("Confidence"), self._bar),
                (tr("From"), origin),
                (tr("State"), self._state),
                (tr("Updated"), self._updated),
                (tr("Pinned"), self._pinned),
                (tr("Created"), self._created),
                (tr("Domain"), self.domain),
                (tr("Recalled"), self._recalled),
                (tr("Prompts"), self._echo),
            )
        ]
        self._columns = 0
        self.set_columns(FACT_COLUMNS)

    def set_columns(self, columns: int) -> None:
        """Names and values in so many columns."""
        if columns == self._columns:
            return
        self._columns = columns
        for place, (name, value) in enumerate(self._pairs):
            row, column = divmod(place, columns)
            self._grid.addWidget(name, row, 2 * column)
            self._grid.addWidget(value, row, 2 * column + 1)
        for column in range(FACT_COLUMNS):
            self._grid.setColumnStretch(2 * column + 1, int(column < columns))

    def show_memory(self, memory: Memory, told: InjectionHistory | None) -> None:
        """Fill it in."""
        self.domain.setText(memory.domain)
        self.domain.setAccessibleName(tr("Domain {domain}: change it", domain=memory.domain))
        self._recalled.setText(recall_text(memory))
        self._echo.setText(usage_text(memory, told) if told is not None else "")
        self._bar.show_value(memory.confidence, active=bool(memory.active))
        state = state_text(memory)
        if memory.audience != EVERYONE:
            state = tr("{state}, seen by {whom}", state=state, whom=audience_text(memory.audience))
        self._state.setText(state)
        self._state.setToolTip("" if memory.confirmed else UNCONFIRMED_TIP)
        theme.set_role(self._state, "body" if is_in_prompts(memory) else "muted")
        self._tier.setText(
            ""
            if memory.session_id is None
            else tr("tier {tier}, {tier2}", tier=memory.tier, tier2=formatting.tier_name(memory.tier))
        )
        self._pinned.setText(tr("yes, goes first and does not fade") if memory.pinned else tr("no"))
        for label, at in ((self._created, memory.created_at), (self._updated, memory.updated_at)):
            label.setText(formatting.format_relative_time(at))  # type: ignore[attr-defined]
            label.setToolTip(formatting.format_exact_time(at))
        self.session.setVisible(memory.session_id is not None)
        self._by_hand.setVisible(memory.session_id is None)
        self._by_hand.setText(origin_text(memory))
        self.session.setText(tr("session {session_id}", session_id=memory.session_id))


def _tool(icon: str, name: str, tip: str) -> QToolButton:
    button = QToolButton()
    button.setAccessibleName(name)
    button.setToolTip(tip)
    theme.set_role(button, "icon")
    button.setFixedSize(theme.TARGET, theme.TARGET)
    icons.set_themed_icon(button, icon, "muted")
    return button


def _scrolled(*parts: QWidget) -> VerticalScroll:
    inner = QWidget()
    theme.set_role(inner, "surface")
    column = QVBoxLayout(inner)
    column.setContentsMargins(theme.GAP_L, theme.GAP_M, theme.GAP_L, theme.GAP_M)
    column.setSpacing(theme.GAP_M)
    for part in parts:
        column.addWidget(part)
    column.addStretch()
    area = VerticalScroll(inner)
    area.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
    return area
