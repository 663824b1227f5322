"""The routine inside the application: a process of its own at a low priority, before scheduled runs, never in the way
of what is urgent."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, timedelta
from types import SimpleNamespace

import psutil
import pytest
from support.folders import used_folder

from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.core.settings import SettingsService
from claudeops_desktop.memory import MemoryService
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.records.sessions import RunTrigger
from claudeops_desktop.records.telemetry.owners import process_owner
from claudeops_desktop.routine import RoutineService
from claudeops_desktop.routine.process import NICE, RoutineProcess, yield_to_others
from claudeops_desktop.runs.run_context import RunContext
from claudeops_desktop.storage import open_store


class Loop:
    """Keeps what is to be done later until the test asks for it."""

    def __init__(self):
        self.later_work = []

    def call(self, work):
        work()

    def later(self, _seconds, work):
        self.later_work.append(work)
        return lambda: None


@pytest.fixture
def app(tmp_path):
    folder = used_folder(tmp_path / "data")
    store = open_store(folder)
    book = RecordRepositories(store)
    memory = MemoryService(book)
    pool, loop = ThreadPoolExecutor(2), Loop()
    around = RunContext(folder, SettingsService(folder.settings_file), book, lambda: memory, loop, pool)
    service = RoutineService(around, lambda: UTC)
    store.write(service.control.watch).result()
    yield SimpleNamespace(folder=folder, store=store, book=book, service=service, loop=loop)
    service.close()
    pool.shutdown(wait=True)
    memory.recall.close()
    store.close()


def fall_behind(app):
    sql, long_ago = "UPDATE routine_jobs SET watched_from = ?", to_text(utc_now() - timedelta(days=40))
    app.store.write(lambda: app.store.database.execute_sql(sql, (long_ago,)) and None).result()


def begin_session(app):
    def begin():
        now = utc_now()
        run = app.book.sessions.begin_run(
            trigger="manual", agent="replay", max_tier=1, dry_run=False, services=[], now=now
        )
        number = app.book.sessions.begin(now=now, run_id=run, agent="replay", trigger="manual", tier=1)
        app.book.sessions.update(number, status="running", owner=process_owner())
        return number

    return app.store.write(begin).result()


def runs(app):
    return {run.job: run.state for run in app.store.read(app.service.control.history).result()}


def queued(trigger, number=1):
    return SimpleNamespace(number=number, request=SimpleNamespace(trigger=trigger))


@pytest.mark.slow
def test_at_its_start_what_is_overdue_is_done_by_a_process_of_its_own(app):
    fall_behind(app)
    app.service.start()
    app.service.finish()
    assert runs(app).keys() == {"nightly", "weekly", "monthly"}
    owners = app.store.read(
        lambda: app.store.database.execute_sql(
            "SELECT DISTINCT job FROM telemetry WHERE component = 'routine'"
        ).fetchall()
    ).result()
    assert owners


@pytest.mark.slow
def test_a_scheduled_run_waits_for_it_and_an_urgent_one_does_not(app):
    fall_behind(app)
    app.service.start()
    went = threading.Event()
    for number, urgent in enumerate((RunTrigger.MANUAL, RunTrigger.ALERT, RunTrigger.ESCALATION), 10):
        assert not app.service.holds(queued(urgent, number), went.set)
    scheduled = queued(RunTrigger.SCHEDULED)
    assert app.service.holds(scheduled, went.set)
    app.service.finish()
    assert went.wait(30)
    assert not app.service.holds(scheduled, went.set)
    assert runs(app)["nightly"] == "done"


@pytest.mark.slow
def test_a_run_that_waited_long_enough_begins_and_the_routine_gives_way(app):
    fall_behind(app)
    app.service.start()
    went = threading.Event()
    scheduled = queued(RunTrigger.SCHEDULED)
    assert app.service.holds(scheduled, went.set)
    for work in app.loop.later_work:
        work()
    assert went.is_set() and not app.service.holds(scheduled, went.set)
    app.service.finish()
    app.service.run_ended(None)
    app.service.finish()
    assert runs(app)["nightly"] == "done"


@pytest.mark.slow
def test_while_a_session_runs_nothing_is_begun(app):
    fall_behind(app)
    number = begin_session(app)
    app.service.start()
    app.service.finish()
    assert runs(app) == {}
    app.store.write(lambda: app.book.sessions.update(number, status="completed")).result()
    app.service.run_ended(None)
    app.service.finish()
    assert runs(app)["nightly"] == "done"


def test_where_nothing_is_overdue_no_process_is_started(app, monkeypatch):
    monkeypatch.setattr(RoutineProcess, "run", lambda *_: pytest.fail("a process was started"))
    app.service.start()
    app.service.finish()
    assert runs(app) == {}


def test_its_process_has_a_low_priority():
    child = os.fork()
    if not child:
        yield_to_others()
        os._exit(os.nice(0))
    assert os.WEXITSTATUS(os.waitpid(child, 0)[1]) == min(19, psutil.Process().nice() + NICE)


@pytest.mark.slow
def test_a_new_weekly_report_is_told_once(app):
    told = []
    app.service.on_report(told.append)
    fall_behind(app)
    app.service.start()
    app.service.finish()
    app.service.run_now("weekly")
    app.service.finish()
    assert [report.span.week for report in told] == [
        app.store.read(app.service.control.latest_report).result().span.week
    ]
