"""Rows and entries of incidents in full, and each limit on both sides (D11)."""

from __future__ import annotations

from dataclasses import asdict, replace
from datetime import timedelta

import pytest
from incident_world import HOUR, MINUTE, NOW, check_state, needing, opened, write

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.errors import OperatorError
from claudeops_desktop.core.principals import ActingPrincipal, acting_as
from claudeops_desktop.records.incidents import (
    BY_MEASUREMENT,
    BY_OPERATOR,
    CheckState,
    EntryKind,
    Incident,
    IncidentEntry,
)

TICK = timedelta(milliseconds=1)
ANNA = ActingPrincipal("anna")


def row(number, service="nginx", **fields):
    """An incident as it was opened at NOW."""
    return replace(
        Incident(number, service, "open", "check", to_text(NOW - MINUTE), to_text(NOW), cause="no answer"), **fields
    )


def lines(book, number):
    """The time line: (when, kind, text), without the two lines that each one begins with."""
    return [(entry.at, entry.kind, entry.text) for entry in book.incidents.entries(number)][2:]


def told_of(changes):
    found = [(one.table, one.ids, one.what) for one in changes]
    changes.clear()
    return found


def test_an_opened_incident_is_its_row_and_two_lines(book, changes):
    assert opened(book) == row(1)
    assert opened(book, "db", worst="degraded", cause="") == row(2, "db", worst="degraded", cause="")
    assert told_of(changes)[:3] == [("incidents", (1,), "inserted"), *[("incidents", (1,), "updated")] * 2]
    assert book.incidents.list() == [row(2, "db", worst="degraded", cause=""), row(1)]
    assert (book.incidents.get(1), book.incidents.get(9)) == (row(1), None)
    assert [entry.text for entry in book.incidents.entries(2)] == [
        "First seen.",
        "Opened: confirmed by a second attempt.",
    ]
    first = IncidentEntry(1, 1, to_text(NOW - MINUTE), "started", "First seen: no answer", None)
    assert book.incidents.entries(1)[0] == first
    assert first.as_json() == asdict(first)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, [4, 3, 2, 1]),
        ({"open_only": True}, [4, 3, 2]),
        ({"service": "db"}, [3, 1]),
        ({"since": to_text(NOW + MINUTE)}, [4, 3]),
        ({"since": to_text(NOW + MINUTE + TICK)}, [4]),
        ({"before": 3}, [2, 1]),
        ({"before": 0}, []),
        ({"limit": 0}, []),
        ({"limit": 3}, [4, 3, 2]),
        ({"limit": 4}, [4, 3, 2, 1]),
        ({"service": "db", "open_only": True, "before": 4, "limit": 1}, [3]),
    ],
)
def test_the_list_can_be_narrowed(book, query, found):
    opened(book, "db")
    write(book, lambda: book.incidents.resolve(1, BY_MEASUREMENT, NOW))
    opened(book, "web"), opened(book, "db", at=NOW + MINUTE), opened(book, "mail", at=NOW + 2 * MINUTE)
    write(book, lambda: book.incidents.acknowledge(4, NOW))
    assert [one.id for one in book.incidents.list(**query)] == found


def test_open_ones_that_stand_alone_come_first_then_the_worst_then_the_oldest(book):
    for service, worst, at in [
        ("root", "degraded", NOW),
        ("child", "down", NOW - HOUR),
        ("late", "down", NOW + MINUTE),
        ("early", "down", NOW),
        ("seen", "down", NOW + 2 * MINUTE),
        ("over", "down", NOW),
        ("orphan", "down", NOW + 3 * MINUTE),
    ]:
        opened(book, service, worst=worst, at=at)
    write(book, lambda: book.incidents.fold(2, 1, NOW))
    write(book, lambda: book.incidents.fold(7, 6, NOW))
    write(book, lambda: book.incidents.acknowledge(5, NOW))
    write(book, lambda: book.incidents.resolve(6, BY_MEASUREMENT, NOW))
    assert [one.service for one in book.incidents.open_incidents()] == [
        "early",
        "late",
        "seen",
        "orphan",
        "root",
        "child",
    ]
    assert needing(book, NOW + HOUR) == ["early", "late", "orphan", "root"]


@pytest.mark.parametrize(
    ("after", "needs"), [(2 * MINUTE - TICK, ["web"]), (2 * MINUTE, ["gitea", "web"]), (HOUR, ["gitea", "web"])]
)
def test_what_was_explained_has_two_minutes_to_recover(book, after, needs):
    root, child = opened(book, "postgres"), opened(book, "gitea")
    opened(book, "web", at=NOW + MINUTE)
    write(book, lambda: book.incidents.fold(child.id, root.id, NOW))
    write(book, lambda: book.incidents.resolve(root.id, BY_MEASUREMENT, NOW))
    assert needing(book, NOW + after) == needs


@pytest.mark.parametrize(
    ("now", "snoozed", "needs"), [(NOW, True, []), (NOW + HOUR - TICK, True, []), (NOW + HOUR, False, ["nginx"])]
)
def test_a_snooze_ends_at_its_moment(book, now, snoozed, needs):
    opened(book)
    write(book, lambda: book.incidents.snooze(1, NOW + HOUR, NOW))
    assert (book.incidents.get(1).is_snoozed(now), needing(book, now)) == (snoozed, needs)
    assert book.incidents.next_snooze_end(now) == (to_text(NOW + HOUR) if snoozed else None)


def test_the_next_end_of_a_snooze_is_of_an_open_incident(book):
    for number, hours in ((1, 1), (2, 3), (3, 2)):
        opened(book, f"s{number}")
        write(book, lambda number=number, hours=hours: book.incidents.snooze(number, NOW + hours * HOUR, NOW))
    write(book, lambda: book.incidents.acknowledge(1, NOW))
    assert book.incidents.next_snooze_end(NOW) == to_text(NOW + 2 * HOUR)


@pytest.mark.parametrize(("until", "refused"), [(NOW - TICK, True), (NOW, True), (NOW + TICK, False)])
def test_a_snooze_ends_in_the_future(book, until, refused):
    opened(book)
    if refused:
        with pytest.raises(OperatorError, match="has passed already"):
            write(book, lambda: book.incidents.snooze(1, until, NOW))
    else:
        write(book, lambda: book.incidents.snooze(1, until, NOW))
    assert book.incidents.get(1) == row(1, snoozed_until=None if refused else to_text(until))


def test_a_snooze_and_its_end_stand_in_the_time_line(book, in_zone):
    in_zone("Europe/Berlin")
    opened(book)
    write(book, lambda: book.incidents.snooze(1, NOW + HOUR, NOW))
    write(book, lambda: book.incidents.snooze(1, None, NOW + MINUTE))
    assert book.incidents.get(1) == row(1)
    assert lines(book, 1) == [
        (to_text(NOW), "snoozed", "Notices are off until 2026-03-01 14:00."),
        (to_text(NOW + MINUTE), "snoozed", "Notices are on again."),
    ]


def test_incidents_are_found_by_number_run_and_root(book):
    for service in ("a", "b", "c"):
        opened(book, service)
    write(book, lambda: book.incidents.fold(3, 1, NOW))
    write(book, lambda: book.incidents.fold(2, 1, NOW))
    for number, run_id in ((2, 8), (1, 8), (1, 3)):
        write(book, lambda number=number, run_id=run_id: book.incidents.link_run(number, run_id, NOW))
    a, b, c = book.incidents.get(1), book.incidents.get(2), book.incidents.get(3)
    assert book.incidents.by_ids(iter([3, 9, 1])) == [a, c]
    assert book.incidents.by_ids([]) == []
    assert book.incidents.of_run(8) == [a, b]
    assert book.incidents.run_ids(1) == [3, 8]
    assert book.incidents.folded_under(1) == [b, c]
    assert (book.incidents.open_for("b"), book.incidents.open_for("z")) == (b, None)
    assert book.incidents.as_json_rows([b, a]) == [
        asdict(b) | {"folded": [], "run_ids": [8]},
        asdict(a) | {"folded": ["b", "c"], "run_ids": [3, 8]},
    ]
    assert book.incidents.as_json_rows([]) == []


@pytest.mark.parametrize(("principal", "name"), [(None, "you"), (ANNA, "anna")])
def test_the_time_line_says_who_did_what(book, principal, name):
    opened(book)

    def act(operation):
        def done():
            with acting_as(principal):
                return operation()

        return write(book, done)

    seen = act(lambda: book.incidents.acknowledge(1, NOW))
    assert seen == row(1, state="acknowledged", acknowledged_at=to_text(NOW))
    assert act(lambda: book.incidents.unacknowledge(1, NOW)) == row(1)
    assert act(lambda: book.incidents.unacknowledge(1, NOW)) == row(1)
    over = act(lambda: book.incidents.resolve(1, BY_OPERATOR, NOW))
    assert over == row(1, state="resolved", resolved_at=to_text(NOW), resolved_by="operator")
    assert act(lambda: book.incidents.reopen(1, NOW)) == row(1)
    act(lambda: book.incidents.restore(over, NOW))
    assert lines(book, 1) == [
        (to_text(NOW), "acknowledged", f"Acknowledged by {name}."),
        (to_text(NOW), "note", "Acknowledgement taken back."),
        (to_text(NOW), "resolved", f"Closed by {name}."),
        (to_text(NOW), "reopened", f"Reopened by {name}."),
        (to_text(NOW), "note", f"Taken back by {name}: it is resolved again."),
    ]


@pytest.mark.parametrize(
    ("by", "why", "said"),
    [
        ("measurement", "", "Resolved: two good checks in a row."),
        ("alert", "", "Resolved by the sender of the alert."),
        ("operator", "", "Closed by you."),
        ("measurement", "It is gone.", "It is gone."),
    ],
)
def test_a_resolved_incident_says_by_what(book, by, why, said):
    opened(book)
    write(book, lambda: book.incidents.snooze(1, NOW + HOUR, NOW))
    over = write(book, lambda: book.incidents.resolve(1, by, NOW + MINUTE, why))
    end = to_text(NOW + MINUTE)
    assert over == row(1, state="resolved", resolved_at=end, resolved_by=by, snoozed_until=to_text(NOW + HOUR))
    assert lines(book, 1)[1:] == [(end, "resolved", said)]


@pytest.mark.parametrize(("by", "dismissed"), [("measurement", False), ("alert", False), ("operator", True)])
def test_only_the_operator_dismisses_the_checks_of_the_service(book, changes, by, dismissed):
    opened(book), opened(book, "db")
    states = [check_state(), check_state(key="nginx:tcp"), check_state("db")]
    for state in states:
        write(book, lambda state=state: book.incidents.put_check_state(state))
    changes.clear()
    write(book, lambda: book.incidents.resolve(1, by, NOW))
    assert book.incidents.check_states() == [states[2], *[replace(one, dismissed=dismissed) for one in states[:2]]]
    assert ("check_states" in [one.table for one in changes]) is dismissed


@pytest.mark.parametrize("by", ["measurement", "alert"])
def test_what_is_folded_stays_so_where_its_root_recovers(book, by):
    opened(book, "db"), opened(book)
    write(book, lambda: book.incidents.fold(2, 1, NOW))
    write(book, lambda: book.incidents.resolve(1, by, NOW))
    assert book.incidents.get(2).folded_into == 1
    write(book, lambda: book.incidents.unfold(2, NOW))
    assert lines(book, 2)[1:] == [(to_text(NOW), "unfolded", "db is well again and this service is not well.")]


def test_closing_a_root_leaves_what_is_over_folded(book):
    opened(book, "db"), opened(book), opened(book, "web")
    for number in (2, 3):
        write(book, lambda number=number: book.incidents.fold(number, 1, NOW))
    write(book, lambda: book.incidents.resolve(2, BY_MEASUREMENT, NOW))
    write(book, lambda: book.incidents.resolve(1, BY_OPERATOR, NOW))
    assert [book.incidents.get(number).folded_into for number in (2, 3)] == [1, None]
    assert [kind for _, kind, _ in lines(book, 2)] == ["folded", "resolved"]


def test_an_incident_stands_by_itself_again_while_its_root_is_open(book):
    opened(book, "db"), opened(book)
    write(book, lambda: book.incidents.fold(2, 1, NOW))
    assert write(book, lambda: book.incidents.unfold(2, NOW + MINUTE)) == row(2)
    assert write(book, lambda: book.incidents.unfold(2, NOW + MINUTE)) == row(2)
    assert lines(book, 2) == [
        (to_text(NOW), "folded", "Explained by the incident of db."),
        (to_text(NOW + MINUTE), "unfolded", "It stands by itself again."),
    ]


def test_a_root_that_was_explained_by_what_is_over_explains_by_itself(book):
    opened(book, "disk"), opened(book, "db"), opened(book)
    write(book, lambda: book.incidents.fold(2, 1, NOW))
    write(book, lambda: book.incidents.resolve(1, BY_MEASUREMENT, NOW))
    assert write(book, lambda: book.incidents.fold(3, 2, NOW)) == row(3, folded_into=2)
    assert lines(book, 3) == [(to_text(NOW), "folded", "Explained by the incident of db.")]


def test_two_that_change_places_say_so(book):
    opened(book, "gitea"), opened(book, "db")
    write(book, lambda: book.incidents.fold(2, 1, NOW))
    assert write(book, lambda: book.incidents.fold(1, 2, NOW + MINUTE)) == row(1, "gitea", folded_into=2)
    assert book.incidents.get(2) == row(2, "db")
    assert lines(book, 2)[1:] == [(to_text(NOW + MINUTE), "unfolded", "It explains the incident of gitea.")]
    assert lines(book, 1) == [(to_text(NOW + MINUTE), "folded", "Explained by the incident of db.")]


def test_what_is_folded_again_under_the_same_root_is_as_it_was(book, changes):
    opened(book, "db"), opened(book)
    folded = write(book, lambda: book.incidents.fold(2, 1, NOW))
    changes.clear()
    assert write(book, lambda: book.incidents.fold(2, 1, NOW)) == folded == row(2, folded_into=1)
    assert changes == []


def test_it_can_become_worse_and_be_looked_into(book, changes):
    opened(book, worst="degraded"), opened(book, "db")
    changes.clear()
    write(book, lambda: book.incidents.set_worst(1, "down", "no answer at all"))
    assert told_of(changes) == [("incidents", (1,), "updated")]
    write(book, lambda: book.incidents.set_investigation(1, "asked", "", NOW))
    write(book, lambda: book.incidents.set_investigation(1, "started", "A run begins.", NOW))
    with pytest.raises(OperatorError, match="There is no incident 9"):
        write(book, lambda: book.incidents.set_investigation(9, "asked", "", NOW))
    assert book.incidents.list() == [
        row(2, "db"),
        row(1, worst="down", cause="no answer at all", investigation="started"),
    ]
    assert lines(book, 1) == [(to_text(NOW), "investigation", "A run begins.")]
    write(book, lambda: book.incidents.link_run(1, 7, NOW))
    entry = book.incidents.entries(1)[-1]
    assert (entry.at, entry.kind, entry.text, entry.run_id) == (to_text(NOW), "run", "Run 7 looks into it.", 7)


def test_a_note_is_the_line_that_it_made(book):
    opened(book)
    first, second = (write(book, lambda: book.incidents.note(1, " same ", NOW)) for _ in range(2))
    assert second == replace(first, id=first.id + 1)
    assert book.incidents.entries(1)[2:] == [first, second]


def test_the_time_line_goes_by_time_and_then_by_what_was_written_first(book):
    opened(book)
    numbers = [
        write(book, lambda at=at: book.incidents.add_entry(1, EntryKind.NOTE, "x", at))
        for at in (NOW + MINUTE, NOW - HOUR, NOW + MINUTE)
    ]
    assert [entry.id for entry in book.incidents.entries(1)] == [numbers[1], 1, 2, numbers[0], numbers[2]]


# --- taken back ------------------------------------------------------------------------------------------------------


def test_a_closing_is_taken_back_with_all_that_it_changed(book):
    opened(book, "db"), opened(book)
    write(book, lambda: book.incidents.fold(2, 1, NOW))
    before = write(book, lambda: book.incidents.snooze(2, NOW + HOUR, NOW))
    write(book, lambda: book.incidents.resolve(2, BY_OPERATOR, NOW))
    write(book, lambda: book.incidents.put_check_state(replace(check_state(), dismissed=True)))
    assert write(book, lambda: book.incidents.restore(before, NOW + MINUTE)) == before
    assert lines(book, 2)[-1] == (to_text(NOW + MINUTE), "note", "Taken back by you: it is open again.")
    assert not book.incidents.check_state("nginx:http").dismissed


def test_what_explained_it_and_is_over_explains_it_no_more(book):
    opened(book, "db"), opened(book)
    before = write(book, lambda: book.incidents.fold(2, 1, NOW))
    write(book, lambda: book.incidents.resolve(1, BY_MEASUREMENT, NOW))
    assert write(book, lambda: book.incidents.restore(before, NOW)) == row(2)
    write(book, lambda: book.incidents.remove_service("db"))
    assert write(book, lambda: book.incidents.restore(before, NOW)) == row(2)


@pytest.mark.parametrize(("by", "dismissed"), [(BY_OPERATOR, True), (BY_MEASUREMENT, False)])
def test_a_reopening_is_taken_back(book, by, dismissed):
    opened(book)
    write(book, lambda: book.incidents.put_check_state(check_state()))
    over = write(book, lambda: book.incidents.resolve(1, by, NOW))
    write(book, lambda: book.incidents.reopen(1, NOW))
    assert write(book, lambda: book.incidents.restore(over, NOW)) == over
    assert book.incidents.check_state("nginx:http").dismissed is dismissed


def test_an_acknowledgement_taken_back_leaves_the_checks_as_they_are(book):
    before = opened(book)
    write(book, lambda: book.incidents.put_check_state(replace(check_state(), dismissed=True)))
    write(book, lambda: book.incidents.acknowledge(1, NOW))
    assert write(book, lambda: book.incidents.restore(before, NOW)) == before
    assert book.incidents.check_state("nginx:http").dismissed


def test_a_resolved_one_is_put_back_beside_an_open_one(book):
    opened(book)
    over = write(book, lambda: book.incidents.resolve(1, BY_MEASUREMENT, NOW))
    opened(book)
    assert write(book, lambda: book.incidents.restore(over, NOW)) == over
    with pytest.raises(OperatorError, match="There is no incident 9"):
        write(book, lambda: book.incidents.restore(replace(over, id=9), NOW))


def test_reopened_it_stands_by_itself_and_is_heard_of(book):
    opened(book, "db"), opened(book)
    write(book, lambda: book.incidents.fold(2, 1, NOW))
    write(book, lambda: book.incidents.snooze(2, NOW + HOUR, NOW))
    write(book, lambda: book.incidents.acknowledge(2, NOW))
    write(book, lambda: book.incidents.resolve(2, BY_MEASUREMENT, NOW))
    assert write(book, lambda: book.incidents.reopen(2, NOW)) == row(2)


# --- the checks that are not well ------------------------------------------------------------------------------------


def test_check_states_are_kept_by_key(book, changes):
    states = [
        CheckState("db:tcp", "db", "tcp", "down", to_text(NOW), 2, 1, True, False, "refused", to_text(NOW)),
        CheckState(
            "web:http", "web", "http", "degraded", to_text(NOW), 1, 0, False, True, "slow", to_text(NOW + MINUTE)
        ),
        CheckState("web:tls", "web", "tls", "down", to_text(NOW), 3, 0, True, True, "", ""),
    ]
    for state in reversed(states):
        write(book, lambda state=state: book.incidents.put_check_state(state))
    assert told_of(changes) == [("check_states", (), "updated")] * 3
    assert book.incidents.check_states() == states
    assert book.incidents.check_states("web") == states[1:]
    assert (book.incidents.check_state("db:tcp"), book.incidents.check_state("x")) == (states[0], None)
    worse = replace(states[1], bad_count=2, confirmed=True, dismissed=False)
    write(book, lambda: book.incidents.put_check_state(worse))
    assert book.incidents.check_states("web") == [worse, states[2]]
    changes.clear()
    write(book, lambda: book.incidents.clear_check_states([]))
    assert changes == []
    write(book, lambda: book.incidents.clear_check_states(["db:tcp", "web:tls", "x"]))
    assert told_of(changes) == [("check_states", (), "updated")]
    assert book.incidents.check_states() == [worse]


# --- names, in all detail --------------------------------------------------------------------------------------------


def test_a_rename_says_how_many_incidents_it_moved_and_tells_of_what_it_changed(book, changes):
    opened(book, "db"), opened(book, "web", cause="DB does not answer")
    write(book, lambda: book.incidents.resolve(1, BY_MEASUREMENT, NOW))
    opened(book, "db")
    changes.clear()
    assert write(book, lambda: book.incidents.rename_service("db", "postgres")) == 2
    assert told_of(changes) == [("incidents", (), "updated")]
    assert [(one.service, one.cause) for one in book.incidents.list()] == [
        ("postgres", "no answer"),
        ("web", "postgres does not answer"),
        ("postgres", "no answer"),
    ]
    assert write(book, lambda: book.incidents.rename_service("db", "postgres")) == 0
    assert changes == []


def test_a_name_is_replaced_in_texts_of_other_services_too(book, changes):
    opened(book, "web")
    write(book, lambda: book.incidents.add_entry(1, EntryKind.ALERT, "db, db-2, my-db and Db: db.", NOW))
    write(book, lambda: book.incidents.add_entry(1, EntryKind.ALERT, "dbs and db-2 alone", NOW))
    changes.clear()
    assert write(book, lambda: book.incidents.rename_service("db", r"p\1g")) == 0
    assert told_of(changes) == [("incidents", (), "updated")]
    assert [text for _, _, text in lines(book, 1)] == [r"p\1g, db-2, my-db and p\1g: p\1g.", "dbs and db-2 alone"]


def test_of_two_open_incidents_that_get_one_name_the_older_name_s_is_closed(book):
    opened(book, "db", at=NOW), opened(book, "postgres", at=NOW + HOUR)
    write(book, lambda: book.incidents.fold(2, 1, NOW))
    assert write(book, lambda: book.incidents.rename_service("db", "postgres")) == 1
    old, new = book.incidents.get(1), book.incidents.get(2)
    assert (old.state, old.resolved_at, old.resolved_by) == ("resolved", to_text(NOW + HOUR), "operator")
    assert (new.state, new.folded_into) == ("open", None)
    assert lines(book, 1) == [(to_text(NOW + HOUR), "resolved", "postgres has an open incident already.")]


@pytest.mark.parametrize(
    ("key", "renamed"),
    [
        ("db", "postgres"),
        ("db:tcp", "postgres:tcp"),
        ("db:tcp:db", "postgres:tcp:db"),
        ("dbx", "dbx"),
        ("x:db", "x:db"),
    ],
)
def test_a_check_s_key_is_renamed_with_its_service(book, changes, key, renamed):
    state, other = check_state("db", key), check_state("web", "db:other")
    for one in (state, other):
        write(book, lambda one=one: book.incidents.put_check_state(one))
    changes.clear()
    write(book, lambda: book.incidents.rename_service("db", "postgres"))
    assert told_of(changes) == [("check_states", (), "updated")]
    assert book.incidents.check_state(renamed) == replace(state, key=renamed, service="postgres")
    assert book.incidents.check_state("db:other") == other


def test_a_check_that_the_new_name_has_already_stays(book):
    mine, theirs = check_state("db", "db:http"), replace(check_state("postgres", "postgres:http"), bad_count=9)
    for one in (mine, theirs):
        write(book, lambda one=one: book.incidents.put_check_state(one))
    write(book, lambda: book.incidents.rename_service("db", "postgres"))
    assert book.incidents.check_states() == [theirs]


def test_a_removal_tells_of_what_it_removed(book, changes):
    opened(book, "db"), opened(book, "web", cause="db is down")
    write(book, lambda: book.incidents.put_check_state(check_state("db")))
    write(book, lambda: book.incidents.put_check_state(check_state("web")))
    changes.clear()
    assert write(book, lambda: book.incidents.remove_service("db")) == 1
    assert told_of(changes) == [("incidents", (), "updated"), ("check_states", (), "updated")]
    assert book.incidents.list() == [row(2, "web", cause="a removed service is down")]
    assert book.incidents.check_states() == [check_state("web")]
    assert write(book, lambda: book.incidents.remove_service("db")) == 0
    assert changes == []


@pytest.mark.parametrize(("state", "live"), [("open", True), ("acknowledged", True), ("resolved", False)])
def test_an_incident_is_live_until_it_is_resolved(state, live):
    assert row(1, state=state).is_live is live
