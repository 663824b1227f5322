"""The values inside sentences: read, made comparable, compared (PRODUCT M11, PITFALLS "Memory quality")."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.language.values.measures import values_of
from claudeops_desktop.language.values.values import MeasuredValue, ValueBound, ValueKind, ValueMatch, compare, match


def only(text: str) -> MeasuredValue:
    values = values_of(text)
    assert len(values) == 1, values
    return values[0]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("takes 60s", "takes 1 min"),
        ("takes 90 minutes", "takes an hour and a half"),
        ("takes 1.5 h", "takes 90 min"),
        ("takes 30 minutes", "takes half an hour"),
        ("takes 15 min", "takes a quarter of an hour"),
        ("takes 45 s", "takes three quarters of a minute"),
        ("takes 2h 30m", "takes 150 minutes"),
        ("kept for 90 days", "kept for 90d"),
        ("kept for two weeks", "kept for 14 days"),
        ("kept for a year", "kept for 365d"),
        ("needs 1 GiB", "needs 1024 MiB"),
        ("needs 2 GB", "needs 2048 MB"),
        ("uses 3GB RAM", "uses 3 GB RAM"),
        ("uses 12%", "uses 12 percent"),
        ("runs weekly", "runs every 7 days"),
        ("runs daily", "runs every 24 h"),
        ("runs 12 times an hour", "runs every 5 minutes"),
        ("runs twice a day", "runs every 12 hours"),
        ("runs twice a year", "runs every six months"),
        ("runs once per minute", "runs every 60 seconds"),
        ("runs every other week", "runs once per fortnight"),
        ("begins at 22:30", "begins at 10:30 pm"),
        ("begins at 01:00", "begins at 1 am"),
        ("begins at 01:00", "begins at one o'clock"),
        ("begins at 00:00", "begins at midnight"),
        ("for 10k photos", "for ten thousand photos"),
        ("over 1,000 rows", "over 1000 rows"),
        ("on port 443", "on :443"),
        ("on port 8448", "on 8448/tcp"),
        ("needs v4.4", "needs version 4.4"),
        ("answers 401", "answers Unauthorized"),
        ("answers 502", "answers Bad gateway"),
    ],
)
def test_one_value_in_two_spellings_is_equal(one: str, other: str) -> None:
    assert match(only(one), only(other)) is ValueMatch.EQUAL


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("about 45s", "42–48 s"),
        ("about 10 s", "9-11 s"),
        ("about 4 GB", "3.9–4.1 GB"),
        ("about 12%", "11.7–12.3 %"),
        ("about 40 s", "about 45 s"),
        ("at least 40 s", "about 45 s"),
        ("a couple of minutes", "a few minutes"),
        ("version 3.x", "version 3.2"),
    ],
)
def test_what_is_only_roughly_said_is_near(one: str, other: str) -> None:
    assert match(only(one), only(other)) in (ValueMatch.NEAR, ValueMatch.EQUAL)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("takes 60s", "takes 10s"),
        ("takes 12 s", "takes 12 min"),
        ("about 40 s", "about 2 min"),
        ("up to 3 minutes", "2-3 secs at worst"),
        ("at most 3 s", "at least 30 s"),
        ("instantly", "30 s"),
        ("kept for 14 days", "kept for 30 days"),
        ("answers 302", "answers 200"),
        ("on port 3306", "on port 3307"),
        ("at 02:00", "at 04:00"),
        ("version 0.2", "version 0.3"),
        ("every Sunday 2 am", "every Saturday 2 am"),
        ("at 10.0.0.10", "at 10.0.0.11"),
        ("expires on 2026-03-01", "expires on 2026-06-01"),
    ],
)
def test_a_change_of_value_is_apart(one: str, other: str) -> None:
    found = compare(values_of(one), values_of(other))
    assert found.apart, found


def test_one_number_as_floor_and_as_ceiling_is_flipped() -> None:
    assert match(only("firmware 20230507 or newer"), only("firmware older than 20230507")) is ValueMatch.FLIPPED


def test_older_is_a_floor_for_a_time_and_a_ceiling_for_a_version() -> None:
    assert only("entries older than 7 days").bound is ValueBound.AT_LEAST
    assert only("firmware older than 20230507").bound is ValueBound.AT_MOST


def test_a_denied_value_meets_the_value_it_denies() -> None:
    assert compare(values_of("Returns HTTP 302, not 200"), values_of("Returns HTTP 200")).apart
    assert compare(values_of("It listens on 3307, 3306 is closed"), values_of("It listens on port 3306")).apart
    assert not compare(values_of("Returns HTTP 302, not 200"), values_of("Returns HTTP 302")).apart


def test_how_often_something_was_measured_is_no_value_of_it() -> None:
    assert [v.kind for v in values_of("Recovers in about 40 s (measured 3 times)")] == [ValueKind.DURATION]
    assert [v.kind for v in values_of("Recovers in about 40 s (checked every 30 s)")] == [ValueKind.DURATION]


def test_a_second_try_is_no_time() -> None:
    assert values_of("Goes through on a second try") == ()


def test_an_address_with_a_port_is_both() -> None:
    assert {v.kind for v in values_of("Streams to 10.0.4.20:19999")} == {ValueKind.ADDRESS, ValueKind.PORT}


def test_values_of_different_kinds_do_not_meet() -> None:
    found = compare(values_of("takes 60s"), values_of("needs 60 GB"))
    assert not found.agree and not found.apart


@given(st.integers(1, 5000))
def test_units_round_trip(number: int) -> None:
    assert match(only(f"takes {number} min"), only(f"takes {number * 60} s")) is ValueMatch.EQUAL
    assert match(only(f"takes {number} h"), only(f"takes {number * 60} minutes")) is ValueMatch.EQUAL
    assert match(only(f"needs {number} GiB"), only(f"needs {number * 1024} MiB")) is ValueMatch.EQUAL
    assert match(only(f"every {number} weeks"), only(f"every {number * 7} days")) is ValueMatch.EQUAL


@given(st.integers(0, 23), st.integers(0, 59))
def test_clocks_round_trip(hour: int, minute: int) -> None:
    half = f"{hour % 12 or 12}:{minute:02d} {'am' if hour < 12 else 'pm'}"
    assert match(only(f"at {hour:02d}:{minute:02d}"), only(f"at {half}")) is ValueMatch.EQUAL


@given(st.text(max_size=300))
def test_no_text_is_too_strange_to_read(text: str) -> None:
    for value in values_of(text):
        assert match(value, value) is ValueMatch.EQUAL
