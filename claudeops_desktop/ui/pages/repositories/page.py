"""The repositories: folders that describe the infrastructure to the agent; their files listed, shown and edited."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QInputDialog,
    QMenu,
    QPushButton,
    QSplitter,
    QStackedLayout,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from ....runs.repositories import FOLDER, OperatorRepository, read_repositories
from ....runs.repository_files import NOTES, RepositoryDocument, RepositoryProblem
from ....storage.change_events import CommittedChange
from ... import icons, theme
from ...latest_query import LatestQuery
from ...text import formatting
from ...text.translation import error_text, tr
from ...widgets.elided_label import escape_tool_tip
from ...widgets.empty_state import EmptyState
from ..base_page import BasePage, PageLocation
from ..services.queries import load_services_file
from .file_pane import RepositoryFilePane, revert_repository_file, save_repository_file
from .file_templates import TEMPLATES, template_file_name

if TYPE_CHECKING:
    from ...app_context import AppContext

SETTING = "repositories.folders"
PATH = Qt.ItemDataRole.UserRole
FOLDERS = (("checks", tr("Checks")), ("playbooks", tr("Playbooks")), ("skills", tr("Skills")))
SHARES = (340, 760)


class RepositoriesPage(BasePage):
    """A tree of folders and files, and the chosen file with what is wrong in it."""

    title = tr("Repositories")

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self._found: tuple[OperatorRepository, ...] = ()
        self._latest = LatestQuery(desk.bridge, self._looked, self._post, self, run=desk.run_in_background)
        self._in_view = False
        self._wish: Path | None = None
        self.tree = QTreeWidget()
        self.tree.setHeaderHidden(True)
        self.tree.setAccessibleName(tr("Folders and their files"))
        self.tree.setUniformRowHeights(True)
        theme.set_role(self.tree, "framed")
        self.tree.currentItemChanged.connect(self._picked)
        self.add = QPushButton(tr("Add a folder…"))
        icons.set_themed_icon(self.add, "add")
        self.add.clicked.connect(self.open_add)
        self.new = QPushButton(tr("New file"))
        self.menu = QMenu(self.new)
        for kind, (title, _, _) in TEMPLATES.items():
            self.menu.addAction(title).triggered.connect(partial(self._ask_name, kind))
        self.new.setMenu(self.menu)
        self.take_out = QPushButton(tr("Take out"))
        self.take_out.setToolTip(tr("This folder is no longer in the prompt; nothing in it is touched"))
        self.take_out.clicked.connect(self._take_out)
        self.pane = RepositoryFilePane(desk)
        self.pane.save_requested.connect(self._save)
        self.pane.open_requested.connect(self._open)
        self.pane.draft_changed.connect(self._tell_drafts)
        self._empty = EmptyState(
            "folder",
            tr("No folder yet"),
            tr(
                "A folder with {notes} or {folder}/ tells the agent what runs here, how to check it and what helps.",
                notes=NOTES,
                folder=FOLDER,
            ),
            tr("Add a folder…"),
        )
        self._empty.action_triggered.connect(self.open_add)
        self._lay_out()
        self._soon = QTimer(self, singleShot=True, interval=150)
        self._soon.timeout.connect(self.refresh)
        desk.bridge.changed.connect(self._on_change)

    def activate(self, place: PageLocation | None = None) -> None:
        """Read the folders anew: other programs change them too."""
        self._in_view = True
        self.refresh()

    def deactivate(self) -> None:
        """Ask for nothing while nobody looks."""
        self._in_view = False

    def more_keys(self) -> list[tuple[str, str]]:
        """The key of the editor."""
        return [("Ctrl+S", tr("Save the file"))]

    def refresh(self) -> None:
        """Look at the folders on a thread."""
        folders = self.desk.settings.current.repositories.folders
        self._latest.ask(partial(_scan_repositories, self.desk, folders))

    def open_add(self) -> None:
        """Choose a folder."""
        dialog = QFileDialog(self, tr("A folder that describes your infrastructure"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly, True)
        dialog.setLabelText(QFileDialog.DialogLabel.Accept, tr("Add this folder"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.add_folder)
        dialog.open()

    def add_folder(self, folder: str) -> None:
        """Hand one more folder to the agent."""
        folders = self.desk.settings.current.repositories.folders
        if not folder or folder in folders:
            return
        self._wish = Path(folder)
        self._change(
            tr("Added {shorten_path}", shorten_path=formatting.shorten_path(Path(folder))), (*folders, folder), folders
        )

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.GAP_S)
        for button in (self.add, self.new, self.take_out):
            buttons.addWidget(button)
        buttons.addStretch()
        left = QWidget()
        left.setMinimumWidth(200)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, theme.GAP_M, 0)
        column.setSpacing(theme.GAP_S)
        column.addWidget(self.tree, 1)
        right = QWidget()
        inner = QVBoxLayout(right)
        inner.setContentsMargins(theme.GAP_M, 0, 0, 0)
        inner.addWidget(self.pane)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(left)
        self.splitter.addWidget(right)
        self.splitter.setStretchFactor(0, 1)
        self.splitter.setStretchFactor(1, 2)
        self.splitter.setSizes(SHARES)
        full = QWidget()
        outer = QVBoxLayout(full)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(theme.GAP_M)
        outer.addLayout(buttons)
        outer.addWidget(self.splitter, 1)
        self._full = full
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(full)

    # --- what is there -----------------------------------------------------------------------------------------------

    def _looked(self, found: tuple[OperatorRepository, ...]) -> None:
        self._stack.setCurrentWidget(self._full if found else self._empty)
        if found == self._found and self.tree.topLevelItemCount():
            return
        chosen = self._wish or self._path
        self._found, self._wish = found, None
        blocked = self.tree.blockSignals(True)
        self.tree.clear()
        for repository in found:
            self._add_repository(repository)
        self.tree.expandAll()
        self.tree.blockSignals(blocked)
        self._choose(chosen)
        self._tell_drafts()

    def _add_repository(self, repository: OperatorRepository) -> None:
        top = self._item(None, repository.name, repository.path, repository.problems)
        self._item(top, NOTES, repository.path / NOTES, _of(repository.problems, repository.path / NOTES))
        for kind, title in FOLDERS:
            documents: tuple[RepositoryDocument, ...] = getattr(repository, kind)
            if not documents:
                continue
            group = self._item(
                top, f"{title}  {formatting.format_number(len(documents))}", repository.path / FOLDER / kind, ()
            )
            group.setFlags(group.flags() & ~Qt.ItemFlag.ItemIsSelectable)
            for document in documents:
                name = document.title or document.path.name
                item = self._item(group, name, document.path, _of(repository.problems, document.path))
                item.setToolTip(0, escape_tool_tip(f"{document.path}\n{document.description}".strip()))

    def _item(
        self, parent: QTreeWidgetItem | None, text: str, path: Path, problems: tuple[RepositoryProblem, ...]
    ) -> QTreeWidgetItem:
        item = QTreeWidgetItem(parent) if parent is not None else QTreeWidgetItem(self.tree)
        item.setText(0, formatting.strip_direction_marks(text))
        item.setData(0, PATH, str(path))
        item.setToolTip(0, escape_tool_tip(str(path)))
        if problems:
            item.setIcon(0, icons.themed_icon("warning", "warn"))
            item.setData(
                0, Qt.ItemDataRole.AccessibleTextRole, f"{text}, {formatting.format_count(len(problems), 'mistake')}"
            )
        else:
            item.setIcon(0, icons.themed_icon("folder" if parent is None or path.suffix == "" else "file", "muted"))
        return item

    def _choose(self, path: Path | None) -> None:
        items = self._items()
        wanted = next((item for item in items if path is not None and item.data(0, PATH) == str(path)), None)
        if wanted is None and items:
            wanted = items[1] if len(items) > 1 else items[0]
        if wanted is not None:
            self.tree.setCurrentItem(wanted)
        self._picked(wanted)

    def _items(self) -> list[QTreeWidgetItem]:
        return self.tree.findItems("", Qt.MatchFlag.MatchContains | Qt.MatchFlag.MatchRecursive)

    @property
    def _path(self) -> Path | None:
        item = self.tree.currentItem()
        return Path(item.data(0, PATH)) if item is not None else None

    @property
    def _repository(self) -> OperatorRepository | None:
        path = self._path
        return next((one for one in self._found if path is not None and path.is_relative_to(one.path)), None)

    def _picked(self, item: QTreeWidgetItem | None, _before: object = None) -> None:
        repository = self._repository
        self.take_out.setEnabled(repository is not None)
        self.new.setEnabled(repository is not None)
        if item is None or repository is None:
            self.pane.show_nothing()
            return
        path = Path(item.data(0, PATH))
        if path == repository.path:
            self.pane.show_folder(repository)
        else:
            self.pane.show_file(path, _of(repository.problems, path))

    def _tell_drafts(self) -> None:
        """What is edited and not saved carries a mark."""
        drafts = {str(path) for path in self.pane.drafts}
        for item in self._items():
            text = item.text(0).removesuffix(" •")
            marked = f"{text} •" if item.data(0, PATH) in drafts else text
            if item.text(0) != marked:
                item.setText(0, marked)

    # --- what the operator does --------------------------------------------------------------------------------------

    def _take_out(self) -> None:
        repository = self._repository
        if repository is None:
            return
        folders = self.desk.settings.current.repositories.folders
        left = tuple(one for one in folders if Path(one).expanduser() != repository.path)
        self._change(
            tr("Took out {shorten_path}", shorten_path=formatting.shorten_path(repository.path)), left, folders
        )

    def _change(self, label: str, new: tuple[str, ...], old: tuple[str, ...]) -> None:
        change = self.desk.settings.change
        self.desk.undo.perform(
            label,
            partial(change, SETTING, new),
            partial(_change_folders, self.desk, old),
            aside=True,
            done=self._changed,
        )

    def _changed(self, _settings: object) -> None:
        self.refresh()

    def _ask_name(self, kind: str, _checked: bool = False) -> None:
        """A name for a new file."""
        repository = self._repository
        if repository is None:
            return
        title, _, _ = TEMPLATES[kind]
        if kind == "notes":
            self._create(repository.path, kind, "")
            return
        dialog = QInputDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(title)
        dialog.setLabelText(tr("What is it called?"))
        dialog.setOkButtonText(tr("Create the file"))
        dialog.setCancelButtonText(tr("Cancel"))
        dialog.textValueSelected.connect(partial(self._create, repository.path, kind))
        dialog.open()

    def _create(self, folder: Path, kind: str, name: str) -> None:
        path = folder / template_file_name(kind, name)
        text = TEMPLATES[kind][2].format(name=" ".join(name.split()) or folder.name)
        self._wish = path
        self.desk.undo.perform(
            tr("Created {name}", name=path.name),
            partial(save_repository_file, path, text, None),
            partial(revert_repository_file, path),
            aside=True,
            done=self._created,
        )

    def _created(self, _saved: object) -> None:
        self.refresh()

    def _save(self, path: Path, text: str, before: str) -> None:
        self.desk.undo.perform(
            tr("Saved {name}", name=path.name),
            partial(save_repository_file, path, text, before),
            partial(revert_repository_file, path),
            aside=True,
            done=partial(self._saved, path),
            failed=self._failed,
        )

    def _saved(self, path: Path, _saved: object) -> None:
        self.pane.forget_draft(path)
        self._found = ()
        self.refresh()

    def _open(self, path: Path) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            self._post(tr("No program opens {path} here.", path=path))

    def _failed(self, error: Exception) -> None:
        self._post(error_text(error))

    def _post(self, sentence: str) -> None:
        self.message_posted.emit(sentence, None)

    def _on_change(self, change: CommittedChange) -> None:
        if self._in_view and change.table in ("settings", "services") and not self._soon.isActive():
            self._soon.start()


def _of(problems: tuple[RepositoryProblem, ...], path: Path) -> tuple[RepositoryProblem, ...]:
    return tuple(problem for problem in problems if problem.path == path)


def _change_folders(desk: AppContext, folders: tuple[str, ...], _now: object) -> object:
    return desk.settings.change(SETTING, folders)


def _scan_repositories(desk: AppContext, folders: tuple[str, ...]) -> tuple[OperatorRepository, ...]:
    services, _, there = load_services_file(desk)
    return read_repositories(folders, services.names if services is not None and there else ())
