"""Facts drawn from prose, and what two statements are to each other: the types that language and memory share."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

CATEGORIES = ("timing", "dependency", "behavior", "remediation", "maintenance")


GENERAL = "general"


class Verdict(StrEnum):
    """What a new fact is to an old one (E7)."""

    SAME = "same"
    CONTRADICTION = "contradiction"
    DIFFERENT = "different"


class ContradictionCertainty(StrEnum):
    """How sure a contradiction is, and with that what it does (M10): a certain one closes the old fact, a likely one
    lowers it, an unsure one leaves both and marks them as in possible conflict."""

    CERTAIN = "certain"
    LIKELY = "likely"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class ExtractedFact:
    """What an extractor drew from a passage (E3): one atomic fact with the words on it. Untrusted until gated.

    ``priority`` is high, medium or low; ``gate`` what the extractor thinks (allow, hold, discard); ``strength``
    explicit, implied or inferred; ``sentiment`` frustrated, excited, uncertain or neutral. ``quote`` is the passage
    (a few lines, never a whole transcript) that it was drawn from. ``domain`` "" leaves it to the
    classifier. ``speaker`` is "user" for what a person typed (no document that was pasted), "assistant" for the agent's
    words, "" where that is not known. ``stated_confidence`` is what another program says of its own fact, None where
    ``strength`` decides. ``laid_down``: the operator laid it down, or corrected the agent with it; ``corrects``
    is the agent's sentence that it corrects, "" for none.
    """

    text: str
    category: str
    service: str | None = None
    domain: str = ""
    priority: str = "medium"
    gate: str = "allow"
    confidence: float = 0.7
    gate_confidence: float = 0.7
    category_confidence: float = 1.0
    strength: str = "implied"
    sentiment: str = "neutral"
    quote: str = ""
    quote_at: str = ""
    speaker: str = ""
    stated_confidence: float | None = None
    laid_down: bool = False
    corrects: str = ""


@dataclass(frozen=True, slots=True)
class PairJudgement:
    """A verdict with its score (0 to 1, how sure) and one sentence that says why.

    ``certainty`` is set for contradictions, and *unsure* for a *different* that may be one.
    """

    verdict: Verdict
    score: float
    why: str
    certainty: ContradictionCertainty | None = None


def service_name(text: str | None) -> str | None:
    """A service name as it is kept: lower case and on one line, None for none or ``general``."""
    name = " ".join("".join(c if c.isprintable() else " " for c in text or "").split()).lower()
    return None if name in ("", GENERAL) else name
