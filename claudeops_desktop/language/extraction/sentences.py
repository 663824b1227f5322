"""From what was said to sentences that may hold a fact: whole texts are passed over at the speed of one scan. Pure.

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
from .discourse import is_part_of_case, join_cases, split_statements
from .expression_matcher import may_be_a_fact, scan
from .markdown_tables import read_table

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
    """One sentence, without decoration; ``line`` is what it stood in, ``label`` what may be a name before it
    ("jellyfin: …") and ``after_label`` the sentence without it; ``heading`` is the last one above; ``before`` what was
    said in the turn before it, shortened. ``joined``: several sentences that say one fact; ``row``: it is made of a row
    of a table whose subject is ``label``; ``pair``: it tells what did not help and what did."""

    text: str
    line: str
    label: str
    after_label: str
    heading: str
    before: str
    joined: bool = False
    row: bool = False
    pair: bool = False


class _Line(NamedTuple):
    """A line that may hold a fact, with what stands above it."""

    text: str
    heading: str
    before: str


def sentences(text: str, *, spoken_by_us: bool = False) -> Iterator[ProseSentence]:
    """The sentences of a turn that may hold a fact. ``spoken_by_us``: a prompt, in which our own lines may stand."""
    may_hold = scan()
    if text.startswith(_CONTINUED) or not (may_hold(text) or "|" in text):
        return
    if "<" in text:
        text = _TAGGED.sub(" ", text)
    ours = _our_lines() if spoken_by_us else frozenset()
    if ours and any(line.strip() in ours for line in text.splitlines()):
        text = "\n".join("" if line.strip() in ours else line for line in text.splitlines())
    table: list[str] = []
    above = ""
    run: list[_Line] = []
    for one in _lines(text):
        bare = one.text.lstrip()
        if bare[0] == "|":
            yield from _of_case(run)
            table.append(one.text)
            above = one.heading
            continue
        yield from _of_table(table, above)
        if is_part_of_case(_LIST.sub("", bare)):
            run.append(one)
            continue
        yield from _of_case(run)
        if may_hold(one.text) and may_be_a_fact(one.text.lower()) and not _passed_over(bare):
            yield from _of_line(one)
    yield from _of_case(run)
    yield from _of_table(table, above)


def _lines(text: str) -> Iterator[_Line]:
    """The lines of a text but code, headings and what was put into the prompt."""
    fenced = in_ours = False
    heading = ""
    offset = 0
    joined = _WRAPPED.sub(" ", text)
    for whole in joined.split("\n"):
        begins, offset = offset, offset + len(whole) + 1
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
        yield _Line(
            _TICKET.sub("", bare) if _TICKET.match(bare) else line, heading, joined[max(0, begins - 400) : begins]
        )


def _of_table(lines: list[str], heading: str) -> Iterator[ProseSentence]:
    """The rows of a table, which is emptied."""
    found = list(read_table(lines, heading)) if lines else []
    lines.clear()
    for one in found:
        yield ProseSentence(one.text, one.line, one.subject, "", heading, "", row=True)


def _of_case(run: list[_Line]) -> Iterator[ProseSentence]:
    """Lines labelled as symptom, cause, attempt and cure, as one where they are; the run is emptied."""
    if not run:
        return
    first, whole = run[0], " ".join(one.text.strip() for one in run)
    found = join_cases([_LIST.sub("", one.text).strip() for one in run])
    lines = list(run)
    run.clear()
    if len(found) == 1 and len(lines) > 1:
        text = plain_words(found[0])
        yield ProseSentence(text, whole[:LONGEST_LINE], "", "", first.heading, first.before, joined=True, pair=True)
        return
    for one in lines:
        if scan()(one.text) and may_be_a_fact(one.text.lower()) and not _passed_over(one.text.lstrip()):
            yield from _of_line(one)


def _passed_over(bare: str) -> bool:
    if bare[0] in "|>" or bare.startswith("    ") or _LOGLIKE.match(bare):
        return True
    return is_marker(bare) or is_injected(bare) or tilde_line(bare)


def _of_line(one: _Line) -> Iterator[ProseSentence]:
    may_hold = scan()
    body = _LIST.sub("", one.text).strip()
    label, rest = _labelled(body)
    parts = split(body)
    said = split_statements(parts)
    for number, saying in enumerate(said):
        if may_hold(saying.text) and (len(said) == 1 or may_be_a_fact(saying.text.lower())):
            after = plain_words(saying.text[len(body) - len(rest) :]) if label and number == 0 else ""
            done = f"{one.before} {' '.join(parts[: saying.place])}"[-400:]
            text, line = plain_words(saying.text), one.text.strip()
            yield ProseSentence(
                text, line, plain_words(label), after, one.heading, done, saying.joined, False, saying.pair
            )


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
    for file in sorted(bundled_path("prompts").glob("*.md")):
        found |= {line.strip() for line in file.read_text(encoding="utf-8").splitlines() if len(line.strip()) > 8}
    return frozenset(found)
