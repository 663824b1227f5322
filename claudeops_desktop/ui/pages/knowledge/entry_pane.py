"""One file: read, edited with checks as one types, and its versions with what each changed."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QTabWidget, QVBoxLayout, QWidget

from ....knowledge import EntryProblem, KnowledgeCommit
from ... import theme
from ...text import formatting
from ...text.translation import tr
from ...widgets.elided_label import ElidedLabel
from .entry_editor import EntryEditor, problem_text
from .queries import OpenEntry
from .reader_view import EntryReader
from .text import author_name, entry_facts
from .version_list import VersionList

READ, EDIT, HISTORY = range(3)


class EntryPane(QWidget):
    """``save_requested`` carries path, text and the revision that was read; ``check_requested`` path and text;
    ``restore_requested`` and ``difference_requested`` path and version; ``remove_requested`` the path;
    ``link_followed`` the path of the file and where its link leads."""

    save_requested = Signal(str, str, str)
    check_requested = Signal(str, str)
    restore_requested = Signal(str, str)
    difference_requested = Signal(str, str)
    remove_requested = Signal(str)
    link_followed = Signal(str, str)

    def __init__(self, parent: QWidget | None = None, *, own: bool = True) -> None:
        """``own`` where the file is of the knowledge folder: it can be deleted, and its newest version is the file."""
        super().__init__(parent)
        self.opened: OpenEntry | None = None
        self._line = 0
        self.heading = ElidedLabel("")
        theme.set_role(self.heading, "title")
        self.about = theme.plain_label(role="muted", wrap=True, select=True)
        self.problems = theme.plain_label(role="warn", wrap=True)
        self.remove = QPushButton(tr("Delete"), self)
        self.remove.clicked.connect(self._remove)
        self.remove.setVisible(own)
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(True)
        self.tabs.setAccessibleName(tr("File"))
        self.reader = EntryReader(self)
        self.reader.link_followed.connect(self._follow)
        self.editing = EntryEditor(self)
        self.editor, self.checked = self.editing.field, self.editing.checked
        self.save, self.revert = self.editing.save, self.editing.revert
        self.editing.save_requested.connect(self._save)
        self.editing.check_requested.connect(self._check)
        self.editing.edited.connect(self._mark_edited)
        self.history = VersionList(self, newest_is_file=own)
        self.versions, self.difference, self.restore = (
            self.history.versions, self.history.difference, self.history.restore
        )  # fmt: skip
        self.history.difference_requested.connect(self._ask_difference)
        self.history.restore_requested.connect(self._restore)
        for page, title in ((self.reader, tr("Read")), (self.editing, tr("Edit")), (self.history, tr("History"))):
            self.tabs.addTab(page, title)
        self.tabs.currentChanged.connect(self._tab_chosen)
        head = QHBoxLayout()
        head.setSpacing(theme.GAP_S)
        head.addWidget(self.heading, 1)
        head.addWidget(self.remove)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_S)
        for part in (self.about, self.problems):
            part.setVisible(False)
        column.addLayout(head)
        column.addWidget(self.about)
        column.addWidget(self.problems)
        column.addWidget(self.tabs, 1)

    # --- showing -----------------------------------------------------------------------------------------------------

    def show_entry(self, opened: OpenEntry) -> None:
        """Show a file. What was typed into the editor and not saved stays while it is the same file."""
        same = self.opened is not None and self.opened.stored.path == opened.stored.path
        if same and not opened.versions and self.opened is not None:
            opened = opened.with_versions(self.opened.versions)
        self.opened = opened
        entry = opened.stored.entry
        self.heading.setText(formatting.strip_direction_marks(entry.title or opened.stored.path))
        self.show_problems(opened.problems)
        self.reader.show_entry(entry.body if entry.has_meta and not entry.fault else opened.stored.text)
        self.editing.show_stored(opened.stored.text, keep_typed=same)
        if not same:
            self.history.show_versions(())
        self._tell_about()
        self._go_to_line()

    def show_problems(self, problems: tuple[EntryProblem, ...]) -> None:
        """What is wrong in the file."""
        bad = any(one.level == "error" for one in problems)
        theme.set_role(self.problems, "bad" if bad else "warn")
        self.problems.setText(problem_text(problems))
        self.problems.setVisible(bool(problems))

    def show_versions(self, path: str, versions: tuple[KnowledgeCommit, ...]) -> None:
        """The versions of the file that is shown."""
        if self.opened is not None and self.opened.stored.path == path:
            self.opened = self.opened.with_versions(versions)
            self.history.show_versions(versions)
            self._tell_about()

    def show_difference(self, path: str, number: str, text: str) -> None:
        """What a version of a file changed, unless something else was chosen meanwhile."""
        if self.opened is not None and self.opened.stored.path == path:
            self.history.show_difference(number, text)

    def show_version(self, number: str) -> None:
        """Open the history at a version."""
        self.tabs.setCurrentIndex(HISTORY)
        self.history.choose(number)

    def edit_at(self, line: int) -> None:
        """Edit the file, at a line, now or once it is shown."""
        self._line = line
        self._go_to_line()

    def close_entry(self) -> None:
        """Nothing is shown any more."""
        self.opened = None

    @property
    def is_edited(self) -> bool:
        """Whether the editor holds something that is not saved."""
        return self.opened is not None and self.editing.is_edited

    def forget_edit(self) -> None:
        """What was typed is saved."""
        self.editing.forget_edit()

    # --- parts -------------------------------------------------------------------------------------------------------

    def _tell_about(self) -> None:
        if self.opened is None:
            return
        said = [self.opened.stored.path, *entry_facts(self.opened.stored.entry.meta)]
        if self.opened.versions:
            latest = self.opened.versions[0]
            when = formatting.format_relative_time(latest.at)
            said.append(tr("{when} by {who}", when=when, who=author_name(latest.author)))
        self.about.setText(formatting.make_breakable(" · ".join(said)))
        self.about.setVisible(True)

    def _go_to_line(self) -> None:
        if self._line and self.opened is not None:
            line, self._line = self._line, 0
            self.tabs.setCurrentIndex(EDIT)
            self.editing.go_to_line(line)

    def _tab_chosen(self, tab: int) -> None:
        if tab == EDIT:
            self.editor.setFocus()

    def _mark_edited(self, edited: bool) -> None:
        self.tabs.setTabText(EDIT, tr("Edit (not saved)") if edited else tr("Edit"))

    def _check(self, text: str) -> None:
        if self.opened is not None:
            self.check_requested.emit(self.opened.stored.path, text)

    def _save(self, text: str) -> None:
        if self.opened is not None:
            self.save_requested.emit(self.opened.stored.path, text, self.opened.stored.revision)

    def _ask_difference(self, number: str) -> None:
        if self.opened is not None:
            self.difference_requested.emit(self.opened.stored.path, number)

    def _restore(self, number: str) -> None:
        if self.opened is not None:
            self.restore_requested.emit(self.opened.stored.path, number)

    def _remove(self) -> None:
        if self.opened is not None:
            self.remove_requested.emit(self.opened.stored.path)

    def _follow(self, target: str) -> None:
        if self.opened is not None:
            self.link_followed.emit(self.opened.stored.path, target)
