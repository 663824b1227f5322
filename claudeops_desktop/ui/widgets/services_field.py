"""Services by name, separated by commas, or chosen from those that were checked."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QToolButton, QWidget

from .. import theme
from ..text.translation import tr


class ServicesField(QWidget):
    """``changed`` says that other services are named now. ``offer`` fills the menu."""

    changed = Signal()

    def __init__(self, services: Sequence[str] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line = QLineEdit(", ".join(services))
        self.line.setPlaceholderText(tr("All services"))
        self.line.setAccessibleName(tr("Services, separated by commas"))
        self.line.textChanged.connect(self.changed)
        self.pick = QToolButton()
        theme.set_role(self.pick, "button")
        self.pick.setText(tr("Choose"))
        self.pick.setAccessibleName(tr("Choose services"))
        self.pick.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self.pick)
        self._menu.triggered.connect(self._toggled)
        self._menu.aboutToShow.connect(self._mark)
        self.pick.setMenu(self._menu)
        self.set_choices(())
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GAP_S)
        row.addWidget(self.line, 1)
        row.addWidget(self.pick)
        self.setFocusProxy(self.line)

    @property
    def chosen_services(self) -> tuple[str, ...]:
        """The services named, in lower case, each once."""
        names = [name.strip().lower() for name in self.line.text().split(",")]
        return tuple(dict.fromkeys(name for name in names if name))

    def set_services(self, services: Sequence[str]) -> None:
        """Name these."""
        self.line.setText(", ".join(services))

    def set_choices(self, names: Sequence[str]) -> None:
        """What can be chosen from."""
        self._menu.clear()
        for name in names:
            action = QAction(name, self._menu)
            action.setCheckable(True)
            self._menu.addAction(action)
        self.pick.setEnabled(bool(names))
        self.pick.setToolTip(
            tr("Choose from the services that were checked") if names else tr("No service was checked yet.")
        )

    def _mark(self) -> None:
        for action in self._menu.actions():
            action.setChecked(action.text() in self.chosen_services)

    def _toggled(self, action: QAction) -> None:
        left = [name for name in self.chosen_services if name != action.text()]
        self.set_services([*left, action.text()] if action.isChecked() else left)
