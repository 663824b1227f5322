"""Is it a fact that can be checked, and will it still be useful next month? The first two checks of ADR-0077. Pure.

Both scores go from 0 to 1 and begin at ``PLAIN``: a sentence that says something of the world is taken to be a fact
until its words speak against it. What speaks for it (a value, a cause, an order) outweighs one doubt, not two.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ...language.word_lists import table, tables

PLAIN = 0.8
USEFUL_OVER = 0.7  # ADR-0077, Write Gate: "is it useful or is it chatter (confidence > 0.7)"
VERIFIABLE_FROM = 0.5
NOTHING_UNDER = 0.35  # so far down that there is nothing to review either

_FILE = "language/words/worth.txt"
_GAINS = {"concrete": 0.15, "value": 0.1, "cause": 0.1, "order": 0.1, "cure": 0.1}


@dataclass(frozen=True, slots=True)
class QualityScores:
    """Both scores, 0 to 1, and what spoke against the text (``against`` "" where nothing did)."""

    verifiable: float
    useful: float
    against: str = ""


def concrete(text: str) -> bool:
    """Tell whether a text holds a path, a command or a decision's number: such facts lean to allow (E4)."""
    return bool(table(_FILE, "concrete").search(text.lower()))


def score_quality(text: str) -> QualityScores:
    """How verifiable and how useful a text is. One fact, not a report. Never raises."""
    text = " ".join(text[:4_000].lower().split())
    against = {one.name: one.pattern for one in tables(_FILE)}
    gain = min(0.2, sum(value for name, value in _GAINS.items() if against[name].search(text)))
    verifiable = useful = PLAIN
    said: list[str] = []

    def lower(name: str, true: float, use: float) -> None:
        nonlocal verifiable, useful
        verifiable, useful = verifiable - true, useful - use
        said.append(name)

    if text.endswith("?"):
        lower("a question", 0.7, 0.6)
    if against["opinion"].search(text):
        lower("an opinion", 0.6, 0.4)
    if against["hedge"].search(text):
        lower("a guess", 0.4, 0.15)
    if against["narration"].search(text):
        lower("a step that was taken", 0.1, 0.5)
    elif against["plan"].search(text):
        lower("a plan", 0.4, 0.4)
    if against["chatter"].search(text):
        lower("talk", 0.3, 0.6)
    if against["transient"].search(text):
        lower("how it stood at one moment", 0.0, 0.55)
    elif against["moment"].search(text) and not against["lasting"].search(text):
        lower("how it stood at one moment", 0.0, 0.25)
    if len(re.findall(r"[^\W\d_]{2,}", text)) < 2:
        lower("no sentence", 0.3, 0.5)
    if "a guess" in said:  # the best reason for a guess leaves it one
        return QualityScores(_kept(verifiable), _kept(useful + min(gain, 0.1)), ", ".join(said))
    return QualityScores(_kept(verifiable + gain), _kept(useful + min(gain, 0.1)), ", ".join(said))


def is_artefact(text: str) -> bool:
    """Tell whether a text tells how to change a text ("Add after…", "Replace…"); advice on hardware and hosts is
    none."""
    text = text.lower()
    return bool(table(_FILE, "artefact").match(text)) and not table(_FILE, "operational").search(text)


def _kept(score: float) -> float:
    return round(max(0.0, min(1.0, score)), 4)
