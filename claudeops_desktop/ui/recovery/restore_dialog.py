"""The window of a restore: how far it is, Cancel, and what came of it. There is no other window meanwhile."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QApplication, QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ...core.paths import DataFolder
from ...core.settings import WindowSettings
from ...storage.archive import Report, Stopped
from ...storage.restore import RestoreResult, inspect_backup, restore_backup
from ...storage.restore_source import MAX_BYTES
from .. import icons, theme
from ..background_task import BackgroundTask, TaskProgressBar, Work
from ..text import formatting
from ..text.translation import tr
from .secrets_dialog import LeftOutSecretsDialog, secrets_to_ask

WIDTH = 520


class TaskDialog(QDialog):
    """One piece of long work with a window to itself. ``succeeded`` says whether it came to its end."""

    def __init__(self, title: str, work: Work, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.succeeded = False
        self.answer: object = None
        self.setWindowTitle("Claude Ops")
        self.setWindowIcon(icons.themed_icon("app", "accent"))
        self.setMinimumWidth(WIDTH)
        self.title = theme.plain_label(title, "section")
        self.status_label = theme.plain_label(role="muted", wrap=True, select=True)
        self.status_label.hide()
        self.bar = TaskProgressBar(self)
        self.close_button = QPushButton(tr("Start Claude Ops"))
        theme.set_role(self.close_button, "primary")
        self.close_button.clicked.connect(self.accept)
        self.close_button.hide()
        self.task = BackgroundTask(self)
        self.task.progress_changed.connect(self.bar.show_progress)
        self.task.succeeded.connect(self._done)
        self.task.failed.connect(self._failed)
        self.bar.cancelled.connect(self.task.cancel)
        buttons = QHBoxLayout()
        buttons.addStretch()
        buttons.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_XL, theme.GAP_XL, theme.GAP_XL, theme.GAP_L)
        column.setSpacing(theme.GAP_M)
        column.addWidget(self.title)
        column.addWidget(self.status_label)
        column.addWidget(self.bar)
        column.addLayout(buttons)
        self.bar.start(tr("Beginning"))
        self.task.start(work)

    def reject(self) -> None:
        """Escape and the window's own button cancel; once it is over they close."""
        if self.task.busy:
            self.task.cancel()
        else:
            super().reject()

    def _done(self, answer: object) -> None:
        self.succeeded, self.answer = True, answer
        self.title.setText(tr("Done"))
        self._end(self.result_text(answer))

    def result_text(self, _answer: object) -> str:
        """What is said at the end."""
        return ""

    def _failed(self, sentence: str) -> None:
        self.title.setText(tr("Nothing was changed"))
        self._end(sentence)

    def _end(self, sentence: str) -> None:
        self.bar.hide()
        self.status_label.setText(formatting.make_breakable(sentence))
        self.status_label.setVisible(bool(sentence))
        self.status_label.setMinimumHeight(self.status_label.heightForWidth(self.width() - 2 * theme.GAP_XL))
        self.adjustSize()
        self.close_button.show()
        self.close_button.setFocus()


class RestoreDialog(TaskDialog):
    """Restores ``source`` into a folder that nobody uses."""

    def __init__(
        self, folder: DataFolder, source: Path, secrets: Mapping[str, str], parent: QWidget | None = None
    ) -> None:
        super().__init__(tr("Restoring {name}", name=source.name), partial(_restore, folder, source, secrets), parent)

    def result_text(self, answer: object) -> str:
        """Where what was there before is."""
        if not isinstance(answer, RestoreResult):
            return ""
        said = [tr("The backup is restored.")]
        if answer.safety:
            said.append(
                tr("What was here before is in {shorten_path}.", shorten_path=formatting.shorten_path(answer.safety))
            )
        if answer.old_logs:
            said.append(tr("Its logs are in {shorten_path}.", shorten_path=formatting.shorten_path(answer.old_logs)))
        if answer.left_out:
            places = ", ".join(answer.left_out)
            said.append(tr("These secrets were left out of the backup; put them in again: {places}.", places=places))
        return " ".join(said)


def run_restore(folder: DataFolder, source: Path) -> bool:
    """Ask for the secrets that are missing and restore, with a window that says how far it is; whether it was done.
    Waits for the operator."""
    application = QApplication.instance()
    if isinstance(application, QApplication):
        theme.apply_theme(application, WindowSettings())
    secrets: Mapping[str, str] = {}
    if places := secrets_to_ask(folder, source):
        asking = LeftOutSecretsDialog(source, places)
        agreed, secrets = asking.exec(), asking.answers
        asking.deleteLater()
        if not agreed:
            return False
    dialog = RestoreDialog(folder, source, secrets)
    dialog.exec()
    worked = dialog.succeeded
    dialog.deleteLater()
    return worked


def _restore(
    folder: DataFolder, source: Path, secrets: Mapping[str, str], report: Report, stopped: Stopped
) -> RestoreResult:
    agreed = max(MAX_BYTES, inspect_backup(source).bytes)  # the confirmation has named the size
    return restore_backup(folder, source, max_bytes=agreed, secrets=secrets, report=report, stopped=stopped)
