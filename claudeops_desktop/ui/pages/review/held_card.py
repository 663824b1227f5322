"""One fact that waits: what it says, why it waits, what approving it would do, and the answers."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from ....language.types import CATEGORIES, GENERAL, service_name
from ....memory import LONGEST_OBSERVATION, Memory, MemoryEdit, shown_service
from ... import icons, theme
from ...text import formatting
from ...text.translation import tr
from ...widgets.decision_card import DecisionCard
from ..memories.untrusted_text_view import UntrustedTextView
from .impact import ImpactList
from .queries import HeldFact
from .text import held_reason, source_text


class HeldFactCard(DecisionCard):
    """``answered`` carries ``approve``, ``reject`` or ``put back``; ``edit_submitted`` an Edit and whether to
    approve it at once; ``memory_requested`` the id of another memory, ``session_requested`` a session.

    The card itself takes the focus, so that no key that is pressed by habit answers by accident; the page gives it its
    keys.
    """

    answered = Signal(str)
    edit_submitted = Signal(object, bool)
    memory_requested = Signal(int)
    session_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._memory: Memory | None = None
        self._title = theme.plain_label(role="section")
        self._about = theme.plain_label(role="muted")
        self._place = theme.plain_label(role="muted")
        self.text = UntrustedTextView(tr("The fact that waits"), theme.reading_font(), self)
        self._drawn = theme.plain_label(role="muted", wrap=True)
        self._mark = theme.plain_label()
        icons.set_themed_icon(self._mark, "question", "warn")
        self.why = theme.plain_label(role="body", wrap=True, select=True)
        self.impact = ImpactList(self)
        self.impact.memory_requested.connect(self.memory_requested)
        self.editor = _Editor(self)
        self.editor.edit_submitted.connect(self._saved)
        self.editor.edit_cancelled.connect(self.end_edit)
        self.approve = _button(tr("Approve"), tr("It becomes a memory that the next run may read (A)"), "primary")
        self.edit = _button(tr("Edit"), tr("Edit text first (E)"))
        self.reject = _button(tr("Reject"), tr("It is not kept as a memory (R)"), "danger")
        self.put_back = _button(tr("Put back"), tr("It stands as before the upgrade, and is not asked about again"))
        self.approve.clicked.connect(self._approve)
        self.edit.clicked.connect(self.begin_edit)
        self.reject.clicked.connect(self._reject)
        self.put_back.clicked.connect(self._put_back)
        self.save_key = self._key(tr("Approve with your words"), "Ctrl+Return", self.editor.save_and_approve)
        self._key(tr("Leave its words as they are"), "Escape", self.end_edit)
        self._lay_out()
        self._hold_back(True)

    def _key(self, text: str, keys: str, act: Callable[[], object]) -> QAction:
        """A key of the editor, while words are mended."""
        action = QAction(text, self)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(act)
        self.editor.addAction(action)
        return action

    @property
    def shown(self) -> int | None:
        """The id of the fact on the card, None where there is none."""
        return self._memory.id if self._memory is not None else None

    @property
    def editing(self) -> bool:
        """Whether its words are being mended."""
        return self._parts.currentWidget() is self.editor

    def show_waiting(self, waiting: HeldFact, place: str) -> None:
        """Show one; ``place`` says which of how many. Words that are being mended stay as long as it is the same."""
        memory = waiting.memory
        if self.editing and self.shown != memory.id:
            self.end_edit()
        other = self.shown != memory.id
        self._memory = memory
        self._hold_back(False)
        self._title.setText(formatting.strip_direction_marks(shown_service(memory.service)))
        self._about.setText(f"{memory.category} · {memory.domain}")
        self.set_position(place)
        self.text.show_text(memory.observation)
        self._drawn.setText(source_text(waiting))
        self.why.setText(formatting.make_breakable(held_reason(memory)))
        self.put_back.setVisible(waiting.moved)
        self.impact.show_all(memory, waiting.affected, waiting.retires)
        self.setAccessibleName(
            tr(
                "A fact about {shown_service} waits: {observation}",
                shown_service=shown_service(memory.service),
                observation=memory.observation[:300],
            )
        )
        self.setAccessibleDescription(
            tr("{held_reason} Press A to approve, E to edit, R to reject.", held_reason=held_reason(memory))
        )
        if other:
            self.begin_reading()

    def set_position(self, place: str) -> None:
        """Which of how many it is."""
        self._place.setText(place)

    def forget(self) -> None:
        """Nothing is shown, so that no key answers anything."""
        self.end_edit()
        self._memory = None
        self._hold_back(True)
        self.restart_settling()

    @property
    def keys_text(self) -> str:
        """What the keys do."""
        return tr("A approves, E edits, R rejects")

    def set_readable(self, readable: bool) -> None:
        """What was not read to its end cannot be approved."""
        self.approve.setEnabled(readable)
        self.put_back.setEnabled(readable)

    def _hold_back(self, yes: bool) -> None:
        """Until a fact is known the card is empty: no heading stands over nothing, no button means nothing."""
        self._inner.setVisible(not yes)
        self._buttons.setEnabled(not yes)

    def begin_edit(self) -> None:
        """Mend its words."""
        if self._memory is not None and not self.editing:
            self.editor.begin(self._memory)
            self._parts.setCurrentWidget(self.editor)
            self._buttons.hide()
            self.editor.text.setFocus()

    def end_edit(self) -> None:
        """Leave the words as they are."""
        if self.editing:
            self._parts.setCurrentWidget(self.area)
            self._buttons.show()
            self.setFocus()

    def _saved(self, edit: MemoryEdit, approve: bool) -> None:
        self.end_edit()
        self.edit_submitted.emit(edit, approve)

    def _approve(self) -> None:
        if self.takes_click(approves=True):
            self.answered.emit("approve")

    def _reject(self) -> None:
        if self.takes_click(approves=False):
            self.answered.emit("reject")

    def _put_back(self) -> None:
        if self.takes_click(approves=True):
            self.answered.emit("put back")

    def _lay_out(self) -> None:
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
        self._inner = inner = QWidget()
        theme.set_role(inner, "surface")
        told = QVBoxLayout(inner)
        told.setContentsMargins(0, 0, theme.GAP_S, 0)
        told.setSpacing(theme.GAP_M)
        told.addWidget(self.text)
        told.addWidget(self._drawn)
        told.addWidget(theme.plain_label(tr("Why it waits"), "strong"))
        told.addLayout(why)
        told.addWidget(theme.plain_label(tr("If you approve it"), "strong"))
        told.addWidget(self.impact)
        told.addStretch()
        self._told = QWidget()
        read = QVBoxLayout(self._told)
        read.setContentsMargins(0, 0, 0, 0)
        read.addWidget(inner)
        self.set_content(self._told, inner)
        self._parts = QStackedWidget()
        self._parts.addWidget(self.area)
        self._parts.addWidget(self.editor)
        self._buttons = QWidget()
        row = QHBoxLayout(self._buttons)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GAP_S)
        for button in (self.approve, self.edit, self.reject, self.put_back):
            row.addWidget(button)
        row.addWidget(self.hint, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_L, theme.GAP_M, theme.GAP_L, theme.GAP_M)
        column.setSpacing(theme.GAP_M)
        column.addLayout(head)
        column.addWidget(self._parts, 1)
        column.addWidget(self._buttons)


class _Editor(QWidget):
    """The words of a fact, to be mended. ``edit_submitted`` carries the Edit and whether to approve it at once."""

    edit_submitted = Signal(object, bool)
    edit_cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = QPlainTextEdit()
        self.text.setAccessibleName(tr("The fact in your words"))
        self.text.setTabChangesFocus(True)
        self.service = QLineEdit()
        self.service.setAccessibleName(tr("Service"))
        self.service.setPlaceholderText(tr("Service, or {general}", general=GENERAL))
        self.category = QComboBox()
        theme.set_accessible_name(self.category, tr("Category"))
        self.category.addItems(CATEGORIES)
        self.save = _button(tr("Save and approve"), "Ctrl+Return", "primary")
        self.keep = _button(tr("Save"), tr("Keep it waiting, with these words"))
        self.drop = _button(tr("Cancel"), tr("Leave its words as they are (Escape)"))
        self._wrong = theme.plain_label(role="wrong", wrap=True)
        self._wrong.hide()
        self.save.clicked.connect(self.save_and_approve)
        self.keep.clicked.connect(self._keep)
        self.drop.clicked.connect(self.edit_cancelled)
        self.text.textChanged.connect(self._check)
        row = QHBoxLayout()
        row.setSpacing(theme.GAP_S)
        row.addWidget(self.service, 1)
        row.addWidget(self.category)
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.GAP_S)
        for button in (self.save, self.keep, self.drop):
            buttons.addWidget(button)
        buttons.addStretch()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_S)
        column.addWidget(self.text, 1)
        column.addLayout(row)
        column.addWidget(self._wrong)
        column.addLayout(buttons)

    def begin(self, memory: Memory) -> None:
        """Start from its own words."""
        self.text.setPlainText(memory.observation)
        self.text.selectAll()
        self.service.setText(shown_service(memory.service))
        self.category.setCurrentText(memory.category)
        self._check()

    def save_and_approve(self) -> None:
        """What Ctrl+Return does."""
        self._tell(approve=True)

    def _keep(self) -> None:
        self._tell(approve=False)

    def _tell(self, *, approve: bool) -> None:
        if self._check():
            service = service_name(self.service.text()) or GENERAL
            edit = MemoryEdit(self.text.toPlainText().strip(), self.category.currentText(), service)
            self.edit_submitted.emit(edit, approve)

    def _check(self) -> bool:
        text = self.text.toPlainText().strip()
        wrong = ""
        if not text:
            wrong = tr("Say in one sentence what is worth remembering.")
        elif len(text) > LONGEST_OBSERVATION:
            wrong = tr(
                "It has {words} characters; a memory holds {longest_observation} at most.",
                words=formatting.format_number(len(text)),
                longest_observation=formatting.format_number(LONGEST_OBSERVATION),
            )
        self._wrong.setText(wrong)
        self._wrong.setVisible(bool(wrong))
        self.save.setEnabled(not wrong)
        self.keep.setEnabled(not wrong)
        return not wrong


def _button(text: str, tip: str, role: str = "") -> QPushButton:
    button = QPushButton(text)
    button.setToolTip(tip)
    button.setAutoDefault(False)
    if role:
        theme.set_role(button, role)
    return button
