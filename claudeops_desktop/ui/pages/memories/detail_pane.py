"""The detail of the selected row: what it is, why it is as it is, and where it comes from (M16)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QStackedLayout, QVBoxLayout, QWidget

from ....core.clock import utc_now
from ....core.principals import EVERYONE
from ....memory import Memory, MemoryClosing, shown_service
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
from ...text import formatting
from ...text.formatting import format_number
from ...text.translation import tr, tr_count
from ...widgets.empty_state import EmptyState
from ...widgets.flow_layout import FlowLayout
from ..base_page import PageLocation
from .actions import HEAD, SEVERAL
from .detail_query import MemoryDetails, load_memory_details
from .memory_timeline import TimelineEntry, build_timeline, recall_text, usage_text
from .rows import FACT, KIND_WORDS, REMINDER, Key, MemoryTableRow, day_text, state_word
from .text import audience_text, link_title, origin_text, state_text
from .untrusted_text_view import UntrustedTextView

PASSAGES = {
    "operator": tr("Written by hand"),
    "passage": tr("Drawn from"),
    "agent": tr("Noted by the agent"),
    "import": tr("Imported"),
    "tombstone": tr("Purged"),
}
CLOSINGS = {
    "closed": tr("closed"),
    "lowered": tr("lowered"),
    "taken back": tr("withdrawn"),
    "faded": tr("faded"),
    "archived": tr("archived"),
    "let go": tr("dropped"),
}
CLOSED_BY = {
    "agent": tr("a marker or the agent"),
    "observer": tr("a session"),
    "operator": tr("you"),
    "decay": tr("age"),
    "lifetimes": tr("age"),
    "watcher": tr("a check"),
}
LESSON_SOURCES = {"user": tr("a correction"), "agent": tr("an admitted mistake"), "operator": tr("you")}


# --- facts -----------------------------------------------------------------------------------------------------------


def facts(details: MemoryDetails) -> list[tuple[str, str]]:
    """Return names and values of what is shown; empty ones are left out."""
    row = details.row
    if row is None:
        return []
    if row.lesson is not None:
        return _facts_of_lesson(row)
    if row.reminder is not None:
        return _facts_of_reminder(row)
    return _facts_of_memory(details, row) if row.memory is not None else []


def _facts_of_memory(details: MemoryDetails, row: MemoryTableRow) -> list[tuple[str, str]]:
    memory, trashed = row.memory, row.trashed
    assert memory is not None  # noqa: S101 — asked of facts alone
    found = [
        (tr("State"), _state_of(memory) if trashed is None else state_word(row)),
        (tr("Confidence"), f"{memory.confidence:.2f}"),
        (tr("Domain"), memory.domain),
        (tr("Pinned"), tr("yes, goes first and does not fade") if memory.pinned else ""),
        (tr("From"), _origin_of(memory)),
        (tr("Updated"), formatting.format_relative_time(memory.updated_at)),
        (tr("Created"), formatting.format_exact_time(memory.created_at)),
    ]
    if trashed is not None:
        found.append((tr("Deleted"), formatting.format_exact_time(trashed.deleted_at)))
        found.append((tr("Deleted for good"), formatting.format_exact_time(trashed.gone_at)))
    elif details.told is not None:
        found.append((tr("Recalled"), recall_text(memory)))
        found.append((tr("Prompts"), usage_text(memory, details.told)))
    return found


def _state_of(memory: Memory) -> str:
    state = state_text(memory)
    if memory.audience != EVERYONE:
        state = tr("{state}, seen by {whom}", state=state, whom=audience_text(memory.audience))
    return state


def _origin_of(memory: Memory) -> str:
    if memory.session_id is None:
        return origin_text(memory)
    said = tr("session {session_id}", session_id=memory.session_id)
    return f"{said}, {tr('tier {tier}, {tier2}', tier=memory.tier, tier2=formatting.tier_name(memory.tier))}"


def _facts_of_lesson(row: MemoryTableRow) -> list[tuple[str, str]]:
    lesson = row.lesson
    assert lesson is not None  # noqa: S101 — asked of lessons alone
    return [
        (tr("State"), state_word(row)),
        (tr("From"), LESSON_SOURCES.get(lesson.source, lesson.source)),
        (tr("Why"), lesson.why),
        (tr("Times"), format_number(lesson.times)),
        (tr("Last learned"), formatting.format_exact_time(lesson.updated_at)),
    ]


def _facts_of_reminder(row: MemoryTableRow) -> list[tuple[str, str]]:
    reminder = row.reminder
    assert reminder is not None  # noqa: S101 — asked of reminders alone
    number = len(reminder.memory_ids)
    return [
        (tr("State"), state_word(row)),
        (tr("Day"), day_text(reminder.trigger_date)),
        (tr("Said as"), f"“{reminder.words}”" if reminder.words else ""),
        (tr("Said"), formatting.format_exact_time(reminder.created_at)),
        (
            tr("Memories"),
            tr_count("%n memory comes with it", "%n memories come with it", number) if number else "",
        ),
    ]


def closing_text(details: MemoryDetails) -> str:
    """Return what closed or lowered a fact: when, by whom, by which newer fact, why and how sure; nothing where it
    holds."""
    row = details.closing
    if row is None or not row.standing:
        return ""
    said = tr(
        "{kind} {when} by {who}",
        kind=CLOSINGS.get(row.kind, row.kind).capitalize(),
        when=formatting.format_relative_time(row.at),
        who=_closer(row),
    )
    newer = tr("Newer fact: {text}", text=row.other.observation) if row.other is not None else ""
    sure = (
        ""
        if row.certainty is None
        else tr("Certainty: {certainty}.", certainty=formatting.format_percent(row.certainty))
    )
    return formatting.strip_direction_marks("\n".join(filter(None, (f"{said}.", newer, row.why, sure))))


def _closer(row: MemoryClosing) -> str:
    return row.actor if row.by == "operator" and row.actor else CLOSED_BY.get(row.by, row.by)


# --- tables ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class QuotedSource:
    """Where a fact was said, in which words, and when; ``place`` where that is found."""

    where: str
    quote: str
    at: str
    place: PageLocation | None


@dataclass(frozen=True, slots=True)
class OtherMemory:
    """Another memory, and what it is to the one that is shown."""

    relation: str
    memory: Memory
    why: str = ""


def moments_of(details: MemoryDetails) -> list[TimelineEntry]:
    """Return its life: every change, recall and prompt, the newest first."""
    told = details.told.rows if details.told is not None else ()
    return build_timeline(details.history, details.recalls, told)


def moment_text(moment: TimelineEntry) -> str:
    """Return what happened, and what it did to the confidence."""
    return f"{moment.title}, {moment.change}" if moment.change else moment.title


def place_of(moment: TimelineEntry, details: MemoryDetails) -> PageLocation | None:
    """Return where a moment of its life leads: the line of the session, or the other memory."""
    if moment.session_id is not None:
        marker = moment.version.marker_id if moment.version is not None else None
        line = next((source.log_line for source in details.sources if source.id == marker), None)
        return PageLocation("sessions", id=moment.session_id, line=line)
    other = moment.version.other_id if moment.version is not None else None
    return PageLocation("memories", id=other) if other in details.others else None


def sources_of(details: MemoryDetails) -> list[QuotedSource]:
    """Return the lines that said it, the newest first; then the passages that were no markers."""
    said = {source.line for source in details.sources}
    found = [
        QuotedSource(
            tr(
                "Session {session_id}, line {log_line}", session_id=one.session_id, log_line=format_number(one.log_line)
            ),
            one.line or tr("This line was removed, with its text."),
            one.created_at,
            PageLocation("sessions", id=one.session_id, line=one.log_line),
        )
        for one in details.sources[::-1]
    ]
    for one in details.passages[::-1]:
        if one.content_type != "marker" and one.raw_content not in said:
            kind, _, number = one.conversation_id.partition(":")
            session = int(number) if kind == "session" and number.isdecimal() else None
            where = PASSAGES.get(one.content_type, tr("Passage"))
            if session is not None:
                where = f"{where}: {tr('Session {number}', number=session)}"
            place = PageLocation("sessions", id=session) if session is not None else None
            text = one.raw_content or tr("Its text was removed by a purge.")
            found.append(QuotedSource(where, text, one.content_at, place))
    return found


def chain_of(details: MemoryDetails) -> list[OtherMemory]:
    """Return the facts that followed one another, old to new; none where nothing was replaced."""
    if len(details.chain) < 2:
        return []
    return [OtherMemory(_standing(one, details), one) for one in details.chain]


def _standing(memory: Memory, details: MemoryDetails) -> str:
    if memory.superseded_by is None:
        said = tr("valid now")
    elif memory.valid_until:
        said = tr("valid until {valid_until}", valid_until=formatting.format_relative_time(memory.valid_until))
    else:
        said = tr("replaced")
    return f"{said}, {tr('this one')}" if memory.id == details.memory_id else said


def related_to(details: MemoryDetails) -> list[OtherMemory]:
    """Return what it contradicts, what contradicts it and what it brought back, the newest first."""
    found = []
    for link in details.links[::-1]:
        other = details.others.get(link.to_id if link.from_id == details.memory_id else link.from_id)
        if other is not None:
            found.append(OtherMemory(link_title(link, details.memory_id), other, link.why))
    return found


def _moment_rows(
    _context: AppContext, details: MemoryDetails
) -> Mapping[Hashable, tuple[TimelineEntry, MemoryDetails]]:
    return {place: (moment, details) for place, moment in enumerate(moments_of(details))}


def _source_rows(_context: AppContext, details: MemoryDetails) -> Mapping[Hashable, QuotedSource]:
    return dict(enumerate(sources_of(details)))


def _chain_rows(_context: AppContext, details: MemoryDetails) -> Mapping[Hashable, OtherMemory]:
    return dict(enumerate(chain_of(details)))


def _related_rows(_context: AppContext, details: MemoryDetails) -> Mapping[Hashable, OtherMemory]:
    return dict(enumerate(related_to(details)))


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
    load=_chain_rows,
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
        load=_moment_rows,
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
        load=_related_rows,
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
        load=_source_rows,
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
        theme.set_role(self.column.widget(), "surface")
        self.column.navigation_requested.connect(self._go)
        self.column.sections["chain"].body.reopen_requested.connect(self.reopen_requested)  # type: ignore[attr-defined]
        self.count = theme.plain_label(role="section")
        self._one = self._lay_out([self.title, self.kind], _buttons(action_set, HEAD), self.column)
        self.several = self._lay_out(
            [self.count],
            _buttons(action_set, SEVERAL),
            theme.plain_label(tr("Everything you do here can be undone with Ctrl+Z."), "muted", wrap=True),
        )
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
