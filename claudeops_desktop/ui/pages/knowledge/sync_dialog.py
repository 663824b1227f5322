"""Sharing with other workstations: the remote, the last sync, what waits, and Sync now (X6)."""

from __future__ import annotations

import threading
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QLineEdit, QListWidget, QListWidgetItem, QWidget

from ... import theme
from ...kit.layouts import row_of
from ...kit.work_dialog import WorkDialog
from ...text import formatting
from ...text.translation import error_text, tr
from . import sync_actions, text

if TYPE_CHECKING:
    from ....knowledge.sync.types import SyncResult, SyncStatus
    from ....memory import SharedDeletion
    from ...app_context import AppContext

SIZE = (760, 520)
SETTING = "knowledge.remote"


class SyncDialog(WorkDialog):
    """Nothing is exchanged before Sync now. ``synced`` is emitted when the folder may have changed; ``answered``
    carries a sentence on a deletion that was answered, and what takes it back."""

    synced = Signal()
    answered = Signal(str, object)

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        super().__init__(context, tr("Share with other workstations"), parent)
        self.resize(*SIZE)
        self._stop = threading.Event()
        self._saved = ""
        self._result: SyncResult | None = None
        self.remote = QLineEdit(self)
        self.remote.setPlaceholderText("https://git.example.org/team/knowledge.git")
        self.remote.setAccessibleName(tr("Git repository"))
        self.remote.textEdited.connect(self.update_buttons)
        self.remote.returnPressed.connect(self._save)
        label = QLabel(tr("Git &repository"), self)
        label.setBuddy(self.remote)
        self.save = self.make_button(tr("Save"), self._save)
        self.status = theme.plain_label("", wrap=True, select=True)
        self.problems = theme.plain_label("", wrap=True, select=True)
        self.list_title = theme.plain_label(tr("Deleted elsewhere, still here"), "strong")
        self.deletions = QListWidget(self)
        self.deletions.setAccessibleName(tr("Deleted elsewhere, still here"))
        self.deletions.setWordWrap(True)
        self.deletions.itemSelectionChanged.connect(self.update_buttons)
        self.delete = self.make_button(tr("Delete here as well"), partial(self._answer, True))
        self.keep = self.make_button(tr("Keep"), partial(self._answer, False))
        self.sync = self.make_button(tr("Sync now"), self._sync, "primary")
        self.lay_out(
            theme.plain_label(text.ABOUT_SHARING, wrap=True),
            row_of(label, self.remote, self.save, grow=self.remote),
            self.status,
            self.problems,
            self.list_title,
            self.deletions,
            row_of(None, self.keep, self.delete),
            None,
            row_of(None, self.make_button(tr("Close"), self.reject), self.sync),
            grow=self.deletions,
        )
        self._load()

    def done(self, result: int) -> None:
        """End a sync that is under way when the dialog is closed: the next one takes up the rest."""
        self._stop.set()
        super().done(result)

    def update_buttons(self) -> None:
        """Let nothing be pressed while something is done."""
        chosen = self.deletions.currentItem() is not None and bool(self.deletions.selectedItems())
        self.save.setEnabled(not self.busy and self.remote.text().strip() != self._saved)
        self.sync.setEnabled(not self.busy and bool(self._saved) and not self.save.isEnabled())
        self.keep.setEnabled(not self.busy and chosen)
        self.delete.setEnabled(not self.busy and chosen)

    def show_failure(self, error: Exception) -> None:
        """Say what went wrong."""
        self._show_problems([error_text(error)])

    # --- what is shown -----------------------------------------------------------------------------------------------

    def _load(self) -> None:
        self.do_work(partial(sync_actions.load_status, self.context), self._show)

    def _show(self, found: tuple[SyncStatus, tuple[SharedDeletion, ...]]) -> None:
        status, deletions = found
        if not self.remote.isModified():
            self.remote.setText(status.remote)
        self._saved = status.remote
        lines = text.sync_status_lines(status)
        if self._result is not None:
            lines = [*text.sync_result_lines(self._result), *lines]
        self.status.setText(formatting.make_breakable("\n".join(lines)))
        self._show_problems(text.sync_problem_lines(status, self._result))
        self.deletions.clear()
        for one in deletions:
            item = QListWidgetItem(formatting.strip_direction_marks(text.deletion_line(one)), self.deletions)
            item.setData(Qt.ItemDataRole.UserRole, one)
        for part in (self.list_title, self.deletions, self.keep, self.delete):
            part.setVisible(bool(deletions))
        self.update_buttons()

    def _show_problems(self, wrong: list[str]) -> None:
        self.problems.setText(formatting.make_breakable("\n".join(wrong)))
        self.problems.setVisible(bool(wrong))
        theme.set_role(self.problems, "bad" if wrong else "")

    # --- acting ------------------------------------------------------------------------------------------------------

    def _save(self) -> None:
        try:
            address = sync_actions.check_remote(self.remote.text())
            self.context.settings.change(SETTING, address)
        except Exception as error:
            self.show_failure(error)
            return
        self.remote.setModified(False)
        self._result = None
        self._load()

    def _sync(self) -> None:
        self.problems.hide()
        self.status.setText(tr("Syncing…"))
        work = partial(sync_actions.sync_now, self.context, self._stop.is_set)
        self.do_work(work, self._synced, self._not_synced)

    def _synced(self, result: SyncResult) -> None:
        self._result = result
        self.synced.emit()
        self._load()

    def _not_synced(self, _error: Exception) -> None:
        """Show how it stands: what was wrong is noted with the sync."""
        self._result = None
        self._load()

    def _answer(self, delete: bool) -> None:
        number = self.deletions.currentItem().data(Qt.ItemDataRole.UserRole).id
        work = partial(sync_actions.answer_deletion, self.context, number, delete)
        self.do_work(work, partial(self._answered, delete))

    def _answered(self, delete: bool, deletion: SharedDeletion) -> None:
        said = tr("The entry was deleted here as well.") if delete else tr("The entry is kept here.")
        self.answered.emit(said, partial(sync_actions.reopen_deletion, self.context, deletion, delete))
        self._load()
