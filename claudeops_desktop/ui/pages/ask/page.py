"""The page that asks memory: a question, the answers, why something is missing among them, and what is related."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ....core.lazy import lazy_property
from ....knowledge import AnswerPassage, FederatedAnswer, FederatedRecall
from ....language.types import GENERAL
from ....memory import FilterCounts, MemoryQuery
from ....storage.change_events import CommittedChange
from ... import theme
from ...app_context import AppContext
from ...kit.actions import ActionSet, ActionSpec
from ...latest_query import LatestQuery
from ...text import formatting
from ...text.translation import tr
from ...widgets.flow_layout import FlowLayout
from ...widgets.fold_button import FoldButton
from ...widgets.vertical_scroll import VerticalScroll
from ..base_page import BasePage, PageLocation
from . import answers
from .answers import AnswerCard, describe_case, describe_memory, describe_passage
from .question_bar import QuestionBar
from .related import RelatedView
from .steps import StepsView
from .why import AbsenceAnswer, WhyView

log = logging.getLogger(__name__)
RECENT = 5
SLOW_MS = 400  # what takes longer says why
SETTLED_MS = 1000  # after the page came into view: it has what it asked for by then
NOTHING_KNOWN = tr("What the agent learns in a run can be asked for here. You can add what you know under Memories.")
EXAMPLES = tr("Ask as you would ask a colleague: How long does jellyfin take to start? What must run before nextcloud?")
ABOUT_WHY = tr(
    "Describe in your own words what it should have known. This shows each step of "
    "that fact, from the session to the prompt, and the step at which it was lost."
)


ACTIONS: tuple[ActionSpec[Any], ...] = (
    ActionSpec("ask", tr("Ask memory"), lambda page: page.focus_search(), "Alt+1"),
    ActionSpec("related", tr("Show what is related to a service"), lambda page: page.reveal("related"), "Alt+2"),
    ActionSpec(
        "why",
        tr("Explain why something was not remembered"),
        lambda page: page.explain(),
        "Alt+3",
        label=lambda _page: tr("Why?"),
        tip=lambda _page: tr("Explain why something was not remembered (Alt+3)"),
    ),
    ActionSpec("steps", tr("Show the steps of memory"), lambda page: page.reveal("steps"), "Alt+4"),
)


class AskPage(BasePage):
    """A PageLocation may hold a ``question`` with a ``service``. With the view ``why`` it asks why a memory (``id``) or
    what a ``question`` says was not remembered, in the prompt of ``session_id``; with ``around`` it shows what is
    related to a ``service``, with ``telemetry`` the steps of memory."""

    title = tr("Ask")

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.context = context
        self.found: FederatedAnswer | None = None
        self.cards: list[AnswerCard] = []
        self.is_searching = False
        self.is_warm = False
        self._in_view = False
        self._nothing_known = False
        self._memory_id: int | None = None
        self._latest = LatestQuery(context.bridge, self._answered, self._failed, self, run=context.run_in_background)
        self._slow = QTimer(self, singleShot=True, interval=SLOW_MS)
        self._slow.timeout.connect(self._say_slow)
        self._settled = QTimer(self, singleShot=True, interval=SETTLED_MS)
        self._settled.setTimerType(Qt.TimerType.CoarseTimer)
        self._settled.timeout.connect(self._warm)
        self.action_set = ActionSet(self, ACTIONS, self)
        profile = context.settings.current.memory.recall_profile
        self.bar = QuestionBar(profile, self.action_set.make_button("why"), self)
        self.bar.asked.connect(self.ask)
        self.bar.edited.connect(self._forget_memory)
        self.bar.options_changed.connect(self._ask_otherwise)
        self.bar.question.down_pressed.connect(partial(self._focus_card, 0))
        self._make_answers()
        self._make_sections()
        self._lay_out()
        self.action_set.update()
        self._show_nothing()
        context.bridge.changed.connect(self._committed)

    # --- parts -------------------------------------------------------------------------------------------------------

    def _make_answers(self) -> None:
        self.busy = QProgressBar(self)
        self.busy.setTextVisible(False)
        self.busy.setAccessibleName(tr("Searching"))
        self.busy.setRange(0, 0 if not theme.reduce_motion() else 1)
        self.busy.hide()
        self.summary = theme.plain_label(role="muted", wrap=True)
        self.missing = QPushButton(tr("Is something missing? See why"))
        theme.set_role(self.missing, "link")
        self.missing.clicked.connect(self.action_set.actions["why"].trigger)
        self.rewritten = theme.plain_label(role="muted", wrap=True, select=True)
        self.note = theme.plain_label(role="warn", wrap=True)
        self.message = theme.plain_label(role="strong", wrap=True)
        self.hint = theme.plain_label(role="muted", wrap=True)
        self.before = QWidget(self)
        self._before = FlowLayout(theme.GAP_S, self.before)
        self.stages = FoldButton(tr("How it was found"))
        self.stage_lines = theme.plain_label(role="muted", wrap=True, select=True)
        self.stage_lines.hide()
        self.stages.toggled.connect(self.stage_lines.setVisible)
        self._answers = QWidget(self)
        self._column = QVBoxLayout(self._answers)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.GAP_S)
        line = QHBoxLayout()
        line.addWidget(self.summary, 1)
        line.addWidget(self.missing)
        self._column.addLayout(line)
        for part in (self.rewritten, self.note, self.message, self.hint, self.before):
            self._column.addWidget(part)
        self._column.addWidget(self.stages, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addWidget(self.stage_lines)

    def _make_sections(self) -> None:
        self.why = WhyView(self.context, self)
        self.why.hide()
        self.why.answered.connect(self._explained)
        self.why.navigation_requested.connect(self.navigation_requested)
        self.why.message_posted.connect(self.message_posted)
        self.related = RelatedView(self.context, self)
        self.steps = StepsView(self.context, self)
        self.sections: dict[str, RelatedView | StepsView] = {"related": self.related, "steps": self.steps}
        texts = {"related": tr("What is related to a service"), "steps": tr("Steps of memory")}
        self.folds = {name: FoldButton(text, self) for name, text in texts.items()}
        for name, fold in self.folds.items():
            fold.setChecked(name == "related")
            fold.toggled.connect(partial(self._folded, name))
            self.sections[name].setVisible(fold.isChecked())
            self.sections[name].navigation_requested.connect(self.navigation_requested)
            self.sections[name].message_posted.connect(self.message_posted)

    def _lay_out(self) -> None:
        inner = QWidget(self)
        parts = QVBoxLayout(inner)
        parts.setContentsMargins(0, 0, theme.GAP_S, theme.GAP_L)
        parts.setSpacing(theme.GAP_S)
        parts.addWidget(self._answers)
        parts.addWidget(self.why)
        for name, fold in self.folds.items():
            parts.addWidget(fold, 0, Qt.AlignmentFlag.AlignLeft)
            parts.addWidget(self.sections[name])
        parts.addStretch()
        self._area = VerticalScroll(inner, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_S)
        column.addWidget(self.bar)
        column.addWidget(self.busy)
        column.addWidget(self._area, 1)

    # --- as a page ---------------------------------------------------------------------------------------------------

    def activate(self, place: PageLocation | None = None) -> None:
        """Come into view, with what the location asks for."""
        self._in_view = True
        if not self.is_warm:
            self._settled.start()
            self.context.run_in_background(_read_ahead)
        self.refresh()
        for name, view in self.sections.items():
            if self.folds[name].isChecked():
                view.activate()
        if place is not None:
            self._show_place(place)

    def deactivate(self) -> None:
        """Go out of view."""
        self._in_view = False
        self._settled.stop()
        for view in self.sections.values():
            view.deactivate()

    def _show_place(self, place: PageLocation) -> None:
        wanted = place.filters or {}
        view, question, service = (wanted.get(name) or "" for name in ("view", "question", "service"))
        if view == "around":
            if service:
                self.related.show_name(str(service))
            self.reveal("related")
            return
        if view == "telemetry":
            self.reveal("steps")
            return
        if view in ("why", "trace"):
            self.why.session.set_value(wanted.get("session_id"))
            self.explain(str(question), place.id)
        elif question:
            self.ask_question(str(question), service or None)
        self.focus_search()

    def focus_search(self) -> None:
        """Put the keys into the question."""
        self.bar.take_focus()

    def actions(self) -> list[QAction]:
        """Return what can be done here, for the command palette and the list of keys."""
        return list(self.action_set.actions.values())

    def more_keys(self) -> list[tuple[str, str]]:
        """Return the key of the graph."""
        return [("C", tr("Centre the selected item (around a service)"))]

    def save_state(self) -> dict[str, Any]:
        """Return which sections are open."""
        return {name: fold.isChecked() for name, fold in self.folds.items()}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Open the sections that were open."""
        for name, fold in self.folds.items():
            if isinstance(state.get(name), bool):
                fold.setChecked(state[name])

    def refresh(self) -> None:
        """Ask which services there are, and what was asked before."""
        self.context.bridge.ask(partial(_load_suggestions, self.context), self._suggest)

    def reveal(self, name: str) -> None:
        """Open a section, and scroll to it."""
        self.folds[name].setChecked(True)
        QTimer.singleShot(0, self, partial(self._scroll_to, name))

    def _scroll_to(self, name: str) -> None:
        self._area.verticalScrollBar().setValue(self.folds[name].y())
        self.sections[name].focus_search()

    def _folded(self, name: str, on: bool) -> None:
        view = self.sections[name]
        view.setVisible(on)
        if on and self._in_view:
            view.activate()
        elif not on:
            view.deactivate()

    def _committed(self, change: CommittedChange) -> None:
        if change.table == "recalls" and self._in_view:  # a question is written down after its answer was given
            self.refresh()

    def _warm(self) -> None:
        """Have ready what recall needs: the first question does not wait for it, and new memories have their place."""
        if self.is_warm:
            return
        self.is_warm = True
        recall = self.context.memory.recall
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(recall.end)
        self.context.run_in_background(recall.begin_indexing)
        self.context.run_in_background(recall.warm, None, _report_cold)

    # --- asking ------------------------------------------------------------------------------------------------------

    def ask(self) -> None:
        """Ask what stands in the field."""
        self._show_why(False)
        if not self.bar.text:
            self.found = None
            self._latest.discard()
            self._settle()
            self._show_nothing()
            return
        self.is_searching = True
        self.busy.show()
        self._slow.start()
        self._latest.ask(partial(self._recall.ask, self.bar.make_request()))

    def ask_question(self, question: str, service: str | None = None) -> None:
        """Ask this."""
        self.bar.question.setText(question)
        if service is not None:
            self.bar.service.set_value(service)
        self.ask()

    @lazy_property
    def _recall(self) -> FederatedRecall:
        """Return what answers; it keeps what the library has read."""
        return FederatedRecall(self.context.book, self.context.memory)

    def _answered(self, found: FederatedAnswer) -> None:
        self._settle()
        self.found = found
        self._show(found)
        self.refresh()

    def _failed(self, sentence: str) -> None:
        self._settle()
        self.found = None
        self._show_nothing()
        self._show_message(tr("The question could not be answered"), sentence)

    def _settle(self) -> None:
        self.is_searching = False
        self._slow.stop()
        self.busy.hide()

    def _say_slow(self) -> None:
        self._fill(self.summary, tr("Searching… The first question takes longer, because the search model is loaded."))

    def _forget_memory(self) -> None:
        self._memory_id = None

    def _ask_otherwise(self) -> None:
        if self.bar.text and not self.why.isVisible():
            self.ask()

    # --- the answers -------------------------------------------------------------------------------------------------

    def _show(self, found: FederatedAnswer) -> None:
        self._clear()
        memory = found.memory
        self._fill(self.summary, answers.answer_summary(found))
        self._fill(self.rewritten, answers.rewritten_question(memory))
        self._fill(self.note, memory.note)
        self._fill(self.stage_lines, "\n".join(answers.stage_lines(memory.stages)))
        self.stage_lines.setVisible(self.stages.isChecked())
        self.stages.setVisible(bool(memory.stages))
        self.missing.show()
        self.before.hide()
        told = [describe_case(match) for match in found.cases]  # what helped last time is asked first
        for number, one in enumerate(found.results, 1):
            known = describe_passage(number, one) if isinstance(one, AnswerPassage) else describe_memory(number, one)
            told.append(known)
        for number, answer in enumerate(told, 1 - len(found.cases)):
            self._add_card(number, answer)
        if self.cards:
            self._show_message("", "")
            self._area.verticalScrollBar().setValue(0)
        else:
            hint = memory.nothing or answers.no_answer_hint(self.bar.included)
            self._show_message(tr("Nothing is known about that"), hint)
        services = [item.memory.service for item in memory.items if item.memory.service not in (None, GENERAL)]
        if services:
            self.related.show_name(str(services[0]))

    def _add_card(self, number: int, answer: answers.AnswerText) -> None:
        card = AnswerCard(number, answer, self._answers)
        card.opened.connect(self.navigation_requested)
        card.step_requested.connect(self._step)
        self.cards.append(card)
        self._column.addWidget(card)
        card.show()

    def _clear(self) -> None:
        for card in self.cards:
            self._column.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.cards = []

    def _show_nothing(self) -> None:
        self._clear()
        for part in (self.summary, self.rewritten, self.note, self.stages, self.stage_lines, self.missing):
            part.hide()
        if self._nothing_known:
            self._show_message(tr("Nothing is known yet"), NOTHING_KNOWN)
        else:
            self._show_message("", EXAMPLES)
        self.before.setVisible(self._before.count() > 0)

    def _show_message(self, message: str, hint: str) -> None:
        self._fill(self.message, message)
        self._fill(self.hint, hint)

    def _fill(self, label: Any, text: str) -> None:
        label.setText(formatting.make_breakable(text))
        label.setVisible(bool(text))

    def _suggest(self, known: tuple[FilterCounts, list[str]]) -> None:
        facets, asked = known
        self.fact_changed.emit(answers.fact_line(facets))
        self._nothing_known = not facets.total
        self.bar.suggest(facets, asked)
        self._show_before(asked[:RECENT])
        if self.found is None and not self.is_searching and not self.message.text():
            self._show_nothing()

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
            short = formatting.strip_direction_marks(text if len(text) <= 90 else f"{text[:89]}…")
            link = QPushButton(short.replace("&", "&&"))
            theme.set_role(link, "link")
            link.clicked.connect(partial(self._ask_again, text))
            self._before.addWidget(link)
        self.before.setVisible(bool(asked) and self.found is None)

    def _ask_again(self, text: str, _checked: bool = False) -> None:
        self.ask_question(text)

    def _step(self, step: int) -> None:
        card = self.sender()
        if isinstance(card, AnswerCard):
            self._focus_card(self.cards.index(card) + step)

    def _focus_card(self, at: int) -> None:
        if at < 0:
            self.focus_search()
        elif at < len(self.cards):
            self.cards[at].setFocus(Qt.FocusReason.OtherFocusReason)
            self._area.ensureWidgetVisible(self.cards[at], 0, theme.GAP_M)

    # --- why it was not remembered -----------------------------------------------------------------------------------

    def explain(self, text: str = "", memory_id: int | None = None) -> None:
        """Explain why what the question says, or a memory, was not remembered."""
        if memory_id is not None:
            self.bar.question.clear()
            self._memory_id = memory_id
        elif text:
            self.bar.question.setText(text)
            self._memory_id = None
        asked = self.bar.text
        if asked or self._memory_id is not None:
            self.why.ask(asked, self._memory_id)
        else:
            self._show_message(tr("Why did it not remember that?"), ABOUT_WHY)
            self.focus_search()

    def _explained(self, answer: AbsenceAnswer) -> None:
        if answer.memory is not None and not self.bar.question.text():
            self.bar.question.setText(formatting.strip_direction_marks(answer.memory.observation[:300]))
        self.steps.offer_memory(answer.found.memory_id)
        self._show_why(True)
        self._area.verticalScrollBar().setValue(0)

    def _show_why(self, on: bool) -> None:
        self.why.setVisible(on)
        self._answers.setVisible(not on)


def _load_suggestions(context: AppContext) -> tuple[FilterCounts, list[str]]:
    """Return which services memories are about, and what was asked before, each question once."""
    asked = [record.question for record in context.memory.recall.latest(50)]
    return context.memory.search.facets(MemoryQuery()), list(dict.fromkeys(asked))


def _read_ahead() -> int:
    from ....core.preload import read_ahead

    return read_ahead("numpy", "tokenizers", "rapidfuzz")


def _report_cold(error: Exception) -> None:
    log.warning("recall was not made ready: %s", error)  # the question itself will say so
