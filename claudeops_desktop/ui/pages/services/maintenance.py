"""Maintenance: a service is left alone until a moment, or until the operator ends it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from PySide6.QtCore import QDateTime, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDateTimeEdit,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ....clock import from_text, utc_now
from ....errors import OperatorError
from ... import theme
from ...desk import Desk

MORNING = 8


class MaintenanceDialog(QDialog):
    """``chosen`` carries the end (None: until ended by hand) and a note."""

    chosen = Signal(object, str)

    def __init__(self, service: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"Maintenance of {service}")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(440)
        self.span = QComboBox()
        for text, value in (
            ("1 hour", "hour"),
            ("4 hours", "hours"),
            (f"Until tomorrow, {MORNING}:00", "tomorrow"),
            ("Until a date…", "date"),
            ("Until I end it", "never"),
        ):
            self.span.addItem(text, value)
        self.date = QDateTimeEdit(QDateTime.currentDateTime().addDays(1))
        self.date.setCalendarPopup(True)
        self.date.setDisplayFormat("ddd d MMM yyyy, HH:mm")
        self.date.setAccessibleName("Until")
        self.note = QLineEdit()
        self.note.setPlaceholderText("What is done to it; agents are told")
        self._fault = theme.label(role="wrong", wrap=True)
        self.begin = QPushButton("Leave it alone")
        self.begin.setDefault(True)
        theme.set_role(self.begin, "primary")
        self.begin.clicked.connect(self._choose)
        cancel = QPushButton("Cancel")
        cancel.clicked.connect(self.reject)
        self._form = QFormLayout()
        self._form.setHorizontalSpacing(theme.GAP_L)
        self._form.setVerticalSpacing(theme.GAP_S)
        self._form.addRow("&For", self.span)
        self._form.addRow("", self.date)
        self._form.addRow("&Note", self.note)
        buttons = QHBoxLayout()
        buttons.addWidget(self._fault, 1)
        buttons.addWidget(cancel)
        buttons.addWidget(self.begin)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_XL, theme.GAP_XL, theme.GAP_XL, theme.GAP_L)
        column.setSpacing(theme.GAP_L)
        column.addWidget(
            theme.label(
                f"While {service} is in maintenance no agent may restart, redeploy or change it, and alerts about it"
                " start no run. It is still checked.",
                wrap=True,
            )
        )
        column.addLayout(self._form)
        column.addLayout(buttons)
        self.span.currentIndexChanged.connect(self._typed)
        self.date.dateTimeChanged.connect(self._typed)
        self._typed()

    @property
    def until(self) -> datetime | None:
        """The end that is chosen."""
        now = utc_now()
        match self.span.currentData():
            case "hour":
                return now + timedelta(hours=1)
            case "hours":
                return now + timedelta(hours=4)
            case "tomorrow":
                day = now.astimezone().date() + timedelta(days=1)
                return datetime(day.year, day.month, day.day, MORNING).astimezone()
            case "date":
                return datetime.fromtimestamp(self.date.dateTime().toSecsSinceEpoch(), UTC)
            case _:
                return None

    def _typed(self) -> None:
        self._form.setRowVisible(self.date, self.span.currentData() == "date")
        until = self.until
        past = until is not None and until <= utc_now()
        self.begin.setEnabled(not past)
        self._fault.setText("That moment has passed already: choose a later one." if past else "")

    def _choose(self) -> None:
        self.chosen.emit(self.until, self.note.text().strip())
        self.accept()


@dataclass(frozen=True, slots=True)
class Before:
    """How a service's maintenance stood before a change: stored moments, or None."""

    since: str | None
    until: str | None
    note: str


@dataclass(frozen=True, slots=True)
class Resting:
    """Put a service into maintenance."""

    desk: Desk
    service: str
    until: datetime | None
    note: str

    def __call__(self) -> Before:
        """Inside a write; how it stood before."""
        before = _stands(self.desk, self.service)
        now = utc_now()
        self.desk.book.rules.maintain(self.service, now, self.until, self.note, now)
        return before


@dataclass(frozen=True, slots=True)
class Waking:
    """End its maintenance."""

    desk: Desk
    service: str

    def __call__(self) -> Before:
        """Inside a write; how it stood before."""
        before = _stands(self.desk, self.service)
        if before.since is None:
            raise OperatorError(f"{self.service} is not in maintenance any more.")
        self.desk.book.rules.end_maintenance(self.service, utc_now())
        return before


@dataclass(frozen=True, slots=True)
class Back:
    """Take either back."""

    desk: Desk
    service: str

    def __call__(self, before: Before) -> None:
        """Inside a write."""
        now = utc_now()
        rules = self.desk.book.rules
        if before.since is None:
            rules.end_maintenance(self.service, now)
        else:
            until = from_text(before.until) if before.until else None
            rules.maintain(self.service, from_text(before.since), until, before.note, now)


def _stands(desk: Desk, service: str) -> Before:
    rule = desk.book.rules.get(service)
    if rule is None:
        return Before(None, None, "")
    return Before(rule.maintenance_since, rule.maintenance_until, rule.note)
