"""Sharing with other workstations: the remote, the last sync, what waits, and Sync now (X6)."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from ... import theme
from ...text import formatting
from ...text.translation import error_text, tr
from ...widgets.growing_dialog import GrowingDialog
from . import sync_actions, text

if TYPE_CHECKING:
    from ....knowledge.sync.types import SyncResult, SyncStatus
    from ....memory import SharedDeletion
    from ...app_context import AppContext

_WIDTH, _HEIGHT = 760, 520
_SETTING = "knowledge.remote"


class SyncDialog(GrowingDialog):
    """Nothing is exchanged before Sync now. ``synced`` is emitted when the folder may have changed; ``answered``
    carries a sentence on a deletion that was answered, and what takes it back."""

    synced = Signal()
    answered = Signal(str, object)

    def __init__(self, desk: AppContext, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Share with other workstations"))
        self.resize(_WIDTH, _HEIGHT)
        self._desk = desk
        self._stop = threading.Event()
        self._saved = ""
        self._result: SyncResult | None = None
        self.about = theme.plain_label(text.ABOUT_SHARING, wrap=True)
        self.remote = QLineEdit(self)
        self.remote.setPlaceholderText("https://git.example.org/team/knowledge.git")
        self.remote.setAccessibleName(tr("Git repository"))
        self.remote.textEdited.connect(self._show_buttons)
        self.remote.returnPressed.connect(self._save)
        label = QLabel(tr("Git &repository"), self)
        label.setBuddy(self.remote)
        self.save = self._button(tr("Save"), self._save)
        self.status = theme.plain_label("", wrap=True, select=True)
        self.problems = theme.plain_label("", wrap=True, select=True)
        self.list_title = theme.plain_label(tr("Deleted elsewhere, still here"), "strong")
        self.deletions = QListWidget(self)
        self.deletions.setAccessibleName(tr("Deleted elsewhere, still here"))
        self.deletions.setWordWrap(True)
        self.deletions.itemSelectionChanged.connect(self._show_buttons)
        self.delete = self._button(tr("Delete here as well"), partial(self._answer, True))
        self.keep = self._button(tr("Keep"), partial(self._answer, False))
        self.sync = self._button(tr("Sync now"), self._sync, "primary")
        close = self._button(tr("Close"), self.reject)
        self._lay_out(label, close)
        self._busy = True
        self._load()

    def _lay_out(self, label: QLabel, close: QPushButton) -> None:
        address = QHBoxLayout()
        address.setSpacing(theme.GAP_S)
        address.addWidget(label)
        address.addWidget(self.remote, 1)
        address.addWidget(self.save)
        answers = QHBoxLayout()
        answers.setSpacing(theme.GAP_S)
        answers.addStretch()
        answers.addWidget(self.keep)
        answers.addWidget(self.delete)
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.GAP_S)
        buttons.addStretch()
        buttons.addWidget(close)
        buttons.addWidget(self.sync)
        whole = QVBoxLayout(self)
        whole.setSpacing(theme.GAP_M)
        whole.addWidget(self.about)
        whole.addLayout(address)
        whole.addWidget(self.status)
        whole.addWidget(self.problems)
        whole.addWidget(self.list_title)
        whole.addWidget(self.deletions, 1)
        whole.addLayout(answers)
        whole.addStretch()
        whole.addLayout(buttons)

    def done(self, result: int) -> None:
        """Closed: a sync that goes on is ended, and goes on with the next one."""
        self._stop.set()
        super().done(result)

    # --- what is shown -----------------------------------------------------------------------------------------------

    def _load(self) -> None:
        self._ask(partial(sync_actions.load_status, self._desk), self._show)

    def _show(self, found: tuple[SyncStatus, tuple[SharedDeletion, ...]]) -> None:
        status, deletions = found
        if not self.remote.isModified():
            self.remote.setText(status.remote)
        self._saved = status.remote
        lines = text.sync_status_lines(status)
        if self._result is not None:
            lines = [*text.sync_result_lines(self._result), *lines]
        self.status.setText(formatting.make_breakable("\n".join(lines)))
        wrong = text.sync_problem_lines(status, self._result)
        self.problems.setText(formatting.make_breakable("\n".join(wrong)))
        self.problems.setVisible(bool(wrong))
        theme.set_role(self.problems, "bad" if wrong else "")
        self.deletions.clear()
        for one in deletions:
            item = QListWidgetItem(formatting.strip_direction_marks(text.deletion_line(one)), self.deletions)
            item.setData(Qt.ItemDataRole.UserRole, one)
        for part in (self.list_title, self.deletions, self.keep, self.delete):
            part.setVisible(bool(deletions))
        self._rest(False)

    def _failed(self, error: Exception) -> None:
        if not isValid(self):
            return
        self._rest(False)
        self.problems.setText(formatting.make_breakable(error_text(error)))
        theme.set_role(self.problems, "bad")
        self.problems.show()

    # --- acting ------------------------------------------------------------------------------------------------------

    def _save(self) -> None:
        try:
            address = sync_actions.check_remote(self.remote.text())
            self._desk.settings.change(_SETTING, address)
        except Exception as error:
            self._failed(error)
            return
        self.remote.setModified(False)
        self._result = None
        self._load()

    def _sync(self) -> None:
        self.problems.hide()
        self.status.setText(tr("Syncing…"))
        self._ask(partial(sync_actions.sync_now, self._desk, self._stop.is_set), self._synced, self._not_synced)

    def _synced(self, result: SyncResult) -> None:
        self._result = result
        self.synced.emit()
        self._load()

    def _not_synced(self, _error: Exception) -> None:
        """What was wrong is noted with the sync, and shown with how it stands."""
        if isValid(self):
            self._result = None
            self._load()

    def _answer(self, delete: bool) -> None:
        item = self.deletions.currentItem()
        number = item.data(Qt.ItemDataRole.UserRole).id
        self._ask(partial(sync_actions.answer_deletion, self._desk, number, delete), partial(self._answered, delete))

    def _answered(self, delete: bool, deletion: SharedDeletion) -> None:
        said = tr("The entry was deleted here as well.") if delete else tr("The entry is kept here.")
        self.answered.emit(said, partial(sync_actions.reopen_deletion, self._desk, deletion, delete))
        self._load()

    def _ask(
        self, work: Callable[[], Any], done: Callable[[Any], None], failed: Callable[[Exception], None] | None = None
    ) -> None:
        self._rest(True)
        answered = lambda answer: done(answer) if isValid(self) else None  # noqa: E731
        self._desk.run_in_background(work, answered, failed or self._failed)

    def _rest(self, on: bool) -> None:
        self._busy = on
        self._show_buttons()

    def _show_buttons(self) -> None:
        """Nothing can be pressed while something is being done."""
        chosen = self.deletions.currentItem() is not None and bool(self.deletions.selectedItems())
        self.save.setEnabled(not self._busy and self.remote.text().strip() != self._saved)
        self.sync.setEnabled(not self._busy and bool(self._saved) and not self.save.isEnabled())
        self.keep.setEnabled(not self._busy and chosen)
        self.delete.setEnabled(not self._busy and chosen)

    def _button(self, label: str, act: Callable[[], None], role: str = "") -> QPushButton:
        button = QPushButton(label, self)
        button.setAutoDefault(False)
        if role:
            theme.set_role(button, role)
        button.clicked.connect(lambda _checked=False: act())
        return button
