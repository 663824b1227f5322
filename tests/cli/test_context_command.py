"""``claudeops context``: what the next prompt gets (M6, M7, M17)."""

from __future__ import annotations

import math

import pytest

from claudeops_desktop.confinement import probe
from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.memory.context import INTRODUCTION, shown_day


def add(claudeops, text, *more):
    claudeops("memory", "add", text, "--category", "timing", *more)


def test_nothing_at_all_where_there_is_no_memory(claudeops):
    answer = claudeops("context")
    assert (answer.code, answer.out, answer.err) == (0, "", "")


def test_only_the_block_is_printed(claudeops):
    add(claudeops, "Takes 60s to start", "--service", "jellyfin")
    block, now = claudeops("context").out, utc_now()
    assert block.startswith("## Operational Memory (1 memory, ~")
    assert block.endswith(
        "### jellyfin\n- [timing] Takes 60s to start (confidence: 0.7) [#1, " + shown_day(to_text(now), now) + "]\n"
    )


@pytest.mark.slow
def test_the_budget_option_holds(claudeops):
    for number in range(40):
        add(claudeops, f"fact {number} " + "x" * 200)
    block = claudeops("context", "--budget", 150).out.rstrip("\n")
    assert 0 < math.ceil(len(block) / 4) <= 150


@pytest.mark.slow
def test_the_budget_setting_holds(claudeops, monkeypatch):
    for number in range(40):
        add(claudeops, f"fact {number} " + "x" * 200)
    monkeypatch.setenv("CLAUDEOPS_MEMORY_BUDGET", "300")
    assert len(claudeops("context").out) <= 1200


@pytest.mark.slow
def test_a_service_that_the_run_is_about_comes_in_first(claudeops):
    for number in range(40):
        add(claudeops, f"fact {number} " + "x" * 200, "--service", f"s{number}", "--confidence", "0.9")
    add(claudeops, "about the one " + "x" * 200, "--service", "caddy", "--confidence", "0.35")
    assert "about the one" not in claudeops("context", "--budget", 200).out
    assert "about the one" in claudeops("context", "--budget", 200, "--service", "Caddy").out


def test_part_all_has_the_environment_the_sentence_and_the_block(claudeops):
    add(claudeops, "Takes 60s to start")
    text = claudeops("context", "--part", "all").out
    assert text.index("## Environment") < text.index(INTRODUCTION) < text.index("## Operational Memory")


def test_part_all_says_how_the_session_would_be_held(claudeops, data_dir, monkeypatch):
    held = "- Commands that only read run in a profile"
    assert held not in claudeops("context", "--part", "all").out
    monkeypatch.setenv("CLAUDEOPS_SAFETY_CONFINEMENT", "preferred")
    text = claudeops("context", "--part", "all").out
    assert held in text
    assert f"Only {data_dir}/sessions/…/work and /tmp can be written" in text


def test_it_says_nothing_of_it_where_no_session_would_be_held(claudeops, monkeypatch):
    monkeypatch.setenv("CLAUDEOPS_SAFETY_CONFINEMENT", "required")
    monkeypatch.setattr(probe, "BWRAP", "bwrap-that-is-not-there")
    assert "in a profile" not in claudeops("context", "--part", "all").out


def test_json_says_what_was_left_out_and_why(claudeops):
    add(claudeops, "short", "--confidence", "0.9")
    add(claudeops, "x" * 900)
    found = claudeops("context", "--budget", 60, "--json").json
    assert [entry["memory"]["observation"] for entry in found["included"]] == ["short"]
    assert (found["left_out_count"], found["left_out"][0]["why"][:15]) == (1, "Over the budget")


def test_looking_at_it_writes_nothing(claudeops, data_dir):
    add(claudeops, "x")
    before = claudeops("memory", "list", "--json").json
    claudeops("context")
    assert claudeops("memory", "list", "--json").json == before
    assert len(claudeops("memory", "history", 1, "--json").json) == 1


def test_a_negative_budget_is_wrong_usage(claudeops):
    assert claudeops("context", "--budget", "-1").code == 2
