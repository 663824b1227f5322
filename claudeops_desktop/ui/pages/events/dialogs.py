"""Muting: what, and until when; and the one place where all mutes are listed and ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial

from PySide6.QtCore import QDateTime, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QCheckBox,
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

from ....core.clock import to_text, utc_now
from ....records.event_groups import NO_SERVICE, EventGroup
from ....records.events import LEVELS
from ....records.mutes import MuteRule, matching_sql
from ... import theme
from ...app_context import AppContext
from ...text import formatting
from ...text.translation import tr
from ...widgets.record_cell import RecordCell
from ...widgets.record_model import RecordModel, TableColumn
from ...widgets.record_table import RecordTable
from ...widgets.state_dot import state_word

PAUSE_MS = 150
MORNING = 8
HOUR, TOMORROW, WEEK, DATE, NEVER = "hour", "tomorrow", "week", "date", "never"


@dataclass(frozen=True, slots=True)
class MuteRequest:
    """What is to be muted; ``until`` None: until the operator ends it."""

    service: str | None
    level: str | None
    text: str
    until: datetime | None
    reason: str = ""

    @property
    def label(self) -> str:
        """What was done, in the past tense."""
        return tr("Muted {what}", what=self.mute.what)

    @property
    def mute(self) -> MuteRule:
        """As a row that would be."""
        end = to_text(self.until) if self.until else None
        return MuteRule(0, self.service, self.level, self.text, end, self.reason, "", None)


class MuteDialog(QDialog):
    """``mute_requested`` carries a MuteRequest. It mutes nothing itself."""

    mute_requested = Signal(object)

    def __init__(self, desk: AppContext, fold: EventGroup | None, parent: QWidget) -> None:
        super().__init__(parent)
        self._desk = desk
        self.setWindowTitle(tr("Mute events"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(480)
        self.by_service = QCheckBox(tr("Of the &service"))
        self.service = QLineEdit()
        self.by_level = QCheckBox(tr("Of the &level"))
        self.level = QComboBox()
        theme.set_accessible_name(self.level, tr("Of the level"))
        for level in reversed(LEVELS):
            self.level.addItem(state_word(level), level)
        self.by_text = QCheckBox(tr("With the &text"))
        self.text = QLineEdit()
        self.span = QComboBox()
        theme.set_accessible_name(self.span, tr("For how long"))
        for text, value in (
            (tr("1 hour"), HOUR),
            (tr("Until tomorrow, {morning}:00", morning=MORNING), TOMORROW),
            (tr("1 week"), WEEK),
            (tr("Until a date…"), DATE),
            (tr("Until I end it"), NEVER),
        ):
            self.span.addItem(text, value)
        self.date = QDateTimeEdit(QDateTime.currentDateTime().addDays(1))
        self.date.setCalendarPopup(True)
        self.date.setDisplayFormat(tr("ddd d MMM yyyy, HH:mm"))
        self.reason = QLineEdit()
        self.reason.setPlaceholderText(tr("Why, for others who read this list"))
        self._said = theme.plain_label(role="muted", wrap=True)
        self._said.setMinimumHeight(2 * self._said.fontMetrics().lineSpacing())
        self.mute = QPushButton(tr("Mute"))
        self.mute.setDefault(True)
        theme.set_role(self.mute, "primary")
        self._keep = QPushButton(tr("Cancel"))
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._count)
        self._take(fold)
        self._lay_out()
        self._connect()
        self._typed()
        self.span.setFocus()

    @property
    def mute_request(self) -> MuteRequest:
        """What the fields say."""
        return MuteRequest(
            service=(self.service.text().strip().lower() or None) if self.by_service.isChecked() else None,
            level=self.level.currentData() if self.by_level.isChecked() else None,
            text=self.text.text().strip() if self.by_text.isChecked() else "",
            until=self.until,
            reason=self.reason.text().strip(),
        )

    @property
    def until(self) -> datetime | None:
        """The end that is chosen; None: no end of its own."""
        now = utc_now()
        match self.span.currentData():
            case "hour":
                return now + timedelta(hours=1)
            case "tomorrow":
                day = now.astimezone().date() + timedelta(days=1)
                return datetime(day.year, day.month, day.day, MORNING).astimezone()
            case "week":
                return now + timedelta(weeks=1)
            case "date":
                return datetime.fromtimestamp(self.date.dateTime().toSecsSinceEpoch(), UTC)
            case _:
                return None

    def _take(self, fold: EventGroup | None) -> None:
        """Begin with what the chosen row is."""
        self.by_service.setChecked(fold is not None)
        self.by_level.setChecked(fold is not None)
        if fold is None:
            self.by_text.setChecked(True)
            return
        self.service.setText(fold.event.service or NO_SERVICE)
        self.level.setCurrentIndex(self.level.findData(fold.event.level))
        self.text.setText(fold.event.message.split("\n")[0][:120])

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(theme.GAP_L)
        form.setVerticalSpacing(theme.GAP_S)
        for box, field in ((self.by_service, self.service), (self.by_level, self.level), (self.by_text, self.text)):
            field.setAccessibleName(box.text().replace("&", ""))
            form.addRow(box, field)
        form.addRow(tr("&For"), self.span)
        form.addRow("", self.date)
        form.addRow(tr("&Reason"), self.reason)
        self.date.setAccessibleName(tr("Until"))
        self._form = form
        buttons = QHBoxLayout()
        buttons.addStretch()
        buttons.addWidget(self._keep)
        buttons.addWidget(self.mute)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_XL, theme.GAP_XL, theme.GAP_XL, theme.GAP_L)
        column.setSpacing(theme.GAP_L)
        column.addWidget(
            theme.plain_label(tr("Events that match all of these are hidden and not counted for a while."), wrap=True)
        )
        column.addLayout(form)
        column.addWidget(self._said)
        column.addStretch()
        column.addLayout(buttons)

    def _connect(self) -> None:
        for box in (self.by_service, self.by_level, self.by_text):
            box.toggled.connect(self._typed)
        for field in (self.service, self.text):
            field.textChanged.connect(self._typed)
        self.level.currentIndexChanged.connect(self._typed)
        self.span.currentIndexChanged.connect(self._typed)
        self.date.dateTimeChanged.connect(self._typed)
        self.mute.clicked.connect(self._wish)
        self._keep.clicked.connect(self.reject)

    def _typed(self) -> None:
        for box, field in ((self.by_service, self.service), (self.by_level, self.level), (self.by_text, self.text)):
            field.setEnabled(box.isChecked())
        self._form.setRowVisible(self.date, self.span.currentData() == DATE)
        fault = self._fault()
        self.mute.setEnabled(not fault)
        if fault:
            self._pause.stop()
            theme.set_role(self._said, "wrong")
            self._said.setText(fault)
        else:
            self._pause.start()

    def _fault(self) -> str:
        wish = self.mute_request
        if not (wish.service or wish.level or wish.text):
            return tr("Name a service, a level or a text: otherwise every event would be hidden.")
        if wish.until is not None and wish.until <= utc_now():
            return tr("That moment has passed already: choose a later one.")
        return ""

    def _count(self) -> None:
        self._desk.bridge.ask(partial(_count_hidden, self._desk, self.mute_request), self._counted)

    def _counted(self, answer: tuple[MuteRequest, int]) -> None:
        wish, number = answer
        now = self.mute_request
        if (wish.service, wish.level, wish.text) != (now.service, now.level, now.text) or self._fault():
            return
        theme.set_role(self._said, "muted")
        ends = (
            tr("They show again from {until} on.", until=formatting.format_clock_time(wish.until))
            if wish.until
            else tr("They stay hidden until you end it.")
        )
        self._said.setText(
            tr("Of the events so far it hides {number}. {ends}", number=formatting.format_number(number), ends=ends)
        )

    def _wish(self) -> None:
        self.mute_requested.emit(self.mute_request)
        self.accept()


class MuteModel(RecordModel):
    """Keys are ids, rows are Mutes in force; all known at once."""

    COLUMNS = (
        TableColumn("what", tr("Muted"), 280),
        TableColumn("until", tr("Until"), 110),
        TableColumn("since", tr("Since"), 90),
        TableColumn("reason", tr("Why"), 170),
    )

    def text(self, row: MuteRule, column: str) -> str:
        """What a cell shows."""
        match column:
            case "what":
                return row.what
            case "until":
                return formatting.format_clock_time(row.until) or tr("you end it")
            case "since":
                return formatting.format_relative_time(row.created_at)
            case _:
                return row.reason

    def tip(self, row: MuteRule, column: str) -> str:
        """In full."""
        if column == "until":
            return formatting.format_exact_time(row.until)
        return row.what if column == "what" else row.reason if column == "reason" else ""


class ActiveMutesDialog(QDialog):
    """All mutes in force. ``end_requested`` carries the Mute to be ended, ``new_requested`` that another is to be
    made."""

    end_requested = Signal(object)
    new_requested = Signal()

    def __init__(self, desk: AppContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._desk = desk
        self.setWindowTitle(tr("Mutes"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(640, 320)
        self.model = MuteModel(self)
        self.table = RecordTable(self.model, tr("Mutes in force"))
        self.table.setItemDelegate(RecordCell(self.table))
        self.table.stretch_columns(0)
        self.table.row_picked.connect(self._picked)
        self._none = theme.plain_label(tr("Nothing is muted."), "muted")
        self.end = QPushButton(tr("End the mute"))
        self.end.clicked.connect(self._end)
        self.new = QPushButton(tr("Mute more…"))
        self.new.clicked.connect(self.new_requested)
        close = QPushButton(tr("Close"))
        close.clicked.connect(self.accept)
        buttons = QHBoxLayout()
        buttons.addWidget(self.end)
        buttons.addWidget(self.new)
        buttons.addStretch()
        buttons.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_XL, theme.GAP_XL, theme.GAP_XL, theme.GAP_L)
        column.setSpacing(theme.GAP_M)
        column.addWidget(
            theme.plain_label(tr("What is muted is hidden and not counted; nothing of it is lost."), "muted", wrap=True)
        )
        column.addWidget(self.table, 1)
        column.addWidget(self._none, 1)
        column.addLayout(buttons)
        desk.bridge.changed.connect(self._changed)
        self._ask()

    def _changed(self, change: object) -> None:
        if getattr(change, "table", "") in ("mutes", "*"):
            self._ask()

    def _ask(self) -> None:
        self._desk.bridge.ask(self._desk.book.mutes.list_active, self._known)

    def _known(self, found: Sequence[MuteRule]) -> None:
        self.table.show_keys([mute.id for mute in found])
        self.model.set_rows({mute.id: mute for mute in found})
        self.table.setVisible(bool(found))
        self._none.setVisible(not found)
        if found and self.table.current is None:
            self.table.select_key(found[0].id)
        self._picked(self.table.current)

    def _picked(self, key: object) -> None:
        self.end.setEnabled(key is not None)

    def _end(self) -> None:
        mute = self.model.row(self.table.currentIndex().row())
        if mute is not None:
            self.end_requested.emit(mute)


def _count_hidden(desk: AppContext, wish: MuteRequest) -> tuple[MuteRequest, int]:
    condition, values = matching_sql([wish.mute])
    database = desk.book.store.database
    found = database.execute_sql(f"SELECT count(*) FROM events WHERE {condition}", tuple(values)).fetchone()
    return wish, int(found[0])
