"""The parts of a run, one under another: answer, log, what it did, what it checked and learned, what it was given."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from ....language.types import GENERAL
from ....memory import services_in
from ....records.health import HealthCheck
from ... import icons, theme
from ...kit.columns import ColumnSpec, text_column
from ...kit.sections import SectionBody, SectionTable, TableSection, WidgetSection
from ...text import formatting
from ...text.translation import tr, tr_count
from ...widgets.log.log_view import LogView
from ...widgets.response_view import ResponseView
from ...widgets.state_dot import state_word
from ..base_page import PageLocation
from .learned_items import LearnedItem
from .prompt_rows import PARTS, PromptRow
from .queries import ShownSession, load_checks, load_learned, load_prompt_rows
from .steps_section import StepsSection

if TYPE_CHECKING:
    from ...app_context import AppContext

ANSWER, LOG, STEPS, CHECKED, LEARNED, GIVEN, PROMPT = "answer", "log", "steps", "checked", "learned", "given", "prompt"
LOG_ROWS = 12  # that a log shows at least
ANSWER_AT_MOST, PROMPT_AT_MOST = 420, 240  # pixels; what is longer scrolls
TOKEN_CHARACTERS = 4
ALL_SERVICES = "all that you find"  # as runs.prompt puts it
PAGES_OF_KINDS = {"case": "cases", "memory": "memories", "event": "events", "cooldown": "cooldowns"}

# --- answer and log --------------------------------------------------------------------------------------------------


class AnswerSection(SectionBody[ShownSession]):
    """The answer of a session, as high as it is within reason."""

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        super().__init__(context, parent)
        self.view = ResponseView(self)
        self.view.document().documentLayout().documentSizeChanged.connect(self._fit)
        _fill(self, self.view)

    def show_record(self, record: ShownSession) -> None:
        """Show the answer of a session."""
        self.view.show_text(record.session.response)

    def take_focus(self) -> None:
        """Put the cursor into the answer."""
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _fit(self) -> None:
        self.view.setFixedHeight(min(ANSWER_AT_MOST, round(self.view.document().size().height()) + theme.GAP_S))


class LogSection(SectionBody[ShownSession]):
    """The log of a session, followed while it runs."""

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        super().__init__(context, parent)
        self.log = LogView(context, self)
        self.log.setMinimumHeight(LOG_ROWS * theme.ROW_COMPACT)
        _fill(self, self.log)

    def show_record(self, record: ShownSession) -> None:
        """Show the log of a session."""
        self.log.show_session(record.session.id)

    def take_focus(self) -> None:
        """Put the cursor into the log."""
        self.log.list.setFocus(Qt.FocusReason.OtherFocusReason)


def _fill(section: QWidget, part: QWidget) -> None:
    column = QVBoxLayout(section)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(part)


# --- checked ---------------------------------------------------------------------------------------------------------


def how_known(check: HealthCheck) -> str:
    """Return whether it was measured, by which check, or said by the agent."""
    if not check.measured:
        return tr("according to the agent")
    return tr("measured ({check_type})", check_type=check.check_type) if check.check_type else tr("measured")


def answered_in(check: HealthCheck) -> str:
    """Return the response time."""
    return tr("{response_ms} ms", response_ms=f"{check.response_ms:,.0f}") if check.response_ms is not None else ""


CHECK_COLUMNS: tuple[ColumnSpec[HealthCheck], ...] = (
    text_column("service", tr("Service"), 130, lambda check: check.service),
    ColumnSpec(
        "status", tr("State"), 104, text=lambda check: state_word(check.status), state=lambda check: check.status
    ),
    text_column("detail", tr("What was found"), 220, lambda check: check.detail, stretch=True),
    ColumnSpec("took", tr("Answered in"), 96, number=True, minor=1, text=answered_in),
    ColumnSpec("how", tr("How it is known"), 130, text=how_known, minor=1),
    ColumnSpec(
        "at",
        tr("Time"),
        78,
        minor=1,
        text=lambda check: formatting.format_exact_time(check.checked_at)[-8:],
        tip=lambda check: formatting.format_exact_time(check.checked_at),
    ),
)

# --- learned ---------------------------------------------------------------------------------------------------------


def learned_summary(shown: ShownSession) -> str:
    """Return how much was learned, and how much was not stored."""
    counts = shown.counts
    learned = formatting.format_number(counts.learned)
    if not counts.not_stored:
        return learned
    return tr("{learned}, {missed} not stored", learned=learned, missed=formatting.format_number(counts.not_stored))


def learned_location(item: LearnedItem) -> PageLocation | None:
    """Return where what was stored is found; None where nothing was, or it is gone."""
    return PageLocation(PAGES_OF_KINDS[item.kind], id=item.target_id) if item.target_id is not None else None


LEARNED_COLUMNS: tuple[ColumnSpec[LearnedItem], ...] = (
    ColumnSpec("outcome", tr("Outcome"), 118, text=lambda item: item.outcome, state=lambda item: item.state),
    ColumnSpec("about", tr("About"), 130, text=lambda item: item.about, tip=lambda item: item.about, minor=1),
    text_column("text", tr("Said"), 170, lambda item: item.text, stretch=True),
    text_column("why", tr("Why"), 120, lambda item: item.why, stretch=True),
    ColumnSpec("now", tr("Stands at"), 84, text=lambda item: item.now, minor=1),
)


class LearnedTable(SectionTable[ShownSession, LearnedItem]):
    """What was learned, with a second button: ``line_requested`` carries the line of the log that said it."""

    line_requested = Signal(int)

    def __init__(self, context: AppContext, section: TableSection[ShownSession, LearnedItem], parent: QWidget) -> None:
        super().__init__(context, section, parent)
        self.line_button = QPushButton(tr("Show in the log"))
        self.line_button.clicked.connect(self._show_line)
        self.buttons.append(self.line_button)
        self._wanted_line = 0
        self.table.row_picked.connect(self._update_line)
        self.table.row_opened.connect(self._open_line)
        self.count_changed.connect(self._counted)

    @property
    def item(self) -> LearnedItem | None:
        """Return the current row."""
        item: LearnedItem | None = self.model.known_row(self.table.current)
        return item

    def pick_line(self, line: int) -> None:
        """Choose what was said on a log line, now or when it is loaded: the log itself is gone."""
        self._wanted_line = line
        for key in self.model.keys:
            item: LearnedItem | None = self.model.known_row(key)
            if item is not None and item.line == line:
                self._wanted_line = 0
                self.table.select_key(key)
                return

    def _counted(self, _count: int) -> None:
        if self._wanted_line:
            self.pick_line(self._wanted_line)
        self._update_line()

    def _update_line(self, _key: object = None) -> None:
        self.line_button.setEnabled(self.item is not None and bool(self.item.line))

    def _open_line(self, _key: object) -> None:
        """Follow a row of which nothing was stored to its line."""
        if self.target is None:
            self._show_line()

    def _show_line(self) -> None:
        if self.item is not None and self.item.line:
            self.line_requested.emit(self.item.line)


class LearnedSection(TableSection[ShownSession, LearnedItem]):
    """The table of what was learned, with its second button."""

    def make(self, context: AppContext, parent: QWidget) -> LearnedTable:
        """Return the table."""
        return LearnedTable(context, self, parent)


# --- in the prompt ---------------------------------------------------------------------------------------------------


def format_confidence(confidence: float) -> str:
    """Return ``0.7``."""
    return f"{confidence:.2f}".removesuffix("0")


def prompt_row_now(row: PromptRow) -> str:
    """Return how a memory stands today."""
    if row.memory is None:
        return tr("deleted since") if row.was_memory else ""
    shown = format_confidence(row.memory.confidence)
    if row.changed:
        return tr("{shown}, reworded", shown=shown)
    return shown if row.memory.active else tr("{shown} inactive", shown=shown)


def prompt_row_state(row: PromptRow) -> str:
    """Return how a memory stands today as a shape."""
    if not row.was_memory:
        return ""
    if row.memory is None:
        return "stopped"
    return "corrected" if row.changed else "memory" if row.memory.active else "idle"


def prompt_row_now_tip(row: PromptRow) -> str:
    """Return what a memory reads today where that is something else."""
    if not row.changed or row.memory is None:
        return ""
    return tr("It reads now: {observation}", observation=row.memory.observation)


def used_text(row: PromptRow) -> str:
    """Return whether the session used a memory."""
    if not row.was_memory or row.memory is None:
        return ""
    return tr("not known yet") if row.used is None else tr("used") if row.used else tr("not used")


def used_state(row: PromptRow) -> str:
    """Return whether it was used as a shape."""
    if not row.was_memory or row.memory is None:
        return ""
    return "running" if row.used is None else "good" if row.used else "idle"


GIVEN_COLUMNS: tuple[ColumnSpec[PromptRow], ...] = (
    ColumnSpec("part", tr("Part"), 92, text=lambda row: PARTS.get(row.part, row.part), tip=lambda row: row.category),
    ColumnSpec(
        "service",
        tr("Service"),
        100,
        text=lambda row: (row.service or GENERAL) if row.was_memory else "",
        tip=lambda row: row.service or "",
        minor=1,
    ),
    text_column("text", tr("As the agent read it"), 180, lambda row: row.text, stretch=True),
    ColumnSpec("used", tr("Result"), 128, text=used_text, state=used_state, tip=lambda row: row.how),
    ColumnSpec(
        "given",
        tr("Given with"),
        82,
        minor=1,
        number=True,
        text=lambda row: "" if row.confidence is None else format_confidence(row.confidence),
    ),
    ColumnSpec("now", tr("Stands at"), 104, text=prompt_row_now, state=prompt_row_state, tip=prompt_row_now_tip),
)

# --- prompt ----------------------------------------------------------------------------------------------------------


def tokens_of(text: str) -> str:
    """Return about how many tokens a text has."""
    return tr("about {tokens}", tokens=tr_count("%n token", "%n tokens", -(-len(text) // TOKEN_CHARACTERS)))


def prompt_summary(shown: ShownSession) -> str:
    """Return how much was added to the system prompt, and which services it was about."""
    appended = shown.session.appended_prompt
    services = services_in(appended)
    about = tr("all services") if services == ALL_SERVICES else formatting.make_breakable(services, 120)
    added = tr("{tokens} added to the system prompt", tokens=tokens_of(appended)) if appended else ""
    return ", ".join(filter(None, (added, tr("about {services}", services=about) if services else "")))


class PromptText(QWidget):
    """One text with its heading, its size and a button that copies it."""

    def __init__(self, title: str, nothing: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._title, self._nothing = title, nothing
        self._heading = theme.plain_label(title, "muted")
        self._copy = QPushButton(tr("Copy"))
        theme.set_role(self._copy, "quiet")
        icons.set_themed_icon(self._copy, "copy", "muted")
        self._copy.clicked.connect(self._copy_all)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setUndoRedoEnabled(False)
        self.text.setFont(theme.mono_font())
        self.text.setAccessibleName(title)
        self.text.setTabChangesFocus(True)
        self.text.document().documentLayout().documentSizeChanged.connect(self._fit)
        head = QHBoxLayout()
        head.addWidget(self._heading, 1)
        head.addWidget(self._copy)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_XS)
        column.addLayout(head)
        column.addWidget(self.text)

    def show_text(self, text: str) -> None:
        """Show a text as it was given."""
        self._heading.setText(f"{self._title} · {tokens_of(text) if text else self._nothing}")
        self._copy.setEnabled(bool(text))
        self.text.setVisible(bool(text))
        if self.text.toPlainText() != text:
            self.text.setPlainText(text)

    def _fit(self) -> None:
        lines = round(self.text.document().size().height()) + 1
        self.text.setFixedHeight(min(PROMPT_AT_MOST, lines * self.text.fontMetrics().lineSpacing() + theme.GAP_M))

    def _copy_all(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())


class PromptSection(SectionBody[ShownSession]):
    """What a session was asked, and what was added to its system prompt."""

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        super().__init__(context, parent)
        self.asked = PromptText(tr("What it was asked"), tr("nothing"), self)
        self.added = PromptText(tr("Added to its system prompt"), tr("nothing: no memory, no context"), self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_S)
        column.addWidget(self.asked)
        column.addWidget(self.added)

    def show_record(self, record: ShownSession) -> None:
        """Show both texts of a session."""
        self.asked.show_text(record.session.prompt_text)
        self.added.show_text(record.session.appended_prompt)


# --- all of them -----------------------------------------------------------------------------------------------------


def _has(number: Callable[[ShownSession], int]) -> Callable[[ShownSession], bool]:
    return lambda shown: number(shown) > 0


SECTIONS = (
    WidgetSection[ShownSession](
        name=ANSWER,
        title=tr("Answer"),
        widget=AnswerSection,
        shown=lambda shown: bool(shown.session.response) and not shown.running,
    ),
    WidgetSection[ShownSession](name=LOG, title=tr("Log"), widget=LogSection, folded=True, fills=True),
    WidgetSection[ShownSession](name=STEPS, title=tr("What it did"), widget=StepsSection),
    TableSection[ShownSession, HealthCheck](
        name=CHECKED,
        title=tr("What was checked"),
        summary=lambda shown: formatting.format_number(shown.counts.checked),
        shown=_has(lambda shown: shown.counts.checked),
        folded=True,
        look="CheckModel",
        columns=CHECK_COLUMNS,
        load=load_checks,
    ),
    LearnedSection(
        name=LEARNED,
        title=tr("What was learned"),
        summary=learned_summary,
        shown=_has(lambda shown: shown.counts.learned),
        folded=True,
        look="LearnedModel",
        columns=LEARNED_COLUMNS,
        load=load_learned,
        link=learned_location,
        link_text=tr("Open"),
        no_link=tr("Nothing was stored, or it was deleted since."),
    ),
    TableSection[ShownSession, PromptRow](
        name=GIVEN,
        title=tr("Memory in the prompt"),
        shown=lambda shown: bool(shown.session.appended_prompt),
        folded=True,
        look="InjectedModel",
        columns=GIVEN_COLUMNS,
        load=load_prompt_rows,
        link=lambda row: PageLocation("memories", id=row.memory.id) if row.memory is not None else None,
        link_text=tr("Show the memory"),
        no_link=tr("This is no memory, or it was deleted since."),
    ),
    WidgetSection[ShownSession](
        name=PROMPT, title=tr("Prompt"), widget=PromptSection, summary=prompt_summary, folded=True
    ),
)
