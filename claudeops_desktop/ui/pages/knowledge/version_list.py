"""The versions of a file, what each changed, and the way back to one."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QPushButton, QSplitter, QWidget

from ....knowledge import KnowledgeCommit
from ...kit.layouts import fill_column, row_of
from ...text import formatting
from ...text.translation import tr
from .difference_view import DifferenceView
from .text import author_name

_ROOM = [110, 300]


class VersionList(QWidget):
    """``difference_requested`` and ``restore_requested`` carry the number of a version. ``newest_is_file`` where the
    first version is what the file says: it cannot be restored."""

    difference_requested = Signal(str)
    restore_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.newest_is_file = True
        self._wanted = ""
        split = QSplitter(Qt.Orientation.Vertical, self)
        split.setChildrenCollapsible(False)
        self.versions = QListWidget(split)
        self.versions.setAccessibleName(tr("Versions"))
        self.versions.setStyleSheet("QListWidget::item { padding: 4px 6px; }")
        self.versions.currentRowChanged.connect(self._version_chosen)
        self.difference = DifferenceView(split)
        split.addWidget(self.versions)
        split.addWidget(self.difference)
        split.setSizes(_ROOM)
        self.restore = QPushButton(tr("Restore this version"))
        self.restore.clicked.connect(self._restore)
        fill_column(self, split, row_of(None, self.restore), grow=split)

    def show_versions(self, versions: tuple[KnowledgeCommit, ...]) -> None:
        """List them, the latest first; the one that was asked for, or was chosen before, is chosen."""
        wanted = self._wanted or self.chosen
        self.versions.blockSignals(True)
        self.versions.clear()
        chosen = 0
        for place, one in enumerate(versions):
            item = QListWidgetItem(version_text(one))
            item.setData(Qt.ItemDataRole.UserRole, one.number)
            item.setToolTip(f"{formatting.format_exact_time(one.at)}\n{one.number[:10]}")
            self.versions.addItem(item)
            if one.number == wanted:
                chosen = place
                self._wanted = ""
        self.versions.blockSignals(False)
        self.difference.show_difference("")
        self.restore.setEnabled(False)
        if versions:
            self.versions.blockSignals(True)
            self.versions.setCurrentRow(chosen)
            self.versions.blockSignals(False)
            self._version_chosen(chosen)

    def choose(self, number: str) -> None:
        """Choose a version now, or as soon as it is listed."""
        self._wanted = number
        for row in range(self.versions.count()):
            if self.versions.item(row).data(Qt.ItemDataRole.UserRole) == number:
                self._wanted = ""
                self.versions.setCurrentRow(row)

    @property
    def chosen(self) -> str:
        """The number of the version that is chosen; "" where none is."""
        item = self.versions.currentItem()
        return str(item.data(Qt.ItemDataRole.UserRole)) if item is not None else ""

    def show_difference(self, number: str, text: str) -> None:
        """What a version changed, unless another one was chosen meanwhile."""
        if number == self.chosen:
            self.difference.show_difference(text)

    def _version_chosen(self, row: int) -> None:
        item = self.versions.item(row)
        self.restore.setEnabled(item is not None and (row > 0 or not self.newest_is_file))
        if item is not None and self.isVisible():
            self.difference_requested.emit(str(item.data(Qt.ItemDataRole.UserRole)))

    def showEvent(self, event: QShowEvent) -> None:
        """In view: what the chosen version changed is asked for only now."""
        super().showEvent(event)
        self._version_chosen(self.versions.currentRow())

    def _restore(self) -> None:
        item = self.versions.currentItem()
        if item is not None:
            self.restore_requested.emit(str(item.data(Qt.ItemDataRole.UserRole)))


def version_text(one: KnowledgeCommit) -> str:
    """``2 h ago · you · Changed the note Backups``."""
    message = formatting.strip_direction_marks(one.message.splitlines()[0] if one.message else "")
    when = formatting.format_relative_time(one.at)
    return tr("{when} · {who} · {why}", when=when, who=author_name(one.author), why=message)
