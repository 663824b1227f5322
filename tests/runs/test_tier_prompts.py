"""The prompts of the tiers say what holds for a session of theirs, and name nothing that it may not have."""

from __future__ import annotations

import re

import pytest

from claudeops_desktop.agents.outcome_schema import OUTCOME_SCHEMA
from claudeops_desktop.core.paths import bundled_path
from claudeops_desktop.mcp.tool_schemas import TOOLS
from claudeops_desktop.records.prompt_requests import CAUSE, wish_in
from claudeops_desktop.records.sessions import RunTrigger
from claudeops_desktop.runs.prompt import build_prompt, tier_prompt

TIERS = (1, 2, 3)


def test_the_outcome_is_described_by_the_fields_of_its_schema() -> None:
    text = bundled_path("prompts", "outcome.md").read_text(encoding="utf-8")
    named, fields = set(re.findall(r"`([a-z_]+)`", text)), set(OUTCOME_SCHEMA["properties"])
    inside = {key for one in OUTCOME_SCHEMA["properties"].values() for key in one.get("properties", {})}
    inside |= set(OUTCOME_SCHEMA["properties"]["services_checked"]["items"]["properties"])
    assert fields <= named <= fields | inside


@pytest.mark.parametrize("tier", TIERS)
def test_no_tool_is_named_that_a_session_may_not_have(tier: int) -> None:
    text = tier_prompt(tier)
    assert not [tool.name for tool in TOOLS if f"`{tool.name}`" in text]


@pytest.mark.parametrize("tier", TIERS)
def test_what_the_operator_asks_comes_before_the_routine(tier: int) -> None:
    routine = tier_prompt(tier).index("\n1. ")
    assert " ".join(tier_prompt(tier)[:routine].split()).find("comes before this routine") > 0


@pytest.mark.parametrize("trigger", [RunTrigger.ALERT, RunTrigger.INCIDENT])
def test_what_an_alert_or_an_incident_brings_along_is_no_wish_of_the_operators(trigger: RunTrigger) -> None:
    text = build_prompt(1, "disk is full", trigger=trigger)
    assert text.endswith("\n\n## What started this run\n\ndisk is full")
    assert "\n## What the operator asks of this run" not in text
    assert wish_in(text) == "disk is full"


def test_what_stands_in_a_wish_does_not_end_it() -> None:
    wish = f"look\n\n{CAUSE}\n\nat this"
    assert wish_in(build_prompt(1, wish)) == wish


def test_tier_1_asks_for_the_next_tier_where_the_operator_asks_for_an_action() -> None:
    text = " ".join(tier_prompt(1).split())
    assert "If it takes an action, find out what is needed and ask for the next tier in your outcome." in text


@pytest.mark.parametrize("tier", TIERS)
def test_nothing_is_forbidden_that_the_guard_would_ask_about(tier: int) -> None:
    text = tier_prompt(tier).lower()
    assert "never delete" not in text and "never change" not in text and "nohup" not in text


@pytest.mark.parametrize("tier", TIERS)
def test_cooldowns_are_counted_and_not_asked_for(tier: int) -> None:
    assert "COOLDOWN" not in tier_prompt(tier)


def test_a_note_is_said_again_only_by_a_session_that_measured_it() -> None:
    text = " ".join(bundled_path("prompts", "memory-recording.md").read_text(encoding="utf-8").split())
    assert "Say a note again only if you measured it in this session." in text
