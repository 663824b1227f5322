"""The button that writes something new: an entry of the memory file, a note, a decision, a procedure."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from ....knowledge import SavedEntry
from ... import theme
from ...text.translation import tr
from . import dialogs, queries

if TYPE_CHECKING:
    from ...app_context import AppContext


class NewEntryButton(QToolButton):
    """``write_requested`` carries the work that writes what was typed into a form, for a thread of its own."""

    write_requested = Signal(object)

    def __init__(self, desk: AppContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._desk = desk
        self.setText(tr("New"))
        self.setAccessibleName(tr("Write something new"))
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        theme.set_role(self, "button")
        menu = QMenu(self)
        self.menu_actions: list[QAction] = []
        for said, act in (
            (tr("Entry in the memory file…"), self.write_memory_entry),
            (tr("Note…"), self.write_note),
            (tr("Decision…"), self.write_decision),
            (tr("Procedure…"), self.write_procedure),
        ):
            action = menu.addAction(said)
            action.triggered.connect(act)
            self.menu_actions.append(action)
        self.setMenu(menu)

    def write_memory_entry(self) -> None:
        """What every session should know."""
        self._ask(
            dialogs.memory_entry_form(self._page), lambda v: queries.remember(self._desk, v["section"], v["text"])
        )

    def write_note(self) -> None:
        """A new note."""
        self._ask(
            dialogs.note_form(self._page), lambda v: queries.add_note(self._desk, v["about"], v["title"], v["text"])
        )

    def write_decision(self) -> None:
        """A new decision."""
        self._ask(
            dialogs.decision_form(self._page),
            lambda v: queries.add_decision(self._desk, v["title"], v["context"], v["decision"], v["consequences"]),
        )

    def write_procedure(self) -> None:
        """A new procedure."""
        self._ask(
            dialogs.procedure_form(self._page),
            lambda v: queries.add_procedure(self._desk, v["name"], v["description"], v["steps"]),
        )

    @property
    def _page(self) -> QWidget:
        page = self.parentWidget()
        return page if page is not None else self

    def _ask(self, form: dialogs.NewEntryDialog, write: Callable[[dict[str, str]], SavedEntry]) -> None:
        form.accepted_values.connect(lambda values: self.write_requested.emit(lambda: write(values)))
        form.open()
