"""The words of extraction: a passage of turns goes in, segments with facts come out (E3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, Protocol

from ...core.errors import EnvironmentFault
from ..types import ExtractedFact

LONGEST_TYPED = 1_500  # characters; a longer turn of a person may hold a document of others
Role = Literal["user", "assistant", "tool"]


class ExtractionFault(EnvironmentFault):
    """What an extractor answered is not what was asked for: kept as a failure that can be retried, never guessed."""


@dataclass(frozen=True, slots=True)
class ConversationTurn:
    """One thing said in a session. ``at`` as in ``clock.to_text``, "" where unknown; ``tool`` names the tool whose
    output it is. Only user and assistant text is ever drawn from. ``command`` is what a tool was asked to run or the
    file that it was to open, ``cwd`` the folder that the session worked in: they tell what is spoken of."""

    number: int
    role: Role
    text: str
    at: str = ""
    tool: str = ""
    command: str = ""
    cwd: str = ""


@dataclass(frozen=True, slots=True)
class ConversationPassage:
    """Consecutive turns of one conversation (``session:<id>`` or ``cli:<uuid>``). Untrusted text. ``earlier`` are the
    last turns before them: nothing is drawn from those, they tell what is spoken of."""

    turns: tuple[ConversationTurn, ...]
    conversation_id: str = ""
    earlier: tuple[ConversationTurn, ...] = ()


@dataclass(frozen=True, slots=True)
class TopicSegment:
    """One topic of a passage: one to three sentences on what it was about, and its facts."""

    narrative: str
    facts: tuple[ExtractedFact, ...] = ()


@dataclass(frozen=True, slots=True)
class ExtractionResult:
    """What was drawn from a passage. ``by`` names the extractor (``rules``, or the model); ``notes`` are sentences
    for the operator, such as why the rules served instead of the model."""

    segments: tuple[TopicSegment, ...] = ()
    by: str = "rules"
    cost_usd: float = 0.0
    notes: tuple[str, ...] = field(default=())

    @property
    def facts(self) -> tuple[ExtractedFact, ...]:
        """All facts, in the order they were said."""
        return tuple(fact for segment in self.segments for fact in segment.facts)


class FactExtractor(Protocol):
    """Draws facts from a passage. May wait for a model: never on the GUI thread, never inside ``store.write``."""

    def extract(self, passage: ConversationPassage) -> ExtractionResult:
        """The facts of a passage, not yet gated. Raises ExtractionFault or ModelFault."""
