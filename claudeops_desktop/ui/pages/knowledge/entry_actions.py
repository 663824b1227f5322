"""The menu of a file in the list: edit, its last ten versions, delete, and what every table can do."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu
from shiboken6 import isValid

from ....knowledge import KnowledgeCommit
from ....knowledge.repository import MOST_VERSIONS
from ...text.translation import tr
from .version_list import version_text

if TYPE_CHECKING:
    from .page import KnowledgePage


class EntryMenu(QMenu):
    """``version_chosen`` carries path and version; ``edit_requested`` and ``remove_requested`` the path."""

    version_chosen = Signal(str, str)
    edit_requested = Signal(str)
    remove_requested = Signal(str)

    def __init__(self, path: str, page: KnowledgePage) -> None:
        super().__init__(page)
        self._path = path
        self.aboutToHide.connect(self.deleteLater)
        self._add(tr("Edit"), partial(self.edit_requested.emit, path))
        self.versions = self.addMenu(tr("Versions"))
        self._wait = self.versions.addAction(tr("Reading the history…"))
        self._wait.setEnabled(False)
        self._add(tr("Copy the path"), partial(QGuiApplication.clipboard().setText, path))
        if page.source.own:
            self._add(tr("Delete"), partial(self.remove_requested.emit, path))
        page.table.tools.fill_menu(self)
        work = partial(page.source.load_versions, path, MOST_VERSIONS)
        page.context.run_in_background(work, self._show_versions, self._failed)

    def _add(self, text: str, act: Callable[[], None]) -> None:
        self.addAction(text).triggered.connect(lambda _checked=False: act())

    def _show_versions(self, versions: tuple[KnowledgeCommit, ...]) -> None:
        if not isValid(self):
            return
        self.versions.removeAction(self._wait)
        for one in versions:
            text = version_text(one).replace("&", "&&")
            action = self.versions.addAction(text if len(text) < 100 else f"{text[:99]}…")
            action.triggered.connect(partial(self.version_chosen.emit, self._path, one.number))
        if not versions:
            self.versions.addAction(tr("There are none yet")).setEnabled(False)

    def _failed(self, _error: Exception) -> None:
        if isValid(self):
            self._wait.setText(tr("The history cannot be read"))
