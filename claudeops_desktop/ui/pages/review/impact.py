"""What a fact would meet: the memories that approving it confirms or replaces."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from ....language.types import PairJudgement, Verdict
from ....memory import Memory, shown_service
from ... import icons, theme
from ...text import formatting
from ...text.translation import tr
from ..memories.text import shorten_to_line
from .text import impact_text

_LOOKS = {Verdict.CONTRADICTION: ("redo", "warn"), Verdict.SAME: ("good", "good")}
RETIRES = tr("This one is archived: the agent asks to have it forgotten")


class ImpactList(QWidget):
    """A row for each. ``memory_requested`` carries the id of one."""

    memory_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[QWidget] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.GAP_S)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)

    def show_all(
        self, memory: Memory, meets: Sequence[tuple[Memory, PairJudgement]], retires: Memory | None = None
    ) -> None:
        """Show these instead; without any it is new. ``retires`` is what a proposal wants forgotten."""
        for row in self._rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        rows = [
            self._row(other, impact_text(judgement.verdict), judgement.why, *_look(judgement))
            for other, judgement in meets
        ]
        if retires is not None:
            rows.append(self._row(retires, RETIRES, "", "trash", "warn"))
        self._rows = rows or [self._new(memory)]
        for row in self._rows:
            self._column.addWidget(row)
            row.show()

    @property
    def row_texts(self) -> list[str]:
        """What each row says, for screen readers and tests."""
        return [row.accessibleName() for row in self._rows]

    def _new(self, memory: Memory) -> QWidget:
        text = tr(
            "It is new: nothing known about {shown_service} says the same or the opposite.",
            shown_service=shown_service(memory.service),
        )
        label = theme.plain_label(formatting.make_breakable(text), "muted", wrap=True)
        label.setAccessibleName(text)
        return label

    def _row(self, other: Memory, said: str, why: str, icon: str, tone: str) -> QWidget:
        row = QWidget()
        row.setAccessibleName(f"{said}: {shorten_to_line(other.observation, 200)}")
        mark = theme.plain_label()
        icons.set_themed_icon(mark, icon, tone)
        link = QPushButton(tr("Show it"))
        theme.set_role(link, "link")
        link.setAccessibleName(
            tr(
                "Show memory {id}: {shorten_to_line}",
                id=other.id,
                shorten_to_line=shorten_to_line(other.observation, 60),
            )
        )
        link.setProperty("memory", other.id)
        link.clicked.connect(self._go)
        head = QHBoxLayout()
        head.setSpacing(theme.GAP_S)
        head.addWidget(mark)
        head.addWidget(theme.plain_label(said, wrap=True), 1)
        head.addWidget(theme.plain_label(f"{other.confidence:.2f}", "muted"))
        head.addWidget(link)
        column = QVBoxLayout(row)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(head)
        inset = theme.ICON + theme.GAP_S
        for text, role in ((shorten_to_line(other.observation, 240), "body"), (why, "muted")):
            if not text:
                continue
            label = theme.plain_label(formatting.make_breakable(text), role, wrap=True, select=True)
            label.setMinimumWidth(1)
            label.setIndent(inset)
            column.addWidget(label)
        return row

    def _go(self) -> None:
        self.memory_requested.emit(int(self.sender().property("memory")))


def _look(judgement: PairJudgement) -> tuple[str, str]:
    return _LOOKS.get(judgement.verdict, ("idle", "idle"))
