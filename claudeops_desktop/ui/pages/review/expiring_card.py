"""A fact that age takes out of the prompts: is it still true? (M12, Lifetimes)"""

from __future__ import annotations

from collections.abc import Hashable

from PySide6.QtWidgets import QWidget

from ....memory import ExpiringFact, shown_service
from ... import theme
from ...text import formatting
from ..memories.untrusted_text_view import UntrustedTextView
from .answer_card import AnswerSpec, ReviewAnswerCard
from .text import expiry_reason, memory_source_text

KEEP, LET_GO, CHECK = "keep", "let go", "check"


class ExpiringCard(ReviewAnswerCard):
    """The fact, when it leaves and why, and the three answers."""

    ANSWERS = (
        AnswerSpec(KEEP, "Still true", "T", "It is confirmed as of today and has back what age took", "primary"),
        AnswerSpec(LET_GO, "Let go", "L", "Prompts do not hold it any more; it is archived, not deleted"),
        AnswerSpec(
            CHECK,
            "Check",
            "C",
            "Compare it with what the watcher measured; else the next session about it checks it",
            changes=False,
        ),
    )

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = UntrustedTextView("The fact that is about to expire", theme.reading_font(), self)
        self._drawn = theme.plain_label(role="muted", wrap=True)
        self._said.addWidget(self.text)
        self._said.addWidget(self._drawn)
        self._lay_out("Still true?")

    def show_expiring(self, key: Hashable, one: ExpiringFact, place: str) -> None:
        """Show it; ``place`` says which of how many."""
        memory = one.memory
        self.text.show_text(memory.observation)
        self._drawn.setText(memory_source_text(memory))
        why = expiry_reason(one)
        self.why.setText(formatting.make_breakable(why))
        service = shown_service(memory.service)
        self._show_head(key, service, f"{memory.category} · {memory.domain} · about to expire", place)
        self.setAccessibleName(f"A fact about {service} is about to expire: {memory.observation[:300]}")
        self.setAccessibleDescription(f"{why} Press T: still true, L: let go, C: check.")
