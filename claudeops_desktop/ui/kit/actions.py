"""What can be done on a page, declared once: the same entry is a key, a button and a line of the command palette."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from .. import icons, theme
from ..widgets.record_table import RecordTable

Owner = TypeVar("Owner", bound=QWidget)


@dataclass(frozen=True)
class ActionSpec(Generic[Owner]):
    """One thing that can be done. Its functions are called with the page or dialog that it belongs to.

    ``text`` is its name in the command palette and the list of keys. ``label`` is what its button says now, ``tip``
    what hovering over it says, ``enabled`` whether the button can be pressed and ``shown`` whether it is there. A
    command does nothing where there is nothing to do: its key may be pressed at any moment. With ``for_table`` the key
    works while the table has the focus, otherwise anywhere on the page. Those ``in_menu`` are in the context menu of
    the table too.
    """

    name: str
    text: str
    run: Callable[[Owner], object]
    keys: str = ""
    for_table: bool = False
    label: Callable[[Owner], str] | None = None
    tip: Callable[[Owner], str] | None = None
    enabled: Callable[[Owner], bool] | None = None
    shown: Callable[[Owner], bool] | None = None
    icon: str = ""
    role: str = ""
    in_menu: bool = False


class ActionSet:
    """The actions of one owner and their buttons, by name. ``update`` fits the buttons to what is shown."""

    def __init__(self, owner: QWidget, declared: Sequence[ActionSpec[Any]], table: QWidget) -> None:
        self._owner = owner
        self._declared = {one.name: one for one in declared}
        self.actions = {one.name: self._make_action(one, table if one.for_table else owner) for one in declared}
        self.buttons: dict[str, QPushButton] = {}
        self._made: list[tuple[str, QPushButton]] = []

    def make_button(self, name: str) -> QPushButton:
        """Return a button of an action, made now; ``buttons`` has the first one by its name."""
        declared = self._declared[name]
        button = QPushButton(declared.text)
        if declared.icon:
            icons.set_themed_icon(button, declared.icon)
        if declared.role:
            theme.set_role(button, declared.role)
        button.clicked.connect(self.actions[name].trigger)
        self.buttons.setdefault(name, button)
        self._made.append((name, button))
        return button

    def update(self) -> None:
        """Fit texts, tips, visibility and whether buttons can be pressed to what is shown."""
        for name, button in self._made:
            declared = self._declared[name]
            if declared.label is not None:
                button.setText(declared.label(self._owner))
            if declared.tip is not None:
                button.setToolTip(declared.tip(self._owner))
            if declared.enabled is not None:
                button.setEnabled(declared.enabled(self._owner))
            if declared.shown is not None:
                button.setVisible(declared.shown(self._owner))

    def fill_menu(self, menu: QMenu, names: Sequence[str]) -> None:
        """Append actions to a menu, as they stand now: those that are not shown are left out; "" is a line. The menu
        says their keys and does not take them."""
        for name in names:
            if not name:
                menu.addSeparator()
                continue
            declared = self._declared[name]
            if declared.shown is not None and not declared.shown(self._owner):
                continue
            text = declared.label(self._owner) if declared.label is not None else declared.text
            key = QKeySequence(declared.keys).toString(QKeySequence.SequenceFormat.NativeText)
            action = menu.addAction(f"{text}\t{key}" if key else text)
            if declared.icon:
                icons.set_themed_icon(action, declared.icon, "muted")
            action.setEnabled(declared.enabled is None or declared.enabled(self._owner))
            action.triggered.connect(self.actions[name].trigger)

    def add_menu(self, table: RecordTable) -> None:
        """Put the actions that belong there over the tools in the context menu of a table."""
        if any(one.in_menu for one in self._declared.values()):
            table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            table.customContextMenuRequested.connect(partial(self._open_menu, table))

    def _open_menu(self, table: RecordTable, at: QPoint) -> None:
        menu = QMenu(table)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.fill_menu(menu, [name for name, one in self._declared.items() if one.in_menu])
        table.tools.fill_menu(menu)
        menu.popup(table.viewport().mapToGlobal(at))

    def _make_action(self, declared: ActionSpec[Any], holder: QWidget) -> QAction:
        action = QAction(declared.text, self._owner)
        if declared.keys:
            action.setShortcut(QKeySequence(declared.keys))
            contexts = Qt.ShortcutContext
            action.setShortcutContext(
                contexts.WidgetShortcut if declared.for_table else contexts.WidgetWithChildrenShortcut
            )
        action.triggered.connect(partial(self._run, declared))
        holder.addAction(action)
        return action

    def _run(self, declared: ActionSpec[Any], _checked: bool = False) -> None:
        declared.run(self._owner)
