"""Untrusted text as it may stand in a prompt, a hook's answer or on a page. Pure, and quick to import: hooks use it."""

from __future__ import annotations

import re

__all__ = ["IN_CONFLICT", "OLDER", "UNCONFIRMED", "one_line", "quotable"]

UNCONFIRMED = "(unconfirmed)"
IN_CONFLICT = "(in conflict)"
OLDER = "(older)"
"""Stands behind the text of a memory, so that a bullet keeps the form of the specification."""

_MARKUP = re.compile(r"[<#`~\[＜〈:|'\"]|---|===|\*\*\*|____|\(confidence")
_FENCE = re.compile(r"`{3,}|~{3,}|\"{3,}|'{3,}")
_TAG = re.compile(r"[<＜〈]{1,2}(?=\s*[/!?|]?\s*[A-Za-z])([^<>＜＞〈〉]{1,300})[>＞〉]{1,2}")
_OPEN_TAG = re.compile(r"[<＜〈](?=\s*[/!?|]?[A-Za-z])")
_BRACKETED = re.compile(
    r"\[(/?(?:INST|SYS|SYSTEM|USER|ASSISTANT|HUMAN|TOOL|END|BEGIN|MEMORY|EVENT|COOLDOWN)\b[^\[\]]{0,80}|"
    r"timing|dependency|behavior|remediation|maintenance|case|pattern|memory file|#\d[^\[\]]{0,30})\]",
    re.IGNORECASE,
)
_HEADING = re.compile(r"(?:(?<=\s)|^)#{2,6}(?=\s|$)|^#\s+")
_SPEAKER = re.compile(
    r"(?:(?<=[\s.>)'\"])|^)(Human|Assistant|System|User|Developer|Tool|SYSTEM|HUMAN|ASSISTANT|USER):(?=\s|$)"
)
_RULE = re.compile(r"-{3,}|={3,}|\*{3,}|_{4,}")
_FRAME = re.compile(r"\(confidence: ?(?=\d)")


def one_line(text: str) -> str:
    """Untrusted text on one line, without control characters."""
    if not text.isprintable():
        text = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(text.split())


def quotable(text: str) -> str:
    """One line in which nothing reads as a tag, a fence, a heading, a speaker or a line of the block itself.

    Only these signs change, so that an ordinary sentence stays as it was written.
    """
    text = one_line(text)
    if _MARKUP.search(text) is None:
        return text
    text = _FENCE.sub("'", text)
    text = _TAG.sub(lambda found: f"‹{found[1]}›", text)
    text = _OPEN_TAG.sub("‹", text)
    text = _BRACKETED.sub(lambda found: f"({found[1]})", text)
    text = _HEADING.sub("", text)
    text = _SPEAKER.sub(lambda found: f"{found[1]} -", text)
    text = _RULE.sub("-", text)
    return " ".join(_FRAME.sub("(said confidence ", text).split())
