"""What can be done about the incident that is shown: buttons of the pane, entries of the menu, keys of the tab."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from ....core.clock import utc_now
from ....core.errors import ClaudeOpsError
from ....monitoring.services_source import ServicesSource
from ....records.incidents import Incident, IncidentState
from ... import icons
from ...text import formatting, incident_text
from ...text.translation import error_text, tr
from . import commands
from .dialogs import IncidentNoteDialog
from .queries import render_report

if TYPE_CHECKING:
    from ....runs.request import RunRequest
    from ...app_context import AppContext

MORNING = 8
KINDS = {"Markdown, the draft of a report (*.md)": "md", "JSON with everything (*.json)": "json"}
SNOOZES = (
    (tr("For 1 hour"), timedelta(hours=1)),
    (tr("For 4 hours"), timedelta(hours=4)),
    (tr("For 1 day"), timedelta(days=1)),
    (tr("For 1 week"), timedelta(weeks=1)),
)


class IncidentActions(QObject):
    """``message_posted`` is a page's; ``host`` is what dialogs stand over and where the keys hold."""

    message_posted = Signal(str, object)

    def __init__(self, desk: AppContext, host: QWidget) -> None:
        super().__init__(host)
        self._desk = desk
        self._host = host
        self.source = ServicesSource(desk.folder.services_file)  # what depends on what; read on a reader thread
        self.current: Incident | None = None
        self.dialog: IncidentNoteDialog | None = None
        self.file_dialog: QFileDialog | None = None
        self.acknowledge = self._make(tr("Acknowledge"), "good", self._acknowledge, "A")
        self.unacknowledge = self._make(tr("Take the acknowledgement back"), "undo", self._unacknowledge)
        self.note = self._make(tr("Add note…"), "edit", self.open_note, "N")
        self.close = self._make(tr("Close"), "close", self._close)
        self.reopen = self._make(tr("Reopen"), "redo", self._reopen)
        self.investigate = self._make(tr("Investigate now"), "play", self._investigate)
        self.decline = self._make(tr("No investigation"), "close", self._decline)
        self.export = self._make(tr("Export…"), "file", self.open_export)
        self.snoozes = [
            *(self._make(text, "", partial(self._snooze_for, span)) for text, span in SNOOZES),
            self._make(tr("Until tomorrow, {morning}:00", morning=f"{MORNING:02d}"), "", self._snooze_until_morning),
        ]
        self.wake = self._make(tr("End the snooze"), "", self._wake)
        self.menu = QMenu(tr("Snooze"), host)
        self.menu.addActions([*self.snoozes, self.wake])
        icons.set_themed_icon(self.menu.menuAction(), "mute", "muted")
        for action in (self.acknowledge, self.note):
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            host.addAction(action)
        self.show_incident(None)

    def show_incident(self, incident: Incident | None) -> None:
        """It is about this one now; what cannot be done with it is not offered."""
        self.current = incident
        live = incident is not None and incident.is_live
        seen = incident is not None and incident.state == IncidentState.ACKNOWLEDGED
        self.acknowledge.setEnabled(live and not seen)
        self.acknowledge.setVisible(not seen)
        self.unacknowledge.setVisible(live and seen)
        for action in (self.close, *self.snoozes):
            action.setEnabled(live)
        self.menu.menuAction().setEnabled(live)
        self.wake.setVisible(incident is not None and live and incident.is_snoozed(utc_now()))
        self.close.setVisible(incident is None or live)
        self.reopen.setVisible(incident is not None and not live)
        self.investigate.setEnabled(live)
        self.decline.setVisible(incident is not None and live and incident.investigation == incident_text.ASKED)
        for action in (self.note, self.export):
            action.setEnabled(incident is not None)

    def fill_menu(self, menu: QMenu) -> None:
        """What the context menu of the table offers."""
        menu.addActions([self.acknowledge, self.unacknowledge])
        menu.addMenu(self.menu)
        menu.addActions([self.note, self.close, self.reopen])
        menu.addSeparator()
        menu.addActions([self.investigate, self.decline, self.export])

    # --- what the operator does --------------------------------------------------------------------------------------

    def _acknowledge(self) -> None:
        self._change(tr("Acknowledged the incident of {service}"), commands.acknowledge_incident)

    def _unacknowledge(self) -> None:
        self._change(tr("Took back the acknowledgement of {service}"), commands.unacknowledge_incident)

    def _close(self) -> None:
        self._change(tr("Closed the incident of {service}"), commands.close_incident)

    def _reopen(self) -> None:
        self._change(tr("Reopened the incident of {service}"), commands.reopen_incident)

    def _snooze_for(self, span: timedelta) -> None:
        self._snooze(utc_now() + span)

    def _snooze_until_morning(self) -> None:
        tomorrow = datetime.now().astimezone().date() + timedelta(days=1)
        self._snooze(datetime(tomorrow.year, tomorrow.month, tomorrow.day, MORNING).astimezone())

    def _wake(self) -> None:
        self._snooze(None)

    def _snooze(self, until: datetime | None) -> None:
        said = (
            tr("Snoozed {{service}} until {until}", until=formatting.format_clock_time(until))
            if until
            else tr("Ended the snooze of {service}")
        )
        self._change(said, lambda book, number, now: commands.snooze_incident(book, number, until, now))

    def _change(self, label: str, change: Callable[..., commands.IncidentChange]) -> None:
        """Do it, with its way back; the toast says so and offers to undo it."""
        incident, book = self.current, self._desk.book
        if incident is None:
            return
        self._desk.undo.perform(
            label.format(service=incident.service),
            lambda: change(book, incident.id, utc_now()),
            lambda done: commands.undo_change(book, done, utc_now()),
        )

    def open_note(self) -> None:
        """Ask for words."""
        if self.current is None:
            return
        dialog = IncidentNoteDialog(self.current.service, self._host)
        dialog.note_written.connect(partial(self._note_written, self.current.id))
        dialog.destroyed.connect(self._note_closed)
        self.dialog = dialog
        dialog.open()

    def _note_written(self, incident_id: int, text: str) -> None:
        write = partial(commands.add_note, self._desk.book, incident_id, text, utc_now())
        self._desk.bridge.write(write, self._noted, self._failed)

    def _noted(self, _entry: object) -> None:
        self.message_posted.emit(tr("The note is in the timeline."), None)

    def _note_closed(self) -> None:
        self.dialog = None

    def _investigate(self) -> None:
        from ....monitoring.investigation import prepare_investigation

        incident = self.current
        if incident is not None:
            desk = self._desk
            ask = partial(prepare_investigation, desk.book, desk.settings.current, self.source, incident.id)
            self._desk.bridge.ask(ask, partial(self._start, incident.id), self._failed)

    def _start(self, incident_id: int, request: RunRequest) -> None:
        try:
            self._desk.runs.enqueue(request)
        except ClaudeOpsError as error:
            self.message_posted.emit(error_text(error), None)
            return
        self.message_posted.emit(tr("A run that investigates it is in the queue."), None)
        self._answer(incident_id, True)

    def _decline(self) -> None:
        if self.current is not None:
            self._answer(self.current.id, False)

    def _answer(self, incident_id: int, started: bool) -> None:
        from ....monitoring.investigation import answer_question

        write = partial(answer_question, self._desk.book, incident_id, started, utc_now())
        self._desk.bridge.write(write, None, self._failed)

    def open_export(self) -> None:
        """Ask where to, and in which form."""
        from ....export.incident_report import suggest_incident_name

        if self.current is None:
            return
        number = self.current.id
        dialog = QFileDialog(self._host, tr("Export incident {number}", number=number), str(Path.home()))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters(list(KINDS))
        dialog.setDefaultSuffix("md")
        dialog.selectFile(suggest_incident_name(number, "md"))
        dialog.setLabelText(QFileDialog.DialogLabel.Accept, tr("Export"))
        dialog.filterSelected.connect(self._kind_chosen)
        dialog.fileSelected.connect(partial(self._place_chosen, number))
        dialog.finished.connect(self._file_dialog_closed)
        self.file_dialog = dialog
        dialog.open()

    def _kind_chosen(self, name: str) -> None:
        from ....export.incident_report import suggest_incident_name

        if self.file_dialog is not None and self.current is not None:
            self.file_dialog.setDefaultSuffix(KINDS[name])
            self.file_dialog.selectFile(suggest_incident_name(self.current.id, KINDS[name]))

    def _place_chosen(self, incident_id: int, name: str) -> None:
        self.export_to(incident_id, Path(name))

    def export_to(self, incident_id: int, path: Path) -> None:
        """Write the report; ``message_posted`` says when it is there, or why not."""
        ask = partial(render_report, self._desk, self.source, incident_id, path, utc_now())
        self._desk.bridge.ask(ask, self._rendered, self._failed)

    def _rendered(self, report: tuple[str, Path]) -> None:
        from ....export.incident_report import write_incident

        text, path = report
        self._desk.run_in_background(partial(write_incident, text, path), partial(self._exported, path), self._failed)

    def _exported(self, path: Path, _done: None) -> None:
        self.message_posted.emit(tr("Exported to {shorten_path}.", shorten_path=formatting.shorten_path(path)), None)

    def _file_dialog_closed(self) -> None:
        if self.file_dialog is not None:
            self.file_dialog.deleteLater()
            self.file_dialog = None

    def _failed(self, error: Exception) -> None:
        self.message_posted.emit(error_text(error), None)

    def _make(self, text: str, icon: str, slot: Callable[[], object], keys: str = "") -> QAction:
        action = QAction(text, self)
        if icon:
            icons.set_themed_icon(action, icon, "muted")
        if keys:
            action.setShortcut(keys)
            action.setToolTip(f"{text.rstrip('…')} ({keys})")
        action.triggered.connect(lambda _checked=False: slot())
        return action
