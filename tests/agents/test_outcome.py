"""How a session ended, from what it said and how its process ended (PRODUCT S5, S9)."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from claudeops_desktop.agents.outcome import OutcomeReader, first_sentences
from claudeops_desktop.agents.outcome_schema import report_of, services_of
from claudeops_desktop.agents.redact import LineRedactor
from claudeops_desktop.agents.types import EscalationRequest, ProcessEnding, ServiceChecked, SessionReport
from claudeops_desktop.stream import writing
from claudeops_desktop.stream.events import parse

RECORDINGS = sorted((Path(__file__).parents[1] / "recordings").glob("*.ndjson"))
ABOUT = {"session_id": "s", "model": "m"}
EXITED = ProcessEnding("exited", 0)

EXPECTED = {
    "api_connection_dropped": ("failed", "The API could not be reached; gave up after 1 retry."),
    "api_connection_refused": ("failed", "The API could not be reached; gave up after 1 retry."),
    "api_error_400": ("failed", "The API refused the request (400)."),
    "api_error_401": ("failed", "The API refused the key (401). Log in with `claude`, or set ANTHROPIC_API_KEY."),
    "api_error_403": ("failed", "The API refused access (403)."),
    "api_error_404": ("failed", "The model claude-haiku"),
    "api_error_429": ("failed", "The API's rate limit was reached (429); gave up after 1 retry."),
    "api_error_500": ("failed", "The API failed (500); gave up after 1 retry."),
    "api_error_529": ("failed", "The API was overloaded (529); gave up after 1 retry."),
    "api_error_retry_then_ok": ("completed", ""),
    "compact_manual": ("completed", ""),
    "hooks_all_events": ("completed", ""),
    "interrupted_sigint_while_text": ("interrupted", "The agent was interrupted from outside."),
    "interrupted": ("failed", "The agent ended without a result."),
    "json_schema": ("completed", ""),
    "max_output_tokens": ("failed", "The answer was longer than the model may write at once."),
    "max_turns": ("failed", "It stopped at the turn limit."),
    "not_logged_in": ("failed", "The Claude CLI is not logged in."),
    "partial_messages": ("completed", ""),
    "permission_denied": ("completed", ""),
    "prompt_too_long": ("failed", "The prompt is too long for the model."),
    "refusal": ("failed", "The model refused to go on with this request."),
    "subagent": ("completed", ""),
    "success": ("completed", ""),
}


def read(*lines: bytes, **more) -> OutcomeReader:
    reader = OutcomeReader(**more)
    for line in lines:
        for event in parse(line):
            reader.read_event(event)
    return reader


def of(path: Path) -> OutcomeReader:
    return read(*path.read_bytes().splitlines())


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_every_recording_ends_with_its_status_and_reason(path):
    """The table of PRODUCT S5, on recordings of real sessions."""
    name = max((name for name in EXPECTED if path.stem.startswith(name)), key=len)
    status, reason = EXPECTED[name]
    for outcome in (of(path).outcome(None, recording=True), of(path).outcome(EXITED)):
        assert outcome.status == status
        assert outcome.reason.startswith(reason)
        assert bool(outcome.reason) == (status != "completed")
        assert outcome.agent_session_id
        assert outcome.model.startswith("claude-haiku")


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_our_own_stop_outweighs_any_result(path):
    assert of(path).outcome(ProcessEnding("signalled", -15, "", "stopped")).status == "stopped"


NOT_ENDED = "The agent did not end after it had given its result, so it was ended. The result counts."


@pytest.mark.parametrize("stop", ["hung", "timed_out"])
def test_an_agent_that_hangs_after_its_result_keeps_it(stop):
    said = read(writing.init(**ABOUT), writing.result("All is well.", session_id="s"))
    ended = said.outcome(ProcessEnding("signalled", -9, "", stop))
    assert (ended.status, ended.reason, ended.response) == ("completed", "", "All is well.")
    assert ended.warnings == (NOT_ENDED,)


def test_what_an_agent_prints_when_it_is_stopped_is_no_result():
    said = read(writing.init(**ABOUT), writing.result("", session_id="s", terminal_reason="aborted_streaming"))
    assert said.outcome(ProcessEnding("signalled", -2, "", "timed_out")).status == "timed_out"


def test_an_agent_that_goes_on_after_a_result_can_still_run_out_of_time():
    more = writing.assistant_text("I look again.", session_id="s", message_id="m", model="m")
    said = read(writing.init(**ABOUT), writing.result("All is well.", session_id="s"), more)
    ended = said.outcome(ProcessEnding("signalled", -9, "", "timed_out"))
    assert (ended.status, ended.reason) == ("timed_out", "It was stopped at the time limit.")


def test_our_own_death_interrupts_a_session_without_a_result():
    """PRODUCT S5, S6."""
    assert read(writing.init(**ABOUT)).outcome(None).status == "interrupted"
    ended = read(writing.init(**ABOUT), writing.result("done", session_id="s"))
    assert ended.outcome(None).status == "completed", "its result was there before we died"


@pytest.mark.parametrize(
    ("ending", "stderr", "reason"),
    [
        (ProcessEnding("exited", 0), (), "The agent ended without a result."),
        (ProcessEnding("exited", 1), (), "The agent ended without a result (exit code 1)."),
        (ProcessEnding("signalled", -9), (), "The agent ended without a result: it was ended by SIGKILL."),
        (
            ProcessEnding("exited", 1),
            ("error: unknown option '--nope'",),
            "The agent ended without a result: error: unknown option '--nope'.",
        ),
        (ProcessEnding("exited", 0), ("a harmless warning",), "The agent ended without a result."),
        (ProcessEnding("failed_to_start", None, "claude was not found."), (), "claude was not found."),
    ],
)
def test_an_end_without_a_result_says_what_is_known(ending, stderr, reason):
    reader = read(writing.init(**ABOUT))
    for line in stderr:
        reader.see_stderr(line)
    outcome = reader.outcome(ending)
    assert (outcome.status, outcome.reason, outcome.exit_code) == ("failed", reason, ending.exit_code)


def test_an_error_result_with_subtype_success_is_a_failure():
    reader = read(writing.result("API Error: 418 I am a teapot", session_id="s", is_error=True, api_error_status=418))
    outcome = reader.outcome(ProcessEnding("exited", 1))
    assert outcome.status == "failed"
    assert outcome.reason == "The API refused the request (418). API Error: 418 I am a teapot."


def test_an_interruption_in_the_middle_of_a_tool_is_interrupted():
    reader = read(
        writing.result(
            "", session_id="s", is_error=True, subtype="error_during_execution", terminal_reason="aborted_tools"
        )
    )
    assert reader.outcome(EXITED).status == "interrupted"
    note = {"type": "user", "message": {"content": [{"type": "text", "text": "[Request interrupted by user]"}]}}
    plain = writing.result("", session_id="s", is_error=True, subtype="error_during_execution")
    assert read(writing.line(note), plain).outcome(EXITED).status == "interrupted", "a version that gives no reason"
    unknown_id = read(
        writing.result("", session_id="s", is_error=True, subtype="error_during_execution", errors=["No conversation"])
    )
    assert unknown_id.outcome(ProcessEnding("exited", 1)).reason == "No conversation."


def test_of_several_results_the_last_counts_and_costs_are_a_running_sum():
    good = writing.result("first answer", session_id="s", cost_usd=0.5, num_turns=2, duration_ms=100)
    bad = writing.result(
        "API Error: 500", session_id="s", is_error=True, api_error_status=500, cost_usd=0.7, num_turns=1
    )
    outcome = read(good, bad).outcome(EXITED)
    assert (outcome.status, outcome.cost_usd, outcome.num_turns) == ("failed", 0.7, 3)
    better = read(bad, writing.result("done", session_id="s", cost_usd=0.8)).outcome(EXITED)
    assert (better.status, better.cost_usd, better.response) == ("completed", 0.8, "done")


def test_the_spend_cap_names_both_sums():
    spent = writing.result("", session_id="s", is_error=True, subtype="error_max_budget_usd", cost_usd=1.024)
    assert read(spent, spend_cap_usd=1.0).outcome(EXITED).reason == "It spent $1.02, more than the cap of $1."
    ours = read(writing.init(**ABOUT), spend_cap_usd=2.0).outcome(ProcessEnding("exited", 0, "", "spend"))
    assert (ours.status, ours.reason) == ("failed", "It stopped at the spend cap of $2.")


def test_the_time_limit_is_named():
    outcome = read(time_limit_s=1200).outcome(ProcessEnding("exited", 0, "", "timed_out"))
    assert outcome.reason == "It was stopped at the time limit of 20 min."


STRUCTURED = {
    "summary": "Jellyfin restarts by itself.",
    "services_checked": [
        {"service": "Jellyfin", "status": "degraded", "detail": "two restarts"},
        {"service": "caddy", "status": "ok"},
        {"service": "db", "status": "on fire"},
        {"status": "healthy"},
        "nonsense",
    ],
    "escalation": {"needed": True, "reason": "It keeps restarting.", "services": ["Jellyfin"], "context": "see log"},
}


def test_the_structured_outcome_is_read_from_the_result():
    """PRODUCT S9."""
    said = writing.assistant_text("# Report\n\nI looked at all of it.", **ABOUT)
    end = writing.result('{"summary": "…"}', session_id="s", structured=STRUCTURED)
    outcome = read(writing.init(**ABOUT), said, end).outcome(EXITED)
    assert outcome.summary == "Jellyfin restarts by itself."
    assert outcome.response == "# Report\n\nI looked at all of it."
    assert outcome.escalate == EscalationRequest("It keeps restarting.", ("jellyfin",), "see log")
    assert outcome.services_checked == (
        ServiceChecked("jellyfin", "degraded", "two restarts"),
        ServiceChecked("caddy", "healthy"),
        ServiceChecked("db", "unknown"),
    )


def test_the_structured_outcome_is_read_from_the_tool_where_the_result_has_none():
    call = writing.tool_use("StructuredOutput", STRUCTURED, **ABOUT)
    outcome = read(call, writing.result("done", session_id="s")).outcome(EXITED)
    assert outcome.structured == STRUCTURED


def test_the_hand_off_file_is_the_fallback(tmp_path):
    """PRODUCT S9."""
    file = tmp_path / "hand-off.json"
    end = writing.result("done", session_id="s")
    assert read(end, handoff=file).outcome(EXITED).structured is None
    file.write_text('{"summary": "From the file.", "escalate": "Disk is failing"}')
    outcome = read(end, handoff=file).outcome(EXITED)
    assert (outcome.summary, outcome.escalate) == ("From the file.", EscalationRequest("Disk is failing"))
    file.write_text('{"summary": "Password hunter2-hunter2 works."}')
    assert read(end, handoff=file, redact=LineRedactor(["hunter2-hunter2"])).outcome(EXITED).summary == (
        "Password [redacted] works."
    )
    file.write_text("{broken")
    assert read(end, handoff=file).outcome(EXITED).structured is None


@pytest.mark.parametrize(
    "wish", [{"needed": False, "reason": "x"}, {}, "no", "", None, False, {"needed": "no"}, {"services": ["a"]}, 3]
)
def test_no_escalation_without_a_wish(wish):
    end = writing.result("done", session_id="s", structured={"escalation": wish})
    assert read(end).outcome(EXITED).escalate is None


def test_a_failed_session_does_not_escalate():
    end = writing.result("", session_id="s", structured=STRUCTURED, is_error=True, subtype="error_max_turns")
    assert read(end).outcome(EXITED).escalate is None


def test_refused_tools_and_garbage_are_told():
    lines = [
        line
        for path in RECORDINGS
        if path.stem == "permission_denied-2.1.330"
        for line in path.read_bytes().splitlines()
    ]
    outcome = read(b"not json", *lines).outcome(EXITED)
    assert outcome.warnings == (
        "1 line was not understood and left out; the log has it.",
        "Bash was refused, since this tier may not do it: touch made-by-tool.",
    )


def test_a_summary_without_structure_is_the_first_sentence():
    assert first_sentences("# All good\n\nmore") == "All good"
    assert first_sentences("[MEMORY:timing:x] y\n---\n- Fine now.") == "Fine now."
    long = "All of the services that were looked at answer as they should, and quickly. " + "word " * 100
    assert first_sentences(long) == "All of the services that were looked at answer as they should, and quickly."
    assert len(first_sentences("word " * 500)) <= 240
    assert first_sentences("") == ""


def retry(status: int | None, attempt: int = 1) -> bytes:
    said = {"type": "system", "subtype": "api_retry", "attempt": attempt, "max_retries": 10, "error_status": status}
    return writing.line(said)


@pytest.mark.parametrize(
    ("status", "told"),
    [
        (529, "while the API was overloaded (529)."),
        (429, "while the API limited the rate (429)."),
        (401, "while the API refused the key (401)."),
        (503, "while the API did not answer (503)."),
        (None, "while the API could not be reached."),
    ],
)
def test_an_end_in_the_middle_of_asking_again_says_what_it_waited_for(status, told):
    """Ten retries take three minutes; the operator's time limit or stop may come first."""
    reader = read(writing.init(**ABOUT), retry(status), retry(status, 2))
    out_of_time = reader.outcome(ProcessEnding("exited", 0, "", "timed_out"))
    assert (out_of_time.status, out_of_time.reason) == ("timed_out", f"It was stopped at the time limit, {told}")
    cut = reader.outcome(None, recording=True)
    assert (cut.status, cut.reason) == ("failed", f"The agent ended without a result, {told}")


def test_what_was_answered_in_the_end_is_no_reason():
    reader = read(writing.init(**ABOUT), retry(529), writing.assistant_text("All is well.", session_id="s", model="m"))
    assert reader.outcome(EXITED).reason == "The agent ended without a result."


NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def rejected(status: str = "rejected", **more: object) -> bytes:
    about = {"status": status, "resetsAt": 1_772_380_800, "rateLimitType": "five_hour", "overageStatus": "rejected"}
    return writing.line({"type": "rate_limit_event", "rate_limit_info": about | more, "session_id": "s"})


@pytest.mark.parametrize("is_error", [True, False])
@pytest.mark.parametrize(
    ("words", "opens"),
    [
        ("You have hit your session limit · resets 3pm (UTC)", "2026-03-01T15:00"),
        ("You've hit your 5-hour limit · resets Mar 3, 11pm (Europe/Berlin)", "2026-03-03T22:00"),
        ("5-hour limit reached ∙ resets 9am (UTC)", "2026-03-02T09:00"),
        ("Claude AI usage limit reached|1772380800", "2026-03-01T16:00"),
        ('Error: {"data":{"elapsed_days":1},"error_type":"grace_daily_limit_reached"}', ""),
        ("You've reached your Opus weekly limit", ""),
    ],
)
def test_a_limit_of_the_subscription_is_a_failure_that_says_when_it_opens(words: str, opens: str, is_error: bool):
    outcome = read(writing.result(words, session_id="s", is_error=is_error)).outcome(EXITED)
    assert outcome.limit is not None
    at = outcome.limit.opens_at(NOW)
    assert (outcome.status, outcome.overloaded) == ("failed", False)
    assert outcome.reason.startswith("The usage limit of the subscription is reached. The Claude CLI said: ")
    assert (at.astimezone(UTC).isoformat()[:16] if at else "") == opens


def test_a_limit_of_an_event_holds_whatever_the_words_are():
    lines = rejected(), writing.result("Something new", session_id="s", is_error=True, api_error_status=429)
    outcome = read(*lines).outcome(ProcessEnding("exited", 1))
    assert outcome.limit is not None
    assert outcome.limit.opens_at(NOW) == datetime(2026, 3, 1, 16, 0, tzinfo=UTC)
    assert not outcome.overloaded


@pytest.mark.parametrize("status", ["allowed", "allowed_warning"])
def test_overage_that_is_refused_beside_an_open_window_is_no_limit(status: str):
    outcome = read(rejected(status, utilization=0.93), writing.result("done", session_id="s")).outcome(EXITED)
    assert (outcome.status, outcome.limit) == ("completed", None)
    assert outcome.window is not None
    assert outcome.window.utilization == 0.93


@pytest.mark.parametrize(
    ("words", "remedy"),
    [
        ("Failed to authenticate: OAuth session expired and could not be refreshed", "Log in with `claude`"),
        ("OAuth token has expired · Please run /login", "Log in with `claude`"),
        ("API Error: Extra usage is required for 1M context · run /extra-usage to enable", "Choose another one"),
        ("Your organization does not have access to Claude Code", "Ask its administrator"),
    ],
)
@pytest.mark.parametrize("is_error", [True, False])
def test_a_message_about_the_login_is_a_failure_with_its_remedy_and_its_words(words: str, remedy: str, is_error: bool):
    lines = writing.result(words, session_id="s", is_error=is_error, api_error_status=429 if is_error else None)
    outcome = read(lines).outcome(EXITED)
    assert (outcome.status, outcome.overloaded, outcome.limit) == ("failed", False, None)
    assert remedy in outcome.reason
    assert words in outcome.reason


def test_raw_json_of_the_cli_is_said_in_words():
    words = 'Error: {"data":{"type":"notice"},"error_type":"grace_daily_limit_reached"}'
    reason = read(writing.result(words, session_id="s", is_error=True)).outcome(EXITED).reason
    assert reason.endswith("The Claude CLI said: Error: grace daily limit reached.")


def test_what_the_agent_itself_said_is_no_message_of_the_cli():
    words = "Not logged in to the registry on ci-runner: its pulls fail."
    said = writing.assistant_text(words, session_id="s", model="m")
    assert read(said, writing.result(words, session_id="s")).outcome(EXITED).status == "completed"


@pytest.mark.parametrize(
    "words",
    [
        "The limit of open files was reached on nas01; raised to 65536.",
        "The queue's 5-hour limit reached us twice. All services are healthy now and nothing is left to do here. " * 5,
        "nginx is healthy. You have hit your quota on the registry, so pulls are slow.",
    ],
)
def test_an_agent_that_writes_about_limits_has_completed(words: str):
    assert read(writing.result(words, session_id="s")).outcome(EXITED).status == "completed"


def test_a_session_that_goes_on_over_its_cap_is_overspent():
    """PRODUCT S3. The last result may cost a little more than the cap: the session is over by then."""
    first = writing.result("one", session_id="s", cost_usd=1.5)
    text = writing.assistant_text("and on", session_id="s", model="m")
    assert not read(first, spend_cap_usd=1.0).overspent
    assert read(first, text, spend_cap_usd=1.0).overspent
    assert not read(first, text, spend_cap_usd=2.0).overspent
    assert not read(first, text).overspent, "no cap"


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "byte order mark"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\n\n \n"], ids=["lf", "crlf", "blank lines"])
def test_a_recording_that_went_through_an_editor_reads_the_same(mark, end):
    lines = (writing.init(**ABOUT), writing.result("done", session_id="s"))
    stream = mark + b"".join(line.rstrip(b"\n") + end for line in lines)
    outcome = read(*stream.split(b"\n")).outcome(None, recording=True)
    assert (outcome.status, outcome.model, outcome.warnings) == ("completed", "m", ())


def test_a_measurement_keeps_its_attempts_and_its_time_and_the_worst_check_of_a_service_comes_last():
    rows = [
        {"service": "web", "status": "down", "check_type": "http", "key": "web:http", "attempts": 2,
         "at": "2026-06-01T12:00:00.000Z"},
        {"service": "db", "status": "healthy"},
        {"service": "web", "status": "healthy", "check_type": "tls", "key": "web:tls", "attempts": 0, "at": "never"},
        {"service": "db", "status": "down"},
    ]  # fmt: skip
    found = services_of({"services_checked": rows})
    assert [(one.service, one.key, one.status) for one in found] == [
        ("web", "web:tls", "healthy"),
        ("web", "web:http", "down"),
        ("db", "", "down"),
    ]
    assert [(one.attempts, one.at) for one in found] == [(1, ""), (2, "2026-06-01T12:00:00.000Z"), (1, "")]


REPORT = SessionReport(
    "A stray process held port 80.", "ss: shop-maintd", "Ended it, then started nginx.", "HTTP 200", (12, 7), (3,)
)
TOLD = {
    "cause": {"text": "A stray process held port 80.", "evidence": "ss: shop-maintd"},
    "cure": "Ended it, then started nginx.",
    "verified_by": "HTTP 200",
    "memories_used": [12, "#7", 12],
    "memories_wrong": [3, None, True, "many"],
}


def test_a_session_reports_cause_cure_and_the_memories_that_it_used():
    assert report_of(TOLD) == REPORT


@pytest.mark.parametrize("told", [{}, {"cause": None, "cure": 7, "memories_used": "12"}, {"cause": {"evidence": None}}])
def test_what_a_report_does_not_say_stays_empty(told):
    assert report_of(told) == SessionReport()


def test_a_report_is_stored_and_read_as_it_was():
    assert SessionReport.from_json(REPORT.as_json()) == REPORT
    assert SessionReport.from_json(SessionReport().as_json()) == SessionReport()


def test_a_report_is_one_line_and_short():
    assert len(report_of({"cure": "restarted\nnginx " * 200}).cure) <= 600
    assert "\n" not in report_of({"cure": "restarted\nnginx"}).cure
