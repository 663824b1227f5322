"""What every table can do beside showing its rows: copy, export, fit, wrap, compact, and choose columns."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QThreadPool, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QFileDialog, QMenu, QToolTip, QWidget

from .. import icons
from ..text.translation import tr, tr_count
from .column_menu import ColumnMenu
from .record_model import RecordModel
from .row_collector import Line, RowCollector
from .table_file import tab_separated, write_table
from .table_look import fit_columns
from .toast import MessageToast

if TYPE_CHECKING:
    from .record_table import RecordTable

log = logging.getLogger(__name__)


class TableTools(QObject):
    """Made when they are first wanted. ``message_posted`` carries a sentence on what was copied or written; it is shown
    in the window as well."""

    message_posted = Signal(str)
    _written = Signal(str)  # from the thread that writes

    def __init__(self, table: RecordTable, model: RecordModel) -> None:
        super().__init__(table)
        self._table = table
        self._model = model
        self.menu: QMenu | None = None
        self.dialog: QFileDialog | None = None
        self.copy_rows = self._make(tr("Copy"), "tableCopy", self.copy, "copy")
        self.copy_rows.setShortcut(QKeySequence.StandardKey.Copy)  # shown only: the table itself takes the key
        self.export_csv = self._make(tr("Export as CSV…"), "tableExportCsv", partial(self.ask_and_export, "csv"))
        self.export_json = self._make(tr("Export as JSON…"), "tableExportJson", partial(self.ask_and_export, "json"))
        self.fit = self._make(tr("Fit columns to content"), "tableFit", partial(fit_columns, table, model))
        self.wrap = self._make(tr("Wrap lines"), "tableWrap", self._wrap)
        self.wrap.setCheckable(True)
        self.compact = self._make(tr("Compact rows"), "tableCompact", self._compact)
        self.compact.setCheckable(True)
        self.columns = self._make(tr("Columns…"), "tableColumns", self._choose_columns)
        self._written.connect(self._tell)

    def fill_menu(self, menu: QMenu, *, with_copy: bool = True) -> None:
        """Append the tools to a menu; without Copy where the page copies in a way of its own."""
        if not menu.isEmpty():
            menu.addSeparator()
        filled = self._model.rowCount() > 0
        self.copy_rows.setEnabled(self._table.currentIndex().isValid() or self._table.selected_count() > 0)
        for action in (self.export_csv, self.export_json, self.fit):
            action.setEnabled(filled)
        self.wrap.setChecked(self._table.wordWrap())
        self.compact.setChecked(self._table.is_compact)
        menu.addActions([self.copy_rows] if with_copy else [])
        menu.addActions([self.export_csv, self.export_json])
        menu.addSeparator()
        menu.addActions([self.fit, self.wrap, self.compact, self.columns])

    def open_menu(self, at: Any) -> None:
        """Open a menu of the tools at a point of the screen."""
        menu = QMenu(self._table)
        self.fill_menu(menu)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.destroyed.connect(self._forget_menu)
        self.menu = menu
        menu.popup(at)

    # --- copy and export ---------------------------------------------------------------------------------------------

    def copy(self) -> None:
        """Copy the selected rows, or the current one where none is selected, with the headings."""
        keys = self._table.selected_keys or [self._table.current]
        keys = [key for key in keys if key is not None]
        if keys:
            self._collect(keys, self._copied)

    def ask_and_export(self, kind: str) -> None:
        """Ask where to write all rows; ``kind`` is csv or json."""
        csv = kind == "csv"
        title = tr("Export as CSV") if csv else tr("Export as JSON")
        dialog = QFileDialog(self._table, title, str(Path.home()))
        dialog.setObjectName("tableExport")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilter(tr("CSV files (*.csv)") if csv else tr("JSON files (*.json)"))
        dialog.setDefaultSuffix(kind)
        dialog.selectFile(f"{'-'.join(self._table.accessibleName().split()).lower() or 'table'}.{kind}")
        dialog.fileSelected.connect(lambda name: self.export(Path(name), kind))
        dialog.finished.connect(self._dialog_closed)
        self.dialog = dialog
        dialog.open()

    def export(self, path: Path, kind: str) -> None:
        """Write all rows of the table, also those that were not loaded yet; a message says how many."""
        self._collect(list(self._model.keys), partial(self._export, path, kind))

    def _collect(self, keys: list[Any], done: Callable[[list[Line], int], None]) -> None:
        collector = RowCollector(self._model, keys, self._line, self)
        collector.collected.connect(done)
        collector.start()

    def _line(self, row: Any) -> Line:
        return tuple(self._model.export_text(row, column.name) for column in self._model.COLUMNS)

    def _head(self) -> list[str]:
        return [column.title or column.spoken or column.name for column in self._model.COLUMNS]

    def _copied(self, lines: list[Line], unread: int) -> None:
        if unread:
            self._tell(tr("The rows could not be read. Nothing was copied."))
            return
        QGuiApplication.clipboard().setText(tab_separated(self._head(), lines))
        self._tell(tr_count("%n row was copied.", "%n rows were copied.", len(lines)))

    def _export(self, path: Path, kind: str, lines: list[Line], unread: int) -> None:
        if unread:
            self._tell(tr("The rows could not be read. Nothing was written."))
            return
        names, head = [column.name for column in self._model.COLUMNS], self._head()
        QThreadPool.globalInstance().start(partial(_write, self._written.emit, path, kind, names, head, lines))

    def _dialog_closed(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None

    # --- look --------------------------------------------------------------------------------------------------------

    def _wrap(self) -> None:
        self._table.set_wrapped(not self._table.wordWrap())

    def _compact(self) -> None:
        self._table.set_compact(not self._table.is_compact)

    def _choose_columns(self) -> None:
        known = self._table.findChild(ColumnMenu)
        (known or ColumnMenu(self._table, self._model)).open_menu()

    # -----------------------------------------------------------------------------------------------------------------

    def _make(self, text: str, name: str, act: Callable[[], object], icon: str = "") -> QAction:
        action = QAction(text, self)
        action.setObjectName(name)
        action.triggered.connect(lambda _checked=False: act())
        if icon:
            icons.set_themed_icon(action, icon, "muted")
        return action

    def _forget_menu(self) -> None:
        self.menu = None

    def _tell(self, text: str) -> None:
        """Say it where the window says such things; in a dialog, beside the table."""
        self.message_posted.emit(text)
        holder: QWidget | None = self._table.window()
        toast = holder.findChild(MessageToast) if holder is not None else None
        if toast is not None:
            toast.show_message(text)
        elif self._table.isVisible():
            QToolTip.showText(self._table.mapToGlobal(self._table.rect().topLeft()), text, self._table)


def _write(
    tell: Callable[[str], None], path: Path, kind: str, names: list[str], head: list[str], lines: list[Line]
) -> None:
    """Write the file on a thread, and say what came of it."""
    try:
        number = write_table(path, kind, names, head, lines)
    except OSError as error:
        text = tr("{path} could not be written: {reason}.", path=path, reason=error.strerror or error)
    else:
        text = tr_count("%n row was written to {path}.", "%n rows were written to {path}.", number, path=path)
    try:
        tell(text)
    except RuntimeError:  # the table is gone, and nobody is there to be told
        log.info("a table was exported after its page was closed: %s", path)
