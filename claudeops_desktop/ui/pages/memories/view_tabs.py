"""The views of the memories page: the list, what was closed lately, and the trash."""

from __future__ import annotations

import importlib
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QTabWidget, QVBoxLayout, QWidget

from ...text.translation import tr
from ..base_page import PageLocation

if TYPE_CHECKING:
    from ...app_context import AppContext

LIST = "list"
# name in a Place → title, module and class; what is in a view is made when it is first turned to
VIEWS = {
    LIST: (tr("Memories"), "", ""),
    "closed": (tr("Recently closed"), "closed_view", "ClosedView"),
    "trash": (tr("Trash"), "trash_view", "TrashView"),
}


SEE = {LIST: tr("Show all memories"), "closed": tr("Show recently closed memories"), "trash": tr("Show the trash")}


class MemoryViews(QTabWidget):
    """``fact_changed`` carries the line under the title, of the view in front; ``view_changed`` its name;
    ``navigation_requested`` a PageLocation; ``memory_requested`` an id to show in the list; ``message_posted`` a
    sentence; ``reopen_requested``, ``restore_requested`` and ``delete_requested`` an id."""

    fact_changed = Signal(str)
    view_changed = Signal(str)
    navigation_requested = Signal(object)
    message_posted = Signal(str)
    memory_requested = Signal(int)
    reopen_requested = Signal(int)
    restore_requested = Signal(int)
    delete_requested = Signal(int)

    def __init__(self, desk: AppContext, page: QWidget) -> None:
        super().__init__(page)
        self._desk = desk
        self._facts: dict[str, str] = {}
        self._made: dict[str, Any] = {}
        self._shown = False
        self.setDocumentMode(True)
        self.setAccessibleName(tr("Views of the memories"))
        self.room = QWidget()
        for name, (title, _, _) in VIEWS.items():
            self.addTab(self.room if name == LIST else QWidget(self), title)
        self.keys = [self._key(page, at, name) for at, name in enumerate(VIEWS, 1)]
        self.currentChanged.connect(self._turned)

    @property
    def name(self) -> str:
        """The name of the view in front."""
        return list(VIEWS)[self.currentIndex()]

    def view(self, name: str) -> Any:
        """A view other than the list, made when it is first wanted."""
        if name not in self._made:
            _, module, kind = VIEWS[name]
            room = self.widget(list(VIEWS).index(name))
            assert room is not None  # noqa: S101
            made = getattr(importlib.import_module(f"{__package__}.{module}"), kind)(self._desk, room)
            column = QVBoxLayout(room)
            column.setContentsMargins(0, 0, 0, 0)
            column.addWidget(made)
            made.setProperty("view", name)
            made.fact_changed.connect(self._fact)
            for signal in (
                "navigation_requested",
                "message_posted",
                "memory_requested",
                "reopen_requested",
                "restore_requested",
                "delete_requested",
            ):
                if hasattr(made, signal):
                    getattr(made, signal).connect(getattr(self, signal))
            self._made[name] = made
        return self._made[name]

    def show_view(self, name: str) -> None:
        """Bring a view to the front."""
        self.setCurrentIndex(list(VIEWS).index(name))

    def activate(self, place: PageLocation | None) -> PageLocation | None:
        """The page is in view; a ``view`` among the filters of the place turns to that one. The place as the list takes
        it."""
        self._shown = True
        if place is not None:
            filters = dict(place.filters or {})
            view = filters.pop("view", None)
            self.show_view(view if view in VIEWS else LIST)
            if view is not None:
                place = replace(place, filters=filters or None)
        self._look()
        return place

    def deactivate(self) -> None:
        """Out of view: nothing is asked."""
        self._shown = False

    def set_list_fact(self, text: str) -> None:
        """The list's line under the title."""
        self._told(LIST, text)

    def _key(self, page: QWidget, at: int, name: str) -> QAction:
        action = QAction(SEE[name], page)
        action.setShortcut(QKeySequence(f"Alt+{at}"))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.setData(name)
        action.triggered.connect(self._turn_by_key)
        page.addAction(action)
        return action

    def _turn_by_key(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.show_view(str(action.data()))
            if self.name != LIST:
                self.view(self.name).take_focus()

    def _turned(self, _at: int) -> None:
        self.view_changed.emit(self.name)
        self._look()

    def _look(self) -> None:
        if not self._shown:
            return
        if self.name != LIST:
            self.view(self.name).refresh()
        if self.name in self._facts:
            self.fact_changed.emit(self._facts[self.name])

    def _fact(self, text: str) -> None:
        view = self.sender()
        self._told(str(view.property("view")) if view is not None else self.name, text)

    def _told(self, name: str, text: str) -> None:
        self._facts[name] = text
        if name == self.name:
            self.fact_changed.emit(text)
