"""What a memory's own standing adds to its score: the asker's mood, and what it was worth before (E6, E12). Pure."""

from __future__ import annotations

MOOD = 1.1
PRIORITY = 0.1  # the most that use, or the lack of it, can add or take
OFF_DOMAIN = 0.6
"""What is left of the score of a fact of another domain than the asker's (ADR-0077, Cross-Agent)."""


def rerank_factor(sentiment: str, priority: float, mood: str) -> float:
    """Around 1: a tenth more where the mood is the asker's; up to another tenth more or less by retrieval priority."""
    same = MOOD if mood and mood != "neutral" and mood == sentiment else 1.0
    return same * (1.0 + PRIORITY * max(-1.0, min(1.0, priority)))


def domain_factor(domain: str, wanted: tuple[str, ...]) -> float:
    """1 for a fact of a wanted domain, or where none is wanted; OFF_DOMAIN for any other."""
    return 1.0 if not wanted or domain in wanted else OFF_DOMAIN
