"""What the cards of pairs in conflict and of expiring facts share: a head, what is asked, and a button per answer."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ... import icons, theme
from ...text import formatting
from ...widgets.decision_card import DecisionCard


@dataclass(frozen=True, slots=True)
class AnswerSpec:
    """One answer: its name in a signal, the words on its button, its key, and what it does. ``changes`` says that the
    card must have been read to its end before a click on it counts."""

    name: str
    text: str
    key: str
    tip: str
    role: str = ""
    changes: bool = True


class ReviewAnswerCard(DecisionCard):
    """Base. ``answered`` carries the key of the row and the name of the answer; ``memory_requested`` an id."""

    answered = Signal(object, str)
    memory_requested = Signal(int)
    ANSWERS: tuple[AnswerSpec, ...] = ()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.key: Hashable | None = None
        self._title = theme.plain_label(role="section")
        self._about = theme.plain_label(role="muted")
        self._place = theme.plain_label(role="muted")
        self._mark = theme.plain_label()
        icons.set_themed_icon(self._mark, "question", "warn")
        self.why = theme.plain_label(role="body", wrap=True, select=True)
        self.buttons: dict[str, QPushButton] = {}
        self._inner = QWidget()
        theme.set_role(self._inner, "surface")
        self._said = QVBoxLayout(self._inner)
        self._said.setContentsMargins(0, 0, theme.GAP_S, 0)
        self._said.setSpacing(theme.GAP_M)

    @property
    def keys_text(self) -> str:
        """What the keys do."""
        return ", ".join(f"{one.key}: {one.text.lower()}" for one in self.ANSWERS)

    def set_readable(self, readable: bool) -> None:
        """What was not read to its end cannot be answered with a change."""
        for one in self.ANSWERS:
            self.buttons[one.name].setEnabled(readable or not one.changes)

    def set_position(self, place: str) -> None:
        """Which of how many it is."""
        self._place.setText(place)

    def forget(self) -> None:
        """Nothing is shown, so that no key answers anything."""
        self.key = None
        self.restart_settling()

    def press_button(self, name: str) -> None:
        """Answer as its button does: only what is in view and was read."""
        spec = next(one for one in self.ANSWERS if one.name == name)
        if self.key is not None and self.takes_click(approves=spec.changes):
            self.answered.emit(self.key, name)

    def _show_head(self, key: Hashable, title: str, about: str, place: str) -> None:
        other = key != self.key
        self.key = key
        self._title.setText(formatting.strip_direction_marks(title))
        self._about.setText(formatting.strip_direction_marks(about))
        self.set_position(place)
        if other:
            self.begin_reading()

    def _lay_out(self, question: str) -> None:
        """Put head, what was said, why and answers under one another; the subclass has filled ``_said``."""
        head = QHBoxLayout()
        head.setSpacing(theme.GAP_S)
        head.addWidget(self._title)
        head.addWidget(self._about)
        head.addStretch()
        head.addWidget(self._place)
        why = QHBoxLayout()
        why.setSpacing(theme.GAP_S)
        why.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        why.addWidget(self.why, 1)
        self._said.addWidget(theme.plain_label(question, "strong"))
        self._said.addLayout(why)
        self._said.addStretch()
        outer = QWidget()
        told = QVBoxLayout(outer)
        told.setContentsMargins(0, 0, 0, 0)
        told.addWidget(self._inner)
        self.set_content(outer, self._inner)
        row = QHBoxLayout()
        row.setSpacing(theme.GAP_S)
        for one in self.ANSWERS:
            button = QPushButton(one.text)
            button.setToolTip(f"{one.tip} ({one.key})")
            button.setAutoDefault(False)
            button.setProperty("answer", one.name)
            if one.role:
                theme.set_role(button, one.role)
            button.clicked.connect(self._clicked)
            self.buttons[one.name] = button
            row.addWidget(button)
        row.addWidget(self.hint, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_L, theme.GAP_M, theme.GAP_L, theme.GAP_M)
        column.setSpacing(theme.GAP_M)
        column.addLayout(head)
        column.addWidget(self.area, 1)
        column.addLayout(row)

    def _clicked(self) -> None:
        self.press_button(str(self.sender().property("answer")))
