"""What the overview shows, asked in one go on a reader thread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from ....core.usage_window import read_window
from ....records.activity_summary import ActivitySummary, first_moment, load_summary, newest_runs
from ....records.incident_list import IncidentLine, load_incident_lines
from ....records.run_list import RunLine, RunList
from ....records.spend import DaySpend
from ....runs.service_states import NewestState, read_states
from ....storage.store import DataStore
from ...app_context import AppContext
from ...text.spend_text import SpendSummary

LATELY = 6
BARS = 30
WORST_FIRST = {"down": 0, "degraded": 1, "unknown": 2, "healthy": 3}


@dataclass(frozen=True, slots=True)
class OverviewData:
    """``services`` are those that were checked, what is wrong first; ``recent_runs`` the newest runs, newest first;
    ``unchecked`` are services that were never checked; ``digest`` tells of what happened after ``since``, ``by_day``
    what the last days have cost, oldest first.

    ``incidents`` are all that are open, the worst first, each over those that it explains; ``dismissed`` the services
    whose incident the operator has closed; ``maintenance`` those in maintenance."""

    services: Mapping[str, NewestState] = field(default_factory=dict)
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
    """Ask on a reader thread; ``known`` is the answer before."""
    book = desk.book
    names = book.service_names.services(desk.folder.services_file)
    states = {name: state for name, state in read_states(book, desk.folder).items() if name in names}
    this_month = now.astimezone().day
    since = max(since, first_moment(book.store))
    by_day = book.spend.by_day(max(BARS, this_month), now)
    return OverviewData(
        services=dict(sorted(states.items(), key=lambda one: (WORST_FIRST.get(one[1].status, 2), one[0]))),
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
        unchecked=tuple(sorted(names - states.keys())),
        incidents=tuple(load_incident_lines(book.store, open_only=True)),
        dismissed=frozenset(state.service for state in book.incidents.check_states() if state.dismissed),
        maintenance=frozenset(rule.service for rule in book.rules.all() if rule.maintained(now)) & names,
    )


def _recent_runs(store: DataStore) -> tuple[RunLine, ...]:
    return tuple(RunList(store).lines(newest_runs(store, LATELY + 1)))
