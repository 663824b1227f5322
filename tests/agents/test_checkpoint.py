"""A turn becomes a checkpoint and a turn again (E1); whatever an agent says can be stored."""

from __future__ import annotations

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.agents.checkpoint import RESULT_KEPT, SAID_KEPT, checkpoint_of, cut, turn_of
from claudeops_desktop.records.checkpoints import Checkpoint
from claudeops_desktop.stream.turns import TokenCount, ToolStep, Turn, totals_after

AT = "2026-03-02T09:00:00.000000Z"
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=20,
)


def kept(turn: Turn, **more: object) -> Checkpoint:
    given = {"user_input": "", "so_far": turn.tokens, "status": "running", "about": {}} | more
    return checkpoint_of(7, turn, **given)


def test_a_turn_comes_back_as_it_was() -> None:
    step = ToolStep("t1", "Bash", {"command": "df -h"}, 4, AT, AT, 5, "/dev/sda1 80%", 13, True, False, False, "")
    turn = Turn(
        3, 4, AT, "m3", "haiku", "", 5, AT, "I look.", "hm", False, [step], TokenCount(1, 2, 3, 4, False), 0.02, ["n"]
    )
    assert turn_of(kept(turn)) == turn


def test_what_is_endless_is_cut_and_its_end_stays() -> None:
    step = ToolStep("t", "Bash", {"command": "x" * 50_000, "deep": [[[[[[[["y"]]]]]]]]}, 1, AT)
    step.result = "begin" + "z" * 90_000 + "end"
    stored = kept(Turn(1, 1, AT, text="w" * 90_000, tools=[step] * 900))
    assert len(stored.model_output) < SAID_KEPT + 100
    assert len(stored.tool_calls) == 200
    assert stored.state["calls_left_out"] == 700
    call = stored.tool_calls[0]
    assert call["result"].startswith("begin")
    assert call["result"].endswith("end")
    assert len(call["result"]) < RESULT_KEPT + 100
    assert len(orjson.dumps(call["input"])) < 10_000


@pytest.mark.slow
@given(st.dictionaries(st.text(max_size=10), anything, max_size=5))
def test_whatever_a_tool_is_given_can_be_stored(given_input: dict) -> None:
    stored = kept(Turn(1, 1, AT, tools=[ToolStep("t", "X", given_input, 1, AT)]))
    assert isinstance(orjson.loads(orjson.dumps(list(stored.tool_calls)))[0]["input"], dict)


@pytest.mark.slow
@given(
    st.dictionaries(st.text(max_size=10), anything, max_size=9),
    st.lists(st.dictionaries(st.text(max_size=8), anything, max_size=5), max_size=3),
)
def test_a_spoiled_checkpoint_is_still_a_turn(state: dict, calls: list) -> None:
    names = ("line", "cost_usd", "notes", "tokens", "model", "failed", "input", "result")
    spoiled = state | dict(zip(names, state.values(), strict=False))
    turn = turn_of(Checkpoint(1, 1, "", tuple(calls), "said", spoiled))
    assert turn.text == "said"
    assert totals_after([turn], 1).calls == len(calls)


@given(st.text(), st.integers(4, 100))
def test_a_text_is_cut_only_where_it_is_too_long(text: str, most: int) -> None:
    short = cut(text, most)
    assert (short == text) == (len(text) <= most)
    assert short.startswith(text[: most - most // 4])
