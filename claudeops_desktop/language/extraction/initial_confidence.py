"""How explicitly a fact was said, and how much it is trusted at first (E5; ADR-0077, Strength subsystem)."""

from __future__ import annotations

STRENGTHS = ("explicit", "implied", "inferred")
SENTIMENTS = ("frustrated", "excited", "uncertain", "neutral")
PRIORITIES = ("high", "medium", "low")

#: explicit: directly said; implied: suggested but not stated; inferred: derived from what was said around it.
CONFIDENCE = {"explicit": 0.9, "implied": 0.7, "inferred": 0.5}


def starting_confidence(strength: str) -> float:
    """The confidence that a fact of this strength starts with; that of ``implied`` where the word is not known."""
    return CONFIDENCE.get(strength, CONFIDENCE["implied"])
