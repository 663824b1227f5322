"""Whether a check flaps: the share of its last twenty checks at which it changed state, as Icinga 2 counts it. Pure.

Newer changes weigh more, from 0.8 for the oldest to 1.18 for the newest. Above 30 percent it flaps, and no longer once
it is below 25 percent. Deliberate outages (see ``recovery``) and what was measured in planned work do not count.
"""

from __future__ import annotations

from itertools import pairwise

from .check_tracks import CheckOutcome, CheckTrack
from .recovery import is_deliberate

WINDOW = 20
BEGINS_ABOVE, ENDS_BELOW = 30.0, 25.0
_OLDEST_WEIGHT, _WEIGHT_STEP = 0.8, 0.02


def is_flapping(track: CheckTrack) -> bool:
    """Tell whether it flaps, going through its results from the oldest that is kept."""
    flaps = False
    changes = [one.status is not other.status for one, other in pairwise(_counted(track))]
    for end in range(1, len(changes) + 1):
        share = change_share(changes[max(0, end - WINDOW) : end])
        flaps = share >= ENDS_BELOW if flaps else share > BEGINS_ABOVE
    return flaps


def change_share(changes: list[bool]) -> float:
    """Return the weighted share of changes among the last twenty checks in percent; the newest is the last."""
    weights = (_OLDEST_WEIGHT + _WEIGHT_STEP * (WINDOW - 1 - age) for age in range(len(changes)))
    return 100 * sum(weight for weight, changed in zip(weights, reversed(changes), strict=True) if changed) / WINDOW


def count_changes(track: CheckTrack) -> int:
    """Return how often it changed state within the window."""
    return sum(one.status is not other.status for one, other in pairwise(_in_window(track)))


def name_states(track: CheckTrack) -> str:
    """Return the states it changes between: ``healthy and down``."""
    return " and ".join(sorted({str(one.status) for one in _in_window(track)}, reverse=True))


def _in_window(track: CheckTrack) -> list[CheckOutcome]:
    return _counted(track)[-(WINDOW + 1) :]


def _counted(track: CheckTrack) -> list[CheckOutcome]:
    """Return the results that tell something, without those of deliberate outages and of planned work."""
    deliberate = [outage for outage in track.outages if is_deliberate(outage, track)]
    return [
        one
        for one in track.known_results
        if not one.planned and not any(outage.first_bad <= one.at <= outage.last_bad for outage in deliberate)
    ]
