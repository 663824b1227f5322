"""What speaks against a sentence: the doubts of the gate (``memory.gate.quality``), asked at the extractor's speed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from ..word_lists import rows
from .expression_matcher import FILE, Holds, matcher

_GATES = "language/words/worth.txt"
_OF_THE_GATE = ("opinion", "hedge", "narration", "plan", "chatter", "transient", "moment", "lasting")
_OF_OURS = (
    "one-off",
    "corrects",
    "frustrated",
    "excited",
    "uncertain",
    "task",
    "advice",
    "momentary",
    "changed",
    "anchor",
    "secondhand",
    "step-ahead",
    "to-remember",
    "of-tests",
    "of-session",
    "passing",
    "to-come",
    "small-talk",
    "reported",
)


def find_doubts(lower: str) -> frozenset[str]:
    """The names of what speaks against a sentence, in lower case: question, opinion, hedge, narration, plan, chatter,
    transient."""
    of = _tests()
    found = {name for name in ("opinion", "hedge", "narration", "plan", "chatter", "transient") if of[name](lower)}
    if lower.endswith("?"):
        found.add("question")
    if of["moment"](lower) and not of["lasting"](lower):
        found.add("transient")
    return frozenset(found)


def is_said(name: str, lower: str) -> bool:
    """Whether a text, in lower case, has words of the kind that ``rules.txt`` names."""
    return _tests()[name](lower)


@lru_cache(maxsize=1)
def _tests() -> Mapping[str, Holds]:
    found = {name: matcher(rows(_GATES, name)) for name in _OF_THE_GATE}
    return found | {name: matcher(rows(FILE, name)) for name in (*_OF_OURS, "anchor")}
