"""What a computer's clock that is wrong does to a memory: nothing while it is doubted, and what it did is put right."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from memory_world import Desk

from claudeops_desktop.core import trusted_time
from claudeops_desktop.core.clock import from_text, to_text
from claudeops_desktop.core.trusted_time import ClockReading, TrustedClock
from claudeops_desktop.runs.clock_watch import RightedRows, confirm_clock, look_at_clock

AHEAD = timedelta(days=60)


class Machine:
    """A computer of the desk's time, whose clock can be off."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.began, self.off = desk, desk.clock.now, timedelta()

    def read(self) -> ClockReading:
        now = self.desk.clock.now
        return ClockReading(now + self.off, (now - self.began).total_seconds(), "boot")


@pytest.fixture
def machine(desk: Desk) -> Machine:
    return Machine(desk)


@pytest.fixture
def trusted(machine: Machine, tmp_path: Path) -> TrustedClock:
    """The clock of this process, as the real one judges it."""
    return _real_clock(tmp_path, machine.read, lambda _wall: False)


_real_clock = TrustedClock  # the tests' own takes its place in the module


@pytest.fixture
def doubted(machine: Machine, trusted: TrustedClock, monkeypatch: pytest.MonkeyPatch) -> TrustedClock:
    monkeypatch.setattr(trusted_time, "_current", trusted)
    machine.off = timedelta(days=730)
    return trusted


@pytest.mark.usefixtures("doubted")
class TestInDoubt:
    def test_no_confidence_is_taken(self, desk: Desk) -> None:
        memory = desk.add("Scrub takes 5h every Sunday", confidence=0.7)
        desk.clock.forward(days=730)
        assert desk.write(desk.memory.aging.decay) == 0
        assert desk.memory.aging.age_in_parts().whole == 0
        assert desk.get(memory.id).confidence == 0.7

    def test_nothing_leaves_the_trash(self, desk: Desk) -> None:
        memory = desk.add("Scrub takes 5h every Sunday")
        desk.write(lambda: desk.memory.trash.trash_memories([memory.id]))
        desk.clock.forward(days=40)
        assert desk.write(desk.memory.trash.drop_expired) == 0

    def test_one_event_tells_of_it(self, desk: Desk, doubted: TrustedClock) -> None:
        for _ in range(3):
            look_at_clock(doubted, desk.book, lambda: desk.memory)
        (event,) = desk.book.events.list()
        assert event.level == "warning"
        assert "This computer's clock says 29 Feb 2028 12:00" in event.message


class TestOnceItIsKnown:
    """The clock was ahead, and nobody knew: what it left is found when the right time is vouched for."""

    @pytest.fixture
    def faded(self, desk: Desk) -> int:
        memory = desk.add("Scrub takes 5h every Sunday", confidence=0.7)
        desk.clock.now += AHEAD
        desk.write(desk.memory.aging.decay)
        desk.clock.now -= AHEAD
        assert desk.get(memory.id).confidence < 0.7
        return memory.id

    def test_what_aged_has_its_confidence_back(self, desk: Desk, faded: int, trusted: TrustedClock) -> None:
        assert confirm_clock(trusted, desk.book, desk.memory).facts == 1
        assert desk.get(faded).confidence == 0.7
        assert desk.get(faded).active == 1

    def test_its_history_says_why(self, desk: Desk, faded: int, trusted: TrustedClock) -> None:
        confirm_clock(trusted, desk.book, desk.memory)
        last = desk.memory.history.versions(faded)[-1]
        assert (last.action, last.why) == ("revived", "Taken back: it aged by a clock that was ahead.")

    def test_it_ages_as_any_other_from_then_on(self, desk: Desk, faded: int, trusted: TrustedClock) -> None:
        confirm_clock(trusted, desk.book, desk.memory)
        desk.clock.now += timedelta(days=37)
        desk.write(desk.memory.aging.decay)
        assert desk.get(faded).confidence == 0.6, "one week past the grace"

    def test_what_was_said_since_stands(self, desk: Desk, faded: int, trusted: TrustedClock) -> None:
        desk.write(lambda: desk.memory.aging.keep_true([faded]))
        before = desk.get(faded).confidence
        assert confirm_clock(trusted, desk.book, desk.memory).facts == 0
        assert desk.get(faded).confidence == before

    def test_a_second_look_changes_nothing(self, desk: Desk, faded: int, trusted: TrustedClock) -> None:
        confirm_clock(trusted, desk.book, desk.memory)
        assert confirm_clock(trusted, desk.book, desk.memory) == RightedRows(0, 0)
        assert desk.get(faded).confidence == 0.7

    def test_a_cooldown_of_the_future_counts_from_now(self, desk: Desk, trusted: TrustedClock) -> None:
        ahead, now = desk.clock.now + AHEAD, desk.clock.now
        desk.write(
            lambda: desk.book.cooldowns.add(
                service="nas", action_type="restart", success=True, message="", session_id=None, tier=1, now=ahead
            )
        )
        confirm_clock(trusted, desk.book, desk.memory)
        (action,) = desk.book.cooldowns.list()
        assert action.created_at == to_text(now)

    def test_an_event_tells_what_was_put_right(self, desk: Desk, faded: int, trusted: TrustedClock) -> None:
        confirm_clock(trusted, desk.book, desk.memory)
        (event,) = desk.book.events.list()
        assert event.message.startswith("The clock was ahead before:")

    def test_rows_of_the_future_alone_are_a_doubt(self, desk: Desk, faded: int, trusted: TrustedClock) -> None:
        assert look_at_clock(trusted, desk.book, lambda: desk.memory).doubt == "behind"
        assert desk.get(faded).confidence < 0.7, "who knows which of both is right"

    def test_they_are_put_right_once_the_kernel_vouches(self, desk: Desk, faded: int, machine: Machine, tmp_path: Path):
        kept = _real_clock(tmp_path, machine.read, lambda _wall: True)
        look_at_clock(kept, desk.book, lambda: desk.memory)
        assert desk.get(faded).confidence == 0.7
        assert from_text(desk.memory.history.versions(faded)[-1].created_at) == desk.clock.now
