"""Ask memory: a question, how deep to look, and the answers in order, each with why it came (E9)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QMenu,
    QProgressBar,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from ....core.clock import utc_now
from ....core.lazy import lazy_property
from ....knowledge import AnswerPassage, FederatedAnswer, FederatedRecall
from ....language.types import GENERAL
from ....memory import PROFILES, FilterCounts, MemoryQuery, RecalledItem, RecallRequest
from ....storage.change_events import CommittedChange
from ... import icons, theme
from ...app_context import AppContext
from ...text import formatting
from ...text.translation import error_text, tr
from ...widgets.empty_state import EmptyState
from ...widgets.filter_box import FilterBox, FilterChoice
from ...widgets.vertical_scroll import VerticalScroll
from ..base_page import PageLocation
from . import text as page_text
from .answer_card import AnswerCard, RecallAnswerCard
from .case_card import CaseAnswerCard
from .passage_card import PassageAnswerCard
from .preload_recall import RecallPreloader
from .question_field import QuestionField
from .stage_timings import StageTimings

RECENT = 8
ONE_LINE_FROM = 800
SLOW_MS = 400  # what takes longer says why
OPTIONS = (
    ("held", tr("Memories that need review")),
    ("superseded", tr("Replaced memories")),
    ("archived", tr("Archived memories")),
)
NOTHING_KNOWN = tr("What the agent learns in a run can be asked for here. You can add what you know under Memories.")
EMPTY = tr("Ask as you would ask a colleague: How long does jellyfin take to start? What must run before nextcloud?")


class AskView(QWidget):
    """``memory_requested`` carries the id of an answer's memory, ``navigation_requested`` the PageLocation of a case,
    a note or a document among the answers, ``why_requested`` the question whose answer is
    missing, ``message_posted`` a sentence, ``fact_changed`` the line under the title.
    """

    memory_requested = Signal(int)
    navigation_requested = Signal(object)
    why_requested = Signal(str)
    message_posted = Signal(str)
    fact_changed = Signal(str)

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.found: FederatedAnswer | None = None
        self.cards: list[AnswerCard] = []
        self.case_cards: list[CaseAnswerCard] = []
        self._nothing_known = False
        self._asking: RecallRequest | None = None
        self._next: RecallRequest | None = None
        self._slow = QTimer(self, singleShot=True, interval=SLOW_MS)
        self._slow.timeout.connect(self._say_slow)
        self._make_question()
        self._make_answers()
        self._lay_out()
        self._show_nothing()
        self.warming = RecallPreloader(desk, self)
        desk.bridge.changed.connect(self._data_changed)

    # --- parts -------------------------------------------------------------------------------------------------------

    def _make_question(self) -> None:
        self.question = QuestionField(self)
        self.question.returnPressed.connect(self.ask)
        self.question.down_pressed.connect(self._into_answers)
        default = self._desk.settings.current.memory.recall_profile
        self.profile = FilterBox(
            tr("Search depth"), [FilterChoice(page_text.PROFILES[name], name) for name in PROFILES]
        )
        self.profile.set_value(default)
        self.profile.value_chosen.connect(self._changed)
        self.service = FilterBox(tr("Service"), [FilterChoice(tr("Any service"), None)])
        self.service.setMaximumWidth(200)
        self.service.value_chosen.connect(self._changed)
        self.options = QToolButton(self)
        self.options.setText(tr("Options"))
        self.options.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.options.setToolTip(tr("Also search these"))
        self.options.setToolButtonStyle(theme.text_beside_icon())
        icons.set_themed_icon(self.options, "filter", "muted")
        theme.set_role(self.options, "button")
        menu = QMenu(self.options)
        self.includes: dict[str, QAction] = {}
        for name, text in OPTIONS:
            action = menu.addAction(text)
            action.setCheckable(True)
            action.toggled.connect(self._include)
            self.includes[name] = action
        self.options.setMenu(menu)
        self.go = QPushButton(tr("Ask"))
        theme.set_role(self.go, "primary")
        self.go.clicked.connect(self.ask)

    def _make_answers(self) -> None:
        self.busy = QProgressBar(self)
        self.busy.setTextVisible(False)
        self.busy.setAccessibleName(tr("Searching"))
        self.busy.setRange(0, 0 if not theme.reduce_motion() else 1)
        self.summary = theme.plain_label(role="muted", wrap=True)
        self.rewritten = theme.plain_label(role="muted", wrap=True, select=True)
        self.note = theme.plain_label(role="warn", wrap=True)
        self.stages = StageTimings()
        self.missing = QPushButton(tr("Is something missing? See why"))
        theme.set_role(self.missing, "link")
        self.missing.clicked.connect(self._ask_why)
        self._parts = QStackedWidget(self)
        self.empty = EmptyState("recall", tr("Ask what is known"))
        self._empty = QWidget()
        self.before = QWidget(self._empty)
        self._before = QVBoxLayout(self.before)
        self._before.setContentsMargins(0, 0, 0, 0)
        self._before.setSpacing(0)
        self._empty_column = column = QVBoxLayout(self._empty)
        column.setContentsMargins(0, 0, 0, theme.GAP_XL)
        column.addWidget(self.empty, 3)
        column.addWidget(self.before, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(2)
        self._area = VerticalScroll()
        self._inner = QWidget()
        self._column = QVBoxLayout(self._inner)
        self._column.setContentsMargins(0, 0, theme.GAP_S, theme.GAP_L)
        self._column.setSpacing(theme.GAP_S)
        self._column.addWidget(self.stages)
        self._column.addStretch()
        self._area.setWidget(self._inner)
        self._parts.addWidget(self._empty)
        self._parts.addWidget(self._area)

    def _lay_out(self) -> None:
        first = QHBoxLayout()
        first.setSpacing(theme.GAP_S)
        first.addWidget(self.question, 1)
        second = QHBoxLayout()
        second.setSpacing(theme.GAP_S)
        for part in (self.profile, self.service, self.options, self.go):
            second.addWidget(part)
        self._row = row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        row.setSpacing(theme.GAP_S)
        row.addLayout(first, 1)
        row.addLayout(second)
        said = QHBoxLayout()
        said.setSpacing(theme.GAP_S)
        said.addWidget(self.summary, 1)
        said.addWidget(self.missing)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, theme.GAP_M, 0, 0)
        column.setSpacing(theme.GAP_S)
        column.addLayout(row)
        column.addWidget(self.busy)
        column.addLayout(said)
        for below in (self.rewritten, self.note):
            column.addWidget(below)
        column.addWidget(self._parts, 1)
        self.busy.setVisible(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow window the question has a line of its own."""
        super().resizeEvent(event)
        beside = event.size().width() >= ONE_LINE_FROM
        way = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        if self._row.direction() != way:
            self._row.setDirection(way)

    # --- asking ------------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """In view: which services there are, and what was asked before."""
        self._desk.bridge.ask(partial(_load_suggestions, self._desk), self._known)

    @Slot(object)
    def _data_changed(self, change: CommittedChange) -> None:
        """A question is written down after its answer was given."""
        if change.table == "recalls" and self.isVisible():
            self.refresh()

    def ask(self) -> None:
        """Ask what stands in the field."""
        text = self.question.text().strip()
        if not text:
            self._next = None
            self.found = None
            self._show_nothing()
            return
        request = RecallRequest(
            question=text,
            now=utc_now(),
            profile=str(self.profile.value),
            services=(self.service.value,) if self.service.value else (),
            include_held=self.includes["held"].isChecked(),
            include_archived=self.includes["archived"].isChecked(),
            include_superseded=self.includes["superseded"].isChecked(),
            asked_by="operator",
        )
        if self._asking is not None:
            self._next = request
            return
        self._begin(request)

    def ask_question(self, question: str, service: str | None = None) -> None:
        """Ask this."""
        self.question.setText(question)
        if service is not None:
            self.service.set_value(service)
        self.ask()

    def show_place(self, place: PageLocation) -> None:
        """Ask the question that the location holds."""
        wanted = place.filters or {}
        if wanted.get("question"):
            self.ask_question(str(wanted["question"]), wanted.get("service"))

    def take_focus(self) -> None:
        """Put the keys into the question."""
        self.question.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.question.selectAll()

    @property
    def is_searching(self) -> bool:
        """Whether an answer is on its way."""
        return self._asking is not None

    def _begin(self, request: RecallRequest) -> None:
        self._asking = request
        self.busy.setVisible(True)
        self._slow.start()
        self._desk.run_in_background(partial(self._recall.ask, request), self._answered, self._failed)

    @lazy_property
    def _recall(self) -> FederatedRecall:
        """Whoever answers; it keeps what the library has read."""
        return FederatedRecall(self._desk.book, self._desk.memory)

    def _answered(self, found: FederatedAnswer) -> None:
        if not isValid(self):
            return
        if self._settled():
            return
        self.found = found
        self._show(found)
        self.refresh()

    def _failed(self, error: Exception) -> None:
        if not isValid(self) or self._settled():
            return
        self.found = None
        self._clear()
        self.empty.set_message(tr("The question could not be answered"), error_text(error))
        self._parts.setCurrentWidget(self._empty)
        self.summary.setText("")

    def _settled(self) -> bool:
        """An answer is there; True where something newer was asked meanwhile, which is asked now."""
        self._asking = None
        self._slow.stop()
        wanted, self._next = self._next, None
        if wanted is not None:
            self._begin(wanted)
            return True
        self.busy.setVisible(False)
        return False

    def _say_slow(self) -> None:
        self.summary.setText(tr("Searching… The first question takes longer, because the search model is loaded."))

    def _changed(self, _value: Any) -> None:
        if self.question.text().strip():
            self.ask()

    def _include(self) -> None:
        on = sum(action.isChecked() for action in self.includes.values())
        self.options.setText(tr("Options {on}", on=on) if on else tr("Options"))
        self._changed(None)

    # --- showing -----------------------------------------------------------------------------------------------------

    def _show(self, found: FederatedAnswer) -> None:
        self._clear()
        memory = found.memory
        self.summary.setText(page_text.answer_summary(found))
        self.rewritten.setText(formatting.make_breakable(page_text.rewritten_question(memory)))
        self.rewritten.setVisible(bool(self.rewritten.text()))
        self.note.setText(formatting.make_breakable(memory.note))
        self.note.setVisible(bool(memory.note))
        self.stages.show_stages(memory.stages)
        self.missing.setVisible(True)
        for match in found.cases:  # what helped last time is asked first
            case = CaseAnswerCard(match, self._inner)
            case.case_requested.connect(self._open_case)
            self.case_cards.append(case)
        self.cards = [self._make_card(place, one) for place, one in enumerate(found.results, 1)]
        shown = (*self.case_cards, *self.cards)
        for place, card in enumerate(shown, 1):
            self._column.insertWidget(place, card)  # below how it was found
            card.show()
        if shown:
            self._column.insertWidget(0, self.stages)
            self._parts.setCurrentWidget(self._area)
            self._area.verticalScrollBar().setValue(0)
        else:
            chosen = [name for name, action in self.includes.items() if action.isChecked()]
            why = formatting.make_breakable(memory.nothing or page_text.no_answer_hint(chosen))
            self.empty.set_message(tr("Nothing is known about that"), why)
            self.before.hide()
            self._empty_column.insertWidget(0, self.stages)
            self._parts.setCurrentWidget(self._empty)

    def _make_card(self, place: int, result: RecalledItem | AnswerPassage) -> AnswerCard:
        card: RecallAnswerCard | PassageAnswerCard
        if isinstance(result, AnswerPassage):
            card = PassageAnswerCard(place, result, self._inner)
            card.place_requested.connect(self.navigation_requested)
        else:
            card = RecallAnswerCard(place, result, self._inner)
            card.memory_requested.connect(self.memory_requested)
        card.step_requested.connect(self._step)
        return card

    def _open_case(self, case_id: int) -> None:
        self.navigation_requested.emit(PageLocation("cases", id=case_id))

    def _show_nothing(self) -> None:
        self._clear()
        for part in (self.rewritten, self.note, self.stages, self.missing):
            part.setVisible(False)
        self.summary.setText("")
        self._say_empty()
        self.before.setVisible(self._before.count() > 0)
        self._parts.setCurrentWidget(self._empty)

    def _say_empty(self) -> None:
        if self._nothing_known:
            self.empty.set_message(tr("Nothing is known yet"), NOTHING_KNOWN)
        else:
            self.empty.set_message(tr("Ask what is known"), EMPTY)

    def _clear(self) -> None:
        for card in (*self.cards, *self.case_cards):
            self._column.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.cards, self.case_cards = [], []

    def _known(self, known: tuple[FilterCounts, list[str]]) -> None:
        services, asked = known[0].services, known[1]
        self.fact_changed.emit(page_text.fact_line(known[0]))
        self._nothing_known = not known[0].total
        if self.found is None:
            self._say_empty()
        names = [FilterChoice(name, name, number) for name, number in services.items() if name != GENERAL]
        self.service.set_choices([FilterChoice(tr("Any service"), None), *names])
        self.question.set_recent(asked)
        self._show_before(asked[:RECENT])

    def _show_before(self, asked: Sequence[str]) -> None:
        while self._before.count():
            item = self._before.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        if asked:
            self._before.addWidget(theme.plain_label(tr("Asked before"), "muted"))
        for text in asked:
            link = QPushButton(
                formatting.strip_direction_marks(text if len(text) <= 90 else f"{text[:89]}…").replace("&", "&&")
            )
            theme.set_role(link, "link")
            link.setProperty("question", text)
            link.clicked.connect(self._ask_again)
            self._before.addWidget(link)
        self.before.setVisible(bool(asked) and self.found is None)

    def _ask_again(self) -> None:
        self.ask_question(str(self.sender().property("question")))

    def _ask_why(self) -> None:
        self.why_requested.emit(self.question.text().strip())

    def _into_answers(self) -> None:
        if self.cards:
            self.cards[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def _step(self, step: int) -> None:
        card = self.sender()
        if not isinstance(card, AnswerCard):
            return
        at = self.cards.index(card) + step
        if at < 0:
            self.take_focus()
        elif at < len(self.cards):
            self.cards[at].setFocus(Qt.FocusReason.OtherFocusReason)
            self._area.ensureWidgetVisible(self.cards[at], 0, theme.GAP_M)


def _load_suggestions(desk: AppContext) -> tuple[FilterCounts, list[str]]:
    """Asks which services memories are about, and what was asked before, each question once."""
    asked = [record.question for record in desk.memory.recall.latest(50)]
    return desk.memory.search.facets(MemoryQuery()), list(dict.fromkeys(asked))
