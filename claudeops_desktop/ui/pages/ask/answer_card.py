"""An answer of memory as a card: its title, its text, how certain it is and, folded, why it is among the answers."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ... import theme
from ...text import formatting
from ...text.translation import tr
from ...widgets.fold_button import FoldButton
from ...widgets.state_dot import StateDot
from ..memories.untrusted_text_view import UntrustedTextView
from .text import AnswerText

LONGEST_TITLE = 80  # characters, so that date and buttons stay in view


class AnswerCard(QFrame):
    """An answer. ``opened`` carries where all of it stands, ``step_requested`` 1 or -1 for the arrows."""

    opened = Signal(object)
    step_requested = Signal(int)

    def __init__(self, answer: AnswerText, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.answer = answer
        self.setObjectName("approval")
        theme.set_role(self, "card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(answer.spoken)
        self.setAccessibleDescription(answer.hint)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(theme.GAP_M, theme.GAP_S, theme.GAP_S, theme.GAP_S)
        self.column.setSpacing(theme.GAP_XS)
        self.column.addLayout(self._make_head())
        view = UntrustedTextView(tr("Answer {place}", place=answer.number), parent=self)
        view.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        view.show_text(answer.text)
        self._add_inset(view)
        for fact in answer.facts:
            self._add_inset(theme.plain_label(formatting.make_breakable(fact), "muted", wrap=True, select=True))
        self.grounds = theme.plain_label(formatting.make_breakable("\n".join(answer.grounds)), "muted", wrap=True)
        self.grounds.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.grounds.hide()
        self._add_inset(self.grounds)

    def _make_head(self) -> QHBoxLayout:
        answer = self.answer
        head = QHBoxLayout()
        head.setSpacing(theme.GAP_S)
        place = theme.plain_label(f"{answer.number}", "muted")
        place.setFont(theme.number_font())
        place.setFixedWidth(theme.ICON_LARGE)
        head.addWidget(StateDot(answer.state, theme.ICON_LARGE) if answer.state else place)
        head.addWidget(theme.plain_label(formatting.make_breakable(answer.title, LONGEST_TITLE), "strong"))
        if answer.kind:
            head.addWidget(theme.plain_label(answer.kind, "muted"))
        for word, meaning in answer.badges:
            badge = theme.plain_label(word, "badge")
            badge.setToolTip(meaning)
            head.addWidget(badge)
        head.addStretch()
        self.standing = theme.plain_label(answer.standing[0], "muted")
        self.standing.setToolTip(answer.standing[1])
        head.addWidget(self.standing)
        self.fold = FoldButton(tr("Why"), self)
        self.fold.setAccessibleName(tr("Why answer {place} came", place=answer.number))
        self.fold.toggled.connect(self._unfold)
        self.fold.setVisible(bool(answer.grounds))
        self.open = QPushButton(answer.open)
        self.open.setAccessibleName(answer.open_spoken)
        theme.set_role(self.open, "link")
        self.open.clicked.connect(self._open)
        head.addWidget(self.fold)
        head.addWidget(self.open)
        return head

    def _add_inset(self, part: QWidget) -> None:
        """Add a part below, as far in as the title."""
        inset = QHBoxLayout()
        inset.setContentsMargins(theme.ICON_LARGE + theme.GAP_S, 0, theme.GAP_S, 0)
        inset.addWidget(part)
        self.column.addLayout(inset)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open by Return, fold by Space, go to the other answers by the arrows."""
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open()
        elif key == Qt.Key.Key_Space and self.answer.grounds:
            self.fold.toggle()
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.step_requested.emit(1 if key == Qt.Key.Key_Down else -1)
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:
        """Open what answers."""
        self._open()

    def _open(self) -> None:
        self.opened.emit(self.answer.place)

    def _unfold(self, on: bool) -> None:
        self.grounds.setVisible(on)
