"""``claudeops events ack, mute, mutes, unmute`` and the filters of its list; ``claudeops health``."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from claudeops_desktop.cli.time_parsing import length, moment
from claudeops_desktop.core.clock import from_text, utc_now
from claudeops_desktop.core.errors import UsageError


@pytest.fixture
def said(written):
    """Four events, an hour apart, the newest just now."""
    with written() as books:
        for hours, (level, service, text) in enumerate(
            [
                ("critical", "caddy", "caddy is down"),
                ("warning", "gitea", "gitea is slow"),
                ("info", None, "All backups are there"),
                ("warning", "caddy", "caddy is slow"),
            ]
        ):
            at = utc_now() - timedelta(hours=3 - hours)
            books.write(
                lambda at=at, level=level, service=service, text=text: books.book.events.add(
                    level=level, message=text, service=service, session_id=None, now=at
                )
            )


def listed(claudeops, *options):
    return [row["id"] for row in claudeops("events", "list", "--json", *options).json]


def test_the_list_is_filtered_by_time(claudeops, said):
    assert listed(claudeops, "--since", "90min") == [4, 3]
    assert listed(claudeops, "--until", "90min") == [2, 1]
    assert listed(claudeops, "--since", "2020-01-01", "--until", "2021-01-01") == []
    assert claudeops("events", "list", "--since", "soon").code == 2


@pytest.mark.slow
def test_an_event_leads_to_the_line_that_said_it(program, claudeops, recording):
    program("run", "--agent", recording("All is well.\n- [EVENT:warning:caddy] caddy is slow"))
    (number,) = listed(claudeops, "--service", "caddy")
    origin = claudeops("events", "show", number, "--json").json["origin"]
    assert (origin["session_id"], origin["line"]) == (1, "- [EVENT:warning:caddy] caddy is slow")
    told = claudeops("events", "show", number).out
    assert f"Said by session 1, line {origin['log_line']} of its log: - [EVENT:warning:caddy] caddy is slow" in told


def test_an_event_of_the_application_says_so(claudeops, said):
    assert claudeops("events", "show", 4, "--json").json["origin"] is None
    assert "caddy is slow\nSaid by the application." in claudeops("events", "show", 4).out
    assert "There is no event 9." in claudeops("events", "show", 9).err


def test_events_are_acknowledged_by_number(claudeops, said):
    assert claudeops("events", "ack", 1, 2).out == "Acknowledged 2 events.\n"
    assert listed(claudeops, "--state", "waiting") == [4, 3]
    assert listed(claudeops, "--state", "acknowledged") == [2, 1]
    assert claudeops("events", "unack", 1, "--json").json == {"unacknowledged": [1]}
    assert listed(claudeops, "--state", "acknowledged") == [2]


def test_all_of_a_service_are_acknowledged(claudeops, said):
    assert claudeops("events", "ack", "--all", "--service", "caddy", "--json").json == {"acknowledged": [1, 4]}
    assert claudeops("events", "ack", "--all", "--service", "caddy").out.startswith("There was nothing left")


@pytest.mark.parametrize("words", [[], ["--service", "caddy"], ["1", "--all"], ["1", "--level", "info"]])
def test_acknowledging_says_what_it_needs(claudeops, said, words):
    assert claudeops("events", "ack", *words).code == 2


def test_an_unknown_event_changes_nothing(claudeops, said):
    answer = claudeops("events", "ack", 1, 77)
    assert (answer.code, answer.err) == (1, "There is no event 77. Nothing was changed.\n")
    assert listed(claudeops, "--state", "acknowledged") == []


@pytest.mark.slow
def test_a_mute_hides_and_is_ended(claudeops, said):
    made = claudeops("events", "mute", "--service", "caddy", "--level", "warning", "--for", "2h", "--json").json
    assert from_text(made["until"]) - from_text(made["created_at"]) == timedelta(hours=2)
    assert listed(claudeops, "--state", "unmuted") == [3, 2, 1]
    assert listed(claudeops, "--state", "muted") == [4]
    assert [row["id"] for row in claudeops("events", "mutes", "--json").json] == [1]
    assert claudeops("events", "unmute", 1).out == "No longer muted: warning events of caddy.\n"
    assert claudeops("events", "mutes").out == "Nothing is muted.\n"
    assert claudeops("events", "unmute", 1).code == 1
    assert "ended" in claudeops("events", "mutes", "--all").out


def test_what_is_muted_is_not_acknowledged_with_all(claudeops, said):
    claudeops("events", "mute", "--service", "caddy", "--until", "never")
    assert claudeops("events", "ack", "--all", "--json").json == {"acknowledged": [2, 3]}


@pytest.mark.parametrize(
    "words", [["--for", "1h"], ["--service", "x"], ["--service", "x", "--for", "1h", "--until", "never"],
              ["--service", "x", "--for", "long"], ["--service", "x", "--until", "2020-01-01"]]
)  # fmt: skip
def test_a_mute_says_what_it_needs(claudeops, words):
    assert claudeops("events", "mute", *words).code == 2


NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def test_moments_and_lengths_are_read_as_they_are_typed():
    assert [length(text) for text in ("30min", "1.5 h", "2 days", "1w")] == [
        timedelta(minutes=30), timedelta(hours=1.5), timedelta(days=2), timedelta(weeks=1),
    ]  # fmt: skip
    assert moment("14:30", NOW) == NOW.replace(hour=14, minute=30)
    assert moment("08:00", NOW) == NOW.replace(day=2, hour=8)
    assert moment("tomorrow", NOW) == NOW.replace(day=2, hour=8)
    assert moment("2026-03-09 07:15", NOW) == datetime(2026, 3, 9, 7, 15, tzinfo=UTC)


@pytest.mark.parametrize("text", ["", "0h", "5", "1e9w", "99999999999999999999w"])
def test_no_length_is_refused(text):
    with pytest.raises(UsageError):
        length(text)


@pytest.fixture
def checked(written, data_dir):
    """caddy healthy, then down for an hour; gitea healthy."""
    checks = (
        f'[[service]]\nname = "{name}"\ncheck = "tcp"\naddress = "nas"\nport = 80\n' for name in ("caddy", "gitea")
    )
    (data_dir / "services.toml").write_text("".join(checks))
    with written() as books:
        now = utc_now()
        for minutes, service, status in ((180, "caddy", "healthy"), (60, "caddy", "down"), (0, "caddy", "down"),
                                         (0, "gitea", "healthy")):  # fmt: skip
            books.write(
                lambda m=minutes, s=service, st=status: books.book.health.add(
                    service=s, status=st, detail=f"{st} now", session_id=None, now=now - timedelta(minutes=m)
                )
            )


def test_health_says_how_services_stand_the_worst_first(claudeops, checked):
    rows = claudeops("health", "--json").json
    assert [(row["service"], row["status"], row["counts"]) for row in rows] == [
        ("caddy", "down", {"down": 2, "healthy": 1}),
        ("gitea", "healthy", {"healthy": 1}),
    ]
    assert from_text(rows[0]["checked_at"]) - from_text(rows[0]["since"]) == timedelta(hours=1)
    assert claudeops("health").out.count("not measured") == 2  # an agent's word is no measurement


def test_health_of_one_service_lists_its_checks(claudeops, checked):
    found = claudeops("health", "CADDY", "--json").json
    assert [check["status"] for check in found["checks"]] == ["down", "down", "healthy"]
    assert "down now" in claudeops("health", "caddy").out


def test_a_service_that_was_never_checked_is_said(claudeops, checked):
    assert claudeops("health", "nobody").err.startswith("nobody was never checked.")
