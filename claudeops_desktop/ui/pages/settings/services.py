"""The services file: where it is, whether it can be read, and a sample to begin with."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ....errors import EnvironmentFault, OperatorError
from ....paths import shipped
from ... import icons, theme, words
from ...desk import Desk
from ...widgets.elided import ElidedLabel
from ...widgets.state_dot import StateDot


@dataclass(frozen=True, slots=True)
class FileState:
    """How the services file stands: ``wrong`` is a sentence, or nothing."""

    there: bool
    names: tuple[str, ...] = ()
    wrong: str = ""


class ServicesFile(QWidget):
    """Looks at the file on a thread; opens or makes it when asked to."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._path = desk.folder.services_file
        self._dot = StateDot("idle")
        self.state = theme.label(wrap=True)
        self._where = ElidedLabel(str(self._path), "mono")
        self.make = QPushButton("Create from the sample")
        self.make.clicked.connect(self._create)
        self.edit = QPushButton("Edit")
        icons.dress(self.edit, "external")
        self.edit.clicked.connect(self._edit)
        self.folder = QPushButton("Open folder")
        icons.dress(self.folder, "folder")
        self.folder.clicked.connect(self._open_folder)
        head = QHBoxLayout()
        head.setSpacing(theme.GAP_S)
        head.addWidget(self._dot)
        head.addWidget(self.state, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.GAP_S)
        for button in (self.make, self.edit, self.folder):
            buttons.addWidget(button)
        buttons.addStretch()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_S)
        column.addLayout(head)
        column.addWidget(self._where)
        column.addLayout(buttons)

    def look(self) -> None:
        """Read the file on a thread."""
        self._desk.aside(_Look(self._path), self._seen, self._failed)

    def _seen(self, state: FileState) -> None:
        self.make.setVisible(not state.there)
        self.edit.setVisible(state.there)
        if state.wrong:
            self._dot.set_state("failed")
            self.state.setText(state.wrong)
        elif state.there:
            self._dot.set_state("good")
            named = f": {words.listed(state.names, 6)}" if state.names else ""
            self.state.setText(f"{words.counted(len(state.names), 'service')}{named}. The next run checks them.")
        else:
            self._dot.set_state("idle")
            self.state.setText(
                "There is no services.toml yet: the watcher looks after this machine (disk, memory, load, clock)."
            )

    def _failed(self, error: Exception) -> None:
        self._dot.set_state("failed")
        self.state.setText(getattr(error, "told", str(error)))

    def _create(self) -> None:
        self._desk.aside(_Create(self._path), self._created, self._failed)

    def _created(self, _path: Path) -> None:
        self.look()
        self._edit()

    def _edit(self) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._path))):
            self.state.setText(f"No program opens {self._path.name} here. Open it in an editor of yours.")

    def _open_folder(self) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._path.parent))):
            self.state.setText(f"No file manager answers here. The folder is {self._path.parent}.")


@dataclass(frozen=True, slots=True)
class _Look:
    path: Path

    def __call__(self) -> FileState:
        from ....watch.services import ServicesError, load_services

        if not self.path.exists():
            return FileState(False)
        try:
            return FileState(True, load_services(self.path).names)
        except ServicesError as error:
            return FileState(True, (), str(error))


@dataclass(frozen=True, slots=True)
class _Create:
    path: Path

    def __call__(self) -> Path:
        if self.path.exists():
            raise OperatorError(f"{self.path} is there already.")
        try:
            shutil.copyfile(shipped("resources", "services.toml"), self.path)
        except OSError as error:
            raise EnvironmentFault(f"{self.path} cannot be written: {error.strerror}.") from error
        return self.path
