"""Whether a text that touches what must be kept safe has a consequence for the agent: its permissions, policy, tools or
secrets, whom it obeys, what protects, where data goes and who is told (E4). A plain fact on the same things has none.

A sum of weights over the marks of ``classifier_features``, over the rules that a text meets (``met_rules``) and over
its direction in the built-in word model. ``benchmarks.train_gate`` learned the weights from the texts in
``tests/memory/gate`` and ``benchmarks/data``; they are kept as text. Only where a sensitive thing is spoken of, or a
rule is met, is there doubt; so a fact that has nothing to do with any of them is never held by it. Where the model does
not load, marks and rules decide alone, with their own line.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from pathlib import Path

from .classifier_features import marks
from .embedding_direction import direction
from .normalize import NormalizedText

_FILE = Path(__file__).parent / "weights.txt"
_SENSITIVE = {
    "agent": "whoever works here",
    "authority": "who has the say",
    "consent": "what must be asked for",
    "limits": "the limits of a session",
    "protect": "what protects a host",
    "secret": "secrets",
    "rights": "rights",
    "conceal": "what is reported and what is not",
    "meta": "notes and instructions",
    "system": "words of the system",
    "runs": "what is to be run",
    "remote": "what others write",
    "destroy": "deletion",
    "evade": "another way to the same end",
    "needless": "what is said to be needless",
    "must": "what has to be",
}
HELD_FROM = 0.0
"""The line that the weights were shifted to, for markers and prose alike; ``benchmarks.train_gate`` says on what."""
HELD_FROM_FOREIGN = -1.0
"""The same for a fact from a session that read what others write: more doubt, as it may have been talked into it."""
HELD_FROM_OPERATOR = 4.5
"""The same for what the operator typed where nobody else's words were read: that is where rules and owners are told."""


def doubt_score(read: NormalizedText, signs: Collection[str] = ()) -> float:
    """How far a text is from a fact; above 0 it has a consequence. ``-inf`` where nothing sensitive is touched."""
    return _weighed(read, signs)[0]


def find_doubt(
    read: NormalizedText, signs: Collection[str] = (), foreign: bool = False, line: float = HELD_FROM
) -> str:
    """Why a text should be looked at by the operator, or "". ``signs`` are the rules that it meets; ``foreign``: its
    session read what others wrote; ``line`` is where doubt begins where it did not."""
    value, found = _weighed(read, signs)
    if value <= (HELD_FROM_FOREIGN if foreign else line):
        return ""
    touched = [words for name, words in _SENSITIVE.items() if f"c {name}" in found][:2]
    why = f"It speaks of {' and of '.join(touched) or 'the agent'} as an order or a permission would"
    return (
        f"{why}, and comes from a session that read what others wrote." if foreign and value <= HELD_FROM else f"{why}."
    )


def _weighed(read: NormalizedText, signs: Collection[str]) -> tuple[float, set[str]]:
    found = marks(read) | {f"r {name}" for name in signs}
    if not signs and not any(f"c {name}" in found for name in _SENSITIVE):
        return float("-inf"), found
    weights, by_direction = _weights()
    value = sum(weights.get(mark, 0) for mark in found)
    along = direction(read)
    if along is None:
        return (value + weights["bias-of-words"]) / 100, found
    meant = sum(part * weight for part, weight in zip(along.tolist(), by_direction, strict=True))
    return (value + weights["bias"] + meant) / 100, found


def load() -> None:
    """Read the weights now, so that no text has to wait for them."""
    _weights()


@lru_cache(maxsize=1)
def _weights() -> tuple[dict[str, int], tuple[int, ...]]:
    """Hundredths by mark, and by each number of a direction (``v 0`` and so on, in their order)."""
    table = {}
    by_direction = []
    for line in _FILE.read_text(encoding="utf-8").splitlines():
        if not line.startswith("# "):
            weight, _, mark = line.partition(" ")
            if mark.startswith("v "):
                by_direction.append(int(weight))
            else:
                table[mark] = int(weight)
    return table, tuple(by_direction)
