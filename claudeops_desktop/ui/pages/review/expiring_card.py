"""A fact that age takes out of the prompts: is it still true? (M12, Lifetimes)"""

from __future__ import annotations

from collections.abc import Hashable

from PySide6.QtWidgets import QWidget

from ....memory import ExpiringFact, shown_service
from ... import theme
from ...text import formatting
from ...text.translation import tr, tr_message
from ..memories.untrusted_text_view import UntrustedTextView
from .answer_card import AnswerSpec, ReviewAnswerCard
from .text import expiry_reason, memory_source_text

KEEP, LET_GO, CHECK = "keep", "let go", "check"


class ExpiringCard(ReviewAnswerCard):
    """The fact, when it leaves and why, and the three answers."""

    ANSWERS = (
        AnswerSpec(
            KEEP,
            tr("Still true"),
            "T",
            tr("It is confirmed as of today and regains the confidence it lost with age"),
            "primary",
        ),
        AnswerSpec(LET_GO, tr("Drop"), "L", tr("It is no longer in prompts; it is archived, not deleted")),
        AnswerSpec(
            CHECK,
            tr("Check"),
            "C",
            tr(
                "Compare it with what the watcher measured; if that is not possible, the next session "
                "about it checks it"
            ),
            changes=False,
        ),
    )

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = UntrustedTextView(tr("The fact that is about to expire"), theme.reading_font(), self)
        self._drawn = theme.plain_label(role="muted", wrap=True)
        self._said.addWidget(self.text)
        self._said.addWidget(self._drawn)
        self._lay_out(tr("Still true?"))

    def show_expiring(self, key: Hashable, one: ExpiringFact, place: str) -> None:
        """Show it; ``place`` says which of how many."""
        memory = one.memory
        self.text.show_text(memory.observation)
        self._drawn.setText(memory_source_text(memory))
        why = expiry_reason(one)
        self.why.setText(formatting.make_breakable(tr_message(why)))
        service = shown_service(memory.service)
        self._show_head(
            key,
            service,
            tr("{category} · {domain} · about to expire", category=memory.category, domain=memory.domain),
            place,
        )
        self.setAccessibleName(
            tr(
                "A fact about {service} is about to expire: {observation}",
                service=service,
                observation=memory.observation[:300],
            )
        )
        self.setAccessibleDescription(tr("{why} Press T: still true, L: drop, C: check.", why=why))
