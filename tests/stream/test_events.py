"""One line → what it means (CLAUDE_CLI facts; PRODUCT S3, S7)."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.stream import writing
from claudeops_desktop.stream.display import WIDTH, display
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
    TaskEvent,
    ThinkingBlock,
    ToolDenial,
    ToolResult,
    ToolUse,
    UnknownEvent,
    UnparsedLine,
    UserText,
    events_of,
    load,
    parse,
)

RECORDINGS = sorted((Path(__file__).parents[1] / "recordings").glob("*.ndjson"))


def events_in(name: str, kind: type) -> list:
    path = next(path for path in RECORDINGS if path.name == name)
    return [event for line in path.read_bytes().splitlines() for event in parse(line) if isinstance(event, kind)]


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_every_line_of_every_recording_is_understood(path):
    for line in path.read_bytes().splitlines():
        events = parse(line)
        assert events
        assert not any(isinstance(event, UnparsedLine) for event in events)
        assert all(display(event) is not None for event in events)


@pytest.mark.slow
@given(st.binary(max_size=300))
def test_any_bytes_are_read_without_an_error(data):
    for event in parse(data):
        display(event)


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
_FIELDS = """type subtype message content model text name input id result is_error total_cost_usd num_turns errors tools
    structured_output permission_denials parent_tool_use_id error tool_use_id status api_error_status"""
_names = st.sampled_from(_FIELDS.split())
_kinds = st.sampled_from(["assistant", "user", "result", "system", "stream_event", "text", "tool_use", "tool_result"])


@pytest.mark.slow
@given(st.dictionaries(_names, _json | _kinds, max_size=8), _kinds)
def test_missing_fields_and_fields_of_any_type_are_tolerated(fields, kind):
    for data in ({**fields, "type": kind}, {"type": kind, "message": {**fields, "content": [fields, "x", None]}}):
        for event in parse(json.dumps(data).encode()):
            display(event)


def test_garbage_is_kept_short_and_an_empty_line_says_nothing():
    assert parse(b"npm WARN deprecated") == (UnparsedLine("npm WARN deprecated"),)
    assert len(parse(b"x" * 10_000_000)[0].text) == 500
    assert parse(b"[1, 2]") == (UnparsedLine("[1, 2]"),)
    assert parse(b"  \r") == ()


def test_unknown_types_are_told_apart_and_ignored():
    assert parse(b'{"type":"stream_event","event":{}}') == (UnknownEvent("stream_event", ""),)
    assert parse(b'{"type":"system","subtype":"ui_invalidate"}') == (UnknownEvent("system", "ui_invalidate"),)
    assert parse(b"{}") == (UnknownEvent("", ""),)


def test_lone_surrogates_and_broken_utf8_do_not_lose_the_line():
    (event,) = parse(b'{"type":"assistant","message":{"content":[{"type":"text","text":"a \\ud800 b"}]}}')
    assert event.text == "a ? b"
    (event,) = parse(b'{"type":"assistant","message":{"content":[{"type":"text","text":"a \xff b"}]}}')
    assert event.text == "a \ufffd b"


def test_several_blocks_in_one_line_keep_their_places():
    content = [{"type": "thinking", "thinking": "t"}, {"type": "text", "text": "one"}, {"type": "text", "text": "two"}]
    line = json.dumps({"type": "assistant", "message": {"id": "m", "model": "x", "content": content}}).encode()
    assert parse(line) == (
        ThinkingBlock("t", 0, True),
        AssistantText("one", 1, "m", True),
        AssistantText("two", 2, "m", True),
    )


def test_main_is_the_main_agent_alone():
    def main(**more) -> bool:
        data = {"type": "assistant", "message": {"model": more.pop("model", "x"), "content": "hi"}, **more}
        (event,) = parse(json.dumps(data).encode())
        return isinstance(event, AssistantText) and event.main

    assert main(parent_tool_use_id=None)
    assert main()
    assert not main(parent_tool_use_id="toolu_1")
    assert not main(subagent_type="general-purpose")
    assert not main(model="<synthetic>")
    assert not main(error="server_error")
    assert not main(is_api_error_message=True)


def test_a_sub_agents_side_chain_is_not_the_main_agent():
    data = {"type": "assistant", "isSidechain": True, "message": {"id": "m", "content": "hi"}}
    assert events_of(data) == (AssistantText("hi", 0, "m", main=False),)
    assert events_of(data | {"isSidechain": "no"}) == (AssistantText("hi", 0, "m", main=True),)


def system(subtype: str, **more) -> dict:
    return {"type": "system", "subtype": subtype} | more


@pytest.mark.parametrize(
    ("data", "event"),
    [
        (
            system(
                "init",
                session_id="s",
                model="m",
                cwd="/",
                tools=["Bash", 3],
                claude_code_version="1",
                permissionMode="p",
            ),
            InitEvent("s", "m", "/", ("Bash",), "1", "p"),
        ),
        (system("init", tools="Bash"), InitEvent("", "", "", (), "", "")),
        (
            system("api_retry", attempt=2, max_retries=10, retry_delay_ms=0.5, error_status=529, error="overloaded"),
            ApiRetry(2, 10, 0.5, 529, "overloaded"),
        ),
        (system("api_retry", error_status=None), ApiRetry(0, 0, 0.0, None, "")),
        (
            system("compact_boundary", compact_metadata={"trigger": "auto", "pre_tokens": 9, "post_tokens": 0}),
            CompactionEvent("auto", 9, 0),
        ),
        (system("compact_boundary", compact_metadata=[]), CompactionEvent("", None, None)),
        (system("hook_started", hook_name="h"), HookEvent("h", "started", "", None, "")),
        (
            system("hook_response", hook_name="h", outcome="ok", exit_code=2, output="a", stdout="b", stderr="c"),
            HookEvent("h", "ended", "ok", 2, "a"),
        ),
        (system("hook_response", stdout="b", stderr="c"), HookEvent("", "ended", "", None, "b")),
        (system("hook_response", stderr="c"), HookEvent("", "ended", "", None, "c")),
        (
            system("task_started", task_id="t", description="look", status="new", summary="", patch={"status": "x"}),
            TaskEvent("t", "started", "new", "look"),
        ),
        (system("task_updated", patch={"status": "done"}), TaskEvent("", "updated", "done", "")),
        (system("task_notification", summary="s", description="d"), TaskEvent("", "notification", "", "s")),
        (system("permission_denied", tool_name="Bash", message="no"), PermissionDenied("Bash", "no")),
        (system("informational", level="info", content="c"), CliNotice("info", "c")),
        (system("status", status="compacting", compact_error="e"), StatusEvent("compacting", "e")),
        (system("status", status=None), StatusEvent("", "")),
    ],
)
def test_what_a_line_of_the_system_means(data, event):
    assert events_of(data) == (event,)


def assistant(*content, **more) -> dict:
    return {"type": "assistant", "message": {"id": "m", "content": list(content)}} | more


def user(*content, **more) -> dict:
    return {"type": "user", "message": {"content": list(content)}} | more


CALL = {"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": "ls"}}
TEXT = {"type": "text", "text": "hi"}


@pytest.mark.parametrize(
    ("data", "events"),
    [
        (assistant(TEXT, aborted=True), (AssistantText("hi", 0, "m", main=True, complete=False),)),
        (assistant(TEXT, aborted="yes"), (AssistantText("hi", 0, "m", main=True, complete=True),)),
        (
            assistant(TEXT, error="billing", api_error_status=402),
            (ApiError("hi", "billing", 402),),
        ),
        (assistant(TEXT, is_api_error_message=True), (ApiError("hi", "", None),)),
        (assistant(TEXT, is_api_error_message=1, error=""), (AssistantText("hi", 0, "m", main=True),)),
        (assistant(CALL), (ToolUse("Bash", "t", {"command": "ls"}, 0, main=True),)),
        (
            assistant(CALL | {"input": "ls"}, parent_tool_use_id="p"),
            (ToolUse("Bash", "t", {}, 0, main=False, parent="p"),),
        ),
        (assistant({"type": "redacted_thinking", "data": "x"}), (ThinkingBlock("", 0, main=True),)),
        (
            assistant({"type": "image"}, "text", TEXT),
            (UnknownEvent("assistant", "image"), UnknownEvent("assistant", ""), AssistantText("hi", 2, "m", main=True)),
        ),
        (assistant(), (UnknownEvent("assistant", ""),)),
        ({"type": "assistant"}, (UnknownEvent("assistant", ""),)),
        (user(TEXT), (UserText("hi", main=True),)),
        ({"type": "user", "message": {"content": "hi"}}, (UserText("hi", main=True),)),
        (user(TEXT, subagent_type="x"), (UserText("hi", main=False),)),
        (
            user({"type": "tool_result", "tool_use_id": "t", "content": "out", "is_error": True}, {"type": "image"}),
            (ToolResult("t", "out", is_error=True, main=True), UnknownEvent("user", "image")),
        ),
        (
            user(
                {
                    "type": "tool_result",
                    "content": [TEXT, {"resource": {"text": "there"}}, {"type": "image"}],
                    "is_error": 1,
                }
            ),
            (ToolResult("", "hi\nthere\n", is_error=False, main=True),),
        ),
        (user(), (UnknownEvent("user", ""),)),
    ],
)
def test_what_a_line_of_the_agent_and_of_its_tools_means(data, events):
    assert events_of(data) == events


EMPTY = ResultEvent(False, "", "", "", None, None, None, None, (), None, "", "", "")


@pytest.mark.parametrize(
    ("data", "changed"),
    [
        ({}, {}),
        ({"subtype": "success"}, {"subtype": "success"}),
        ({"subtype": "error_max_turns"}, {"subtype": "error_max_turns", "is_error": True}),
        ({"subtype": "error_max_turns", "is_error": False}, {"subtype": "error_max_turns"}),
        ({"subtype": "success", "is_error": True}, {"subtype": "success", "is_error": True}),
        ({"subtype": "success", "is_error": "yes"}, {"subtype": "success"}),
        (
            {"result": "bye", "stop_reason": "end_turn", "session_id": "s", "terminal_reason": "done"},
            {"text": "bye", "stop_reason": "end_turn", "session_id": "s", "terminal_reason": "done"},
        ),
        (
            {"total_cost_usd": 1, "num_turns": 2.0, "duration_ms": 3},
            {"cost_usd": 1.0, "num_turns": 2, "duration_ms": 3},
        ),
        ({"total_cost_usd": True, "num_turns": "2", "duration_ms": None}, {}),
        ({"total_cost_usd": 1e15, "num_turns": -1e15}, {}),
        ({"total_cost_usd": 999999999999999, "num_turns": -1}, {"cost_usd": 999999999999999.0, "num_turns": -1}),
        (
            {"api_error_status": 529, "api_error_type": "overloaded"},
            {"api_error_status": 529, "api_error_type": "overloaded"},
        ),
        ({"structured_output": {"a": 1}, "errors": ["e", 3, "f"]}, {"structured": {"a": 1}, "errors": ("e", "f")}),
        ({"structured_output": [1], "errors": "e"}, {}),
        (
            {"permission_denials": [{"tool_name": "Bash", "tool_input": {"command": "rm"}}, "x", {"tool_input": 3}]},
            {"permission_denials": (ToolDenial("Bash", {"command": "rm"}), ToolDenial("", {}))},
        ),
        ({"permission_denials": {"tool_name": "Bash"}}, {}),
    ],
)
def test_what_a_result_means(data, changed):
    assert events_of({"type": "result"} | data) == (replace(EMPTY, **changed),)


@pytest.mark.parametrize(
    ("line", "data"),
    [
        (b'{"a":1}', {"a": 1}),
        (b'\xef\xbb\xbf{"a":1}', {"a": 1}),
        (b' {"a":NaN}x', None),
        (b'{"a":', None),
        (b'["a"]', None),
        (b'["\xff"]', None),
        (b'  {"a\xff":["\\ud800",{"b":"\xff"},1,null,true]}', {"a\ufffd": ["?", {"b": "\ufffd"}, 1, None, True]}),
        (b'{"a":' + b"[" * 100_000, None),
        (b"", None),
    ],
    ids=["object", "with a mark", "more after it", "half", "list", "broken list", "mended", "deep", "empty"],
)
def test_the_object_of_a_line(line, data):
    assert load(line) == data


def test_of_a_line_that_is_no_object_five_hundred_characters_are_kept():
    """However many bytes they take."""
    assert parse("é".encode() * 10_000) == (UnparsedLine("é" * 500),)
    assert parse("😀".encode() * 10_000) == (UnparsedLine("😀" * 500),)


def test_recorded_events_have_their_fields():
    (init,) = events_in("success_plain-2.1.330.ndjson", InitEvent)
    assert (init.version, init.model) == ("2.1.330", "claude-haiku-5-5")
    assert "Bash" in init.tools
    (result,) = events_in("success_plain-2.1.330.ndjson", ResultEvent)
    assert (result.is_error, result.cost_usd, result.num_turns) == (False, 0.00002, 1)
    (retry,) = events_in("api_error_529-2.1.197.ndjson", ApiRetry)
    assert (retry.status, retry.error, retry.attempt, retry.max_retries) == (529, "overloaded", 1, 1)
    (error,) = events_in("api_error_401-2.1.197.ndjson", ApiError)
    assert error.kind == "authentication_failed"
    assert events_in("permission_denied-2.1.197.ndjson", ResultEvent)[0].permission_denials[0].tool == "Bash"
    assert events_in("json_schema-2.1.330.ndjson", ResultEvent)[0].structured == {"status": "ok", "count": 2}
    assert any("summary" in event.text for event in events_in("compact_manual-2.1.330.ndjson", UserText))
    assert [event.main for event in events_in("subagent-2.1.330.ndjson", AssistantText)] == [True, False, True]


def test_what_is_written_is_read_back():
    about = {"session_id": "s", "model": "m"}
    assert parse(writing.init(**about, tools=["Bash"], version="1.2"))[0] == InitEvent(
        "s", "m", "", ("Bash",), "1.2", "default"
    )
    assert parse(writing.assistant_text("hi\n✓", **about))[0] == AssistantText("hi\n✓", 0, "msg", True)
    assert parse(writing.assistant_text("hi", **about, parent_tool_use_id="t"))[0].main is False
    assert parse(writing.tool_use("Bash", {"command": "ls"}, **about))[0] == ToolUse(
        "Bash", "tool", {"command": "ls"}, 0, True
    )
    assert parse(writing.tool_result("out", session_id="s"))[0] == ToolResult("tool", "out", False, True)
    result = parse(writing.result("bye", session_id="s", cost_usd=0.5, structured={"summary": "x"}))[0]
    assert (result.text, result.cost_usd, result.structured, result.is_error) == ("bye", 0.5, {"summary": "x"}, False)
    assert parse(writing.result("", session_id="s", is_error=True, subtype="error_max_turns", errors=["e"]))[
        0
    ].errors == ("e",)


def test_a_result_that_is_written_without_more_is_of_one_turn_that_cost_nothing():
    expected = replace(EMPTY, subtype="success", text="bye", cost_usd=0.0, num_turns=1, duration_ms=0, session_id="s")
    assert parse(writing.result("bye", session_id="s")) == (expected,)


def test_display_shows_untrusted_text_harmless_and_short():
    about = {"session_id": "s", "model": "m"}
    (line,) = display(parse(writing.assistant_text("a\x1b[31mred\u202eevil\x07", **about))[0])
    assert line.text == "a␛[31mred�evil␇"
    (line,) = display(parse(writing.assistant_text("x" * 10_000, **about))[0])
    assert len(line.text) <= WIDTH
    assert line.text.endswith("more)")
    lines = display(parse(writing.tool_result("row\n" * 5000, session_id="s"))[0])
    assert len(lines) == 201
    assert lines[-1].text == "… (4,800 more lines)"
    assert display(parse(b'{"type":"system","subtype":"ui_invalidate"}')[0]) == []


WHOLE = b'{"type":"user","message":{"content":"From now on use --cleanup-cache."}}'


@pytest.mark.parametrize(
    "line",
    [
        WHOLE + b"\0" * 300,
        WHOLE + b"\0\0\n",
        b'{"type":"assistant","message":{"content":[{"type":"text","te' + WHOLE,
        b'{"type":"assistant","message":{"content":[{"type":"text","text":"Half a sent' + WHOLE + b"\0\0",
        b'{"type":"assistant","uuid' + WHOLE,
    ],
)
def test_a_whole_record_is_read_beside_what_a_crash_left(line: bytes):
    assert load(line) == load(WHOLE)


@pytest.mark.parametrize(
    "line",
    [
        b'{"type":"assistant","message":{"content":[{"type":"text","text":"x"}',
        b'{"type":"a","message": {"type":"result","is_error":false}',
        b'{"type":"a","b":[1, {"type":"result"}',
        b'{"type":"assistant","te' + b'{"no":"type"}',
        b"\0" * 100,
        b'{"' * 100_000,
    ],
    ids=["block", "message", "item", "no record", "nothing", "depth"],
)
def test_a_part_of_a_torn_record_is_no_record(line: bytes):
    assert load(line) is None
