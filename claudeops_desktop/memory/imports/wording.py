"""A fact of another program in our words: its service, its category, and a text that can be understood alone. Pure."""

from __future__ import annotations

import hashlib
import re

from ...core.extensions.importer import ImportedFact
from ...core.messages import UserMessage
from ...language.extraction.subject import ServiceNames
from ...language.types import CATEGORIES, ExtractedFact, service_name
from ..types import LONGEST_OBSERVATION, service_fault

SHORTEST = 12
"""Characters, as the gate has it of what was not said to be remembered. Those of other scripts, a few of which say as
much, count as their bytes."""
_LONGEST_TITLE = 120
_WORD = re.compile(r"[^\W_]{3,}")
_KINDS = (
    ("dependency", r"\b(?:depends? on|needs?|requires?|relies on|waits? for|talks? to|connects? to|behind)\b"),
    ("maintenance", r"\b(?:back(?:ed)? ?ups?|upgrad\w+|updat\w+|renew\w*|rotat\w+|vacuum\w*|prun\w+|nightly|weekly|cron"
                    r"|every (?:day|night|week|month|sunday|monday)|maintenance)\b"),
    ("timing", r"\b(?:takes?|took|within|after|for|timeouts?|times? out|every)\b.{0,40}\b\d+(?:\.\d+)?\s?"
               r"(?:ms|s|sec(?:ond)?s?|m|min(?:ute)?s?|h|hours?|days?)\b"),
    ("remediation", r"\b(?:restart\w*|reload\w*|fix(?:ed|es)?|resolv\w+|workaround|roll(?:ed)? ?back|clear(?:ed|ing)?"
                    r"|re-?run|kill(?:ed|ing)?|solved|cured?)\b"),
)  # fmt: skip
_KIND_FORMS = tuple((kind, re.compile(form, re.IGNORECASE)) for kind, form in _KINDS)


def word_fact(found: ImportedFact, names: ServiceNames) -> ExtractedFact | str:
    """The fact as memory takes it in, or why it is none, in a sentence."""
    text = " ".join(found.text.split())
    if len(text.encode(errors="replace")) < SHORTEST:
        return UserMessage("It has under {number} characters.", number=SHORTEST)
    if len(text) > LONGEST_OBSERVATION:
        return UserMessage("It is longer than {number} characters.", number=f"{LONGEST_OBSERVATION:,}")
    service, by_text = _service(found, text, names)
    if not by_text:
        text = _with_title(text, found.context, service)[:LONGEST_OBSERVATION]
    category = found.category if found.category in CATEGORIES else guess_category(text)
    return ExtractedFact(
        text,
        category,
        service,
        domain=found.domain,
        strength="explicit",
        quote=" ".join(found.text.split()),
        quote_at=found.at,
        stated_confidence=found.confidence,
    )


def guess_category(text: str) -> str:
    """The category that the words of a fact mean; behavior where they mean none."""
    return next((kind for kind, form in _KIND_FORMS if form.search(text)), "behavior")


def fingerprint_of(kind: str, found: ImportedFact) -> bytes:
    """What makes a fact of one kind of source the same when it is read again, wherever it stands then. Only what the
    source says counts: how a fact is worded depends on the services that are known, and an import makes some known."""
    text, context = (" ".join(part.split()) for part in (found.text, found.context))
    said = "\0".join((kind, found.service, found.category, context, text))
    return hashlib.sha256(said.encode(errors="replace")).digest()[:16]


def _service(found: ImportedFact, text: str, names: ServiceNames) -> tuple[str | None, bool]:
    """The service of a fact, and whether its own text names it."""
    mentions = names.mentions(text)
    named = service_name(found.service)
    if named is not None and not service_fault(named):
        meant = names.exactly(named) or named
        return meant, meant in text.lower()
    if mentions:
        return mentions[0].name, True
    above = names.mentions(found.context)
    return (above[-1].name, False) if above else (None, False)


def _with_title(text: str, context: str, service: str | None) -> str:
    """A text with the title above it, where the two have no word in common and nothing else says what it is about."""
    title = context[:_LONGEST_TITLE].strip().rstrip(":.")
    if not title or (service and title.lower() == service):
        return text
    said = {word.lower() for word in _WORD.findall(text)}
    if said & {word.lower() for word in _WORD.findall(title)}:
        return text
    return f"{title}: {text}"
