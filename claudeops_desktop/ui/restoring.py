"""The window of a restore: how far it is, Cancel, and what came of it. There is no other window meanwhile."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QApplication, QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ..core.paths import DataFolder
from ..core.settings import WindowSettings
from ..storage.archive import Report, Stopped
from ..storage.restore import RestoreResult, inspect, restore
from ..storage.restore_source import MAX_BYTES
from . import icons, theme, words
from .long_work import LongWork, Work, WorkBar

WIDTH = 520


class WorkDialog(QDialog):
    """One piece of long work with a window to itself. ``worked`` says whether it came to its end."""

    def __init__(self, title: str, work: Work, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.worked = False
        self.answer: object = None
        self.setWindowTitle("Claude Ops")
        self.setWindowIcon(icons.icon("app", "accent"))
        self.setMinimumWidth(WIDTH)
        self.title = theme.label(title, "section")
        self.said = theme.label(role="muted", wrap=True, select=True)
        self.said.hide()
        self.bar = WorkBar(self)
        self.close_button = QPushButton("Start Claude Ops")
        theme.set_role(self.close_button, "primary")
        self.close_button.clicked.connect(self.accept)
        self.close_button.hide()
        self.work = LongWork(self)
        self.work.moved.connect(self.bar.say)
        self.work.done.connect(self._done)
        self.work.failed.connect(self._failed)
        self.bar.cancelled.connect(self.work.cancel)
        buttons = QHBoxLayout()
        buttons.addStretch()
        buttons.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_XL, theme.GAP_XL, theme.GAP_XL, theme.GAP_L)
        column.setSpacing(theme.GAP_M)
        column.addWidget(self.title)
        column.addWidget(self.said)
        column.addWidget(self.bar)
        column.addLayout(buttons)
        self.bar.begin("Beginning")
        self.work.start(work)

    def reject(self) -> None:
        """Escape and the window's own button cancel; once it is over they close."""
        if self.work.busy:
            self.work.cancel()
        else:
            super().reject()

    def _done(self, answer: object) -> None:
        self.worked, self.answer = True, answer
        self.title.setText("Done")
        self._end(self.told(answer))

    def told(self, _answer: object) -> str:
        """What is said at the end."""
        return ""

    def _failed(self, sentence: str) -> None:
        self.title.setText("Nothing was changed")
        self._end(sentence)

    def _end(self, sentence: str) -> None:
        self.bar.hide()
        self.said.setText(words.breakable(sentence))
        self.said.setVisible(bool(sentence))
        self.said.setMinimumHeight(self.said.heightForWidth(self.width() - 2 * theme.GAP_XL))
        self.adjustSize()
        self.close_button.show()
        self.close_button.setFocus()


class RestoreDialog(WorkDialog):
    """Restores ``source`` into a folder that nobody uses."""

    def __init__(self, folder: DataFolder, source: Path, parent: QWidget | None = None) -> None:
        super().__init__(f"Restoring {source.name}", partial(_restore, folder, source), parent)

    def told(self, answer: object) -> str:
        """Where what was there before is."""
        if not isinstance(answer, RestoreResult):
            return ""
        said = ["The backup is restored."]
        if answer.safety:
            said.append(f"What was here before is in {words.short_path(answer.safety)}.")
        if answer.old_logs:
            said.append(f"Its logs are in {words.short_path(answer.old_logs)}.")
        return " ".join(said)


def restore_and_tell(folder: DataFolder, source: Path) -> bool:
    """Restore, with a window that says how far it is; whether it was done. Waits for the operator."""
    application = QApplication.instance()
    if isinstance(application, QApplication):
        theme.apply(application, WindowSettings())
    dialog = RestoreDialog(folder, source)
    dialog.exec()
    worked = dialog.worked
    dialog.deleteLater()
    return worked


def _restore(folder: DataFolder, source: Path, report: Report, stopped: Stopped) -> RestoreResult:
    agreed = max(MAX_BYTES, inspect(source).bytes)  # the confirmation has named the size
    return restore(folder, source, max_bytes=agreed, report=report, stopped=stopped)
