"""A store, services on loopback, and what monitoring is made of."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.monitoring.incident_service import IncidentChanges, IncidentService
from claudeops_desktop.records.health import MeasuredStatus
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import open_store
from claudeops_desktop.topology.graph import ServiceGraph

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


class World:
    """A store and an incident service, fed with measurements at chosen moments."""

    def __init__(self, folder: DataFolder) -> None:
        self.folder = folder
        self.store = open_store(folder)
        self.book = RecordRepositories(self.store)
        self.edges: list[tuple[str, str]] = []
        self.service = IncidentService(self.book, lambda: ServiceGraph.from_edges(self.edges))

    def measure(self, seconds: float, /, **statuses: str) -> IncidentChanges:
        """Measurements of services, all ``seconds`` after the start."""
        at = START + timedelta(seconds=seconds)
        measured = [
            MeasuredStatus(name, f"{name}:tcp", "tcp", status, f"{name} said {status}", at)
            for name, status in statuses.items()
        ]
        return self.store.write(lambda: self.service.take_measurements(measured, at)).result()

    def write(self, work: Callable[[], object]) -> object:
        return self.store.write(work).result()

    @property
    def open(self) -> dict[str, str]:
        """The services with an open incident, and the service that explains each ("" for itself)."""
        found = {one.id: one for one in self.book.incidents.open_incidents()}
        return {
            one.service: found[one.folded_into].service if one.folded_into in found else "" for one in found.values()
        }

    def events(self, level: str = "") -> list[str]:
        return [one.message for one in reversed(self.book.events.list(level=level or None))]
