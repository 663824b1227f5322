"""Whether a page is worth reading for whom operates these services, by rules and without a model (C14). Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from ...core.messages import PluralMessage, UserMessage, join_messages
from ...library import DocumentJudgement, TextChunk

RULES = "rules"
HIGH, MEDIUM, LOW = "high", "medium", "low"
LOOKED_AT = 200_000  # characters of a page
SHORT = 120  # words; with less a page says hardly anything
MOST_NAMED = 5
LONGEST_SUMMARY = 400
_STEPS = re.compile(r"^(?:```|~~~|\s{0,3}\d{1,2}[.)] |\s{4}\S|\$ )", re.MULTILINE)
_PROSE = re.compile(r"[A-ZÄÖÜ0-9][^\n]{30,}[.!?:]")
_NOT_PROSE = ("#", "|", "```", "~~~", "- ", "* ", ">", "<", "![")
_SENTENCE = re.compile(r"(?<=[.!?])\s+")


def judge_by_rules(
    title: str,
    tags: Collection[str],
    chunks: Sequence[TextChunk],
    *,
    services: Collection[str],
    known_tags: Collection[str] = (),
    has_reason: bool = False,
) -> DocumentJudgement:
    """Points for your services that the page names, for tags that other documents share, for commands or steps, and
    where somebody said why it is worth keeping; a point less where it says little. Three points are high, one is
    medium."""
    text = "\n".join(chunk.text for chunk in chunks)[:LOOKED_AT]
    headings = " ".join([title, *(heading for chunk in chunks for heading in chunk.headings)])[:LOOKED_AT]
    named = named_services(f"{headings}\n{text}", services)
    shared = sorted(set(tags) & set(known_tags))
    points, said = 0, list[str]()
    if named:
        points += 3 if named_services(headings, named) else 2
        said.append(UserMessage("It names {services} of your services.", services=", ".join(named[:MOST_NAMED])))
    else:
        said.append(UserMessage("It names none of your services."))
    if has_reason:
        points += 2
        said.append(UserMessage("Somebody said why it is worth keeping."))
    if shared:
        points += 1
        said.append(UserMessage("Other documents have the tags {tags}, too.", tags=", ".join(shared[:MOST_NAMED])))
    if _STEPS.search(text):
        points += 1
        said.append(UserMessage("It shows commands or steps."))
    if (count := len(text.split())) < SHORT:
        points -= 2
        said.append(PluralMessage("It is short: %n word.", "It is short: %n words.", count))
    return DocumentJudgement(HIGH if points >= 3 else MEDIUM if points >= 1 else LOW, join_messages(*said), RULES)


def named_services(text: str, services: Collection[str]) -> list[str]:
    """The services that a text names as whole words, in the order of the alphabet."""
    small = text.lower()
    return [name for name in sorted(services) if name and _stands_alone(name.lower(), small)]


def _stands_alone(name: str, text: str) -> bool:
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        before, after = text[at - 1 : at], text[end : end + 1]
        if not (before.isalnum() or before in "_-") and not (after.isalnum() or after in "_-"):
            return True
        at = text.find(name, end)
    return False


def summarize(chunks: Sequence[TextChunk]) -> str:
    """The first sentences of a page that read as prose, at most 400 characters; "" where there are none."""
    said = ""
    for sentence in _sentences(chunks):
        if said and len(said) + len(sentence) > LONGEST_SUMMARY:
            break
        said = f"{said} {sentence}".strip()[:LONGEST_SUMMARY]
        if len(said) > LONGEST_SUMMARY // 2:
            break
    return said


def _sentences(chunks: Sequence[TextChunk]) -> Iterator[str]:
    left = LOOKED_AT
    for chunk in chunks:
        in_code = False
        for line in chunk.text[:left].splitlines():
            plain = line.strip()
            if plain.startswith(("```", "~~~")):
                in_code = not in_code
            if in_code or plain.startswith(_NOT_PROSE) or not _PROSE.match(plain):
                continue
            yield from (part for part in _SENTENCE.split(plain) if len(part) > 30)
        left -= len(chunk.text)
        if left <= 0:
            return
