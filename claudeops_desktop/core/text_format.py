"""Amounts as people read them: counted things and bytes."""

from __future__ import annotations

_BYTE_UNITS = (("TB", 10**12), ("GB", 10**9), ("MB", 10**6), ("kB", 10**3))


def format_count(number: int, one: str, many: str = "") -> str:
    """A number with its noun: ``1 event``, ``3,204 events``, ``2 processes``. ``many`` is an irregular plural."""
    return f"{number:,} {one if number == 1 else many or one + ('es' if one.endswith('s') else 's')}"


def format_bytes(number: float) -> str:
    """A size in decimal units: ``4.3 GB``, ``512 bytes``."""
    for unit, factor in _BYTE_UNITS:
        if number >= factor:
            return f"{number / factor:,.1f} {unit}"
    return f"{number:.0f} bytes"


def format_uptime(share: float | None) -> str:
    """``99.95 %``; 100 only where nothing failed."""
    if share is None:
        return ""
    if share == 1:
        return "100 %"
    return f"{min(99.99, share * 100):.2f} %"
