"""What waits for the operator is counted in one place, each thing once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from support.folders import used_folder
from support.incidents import fill_incidents

from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.memory import MemoryService
from claudeops_desktop.records.occurrences import Schedule
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.routine.questions.tables import QuestionRecords
from claudeops_desktop.routine.questions.types import KnowledgeGap
from claudeops_desktop.routine.waiting import load_reviews, load_waiting
from claudeops_desktop.storage import open_store

NOW = utc_now()
HOUR = timedelta(hours=1)


class WaitingWorld:
    """A data folder, and what waits in it."""

    def __init__(self, folder):
        self.folder = used_folder(folder)
        self.store = open_store(self.folder)
        self.book = RecordRepositories(self.store)
        self.memory = MemoryService(self.book)

    def write(self, change):
        return self.store.write(change).result()

    @property
    def summary(self):
        book, services = self.book, self.folder.services_file
        return self.store.read(lambda: load_waiting(book, services, load_reviews(self.memory, book), NOW)).result()

    @property
    def said(self):
        return [(str(item.kind), item.number, str(item.text)) for item in self.summary.items]


@pytest.fixture
def world(tmp_path):
    made = WaitingWorld(tmp_path / "data")
    yield made
    made.store.close()


def test_nothing_waits_at_first(world):
    assert (world.said, world.summary.total, world.summary.next_change) == ([], 0, None)


def test_an_incident_waits_until_it_is_seen_to_and_the_question_about_it_counts_once(world):
    ids = world.write(lambda: fill_incidents(world.book))
    assert world.said == [
        ("investigation", 1, "Investigate grafana?"),
        ("incident", 1, "1 incident to acknowledge: postgres"),
    ]
    assert {one.id for one in world.summary.incidents} == {ids["postgres"], ids["grafana"]}
    world.write(lambda: world.book.incidents.acknowledge(ids["postgres"], NOW))
    world.write(lambda: world.book.incidents.snooze(ids["grafana"], NOW + HOUR, NOW))
    assert (world.said, world.summary.next_change) == ([], to_text(NOW + HOUR))


def test_a_service_that_is_not_healthy_counts_where_no_incident_does(world):
    world.folder.services_file.write_text(
        "[[service]]\nname = 'web'\ncheck = 'tcp'\naddress = 'localhost:1'\n", encoding="utf-8"
    )
    world.write(lambda: world.book.health.add(service="web", status="down", session_id=None, now=NOW))
    assert world.said == [("service", 1, "web is not healthy and has no incident")]
    opened = {"service": "web", "source": "check", "started_at": NOW, "worst": "down", "cause": "x", "now": NOW}
    world.write(lambda: world.book.incidents.open(**opened))
    assert [kind for kind, *_ in world.said] == ["incident"]


def test_events_wait_by_level_until_they_are_acknowledged(world):
    events = world.book.events
    for level, message in (("critical", "a"), ("critical", "b"), ("warning", "c"), ("info", "d")):
        fields = {"level": level, "message": message, "service": None, "session_id": None}
        world.write(lambda fields=fields: events.add(**fields, now=NOW))
    assert world.said == [
        ("critical", 2, "2 critical events to acknowledge"),
        ("warning", 1, "1 warning to acknowledge"),
    ]
    world.write(lambda: events.acknowledge([1, 2, 3], NOW))
    assert world.said == []


@pytest.mark.parametrize(
    ("status", "said"),
    [
        ("failed", [("run", 1, "The last run failed")]),
        ("timed_out", [("run", 1, "The last run timed out")]),
        ("interrupted", [("run", 1, "The last run was interrupted")]),
        ("completed", []),
        ("stopped", []),
    ],
)
def test_the_last_run_that_ended_badly_waits_until_one_ends_well(world, status, said):
    sessions = world.book.sessions
    run = {"trigger": "manual", "agent": "watch", "max_tier": 1, "dry_run": False, "services": (), "now": NOW}
    first = world.write(lambda: sessions.begin_run(**run))
    world.write(lambda: sessions.end_run(first, status, NOW))
    world.write(lambda: sessions.begin_run(**run))  # one that is on says nothing yet
    assert world.said == said


def test_a_missed_run_waits_until_it_is_answered(world):
    def miss():
        world.book.schedules.save(Schedule(0, "n", "cron", "0 3 * * *", 1, 0, 1, "", "", (), "", "", ""))
        return world.book.schedules.note_due(1, NOW - HOUR, "asked")

    world.write(miss)
    assert world.said == [("missed_run", 1, "1 missed run: run it or skip it?")]


def test_questions_of_runs_and_about_services_are_counted(world):
    gaps = [KnowledgeGap(name, "timing") for name in ("web", "db", "mail")]
    world.write(lambda: QuestionRecords(world.store).ask(gaps, NOW))
    assert world.said == [("question", 3, "3 questions about your services")]
    waiting = world.summary.with_approvals([7, 8])
    assert (waiting.total, waiting.items[0].number, waiting.items[0].row_id) == (5, 2, 7)
    assert waiting.with_approvals([]).total == 3
