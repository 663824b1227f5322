"""One file: read, edited with checks as one types, and its versions with what each changed."""

from __future__ import annotations

from pathlib import PurePosixPath

from PySide6.QtCore import Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from ....knowledge import EntryProblem, KnowledgeCommit, check_entry
from ... import theme
from ...text import formatting
from ...text.translation import tr, tr_message
from ...widgets.elided_label import ElidedLabel
from ..sessions.response_view import ResponseView
from .difference_view import DifferenceView
from .queries import OpenEntry
from .text import author_name

CHECK_MS = 250
READ, EDIT, HISTORY = range(3)


class EntryReader(ResponseView):
    """The rendered file. ``path_requested`` carries a file of the folder that a link leads to; other links are asked
    about. Nothing is loaded from anywhere."""

    path_requested = Signal(str)

    def _clicked(self, url: QUrl) -> None:
        if not url.scheme() and url.path().endswith(".md"):
            self.path_requested.emit(url.path())
        else:
            super()._clicked(url)


class EntryPane(QWidget):
    """``save_requested`` carries path, text and the revision that was read; ``restore_requested`` path and version;
    ``difference_requested`` path and version; ``remove_requested`` the path; ``path_requested`` a
    file to show."""

    save_requested = Signal(str, str, str)
    restore_requested = Signal(str, str)
    difference_requested = Signal(str, str)
    remove_requested = Signal(str)
    path_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.opened: OpenEntry | None = None
        self.heading = ElidedLabel("")
        theme.set_role(self.heading, "title")
        self.about = theme.plain_label(role="muted", wrap=True, select=True)
        self.problems = theme.plain_label(role="warn", wrap=True)
        self.remove = QPushButton(tr("Delete"))
        self.remove.clicked.connect(self._remove)
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(True)
        self.tabs.setAccessibleName(tr("File"))
        self.reader = EntryReader(self)
        self.reader.setAccessibleName(tr("Text of the file"))
        self.reader.path_requested.connect(self._follow)
        self.tabs.addTab(self.reader, tr("Read"))
        self.tabs.addTab(self._make_editor(), tr("Edit"))
        self.tabs.addTab(self._make_history(), tr("History"))
        head = QHBoxLayout()
        head.setSpacing(theme.GAP_S)
        head.addWidget(self.heading, 1)
        head.addWidget(self.remove)
        column = QVBoxLayout(self)
        column.setSpacing(theme.GAP_S)
        for part in (self.about, self.problems):
            part.setVisible(False)
        column.addLayout(head)
        column.addWidget(self.about)
        column.addWidget(self.problems)
        column.addWidget(self.tabs, 1)
        self._soon = QTimer(self, singleShot=True, interval=CHECK_MS)
        self._soon.timeout.connect(self._check)

    def _make_editor(self) -> QWidget:
        holder = QWidget(self)
        self.editor = QPlainTextEdit(holder)
        self.editor.setAccessibleName(tr("Edit the file"))
        self.editor.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.editor.setTabChangesFocus(True)
        self.editor.textChanged.connect(self._typed)
        self.checked = theme.plain_label(role="muted", wrap=True)
        self.save = QPushButton(tr("Save"))
        theme.set_role(self.save, "primary")
        self.save.setToolTip(tr("Save (Ctrl+S)"))
        self.save.setShortcut("Ctrl+S")
        self.save.clicked.connect(self._save)
        self.revert = QPushButton(tr("Discard changes"))
        self.revert.clicked.connect(self._revert)
        row = QHBoxLayout()
        row.setSpacing(theme.GAP_S)
        row.addWidget(self.checked, 1)
        row.addWidget(self.revert)
        row.addWidget(self.save)
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, theme.GAP_S, 0, 0)
        column.setSpacing(theme.GAP_S)
        column.addWidget(self.editor, 1)
        column.addLayout(row)
        return holder

    def _make_history(self) -> QWidget:
        holder = QWidget(self)
        split = QSplitter(Qt.Orientation.Vertical, holder)
        split.setChildrenCollapsible(False)
        self.versions = QListWidget(split)
        self.versions.setAccessibleName(tr("Versions"))
        self.versions.currentRowChanged.connect(self._version_chosen)
        self.difference = DifferenceView(split)
        self.versions.setStyleSheet("QListWidget::item { padding: 4px 6px; }")
        split.addWidget(self.versions)
        split.addWidget(self.difference)
        split.setSizes([160, 240])
        self.restore = QPushButton(tr("Restore this version"))
        self.restore.clicked.connect(self._restore)
        row = QHBoxLayout()
        row.addStretch()
        row.addWidget(self.restore)
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, theme.GAP_S, 0, 0)
        column.setSpacing(theme.GAP_S)
        column.addWidget(split, 1)
        column.addLayout(row)
        return holder

    # --- showing -----------------------------------------------------------------------------------------------------

    def show_entry(self, opened: OpenEntry) -> None:
        """Show a file. What was typed into the editor and not saved stays while it is the same file."""
        same = self.opened is not None and self.opened.stored.path == opened.stored.path
        typed = self.editor.toPlainText() if same and self.is_edited else None
        self.opened = opened
        entry = opened.stored.entry
        self.heading.setText(formatting.strip_direction_marks(entry.title or opened.stored.path))
        said = [opened.stored.path]
        if opened.versions:
            latest = opened.versions[0]
            when = formatting.format_relative_time(latest.at)
            said.append(tr("{when} by {who}", when=when, who=author_name(latest.author)))
        self.about.setText(formatting.make_breakable(" · ".join(said)))
        self.about.setVisible(True)
        self.problems.setText(formatting.make_breakable(_problem_text(opened.problems)))
        self.problems.setVisible(bool(opened.problems))
        self.reader.show_text(entry.body if entry.has_meta and not entry.fault else opened.stored.text)
        self.editor.blockSignals(True)
        self.editor.setPlainText(opened.stored.text if typed is None else typed)
        self.editor.blockSignals(False)
        self._check()
        self._show_versions(opened.versions)

    def show_difference(self, text: str) -> None:
        """What the chosen version changed."""
        self.difference.show_difference(text)

    @property
    def is_edited(self) -> bool:
        """Whether the editor holds something that is not saved."""
        return self.opened is not None and self.editor.toPlainText() != self.opened.stored.text

    def _show_versions(self, versions: tuple[KnowledgeCommit, ...]) -> None:
        self.versions.blockSignals(True)
        self.versions.clear()
        for one in versions:
            message = formatting.strip_direction_marks(one.message.splitlines()[0] if one.message else "")
            text = tr(
                "{when} · {who} · {why}",
                when=formatting.format_relative_time(one.at),
                who=author_name(one.author),
                why=message,
            )
            item = QListWidgetItem(text)
            item.setData(Qt.ItemDataRole.UserRole, one.number)
            item.setToolTip(formatting.format_exact_time(one.at))
            self.versions.addItem(item)
        self.versions.blockSignals(False)
        self.restore.setEnabled(False)
        self.difference.setPlainText("")
        if versions:
            self.versions.setCurrentRow(0)

    # --- acting ------------------------------------------------------------------------------------------------------

    def _typed(self) -> None:
        self._soon.start()
        self.save.setEnabled(self.is_edited)
        self.revert.setEnabled(self.is_edited)

    def _check(self) -> None:
        """What is wrong with what is typed: nothing is saved that its format forbids."""
        if self.opened is None:
            return
        found = check_entry(self.opened.stored.path, self.editor.toPlainText())
        errors = [one for one in found if one.level == "error"]
        self.checked.setText(formatting.make_breakable(_problem_text(tuple(found)) or tr("Nothing is wrong.")))
        self.save.setEnabled(self.is_edited and not errors)
        self.revert.setEnabled(self.is_edited)

    def _save(self) -> None:
        if self.opened is not None and self.save.isEnabled():
            stored = self.opened.stored
            self.save.setEnabled(False)
            self.save_requested.emit(stored.path, self.editor.toPlainText(), stored.revision)

    def _revert(self) -> None:
        if self.opened is not None:
            self.editor.setPlainText(self.opened.stored.text)

    def forget_edit(self) -> None:
        """What was typed is saved."""
        if self.opened is not None:
            self.editor.blockSignals(True)
            self.editor.setPlainText(self.opened.stored.text)
            self.editor.blockSignals(False)

    def _version_chosen(self, row: int) -> None:
        item = self.versions.item(row)
        self.restore.setEnabled(item is not None and row > 0)
        if item is not None and self.opened is not None:
            self.difference_requested.emit(self.opened.stored.path, str(item.data(Qt.ItemDataRole.UserRole)))

    def _restore(self) -> None:
        item = self.versions.currentItem()
        if item is not None and self.opened is not None:
            self.restore_requested.emit(self.opened.stored.path, str(item.data(Qt.ItemDataRole.UserRole)))

    def _remove(self) -> None:
        if self.opened is not None:
            self.remove_requested.emit(self.opened.stored.path)

    def _follow(self, target: str) -> None:
        """A link inside the folder, from its root or from this file."""
        if self.opened is None:
            return
        base = PurePosixPath() if target.startswith("/") else PurePosixPath(self.opened.stored.path).parent
        parts = list[str]()
        for part in (*base.parts, *PurePosixPath(target.lstrip("/")).parts):
            if part == "..":
                parts[-1:] = []
            elif part != ".":
                parts.append(part)
        self.path_requested.emit("/".join(parts))


def _problem_text(problems: tuple[EntryProblem, ...]) -> str:
    lines = [tr("Line {line}: {sentence}", line=one.line, sentence=tr_message(one.sentence)) for one in problems[:5]]
    return "\n".join(lines)
