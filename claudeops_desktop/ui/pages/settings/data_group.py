"""Your data: where it is and how large, backing it up, restoring, importing, exporting, checking and compacting."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QCheckBox, QFileDialog, QMessageBox, QPushButton, QWidget

from ....core.clock import utc_now
from ....core.paths import DataFolder
from ....core.text_format import format_bytes
from ....storage.archive import BackupManifest, Report, Stopped
from ... import icons, theme
from ...app_context import AppContext
from ...background_task import BackgroundTask, TaskProgressBar
from ...kit.layouts import fill_column, row_of
from ...text import formatting
from ...text.translation import error_text, tr, tr_count
from ...widgets.elided_label import ElidedLabel
from .export_dialog import ExportDialog
from .import_dialog import ImportDialog
from .status_widgets import StatusLabel

if TYPE_CHECKING:
    from ....storage.maintenance import CompactResult, DatabaseHealth, FolderSizes
    from ....storage.restore_changes import RestoreChanges

BACKUPS = tr("Backups of Claude Ops (*.zip *.db)")


class DataGroup(QWidget):
    """``message_posted`` is for the toast; ``restore_requested`` carries the backup that the application is to restart
    into; ``navigation_requested`` the PageLocation where what was imported needs the operator.

    ``refresh`` asks for the sizes; call it when the page comes into view.
    """

    message_posted = Signal(str, object)
    restore_requested = Signal(object)
    navigation_requested = Signal(object)

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._folder = desk.folder
        self._make_parts()
        self._lay_out()

    def refresh(self) -> None:
        """Ask how large everything is."""
        self._desk.run_in_background(partial(_sizes, self._folder), self._sizes_known, self._sizes_failed)

    # --- parts -------------------------------------------------------------------------------------------------------

    def _make_parts(self) -> None:
        self.where = ElidedLabel(formatting.shorten_path(self._folder.root), "mono")
        self.where.set_tip(str(self._folder.root))
        self.open = QPushButton(tr("Open the folder"))
        icons.set_themed_icon(self.open, "folder")
        self.open.clicked.connect(self._open_folder)
        self.sizes = theme.plain_label(tr("Measuring its size…"), "muted", wrap=True)
        self.back_up = QPushButton(tr("Back up now…"))
        self.back_up.clicked.connect(self._back_up)
        self.with_logs = QCheckBox(tr("with the session logs"))
        self.with_logs.setChecked(True)
        self.restore = QPushButton(tr("Restore…"))
        self.restore.clicked.connect(self._choose_backup)
        self.take_in = QPushButton(tr("Import…"))
        self.take_in.setToolTip(tr("From other programs, or an export of Claude Ops; you see what would happen first"))
        self.take_in.clicked.connect(self.open_import)
        self.export = QPushButton(tr("Export memories…"))
        self.export.clicked.connect(self.open_export)
        self.check = QPushButton(tr("Check"))
        self.check.setToolTip(tr("Read the whole database and report any damage"))
        self.check.clicked.connect(self._check)
        self.compact = QPushButton(tr("Compact"))
        self.compact.setToolTip(tr("Free the space that deleted rows have left"))
        self.compact.clicked.connect(self._compact)
        self.work = BackgroundTask(self)
        self.bar = TaskProgressBar()
        self.work.progress_changed.connect(self.bar.show_progress)
        self.work.succeeded.connect(self._backed_up)
        self.work.failed.connect(self._work_failed)
        self.bar.cancelled.connect(self.work.cancel)
        self.outcome = StatusLabel()
        self.outcome.hide()
        self._buttons = (self.back_up, self.restore, self.take_in, self.export, self.check, self.compact)

    def _lay_out(self) -> None:
        secrets = theme.plain_label(
            tr(
                "A backup is one file with everything but the keyring, the passwords, tokens and headers in settings "
                "and services, and the results of continuous checks. Notes, memories, prompts and logs are in it as "
                "they are."
            ),
            "muted",
            wrap=True,
        )
        fill_column(
            self,
            row_of(self.where, self.open),
            self.sizes,
            row_of(self.back_up, self.with_logs, self.restore, None),
            secrets,
            row_of(self.take_in, self.export, self.check, self.compact, None),
            self.bar,
            self.outcome,
        )

    # --- sizes -------------------------------------------------------------------------------------------------------

    def _open_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._folder.root)))

    def _sizes_known(self, found: FolderSizes) -> None:
        parts = [tr("Database {database}", database=format_bytes(found.database))]
        if found.unused > found.database / 20:
            parts[0] += tr(" ({unused} unused)", unused=format_bytes(found.unused))
        logs = f"{formatting.format_count(found.log_files, 'log')} {format_bytes(found.logs)}"
        parts.append(logs if found.log_files else tr("no logs"))
        if found.index:
            parts.append(tr("their index {index}", index=format_bytes(found.index)))
        if found.check_results:
            parts.append(tr("check results {check_results}", check_results=format_bytes(found.check_results)))
        if found.backups:
            parts.append(tr("backups {backups}", backups=format_bytes(found.backups)))
        rows = {table.name: table.rows for table in found.tables}
        held = [
            tr_count("%n session", "%n sessions", rows.get("sessions", 0)),
            tr_count("%n event", "%n events", rows.get("events", 0)),
            tr_count("%n memory", "%n memories", rows.get("memories", 0)),
        ]
        self.sizes.setText(
            tr(
                "{join}. It holds {join_2} and {held}.",
                join=" · ".join(parts),
                join_2=", ".join(held[:-1]),
                held=held[-1],
            )
        )

    def _sizes_failed(self, error: Exception) -> None:
        self.sizes.setText(error_text(error))

    # --- backing up --------------------------------------------------------------------------------------------------

    def _back_up(self) -> None:
        from ....storage.backup import default_name

        start = self._folder.backups / default_name(utc_now())
        name, _ = QFileDialog.getSaveFileName(self, tr("Back up into one file"), str(start), BACKUPS)
        if name:
            self.begin_backup(Path(name if name.endswith(".zip") else f"{name}.zip"))

    def begin_backup(self, target: Path) -> None:
        """Write the backup; a file that the operator agreed to replace goes once the new one is whole."""
        self._begin(tr("Backing up"), with_bar=True)
        self.bar.start(tr("Backing up"))
        self.work.start(partial(_back_up, self._desk, target, self.with_logs.isChecked()))

    def _backed_up(self, made: tuple[Path, BackupManifest, Path | None]) -> None:
        path, manifest, elsewhere = made
        said = tr(
            "Backed up into {shorten_path}: {backup_contents}. It was read again and is intact.",
            shorten_path=formatting.shorten_path(path),
            backup_contents=backup_contents(manifest),
        )
        if elsewhere is not None:
            said += " " + tr(
                "The knowledge folder {folder} is not in it: back it up by itself.",
                folder=formatting.shorten_path(elsewhere),
            )
        self._end("good", said)

    def _work_failed(self, sentence: str) -> None:
        self._end("idle" if sentence.startswith("Cancelled") else "failed", sentence)

    # --- restoring ---------------------------------------------------------------------------------------------------

    def _choose_backup(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, tr("Restore a backup"), str(self._folder.backups), BACKUPS)
        if name:
            self.look_at_backup(Path(name))

    def look_at_backup(self, source: Path) -> None:
        """See what a backup holds, then ask."""
        self._begin(tr("Reading the backup"))
        self._desk.run_in_background(
            partial(_inspect, self._folder, source), partial(self._ask_to_restore, source), self._failed
        )

    def _ask_to_restore(self, source: Path, seen: tuple[BackupManifest, RestoreChanges]) -> None:
        from ...text.restore_text import restore_warning

        manifest, changes = seen
        self._end("", "")
        box = QMessageBox(self)
        box.setWindowTitle("Claude Ops")
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(tr("Restore the backup of {made_at}?", made_at=formatting.format_exact_time(manifest.made_at)))
        live = self._desk.runs.state.live is not None
        box.setInformativeText(
            tr(
                "It holds {backup_contents}. What is here now is backed up first, then Claude Ops "
                "restarts with the backup.{value}\n\n{restore_warning}",
                backup_contents=backup_contents(manifest),
                value=tr(" The current run is stopped.") if live else "",
                restore_warning=restore_warning(changes),
            )
        )
        yes = box.addButton(tr("Restore and restart"), QMessageBox.ButtonRole.DestructiveRole)
        keep = box.addButton(tr("Keep what is here"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(keep)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        yes.clicked.connect(partial(self._restore, source))
        box.open()

    def _restore(self, source: Path, _checked: bool = False) -> None:
        self._desk.restore_from = source
        self.restore_requested.emit(source)

    # --- importing and exporting -------------------------------------------------------------------------------------

    def open_import(self) -> ImportDialog:
        """Choose what to import, see what it would do, and do it."""
        dialog = ImportDialog(self._desk, self)
        dialog.navigation_requested.connect(self.navigation_requested)
        dialog.imported.connect(self.refresh)
        dialog.open()
        return dialog

    def open_export(self) -> ExportDialog:
        """Write memories into a file or folder."""
        dialog = ExportDialog(self._desk, self)
        dialog.open()
        return dialog

    # --- looking after the database ----------------------------------------------------------------------------------

    def _check(self) -> None:
        self._begin(tr("Checking the database"))
        self._desk.run_in_background(partial(_check, self._folder), self._checked, self._failed)

    def _checked(self, health: DatabaseHealth) -> None:
        if health.is_sound:
            self._end("good", tr("The database is intact."))
            return
        first = (*health.problems, *health.dangling)[0]
        self._end(
            "failed",
            tr(
                "The database is damaged: {first}. Restore a backup, or save what can be read with "
                "`claudeops maintenance salvage`.",
                first=first,
            ),
        )

    def _compact(self) -> None:
        self._begin(tr("Compacting"))
        self._desk.run_in_background(partial(_compact, self._folder), self._compacted, self._failed)

    def _compacted(self, done: CompactResult) -> None:
        self._end(
            "good",
            tr("{before} before, {after} now.", before=format_bytes(done.before), after=format_bytes(done.after)),
        )
        self.refresh()

    # --- one thing at a time -----------------------------------------------------------------------------------------

    def _begin(self, what: str, *, with_bar: bool = False) -> None:
        for button in self._buttons:
            button.setEnabled(False)
        self.outcome.set_state("running", f"{what}…")
        self.outcome.setVisible(not with_bar)

    def _end(self, state: str, sentence: str) -> None:
        for button in self._buttons:
            button.setEnabled(True)
        self.bar.hide()
        self.outcome.setVisible(bool(sentence))
        if sentence:
            self.outcome.set_state(state, formatting.make_breakable(sentence))
            self.refresh()

    def _failed(self, error: Exception) -> None:
        self._end("failed", error_text(error))


def backup_contents(manifest: BackupManifest) -> str:
    """What a backup holds, in words."""
    counts = manifest.counts
    logs = sum(file.name.startswith("logs/") for file in manifest.files)
    parts = [
        tr_count("%n session", "%n sessions", counts.get("sessions", 0)),
        tr_count("%n event", "%n events", counts.get("events", 0)),
        tr_count("%n memory", "%n memories", counts.get("memories", 0)),
        tr_count("%n log", "%n logs", logs) if manifest.with_logs else tr("no logs"),
    ]
    return tr("{join} and {parts}", join=", ".join(parts[:-1]), parts=parts[-1])


# --- on threads: files and programs


def _sizes(folder: DataFolder) -> FolderSizes:
    from ....storage.maintenance import measure_folder

    return measure_folder(folder)


def _back_up(
    desk: AppContext, target: Path, logs: bool, report: Report, stopped: Stopped
) -> tuple[Path, BackupManifest, Path | None]:
    """The file, what it holds, and the knowledge folder where that is not in it."""
    from ....knowledge import folder_elsewhere
    from ....storage.backup import back_up

    folder, elsewhere = desk.folder, folder_elsewhere(desk.folder, desk.settings.current)
    if not target.exists():
        return target, back_up(folder, target, logs=logs, report=report, stopped=stopped), elsewhere
    fresh = target.with_name(f"{target.stem}-new.zip")
    manifest = back_up(folder, fresh, logs=logs, report=report, stopped=stopped)
    fresh.replace(target)
    return target, manifest, elsewhere


def _inspect(folder: DataFolder, source: Path) -> tuple[BackupManifest, RestoreChanges]:
    from ....storage.restore import inspect_backup
    from ....storage.restore_changes import changes_of_restore
    from ....storage.store_place import require_file

    manifest = inspect_backup(source)
    require_file(folder)  # before anything is asked
    return manifest, changes_of_restore(folder, source)


def _check(folder: DataFolder) -> DatabaseHealth:
    from ....storage.maintenance import check_database

    return check_database(folder.database)


def _compact(folder: DataFolder) -> CompactResult:
    from ....storage.maintenance import compact_database

    return compact_database(folder.database)
