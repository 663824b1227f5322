"""Whether a sentence speaks of what is to come, and whether it asks for something (E13). Pure."""

from __future__ import annotations

import re

_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`|\b[a-z][a-z0-9+.-]+://\S+", re.DOTALL)
_INLINE = re.compile(r"(?<=\w )`([^`\n]{1,60})`(?!`)")
_LOG_LINE = re.compile(r"\s*[\[(]?(?:20\d\d-\d\d-\d\d[T ]\d\d:\d\d|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d)")
_OURS = re.compile(
    r"^\s*(?:~ .*\(confidence: .*; age: .*\)|- \[[a-z]+\] .*\(confidence: [\d.]+\)|- said on \d{4}-.*)\s*$"
)
_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"“(*-])|\n+|;\s+")

# That something will or must be done or happen.
_WANTED = re.compile(
    r"\b(?:will|shall|must|should|needs?\s+to|need\s+to|needs?|have\s+to|has\s+to|going\s+to|gonna|want(?:s)?\s+to|"
    r"remind(?:er)?|remember|don['’]t\s+forget|schedul(?:ed?|ing)|plan(?:s|ned|ning)?|due|expir(?:es?|ing|ation|y)|"
    r"deadline|expected|supposed|postpone[ds]?|moved\s+to|delayed\s+(?:to|until)|upcoming|please|let['’]s|can\s+you|"
    r"could\s+you|would\s+you|again|renew(?:al)?|rotate|arrives?|ends|begins|starts|runs\s+out|takes\s+place|"
    r"is\s+(?:on|over)|valid\s+until|notAfter|to\s+be\s+\w+|wait\s+(?:for|until|till)|hold\s+off|off\s+until|"
    r"until|do\s+not|don['’]t)\b|\b(?:i|we|it|they|you|he|she|that|there)['’]ll\b",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:was|were|wasn['’]t|weren['’]t|had|did|didn['’]t|has\s+been|have\s+been|been|since|ago|yesterday|earlier|"
    r"previously|already|usually|normally|typically|generally|happened|broke|went|came|began|ran|got|took|saw|found|lost|fell|rose|grew|stopped|"
    r"fill(?:ed)?\s+up|has\s+(?:grown|filled|run|used)|last\s+(?:night|week|month|year|time|"
    r"monday|tuesday|wednesday|thursday|friday|saturday|sunday)|"
    r"(?!need|red\b|bed\b|shed\b|embed|speed|feed|seed|exceed|proceed|shared\b|based\b|hundred|planned|scheduled|"
    r"expected|supposed|required|allowed|unused|attached|encrypted|distributed|managed|dedicated|named\b|called\b)"
    r"[a-z]{2,}ed)\b",
    re.IGNORECASE,
)
_PASSIVE = re.compile(r"\b(?:is|are|be|gets?|being)\s+(?:\w+ly\s+)?[a-z]+ed\b", re.IGNORECASE)
# What asks for something to be done: a habit that is only told of makes no trigger.
_ASKS = re.compile(
    r"\b(?:must|should|needs?\s+to|need\s+to|needs|have\s+to|has\s+to|remind|remember|don['’]t\s+forget|please|"
    r"can\s+you|could\s+you|i\s+want|we\s+want|make\s+sure|always|never|due)\b"
    r"|^\W*(?:and\s+|then\s+|also\s+|so\s+)?(?:check|verify|look|run|restart|renew|rotate|test|clean|prune|update|review|"
    r"watch|report|do|don['’]t|skip|avoid|make|send|tell|back\s*up|vacuum|every|each|on)\b(?!.*\b(?:runs|starts|happens|"
    r"is|are|was|were|fails|takes)\b)",
    re.IGNORECASE,
)


def sentences(text: str, *, code: bool = False) -> list[str]:
    """The sentences of a text, without code, addresses, log lines and lines of ours that came back.

    With ``code`` the names of programs and files that stand in backticks inside a sentence stay, without those.
    """
    text = _INLINE.sub(r"\1", text) if code else text
    kept = [line for line in _CODE.sub(" ", text).split("\n") if not _LOG_LINE.match(line) and not _OURS.match(line)]
    return [one.strip() for one in _END.split("\n".join(kept)) if one and one.strip()]


def is_wanted(sentence: str) -> bool:
    """Whether it says that something will, shall or must be."""
    return _WANTED.search(sentence) is not None


def is_past(sentence: str) -> bool:
    """Whether it tells of something that was, or of a habit; "is raised" and "will be moved" are not past."""
    return _PAST.search(_PASSIVE.sub(" ", sentence)) is not None


def asks(sentence: str) -> bool:
    """Whether it asks for something to be done."""
    return _ASKS.search(sentence) is not None
