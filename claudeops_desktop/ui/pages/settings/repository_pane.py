"""One file of a repository: shown as Markdown that can do nothing, edited as plain text; what is wrong beside it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeySequence, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QPushButton, QStackedLayout, QVBoxLayout, QWidget

from ....core.errors import OperatorError
from ....core.messages import message_of
from ....runs.repositories import OperatorRepository, repositories_part
from ....runs.repository_files import LARGEST, RepositoryProblem
from ... import icons, theme
from ...kit.layouts import fill_column, row_of
from ...latest_query import LatestQuery
from ...text import formatting
from ...text.translation import tr, tr_count
from ...widgets.elided_label import ElidedLabel
from ...widgets.empty_state import EmptyState
from ...widgets.response_view import ResponseView
from ...widgets.row_button import RowButton

if TYPE_CHECKING:
    from ...app_context import AppContext

MOST_PROBLEMS = 6


class RepositoryFilePane(QWidget):
    """``save_requested`` carries path, text and the text that was read; ``open_requested`` a path for the operator's
    own program; ``draft_changed`` says that ``drafts`` (what is edited and not saved, by path) have changed."""

    save_requested = Signal(object, str, str)
    open_requested = Signal(object)
    draft_changed = Signal()

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._latest = LatestQuery(context.bridge, self._known, self._failed, self, run=context.run_in_background)
        self._path: Path | None = None
        self._raw = self._read = ""
        self._line = 0
        self.drafts: dict[Path, str] = {}
        self._where = ElidedLabel(role="mono")
        self.edit = QPushButton(tr("Edit"))
        icons.set_themed_icon(self.edit, "edit")
        self.edit.clicked.connect(self._edit)
        self.save = QPushButton(tr("Save"))
        theme.set_role(self.save, "primary")
        self.save.clicked.connect(self._save)
        self.discard = QPushButton(tr("Discard changes"))
        self.discard.clicked.connect(self._discard)
        self._open = QPushButton(tr("Open"))
        icons.set_themed_icon(self._open, "external")
        self._open.clicked.connect(self._open_it)
        self.problems = QWidget()
        self._problem_rows = QVBoxLayout(self.problems)
        self._problem_rows.setContentsMargins(0, 0, 0, 0)
        self._problem_rows.setSpacing(0)
        self.view = ResponseView()
        self.view.setAccessibleName(tr("The file"))
        self.editor = QPlainTextEdit()
        self.editor.setAccessibleName(tr("The file, edited"))
        self.editor.setFont(theme.mono_font(theme.BODY_PX))
        self.editor.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.editor.textChanged.connect(self._typed)
        save = QAction(tr("Save the file"), self.editor)
        save.setShortcut(QKeySequence.StandardKey.Save)
        save.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        save.triggered.connect(self._save)
        self.editor.addAction(save)
        self._nothing = EmptyState("folder", tr("No file chosen"), tr("Choose one to read or edit it."))
        self._lay_out()
        self.show_nothing()

    def show_nothing(self) -> None:
        """No file."""
        self._latest.discard()
        self._path = None
        self._stack.setCurrentWidget(self._nothing)

    def show_folder(self, repository: OperatorRepository) -> None:
        """What the agent is told of a folder, and all that is wrong in it."""
        self._latest.discard()
        self._path = repository.path
        self._stack.setCurrentWidget(self._full)
        self._where.setText(formatting.shorten_path(repository.path))
        self._show_problems(repository.problems)
        told = repositories_part([repository])
        self.view.show_text(told or tr("Nothing is in the prompt: there is nothing in this folder yet."))
        self._texts.setCurrentWidget(self.view)
        self._tell_buttons(folder=True)

    def show_file(self, path: Path, problems: tuple[RepositoryProblem, ...], line: int = 0) -> None:
        """One file: read on a thread; a draft of it goes on where it was."""
        again = path == self._path
        self._path = path
        self._line = line
        self._stack.setCurrentWidget(self._full)
        self._where.setText(formatting.shorten_path(path))
        self._show_problems(problems)
        if not again:
            self.view.show_text("")
            self._texts.setCurrentWidget(self.view)
        self._tell_buttons()
        self._latest.ask(partial(read_repository_file, path))

    def forget_draft(self, path: Path) -> None:
        """It was saved."""
        if self.drafts.pop(path, None) is not None and path == self._path:
            self._read = self.editor.toPlainText()
            self._raw = self._read.replace("\n", "\r\n") if "\r\n" in self._raw else self._read
            self._texts.setCurrentWidget(self.view)
            self.view.show_text(markdown_of_file(self._read))
            self._tell_buttons()
        self.draft_changed.emit()

    def _lay_out(self) -> None:
        buttons = (self._open, self.edit, self.discard, self.save)
        for button in buttons:
            button.setAutoDefault(False)
        head = row_of(self._where, *buttons, grow=self._where)
        texts = QWidget()
        self._texts = QStackedLayout(texts)
        self._texts.addWidget(self.view)
        self._texts.addWidget(self.editor)
        self._full = QWidget()
        fill_column(self._full, head, self.problems, texts, grow=texts)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._nothing)
        self._stack.addWidget(self._full)

    def _show_problems(self, problems: tuple[RepositoryProblem, ...]) -> None:
        while (item := self._problem_rows.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.deleteLater()
        for problem in problems[:MOST_PROBLEMS]:
            row = RowButton()
            place = problem.path.name if problem.path != self._path else ""
            line = tr("line {line}", line=problem.line) if problem.line else ""
            where = ", ".join(part for part in (place, line) if part)
            row.set_content("warning", f"{problem.sentence} {problem.fix}", where, problem.full_text)
            row.clicked.connect(partial(self._problem_clicked, problem))
            self._problem_rows.addWidget(row)
        if len(problems) > MOST_PROBLEMS:
            more = tr("{problems} more", problems=tr_count("%n mistake", "%n mistakes", len(problems) - MOST_PROBLEMS))
            self._problem_rows.addWidget(theme.plain_label(more, "muted"))
        self.problems.setVisible(bool(problems))

    def _known(self, answer: tuple[Path, str]) -> None:
        path, text = answer
        self._raw, self._read = text, text.replace("\r\n", "\n")
        if path in self.drafts:
            self._show_editor(self.drafts[path])
        elif self._line:
            self._show_editor(self._read)
        else:
            self.view.show_text(markdown_of_file(self._read))
            self._texts.setCurrentWidget(self.view)
        if self._line:
            block = self.editor.document().findBlockByNumber(self._line - 1)
            self.editor.setTextCursor(QTextCursor(block))
            self.editor.setFocus()
            self._line = 0
        self._tell_buttons()

    def _failed(self, sentence: str) -> None:
        self._raw = self._read = ""
        self.view.show_text(sentence)
        self._texts.setCurrentWidget(self.view)
        self._tell_buttons(unreadable=True)

    def _show_editor(self, text: str) -> None:
        if self.editor.toPlainText() != text:
            blocked = self.editor.blockSignals(True)
            self.editor.setPlainText(text)
            self.editor.blockSignals(blocked)
        self._texts.setCurrentWidget(self.editor)

    def _tell_buttons(self, *, folder: bool = False, unreadable: bool = False) -> None:
        editing = self._texts.currentWidget() is self.editor
        dirty = self._path in self.drafts
        self.edit.setVisible(not editing and not folder and not unreadable)
        self.save.setVisible(editing)
        self.save.setEnabled(dirty)
        self.discard.setVisible(editing)
        self.discard.setText(tr("Discard changes") if dirty else tr("Stop editing"))
        self._open.setText(tr("Open the folder") if folder else tr("Open"))

    def _edit(self) -> None:
        self._show_editor(self._read)
        self._tell_buttons()
        self.editor.setFocus()

    def _typed(self) -> None:
        if self._path is None:
            return
        text = self.editor.toPlainText()
        had = self._path in self.drafts
        if text == self._read:
            self.drafts.pop(self._path, None)
        else:
            self.drafts[self._path] = text
        if had != (self._path in self.drafts):
            self._tell_buttons()
            self.draft_changed.emit()

    def _save(self) -> None:
        if self._path is not None and self._path in self.drafts:
            draft = self.drafts[self._path]
            text = draft.replace("\n", "\r\n") if "\r\n" in self._raw else draft  # line ends stay as they were
            self.save_requested.emit(self._path, text, self._raw)

    def _discard(self) -> None:
        if self._path is not None:
            self.drafts.pop(self._path, None)
            self.draft_changed.emit()
            self.view.show_text(markdown_of_file(self._read))
            self._texts.setCurrentWidget(self.view)
            self._tell_buttons()
            self._latest.ask(partial(read_repository_file, self._path))  # somebody else may have changed it

    def _open_it(self) -> None:
        if self._path is not None:
            self.open_requested.emit(self._path)

    def _problem_clicked(self, problem: RepositoryProblem, _checked: bool = False) -> None:
        self.go_to(problem)

    def go_to(self, problem: RepositoryProblem) -> None:
        """To the line of a mistake, ready to be mended."""
        if problem.path.is_file():
            self.show_file(problem.path, (problem,), problem.line or 1)


def markdown_of_file(text: str) -> str:
    """A file as it is read: its frontmatter as a block of code, which Markdown would make a heading of."""
    if text.startswith("---\n") and "\n---" in text[4:]:
        head, _, rest = text[4:].partition("\n---")
        return f"```\n{head}\n```\n{rest.lstrip('-')}"
    return text


def read_repository_file(path: Path) -> tuple[Path, str]:
    """The text of a file, on a thread. Raises OperatorError."""
    try:
        if path.stat().st_size > LARGEST:
            raise OperatorError(
                tr(
                    "{name} is larger than {largest} kB, and is not shown here.",
                    name=path.name,
                    largest=LARGEST // 1024,
                )
            )
        return path, path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        raise OperatorError(tr("{name} is not there yet.", name=path.name), tr("Create it with New file.")) from None
    except UnicodeDecodeError:
        raise OperatorError(
            tr("{name} is not UTF-8 text.", name=path.name), tr("Save it as UTF-8 in an editor.")
        ) from None
    except OSError as error:
        raise OperatorError(tr("{path} cannot be read: {strerror}.", path=path, strerror=error.strerror)) from error


@dataclass(frozen=True, slots=True)
class RepositoryFileChange:
    """What a file was and is; ``before`` None where there was none."""

    before: str | None
    after: str


def save_repository_file(path: Path, text: str, before: str | None) -> RepositoryFileChange:
    """Write a file whole, unless it is no longer what was read. Raises OperatorError."""
    from ....agents.watch.edit import save
    from ....agents.watch.services import ServicesError

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        save(path, text, before)
    except ServicesError as error:
        raise OperatorError(message_of(error)) from error
    except OSError as error:
        raise OperatorError(tr("{path} cannot be written: {strerror}.", path=path, strerror=error.strerror)) from error
    return RepositoryFileChange(before, text)


def revert_repository_file(path: Path, written: RepositoryFileChange) -> None:
    """Put it back as it was. Raises OperatorError where somebody else has changed it since."""
    from ....agents.watch.edit import save
    from ....agents.watch.services import ServicesError

    try:
        save(path, written.before, written.after)
    except ServicesError as error:
        raise OperatorError(message_of(error)) from error
