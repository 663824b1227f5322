"""``claudeops cooldowns``: limits of one service, and leaving it alone (S11)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from claudeops_desktop.cli.time_parsing import future_moment
from claudeops_desktop.core.clock import from_text
from claudeops_desktop.core.errors import UsageError

NOW = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)


def test_a_service_gets_limits_of_its_own_and_loses_them_again(claudeops):
    said = claudeops("cooldowns", "limits", "Postgres", "--restarts", "0").out
    assert said == "postgres has limits of its own: 0 restarts in 4 hours, 1 redeployment in 24 hours.\n"
    row = claudeops("cooldowns", "limits", "postgres", "--restart-hours", "8", "--json").json
    assert (row["restarts"], row["restart_hours"], row["redeployments"]) == (0, 8.0, None)
    said = claudeops("cooldowns", "limits", "postgres", "--default").out
    assert said == "postgres has the limits of all services: 2 restarts in 4 hours, 1 redeployment in 24 hours.\n"


def test_a_service_in_maintenance_stands_there_until_it_is_ended(claudeops):
    claudeops("cooldowns", "maintenance", "jellyfin", "on", "--note", "new disk")
    (standing,) = claudeops("cooldowns", "standing", "--json").json
    assert (standing["service"], standing["maintenance"]) == ("jellyfin", True)
    assert standing["in_force"] == ["restart", "redeployment"]
    assert "maintenance" in claudeops("cooldowns", "standing").out
    assert claudeops("cooldowns", "maintenance", "jellyfin", "off").out == "jellyfin may be acted on again.\n"
    assert claudeops("cooldowns", "standing", "--json").json == []
    assert claudeops("cooldowns", "maintenance", "jellyfin", "off").code == 1


def test_the_prompt_says_what_is_left_alone_and_what_has_limits_of_its_own(claudeops):
    claudeops("cooldowns", "maintenance", "jellyfin", "on")
    claudeops("cooldowns", "limits", "postgres", "--restarts", "0")
    said = claudeops("context", "--part", "all").out
    assert (
        "- jellyfin: not set up, and never checked. In maintenance: the operator works on it, leave it alone." in said
    )
    assert "Limits of its own: 0 restarts in 4 h and 1 redeployment in 24 h." in said


@pytest.mark.parametrize(
    "words",
    [
        ("limits", "x", "--restarts", "1", "--default"),
        ("limits", " "),
        ("maintenance", "x", "perhaps"),
        ("maintenance", "x", "on", "--until", "soon"),
        ("maintenance", "x", "on", "--until", "2020-01-01 10:00"),
    ],
)
def test_mistakes_are_told(claudeops, words):
    assert claudeops("cooldowns", *words).code == 2


def test_a_time_may_be_written_in_several_ways():
    assert future_moment("90m", NOW) == NOW + timedelta(minutes=90)
    assert future_moment("2h", NOW) == NOW + timedelta(hours=2)
    assert future_moment("3d", NOW) == NOW + timedelta(days=3)
    assert future_moment("2026-11-23T10:00+00:00", NOW) == NOW + timedelta(hours=22)
    local = future_moment("18:00", NOW).astimezone()
    assert (local.hour, local.minute) == (18, 0)
    assert NOW < local <= NOW + timedelta(days=1)


@pytest.mark.parametrize("text", ["1e999d", "9999999999d", "99999999d", "0h", "-2h", "soon", "2020-01-01"])
def test_what_is_no_time_to_come_is_refused(text):
    with pytest.raises(UsageError):
        future_moment(text, NOW)


@pytest.mark.slow
def test_maintenance_is_planned_listed_and_cancelled(claudeops):
    answer = claudeops(
        "cooldowns", "maintenance", "NAS", "on", "--from", "2h", "--until", "90m", "--note", "new disk", "--json"
    )
    made = answer.json
    assert from_text(made["ends_at"]) - from_text(made["starts_at"]) == timedelta(minutes=90)
    assert claudeops("cooldowns", "standing", "--json").json == []  # it has not begun
    (listed,) = claudeops("cooldowns", "planned", "--json").json
    assert listed == made | {"active": False}
    assert "new disk" in claudeops("cooldowns", "planned", "--service", "nas").out
    ended = claudeops("cooldowns", "maintenance", "nas", "off")
    assert (ended.code, f"nas off --id {made['id']}`" in ended.err) == (1, True)
    assert claudeops("cooldowns", "maintenance", "other", "off", "--id", made["id"]).code == 1
    assert "is cancelled" in claudeops("cooldowns", "maintenance", "nas", "off", "--id", made["id"]).out
    assert claudeops("cooldowns", "planned").out == "No maintenance is planned.\n"


def test_a_planned_window_over_midnight_ends_the_next_day(claudeops):
    made = claudeops("cooldowns", "maintenance", "nas", "on", "--from", "23:00", "--until", "01:00", "--json").json
    assert from_text(made["ends_at"]) - from_text(made["starts_at"]) == timedelta(hours=2)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("on", "--from", "2h"), "A planned window needs an end."),
        (("on", "--from", "2099-01-02 10:00", "--until", "2099-01-02 09:00"), "The end is not after the start"),
        (("on", "--from", "2020-01-01 10:00", "--until", "2h"), "is past."),
        (("on", "--from", "soon", "--until", "2h"), "is no time."),
        (("off", "--from", "2h"), "--from and --until go with on."),
        (("on", "--id", "1"), "--id goes with off."),
    ],
)
def test_a_plan_that_cannot_be_is_refused_with_the_reason(claudeops, words, said):
    answer = claudeops("cooldowns", "maintenance", "nas", *words)
    assert answer.code == 2
    assert said in answer.err
    assert claudeops("cooldowns", "planned", "--json").json == []
