"""All checks at once (PRODUCT S1): one that hangs delays nobody."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from claudeops_desktop.agents.watch.measure import AT_ONCE_A_HOST, CheckRound, ResultQueue, probe
from claudeops_desktop.agents.watch.measurement import CheckFinding, CheckMeasurement, ServiceStatus
from claudeops_desktop.agents.watch.models import HttpCheck, MemoryCheck, Service
from claudeops_desktop.agents.watch.services import read_services, run_checks


def measurement(service: Service, status: ServiceStatus = ServiceStatus.HEALTHY) -> CheckMeasurement:
    now = datetime.now(UTC)
    return CheckMeasurement(
        service.name, service.check, service.key, service.target, now, now, CheckFinding(status, ""), 1.0
    )


def memory(name: str) -> MemoryCheck:
    return MemoryCheck(name=name)


def quick(name: str) -> HttpCheck:
    """A check whose limit is as short as limits get."""
    return HttpCheck(name=name, url="http://localhost/", timeout=0.01, retries=0)


@pytest.fixture
def gate():
    """Holds checks that hang until the test is over."""
    held = threading.Event()
    yield held
    held.set()


def hanging(gate: threading.Event, *names: str) -> Callable[[Service], CheckMeasurement]:
    def check(service: Service) -> CheckMeasurement:
        if service.name in names:
            gate.wait()
        return measurement(service)

    return check


def test_every_service_is_measured_even_if_fewer_run_at_once():
    services = [memory(f"s{n}") for n in range(20)]
    made = CheckRound(ResultQueue(), measurement, at_once=3, overall_s=60).measure(services)
    assert {seen.service for seen in made} == {service.name for service in services}


@pytest.mark.slow
def test_a_check_that_hangs_comes_last_and_is_given_up(gate: threading.Event):
    services = [quick("stuck"), *(memory(f"s{n}") for n in range(3))]
    made = list(CheckRound(ResultQueue(), hanging(gate, "stuck"), at_once=2, overall_s=60).measure(services))
    assert [seen.service for seen in made][-1] == "stuck"
    assert (made[-1].status, made[-1].detail) == (ServiceStatus.DOWN, "no answer within 2.01 s")


@pytest.mark.slow
def test_checks_that_hang_leave_their_places_to_those_that_wait(gate: threading.Event):
    services = [quick("a"), quick("b"), memory("c")]
    made = list(CheckRound(ResultQueue(), hanging(gate, "a", "b"), at_once=2, overall_s=60).measure(services))
    assert {seen.service: str(seen.status) for seen in made} == {"a": "down", "b": "down", "c": "healthy"}


def test_one_host_is_not_asked_by_all_checks_at_once():
    asked: list[int] = []
    now: set[str] = set()
    lock = threading.Lock()

    def check(service: Service) -> CheckMeasurement:
        with lock:
            now.add(service.name)
            asked.append(len(now))
        with lock:
            now.discard(service.name)
        return measurement(service)

    services = [MemoryCheck(name=f"s{n}", host="me@near") for n in range(40)]
    assert len(list(CheckRound(ResultQueue(), check, at_once=32, overall_s=60).measure(services))) == 40
    assert max(asked) <= AT_ONCE_A_HOST


def test_others_can_measure_all_services_of_a_file():
    found = read_services({"service": [{"name": "a", "check": "memory"}, {"name": "b", "check": "load"}]})
    assert {seen.key for seen in run_checks(found)} == {"a:memory", "b:load"}


def test_the_time_for_all_checks_ends_the_round(gate: threading.Event):
    services = [memory("stuck"), memory("waiting")]
    made = list(CheckRound(ResultQueue(), hanging(gate, "stuck"), at_once=1, overall_s=0.2).measure(services))
    assert [(seen.service, seen.status) for seen in made] == [
        ("stuck", ServiceStatus.UNKNOWN),
        ("waiting", ServiceStatus.UNKNOWN),
    ]
    assert made[1].detail == "not checked: the time for all checks was over"


def test_a_stop_ends_the_round_at_once(gate: threading.Event):
    mailbox = ResultQueue()

    def check(service: Service) -> CheckMeasurement:
        mailbox.stop()
        gate.wait()
        return measurement(service)

    assert list(CheckRound(mailbox, check, at_once=2, overall_s=60).measure([memory("a"), memory("b")])) == []


@pytest.mark.slow
def test_what_is_down_is_looked_at_until_it_is_up():
    answers = {"a": [ServiceStatus.DOWN, ServiceStatus.HEALTHY], "b": [ServiceStatus.DEGRADED]}

    def check(service: Service) -> CheckMeasurement:
        return measurement(service, answers[service.name].pop(0))

    made = list(probe(ResultQueue(), check, [memory("a"), memory("b")], wait_s=30))
    assert sorted((seen.service, str(seen.status)) for seen in made) == [
        ("a", "down"),
        ("a", "healthy"),
        ("b", "degraded"),
    ]


@pytest.mark.slow
def test_what_stays_down_is_given_up_when_the_time_is_over(gate: threading.Event):
    assert list(probe(ResultQueue(), hanging(gate, "a"), [memory("a")], wait_s=0)) == []
