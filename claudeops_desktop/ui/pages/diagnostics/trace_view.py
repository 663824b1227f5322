"""The way of a fact, stage by stage: where it passed, where it was lost, and what leads further."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ....memory import FactExplanation, Memory, StageEvidence
from ... import theme
from ...text import formatting
from ...text.translation import tr
from ...widgets.state_dot import StateDot
from ..base_page import PageLocation
from ..memories.text import shorten_to_line

STAGES = {
    "said": tr("Said"),
    "extracted": tr("Extracted"),
    "gated": tr("Gate"),
    "kept": tr("Kept"),
    "merged": tr("Merged"),
    "superseded": tr("Replaced"),
    "decayed": tr("Faded"),
    "laid away": tr("Archived"),
    "told": tr("In a prompt"),
    "recalled": tr("Recalled"),
}
_TOP_RIGHT = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight
_SHAPES = {True: "good", False: "critical", None: "info"}
NAME_WIDTH, TIME_WIDTH = 96, 76
DROP = 5  # smaller things stand on the line of a link, which is as high as every target


class FactTraceView(QWidget):
    """``navigation_requested`` carries where a stage leads, ``memory_chosen`` the id of another memory that the
    question may have meant."""

    navigation_requested = Signal(object)
    memory_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        theme.set_role(self, "surface")
        self._rows: list[QWidget] = []
        self._dot = StateDot("info", theme.ICON_LARGE)
        self.verdict = theme.plain_label(role="section", wrap=True, select=True)
        head = QHBoxLayout()
        head.setSpacing(theme.GAP_S)
        head.addWidget(self._dot, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self.verdict, 1)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(theme.GAP_L, theme.GAP_M, theme.GAP_L, theme.GAP_M)
        self._column.setSpacing(2)
        self._column.addLayout(head)
        self._column.addStretch()

    def show_trace(self, found: FactExplanation, others: tuple[Memory, ...]) -> None:
        """Show an answer; ``others`` are those that the question may have meant as well."""
        for row in self._rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.verdict.setText(formatting.make_breakable(found.verdict))
        self._dot.set_state("critical" if found.stage else "good" if found.memory_id is not None else "info")
        self._rows = [self._stage(one, one.stage == found.stage and one.passed is False) for one in found.evidence]
        if others:
            self._rows.append(theme.plain_label(tr("You may have meant"), "strong"))
            self._rows += [self._other(memory) for memory in others]
        for at, row in enumerate(self._rows, 1):
            self._column.insertWidget(at, row)
            row.show()

    @property
    def line_texts(self) -> list[str]:
        """What each line says, for screen readers and tests."""
        return [row.accessibleName() for row in self._rows if row.accessibleName()]

    def _stage(self, one: StageEvidence, lost: bool) -> QWidget:
        row = QWidget()
        name = STAGES.get(one.stage, one.stage.capitalize())
        row.setAccessibleName(f"{name}: {one.told}")
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(theme.GAP_S)
        title = theme.plain_label(name, "strong" if lost else "muted")
        title.setFixedWidth(NAME_WIDTH)
        said = theme.plain_label(formatting.make_breakable(one.told), "body", wrap=True, select=True)
        at = theme.plain_label(formatting.format_relative_time(one.at), "faint")
        at.setToolTip(formatting.format_exact_time(one.at))
        at.setFixedWidth(TIME_WIDTH)
        at.setAlignment(Qt.AlignmentFlag.AlignRight)
        for label in (title, said, at):
            small = label is at or (not lost and label is title)
            label.setContentsMargins(0, DROP + small, 0, DROP)  # smaller letters stand on the line of the larger ones
        line.addWidget(_dropped(StateDot(_SHAPES[one.passed])), 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(title, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(said, 1)
        if one.session_id is not None:
            spoken = tr("Open session {session_id}", session_id=one.session_id)
            go = partial(self.navigation_requested.emit, PageLocation("sessions", id=one.session_id))
            line.addWidget(_make_link(f"#{one.session_id}", spoken, go), 0, _TOP_RIGHT)
        if one.memory_id is not None:
            spoken = tr("Show memory {memory_id}", memory_id=one.memory_id)
            go = partial(self.navigation_requested.emit, PageLocation("memories", id=one.memory_id))
            line.addWidget(_make_link(tr("Show it"), spoken, go), 0, _TOP_RIGHT)
        line.addWidget(at, 0, Qt.AlignmentFlag.AlignTop)
        return row

    def _other(self, memory: Memory) -> QWidget:
        text = shorten_to_line(memory.observation, 100).replace("&", "&&")
        spoken = tr("Ask about it: {id}", id=memory.id)
        return _make_link(text, spoken, partial(self.memory_chosen.emit, memory.id))


def _make_link(text: str, spoken: str, follow: Callable[[], object]) -> QPushButton:
    link = QPushButton(formatting.strip_direction_marks(text))
    theme.set_role(link, "link")
    link.setAccessibleName(spoken)
    link.clicked.connect(lambda _checked=False: follow())
    return link


def _dropped(dot: StateDot) -> QWidget:
    """A shape on the line of the words beside it."""
    room = QWidget()
    column = QVBoxLayout(room)
    column.setContentsMargins(0, DROP, 0, 0)
    column.addWidget(dot)
    return room
