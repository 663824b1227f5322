"""Proposed dependencies: each pair once, and what was dismissed stays dismissed."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime, timedelta

import pytest
from support.folders import used_folder

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.records.service_edges import EdgeFinder, EdgeState, ServiceEdge
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


# --- whole rows, and notified changes ---------------------------------------------------------------------------------

LATER = NOW + timedelta(days=1)


@pytest.fixture
def told(book):
    heard = []
    book.store.hub.listen(heard.append)

    def take():
        changes = [(change.ids, change.what) for change in heard if change.table == "service_edges"]
        heard.clear()
        return changes

    return take


def edge(number, start, end, state="proposed", found_by="memory", evidence="They say so.", updated=NOW):
    return ServiceEdge(number, start, end, state, found_by, evidence, to_text(NOW), to_text(updated))


def test_a_proposal_is_kept_with_its_evidence(book, told):
    first = propose(book, "web", "db")
    assert first == edge(1, "web", "db")
    assert (first.pair, first.as_json()) == (("web", "db"), asdict(first))
    assert told() == [((1,), "inserted")]
    assert propose(book, "web", "db", now=LATER) is None
    assert told() == []  # it is the same evidence
    propose(book, "mail", "dns"), propose(book, "mail", "db")
    told()
    assert propose(book, "web", "db", found_by=EdgeFinder.COMPOSE, now=LATER) is None
    assert told() == [((1,), "updated")]
    newer = edge(1, "web", "db", found_by="compose", updated=LATER)
    edges = [edge(3, "mail", "db"), edge(2, "mail", "dns"), newer]
    assert read(book, book.service_edges.list) == edges
    assert read(book, lambda: book.service_edges.find("web", "db")) == newer
    assert read(book, lambda: book.service_edges.find("db", "web")) is None
    assert read(book, lambda: book.service_edges.find("web", "dns")) is None


def test_a_decision_is_kept_and_can_be_taken_back(book, told):
    propose(book, "web", "db"), propose(book, "mail", "dns")
    told()
    confirmed = write(book, lambda: book.service_edges.set_state("web", "db", EdgeState.CONFIRMED, LATER))
    assert confirmed == edge(1, "web", "db", "confirmed", updated=LATER)
    assert told() == [((1,), "updated")]
    assert read(book, lambda: book.service_edges.list("confirmed")) == [confirmed]
    assert read(book, lambda: book.service_edges.list("proposed")) == [edge(2, "mail", "dns")]
    assert read(book, lambda: book.service_edges.list("")) == []
    back = write(book, lambda: book.service_edges.set_state("web", "db", EdgeState.PROPOSED, LATER))
    assert back == edge(1, "web", "db", updated=LATER)
    own = write(book, lambda: book.service_edges.set_state("db", "disk", EdgeState.CONFIRMED, NOW))
    assert own == edge(3, "db", "disk", "confirmed", "operator", "")
    assert read(book, lambda: book.service_edges.find("db", "disk")) == own


def test_one_pair_is_forgotten(book, told):
    for start, end in (("web", "db"), ("db", "web"), ("web", "dns")):
        propose(book, start, end)
    told()
    assert write(book, lambda: book.service_edges.forget("web", "db")) is True
    assert told() == [((), "updated")]
    assert pairs(book) == [("db", "web", "proposed"), ("web", "dns", "proposed")]
    assert write(book, lambda: book.service_edges.forget("web", "db")) is False
    assert told() == []


def test_a_rename_or_removal_is_told_where_it_changes_something(book, told):
    propose(book, "web", "db"), propose(book, "mail", "dns")
    told()
    assert write(book, lambda: book.service_edges.rename_service("db", "postgres")) == 1
    assert told() == [((1,), "updated"), ((), "updated")]
    assert read(book, book.service_edges.list) == [edge(2, "mail", "dns"), edge(1, "web", "postgres")]
    assert write(book, lambda: book.service_edges.rename_service("db", "postgres")) == 0
    assert told() == []
    assert write(book, lambda: book.service_edges.remove_service("postgres")) == 1
    assert told() == [((), "updated")]
    assert write(book, lambda: book.service_edges.remove_service("postgres")) == 0
    assert told() == []
    assert read(book, book.service_edges.list) == [edge(2, "mail", "dns")]
