"""What the month will have cost by its end: a plain method, which says on what it rests. Pure."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from ..core.money import money

LOOKS_BACK = 14  # days
LEAST_DAYS = 3


class SpendForecast(Struct, frozen=True):
    """``usd`` by the end of the month: ``spent_usd`` of it so far, and ``daily_usd`` on each of ``days_left`` days.

    ``daily_usd`` is the average of the last ``days_seen`` whole days; the rest of today counts for what today's
    sessions have not used of it.
    """

    usd: float
    spent_usd: float
    daily_usd: float
    days_seen: int
    days_left: int

    @property
    def words(self) -> str:
        """For the operator."""
        days = "1 more day" if self.days_left == 1 else f"{self.days_left} more days"
        return (
            f"About {money(self.usd)} by the end of the month: {money(self.spent_usd)} so far, and"
            f" {money(self.daily_usd)} a day, the average of the last {self.days_seen} days, for {days}."
        )

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return asdict(self) | {"words": self.words}


def forecast_spend(by_day: Mapping[date, float], first_day: date | None, today: date) -> SpendForecast | None:
    """The forecast at ``today`` from the cost of each local day; a day that is not named cost nothing.

    ``first_day`` is the day of the first session that cost anything, None where none did: nobody knows what days
    before it would have cost. None until there are ``LEAST_DAYS`` whole days to go by.
    """
    if first_day is None:
        return None
    seen = min(LOOKS_BACK, (today - first_day).days)
    if seen < LEAST_DAYS:
        return None
    daily = sum(by_day.get(today - timedelta(days=back), 0.0) for back in range(1, seen + 1)) / seen
    spent = sum(cost for day, cost in by_day.items() if (day.year, day.month) == (today.year, today.month))
    days_left = monthrange(today.year, today.month)[1] - today.day
    rest_of_today = max(0.0, daily - by_day.get(today, 0.0))
    return SpendForecast(
        round(spent + rest_of_today + daily * days_left, 4), round(spent, 4), round(daily, 4), seen, days_left
    )
