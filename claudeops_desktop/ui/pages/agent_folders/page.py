"""The memory folders that the Claude CLI keeps itself, by project and role: read, checked, and written only when the
operator says so (C5)."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QHBoxLayout, QMessageBox, QStackedWidget, QVBoxLayout, QWidget
from shiboken6 import isValid

from ....core.clock import to_text
from ....knowledge import EntryProblem
from ....knowledge.cli_memory.types import SavedAgentFile
from ... import theme
from ...kit.columns import ColumnModel, ColumnSpec, make_table, show_rows, time_column
from ...latest_query import LatestQuery
from ...text.translation import error_text, tr, tr_count, tr_message
from ...widgets.detail_split import DetailSplit
from ...widgets.empty_state import EmptyState
from ...widgets.filter_box import FilterBox, FilterChoice
from ...widgets.search_field import SearchField
from ..base_page import BasePage, PageLocation
from ..knowledge.entry_pane import EntryPane
from ..knowledge.problem_list import ProblemList
from ..knowledge.queries import OpenEntry
from . import queries
from .queries import AgentFileList, AgentFileRow, FileKey

if TYPE_CHECKING:
    from ...app_context import AppContext

EMPTY_TITLE = tr("The Claude CLI keeps no memory on this computer.")
EMPTY = tr(
    "When it notes something about a project by itself, its files are listed here. They are never written unasked."
)


def file_tip(row: AgentFileRow) -> str:
    """Return why a file cannot be read, and how many problems it has."""
    parts = [tr_message(row.file.fault)] if row.file.fault else []
    if row.problems:
        parts.append(tr_count("%n problem in this file", "%n problems in this file", row.problems))
    return "\n".join(parts)


COLUMNS: tuple[ColumnSpec[AgentFileRow], ...] = (
    ColumnSpec(
        "folder",
        tr("Project or role"),
        150,
        text=lambda row: row.folder.title,
        tip=lambda row: str(row.folder.path),
    ),
    ColumnSpec(
        "file",
        tr("File"),
        160,
        text=lambda row: row.file.name,
        tip=file_tip,
        state=lambda row: "warning" if row.problems or row.file.fault else "",
    ),
    ColumnSpec(
        "title",
        tr("Title"),
        200,
        text=lambda row: row.file.title or row.file.description,
        tip=lambda row: row.file.description,
        stretch=True,
    ),
    time_column("changed", tr("Changed"), 90, lambda row: to_text(row.file.modified) if row.file.modified else None),
)


class AgentFoldersPage(BasePage):
    """A list of files beside the one that is chosen. All work with files runs on a thread of its own."""

    title = tr("Claude's folders")

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self._wanted: FileKey | None = None
        self._lister = LatestQuery(desk.bridge, self._listed, self._not_listed, self, desk.run_in_background)
        self._opener = LatestQuery(desk.bridge, self._opened, self._post, self, desk.run_in_background)
        self._problems: dict[tuple[str, int], FileKey] = {}
        self.question: QMessageBox | None = None
        self.model: ColumnModel[AgentFileRow] = ColumnModel(COLUMNS, "AgentFileModel", self)
        self.search = SearchField(tr("Search by project, file or title"))
        self.search.searched.connect(self.refresh)
        self.kind = FilterBox(tr("Folder"), [FilterChoice(tr("All folders"), "")])
        self.kind.value_chosen.connect(self.refresh)
        self.splitter = DetailSplit(self)
        left = QWidget(self.splitter)
        self._stack = QStackedWidget(left)
        self.table = make_table(self.model, tr("Files of the Claude CLI"), self._stack)
        self.table.row_picked.connect(self._picked)
        self.search.entered.connect(self.table.focus_first_row)
        self.empty = EmptyState("folder", EMPTY_TITLE, EMPTY)
        self._stack.addWidget(self.table)
        self._stack.addWidget(self.empty)
        self.problems = ProblemList(left)
        self.problems.problem_chosen.connect(self._edit_at)
        below = QVBoxLayout(left)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(theme.GAP_S)
        below.addWidget(self._stack, 1)
        below.addWidget(self.problems)
        self.pane = EntryPane(self.splitter, own=False)
        self.pane.save_requested.connect(self._ask_to_save)
        self.pane.check_requested.connect(self._check)
        self.pane.restore_requested.connect(self._ask_to_restore)
        self.pane.difference_requested.connect(self._difference)
        self.pane.link_followed.connect(self._follow)
        self.splitter.set_parts(left, self.pane, (1, 2), beside=(2, 3), gap=theme.GAP_M)
        row = QHBoxLayout()
        row.setSpacing(theme.GAP_S)
        row.addWidget(self.search, 1)
        row.addWidget(self.kind)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_M)
        column.addLayout(row)
        column.addWidget(self.splitter, 1)

    # --- Page --------------------------------------------------------------------------------------------------------

    def activate(self, place: PageLocation | None = None) -> None:
        """In view: the list anew."""
        self.refresh()

    def focus_search(self) -> None:
        """Ctrl+F."""
        self.search.setFocus()
        self.search.selectAll()

    def more_keys(self) -> list[tuple[str, str]]:
        """The keys of the editor."""
        return [("Ctrl+S", tr("Save the file that is being edited"))]

    def refresh(self) -> None:
        """List the files anew."""
        self._lister.ask(partial(queries.load_files, self.desk, self.search.text(), str(self.kind.value or "")))

    def save_state(self) -> dict[str, Any]:
        """The splitter."""
        return {"splitter": self.splitter.save_state()}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take it up."""
        self.splitter.restore_state(state.get("splitter"))

    def show_file(self, key: FileKey) -> None:
        """Show a file and its row."""
        self._wanted = key
        if key in self.model.keys and self.table.current != key:
            self.table.select_key(key)
        self._opener.ask(partial(queries.load_file, self.desk, key))

    # --- answers -----------------------------------------------------------------------------------------------------

    def _listed(self, found: AgentFileList) -> None:
        choices = [FilterChoice(f"{one.title} ({one.kind})", one.key) for one in found.folders]
        self.kind.set_choices([FilterChoice(tr("All folders"), ""), *choices])
        rows: dict[Hashable, AgentFileRow] = {row.key: row for row in found.rows}
        if self._wanted in rows and not self.table.selectionModel().hasSelection():
            self.table.select_key(self._wanted)  # when it is there
        show_rows(self.table, self.model, rows)
        self._stack.setCurrentWidget(self.table if rows else self.empty)
        if found.folders:
            self.empty.set_message(tr("No file matches"), tr("Try fewer words, or show all folders."))
        else:
            self.empty.set_message(EMPTY_TITLE, EMPTY)
        self.pane.setVisible(bool(found.folders))
        self._show_problems(found)
        said = tr_count("%n folder of the Claude CLI", "%n folders of the Claude CLI", len(found.folders))
        self.fact_changed.emit(said if found.folders else EMPTY_TITLE.rstrip("."))

    def _show_problems(self, found: AgentFileList) -> None:
        titles = {one.key: one.title for one in found.folders}
        shown = []
        self._problems = {}
        for one in found.problems:
            path = f"{titles.get(one.folder, one.folder)}/{one.name}".rstrip("/")
            shown.append(EntryProblem(path, one.level, one.sentence, one.line))
            self._problems[path, one.line] = (one.folder, one.name)
        self.problems.show_problems(shown)

    def _not_listed(self, why: str) -> None:
        self._stack.setCurrentWidget(self.empty)
        self.empty.set_message(tr("The folders cannot be read"), why)
        self.pane.hide()

    def _opened(self, opened: OpenEntry) -> None:
        self.pane.show_entry(opened)
        self.pane.show_versions(opened.stored.path, opened.versions)

    def _failed(self, error: Exception) -> None:
        if isValid(self):
            self._post(error_text(error))

    def _post(self, sentence: str) -> None:
        self.message_posted.emit(sentence, None)

    def _picked(self, key: object) -> None:
        if isinstance(key, tuple) and (key != self._wanted or self.pane.opened is None):
            self.show_file(key)

    # --- acting ------------------------------------------------------------------------------------------------------

    def _edit_at(self, path: str, line: int) -> None:
        key = self._problems.get((path, line))
        if key is not None and key in self.model.keys:
            self.show_file(key)
            self.pane.close_entry()
            self.pane.edit_at(line)

    def _follow(self, _path: str, target: str) -> None:
        if self._wanted is None:
            return
        folder = self._wanted[0]
        name = target.lstrip("/")
        wanted = next((key for key in ((folder, name), (folder, f"{name}.md")) if key in self.model.keys), None)
        if wanted is not None:
            self.show_file(wanted)
        else:
            self._post(tr("There is no {name} in this folder.", name=name))

    def _check(self, _path: str, said: str) -> None:
        def checked(problems: tuple[EntryProblem, ...]) -> None:
            if isValid(self):
                self.pane.editing.show_checked(said, problems, binding=False)

        if self._wanted is not None:
            work = partial(queries.check_typed, self.desk, self._wanted, said)
            self.desk.run_in_background(work, checked, self._failed)

    def _difference(self, path: str, number: str) -> None:
        if self._wanted is not None:
            work = partial(queries.load_difference, self.desk, self._wanted, number)
            self.desk.run_in_background(work, partial(self.pane.show_difference, path, number), self._failed)

    def _ask_to_save(self, _path: str, said: str, revision: str) -> None:
        key = self._wanted
        if key is not None:
            text = tr("Write to {name}, a file of the Claude CLI? It reads the file at its next session.", name=key[1])
            self._ask(text, tr("Write the file"), partial(queries.save_file, self.desk, key, said, revision))

    def _ask_to_restore(self, _path: str, number: str) -> None:
        key = self._wanted
        if key is not None:
            text = tr("Put this earlier text in the place of {name}, a file of the Claude CLI?", name=key[1])
            self._ask(text, tr("Restore it"), partial(queries.restore_file, self.desk, key, number))

    def _ask(self, text: str, button: str, work: Any) -> None:
        """Nothing of the CLI's own is written without this yes."""
        box = QMessageBox(self)
        box.setWindowTitle(self.title)
        box.setText(text)
        box.setInformativeText(tr("What stands there now is kept as a version."))
        yes = box.addButton(button, QMessageBox.ButtonRole.AcceptRole)
        no = box.addButton(tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(no)
        box.setEscapeButton(no)

        def answered() -> None:
            self.question = None
            if box.clickedButton() is yes:
                self.desk.run_in_background(work, self._saved, self._failed)
            else:
                self.pane.editing.save.setEnabled(True)
            box.deleteLater()

        box.finished.connect(answered)
        self.question = box
        box.open()

    def _saved(self, saved: SavedAgentFile) -> None:
        if not isValid(self):
            return
        if saved.saved:
            self.pane.forget_edit()
            self._post(tr("Saved {name}.", name=saved.name))
        else:
            self._post(
                tr(
                    "{name} was changed meanwhile, so nothing was written. Your text is in its history.",
                    name=saved.name,
                )
            )
        self.show_file((saved.folder, saved.name))
        self.refresh()
