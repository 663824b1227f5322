"""Findings (L7): open, fixed, regressed, quiet; each rule as it was measured to matter elsewhere."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st
from outage_desk import OutageDesk

from claudeops_desktop.learning.findings.lifecycle import (
    FINDING_STATES,
    FindingState,
    take_attempt,
    take_checks,
    take_sighting,
    take_time,
)
from claudeops_desktop.learning.findings.records import NewSighting, StoredFinding
from claudeops_desktop.records.changes import ChangeKind, NewChange

T0 = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def minutes(number: float) -> datetime:
    return T0 + timedelta(minutes=number)


def fixed() -> FindingState:
    seen = take_sighting(take_sighting(FindingState(), T0), minutes(10))
    return take_checks(take_attempt(seen, minutes(11)), [minutes(12), minutes(15)], "2.1")


def test_open_at_the_second_sighting():
    once = take_sighting(FindingState(), T0)
    assert (once.state, take_sighting(once, minutes(5)).state) == ("seen", "open")


def test_fixed_after_a_linked_attempt_and_two_good_checks_minutes_apart():
    assert fixed().state == "fixed"
    opened = take_sighting(take_sighting(FindingState(), T0), minutes(10))
    assert take_checks(opened, [minutes(12), minutes(15)]).state == "open", "nobody tried anything"
    tried = take_attempt(opened, minutes(11))
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


def test_what_was_reported_late_between_the_attempt_and_the_checks_is_no_regression():
    assert take_sighting(fixed(), minutes(13), "2.1").state == "fixed"


def test_what_came_back_is_fixed_by_a_new_attempt_alone():
    back = take_sighting(fixed(), minutes(60), "2.1")
    good = [minutes(61), minutes(70)]
    assert take_checks(back, good).state == "regressed"
    assert take_checks(take_attempt(back, minutes(11)), good).state == "regressed", "that attempt did not last"
    again = take_checks(take_attempt(back, minutes(60.5)), good, "2.2")
    assert (again.state, again.fixed_at, again.fixed_version) == ("fixed", minutes(70), "2.2")


def test_what_comes_back_after_a_quiet_week_is_not_fixed_by_what_was_tried_before():
    opened = take_attempt(take_sighting(take_sighting(FindingState(), T0), minutes(1)), minutes(2))
    back = take_sighting(take_time(opened, T0 + timedelta(days=8)), T0 + timedelta(days=9))
    assert take_checks(back, [T0 + timedelta(days=10), T0 + timedelta(days=11)]).state == "open"


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
            found = take_attempt(found, moment)
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


def report(outages: OutageDesk, session: int | None, message: str, service: str | None = "web") -> None:
    """A session reports a warning; without a session it is one of our own."""
    outages.write(
        lambda: outages.book.events.add(
            level="warning", service=service, message=message, session_id=session, now=outages.now
        )
    )


def only(outages: OutageDesk, *states: str) -> StoredFinding:
    (one,) = outages.read(lambda: outages.learning.findings.list(states=states))
    return one


def test_events_of_runs_become_findings(outages: OutageDesk):
    for number in range(2):
        report(outages, outages.session("web"), f"worker {number} timed out after 30 s")
    outages.learning.note_events()
    outages.learning.note_events()
    assert only(outages).sightings == 2


def test_events_about_no_service_never_keep_the_others_from_being_noted(outages: OutageDesk):
    session = outages.session("web")
    for _ in range(510):
        report(outages, session, "the disk of this machine is full", None)
    for _ in range(2):
        report(outages, session, "worker 1 timed out")
    outages.learning.note_events()
    assert only(outages).sightings == 2


def test_our_own_events_of_an_incident_are_not_counted_beside_it(outages: OutageDesk):
    for _ in range(2):
        outages.outage("nginx", cure="certbot renew")
        outages.forward(hours=2)
        outages.learning.note_events()
    assert only(outages, "seen", "open", "fixed", "regressed").title.startswith("answers 502")


def test_a_service_that_is_degraded_again_is_a_finding(outages: OutageDesk):
    for percent in (91, 93):
        report(outages, None, f"disk is degraded: {percent} % full", "disk")
        outages.forward(hours=1)
        outages.learning.note_events()
    assert only(outages).sightings == 2


def test_what_a_run_did_about_a_finding_is_an_attempt_at_it(outages: OutageDesk):
    for _ in range(2):
        session = outages.session("web")
        report(outages, session, "the certificate expires in 3 days")
    outages.learning.note_events()
    outages.check("web", "healthy")
    outages.does(session, "certbot renew", "web")
    outages.check("web", "healthy", "healthy", "healthy", "healthy")
    outages.learning.note_events()
    one = only(outages)
    assert (one.state, one.fixed_by) == ("fixed", "ran certbot renew (agent, tier 2)")


def test_what_another_run_did_is_no_attempt(outages: OutageDesk):
    for _ in range(2):
        report(outages, outages.session("web"), "the certificate expires in 3 days")
    outages.learning.note_events()
    outages.does(outages.session("web"), "systemctl restart web", "web")
    outages.check("web", *["healthy"] * 4)
    outages.learning.note_events()
    assert only(outages).state == "open"


def test_a_report_at_the_end_of_the_session_that_fixed_it_is_no_regression(outages: OutageDesk):
    for _ in range(2):
        session = outages.session("web")
        report(outages, session, "the certificate has expired")
    outages.learning.note_events()
    outages.does(session, "certbot renew", "web")
    outages.check("web", *["healthy"] * 4)
    outages.learning.note_events()
    assert only(outages).state == "fixed"
    report(outages, session, "the certificate has expired")
    outages.learning.note_events()
    assert only(outages).state == "fixed"


def test_a_cure_is_credited_to_what_was_seen_meanwhile_and_to_nothing_else(outages: OutageDesk):
    for _ in range(2):
        report(outages, outages.session("nginx"), "the disk is 91 % full", "nginx")
    outages.learning.note_events()
    outages.forward(hours=3)
    for _ in range(2):
        outages.outage("nginx", cure="certbot renew")
        outages.forward(hours=2)
        outages.check("nginx", "healthy")
        outages.write(lambda: outages.learning.learn_what_held(outages.now))
    states = {one.title: one.state for one in outages.read(outages.learning.findings.list)}
    assert states == {"the disk is 91 % full": "open", "answers 502 instead of 200": "fixed"}


def test_an_older_incident_that_is_filed_again_fixes_nothing_that_came_back(outages: OutageDesk):
    for _ in range(2):
        outages.outage("nginx", cure="certbot renew")
        outages.forward(hours=2)
        outages.check("nginx", "healthy")
    last = outages.book.incidents.list(service="nginx", limit=1)[0].id
    outages.write(lambda: outages.learning.learn_from_incident(last, outages.now))
    outages.write(lambda: outages.learning.learn_what_held(outages.now))
    fixed_at = only(outages, "fixed").fixed_at
    outages.check("nginx", "down", "down")
    assert only(outages, "regressed").fixed_at == fixed_at
    outages.check("nginx", "healthy", "healthy", "healthy", "healthy")
    outages.write(lambda: outages.learning.learn_from_incident(last, outages.now))
    outages.write(outages.learning.follow_findings)
    assert only(outages, "regressed").attempted_at is None


def test_the_version_is_that_of_the_package_at_the_time(outages: OutageDesk):
    def update(before: str, after: str) -> None:
        new = NewChange(outages.now, ChangeKind.PACKAGE, "nginx", f"nginx {after}", before, after, ("nginx",))
        outages.write(lambda: outages.book.changes.add([new]))
        outages.forward(minutes=1)

    for _ in range(2):
        session = outages.session("nginx")
        report(outages, session, "worker process exited on signal 11", "nginx")
    outages.learning.note_events()
    update("1.24.0-1", "1.24.0-2")
    outages.does(session, "apt-get install nginx", "nginx", kind="redeploy")
    outages.check("nginx", *["healthy"] * 4)
    outages.learning.note_events()
    assert only(outages).fixed_version == "1.24.0-2"
    update("1.24.0-2", "1.24.0-1")
    outages.forward(hours=1)
    report(outages, outages.session("nginx"), "worker process exited on signal 11", "nginx")
    outages.learning.note_events()
    assert only(outages).state == "fixed", "the version that runs now has no fix"
    update("1.24.0-1", "1.25.0-1")
    report(outages, outages.session("nginx"), "worker process exited on signal 11", "nginx")
    outages.learning.note_events()
    assert only(outages).state == "regressed"


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
