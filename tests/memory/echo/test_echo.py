"""Echo and fizzle (ADR-0077): which memories a session used, judged on labelled cases, and what that does to them."""

from __future__ import annotations

import pytest
from echo_cases import ALSO, LATER, TUNED, UNSEEN
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.memory.echo.echo import InjectedText, Kind, SessionUtterance, judge_use, priority

KINDS: dict[str, Kind] = {"T": "text", "C": "command", "H": "heard"}


def _used(memory: str, service: str, said: list[tuple[str, str]]) -> bool:
    told = [InjectedText(1, memory, service, 20)]
    told += [InjectedText(10 + place, text) for place, text in enumerate(ALSO) if text != memory]
    return judge_use(told, [SessionUtterance(KINDS[kind], text) for kind, text in said], ALSO, [service])[1].used


@pytest.mark.parametrize(("memory", "service", "said", "used"), TUNED)
def test_which_of_the_injected_memories_were_actually_referenced(memory, service, said, used):
    assert _used(memory, service, said) is used


@pytest.mark.parametrize("cases", [UNSEEN, LATER], ids=["unseen", "later"])
def test_on_cases_of_later_batches_nine_in_ten_are_found_and_few_wrongly(cases):
    judged = [(_used(memory, service, said), used) for memory, service, said, used in cases]
    hits = sum(found and used for found, used in judged)
    assert hits / sum(used for _, used in judged) >= 0.9
    assert hits / sum(found for found, _ in judged) >= 0.9


def test_there_are_enough_labelled_cases():
    assert len(TUNED) + len(UNSEEN) + len(LATER) >= 40


def test_a_session_that_said_nothing_is_not_judged():
    told = [InjectedText(1, "Takes 60s to start after restart")]
    assert judge_use(told, []) == {}
    assert judge_use(told, [SessionUtterance("heard", "started in 60s"), SessionUtterance("text", "  ")]) == {}


def test_the_reason_holds_no_words_of_the_memory():
    told = [InjectedText(1, "Config lives in /etc/caddy/Caddyfile", "caddy")]
    use = judge_use(told, [SessionUtterance("command", "cat /etc/caddy/Caddyfile")])[1]
    assert use.used
    assert "caddy" not in use.how.lower()


# The formula: used +0.1, ignored −0.05, dearer ones lose more.


def test_used_raises_the_priority_by_a_tenth():
    assert priority(0.0, used=True, tokens=200) == 0.1


def test_ignored_lowers_the_priority_by_a_twentieth():
    assert priority(0.0, used=False, tokens=20) == -0.05


@pytest.mark.parametrize(
    ("tokens", "after"), [(0, -0.05), (30, -0.05), (45, -0.075), (60, -0.1), (90, -0.15), (900, -0.15)]
)
def test_penalize_expensive_memories_that_went_unused(tokens: int, after: float):
    assert priority(0.0, used=False, tokens=tokens) == after


@pytest.mark.slow
@given(st.lists(st.tuples(st.booleans(), st.integers(0, 2000)), max_size=60))
def test_the_priority_stays_between_minus_one_and_one(told: list[tuple[bool, int]]):
    value = 0.0
    for used, tokens in told:
        before, value = value, priority(value, used=used, tokens=tokens)
        assert -1.0 <= value <= 1.0
        assert (value >= before) if used else (value <= before)


@pytest.mark.slow
@given(st.lists(st.text(max_size=120), max_size=4), st.lists(st.tuples(st.sampled_from("TCH"), st.text(max_size=200))))
def test_any_session_is_judged_without_a_fault(memories: list[str], said: list[tuple[str, str]]):
    told = [InjectedText(place, text) for place, text in enumerate(memories)]
    found = judge_use(told, [SessionUtterance(KINDS[kind], text) for kind, text in said])
    assert set(found) in (set(), set(range(len(memories))))
