"""Proposed dependencies: each pair once, and what was dismissed stays dismissed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from support.folders import used_folder

from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.records.service_edges import EdgeFinder, EdgeState
from claudeops_desktop.storage import open_store

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def book(tmp_path):
    store = open_store(used_folder(tmp_path))
    yield RecordRepositories(store, lambda: NOW)
    store.close()


def write(book, operation):
    return book.store.write(operation).result()


def read(book, question):
    return book.store.read(question).result()


def propose(book, start, end, evidence="They say so.", found_by=EdgeFinder.MEMORY, now=NOW):
    return write(book, lambda: book.service_edges.propose(start, end, found_by=found_by, evidence=evidence, now=now))


def pairs(book, state=None):
    return [(*edge.pair, edge.state) for edge in read(book, lambda: book.service_edges.list(state))]


def test_a_pair_is_proposed_once_and_newer_evidence_replaces_the_older(book):
    assert propose(book, "web", "db").state == "proposed"
    assert propose(book, "web", "db", "They fell together.", EdgeFinder.OUTAGES, NOW + timedelta(days=1)) is None
    (edge,) = read(book, book.service_edges.list)
    assert (edge.found_by, edge.evidence) == ("outages", "They fell together.")
    assert edge.created_at < edge.updated_at


@pytest.mark.parametrize("state", [EdgeState.DISMISSED, EdgeState.CONFIRMED])
def test_what_was_decided_is_not_proposed_again(book, state):
    propose(book, "web", "db")
    write(book, lambda: book.service_edges.set_state("web", "db", state, NOW))
    assert propose(book, "web", "db", "New evidence.") is None
    assert pairs(book) == [("web", "db", state)]
    assert read(book, lambda: book.service_edges.find("web", "db")).evidence == "They say so."


def test_the_other_direction_is_another_pair(book):
    propose(book, "web", "db")
    write(book, lambda: book.service_edges.set_state("web", "db", EdgeState.DISMISSED, NOW))
    assert propose(book, "db", "web") is not None


def test_what_was_never_proposed_can_be_dismissed_by_the_operator(book):
    edge = write(book, lambda: book.service_edges.set_state("web", "db", EdgeState.DISMISSED, NOW))
    assert (edge.found_by, edge.state) == ("operator", "dismissed")
    assert propose(book, "web", "db") is None
    assert write(book, lambda: book.service_edges.forget("web", "db"))
    assert propose(book, "web", "db") is not None


def test_a_rename_carries_dependencies_over_and_leaves_nothing_of_the_old_name(book):
    for start, end in (("web", "db"), ("old", "db"), ("web", "old"), ("old", "web"), ("old", "new")):
        propose(book, start, end)
    propose(book, "new", "db", "Known already.")
    assert write(book, lambda: book.service_edges.rename_service("old", "new")) == 4
    assert pairs(book) == [
        ("new", "db", "proposed"),
        ("new", "web", "proposed"),
        ("web", "db", "proposed"),
        ("web", "new", "proposed"),
    ]
    assert read(book, lambda: book.service_edges.find("new", "db")).evidence == "Known already."


def test_a_removal_forgets_both_directions(book):
    for start, end in (("web", "db"), ("db", "disk"), ("mail", "dns")):
        propose(book, start, end)
    assert write(book, lambda: book.service_edges.remove_service("db")) == 2
    assert pairs(book) == [("mail", "dns", "proposed")]


def test_pages_learn_of_a_proposal(book):
    seen = []
    stop = book.store.hub.listen(seen.append)
    propose(book, "web", "db")
    stop()
    assert [(change.table, change.what) for change in seen] == [("service_edges", "inserted")]
