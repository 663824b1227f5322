"""Desktop: start at login, the service of systemd, the first steps again, crash reports."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QCheckBox, QPushButton, QWidget

from ....core.desktop import autostart, crash, user_unit
from ....core.desktop.autostart import AutostartState
from ....core.desktop.user_unit import UserUnitState
from ... import icons, theme
from ...app_context import AppContext
from ...kit.layouts import fill_column, row_of
from ...text.translation import error_text, tr, tr_message
from ...widgets.flow_layout import FlowLayout
from .status_widgets import StatusLabel


@dataclass(frozen=True, slots=True)
class DesktopState:
    """How the application and its desktop stand to each other."""

    login: AutostartState
    unit: UserUnitState
    crashes: int


class DesktopGroup(QWidget):
    """``message_posted`` is for the toast, with a way back; ``first_run_requested`` opens the first steps."""

    message_posted = Signal(str, object)
    first_run_requested = Signal()

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.login = QCheckBox(tr("Start at login, in the tray"))
        self.login.clicked.connect(self._switch)
        self.login_status = theme.plain_label(role="muted", wrap=True)
        self.unit = StatusLabel(tr("Looking for the service…"))
        self.install = QPushButton(tr("Install the service"))
        self.install.clicked.connect(self._install)
        self.remove = QPushButton(tr("Remove the service"))
        self.remove.clicked.connect(self._remove)
        self.first = QPushButton(tr("Show the first steps again"))
        self.first.clicked.connect(self.first_run_requested)
        self.reports = QPushButton(tr("Open the folder of crash reports"))
        icons.set_themed_icon(self.reports, "folder")
        self.reports.clicked.connect(self._open_reports)
        self.about = QPushButton(tr("About Claude Ops…"))
        self.about.clicked.connect(self._open_about)
        buttons = QWidget()
        row = FlowLayout(theme.GAP_S, buttons)
        for button in (self.first, self.reports, self.about):
            row.addWidget(button)
        service = theme.plain_label(tr("Runs without a window (systemd user service)"), "strong")
        both = row_of(self.install, self.remove, None)
        fill_column(self, self.login, self.login_status, service, self.unit, both, buttons)

    def refresh(self) -> None:
        """Find out anew, on a thread: systemd is a program."""
        self._desk.run_in_background(partial(_look, self._desk), self._found, self._failed)

    def _found(self, found: DesktopState) -> None:
        self.login.setChecked(found.login.on)
        self.login_status.setText(
            tr_message(found.login.problem) or ("" if found.login.on else tr("It does not start at login."))
        )
        self.login_status.setVisible(bool(self.login_status.text()))
        unit = found.unit
        well = unit.active == "active"
        said = f"{tr_message(unit.problem)} {tr_message(unit.remedy)}".strip() or (
            tr("The service is {state}, {enabled} at login.", state=unit.active, enabled=unit.enabled)
            if unit.installed
            else tr("Not installed. With it, scheduled runs continue while no window is open.")
        )
        self.unit.set_state("good" if well else "warning" if unit.installed or unit.problem else "idle", said)
        self.install.setVisible(not unit.installed and not unit.problem)
        self.remove.setVisible(unit.installed)
        self.reports.setVisible(bool(found.crashes))

    def _failed(self, error: Exception) -> None:
        self.unit.set_state("failed", error_text(error))
        self.refresh_login()

    def refresh_login(self) -> None:
        """The box shows what is so."""
        self._desk.run_in_background(autostart.autostart_status, self._login_is)

    def _login_is(self, login: AutostartState) -> None:
        self.login.setChecked(login.on)

    def _switch(self, on: bool) -> None:
        folder = self._desk.folder
        to_on, to_off = partial(autostart.turn_on, folder), autostart.turn_off
        do, undo = (to_on, to_off) if on else (to_off, to_on)
        label = tr("Start at login: on") if on else tr("Start at login: off")
        self._desk.undo.perform(label, do, lambda _done: undo(), aside=True, done=self._switched, failed=self._failed)

    def _switched(self, _login: AutostartState) -> None:
        self.refresh()

    def _install(self) -> None:
        self._desk.run_in_background(partial(user_unit.install_unit, self._desk.folder), self._unit_done, self._failed)

    def _remove(self) -> None:
        self._desk.run_in_background(user_unit.remove_unit, self._unit_done, self._failed)

    def _unit_done(self, unit: UserUnitState) -> None:
        self.message_posted.emit(
            tr("The service is installed.") if unit.installed else tr("The service is removed."), None
        )
        self.refresh()

    def _open_about(self) -> None:
        from ...help.about_dialog import open_about

        open_about(self._desk, self.window())

    def _open_reports(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(crash.folder_of(self._desk.folder))))


def _look(desk: AppContext) -> DesktopState:
    crashes = len(list(crash.folder_of(desk.folder).glob("*.txt")))
    return DesktopState(autostart.autostart_status(), user_unit.unit_status(), crashes)
