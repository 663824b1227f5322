"""After an action a service is measured some minutes apart, and is free again once it was found well twice."""

from __future__ import annotations

import socket
from concurrent.futures import Future
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest
from support.ports import held_port

from claudeops_desktop.core.settings import SettingsService
from claudeops_desktop.memory import MemoryService
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.runs.post_action_checks import FIRST_S, MOST_ROUNDS, PostActionChecks
from claudeops_desktop.runs.run_context import RunContext
from claudeops_desktop.storage import open_store

NOON = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)


@dataclass
class Time:
    """A main loop and a pool whose time passes when a test says so."""

    now: datetime = NOON
    due: list[tuple[float, object]] = field(default_factory=list)

    def call(self, work):
        work()

    def later(self, seconds, work):
        self.due.append((seconds, work))
        return self.due.clear

    def submit(self, work, *arguments):
        future = Future()
        future.set_result(work(*arguments))
        return future

    def pass_on(self):
        seconds, work = self.due.pop()
        self.now += timedelta(seconds=seconds)
        work()
        return seconds


@pytest.fixture
def time():
    return Time()


@pytest.fixture
def care(folder, time):
    store = open_store(folder.create())
    book = RecordRepositories(store)
    memory = MemoryService(book)
    around = RunContext(
        folder, SettingsService(folder.settings_file), book, lambda: memory, time, time, clock=lambda: time.now
    )
    yield PostActionChecks(around), book
    store.close()


@pytest.fixture
def port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def acted(book, folder, port):
    folder.services_file.write_text(f'[[service]]\nname = "web"\ncheck = "tcp"\naddress = "127.0.0.1"\nport = {port}\n')
    book.store.write(
        lambda: book.cooldowns.add(
            service="web", action_type="restart", success=True, message="", session_id=None, tier=2, now=NOON
        )
    ).result()


def test_a_service_that_is_well_twice_is_free_again(care, time, folder, port):
    aftercare, book = care
    acted(book, folder, port)
    aftercare.start()
    assert time.pass_on() == FIRST_S
    assert len(book.cooldowns.counting(NOON - timedelta(hours=4))) == 1
    assert time.pass_on() > 5 * 60
    assert book.cooldowns.counting(NOON - timedelta(hours=4)) == []
    assert [check.measured for check in book.health.of_service("web")] == [1, 1]
    assert time.due == []


@pytest.mark.slow
def test_one_that_stays_down_is_measured_a_few_times_and_stays_held(care, time, folder):
    aftercare, book = care
    with held_port() as closed:
        acted(book, folder, closed)
        aftercare.start()
        rounds = 0
        while time.due:
            time.pass_on()
            rounds += 1
    assert rounds == MOST_ROUNDS
    assert len(book.cooldowns.counting(NOON - timedelta(hours=4))) == 1


def test_what_nobody_knows_how_to_check_is_left(care, time, folder, port):
    aftercare, book = care
    acted(book, folder, port)
    folder.services_file.unlink()
    aftercare.start()
    time.pass_on()
    assert time.due == []


def test_it_stops_when_told(care, time, folder, port):
    aftercare, book = care
    acted(book, folder, port)
    aftercare.start()
    aftercare.rest()
    assert time.due == []
