"""Time as it is kept: UTC, ``YYYY-MM-DDTHH:MM:SS.mmmZ``, one format everywhere."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """The present moment, aware, in UTC."""
    return datetime.now(UTC)


def to_text(moment: datetime) -> str:
    """A moment as it is stored. Naive moments are refused: nobody knows what they mean."""
    if moment.tzinfo is None:
        raise ValueError("a stored moment needs a time zone")
    moment = moment.astimezone(UTC)
    # strftime does not pad years before 1000.
    return f"{moment.year:04d}-{moment:%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03d}Z"


def from_text(text: str) -> datetime:
    """A stored moment, aware, in UTC. Raises ValueError for anything else."""
    moment = datetime.fromisoformat(text)
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
