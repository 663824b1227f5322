"""Whether a sentence speaks of what is to come, and whether it asks for something (E13). Pure."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_CODE = re.compile(r"`[^`\n]*`")
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*://\S+")
_LOG_LINE = re.compile(
    r"^[ \t]*[\[(]?(?:20\d\d-\d\d-\d\d[T ]\d\d:\d\d|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d).*$", re.MULTILINE
)
_OURS = re.compile(
    r"^[ \t]*(?:(?:~ .*\(confidence: .*; age: .*\)|- \[[a-z]+\] .*\(confidence: [\d.]+\))(?: \[#\d[\w ,]*\])?"
    r"|- said on \d{4}-.*)[ \t]*$",
    re.MULTILINE,
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


@dataclass(frozen=True, slots=True)
class TensedSentence:
    """A sentence as it stands there, and with code and addresses blanked: as long, but nothing is read in them."""

    text: str
    plain: str


def sentences(text: str, *, code: bool = False) -> list[TensedSentence]:
    """The sentences of a text, without blocks of code, log lines and lines of ours that came back.

    With ``code`` the names of programs and files in backticks inside a sentence are read like words.
    """
    plain = _blank(_FENCE, text) if "```" in text else text
    if "://" in plain:
        plain = _blank(_ADDRESS, plain)
    if "`" in plain:
        plain = _blank(_CODE, plain, keep=_inside if code else None)
    if "(confidence: " in plain or "- said on " in plain:
        plain = _blank(_OURS, plain)
    plain = _blank(_LOG_LINE, plain)
    found: list[TensedSentence] = []
    start = 0
    for end in (*_END.finditer(plain), None):
        stop = end.start() if end else len(plain)
        piece = plain[start:stop]
        if piece.strip():
            found.append(_stripped(text[start:stop], piece))
        start = end.end() if end else stop
    return found


def _stripped(text: str, plain: str) -> TensedSentence:
    """Both without the space around them, still as long as each other."""
    first = len(text) - len(text.lstrip())
    last = len(text.rstrip())
    return TensedSentence(text[first:last], plain[first:last])


def _blank(what: re.Pattern[str], text: str, keep: Callable[[re.Match[str]], bool] | None = None) -> str:
    def blanked(match: re.Match[str]) -> str:
        if keep is not None and keep(match):
            return f" {match.group()[1:-1]} "
        return "".join("\n" if c == "\n" else " " for c in match.group())

    return what.sub(blanked, text)


def _inside(match: re.Match[str]) -> bool:
    """Tell whether code stands inside a sentence, and is not all of it."""
    before = match.string[: match.start()].rstrip(" ")
    return bool(before) and before[-1].isalnum() and len(match.group()) <= 62


def is_wanted(sentence: str) -> bool:
    """Tell whether it says that something will, shall or must be."""
    return _WANTED.search(sentence) is not None


def is_past(sentence: str) -> bool:
    """Tell whether it tells of something that was, or of a habit; "is raised" and "will be moved" are not past."""
    return _PAST.search(_PASSIVE.sub(" ", sentence)) is not None


def asks(sentence: str) -> bool:
    """Tell whether it asks for something to be done."""
    return _ASKS.search(sentence) is not None
