"""The lines over a list of cards: what can be decided on several cards at once, and notices with a button."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from .. import theme
from ..text.translation import tr, tr_count
from .cards import CardKind, CardNotice, DecisionSpec


class ManyCardsBar(QWidget):
    """The buttons that decide on several cards at once. Most of those are not in view, so that no key decides on them.

    ``decision_clicked`` carries the name of a kind and the decision.
    """

    decision_clicked = Signal(str, object)

    def __init__(self, kinds: Mapping[str, CardKind[Any, Any]], page: QWidget) -> None:
        super().__init__(page)
        self.buttons: dict[tuple[str, str], QPushButton] = {}
        self._texts: dict[tuple[str, str], Callable[[int], str]] = {}
        self.label = theme.plain_label(role="muted", wrap=True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GAP_S)
        row.addWidget(self.label, 1)
        for name, kind in kinds.items():
            for decision in kind.decisions:
                if decision.many is not None:
                    row.addWidget(self._make_button(name, decision, decision.many))
        self.hide()

    def show_selection(self, selected: Sequence[tuple[str, Hashable]]) -> None:
        """Show what can be decided on the selected cards: their kinds and keys, none where at most one is selected."""
        self.setVisible(bool(selected))
        self.label.setText(
            tr(
                "{number} selected. Each button answers all that it counts.",
                number=tr_count("%n row", "%n rows", len(selected)),
            )
        )
        counts = Counter(kind for kind, _ in selected)
        for (kind, name), button in self.buttons.items():
            button.setText(self._texts[kind, name](counts[kind]))
            button.setVisible(counts[kind] > 0)

    def _make_button(self, kind: str, decision: DecisionSpec[Any], text: Callable[[int], str]) -> QPushButton:
        button = QPushButton(self)
        if decision.role == "danger":
            theme.set_role(button, "danger")
        button.clicked.connect(lambda _checked=False: self.decision_clicked.emit(kind, decision))
        self.buttons[kind, decision.name] = button
        self._texts[kind, decision.name] = text
        return button


class NoticeLine(QWidget):
    """A line over the list while there is something to say."""

    def __init__(self, notice: CardNotice, page: QWidget) -> None:
        super().__init__(page)
        self._notice = notice
        self.label = theme.plain_label(role="muted", wrap=True)
        self.button = QPushButton(notice.button)
        theme.set_role(self.button, "link")
        self.button.clicked.connect(lambda _checked=False: notice.run(page))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GAP_S)
        row.addWidget(self.label)
        row.addWidget(self.button)
        row.addStretch()
        self.hide()

    def show_listing(self, found: Any) -> None:
        """Say what the notice says of a listing."""
        text = self._notice.text(found)
        self.label.setText(text)
        self.setVisible(bool(text))
