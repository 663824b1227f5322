"""A crash as the operator sees it: at the next start, in plain words, to be copied or left. Nothing is sent."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QCheckBox, QDialog, QHBoxLayout, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from ...core.desktop import crash
from ...core.desktop.crash import CrashReport
from .. import icons, theme
from ..app_context import AppContext
from ..text.translation import tr
from ..ui_state import UiState
from ..widgets.fit_to_screen import fit_to_screen

HIDDEN = "crashes_not_shown"


def show_new_crashes(desk: AppContext, remembered: UiState, window: QWidget) -> None:
    """Show what was not shown yet, once it was looked for on a thread."""
    desk.run_in_background(lambda: _unseen(desk), lambda found: _show(desk, remembered, window, found))


def _unseen(desk: AppContext) -> list[CrashReport]:
    import os

    from ...agents.redact import LineRedactor, secrets_of

    crash.take_in(desk.folder, LineRedactor(secrets_of(os.environ)).text)
    return crash.waiting_reports(desk.folder)


def _show(desk: AppContext, remembered: UiState, window: QWidget, found: Sequence[CrashReport]) -> None:
    hidden = remembered.get(HIDDEN)
    marks = set(hidden) if isinstance(hidden, list) else set()
    desk.run_in_background(partial(crash.were_shown, found))
    wanted = [report for report in found if report.mark not in marks]
    if wanted:
        CrashDialog(wanted, desk, remembered, window).open()


class CrashDialog(QDialog):
    """What happened, the report, and what can be done with it."""

    def __init__(self, reports: Sequence[CrashReport], desk: AppContext, remembered: UiState, parent: QWidget) -> None:
        super().__init__(parent)
        self._reports = reports
        self._remembered = remembered
        self._folder = crash.folder_of(desk.folder)
        self.setWindowTitle(tr("Claude Ops ended unexpectedly"))
        self.setModal(True)
        last = reports[-1]
        mark = theme.plain_label()
        icons.set_themed_icon(mark, "critical", "bad")
        title = theme.plain_label(tr("Something went wrong last time"), "section")
        said = theme.plain_label(
            tr(
                "{what}.{more}\nWhat the agent had said was read again from its log. Nothing was sent to "
                "anybody. If you report this, copy the text below: secrets were taken out, but look "
                "through it first.",
                what=last.what,
                more=_more(reports),
            ),
            wrap=True,
        )
        self.text = QPlainTextEdit(last.text)
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setFont(theme.mono_font())
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setAccessibleName(tr("Report"))
        self.never = QCheckBox(tr("Don't show this one again"))
        self.copy = QPushButton(tr("Copy report"))
        icons.set_themed_icon(self.copy, "copy")
        self.copy.clicked.connect(self._copy)
        self.folder = QPushButton(tr("Open folder"))
        icons.set_themed_icon(self.folder, "folder")
        self.folder.clicked.connect(self._open_folder)
        self.leave = QPushButton(tr("Close"))
        self.leave.clicked.connect(self.accept)
        self.leave.setDefault(True)
        head = QHBoxLayout()
        head.setSpacing(theme.GAP_S)
        head.addWidget(mark)
        head.addWidget(title, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.GAP_S)
        for widget in (self.copy, self.folder):
            buttons.addWidget(widget)
        buttons.addStretch()
        buttons.addWidget(self.never)
        buttons.addSpacing(theme.GAP_S)
        buttons.addWidget(self.leave)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_XL, theme.GAP_XL, theme.GAP_XL, theme.GAP_L)
        column.setSpacing(theme.GAP_M)
        column.addLayout(head)
        column.addWidget(said)
        column.addWidget(self.text, 1)
        column.addLayout(buttons)
        fit_to_screen(self, 680, 480)
        self.finished.connect(self._over)

    def _copy(self) -> None:
        clipboard = QGuiApplication.clipboard()
        clipboard.setText("\n\n".join(report.text for report in self._reports))
        self.copy.setText(tr("Copied"))

    def _open_folder(self) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._folder))):
            self.folder.setText(str(self._folder))

    def _over(self) -> None:
        if self.never.isChecked():
            hidden = self._remembered.get(HIDDEN)
            known = hidden if isinstance(hidden, list) else []
            marks = [*known, *(report.mark for report in self._reports)]
            self._remembered.set(HIDDEN, list(dict.fromkeys(marks))[-50:])
        self.deleteLater()


def _more(reports: Sequence[CrashReport]) -> str:
    if len({report.mark for report in reports}) > 1:
        return tr(
            " It is the newest of {reports} reports since you last looked; all of them are copied.",
            reports=len(reports),
        )
    return "" if len(reports) == 1 else tr(" It happened {reports} times since you last looked.", reports=len(reports))
