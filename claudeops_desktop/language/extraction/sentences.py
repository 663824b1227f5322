"""From what was said to its sentences, each by itself. Pure.

Passed over are code, quoted output, tables, headings, markers (they are stored already), text of ours that came back,
our own prompts, and what the CLI puts between tags.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ...core.paths import bundled_path
from ..prompt_echo import is_injected, is_marker, section_of_ours, tilde_line

LONGEST_LINE = 4_000
_WRAPPED = re.compile(r"(?<=[a-z0-9,`)])[ \t]*\n(?=[a-z0-9(`])(?!\d+[.)]\s|```)")
_FENCE = ("```", "~~~")
_TICKET = re.compile(r"(?:\[[A-Z][A-Z0-9]{1,9}-\d+\]:?|[A-Z]{2,10}-\d{2,}:|#\d{3,}:?)\s+(?=\S)")
_INTRODUCES = re.compile(r"(?:\*\*|`)?([A-Za-z][\w./ -]{1,38}?)(?:\*\*|`)?:(?:\*\*)?")
_LIST = re.compile(r"^\s*(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?")
_LOGLIKE = re.compile(
    r"^\W{0,2}(?:\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:|\d\d:\d\d:\d\d\b|[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d|\[\d{4}-"
    r"|(?:INFO|WARN|WARNING|ERROR|DEBUG|FATAL|TRACE|CRITICAL)\b[\s:\]]|[$#>%] \S|\{|\[[{\"]|<[a-z/!]|[+-]{3} |@@ "
    r"|diff --git|Traceback|\s+at \S+\()"
)
_SENTENCE = re.compile(r"(?:(?<=[.!?])|(?<=[.!?][\"')*_])|(?<=[.!?][*_]{2}))\s+(?=\S)")
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


class ProseSentence(NamedTuple):
    """One sentence, without decoration; ``line`` is what it stood in, ``heading`` the last one above."""

    text: str
    line: str
    heading: str


def sentences(text: str, *, spoken_by_us: bool = False) -> Iterator[ProseSentence]:
    """The sentences of a turn. ``spoken_by_us``: a prompt, in which our own lines may stand."""
    if text.startswith(_CONTINUED):
        return
    if "<" in text:
        text = _TAGGED.sub(" ", text)
    ours = _our_lines() if spoken_by_us else frozenset()
    if ours and any(line.strip() in ours for line in text.splitlines()):
        text = "\n".join("" if line.strip() in ours else line for line in text.splitlines())
    for line, heading in _lines(text):
        bare = line.lstrip()
        if _passed_over(bare):
            continue
        for part in split(_LIST.sub("", line).strip()):
            yield ProseSentence(plain_words(part), line.strip(), heading)


def _lines(text: str) -> Iterator[tuple[str, str]]:
    """The lines of a text but code, headings and what was put into the prompt, each with the heading above it."""
    fenced = in_ours = False
    heading = ""
    for whole in _WRAPPED.sub(" ", text).split("\n"):
        line = whole[:LONGEST_LINE]
        bare = line.lstrip()
        if bare.startswith(_FENCE):
            fenced = not fenced
            continue
        if fenced or not bare:
            continue
        if bare.startswith("#") and not _TICKET.match(bare):
            in_ours = section_of_ours(bare) or (in_ours and bare.startswith("### "))
            heading = bare.lstrip("#").strip(" *:`")
            continue
        if in_ours and (is_injected(bare) or tilde_line(bare) or bare.startswith(("-", "~"))):
            continue
        if named := _INTRODUCES.fullmatch(bare):
            heading = named[1].strip(" *:`")
        yield (_TICKET.sub("", bare) if _TICKET.match(bare) else line), heading


def _passed_over(bare: str) -> bool:
    if bare[0] in "|>" or bare.startswith("    ") or _LOGLIKE.match(bare):
        return True
    return is_marker(bare) or is_injected(bare) or tilde_line(bare)


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


_MARKS = re.compile(r"\*\*|__|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)")
_LINK = re.compile(r"\[([^\]\n]{1,120})\]\((?:[^)\s]{1,300})\)")


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
    for file in sorted(bundled_path("prompts").glob("*.md")):
        found |= {line.strip() for line in file.read_text(encoding="utf-8").splitlines() if len(line.strip()) > 8}
    return frozenset(found)
