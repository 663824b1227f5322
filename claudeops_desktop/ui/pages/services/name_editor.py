"""Renaming, removing and dismissing services from the window: the forms, the operation, and the way back."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from ....core.clock import utc_now
from ....storage.change_events import CommittedChange
from ...text.translation import error_text, tr
from .name_dialog import RenameServiceDialog, make_removal_dialog

if TYPE_CHECKING:
    from ....monitoring.service_changes.operations import ServiceChanges
    from ....monitoring.service_changes.types import RemovalReport, RenameReport, ServiceUse
    from ...app_context import AppContext


class ServiceNameEditor(QObject):
    """``renamed`` carries the new name; ``failed`` an error."""

    renamed = Signal(str)
    failed = Signal(object)

    def __init__(self, desk: AppContext, host: QWidget) -> None:
        super().__init__(host)
        self._desk = desk
        self._host = host

    def rename(self, name: str) -> None:
        """Ask for the new name."""
        self._desk.run_in_background(partial(use_of_service, self._desk, name), self._open_rename, self.failed.emit)

    def remove(self, name: str) -> None:
        """Say what there is of it, and ask what is kept."""
        self._desk.run_in_background(partial(use_of_service, self._desk, name), self._open_remove, self.failed.emit)

    def dismiss(self, name: str) -> None:
        """This name is no service; undo brings it back."""
        records = self._desk.book.service_names
        self._desk.undo.perform(
            tr("{name} is not a service", name=name),
            partial(records.dismiss, name, utc_now()),
            lambda _done: records.restore(name),
        )

    def _open_rename(self, use: ServiceUse) -> None:
        dialog = RenameServiceDialog(self._desk, use, self._host)
        dialog.rename_requested.connect(partial(self._rename, dialog, use.service))
        dialog.open()

    def _rename(self, dialog: RenameServiceDialog, old: str, new: str, merge: bool) -> None:
        if merge:  # two histories become one: there is no way back
            self._desk.run_in_background(
                partial(rename_service, self._desk, old, new, merge=True),
                partial(self._was_renamed, dialog),
                partial(self._refused, dialog, new),
            )
            return
        self._desk.undo.perform(
            tr("Renamed {old} to {new}", old=old, new=new),
            partial(rename_service, self._desk, old, new),
            lambda _done: rename_service(self._desk, new, old),
            aside=True,
            done=partial(self._was_renamed, dialog),
            failed=partial(self._refused, dialog, new),
        )

    def _was_renamed(self, dialog: RenameServiceDialog, report: RenameReport) -> None:
        if isValid(dialog):
            dialog.accept()
        self.renamed.emit(report.new)

    def _refused(self, dialog: RenameServiceDialog, new: str, error: Exception) -> None:
        from ....monitoring.service_changes.operations import NameInUseError

        if not isValid(dialog):
            self.failed.emit(error)
        elif isinstance(error, NameInUseError):
            dialog.offer_merge(new, tr("{error} Merging both cannot be undone.", error=error))
        else:
            dialog.show_failure(error_text(error))

    def _open_remove(self, use: ServiceUse) -> None:
        dialog = make_removal_dialog(self._desk, use, self._host)
        dialog.submitted.connect(partial(self._remove, use.service))
        dialog.open()

    def _remove(self, name: str, keep_history: bool) -> None:
        if not keep_history:
            self._desk.run_in_background(partial(remove_service, self._desk, name), self._was_deleted, self.failed.emit)
            return
        self._desk.undo.perform(
            tr("Removed {name}; its history is kept", name=name),
            partial(remove_service, self._desk, name, keep_history=True),
            partial(restore_service, self._desk),
            aside=True,
            failed=self.failed.emit,
        )

    def _was_deleted(self, report: RemovalReport) -> None:
        self._desk.undo.forget()  # what is there to be undone may name it
        self._desk.undo.message_posted.emit(
            tr("Removed {service} and everything about it.", service=report.service), None
        )


def service_changes(desk: AppContext) -> ServiceChanges:
    """The operations, for a thread that may wait."""
    from ....monitoring.service_changes.operations import ServiceChanges

    return ServiceChanges(desk.book, desk.memory, desk.folder)


def use_of_service(desk: AppContext, name: str) -> ServiceUse:
    """What there is of a service. On a thread."""
    return service_changes(desk).use_of(name)


def rename_service(desk: AppContext, old: str, new: str, *, merge: bool = False) -> RenameReport:
    """Rename it everywhere. On a thread."""
    done = service_changes(desk).rename(old, new, merge=merge)
    desk.book.store.hub.publish(CommittedChange("services"))
    return done


def remove_service(desk: AppContext, name: str, *, keep_history: bool = False) -> RemovalReport:
    """Remove it. On a thread."""
    return service_changes(desk).remove(name, keep_history=keep_history)


def restore_service(desk: AppContext, removed: RemovalReport) -> None:
    """Undo a removal that kept the history. On a thread."""
    service_changes(desk).restore(removed)
