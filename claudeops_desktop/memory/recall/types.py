"""The words of recall (E9): what is asked, what comes back, and how each stage came to it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

from ...core.errors import EnvironmentFault
from .answer_detection import AnswerSigns, answer_probability

if TYPE_CHECKING:
    from ..types import Memory

PROFILES = ("auto", "lean", "balanced", "deep")
MODEL_WAIT_S = 2.0  # as long as an endpoint may take for a question; words and graph serve without a model
CONFLICT, UNCERTAIN, STALE, UNCONFIRMED = "[conflict]", "[uncertain]", "[stale]", "[unconfirmed]"
HELD, SUPERSEDED, ARCHIVED = "[held]", "[superseded]", "[archived]"
WEAK, OLDER = "[weak]", "[older]"
Origin = Literal["summary", "search"]


class RecallClosedError(EnvironmentFault):
    """Memory is being closed: what was asked is not answered any more."""

    def __init__(self) -> None:
        super().__init__("Memory is being closed: the question is not answered any more.")


@dataclass(frozen=True, slots=True)
class RecallRequest:
    """A question to memory. ``messages`` are the last words of the conversation, oldest first, for the rewriting.

    ``profile`` is auto, lean, balanced or deep; ``limit`` None takes the profile's. ``services`` are those that the
    asker is busy with: their facts come first among equals. ``domains`` are the asker's: facts of others count less.
    ``mood`` is a sentiment of E6; "" takes it from the question's tone. ``asked_by`` is who:
    operator, agent, injection, purge, benchmark. ``everything`` wants the ranking as it is, also what answers nothing,
    and with a ``limit`` as many as that, where there are so many.
    """

    question: str
    now: datetime
    profile: str = "auto"
    limit: int | None = None
    services: tuple[str, ...] = ()
    messages: tuple[str, ...] = ()
    mood: str = ""
    include_held: bool = False
    include_archived: bool = False
    include_superseded: bool = False
    everything: bool = False
    asked_by: str = "operator"
    session_id: int | None = None
    domains: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RecallStage:
    """One stage of a recall: rewrite, summaries, keywords, vectors, graph, decay, cap, evidence, trust.

    ``detail`` is one sentence for the operator: what it did, or why it did nothing.
    """

    name: str
    ms: float
    detail: str

    def as_json(self) -> dict[str, Any]:
        """``{"name", "ms", "detail"}``."""
        return {"name": self.name, "ms": round(self.ms, 3), "detail": self.detail}


@dataclass(frozen=True, slots=True)
class RecalledItem:
    """One memory that came back.

    ``raw`` is how well it matches before decay, 1 for the best match of the question, fused from ``keyword``,
    ``vector`` and ``graph`` (each 0 to 1); ``score`` is ``raw`` times ``decay`` (0 to 1) times ``weight`` (mood and
    priority, around 1). ``marks`` such as ``[conflict]``. ``why`` says in one sentence how it was found; ``origin``
    which tier had it; ``evidence`` how much of the question it meets by itself (0 to 1), and ``signs`` what speaks for
    an answer beside that, None where it was not weighed.
    """

    memory: Memory
    score: float
    raw: float
    keyword: float
    vector: float
    graph: float
    decay: float
    weight: float
    marks: tuple[str, ...] = ()
    why: str = ""
    origin: Origin = "search"
    evidence: float = 1.0
    signs: AnswerSigns | None = None

    @property
    def answers(self) -> float | None:
        """How likely it answers the question, 0 to 1; None where that was not weighed."""
        return None if self.signs is None else answer_probability(self.signs)

    def as_json(self) -> dict[str, Any]:
        """The memory's row under ``memory``, and the scores beside it."""
        return {
            "memory": self.memory.as_json(),
            "score": round(self.score, 6),
            "raw": round(self.raw, 6),
            "keyword": round(self.keyword, 6),
            "vector": round(self.vector, 6),
            "graph": round(self.graph, 6),
            "decay": round(self.decay, 6),
            "weight": round(self.weight, 6),
            "marks": list(self.marks),
            "why": self.why,
            "origin": self.origin,
            "evidence": round(self.evidence, 6),
            "answers": None if self.answers is None else round(self.answers, 6),
        }


@dataclass(frozen=True, slots=True)
class RecallResult:
    """What a question brought back, best first, and how.

    ``rewritten`` is the question as it was searched for, "" where it was left as it is; ``note`` one sentence for the
    operator where something was not as it should be. ``profile`` is the one that served (never auto); ``tier`` is
    summaries, search or none. ``conflicts`` are pairs of ids that contradict one another, the stronger first.
    ``nothing`` says why nothing came, and what may help; "" where something did.
    """

    question: str
    rewritten: str
    note: str
    profile: str
    tier: str
    items: tuple[RecalledItem, ...]
    stages: tuple[RecallStage, ...]
    cost_usd: float
    duration_ms: float
    conflicts: tuple[tuple[int, int], ...] = ()
    nothing: str = ""

    def as_json(self) -> dict[str, Any]:
        """One document with all of it, stages too."""
        return {
            "question": self.question,
            "rewritten": self.rewritten,
            "note": self.note,
            "profile": self.profile,
            "tier": self.tier,
            "items": [item.as_json() for item in self.items],
            "stages": [stage.as_json() for stage in self.stages],
            "cost_usd": self.cost_usd,
            "duration_ms": round(self.duration_ms, 3),
            "conflicts": [list(pair) for pair in self.conflicts],
            "nothing": self.nothing,
        }
