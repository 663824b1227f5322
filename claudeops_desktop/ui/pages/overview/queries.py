"""What the overview shows, asked in one go on a reader thread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from ....records.activity_summary import ActivitySummary, digest, newest_runs
from ....records.health import HealthCheck
from ....records.run_list import RunLine, RunList
from ....records.spend import DaySpend
from ...app_context import AppContext
from ...text.spend_text import SpendSummary

LATELY = 6
BARS = 30
WORST_FIRST = {"down": 0, "degraded": 1, "unknown": 2, "healthy": 3}


@dataclass(frozen=True, slots=True)
class OverviewData:
    """``status_since`` says since when each service stands as it does; ``recent_runs`` the newest runs, newest first;
    ``digest`` tells of what happened after ``since``, ``by_day`` what the last days have cost, oldest first."""

    services: tuple[HealthCheck, ...] = ()
    status_since: Mapping[str, str] = field(default_factory=dict)
    recent_runs: tuple[RunLine, ...] = ()
    digest: ActivitySummary = field(default_factory=ActivitySummary)
    since: datetime | None = None
    active_memories: int = 0
    spend: SpendSummary = field(default_factory=SpendSummary)
    by_day: Sequence[DaySpend] = ()

    @property
    def has_data(self) -> bool:
        """Whether there is anything to say."""
        return bool(self.recent_runs or self.services or self.active_memories)

    @property
    def last_run(self) -> RunLine | None:
        """The newest run that is over."""
        return next((run for run in self.recent_runs if run.status != "running"), None)


class LoadOverview:
    """Asks for the OverviewData. What is known of a service's standing is not asked again while its status stays."""

    def __init__(self, desk: AppContext, known: OverviewData, now: datetime, since: datetime) -> None:
        self._desk = desk
        self._known = {check.service: (check.status, known.status_since.get(check.service)) for check in known.services}
        self._now = now
        self._since = since

    def __call__(self) -> OverviewData:
        """On a reader thread."""
        book, now = self._desk.book, self._now
        latest = book.health.latest()
        this_month = now.astimezone().day
        by_day = book.spend.by_day(max(BARS, this_month), now)
        return OverviewData(
            services=tuple(sorted(latest, key=lambda check: (WORST_FIRST.get(check.status, 2), check.service))),
            status_since={check.service: self._standing(check) for check in latest},
            recent_runs=self._lately(),
            digest=digest(book.store, self._since, now),
            since=self._since,
            active_memories=self._desk.memory.prompt.count_eligible(),
            spend=SpendSummary(by_day[-1].usd, sum(day.usd for day in by_day[-this_month:]), book.spend.forecast(now)),
            by_day=by_day[-BARS:],
        )

    def _lately(self) -> tuple[RunLine, ...]:
        store = self._desk.book.store
        return tuple(RunList(store).lines(newest_runs(store, LATELY + 1)))

    def _standing(self, check: HealthCheck) -> str:
        status, since = self._known.get(check.service, ("", None))
        if since and status == check.status:
            return since
        return self._desk.book.health.standing_since(check.service) or check.checked_at
