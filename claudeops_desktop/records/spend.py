"""What sessions cost (S3): by local day and month, by tier and schedule, and which caps were warned of.

A session counts for the day on which it began; a recording that was played again cost nothing.
"""

from __future__ import annotations

import builtins
from datetime import date, datetime, time, timedelta
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from ..core.clock import from_text, to_text
from ..storage import DataStore
from .spend_forecast import LOOKS_BACK, SpendForecast, forecast_spend
from .tables import DueTimeRow, RunRow, ScheduleRow, SessionRow, SpendWarningRow

BY_HAND = "by hand"
OF_ALERTS = "alerts"
OF_INCIDENTS = "incidents"


class DaySpend(Struct, frozen=True):
    """One local day: ``day`` such as 2026-03-01, dollars, and how many sessions cost something."""

    day: str
    usd: float
    sessions: int

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return asdict(self)


class SpendShare(Struct, frozen=True):
    """What part of the cost has this ``name``: a tier's number, a schedule's or an agent's name."""

    name: str
    usd: float
    sessions: int

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return asdict(self)


def day_start(now: datetime) -> datetime:
    """Midnight of the local day, aware. Not ``replace``: the clocks may have changed since."""
    return _midnight(now.astimezone().date())


def month_start(now: datetime) -> datetime:
    """The first midnight of the local month, aware."""
    return _midnight(now.astimezone().date().replace(day=1))


class SpendRecords:
    """The questions on cost, and the one write: that a cap was warned of. It must run inside ``store.write``."""

    def __init__(self, store: DataStore) -> None:
        self._store = store

    def since(self, moment: datetime) -> float:
        """Dollars of all sessions that began since then."""
        return round(sum(cost for _, cost in self._costs(moment)), 6)

    def today(self, now: datetime) -> float:
        """Dollars of the local day."""
        return self.since(day_start(now))

    def month(self, now: datetime) -> float:
        """Dollars of the local month, from the 1st."""
        return self.since(month_start(now))

    def of_run(self, run_id: int) -> float:
        """Dollars of a run so far."""
        found = SessionRow.select(SessionRow.cost_usd).where(_costs_money() & (SessionRow.run_id == run_id))
        return float(sum(cost for (cost,) in found.tuples()))

    def by_day(self, days: int, now: datetime) -> builtins.list[DaySpend]:
        """The last ``days`` local days, oldest first, today the last; days without cost too."""
        today = now.astimezone().date()
        first = today - timedelta(days=days - 1)
        usd: dict[date, float] = {first + timedelta(days=place): 0.0 for place in range(days)}
        sessions = dict.fromkeys(usd, 0)
        for day, cost in self._by_day(_midnight(first)):
            if day in usd:
                usd[day] += cost
                sessions[day] += 1
        return [DaySpend(day.isoformat(), round(cost, 6), sessions[day]) for day, cost in usd.items()]

    def forecast(self, now: datetime) -> SpendForecast | None:
        """What the month will have cost by its end; None while there is too little to go by."""
        today = now.astimezone().date()
        first = self._first()
        since = min(today.replace(day=1), today - timedelta(days=LOOKS_BACK))
        usd: dict[date, float] = {}
        for day, cost in self._by_day(_midnight(since)):
            usd[day] = usd.get(day, 0.0) + cost
        return forecast_spend(usd, first, today)

    def by_tier(self, since: datetime) -> builtins.list[SpendShare]:
        """The cost of each tier, dearest first."""
        query = SessionRow.select(SessionRow.tier, SessionRow.cost_usd).where(_since(since)).tuples()
        return _shares((str(tier), cost) for tier, cost in query)

    def by_schedule(self, since: datetime) -> builtins.list[SpendShare]:
        """The cost of each schedule's runs, dearest first; runs by hand and of alerts under a name of their own."""
        query = (
            SessionRow.select(ScheduleRow.name, RunRow.trigger, SessionRow.cost_usd)
            .join(RunRow, on=(RunRow.id == SessionRow.run_id))
            .left_outer_join(DueTimeRow, on=(DueTimeRow.run_id == RunRow.id))
            .left_outer_join(ScheduleRow, on=(ScheduleRow.id == DueTimeRow.schedule_id))
            .where(_since(since))
            .tuples()
        )
        return _shares((_starter(name, trigger), cost) for name, trigger, cost in query)

    def by_agent(self, since: datetime) -> builtins.list[tuple[str, datetime, float]]:
        """Each session that cost something: its agent, when it began, and its dollars; oldest first."""
        query = SessionRow.select(SessionRow.agent, SessionRow.started_at, SessionRow.cost_usd).where(_since(since))
        rows = query.order_by(SessionRow.started_at).tuples()
        return [(agent, from_text(started), cost) for agent, started, cost in rows]

    def share_by_agent(self, since: datetime) -> builtins.list[SpendShare]:
        """Return what the sessions of each agent cost, the dearest agent first."""
        return _shares(SessionRow.select(SessionRow.agent, SessionRow.cost_usd).where(_since(since)).tuples())

    def note_warning(self, period: str, starts: datetime, cap_usd: float, reached: bool, now: datetime) -> bool:
        """Take the right to warn of this cap in this period; False where it was taken, by whatever process."""
        return bool(
            SpendWarningRow.insert(
                period=period, starts=to_text(starts), cap_usd=cap_usd, reached=int(reached), told_at=to_text(now)
            )
            .on_conflict_ignore()
            .as_rowcount()
            .execute()
        )

    def _first(self) -> date | None:
        """The local day of the first session that cost anything."""
        query = SessionRow.select(SessionRow.started_at).where(_costs_money()).order_by(SessionRow.started_at).limit(1)
        for (started,) in query.tuples():
            return from_text(started).astimezone().date()
        return None

    def _by_day(self, since: datetime) -> builtins.list[tuple[date, float]]:
        return [(from_text(started).astimezone().date(), cost) for started, cost in self._costs(since)]

    @staticmethod
    def _costs(since: datetime) -> builtins.list[tuple[str, float]]:
        return list(SessionRow.select(SessionRow.started_at, SessionRow.cost_usd).where(_since(since)).tuples())


def _costs_money() -> Any:
    return (SessionRow.cost_usd > 0) & (SessionRow.agent != "replay")


def _since(moment: datetime) -> Any:
    return _costs_money() & (SessionRow.started_at >= to_text(moment))


def _starter(schedule: str | None, trigger: str) -> str:
    if schedule:
        return schedule
    started_by = {"alert": OF_ALERTS, "incident": OF_INCIDENTS, "manual": BY_HAND, "api": BY_HAND}
    return started_by.get(trigger, "deleted schedules")


def _shares(costs: Any) -> builtins.list[SpendShare]:
    usd: dict[str, float] = {}
    sessions: dict[str, int] = {}
    for name, cost in costs:
        usd[name] = usd.get(name, 0.0) + cost
        sessions[name] = sessions.get(name, 0) + 1
    return [SpendShare(name, round(usd[name], 6), sessions[name]) for name in sorted(usd, key=lambda n: (-usd[n], n))]


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time.min).astimezone()
