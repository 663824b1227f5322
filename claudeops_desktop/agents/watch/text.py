"""Durations, sizes and dates in words, and text of others made safe to repeat."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

_MARKER = re.compile(r"\[(?=\s*(?:MEMORY|EVENT|COOLDOWN)\b)", re.IGNORECASE)
_UNITS = {"": 1, "b": 1, "kb": 1000, "mb": 1000**2, "gb": 1000**3, "tb": 1000**4}
_UNITS |= {"kib": 1024, "mib": 1024**2, "gib": 1024**3, "tib": 1024**4}
_SIZE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([kmgt]?i?b)\s*", re.IGNORECASE)
_PERCENT = re.compile(r"\s*(\d+(?:\.\d+)?)\s*%\s*")


def clean_line(text: str, limit: int = 240) -> str:
    """Text from outside in one line: no control characters, cut at ``limit``, and no marker of ours in it.

    A server could answer with ``[MEMORY:…]``; repeated in our own words that would be stored as ours.
    """
    text = "".join(" " if not c.isprintable() else c for c in text)
    text = _MARKER.sub("(", " ".join(text.split()))
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def rounded(seconds: float) -> float:
    """A measured duration at the precision that it deserves, so that nearly equal ones read alike.

    To 1 s under 10 s, to 5 s under 2 min, to 1 min under 10 min, to 5 min under 1 h, to half an hour beyond.
    """
    for below, step in ((10, 1), (120, 5), (600, 60), (3600, 300)):
        if seconds < below:
            return max(step, _nearest(seconds, step))
    return _nearest(seconds, 1800)


def _nearest(seconds: float, step: int) -> float:
    return int(seconds / step + 0.5) * step


def about(seconds: float) -> str:
    """A rounded duration in one unit: ``25 s``, ``3 min``, ``1.5 h``."""
    value = rounded(seconds)
    if value < 120:
        return f"{value:g} s"
    if value < 3600:
        return f"{value / 60:g} min"
    return f"{value / 3600:g} h"


def duration(span: timedelta) -> str:
    """A duration for reading, in its two largest units: ``42 s``, ``5 min 10 s``, ``3 h 20 min``, ``2 d 4 h``."""
    seconds = max(0.0, span.total_seconds())
    if seconds < 10:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    for unit, size, small, part in (("d", 86400, "h", 3600), ("h", 3600, "min", 60), ("min", 60, "s", 1)):
        if whole >= size:
            rest = whole % size // part
            return f"{whole // size} {unit}" + (f" {rest} {small}" if rest else "")
    return f"{whole} s"


def milliseconds(value: float) -> str:
    """A response time: ``3 ms``, ``1.2 s``."""
    return f"{value:.0f} ms" if value < 1000 else f"{value / 1000:.1f} s"


def day(moment: datetime) -> str:
    """The date of a moment: ``2026-12-31``."""
    return f"{moment:%Y-%m-%d}"


def amount(text: str) -> tuple[float, bool]:
    """A limit as the operator writes it: ``"10%"`` is (10, True), ``"5 GB"`` is (5e9, False). Raises ValueError."""
    if found := _PERCENT.fullmatch(text):
        percent = float(found[1])
        if percent > 100:
            raise ValueError("must be a share of at most 100%")
        return percent, True
    if found := _SIZE.fullmatch(text):
        return float(found[1]) * _UNITS[found[2].lower()], False
    raise ValueError('must be a share such as "10%" or a size such as "5 GB"')
