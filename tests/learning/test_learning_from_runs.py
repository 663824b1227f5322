"""What runs and incidents teach: verdicts are kept, patterns drawn, proven and contradicted by measurements."""

from __future__ import annotations

from outage_desk import OutageDesk

RENEW = "certbot renew"
RESTART = "systemctl restart {}"


def causal(outages: OutageDesk) -> list[tuple[str, int, str]]:
    return [(one.text, one.success, one.state) for one in outages.read(outages.learning.patterns.list)]


def test_a_cure_on_three_services_becomes_a_proven_pattern(outages: OutageDesk):
    for service in ("nginx", "caddy", "haproxy"):
        outages.outage(service, RESTART.format(service), cure=RENEW, reported=True)
        outages.forward(hours=3)
    (one,) = outages.read(lambda: outages.learning.patterns.list(role="investigator"))
    assert one.text == (
        "When a check of kind http says “answers 502 instead of 200”, this has helped: ran certbot renew."
    )
    assert (one.success, one.state) == (3, "verified"), "the operator's approval is still needed"
    assert {value for kind, value in one.contexts if kind == "service"} == {"nginx", "caddy", "haproxy"}


def test_the_same_occurrence_counts_once(outages: OutageDesk):
    outages.outage("nginx", cure=RENEW, reported=True)
    before = causal(outages)
    for _ in range(3):
        outages.write(lambda: outages.learning.learn_from_incident(1, outages.now))
    assert causal(outages) == before and before[0][1] == 1


def test_a_pattern_loses_where_the_same_did_not_help(outages: OutageDesk):
    outages.outage("nginx", cure=RENEW, reported=True)
    outages.forward(hours=3)
    outages.outage("caddy", RENEW, cure="systemctl restart caddy")
    (renewal,) = [one for one in outages.read(outages.learning.patterns.list) if "certbot" in one.text]
    assert renewal.ignored_times == 1 and renewal.success == 1


def test_what_is_uncertain_teaches_nothing(outages: OutageDesk):
    outages.check("nginx", "down", "down")
    session = outages.session("nginx")
    outages.does(session, RESTART.format("nginx"), "nginx")
    outages.does(session, RENEW, "nginx", kind="redeploy")
    outages.check("nginx", "healthy", "healthy")
    assert causal(outages) == []


def test_a_pattern_that_a_session_was_given_and_followed_is_reinforced_by_the_checks(outages: OutageDesk):
    patterns = outages.learning.patterns
    one = outages.write(
        lambda: patterns.store_pattern("investigator", "Try certbot renew where a certificate expired.")
    )
    outages.check("nginx", "down", "down")
    session = outages.session("nginx")
    outages.write(lambda: patterns.record_injections(session, [one.id]))
    outages.does(session, RENEW, "nginx", kind="redeploy")
    outages.check("nginx", "healthy", "healthy")
    assert outages.read(lambda: patterns.must(one.id)).success == 0, "that it recovered is no proof"
    outages.reports(session, cure=RENEW, verified_by="two checks")
    found = outages.read(lambda: patterns.must(one.id))
    assert (found.success, found.ignored_times) == (1, 0)
    history = outages.read(lambda: patterns.history(one.id))
    assert history[-1].what == "held" and "as measured" in history[-1].evidence


def test_a_pattern_that_was_followed_in_vain_is_penalised(outages: OutageDesk):
    patterns = outages.learning.patterns
    one = outages.write(
        lambda: patterns.store_pattern("investigator", "Try certbot renew where a certificate expired.")
    )
    outages.check("nginx", "down", "down")
    session = outages.session("nginx")
    outages.write(lambda: patterns.record_injections(session, [one.id]))
    outages.does(session, RENEW, "nginx", kind="redeploy")
    outages.check("nginx", "down")
    outages.does(session, RESTART.format("nginx"), "nginx")
    outages.check("nginx", "healthy", "healthy")
    assert outages.read(lambda: patterns.must(one.id)).ignored_times == 1


def test_the_verdict_of_each_session_is_kept_with_its_whole_answer(outages: OutageDesk):
    session = outages.session("nginx", tier=3)
    outages.does(session, "rm -rf /etc/nginx", "nginx", kind="destructive", verdict="deny")
    outages.write(
        lambda: outages.book.sessions.update(
            session, status="completed", response="All is well.\nI checked port 443.", summary="All is well.",
            ended_at="2026-03-02T10:00:00.000Z",
        )
    )  # fmt: skip
    assert outages.learning.keep_verdicts() == 1
    assert outages.learning.keep_verdicts() == 0, "once"
    found = outages.read(lambda: outages.learning.deliberations.list(session_id=session))
    assert {(one.role, one.verdict) for one in found} == {("remediator", "done"), ("guard", "refused")}
    assert next(one for one in found if one.role == "remediator").response.endswith("port 443.")


def test_a_run_that_failed_marks_the_patterns_that_it_did_not_use(outages: OutageDesk):
    patterns = outages.learning.patterns
    session = outages.session("nginx")
    one = outages.write(lambda: patterns.store_pattern("investigator", "Look at the disk first."))
    outages.write(lambda: patterns.record_injections(session, [one.id]))
    outages.write(
        lambda: outages.book.sessions.update(
            session, status="failed", response="I give up.", ended_at="2026-03-02T10:00:00.000Z"
        )
    )
    outages.learning.keep_verdicts()
    assert outages.read(lambda: patterns.must(one.id)).ignored_by_failed_runs == 1
