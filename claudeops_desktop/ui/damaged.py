"""The database is damaged and cannot be opened: what can be done, instead of a window."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QPushButton, QVBoxLayout

from ..errors import ClaudeOpsError
from ..paths import DataFolder
from ..settings import WindowSettings
from ..store.archive import Manifest, Report, Stopped
from ..store.restore import inspect
from ..store.salvage import Salvaged, mend
from . import icons, theme, words
from .restoring import RestoreDialog, WorkDialog

WIDTH = 520


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that can be restored."""

    path: Path
    manifest: Manifest


def newest_backup(folder: DataFolder) -> Backup | None:
    """The newest in the folder of backups that this version can restore."""
    for path in sorted(folder.backups.glob("*.zip"), key=lambda one: one.stat().st_mtime, reverse=True):
        try:
            return Backup(path, inspect(path))
        except ClaudeOpsError:
            continue
    return None


class DamagedDialog(QDialog):
    """Three ways on. ``mended`` says that the database can be opened again."""

    def __init__(self, folder: DataFolder, sentence: str) -> None:
        super().__init__()
        self._folder = folder
        self.mended = False
        self.setWindowTitle("Claude Ops")
        self.setWindowIcon(icons.icon("app", "accent"))
        self.setMinimumWidth(WIDTH)
        found = newest_backup(folder)
        self.newest = QPushButton()
        self.choose = QPushButton("Choose a backup…")
        self.salvage = QPushButton("Save what can be read")
        self.leave = QPushButton("Leave everything as it is")
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_XL, theme.GAP_XL, theme.GAP_XL, theme.GAP_L)
        column.setSpacing(theme.GAP_S)
        column.addWidget(theme.label("The database is damaged", "section"))
        column.addWidget(theme.label(words.breakable(sentence), wrap=True, select=True))
        column.addWidget(
            theme.label("Whatever you choose, the damaged file is kept in the folder of backups.", "muted", wrap=True)
        )
        column.addSpacing(theme.GAP_S)
        if found is not None:
            counts = found.manifest.counts
            self.newest.setText(
                f"Restore the backup of {words.exact(found.manifest.made_at)}"
                f" ({words.counted(counts.get('sessions', 0), 'session')})"
            )
            theme.set_role(self.newest, "primary")
            self.newest.setDefault(True)
            self.newest.clicked.connect(partial(self._restore, found.path))
            column.addWidget(self.newest)
        for button, slot in ((self.choose, self._choose), (self.salvage, self._salvage), (self.leave, self.reject)):
            button.setAutoDefault(False)
            button.clicked.connect(slot)
            column.addWidget(button)

    def _choose(self) -> None:
        name, _ = QFileDialog.getOpenFileName(
            self, "Restore a backup", str(self._folder.backups), "Backups of Claude Ops (*.zip)"
        )
        if name:
            self._restore(Path(name))

    def _restore(self, source: Path, _checked: bool = False) -> None:
        self._follow(RestoreDialog(self._folder, source, self))

    def _salvage(self) -> None:
        self._follow(SalvageDialog(self._folder, self))

    def _follow(self, dialog: WorkDialog) -> None:
        dialog.finished.connect(partial(self._over, dialog))
        dialog.open()

    def _over(self, dialog: WorkDialog, _result: int) -> None:
        if dialog.worked:
            self.mended = True
            self.accept()


class SalvageDialog(WorkDialog):
    """Reads what can be read into a new database, and puts it into the place of the damaged one."""

    def __init__(self, folder: DataFolder, parent: DamagedDialog) -> None:
        super().__init__("Saving what can be read", partial(_mend, folder), parent)

    def told(self, answer: object) -> str:
        """How much was saved."""
        if not isinstance(answer, Salvaged):
            return ""
        lost = [table.name for table in answer.tables if not table.whole]
        said = f"{words.counted(answer.rows, 'row')} saved."
        return f"{said} Not everything could be read of {words.listed(lost)}." if lost else said


def offer(folder: DataFolder, error: ClaudeOpsError) -> bool:
    """Let the operator choose; whether the database can be opened again. Waits for the operator."""
    application = QApplication.instance()
    if isinstance(application, QApplication):
        theme.apply(application, WindowSettings())
    dialog = DamagedDialog(folder, str(error))
    dialog.exec()
    mended = dialog.mended
    dialog.deleteLater()
    return mended


def _mend(folder: DataFolder, report: Report, stopped: Stopped) -> Salvaged:
    return mend(folder, report=report, stopped=stopped)
