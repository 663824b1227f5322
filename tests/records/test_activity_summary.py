"""The overview's numbers: what happened since a moment, and what still waits."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.memory.tables import MemoryRow
from claudeops_desktop.records.activity_summary import (
    ActionCount,
    ActivitySummary,
    LearnedMemory,
    first_moment,
    load_summary,
    newest_runs,
)
from claudeops_desktop.records.markers import MarkerPlace
from claudeops_desktop.records.occurrences import Schedule

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
BEFORE = NOW - timedelta(milliseconds=1)
HOUR = timedelta(hours=1)


@pytest.fixture
def say(book, write):
    def added(level="warning", message="Slow", service="web", at=NOW):
        return write(lambda: book.events.add(level=level, message=message, service=service, session_id=None, now=at))

    return added


@pytest.fixture
def summary(book):
    return lambda since=NOW, now=NOW, **more: load_summary(book.store, since, now, **more)


def test_where_nothing_happened_there_is_nothing(summary):
    assert summary() == ActivitySummary()


def test_events_that_say_the_same_count_once_for_each_level(say, summary, write, book):
    for message in ("Slow 1 s", "Slow 2 s", "Full"):
        say("warning", message)
    say("info", "Fine"), say("warning", "Old", at=BEFORE), say("warning", "Hidden", "muted")
    write(lambda: book.mutes.add(service="muted", until=NOW + HOUR, now=NOW))
    assert summary().levels == {"info": 1, "warning": 2}
    assert summary(since=BEFORE).levels == {"info": 1, "warning": 3}
    assert summary(now=NOW + HOUR).levels == {"info": 1, "warning": 3}  # the mute is over


def test_what_memories_learned_counts_by_action_and_the_newest_are_told(book, write, summary, session):
    old, new = session(now=BEFORE), session()
    lines = iter(range(1, 99))

    def mark(session_id, action, kind="memory"):
        where = MarkerPlace(session_id, next(lines), 0, 0)
        number = book.markers.claim(where, kind=kind, line="", said=f"said {where.log_line}", now=NOW)
        text = {"service": None, "category": "timing", "created_at": to_text(NOW), "updated_at": to_text(NOW)}
        target = MemoryRow.create(observation=f"said {where.log_line}", **text) if kind == "memory" else None
        book.markers.settle(number, action=action, why="", target_id=target and target.id)

    def fill():
        for session_id, action in [
            (old, "inserted"),
            (new, "inserted"),
            (new, "reinforced"),
            (new, "contradicted"),
            (new, "inserted"),
            (new, "rejected"),
        ]:
            mark(session_id, action)
        mark(new, "inserted", "event")

    write(fill)
    assert summary().actions == {"inserted": 2, "reinforced": 1, "contradicted": 1}
    assert summary(since=BEFORE).actions["inserted"] == 3
    told = [
        LearnedMemory(f"said {line}", action, line, number, to_text(NOW))
        for line, action, number in [
            (5, "inserted", new),
            (4, "contradicted", new),
            (3, "reinforced", new),
            (2, "inserted", new),
            (1, "inserted", old),
        ]
    ]
    assert summary().learned == tuple(told[:3])
    assert summary(since=NOW + HOUR, newest=5).learned == tuple(told)
    assert summary(since=NOW + HOUR).actions == {}


def test_a_memory_that_was_corrected_is_told_as_it_stands_and_one_that_ended_is_not(book, write, summary, session):
    number = session()

    def learn(line, text):
        marker = book.markers.claim(MarkerPlace(number, line, 0, 0), kind="memory", line="", said=text, now=NOW)
        made = MemoryRow.create(
            service="web", category="timing", observation=text, created_at=to_text(NOW), updated_at=to_text(NOW)
        )
        book.markers.settle(marker, action="inserted", why="", target_id=made.id)
        return made.id

    first, second, _ = (write(lambda n=n: learn(n, f"Takes {n} s")) for n in (1, 2, 3))
    write(lambda: MemoryRow.update(observation="Takes 15 s").where(MemoryRow.id == first).execute())
    write(lambda: MemoryRow.update(active=0).where(MemoryRow.id == second).execute())
    assert [line.text for line in summary().learned] == ["Takes 3 s", "Takes 15 s"]


def test_records_begin_with_the_data_folder_or_with_what_is_older_in_it(book, say, run):
    made = first_moment(book.store)
    assert abs(utc_now() - made) < HOUR
    run(made + HOUR)
    assert first_moment(book.store) == made
    say(at=NOW)
    assert first_moment(book.store) == NOW


def test_runs_count_by_their_status(book, write, run, summary):
    run(BEFORE), run(), run(), run()
    write(lambda: book.sessions.end_run(4, "failed", NOW))
    assert summary().runs == {"running": 2, "failed": 1}
    assert newest_runs(book.store, 3) == [4, 3, 2]
    assert [len(newest_runs(book.store, number)) for number in (0, 1, 4, 5)] == [0, 1, 4, 4]


def test_what_was_done_to_services_counts_by_kind(book, write, summary, session):
    number = session()

    def act(service, kind, success, at=NOW, state="completed"):
        row = book.cooldowns.add(
            service=service, action_type=kind, success=success, message="", session_id=number, tier=1, now=at
        )
        book.store.database.execute_sql("UPDATE cooldown_actions SET state = ? WHERE id = ?", (state, row))

    def fill():
        for service, success in (("web", True), ("db", False), ("web", False)):
            act(service, "restart", success)
        act("mail", "restart", False, state="attempted")
        act("old", "restart", False, at=BEFORE)
        act("web", "redeployment", True)
        for state in ("claimed", "not_run"):
            act("cache", "restart", True, state=state)

    write(fill)
    assert summary().acted == (
        ActionCount("restart", 4, 2, ("db", "mail", "web"), attempted=1),
        ActionCount("redeployment", 1, 0, ("web",)),
    )


def test_due_times_that_nothing_ran_at_count(book, write, summary):
    def fill():
        book.schedules.save(Schedule(0, "n", "cron", "0 3 * * *", 1, 0, 1, "", "", (), "", "", ""))
        for place, state in enumerate(("missed", "missed", "asked", "ran", "skipped")):
            book.schedules.note_due(1, NOW + place * HOUR, state)
        for place, state in enumerate(("missed", "asked", "asked"), 1):
            book.schedules.note_due(1, NOW - place * HOUR, state)

    write(fill)
    assert summary().missed == 2
    assert summary(since=NOW + 9 * HOUR).missed == 0


def test_runs_that_left_a_service_down_are_counted_by_what_they_left(book, write, summary, session):
    sessions = [session(now=NOW) for _ in range(3)]
    found = zip(sessions, (("down",), ("degraded", "healthy"), ("healthy", "degraded")), strict=True)

    def fill():
        for one, statuses in found:
            book.sessions.end_run(book.sessions.get(one).run_id, status="completed", now=NOW)
            for status in statuses:
                book.health.add(service="web", status=status, session_id=one, check_type="http", now=NOW)

    write(fill)
    assert summary().left == {"down": 1, "degraded": 1}
    assert summary(since=NOW + HOUR).left == {}
