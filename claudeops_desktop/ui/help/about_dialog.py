"""About: the version, where the data lies, the agent that was found, and the licences of all libraries."""

from __future__ import annotations

import re
from functools import partial
from importlib import metadata

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from ... import __version__
from ...agents.registry import AgentRegistry
from .. import icons, theme
from ..app_context import AppContext
from ..text.translation import error_text, tr, tr_message
from ..widgets.fit_to_screen import fit_to_screen

OURS = "claudeops-desktop"
LONGEST = 60  # some packages put the whole text of their licence into the field


class AboutDialog(QDialog):
    """Looks for the agent and reads the licences on a thread."""

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.setObjectName("about")
        self.setWindowTitle(tr("About Claude Ops"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.version = theme.plain_label(tr("Version {version}", version=__version__), select=True)
        self.agent = theme.plain_label(tr("Looking for the agent…"), wrap=True, select=True)
        self.folder = theme.plain_label(str(desk.folder.root), "mono", wrap=True, select=True)
        self.open_folder = QPushButton(tr("Open the data folder"))
        icons.set_themed_icon(self.open_folder, "folder")
        self.open_folder.clicked.connect(self._open_folder)
        self.licences = QPlainTextEdit()
        self.licences.setReadOnly(True)
        self.licences.setTabChangesFocus(True)
        self.licences.setAccessibleName(tr("Licences of the libraries"))
        self.close_button = QPushButton(tr("Close"))
        self.close_button.setDefault(True)
        self.close_button.clicked.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_XL, theme.GAP_XL, theme.GAP_XL, theme.GAP_L)
        column.setSpacing(theme.GAP_S)
        column.addWidget(theme.plain_label("Claude Ops Desktop", "title"))
        column.addWidget(self.version)
        column.addWidget(theme.plain_label(tr("Licence: {licence}", licence="Apache-2.0")))
        column.addWidget(theme.plain_label(tr("Agent"), "section"))
        column.addWidget(self.agent)
        column.addWidget(theme.plain_label(tr("Data folder"), "section"))
        column.addWidget(self.folder)
        column.addWidget(self.open_folder, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(theme.plain_label(tr("Libraries and their licences"), "section"))
        column.addWidget(self.licences, 1)
        buttons = QHBoxLayout()
        buttons.addStretch()
        buttons.addWidget(self.close_button)
        column.addLayout(buttons)
        fit_to_screen(self, 560, 540)
        desk.run_in_background(desk.find_agents, self._agent_found, partial(self._failed, self.agent))
        desk.run_in_background(library_licences, self._licences_read, partial(self._failed, self.licences))

    def _agent_found(self, found: AgentRegistry) -> None:
        self.agent.setText(tr_message(found.sentence))

    def _licences_read(self, lines: list[str]) -> None:
        self.licences.setPlainText("\n".join(lines))

    def _failed(self, place: QWidget, error: Exception) -> None:
        said = error_text(error)
        if isinstance(place, QPlainTextEdit):
            place.setPlainText(said)
        else:
            self.agent.setText(said)

    def _open_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._desk.folder.root)))


def library_licences() -> list[str]:
    """Every library that we need, directly or through others: name, version and licence, from what is installed; and
    the sentence model, which ships in our resources."""
    wanted, seen, lines = [OURS], set(), ["all-MiniLM-L6-v2: Apache-2.0"]
    while wanted:
        name = wanted.pop()
        key = re.sub(r"[-_.]+", "-", name).lower()
        if key in seen:
            continue
        seen.add(key)
        try:
            found = metadata.distribution(name)
        except metadata.PackageNotFoundError:  # wanted on other systems only
            continue
        needs = [need for need in found.requires or () if "extra ==" not in need]
        wanted += [match[0] for need in needs if (match := re.match(r"[A-Za-z0-9._-]+", need))]
        if key != OURS:
            lines.append(f"{found.name} {found.version}: {_licence(found)}")
    return sorted(lines, key=str.lower)


def _licence(found: metadata.Distribution) -> str:
    said = _field(found, "License-Expression")
    if not said:
        classified = [each for each in found.metadata.get_all("Classifier") or () if each.startswith("License ::")]
        said = ", ".join(each.rpartition(" :: ")[2] for each in classified)
    said = said or _field(found, "License").strip().partition("\n")[0]
    return said[:LONGEST] if said else tr("not stated")


def _field(found: metadata.Distribution, name: str) -> str:
    return str(found.metadata[name]) if name in found.metadata else ""


def open_about(desk: AppContext, parent: QWidget | None) -> AboutDialog:
    """Show the dialog over a window."""
    dialog = AboutDialog(desk, parent)
    dialog.open()
    return dialog
