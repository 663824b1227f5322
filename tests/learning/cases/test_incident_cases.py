"""Cases of incidents (L6): opened and closed by our own checks, attempts from the ledger of tool calls."""

from __future__ import annotations

import pytest
from outage_desk import OutageDesk

from claudeops_desktop.learning import SymptomQuery, describe_case

RENEW = "certbot renew"
RESTART = "systemctl restart nginx"


@pytest.mark.both_stores
def test_what_a_session_reports_as_the_cure_and_a_recovery_bears_out_is_the_cure(outages: OutageDesk):
    outages.outage("nginx", RESTART, cure=RENEW, reported=True)
    (case,) = outages.cases("nginx")
    assert (case.state, case.cure, case.held) == ("cured", "ran certbot renew", None)
    results = [(one.attempt.action, one.attempt.result) for one in case.attempts]
    assert results == [("restarted nginx", "did_not_help"), ("ran certbot renew", "helped")]
    helped = case.attempts[1].attempt
    assert helped.seconds_to_recovery == 60 and helped.by == "agent, tier 2"
    assert helped.evidence.startswith("session 1, call 2")
    outages.forward(minutes=40)
    outages.check("other", "down")
    assert outages.cases("nginx")[0].held is None, "nobody looked since"
    outages.check("nginx", "healthy")
    outages.write(lambda: outages.learning.learn_what_held(outages.now))
    assert outages.cases("nginx")[0].held is True


def test_a_recovery_that_did_not_hold_is_said(outages: OutageDesk):
    outages.outage("nginx", cure=RESTART)
    outages.check("nginx", "down", "down")
    first = outages.cases("nginx")[0]
    outages.write(lambda: outages.learning.learn_from_incident(first.incident_ids[0], outages.now))
    case = outages.cases("nginx")[0]
    assert case.state == "open" and case.seen == 2
    assert case.treatments[0].held == 0


def test_it_went_away_by_itself(outages: OutageDesk):
    outages.outage("nginx")
    (case,) = outages.cases("nginx")
    assert (case.state, case.cure) == ("went_away", "")
    assert "nothing that was done is on record" in describe_case(case, outages.now)


def test_a_claim_of_the_agent_decides_nothing(outages: OutageDesk):
    outages.check("nginx", "down", "down")
    session = outages.session("nginx")
    outages.does(session, RESTART, "nginx")
    outages.write(
        lambda: outages.book.cooldowns.add(
            service="nginx", action_type="restart", success=True, message="it works again", session_id=session,
            tier=2, now=outages.now,
        )
    )  # fmt: skip
    outages.check("nginx", "down")
    (case,) = outages.cases("nginx")
    incident = case.incident_ids[0]
    outages.write(lambda: outages.learning.learn_from_incident(incident, outages.now))
    (case,) = outages.cases("nginx")
    assert [one.attempt.result for one in case.attempts] == ["did_not_help"] and case.cure == ""


def test_what_the_guard_refused_was_not_tried(outages: OutageDesk):
    outages.check("nginx", "down", "down")
    session = outages.session("nginx")
    outages.does(session, "rm -rf /etc/nginx", "nginx", kind="destructive", verdict="deny")
    outages.does(session, "systemctl status nginx", "nginx", kind="read")
    outages.check("nginx", "healthy", "healthy")
    (case,) = outages.cases("nginx")
    assert case.attempts == () and case.state == "went_away"


def test_two_things_done_before_the_next_check_are_told_as_one(outages: OutageDesk):
    outages.check("nginx", "down", "down")
    session = outages.session("nginx")
    outages.does(session, RESTART, "nginx")
    outages.does(session, RENEW, "nginx", kind="redeploy")
    outages.check("nginx", "healthy", "healthy")
    (case,) = outages.cases("nginx")
    assert (case.state, case.cure, case.uncertain) == ("recovered", "", "")
    assert [one.attempt.action for one in case.attempts] == ["restarted nginx, then ran certbot renew"]


def test_two_recoveries_at_once_are_marked(outages: OutageDesk):
    outages.check("nginx", "down", "down")
    outages.check("web", "down", "down")
    session = outages.session("nginx")
    outages.does(session, RESTART, "nginx")
    outages.check("web", "healthy", "healthy")
    outages.check("nginx", "healthy", "healthy")
    (case,) = outages.cases("nginx")
    assert case.state == "recovered" and "web recovered at the same time" in case.uncertain


def test_a_service_that_flaps_is_marked(outages: OutageDesk):
    for _ in range(3):
        outages.outage("nginx", cure=RESTART)
        outages.forward(hours=1)
    (case,) = outages.cases("nginx")
    assert case.seen == 3 and "3 incidents within a day" in case.uncertain


@pytest.mark.both_stores
def test_the_second_time_the_case_is_offered_with_counts(outages: OutageDesk):
    outages.outage("nginx", RESTART, cure=RENEW, reported=True)
    outages.forward(days=21)
    outages.check("nginx", "down", "down")
    (match, *_) = outages.read(
        lambda: outages.learning.matcher.match(SymptomQuery("answers 502 instead of 200", ("nginx",), "http"))
    )
    assert match.bar == "answer" and match.confidence <= 0.90
    told = describe_case(match.case, outages.now)
    assert "It is out of order now; seen once before, last 3 weeks ago." in told
    assert "Recovered after, in order: ran certbot renew (1 of 1" in told and "restarted nginx (0 of 1)" in told


@pytest.mark.both_stores
def test_what_was_offered_and_then_failed_counts_against_it(outages: OutageDesk):
    outages.outage("nginx", cure=RESTART)
    outages.forward(days=2)
    outages.check("nginx", "down", "down")
    session = outages.session("nginx")
    case = outages.cases("nginx")[0]
    outages.write(lambda: outages.learning.cases.record_offer(case.id, session, 0.9, "answer", "502"))
    outages.does(session, RESTART, "nginx")
    outages.check("nginx", "down")
    outages.does(session, RENEW, "nginx", kind="redeploy")
    outages.check("nginx", "healthy", "healthy")
    (other, case) = outages.cases("nginx")
    assert (case.record.offered, case.record.recalls, case.record.resolved) == (1, 1, 0)
    assert case.record.factor < 0.5 and case.id == 1
    assert [one.action for one in other.treatments] == ["ran certbot renew", "restarted nginx"]


def test_what_was_offered_and_helped_counts_for_it(outages: OutageDesk):
    outages.outage("nginx", cure=RENEW)
    outages.forward(days=2)
    outages.check("nginx", "down", "down")
    session = outages.session("nginx")
    case = outages.cases("nginx")[0]
    outages.write(lambda: outages.learning.cases.record_offer(case.id, session, 0.9, "answer", "502"))
    outages.does(session, RENEW, "nginx")
    outages.check("nginx", "healthy", "healthy")
    (case,) = outages.cases("nginx")
    assert (case.record.recalls, case.record.resolved, case.treatments[0].helped) == (1, 1, 2)


def test_another_service_is_another_case(outages: OutageDesk):
    outages.outage("nginx", cure=RESTART)
    outages.outage("gitea", cure=RENEW)
    assert len(outages.cases()) == 2
    matches = outages.read(lambda: outages.learning.matcher.match(SymptomQuery("502", ("gitea",), "http")))
    assert [match.case.service for match in matches if match.bar != "none"] == ["gitea"]


def test_filing_the_same_incident_again_changes_nothing(outages: OutageDesk):
    outages.outage("nginx", RESTART, cure=RENEW)
    (before,) = outages.cases()
    outages.write(lambda: outages.learning.learn_from_incident(1, outages.now))
    assert outages.cases() == [before]


@pytest.mark.slow
def test_what_nobody_looks_at_again_keeps_no_later_incident_from_being_followed(outages: OutageDesk):
    for number in range(60):
        outages.outage(f"s{number}", RESTART)
    outages.outage("nginx", cure=RENEW)
    outages.forward(minutes=40)
    outages.check("nginx", "healthy")
    assert len(outages.write(lambda: outages.learning.learn_what_held(outages.now))) == 1
    assert outages.cases("nginx")[0].held is True
    assert outages.write(lambda: outages.learning.learn_what_held(outages.now)) == []
    outages.forward(days=31)
    assert outages.read(lambda: outages.learning.cases.incidents_to_follow(outages.now)) == []
