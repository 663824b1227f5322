"""The tone and strength that nearly every fact has are in no text that an agent reads (E5, E6)."""

from __future__ import annotations

import pytest

from claudeops_desktop.core.settings.groups import Settings
from claudeops_desktop.memory.prompt_memory.types import InjectionRequest, TokenBudgets

FACT = "Takes 60s to start after a restart"
DEFAULTS = ("neutral", "explicit", "tone", "strength")


@pytest.fixture
def known(desk):
    memory = desk.add(FACT, service="jellyfin")
    assert (memory.sentiment, memory.strength) == ("neutral", "explicit")
    return desk


def defaults_in(text: str) -> list[str]:
    assert FACT in text
    return [word for word in DEFAULTS if word in text.lower()]


def test_the_block_of_a_prompt_names_neither(known):
    assert defaults_in(known.context(2000, "jellyfin").text) == []


def test_what_a_session_begins_with_names_neither(known):
    budgets = TokenBudgets.from_settings(Settings())
    request = InjectionRequest(budgets, known.clock(), ("jellyfin",), "How long does jellyfin take to start?")
    assert defaults_in(known.memory.prompt.compose(request).text) == []
