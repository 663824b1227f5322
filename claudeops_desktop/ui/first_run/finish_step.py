"""The last step: how often it looks, whether it starts at login, and where everything is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QGridLayout

from ...core.clock import utc_now
from ...core.desktop import autostart
from ...records.occurrences import Schedule
from ...scheduler import edit
from .. import theme
from ..app_context import AppContext
from ..pages.settings.reading_group import ReadingGroup
from ..text import formatting
from ..text.translation import error_text, tr
from .base_step import FirstRunStep

CADENCES = (
    (10 * 60, tr("every 10 minutes")),
    (30 * 60, tr("every 30 minutes")),
    (60 * 60, tr("every hour")),
    (4 * 3600, tr("every 4 hours")),
    (24 * 3600, tr("once a day")),
    (0, tr("only when I say so")),
)


KEYS = (
    ("Ctrl+R", tr("Run now")),
    ("Ctrl+K", tr("Find any command")),
    (tr("Ctrl+1 … 7"), tr("Go to a place")),
    ("F1", tr("Show all keys")),
)


@dataclass(frozen=True, slots=True)
class FinishState:
    """How it stands: the observe schedule (None before it is made) and whether a login starts the application."""

    schedule: Schedule | None
    login: bool


class FinishStep(FirstRunStep):
    """Cadence and start at login are in force at once."""

    title = tr("From here on")
    text = tr("Everything can be changed later: the cadence under Schedule, the rest under Settings.")

    def __init__(self, desk: AppContext) -> None:
        super().__init__(desk)
        self._schedule: Schedule | None = None
        self.cadence = QComboBox()
        theme.set_accessible_name(self.cadence, tr("How often it looks"))
        for seconds, said in CADENCES:
            self.cadence.addItem(said, seconds)
        self.cadence.activated.connect(self._chosen)
        self.login = QCheckBox(tr("Start at login, in the tray"))
        self.login.clicked.connect(self._switched)
        self.wrong = theme.plain_label(role="wrong", wrap=True)
        self.wrong.hide()
        form = QFormLayout()
        form.setHorizontalSpacing(theme.GAP_L)
        form.setVerticalSpacing(theme.GAP_M)
        form.addRow(tr("It looks"), self.cadence)
        form.addRow("", self.login)
        self.reading = ReadingGroup(desk)
        form.addRow("", self.reading)
        self.column.addLayout(form)
        self.column.addWidget(self.wrong)
        self.column.addSpacing(theme.GAP_M)
        self.tray = theme.plain_label(wrap=True)
        self.column.addWidget(self.tray)
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.GAP_L)
        grid.setVerticalSpacing(theme.GAP_XS)
        grid.setColumnStretch(1, 1)
        for number, (keys, said) in enumerate(KEYS):
            grid.addWidget(theme.plain_label(keys, "mono"), number, 0)
            grid.addWidget(theme.plain_label(said, "muted"), number, 1)
        self.column.addSpacing(theme.GAP_S)
        self.column.addLayout(grid)
        self.column.addSpacing(theme.GAP_M)
        where = tr(
            "Everything is kept in {shorten_path}. What leaves this computer, and how it is switched off, is said in "
            "the guide (Shift+F1) under Privacy.",
            shorten_path=formatting.shorten_path(desk.folder.root),
        )
        self.column.addWidget(theme.plain_label(where, "muted", wrap=True, select=True))
        self.column.addStretch()

    def activate(self) -> None:
        """Show how it stands."""
        self.reading.refresh()
        found = self.desk.agents_found
        self.reading.setVisible(found is not None and bool(found.claude.program))
        from PySide6.QtWidgets import QSystemTrayIcon

        self.tray.setText(
            tr(
                "Closing the window leaves it in the tray: its icon says how all stands, and a click "
                "brings the window back. Quit is in its menu, and Ctrl+Q."
            )
            if QSystemTrayIcon.isSystemTrayAvailable()
            else tr(
                "This desktop shows no tray: closing the window asks whether to keep running. Starting "
                "Claude Ops again brings the window back; Ctrl+Q quits."
            )
        )
        self.login.setEnabled(False)  # until it is known how it stands
        self.desk.bridge.ask(self._ask, self._answered)

    def first_focus(self) -> QComboBox:
        """How often."""
        return self.cadence

    def _ask(self) -> FinishState:
        found = self.desk.book.schedules.list()
        own = next((each for each in found if each.name == edit.DEFAULT_NAME), found[0] if found else None)
        return FinishState(own, autostart.autostart_status().on)

    def _answered(self, now: FinishState) -> None:
        self._schedule = now.schedule
        self.login.setChecked(now.login)
        self.login.setEnabled(True)
        if now.schedule is None:
            self.cadence.setCurrentIndex(self.cadence.findData(edit.DEFAULT_SECONDS))
            return
        if now.schedule.kind != "interval":
            self.cadence.setEnabled(False)
            return
        seconds = int(now.schedule.rule) if now.schedule.enabled else 0
        at = self.cadence.findData(seconds)
        if at < 0:
            self.cadence.addItem(tr("every {seconds}", seconds=formatting.format_duration(seconds)), seconds)
            at = self.cadence.count() - 1
        self.cadence.setCurrentIndex(at)

    def _chosen(self) -> None:
        seconds = int(self.cadence.currentData())
        old = self._schedule or edit.new_schedule(edit.DEFAULT_NAME, "interval", str(edit.DEFAULT_SECONDS))
        new = replace(old, enabled=int(bool(seconds)), rule=str(seconds) if seconds else old.rule)
        now = utc_now()
        self.cadence.setEnabled(False)  # one at a time: before the first is stored there is none to change
        self.desk.bridge.write(lambda: edit.save_schedule(self.desk.book, new, now), self._saved, self._failed)

    def _saved(self, schedule: Schedule) -> None:
        self._schedule = schedule
        self.cadence.setEnabled(True)
        self.wrong.hide()

    def _switched(self, on: bool) -> None:
        work = partial(autostart.turn_on, self.desk.folder) if on else autostart.turn_off
        self._had_focus = self.login.hasFocus()
        self.login.setEnabled(False)  # one at a time: two on their way at once could change places
        self.desk.run_in_background(work, self._was_switched, self._failed)

    def _was_switched(self, _done: object) -> None:
        self.login.setEnabled(True)
        if self._had_focus:
            self.login.setFocus()

    def _failed(self, error: Exception) -> None:
        self.wrong.setText(error_text(error))
        self.wrong.show()
        self.cadence.setEnabled(True)
        self.activate()
