"""Lines → turns: of both versions' recordings, of live streams, of anything."""

from __future__ import annotations

import json
from pathlib import Path

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.stream.events import load
from claudeops_desktop.stream.turns import TurnReader, subject, totals_after, totals_after_each, turns_of

RECORDINGS = sorted((Path(__file__).parents[1] / "recordings").glob("*.ndjson"))


def lines_of(path):
    lines = path.read_bytes().splitlines()
    return [(n, f"2026-05-01T12:00:{n % 60:02d}.000Z", data) for n, line in enumerate(lines, 1) if (data := load(line))]


def recording(name):
    return next(path for path in RECORDINGS if path.name == f"{name}.ndjson")


def said(text, message="m1", usage=None, **more):
    block = {"type": "text", "text": text}
    message = {"id": message, "role": "assistant", "model": "x", "content": [block], "usage": usage or {}}
    return {"type": "assistant", "message": message, "parent_tool_use_id": None} | more


def called(tool_id, command, message="m1", **more):
    block = {"type": "tool_use", "id": tool_id, "name": "Bash", "input": {"command": command}}
    message = {"id": message, "role": "assistant", "model": "x", "content": [block], "usage": {"input_tokens": 100}}
    return {"type": "assistant", "message": message, "parent_tool_use_id": None} | more


def answered(tool_id, text, is_error=False):
    block = {"type": "tool_result", "tool_use_id": tool_id, "content": text, "is_error": is_error}
    return {"type": "user", "message": {"role": "user", "content": [block]}, "parent_tool_use_id": None}


def made(*data):
    return turns_of((n, f"2026-05-01T12:00:{n:02d}.000Z", one) for n, one in enumerate(data, 1))


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_every_recording_gives_each_tool_call_and_each_word_of_the_agent_once(path):
    lines = lines_of(path)
    turns = turns_of(lines)
    blocks = [block for _, _, data in lines if data["type"] == "assistant" for block in data["message"]["content"]]
    assert sum(len(turn.tools) for turn in turns) == sum(block["type"] == "tool_use" for block in blocks)
    whole = "\n\n".join(turn.text for turn in turns)
    assert all(block["text"] in whole for block in blocks if block["type"] == "text")
    assert [turn.number for turn in turns] == list(range(1, len(turns) + 1))


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_the_shares_of_the_turns_are_what_the_session_said_it_cost(path):
    lines = lines_of(path)
    costs = [data["total_cost_usd"] for _, _, data in lines if data["type"] == "result"]
    turns = turns_of(lines)
    if costs and turns:
        assert sum(turn.cost_usd or 0 for turn in turns) == pytest.approx(max(costs))


def test_a_sub_agent_is_told_apart():
    turns = turns_of(lines_of(recording("subagent-2.1.330")))
    theirs = [turn for turn in turns if turn.agent]
    assert theirs
    assert all("text from a subagent" in turn.text for turn in theirs)


@pytest.mark.parametrize("version", ["2.1.197", "2.1.330"])
def test_a_refused_call_is_denied(version):
    (step,) = [step for turn in turns_of(lines_of(recording(f"permission_denied-{version}"))) for step in turn.tools]
    assert step.denied
    assert step.is_error


@pytest.mark.parametrize("version", ["2.1.197", "2.1.330"])
def test_partial_messages_tell_what_really_came_out(version):
    turns = turns_of(lines_of(recording(f"partial_messages-{version}")))
    assert [(turn.tokens.out, turn.tokens.estimated) for turn in turns] == [(20, False), (20, False)]


def test_blocks_of_one_message_are_one_turn():
    (turn,) = made(said("I look."), called("t1", "docker ps"), answered("t1", "up 3 days"))
    assert turn.text == "I look."
    assert (turn.line, turn.last_line) == (1, 3)
    assert turn.tools[0].result == "up 3 days"
    assert turn.tools[0].seconds == 1


def test_a_call_without_an_answer_stays_open():
    (turn,) = made(called("t1", "sleep 1000"))
    assert not turn.tools[0].answered
    assert turn.tools[0].seconds is None


def test_what_came_out_is_guessed_by_length_where_the_stream_has_a_placeholder():
    (turn,) = made(said("x" * 400, usage={"output_tokens": 1}))
    assert turn.tokens.out == 100
    assert turn.tokens.estimated


def test_a_session_that_is_woken_again_pays_for_its_later_turns_only():
    first = {"type": "result", "subtype": "success", "is_error": False, "total_cost_usd": 0.10}
    second = first | {"total_cost_usd": 0.25}
    turns = made(said("one"), first, said("two", "m2"), second)
    assert [turn.cost_usd for turn in turns] == [pytest.approx(0.10), pytest.approx(0.15)]


def test_the_state_at_a_turn_is_what_was_known_then():
    turns = made(
        said("one"), called("t1", "a"), answered("t1", "no", is_error=True), said("two", "m2"), called("t2", "b", "m2")
    )
    then, now = totals_after(turns, 1), totals_after(turns, 2)
    assert (then.calls, then.failed, then.turn, then.of) == (1, 1, 1, 2)
    assert (now.calls, now.context) == (2, 100)


def test_the_state_before_the_first_turn_is_nothing():
    assert totals_after([], 0).cost_usd is None


def test_a_call_is_told_in_one_line():
    (turn,) = made(called("t1", "docker ps\n\x1b[31mdocker logs x"))
    assert subject(turn.tools[0]) == "docker ps … (1 more lines)"


def test_a_long_input_is_kept_in_part_and_says_so():
    (turn,) = made(called("t1", "x" * 50_000))
    assert turn.tools[0].input["command"].endswith("… (30,000 more)")


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)
KINDS = ("assistant", "user", "result", "system", "stream_event", "other")


@pytest.mark.slow
@given(st.lists(st.tuples(st.sampled_from(KINDS), st.dictionaries(
    st.sampled_from(("message", "subtype", "permission_denials", "event", "total_cost_usd", "parent_tool_use_id")),
    values | st.builds(lambda c: {"content": c, "id": c, "usage": c}, values), max_size=4)), max_size=6))  # fmt: skip
def test_nothing_is_too_broken(lines):
    reader = TurnReader()
    for number, (kind, data) in enumerate(lines, 1):
        reader.feed(number, "not a time", {"type": kind} | data)
    totals_after(reader.turns, len(reader.turns))


@given(st.sampled_from(RECORDINGS), st.data())
def test_a_recording_cut_anywhere_and_shuffled_gives_turns(path, data):
    lines = [line for line in path.read_bytes().splitlines() if line]
    chosen = data.draw(st.permutations(lines))[: data.draw(st.integers(0, len(lines)))]
    turns = turns_of((n, "", json.loads(line)) for n, line in enumerate(chosen, 1))
    assert orjson.dumps([turn.text for turn in turns])


def test_an_agent_that_tells_of_no_usage_uses_no_tokens():
    (turn,) = made(said("x" * 400))
    assert turn.tokens.out == 0


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_standings_are_the_standing_of_each_turn(path):
    turns = turns_of(lines_of(path))
    assert totals_after_each(turns) == [totals_after(turns, turn.number) for turn in turns]
