"""Quoting what other programs wrote inside a prompt, so that nothing of it can pass for a marker or a line of ours."""

from __future__ import annotations

import re

from ..core.secrets.redact_shapes import without_shapes

_MARKER = re.compile(r"\[(?=\s*(?:MEMORY|EVENT|COOLDOWN)\b)", re.IGNORECASE)
LONGEST = 600


def quote_untrusted(text: str) -> str:
    """One line in quotation marks, without secrets and without the beginning of a marker, at most 600 characters."""
    plain = " ".join("".join(sign if sign.isprintable() else " " for sign in without_shapes(text)).split())
    plain = _MARKER.sub("(", plain).replace('"', "'")
    return f'"{plain if len(plain) <= LONGEST else plain[:LONGEST] + "…"}"'
