"""The page Knowledge: the files of the knowledge folder, read, edited and restored (C1, C5, C7, C13)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QMenu, QStackedWidget, QToolButton, QVBoxLayout, QWidget
from shiboken6 import isValid

from ....knowledge import SavedEntry
from ... import theme
from ...text.translation import error_text, tr
from ...widgets.detail_split import DetailSplit
from ...widgets.empty_state import EmptyState
from ...widgets.filter_box import FilterBox, FilterChoice
from ...widgets.record_cell import RecordCell
from ...widgets.record_table import RecordTable
from ...widgets.search_field import SearchField
from ..base_page import BasePage, PageLocation
from . import dialogs, queries, text
from .entry_pane import EntryPane
from .model import KnowledgeModel
from .queries import FolderList, OpenEntry

if TYPE_CHECKING:
    from ...app_context import AppContext


class KnowledgePage(BasePage):
    """A list of files beside the one that is chosen. All work with files runs on a thread of its own."""

    title = tr("Knowledge")

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self._wanted: str | None = None
        self._busy = self._again = False
        self.model = KnowledgeModel(self)
        self.search = SearchField(tr("Search the files"))
        self.search.searched.connect(self._refilter)
        self.kind = FilterBox(
            tr("Kind"),
            [FilterChoice(tr("All kinds"), ""), *(FilterChoice(word, name) for name, word in text.KINDS.items())],
        )
        self.kind.value_chosen.connect(self._refilter)
        self.new = self._make_new()
        self.splitter = DetailSplit(self)
        self._stack = QStackedWidget(self.splitter)
        self.table = RecordTable(self.model, tr("Files"), self._stack)
        self.table.setItemDelegate(RecordCell(self.table))
        self.table.stretch_columns(2)
        self.table.row_picked.connect(self._picked)
        self.search.entered.connect(self.table.focus_first_row)
        self.empty = EmptyState("knowledge", text.EMPTY_TITLE, text.EMPTY, tr("Write a note"))
        self.empty.action_triggered.connect(self.write_note)
        self._stack.addWidget(self.table)
        self._stack.addWidget(self.empty)
        self.pane = EntryPane(self.splitter)
        self._connect_pane()
        self.splitter.set_parts(self._stack, self.pane, (1, 2), gap=theme.GAP_M)
        row = QHBoxLayout()
        row.setSpacing(theme.GAP_S)
        row.addWidget(self.search, 1)
        row.addWidget(self.kind)
        row.addWidget(self.new)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_M)
        column.addLayout(row)
        column.addWidget(self.splitter, 1)

    def _make_new(self) -> QToolButton:
        button = QToolButton(self)
        button.setText(tr("New"))
        button.setAccessibleName(tr("Write something new"))
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        theme.set_role(button, "button")
        menu = QMenu(button)
        self._new_actions = []
        for said, act in (
            (tr("Entry in the memory file…"), self.write_memory_entry),
            (tr("Note…"), self.write_note),
            (tr("Decision…"), self.write_decision),
            (tr("Procedure…"), self.write_procedure),
        ):
            action = menu.addAction(said)
            action.triggered.connect(act)
            self._new_actions.append(action)
        button.setMenu(menu)
        return button

    def _connect_pane(self) -> None:
        self.pane.save_requested.connect(self._save)
        self.pane.restore_requested.connect(self._restore)
        self.pane.difference_requested.connect(self._difference)
        self.pane.remove_requested.connect(self._remove)
        self.pane.path_requested.connect(self.show_path)

    # --- Page --------------------------------------------------------------------------------------------------------

    def activate(self, place: PageLocation | None = None) -> None:
        """In view: the list anew, and the file that the location names."""
        wanted = (place.filters or {}).get("path") if place is not None else None
        if wanted:
            self.show_path(str(wanted))
        self.refresh()

    def focus_search(self) -> None:
        """Ctrl+F."""
        self.search.setFocus()
        self.search.selectAll()

    def actions(self) -> list[QAction]:
        """For the command palette."""
        return list(self._new_actions)

    def more_keys(self) -> list[tuple[str, str]]:
        """The keys of the editor."""
        return [("Ctrl+S", tr("Save the file that is being edited"))]

    def refresh(self) -> None:
        """List the files anew; while that goes on, once more after it."""
        if self._busy:
            self._again = True
            return
        self._busy = True
        work = partial(queries.load_list, self.desk, self.search.text(), str(self.kind.value or ""))
        self.desk.run_in_background(work, self._listed, self._not_listed)

    def save_state(self) -> dict[str, Any]:
        """The splitter and the kind."""
        return {"splitter": self.splitter.save_state(), "kind": self.kind.value}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take them up."""
        self.splitter.restore_state(state.get("splitter"))
        if state.get("kind") in text.KINDS:
            self.kind.set_value(state["kind"])

    def show_path(self, path: str) -> None:
        """Show a file of the folder."""
        self._wanted = path
        self.desk.run_in_background(partial(queries.load_entry, self.desk, path), self._opened, self._failed)

    # --- answers -----------------------------------------------------------------------------------------------------

    def _listed(self, found: FolderList) -> None:
        if not isValid(self):
            return
        self._busy = False
        keys = [row.path for row in found.rows]
        if list(self.model.keys) != keys:
            self.table.show_keys(keys)
        self.model.set_rows({row.path: row for row in found.rows})
        self._stack.setCurrentWidget(self.table if keys else self.empty)
        if not keys:
            if found.total:
                self.empty.set_message(text.NOTHING_FOUND, text.NOTHING_FOUND_MORE)
            else:
                self.empty.set_message(text.EMPTY_TITLE, text.EMPTY, tr("Write a note"))
        self.pane.setVisible(bool(found.total))
        self.fact_changed.emit(text.folder_line(found))
        if keys and not self.table.selectionModel().hasSelection() and not self.table.has_pending_selection:
            self.table.setCurrentIndex(QModelIndex())
            self.table.select_key(self._wanted if self._wanted in keys else keys[0])
        if self._again:
            self._again = False
            self.refresh()

    def _not_listed(self, error: Exception) -> None:
        if isValid(self):
            self._busy = self._again = False
            self._stack.setCurrentWidget(self.empty)
            self.empty.set_message(tr("The folder cannot be read"), error_text(error))
            self.pane.hide()

    def _opened(self, opened: OpenEntry) -> None:
        if isValid(self) and opened.stored.path == self._wanted:
            self.pane.show_entry(opened)

    def _failed(self, error: Exception) -> None:
        if isValid(self):
            self.message_posted.emit(error_text(error), None)

    def _picked(self, key: object) -> None:
        if (key is not None and key != self._wanted) or (key is not None and self.pane.opened is None):
            self.show_path(str(key))

    def _refilter(self, _value: object = None) -> None:
        self.refresh()

    # --- acting ------------------------------------------------------------------------------------------------------

    def write_memory_entry(self) -> None:
        """What every session should know."""
        self._ask(dialogs.memory_entry_form(self), lambda v: queries.remember(self.desk, v["section"], v["text"]))

    def write_note(self) -> None:
        """A new note."""
        self._ask(dialogs.note_form(self), lambda v: queries.add_note(self.desk, v["about"], v["title"], v["text"]))

    def write_decision(self) -> None:
        """A new decision."""
        self._ask(
            dialogs.decision_form(self),
            lambda v: queries.add_decision(self.desk, v["title"], v["context"], v["decision"], v["consequences"]),
        )

    def write_procedure(self) -> None:
        """A new procedure."""
        self._ask(
            dialogs.procedure_form(self),
            lambda v: queries.add_procedure(self.desk, v["name"], v["description"], v["steps"]),
        )

    def _ask(self, form: dialogs.NewEntryDialog, write: Callable[[dict[str, str]], SavedEntry]) -> None:
        form.accepted_values.connect(lambda values: self._do(lambda: write(values), self._saved))
        form.open()

    def _do(self, work: Callable[[], Any], done: Callable[[Any], None]) -> None:
        self.desk.run_in_background(work, done, self._failed)

    def _save(self, path: str, said: str, revision: str) -> None:
        work = partial(queries.save_entry, self.desk, path, said, revision, f"Edited {path}")
        self._do(work, self._edit_saved)

    def _edit_saved(self, saved: SavedEntry) -> None:
        self.pane.forget_edit()
        self._saved(saved)

    def _saved(self, saved: SavedEntry) -> None:
        if not isValid(self):
            return
        if saved.kept_beside:
            said = tr("The file was changed meanwhile. Your text is in {path}.", path=saved.kept_beside)
            self.message_posted.emit(said, None)
        self._show_again(saved.path)

    def _show_again(self, path: str) -> None:
        self.table.clearSelection()
        self.show_path(path)
        self.refresh()

    def _restore(self, path: str, revision: str) -> None:
        self._do(partial(queries.restore_entry, self.desk, path, revision), self._saved)

    def _difference(self, path: str, revision: str) -> None:
        self._do(partial(queries.load_difference, self.desk, path, revision), self.pane.show_difference)

    def _remove(self, path: str) -> None:
        def removed(version: str) -> None:
            if isValid(self):
                undo = partial(self._restore, path, version) if version else None
                self._wanted = None
                self.pane.opened = None
                self.table.clearSelection()
                self.message_posted.emit(tr("Deleted {path}. Its versions are kept.", path=path), undo)
                self.refresh()

        self._do(partial(queries.remove_entry, self.desk, path, f"Deleted {path}"), removed)
