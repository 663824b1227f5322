"""Time as it is kept: UTC, ``YYYY-MM-DDTHH:MM:SS.mmmZ``, one format everywhere."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]


def wall_time() -> datetime:
    """What the computer's clock says, aware, in UTC. Only ``core.trusted_time`` judges it; others ask ``utc_now``."""
    return datetime.now(UTC)


_source: Clock = wall_time


def utc_now() -> datetime:
    """The present moment, aware, in UTC: the computer's clock, or what takes its place where it is not trusted."""
    return _source()


def use_clock(source: Clock) -> None:
    """Take the present moment from ``source`` from now on, in this process."""
    global _source  # noqa: PLW0603 — one clock serves a process
    _source = source


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
