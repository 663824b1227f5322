"""Exporting memories from the window: which form, what goes with them, and where to (X4)."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QFileDialog, QWidget

from ....core.paths import DataFolder
from ....storage.archive import Report, Stopped
from ... import theme
from ...app_context import AppContext
from ...background_task import BackgroundTask, TaskProgressBar
from ...kit.layouts import column_of, row_of
from ...kit.work_dialog import WorkDialog
from ...text import formatting
from ...text.translation import error_text, tr, tr_count
from .command_runner import run_command
from .status_widgets import StatusLabel

LINES, MARKDOWN = "jsonl", "markdown"
_WIDTH = 640
_FORMS = (
    (LINES, tr("JSON Lines: everything, comes back as it was")),
    (MARKDOWN, tr("Markdown: a folder with the facts that prompts may take")),
)
_SECTIONS = (
    ("history", tr("History: every change of a memory")),
    ("links", tr("Links: what contradicts or repeats what")),
    ("resources", tr("Passages that memories were drawn from")),
    ("sessions", tr("Sessions, their runs and markers")),
)


class ExportDialog(WorkDialog):
    """Writes one file or one new folder. Stays open and says what was written."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(context, tr("Export memories"), parent)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setMinimumWidth(_WIDTH)
        self.form = QComboBox()
        theme.set_accessible_name(self.form, tr("Form of the export"))
        for name, title in _FORMS:
            self.form.addItem(title, name)
        self.form.currentIndexChanged.connect(self.update_buttons)
        self.sections = {name: QCheckBox(title) for name, title in _SECTIONS}
        for box in self.sections.values():
            box.setChecked(True)
        self.task = BackgroundTask(self, context.bridge.acting)
        self.bar = TaskProgressBar()
        self.task.progress_changed.connect(self.bar.show_progress)
        self.task.succeeded.connect(self._written)
        self.task.failed.connect(partial(self._end, "failed"))
        self.bar.cancelled.connect(self.task.cancel)
        self.outcome = StatusLabel()
        self.outcome.hide()
        self.close_button = self.make_button(tr("Close"), self.reject)
        self.export = self.make_button(tr("Export…"), self._choose, "primary")
        about = tr(
            "Whoever gets the file can read it, and what was approved here comes back approved."
            " Logs, events and settings are in a backup, not in an export."
        )
        self.lay_out(
            column_of(self.form, *self.sections.values()),
            theme.plain_label(about, "muted", wrap=True),
            self.bar,
            self.outcome,
            None,
            row_of(None, self.close_button, self.export),
        )
        self.update_buttons()

    def reject(self) -> None:
        """Esc and Close: what is being written is given up first."""
        if self.task.busy:
            self.task.cancel()
        else:
            super().reject()

    def _choose(self) -> None:
        markdown = self.form.currentData() == MARKDOWN
        start = Path.home() / ("memories" if markdown else "memories.jsonl")
        what = "" if markdown else tr("JSON Lines (*.jsonl)")
        dialog = QFileDialog(self, tr("Export memories"), str(start.parent), what)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("" if markdown else "jsonl")
        dialog.setLabelText(QFileDialog.DialogLabel.Accept, tr("Export"))
        dialog.selectFile(start.name)
        dialog.fileSelected.connect(self.begin)
        dialog.open()

    def begin(self, target: str) -> None:
        """Write the export into this file, or this new folder."""
        form = str(self.form.currentData())
        sections = ",".join(name for name, box in self.sections.items() if box.isChecked())
        words = ["memory", "export", str(Path(target).absolute()), "--format", form, "--json"]
        words += ["--with", sections] if sections and form == LINES else []
        self.outcome.hide()
        self.bar.start(tr("Exporting"))
        self.task.start(partial(_export, self.context.folder, words))
        self.update_buttons()
        self.bar.cancel.setFocus()

    def _written(self, done: dict[str, Any]) -> None:
        where = formatting.shorten_path(Path(done.get("file") or done["folder"]))
        held = tr_count("%n memory", "%n memories", int(done["exported"]))
        self._end("good", tr("Exported {memories} into {place}.", memories=held, place=where))

    def _end(self, state: str, sentence: str) -> None:
        self.bar.hide()
        self.outcome.set_state(state, formatting.make_breakable(sentence))
        self.outcome.show()
        self.update_buttons()
        self.close_button.setFocus()

    def update_buttons(self) -> None:
        """Let nothing be chosen while something is written."""
        busy = self.task.busy
        self.form.setEnabled(not busy)
        self.export.setEnabled(not busy)
        for box in self.sections.values():
            box.setEnabled(not busy and self.form.currentData() == LINES)

    def show_failure(self, error: Exception) -> None:
        """Say why nothing was written."""
        self._end("failed", error_text(error))


def _export(folder: DataFolder, words: list[str], _report: Report, stopped: Stopped) -> Any:
    return run_command(folder, words, lambda _line: None, stopped)
