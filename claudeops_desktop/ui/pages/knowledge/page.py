"""The page Files: the files of the knowledge folder and of Claude's own folders, read, edited and restored (C1, C5, C7,
C13)."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton, QWidget
from shiboken6 import isValid

from ....knowledge import MEMORY_FILE, KeptPair
from ....knowledge.folder_scan import FolderPicture
from ... import theme
from ...kit.actions import ActionSet, ActionSpec
from ...kit.columns import ColumnModel, show_rows
from ...kit.forms import FormDialog, FormSpec
from ...kit.reading_page import ReadingPage
from ...latest_query import LatestQuery
from ...text.translation import tr
from ...widgets.filter_box import FilterBox, FilterChoice
from ...widgets.notice_bar import NoticeBar, NoticeLine
from ..base_page import PageLocation
from . import dialogs, queries
from .agent_folder_source import AgentFolderSource
from .conflict_dialog import ConflictDialog
from .consolidation_dialog import ConsolidationDialog
from .entry_actions import EntryMenu
from .entry_pane import EntryPane
from .file_source import COLUMNS, FileList, FileRow, FileSource, FolderList, SavedFile
from .problem_list import ProblemList
from .queries import KnowledgeSource
from .sync_dialog import SyncDialog

if TYPE_CHECKING:
    from ...app_context import AppContext

KNOWLEDGE, AGENT_FOLDERS = "knowledge", "agent-folders"
ACTIONS: tuple[ActionSpec[KnowledgePage], ...] = (
    ActionSpec("memory", tr("Entry in the memory file…"), lambda page: page.write_new(dialogs.MEMORY_FORM)),
    ActionSpec("note", tr("Note…"), lambda page: page.write_new(dialogs.NOTE_FORM)),
    ActionSpec("decision", tr("Decision…"), lambda page: page.write_new(dialogs.DECISION_FORM)),
    ActionSpec("procedure", tr("Procedure…"), lambda page: page.write_new(dialogs.PROCEDURE_FORM)),
    ActionSpec("share", tr("Share…"), lambda page: page.open_sync()),
    ActionSpec("consolidate", tr("Put in order…"), lambda page: page.open_consolidation()),
)
NEW = ("memory", "note", "decision", "procedure")


class KnowledgePage(ReadingPage[FileRow]):
    """The list of the files of one source, beside the one that is chosen. All work with files runs on a thread of its
    own."""

    title = tr("Files")

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        self.pane = EntryPane(context)
        model: ColumnModel[FileRow] = ColumnModel(COLUMNS, "KnowledgeModel")
        super().__init__(context, model, KnowledgeSource.search, KnowledgeSource.empty, self.pane, parent)
        self.sources: dict[str, FileSource[Any]] = {
            KNOWLEDGE: KnowledgeSource(context),
            AGENT_FOLDERS: AgentFolderSource(context),
        }
        self.source = self.sources[KNOWLEDGE]
        self.found: FileList | None = None
        background = context.run_in_background
        self._lister = LatestQuery(context.bridge, self._listed, self._not_listed, self, background)
        self._filterer = LatestQuery(context.bridge, self._filtered, self.post, self, background)
        self.action_set = ActionSet(self, ACTIONS, self.table)
        self.menu: EntryMenu | None = None
        self._make_head()
        self.notices = NoticeBar(self)
        self.above.addWidget(self.notices)
        self.problems = ProblemList(self)
        self.problems.problem_chosen.connect(self._edit_at)
        self.left.addWidget(self.problems)
        self._connect_parts()
        self._show_source(KNOWLEDGE)

    def _make_head(self) -> None:
        self.search.setMinimumWidth(100)  # in the smallest window the row has no more for it
        self.choice = FilterBox(
            tr("Source"), [FilterChoice(source.title, name) for name, source in self.sources.items()]
        )
        self.choice.value_chosen.connect(self._show_source)
        self.kind = FilterBox(KnowledgeSource.groups, self.source.choices(None))
        self.kind.value_chosen.connect(self._refilter)
        self.new = QToolButton(self)
        self.new.setText(tr("New"))
        self.new.setAccessibleName(tr("Write something new"))
        self.new.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        theme.set_role(self.new, "button")
        menu = QMenu(self.new)
        menu.addActions([self.action_set.actions[name] for name in NEW])
        self.new.setMenu(menu)
        own = [self.action_set.make_button(name) for name in ("share", "consolidate")]
        self._of_own: list[QWidget] = [*own, self.new]
        for part in (self.choice, self.kind, *self._of_own):
            self.head.addWidget(part)

    def _connect_parts(self) -> None:
        self.search.searched.connect(self._refilter)
        self.search.entered.connect(self.table.focus_first_row)
        self.table.row_picked.connect(self._picked)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._open_menu)
        self.empty.action_triggered.connect(self.action_set.actions["note"].trigger)
        self.pane.saved.connect(self._saved)
        self.pane.remove_requested.connect(self._remove)
        self.pane.link_followed.connect(self._follow)
        self.pane.message_posted.connect(self.post)

    # --- as a page ---------------------------------------------------------------------------------------------------

    def activate(self, place: PageLocation | None = None) -> None:
        """Come into view, with the source and the file that the location names."""
        filters = (place.filters or {}) if place is not None else {}
        path = str(filters.get("path") or "")
        wanted = str(filters.get("source") or (KNOWLEDGE if path else ""))
        if wanted in self.sources and self.source is not self.sources[wanted]:
            self.choice.set_value(wanted)
            self._show_source(wanted)
        if path:
            self.show_path(path)
        self.refresh()

    def actions(self) -> list[QAction]:
        """Return the declared actions, for the command palette."""
        return list(self.action_set.actions.values())

    def more_keys(self) -> list[tuple[str, str]]:
        """Return the key of the editor."""
        return [("Ctrl+S", tr("Save the file that is being edited"))]

    def refresh(self) -> None:
        """List the files anew."""
        if self.found is None:
            self.context.run_in_background(self.source.load_index, partial(self._indexed, self.source), None)
        self._lister.ask(partial(_list_files, self.source, self.found))

    def save_position(self) -> object:
        """Return source, filters, current row and scroll position."""
        return self.choice.value, self.search.text(), self.kind.value, self.table.view_position()

    def return_to_position(self, position: Any) -> None:
        """Show what was in view then."""
        source, words, kind, view = position
        if source != self.choice.value:
            self.choice.set_value(source)
            self._show_source(source)
        self.search.set_text_quietly(words)
        self.kind.set_value(kind)
        self._refilter()
        self.table.return_to_view(*view)

    def save_state(self) -> dict[str, Any]:
        """Return the source and the kind beside what every page of this form keeps."""
        return super().save_state() | {"source": self.choice.value, "kind": self.kind.value}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take up what was kept. Groups of other sources are known only when they are listed."""
        super().restore_state(state)
        if state.get("source") in self.sources:
            self.choice.set_value(state["source"])
            self._show_source(state["source"])
        known = [one.value for one in self.source.choices(None)]
        if state.get("kind") in known:
            self.kind.set_value(state["kind"])

    def show_path(self, path: str, line: int = 0) -> None:
        """Show a file and its row. With a ``line`` it is edited from there."""
        self.pane.show_path(path, line)
        if path in self.model.keys and self.table.current != path:
            self.table.select_key(path)

    # --- what is listed ----------------------------------------------------------------------------------------------

    def _show_source(self, name: str) -> None:
        """Turn to another source: nothing of the one before stays in view."""
        self.source, self.found = self.sources[name], None
        self._lister.discard()
        self._filterer.discard()
        self.search.setPlaceholderText(self.source.search)
        self.search.setAccessibleName(self.source.search)
        self.kind.setToolTip(self.source.groups)
        theme.set_accessible_name(self.kind, self.source.groups)
        self.kind.set_value("")
        self.kind.set_choices(self.source.choices(None))
        for part in self._of_own:
            part.setVisible(self.source.own)
        self.notices.show_notices(())
        self.problems.show_problems(())
        self.pane.show_source(self.source)
        self.table.show_keys([])
        if self.isVisible():
            self.refresh()

    def _indexed(self, source: FileSource[Any], found: FileList | None) -> None:
        """Show the list as the index has it, while the files themselves are looked at."""
        if not isValid(self) or source is not self.source or self.found is not None or found is None:
            return
        if found.rows and not self.search.text().strip() and not self.kind.value:
            self._show_rows(found)
            self.fact_changed.emit(self.source.fact_line(found))

    def _listed(self, answer: tuple[FileSource[Any], FileList]) -> None:
        source, found = answer
        if source is self.source:
            self.found = found
            self.kind.set_choices(source.choices(found))
            self._refilter()

    def _refilter(self, _value: object = None) -> None:
        """Apply the filters to what was read; nothing is read for it."""
        if self.found is not None:
            self._filterer.ask(
                partial(_filter_files, self.source, self.found, self.search.text(), str(self.kind.value or ""))
            )

    def _filtered(self, answer: tuple[FileList, FileList]) -> None:
        every, found = answer
        if every is self.found:
            self._show_found(found)

    @property
    def picture(self) -> FolderPicture:
        """Return the knowledge folder as it was read last."""
        return (self.found.picture if isinstance(self.found, FolderList) else None) or FolderPicture()

    def _show_found(self, found: FileList) -> None:
        self._show_rows(found)
        self.fact_changed.emit(self.source.fact_line(found))
        self.problems.show_problems(found.problems)
        self.pane.show_problems(found.problems)
        self.notices.show_notices([self._notice(found, *one) for one in self.source.notices(found)])

    def _show_rows(self, found: FileList) -> None:
        rows: dict[Hashable, FileRow] = {row.path: row for row in found.rows}
        if self.pane.wanted in rows and not self.table.selectionModel().hasSelection():
            self.table.show_keys(list(rows))
            self.table.select_key(self.pane.wanted)
        show_rows(self.table, self.model, rows)
        self.lists.setCurrentWidget(self.table if rows else self.empty)
        if found.total:
            self.empty.set_message(*self.source.no_match)
        else:
            empty = self.source.empty
            self.empty.set_message(empty.title, empty.text, tr("Write a note") if self.source.own else "")
        self.pane.setVisible(bool(found.total))

    def _notice(self, found: FileList, sentence: str, icon: str, role: str, about: str) -> NoticeLine:
        ways: dict[str, tuple[str, Callable[[], object]]] = {
            "consolidate": (tr("Show"), self.action_set.actions["consolidate"].trigger),
            "sync": (tr("Show"), self.action_set.actions["share"].trigger),
            "memory": (tr("Open it"), partial(self._edit_at, MEMORY_FILE, 1)),
        }
        if isinstance(found, FolderList) and about == "choose":
            pair = next(one for one in found.pairs if one.path in sentence)
            ways[about] = (tr("Choose…"), partial(self.choose_text, pair))
        if isinstance(found, FolderList) and about == "show":
            ways[about] = (tr("Show"), partial(self._show_version, found.edited[0], ""))
        return NoticeLine(sentence, icon, role, *ways.get(about, ("", None)))

    def _not_listed(self, why: str) -> None:
        self.lists.setCurrentWidget(self.empty)
        self.empty.set_message(tr("The folder cannot be read"), why)
        self.pane.hide()

    def _picked(self, key: object) -> None:
        if key is not None and (key != self.pane.wanted or self.pane.opened is None):
            self.show_path(str(key))

    # --- what is done ------------------------------------------------------------------------------------------------

    def _do(self, work: Callable[[], Any], done: Callable[[Any], object]) -> None:
        """Do work with files on a thread; its answer comes here unless the page is gone meanwhile."""

        def answered(answer: Any) -> None:
            if isValid(self):
                done(answer)

        def lost(error: Exception) -> None:
            if isValid(self):
                self.post_error(error)

        self.context.run_in_background(work, answered, lost)

    def write_new(self, form: FormSpec[dialogs.Write]) -> None:
        """Ask for something new, and write it."""
        dialog = FormDialog(self.context, form, {}, self)
        dialog.submitted.connect(self._write)
        dialog.open()

    def _write(self, write: dialogs.Write) -> None:
        self._do(lambda: queries.saved_file(queries.with_folder(self.context, write)), self._saved)

    def _saved(self, saved: SavedFile) -> None:
        if saved.sentence:
            self.post(saved.sentence)
        self._show_again(saved.path)

    def _show_again(self, path: str, line: int = 0) -> None:
        if path not in self.model.keys:
            self.table.clearSelection()
        self.show_path(path, line)
        self.refresh()

    def _follow(self, path: str, target: str) -> None:
        """Follow a link of the file at ``path``."""
        place, name = self.source.find_link(self.found, path, target)
        if place:
            self._show_again(place)
        elif self.source.own:
            self.post(tr("There is no {path} in the folder yet.", path=name))
        else:
            self.post(tr("There is no {name} in this folder.", name=name))

    def _edit_at(self, path: str, line: int) -> None:
        """Open a file at a line, to put it right."""
        if path in self.model.keys or path in self.picture.files:
            self._show_again(path, line)

    def _show_version(self, path: str, number: str) -> None:
        if self.pane.opened is None or self.pane.opened.stored.path != path:
            self._show_again(path)
        self.pane.show_version(number)

    def _open_menu(self, point: QPoint) -> None:
        place = self.table.viewport().mapToGlobal(point)
        if self.table.current is None:
            self.table.tools.open_menu(place)
            return
        self.menu = EntryMenu(str(self.table.current), self)
        self.menu.edit_requested.connect(partial(self._edit_at, line=1))
        self.menu.version_chosen.connect(self._show_version)
        self.menu.remove_requested.connect(self._remove)
        self.menu.popup(place)

    def choose_text(self, pair: KeptPair) -> None:
        """Ask which of two texts of one file holds."""
        dialog = ConflictDialog(self.context, pair, self)

        def decide(choice: Any) -> None:
            self._do(partial(queries.decide_pair, self.context, pair, choice), lambda _: self._show_again(pair.path))

        dialog.decided.connect(decide)
        dialog.open()

    def open_consolidation(self) -> ConsolidationDialog:
        """Look for changes that put the folder in order, or answer those that wait."""
        dialog = ConsolidationDialog(self.context, self)
        dialog.answered.connect(self._consolidated)
        dialog.finished.connect(self.refresh)
        dialog.open()
        return dialog

    def _consolidated(self, sentence: str) -> None:
        self.post(sentence)
        if self.pane.wanted:
            self.pane.show_path(self.pane.wanted)
        self.refresh()

    def open_sync(self) -> SyncDialog:
        """Show how sharing with other workstations stands, and sync."""
        dialog = SyncDialog(self.context, self)
        dialog.synced.connect(self.refresh)
        dialog.answered.connect(self._deletion_answered)
        dialog.finished.connect(self.refresh)
        dialog.open()
        return dialog

    def _deletion_answered(self, sentence: str, take_back: Callable[[], None]) -> None:
        self.message_posted.emit(sentence, lambda: self._do(take_back, lambda _done: self.refresh()))

    def _remove(self, path: str) -> None:
        self._do(partial(queries.remove_entry, self.context, path), partial(self._removed, path))

    def _removed(self, path: str, version: str) -> None:
        self.pane.forget()
        self.table.clearSelection()
        restore = partial(self._do, partial(self.sources[KNOWLEDGE].restore, path, version), self._saved)
        sentence = tr("Deleted {path}. Its versions are kept.", path=path)
        self.message_posted.emit(sentence, restore if version else None)
        self.refresh()


def _list_files(source: FileSource[Any], before: FileList | None) -> tuple[FileSource[Any], FileList]:
    return source, source.load(before)


def _filter_files(source: FileSource[Any], found: FileList, words: str, group: str) -> tuple[FileList, FileList]:
    return found, source.filter(found, words, group)
