"""D11: a failure begins with the first bad measurement, a second confirms it, and the second good one ends it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.monitoring.incident_rules import failures_of, next_check_state
from claudeops_desktop.records.health import MeasuredStatus
from claudeops_desktop.records.incidents import CheckState

START = datetime(2026, 3, 2, tzinfo=UTC)


def measured(second: float, status: str, *, attempts: int = 1, degraded: bool = False) -> MeasuredStatus:
    at = START + timedelta(seconds=second)
    return MeasuredStatus("web", "web:http", "http", status, f"it is {status}", at, attempts, degraded)


def after(*statuses: str, degraded: bool = False) -> CheckState | None:
    state = None
    for second, status in enumerate(statuses):
        state = next_check_state(state, measured(second, status, degraded=degraded))
    return state


class TestConfirming:
    def test_one_bad_measurement_is_only_suspected(self) -> None:
        state = after("healthy", "down")
        assert state is not None and not state.confirmed and not failures_of([state])

    def test_a_second_one_confirms_and_the_first_says_since_when(self) -> None:
        state = after("healthy", "down", "down")
        assert state is not None and state.confirmed
        assert state.bad_since == to_text(START + timedelta(seconds=1))

    def test_the_retry_within_one_measurement_is_a_second_attempt(self) -> None:
        state = next_check_state(None, measured(0, "down", attempts=2))
        assert state is not None and state.confirmed

    def test_the_same_measurement_handed_in_twice_is_one(self) -> None:
        state = next_check_state(next_check_state(None, measured(0, "down")), measured(0, "down"))
        assert state is not None and not state.confirmed

    def test_a_blip_leaves_nothing(self) -> None:
        assert after("down", "healthy") is None

    def test_degraded_counts_only_where_the_service_says_so(self) -> None:
        assert after("degraded", "degraded") is None
        state = after("degraded", "degraded", degraded=True)
        assert state is not None and state.confirmed


class TestRecovering:
    def test_one_good_measurement_is_not_enough(self) -> None:
        state = after("down", "down", "healthy")
        assert state is not None and state.good_count == 1

    def test_the_second_in_a_row_is(self) -> None:
        assert after("down", "down", "healthy", "healthy") is None

    def test_a_bad_one_between_begins_again(self) -> None:
        state = after("down", "down", "healthy", "down", "healthy")
        assert state is not None and state.good_count == 1

    def test_what_could_not_be_measured_changes_nothing(self) -> None:
        assert after("down", "down", "unknown") == after("down", "down")
        assert after("down", "down", "healthy", "unknown", "healthy") is None
        assert after("unknown", "unknown") is None


@given(st.lists(st.sampled_from(["healthy", "degraded", "down", "unknown"]), max_size=30))
def test_a_check_fails_exactly_between_two_bad_and_two_good_measurements(statuses: list[str]) -> None:
    failing, bad, good = False, 0, 0
    state = None
    for second, status in enumerate(statuses):
        state = next_check_state(state, measured(second, status))
        if status == "down":
            bad, good = bad + 1, 0
            failing = failing or bad >= 2
        elif status != "unknown":
            bad, good = 0 if not failing else bad, good + 1
            if good >= 2 or not failing:
                failing, bad = False, 0
        assert (state is not None and state.confirmed) == failing
