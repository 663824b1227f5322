"""Whether a session that met an overloaded service is tried again, and when (D5): a pure rule."""

from __future__ import annotations

from datetime import timedelta

from ..agents.types import SessionOutcome
from ..core.settings import RunSettings

AGAIN = "It is tried again in"
LONGEST = timedelta(hours=12)


def tried_again_after(outcome: SessionOutcome, tried: int, settings: RunSettings) -> timedelta | None:
    """How long to wait before the same tier is tried once more; None where that was not the trouble, or it was enough.

    ``tried`` is how often this tier has been tried again already; each time it waits twice as long.
    """
    if not outcome.overloaded or tried >= settings.overload_retries:
        return None
    return min(timedelta(minutes=settings.overload_minutes * 2.0**tried), LONGEST)


def describe_retry(outcome: SessionOutcome, wait: timedelta, tried: int, settings: RunSettings) -> str:
    """Why the session failed, and that it is not over: "The API was overloaded (529). It is tried again in 5 min …"."""
    reason = outcome.reason.removesuffix("Try again later.").rstrip()
    return f"{reason} {AGAIN} {_words(wait)} ({tried + 1} of {settings.overload_retries})."


def _words(wait: timedelta) -> str:
    minutes = wait.total_seconds() / 60
    if minutes < 1:
        return f"{wait.total_seconds():.0f} s"
    if minutes < 90:
        return f"{minutes:g} min"
    return f"{minutes / 60:.1f} h"
