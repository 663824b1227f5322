"""Importing from the window: what from and where, what would happen, and then the import (X4)."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QFileDialog, QFormLayout, QLineEdit, QWidget

from ... import theme
from ...app_context import AppContext
from ...background_task import BackgroundTask, TaskProgressBar
from ...kit.layouts import row_of
from ...kit.work_dialog import WorkDialog
from ...text import formatting
from ...text.translation import error_text, tr
from ..base_page import PageLocation
from .import_commands import RECORDS, ImportAnswer, ImportKind, list_kinds, run_import
from .import_panel import ImportFindings
from .import_text import describe_import, describe_preview

_WIDTH = 860
_HIGH = 620
_NARROWEST = 640


class ImportDialog(WorkDialog):
    """Nothing is written before Import. ``navigation_requested`` carries the PageLocation of the review; ``imported``
    says that memories have changed."""

    navigation_requested = Signal(object)
    imported = Signal()

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(context, tr("Import"), parent)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setMinimumWidth(_NARROWEST)
        self.resize(_WIDTH, self.sizeHint().height())
        self._kinds: tuple[ImportKind, ...] = ()
        self._expected = 0  # facts, as the preview counted them
        self._previewing = True
        self._make_parts()
        self._lay_out()
        self.do_work(list_kinds, self._list_kinds)

    def _make_parts(self) -> None:
        self.about = theme.plain_label(
            tr("You see what an import would do before anything is written. The source is only read."), wrap=True
        )
        self.kind = QComboBox()
        self.kind.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        theme.set_accessible_name(self.kind, tr("Import from"))
        self.kind.currentIndexChanged.connect(self._changed)
        self.place = QLineEdit()
        theme.set_accessible_name(self.place, tr("File or folder"))
        self.place.setPlaceholderText(tr("Such as ~/.mem0/history.db"))
        self.place.textChanged.connect(self._changed)
        self.place.returnPressed.connect(self._preview_by_key)
        self.file = self.make_button(tr("File…"), partial(self._choose, QFileDialog.FileMode.ExistingFile))
        self.folder = self.make_button(tr("Folder…"), partial(self._choose, QFileDialog.FileMode.Directory))
        self.task = BackgroundTask(self, self.context.bridge.acting)
        self.bar = TaskProgressBar()
        self.task.progress_changed.connect(self.bar.show_progress)
        self.task.succeeded.connect(self._answered)
        self.task.failed.connect(self._failed)
        self.bar.cancelled.connect(self._cancel)
        self.findings = ImportFindings(self)
        self.review = self.make_button(tr("Open the Inbox"), self._open_review)
        self.close_button = self.make_button(tr("Close"), self.reject)
        self.preview = self.make_button(tr("Preview"), self._preview, "primary")
        self.take_in = self.make_button(tr("Import"), self._import, "primary")
        self.review.hide()
        self.take_in.hide()

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setSpacing(theme.GAP_S)
        form.addRow(tr("Import from"), self.kind)
        form.addRow(tr("File or folder"), row_of(self.place, self.file, self.folder, grow=self.place))
        buttons = row_of(self.review, None, self.close_button, self.preview, self.take_in)
        self.lay_out(form, self.about, self.bar, self.findings, None, buttons, grow=self.findings)

    def reject(self) -> None:
        """Esc and Close: what is going on is stopped first, and what came of it is shown."""
        if self.task.busy:
            self._cancel()
        else:
            super().reject()

    # --- what is chosen ----------------------------------------------------------------------------------------------

    @property
    def chosen(self) -> ImportKind | None:
        """What to import from."""
        at = self.kind.currentIndex()
        return self._kinds[at] if 0 <= at < len(self._kinds) else None

    def _list_kinds(self, kinds: tuple[ImportKind, ...]) -> None:
        self._kinds = kinds
        self.kind.addItems([kind.title for kind in kinds])
        self.update_buttons()
        self.kind.setFocus()

    def show_failure(self, error: Exception) -> None:
        """Say why nothing can be chosen."""
        self.about.setText(error_text(error))

    def _choose(self, mode: QFileDialog.FileMode) -> None:
        dialog = QFileDialog(self, tr("Import from"), str(Path.home()))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(mode)
        dialog.fileSelected.connect(self.place.setText)
        dialog.open()

    def _changed(self, *_: object) -> None:
        """What was previewed is no longer what would be imported."""
        if self.take_in.isVisible() or self.findings.isVisible() or self.review.isVisible():
            self.about.setText(tr("Preview it first: nothing is written before you have seen what would happen."))
        self.take_in.hide()
        self.review.hide()
        self.findings.clear()
        self.update_buttons()

    # --- acting ------------------------------------------------------------------------------------------------------

    def _preview_by_key(self) -> None:
        if self.preview.isEnabled() and not self.task.busy:
            self._preview()

    def _preview(self) -> None:
        self.findings.clear()
        self.take_in.hide()
        self.review.hide()
        self._begin(preview=True, total=0, said=tr("Looking at it"))

    def _import(self) -> None:
        self._begin(preview=False, total=self._expected, said=tr("Importing"))

    def _begin(self, *, preview: bool, total: int, said: str) -> None:
        kind = self.chosen
        if kind is None or self.task.busy:
            return
        self._previewing = preview
        self.bar.start(said)
        self.bar.cancel.setEnabled(kind.form != RECORDS)  # one transaction
        self.bar.cancel.setFocus()
        work = partial(run_import, self.context, kind, self.place.text(), preview=preview, total=total)
        self.task.start(lambda report, stopped: work(report=report, stopped=stopped))
        self.update_buttons()

    def _cancel(self) -> None:
        self.about.setText(tr("Stopping after the fact at hand…"))
        self.bar.cancel.setEnabled(False)
        self.task.cancel()

    def _answered(self, answer: ImportAnswer) -> None:
        if self._previewing:
            self._expected = answer.read
            self._say(describe_preview(answer))
        else:
            self._say(describe_import(answer))
            self.imported.emit()
        self.findings.show_answer(answer)
        self.take_in.setVisible(bool(answer.changes and answer.complete) if self._previewing else not answer.complete)
        self.review.setVisible(not self._previewing and answer.for_review > 0)
        self._end()

    def _failed(self, sentence: str) -> None:
        self._say(sentence)
        self._end()

    def _end(self) -> None:
        self.bar.hide()
        self.update_buttons()
        if self.findings.isVisible():
            self.resize(self.width(), max(self.height(), _HIGH))
        if self.take_in.isVisible() or self.review.isVisible():
            (self.take_in if self.take_in.isVisible() else self.review).setFocus()
        else:
            (self.preview if self._previewing else self.close_button).setFocus()

    def _open_review(self) -> None:
        self.navigation_requested.emit(PageLocation("inbox"))
        self.accept()

    def _say(self, sentence: str) -> None:
        self.about.setText(formatting.make_breakable(formatting.strip_direction_marks(sentence)))

    def update_buttons(self) -> None:
        """Let nothing be chosen while something is being done."""
        busy = self.busy or self.task.busy
        for widget in (self.kind, self.place, self.file, self.folder, self.take_in):
            widget.setEnabled(not busy and bool(self._kinds))
        self.preview.setEnabled(not busy and self.chosen is not None and bool(self.place.text().strip()))
        theme.set_role(self.preview, "" if self.take_in.isVisible() else "primary")
