"""What a weekly report is made of, and what it says. Texts of facts, incidents and cases are untrusted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from ...core.clock import to_text
from ...core.messages import UserMessage
from ..questions.types import KnowledgeGap

Section = Literal[
    "happened", "incidents", "learned", "forgotten", "leaving", "growth", "recall", "cost", "gaps", "recommendations"
]
SECTIONS: Mapping[str, str] = {
    "happened": UserMessage("What happened"),
    "incidents": UserMessage("Incidents and what cured them"),
    "learned": UserMessage("What was learned"),
    "forgotten": UserMessage("What was forgotten"),
    "leaving": UserMessage("What goes next week"),
    "growth": UserMessage("Growth of memory"),
    "recall": UserMessage("Recall"),
    "cost": UserMessage("Cost"),
    "gaps": UserMessage("What is not known"),
    "recommendations": UserMessage("Recommendations"),
}
"""The sections in their order, with their titles."""


@dataclass(frozen=True, slots=True)
class WeekSpan:
    """Seven local days, from a Sunday to the next: ``week`` is the ISO week of its Saturday, such as 2026-W10."""

    week: str
    since: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class WeekCase:
    """A case that an outage of the week belongs to: what ended it, and whether that held (None: not known yet)."""

    id: int
    state: str
    cure: str
    held: bool | None


@dataclass(frozen=True, slots=True)
class WeekIncident:
    """An incident that began in the week. ``minutes`` None while it is open; ``case`` what is known of its cure."""

    id: int
    service: str
    cause: str
    minutes: int | None
    case: WeekCase | None = None


@dataclass(frozen=True, slots=True)
class WeekFact:
    """A fact that was learned, or that was closed or left behind: then ``how`` is what happened to it, and ``why``
    says the reason."""

    id: int
    text: str
    service: str
    how: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class WeekFinding:
    """A finding that came back in the week."""

    id: int
    service: str
    title: str


@dataclass(frozen=True, slots=True)
class WeeklyData:
    """What a report is composed of. ``runs`` counts runs by their end; ``newest_session`` and ``failed_session`` are
    the latest of all and the latest that failed. ``learned`` counts new facts by source, ``forgotten`` those that
    went by what happened to them, ``leaving`` are those that age takes out of the prompts in the seven days to come,
    ``recalls`` questions by the stage that answered. Dollars. ``gaps`` is what is not known, ``questions`` the open
    question about each by its number, ``known`` the categories of facts by service. ``pairs``, ``held`` and
    ``patterns`` wait for the operator. ``failed_steps`` are steps of the routine by name."""

    span: WeekSpan
    runs: Mapping[str, int] = field(default_factory=dict)
    newest_session: int | None = None
    failed_session: int | None = None
    incidents: tuple[WeekIncident, ...] = ()
    learned: Mapping[str, int] = field(default_factory=dict)
    newest: tuple[WeekFact, ...] = ()
    forgotten: Mapping[str, int] = field(default_factory=dict)
    lost: tuple[WeekFact, ...] = ()
    leaving: tuple[WeekFact, ...] = ()
    held_before: int = 0
    held_after: int = 0
    recalls: Mapping[str, int] = field(default_factory=dict)
    usd: float = 0.0
    usd_before: float = 0.0
    gaps: tuple[KnowledgeGap, ...] = ()
    questions: Mapping[KnowledgeGap, int] = field(default_factory=dict)
    known: Mapping[str, frozenset[str]] = field(default_factory=dict)
    back: tuple[WeekFinding, ...] = ()
    pairs: int = 0
    held: int = 0
    patterns: int = 0
    failed_steps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReportSentence:
    """One sentence of a report, with the place that it speaks of: a kind and its id or name; "" where it has none.
    ``service`` is the one that a question is about: the sentence goes where that service is removed."""

    section: str
    text: str
    kind: str = ""
    target: str = ""
    service: str = ""

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return {"section": self.section, "text": str(self.text), "kind": self.kind, "target": self.target}


@dataclass(frozen=True, slots=True)
class WeeklyReport:
    """A report, sentence by sentence, in the order of the sections."""

    span: WeekSpan
    sentences: tuple[ReportSentence, ...]

    def of_section(self, section: str) -> tuple[ReportSentence, ...]:
        """The sentences of a section."""
        return tuple(one for one in self.sentences if one.section == section)

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return {
            "week": self.span.week,
            "from": to_text(self.span.since),
            "until": to_text(self.span.until),
            "sentences": [one.as_json() for one in self.sentences],
        }
