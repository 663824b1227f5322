"""Before a restore: the secrets of settings and services that were left out of the backup and are not known here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from ...core.errors import ClaudeOpsError
from ...core.paths import DataFolder
from ...storage.restore_changes import missing_secrets
from .. import icons, theme
from ..text import formatting
from ..text.translation import tr
from ..widgets.growing_dialog import GrowingDialog
from ..widgets.vertical_scroll import VerticalScroll

WIDTH = 520


class LeftOutSecretsDialog(GrowingDialog):
    """A field for each place; what is left empty stays out."""

    def __init__(self, source: Path, places: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Claude Ops")
        self.setWindowIcon(icons.themed_icon("app", "accent"))
        self.setMinimumWidth(WIDTH)
        title = tr("Secrets that are not in {name}", name=source.name)
        told = tr(
            "They were left out when the backup was made, and are not known here. What you leave empty can be put in"
            " later, in the settings or in services.toml."
        )
        self.fields = {place: _hidden_field(place) for place in places}
        listed = QWidget()
        rows = QVBoxLayout(listed)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(theme.GAP_S)
        for place, field in self.fields.items():
            label = theme.plain_label(formatting.make_breakable(place), wrap=True)
            label.setBuddy(field)
            rows.addWidget(label)
            rows.addWidget(field)
        self.go_on = QPushButton(tr("Restore"))
        theme.set_role(self.go_on, "primary")
        self.go_on.setDefault(True)
        self.go_on.clicked.connect(self.accept)
        self.leave = QPushButton(tr("Cancel"))
        self.leave.clicked.connect(self.reject)
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.GAP_S)
        buttons.addStretch()
        buttons.addWidget(self.leave)
        buttons.addWidget(self.go_on)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_XL, theme.GAP_XL, theme.GAP_XL, theme.GAP_L)
        column.setSpacing(theme.GAP_M)
        column.addWidget(theme.plain_label(title, "section"))
        column.addWidget(theme.plain_label(told, "muted", wrap=True))
        column.addWidget(VerticalScroll(listed), 1)
        column.addLayout(buttons)
        next(iter(self.fields.values())).setFocus()

    @property
    def answers(self) -> Mapping[str, str]:
        """Return what was typed, by place; nothing for a field that was left empty."""
        return {place: field.text() for place, field in self.fields.items() if field.text()}


def secrets_to_ask(folder: DataFolder, source: Path) -> tuple[str, ...]:
    """Return the places whose secrets are asked for; none of a backup that cannot be read, of which the restore says
    what is wrong."""
    try:
        return missing_secrets(folder, source)
    except ClaudeOpsError:
        return ()


def _hidden_field(place: str) -> QLineEdit:
    field = QLineEdit()
    field.setEchoMode(QLineEdit.EchoMode.Password)
    field.setAccessibleName(place)
    return field
