"""Whether a small model reads finished sessions, and what its calls have cost in a month (E3).

What it costs is said from this store's own figures: how many sessions an agent had, and what calls have cost so far.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from ...core.messages import PluralMessage, UserMessage, join_messages
from ...core.money import money, money_cap
from ...core.settings.groups import Settings

if TYPE_CHECKING:
    from ...core.settings.file import SettingsService
    from ...records.record_books import RecordRepositories

MONTH = timedelta(days=30)
ENOUGH_CALLS = 5
"""With fewer, the mean of what calls have cost says little."""


@dataclass(frozen=True, slots=True)
class ReadingCost:
    """The sessions of the last 30 days, and the calls of a model and their dollars in that time."""

    sessions: int
    calls: int
    usd: float


def is_reading(settings: Settings) -> bool:
    """Tell whether a model reads finished sessions."""
    return settings.memory.extractor == "model" and settings.model.kind != "none"


def changes_for(settings: Settings, *, on: bool) -> dict[str, Any]:
    """Return the settings to change so that a model reads, or the rules alone: a model that is set up stays so."""
    if not on:
        return {"memory.extractor": "rules"}
    model = {} if settings.model.kind != "none" else {"model.kind": "cli"}
    return model | {"memory.extractor": "model"}


def switch_reading(service: SettingsService, *, on: bool) -> None:
    """Write these settings. Raises UsageError and EnvironmentFault; not for a GUI thread."""
    for name, value in changes_for(service.current, on=on).items():
        service.change(name, value)


def cost_so_far(book: RecordRepositories, spent: Mapping[str, tuple[float, int]], now: datetime) -> ReadingCost:
    """Read the figures, inside ``store.read``. ``spent`` are dollars and calls by local day (``ModelSpend.by_day``)."""
    since = now - MONTH
    first = since.astimezone().date().isoformat()
    recent = [row for day, row in spent.items() if day >= first]
    return ReadingCost(
        book.sessions.count_since(since, "claude"), sum(calls for _, calls in recent), sum(usd for usd, _ in recent)
    )


def describe_cost(cost: ReadingCost, day_usd: float) -> str:
    """Say what a month costs: by the calls so far where there are enough, else only what is known."""
    sessions = PluralMessage("%n session", "%n sessions", cost.sessions)
    said = (
        UserMessage(
            "In the last 30 days: {sessions}; {calls} calls of the small model, which cost {usd}.",
            sessions=sessions,
            calls=f"{cost.calls:,}",
            usd=money(cost.usd),
        )
        if cost.calls >= ENOUGH_CALLS
        else UserMessage(
            "In the last 30 days: {sessions}. Reading one takes a call or a few; what one costs here is not known yet.",
            sessions=sessions,
        )
    )
    cap = UserMessage("At most {cap} a day (model.day_usd).", cap=money_cap(day_usd)) if day_usd else ""
    return join_messages(said, cap)
