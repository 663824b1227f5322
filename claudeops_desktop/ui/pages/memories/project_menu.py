"""The projects that a memory can be shared with, as a part of the context menu."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from ....core.principals import acting, project_audience
from ....records.principals import KnownName, PrincipalRecords
from ....storage import CommittedChange
from ...app_context import AppContext
from ...latest_query import LatestQuery
from ...text.translation import tr


class ProjectMenu(QMenu):
    """Not to be seen where there is no project that one may share with. ``project_chosen`` carries its name."""

    project_chosen = Signal(str)

    def __init__(self, desk: AppContext, parent: QWidget) -> None:
        super().__init__(tr("Share with a project"), parent)
        self._latest = LatestQuery(desk.bridge, self._show, lambda _why: None, self)
        self._records = PrincipalRecords(desk.book.store, "projects")
        self._asked = False
        self._show([])
        self.triggered.connect(self._choose)
        desk.bridge.changed.connect(self._changed)

    @Slot()
    def ask_once(self) -> None:
        """Read what projects there are; later only when they change."""
        if not self._asked:
            self._asked = True
            self._latest.ask(self._list)

    def _list(self) -> list[KnownName]:
        """On a thread of the store's."""
        principal = acting()
        found = self._records.list()
        return [one for one in found if principal is None or principal.may_see(project_audience(one.name))]

    def _show(self, found: list[KnownName]) -> None:
        self.clear()
        for project in found:
            if project.removed_at is None:
                self.addAction(project.name.replace("&", "&&")).setData(project.name)
        self.menuAction().setVisible(not self.isEmpty())

    @Slot(QAction)
    def _choose(self, action: QAction) -> None:
        self.project_chosen.emit(action.data())

    @Slot(object)
    def _changed(self, change: CommittedChange) -> None:
        if self._asked and change.table in ("projects", "settings", "*"):
            self._latest.ask(self._list)
