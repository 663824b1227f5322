"""Findings (L7): open, fixed, regressed, quiet; each rule as it was measured to matter elsewhere."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from outage_desk import OutageDesk

from claudeops_desktop.learning.findings.lifecycle import (
    FINDING_STATES,
    FindingState,
    has_fix,
    take_checks,
    take_sighting,
    take_time,
)
from claudeops_desktop.learning.findings.records import NewSighting

T0 = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def minutes(number: float) -> datetime:
    return T0 + timedelta(minutes=number)


def fixed() -> FindingState:
    seen = take_sighting(take_sighting(FindingState(), T0), minutes(10))
    tried = FindingState(seen.state, seen.sightings, seen.last_seen_at, minutes(11))
    return take_checks(tried, [minutes(12), minutes(15)], "2.1")


def test_open_at_the_second_sighting():
    once = take_sighting(FindingState(), T0)
    assert (once.state, take_sighting(once, minutes(5)).state) == ("seen", "open")


def test_fixed_after_a_linked_attempt_and_two_good_checks_minutes_apart():
    assert fixed().state == "fixed"
    opened = take_sighting(take_sighting(FindingState(), T0), minutes(10))
    assert take_checks(opened, [minutes(12), minutes(15)]).state == "open", "nobody tried anything"
    tried = FindingState(opened.state, 2, opened.last_seen_at, minutes(11))
    assert take_checks(tried, [minutes(12)]).state == "open", "one check is too few"
    assert take_checks(tried, [minutes(12), minutes(12.5)]).state == "open", "they are too close"


def test_regressed_by_what_happened_after_the_fix_on_a_version_that_has_it():
    assert take_sighting(fixed(), minutes(60), "2.1").state == "regressed"
    assert take_sighting(fixed(), minutes(60), "2.10").state == "regressed"
    assert take_sighting(fixed(), minutes(60), "2.0").state == "fixed", "that version has no fix"
    assert take_sighting(fixed(), minutes(9), "2.1").state == "fixed", "it happened before, and was reported late"


def test_a_quiet_week_without_a_fix_is_quiet_and_not_fixed():
    opened = take_sighting(take_sighting(FindingState(), T0), minutes(10))
    assert take_time(opened, T0 + timedelta(days=6)).state == "open"
    quiet = take_time(opened, T0 + timedelta(days=8))
    assert quiet.state == "quiet"
    assert take_sighting(quiet, T0 + timedelta(days=9)).state == "open"


@pytest.mark.parametrize(("one", "other", "has"), [("1.10", "1.9", True), ("1.2", "1.10", False), ("", "1", True)])
def test_versions_are_compared_by_their_numbers(one: str, other: str, has: bool):
    assert has_fix(one, other) is has


@given(st.lists(st.tuples(st.sampled_from("scat"), st.integers(0, 20_000)), max_size=30))
def test_no_order_of_things_leaves_the_states(moves: list[tuple[str, int]]):
    found = FindingState()
    for kind, at in moves:
        moment = minutes(at)
        if kind == "s":
            found = take_sighting(found, moment)
        elif kind == "c":
            found = take_checks(found, [moment, moment + timedelta(minutes=5)])
        elif kind == "t":
            found = take_time(found, moment)
        else:
            found = FindingState(
                found.state, found.sightings, found.last_seen_at, moment, found.fixed_at, "", found.regressed_at
            )
        assert found.state in FINDING_STATES
        assert found.state != "fixed" or found.attempted_at is not None


def test_one_kind_of_message_is_one_finding_and_the_same_event_counts_once(outages: OutageDesk):
    findings = outages.learning.findings
    for number in range(3):
        new = NewSighting(f"event:{number}", "web", f"disk {number}0 % full on node-{number}", outages.now)
        for _ in range(2):
            outages.write(lambda new=new: findings.note_sighting(new))  # type: ignore[misc]
    (one,) = outages.read(findings.list)
    assert (one.state, one.sightings, one.service) == ("open", 3, "web")


def test_events_of_runs_become_findings(outages: OutageDesk):
    for number in range(2):
        outages.write(
            lambda n=number: outages.book.events.add(
                level="warning",
                service="web",
                message=f"worker {n} timed out after 30 s",
                session_id=None,
                now=outages.now,
            )
        )  # type: ignore[misc]
    outages.learning.note_events()
    outages.learning.note_events()
    (one,) = outages.read(outages.learning.findings.list)
    assert one.sightings == 2


def test_a_regression_notifies_the_operator_once(outages: OutageDesk):
    for _ in range(2):
        outages.outage("nginx", cure="certbot renew")
        outages.forward(hours=2)
        outages.check("nginx", "healthy")
        outages.write(lambda: outages.learning.learn_what_held(outages.now))
    (one,) = outages.read(lambda: outages.learning.findings.list(states=("fixed", "regressed", "open")))
    assert one.state == "fixed"
    outages.forward(hours=2)
    outages.check("nginx", "down", "down")
    said = [event.message for event in outages.book.events.list(service="nginx") if "is back" in event.message]
    assert len(said) == 1 and "It was fixed on 2026-03-02 by ran certbot renew" in said[0]
    assert outages.read(lambda: outages.learning.findings.must(one.id)).state == "regressed"


def test_the_operator_closes_and_reopens(outages: OutageDesk):
    findings = outages.learning.findings
    for number in range(2):
        new = NewSighting(f"e:{number}", "web", "disk full", outages.now)
        outages.write(lambda new=new: findings.note_sighting(new))  # type: ignore[misc]
    assert outages.write(lambda: findings.close(1, "2.0")).state == "fixed"
    assert outages.write(lambda: findings.reopen(1)).state == "open"
