"""Why a fact was not remembered: its way, stage by stage, with the stage at which it was lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ....memory import FactExplanation, Memory, StageEvidence
from ....records.sessions import Session
from ... import theme
from ...app_context import AppContext
from ...latest_query import LatestQuery
from ...text import formatting
from ...text.translation import tr
from ...widgets.filter_box import FilterBox, FilterChoice
from ...widgets.state_dot import StateDot
from ..base_page import PageLocation
from ..memories.text import shorten_to_line

STAGES = {
    "said": tr("Said"),
    "extracted": tr("Extracted"),
    "gated": tr("Gate"),
    "kept": tr("Kept"),
    "merged": tr("Merged"),
    "superseded": tr("Replaced"),
    "decayed": tr("Faded"),
    "laid away": tr("Archived"),
    "told": tr("In a prompt"),
    "recalled": tr("Recalled"),
}
MOST_SESSIONS = 20
_SHAPES = {True: "good", False: "critical", None: "info"}
_TOP = Qt.AlignmentFlag.AlignTop


@dataclass(frozen=True)
class AbsenceAnswer:
    """Why a fact was not remembered, the memory that it is, others that the question may have meant, and the sessions
    whose prompts may be asked about."""

    found: FactExplanation
    memory: Memory | None
    others: tuple[Memory, ...]
    sessions: Sequence[Session]


def explain_absence(context: AppContext, text: str, memory_id: int | None, session_id: int | None) -> AbsenceAnswer:
    """Return why a prompt lacked a fact."""
    memory = context.memory
    found = memory.prompt.why_not(text, memory_id=memory_id, session_id=session_id)
    fact = memory.search.get(found.memory_id) if found.memory_id is not None else None
    sessions = context.book.sessions.list(limit=MOST_SESSIONS)
    return AbsenceAnswer(found, fact, tuple(memory.search.rows(found.others)), sessions)


def session_choices(sessions: Sequence[Session]) -> list[FilterChoice]:
    """Return the prompts that may be asked about: that of the next run and those of earlier sessions."""
    earlier = [FilterChoice(session_text(session), session.id) for session in sessions]
    return [FilterChoice(tr("The next run"), None), *earlier]


def session_text(session: Session) -> str:
    """Return what the prompt of a session is called."""
    started = formatting.format_relative_time(session.started_at)
    return tr("Session {number}, {time}", number=session.id, time=started)


class WhyView(QFrame):
    """The way of one fact. ``navigation_requested`` carries where a stage leads, ``answered`` the AbsenceAnswer, and
    ``message_posted`` a sentence."""

    navigation_requested = Signal(object)
    answered = Signal(object)
    message_posted = Signal(str, object)

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.set_role(self, "card")
        self.setAccessibleName(tr("What happened to the fact"))
        self.context = context
        self.answer: AbsenceAnswer | None = None
        self._question: tuple[str, int | None] = ("", None)
        self._latest = LatestQuery(context.bridge, self._show, self._failed, self)
        self._dot = StateDot("info", theme.ICON_LARGE)
        self.verdict = theme.plain_label(role="section", wrap=True, select=True)
        self.session = FilterBox(tr("Which prompt"), session_choices(()))
        self.session.value_chosen.connect(self._ask_again)
        head = QHBoxLayout()
        head.setSpacing(theme.GAP_S)
        head.addWidget(self._dot, 0, _TOP)
        head.addWidget(self.verdict, 1)
        head.addWidget(self.session, 0, _TOP)
        self._rows = QWidget(self)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(theme.GAP_M, theme.GAP_M, theme.GAP_M, theme.GAP_M)
        self._column.setSpacing(theme.GAP_S)
        self._column.addLayout(head)
        self._column.addWidget(self._rows)

    def ask(self, text: str, memory_id: int | None = None) -> None:
        """Ask why a prompt lacked what the text says, or this memory."""
        self._question = (text, memory_id)
        self._latest.ask(partial(explain_absence, self.context, text, memory_id, self.session.value))

    @property
    def lines(self) -> list[str]:
        """Return what each stage says, as a screen reader reads it."""
        return [stage_text(one) for one in self.answer.found.evidence] if self.answer is not None else []

    def _ask_again(self, _session: object) -> None:
        self.ask(*self._question)

    def _show(self, answer: AbsenceAnswer) -> None:
        self.answer = answer
        found = answer.found
        self.verdict.setText(formatting.make_breakable(found.verdict))
        self._dot.set_state("critical" if found.stage else "good" if found.memory_id is not None else "info")
        self.session.set_choices(session_choices(answer.sessions))
        self._column.removeWidget(self._rows)
        self._rows.hide()
        self._rows.deleteLater()
        self._rows = self._make_rows(answer)
        self._column.addWidget(self._rows)
        self.answered.emit(answer)

    def _make_rows(self, answer: AbsenceAnswer) -> QWidget:
        rows = QWidget(self)
        grid = QGridLayout(rows)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme.GAP_S)
        grid.setVerticalSpacing(theme.GAP_XS)
        grid.setColumnStretch(2, 1)
        for row, one in enumerate(answer.found.evidence):
            lost = one.stage == answer.found.stage and one.passed is False
            self._fill_row(grid, row, one, lost)
        if answer.others:
            grid.addWidget(theme.plain_label(tr("You may have meant"), "strong"), grid.rowCount(), 0, 1, 6)
        for memory in answer.others:
            text, spoken = shorten_to_line(memory.observation, 100), tr("Ask about it: {id}", id=memory.id)
            link = _make_link(text.replace("&", "&&"), spoken, partial(self.ask, "", memory.id))
            grid.addWidget(link, grid.rowCount(), 0, 1, 6, Qt.AlignmentFlag.AlignLeft)
        return rows

    def _fill_row(self, grid: QGridLayout, row: int, one: StageEvidence, lost: bool) -> None:
        said = theme.plain_label(formatting.make_breakable(one.told), "body", wrap=True, select=True)
        said.setAccessibleName(stage_text(one))
        at = theme.plain_label(formatting.format_relative_time(one.at), "faint")
        at.setToolTip(formatting.format_exact_time(one.at))
        name = STAGES.get(one.stage, one.stage.capitalize())
        parts: dict[int, QWidget] = {
            0: StateDot(_SHAPES[one.passed]),
            1: theme.plain_label(name, "strong" if lost else "muted"),
            2: said,
            5: at,
        }
        if one.session_id is not None:
            spoken = tr("Open session {session_id}", session_id=one.session_id)
            parts[3] = self._lead(f"#{one.session_id}", spoken, "sessions", one.session_id)
        if one.memory_id is not None:
            spoken = tr("Show memory {memory_id}", memory_id=one.memory_id)
            parts[4] = self._lead(tr("Show it"), spoken, "memories", one.memory_id)
        for column, part in parts.items():
            grid.addWidget(part, row, column)
        grid.setRowMinimumHeight(row, theme.TARGET)

    def _lead(self, text: str, spoken: str, page: str, number: int) -> QPushButton:
        return _make_link(text, spoken, partial(self.navigation_requested.emit, PageLocation(page, id=number)))

    def _failed(self, sentence: str) -> None:
        self.message_posted.emit(sentence, None)


def stage_text(one: StageEvidence) -> str:
    """Return a stage and what is known of it."""
    return f"{STAGES.get(one.stage, one.stage.capitalize())}: {one.told}"


def _make_link(text: str, spoken: str, follow: Callable[[], object]) -> QPushButton:
    link = QPushButton(formatting.strip_direction_marks(text))
    theme.set_role(link, "link")
    link.setAccessibleName(spoken)
    link.clicked.connect(lambda _checked=False: follow())
    return link
