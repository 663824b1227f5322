"""A fact or a lesson as one line of Markdown, and that line read back (C2). Pure.

    - [timing] Takes 60 s to start. (confidence 0.8, 2026-03-02) ^f12
    - Prefer reload over restart. (learned 3 times, 2026-03-02) ^l4

What ends a line, ``^f12``, is the number of the fact in the database, in the form that Obsidian links to. Reading and
writing back changes no character of the text: what would be a tag, an image or a line break in Markdown is written as
Markdown has it escaped.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from ...language.types import CATEGORIES

FACT, LESSON = "f", "l"
_ESCAPED = re.compile(r"\\([\\<&!])|&#(\d{1,7});")
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_REFERENCE = re.compile(r"&(?=#\d{1,7};)")
_IMAGE = re.compile(r"!(?=\[)")
_BLOCK = re.compile(r"\\?[#>*+|-]")
_ANCHOR = re.compile(r"\s\^([a-z])(\d{1,12})\s*$")
_CATEGORY = re.compile(r"^\[([a-z]+)\]\s(.*)$", re.DOTALL)
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}\.\d{3}Z)?")
_LEARNED = re.compile(r"learned (once|\d{1,6} times)")
_CONFIDENCE = re.compile(r"confidence:? ?(1(?:\.0{1,4})?|0(?:\.\d{1,4})?)")


@dataclass(frozen=True, slots=True)
class FactBullet:
    """A line of a file. ``number`` is None for one that has no number yet, ``confidence`` and ``day`` where the line
    does not say; in an export ``day`` is a whole moment. ``fault`` says in a sentence why the line cannot be read, ""
    where it can."""

    text: str
    category: str = ""
    number: int | None = None
    confidence: float | None = None
    day: str = ""
    pinned: bool = False
    unconfirmed: bool = False
    times: int = 1
    origin: str = ""
    fault: str = ""


def escape_text(text: str) -> str:
    """A text on one line, so that ``unescape_text`` gives it back and Markdown shows it as it is."""
    if text.isprintable() and not any(sign in text for sign in "\\<&!"):
        return text
    found: list[str] = []
    for at, char in enumerate(text):
        if char == "\\":
            following = text[at + 1 : at + 2]
            doubled = not following or following in "\\<&!" or not following.isprintable()
            found.append("\\\\" if doubled else "\\")
        elif char == "<":
            found.append("\\<" if _TAG.match(text, at) else "<")
        elif char == "&":
            found.append("\\&" if _REFERENCE.match(text, at) else "&")
        elif char == "!":
            found.append("\\!" if _IMAGE.match(text, at) else "!")
        else:
            found.append(char if char.isprintable() else f"&#{ord(char)};")
    return "".join(found)


def unescape_text(text: str) -> str:
    """A text as it was before ``escape_text``."""
    return _ESCAPED.sub(lambda match: match[1] or _character(match[2], match[0]), text)


def escape_paragraph(text: str) -> str:
    """A text as a paragraph of its own, so that it begins no heading, list or quotation."""
    said = escape_text(text)
    return f"\\{said}" if _BLOCK.match(said) else said


def unescape_paragraph(text: str) -> str:
    """A text as it was before ``escape_paragraph``."""
    return unescape_text(text[1:] if text.startswith("\\") and _BLOCK.match(text[1:]) else text)


def write_fact(
    number: int,
    category: str,
    text: str,
    confidence: float,
    day: str,
    *,
    pinned: bool = False,
    unconfirmed: bool = False,
) -> str:
    """The line of a fact, without its end."""
    marks = ", pinned" * pinned + ", unconfirmed" * unconfirmed
    return (
        f"- [{category}] {escape_text(text)} (confidence {show_confidence(confidence)}, {day}{marks}) ^{FACT}{number}"
    )


def write_lesson(number: int, text: str, times: int, day: str, origin: str) -> str:
    """The line of a lesson, without its end; ``origin`` is user, agent or operator."""
    learned = "once" if times == 1 else f"{times} times"
    return f"- {escape_text(text)} (learned {learned}, {origin}, {day}) ^{LESSON}{number}"


def read_bullet(line: str, kind: str = FACT) -> FactBullet | None:
    """A line that begins a list entry, read; None for any other line. ``kind`` is what a number must begin with."""
    if not line.startswith(("- ", "* ", "+ ")):
        return None
    said, number = line[2:].rstrip("\r"), None
    if anchor := _ANCHOR.search(said):
        if anchor[1] != kind:
            return FactBullet(said, fault="Its number is of another kind of entry.")
        number, said = int(anchor[2]), said[: anchor.start()]
    category = ""
    if kind == FACT and (found := _CATEGORY.match(said)):
        category, said = found[1], found[2]
        if category not in CATEGORIES:
            return FactBullet(said, number=number, fault=f"There is no category “{category}”.")
    details, at = None, said.rfind(" (") if said.endswith(")") else -1
    if at >= 0 and (details := _read_details(said[at + 2 : -1], kind)) is not None:
        said = said[:at]
    text = unescape_text(said if number is not None else said.strip())
    if number is not None and (details is None or (kind == FACT and not category)):
        return FactBullet(text, number=number, fault="What stands in brackets before its number cannot be read.")
    if not text.strip():
        return FactBullet(text, number=number, fault="It says nothing.")
    told = details or {}
    return FactBullet(
        text,
        category,
        number,
        told.get("confidence"),  # type: ignore[arg-type]
        str(told.get("day", "")),
        bool(told.get("pinned")),
        bool(told.get("unconfirmed")),
        int(told.get("times", 1)),  # type: ignore[call-overload]
        str(told.get("origin", "")),
    )


def show_confidence(value: float) -> str:
    """``0.8``, ``0.95``, ``1.0``."""
    text = f"{value:.2f}"
    return text[:-1] if text.endswith("0") else text


def _read_details(text: str, kind: str) -> Mapping[str, object] | None:
    """What stands in the brackets; None where they are part of the text."""
    found: dict[str, object] = {}
    for part in (one.strip() for one in text.split(",")):
        if kind == FACT and (match := _CONFIDENCE.fullmatch(part)):
            found["confidence"] = float(match[1])
        elif kind == FACT and part in ("pinned", "unconfirmed"):
            found[part] = True
        elif kind == LESSON and (match := _LEARNED.fullmatch(part)):
            found["times"] = 1 if match[1] == "once" else int(match[1].split()[0])
        elif kind == LESSON and part in ("user", "agent", "operator"):
            found["origin"] = part
        elif _DAY.fullmatch(part):
            found["day"] = part
        else:
            return None
    return found


def _character(number: str, whole: str) -> str:
    code = int(number)
    return chr(code) if code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF else whole
