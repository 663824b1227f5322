"""What the overview shows, asked in one go on a reader thread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from ....core.usage_window import read_window
from ....records.activity_summary import ActivitySummary, load_summary, newest_runs
from ....records.health import HealthCheck
from ....records.incident_list import IncidentLine, load_incident_lines
from ....records.record_books import RecordRepositories
from ....records.run_list import RunLine, RunList
from ....records.spend import DaySpend
from ....storage.store import DataStore
from ...app_context import AppContext
from ...text.spend_text import SpendSummary

LATELY = 6
BARS = 30
WORST_FIRST = {"down": 0, "degraded": 1, "unknown": 2, "healthy": 3}


@dataclass(frozen=True, slots=True)
class OverviewData:
    """``status_since`` says since when each service stands as it does; ``recent_runs`` the newest runs, newest first;
    ``unchecked`` are services that were never checked; ``digest`` tells of what happened after ``since``, ``by_day``
    what the last days have cost, oldest first.

    ``incidents`` are all that are open, the worst first, each over those that it explains; ``dismissed`` the services
    whose incident the operator has closed; ``maintenance`` those in maintenance."""

    services: tuple[HealthCheck, ...] = ()
    status_since: Mapping[str, str] = field(default_factory=dict)
    recent_runs: tuple[RunLine, ...] = ()
    digest: ActivitySummary = field(default_factory=ActivitySummary)
    since: datetime | None = None
    active_memories: int = 0
    spend: SpendSummary = field(default_factory=SpendSummary)
    by_day: Sequence[DaySpend] = ()
    unchecked: tuple[str, ...] = ()
    incidents: tuple[IncidentLine, ...] = ()
    dismissed: frozenset[str] = frozenset()
    maintenance: frozenset[str] = frozenset()

    @property
    def roots(self) -> tuple[IncidentLine, ...]:
        """The open incidents that no other open one explains."""
        live = {line.incident.id for line in self.incidents}
        return tuple(line for line in self.incidents if line.incident.folded_into not in live)

    @property
    def has_data(self) -> bool:
        """Whether there is anything to say."""
        return bool(self.recent_runs or self.services or self.unchecked or self.active_memories or self.incidents)

    @property
    def last_run(self) -> RunLine | None:
        """The newest run that is over."""
        return next((run for run in self.recent_runs if run.status != "running"), None)


def load_overview(desk: AppContext, known: OverviewData, now: datetime, since: datetime) -> OverviewData:
    """Asks on a reader thread. What is ``known`` of a service is not asked again while its status stays."""
    book = desk.book
    names = book.service_names.services(desk.folder.services_file)
    latest = [check for check in book.health.latest() if check.service in names]
    before = {check.service: (check.status, known.status_since.get(check.service)) for check in known.services}
    this_month = now.astimezone().day
    by_day = book.spend.by_day(max(BARS, this_month), now)
    return OverviewData(
        services=tuple(sorted(latest, key=lambda check: (WORST_FIRST.get(check.status, 2), check.service))),
        status_since={
            check.service: _status_since(book, check, *before.get(check.service, ("", None))) for check in latest
        },
        recent_runs=_recent_runs(book.store),
        digest=load_summary(book.store, since, now),
        since=since,
        active_memories=desk.memory.prompt.count_eligible(),
        spend=SpendSummary(
            by_day[-1].usd,
            sum(day.usd for day in by_day[-this_month:]),
            book.spend.forecast(now),
            read_window(desk.folder.root),
        ),
        by_day=by_day[-BARS:],
        unchecked=tuple(sorted(names - {check.service for check in latest})),
        incidents=tuple(load_incident_lines(book.store, open_only=True)),
        dismissed=frozenset(state.service for state in book.incidents.check_states() if state.dismissed),
        maintenance=frozenset(rule.service for rule in book.rules.all() if rule.maintained(now)) & names,
    )


def _recent_runs(store: DataStore) -> tuple[RunLine, ...]:
    return tuple(RunList(store).lines(newest_runs(store, LATELY + 1)))


def _status_since(book: RecordRepositories, check: HealthCheck, status: str, since: str | None) -> str:
    if since and status == check.status:
        return since
    return book.health.standing_since(check.service) or check.checked_at
