"""Quoting what other programs wrote inside a prompt, so that nothing of it can pass for a marker or a line of ours."""

from __future__ import annotations

import re

from ..core.secrets.redact_shapes import without_shapes
from ..language.prompt_quoting import quotable

_MARKER = re.compile(r"\[(?=\s*(?:MEMORY|EVENT|COOLDOWN)\b)", re.IGNORECASE)
LONGEST = 600


def quote_untrusted(text: str) -> str:
    """One line in quotation marks, without secrets and without anything that reads as a tag, a heading, a speaker or a
    marker; at most 600 characters."""
    plain = _MARKER.sub("(", quotable(without_shapes(text))).replace('"', "'")
    return f'"{plain if len(plain) <= LONGEST else plain[:LONGEST] + "…"}"'
