"""``claudeops services rename|remove``."""

from __future__ import annotations

import pytest

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.records.telemetry.owners import process_owner

SERVICES = """[[service]]
name = "web"
check = "tcp"
address = "127.0.0.1"
port = 80

[[service]]
name = "shop"
check = "tcp"
address = "127.0.0.1"
port = 81
depends_on = ["web"]
"""


def add_event(written, service: str, message: str, level: str) -> None:
    with written() as books:
        books.book.store.write(
            lambda: books.book.events.add(level=level, message=message, service=service, session_id=None, now=utc_now())
        ).result()


@pytest.fixture
def watched(written, data_dir):
    (data_dir / "services.toml").write_text(SERVICES)
    add_event(written, "web", "It is slow.", "critical")


def services_of(claudeops) -> set[str]:
    return {row["service"] for row in claudeops("services", "list", "--json").json}


@pytest.mark.slow
def test_a_service_is_renamed_with_its_records(claudeops, watched, data_dir):
    answer = claudeops("services", "rename", "web", "Front", "--json")
    assert (answer.code, answer.json["old"], answer.json["new"], answer.json["merged"]) == (0, "web", "front", False)
    assert answer.json["changed"] == {"events": 1, "services.toml": 1}
    assert services_of(claudeops) == {"front", "shop"}
    assert [row["service"] for row in claudeops("events", "list", "--json").json] == ["front"]
    assert 'depends_on = ["front"]' in (data_dir / "services.toml").read_text()


def test_renaming_says_what_became_of_it(claudeops, watched):
    told = claudeops("services", "rename", "web", "front").out
    assert told.startswith("web is front now.")
    assert "events: 1 entry" in told


def test_a_name_that_is_taken_or_is_none_is_refused_and_nothing_is_changed(claudeops, watched, data_dir):
    taken = claudeops("services", "rename", "web", "shop")
    assert (taken.code, "There is a service shop already" in taken.err) == (1, True)
    assert claudeops("services", "rename", "web", "a b").code == 2
    assert claudeops("services", "rename", "nobody", "x").code == 1
    assert (data_dir / "services.toml").read_text() == SERVICES


@pytest.mark.slow
def test_records_of_the_new_name_are_merged_only_where_that_is_said(claudeops, watched, written):
    add_event(written, "front", "Hello.", "info")
    refused = claudeops("services", "rename", "web", "front")
    assert (refused.code, "--merge" in refused.err) == (1, True)
    assert claudeops("services", "rename", "web", "front", "--merge", "--json").json["merged"] is True
    assert {row["service"] for row in claudeops("events", "list", "--json").json} == {"front"}


def test_a_service_is_removed_with_everything_it_left(claudeops, watched, data_dir):
    answer = claudeops("services", "remove", "web", "--json")
    assert (answer.code, answer.json["service"], answer.json["kept_history"]) == (0, "web", False)
    assert services_of(claudeops) == {"shop"}
    assert claudeops("events", "list", "--json").json == []
    assert "web" not in (data_dir / "services.toml").read_text()


def test_its_history_is_kept_where_that_is_wanted(claudeops, watched):
    told = claudeops("services", "remove", "web", "--keep-history").out
    assert told.startswith("web is removed. Its history is kept; its memories are archived.")
    assert [row["service"] for row in claudeops("events", "list", "--json").json] == ["web"]
    assert services_of(claudeops) == {"shop"}


def test_while_a_run_is_about_it_it_stays(claudeops, watched, written, data_dir):
    with written() as books:

        def begin() -> None:
            sessions = books.book.sessions
            run = sessions.begin_run(
                trigger="manual", agent="replay", max_tier=1, dry_run=False, services=[], now=utc_now()
            )
            sessions.begin(now=utc_now(), run_id=run, agent="replay", trigger="manual", tier=1, owner=process_owner())

        books.book.store.write(begin).result()
    answer = claudeops("services", "remove", "web")
    assert (answer.code, "is running and may be about web" in answer.err) == (1, True)
    assert (data_dir / "services.toml").read_text() == SERVICES
