"""Recall: ask what is known, what is around a service, why something is missing, what is coming, and lessons."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QTabWidget, QVBoxLayout, QWidget

from ..base_page import BasePage, PageLocation
from .ask_view import AskView

if TYPE_CHECKING:
    from ...app_context import AppContext

# name in a Place → title, module and class; what is in a view is made when it is first turned to
VIEWS = {
    "ask": ("Ask", "ask_view", "AskView"),
    "around": ("Around a service", "neighbourhood", "NeighbourhoodView"),
    "why": ("Why not?", "why_view", "WhyView"),
    "coming": ("Reminders", "reminders_view", "RemindersView"),
    "lessons": ("Lessons", "lessons_view", "LessonsView"),
}


class RecallPage(BasePage):
    """A few views. A PageLocation with ``filters={"view": …}`` turns to one; ``question``, ``service`` and ``id`` go to
    it."""

    title = "Recall"

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self._shown = False
        self._facts: dict[str, str] = {}
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(True)
        self._views: dict[str, Any] = {}
        for title, _, _ in VIEWS.values():
            self.tabs.addTab(QWidget(self.tabs), title)
        self.tabs.currentChanged.connect(self._turned)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.tabs)
        self._actions = self._make_actions()

    @property
    def ask_view(self) -> AskView:
        """The view that asks."""
        view: AskView = self.view("ask")
        return view

    @property
    def name(self) -> str:
        """The name of the view in front."""
        return list(VIEWS)[self.tabs.currentIndex()]

    def names(self) -> list[str]:
        """The names of the views, in their order."""
        return list(VIEWS)

    def view(self, name: str) -> Any:
        """A view by name, made when it is first wanted."""
        if name not in self._views:
            _, module, kind = VIEWS[name]
            room = self.tabs.widget(list(VIEWS).index(name))
            assert room is not None  # noqa: S101
            made = getattr(importlib.import_module(f"{__package__}.{module}"), kind)(self.desk, room)
            column = QVBoxLayout(room)
            column.setContentsMargins(0, 0, 0, 0)
            column.addWidget(made)
            self._views[name] = made
            self._connect(name, made)
        return self._views[name]

    def _connect(self, name: str, made: Any) -> None:
        for signal, slot in (
            ("memory_requested", self._go_memory),
            ("why_requested", self._go_why),
            ("question_requested", self._go_ask),
            ("session_requested", self._go_session),
            ("navigation_requested", self.navigation_requested),
            ("message_posted", self._tell),
        ):
            if hasattr(made, signal):
                getattr(made, signal).connect(slot)
        if hasattr(made, "fact_changed"):
            made.setProperty("view", name)
            made.fact_changed.connect(self._fact)

    # --- Page --------------------------------------------------------------------------------------------------------

    def activate(self, place: PageLocation | None = None) -> None:
        """In view; what the place names is asked for."""
        self._shown = True
        wanted = (place.filters or {}) if place is not None else {}
        name = wanted.get("view")
        if name not in VIEWS:
            name = "ask" if wanted.get("question") else self.name
        self._turn(str(name))
        view = self.view(self.name)
        if wanted or (place is not None and place.id is not None):
            show = getattr(view, "show_place", None)
            if show is not None:
                show(place)
            elif self.name == "ask" and wanted.get("question"):
                self.ask_view.ask_question(str(wanted["question"]), wanted.get("service"))
        if place is not None:
            view.take_focus()

    def deactivate(self) -> None:
        """Out of view."""
        self._shown = False

    def focus_search(self) -> None:
        """Ctrl+F."""
        self.view(self.name).take_focus()

    def actions(self) -> list[QAction]:
        """For the command palette and the overview of keys."""
        return self._actions

    def more_keys(self) -> list[tuple[str, str]]:
        """Those of the views, which may not be made yet."""
        return [
            ("C", "Centre the chosen one (around a service)"),
            ("Del", "Cancel the reminder, or remove a lesson"),
            ("Ctrl+N", "Add a lesson"),
            ("F2", "Edit the lesson"),
            ("Space", "Turn the lesson on or off"),
        ]

    def refresh(self) -> None:
        """Ask for everything shown anew."""
        self.view(self.name).refresh()

    def save_state(self) -> dict[str, Any]:
        """The view in front."""
        return {"view": self.name}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take it up."""
        if state.get("view") in VIEWS:
            self._turn(str(state["view"]))

    # --- what the operator does --------------------------------------------------------------------------------------

    def _make_actions(self) -> list[QAction]:
        made = []
        for name, text in (
            ("ask", "Ask memory"),
            ("around", "See what is known around a service"),
            ("why", "Why was it not remembered?"),
            ("coming", "See the reminders"),
            ("lessons", "See the lessons"),
        ):
            action = QAction(text, self)
            action.setShortcut(QKeySequence(f"Alt+{list(VIEWS).index(name) + 1}"))
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            action.setData(name)
            action.triggered.connect(self._action)
            self.addAction(action)
            made.append(action)
        return made

    def _action(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self._turn(str(action.data()))
            self.view(self.name).take_focus()

    def _turn(self, name: str) -> None:
        self.tabs.setCurrentIndex(list(VIEWS).index(name))
        self._turned()

    def _turned(self, _at: int = 0) -> None:
        if self._shown:
            self.view(self.name).refresh()
            self.fact_changed.emit(self._facts.get(self.name, ""))

    def _fact(self, text: str) -> None:
        view = self.sender()
        name = str(view.property("view")) if view is not None else self.name
        self._facts[name] = text
        if name == self.name:
            self.fact_changed.emit(text)

    def _tell(self, sentence: str) -> None:
        self.message_posted.emit(sentence, None)

    def _go_memory(self, memory_id: int) -> None:
        self.navigation_requested.emit(PageLocation("memories", id=memory_id))

    def _go_session(self, session_id: int) -> None:
        self.navigation_requested.emit(PageLocation("sessions", id=session_id))

    def _go_why(self, question: str) -> None:
        self.navigation_requested.emit(PageLocation("recall", filters={"view": "why", "question": question}))

    def _go_ask(self, question: str) -> None:
        self.navigation_requested.emit(PageLocation("recall", filters={"view": "ask", "question": question}))
