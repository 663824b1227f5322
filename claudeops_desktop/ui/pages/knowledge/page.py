"""The page Knowledge: the files of the knowledge folder, read, edited and restored (C1, C5, C7, C13)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget
from shiboken6 import isValid

from ....knowledge import MEMORY_FILE, EntryProblem, KeptPair, KnowledgeCommit, SavedEntry
from ....knowledge.entry_checks import resolve_link
from ....knowledge.folder_scan import FolderPicture, FolderScan
from ... import theme
from ...text.translation import error_text, tr
from ...widgets.detail_split import DetailSplit
from ...widgets.empty_state import EmptyState
from ...widgets.filter_box import FilterBox, FilterChoice
from ...widgets.record_cell import RecordCell
from ...widgets.record_table import RecordTable
from ...widgets.search_field import SearchField
from ..base_page import BasePage, PageLocation
from . import queries, text
from .conflict_dialog import ConflictDialog
from .consolidation_dialog import ConsolidationDialog
from .entry_actions import EntryMenu
from .entry_pane import EntryPane
from .model import KnowledgeModel
from .new_entry_button import NewEntryButton
from .notice_bar import FolderNotice, NoticeBar
from .problem_list import ProblemList
from .queries import WITH_PROBLEMS, FolderList, OpenEntry
from .sync_dialog import SyncDialog

if TYPE_CHECKING:
    from ...app_context import AppContext


class KnowledgePage(BasePage):
    """A list of files beside the one that is chosen. All work with files runs on a thread of its own."""

    title = tr("Knowledge")

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self._wanted: str | None = None
        self._busy = self._again = False
        self._scan = FolderScan()
        self._found: FolderList | None = None
        self.model = KnowledgeModel(self)
        self.search = SearchField(tr("Search the files"))
        self.search.setMinimumWidth(100)  # in the smallest window the row has no more for it
        self.search.searched.connect(self._refilter)
        self.kind = FilterBox(
            tr("Kind"),
            [
                FilterChoice(tr("All kinds"), ""),
                *(FilterChoice(word, name) for name, word in text.KINDS.items()),
                FilterChoice(tr("With problems"), WITH_PROBLEMS),
            ],
        )
        self.kind.value_chosen.connect(self._refilter)
        self.consolidate = QAction(tr("Put in order…"), self)
        self.consolidate.triggered.connect(self.open_consolidation)
        self.share = QAction(tr("Share…"), self)
        self.share.triggered.connect(self.open_sync)
        self.new = NewEntryButton(desk, self)
        self.new.write_requested.connect(self._write)
        self.splitter = DetailSplit(self)
        self._stack = QStackedWidget(self.splitter)
        self.table = RecordTable(self.model, tr("Files"), self._stack)
        self.table.setItemDelegate(RecordCell(self.table))
        self.table.stretch_columns(2)
        self.table.row_picked.connect(self._picked)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._open_menu)
        self.menu: EntryMenu | None = None
        self.search.entered.connect(self.table.focus_first_row)
        self.empty = EmptyState("knowledge", text.EMPTY_TITLE, text.EMPTY, tr("Write a note"))
        self.empty.action_triggered.connect(self.new.write_note)
        self._stack.addWidget(self.table)
        self._stack.addWidget(self.empty)
        self.pane = EntryPane(self.splitter)
        self._connect_pane()
        self.notices = NoticeBar(self)
        self.problems = ProblemList(self)
        self.problems.problem_chosen.connect(self._edit_at)
        self._lay_out()

    def _lay_out(self) -> None:
        left = QWidget(self.splitter)
        below = QVBoxLayout(left)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(theme.GAP_S)
        below.addWidget(self._stack, 1)
        below.addWidget(self.problems)
        self.splitter.set_parts(left, self.pane, (1, 2), beside=(2, 3), gap=theme.GAP_M)
        order = QPushButton(self.consolidate.text())
        order.clicked.connect(self.consolidate.trigger)
        share = QPushButton(self.share.text())
        share.clicked.connect(self.share.trigger)
        row = QHBoxLayout()
        row.setSpacing(theme.GAP_S)
        row.addWidget(self.search, 1)
        row.addWidget(self.kind)
        row.addWidget(share)
        row.addWidget(order)
        row.addWidget(self.new)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_M)
        column.addLayout(row)
        column.addWidget(self.notices)
        column.addWidget(self.splitter, 1)

    def _connect_pane(self) -> None:
        self.pane.save_requested.connect(self._save)
        self.pane.restore_requested.connect(self._restore)
        self.pane.difference_requested.connect(self._difference)
        self.pane.remove_requested.connect(self._remove)
        self.pane.check_requested.connect(self._check)
        self.pane.link_followed.connect(self._follow)

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
        return [*self.new.menu_actions, self.consolidate, self.share]

    def more_keys(self) -> list[tuple[str, str]]:
        """The keys of the editor."""
        return [("Ctrl+S", tr("Save the file that is being edited"))]

    def refresh(self) -> None:
        """List the files anew; while that goes on, once more after it."""
        if self._busy:
            self._again = True
            return
        self._busy = True
        if self._found is None:
            first = partial(queries.load_index, self.desk, *self._filters())
            self.desk.run_in_background(first, self._indexed, None)
        work = partial(queries.load_list, self.desk, self._scan, *self._filters())
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
        """Show a file of the folder, and its row."""
        self._wanted = path
        if path in self.model.keys and self.table.current != path:
            self.table.select_key(path)
        self.desk.run_in_background(partial(queries.load_entry, self.desk, path), self._opened, self._failed)

    # --- answers -----------------------------------------------------------------------------------------------------

    def _indexed(self, found: FolderList) -> None:
        """The list as the index has it, while the files themselves are looked at."""
        if isValid(self) and self._found is None and found.rows:
            self._show_rows(found)
            self.fact_changed.emit(text.folder_line(found))

    def _listed(self, found: FolderList) -> None:
        if not isValid(self):
            return
        self._busy = False
        if not found.edited and self._found is not None:
            found = replace(found, edited=self._found.edited)  # said until the page is left
        self._found = found
        if found.picture is not None and found.total:
            self._refilter()
        else:
            self._show_found(found)
        if self._again:
            self._again = False
            self.refresh()

    def _refilter(self, _value: object = None) -> None:
        """Other filters over what was read; nothing is read for it."""
        if self._found is None or self._found.picture is None:
            self.refresh()
            return
        work = partial(queries.filter_list, self._found, *self._filters())
        self.desk.run_in_background(work, self._filtered, self._failed)

    def _filtered(self, found: FolderList) -> None:
        if isValid(self) and self._found is not None and found.picture is self._found.picture:
            self._show_found(found)

    def _filters(self) -> tuple[str, str]:
        return self.search.text(), str(self.kind.value or "")

    @property
    def picture(self) -> FolderPicture:
        """The folder as it was read last."""
        return (self._found.picture if self._found is not None else None) or FolderPicture()

    def _show_found(self, found: FolderList) -> None:
        self._show_rows(found)
        self.fact_changed.emit(text.folder_line(found))
        self.problems.show_problems(found.problems)
        self.notices.show_notices([self._notice(found, *one) for one in text.folder_notices(found)])
        if self.pane.opened is not None:
            path = self.pane.opened.stored.path
            self.pane.show_problems(tuple(one for one in found.problems if one.path == path))

    def _show_rows(self, found: FolderList) -> None:
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
        if keys and not self.table.selectionModel().hasSelection() and not self.table.has_pending_selection:
            self.table.setCurrentIndex(QModelIndex())
            self.table.select_key(self._wanted if self._wanted in keys else keys[0])

    def _notice(self, found: FolderList, sentence: str, icon: str, role: str, about: str) -> FolderNotice:
        if about == "choose":
            pair = next(one for one in found.pairs if one.path in sentence)
            return FolderNotice(sentence, icon, role, tr("Choose…"), partial(self.choose_text, pair))
        if about == "consolidate":
            return FolderNotice(sentence, icon, role, tr("Show"), self.consolidate.trigger)
        if about == "sync":
            return FolderNotice(sentence, icon, role, tr("Show"), self.share.trigger)
        if about == "show":
            return FolderNotice(sentence, icon, role, tr("Show"), partial(self._show_edit, found.edited[0]))
        if about == "memory":
            return FolderNotice(sentence, icon, role, tr("Open it"), partial(self._edit_at, MEMORY_FILE, 1))
        return FolderNotice(sentence, icon, role)

    def _not_listed(self, error: Exception) -> None:
        if isValid(self):
            self._busy = self._again = False
            self._stack.setCurrentWidget(self.empty)
            self.empty.set_message(tr("The folder cannot be read"), error_text(error))
            self.pane.hide()

    def _opened(self, opened: OpenEntry) -> None:
        path = opened.stored.path
        if not isValid(self) or path != self._wanted:
            return
        known = tuple(one for one in self.picture.problems if one.path == path)
        self.pane.show_entry(replace(opened, problems=known or opened.problems))
        work = partial(queries.load_versions, self.desk, path)
        self.desk.run_in_background(work, partial(self._versions_read, path), self._history_failed)

    def _versions_read(self, path: str, versions: tuple[KnowledgeCommit, ...]) -> None:
        if isValid(self):
            self.pane.show_versions(path, versions)

    def _history_failed(self, _error: Exception) -> None:
        """What is wrong with the repository is said over the list already."""

    def _failed(self, error: Exception) -> None:
        if isValid(self):
            self.message_posted.emit(error_text(error), None)

    def _picked(self, key: object) -> None:
        if (key is not None and key != self._wanted) or (key is not None and self.pane.opened is None):
            self.show_path(str(key))

    # --- acting ------------------------------------------------------------------------------------------------------

    def _write(self, work: Callable[[], SavedEntry]) -> None:
        self._do(work, self._saved)

    def _do(self, work: Callable[[], Any], done: Callable[[Any], None]) -> None:
        self.desk.run_in_background(work, done, self._failed)

    def _save(self, path: str, said: str, revision: str) -> None:
        work = partial(queries.save_entry, self.desk, path, said, revision, f"Edited {path}")
        self._do(work, self._edit_saved)

    def _check(self, path: str, said: str) -> None:
        def checked(problems: tuple[EntryProblem, ...]) -> None:
            if isValid(self):
                self.pane.editing.show_checked(said, problems)

        self.desk.run_in_background(partial(queries.check_text, path, said), checked, self._failed)

    def _follow(self, path: str, target: str) -> None:
        """A link of the file at ``path``."""
        place = resolve_link(path, target, self.picture.names)
        if place in self.picture.files:
            self._show_again(place)
        else:
            self.message_posted.emit(tr("There is no {path} in the folder yet.", path=place or target), None)

    def _edit_at(self, path: str, line: int) -> None:
        """Open a file at a line, to put it right."""
        if path in self.picture.files:
            self._show_again(path)
            self.pane.close_entry()
            self.pane.edit_at(line)

    def _show_edit(self, path: str) -> None:
        self._show_version(path, "")

    def _show_version(self, path: str, number: str) -> None:
        if self.pane.opened is None or self.pane.opened.stored.path != path:
            self._show_again(path)
        self.pane.show_version(number)

    def _open_menu(self, point: QPoint) -> None:
        key = self.table.current
        if key is None:
            self.table.tools.open_menu(self.table.viewport().mapToGlobal(point))
            return
        self.menu = EntryMenu(str(key), self.table, self)
        self.menu.edit_requested.connect(self._edit)
        self.menu.version_chosen.connect(self._show_version)
        self.menu.remove_requested.connect(self._remove)
        self.menu.open_at(self.table.viewport().mapToGlobal(point))

    def _edit(self, path: str) -> None:
        self._edit_at(path, 1)

    def choose_text(self, pair: KeptPair) -> None:
        """Two texts of one file: which one holds?"""
        dialog = ConflictDialog(pair, self)

        def decide(choice: Any) -> None:
            self._do(partial(queries.decide_pair, self.desk, pair, choice), lambda _number: self._show_again(pair.path))

        dialog.decided.connect(decide)
        self._do(partial(queries.load_pair, self.desk, pair), dialog.show_texts)
        dialog.open()

    def open_consolidation(self) -> ConsolidationDialog:
        """Look for changes that put the folder in order, or answer those that wait."""
        dialog = ConsolidationDialog(self.desk, self)
        dialog.answered.connect(self._consolidated)
        dialog.finished.connect(self.refresh)
        dialog.open()
        return dialog

    def open_sync(self) -> SyncDialog:
        """Show how sharing with other workstations stands, and sync."""
        dialog = SyncDialog(self.desk, self)
        dialog.synced.connect(self.refresh)
        dialog.answered.connect(self._deletion_answered)
        dialog.finished.connect(self.refresh)
        dialog.open()
        return dialog

    def _deletion_answered(self, sentence: str, take_back: Callable[[], None]) -> None:
        self.message_posted.emit(sentence, lambda: self._do(take_back, lambda _done: self.refresh()))

    def _consolidated(self, sentence: str) -> None:
        self.message_posted.emit(sentence, None)
        if self._wanted is not None:
            self.show_path(self._wanted)
        self.refresh()

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
        self.show_path(path)
        if path not in self.model.keys:
            self.table.clearSelection()
        self.refresh()

    def _restore(self, path: str, revision: str) -> None:
        self._do(partial(queries.restore_entry, self.desk, path, revision), self._saved)

    def _difference(self, path: str, revision: str) -> None:
        show = partial(self.pane.show_difference, path, revision)
        self._do(partial(queries.load_difference, self.desk, path, revision), show)

    def _remove(self, path: str) -> None:
        def removed(version: str) -> None:
            if isValid(self):
                undo = partial(self._restore, path, version) if version else None
                self._wanted = None
                self.pane.close_entry()
                self.table.clearSelection()
                self.message_posted.emit(tr("Deleted {path}. Its versions are kept.", path=path), undo)
                self.refresh()

        self._do(partial(queries.remove_entry, self.desk, path, f"Deleted {path}"), removed)
