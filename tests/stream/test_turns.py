"""Lines → turns: of both versions' recordings, of live streams, of anything."""

from __future__ import annotations

import json
from pathlib import Path

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.stream import turns as turns_module
from claudeops_desktop.stream.events import load
from claudeops_desktop.stream.turns import (
    SessionTotals,
    TokenCount,
    ToolStep,
    Turn,
    TurnReader,
    forget_words,
    seconds_between,
    subject,
    totals_after,
    totals_after_each,
    turns_of,
)

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


def at(number):
    return f"2026-05-01T12:00:{number:02d}.000Z"


def result(cost=None, **more):
    return {"type": "result", "subtype": "success", "is_error": False, "total_cost_usd": cost} | more


def system(subtype, **more):
    return {"type": "system", "subtype": subtype} | more


def delta(out, **more):
    return {"type": "stream_event", "event": {"type": "message_delta", "usage": {"output_tokens": out}}} | more


def thought(text, message="m1", **more):
    content = [{"type": "thinking", "thinking": text}]
    return {"type": "assistant", "message": {"id": message, "content": content}} | more


USAGE = {
    "input_tokens": 10,
    "cache_creation_input_tokens": 200,
    "cache_read_input_tokens": 3_000,
    "output_tokens": 40,
}


def test_a_turn_holds_what_one_message_said_called_and_was_answered():
    (turn,) = made(
        thought("One."),
        said("I look.", usage=USAGE),
        thought("Two."),
        said("Well."),
        called("t1", "ls"),
        answered("t1", "a"),
    )
    step = ToolStep("t1", "Bash", {"command": "ls"}, 5, at(5), at(6), 6, "a", 1, answered=True)
    assert turn == Turn(
        number=1,
        line=1,
        at=at(1),
        message_id="m1",
        last_line=6,
        ended_at=at(6),
        text="I look.\n\nWell.",
        thinking="One.\n\nTwo.",
        tools=[step],
        tokens=TokenCount(new=100, out=40, estimated=False),
    )
    assert (turn.seconds, step.seconds) == (5.0, 1.0)


def test_tokens_are_added_and_weigh_what_they_cost():
    one, two = TokenCount(1, 20, 300, 4_000, estimated=False), TokenCount(5, 6, 7, 8, estimated=False)
    assert one.context == 321
    assert one.weight == pytest.approx(1 + 20 * 1.25 + 300 * 0.1 + 4_000 * 5)
    assert one + two == TokenCount(6, 26, 307, 4_008, estimated=False)
    assert one + TokenCount() == TokenCount() + one == TokenCount(1, 20, 300, 4_000, estimated=True)
    assert TokenCount() == TokenCount(0, 0, 0, 0, estimated=True)


@pytest.mark.parametrize(
    ("usage", "text", "tokens"),
    [
        (USAGE, "x" * 160, TokenCount(10, 200, 3_000, 40, estimated=False)),
        (USAGE, "x" * 161, TokenCount(10, 200, 3_000, 41, estimated=True)),
        ({"output_tokens": 0}, "x", TokenCount(0, 0, 0, 1, estimated=True)),
        ({"output_tokens": 999_999_999_999}, "x", TokenCount(out=999_999_999_999, estimated=False)),
        ({"output_tokens": 1_000_000_000_000}, "x", TokenCount(out=1, estimated=True)),
        ({"output_tokens": -5, "input_tokens": -5}, "x", TokenCount(out=1, estimated=True)),
        ({"output_tokens": True, "input_tokens": "7", "cache_read_input_tokens": 2.0}, "x", TokenCount(0, 0, 2, 1)),
        ({}, "x" * 400, TokenCount()),
        ([], "x" * 400, TokenCount()),
    ],
)
def test_what_a_turn_used_is_what_the_stream_says_and_a_guess_where_less_came_out_than_was_seen(usage, text, tokens):
    (turn,) = made(said(text, usage=usage))
    assert turn.tokens == tokens


def test_all_that_a_turn_said_thought_and_called_counts_for_the_guess():
    (turn,) = made(thought("x" * 40), said("x" * 40), called("t1", "x" * 40))
    assert turn.tokens == TokenCount(new=100, out=(80 + len(str({"command": "x" * 40})) + 3) // 4, estimated=True)


@pytest.mark.parametrize(
    ("lines", "out"),
    [
        ([said("x" * 400, usage=USAGE), delta(7)], [(7, False)]),
        ([said("x" * 400, usage=USAGE), delta(7), said("more", usage=USAGE)], [(7, False)]),
        ([said("x" * 400, usage=USAGE), delta(0)], [(100, True)]),
        ([said("x" * 400, usage=USAGE), delta(7, parent_tool_use_id="p")], [(100, True)]),
        ([said("x" * 400, usage=USAGE), {"type": "stream_event", "event": {"type": "message_start"}}], [(100, True)]),
        ([delta(7), said("x" * 400, usage=USAGE)], [(100, True)]),
        ([said("a"), said("b", "m2"), delta(7)], [(0, True), (7, False)]),
        ([said("a"), said("b", "m2", parent_tool_use_id="p"), delta(7)], [(7, False), (0, True)]),
    ],
)
def test_the_end_of_a_partial_message_tells_what_came_out_of_its_agents_latest_turn(lines, out):
    assert [(turn.tokens.out, turn.tokens.estimated) for turn in made(*lines)] == out


@pytest.mark.parametrize(
    ("lines", "turns"),
    [
        ([said("a"), said("b")], [("", "a\n\nb")]),
        ([said("a"), said("b", "m2")], [("", "a"), ("", "b")]),
        ([said("a", ""), said("b", "")], [("", "a"), ("", "b")]),
        ([said("a"), said("b", parent_tool_use_id="p"), said("c")], [("", "a\n\nc"), ("p", "b")]),
        (
            [said("a", subagent_type="explorer"), said("b", "m2", isSidechain=True)],
            [("explorer", "a"), ("sub-agent", "b")],
        ),
        ([said("a", isSidechain="no"), said("")], [("", "a")]),
        ([{"type": "assistant", "message": {"id": "m", "content": [{"type": "image"}]}}], []),
        ([result(0.1), system("init"), {"type": "user"}, {}], []),
    ],
)
def test_which_lines_make_a_turn(lines, turns):
    found = made(*lines)
    assert [(turn.agent, turn.text) for turn in found] == turns
    assert [turn.number for turn in found] == list(range(1, len(turns) + 1))


def test_turns_beyond_the_bound_are_left_out(monkeypatch):
    monkeypatch.setattr(turns_module, "MOST_TURNS", 2)
    assert [turn.text for turn in made(said("a"), said("b", "m2"), said("c", "m3"), said("d"))] == ["a\n\nd", "b"]


def test_a_turn_that_ended_in_an_error_of_the_api_has_failed():
    fine, broken = made(said("a"), said("no credit", "m2", error="billing"), said("more", "m2"))
    assert (fine.failed, broken.failed, broken.text) == (False, True, "no credit\n\nmore")


def test_what_the_cli_says_in_between_stands_with_the_next_turn():
    first, second = made(
        said("a"),
        system("api_retry", error="overloaded"),
        system("api_retry"),
        system("compact_boundary"),
        system("informational", content="updated"),
        system("informational", content=""),
        said("b", "m2"),
        system("informational", content="too late"),
    )
    assert first.notes == []
    assert second.notes == [
        "The API did not answer (overloaded); asked again.",
        "The API did not answer (the network); asked again.",
        "The conversation was shortened to a summary.",
        "updated",
    ]


@pytest.mark.parametrize(
    ("lines", "denied"),
    [
        ([system("permission_denied", tool_name="Bash", message="no", tool_use_id="t1")], {"t1": "no"}),
        ([system("permission_denied", tool_name="Bash", message="no")], {"t2": "no"}),
        (
            [system("permission_denied", tool_name="Bash", message=word) for word in ("no", "nor")],
            {"t2": "no", "t1": "nor"},
        ),
        ([answered("t2", "out"), system("permission_denied", tool_name="Bash", message="no")], {"t1": "no"}),
        (
            [answered("t2", "out", is_error=True), system("permission_denied", tool_name="Bash", message="no")],
            {"t2": "no"},
        ),
        ([system("permission_denied", tool_name="Read", message="no")], {}),
        ([result(permission_denials=[{"tool_use_id": "t1"}, "x", {"tool_use_id": "t9"}])], {"t1": ""}),
        ([result(permission_denials={"tool_use_id": "t1"})], {}),
    ],
)
def test_a_refusal_is_of_the_call_that_it_names_or_the_latest_that_is_open(lines, denied):
    turns = made(called("t1", "a"), called("t2", "b", "m2"), *lines)
    assert {step.id: step.denial for turn in turns for step in turn.tools if step.denied} == denied


def test_an_answer_belongs_to_the_turn_that_made_the_call():
    first, second = made(
        called("t1", "a"), said("b", "m2"), answered("t1", "x" * 100_001, is_error=True), answered("t9", "nobody asked")
    )
    step = first.tools[0]
    assert (len(step.result), step.result_length, step.is_error, step.ended_line) == (100_000, 100_001, True, 3)
    assert ((first.last_line, first.ended_at), (second.last_line, second.ended_at)) == ((3, at(3)), (2, at(2)))
    reader = TurnReader()
    reader.feed(5, at(5), called("t1", "a"))
    reader.feed(4, "", answered("t1", "x"))
    assert (reader.turns[0].last_line, reader.turns[0].ended_at, reader.turns[0].seconds) == (5, at(5), 0.0)
    assert reader.of_call("t1") == (reader.turns[0], reader.turns[0].tools[0])
    assert reader.of_call("t9") is None


CHEAP, DEAR = ({"input_tokens": new, "output_tokens": 1} for new in (1, 13))
"""One weighs 6, the other 18."""


@pytest.mark.parametrize(
    ("lines", "costs"),
    [
        ([said("a"), said("b", "m2")], [None, None]),
        ([said("a"), result()], [None]),
        ([said("a", usage=CHEAP), said("b", "m2", DEAR), result(0.24)], [0.06, 0.18]),
        ([said("a"), said("b", "m2"), result(0.2)], [0.1, 0.1]),
        ([said("a"), result(0.2), result(0.3), said("b", "m2"), result(0.35)], [0.2, 0.15]),
        ([said("a"), result(0.2), said("b", "m2"), result(0.1), said("c", "m3"), result(0.3)], [0.2, 0.0, 0.1]),
        ([said("a"), result(), said("b", "m2"), result(0.2)], [0.1, 0.1]),
    ],
)
def test_what_a_session_cost_is_shared_by_what_its_turns_used(lines, costs):
    assert [turn.cost_usd for turn in made(*lines)] == [cost if cost is None else pytest.approx(cost) for cost in costs]


def test_a_turn_is_unpaid_until_the_session_says_what_it_cost():
    reader = TurnReader()
    reader.feed(1, at(1), said("a"))
    reader.feed(2, at(2), result())
    assert reader.unpaid == tuple(reader.turns)
    reader.feed(3, at(3), result(0.1))
    assert reader.unpaid == ()


def test_how_a_session_stood_after_each_turn():
    turns = made(
        said("one", usage=USAGE | {"output_tokens": 50}),
        called("t1", "a", "m2"),
        called("t2", "b", "m2"),
        answered("t1", "no", is_error=True),
        answered("t2", "refused", is_error=True),
        result(0.5, permission_denials=[{"tool_use_id": "t2"}]),
        said("of a sub-agent", "m3", USAGE, parent_tool_use_id="t1"),
        said("no usage", "m4"),
    )
    tokens = [TokenCount(10, 200, 3_000, 50, estimated=False)]
    tokens += [tokens[0] + turns[1].tokens, tokens[0] + turns[1].tokens + turns[2].tokens]
    expected = [
        SessionTotals(1, 4, turns[0].cost_usd, tokens[0], 3_210, 0, 0, 0, 0.0),
        SessionTotals(2, 4, pytest.approx(0.5), tokens[1], 100, 2, 1, 1, 4.0),
        SessionTotals(3, 4, pytest.approx(0.5), tokens[2], 100, 2, 1, 1, 6.0),
        SessionTotals(4, 4, pytest.approx(0.5), tokens[2] + TokenCount(), 0, 2, 1, 1, 7.0),
    ]
    assert [totals_after(turns, number) for number in (1, 2, 3, 4)] == expected
    assert totals_after_each(turns) == expected
    assert totals_after(turns, 99) == expected[-1]
    assert totals_after_each([]) == []


@pytest.mark.parametrize("number", [0, -1])
def test_before_the_first_turn_a_session_has_used_nothing(number):
    nothing = SessionTotals(0, 1, None, TokenCount(estimated=False), 0, 0, 0, 0, None)
    assert totals_after(made(said("a", usage=USAGE), result(0.1)), number) == nothing


@pytest.mark.parametrize(
    ("start", "end", "seconds"),
    [
        ("2026-05-01T12:00:00.000Z", "2026-05-01T12:01:30.500Z", 90.5),
        ("2026-05-01T12:00:00.000Z", "2026-05-01T12:00:00.000Z", 0.0),
        ("2026-05-01T12:00:01.000Z", "2026-05-01T12:00:00.000Z", 0.0),
        ("", "2026-05-01T12:00:00.000Z", None),
        ("2026-05-01T12:00:00.000Z", "soon", None),
    ],
)
def test_seconds_between_two_stored_times(start, end, seconds):
    assert seconds_between(start, end) == seconds


def test_words_are_let_go_of_and_what_they_cost_stays():
    (turn,) = made(
        system("informational", content="n"),
        thought("t"),
        said("a", usage=USAGE),
        called("t1", "ls"),
        answered("t1", "out"),
        result(0.1),
    )
    cost, tokens = turn.cost_usd, turn.tokens
    forget_words(turn)
    step = ToolStep("t1", "Bash", {}, 4, at(4), at(5), 5, "", 3, answered=True)
    assert turn == Turn(1, 2, at(2), "m1", last_line=5, ended_at=at(5), tools=[step], tokens=tokens, cost_usd=cost)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("x" * 20_000, "x" * 20_000),
        ("x" * 20_001, "x" * 20_000 + "… (1 more)"),
        ("x" * 21_234, "x" * 20_000 + "… (1,234 more)"),
        (["x"] * 3, ["x"] * 3),
    ],
    ids=["whole", "one more", "many more", "a list"],
)
def test_of_an_input_twenty_thousand_characters_are_kept(given, kept):
    (turn,) = made(called("t1", given))
    assert turn.tools[0].input == {"command": kept}


def test_of_what_a_turn_says_a_hundred_thousand_characters_are_kept():
    (turn,) = made(said("x" * 60_000), said("y" * 60_000), thought("z" * 100_001))
    assert turn.text == "x" * 60_000 + "\n\n" + "y" * 39_998
    assert turn.thinking == "z" * 100_000


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
