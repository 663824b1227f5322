"""A card with a list: one row for each thing, with a second line and one action where it has them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QElapsedTimer, Signal
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ... import theme
from ...widgets.elided_label import ElidedLabel
from ...widgets.row_button import RowButton
from ..base_page import PageLocation

ACTION_WIDTH = 112


@dataclass(frozen=True, slots=True)
class CardItem:
    """One row: its state, its text, what stands at its right end and below it, and the page that it leads to.

    ``action`` is the text of its button ("" for none) and ``key`` says what the button does to what.
    """

    state: str
    text: str
    place: PageLocation
    aside: str = ""
    detail: str = ""
    tip: str = ""
    action: str = ""
    key: tuple[str, int | str] = ("", 0)


class _ItemRow(QWidget):
    """A row of the card. Rows are used again, so that the focus stays where it is when news comes in."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.item: CardItem | None = None
        self.since_pressed = QElapsedTimer()
        self.link = RowButton(self, wraps=True)
        self.detail = ElidedLabel(role="muted")
        self.detail.setContentsMargins(theme.ICON + theme.GAP_S + theme.GAP_XS, 0, 0, theme.GAP_XS)
        self.action = QPushButton(self)
        self.action.setMinimumWidth(ACTION_WIDTH)  # one under the other they end where they begin
        said = QVBoxLayout()
        said.setContentsMargins(0, 0, 0, 0)
        said.setSpacing(0)
        said.addWidget(self.link)
        said.addWidget(self.detail)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GAP_S)
        row.addLayout(said, 1)
        row.addWidget(self.action)

    def show_item(self, item: CardItem) -> None:
        self.item = item
        tip = item.tip or "\n".join(part for part in (item.text, item.detail) if part)
        self.link.set_content(item.state, item.text, item.aside, tip)
        self.link.setAccessibleDescription(item.detail)
        self.detail.setText(item.detail)
        self.detail.setVisible(bool(item.detail))
        self.action.setText(item.action)
        self.action.setAccessibleName(f"{item.action}: {item.text}" if item.action else "")
        self.action.setVisible(bool(item.action))


class ItemCard(QFrame):
    """``navigation_requested`` carries a PageLocation, ``action_requested`` the key of an item."""

    navigation_requested = Signal(object)
    action_requested = Signal(object)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.set_role(self, "card")
        self.setObjectName(name)
        self.title = theme.plain_label(role="section")
        self.note = theme.plain_label(role="muted", wrap=True)
        self.rows: list[_ItemRow] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(theme.GAP_L, theme.GAP_M, theme.GAP_M, theme.GAP_M)
        self._column.setSpacing(theme.GAP_XS)
        self._column.addWidget(self.title)
        self._column.addWidget(self.note)
        self._column.addStretch(1)

    def show_items(self, title: str, items: Sequence[CardItem], note: str = "") -> None:
        """Show these in this order; ``note`` stands below the title, such as where there is none."""
        self.title.setText(title)
        self.setAccessibleName(f"{title}. {note}" if note else title)
        self.note.setText(note)
        self.note.setVisible(bool(note))
        while len(self.rows) < len(items):
            row = _ItemRow(self)
            row.link.clicked.connect(self._link_clicked)
            row.action.clicked.connect(self._action_clicked)
            self._column.insertWidget(self._column.count() - 1, row)
            self.rows.append(row)
        for at, row in enumerate(self.rows):
            if at < len(items):
                row.show_item(items[at])
            row.setVisible(at < len(items))

    @property
    def texts(self) -> list[str]:
        """The rows that are shown, as they read."""
        return [row.link.text() for row in self.rows if not row.isHidden()]

    def _link_clicked(self) -> None:
        item = next((row.item for row in self.rows if row.link is self.sender()), None)
        if item is not None:
            self.navigation_requested.emit(item.place)

    def _action_clicked(self) -> None:
        """The second press of a double click does nothing: by then the button may say something else."""
        row = next((row for row in self.rows if row.action is self.sender()), None)
        if row is None or row.item is None:
            return
        pressed = row.since_pressed
        again = pressed.isValid() and not pressed.hasExpired(QApplication.doubleClickInterval())
        pressed.start()
        if not again:
            self.action_requested.emit(row.item.key)
