"""Ctrl+K: everything that can be done, found by a few letters of its name, and what the records say about a text.

What was chosen last comes first. What is found in the records stands below, each kind under its heading.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QColor, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from .. import theme
from ..text.translation import tr
from ..ui_state import UiState
from .palette_entries import GROUP, plain_action_text, put_recent_first
from .window_actions import TITLE

__all__ = ["CommandPalette", "ShortcutDelegate", "best_matches", "plain_action_text"]

WIDTH, ROWS = 520, 10
LIKENESS = 60.0
FUZZY_FROM_LENGTH = 3
PAUSE_MS = 150
RECENT, MOST_RECENT = "palette.recent", 8
Find = Callable[[str, Callable[[list[QAction], bool], None]], None]
KEYS = Qt.ItemDataRole.UserRole + 1


class ShortcutDelegate(QStyledItemDelegate):
    """A command with its keys at the right end."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """The row as usual, then the keys."""
        super().paint(painter, option, index)
        painter.save()
        painter.setFont(theme.muted_font())
        painter.setPen(QColor(theme.current_tokens().muted))
        area = option.rect.adjusted(0, 0, -theme.GAP_S, 0)
        painter.drawText(area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(index.data(KEYS) or ""))
        painter.restore()


class CommandPalette(QFrame):
    """Lies over the upper part of the window. ``offer`` gives the actions anew each time that it opens; ``find`` looks
    for more that a text names, and hands them over later. ``remembered`` keeps what was chosen; ``offer_log_search``
    makes the action that is offered where nothing was found.
    """

    def __init__(
        self,
        host: QWidget,
        offer: Callable[[], Sequence[QAction]],
        find: Find | None = None,
        remembered: UiState | None = None,
        offer_log_search: Callable[[str], QAction] | None = None,
    ) -> None:
        super().__init__(host)
        self._offer_log_search = offer_log_search
        self._find = find
        self._remembered = remembered
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._look_further)
        self.setObjectName("palette")
        self._host = host
        self._offer = offer
        self._actions: list[QAction] = []
        self._commands: frozenset[str] = frozenset()
        self._before: QWidget | None = None
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Find an action, service, run, event, memory or log line"))
        self.field.setAccessibleName(tr("Command"))
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Commands"))
        self.list.setItemDelegate(ShortcutDelegate(self.list))
        self.list.setIconSize(theme.icon_size())
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_S, theme.GAP_S, theme.GAP_S, theme.GAP_S)
        column.setSpacing(theme.GAP_S)
        column.addWidget(self.field)
        column.addWidget(self.list)
        self.field.textEdited.connect(self._search)
        self.field.installEventFilter(self)
        self.list.itemClicked.connect(self._clicked)
        self.hide()

    def open(self) -> None:
        """Show it, empty, with the cursor in it."""
        self._before = self.window().focusWidget()
        offer = [action for action in self._offer() if action.text()]
        self._commands = frozenset(plain_action_text(action) for action in offer)
        self._actions = put_recent_first([action for action in offer if action.isEnabled()], self._recent())
        self.field.clear()
        self._search("")
        width = min(WIDTH, self._host.width() - 2 * theme.GAP_L)
        self.setFixedWidth(width)
        self.move((self._host.width() - width) // 2, theme.GAP_XL * 2)
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrows move in the list while the cursor stays in the field; Escape closes; so does leaving."""
        if event.type() == QEvent.Type.FocusOut and self.isVisible():
            self.hide()
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: ROWS, Qt.Key.Key_PageUp: -ROWS}.get(
                Qt.Key(event.key())
            )
            if step is not None:
                self._step(step)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._do(self.list.currentRow())
                return True
            if event.key() == Qt.Key.Key_Escape:
                self._close()
                return True
        return super().eventFilter(watched, event)

    def _search(self, text: str) -> None:
        self.list.clear()
        self._put(best_matches(self._actions, text))
        self.list.setCurrentRow(0)
        if self._find is not None and text.strip():
            self._pause.start()

    def _look_further(self) -> None:
        if self._find is not None:
            text = self.field.text()
            self._find(text, lambda found, finished: self._found(text, found, finished))

    def _found(self, text: str, actions: list[QAction], finished: bool = False) -> None:
        """More has come, unless the operator typed on or left."""
        if not isValid(self) or text != self.field.text() or not self.isVisible():
            return
        if finished and not actions and not self.list.count() and self._offer_log_search is not None:
            actions = [self._offer_log_search(text.strip())]
        if not actions:
            return
        self._actions = [*self._actions, *actions]
        row = self.list.currentRow()
        self._put(actions)
        self.list.setCurrentRow(row) if row >= 0 else self._step(1)

    def _step(self, by: int) -> None:
        """Move in the list, past the headings."""
        row, last = self.list.currentRow(), self.list.count() - 1
        wanted = max(0, min(last, row + by))
        way = 1 if by > 0 else -1
        while 0 <= wanted <= last and not self._can_be_chosen(wanted):
            wanted += way
        if 0 <= wanted <= last:
            self.list.setCurrentRow(wanted)

    def _can_be_chosen(self, row: int) -> bool:
        return bool(self.list.item(row).flags() & Qt.ItemFlag.ItemIsSelectable)

    def _put_heading(self, text: str) -> None:
        item = QListWidgetItem(text)
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        item.setFont(theme.muted_font())
        item.setSizeHint(QSize(0, theme.ROW))
        self.list.addItem(item)

    def _put(self, actions: Sequence[QAction]) -> None:
        heading = ""
        for action in actions:
            group = str(action.property(GROUP) or "")
            if group and group != heading:
                heading = group
                self._put_heading(group)
            item = QListWidgetItem(action.icon(), plain_action_text(action))
            item.setData(KEYS, action.shortcut().toString(QKeySequence.SequenceFormat.NativeText))
            item.setData(Qt.ItemDataRole.UserRole, self._actions.index(action))
            if group:
                item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{group}: {item.text()}")
            item.setSizeHint(QSize(0, theme.ROW))
            self.list.addItem(item)
        self.list.setFixedHeight(max(1, min(ROWS, self.list.count())) * theme.ROW + 2)
        self.setFixedHeight(self.list.height() + self.field.sizeHint().height() + 3 * theme.GAP_S)

    def _clicked(self, item: QListWidgetItem) -> None:
        self._do(self.list.row(item))

    def _do(self, row: int) -> None:
        if not 0 <= row < self.list.count() or not self._can_be_chosen(row):
            return
        item = self.list.item(row)
        action = self._actions[item.data(Qt.ItemDataRole.UserRole)]
        self._close()
        self._note(plain_action_text(action))
        action.trigger()

    def _recent(self) -> list[str]:
        found = self._remembered.get(RECENT) if self._remembered is not None else None
        return [text for text in found if isinstance(text, str)] if isinstance(found, list) else []

    def _note(self, text: str) -> None:
        """Commands alone: the words of a memory would outlive its purge in the window's file."""
        if self._remembered is not None and text in self._commands:
            kept = [known for known in self._recent() if known in self._commands]
            self._remembered.set(RECENT, list(dict.fromkeys([text, *kept]))[:MOST_RECENT])

    def _close(self) -> None:
        self.hide()
        if self._before is not None:
            self._before.setFocus(Qt.FocusReason.OtherFocusReason)
            self._before = None


def best_matches(actions: Sequence[QAction], text: str) -> list[QAction]:
    """The actions that the text may mean, the likeliest first; all of them for an empty text."""
    wanted = text.strip().lower()
    if not wanted:
        return list(actions)
    from rapidfuzz import fuzz

    scored, parts = [], wanted.split()
    for place, action in enumerate(actions):
        name = plain_action_text(action).lower()
        guess = fuzz.WRatio(wanted, name) if len(wanted) > FUZZY_FROM_LENGTH else 0.0  # a few letters are like anything
        whole = 150.0 if wanted in name else 120.0 if all(word in name for word in parts) else guess
        score = 200.0 if name.startswith(wanted) else whole
        score = 300.0 if wanted in (name, str(action.property(TITLE) or "").lower()) else score
        if score >= LIKENESS:
            scored.append((-score, place, action))
    return [action for _, _, action in sorted(scored, key=lambda found: found[:2])]
