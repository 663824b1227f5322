"""Settings: grouped, searchable, applied at once, checked as typed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from ....storage import CommittedChange
from ... import theme
from ...app_context import AppContext
from ...shell.window import MainWindow
from ...text import formatting
from ...widgets.search_field import SearchField
from ...widgets.vertical_scroll import VerticalScroll
from ..base_page import BasePage, PageLocation
from .base_group import SettingsGroup
from .commands import write_setting
from .custom_domains import CustomDomains
from .field_specs import FieldSpec, full_title, setting_fields, value_of
from .group_widgets import PARTS, GroupWidgets
from .lifetimes_group import LifetimeCell, LifetimesGroup
from .setting_row import SettingRow
from .text import GROUPS

LIST_WIDTH = 172  # the longest title beside a scroll bar
LIST_FROM = 840
WIDEST = 860


class SettingsPage(BasePage):
    """A list of groups, and the chosen one beside it; a search shows what it finds of all of them. A group is made when
    it is first wanted: for a search the rest follows one after the other, so that none of it holds the window.
    """

    title = "Settings"

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.rows: dict[str, SettingRow] = {}
        self.groups: dict[str, SettingsGroup] = {}
        self.parts = GroupWidgets(desk)
        self.parts.message_posted.connect(self.message_posted)
        self.parts.navigation_requested.connect(self.navigation_requested)
        self.parts.first_run_requested.connect(self._open_first_run)
        self.parts.restart_requested.connect(self._restart)
        self._specs = setting_fields()
        self._pending = [name for name, _, _ in GROUPS if self._holds(name)]
        self._shown = self._pending[0]
        self._text = ""
        self._build()
        self._making = QTimer(self, singleShot=True, interval=0)
        self._making.timeout.connect(self._make_next)
        desk.bridge.changed.connect(self._changed)
        self._say_fact()

    def _build(self) -> None:
        self.search = SearchField("Search settings")
        self.search.setMaximumWidth(LIST_WIDTH + 240)
        self.search.searched.connect(self._search)
        self.list = QListWidget()
        self.list.setAccessibleName("Groups of settings")
        self.list.setFixedWidth(LIST_WIDTH)
        theme.set_role(self.list, "plain")
        self.list.currentItemChanged.connect(self._group_chosen)
        self.choice = QComboBox()  # instead of the list, where the page is narrow
        theme.set_accessible_name(self.choice, "Group of settings")
        for name, title, _ in GROUPS:
            if name in self._pending:
                self.choice.addItem(title, name)
                item = QListWidgetItem(title)
                item.setData(Qt.ItemDataRole.UserRole, name)
                item.setSizeHint(QSize(0, theme.TARGET))
                self.list.addItem(item)
        self.choice.activated.connect(self._group_picked)
        # Parts are made where they belong: each later move to another parent restyles all that is in them.
        self.area = VerticalScroll(parent=self)
        self._inner = QWidget()
        self.area.setWidget(self._inner)
        self._inner.setMaximumWidth(WIDEST)
        self._column = QVBoxLayout(self._inner)
        self._column.setContentsMargins(0, 0, theme.GAP_S, theme.GAP_L)
        self._column.setSpacing(theme.GAP_M)
        self._nothing = theme.plain_label("No setting is called that. Search for another word.", "muted")
        self._nothing.hide()
        self._column.addWidget(self._nothing)
        self._column.addStretch()
        self.area.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        middle = QHBoxLayout()
        middle.setSpacing(theme.GAP_L)
        middle.addWidget(self.list)
        middle.addWidget(self.area, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_M)
        head = QHBoxLayout()
        head.setSpacing(theme.GAP_S)
        head.addWidget(self.search, 1)
        head.addWidget(self.choice)
        head.addStretch()
        column.addLayout(head)
        column.addLayout(middle, 1)

    # --- making the groups ---------------------------------------------------------------------------------------

    @property
    def complete(self) -> bool:
        """Whether every group is there."""
        return not self._pending

    def make_all(self) -> None:
        """Make what is still missing, now."""
        while self._pending:
            self._make(self._pending[0])

    def _holds(self, name: str) -> bool:
        return name in PARTS or any(spec.group == name for spec in self._specs)

    def _make_next(self) -> None:
        if self._pending and self._text:
            self._make(self._pending[0])
            self._search(self._text)
            self._making.start()

    def _make(self, name: str) -> None:
        self._pending.remove(name)
        title, text = next((title, text) for known, title, text in GROUPS if known == name)
        extra, keywords = self.parts.make_widget(name, self._inner)
        group_kind = LifetimesGroup if name == "lifetimes" else SettingsGroup
        rows = [_row_kind(spec)(spec, self._inner) for spec in self._specs if spec.group == name]
        settings = self.desk.settings.current
        for row in rows:
            row.value_changed.connect(self._write)
            row.show_value(value_of(settings, row.spec.name))
            self.rows[row.spec.name] = row
        group = group_kind(name, title, text, rows, extra, keywords, self._inner)
        order = [known for known, _, _ in GROUPS]
        above = sum(order.index(made) < order.index(name) for made in self.groups)
        self.groups[name] = group
        self._column.insertWidget(above, group)
        group.setVisible(name == self._shown and not self._text)

    def _open_first_run(self) -> None:
        window = self.window()
        if isinstance(window, MainWindow):
            window.open_first_run()

    def _restart(self) -> None:
        """After what the dialog said, nothing is asked again: the application ends and comes back restored."""
        window = self.window()
        if isinstance(window, MainWindow):
            window.closing.quit_requested.emit()

    # --- Page ----------------------------------------------------------------------------------------------------

    def activate(self, place: PageLocation | None = None) -> None:
        """Come into view; ``filters={"group": …}`` goes to a group, ``{"setting": …}`` to one setting of it."""
        self.parts.refresh()
        self._say_fact()
        filters = (place.filters or {}) if place is not None else {}
        setting = str(filters.get("setting", ""))
        group = str(filters.get("group") or setting.partition(".")[0])
        if group in self.groups or group in self._pending:
            self.search.set_text_quietly("")
            self._text = ""
            self.show_group(group)
            if setting in self.rows:
                QTimer.singleShot(0, self.rows[setting].come_into_view)  # after the layout knows its sizes
        elif not self._text:
            self.show_group(self._shown)

    def focus_search(self) -> None:
        """Ctrl+F."""
        self.search.setFocus()
        self.search.selectAll()

    def refresh(self) -> None:
        """Look at everything anew."""
        self._show_all()
        self.parts.refresh()

    def save_state(self) -> dict[str, Any]:
        """The group in view."""
        return {"group": self._shown}

    def restore_state(self, state: dict[str, Any]) -> None:
        """The group of the last time is shown when the page comes into view."""
        group = state.get("group")
        if group in self._pending:
            self._shown = str(group)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The list of groups needs room of its own; where there is none, a box says which is shown."""
        super().resizeEvent(event)
        wide = event.size().width() >= LIST_FROM
        self.list.setVisible(wide)
        self.choice.setVisible(not wide)

    # --- values --------------------------------------------------------------------------------------------------

    def _changed(self, change: CommittedChange) -> None:
        if change.table == "settings":
            self._show_all()

    def _show_all(self) -> None:
        settings = self.desk.settings.current
        for name, row in self.rows.items():
            row.show_value(value_of(settings, name))
        self._say_fact()

    def _write(self, name: str, value: Any) -> None:
        spec = self.rows[name].spec
        before = value_of(self.desk.settings.current, name)
        write_setting(self.desk, spec, before, value, partial(self._written, name), partial(self._refused, name))

    def _written(self, name: str, take_back: Callable[[], None] | None) -> None:
        """A setting is in force: show it, and offer to take it back."""
        self._show_all()
        if take_back is not None:
            self.message_posted.emit(f"{full_title(self.rows[name].spec)}: applied.", take_back)

    def _refused(self, name: str, error: Exception) -> None:
        """A setting could not be written: say why beside it."""
        self._show_all()
        self.rows[name].show_error(getattr(error, "full_text", str(error)))

    def _say_fact(self) -> None:
        settings = self.desk.settings.current
        changed = sum(value_of(settings, spec.name) != spec.default for spec in self._specs)
        own = (
            f"{formatting.format_count(changed, 'setting')} of your own"
            if changed
            else "All settings at their defaults"
        )
        self.fact_changed.emit(f"{own} · {formatting.shorten_path(self.desk.folder.root)}")

    # --- groups --------------------------------------------------------------------------------------------------

    def show_group(self, name: str) -> None:
        """Show one group, and make it where it was not there yet."""
        self._shown = name
        if name in self._pending:
            self._make(name)
        else:
            self.parts.refresh(name)
        for known, group in self.groups.items():
            group.search("")
            group.setVisible(known == name)
        self._nothing.hide()
        self.area.verticalScrollBar().setValue(0)
        self.choice.setCurrentIndex(self.choice.findData(name))
        for at in range(self.list.count()):
            item = self.list.item(at)
            item.setHidden(False)
            if item.data(Qt.ItemDataRole.UserRole) == name:
                blocked = self.list.blockSignals(True)
                self.list.setCurrentItem(item)
                self.list.blockSignals(blocked)

    def _search(self, text: str) -> None:
        began, self._text = not self._text, text
        if not text.strip():
            self._text = ""
            self.show_group(self._shown)
            return
        left = 0
        for at in range(self.list.count()):
            item = self.list.item(at)
            group = self.groups.get(item.data(Qt.ItemDataRole.UserRole))
            found = group.search(text) if group is not None else 0
            item.setHidden(not found)
            left += found
        self._nothing.setVisible(not left and not self._pending)
        if self._pending:
            self._making.start()
        if began:
            self.area.verticalScrollBar().setValue(0)

    def _group_chosen(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self._choose(str(item.data(Qt.ItemDataRole.UserRole)))

    def _group_picked(self) -> None:
        self._choose(str(self.choice.currentData()))

    def _choose(self, name: str) -> None:
        """In a search, go to what was found there; else show the group."""
        if self._text and name in self.groups:
            self.area.verticalScrollBar().setValue(self.groups[name].y())
        else:
            self.show_group(name)


def _row_kind(spec: FieldSpec) -> type[SettingRow]:
    """What shows a setting: lifetimes stand in a table, the operator's own domains in lines of their own."""
    if spec.name == "lifetimes.own":
        return CustomDomains
    return LifetimeCell if spec.group == "lifetimes" and spec.part else SettingRow
