"""Two facts that may contradict one another, side by side, and which of them hold (M10, E11)."""

from __future__ import annotations

from collections.abc import Hashable

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ....memory import ConflictState, Memory, shown_service
from ... import theme
from ...text import formatting
from ...text.translation import tr
from ..memories.untrusted_text_view import UntrustedTextView
from .answer_card import AnswerSpec, ReviewAnswerCard
from .queries import ConflictPair
from .text import conflict_reason, memory_source_text

SIDE_BY_SIDE_FROM = 520


class PairCard(ReviewAnswerCard):
    """The older fact and the newer one. Answers are the names of ``ConflictState``."""

    ANSWERS = (
        AnswerSpec(ConflictState.BOTH, tr("Both hold"), "B", tr("They do not contradict one another"), changes=False),
        AnswerSpec(ConflictState.REPLACED, tr("The new one replaces"), "N", tr("The older one is closed"), "primary"),
        AnswerSpec(
            ConflictState.SAME, tr("They are the same"), "S", tr("The older one is confirmed, the newer one goes")
        ),
    )

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.older, self.newer = _Side(tr("Older")), _Side(tr("Newer"))
        line = QFrame()
        theme.set_role(line, "line-v")
        self._line = line
        self._sides = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._sides.setSpacing(theme.GAP_L)
        self._sides.addWidget(self.older, 1)
        self._sides.addWidget(line)
        self._sides.addWidget(self.newer, 1)
        self._said.addLayout(self._sides)
        for side in (self.older, self.newer):
            side.memory_requested.connect(self.memory_requested)
        self._lay_out(tr("Why it waits"))

    def show_pair(self, key: Hashable, pair: ConflictPair, place: str) -> None:
        """Show a pair; ``place`` says which of how many."""
        self.older.show_memory(pair.old)
        self.newer.show_memory(pair.new)
        why = conflict_reason(pair)
        self.why.setText(formatting.make_breakable(why))
        service = shown_service(pair.new.service)
        self._show_head(key, service, tr("{category} · possible conflict", category=pair.new.category), place)
        self.setAccessibleName(
            tr(
                "Two facts about {service} may contradict one another. Older: {observation} Newer: {observation_2}",
                service=service,
                observation=pair.old.observation[:300],
                observation_2=pair.new.observation[:300],
            )
        )
        self.setAccessibleDescription(
            tr("{why} Press B: both hold, N: the new one replaces, S: they are the same.", why=why)
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow card the two stand under one another."""
        ways = QBoxLayout.Direction
        beside = event.size().width() >= SIDE_BY_SIDE_FROM
        self._line.setVisible(beside)
        self._sides.setDirection(ways.LeftToRight if beside else ways.TopToBottom)
        super().resizeEvent(event)


class _Side(QWidget):
    """One of the two. ``memory_requested`` carries its id."""

    memory_requested = Signal(int)

    def __init__(self, name: str) -> None:
        super().__init__()
        self._id = 0
        self.text = UntrustedTextView(tr("The {lower} fact", lower=name.lower()), theme.reading_font(), self)
        self._said = theme.plain_label(role="muted", wrap=True)
        self._link = QPushButton(tr("Show it"))
        theme.set_role(self._link, "link")
        self._link.setAutoDefault(False)
        self._link.clicked.connect(self._go)
        head = QHBoxLayout()
        head.setSpacing(theme.GAP_S)
        head.addWidget(theme.plain_label(name, "strong"))
        head.addStretch()
        head.addWidget(self._link)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_XS)
        column.addLayout(head)
        column.addWidget(self.text)
        column.addWidget(self._said)
        column.addStretch()

    def show_memory(self, memory: Memory) -> None:
        """Show it."""
        self._id = memory.id
        self.text.show_text(memory.observation)
        self._said.setText(memory_source_text(memory))
        self._said.setToolTip(formatting.format_exact_time(memory.created_at))
        self._link.setAccessibleName(tr("Show memory {id}", id=memory.id))

    def _go(self) -> None:
        self.memory_requested.emit(self._id)
