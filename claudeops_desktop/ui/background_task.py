"""Work that takes a while, on a thread of its own: it says how far it is and can be cancelled."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from ..core.errors import ClaudeOpsError
from ..core.principals import acting_as
from ..storage.archive import BackupProgress, Report, Stopped
from ..storage.qt_async import Acting, nobody_named
from . import theme
from .text.translation import error_text, tr

log = logging.getLogger(__name__)
Work = Callable[[Report, Stopped], Any]


class BackgroundTask(QObject):
    """``progress_changed`` carries a Progress, ``succeeded`` the answer, ``failed`` a sentence; all on the GUI
    thread. Work that shows rows is done for whom ``acting`` names; the rest, such as a backup, is of all rows."""

    progress_changed = Signal(object)
    succeeded = Signal(object)
    failed = Signal(str)
    _over = Signal(object, object)

    def __init__(self, parent: QObject | None = None, acting: Acting = nobody_named) -> None:
        super().__init__(parent)
        self._acting = acting
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._over.connect(self._ended, Qt.ConnectionType.QueuedConnection)
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.cancel)

    @property
    def busy(self) -> bool:
        """Tell whether it is at work."""
        return self._thread is not None

    def start(self, work: Work) -> None:
        """Begin. Nothing happens while something else is on."""
        if self._thread is not None:
            return
        self._stop.clear()
        self._thread = threading.Thread(target=self._run, args=(work,), name="long-work")
        self._thread.start()

    def cancel(self) -> None:
        """Stop at the next step."""
        self._stop.set()

    def _run(self, work: Work) -> None:
        answer: Any = None
        error: BaseException | None = None
        try:
            with acting_as(self._acting()):
                answer = work(self._report, self._stop.is_set)
        except BaseException as caught:
            error = caught
        try:
            self._over.emit(answer, error)
        except RuntimeError:  # the window is gone
            log.debug("work ended after the window")

    def _report(self, progress: BackupProgress) -> None:
        try:
            self.progress_changed.emit(progress)
        except RuntimeError:  # the window is gone: so is the reason for the work
            self._stop.set()

    def _ended(self, answer: Any, error: BaseException | None) -> None:
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        if error is None:
            self.succeeded.emit(answer)
            return
        if not isinstance(error, ClaudeOpsError):
            log.error("long work failed", exc_info=error)
        self.failed.emit(error_text(error))


class TaskProgressBar(QWidget):
    """A line that says what is done and how far it is, over a bar, with a button that cancels. Hidden when idle."""

    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.status_label = theme.plain_label(role="muted")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(tr("How far it is"))
        self.cancel = QPushButton(tr("Cancel"))
        self.cancel.setAutoDefault(False)
        self.cancel.clicked.connect(self.cancelled)
        left = QVBoxLayout()
        left.setSpacing(theme.GAP_XS)
        left.addWidget(self.status_label)
        left.addWidget(self.bar)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, theme.GAP_XS, 0, theme.GAP_XS)
        row.setSpacing(theme.GAP_M)
        row.addLayout(left, 1)
        row.addWidget(self.cancel)
        self.hide()

    def start(self, what: str) -> None:
        """Show it."""
        self.show_progress(BackupProgress(what, 0, 0))
        self.show()

    def show_progress(self, progress: BackupProgress) -> None:
        """How far it is."""
        known = progress.total > 0
        percent = 100 * progress.done // progress.total if known else 0
        self.status_label.setText(f"{progress.what}, {percent} %" if known else f"{progress.what}…")
        self.bar.setRange(0, 100 if known else 0)
        self.bar.setValue(percent)
