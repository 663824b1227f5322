"""The database is damaged and cannot be opened: what can be done, instead of a window."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QMessageBox, QPushButton, QVBoxLayout

from ...core.errors import ClaudeOpsError
from ...core.paths import DataFolder
from ...core.settings import WindowSettings
from ...storage.archive import Report, Stopped
from ...storage.latest_backup import newest_good_backup
from ...storage.lost_database import LostDatabase
from ...storage.recover import RecoverResult, salvage_in_place
from ...storage.restore_changes import changes_of_restore
from ...storage.start_empty import begin_empty
from .. import icons, theme
from ..text import formatting
from ..text.restore_text import restore_needs_confirmation, restore_warning
from ..text.translation import tr, tr_count
from .restore_dialog import RestoreDialog, TaskDialog
from .secrets_dialog import LeftOutSecretsDialog, secrets_to_ask

WIDTH = 520


class DamagedDialog(QDialog):
    """The ways on. ``repaired`` says that the database can be opened again.

    ``lost``: there is no database any more; then beginning with an empty one is a way as well.
    """

    def __init__(self, folder: DataFolder, sentence: str, *, lost: bool = False) -> None:
        super().__init__()
        self._folder = folder
        self.repaired = False
        self.setWindowTitle("Claude Ops")
        self.setWindowIcon(icons.themed_icon("app", "accent"))
        self.setMinimumWidth(WIDTH)
        found = newest_good_backup(folder)
        self.newest = QPushButton()
        self.choose = QPushButton(tr("Choose a backup…"))
        self.salvage = QPushButton(tr("Save what can be read"))
        self.start_empty = QPushButton(tr("Begin with an empty database"))
        self.leave = QPushButton(tr("Leave everything as it is"))
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_XL, theme.GAP_XL, theme.GAP_XL, theme.GAP_L)
        column.setSpacing(theme.GAP_S)
        column.addWidget(
            theme.plain_label(tr("The database is missing") if lost else tr("The database is damaged"), "section")
        )
        column.addWidget(theme.plain_label(formatting.make_breakable(sentence), wrap=True, select=True))
        column.addWidget(
            theme.plain_label(
                tr("Whatever you choose, the damaged file is kept in the backup folder."), "muted", wrap=True
            )
        )
        column.addSpacing(theme.GAP_S)
        if found is not None:
            self.newest.setText(
                tr(
                    "Restore the backup of {made_at} ({contents})",
                    made_at=formatting.format_exact_time(found.made_at),
                    contents=found.contents,
                )
            )
            theme.set_role(self.newest, "primary")
            self.newest.setDefault(True)
            self.newest.clicked.connect(partial(self._restore, found.path))
            column.addWidget(self.newest)
        ways = [(self.choose, self._choose), (self.salvage, self._salvage), (self.leave, self.reject)]
        if lost:
            ways.insert(2, (self.start_empty, self._start_empty))
        for button, slot in ways:
            button.setAutoDefault(False)
            button.clicked.connect(slot)
            column.addWidget(button)

    def _choose(self) -> None:
        name, _ = QFileDialog.getOpenFileName(
            self, tr("Restore a backup"), str(self._folder.backups), tr("Backups of Claude Ops (*.zip *.db)")
        )
        if name:
            self._restore(Path(name))

    def _restore(self, source: Path, _checked: bool = False) -> None:
        try:
            found = changes_of_restore(self._folder, source)
        except ClaudeOpsError:  # the restore itself says what is wrong with it
            self._restore_now(source)
            return
        if not restore_needs_confirmation(found):
            self._restore_now(source)
            return
        box = QMessageBox(self)
        box.setWindowTitle("Claude Ops")
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(tr("Restore {name}?", name=source.name))
        box.setInformativeText(restore_warning(found))
        yes = box.addButton(tr("Restore"), QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(box.addButton(tr("Cancel"), QMessageBox.ButtonRole.RejectRole))
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        yes.clicked.connect(partial(self._restore_now, source))
        box.open()

    def _restore_now(self, source: Path, _checked: bool = False) -> None:
        places = secrets_to_ask(self._folder, source)
        if not places:
            self._follow(RestoreDialog(self._folder, source, {}, self))
            return
        asking = LeftOutSecretsDialog(source, places, self)
        asking.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        asking.accepted.connect(lambda: self._follow(RestoreDialog(self._folder, source, asking.answers, self)))
        asking.open()

    def _start_empty(self) -> None:
        self._follow(StartEmptyDialog(self._folder, self))

    def _salvage(self) -> None:
        self._follow(SalvageDialog(self._folder, self))

    def _follow(self, dialog: TaskDialog) -> None:
        dialog.finished.connect(partial(self._over, dialog))
        dialog.open()

    def _over(self, dialog: TaskDialog, _result: int) -> None:
        if dialog.succeeded:
            self.repaired = True
            self.accept()


class SalvageDialog(TaskDialog):
    """Reads what can be read into a new database, and puts it into the place of the damaged one."""

    def __init__(self, folder: DataFolder, parent: DamagedDialog) -> None:
        super().__init__(tr("Saving what can be read"), partial(_mend, folder), parent)

    def result_text(self, answer: object) -> str:
        """How much was saved."""
        if not isinstance(answer, RecoverResult):
            return ""
        said = tr("{rows} saved.", rows=tr_count("%n row", "%n rows", answer.rows))
        lost = [
            tr("{name} ({lost} lost)", name=t.name, lost=formatting.format_number(t.lost)) if t.lost else t.name
            for t in answer.tables
            if not t.whole
        ]
        if lost:
            said += tr(" Some rows could not be read from {lost}.", lost=formatting.format_names(lost))
        if answer.unreadable_pages:
            said += tr(
                " {unreadable_pages} of the file could not be read.",
                unreadable_pages=tr_count("%n page", "%n pages", answer.unreadable_pages),
            )
        return said


class StartEmptyDialog(TaskDialog):
    """Puts aside what is left of the database and makes a new one."""

    def __init__(self, folder: DataFolder, parent: DamagedDialog) -> None:
        super().__init__(tr("Making an empty database"), partial(_start_empty, folder), parent)

    def result_text(self, _answer: object) -> str:
        """That it is empty."""
        return tr("The database is empty now. Settings and session logs are unchanged.")


def offer_recovery(folder: DataFolder, error: ClaudeOpsError) -> bool:
    """Let the operator choose; whether the database can be opened again. Waits for the operator."""
    application = QApplication.instance()
    if isinstance(application, QApplication):
        theme.apply_theme(application, WindowSettings())
    dialog = DamagedDialog(folder, str(error), lost=isinstance(error, LostDatabase))
    dialog.exec()
    mended = dialog.repaired
    dialog.deleteLater()
    return mended


def _mend(folder: DataFolder, report: Report, stopped: Stopped) -> RecoverResult:
    return salvage_in_place(folder, report=report, stopped=stopped)


def _start_empty(folder: DataFolder, _report: Report, _stopped: Stopped) -> None:
    begin_empty(folder)
