"""One timer for all that looks again from time to time."""

from __future__ import annotations

from itertools import pairwise

import pytest

from claudeops_desktop.runs.heartbeat import SharedHeartbeat


class Time:
    """A stopwatch and its timers, which go on when a test says so."""

    def __init__(self) -> None:
        self.now = 0.0
        self.set_to: list[tuple[float, object]] = []
        self.rung_at: list[float] = []

    def later(self, seconds, work):
        timer = (self.now + seconds, work)
        self.set_to.append(timer)
        return lambda: self.set_to.remove(timer)

    def pass_on(self, seconds: float) -> None:
        end = self.now + seconds
        while self.set_to and min(self.set_to, key=lambda timer: timer[0])[0] <= end:
            timer = min(self.set_to, key=lambda timer: timer[0])
            self.set_to.remove(timer)
            self.now = timer[0]
            self.rung_at.append(self.now)
            timer[1]()
        self.now = end


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def heartbeat(time: Time) -> SharedHeartbeat:
    return SharedHeartbeat(time.later, lambda: time.now)


def test_a_listener_is_called_each_time_its_interval_has_passed(heartbeat, time):
    called = []
    heartbeat.every(60, lambda: called.append(time.now))
    time.pass_on(200)
    assert called == [60, 120, 180]


def test_the_first_time_may_be_sooner_than_the_others(heartbeat, time):
    called = []
    heartbeat.every(60, lambda: called.append(time.now), 10)
    time.pass_on(100)
    assert called == [10, 70]


def test_it_is_not_called_before_its_first_time_though_another_wakes(heartbeat, time):
    called = []
    heartbeat.every(60, lambda: called.append(time.now), 45)
    heartbeat.every(60, int, 30)
    time.pass_on(44)
    assert called == []


@pytest.mark.parametrize("first", [(5, 10, 20, 30, 45, 60, 60), (1, 31, 59)])
def test_all_that_look_once_a_minute_share_a_beat_a_minute(heartbeat, time, first):
    for seconds in first:
        heartbeat.every(60, int, seconds)
    heartbeat.every(300, int, 90)
    heartbeat.every(600, int)
    time.pass_on(1_500)
    assert len([moment for moment in time.rung_at if moment > 900]) == 10
    assert len(time.set_to) == 1


def test_nobody_is_called_less_often_than_it_wants(heartbeat, time):
    called = []
    heartbeat.every(300, lambda: called.append(time.now))
    heartbeat.every(60, int, 7)
    time.pass_on(3_000)
    assert max(after - before for before, after in pairwise(called)) <= 300


def test_without_a_listener_no_timer_runs(heartbeat, time):
    ends = [heartbeat.every(60, int), heartbeat.every(90, int)]
    for end in ends:
        end()
    assert time.set_to == []


def test_who_was_called_off_is_called_no_more(heartbeat, time):
    called = []
    end = heartbeat.every(60, lambda: called.append(time.now))
    heartbeat.every(60, int)
    time.pass_on(60)
    end()
    end()
    time.pass_on(120)
    assert called == [60]


def test_one_that_is_called_off_by_another_in_the_same_beat_is_not_called(heartbeat, time):
    called = []
    ends = []
    heartbeat.every(60, lambda: [end() for end in ends])
    ends.append(heartbeat.every(60, lambda: called.append(time.now)))
    time.pass_on(60)
    assert called == []


def test_a_bug_in_one_does_not_keep_the_others_from_being_called(heartbeat, time):
    called = []
    heartbeat.every(60, lambda: 1 / 0)
    heartbeat.every(60, lambda: called.append(time.now))
    time.pass_on(120)
    assert called == [60, 120]


def test_one_that_begins_within_a_beat_has_its_own_time(heartbeat, time):
    called = []
    heartbeat.every(60, lambda: called or called.append(heartbeat.every(60, lambda: called.append(time.now))))
    time.pass_on(120)
    assert called[1:] == [120]
