"""Monitoring put together for one data folder: services, incidents, continuous checks, investigations."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from ..core.clock import Clock, from_text
from ..core.lazy import is_made, lazy_property
from ..core.paths import DataFolder
from ..core.usage_window import closed_until

if TYPE_CHECKING:
    from ..core.settings import SettingsService
    from ..learning import PatternRules
    from ..memory import MemoryService
    from ..records.health import MeasuredStatus
    from ..records.record_books import RecordRepositories
    from ..runs.queue import RunQueue
    from ..runs.run_context import MainLoop
    from ..topology.changes.journal import ChangeJournal
    from .incident_service import IncidentChanges, IncidentService
    from .investigation import InvestigationStarter
    from .service_monitor import ServiceMonitor
    from .services_source import ServicesSource

log = logging.getLogger(__name__)
PROPOSE_S = 6 * 3600.0


class MonitoringService:
    """The parts of monitoring, each made when it is first asked for: most runs need none of them."""

    def __init__(
        self,
        folder: DataFolder,
        book: RecordRepositories,
        settings: SettingsService,
        memory_of: Callable[[], MemoryService],
        loop: MainLoop,
        clock: Clock,
    ) -> None:
        self._folder = folder
        self._book = book
        self._settings = settings
        self._memory_of = memory_of
        self._loop = loop
        self._proposed_at = time.monotonic()
        self._clock = clock
        self._runs: Callable[[], RunQueue] | None = None
        self._acting = False

    def follow_runs(self, runs: Callable[[], RunQueue]) -> None:
        """Where investigations are asked for."""
        self._runs = runs

    @lazy_property
    def source(self) -> ServicesSource:
        """The services, as the file names them now."""
        from .services_source import ServicesSource

        return ServicesSource(self._folder.services_file)

    @lazy_property
    def incidents(self) -> IncidentService:
        """Who opens and resolves incidents."""
        from .incident_service import IncidentService

        return IncidentService(self._book, self.source.graph, self._pattern_rules)

    @lazy_property
    def investigations(self) -> InvestigationStarter:
        """Who starts runs about incidents."""
        from .investigation import InvestigationStarter

        assert self._runs is not None  # noqa: S101 — the engine says where before anything asks
        return InvestigationStarter(
            self._book,
            self._runs(),
            lambda: self._settings.current,
            self.source,
            self._loop,
            self._clock,
            acting=lambda: self._acting,
            held_until=lambda now: closed_until(self._folder.root, now),
        )

    @lazy_property
    def monitor(self) -> ServiceMonitor:
        """The continuous checks."""
        from .result_buffer import ResultBuffer
        from .results.store import CheckResultStore
        from .service_monitor import ServiceMonitor

        self._results = CheckResultStore(
            self._folder.check_results, self._settings.current.monitoring.keep_results_days, self._clock
        )
        return ServiceMonitor(
            self._book,
            self._settings,
            self.source,
            self.incidents,
            ResultBuffer(self._results, self._book.store),
            follow_up=self._follow_up,
            housekeeping=self._keep_house,
            clock=self._clock,
        )

    def _follow_up(self, changes: IncidentChanges) -> None:
        """On the monitor's thread."""
        self.investigations.follow_up(changes)
        if changes.resolved:
            self._learn_from(changes.resolved)

    def _pattern_rules(self) -> PatternRules:
        from ..learning import PatternRules

        return PatternRules.from_settings(self._settings.current)

    def _learn_from(self, incident_ids: Sequence[int]) -> None:
        """File incidents anew with every single check of theirs, which the records do not hold (L6)."""
        from ..learning import CheckMoment, LearningService

        learning, now = LearningService(self._book, rules=self._pattern_rules), self._clock()
        found = self._book.store.read(lambda: self._book.incidents.by_ids(incident_ids)).result()
        for incident in found:
            results = self._results.of_service(incident.service, since=from_text(incident.started_at), limit=2_000)
            bad = {one.key for one in results if one.status in ("down", "degraded")}
            moments = tuple(
                CheckMoment(one.at, one.status == "healthy")
                for one in results
                if one.key in bad and one.status != "unknown" and not one.maintenance
            )
            self._book.store.write(
                lambda number=incident.id, checks=moments: learning.learn_from_incident(number, now, checks)  # type: ignore[misc]
            )

    def take_measurements(self, measured: Sequence[MeasuredStatus]) -> None:
        """What a run measured. Inside ``store.write``."""
        self.source.refresh()
        self.source.take_edges(self._book.service_edges.list("confirmed"))
        self.incidents.take_measurements(measured, self._clock())
        self.incidents.learn_what_held(self._clock())

    def start(self) -> None:
        """Check from now on: this application acts for the data folder."""
        self._acting = True
        self.monitor.start()
        self.investigations.take_up()

    def rest(self) -> None:
        """Another application acts: check no more, and start no investigation. Does not wait."""
        self._acting = False
        if is_made(self, "monitor"):
            self.monitor.rest()

    def answer_investigation(self, incident_id: int, yes: bool) -> None:
        """The operator's answer to whether an incident is to be investigated. Any thread."""
        self.investigations.answer(incident_id, yes)

    def close(self) -> None:
        """Check no more."""
        if is_made(self, "monitor"):
            self.monitor.stop()
            self._results.close()

    def _learn_what_held(self, now: datetime) -> None:
        from ..learning import LearningService

        learning = LearningService(self._book)
        self._learn_from(self._book.store.read(lambda: learning.cases.incidents_to_follow(now)).result())
        self._book.store.write(learning.follow_findings).result()

    @lazy_property
    def journal(self) -> ChangeJournal:
        """Who writes down what changed."""
        from ..topology.changes.journal import ChangeJournal

        return ChangeJournal(self._book, self._folder)

    def _keep_house(self) -> None:
        """About every five minutes, and when an incident opens."""
        now = self._clock()
        self.journal.collect(now)
        self._results.keep_days = self._settings.current.monitoring.keep_results_days
        self._results.roll_up(now)
        self._learn_what_held(now)
        if time.monotonic() - self._proposed_at < PROPOSE_S:
            return
        from ..topology.proposals import propose_dependencies

        self._proposed_at = time.monotonic()
        services = self.source.services
        checks = services.checks if services is not None else ()
        folders = self._settings.current.repositories.folders
        propose_dependencies(self._book, self._memory_of(), checks, folders, now)
