"""What a model drew from a passage, read strictly: as the schema's document, or as the seed's XML (E3). Pure.

    <observations>
      <segment>
        <narrative>…</narrative>
        <facts>
          - 🔴 [gate=allow confidence=0.92 category=timing service=jellyfin domain=operations] text
        </facts>
      </segment>
    </observations>

Nothing is guessed: what does not parse raises ExtractionFault with what was wrong and where, and draws no fact at all.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import orjson

from ...core.messages import UserMessage
from ...language.extraction.initial_confidence import SENTIMENTS, STRENGTHS, starting_confidence
from ...language.extraction.types import ExtractionFault, TopicSegment
from ...language.types import CATEGORIES, ExtractedFact, service_name
from ...models.schema_match import misfit
from ..domains import DOMAINS
from .answer_schema import (
    GATES,
    LONGEST_NARRATIVE,
    LONGEST_QUOTE,
    LONGEST_TEXT,
    MOST_FACTS,
    MOST_SEGMENTS,
    OBSERVER_SCHEMA,
)

LONGEST_ANSWER = 1_000_000
MARKS = {"🔴": "high", "🟡": "medium", "🟢": "low"}
_THOUGHT = re.compile(r"\A\s*<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL)
_FENCED = re.compile(r"\A```[a-z]*[ \t]*\r?\n(.*?)\r?\n?```\Z", re.DOTALL)
_WHOLE = re.compile(r"<observations>(.*)</observations>", re.DOTALL)
_SEGMENT = re.compile(r"\s*<segment>(.*?)</segment>", re.DOTALL)
_INSIDE = re.compile(r"\s*<narrative>(.*?)</narrative>\s*<facts>(.*?)</facts>\s*", re.DOTALL)
_FACT = re.compile(r"[-*]\s*(?P<mark>\S+?)\ufe0f?\s*\[(?P<words>[^\[\]]*)\]\s*(?P<text>.+)", re.DOTALL)
_WORD = re.compile(r"([a-z_]+)=(\"[^\"]*\"|'[^']*'|[^\s\"']+)")
_TAG = re.compile(r"</?(?:observations|segment|narrative|facts)\b[^>]*>")
_ENTITIES = {"&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&apos;": "'", "&amp;": "&"}
_CHOICES: Mapping[str, tuple[str, ...]] = {
    "gate": GATES,
    "category": CATEGORIES,
    "domain": DOMAINS,
    "strength": STRENGTHS,
    "sentiment": SENTIMENTS,
}
_NEEDED = ("gate", "confidence", "category")


def read_answer(text: str, quote_at: str = "") -> tuple[TopicSegment, ...]:
    """The segments in an answer's text, JSON or XML, which may stand in one fence. Raises ExtractionFault."""
    if len(text) > LONGEST_ANSWER:
        raise ExtractionFault(UserMessage("The observer answered with more than a million characters."))
    bare = _THOUGHT.sub("", text, count=1).strip()
    if fenced := _FENCED.match(bare):
        bare = fenced[1].strip()
    if bare.startswith("{"):
        try:
            return read_document(orjson.loads(bare), quote_at)
        except orjson.JSONDecodeError as error:
            raise ExtractionFault(UserMessage("The observer's answer is broken JSON: {error}.", error=error)) from error
    if bare.startswith("<observations"):
        return _read_xml(bare, quote_at)
    raise ExtractionFault(
        UserMessage("The observer answered with neither JSON nor XML: “{value}”.", value=" ".join(bare.split())[:80])
    )


def read_document(data: Any, quote_at: str = "") -> tuple[TopicSegment, ...]:
    """The segments of a document that must fit the schema. Raises ExtractionFault."""
    if wrong := misfit(data, OBSERVER_SCHEMA):
        raise ExtractionFault(UserMessage("The observer's answer does not fit: {wrong}.", wrong=wrong))
    found = []
    for place, segment in enumerate(data["segments"], start=1):
        facts = tuple(
            _fact(row, quote_at, f"fact {number} of segment {place}")
            for number, row in enumerate(segment["facts"], start=1)
        )
        found.append(TopicSegment(_text(segment["narrative"], f"the narrative of segment {place}"), facts))
    return tuple(found)


def _fact(row: Mapping[str, Any], quote_at: str, where: str) -> ExtractedFact:
    strength = row["strength"]
    return ExtractedFact(
        text=_text(row["text"], where),
        category=row["category"],
        service=service_name(row["service"]),
        domain=row["domain"],
        priority=row["priority"],
        gate=row["gate"],
        confidence=starting_confidence(strength),
        gate_confidence=round(float(row["confidence"]), 4),
        category_confidence=round(float(row["confidence"]), 4),
        strength=strength,
        sentiment=row["sentiment"],
        quote=row["quote"].strip(),
        quote_at=quote_at,
    )


def _text(text: str, where: str) -> str:
    found = " ".join(text.split())
    if not found:
        raise ExtractionFault(UserMessage("The observer's answer says nothing in {where}.", where=where))
    return found


def _read_xml(text: str, quote_at: str) -> tuple[TopicSegment, ...]:
    whole = _WHOLE.fullmatch(text)
    if whole is None:
        raise ExtractionFault(UserMessage("The observer's XML does not end with </observations>."))
    found: list[TopicSegment] = []
    rest = whole[1]
    while rest.strip():
        segment = _SEGMENT.match(rest)
        if segment is None:
            raise ExtractionFault(
                UserMessage(
                    "In the observer's XML something else than a segment stands: “{short}”.", short=_short(rest)
                )
            )
        found.append(_xml_segment(segment[1], len(found) + 1, quote_at))
        rest = rest[segment.end() :]
    if len(found) > MOST_SEGMENTS:
        raise ExtractionFault(
            UserMessage("The observer wrote more than {most_segments} segments.", most_segments=MOST_SEGMENTS)
        )
    return tuple(found)


def _xml_segment(inside: str, place: int, quote_at: str) -> TopicSegment:
    parts = _INSIDE.fullmatch(inside)
    if parts is None:
        raise ExtractionFault(
            UserMessage("Segment {place} of the observer's XML has no narrative followed by facts.", place=place)
        )
    narrative = _plain(parts[1], f"the narrative of segment {place}", LONGEST_NARRATIVE)
    facts = [
        _xml_fact(entry, f"fact {number} of segment {place}", quote_at)
        for number, entry in enumerate(_entries(parts[2], place), start=1)
    ]
    if len(facts) > MOST_FACTS:
        raise ExtractionFault(
            UserMessage(
                "Segment {place} of the observer's XML has more than {most_facts} facts.",
                place=place,
                most_facts=MOST_FACTS,
            )
        )
    return TopicSegment(narrative, tuple(facts))


def _entries(text: str, place: int) -> list[str]:
    """The entries of a list; a line that goes on belongs to the one before it."""
    found: list[str] = []
    for line in text.splitlines():
        bare = line.strip()
        if not bare:
            continue
        if bare[0] in "-*" and any(mark in bare[:6] for mark in MARKS):
            found.append(bare)
        elif found and bare[0] not in "-*":
            found[-1] += f" {bare}"
        else:
            raise ExtractionFault(
                UserMessage(
                    "Segment {place} of the observer's XML has no fact in “{short}”.", place=place, short=_short(bare)
                )
            )
    return found


def _xml_fact(entry: str, where: str, quote_at: str) -> ExtractedFact:
    parts = _FACT.fullmatch(entry)
    if parts is None or parts["mark"].removesuffix("\ufe0f") not in MARKS:
        raise ExtractionFault(
            UserMessage(
                "{capitalize} of the observer's XML is not written as asked: “{short}”.",
                capitalize=where.capitalize(),
                short=_short(entry),
            )
        )
    words = _words(parts["words"], where)
    strength = words.get("strength", "implied")
    confidence = _confidence(words["confidence"], where)
    return ExtractedFact(
        text=_plain(parts["text"], where, LONGEST_TEXT),
        category=words["category"],
        service=service_name(words.get("service")),
        domain=words.get("domain", ""),
        priority=MARKS[parts["mark"].removesuffix("\ufe0f")],
        gate=words["gate"],
        confidence=starting_confidence(strength),
        gate_confidence=confidence,
        category_confidence=confidence,
        strength=strength,
        sentiment=words.get("sentiment", "neutral"),
        quote=words.get("quote", "")[:LONGEST_QUOTE],
        quote_at=quote_at,
    )


def _words(text: str, where: str) -> dict[str, str]:
    """``gate=allow confidence=0.92`` as a table; each word known, and its value one that is allowed."""
    if _WORD.sub("", text).strip(" ,;"):
        raise ExtractionFault(
            UserMessage(
                "{capitalize} of the observer's XML has words that are none: “{short}”.",
                capitalize=where.capitalize(),
                short=_short(text),
            )
        )
    found: dict[str, str] = {}
    for name, quoted in _WORD.findall(text):
        value = _unescaped(quoted[1:-1] if quoted[0] in "\"'" else quoted.rstrip(",;")).strip()
        if name not in (*_CHOICES, "confidence", "service", "quote"):
            raise ExtractionFault(
                UserMessage(
                    "{capitalize} of the observer's XML has an unknown word, {name}.",
                    capitalize=where.capitalize(),
                    name=name,
                )
            )
        if name in found:
            raise ExtractionFault(
                UserMessage(
                    "{capitalize} of the observer's XML says {name} twice.", capitalize=where.capitalize(), name=name
                )
            )
        if name in _CHOICES and value not in _CHOICES[name]:
            raise ExtractionFault(
                UserMessage(
                    "{capitalize} of the observer's XML has the {name} “{short}”.",
                    capitalize=where.capitalize(),
                    name=name,
                    short=_short(value),
                )
            )
        found[name] = value
    missing = [name for name in _NEEDED if name not in found]
    if missing:
        raise ExtractionFault(
            UserMessage(
                "{capitalize} of the observer's XML has no {missing}.",
                capitalize=where.capitalize(),
                missing=missing[0],
            )
        )
    return found


def _confidence(text: str, where: str) -> float:
    if not re.fullmatch(r"[01](?:\.\d{1,6})?|\.\d{1,6}", text) or float(text) > 1:
        raise ExtractionFault(
            UserMessage(
                "{capitalize} of the observer's XML has the confidence “{short}”.",
                capitalize=where.capitalize(),
                short=_short(text),
            )
        )
    return round(float(text), 4)


def _plain(text: str, where: str, limit: int) -> str:
    if _TAG.search(text):
        raise ExtractionFault(UserMessage("The observer's XML has a tag inside {where}.", where=where))
    found = _text(_unescaped(text), where)
    if len(found) > limit:
        raise ExtractionFault(
            UserMessage("The observer's XML says more than {limit} characters in {where}.", limit=limit, where=where)
        )
    return found


def _unescaped(text: str) -> str:
    for entity, sign in _ENTITIES.items():
        text = text.replace(entity, sign)
    return text


def _short(text: str) -> str:
    return " ".join(text.split())[:80]
