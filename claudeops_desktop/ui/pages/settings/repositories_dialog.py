"""The repositories: folders that describe the infrastructure to the agent; their files listed, shown and edited."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, QUrl
from PySide6.QtGui import QDesktopServices, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QInputDialog,
    QMenu,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from ....runs.repositories import FOLDER, OperatorRepository, read_repositories
from ....runs.repository_files import NOTES, RepositoryDocument, RepositoryProblem
from ....storage.change_events import CommittedChange
from ... import icons, theme
from ...kit.layouts import fill_column, row_of
from ...latest_query import LatestQuery
from ...text import formatting
from ...text.translation import error_text, tr
from ...widgets.elided_label import escape_tool_tip
from ...widgets.empty_state import EmptyState
from ..services.queries import load_services_file
from .repository_pane import RepositoryFilePane, revert_repository_file, save_repository_file
from .repository_templates import TEMPLATES, template_file_name

if TYPE_CHECKING:
    from ...app_context import AppContext

SETTING = "repositories.folders"
PATH = Qt.ItemDataRole.UserRole
FOLDERS = (("checks", tr("Checks")), ("playbooks", tr("Playbooks")), ("skills", tr("Skills")))
SHARES = (300, 700)
SETTLE_MS = 150


class RepositoriesDialog(QDialog):
    """A tree of folders and files, and the chosen file with what is wrong in it. It does not hold up the window, whose
    Undo takes back what is done here, and what was typed stays when it is closed."""

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        super().__init__(parent)
        self.context = context
        self.setWindowTitle(tr("Repositories"))
        self.resize(1000, 640)
        self._found: tuple[OperatorRepository, ...] = ()
        self._latest = LatestQuery(context.bridge, self._looked, self._say, self, run=context.run_in_background)
        self._wish: Path | None = None
        self.tree = QTreeWidget()
        self.tree.setHeaderHidden(True)
        self.tree.setAccessibleName(tr("Folders and their files"))
        self.tree.setUniformRowHeights(True)
        self.tree.setMinimumWidth(200)
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
        self.pane = RepositoryFilePane(context)
        self.pane.save_requested.connect(self._save)
        self.pane.open_requested.connect(self._open)
        self.pane.draft_changed.connect(self._tell_drafts)
        self.empty = EmptyState(
            "folder",
            tr("No folder yet"),
            tr(
                "A folder with {notes} or {folder}/ tells the agent what runs here, how to check it and what helps.",
                notes=NOTES,
                folder=FOLDER,
            ),
            tr("Add a folder…"),
        )
        self.empty.action_triggered.connect(self.open_add)
        self.message = theme.plain_label(role="wrong", wrap=True)
        self._lay_out()
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self.refresh)
        context.bridge.changed.connect(self._committed)

    def _lay_out(self) -> None:
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setChildrenCollapsible(False)
        self.pane.setContentsMargins(theme.GAP_M, 0, 0, 0)
        for part, share in zip((self.tree, self.pane), SHARES, strict=True):
            splitter.addWidget(part)
            splitter.setStretchFactor(splitter.count() - 1, share)
        splitter.setSizes(SHARES)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.empty)
        self._stack.addWidget(splitter)
        close = QPushButton(tr("Close"))
        close.clicked.connect(self.close)
        for button in (self.add, self.new, self.take_out, close):
            button.setAutoDefault(False)
        buttons = row_of(self.add, self.new, self.take_out, self.message, close, grow=self.message)
        column = fill_column(self, self._stack, buttons, grow=self._stack, spacing=theme.GAP_M)
        column.setContentsMargins(theme.GAP_XL, theme.GAP_XL, theme.GAP_XL, theme.GAP_L)

    def showEvent(self, event: QShowEvent) -> None:
        """Read the folders anew: other programs change them too."""
        super().showEvent(event)
        self.refresh()

    def refresh(self) -> None:
        """Look at the folders on a thread."""
        folders = self.context.settings.current.repositories.folders
        self._latest.ask(partial(_scan_repositories, self.context, folders))

    # --- what is there -----------------------------------------------------------------------------------------------

    def _looked(self, found: tuple[OperatorRepository, ...]) -> None:
        self._stack.setCurrentIndex(1 if found else 0)
        for button in (self.add, self.new, self.take_out):
            button.setVisible(bool(found))
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
            said = f"{title}  {formatting.format_number(len(documents))}"
            group = self._item(top, said, repository.path / FOLDER / kind, ())
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
            said = f"{text}, {formatting.format_count(len(problems), 'mistake')}"
            item.setData(0, Qt.ItemDataRole.AccessibleTextRole, said)
        else:
            item.setIcon(0, icons.themed_icon("folder" if parent is None or path.suffix == "" else "file", "muted"))
        return item

    def _choose(self, path: Path | None) -> None:
        items = self.items()
        wanted = next((item for item in items if path is not None and item.data(0, PATH) == str(path)), None)
        if wanted is None and items:
            wanted = items[1] if len(items) > 1 else items[0]
        if wanted is not None:
            self.tree.setCurrentItem(wanted)
        self._picked(wanted)

    def items(self) -> list[QTreeWidgetItem]:
        """Return all lines of the tree, from the top."""
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
        """Mark what is edited and not saved."""
        drafts = {str(path) for path in self.pane.drafts}
        for item in self.items():
            text = item.text(0).removesuffix(" •")
            marked = f"{text} •" if item.data(0, PATH) in drafts else text
            if item.text(0) != marked:
                item.setText(0, marked)

    # --- what the operator does --------------------------------------------------------------------------------------

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
        folders = self.context.settings.current.repositories.folders
        if folder and folder not in folders:
            self._wish = Path(folder)
            label = tr("Added {shorten_path}", shorten_path=formatting.shorten_path(Path(folder)))
            self._change_folders(label, (*folders, folder), folders)

    def _take_out(self) -> None:
        repository = self._repository
        if repository is not None:
            folders = self.context.settings.current.repositories.folders
            left = tuple(one for one in folders if Path(one).expanduser() != repository.path)
            label = tr("Took out {shorten_path}", shorten_path=formatting.shorten_path(repository.path))
            self._change_folders(label, left, folders)

    def _change_folders(self, label: str, new: tuple[str, ...], old: tuple[str, ...]) -> None:
        change = partial(self.context.settings.change, SETTING)
        self.context.undo.perform(
            label,
            partial(change, new),
            lambda _settings: change(old),
            aside=True,
            done=self._changed,
            failed=self._failed,
        )

    def _changed(self, _done: object) -> None:
        self.message.setText("")
        self.refresh()

    def _ask_name(self, kind: str, _checked: bool = False) -> None:
        """Ask for the name of a new file."""
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
        self._write(tr("Created {name}", name=path.name), path, text, None)

    def _save(self, path: Path, text: str, before: str) -> None:
        self._write(tr("Saved {name}", name=path.name), path, text, before)

    def _write(self, label: str, path: Path, text: str, before: str | None) -> None:
        self.context.undo.perform(
            label,
            partial(save_repository_file, path, text, before),
            partial(revert_repository_file, path),
            aside=True,
            done=partial(self._written, path),
            failed=self._failed,
        )

    def _written(self, path: Path, _saved: object) -> None:
        self.pane.forget_draft(path)
        self._found = ()
        self._changed(None)

    def _open(self, path: Path) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            self._say(tr("No program opens {path} here.", path=path))

    def _failed(self, error: Exception) -> None:
        self._say(error_text(error))

    def _say(self, sentence: str) -> None:
        self.message.setText(formatting.make_breakable(sentence))

    def _committed(self, change: CommittedChange) -> None:
        if self.isVisible() and change.table in ("settings", "services") and not self._settle.isActive():
            self._settle.start()


def _of(problems: tuple[RepositoryProblem, ...], path: Path) -> tuple[RepositoryProblem, ...]:
    return tuple(problem for problem in problems if problem.path == path)


def _scan_repositories(context: AppContext, folders: tuple[str, ...]) -> tuple[OperatorRepository, ...]:
    services, _, there = load_services_file(context)
    return read_repositories(folders, services.names if services is not None and there else ())
