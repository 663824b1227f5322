"""From what was said to sentences that may hold a fact: whole texts are passed over at the speed of one scan. Pure.

Passed over are code, quoted output, tables, headings, markers (they are stored already), text of ours that came back,
our own prompts, and what the CLI puts between tags.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ...paths import shipped
from ..gate.echo import is_injected, is_marker, section_of_ours, tilde_line
from .matching import may_be_a_fact, scan

LONGEST_LINE = 4_000
_WRAPPED = re.compile(r"(?<=[a-z0-9,`)])[ \t]*\n(?=[a-z0-9(`])(?!\d+[.)]\s|```)")
_FENCE = ("```", "~~~")
_LIST = re.compile(r"^\s*(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?")
_LOGLIKE = re.compile(
    r"^\W{0,2}(?:\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:|\d\d:\d\d:\d\d\b|[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d|\[\d{4}-"
    r"|(?:INFO|WARN|WARNING|ERROR|DEBUG|FATAL|TRACE|CRITICAL)\b[\s:\]]|[$#>%] \S|\{|\[[{\"]|<[a-z/!]|[+-]{3} |@@ "
    r"|diff --git|Traceback|\s+at \S+\()"
)
_SENTENCE = re.compile(
    r"(?:(?<=[.!?])|(?<=[.!?][\"')*_])|(?<=[.!?][*_]{2}))\s+(?=\S)|(?<=[a-z0-9)`])\s*;\s+(?=\w+\s+\w+\s+\w+)"
)
_NOT_AN_END = re.compile(
    r"(?:\b(?:e\.g|i\.e|approx|ca|vs|etc|resp|incl|cf|nr|fig|st|mr|mrs|dr|v|ver|max)|(?-i:\b[A-Z]))\.$", re.IGNORECASE
)
_NOT_BEFORE_SMALL = re.compile(r"(?:\b(?:no|min|sec|hrs?|avg|temp|config|dir|vol|ext)\.|\.\.\.|…)$", re.IGNORECASE)
_TAGS = "system-reminder|command-[a-z]+|local-command-[a-z]+|tool_use_error"
_TAGGED = re.compile(rf"<({_TAGS})>.*?(?:</\1>|\Z)", re.DOTALL)
_CONTINUED = (
    "This session is being continued from a previous conversation",
    "Caveat: The messages below were generated",
)


class Sentence(NamedTuple):
    """One sentence, without decoration; ``line`` is what it stood in, ``label`` what may be a name before it
    ("jellyfin: …") and ``after_label`` the sentence without it; ``heading`` is the last one above; ``before`` what was
    said in the turn before it, shortened."""

    text: str
    line: str
    label: str
    after_label: str
    heading: str
    before: str


def sentences(text: str, *, spoken_by_us: bool = False) -> Iterator[Sentence]:
    """The sentences of a turn that may hold a fact. ``spoken_by_us``: a prompt, in which our own lines may stand."""
    may_hold = scan()
    if not may_hold(text) or text.startswith(_CONTINUED):
        return
    if "<" in text:
        text = _TAGGED.sub(" ", text)
    ours = _our_lines() if spoken_by_us else frozenset()
    if ours and any(line.strip() in ours for line in text.splitlines()):
        text = "\n".join("" if line.strip() in ours else line for line in text.splitlines())
    fenced = in_ours = False
    label = ""
    offset = 0
    joined = _WRAPPED.sub(" ", text)
    for whole in joined.split("\n"):
        offset += len(whole) + 1
        line = whole[:LONGEST_LINE]
        bare = line.lstrip()
        if bare.startswith(_FENCE):
            fenced = not fenced
            continue
        if fenced or not bare:
            continue
        if bare.startswith("#"):
            in_ours = section_of_ours(bare) or (in_ours and bare.startswith("### "))
            label = bare.lstrip("#").strip(" *:`")
            continue
        if in_ours and (is_injected(bare) or tilde_line(bare) or bare.startswith(("-", "~"))):
            continue
        if not may_hold(line) or not may_be_a_fact(line.lower()) or _passed_over(bare):
            continue
        begins = offset - len(whole) - 1
        before = joined[max(0, begins - 400) : begins]
        yield from _of_line(line, label, before)


def _passed_over(bare: str) -> bool:
    if bare[0] in "|>" or bare.startswith("    ") or _LOGLIKE.match(bare):
        return True
    return is_marker(bare) or is_injected(bare) or tilde_line(bare)


def _of_line(line: str, heading: str, before: str) -> Iterator[Sentence]:
    may_hold = scan()
    body = _LIST.sub("", line).strip()
    label, rest = _labelled(body)
    done = before
    parts = split(body)
    for place, part in enumerate(parts):
        if may_hold(part) and (len(parts) == 1 or may_be_a_fact(part.lower())):
            after = plain_words(part[len(body) - len(rest) :]) if label and place == 0 else ""
            yield Sentence(plain_words(part), line.strip(), plain_words(label), after, heading, done[-400:])
        done = f"{done} {part}"


def split(text: str) -> list[str]:
    """The sentences of one line."""
    found: list[str] = []
    start = 0
    for gap in _SENTENCE.finditer(text):
        part = text[start : gap.start()]
        if _NOT_AN_END.search(part) or (text[gap.end()].islower() and _NOT_BEFORE_SMALL.search(part)):
            continue
        found.append(part.strip())
        start = gap.end()
    found.append(text[start:].strip())
    return [part for part in found if part]


_LABEL = re.compile(
    r"^(?:\*\*|__|`)?([A-Za-z][\w .+-]{1,38}?)(?:\*\*|__|`)?\s*(?:\([^)]{1,40}\))?\s*(?::\*\*|:|\s[–—-]{1,2})\s+(?=\S)"
)
_MARKS = re.compile(r"\*\*|__|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)")
_LINK = re.compile(r"\[([^\]\n]{1,120})\]\((?:[^)\s]{1,300})\)")


def _labelled(body: str) -> tuple[str, str]:
    found = _LABEL.match(body)
    return (found[1].strip(), body[found.end() :]) if found else ("", body)


def plain_words(text: str) -> str:
    """A sentence without the marks of Markdown around its words; code keeps its backticks."""
    if "](" in text:
        text = _LINK.sub(r"\1", text)
    if "*" in text or "_" in text:
        text = _MARKS.sub("", text)
    return " ".join(text.split()).strip(" \t-–—•")


@lru_cache(maxsize=1)
def _our_lines() -> frozenset[str]:
    """The lines of the prompts that ship with us: said to every session, and no news."""
    found: set[str] = set()
    for file in sorted(shipped("prompts").glob("*.md")):
        found |= {line.strip() for line in file.read_text(encoding="utf-8").splitlines() if len(line.strip()) > 8}
    return frozenset(found)
