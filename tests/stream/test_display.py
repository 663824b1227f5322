"""Events as plain text: what each kind says to a person, and that nothing in it can harm a terminal."""

from __future__ import annotations

import pytest

from claudeops_desktop.stream.display import DisplayLine, clean, display, lines, subject
from claudeops_desktop.stream.events import (
    ApiError,
    ApiRetry,
    AssistantText,
    CliNotice,
    CompactionEvent,
    HookEvent,
    InitEvent,
    PermissionDenied,
    ResultEvent,
    StatusEvent,
    StreamEvent,
    TaskEvent,
    ThinkingBlock,
    ToolDenial,
    ToolResult,
    ToolUse,
    UnknownEvent,
    UnparsedLine,
    UserText,
)


def started(model: str, version: str = "") -> InitEvent:
    return InitEvent("s", model, "/srv", (), version, "default")


def called(given: dict) -> ToolUse:
    return ToolUse("Bash", "t", given, 0, main=True)


def ended(
    *,
    is_error: bool = False,
    subtype: str = "success",
    text: str = "bye",
    cost: float | None = None,
    turns: int | None = None,
    errors: tuple[str, ...] = (),
) -> ResultEvent:
    return ResultEvent(is_error, subtype, "", text, cost, turns, None, None, errors, None, "", "", "s")


@pytest.mark.parametrize(
    ("event", "kind", "text"),
    [
        (started("watch"), "start", "Watcher started"),
        (started("watch", "1.2"), "start", "Watcher 1.2 started"),
        (started("haiku"), "start", "Agent started with haiku"),
        (started("", "2.1.330"), "start", "Agent 2.1.330 started with its own model"),
        (AssistantText("hi", 0, "m", main=True), "text", "hi"),
        (AssistantText("hi", 0, "m", main=False), "note", "hi"),
        (called({"command": "ls"}), "tool", "Bash ls"),
        (ToolResult("t", "out", is_error=False, main=True), "output", "out"),
        (ToolResult("t", "out", is_error=True, main=True), "error", "out"),
        (ThinkingBlock("hm", 0, main=True), "thinking", "hm"),
        (ApiError("no credit", "billing", 402), "error", "no credit"),
        (CliNotice("info", "updated"), "note", "updated"),
        (UserText("a summary", main=True), "note", "a summary"),
        (
            ApiRetry(2, 10, 500.0, 529, "overloaded_error"),
            "note",
            "The API did not answer: overloaded error (529). Attempt 2 of 10 follows.",
        ),
        (ApiRetry(1, 0, 500.0, None, ""), "note", "The API did not answer: the network. Attempt 1 follows."),
        (CompactionEvent("auto", None, None), "note", "The conversation was shortened to a summary."),
        (HookEvent("guard", "ended", "blocked", 2, ""), "note", "Hook guard: blocked"),
        (HookEvent("guard", "ended", "", 0, ""), "note", "Hook guard: done"),
        (TaskEvent("t", "started", "", "looks it up"), "note", "Sub-agent started: looks it up"),
        (TaskEvent("t", "notification", "completed", "found"), "note", "Sub-agent completed: found"),
        (PermissionDenied("Bash", "Not allowed."), "error", "Bash was refused. Not allowed."),
        (StatusEvent("compacting", ""), "note", "Shortening the conversation…"),
        (ended(), "result", "Done"),
        (ended(turns=1, cost=0.0), "result", "Done · 1 turn · $0.00"),
        (ended(turns=0, cost=1.5, errors=("unseen",)), "result", "Done · 0 turns · $1.50"),
        (ended(is_error=True, turns=2, errors=("one", "two")), "error", "Failed · one; two · 2 turns"),
        (ended(is_error=True), "error", "Failed · bye"),
        (ended(is_error=True, text="", subtype="error_max_turns"), "error", "Failed · error_max_turns"),
        (UnparsedLine("npm WARN"), "garbage", "npm WARN"),
    ],
)
def test_what_an_event_says(event, kind, text):
    assert display(event) == [DisplayLine(kind, text)]


@pytest.mark.parametrize(
    "event",
    [
        HookEvent("guard", "started", "", None, ""),
        TaskEvent("t", "updated", "running", "x"),
        StatusEvent("requesting", ""),
        StatusEvent("", ""),
        UnknownEvent("stream_event", ""),
        ToolDenial("Bash", {}),
        AssistantText(" \n ", 0, "m", main=True),
        StreamEvent(),
    ],
)
def test_what_says_nothing_to_a_person_is_not_shown(event):
    assert display(event) == []


@pytest.mark.parametrize(
    ("given", "about"),
    [
        ({"command": "ls"}, "ls"),
        ({"prompt": "p", "file_path": "/etc/x", "command": "  "}, "/etc/x"),
        ({"url": "u", "pattern": "p"}, "p"),
        ({"query": "q", "description": "d"}, "q"),
        ({"command": "\n  ls\npwd\n"}, "ls … (1 more lines)"),
        ({"command": 3, "path": "/srv"}, "/srv"),
        ({"other": "é", "n": 1}, '{"other":"é","n":1}'),
        ({}, ""),
    ],
)
def test_a_call_is_told_by_what_it_is_about(given, about):
    assert subject(called(given)) == about


def test_of_an_input_without_a_known_name_two_thousand_bytes_are_told():
    assert subject(called({"x": "y" * 3_000})) == '{"x":"' + "y" * 1_994
    assert subject(called({"xy": "é" * 3_000})) == '{"xy":"' + "é" * 996 + "�"


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("plain é 😀", "plain é 😀"),
        ("a\tb", "a    b"),
        ("a\rb\r", "ab"),
        ("\x00\x07\x08\x0b\x0e\x1b[31m\x1f ", "␀␇␈␋␎␛[31m␟ "),
        ("~\x7f\x80\x9f\xa0", "~␡��\xa0"),
        ("\u2027a\u2028b\u2029c", "\u2027a b c"),
        ("\u200d\u200e\u200f\u2010", "\u200d��\u2010"),
        ("\u202a\u202b\u202e\u202f", "���\u202f"),
        ("\u2065\u2066\u2069\u206a", "\u2065��\u206a"),
    ],
)
def test_control_and_direction_characters_become_visible_signs(line, shown):
    assert clean(line) == shown


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("x" * 500, "x" * 500),
        ("x" * 501, "x" * 476 + "… (25 more)"),
        ("x" * 12_000, "x" * 476 + "… (11,524 more)"),
        ("\t" * 125, " " * 500),
        ("\t" * 126, " " * 476 + "… (28 more)"),
    ],
)
def test_a_line_has_at_most_five_hundred_characters(line, shown):
    assert clean(line) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("", []),
        ("\n \r\n", []),
        ("\r\n one\r\n\ntwo \n", [" one", "", "two "]),
        ("row\n" * 200, ["row"] * 200),
        ("row\n" * 201, [*["row"] * 200, "… (1 more lines)"]),
        ("row\n" * 1_402, [*["row"] * 200, "… (1,202 more lines)"]),
    ],
    ids=["empty", "blank", "three", "200", "201", "1402"],
)
def test_a_text_has_at_most_two_hundred_lines(text, shown):
    assert lines("note", text) == [DisplayLine("note", line) for line in shown]
