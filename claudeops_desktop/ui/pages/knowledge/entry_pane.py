"""One file: read, edited with checks as one types, and its versions with what each changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMessageBox, QPushButton, QWidget
from shiboken6 import isValid

from ....knowledge import EntryProblem, KnowledgeCommit
from ... import theme
from ...kit.layouts import fill_column
from ...kit.mode_switch import ModeSwitch
from ...latest_query import LatestQuery
from ...text import formatting
from ...text.translation import error_text, tr
from ...widgets.elided_label import ElidedLabel
from .entry_editor import EntryEditor, problem_text
from .file_source import FileSource, OpenEntry, SavedFile, WriteQuestion
from .reader_view import EntryReader
from .text import author_name, entry_facts
from .version_list import VersionList

if TYPE_CHECKING:
    from ...app_context import AppContext

READ, EDIT, HISTORY = range(3)
SHOWN_VERSIONS = 50


class EntryPane(QWidget):
    """Reads and writes the files of a source. ``saved`` carries a SavedFile, ``remove_requested`` the path of the file,
    ``link_followed`` that path and where a link in it leads, ``message_posted`` a sentence."""

    saved = Signal(object)
    remove_requested = Signal(str)
    link_followed = Signal(str, str)
    message_posted = Signal(str)

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._source: FileSource[Any] | None = None
        self._problems: Sequence[EntryProblem] = ()
        self._line = 0
        self._opener = LatestQuery(
            context.bridge, self._show_entry, self.message_posted.emit, self, context.run_in_background
        )
        self.wanted = ""
        self.opened: OpenEntry | None = None
        self.question: QMessageBox | None = None
        self.heading = ElidedLabel("")
        theme.set_role(self.heading, "title")
        self.about = theme.plain_label(role="muted", wrap=True, select=True)
        self.problems = theme.plain_label(role="warn", wrap=True)
        self.remove = QPushButton(tr("Delete"), self)
        self.remove.clicked.connect(self._remove)
        self.reader = EntryReader(self)
        self.reader.link_followed.connect(self._follow)
        self.editing = EntryEditor(self)
        self.editor, self.checked = self.editing.field, self.editing.checked
        self.save, self.revert = self.editing.save, self.editing.revert
        self.editing.save_requested.connect(self._save)
        self.editing.check_requested.connect(self._check)
        self.editing.edited.connect(self._mark_edited)
        self.history = VersionList(self)
        self.versions, self.difference = self.history.versions, self.history.difference
        self.restore = self.history.restore
        self.history.difference_requested.connect(self._load_difference)
        self.history.restore_requested.connect(self._restore)
        modes = ((tr("Read"), self.reader), (tr("Edit"), self.editing), (tr("History"), self.history))
        self.modes = ModeSwitch(modes, self)
        self.modes.mode_chosen.connect(self._mode_chosen)
        self.modes.row.addWidget(self.remove)
        self.about.hide()
        self.problems.hide()
        fill_column(self, self.heading, self.about, self.problems, self.modes, grow=self.modes)

    # --- showing -----------------------------------------------------------------------------------------------------

    def show_source(self, source: FileSource[Any]) -> None:
        """Show files of another source from now on, and none yet."""
        self._source = source
        self._problems = ()
        self.remove.setVisible(source.own)
        self.history.newest_is_file = source.own
        self.forget()
        self.modes.show_mode(READ)

    def show_path(self, path: str, line: int = 0) -> None:
        """Read a file. With a ``line`` it is edited from there."""
        self.wanted = path
        if line:
            self._line = line
            self.opened = None
        if self._source is not None:
            self._opener.ask(partial(self._source.open, path))

    def forget(self) -> None:
        """Show that no file is chosen."""
        self._opener.discard()
        self.wanted, self.opened = "", None

    def show_problems(self, problems: Sequence[EntryProblem]) -> None:
        """Show what is wrong in the file, among all that is wrong in its source."""
        self._problems = problems
        if self.opened is not None:
            self._tell_problems(self.opened)

    def show_version(self, number: str) -> None:
        """Open the history at a version."""
        self.modes.show_mode(HISTORY)
        self.history.choose(number)

    @property
    def is_edited(self) -> bool:
        """Tell whether the editor holds something that is not saved."""
        return self.opened is not None and self.editing.is_edited

    def _show_entry(self, opened: OpenEntry) -> None:
        """Show a file. What was typed into the editor and not saved stays while it is the same file."""
        path = opened.stored.path
        if path != self.wanted or self._source is None:
            return
        same = self.opened is not None and self.opened.stored.path == path
        if same and self.opened is not None:
            opened = opened.with_versions(self.opened.versions)
        self.opened = opened
        entry = opened.stored.entry
        self.heading.setText(formatting.strip_direction_marks(entry.title or path))
        self._tell_problems(opened)
        self.reader.show_entry(entry.body if entry.has_meta and not entry.fault else opened.stored.text)
        self.editing.show_stored(opened.stored.text, keep_typed=same)
        if not same:
            self.history.show_versions(())
        self._tell_about()
        self._go_to_line()
        work = partial(self._source.load_versions, path, SHOWN_VERSIONS)
        # What is wrong with a repository is said over the list already.
        self._run(work, partial(self._show_versions, path), lambda _error: None)

    def _show_versions(self, path: str, versions: tuple[KnowledgeCommit, ...]) -> None:
        if self.opened is not None and self.opened.stored.path == path:
            self.opened = self.opened.with_versions(versions)
            self.history.show_versions(versions)
            self._tell_about()

    def _tell_problems(self, opened: OpenEntry) -> None:
        problems = tuple(one for one in self._problems if one.path == opened.stored.path) or opened.problems
        bad = any(one.level == "error" for one in problems)
        theme.set_role(self.problems, "bad" if bad else "warn")
        self.problems.setText(problem_text(problems))
        self.problems.setVisible(bool(problems))

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
        if self._line:
            line, self._line = self._line, 0
            self.modes.show_mode(EDIT)
            self.editing.go_to_line(line)

    def _mode_chosen(self, mode: int) -> None:
        if mode == EDIT:
            self.editor.setFocus()

    def _mark_edited(self, edited: bool) -> None:
        self.modes.button(EDIT).setText(tr("Edit (not saved)") if edited else tr("Edit"))

    # --- acting ------------------------------------------------------------------------------------------------------

    def _check(self, text: str) -> None:
        if self.opened is not None and self._source is not None:
            work = partial(self._source.check, self.opened.stored.path, text)
            self._run(work, partial(self.editing.show_checked, text, binding=self._source.own))

    def _load_difference(self, number: str) -> None:
        if self.opened is not None and self._source is not None:
            path = self.opened.stored.path
            self._run(partial(self._source.load_difference, path, number), partial(self._show_difference, path, number))

    def _show_difference(self, path: str, number: str, text: str) -> None:
        if self.opened is not None and self.opened.stored.path == path:
            self.history.show_difference(number, text)

    def _save(self, text: str) -> None:
        if self.opened is not None and self._source is not None:
            path, revision = self.opened.stored.path, self.opened.stored.revision
            work = partial(self._source.save, path, text, revision)
            self._write(work, self._saved, self._source.question(path, restored=False))

    def _restore(self, number: str) -> None:
        if self.opened is not None and self._source is not None:
            path = self.opened.stored.path
            work = partial(self._source.restore, path, number)
            self._write(work, self.saved.emit, self._source.question(path, restored=True))

    def _write(
        self, work: Callable[[], SavedFile], done: Callable[[SavedFile], object], question: WriteQuestion | None
    ) -> None:
        """Write a file; one that is not the operator's own only after a yes."""
        if question is None:
            self._run(work, done)
            return
        box = QMessageBox(self)
        box.setWindowTitle(self._source.title if self._source is not None else "")
        box.setText(question.text)
        box.setInformativeText(tr("What stands there now is kept as a version."))
        yes = box.addButton(question.button, QMessageBox.ButtonRole.AcceptRole)
        no = box.addButton(tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(no)
        box.setEscapeButton(no)
        box.finished.connect(lambda _result: self._answered(box.clickedButton() is yes, work, done))
        box.finished.connect(box.deleteLater)
        self.question = box
        box.open()

    def _answered(self, yes: bool, work: Callable[[], SavedFile], done: Callable[[SavedFile], object]) -> None:
        self.question = None
        if yes:
            self._run(work, done)
        else:
            self.save.setEnabled(self.is_edited)

    def _saved(self, saved: SavedFile) -> None:
        if saved.written:
            self.editing.forget_edit()
        self.saved.emit(saved)

    def _remove(self) -> None:
        if self.opened is not None:
            self.remove_requested.emit(self.opened.stored.path)

    def _follow(self, target: str) -> None:
        if self.opened is not None:
            self.link_followed.emit(self.opened.stored.path, target)

    def _run(
        self,
        work: Callable[[], Any],
        done: Callable[[Any], object],
        failed: Callable[[Exception], object] | None = None,
    ) -> None:
        """Do work with files on a thread; its answer comes here unless the pane is gone meanwhile."""

        def answered(answer: Any) -> None:
            if isValid(self):
                done(answer)

        def lost(error: Exception) -> None:
            if isValid(self):
                (failed or self._failed)(error)

        self._context.run_in_background(work, answered, lost)

    def _failed(self, error: Exception) -> None:
        self.message_posted.emit(error_text(error))
