"""The cards of what waits beside the held facts, and the line on the page that leads to them (M12, E11)."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from ....memory.fact import MemoryChange
from ....store.changes import Change
from ... import theme, words
from ...desk import Desk
from ..memories.asking import Latest
from .others import CLOSED, EXPIRING, PAIRS, AnswerChoice, OtherItem, Others, OthersQuestion, items_of

MOST_CARDS = 100
TITLES = {
    EXPIRING: ("Still true?", "Age takes these facts out of the prompts. What nobody answers falls silent."),
    PAIRS: ("Possible conflicts", "The judge is not sure whether the newer fact replaces the older one. Both stand."),
    CLOSED: ("Closed in the last 30 days", "What was closed, lowered or left behind by age, by what and why."),
}
NOTHING = "Nothing is left here."


class OthersBar(QWidget):
    """How many of each kind there are; a button for each that opens its cards. ``answered`` carries the operation of an
    answer, to be written."""

    answered = Signal(object)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._latest = Latest(desk.bridge, self.show_others, self._not_read, self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GAP_M)
        self.buttons: dict[str, QPushButton] = {}
        for kind in (EXPIRING, PAIRS, CLOSED):
            button = QPushButton()
            theme.set_role(button, "link")
            button.setAutoDefault(False)
            button.setProperty("kind", kind)
            button.clicked.connect(self._press)
            row.addWidget(button)
            self.buttons[kind] = button
        row.addStretch()
        self.hide()

    def show_others(self, others: Others) -> None:
        """Show how many there are; nothing where there are none."""
        told = {
            EXPIRING: (len(others.expiring), f"{words.counted(len(others.expiring), 'fact')} about to expire"),
            PAIRS: (len(others.pairs), f"{words.counted(len(others.pairs), 'pair')} in possible conflict"),
            CLOSED: (len(others.closed), f"{len(others.closed):,} closed in the last 30 days"),
        }
        for kind, (number, text) in told.items():
            self.buttons[kind].setText(text)
            self.buttons[kind].setVisible(bool(number))
        self.setVisible(any(number for number, _ in told.values()))

    def _press(self) -> None:
        button = self.sender()
        assert button is not None  # noqa: S101
        self.open_cards(str(button.property("kind")))

    def ask(self) -> None:
        """Look how many there are now."""
        self._latest.ask(OthersQuestion(self._desk.memory))

    def open_cards(self, kind: str) -> None:
        """Open the cards of one kind: expiring, pairs or closed."""
        dialog = OthersDialog(self._desk, kind, self)
        dialog.answered.connect(self.answered)
        dialog.open()

    def _not_read(self, sentence: str) -> None:
        """A count that cannot be read is not shown; why it cannot is."""
        for button in self.buttons.values():
            button.hide()
        self.buttons[EXPIRING].setText(sentence)
        self.buttons[EXPIRING].show()
        self.show()


class OthersDialog(QDialog):
    """The cards of one kind. ``answered`` carries the operation of an answer, to be written."""

    answered = Signal(object)

    def __init__(self, desk: Desk, kind: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk, self._kind = desk, kind
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        title, text = TITLES[kind]
        self.setWindowTitle(title)
        self.resize(720, 520)
        self.cards: list[OtherCard] = []
        self._said = theme.label(text, "muted", wrap=True)
        inner = QWidget()
        theme.set_role(inner, "surface")
        self._column = QVBoxLayout(inner)
        self._column.setContentsMargins(0, 0, theme.GAP_S, 0)
        self._column.setSpacing(theme.GAP_M)
        self._column.addStretch()
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(inner)
        close = QPushButton("Close")
        close.clicked.connect(self.accept)
        buttons = QHBoxLayout()
        buttons.addStretch()
        buttons.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_XL, theme.GAP_XL, theme.GAP_XL, theme.GAP_L)
        column.setSpacing(theme.GAP_L)
        column.addWidget(self._said)
        column.addWidget(area, 1)
        column.addLayout(buttons)
        self._latest = Latest(desk.bridge, self._show, self._said.setText, self)
        desk.bridge.changed.connect(self._on_change)
        self._ask()

    def _ask(self) -> None:
        self._latest.ask(OthersQuestion(self._desk.memory))

    def _on_change(self, change: Change) -> None:
        if change.table in ("memories", "*"):
            self._ask()

    def _show(self, others: Others) -> None:
        for card in self.cards:
            self._column.removeWidget(card)
            card.hide()
            card.deleteLater()
        items = items_of(self._kind, others, self._desk.memory)
        self._said.setText(TITLES[self._kind][1] if items else NOTHING)
        self.cards = [OtherCard(item) for item in items[:MOST_CARDS]]
        for at, card in enumerate(self.cards):
            card.answered.connect(self.answered)
            self._column.insertWidget(at, card)


class OtherCard(QFrame):
    """One of them. ``answered`` carries the operation."""

    answered = Signal(object)

    def __init__(self, item: OtherItem) -> None:
        super().__init__()
        theme.set_role(self, "card")
        self.item = item
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_M, theme.GAP_M, theme.GAP_M, theme.GAP_M)
        column.setSpacing(theme.GAP_S)
        column.addWidget(theme.label(words.plain(item.title), "strong"))
        for fact in item.facts:
            column.addWidget(theme.label(words.breakable(words.plain(fact)), wrap=True, select=True))
        column.addWidget(theme.label(words.breakable(words.plain(item.why)), "muted", wrap=True))
        row = QHBoxLayout()
        row.setSpacing(theme.GAP_S)
        self.buttons = [self._button(answer) for answer in item.answers]
        for button in self.buttons:
            row.addWidget(button)
        row.addStretch()
        column.addLayout(row)
        self.setAccessibleName(f"{item.title}: {item.facts[0][:300]}")

    def _button(self, answer: AnswerChoice) -> QPushButton:
        button = AnswerButton(answer.name, answer.make)
        button.setToolTip(answer.tip)
        button.chosen.connect(self._answer)
        return button

    def _answer(self, make: Callable[[], MemoryChange]) -> None:
        for button in self.buttons:
            button.setEnabled(False)
        self.answered.emit(make)


class AnswerButton(QPushButton):
    """A button that knows its answer. ``chosen`` carries the operation."""

    chosen = Signal(object)

    def __init__(self, text: str, make: Callable[[], MemoryChange]) -> None:
        super().__init__(text)
        self._make = make
        self.setAutoDefault(False)
        self.clicked.connect(self._press)

    def _press(self) -> None:
        self.chosen.emit(self._make)
