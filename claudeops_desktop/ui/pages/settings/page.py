"""Settings: grouped, searchable, applied at once, checked as typed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from ....errors import UsageError
from ....settings import Settings
from ....store import Change
from ... import theme, words
from ...desk import Desk
from ...page import Page, Place
from ...widgets.search_field import SearchField
from .agents import AgentsFound
from .fields import GROUPS, fields, value_of
from .group import Group
from .rows import SettingRow
from .schedules import Schedules
from .services import ServicesFile

REFRESH_MS = 20_000
REACH_MS = 400
LIST_WIDTH = 152
LIST_FROM = 840
WIDEST = 860


class SettingsPage(Page):
    """A column of groups with a list of them beside it."""

    title = "Settings"

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.rows: dict[str, SettingRow] = {}
        self.groups: dict[str, Group] = {}
        self._wanted = ""
        self._unsettled = False
        self._build()
        self._reach = QTimer(self, singleShot=True, interval=REACH_MS)
        self.area.verticalScrollBar().rangeChanged.connect(self._range_changed)
        self._times = QTimer(self, interval=REFRESH_MS)
        self._times.setTimerType(Qt.TimerType.CoarseTimer)
        self._times.timeout.connect(self.schedules.say_times)
        desk.bridge.changed.connect(self._changed)
        self._show_all()

    def _build(self) -> None:
        self.search = SearchField("Search settings")
        self.search.setMaximumWidth(LIST_WIDTH + 240)
        self.search.searched.connect(self._search)
        self.list = QListWidget()
        self.list.setAccessibleName("Groups of settings")
        self.list.setFixedWidth(LIST_WIDTH)
        theme.set_role(self.list, "plain")
        self.list.itemClicked.connect(self._group_clicked)
        self.list.itemActivated.connect(self._group_clicked)
        # Parts are made where they belong: each later move to another parent restyles all that is in them.
        self.area = QScrollArea(self)
        inner = QWidget()
        self.area.setWidget(inner)
        self.agents = AgentsFound(self.desk, inner)
        self.schedules = Schedules(self.desk, inner)
        self.schedules.message.connect(self._say)
        self.schedules.filled.connect(self._settle)
        self.services = ServicesFile(self.desk, inner)
        inner.setMaximumWidth(WIDEST)
        self._column = QVBoxLayout(inner)
        self._column.setContentsMargins(0, 0, theme.GAP_S, theme.GAP_L)
        self._column.setSpacing(theme.GAP_M)
        self._make_groups(inner)
        self._nothing = theme.label("No setting is called that. Search for another word.", "muted")
        self._nothing.hide()
        self._column.addWidget(self._nothing)
        self._column.addStretch()
        self.area.setWidgetResizable(True)
        self.area.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.verticalScrollBar().valueChanged.connect(self._scrolled)
        middle = QHBoxLayout()
        middle.setSpacing(theme.GAP_L)
        middle.addWidget(self.list)
        middle.addWidget(self.area, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_M)
        column.addWidget(self.search)
        column.addLayout(middle, 1)

    def _make_groups(self, inner: QWidget) -> None:
        extras: dict[str, tuple[QWidget, str]] = {
            "agent": (self.agents, "test version found claude watch"),
            "schedules": (self.schedules, "interval cron rule due times jitter next missed skipped"),
            "services": (self.services, "services.toml watch checks folder sample"),
        }
        specs = fields()
        for name, title, text in GROUPS:
            rows = [SettingRow(spec, inner) for spec in specs if spec.group == name]
            for row in rows:
                row.changed.connect(self._write)
                self.rows[row.spec.name] = row
            extra, keywords = extras.get(name, (None, ""))
            group = Group(name, title, text, rows, extra, keywords, inner)
            self.groups[name] = group
            self._column.addWidget(group)
            item = QListWidgetItem(title)
            item.setData(Qt.ItemDataRole.UserRole, name)
            item.setSizeHint(QSize(0, theme.TARGET))
            self.list.addItem(item)
        self.list.setCurrentRow(0)

    # --- Page ----------------------------------------------------------------------------------------------------

    def opened(self, place: Place | None = None) -> None:
        """Come into view; ``filters={"group": …}`` goes to a group."""
        self._times.start()
        self.agents.look()
        self.services.look()
        self.schedules.set_in_view(True)
        self._say_fact()
        group = (place.filters or {}).get("group") if place is not None else None
        if group in self.groups:
            self.search.set_text_quietly("")
            self._search("")
            self._wanted = str(group)
            self._unsettled = True
            self._reach.start()
            QTimer.singleShot(0, self._go_wanted)  # after the layout knows its sizes

    def left(self) -> None:
        """Go out of view."""
        self._times.stop()
        self.schedules.set_in_view(False)

    def focus_search(self) -> None:
        """Ctrl+F."""
        self.search.setFocus()
        self.search.selectAll()

    def refresh(self) -> None:
        """Look at everything anew."""
        self._show_all()
        self.agents.look()
        self.services.look()
        self.schedules.look()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The list of groups needs room of its own."""
        super().resizeEvent(event)
        self.list.setVisible(event.size().width() >= LIST_FROM)

    # --- values --------------------------------------------------------------------------------------------------

    def _changed(self, change: Change) -> None:
        if change.table == "settings":
            self._show_all()

    def _show_all(self) -> None:
        settings = self.desk.settings.current
        for name, row in self.rows.items():
            row.show_value(value_of(settings, name))
        self._say_fact()

    def _write(self, name: str, value: Any) -> None:
        self.desk.aside(
            _Write(self.desk, name, value, self.rows[name].spec.kind),
            _Written(self, name, value_of(self.desk.settings.current, name)),
            _Refused(self, name),
        )

    def written(self, name: str, before: Any) -> None:
        """A setting is in force: show it, and offer to take it back."""
        self._show_all()
        row = self.rows[name]
        if value_of(self.desk.settings.current, name) != before:
            self.message.emit(f"{row.spec.title}: applied.", _TakeBack(self, name, before))

    def refused(self, name: str, sentence: str) -> None:
        """A setting could not be written: say why beside it."""
        self._show_all()
        self.rows[name].say_wrong(sentence)

    def put(self, name: str, value: Any) -> None:
        """Write a setting without offering to take it back."""
        self.desk.change_setting(name, value, None, _Refused(self, name))

    def _say(self, sentence: str) -> None:
        self.message.emit(sentence, None)

    def _say_fact(self) -> None:
        settings = self.desk.settings.current
        changed = sum(value_of(settings, name) != row.spec.default for name, row in self.rows.items())
        own = f"{words.counted(changed, 'setting')} of your own" if changed else "All settings at their defaults"
        self.fact_changed.emit(f"{own} · {words.short_path(self.desk.folder.root)}")

    # --- groups --------------------------------------------------------------------------------------------------

    def _search(self, text: str) -> None:
        left = 0
        for at in range(self.list.count()):
            item = self.list.item(at)
            found = self.groups[item.data(Qt.ItemDataRole.UserRole)].search(text)
            item.setHidden(not found)
            left += found
        self._nothing.setVisible(not left)
        self.area.verticalScrollBar().setValue(0)

    def _group_clicked(self, item: QListWidgetItem) -> None:
        self._wanted = item.data(Qt.ItemDataRole.UserRole)
        self._go_wanted()

    def _go_wanted(self) -> None:
        group = self.groups.get(self._wanted)
        if group is not None:
            self._column.activate()
            self.area.verticalScrollBar().setValue(group.y())
            self._mark(self._wanted)

    def _settle(self) -> None:
        """The schedules above the wanted group are known now: go there once more, and only once."""
        if self._unsettled:
            self._unsettled = False
            self._reach.start()
            QTimer.singleShot(0, self._go_wanted)

    def _range_changed(self) -> None:
        """What is above the wanted group takes its height in several steps: keep up with them."""
        if self._reach.isActive():
            self._go_wanted()

    def _scrolled(self, top: int) -> None:
        bar = self.area.verticalScrollBar()
        shown = [group for group in self.groups.values() if not group.isHidden()]
        if not shown:
            return
        above = [group for group in shown if group.y() <= top + theme.GAP_XL]
        current = above[-1] if above else shown[0]
        if self._wanted and bar.value() == bar.maximum():
            current = self.groups[self._wanted]
        self._mark(current.name)

    def _mark(self, name: str) -> None:
        for at in range(self.list.count()):
            if self.list.item(at).data(Qt.ItemDataRole.UserRole) == name:
                self.list.setCurrentRow(at)


class _Write:
    """Checks what only the machine can tell, then writes. Runs on a thread."""

    def __init__(self, desk: Desk, name: str, value: Any, kind: str) -> None:
        self._desk = desk
        self._name = name
        self._value = value
        self._kind = kind

    def __call__(self) -> Settings:
        if self._kind == "folder" and self._value and not Path(self._value).expanduser().is_dir():
            raise UsageError(f"There is no folder {self._value}.", "Make it, or choose another one.")
        return self._desk.settings.change(self._name, self._value)


class _Written:
    def __init__(self, page: SettingsPage, name: str, before: Any) -> None:
        self._page = page
        self._name = name
        self._before = before

    def __call__(self, _settings: Settings) -> None:
        self._page.written(self._name, self._before)


class _Refused:
    def __init__(self, page: SettingsPage, name: str) -> None:
        self._page = page
        self._name = name

    def __call__(self, error: Exception) -> None:
        self._page.refused(self._name, getattr(error, "told", str(error)))


class _TakeBack:
    def __init__(self, page: SettingsPage, name: str, before: Any) -> None:
        self._page = page
        self._name = name
        self._before = before

    def __call__(self) -> None:
        self._page.put(self._name, self._before)
