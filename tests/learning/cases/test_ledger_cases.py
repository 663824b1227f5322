"""What the ledger of calls that ran makes of an incident, as the whole text of its case (L6)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from outage_desk import OutageDesk

from claudeops_desktop.learning import SymptomQuery, describe_case, tell_apart
from claudeops_desktop.learning.cases.outcomes import CheckMoment
from claudeops_desktop.records.changes import ChangeKind, NewChange
from claudeops_desktop.records.tables import ToolCallRow

RESTART = "systemctl restart nginx"
START = "service nginx start && curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:8081/"
PORT = {
    "cause": "shop-maintd holds port 8081, which nginx needs.",
    "evidence": "ss -ltnp: shop-maintd on 8081",
    "cure": "Ended shop-maintd, then started nginx",
    "verified_by": "HTTP 200 on 8081",
}
CONFIG = {
    "cause": "A directive in shop.conf is misspelt.",
    "evidence": "nginx -t: unknown directive in shop.conf:3",
    "cure": "Corrected the directive and restarted nginx",
    "verified_by": "nginx -t, and HTTP 200",
}


def told(outages: OutageDesk, service: str = "nginx") -> list[str]:
    """The cases of a service without what they all begin with."""
    return [describe_case(case, outages.now).partition("today. ")[2] for case in outages.cases(service)]


def port_is_held(outages: OutageDesk) -> int:
    """What holds the port is ended, and then nginx starts."""
    outages.check("nginx", "down", "down")
    session = outages.session("nginx")
    outages.does(session, "pkill -x shop-maintd", "shop-maintd", kind="stop")
    outages.does(session, START, "nginx")
    outages.check("nginx", "healthy", "healthy")
    return session


def config_is_wrong(outages: OutageDesk) -> int:
    """The configuration is corrected, and nginx restarted."""
    outages.check("nginx", "down", "down")
    session = outages.session("nginx")
    outages.does(session, "sed -i 's/lisen/listen/' /etc/nginx/shop.conf", kind="redeploy")
    outages.does(session, f"nginx -t && {RESTART}", "nginx")
    outages.check("nginx", "healthy", "healthy")
    return session


# --- when an attempt was ---------------------------------------------------------------------------------------------


def test_a_call_that_waited_for_an_answer_is_dated_from_when_it_began(outages: OutageDesk):
    outages.check("nginx", "down", "down", "down")
    outages.does(outages.session("nginx"), RESTART, "nginx", waited=30)
    outages.check("nginx", "healthy", "healthy")
    assert told(outages) == ["Recovered after, in order: restarted nginx (1 of 1). That it did so proves no cure."]


def test_a_call_that_was_refused_is_in_no_case(outages: OutageDesk):
    outages.check("nginx", "down", "down")
    session = outages.session("nginx")
    outages.does(session, RESTART, "nginx", verdict="deny")
    outages.check("nginx", "down", "healthy", "healthy")
    (case,) = outages.cases("nginx")
    assert case.attempts == () and all(one.kind != "attempt" for one in case.timeline)
    assert told(outages) == ["It ended, and nothing that was done is on record."]


def test_what_ended_with_an_error_did_not_help(outages: OutageDesk):
    outages.check("nginx", "down", "down")
    session = outages.session("nginx")
    outages.does(session, RESTART, "nginx", result="error")
    outages.does(session, "pkill -x shop-maintd", "shop-maintd", kind="stop")
    outages.check("nginx", "healthy", "healthy")
    assert told(outages) == [
        "Recovered after, in order: ended shop-maintd (1 of 1). That it did so proves no cure."
        " What did not help: restarted nginx (0 of 1)."
    ]


def test_what_no_result_came_of_is_told_and_proves_nothing(outages: OutageDesk):
    outages.check("nginx", "down", "down")
    session = outages.session("nginx")
    outages.does(session, RESTART, "nginx", result="")
    outages.check("nginx", "healthy", "healthy")
    outages.reports(session, cure="Restarted nginx", verified_by="HTTP 200")
    assert [one.attempt.result for one in outages.cases("nginx")[0].attempts] == ["unknown"]
    assert told(outages)[0].startswith("Recovered after, in order: restarted nginx. It is not known how that ended.")


# --- whose attempts --------------------------------------------------------------------------------------------------


@pytest.mark.both_stores
def test_all_that_the_run_did_is_told_in_order_whatever_it_named(outages: OutageDesk):
    port_is_held(outages)
    assert told(outages) == [
        "Recovered after, in order: ended shop-maintd, then started nginx (1 of 1). That it did so proves no cure."
    ]
    assert [case.service for case in outages.cases()] == ["nginx"], "no case of its own for what held the port"


def test_processes_that_were_ended_by_number_have_their_names(outages: OutageDesk):
    outages.check("nginx", "down", "down")
    session = outages.session("nginx")
    outages.does(session, "kill 25389", kind="stop", processes={"25389": "shop-maintd"})
    outages.check("nginx", "healthy", "healthy")
    assert told(outages)[0].startswith("Recovered after, in order: ended shop-maintd (1 of 1).")


@pytest.mark.parametrize("folder", ["/srv/data/sessions/7/work", "$CLAUDEOPS_WORK_DIR"])
def test_a_file_of_the_session_is_named_with_what_it_held(outages: OutageDesk, folder: str):
    outages.check("nginx", "down", "down")
    session = outages.session("nginx")
    files = {"/srv/data/sessions/7/work/limits.conf": "workers 8;\n"}
    outages.does(session, f"cp {folder}/limits.conf /etc/nginx/limits.conf", kind="destructive", files=files)
    outages.check("nginx", "healthy", "healthy")
    assert "copied limits.conf (of the session, it held “workers 8;”) to /etc/nginx/limits.conf" in told(outages)[0]


def test_a_run_that_named_the_service_only_in_a_call_is_about_it(outages: OutageDesk):
    outages.check("nginx", "down", "down")
    session = outages.session()
    outages.does(session, "systemctl status nginx", "nginx", kind="read")
    outages.does(session, "pkill -x shop-maintd", "shop-maintd", kind="stop")
    outages.check("nginx", "healthy", "healthy")
    assert told(outages)[0].startswith("Recovered after, in order: ended shop-maintd")


def test_a_run_under_another_spelling_of_the_service_is_about_it(outages: OutageDesk):
    outages.check("postgres", "down", "down")
    session = outages.session("postgresql@15-main")
    outages.does(session, "systemctl restart postgresql@15-main", "postgresql@15-main")
    outages.check("postgres", "healthy", "healthy")
    (case,) = outages.cases()
    assert (case.service, case.faulty, case.services) == ("postgres", "", ("postgres",))
    assert [one.attempt.action for one in case.attempts] == ["restarted postgresql@15-main"]


def test_what_a_run_about_something_else_did_is_no_attempt_but_it_did_not_go_away_by_itself(outages: OutageDesk):
    outages.check("nginx", "down", "down")
    outages.does(outages.session("wiki"), "systemctl restart wiki", "wiki")
    outages.check("nginx", "healthy", "healthy")
    assert outages.cases("nginx")[0].attempts == ()
    assert told(outages) == [
        "What ended it is not known. A run about something else acted meanwhile (session 1, call 1): restarted wiki."
    ]


def test_what_all_came_before_a_later_bad_check_did_not_end_it(outages: OutageDesk):
    outages.check("nginx", "down", "down")
    outages.does(outages.session("nginx"), RESTART, "nginx")
    outages.check("nginx", "down", "healthy", "healthy")
    assert told(outages) == [
        "It recovered later, after nothing that we did then. What did not help: restarted nginx (0 of 1)."
    ]


def test_what_changed_on_the_machine_meanwhile_is_not_nothing(outages: OutageDesk):
    outages.check("nginx", "down", "down")
    change = NewChange(outages.now, ChangeKind.UNIT, "nginx.service", "nginx.service was started.")
    outages.write(lambda: outages.book.changes.add([change]))
    outages.check("nginx", "healthy", "healthy")
    assert told(outages) == ["What ended it is not known. Something else changed meanwhile: nginx.service was started."]


def test_what_a_private_session_did_is_not_said_but_that_it_acted_is(outages: OutageDesk):
    outages.check("nginx", "down", "down")
    session = outages.session("nginx")
    outages.write(lambda: outages.book.sessions.update(session, audience="private:anna"))
    outages.does(session, RESTART, "nginx")
    outages.check("nginx", "healthy", "healthy")
    assert told(outages) == ["What ended it is not known. A session that not everybody may read acted meanwhile."]


@pytest.mark.parametrize(("before", "uncertain"), [(0, False), (60, True)])
def test_what_a_call_of_ours_changed_is_nothing_else(outages: OutageDesk, before: int, uncertain: bool):
    outages.check("nginx", "down", "down")
    outages.does(outages.session("nginx"), RESTART, "nginx")
    at = outages.now - timedelta(seconds=before)
    change = NewChange(at, ChangeKind.UNIT, "nginx.service", "nginx.service was restarted.")
    outages.write(lambda: outages.book.changes.add([change]))
    outages.check("nginx", "healthy", "healthy")
    (case,) = outages.cases("nginx")
    assert ("Something else changed at the same time" in case.uncertain) is uncertain


# --- what is proven --------------------------------------------------------------------------------------------------


@pytest.mark.both_stores
def test_the_cure_and_the_cause_are_what_the_session_reports(outages: OutageDesk):
    outages.reports(port_is_held(outages), **PORT)
    assert told(outages) == [
        "What helped, as session 1 reported it: “Ended shop-maintd, then started nginx”"
        " (verified by: “HTTP 200 on 8081”)."
        " Recovered after, in order: ended shop-maintd, then started nginx (1 of 1)."
        " Cause, as session 1 established it: “shop-maintd holds port 8081, which nginx needs.”"
        " Evidence: “ss -ltnp: shop-maintd on 8081”."
    ]
    assert outages.cases("nginx")[0].state == "cured"


def test_a_report_counts_that_comes_after_a_monitor_filed_more_checks_than_are_on_record(outages: OutageDesk):
    session = port_is_held(outages)
    (case,) = outages.cases("nginx")
    began = case.attempts[0].attempt.at
    seen = [CheckMoment(began - timedelta(seconds=second), good=False) for second in range(1, 40)]
    outages.write(lambda: outages.learning.learn_from_incident(1, outages.now, seen))
    outages.reports(session, **PORT)
    (case,) = outages.cases("nginx")
    assert (case.state, case.reports.cure, case.attempts[0].attempt.result) == ("cured", PORT["cure"], "helped")


def test_a_run_that_names_no_service_is_about_every_open_incident(outages: OutageDesk):
    outages.check("nginx", "down", "down")
    outages.does(outages.session(), "mv /srv/data.old /srv/data", kind="destructive")
    outages.check("nginx", "healthy", "healthy")
    assert told(outages)[0].startswith("Recovered after, in order: moved /srv/data.old to /srv/data (1 of 1).")


def test_a_line_whose_last_look_failed_is_what_it_recovered_after(outages: OutageDesk):
    outages.check("nginx", "down", "down")
    session = outages.session("nginx")
    outages.does(session, "service nginx start; tail /var/log/nginx/none.log", "nginx", result="error")
    outages.check("nginx", "healthy", "healthy")
    assert told(outages)[0].startswith("Recovered after, in order: started nginx (1 of 1).")


def test_a_call_whose_end_came_after_a_monitor_filed_the_case_is_judged_when_it_is_filed_anew(outages: OutageDesk):
    session = port_is_held(outages)
    last = outages.read(lambda: outages.book.tool_calls.of_session(session))[-1]
    unfinished = {ToolCallRow.ended_at: None, ToolCallRow.result: ""}
    outages.write(lambda: ToolCallRow.update(unfinished).where(ToolCallRow.id == last.id).execute())
    seen = [CheckMoment(outages.now - timedelta(hours=1, seconds=second), good=False) for second in range(40)]
    outages.write(lambda: outages.learning.learn_from_incident(1, outages.now, seen))
    assert outages.cases("nginx")[0].attempts[-1].attempt.result == "unknown"
    finish = outages.book.tool_calls.finish
    outages.write(lambda: finish(session, last.tool_use_id, failed=False, now=outages.now))
    outages.write(lambda: outages.learning.learn_from_incident(1, outages.now))
    assert outages.cases("nginx")[0].attempts[-1].attempt.result == "recovered_after"


def test_a_report_without_what_verified_it_proves_nothing(outages: OutageDesk):
    outages.reports(port_is_held(outages), cure="Ended shop-maintd")
    (case,) = outages.cases("nginx")
    assert (case.state, case.reports.cure) == ("recovered", "")


def test_a_report_from_before_the_last_bad_check_is_not_of_what_it_recovered_after(outages: OutageDesk):
    outages.check("nginx", "down", "down")
    first = outages.session("nginx")
    outages.does(first, RESTART, "nginx")
    outages.reports(first, cure="Restarted nginx", verified_by="it answers")
    outages.check("nginx", "down")
    outages.does(outages.session("nginx"), "certbot renew", "nginx")
    outages.check("nginx", "healthy", "healthy")
    (case,) = outages.cases("nginx")
    assert (case.state, case.reports.cure) == ("recovered", "")
    assert [one.attempt.result for one in case.attempts] == ["did_not_help", "recovered_after"]


def test_the_same_action_proves_itself_the_second_time(outages: OutageDesk):
    for _ in range(2):
        port_is_held(outages)
        outages.forward(hours=2)
    (case,) = outages.cases("nginx")
    assert (case.state, case.seen, case.cure) == ("cured", 2, "ended shop-maintd, then started nginx")
    assert [one.attempt.result for one in case.attempts] == ["recovered_after"] * 2, "as it was measured"
    assert told(outages) == ["What helped: ended shop-maintd, then started nginx (2 of 2)."]


# --- one symptom, several causes -------------------------------------------------------------------------------------


@pytest.mark.both_stores
def test_two_recoveries_of_one_symptom_are_two_cases_that_are_told_apart(outages: OutageDesk):
    outages.reports(port_is_held(outages), **PORT)
    outages.forward(hours=2)
    outages.reports(config_is_wrong(outages), **CONFIG)
    later, earlier = outages.cases("nginx")
    assert (earlier.seen, later.seen, earlier.signature) == (1, 1, later.signature)
    assert tell_apart([later, earlier]) == (
        "Two known causes of this symptom; check first, before any action, which one it is:"
        " (1) case 2, cause “A directive in shop.conf is misspelt.”,"
        " evidence then: “nginx -t: unknown directive in shop.conf:3”,"
        " it recovered after: changed “lisen” to “listen” in /etc/nginx/shop.conf, then restarted nginx;"
        " (2) case 1, cause “shop-maintd holds port 8081, which nginx needs.”,"
        " evidence then: “ss -ltnp: shop-maintd on 8081”,"
        " it recovered after: ended shop-maintd, then started nginx."
    )


OTHER_WORDS = {
    "cause": "Line 3 of /etc/nginx/shop.conf says lisen, so the server block has no port.",
    "evidence": "sed -n 3p /etc/nginx/shop.conf",
    "cure": "Wrote line 3 anew",
    "verified_by": "HTTP 200",
}


def line_is_written_anew(outages: OutageDesk, file: str = "/etc/nginx/shop.conf") -> int:
    outages.check("nginx", "down", "down")
    session = outages.session("nginx")
    outages.does(session, f"cp /srv/good.conf {file}", kind="redeploy")
    outages.does(session, RESTART, "nginx")
    outages.check("nginx", "healthy", "healthy")
    return session


@pytest.mark.both_stores
def test_a_cause_in_other_words_is_the_same_where_both_cures_were_done_to_the_file_that_both_name(outages: OutageDesk):
    outages.reports(config_is_wrong(outages), **CONFIG)
    outages.forward(hours=2)
    outages.reports(line_is_written_anew(outages), **OTHER_WORDS)
    (case,) = outages.cases("nginx")
    assert (case.seen, case.cause) == (2, OTHER_WORDS["cause"])
    causes = outages.read(
        lambda: outages.book.store.database.execute_sql("SELECT cause FROM case_occurrences ORDER BY id").fetchall()
    )
    assert causes == [(CONFIG["cause"],), (OTHER_WORDS["cause"],)], "both wordings stay"


@pytest.mark.parametrize(
    ("file", "cause"),
    [
        ("/etc/nginx/tls.conf", "Line 9 of /etc/nginx/tls.conf names a certificate that is gone."),
        ("/etc/nginx/shop.conf", "The certificate had expired."),
        ("/etc/nginx/tls.conf", OTHER_WORDS["cause"]),
    ],
)
def test_another_file_or_a_cause_that_does_not_name_it_is_another_case(outages: OutageDesk, file: str, cause: str):
    outages.reports(config_is_wrong(outages), **CONFIG)
    outages.forward(hours=2)
    outages.reports(line_is_written_anew(outages, file), **OTHER_WORDS | {"cause": cause})
    assert len(outages.cases("nginx")) == 2


def test_one_cause_that_showed_itself_in_two_messages_is_one_case(outages: OutageDesk):
    outages.reports(port_is_held(outages), **PORT)
    outages.check("nginx", "down", "down", detail="connection refused at http://127.0.0.1:8081/")
    session = outages.session("nginx")
    outages.does(session, "pkill -x shop-maintd", "shop-maintd", kind="stop")
    outages.does(session, START, "nginx")
    outages.check("nginx", "healthy", "healthy")
    outages.reports(session, **PORT)
    (case,) = outages.cases("nginx")
    assert (case.seen, case.state) == (2, "cured")


def test_a_case_is_found_by_each_message_that_its_problem_showed(outages: OutageDesk):
    test_one_cause_that_showed_itself_in_two_messages_is_one_case(outages)
    query = SymptomQuery("connection refused at http://127.0.0.1:8081/", ("nginx",), "http")
    (match,) = outages.read(lambda: outages.learning.matcher.match(query))
    assert (match.case.seen, match.bar) == (2, "answer")


def test_another_message_of_the_same_check_is_a_hint(outages: OutageDesk):
    outages.reports(port_is_held(outages), **PORT)
    query = SymptomQuery("certificate has expired", ("nginx",), "http")
    (match,) = outages.read(lambda: outages.learning.matcher.match(query))
    assert match.bar == "hint"
    other = SymptomQuery("certificate has expired", ("nginx",), "tls")
    assert [one.bar for one in outages.read(lambda: outages.learning.matcher.match(other))] == ["none"]


def test_an_open_incident_is_shown_under_the_latest_case_and_moves_when_it_closes(outages: OutageDesk):
    outages.reports(port_is_held(outages), **PORT)
    outages.forward(hours=2)
    outages.reports(config_is_wrong(outages), **CONFIG)
    outages.forward(hours=2)
    outages.check("nginx", "down", "down")
    assert {case.id: case.seen for case in outages.cases("nginx")} == {1: 1, 2: 2}
    session = outages.session("nginx")
    outages.does(session, "pkill -x shop-maintd", "shop-maintd", kind="stop")
    outages.does(session, START, "nginx")
    outages.check("nginx", "healthy", "healthy")
    assert {case.id: case.seen for case in outages.cases("nginx")} == {1: 2, 2: 1}
    assert {case.id: case.state for case in outages.cases("nginx")} == {1: "cured", 2: "cured"}


@pytest.mark.both_stores
def test_what_the_operator_merged_stays_merged(outages: OutageDesk):
    outages.reports(port_is_held(outages), **PORT)
    outages.forward(hours=2)
    outages.reports(config_is_wrong(outages), **CONFIG)
    outages.write(lambda: outages.learning.cases.merge(1, 2))
    for incident in (1, 2):
        outages.write(lambda number=incident: outages.learning.learn_from_incident(number, outages.now))
    assert [(case.id, case.seen) for case in outages.cases("nginx")] == [(1, 2)]


def test_what_the_operator_filed_under_another_service_stays_there(outages: OutageDesk):
    port_is_held(outages)
    outages.write(lambda: outages.learning.cases.edit(1, service="shop"))
    outages.write(lambda: outages.learning.learn_from_incident(1, outages.now))
    assert [case.service for case in outages.cases()] == ["shop"]


def test_the_operator_s_own_cure_is_kept_when_the_incident_is_filed_anew(outages: OutageDesk):
    port_is_held(outages)
    outages.write(lambda: outages.learning.cases.edit(1, cure="moved shop-maintd to port 8082"))
    outages.write(lambda: outages.learning.learn_from_incident(1, outages.now))
    (case,) = outages.cases("nginx")
    assert "moved shop-maintd to port 8082" in [one.action for one in case.treatments if one.helped]


def test_what_went_away_belongs_to_the_case_whose_cause_it_does_not_contradict(outages: OutageDesk):
    outages.reports(port_is_held(outages), **PORT)
    outages.forward(hours=2)
    outages.check("nginx", "down", "down", "healthy", "healthy")
    assert [case.seen for case in outages.cases("nginx")] == [2]


def test_of_several_known_causes_none_is_an_answer(outages: OutageDesk):
    outages.reports(port_is_held(outages), **PORT)
    query = SymptomQuery("answers 502 instead of 200", ("nginx",), "http")
    assert [one.bar for one in outages.read(lambda: outages.learning.matcher.match(query))] == ["answer"]
    outages.forward(hours=2)
    outages.reports(config_is_wrong(outages), **CONFIG)
    assert [one.bar for one in outages.read(lambda: outages.learning.matcher.match(query))] == ["hint", "hint"]


# --- what was filed before -------------------------------------------------------------------------------------------


def test_what_an_earlier_version_filed_keeps_its_words_and_learns_only_whether_it_held(outages: OutageDesk):
    outages.outage("nginx", cure=RESTART)
    sql = outages.store.database.execute_sql
    outages.write(lambda: sql("UPDATE case_occurrences SET from_ledger = 0, end = 'cured'"))
    outages.write(lambda: sql("UPDATE case_attempts SET result = 'helped'"))
    outages.forward(minutes=40)
    outages.check("nginx", "healthy")
    outages.write(lambda: outages.learning.learn_what_held(outages.now))
    assert told(outages) == ["What helped: restarted nginx (1 of 1, held)."]
