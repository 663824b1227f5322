"""The page that asks memory: a question, the answers, why something is missing among them, and what is related."""

from __future__ import annotations

import logging
from functools import partial
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from ....core.lazy import lazy_property
from ....knowledge import FederatedAnswer, FederatedRecall
from ....language.types import GENERAL
from ....memory import FilterCounts, MemoryQuery
from ....storage.change_events import CommittedChange
from ... import theme
from ...app_context import AppContext
from ...kit.actions import ActionSet, ActionSpec
from ...latest_query import LatestQuery
from ...text import formatting
from ...text.translation import tr
from ...widgets.fold_button import FoldButton
from ...widgets.vertical_scroll import VerticalScroll
from ..base_page import BasePage, PageLocation
from . import text as page_text
from .answers_pane import AnswersPane
from .question_bar import QuestionBar
from .related_view import RelatedView
from .steps_view import StepsView
from .why_view import AbsenceAnswer, WhyView

log = logging.getLogger(__name__)
SLOW_MS = 400  # what takes longer says why
SETTLED_MS = 1000  # after the page came into view: it has what it asked for by then

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
        self.is_searching = False
        self.is_warm = False
        self._in_view = False
        self._memory_id: int | None = None
        self._latest = LatestQuery(context.bridge, self._answered, self._failed, self, run=context.run_in_background)
        self._slow = QTimer(self, singleShot=True, interval=SLOW_MS)
        self._slow.timeout.connect(self._say_slow)
        self._settled = QTimer(self, singleShot=True, interval=SETTLED_MS)
        self._settled.setTimerType(Qt.TimerType.CoarseTimer)
        self._settled.timeout.connect(self._warm)
        self.action_set = ActionSet(self, ACTIONS, self)
        self._make_question()
        self._make_sections()
        self._lay_out()
        self.action_set.update()
        context.bridge.changed.connect(self._committed)

    # --- parts -------------------------------------------------------------------------------------------------------

    def _make_question(self) -> None:
        profile = self.context.settings.current.memory.recall_profile
        self.bar = QuestionBar(profile, self.action_set.make_button("why"), self)
        self.bar.asked.connect(self.ask)
        self.bar.edited.connect(self._forget_memory)
        self.bar.options_changed.connect(self._ask_otherwise)
        self.busy = QProgressBar(self)
        self.busy.setTextVisible(False)
        self.busy.setAccessibleName(tr("Searching"))
        self.busy.setRange(0, 0 if not theme.reduce_motion() else 1)
        self.busy.hide()
        self.answers = AnswersPane(self)
        self.answers.navigation_requested.connect(self.navigation_requested)
        self.answers.question_requested.connect(self.ask_question)
        self.answers.why_requested.connect(self.action_set.actions["why"].trigger)
        self.answers.left.connect(self.focus_search)
        self.answers.card_focused.connect(self._show_card)
        self.bar.question.down_pressed.connect(self.answers.focus_first)

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
        parts.addWidget(self.answers)
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
            self.answers.show_nothing()
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
        self.answers.show_found(found, self.bar.included)
        self._area.verticalScrollBar().setValue(0)
        services = [item.memory.service for item in found.memory.items if item.memory.service not in (None, GENERAL)]
        if services:
            self.related.show_name(str(services[0]))
        self.refresh()

    def _failed(self, sentence: str) -> None:
        self._settle()
        self.found = None
        self.answers.show_nothing()
        self.answers.show_message(tr("The question could not be answered"), sentence)

    def _settle(self) -> None:
        self.is_searching = False
        self._slow.stop()
        self.busy.hide()

    def _say_slow(self) -> None:
        self.answers.show_slow()

    def _forget_memory(self) -> None:
        self._memory_id = None

    def _ask_otherwise(self) -> None:
        if self.bar.text and not self.why.isVisible():
            self.ask()

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
            self._show_why(False)
            self.answers.show_message(tr("Why did it not remember that?"), page_text.ABOUT_WHY)
            self.focus_search()

    def _explained(self, answer: AbsenceAnswer) -> None:
        if answer.memory is not None and not self.bar.question.text():
            self.bar.question.setText(formatting.strip_direction_marks(answer.memory.observation[:300]))
        self.steps.offer_memory(answer.found.memory_id)
        self._show_why(True)
        self._area.verticalScrollBar().setValue(0)

    def _show_why(self, on: bool) -> None:
        self.why.setVisible(on)
        self.answers.setVisible(not on)

    def _show_card(self, card: QWidget) -> None:
        self._area.ensureWidgetVisible(card, 0, theme.GAP_M)

    def _suggest(self, known: tuple[FilterCounts, list[str]]) -> None:
        facets, asked = known
        self.fact_changed.emit(page_text.fact_line(facets))
        self.bar.suggest(facets, asked)
        self.answers.suggest(asked, nothing_known=not facets.total)


def _load_suggestions(context: AppContext) -> tuple[FilterCounts, list[str]]:
    """Return which services memories are about, and what was asked before, each question once."""
    asked = [record.question for record in context.memory.recall.latest(50)]
    return context.memory.search.facets(MemoryQuery()), list(dict.fromkeys(asked))


def _read_ahead() -> int:
    from ....core.preload import read_ahead

    return read_ahead("numpy", "tokenizers", "rapidfuzz")


def _report_cold(error: Exception) -> None:
    log.warning("recall was not made ready: %s", error)  # the question itself will say so
