"""Export of the session that is looked at, as one file: asked where, written on a thread."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from .... import __version__
from ....core.clock import to_text, utc_now
from ....export.gather_session import gather_export, records_of
from ....export.write_export import FORMATS, redactor_for, suggest_name, write_export
from ...text import formatting
from ...text.translation import error_text, tr

if TYPE_CHECKING:
    from ...app_context import AppContext

KINDS = {"Web page (*.html)": "html", "Markdown (*.md)": "md", "JSON with everything (*.json)": "json"}


class SessionExporter(QObject):
    """``message_posted`` says in a sentence what came of it."""

    message_posted = Signal(str)

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._owner = parent
        self._session_id = 0
        self.dialog: QFileDialog | None = None

    def ask_and_export(self, session_id: int) -> None:
        """Ask where to, and in which form."""
        self._session_id = session_id
        dialog = QFileDialog(self._owner, tr("Export session {session_id}", session_id=session_id), str(Path.home()))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters(list(KINDS))
        dialog.selectFile(suggest_name(session_id, "html"))
        dialog.setLabelText(QFileDialog.DialogLabel.Accept, tr("Export"))
        dialog.filterSelected.connect(self._kind_chosen)
        dialog.fileSelected.connect(self._place_chosen)
        dialog.finished.connect(self._closed)
        self.dialog = dialog
        dialog.open()

    def export(self, session_id: int, path: Path, kind: str) -> None:
        """Write the file; ``message_posted`` says when it is there, or why not."""
        self.message_posted.emit(tr("Exporting session {session_id}…", session_id=session_id))
        work = partial(_write_export, self._context, session_id, path, kind)
        self._context.run_in_background(work, self.message_posted.emit, self._failed)

    def _kind_chosen(self, name: str) -> None:
        if self.dialog is not None:
            self.dialog.selectFile(suggest_name(self._session_id, KINDS[name]))

    def _place_chosen(self, name: str) -> None:
        kind = KINDS[self.dialog.selectedNameFilter()] if self.dialog is not None else "html"
        path = Path(name)
        by_name = {ending: other for other, ending in FORMATS.items()}.get(path.suffix.lower())
        self.export(self._session_id, path if path.suffix else path.with_suffix(FORMATS[kind]), by_name or kind)

    def _closed(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None

    def _failed(self, error: Exception) -> None:
        self.message_posted.emit(error_text(error))


def _write_export(context: AppContext, session_id: int, path: Path, kind: str) -> str:
    records = context.book.store.read(partial(records_of, context.book, session_id)).result()
    redactor = redactor_for(context.settings.current)
    made = gather_export(records, context.folder, redactor, made_at=to_text(utc_now()), version=__version__)
    size = write_export(made, kind, path)
    gone = tr("Its log is gone: the file has what the database still knows.") if made.log_gone else ""
    return tr(
        "{title} is in {shorten_path} ({size} kB).{gone}",
        title=made.title,
        shorten_path=formatting.shorten_path(path),
        size=f"{size / 1000:,.0f}",
        gone=gone,
    )
