"""Settings: grouped, searchable, applied at once, checked as typed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtGui import QMouseEvent, QResizeEvent
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
from ...text.translation import error_text, tr, tr_count
from ...widgets.search_field import SearchField
from ...widgets.vertical_scroll import VerticalScroll
from ..base_page import BasePage, PageLocation
from .base_group import SettingsGroup
from .commands import write_setting
from .custom_domains import CustomDomains
from .field_specs import FieldSpec, fields_with_plugin_choices, full_title, setting_fields, value_of
from .group_widgets import PARTS, GroupWidgets
from .lifetimes_group import LifetimeCell, LifetimesGroup
from .setting_row import SettingRow
from .text import GROUP_OF, GROUPS, ORDER, SECTIONS

LIST_WIDTH = 232  # the longest title in any language, indented, beside a scroll bar
INDENT = "\u2003"  # before the sections of a group in the list
LIST_FROM = 840
WIDEST = 860


class _GroupList(QListWidget):
    """The groups. A press chooses a line, and those around it move: Qt would select what is below the mouse then."""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        item = self.itemAt(event.position().toPoint())
        if item is not None:
            self.setCurrentItem(item)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not event.buttons():
            super().mouseMoveEvent(event)


class SettingsPage(BasePage):
    """A list of groups, and the sections of the chosen one beside it; a search shows what it finds in all of them.

    A section is made when it is first wanted. The rest of its group, and all others for a search, follow one after the
    other, so that the window keeps answering.
    """

    title = tr("Settings")

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.rows: dict[str, SettingRow] = {}
        self.sections: dict[str, SettingsGroup] = {}
        self.parts = GroupWidgets(desk)
        self.parts.message_posted.connect(self.message_posted)
        self.parts.navigation_requested.connect(self.navigation_requested)
        self.parts.first_run_requested.connect(self._open_first_run)
        self.parts.restart_requested.connect(self._restart)
        self._specs = setting_fields(with_plugins=False)
        self._pending = [name for name in ORDER if self._holds(name)]
        self._shown = GROUPS[0][0]
        self._anchor = ""  # the section to keep in view while those above it are made
        self._asked_plugins = False
        self._text = ""
        self._build()
        self._making = QTimer(self, singleShot=True, interval=0)
        self._making.timeout.connect(self._make_next)
        self._anchoring = QTimer(self, singleShot=True, interval=0)  # after the layout knows its sizes
        self._anchoring.timeout.connect(self._keep_anchor)
        bar = self.area.verticalScrollBar()
        bar.rangeChanged.connect(self._anchoring.start)
        bar.actionTriggered.connect(self._drop_anchor)
        desk.bridge.changed.connect(self._changed)
        self._say_fact()

    def _build(self) -> None:
        self.search = SearchField(tr("Search settings"))
        self.search.setMaximumWidth(LIST_WIDTH + 240)
        self.search.searched.connect(self._search)
        self.list = _GroupList()
        self.list.setAccessibleName(tr("Groups of settings"))
        self.list.setFixedWidth(LIST_WIDTH)
        theme.set_role(self.list, "plain")
        self.list.currentItemChanged.connect(self._group_chosen)
        self.choice = QComboBox()  # instead of the list, where the page is narrow
        theme.set_accessible_name(self.choice, tr("Group of settings"))
        titles = {name: title for name, title, _ in SECTIONS}
        for name, title, sections in GROUPS:
            self.choice.addItem(title, name)
            self._add_line(name, title, title)
            for section in sections:
                if section in self._pending:
                    self._add_line(section, INDENT + titles[section], titles[section])
        self.choice.activated.connect(self._group_picked)
        # Parts are made where they belong: each later move to another parent restyles all that is in them.
        self.area = VerticalScroll(parent=self)
        self._inner = QWidget()
        self.area.setWidget(self._inner)
        self._inner.setMaximumWidth(WIDEST)
        self._column = QVBoxLayout(self._inner)
        self._column.setContentsMargins(0, 0, theme.GAP_S, theme.GAP_L)
        self._column.setSpacing(theme.GAP_M)
        self._nothing = theme.plain_label(tr("No setting matches. Search for another word."), "muted")
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

    def _add_line(self, name: str, text: str, said: str) -> None:
        item = QListWidgetItem(text)
        item.setData(Qt.ItemDataRole.UserRole, name)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, said)
        item.setSizeHint(QSize(0, theme.TARGET))
        if name not in GROUP_OF:
            font = item.font()
            font.setBold(True)
            item.setFont(font)
        self.list.addItem(item)

    # --- making the sections -------------------------------------------------------------------------------------

    @property
    def complete(self) -> bool:
        """Whether every section is there."""
        return not self._pending

    def make_all(self) -> None:
        """Make what is still missing, now."""
        while self._pending:
            self._make(self._pending[0])

    def _holds(self, name: str) -> bool:
        return name in PARTS or any(spec.group == name for spec in self._specs)

    def _wanted(self) -> str:
        """The section to make next, or nothing: of the group in view, or any while a search is on."""
        return next((name for name in self._pending if self._text or GROUP_OF[name] == self._shown), "")

    def _make_next(self) -> None:
        name = self._wanted()
        if not name:
            return
        self._make(name)
        if self._text:
            self._search(self._text)
        elif self._anchor:
            self._anchoring.start()
        self._making.start()

    def _keep_anchor(self) -> None:
        section = self.sections.get(self._anchor)
        focus = self.focusWidget()
        at_work = focus is not None and focus.hasFocus() and self._inner.isAncestorOf(focus)
        if section is not None and not self._text and not at_work:
            self.area.verticalScrollBar().setValue(section.y())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A section above that becomes higher, as by a note that came in, pushes the anchored one away."""
        if event.type() == QEvent.Type.Move and self._anchor:
            self._anchoring.start()
        return super().eventFilter(watched, event)

    def _drop_anchor(self) -> None:
        """The operator scrolls: from now on what grows above moves nothing back."""
        self._anchor = ""

    def _make(self, name: str) -> None:
        self._pending.remove(name)
        title, text = next((title, text) for known, title, text in SECTIONS if known == name)
        extra, keywords = self.parts.make_widget(name, self._inner)
        section_kind = LifetimesGroup if name == "lifetimes" else SettingsGroup
        rows = [_row_kind(spec)(spec, self._inner) for spec in self._specs if spec.group == name]
        settings = self.desk.settings.current
        for row in rows:
            row.value_changed.connect(self._write)
            row.show_value(value_of(settings, row.spec.name))
            self.rows[row.spec.name] = row
        group = next(group for known, group, _ in GROUPS if known == GROUP_OF[name])
        section = section_kind(name, title, text, rows, extra, f"{group} {keywords}", self._inner)
        above = sum(ORDER.index(made) < ORDER.index(name) for made in self.sections)
        section.installEventFilter(self)
        self.sections[name] = section
        self._column.insertWidget(above, section)
        section.setVisible(GROUP_OF[name] == self._shown and not self._text)

    def _load_plugin_choices(self) -> None:
        """Ask once for the choices that plugins add: plugins are loaded for it, on a thread."""
        if not self._asked_plugins:
            self._asked_plugins = True
            self.desk.run_in_background(fields_with_plugin_choices, self._add_plugin_choices, self._no_plugin_choices)

    def _add_plugin_choices(self, specs: tuple[FieldSpec, ...]) -> None:
        known = {spec.name: spec for spec in specs}
        self._specs = tuple(known.get(spec.name, spec) for spec in self._specs)
        for name, spec in known.items():
            if name in self.rows:
                self.rows[name].set_choices(spec)
                self.rows[name].show_value(value_of(self.desk.settings.current, name))

    def _no_plugin_choices(self, error: Exception) -> None:
        self.message_posted.emit(error_text(error), None)

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
        """Come into view. ``filters={"group": …}`` goes to a group or to a section of one, ``{"setting": …}`` to one
        setting.
        """
        self._load_plugin_choices()
        self.parts.refresh()
        self._say_fact()
        filters = (place.filters or {}) if place is not None else {}
        setting = str(filters.get("setting", ""))
        name = str(filters.get("group") or setting.partition(".")[0])
        if name in self.sections or name in self._pending or name in _GROUP_NAMES:
            self.search.set_text_quietly("")
            self._text = ""
            self.show_group(name)
            if setting in self.rows:
                QTimer.singleShot(0, self.rows[setting].come_into_view)  # after the layout knows its sizes
        elif not self._text:
            self.show_group(self._anchor or self._shown)

    def focus_search(self) -> None:
        """Ctrl+F."""
        self.search.setFocus()
        self.search.selectAll()

    def refresh(self) -> None:
        """Look at everything anew."""
        self._show_all()
        self.parts.refresh()

    def save_state(self) -> dict[str, Any]:
        """The group or section that was gone to."""
        return {"group": self._anchor or self._shown}

    def restore_state(self, state: dict[str, Any]) -> None:
        """The group of the last time is shown when the page comes into view."""
        name = str(state.get("group", ""))
        group = GROUP_OF.get(name, name)  # what was remembered may be the name of a section
        if group in _GROUP_NAMES:
            self._shown, self._anchor = group, name if name in GROUP_OF else ""

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
            self.message_posted.emit(tr("{setting}: applied.", setting=full_title(self.rows[name].spec)), take_back)

    def _refused(self, name: str, error: Exception) -> None:
        """A setting could not be written: say why beside it."""
        self._show_all()
        self.rows[name].show_error(error_text(error))

    def _say_fact(self) -> None:
        settings = self.desk.settings.current
        changed = sum(value_of(settings, spec.name) != spec.default for spec in self._specs)
        own = (
            tr_count("%n setting changed", "%n settings changed", changed)
            if changed
            else tr("All settings at their defaults")
        )
        self.fact_changed.emit(f"{own} · {formatting.shorten_path(self.desk.folder.root)}")

    # --- groups --------------------------------------------------------------------------------------------------

    def show_group(self, name: str) -> None:
        """Show a group from its top, or from one of its sections. The section in view is made at once."""
        self._shown = GROUP_OF.get(name, name)
        mine = next(sections for group, _, sections in GROUPS if group == self._shown)
        self._anchor = name if name in mine else ""
        first = self._anchor or mine[0]
        if first in self._pending:
            self._make(first)
        for known, section in self.sections.items():
            section.search("")
            section.setVisible(known in mine)
            if known in mine:
                self.parts.refresh(known)
        self._nothing.hide()
        self.area.verticalScrollBar().setValue(0)
        if self._anchor:
            self._anchoring.start()
        if self._wanted():
            self._making.start()
        self.choice.setCurrentIndex(self.choice.findData(self._shown))
        for at in range(self.list.count()):
            item = self.list.item(at)
            line = item.data(Qt.ItemDataRole.UserRole)
            item.setHidden(line in GROUP_OF and line not in mine)
            if line == (self._anchor or self._shown):
                blocked = self.list.blockSignals(True)
                self.list.setCurrentItem(item)
                self.list.blockSignals(blocked)

    def _search(self, text: str) -> None:
        began, self._text = not self._text, text
        if not text.strip():
            self._text = ""
            self.show_group(self._shown)
            return
        self._anchor = ""
        left = {name: section.search(text) for name, section in self.sections.items()}
        groups = {GROUP_OF[name] for name, found in left.items() if found}
        for at in range(self.list.count()):
            item = self.list.item(at)
            line = item.data(Qt.ItemDataRole.UserRole)
            item.setHidden(not left.get(line) and line not in groups)
        self._nothing.setVisible(not groups and not self._pending)
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
        """In a search, go to what was found there; else show the group from there."""
        if self._text:
            found = (each for each in ORDER if name in (each, GROUP_OF[each]) and each in self.sections)
            section = next((each for each in found if not self.sections[each].isHidden()), "")
            if section:
                self.area.verticalScrollBar().setValue(self.sections[section].y())
        else:
            self.show_group(name)


_GROUP_NAMES = frozenset(name for name, _, _ in GROUPS)


def _row_kind(spec: FieldSpec) -> type[SettingRow]:
    """What shows a setting: lifetimes stand in a table, the operator's own domains in lines of their own."""
    if spec.name == "lifetimes.own":
        return CustomDomains
    return LifetimeCell if spec.group == "lifetimes" and spec.part else SettingRow
