"""``claudeops memory judge --stdin`` (E7)."""

from __future__ import annotations

import json

import pytest

from claudeops_desktop.cli.memory_judge import answers

PAIR = {"category": "timing", "service": "jellyfin", "old": "Takes 60s to start", "new": "Takes 60s to start"}


@pytest.mark.slow
def test_one_answer_a_line_with_verdict_score_and_why(program):
    other = PAIR | {"new": "Takes 10s to start"}
    answer = program("memory", "judge", "--stdin", stdin="".join(json.dumps(p) + "\n" for p in (PAIR, other)))
    lines = [json.loads(line) for line in answer.out.splitlines()]
    assert answer.code == 0
    assert [line["verdict"] for line in lines] == ["same", "contradiction"]
    assert all(set(line) == {"verdict", "score", "why", "certainty"} and 0 <= line["score"] <= 1 for line in lines)


def test_a_line_that_cannot_be_read_is_named_and_the_others_are_judged(program):
    text = f"{json.dumps(PAIR)}\nnot json\n\n[1]\n{json.dumps({'old': 'x'})}\n{json.dumps(PAIR)}\n"
    answer = program("memory", "judge", "--stdin", stdin=text)
    lines = [json.loads(line) for line in answer.out.splitlines()]
    assert answer.code == 2
    assert [line.get("verdict") for line in lines] == ["same", None, None, None, "same"]
    assert [line["error"][:8] for line in lines if "error" in line] == ["Line 2: ", "Line 4: ", "Line 5: "]
    assert "“new”" in lines[3]["error"]


def test_bytes_that_are_no_text_are_an_error_of_their_line():
    assert "error" in next(answers([b"\xff\xfe\n"]))


def test_nothing_in_nothing_out(program):
    assert program("memory", "judge", "--stdin").out == ""


def test_without_stdin_it_says_how_to_call_it(claudeops):
    answer = claudeops("memory", "judge")
    assert (answer.code, answer.err.count("--stdin")) == (2, 1)
