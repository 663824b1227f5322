"""Lessons: short rules from corrections, told to every session; added, mended, turned off and removed here (E15)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QWidget

from ....memory import LONGEST_LESSON, MemoryService, StoredLesson
from ... import icons, theme
from ...app_context import AppContext
from ...text import formatting
from ...text.translation import tr, tr_count
from ...widgets.empty_state import EmptyState
from ...widgets.record_list_view import RecordListView
from ...widgets.record_model import RecordModel, TableColumn
from ..base_page import PageLocation

SOURCES = {"user": tr("a correction"), "agent": tr("an admitted mistake"), "operator": tr("you")}
INTRO = tr("Short rules that are in every prompt. They come from corrections in sessions, and from you.")
EMPTY = tr("When somebody corrects the agent, the rule appears here and in every later prompt. Or add one below.")


def lesson_state(lesson: StoredLesson) -> str:
    """``in prompts``, ``off`` or ``needs review``."""
    if lesson.gate == "hold":
        return tr("needs review")
    return tr("in prompts") if lesson.active else tr("off")


class LessonModel(RecordModel):
    """Keys are ids, rows are Lessons."""

    COLUMNS = (
        TableColumn("state", tr("State"), 120),
        TableColumn("text", tr("Lesson"), 460),
        TableColumn("source", tr("From"), 160),
        TableColumn("times", tr("Times"), 60, number=True),
        TableColumn("when", tr("Last learned"), 110),
    )

    def text(self, row: StoredLesson, column: str) -> str:
        """What a cell shows."""
        match column:
            case "state":
                return lesson_state(row)
            case "text":
                return formatting.strip_direction_marks(row.text)
            case "source":
                return SOURCES.get(row.source, row.source)
            case "times":
                return formatting.format_number(row.times)
            case _:
                return formatting.format_relative_time(row.updated_at)

    def tip(self, row: StoredLesson, column: str) -> str:
        """Why it was learned, and exact times."""
        match column:
            case "text":
                return formatting.strip_direction_marks(f"{row.text}\n{row.why}".strip())
            case "state" | "source":
                return formatting.strip_direction_marks(row.why)
            case "when":
                return formatting.format_exact_time(row.updated_at)
        return ""

    def state(self, row: StoredLesson, column: str) -> str:
        """Its state as a shape."""
        if column != "state":
            return ""
        return "waiting" if row.gate == "hold" else "good" if row.active else "idle"


class LessonsView(RecordListView):
    """F2 mends the chosen one in the line below, Space turns it on or off, Del removes it, Ctrl+N begins a new one."""

    TABLES = ("lessons",)

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(
            desk, LessonModel(), tr("Lessons"), EmptyState("memories", tr("No lesson yet"), EMPTY), INTRO, parent
        )
        self._mending: StoredLesson | None = None
        self.session = QPushButton(tr("Open the session"))
        self.session.clicked.connect(self.open_session)
        self.turn = QPushButton(tr("Turn off"))
        self.turn.clicked.connect(self.toggle_selected)
        self.edit = QPushButton(tr("Edit"))
        self.edit.setToolTip(tr("Edit text (F2)"))
        self.edit.clicked.connect(self.edit_selected)
        self.remove = QPushButton(tr("Remove"))
        self.remove.setToolTip(tr("Remove it (Del)"))
        self.remove.clicked.connect(self.remove_selected)
        for part in (self.session, self.turn, self.edit, self.remove):
            self.head.addWidget(part)
        self._make_line()
        self.table.stretch_columns(1)
        self.table.row_picked.connect(self._picked)
        self.table.row_opened.connect(self._opened)
        self.key(tr("Edit the lesson"), "F2", self.edit_selected)
        self.key(tr("Turn the lesson on or off"), "Space", self.toggle_selected)
        self.key(tr("Remove the lesson"), "Del", self.remove_selected)
        new = QAction(tr("Add a lesson"), self)
        new.setShortcut(QKeySequence("Ctrl+N"))
        new.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        new.triggered.connect(self.begin_adding)
        self.addAction(new)

    def _make_line(self) -> None:
        self.line = QLineEdit(self)
        self.line.setPlaceholderText(tr("A new lesson, such as “Prefer reload over restart”"))
        self.line.setAccessibleName(tr("A lesson"))
        self.line.setMaxLength(LONGEST_LESSON)
        self.line.returnPressed.connect(self.save)
        self.line.textChanged.connect(self._typed)
        self.add = QPushButton(tr("Add"), self)
        icons.set_themed_icon(self.add, "add")
        self.add.clicked.connect(self.save)
        self.leave = QPushButton(tr("Cancel"), self)
        self.leave.clicked.connect(self.begin_adding)
        row = QHBoxLayout()
        row.setSpacing(theme.GAP_S)
        row.addWidget(self.line, 1)
        row.addWidget(self.add)
        row.addWidget(self.leave)
        self.column.addLayout(row)
        self._typed()

    def make_query(self) -> Callable[[], list[StoredLesson]]:
        """All of them."""
        return partial(_load_lessons, self.desk.memory)

    def rows_from_answer(self, answer: list[StoredLesson]) -> Sequence[tuple[Hashable, StoredLesson]]:
        """Each by its id."""
        told = sum(one.active and one.gate != "hold" for one in answer)
        held = sum(one.gate == "hold" for one in answer)
        said = [
            tr_count("%n lesson in every prompt", "%n lessons in every prompt", told)
            if told or held
            else tr("No lesson yet")
        ]
        if held:
            said.append(tr_count("%n needs review", "%n need review", held))
        self.fact_changed.emit(" · ".join(said))
        return [(one.id, one) for one in answer]

    def current_moved(self) -> None:
        """The buttons fit what is chosen."""
        one = self.current
        for button in (self.turn, self.edit, self.remove):
            button.setVisible(one is not None)
        self.session.setVisible(one is not None and one.session_id is not None)
        if one is not None:
            on = one.active and one.gate != "hold"
            self.turn.setText(tr("Turn off") if on else tr("Approve") if one.gate == "hold" else tr("Turn on"))

    # --- what the operator does ---------------------------------------------------------------------------------------

    def begin_adding(self) -> None:
        """A new one."""
        self._mending = None
        self.line.clear()
        self._typed()
        self.line.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def edit_selected(self) -> None:
        """The words of the chosen one, in the line."""
        one = self.current
        if one is not None:
            self._mending = one
            self.line.setText(one.text)
            self._typed()
            self.line.selectAll()
            self.line.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def save(self) -> None:
        """What stands in the line is a new lesson, or the words of the one that is mended."""
        text = self.line.text().strip()
        if not text:
            return
        memory, old = self.desk.memory, self._mending
        if old is None:
            self.desk.undo.perform(
                tr("Added a lesson"), partial(memory.lessons.add, text), partial(_remove_lesson, memory)
            )
        elif text != old.text:
            self._change(old, tr("Changed a lesson"), partial(memory.lessons.edit, old.id, text=text))
        self._mending = None
        self.line.clear()
        self._typed()
        if old is not None:
            self.take_focus()

    def toggle_selected(self) -> None:
        """On or off; one that waits is approved."""
        one = self.current
        if one is None:
            return
        on = not (one.active and one.gate != "hold")
        label = (
            tr("Approved a lesson")
            if one.gate == "hold"
            else tr("Turned a lesson on")
            if on
            else tr("Turned a lesson off")
        )
        self._change(one, label, partial(self.desk.memory.lessons.edit, one.id, active=on))

    def remove_selected(self) -> None:
        """Take it away; Undo brings it back."""
        one = self.current
        if one is not None:
            memory = self.desk.memory
            self.desk.undo.perform(
                tr("Removed a lesson"), partial(memory.lessons.remove, one.id), partial(_restore_lesson, memory, one)
            )

    def open_session(self) -> None:
        """Where it was learned."""
        one = self.current
        if one is not None and one.session_id is not None:
            self.navigation_requested.emit(PageLocation("sessions", id=one.session_id))

    def _change(self, old: StoredLesson, label: str, do: Callable[[], object]) -> None:
        self.desk.undo.perform(label, do, partial(_restore_lesson, self.desk.memory, old))

    def _picked(self, _key: object) -> None:
        self.current_moved()

    def _opened(self, _key: object) -> None:
        self.edit_selected()

    def _typed(self) -> None:
        self.add.setEnabled(bool(self.line.text().strip()))
        self.add.setText(tr("Save") if self._mending is not None else tr("Add"))
        self.leave.setVisible(self._mending is not None)


def _load_lessons(memory: MemoryService) -> list[StoredLesson]:
    return memory.lessons.rows(everything=True)


def _remove_lesson(memory: MemoryService, made: StoredLesson) -> object:
    return memory.lessons.remove(made.id)


def _restore_lesson(memory: MemoryService, old: StoredLesson, _answer: object) -> object:
    """Puts a lesson back as it was before."""
    return memory.lessons.restore(old)
