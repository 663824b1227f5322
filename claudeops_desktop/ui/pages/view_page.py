"""The base of pages that consist of one or a few views, each made when it is first shown."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, ClassVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QTabWidget, QVBoxLayout, QWidget

from .base_page import BasePage, PageLocation

if TYPE_CHECKING:
    from ..app_context import AppContext


class ViewPage(BasePage):
    """A page whose content is in views. Several views get tabs; one view fills the page.

    ``VIEWS`` maps a view's name in a PageLocation (``filters={"view": …}``) to its title, module and class;
    ``SHOW_TEXTS`` maps the names to the texts of the actions that show them, where there are several. A view may be a
    page itself: it is activated when it comes to the front, and deactivated when it leaves it.
    """

    VIEWS: ClassVar[dict[str, tuple[str, str, str]]] = {}
    SHOW_TEXTS: ClassVar[dict[str, str]] = {}

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self._shown = False
        self._facts: dict[str, str] = {}
        self._views: dict[str, Any] = {}
        self.tabs: QTabWidget | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        if len(self.VIEWS) > 1:
            self.tabs = QTabWidget(self)
            self.tabs.setDocumentMode(True)
            self.tabs.setAccessibleName(self.title)
            for title, _, _ in self.VIEWS.values():
                self.tabs.addTab(QWidget(self.tabs), title)
            self.tabs.currentChanged.connect(self._turned)
            column.addWidget(self.tabs)
        self._actions = self._make_actions()

    @property
    def name(self) -> str:
        """The name of the view in front."""
        return list(self.VIEWS)[self.tabs.currentIndex() if self.tabs is not None else 0]

    def view(self, name: str) -> Any:
        """A view by name, made when it is first wanted."""
        if name not in self._views:
            _, module, kind = self.VIEWS[name]
            package = type(self).__module__.rpartition(".")[0]
            made = getattr(importlib.import_module(f"{package}.{module}"), kind)(self.desk, self)
            room = self.tabs.widget(list(self.VIEWS).index(name)) if self.tabs is not None else None
            if room is not None:
                column = QVBoxLayout(room)
                column.setContentsMargins(0, 0, 0, 0)
                column.addWidget(made)
            else:
                layout = self.layout()
                assert layout is not None  # noqa: S101 — set in __init__
                layout.addWidget(made)
            self._views[name] = made
            self._connect(name, made)
        return self._views[name]

    def _connect(self, name: str, made: Any) -> None:
        for signal, slot in (
            ("memory_requested", self._show_memory),
            ("why_requested", self._explain),
            ("question_requested", self._ask),
            ("session_requested", self._show_session),
            ("navigation_requested", self.navigation_requested),
            ("message_posted", self._post),
        ):
            if hasattr(made, signal):
                getattr(made, signal).connect(slot)
        if hasattr(made, "fact_changed"):
            made.setProperty("view", name)
            made.fact_changed.connect(self._set_fact)

    def activate(self, place: PageLocation | None = None) -> None:
        """Show the view that the location names, and what it asks for there."""
        self._shown = True
        wanted = (place.filters or {}) if place is not None else {}
        name = wanted.get("view")
        if name not in self.VIEWS:
            name = next(iter(self.VIEWS)) if wanted.get("question") else self.name
        self._turn(str(name))
        view = self.view(self.name)
        if place is not None and (wanted or place.id is not None):
            show = getattr(view, "show_place", None)
            if show is not None:
                show(place)
        if place is not None:
            self.focus_search()

    def deactivate(self) -> None:
        """The page goes out of view."""
        self._shown = False
        self._leave_views()

    def focus_search(self) -> None:
        """Ctrl+F."""
        view = self.view(self.name)
        if isinstance(view, BasePage):
            view.focus_search()
        else:
            view.take_focus()

    def actions(self) -> list[QAction]:
        """The actions that show the views, where there are several."""
        return self._actions

    def refresh(self) -> None:
        """Ask for everything shown anew."""
        self.view(self.name).refresh()

    def save_state(self) -> dict[str, Any]:
        """The view in front."""
        return {"view": self.name}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Bring the view of an earlier session to the front."""
        if state.get("view") in self.VIEWS:
            self._turn(str(state["view"]))

    def _make_actions(self) -> list[QAction]:
        made = []
        for at, (name, text) in enumerate(self.SHOW_TEXTS.items(), 1):
            action = QAction(text, self)
            action.setShortcut(QKeySequence(f"Alt+{at}"))
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            action.setData(name)
            action.triggered.connect(self._show_view)
            self.addAction(action)
            made.append(action)
        return made

    def _show_view(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self._turn(str(action.data()))
            self.focus_search()

    def _turn(self, name: str) -> None:
        if self.tabs is not None:
            self.tabs.setCurrentIndex(list(self.VIEWS).index(name))
        self._turned()

    def _turned(self, _at: int = 0) -> None:
        self._leave_views()
        if self._shown:
            view = self.view(self.name)
            if isinstance(view, BasePage):
                view.activate()
            else:
                view.refresh()
            self.fact_changed.emit(self._facts.get(self.name, ""))

    def _leave_views(self) -> None:
        for view in self._views.values():
            if isinstance(view, BasePage):
                view.deactivate()

    def _set_fact(self, text: str) -> None:
        view = self.sender()
        name = str(view.property("view")) if view is not None else self.name
        self._facts[name] = text
        if name == self.name:
            self.fact_changed.emit(text)

    def _post(self, sentence: str, undo: Any = None) -> None:
        self.message_posted.emit(sentence, undo)

    def _show_memory(self, memory_id: int) -> None:
        self.navigation_requested.emit(PageLocation("memories", id=memory_id))

    def _show_session(self, session_id: int) -> None:
        self.navigation_requested.emit(PageLocation("sessions", id=session_id))

    def _explain(self, question: str) -> None:
        self.navigation_requested.emit(PageLocation("ask", filters={"view": "why", "question": question}))

    def _ask(self, question: str) -> None:
        self.navigation_requested.emit(PageLocation("ask", filters={"question": question}))
