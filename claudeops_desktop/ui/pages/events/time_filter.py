"""The filter by time: the last hour, day or week, or from one moment to another."""

from __future__ import annotations

from datetime import UTC, datetime

from PySide6.QtCore import QDateTime, Qt, Signal
from PySide6.QtWidgets import QDateTimeEdit, QDialog, QFormLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ....core.clock import from_text, to_text
from ... import theme
from ...text import formatting
from ...text.translation import tr
from ...widgets.filter_box import FilterChoice

CHOOSE = "choose"
FORMAT = tr("ddd d MMM yyyy, HH:mm")


def time_choices(time: str | None) -> list[FilterChoice]:
    """The entries of the box; a range that is chosen is one of them."""
    found = [
        FilterChoice(tr("Any time"), None),
        FilterChoice(tr("Last hour"), "hour"),
        FilterChoice(tr("Last day"), "day"),
        FilterChoice(tr("Last week"), "week"),
    ]
    if time and "/" in time:
        found.append(FilterChoice(time_range_text(time), time))
    return [*found, FilterChoice(tr("From … to …"), CHOOSE)]


def time_range_text(time: str) -> str:
    """A range in words: ``Mon 08:00 – 12:00``, ``since 3 Dec 08:00``."""
    start, _, end = time.partition("/")
    if start and end:
        return f"{formatting.format_clock_time(start)} – {formatting.format_clock_time(end)}"
    return (
        tr("since {start}", start=formatting.format_clock_time(start))
        if start
        else tr("before {end}", end=formatting.format_clock_time(end))
    )


def is_time_filter(value: object) -> bool:
    """Whether it is a value of the filter: what was remembered may be damaged."""
    if not isinstance(value, str):
        return False
    if value in ("hour", "day", "week"):
        return True
    start, slash, end = value.partition("/")
    try:
        return bool(slash) and bool([from_text(part) for part in (start, end) if part])
    except ValueError:
        return False


class TimeRangeDialog(QDialog):
    """``range_chosen`` carries ``FROM/UNTIL`` as stored moments."""

    range_chosen = Signal(str)

    def __init__(self, time: str | None, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Events between two moments"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        now = QDateTime.currentDateTime()
        start, _, end = (time or "").partition("/") if time and "/" in time else ("", "", "")
        self.start = QDateTimeEdit(_qt(start) if start else now.addDays(-1))
        self.end = QDateTimeEdit(_qt(end) if end else now)
        for field, name in ((self.start, tr("From")), (self.end, tr("To"))):
            field.setCalendarPopup(True)
            field.setDisplayFormat(FORMAT)
            field.setAccessibleName(name)
            field.dateTimeChanged.connect(self._typed)
        self._fault = theme.plain_label(role="wrong", wrap=True)
        self.show_them = QPushButton(tr("Show them"))
        self.show_them.setDefault(True)
        theme.set_role(self.show_them, "primary")
        self.show_them.clicked.connect(self._choose)
        cancel = QPushButton(tr("Cancel"))
        cancel.clicked.connect(self.reject)
        form = QFormLayout()
        form.setHorizontalSpacing(theme.GAP_L)
        form.setVerticalSpacing(theme.GAP_S)
        form.addRow(tr("&From"), self.start)
        form.addRow(tr("&To"), self.end)
        buttons = QHBoxLayout()
        buttons.addWidget(self._fault, 1)
        buttons.addWidget(cancel)
        buttons.addWidget(self.show_them)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_XL, theme.GAP_XL, theme.GAP_XL, theme.GAP_L)
        column.setSpacing(theme.GAP_L)
        column.addLayout(form)
        column.addLayout(buttons)
        self.setMinimumWidth(420)
        self._typed()

    def _typed(self) -> None:
        right = self.start.dateTime() < self.end.dateTime()
        self.show_them.setEnabled(right)
        self._fault.setText("" if right else tr("The start must be before the end."))

    def _choose(self) -> None:
        moments = [datetime.fromtimestamp(field.dateTime().toSecsSinceEpoch(), UTC) for field in (self.start, self.end)]
        self.range_chosen.emit("/".join(map(to_text, moments)))
        self.accept()


def _qt(moment: str) -> QDateTime:
    return QDateTime.fromSecsSinceEpoch(int(from_text(moment).timestamp()))
