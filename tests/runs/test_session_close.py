"""When a session has ended, the services that it acted on are measured, and what it left running is named."""

from __future__ import annotations

import socket
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from support.ports import held_port

from claudeops_desktop.agents.types import ServiceChecked, SessionOutcome
from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.settings import SettingsService
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.records.sessions import RunTrigger
from claudeops_desktop.records.tool_calls import ToolCall
from claudeops_desktop.runs.run_context import RunContext
from claudeops_desktop.runs.session_close import (
    MOST_COMMANDS,
    keep_measured,
    left_running,
    measure_touched,
    with_measured,
)
from claudeops_desktop.storage import open_store

NOON = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
AT = to_text(NOON)
RESTART = ToolCall(
    0, 1, "t1", "Bash", "systemctl restart web", "restart", ("web",), "allow", "policy", "", None, AT, AT, began_at=AT
)


@pytest.fixture
def around(folder):
    store = open_store(folder.create())
    book = RecordRepositories(store)
    with ThreadPoolExecutor(1) as pool:
        settings = SettingsService(folder.settings_file)
        yield RunContext(folder, settings, book, lambda: None, None, pool, clock=lambda: NOON)
    store.close()


@pytest.fixture
def session(around):
    """``session(call, port)``: the number of a session with this call, of a service that is checked on a port."""

    def begin(call: ToolCall, port: int) -> int:
        def rows() -> int:
            book = around.book
            run = book.sessions.begin_run(
                trigger=RunTrigger.MANUAL, agent="claude", max_tier=2, dry_run=False, services=(), now=NOON
            )
            number = book.sessions.begin(now=NOON, run_id=run, agent="claude", tier=2, trigger=RunTrigger.MANUAL)
            book.tool_calls.add(replace(call, session_id=number))
            return number

        around.folder.services_file.write_text(
            f'[[service]]\nname = "web"\ncheck = "tcp"\naddress = "127.0.0.1"\nport = {port}\n'
        )
        return around.book.store.write(rows).result()

    return begin


@pytest.fixture
def port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def healthy(name: str = "web") -> SessionOutcome:
    return SessionOutcome("completed", services_checked=(ServiceChecked(name, "healthy", "HTTP 200"),))


def test_a_service_that_a_session_acted_on_is_measured_after_it(around, session, port):
    number = session(RESTART, port)
    found = measure_touched(around, number)
    around.book.store.write(lambda: keep_measured(around, number, found)).result()
    (check,) = around.book.health.of_service("web")
    assert (check.status, check.measured, check.session_id) == ("healthy", 1, number)


@pytest.mark.parametrize(
    "call",
    [
        replace(RESTART, kind="read"),
        replace(RESTART, verdict="deny", began_at=None),
        replace(RESTART, services=("db",)),
    ],
)
def test_what_was_only_looked_at_or_refused_or_has_no_check_is_not_measured(around, session, port, call):
    assert measure_touched(around, session(call, port)) == ()


@pytest.mark.slow
def test_a_service_that_is_down_after_the_session_is_not_called_healthy(around, session):
    with held_port() as closed:
        found = measure_touched(around, session(RESTART, closed))
    told = with_measured(healthy(), found)
    assert told.services_checked == ()
    assert told.warnings[0].startswith("The session called web healthy. Checked after its end, it was down: ")


@pytest.mark.slow
def test_a_service_that_is_down_after_the_session_is_an_event(around, session):
    with held_port() as closed:
        number = session(RESTART, closed)
        found = measure_touched(around, number)
    around.book.store.write(lambda: keep_measured(around, number, found)).result()
    (event,) = around.book.events.list()
    assert (event.service, event.level, event.session_id) == ("web", "warning", number)


@pytest.mark.slow
def test_where_the_measurement_agrees_there_is_no_warning(around, session, port):
    assert with_measured(healthy(), measure_touched(around, session(RESTART, port))).warnings == ()


def test_what_a_session_says_of_other_services_stays_its_word(around, session, port):
    outcome = healthy("db")
    assert with_measured(outcome, measure_touched(around, session(RESTART, port))) == outcome


def test_what_a_session_left_running_is_named_without_secrets():
    told = left_running(["serve --key k3y"], lambda text: text.replace("k3y", "[redacted]"))
    assert told == "The session left running: “serve --key [redacted]”. This was ended with it."


def test_of_many_processes_the_first_are_named():
    told = left_running([f"p{number}" for number in range(MOST_COMMANDS + 2)], str)
    assert (told.count("“"), " and 2 more" in told) == (MOST_COMMANDS, True)


def test_nothing_is_said_where_nothing_was_left():
    assert left_running((), str) == ""
