"""Mutes: events that the operator does not want to hear of for a while.

A mute hides the events that match it while it stands; it deletes nothing. Once it ends, what was said meanwhile is
there, unacknowledged. Service, level and text must all match; what a mute leaves open matches all.
"""

from __future__ import annotations

import builtins
import string
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from ..core.clock import Clock, to_text, utc_now
from ..core.errors import UsageError
from ..core.messages import UserMessage
from ..storage import DataStore
from .events import LEVELS, Event
from .run_list import like_pattern
from .tables import MuteRow

GENERAL = "general"  # the name of no service
_LOWER = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)  # as LIKE compares


@dataclass(frozen=True, slots=True)
class MuteRule:
    """A row of ``mutes``. ``service``, ``level`` None and ``text`` "" leave open; ``until`` None: no end of its own."""

    id: int
    service: str | None
    level: str | None
    text: str
    until: str | None
    reason: str
    created_at: str
    ended_at: str | None

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``."""
        return asdict(self)

    @property
    def what(self) -> str:
        """What is muted, in words: ``warning events of caddy with “slow”``."""
        words = [self.level or "all", "events"]
        if self.service:
            words += ["of", "no service" if self.service == GENERAL else self.service]
        if self.text:
            words += ["with", f"“{self.text}”"]
        return " ".join(words)

    def is_active(self, now: str) -> bool:
        """Tell whether it is in force at a moment (stored text)."""
        return self.ended_at is None and (self.until is None or self.until > now)

    def matches(self, level: str, service: str | None, message: str) -> bool:
        """Tell whether such an event is one of those."""
        return (
            self.level in (None, level)
            and self.service in (None, service or GENERAL)
            and self.text.translate(_LOWER) in message.translate(_LOWER)
        )


_FIELDS = [getattr(MuteRow, name) for name in MuteRule.__dataclass_fields__]


class MuteRecords:
    """The questions and the writes on mutes. Writes must run inside ``store.write``."""

    def __init__(self, store: DataStore, clock: Clock = utc_now) -> None:
        self._store = store
        self._clock = clock

    def add(
        self,
        *,
        service: str | None = None,
        level: str | None = None,
        text: str = "",
        until: datetime | None = None,
        reason: str = "",
        now: datetime,
    ) -> int:
        """Mute from now on; the id. Raises UsageError where nothing is named or the end has passed."""
        service, text = (service or "").strip().lower() or None, text.strip()
        if not (service or level or text):
            raise UsageError(
                UserMessage("A mute must name a service, a level or a text."),
                UserMessage("Else nothing would be heard of any more."),
            )
        if level is not None and level not in LEVELS:
            raise UsageError(
                UserMessage("There is no level {level}.", level=f"{level!r}"),
                UserMessage("Use {join}.", join=", ".join(LEVELS)),
            )
        if until is not None and until <= now:
            raise UsageError(UserMessage("That moment has passed already."), UserMessage("Name a later end."))
        row = MuteRow.create(
            service=service,
            level=level,
            text=text,
            until=to_text(until) if until else None,
            reason=reason.strip(),
            created_at=to_text(now),
        )
        self._store.changed("mutes", row.id, what="inserted")
        return int(row.id)

    def end(self, mute_id: int, now: datetime) -> bool:
        """End one; False where it does not stand."""
        moment = to_text(now)
        found = self.get(mute_id)
        if found is None or not found.is_active(moment):
            return False
        MuteRow.update(ended_at=moment).where(MuteRow.id == mute_id).execute()
        self._store.changed("mutes", mute_id)
        return True

    def resume(self, mute_id: int) -> bool:
        """Take the ending back; False where there is no such mute."""
        changed = MuteRow.update(ended_at=None).where(MuteRow.id == mute_id).execute()
        self._store.changed("mutes", mute_id)
        return bool(changed)

    def get(self, mute_id: int) -> MuteRule | None:
        """One, standing or not."""
        row = MuteRow.select(*_FIELDS).where(MuteRow.id == mute_id).tuples().first()
        return MuteRule(*row) if row else None

    def list(self, *, limit: int | None = None) -> builtins.list[MuteRule]:
        """All, newest first, those that have ended too."""
        return [MuteRule(*row) for row in MuteRow.select(*_FIELDS).order_by(MuteRow.id.desc()).limit(limit).tuples()]

    def list_active(self, now: datetime | None = None) -> builtins.list[MuteRule]:
        """Those in force, oldest first."""
        moment = to_text(now or self._clock())
        query = MuteRow.select(*_FIELDS).where(
            MuteRow.ended_at.is_null() & (MuteRow.until.is_null() | (MuteRow.until > moment))
        )
        return [MuteRule(*row) for row in query.order_by(MuteRow.id).tuples()]

    def hides(self, event: Event, now: datetime | None = None) -> bool:
        """Tell whether a mute in force matches this event."""
        return any(mute.matches(event.level, event.service, event.message) for mute in self.list_active(now))

    def next_end(self, now: datetime) -> str | None:
        """When the next of those in force ends by itself (stored text)."""
        return min((mute.until for mute in self.list_active(now) if mute.until), default=None)


def matching_sql(mutes: Sequence[MuteRule]) -> tuple[str, list[Any]]:
    """A condition on ``events`` that holds for what any of these mutes hides, and its values. "0" for no mute."""
    either: list[str] = []
    values: list[Any] = []
    for mute in mutes:
        parts: list[str] = []
        if mute.level:
            parts.append("level = ?")
            values.append(mute.level)
        if mute.service:
            parts.append("coalesce(service, 'general') = ?")
            values.append(mute.service)
        if mute.text:
            parts.append("message LIKE ? ESCAPE '\\'")
            values.append(like_pattern(mute.text))
        either.append(f"({' AND '.join(parts)})")
    return (f"({' OR '.join(either)})" if either else "0"), values
