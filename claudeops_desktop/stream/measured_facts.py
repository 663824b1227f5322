"""How a measured recovery time is worded, for the watcher that says it and the memory that keeps it. Pure.

Seen once it is a single case and believed half; from the second time on it is what the service usually does, and takes
the place of the single case.
"""

from __future__ import annotations

import re

SINGLE_CONFIDENCE = 0.5
_SINGLE = re.compile(r"Recovery time after an outage, once: .+ \(measured(?: from its start)?\)")
_FROM_START = " from its start"
_SPAN = re.compile(r"\d+(?:\.\d+)? (?:s|min|h)\b")
_USUAL = re.compile(
    r"(?:Takes (?:about|at least) .+ to recover|Recovers within about .+) after an outage"
    r" \((?:measured|checked every) ?.*\)"
)


def word_single_recovery(span: str, *, from_start: bool = False) -> str:
    """Return the fact of one measured recovery; ``span`` is ``23 s`` or ``within 10 min``. ``from_start``: counted from
    the start that ended the outage, not from its beginning."""
    return f"Recovery time after an outage, once: {span} (measured{_FROM_START if from_start else ''})"


def is_single_measure(text: str) -> bool:
    """Tell whether a measured fact was seen once only."""
    return _SINGLE.fullmatch(text.strip()) is not None


def takes_over(later: str, earlier: str) -> bool:
    """Tell whether ``later`` is measured of the same thing as ``earlier`` and worded otherwise, so that it takes its
    place: the usual time that of a single case, and a sharper measurement that of a bound. In the same words, with
    other values, it is compared with the earlier one as any two facts are."""
    later, earlier = later.strip(), earlier.strip()
    usual = _USUAL.fullmatch(later) is not None
    if is_single_measure(earlier):
        return usual or is_single_measure(later)
    if _USUAL.fullmatch(earlier) is None:
        return False
    if _FROM_START in earlier and _FROM_START not in later:  # what a service does by itself says more
        return usual or is_single_measure(later)
    return usual and _SPAN.sub("", later) != _SPAN.sub("", earlier)
