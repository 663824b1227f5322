"""A gap in what is known about a service, and the question about it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from ...core.messages import UserMessage

if TYPE_CHECKING:
    from ...memory import MemoryChange

GapKind = Literal["nothing", "remediation", "dependency", "timing"]
QuestionState = Literal["open", "answered", "known", "dismissed"]
"""known: the fact came in another way meanwhile."""
GAP_KINDS: tuple[GapKind, ...] = ("nothing", "remediation", "dependency", "timing")
CATEGORIES: dict[GapKind, str] = {
    "nothing": "behavior",
    "remediation": "remediation",
    "dependency": "dependency",
    "timing": "timing",
}
"""The category of the fact that an answer becomes."""


@dataclass(frozen=True, slots=True)
class ServiceKnowledge:
    """A service that was checked or in trouble within a week: how many ``incidents`` it had, whether it was
    ``restarted``, the ``categories`` of the facts that are known of it, and whether a ``cure`` is known."""

    service: str
    incidents: int = 0
    restarted: bool = False
    categories: frozenset[str] = frozenset()
    cure: bool = False


@dataclass(frozen=True, slots=True)
class KnowledgeGap:
    """Something that should be known about a service and is not."""

    service: str
    kind: GapKind

    @property
    def question(self) -> UserMessage:
        """The question about it."""
        match self.kind:
            case "nothing":
                return UserMessage("What should be known about {service}?", service=self.service)
            case "remediation":
                return UserMessage("What helps when {service} fails?", service=self.service)
            case "dependency":
                return UserMessage("What does {service} depend on?", service=self.service)
            case "timing":
                return UserMessage("How long does {service} take to start?", service=self.service)

    @property
    def reason(self) -> UserMessage:
        """Why it is asked."""
        match self.kind:
            case "nothing":
                return UserMessage("No fact is stored.")
            case "remediation":
                return UserMessage("It had incidents, and no cure is known.")
            case "dependency":
                return UserMessage("It had incidents, and no fact says so.")
            case "timing":
                return UserMessage("It was restarted, and no fact says so.")

    @property
    def sentence(self) -> UserMessage:
        """The question with its reason."""
        return UserMessage("{question} {reason}", question=self.question, reason=self.reason)


@dataclass(frozen=True, slots=True)
class OperatorQuestion:
    """A row of ``operator_questions``. ``memory_id`` is the fact that the answer became."""

    id: int
    gap: KnowledgeGap
    state: QuestionState
    asked_at: str
    answered_at: str = ""
    memory_id: int | None = None

    def with_state(self, state: QuestionState, at: str, memory_id: int | None) -> OperatorQuestion:
        """The row in another state."""
        return replace(self, state=state, answered_at=at, memory_id=memory_id)

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return {
            "id": self.id,
            "service": self.gap.service,
            "kind": self.gap.kind,
            "category": CATEGORIES[self.gap.kind],
            "question": str(self.gap.question),
            "reason": str(self.gap.reason),
            "state": self.state,
            "asked_at": self.asked_at,
            "answered_at": self.answered_at,
            "memory_id": self.memory_id,
        }


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """An answer, from which it can be undone: the question before it, and what it changed in memory (None where it was
    dismissed)."""

    before: OperatorQuestion
    after: OperatorQuestion
    change: MemoryChange | None = None
