"""``claudeops time``, and the other commands, on a computer whose clock is not the time that passed."""

from __future__ import annotations

import json
import os
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from claudeops_desktop.core.clock import from_text, to_text, wall_time
from claudeops_desktop.core.trusted_time import read_clocks

SAID = "[MEMORY:timing:nas01] Scrub takes 5h every Sunday\n[MEMORY:dependency:caddy] Must start after WireGuard"
YEARS = timedelta(days=730)


def set_ahead(folder: Path, by: timedelta) -> None:
    """Have the computer's clock, as far as the folder knows, be set ahead just now."""
    reading = read_clocks()
    known = {"at": to_text(wall_time() - by), "uptime": reading.uptime, "boot": reading.boot}
    (folder / "clock.json").write_text(json.dumps(known))


@pytest.fixture
def two_facts(program, recording, data_dir, written):
    """A memory of two facts that were said two years ago by the clock that is ahead, which is just now, and a log."""
    done = program("run", "--agent", recording(SAID), "--tier", "1", "--prompt", "x")
    assert done.code == 0, done.err
    then = to_text(wall_time() - YEARS)
    with written() as books:
        sql = "UPDATE memories SET created_at = ?, updated_at = ?, last_confirmed_at = ?"
        books.write(lambda: books.book.store.database.execute_sql(sql, (then, then, then)))
        for table, column in (("sessions", "started_at"), ("events", "created_at"), ("memory_versions", "created_at")):
            books.write(
                lambda table=table, column=column: books.book.store.database.execute_sql(
                    f"UPDATE {table} SET {column} = ?", (then,)
                )
            )
    (log,) = data_dir.glob("logs/session-*.ndjson")

    os.utime(log, ((wall_time() - YEARS).timestamp(),) * 2)
    return log


def confidences(program) -> list[float]:
    return [row["confidence"] for row in program("memory", "list", "--json").json]


@pytest.mark.slow
def test_one_start_with_the_clock_ahead_takes_nothing(program, two_facts, data_dir):
    set_ahead(data_dir, YEARS)
    assert program("routine", "run", "nightly", "--now").code == 0
    assert confidences(program) == [0.7, 0.7]
    assert two_facts.exists()
    assert "Scrub takes 5h" in program("context").out
    events = program("events", "list", "--json").json
    assert [event["level"] for event in events if "computer's clock says" in event["message"]] == ["warning"]


@pytest.mark.slow
def test_a_clock_that_the_operator_vouches_for_ages_what_is_old(program, two_facts, data_dir):
    set_ahead(data_dir, YEARS)
    assert program("time", "confirm").code == 0
    assert program("routine", "run", "nightly", "--now").code == 0
    assert max(confidences(program) or [0.0]) < 0.3
    assert not two_facts.exists()


@pytest.mark.slow
def test_it_shows_both_times(program, data_dir):
    program("memory", "list")
    set_ahead(data_dir, YEARS)
    shown = program("time", "show", "--json").json
    assert (shown["trusted"], shown["doubt"]) == (False, "ahead")
    apart = from_text(shown["computer"]) - from_text(shown["now"])
    assert abs(apart - YEARS) < timedelta(minutes=1)
    said = program("time", "show").out
    assert f"{(datetime.now().astimezone() - YEARS):%d %b %Y}" in said
    assert "`claudeops time confirm`" in said


@pytest.mark.slow
def test_the_operator_says_that_it_is_right(program, data_dir):
    program("memory", "list")
    set_ahead(data_dir, YEARS)
    confirmed = program("time", "confirm", "--json").json
    assert (confirmed["trusted"], confirmed["by"]) == (True, "operator")
    assert program("time", "show").out.startswith("This computer's clock is trusted")


def test_an_agent_may_not_vouch_for_it(program, data_dir):
    set_ahead(data_dir.parent, YEARS)
    refused = program("time", "confirm", env={"CLAUDEOPS_SESSION_TOKEN": "x"})
    assert refused.code != 0
    assert "may not run `claudeops time`" in refused.err


@pytest.mark.slow
def test_doctor_says_it(program, data_dir):
    program("memory", "list")
    set_ahead(data_dir, YEARS)
    (clock,) = [row for row in json.loads(program("doctor", "--json").out) if row["what"] == "clock"]
    assert clock["verdict"] == "warn"
    assert "nothing ages and nothing is deleted" in clock["said"]
