"""What a schedule lays down for itself: what was missed, how old is too old, the network, staying awake."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from ....core.errors import UsageError
from ....core.settings import ScheduleSettings
from ....records.occurrences import Schedule
from ....scheduler import rules
from ... import theme
from ...text import formatting
from ...text.translation import tr

NAMES = {"run": tr("Run it once"), "skip": tr("Skip it"), "ask": tr("Ask me")}


class PolicyFields(QWidget):
    """``changed`` says that something was chosen or typed."""

    changed = Signal()

    def __init__(self, start: Schedule, settings: ScheduleSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        usual = NAMES[settings.catch_up]
        self.catch_up = QComboBox()
        self.catch_up.addItem(tr("As in the settings ({lower}{usual})", lower=usual[:1].lower(), usual=usual[1:]), "")
        for value, text in NAMES.items():
            self.catch_up.addItem(text, value)
        self.catch_up.setCurrentIndex(max(0, self.catch_up.findData(start.catch_up)))
        theme.set_accessible_name(self.catch_up, tr("What was missed"))
        self.max_age = QLineEdit("" if start.max_age_s is None else formatting.format_duration(start.max_age_s))
        self.max_age.setPlaceholderText(f"{settings.max_age_hours:g} h")
        self.max_age.setToolTip(
            tr("Empty: {max_age_hours} h, as in the settings", max_age_hours=f"{settings.max_age_hours:g}")
        )
        self.max_age.setAccessibleName(tr("Too old to catch up on"))
        self.wait_network = QCheckBox(tr("Wait for the network before a run"))
        self.wait_network.setChecked(bool(start.wait_network))
        minutes = tr("{network_minutes} min", network_minutes=f"{settings.network_minutes:g}")
        self.wait_network.setToolTip(
            tr("Up to {minutes}, then the run is skipped (Settings, Schedule)", minutes=minutes)
        )
        self.keep_awake = QCheckBox(tr("Keep the computer awake during a run"))
        self.keep_awake.setChecked(bool(start.keep_awake))
        missed = QHBoxLayout()
        missed.setSpacing(theme.GAP_S)
        missed.addWidget(self.catch_up, 1)
        missed.addWidget(theme.plain_label(tr("unless older than")))
        missed.addWidget(self.max_age, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_S)
        column.addLayout(missed)
        column.addWidget(self.wait_network)
        column.addWidget(self.keep_awake)
        self.catch_up.currentIndexChanged.connect(self.changed)
        self.max_age.textChanged.connect(self.changed)
        self.setFocusProxy(self.catch_up)

    @property
    def values(self) -> dict[str, Any]:
        """The columns. Raises UsageError naming the field and the fix."""
        return {
            "catch_up": self.catch_up.currentData(),
            "max_age_s": self._age(),
            "wait_network": self.wait_network.isChecked(),
            "keep_awake": self.keep_awake.isChecked(),
        }

    def _age(self) -> int | None:
        text = self.max_age.text().strip()
        if not text:
            return None
        try:
            return int(rules.check_rule("interval", text))
        except UsageError as error:
            sentence = str(error).replace("The interval", "“Unless older than”", 1)
            raise UsageError(sentence, error.remedy) from error
