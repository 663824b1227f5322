"""When a service is in maintenance (S11, S15): begun by hand, or in a planned window. Pure.

The guard, the records and the window ask the same rule, so that they cannot disagree.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple, Protocol

from .clock import from_text


class PlannedTime(Protocol):
    """A planned window, as stored text (UTC): it counts from ``starts_at`` and no longer at ``ends_at``."""

    @property
    def starts_at(self) -> str:
        """The first moment in it."""

    @property
    def ends_at(self) -> str:
        """The first moment after it."""

    @property
    def note(self) -> str:
        """What is done there."""


class MaintainedRule(Protocol):
    """What is laid down for one service."""

    @property
    def maintenance_since(self) -> str | None:
        """Since when it is left alone by hand, None where it is not."""

    @property
    def maintenance_until(self) -> str | None:
        """Until when, None for until further notice."""

    @property
    def note(self) -> str:
        """What is done there."""

    @property
    def planned(self) -> Sequence[PlannedTime]:
        """Its planned windows."""


class CurrentMaintenance(NamedTuple):
    """A maintenance that is going on. ``until`` is stored text, None for until further notice."""

    until: str | None
    note: str


def find_maintenance(rule: MaintainedRule | None, now: datetime) -> CurrentMaintenance | None:
    """The maintenance that is going on at a moment, None for none. Of several that overlap it ends with the last one.

    Raises ValueError where a moment cannot be read: whoever asks whether an action may be done must then refuse.
    """
    if rule is None:
        return None
    found: list[CurrentMaintenance] = []
    since, until = rule.maintenance_since, rule.maintenance_until
    if since is not None and from_text(since) <= now and (until is None or from_text(until) > now):
        found.append(CurrentMaintenance(until, rule.note))
    found += [
        CurrentMaintenance(window.ends_at, window.note)
        for window in rule.planned
        if from_text(window.starts_at) <= now < from_text(window.ends_at)
    ]
    if not found:
        return None
    notes = "; ".join(dict.fromkeys(one.note for one in found if one.note))
    ends = [one.until for one in found]
    return CurrentMaintenance(None if None in ends else max((end for end in ends if end), key=from_text), notes)
