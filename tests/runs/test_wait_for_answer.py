"""Waiting by the clock on the wall: timers stand still while the computer sleeps."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest

from claudeops_desktop.runs.wait_for_answer import LOOKS_EACH_S, WallClockTimer

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


class Evening:
    """A main loop and a clock that stand still until they are moved."""

    def __init__(self) -> None:
        self.now = NOW
        self.timers: list[tuple[float, object]] = []

    def clock(self) -> datetime:
        return self.now

    def later(self, seconds, work):
        self.timers.append((seconds, work))
        return self.timers.clear

    def ring(self, passed: timedelta) -> None:
        self.now += passed
        _, work = self.timers.pop()
        work()


@pytest.fixture
def evening():
    return Evening()


@pytest.fixture
def around(evening):
    return SimpleNamespace(clock=evening.clock, loop=evening)


def test_it_is_reached_when_its_moment_has_come_and_only_once(evening, around):
    reached = []
    WallClockTimer(around, NOW + timedelta(seconds=5), lambda: reached.append(evening.now))
    assert evening.timers[0][0] == 5
    evening.ring(timedelta(seconds=5))
    assert reached == [NOW + timedelta(seconds=5)]
    assert evening.timers == []


def test_a_long_wait_looks_at_the_clock_each_minute(evening, around):
    reached = []
    WallClockTimer(around, NOW + timedelta(minutes=15), lambda: reached.append(True))
    for _ in range(14):
        assert evening.timers[0][0] == LOOKS_EACH_S
        evening.ring(timedelta(seconds=LOOKS_EACH_S))
    assert reached == []
    evening.ring(timedelta(seconds=LOOKS_EACH_S))
    assert reached == [True]


def test_after_a_night_asleep_it_is_over_at_the_next_look(evening, around):
    reached = []
    WallClockTimer(around, NOW + timedelta(minutes=15), lambda: reached.append(True))
    evening.ring(timedelta(hours=8))
    assert reached == [True]


def test_a_timer_that_rings_too_early_is_set_again(evening, around):
    reached = []
    WallClockTimer(around, NOW + timedelta(seconds=5), lambda: reached.append(True))
    evening.ring(timedelta(seconds=4.5))
    assert reached == []
    evening.ring(timedelta(seconds=0.5))
    assert reached == [True]


def test_called_off_it_never_comes(evening, around):
    reached = []
    wait = WallClockTimer(around, NOW + timedelta(seconds=5), lambda: reached.append(True))
    wait.cancel()
    assert evening.timers == []
    wait._look()
    assert reached == []
