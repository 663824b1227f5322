"""The one card of a page of cards: its head, what it says, a note, and a button for each decision."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from ...core.clock import utc_now
from .. import theme
from ..text import formatting
from ..text.translation import tr
from ..widgets.elided_label import ElidedLabel
from ..widgets.flow_layout import FlowLayout
from ..widgets.state_dot import StateDot
from .card_body import BodyView
from .cards import CardContent, CardKind, DecisionSpec, NoteSpec
from .decision_card import DecisionCard

if TYPE_CHECKING:
    from ..app_context import AppContext

CLOCK_WIDTH = 96
STEPS: dict[int, int] = {Qt.Key.Key_Down: 1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_Left: -1}


class NoteField(QPlainTextEdit):
    """A note of one line or of some lines."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._spec = NoteSpec("", "")
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    @property
    def note(self) -> str:
        """Return what is written, as one line."""
        return " ".join(self.toPlainText().split())[: self._spec.longest]

    def show_spec(self, spec: NoteSpec) -> None:
        """Become the field of a card."""
        self._spec = spec
        self.setPlaceholderText(spec.hint)
        self.setAccessibleName(formatting.strip_direction_marks(spec.spoken))
        self.setFixedHeight(spec.lines * theme.ROW + 2)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take no line break into a note of one line."""
        if self._spec.lines == 1 and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.ignore()
        else:
            super().keyPressEvent(event)


class CardView(DecisionCard):
    """The one card of a page. It shows an item of any kind and has the keys that read on.

    ``decision_clicked`` carries the name of a decision whose button was clicked when a click counts;
    ``undo_clicked`` asks to take a pending decision back, ``step_requested`` for another card.
    """

    decision_clicked = Signal(str)
    undo_clicked = Signal()
    step_requested = Signal(int)
    link_followed = Signal(object)

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.key: Hashable | None = None
        self.kind: CardKind[Any, Any] | None = None
        self.item: Any = None
        self._notes: dict[Hashable, str] = {}
        self.buttons: dict[str, QPushButton] = {}
        self._make_parts()
        self._lay_out()
        self.forget()

    def _make_parts(self) -> None:
        self.state = StateDot("waiting", theme.ICON_LARGE)
        self.title = ElidedLabel(role="section")
        self.about = ElidedLabel(role="muted")
        self.position = theme.plain_label(role="muted")
        self.time_left = theme.plain_label(role="muted")
        self._bar = QProgressBar(self)
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(CLOCK_WIDTH)
        self._bar.setRange(0, 1000)
        self._bar.setAccessibleName(tr("Time left"))
        self.must, self.more = BodyView(), BodyView()
        for body in (self.must, self.more):
            body.link_followed.connect(self.link_followed)
        self.note = NoteField(self)
        self.note.textChanged.connect(self._note_changed)
        self.pending_label = theme.plain_label(role="strong", wrap=True)
        self.undo = QPushButton(tr("Undo"))
        self.undo.setToolTip(tr("Take the approval back: the question stays open (Z)"))
        self.undo.setAutoDefault(False)
        self.undo.clicked.connect(self.undo_clicked)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(theme.GAP_S)
        head.addWidget(self.state)
        head.addWidget(self.title, 1)
        for part in (self._bar, self.time_left, self.position):
            head.addWidget(part)
        content = QWidget()
        theme.set_role(content, "surface")
        inner = QVBoxLayout(content)
        inner.setContentsMargins(0, 0, theme.GAP_S, 0)
        inner.setSpacing(theme.GAP_L)
        inner.addWidget(self.must)
        inner.addWidget(self.more)
        inner.addStretch()
        self.set_content(content, self.must)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_L, theme.GAP_M, theme.GAP_L, theme.GAP_M)
        column.setSpacing(theme.GAP_S)
        column.addLayout(head)
        column.addWidget(self.about)
        column.addWidget(self.area, 1)
        column.addWidget(self.note)
        column.addWidget(self._make_answers())
        column.addWidget(self.hint)

    def _make_answers(self) -> QWidget:
        self._answers = QStackedWidget(self)
        self._open = QWidget(self._answers)
        self._buttons = FlowLayout(theme.GAP_S, self._open)
        self._pending = QWidget(self._answers)
        row = QHBoxLayout(self._pending)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GAP_S)
        row.addWidget(self.pending_label, 1)
        row.addWidget(self.undo)
        for part in (self._open, self._pending):
            self._answers.addWidget(part)
        return self._answers

    # --- what it shows -----------------------------------------------------------------------------------------------

    def show_item(self, kind: CardKind[Any, Any], key: Hashable, item: Any, position: str) -> None:
        """Show an item. The same one keeps its note, what is selected and how far it was read."""
        other = key != self.key
        if other:
            self._keep_note()
        if kind is not self.kind:
            self._make_buttons(kind)
        self.key, self.kind, self.item = key, kind, item
        self.position.setText(position)
        self._show_content(kind.content(item))
        self._show_note(other)
        self._show_buttons()
        self.show_pending()
        self.update_time_left()
        if other:
            self.begin_reading()

    def refresh_content(self) -> None:
        """Say anew what depends on the time of day."""
        if self.kind is not None:
            self._show_content(self.kind.content(self.item))

    def forget(self) -> None:
        """Show nothing, so that nothing can be decided."""
        self._keep_note()
        self.key = self.kind = self.item = None
        for part in self.children():
            if isinstance(part, QWidget):
                part.hide()
        self.restart_settling()

    def drop_note(self, key: Hashable) -> None:
        """Forget the note of a card that was decided on."""
        if key == self.key:
            self.note.clear()
        self._notes.pop(key, None)

    def _show_content(self, content: CardContent) -> None:
        for part in (self.state, self.title, self.area, self.position, self.hint, self._answers):
            part.show()
        self.state.set_state(content.state)
        self.title.setText(content.title)
        self.about.setText(content.about)
        self.about.setVisible(bool(content.about))
        self.must.show_parts(content.must)
        self.more.show_parts(content.more)
        self.more.setVisible(bool(content.more))
        self.setAccessibleName(formatting.strip_direction_marks(content.spoken))
        self.setAccessibleDescription(
            tr("{keys}. Page Down reads on, arrow keys show the other cards.", keys=self.keys_text)
        )

    # --- the note ----------------------------------------------------------------------------------------------------

    def _show_note(self, other: bool) -> None:
        spec = self.kind.note(self.item) if self.kind is not None and self.kind.note is not None else None
        self.note.setVisible(spec is not None)
        if spec is not None:
            self.note.show_spec(spec)
        if other:
            self.note.setPlainText(self._notes.pop(self.key, "") if self.key is not None else "")

    def _keep_note(self) -> None:
        if self.key is not None and self.note.note:
            self._notes[self.key] = self.note.toPlainText()

    def _note_changed(self) -> None:
        self.set_readable(self.is_read)

    # --- decisions ---------------------------------------------------------------------------------------------------

    @property
    def decisions(self) -> list[DecisionSpec[Any]]:
        """Return what can be decided on the item shown, also while one decision has yet to take effect."""
        if self.kind is None:
            return []
        offered = [one for one in self.kind.decisions if one.shown is None or one.shown(self.item)]
        return [one for one in offered if one.while_pending] if self.is_pending else offered

    def decision_of_key(self, keys: str) -> DecisionSpec[Any] | None:
        """Return the decision of a key; None where the card has none, or it waits for a note."""
        found = next((one for one in self.decisions if one.keys == keys), None)
        return found if found is not None and (self.note.note or not found.needs_note) else None

    @property
    def is_pending(self) -> bool:
        """Tell whether a decision has yet to take effect."""
        return self._answers.currentWidget() is self._pending

    @property
    def keys_text(self) -> str:
        """Return what the keys do now."""
        said = [f"{one.keys}: {one.text.lower()}" for one in self.decisions if one.keys]
        return ", ".join([tr("Z: undo"), *said] if self.is_pending else said)

    def set_readable(self, readable: bool) -> None:
        """Offer those decisions that a card may be given as far as it was read."""
        written = bool(self.note.note)
        for one in self.kind.decisions if self.kind is not None else ():
            self.buttons[one.name].setEnabled((readable or not one.read) and (written or not one.needs_note))

    def show_pending(self) -> None:
        """Show whether a decision has yet to take effect, in how many seconds, and the button that undoes it."""
        kind, had, was = self.kind, self.has_keys, self.is_pending
        said = kind.pending(self._context, self.item) if kind is not None and kind.pending is not None else ""
        self.pending_label.setText(said)
        self._answers.setCurrentWidget(self._pending if said else self._open)
        self.note.setEnabled(not said)
        if was == self.is_pending:
            return
        self.check_view()
        if had and said:
            self.setFocus()  # not to whatever follows a button that is gone
        if was and self.isVisible():
            self.restart_settling()  # the buttons are back under the pointer

    def _make_buttons(self, kind: CardKind[Any, Any]) -> None:
        while (old := self._buttons.takeAt(0)) is not None:
            widget = old.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.buttons = {one.name: self._make_button(one) for one in kind.decisions}
        for button in self.buttons.values():
            self._buttons.addWidget(button)

    def _make_button(self, decision: DecisionSpec[Any]) -> QPushButton:
        button = QPushButton(decision.text, self._open)
        button.setToolTip(tr("{tip} ({keys})", tip=decision.tip, keys=decision.keys) if decision.keys else decision.tip)
        button.setAutoDefault(False)
        if decision.role:
            theme.set_role(button, decision.role)
        button.clicked.connect(partial(self._clicked, decision))
        return button

    def _show_buttons(self) -> None:
        offered = {one.name for one in self.decisions}
        for name, button in self.buttons.items():
            button.setVisible(name in offered)
        self._buttons.invalidate()

    def _clicked(self, decision: DecisionSpec[Any], _checked: bool = False) -> None:
        if self.takes_click(approves=decision.read):
            self.decision_clicked.emit(decision.name)

    # --- time --------------------------------------------------------------------------------------------------------

    @property
    def has_clock(self) -> bool:
        """Tell whether what is shown waits for a limited time."""
        return bool(self.time_left.text())

    def update_time_left(self) -> None:
        """Count down; where motion is reduced the bar is left out."""
        clock = self.kind.clock if self.kind is not None else None
        text, share = clock(self.item, utc_now()) if clock is not None else ("", 0.0)
        self.time_left.setText(text)
        self.time_left.setVisible(bool(text))
        self._bar.setVisible(bool(text) and not theme.reduce_motion())
        self._bar.setValue(round(share * 1000))

    # --- keys --------------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to another card by an arrow key."""
        step = STEPS.get(event.key())
        if step and self.hasFocus():
            self.step_requested.emit(step)
        else:
            super().keyPressEvent(event)
