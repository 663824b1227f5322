"""Since when the operator has not looked: what happened after that is told as news (pure, but for being kept)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from ....core.clock import from_text, to_text

FIRST = timedelta(hours=24)
GLANCE = timedelta(minutes=10)  # who comes back this soon was only elsewhere for a moment


class LastSeen:
    """``since`` stays while the operator looks, and for short absences; after a longer one it is the moment of leaving.

    So the news does not vanish while it is read, nor because of a click on another page.
    """

    def __init__(self) -> None:
        self.since: datetime | None = None
        self._left: datetime | None = None

    def mark_arrived(self, now: datetime) -> datetime:
        """The operator looks; since when the news is to be told."""
        if self._left is not None and now - self._left >= GLANCE:
            self.since = self._left
        self._left = None
        if self.since is None or self.since > now:  # never looked, or the clock was set back
            self.since = now - FIRST
        return self.since

    def mark_left(self, now: datetime) -> None:
        """The operator looks elsewhere."""
        if self._left is None:
            self._left = now

    def mark_all_seen(self, now: datetime) -> None:
        """Tell anew from here on."""
        self.since = now

    def state(self, now: datetime) -> dict[str, str]:
        """For remembering: also where it is asked while the operator still looks."""
        left = self._left or now
        return {"since": to_text(self.since), "left": to_text(left)} if self.since is not None else {}

    def restore(self, state: Any) -> None:
        """Take up what was remembered; what is damaged is left aside."""
        if not isinstance(state, dict):
            return
        try:
            self.since, self._left = from_text(state["since"]), from_text(state["left"])
        except (KeyError, TypeError, ValueError):
            self.since = self._left = None
