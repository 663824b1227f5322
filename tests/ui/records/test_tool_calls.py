"""Tool calls read from a log (FIELD: every tool call listed in order, allowed or refused)."""

from __future__ import annotations

from claudeops_desktop.streamjson.events import Denial, PermissionDenied, Result, ToolResult, ToolUse, parse
from claudeops_desktop.ui.pages.sessions.tool_calls import calls_of

AT = "2026-03-01T12:00:00.000Z"
LATER = "2026-03-01T12:00:02.500Z"


def use(number, command, name="Bash"):
    return ToolUse(name, f"t{number}", {"command": command}, 0, True)


def answer(number, text="", error=False):
    return ToolResult(f"t{number}", text, error, True)


def result(*denials):
    (event,) = parse(b'{"type":"result","subtype":"success","is_error":false}')
    assert isinstance(event, Result)
    return Result(**{name: getattr(event, name) for name in event.__slots__} | {"permission_denials": denials})


def outcomes(*events):
    return [call.outcome for call in calls_of((n, AT, (event,)) for n, event in enumerate(events, 1))]


def test_answers_belong_to_their_calls_whatever_the_order():
    assert outcomes(use(1, "a"), use(2, "b"), answer(2), answer(1, error=True)) == ["failed", "ok"]


def test_a_call_that_the_result_lists_as_refused_is_denied():
    denied = Denial("Bash", {"command": "rm"})
    assert outcomes(use(1, "rm"), answer(1, "needs approval", True), use(2, "ls"), answer(2), result(denied)) == [
        "denied",
        "ok",
    ]


def test_a_call_refused_as_it_was_made_is_denied():
    assert outcomes(use(1, "ls"), answer(1), use(2, "rm"), PermissionDenied("Bash", "no"), answer(2, "no", True)) == [
        "ok",
        "denied",
    ]


def test_a_call_without_an_answer_stays_open():
    assert outcomes(use(1, "sleep")) == ["open"]


def test_a_call_says_where_when_and_how_long():
    (call,) = calls_of([(4, AT, (use(1, "uptime"),)), (5, LATER, (answer(1, "\n up 3 days\nx"),))])
    assert (call.line, call.at, call.seconds, call.answer, call.subject) == (4, AT, 2.5, "up 3 days", "uptime")
