"""Adding, changing, duplicating and removing checks of services.toml: the form, the file, and the way back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from ....storage.change_events import CommittedChange
from ...text import formatting
from ...text.translation import tr
from .commands import (
    FoundCheck,
    ServicesFileChange,
    add_check,
    add_checks,
    change_check,
    find_check,
    remove_check,
    restore_services_file,
)
from .dialogs import CheckDialog
from .discover_dialog import DiscoverDialog

if TYPE_CHECKING:
    from ...app_context import AppContext

T = TypeVar("T")


class CheckEditor(QObject):
    """``check_saved`` carries the name of the service after its check was written; ``failed`` an error."""

    check_saved = Signal(str)
    failed = Signal(object)

    def __init__(self, desk: AppContext, host: QWidget) -> None:
        super().__init__(host)
        self._desk = desk
        self._host = host
        self._path = desk.folder.services_file

    def add(self, name: str) -> None:
        """A form for a new check, of a service that is named or not."""
        self._find("", partial(self._open_new, {"name": name} if name else {}))

    def copy(self, key: str) -> None:
        """A form for a new check like one that is there."""
        self._find(key, self._open_copy)

    def edit(self, key: str) -> None:
        """A form for a check that is there."""
        self._find(key, self._open_edit)

    def discover(self) -> None:
        """A list of what runs on this machine, to choose from."""
        dialog = DiscoverDialog(self._desk, self._host)
        dialog.rows_chosen.connect(self._add_rows)
        dialog.open()

    def remove(self, key: str) -> None:
        """Take a check out at once; undo brings it back."""
        self._save(
            tr("Removed {key} from services.toml", key=key),
            key.partition(":")[0],
            partial(remove_check, self._path, key),
        )

    def _find(self, key: str, then: Any) -> None:
        self._desk.run_in_background(partial(find_check, self._path, key), then, self.failed.emit)

    def _open_copy(self, found: FoundCheck) -> None:
        self._open_new({**found.row, "label": "copy"}, FoundCheck({}, "", (*found.others, found.key)))

    def _open_new(self, row: dict[str, Any], found: FoundCheck) -> None:
        form = CheckDialog(self._desk, row, found.others, new=True, parent=self._host)
        form.check_submitted.connect(self._add)
        form.open()

    def _open_edit(self, found: FoundCheck) -> None:
        form = CheckDialog(self._desk, found.row, found.others, new=False, parent=self._host)
        form.check_submitted.connect(partial(self._change, found.key))
        form.open()

    def _add(self, row: dict[str, Any]) -> None:
        name = str(row["name"]).lower()
        self._save(tr("Added a check of {name}", name=name), name, partial(add_check, self._path, row))

    def _add_rows(self, rows: list[dict[str, Any]]) -> None:
        names = formatting.format_names([row["name"] for row in rows])
        self._save(
            tr("Added {names} to services.toml", names=names), rows[0]["name"], partial(add_checks, self._path, rows)
        )

    def _change(self, key: str, row: dict[str, Any]) -> None:
        name = str(row["name"]).lower()
        self._save(tr("Changed a check of {name}", name=name), name, partial(change_check, self._path, key, row))

    def _save(self, label: str, name: str, work: Callable[[], ServicesFileChange]) -> None:
        self._desk.undo.perform(
            label,
            partial(publish_file_change, self._desk, work),
            partial(publish_file_change, self._desk, partial(restore_services_file, self._path)),
            aside=True,
            done=partial(self._done, name),
        )

    def _done(self, name: str, _saved: ServicesFileChange) -> None:
        self.check_saved.emit(name)


def publish_file_change(desk: AppContext, work: Callable[..., T], *given: object) -> T:
    """Work on a file that the rest of the window hears of, undone and redone too."""
    answer = work(*given)
    desk.book.store.hub.publish(CommittedChange("services"))
    return answer
