"""The page of lessons: short rules from corrections, given to every session; added, edited, turned off and removed."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QWidget

from ....memory import LONGEST_LESSON, MemoryService, StoredLesson
from ... import icons, theme
from ...app_context import AppContext
from ...kit.actions import ActionSpec
from ...kit.columns import ColumnSpec, number_column, state_column, time_column
from ...kit.detail import EmptyText
from ...kit.list_page import ListPage, ListPageSpec, has_current
from ...text.translation import tr, tr_count
from ..base_page import PageLocation

STATES = {
    "told": (tr("in prompts"), "good"),
    "held": (tr("needs review"), "waiting"),
    "off": (tr("off"), "idle"),
}
SOURCES = {"user": tr("a correction"), "agent": tr("an admitted mistake"), "operator": tr("you")}


def load_lessons(context: AppContext) -> dict[Hashable, StoredLesson]:
    """Return all of them, by id."""
    return {lesson.id: lesson for lesson in context.memory.lessons.rows(everything=True)}


# --- commands --------------------------------------------------------------------------------------------------------


def toggle_lesson(page: LessonsPage) -> None:
    """Turn the current lesson on or off; one that waits is approved."""
    lesson = page.current
    if lesson is None:
        return
    state = lesson_state(lesson)
    labels = {
        "told": tr("Turned a lesson off"),
        "held": tr("Approved a lesson"),
        "off": tr("Turned a lesson on"),
    }
    change = partial(page.context.memory.lessons.edit, lesson.id, active=state != "told")
    change_lesson(page.context, lesson, labels[state], change)


def remove_lesson(page: LessonsPage) -> None:
    """Remove the current lesson; undone by bringing it back."""
    if page.current is not None:
        lessons = page.context.memory.lessons
        change_lesson(page.context, page.current, tr("Removed a lesson"), partial(lessons.remove, page.current.id))


def open_session(page: LessonsPage) -> None:
    """Lead to the session in which the current lesson was learned."""
    if page.current is not None and page.current.session_id is not None:
        page.navigation_requested.emit(PageLocation("sessions", id=page.current.session_id))


def add_lesson(context: AppContext, text: str) -> None:
    """Add a lesson; undone by removing it."""
    memory = context.memory
    context.undo.perform(tr("Added a lesson"), partial(memory.lessons.add, text), partial(_remove_added, memory))


def change_lesson(context: AppContext, before: StoredLesson, label: str, change: Callable[[], object]) -> None:
    """Change a lesson; undone by putting it back as it was before."""
    context.undo.perform(label, change, partial(_restore, context.memory, before))


def _remove_added(memory: MemoryService, added: StoredLesson) -> object:
    return memory.lessons.remove(added.id)


def _restore(memory: MemoryService, before: StoredLesson, _answer: object) -> object:
    return memory.lessons.restore(before)


# --- words -----------------------------------------------------------------------------------------------------------


def lesson_state(lesson: StoredLesson) -> str:
    """Return which of STATES it is in."""
    if lesson.gate == "hold":
        return "held"
    return "told" if lesson.active else "off"


def lesson_tip(lesson: StoredLesson) -> str:
    """Return all of it, and why it was learned."""
    return f"{lesson.text}\n{lesson.why}".strip()


def fact_line(lessons: Sequence[StoredLesson]) -> str:
    """Return how many prompts hold and how many need review."""
    states = [lesson_state(lesson) for lesson in lessons]
    told, held = states.count("told"), states.count("held")
    if not told and not held:
        return tr("No lesson yet")
    parts = [tr_count("%n lesson in every prompt", "%n lessons in every prompt", told)]
    if held:
        parts.append(tr_count("%n needs review", "%n need review", held))
    return " · ".join(parts)


def toggle_label(page: LessonsPage) -> str:
    """Return what the button does with the current lesson."""
    labels = {"told": tr("Turn off"), "held": tr("Approve"), "off": tr("Turn on")}
    return labels[lesson_state(page.current)] if page.current is not None else labels["told"]


# --- the page --------------------------------------------------------------------------------------------------------

COLUMNS: tuple[ColumnSpec[StoredLesson], ...] = (
    state_column(tr("State"), 120, lesson_state, STATES, tip=lambda lesson: lesson.why),
    ColumnSpec("text", tr("Lesson"), 460, text=lambda lesson: lesson.text, tip=lesson_tip, stretch=True),
    ColumnSpec(
        "source",
        tr("From"),
        160,
        text=lambda lesson: SOURCES.get(lesson.source, lesson.source),
        tip=lambda lesson: lesson.why,
    ),
    number_column("times", tr("Times"), 60, lambda lesson: lesson.times),
    time_column("when", tr("Last learned"), 110, lambda lesson: lesson.updated_at),
)

ACTIONS: tuple[ActionSpec[LessonsPage], ...] = (
    ActionSpec("add", tr("Add a lesson"), lambda page: page.begin_adding(), "Ctrl+N"),
    ActionSpec(
        "session",
        tr("Open the session"),
        open_session,
        shown=lambda page: page.current is not None and page.current.session_id is not None,
    ),
    ActionSpec(
        "toggle",
        tr("Turn the lesson on or off"),
        toggle_lesson,
        "Space",
        for_table=True,
        label=toggle_label,
        shown=has_current,
    ),
    ActionSpec(
        "edit",
        tr("Edit the lesson"),
        lambda page: page.edit_current(),
        "F2",
        for_table=True,
        label=lambda _page: tr("Edit"),
        tip=lambda _page: tr("Edit text (F2)"),
        shown=has_current,
    ),
    ActionSpec(
        "remove",
        tr("Remove the lesson"),
        remove_lesson,
        "Del",
        for_table=True,
        label=lambda _page: tr("Remove"),
        tip=lambda _page: tr("Remove it (Del)"),
        shown=has_current,
    ),
)


class LessonsPage(ListPage[StoredLesson]):
    """Short rules that are in every prompt. In the line below, a new one is written or the current one is edited."""

    title = tr("Lessons")
    spec = ListPageSpec(
        title=title,
        look="LessonModel",
        intro=tr("Short rules that are in every prompt. They come from corrections in sessions, and from you."),
        columns=COLUMNS,
        load=load_lessons,
        tables=frozenset(("lessons",)),
        fact=fact_line,
        empty=EmptyText(
            "memories",
            tr("No lesson yet"),
            tr("When somebody corrects the agent, the rule appears here and in every later prompt. Or add one below."),
        ),
        actions=ACTIONS,
        buttons=("session", "toggle", "edit", "remove"),
        row_action="edit",
    )

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._mending: StoredLesson | None = None
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

    def begin_adding(self) -> None:
        """Empty the line for a new lesson."""
        self._mend(None)
        self.line.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def edit_current(self) -> None:
        """Put the words of the current lesson into the line."""
        if self.current is not None:
            self._mend(self.current)
            self.line.selectAll()
            self.line.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def save(self) -> None:
        """Take what stands in the line as a new lesson, or as the words of the one that is edited."""
        text, before = self.line.text().strip(), self._mending
        if not text:
            return
        if before is None:
            add_lesson(self.context, text)
        elif text != before.text:
            change = partial(self.context.memory.lessons.edit, before.id, text=text)
            change_lesson(self.context, before, tr("Changed a lesson"), change)
        self._mend(None)
        if before is not None:
            self.focus_search()

    def _mend(self, lesson: StoredLesson | None) -> None:
        self._mending = lesson
        self.line.setText(lesson.text if lesson is not None else "")
        self._typed()

    def _typed(self) -> None:
        self.add.setEnabled(bool(self.line.text().strip()))
        self.add.setText(tr("Save") if self._mending is not None else tr("Add"))
        self.leave.setVisible(self._mending is not None)
