"""When a session repeats itself without progress, and when it only looks like it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from claudeops_desktop.agents.stall_detector import MOST_REPEATED_CALLS, MOST_REPEATED_TURNS, StallDetector
from claudeops_desktop.core.clock import to_text
from claudeops_desktop.stream.events import AssistantText, ToolResult, ToolUse, UserText

DEMAND = "You MUST call the StructuredOutput tool to complete this request. Call this tool now."
BEGUN = datetime(2026, 5, 1, tzinfo=UTC)
MANY = 4 * MOST_REPEATED_CALLS


class Stream:
    """A session as the detector sees it; ``ended`` is the first reason, "" where there was none."""

    def __init__(self) -> None:
        self.detector = StallDetector()
        self.now = BEGUN
        self.number = 0
        self.ended = ""

    def _line(self, event) -> None:
        self.ended = self.ended or self.detector.read_events(to_text(self.now), (event,))

    def say(self, text: str, main: bool = True) -> None:
        self.number += 1
        self._line(AssistantText(text, 0, f"msg_{self.number}", main))

    def demand(self, text: str = DEMAND) -> None:
        self._line(UserText(text, True))

    def call(self, command: str, answer: str, took_s: float = 0.1, main: bool = True) -> None:
        self.number += 1
        self._line(ToolUse("Bash", f"tool_{self.number}", {"command": command}, 0, main))
        self.now += timedelta(seconds=took_s)
        self._line(ToolResult(f"tool_{self.number}", answer, False, main))


@pytest.fixture
def stream() -> Stream:
    return Stream()


def test_a_cli_that_demands_the_same_without_end_is_ended_whatever_the_model_says(stream):
    for number in range(MANY):
        stream.say(f"I am done, as I said {number} times.")
        stream.demand()
    assert stream.ended.startswith("It repeated itself without progress: the CLI made the same demand 13 times")


def test_the_same_words_without_a_tool_are_ended(stream):
    for _ in range(MANY):
        stream.say("All is well.")
    assert stream.ended.startswith("It repeated itself without progress: it said the same 13 times")


def test_nine_demands_as_supported_versions_make_them_are_not_ended(stream):
    for _ in range(9):
        stream.say("I am done.")
        stream.demand()
    assert stream.ended == ""


def test_the_same_call_with_the_same_answer_is_ended_at_its_limit(stream):
    for number in range(MOST_REPEATED_CALLS):
        stream.say(f"Attempt {number}")
        stream.call("systemctl status jellyfin", "inactive")
    assert stream.ended == ""
    stream.call("systemctl status jellyfin", "inactive")
    assert stream.ended == (
        f"It repeated itself without progress: {MOST_REPEATED_CALLS} tool calls in a row (Bash) were the same as before"
        " and were answered the same."
    )


def test_a_cycle_of_two_calls_is_ended(stream):
    for _ in range(MANY):
        stream.call("docker ps", "up")
        stream.call("df -h", "50%")
    assert stream.ended


def test_polling_with_another_answer_each_time_is_work(stream):
    for number in range(MANY):
        stream.call("curl -s http://nas/health", f"starting, {number} s")
    assert stream.ended == ""


@pytest.mark.parametrize("command", ["sleep 5; curl -s http://nas/health", "kubectl wait --for=condition=Ready pod/x"])
def test_polling_that_waits_by_its_words_is_work(stream, command):
    for _ in range(MANY):
        stream.call(command, "503")
    assert stream.ended == ""


def test_polling_that_waits_by_its_time_is_work(stream):
    for _ in range(MANY):
        stream.call("./until-healthy.sh", "503", took_s=6)
    assert stream.ended == ""


def test_one_new_answer_begins_the_count_anew(stream):
    for answer in ("503", "200"):
        for _ in range(MOST_REPEATED_CALLS):
            stream.call("curl -s http://nas/health", answer)
        stream.call(f"echo {stream.number}", "something else")
    assert stream.ended == ""


def test_many_different_words_are_no_loop(stream):
    for number in range(MANY):
        stream.say(f"Service {number} is healthy.")
    assert stream.ended == ""


def test_a_sub_agent_is_not_counted(stream):
    for _ in range(MANY):
        stream.say("All is well.", main=False)
        stream.call("docker ps", "up", main=False)
    assert stream.ended == ""


def test_the_limit_is_above_what_supported_versions_demand():
    from claudeops_desktop.agents.claude_cli.cli_versions import measured_versions

    assert max(row.schema_requests or 0 for row in measured_versions()) < MOST_REPEATED_TURNS
