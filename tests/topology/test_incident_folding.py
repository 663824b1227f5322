"""Incidents over generated graphs: no failure that no other explains is ever folded, and one alarm is left at least."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.folders import used_folder

from claudeops_desktop.monitoring.incident_service import IncidentService
from claudeops_desktop.records.health import MeasuredStatus
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import open_store
from claudeops_desktop.topology.graph import ServiceGraph

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
NAMES = st.integers(0, 7).map(lambda number: f"s{number}")
EDGES = st.lists(st.tuples(NAMES, NAMES), max_size=16)
ROUNDS = st.lists(st.sets(NAMES), min_size=1, max_size=6)


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    store = open_store(used_folder(tmp_path_factory.mktemp("folding")))
    yield RecordRepositories(store)
    store.close()


class Moments:
    """Time goes on from one example to the next: they share a database."""

    now = NOON


def measure(book, service, down, every):
    """All services, twice: what is down now, and its confirmation."""
    for _ in range(2):
        Moments.now += timedelta(seconds=40)
        now = Moments.now
        batch = [
            MeasuredStatus(name, f"{name}:tcp", "tcp", "down" if name in down else "healthy", "seen", now)
            for name in sorted(every)
        ]
        book.store.write(lambda batch=batch, now=now: service.take_measurements(batch, now)).result()


@pytest.mark.slow
@given(EDGES, ROUNDS)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_failure_without_a_failing_dependency_is_folded(book, edges, rounds):
    graph = ServiceGraph.from_edges(edges, [f"s{number}" for number in range(8)])
    service = IncidentService(book, lambda: graph)
    for down in rounds:
        measure(book, service, down, graph.names)
        live = {one.service: one for one in book.store.read(book.incidents.open_incidents).result()}
        by_id = {one.id: one for one in live.values()}
        assert live.keys() == down, "what is measured as down has an incident, folded or not"
        for name, incident in live.items():
            if incident.folded_into in by_id:
                assert set(graph.dependencies(name)) & down, f"{name} folded, though nothing it needs fails"
        if down:
            assert any(one.folded_into not in by_id for one in live.values()), "one alarm at least"
    measure(book, service, set(), graph.names)
    assert book.store.read(book.incidents.open_incidents).result() == []
