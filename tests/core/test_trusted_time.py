"""Whether the computer's clock may be trusted: judged by readings that are made up, kept in a real folder."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest

from claudeops_desktop.core.clock import from_text, to_text
from claudeops_desktop.core.trusted_time import (
    AHEAD,
    BEHIND,
    FAR,
    HTTPS,
    KERNEL,
    OPERATOR,
    TOLERANCE,
    ClockReading,
    TrustedClock,
    judge_clock,
    read_clocks,
)

NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)
DAY = timedelta(days=1)
HOUR = timedelta(hours=1)


@dataclass
class Computer:
    """A computer whose clock can be set, and that can sleep and be started anew."""

    root: Path
    time: datetime = NOON  # what it really is
    off_by: timedelta = timedelta()
    uptime: float = 1000.0
    boot: str = "first"
    synchronised: bool = False
    clocks: list[TrustedClock] = field(default_factory=list)

    def read(self) -> ClockReading:
        return ClockReading(self.time + self.off_by, self.uptime, self.boot)

    def process(self) -> TrustedClock:
        """A program of this computer that goes by the folder's time."""
        return TrustedClock(self.root, self.read, lambda _wall: self.synchronised)

    def passes(self, span: timedelta) -> None:
        self.time += span
        self.uptime += span.total_seconds()

    def starts_anew(self, off: timedelta = timedelta()) -> None:
        self.time += off
        self.uptime, self.boot = 10.0, f"{self.boot}+"


@pytest.fixture
def computer(tmp_path: Path) -> Computer:
    return Computer(tmp_path)


@pytest.mark.parametrize("by", [DAY, -HOUR, timedelta(days=730), timedelta(days=-20_000)])
def test_a_clock_that_is_set_is_not_followed(computer: Computer, by: timedelta) -> None:
    clock = computer.process()
    computer.off_by = by
    computer.passes(HOUR)
    assert clock.now() == NOON + HOUR
    assert not clock.is_trusted()
    assert clock.judge_now().doubt == (AHEAD if by > timedelta() else BEHIND)


def test_the_next_program_knows_that_the_clock_was_set(computer: Computer) -> None:
    computer.process()
    computer.off_by = DAY
    computer.passes(HOUR)
    assert computer.process().now() == NOON + HOUR


def test_a_clock_that_is_set_right_again_is_trusted(computer: Computer) -> None:
    clock = computer.process()
    computer.off_by = HOUR
    assert not clock.is_trusted()
    computer.off_by = timedelta()
    computer.passes(timedelta(minutes=1))
    assert clock.is_trusted()
    assert clock.now() == computer.time


def test_sleep_of_three_weeks_is_time_that_passed(computer: Computer) -> None:
    clock = computer.process()
    computer.passes(timedelta(weeks=3))
    assert clock.is_trusted()
    assert clock.now() == NOON + timedelta(weeks=3)


def test_steps_of_a_time_service_are_followed(computer: Computer) -> None:
    clock = computer.process()
    computer.off_by = timedelta(seconds=90)
    assert clock.now() == NOON + timedelta(seconds=90)


def test_a_weekend_off_is_believed(computer: Computer) -> None:
    computer.process()
    computer.starts_anew(off=FAR - HOUR)
    assert computer.process().is_trusted()


def test_a_battery_that_died_is_not(computer: Computer) -> None:
    computer.process()
    computer.starts_anew(off=HOUR)
    computer.off_by = datetime(1970, 1, 1, tzinfo=UTC) - computer.time
    clock = computer.process()
    assert clock.judge_now().doubt == BEHIND
    assert clock.now() == NOON, "it is at least what it was"
    computer.passes(HOUR)
    assert clock.now() == NOON + HOUR


def test_a_start_with_the_clock_years_ahead_is_not_followed(computer: Computer) -> None:
    computer.process()
    computer.starts_anew()
    computer.off_by = timedelta(days=730)
    assert computer.process().judge_now().doubt == AHEAD


class TestVouching:
    @pytest.fixture
    def holiday(self, computer: Computer) -> TrustedClock:
        """A laptop that was off for three weeks, whose clock is right."""
        computer.process()
        computer.starts_anew(off=timedelta(weeks=3))
        clock = computer.process()
        assert not clock.is_trusted()
        return clock

    def test_the_kernel_vouches(self, computer: Computer, holiday: TrustedClock) -> None:
        computer.synchronised = True
        computer.passes(timedelta(minutes=1))
        assert holiday.now() == computer.time
        assert holiday.judge_now().by == KERNEL

    def test_a_date_that_agrees_vouches(self, computer: Computer, holiday: TrustedClock) -> None:
        holiday.hear_date(format_datetime(computer.time, usegmt=True))
        assert holiday.judge_now().by == HTTPS
        assert holiday.now() == computer.time

    @pytest.mark.parametrize("header", ["", "yesterday", format_datetime(NOON + 5 * DAY, usegmt=True)])
    def test_another_date_does_not(self, holiday: TrustedClock, header: str) -> None:
        holiday.hear_date(header)
        assert not holiday.is_trusted()

    def test_the_operator_vouches_for_all_programs(self, computer: Computer, holiday: TrustedClock) -> None:
        computer.process().confirm(OPERATOR)
        computer.passes(timedelta(seconds=10))
        assert holiday.is_trusted()
        assert holiday.now() == computer.time

    def test_what_was_vouched_for_is_doubted_once_it_is_set(self, computer: Computer, holiday: TrustedClock) -> None:
        holiday.confirm(OPERATOR)
        computer.off_by = DAY
        assert not holiday.is_trusted()


def test_a_moment_on_record_that_has_not_come_is_doubt(computer: Computer) -> None:
    """What was kept of the clock is lost, as after a restore: the newest row still says what time it is at least."""
    clock = computer.process()
    assert clock.judge_now(NOON + DAY).doubt == BEHIND
    assert clock.now() == NOON + DAY


def test_a_vouched_clock_is_not_doubted_for_what_is_on_record(computer: Computer) -> None:
    clock = computer.process()
    clock.confirm(OPERATOR)
    assert clock.judge_now(NOON + DAY).doubt == ""


def test_an_event_is_told_once_by_all_programs(computer: Computer) -> None:
    clock = computer.process()
    computer.off_by = DAY
    assert not clock.judge_now().told
    clock.note_told()
    assert computer.process().judge_now().told
    computer.off_by = timedelta()
    assert not computer.process().judge_now().told


DAEMON = """
import sys, time
from claudeops_desktop.core import trusted_time
from claudeops_desktop.core.clock import to_text
trusted_time.LOOK_EVERY_S = 0.02
clock = trusted_time.TrustedClock(sys.argv[1], kernel=lambda wall: False)
print(clock.is_trusted(), to_text(clock.now()), flush=True)
while not clock.is_trusted():
    time.sleep(0.02)
print(clock.is_trusted(), to_text(clock.now()), flush=True)
"""


def test_a_window_and_a_daemon_in_doubt_go_by_one_time_and_trust_again_together(tmp_path: Path) -> None:
    reading = read_clocks()
    known = {"at": to_text(reading.wall - 2 * DAY), "uptime": reading.uptime, "boot": reading.boot}
    (tmp_path / "clock.json").write_text(json.dumps(known))
    window = TrustedClock(tmp_path, kernel=lambda _wall: False)
    command = [sys.executable, "-c", DAEMON, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as daemon:
        said = iter(daemon.stdout or ())
        trusted, moment = next(said).split()
        assert (window.is_trusted(), trusted) == (False, "False")
        assert abs(window.now() - from_text(moment)) < TOLERANCE
        window.confirm(OPERATOR)
        trusted, moment = next(said).split()
        assert (window.is_trusted(), trusted) == (True, "True")
        assert abs(window.now() - from_text(moment)) < TOLERANCE


def test_what_cannot_be_read_is_as_nothing(computer: Computer) -> None:
    (computer.root / "clock.json").write_text('{"at": 5}')
    assert computer.process().is_trusted()


def test_one_that_does_not_keep_writes_nothing(computer: Computer) -> None:
    TrustedClock(computer.root, computer.read, lambda _wall: False, keep=False)
    assert not list(computer.root.iterdir())


def test_the_kernel_is_asked_only_in_doubt() -> None:
    def never() -> str:
        raise AssertionError

    known = judge_clock(ClockReading(NOON, 10.0, "b"), None, never)
    judge_clock(ClockReading(NOON + DAY, 10.0 + DAY.total_seconds(), "b"), known, never)
