"""What the observer's model must answer with, as a JSON schema (E3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...language.extraction.initial_confidence import PRIORITIES, SENTIMENTS, STRENGTHS
from ...language.types import CATEGORIES
from ..domains import DOMAINS

GATES = ("allow", "hold", "discard")
LONGEST_TEXT = 600
LONGEST_NARRATIVE = 1_500
LONGEST_QUOTE = 1_200
LONGEST_SERVICE_SAID = 300  # the gate refuses the one fact whose service is no name; a longer text refuses the answer
MOST_SEGMENTS = 40
MOST_FACTS = 60


def _one_of(words: tuple[str, ...]) -> dict[str, Any]:
    return {"type": "string", "enum": list(words)}


_FACT: Mapping[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": [
        "text",
        "priority",
        "gate",
        "confidence",
        "category",
        "service",
        "domain",
        "strength",
        "sentiment",
        "quote",
    ],
    "properties": {
        "text": {"type": "string", "minLength": 1, "maxLength": LONGEST_TEXT},
        "priority": _one_of(PRIORITIES),
        "gate": _one_of(GATES),
        "confidence": {"type": "number", "minimum": 0, "maximum": 1},
        "category": _one_of(CATEGORIES),
        "service": {"type": ["string", "null"], "maxLength": LONGEST_SERVICE_SAID},
        "domain": _one_of(DOMAINS),
        "strength": _one_of(STRENGTHS),
        "sentiment": _one_of(SENTIMENTS),
        "quote": {"type": "string", "maxLength": LONGEST_QUOTE},
    },
}

OBSERVER_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["segments"],
    "properties": {
        "segments": {
            "type": "array",
            "maxItems": MOST_SEGMENTS,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["narrative", "facts"],
                "properties": {
                    "narrative": {"type": "string", "minLength": 1, "maxLength": LONGEST_NARRATIVE},
                    "facts": {"type": "array", "maxItems": MOST_FACTS, "items": _FACT},
                },
            },
        }
    },
}
