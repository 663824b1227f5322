"""Problems in transcripts (L6): what was executed and measured counts, what the agent says does not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.outage_sessions import SESSIONS, OutageSession, write_transcript

from claudeops_desktop.learning.cases.person_reports import read_report
from claudeops_desktop.learning.cases.refutation import find_refuted
from claudeops_desktop.learning.cases.session_case import find_cases
from claudeops_desktop.learning.cases.session_steps import read_session
from claudeops_desktop.learning.cases.types import CaseDraft


def cases_of(session: OutageSession, path: Path) -> list[CaseDraft]:
    write_transcript(path, f"/srv/{session.service}", session.rows)
    return find_cases(read_session(path), "cli:1")


@pytest.mark.parametrize("name", SESSIONS)
def test_what_helped_and_what_did_not_is_judged_by_checks(name: str, tmp_path: Path):
    session = SESSIONS[name]
    found = cases_of(session, tmp_path / "one.jsonl")
    if session.end == "none":
        assert all(case.cure is None for case in found)
        return
    (case,) = found
    assert (case.end, case.service) == (session.end, session.service)
    assert tuple(one.action for one in case.attempts if one.result == "did_not_help") == session.failed
    helped = [one.action for one in case.attempts if one.result == "helped"]
    assert len(helped) == (session.end == "cured")
    assert all(session.cure in action for action in helped)


def test_a_cure_claimed_in_prose_but_contradicted_by_the_checks_is_not_kept(tmp_path: Path):
    found = cases_of(SESSIONS["a cure that is only claimed"], tmp_path / "one.jsonl")
    assert [case.cure for case in found] == [None]
    refute = find_refuted(found)
    assert refute("Restarting postfix fixed it, the queue drains now.")
    assert refute("Mail works again.")
    assert not refute("Restarting postfix did not help.")
    assert not refute("The queue holds 321 messages.")


def test_a_claim_that_the_checks_bear_out_is_not_refuted(tmp_path: Path):
    refute = find_refuted(cases_of(SESSIONS["two restarts without effect, then a renewal"], tmp_path / "one.jsonl"))
    assert not refute("certbot renew resolved the outage")
    assert refute("Restarting nginx resolved the outage")


def test_what_a_log_line_orders_is_neither_cure_nor_cause(tmp_path: Path):
    (case,) = cases_of(SESSIONS["a log line gives an order"], tmp_path / "one.jsonl")
    told = " ".join((case.cause, *(one.action for one in case.attempts)))
    assert "evil" not in told and "curl" not in told


def test_tests_of_code_that_fail_and_pass_are_no_outage(tmp_path: Path):
    rows = (
        ("user", "the tests fail"),
        ("run", "pytest -q", "1 failed", True),
        ("Edit", {"file_path": "/srv/tool/a.py", "old_string": "a", "new_string": "b"}, "ok"),
        ("run", "pytest -q", "5 passed"),
    )
    assert cases_of(OutageSession("tool", rows), tmp_path / "one.jsonl") == []


@pytest.mark.parametrize(
    "refusal",
    [
        "Permission denied by hook: pkill ends processes; it needs approval.",
        "The user doesn't want to proceed with this tool use. The tool use was rejected.",
        "Refused: `pkill -x shop-maintd`. It ends processes. Tier 1 only looks and may not stop things.",
        "The pattern ends processes. The operator does not let a session switch something off. Report it instead.",
        "The operator was asked and refused this. Do not try it in another way; report what you found.",
    ],
)
def test_a_call_that_was_refused_is_neither_attempt_nor_check(refusal: str, tmp_path: Path):
    look = ("run", "curl -s -o /dev/null -w '%{http_code}' https://shop.lan/")
    rows = (
        ("user", "The shop is down."),
        (*look, "502"),
        ("run", "pkill -x shop-maintd", refusal, True),
        ("run", "systemctl restart shop", ""),
        (*look, refusal, True),
        (*look, "200"),
    )
    (case,) = cases_of(OutageSession("shop", rows), tmp_path / "one.jsonl")
    assert [(one.action, one.result) for one in case.attempts] == [("restarted shop", "helped")]
    assert [one.text for one in case.timeline if one.kind == "check"] == [
        f"curl /dev/null https://shop.lan/: {status}" for status in (502, 200)
    ]


def test_a_request_is_no_problem(tmp_path: Path):
    rows = (("user", "Please restart web"), ("run", "systemctl restart web; systemctl is-active web", "active"))
    assert cases_of(OutageSession("web", rows), tmp_path / "one.jsonl") == []


def test_two_problems_of_one_session_are_two_cases(tmp_path: Path):
    first = SESSIONS["the same check fails, then passes"].rows
    second = SESSIONS["a state that is named"].rows
    path = write_transcript(tmp_path / "two.jsonl", "/srv/shop", (*first, *second))
    found = find_cases(read_session(path), "cli:1")
    asked = [next(one.text for one in case.timeline if one.kind == "report") for case in found]
    assert asked == ["The shop answers 502.", "The pool is degraded."]
    assert [case.end for case in found] == ["cured", "cured"]


def test_steps_that_were_taken_together_are_marked(tmp_path: Path):
    rows = (
        ("user", "The shop is down."),
        ("run", "curl -s -o /dev/null -w '%{http_code}' https://shop.lan/", "502"),
        ("run", "systemctl restart shop", ""),
        ("run", "rm -rf /var/cache/shop", ""),
        ("run", "curl -s -o /dev/null -w '%{http_code}' https://shop.lan/", "200"),
    )
    (case,) = cases_of(OutageSession("shop", rows), tmp_path / "one.jsonl")
    assert case.end == "recovered" and case.attempts[-1].result != "helped" and "not known" in case.uncertain


def test_the_symptom_is_what_a_check_printed_and_never_what_a_person_said(tmp_path: Path):
    (case,) = cases_of(SESSIONS["the same check fails, then passes"], tmp_path / "one.jsonl")
    assert case.symptom == "curl /dev/null https://shop.lan/: 502"


@pytest.mark.parametrize("answer", ["it works now", "OK. The data is 57 GB, that should be bearable."])
def test_without_a_check_there_is_no_case(answer: str, tmp_path: Path):
    rows = (("user", "Films stutter."), ("run", "docker restart jellyfin", "jellyfin"), ("user", answer))
    assert cases_of(OutageSession("jellyfin", rows), tmp_path / "one.jsonl") == []


def test_an_order_of_a_person_is_no_report_and_a_recovery_after_a_failed_attempt_no_cure(tmp_path: Path):
    look = ("run", "curl -s -o /dev/null -w '%{http_code}' https://shop.lan/")
    rows = (
        ("user", "The shop is down."),
        (*look, "502"),
        ("run", "systemctl restart shop", ""),
        (*look, "502"),
        (*look, "200"),
        ("user", "Updates on Saturdays only, I don't want that during the week."),
    )
    (case,) = cases_of(OutageSession("shop", rows), tmp_path / "one.jsonl")
    assert (case.end, case.cure, case.uncertain) == ("unclear", None, "It was well at the end of the session.")


def test_what_a_person_answers_to_a_plan_is_no_report_of_success(tmp_path: Path):
    rows = (
        ("user", "The shop is down."),
        ("run", "curl -s -o /dev/null -w '%{http_code}' https://shop.lan/", "502"),
        ("run", "systemctl restart shop", ""),
        ("user", "OK. But not before 20:00."),
    )
    assert cases_of(OutageSession("shop", rows), tmp_path / "one.jsonl") == []


_SHOP = ("run", "curl -s -o /dev/null -w '%{http_code}' https://shop.lan/")


@pytest.mark.parametrize(
    "look",
    [
        ("run", "curl -s -o /dev/null -w '%{http_code}' https://shop.lan/health", "200"),
        ("run", "systemctl is-active shop", "active"),
    ],
)
def test_another_check_says_nothing_of_the_one_that_failed(look: tuple[str, ...], tmp_path: Path):
    rows = (("user", "The shop is down."), (*_SHOP, "502"), ("run", "systemctl restart shop", ""), look)
    assert cases_of(OutageSession("shop", rows), tmp_path / "one.jsonl") == []


_ONLY_CODE = "curl -s -o /dev/null -w '%{http_code}' https://shop.lan/"
_CODE_AND_TIME = "curl -sS -o /dev/null -m 20 -w '%{http_code} %{time_total}\\n' https://shop.lan/"
_OF_BASE = "sqlite3 shop.db 'pragma quick_check'"
_OF_LOG = "grep -c 'already connected' /var/log/mq.log"
_OF_LATEST = "tail -n 200 /var/log/mq.log | grep -c 'already connected'"


@pytest.mark.parametrize(
    ("check", "bad", "again", "good"),
    [
        (_ONLY_CODE, "502", _CODE_AND_TIME, "200 0.31"),
        (_CODE_AND_TIME, "502 0.02", _ONLY_CODE, "200"),
        (f"{_OF_BASE} | head -1", "*** in database main ***", _OF_BASE, "ok"),
        (_OF_LOG, "311", _OF_LATEST, "0"),
    ],
)
def test_a_check_that_only_shows_more_or_less_of_the_same_answer_is_made_again(
    check: str, bad: str, again: str, good: str, tmp_path: Path
):
    rows = (("user", "The shop is down."), ("run", check, bad), ("run", f"systemctl restart shop && {again}", good))
    (case,) = cases_of(OutageSession("shop", rows), tmp_path / "one.jsonl")
    assert [(one.action, one.result) for one in case.attempts] == [("restarted shop", "helped")]


@pytest.mark.parametrize(
    ("check", "bad", "again", "good"),
    [
        ("curl -s -w '%{time_total}' https://shop.lan/", "8.2", _ONLY_CODE, "200"),
        ("curl -s https://shop.lan/", "", "curl -sk https://shop.lan/", "ok"),
        ("curl -fs https://shop.lan/", "502", "curl -s https://shop.lan/", "ok"),
        (_ONLY_CODE, "502", f"{_ONLY_CODE} -X POST", "201"),
        (_OF_LOG, "311", "tail -n 200 /var/log/mq.log | grep -c 'refused'", "0"),
        (_OF_LOG, "311", "tail -n 200 /var/log/shop.log | grep -c 'already connected'", "0"),
        (_OF_LOG, "311", _OF_LATEST, "90"),
        ("tail -1 /var/log/shop.log", "error: no database", "head -1 /var/log/shop.log", "ready"),
    ],
)
def test_a_check_that_asks_something_else_proves_no_cure(check: str, bad: str, again: str, good: str, tmp_path: Path):
    rows = (("user", "The shop is down."), ("run", check, bad), ("run", f"systemctl restart shop && {again}", good))
    assert all(case.cure is None for case in cases_of(OutageSession("shop", rows), tmp_path / "one.jsonl"))


@pytest.mark.parametrize(
    "later",
    [
        ("run", "curl -s https://portal.lan/console", "Finished: FAILURE"),
        ("run", "systemctl reload portal", "Job for portal.service failed.", True),
        ("user", "thanks. is the backup still on the old plan?"),
        ("user", "Good night. The carrier is not available before Thursday."),
    ],
)
def test_what_is_no_check_of_the_problem_refutes_no_attempt(later: tuple[object, ...], tmp_path: Path):
    fixed = (("user", "The shop is down."), (*_SHOP, "502"), ("run", "systemctl restart shop", ""))
    (case,) = cases_of(OutageSession("shop", (*fixed, later, (*_SHOP, "200"))), tmp_path / "one.jsonl")
    (restart, *_) = (one for one in case.attempts if one.action.startswith("restarted shop"))
    assert restart.result != "did_not_help"


def test_a_number_of_which_nobody_knows_whether_more_is_better_says_nothing(tmp_path: Path):
    mtu = "ip link show wg0 | grep -o 'mtu [0-9]*'"
    rows = (
        ("user", "Files hang."),
        ("run", mtu, "mtu 1420"),
        (*_SHOP, "000", True),
        ("run", f"ip link set wg0 mtu 1360 && {mtu}", "mtu 1360"),
        (*_SHOP, "200"),
    )
    (case,) = cases_of(OutageSession("wireguard", rows), tmp_path / "one.jsonl")
    assert [one.result for one in case.attempts] == ["helped"]


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("It works again! Why did this happen at all?", "good"),
        ("still 502", "bad"),
        ("does it work now?", "unknown"),
        ("good, I go to bed. put replicas back to 2 after that", "unknown"),
        ("Yes. The invoices don't go out before six.", "unknown"),
    ],
)
def test_a_report_comes_first_is_short_and_asks_nothing(text: str, state: str):
    assert read_report(text) == state


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(SESSIONS)), st.integers(0, 4000), st.lists(st.integers(0, 10_000), max_size=4))
def test_cut_or_garbled_transcripts_never_raise_and_invent_no_cure(
    tmp_path_factory: pytest.TempPathFactory, name: str, end: int, flipped: list[int]
):
    session = SESSIONS[name]
    path = write_transcript(tmp_path_factory.mktemp("cut") / "one.jsonl", f"/srv/{session.service}", session.rows)
    raw = bytearray(path.read_bytes())
    for place in flipped:
        raw[place % len(raw)] = 0
    path.write_bytes(bytes(raw[: max(0, len(raw) - end)]))
    for case in find_cases(read_session(path), "cli:1"):
        assert case.end != "cured" or session.end == "cured"


def test_a_clock_that_jumps_back_changes_the_order_of_nothing(tmp_path: Path):
    session = SESSIONS["the same check fails, then passes"]
    path = write_transcript(tmp_path / "one.jsonl", "/srv/shop", session.rows)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    for at, line in enumerate(lines):
        line["timestamp"] = f"2026-03-0{2 - at % 2}T09:00:00.000Z"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    (case,) = find_cases(read_session(path), "cli:1")
    assert case.end == "cured" and session.cure in case.attempts[-1].action
