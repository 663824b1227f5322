"""Incidents as they are written down (D11): their whole life, folding, names, and what a crash leaves."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest
from incident_world import HOUR, MINUTE, NOW, check_state, kinds, needing, opened, write
from peewee import IntegrityError

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.errors import OperatorError
from claudeops_desktop.records.incidents import (
    BY_MEASUREMENT,
    BY_OPERATOR,
    EntryKind,
)
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import open_store

# --- its life ------------------------------------------------------------------------------------------------------


@pytest.mark.both_stores
def test_an_incident_begins_with_the_first_bad_check_and_opens_with_the_second(book, changes):
    incident = opened(book)
    assert (incident.state, incident.started_at, incident.opened_at) == ("open", to_text(NOW - MINUTE), to_text(NOW))
    assert kinds(book, incident) == ["started", "opened"]
    assert [entry.text for entry in book.incidents.entries(incident.id)] == [
        "First seen: no answer",
        "Opened: confirmed by a second attempt.",
    ]
    assert any(change.table == "incidents" and change.ids == (incident.id,) for change in changes)


def test_an_incident_of_an_alert_says_so(book):
    incident = opened(book, source="alert")
    assert book.incidents.entries(incident.id)[-1].text == "Opened: an alert reports it."


def test_a_start_in_the_future_is_the_present_in_the_time_line_too(book):
    incident = write(
        book,
        lambda: book.incidents.open(
            service="nginx", source="check", started_at=NOW + HOUR, worst="down", cause="", now=NOW
        ),
    )
    assert incident.started_at == to_text(NOW)
    assert {entry.at for entry in book.incidents.entries(incident.id)} == {to_text(NOW)}


def test_a_service_has_one_open_incident(book):
    first = opened(book)
    with pytest.raises(IntegrityError):
        opened(book)
    assert book.incidents.open_for("nginx") == first
    write(book, lambda: book.incidents.resolve(first.id, BY_MEASUREMENT, NOW + MINUTE))
    second = opened(book, at=NOW + HOUR)
    assert [one.id for one in book.incidents.list()] == [second.id, first.id]


def test_an_incident_is_acknowledged_once(book):
    incident = opened(book)
    seen = write(book, lambda: book.incidents.acknowledge(incident.id, NOW + MINUTE))
    again = write(book, lambda: book.incidents.acknowledge(incident.id, NOW + HOUR))
    assert seen == again
    assert (seen.state, seen.acknowledged_at) == ("acknowledged", to_text(NOW + MINUTE))
    assert kinds(book, incident).count("acknowledged") == 1


def test_an_acknowledgement_can_be_taken_back(book):
    incident = opened(book)
    write(book, lambda: book.incidents.acknowledge(incident.id, NOW))
    back = write(book, lambda: book.incidents.unacknowledge(incident.id, NOW))
    assert (back.state, back.acknowledged_at) == ("open", None)


def test_an_incident_resolves_and_says_why(book):
    incident = opened(book)
    over = write(book, lambda: book.incidents.resolve(incident.id, BY_MEASUREMENT, NOW + HOUR))
    assert (over.state, over.resolved_at, over.resolved_by) == ("resolved", to_text(NOW + HOUR), "measurement")
    assert book.incidents.entries(incident.id)[-1].text == "Resolved: two good checks in a row."
    assert book.incidents.open_for("nginx") is None


@pytest.mark.parametrize(
    "act",
    [
        lambda i, n: i.acknowledge(n, NOW),
        lambda i, n: i.unacknowledge(n, NOW),
        lambda i, n: i.snooze(n, NOW + HOUR, NOW),
        lambda i, n: i.resolve(n, BY_OPERATOR, NOW),
    ],
)
def test_what_is_resolved_can_only_be_reopened(book, act):
    incident = opened(book)
    write(book, lambda: book.incidents.resolve(incident.id, BY_OPERATOR, NOW))
    with pytest.raises(OperatorError, match=f"Incident {incident.id} is resolved already"):
        write(book, lambda: act(book.incidents, incident.id))


def test_closing_dismisses_the_checks_and_reopening_does_not(book):
    incident = opened(book)
    write(book, lambda: book.incidents.put_check_state(check_state()))
    write(book, lambda: book.incidents.resolve(incident.id, BY_OPERATOR, NOW))
    assert book.incidents.check_state("nginx:http").dismissed
    again = write(book, lambda: book.incidents.reopen(incident.id, NOW + HOUR))
    assert (again.state, again.resolved_at, again.resolved_by) == ("open", None, "")
    assert not book.incidents.check_state("nginx:http").dismissed
    with pytest.raises(OperatorError, match="is not resolved"):
        write(book, lambda: book.incidents.reopen(incident.id, NOW))


def test_a_resolved_incident_is_not_reopened_beside_an_open_one(book):
    first = opened(book)
    write(book, lambda: book.incidents.resolve(first.id, BY_MEASUREMENT, NOW))
    second = opened(book)
    with pytest.raises(OperatorError, match=f"nginx has an open incident already: {second.id}"):
        write(book, lambda: book.incidents.reopen(first.id, NOW))


def test_a_snooze_has_an_end(book):
    incident = opened(book)
    asleep = write(book, lambda: book.incidents.snooze(incident.id, NOW + HOUR, NOW))
    assert asleep.is_snoozed(NOW)
    assert not asleep.is_snoozed(NOW + HOUR)
    assert book.incidents.next_snooze_end(NOW) == to_text(NOW + HOUR)
    with pytest.raises(OperatorError, match="has passed already"):
        write(book, lambda: book.incidents.snooze(incident.id, NOW, NOW))
    awake = write(book, lambda: book.incidents.snooze(incident.id, None, NOW))
    assert not awake.is_snoozed(NOW)


def test_a_note_needs_words(book):
    incident = opened(book)
    entry = write(book, lambda: book.incidents.note(incident.id, "  disk replaced\nat noon ", NOW))
    assert (entry.kind, entry.text) == ("note", "disk replaced\nat noon")
    with pytest.raises(OperatorError, match="The note is empty"):
        write(book, lambda: book.incidents.note(incident.id, " \n", NOW))
    with pytest.raises(OperatorError, match="There is no incident 99"):
        write(book, lambda: book.incidents.note(99, "words", NOW))


def test_a_run_is_linked_once(book):
    incident = opened(book)
    for _ in range(2):
        write(book, lambda: book.incidents.link_run(incident.id, 7, NOW))
    assert book.incidents.run_ids(incident.id) == [7]
    assert kinds(book, incident).count("run") == 1
    assert [one.id for one in book.incidents.of_run(7)] == [incident.id]


def test_what_the_operator_changed_is_put_back(book):
    incident = opened(book)
    acknowledged = write(book, lambda: book.incidents.acknowledge(incident.id, NOW))
    write(book, lambda: book.incidents.put_check_state(check_state()))
    write(book, lambda: book.incidents.resolve(incident.id, BY_OPERATOR, NOW + MINUTE))
    back = write(book, lambda: book.incidents.restore(acknowledged, NOW + HOUR))
    assert back == acknowledged
    assert not book.incidents.check_state("nginx:http").dismissed


def test_what_was_closed_is_not_put_back_beside_a_new_incident(book):
    incident = opened(book)
    write(book, lambda: book.incidents.resolve(incident.id, BY_OPERATOR, NOW))
    opened(book, at=NOW + HOUR)
    with pytest.raises(OperatorError, match="has an open incident already"):
        write(book, lambda: book.incidents.restore(incident, NOW + HOUR))


# --- lists ---------------------------------------------------------------------------------------------------------


@pytest.mark.both_stores
def test_lists_are_newest_first_and_open_ones_worst_first(book):
    slow = opened(book, "slow", worst="degraded")
    down = opened(book, "down", at=NOW + MINUTE)
    older = opened(book, "older", at=NOW - HOUR)
    assert [one.id for one in book.incidents.list()] == [older.id, down.id, slow.id]
    assert [one.service for one in book.incidents.open_incidents()] == ["older", "down", "slow"]
    assert [one.service for one in book.incidents.list(since=to_text(NOW), limit=1)] == ["down"]
    assert [one.service for one in book.incidents.list(service="slow")] == ["slow"]


def test_the_json_names_what_is_folded_and_the_runs(book):
    root, child = opened(book, "postgres"), opened(book, "gitea")
    write(book, lambda: book.incidents.fold(child.id, root.id, NOW))
    write(book, lambda: book.incidents.link_run(root.id, 3, NOW))
    rows = book.incidents.as_json_rows(book.incidents.list())
    assert [(row["service"], row["folded"], row["run_ids"]) for row in rows] == [
        ("gitea", [], []),
        ("postgres", ["gitea"], [3]),
    ]
    assert book.incidents.as_json(root) == rows[1]


# --- folding -------------------------------------------------------------------------------------------------------


@pytest.mark.both_stores
def test_what_is_explained_by_another_does_not_need_the_operator(book):
    root, child = opened(book, "postgres"), opened(book, "gitea")
    write(book, lambda: book.incidents.fold(child.id, root.id, NOW))
    assert needing(book) == ["postgres"]
    write(book, lambda: book.incidents.acknowledge(root.id, NOW))
    assert needing(book) == []


def test_what_is_snoozed_needs_the_operator_when_that_ends(book):
    incident = opened(book)
    write(book, lambda: book.incidents.snooze(incident.id, NOW + HOUR, NOW))
    assert needing(book) == []
    assert needing(book, NOW + HOUR) == ["nginx"]


def test_what_was_folded_under_an_incident_that_is_over_needs_the_operator(book):
    root, child = opened(book, "postgres"), opened(book, "gitea")
    write(book, lambda: book.incidents.fold(child.id, root.id, NOW))
    write(book, lambda: book.incidents.resolve(root.id, BY_MEASUREMENT, NOW))
    assert needing(book, NOW + MINUTE) == []  # it has a moment to recover with it
    assert needing(book, NOW + 3 * MINUTE) == ["gitea"]
    unfolded = write(book, lambda: book.incidents.unfold(child.id, NOW))
    assert unfolded.folded_into is None
    assert book.incidents.entries(child.id)[-1].text == "postgres is well again and this service is not well."


def test_closing_a_root_lets_what_is_under_it_stand_by_itself(book):
    root, child = opened(book, "postgres"), opened(book, "gitea")
    write(book, lambda: book.incidents.fold(child.id, root.id, NOW))
    write(book, lambda: book.incidents.resolve(root.id, BY_OPERATOR, NOW))
    assert book.incidents.get(child.id).folded_into is None
    said = book.incidents.entries(child.id)[-1].text
    assert said == "The incident of postgres was closed and this service is not well."


def test_a_chain_folds_under_its_last_root(book):
    disk, postgres, gitea = (opened(book, name) for name in ("disk", "postgres", "gitea"))
    write(book, lambda: book.incidents.fold(gitea.id, postgres.id, NOW))
    write(book, lambda: book.incidents.fold(postgres.id, disk.id, NOW))
    assert [one.service for one in book.incidents.folded_under(disk.id)] == ["postgres", "gitea"]
    late = opened(book, "wiki")
    assert write(book, lambda: book.incidents.fold(late.id, postgres.id, NOW)).folded_into == disk.id


def test_a_root_found_later_changes_places(book):
    gitea, postgres = opened(book, "gitea"), opened(book, "postgres")
    write(book, lambda: book.incidents.fold(postgres.id, gitea.id, NOW))
    write(book, lambda: book.incidents.fold(gitea.id, postgres.id, NOW))
    assert book.incidents.get(postgres.id).folded_into is None
    assert book.incidents.get(gitea.id).folded_into == postgres.id
    assert needing(book) == ["postgres"]


def test_an_incident_explains_neither_itself_nor_anything_once_it_is_over(book):
    root, child = opened(book, "postgres"), opened(book, "gitea")
    with pytest.raises(OperatorError, match="cannot explain itself"):
        write(book, lambda: book.incidents.fold(root.id, root.id, NOW))
    write(book, lambda: book.incidents.resolve(root.id, BY_MEASUREMENT, NOW))
    with pytest.raises(OperatorError, match="is resolved already"):
        write(book, lambda: book.incidents.fold(child.id, root.id, NOW))


def test_folding_twice_is_told_once(book):
    root, child = opened(book, "postgres"), opened(book, "gitea")
    for _ in range(2):
        write(book, lambda: book.incidents.fold(child.id, root.id, NOW))
    write(book, lambda: book.incidents.unfold(child.id, NOW))
    write(book, lambda: book.incidents.unfold(child.id, NOW))
    assert kinds(book, child)[2:] == ["folded", "unfolded"]


# --- names ---------------------------------------------------------------------------------------------------------


def everything_written(book):
    found = []
    for table in ("incidents", "incident_entries", "incident_runs", "check_states"):
        found += [str(cell) for row in book.store.database.execute_sql(f"SELECT * FROM {table}") for cell in row]
    return "\n".join(found)


def test_a_rename_leaves_nothing_of_the_old_name(book):
    root = opened(book, "db", cause="db is down: db-replica answers")
    child = opened(book, "gitea")
    write(book, lambda: book.incidents.fold(child.id, root.id, NOW))
    write(book, lambda: book.incidents.put_check_state(check_state("db", "db:tcp:5432")))
    assert write(book, lambda: book.incidents.rename_service("db", "postgres")) == 1
    assert book.incidents.get(root.id).cause == "postgres is down: db-replica answers"
    assert book.incidents.entries(child.id)[-1].text == "Explained by the incident of postgres."
    assert book.incidents.check_state("postgres:tcp:5432").service == "postgres"
    assert "db" not in everything_written(book).replace("db-replica", "")


def test_a_note_keeps_the_words_of_the_operator_through_a_rename(book):
    incident = opened(book, "db")
    write(book, lambda: book.incidents.note(incident.id, "restarted db by hand", NOW))
    write(book, lambda: book.incidents.rename_service("db", "postgres"))
    assert book.incidents.entries(incident.id)[-1].text == "restarted db by hand"


@pytest.mark.both_stores
def test_a_rename_to_a_name_with_an_open_incident_leaves_one_open(book):
    old, new = opened(book, "db"), opened(book, "postgres")
    write(book, lambda: book.incidents.put_check_state(check_state("db", "db:http")))
    write(book, lambda: book.incidents.put_check_state(check_state("postgres", "postgres:http")))
    write(book, lambda: book.incidents.rename_service("db", "postgres"))
    assert [one.id for one in book.incidents.list(open_only=True)] == [new.id]
    assert book.incidents.get(old.id).service == "postgres"
    assert len(book.incidents.check_states()) == 1


def test_a_rename_to_the_same_name_changes_nothing(book):
    incident = opened(book)
    assert write(book, lambda: book.incidents.rename_service("nginx", "nginx")) == 0
    assert book.incidents.get(incident.id) == incident


def test_a_removed_service_leaves_nothing(book):
    root, child = opened(book, "db"), opened(book, "gitea")
    write(book, lambda: book.incidents.fold(child.id, root.id, NOW))
    write(book, lambda: book.incidents.link_run(root.id, 4, NOW))
    write(book, lambda: book.incidents.put_check_state(check_state("db", "db:http")))
    assert write(book, lambda: book.incidents.remove_service("db")) == 1
    assert book.incidents.get(child.id).folded_into is None
    assert needing(book) == ["gitea"]
    assert "db" not in everything_written(book)
    assert write(book, lambda: book.incidents.remove_service("db")) == 0


@pytest.mark.slow
def test_a_removal_of_a_service_with_a_thousand_incidents(book):
    def many():
        for number in range(1000):
            at = NOW + number * HOUR
            made = book.incidents.open(service="db", source="check", started_at=at, worst="down", cause="", now=at)
            book.incidents.resolve(made.id, BY_MEASUREMENT, at)

    write(book, many)
    assert write(book, lambda: book.incidents.remove_service("db")) == 1000


# --- what a crash leaves -------------------------------------------------------------------------------------------


@pytest.mark.both_stores
def test_a_write_that_fails_leaves_nothing_and_tells_nobody(book, changes):
    def fails():
        book.incidents.open(service="nginx", source="check", started_at=NOW, worst="down", cause="", now=NOW)
        raise RuntimeError("stopped half way")

    with pytest.raises(RuntimeError):
        write(book, fails)
    assert book.incidents.list() == []
    assert everything_written(book) == ""
    assert changes == []
    assert opened(book).state == "open"


KILLED = """
import os, signal, sys
from datetime import UTC, datetime
from pathlib import Path
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import open_store
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
book = RecordRepositories(open_store(DataFolder(Path(sys.argv[1]))))
def work():
    made = book.incidents.open(service="nginx", source="check", started_at=NOW, worst="down", cause="", now=NOW)
    book.incidents.acknowledge(made.id, NOW)
    os.kill(os.getpid(), signal.SIGKILL)
book.store.write(work).result()
"""


@pytest.mark.both_stores
def test_a_process_that_is_killed_while_it_opens_one_leaves_none(folder):
    done = subprocess.run([sys.executable, "-c", KILLED, str(folder.root)], check=False, timeout=100)
    assert done.returncode == -signal.SIGKILL
    store = open_store(folder)
    try:
        book = RecordRepositories(store)
        assert book.incidents.list() == []
        assert opened(book).state == "open"
    finally:
        store.close()


def test_entry_kinds_are_what_the_records_write(book):
    incident = opened(book)
    assert set(kinds(book, incident)) <= {kind.value for kind in EntryKind}
