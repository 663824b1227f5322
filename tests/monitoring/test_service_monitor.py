"""S15: services on loopback, checked by the real thread; only the pauses between checks are shortened."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

import pytest
from monitoring_world import World
from tcp_service import TcpService, tcp

from claudeops_desktop.agents.watch.measurement import CheckMeasurement
from claudeops_desktop.core.gap_detection import ElapsedClocks
from claudeops_desktop.core.settings import SettingsService
from claudeops_desktop.monitoring import check_plan, service_monitor
from claudeops_desktop.monitoring.incident_service import IncidentChanges, IncidentService
from claudeops_desktop.monitoring.service_monitor import ServiceMonitor
from claudeops_desktop.monitoring.services_source import ServicesSource

PATIENCE_S = 60.0


class KeptResults:
    """Takes the results where the file of check results would."""

    def __init__(self) -> None:
        self.found: list[tuple[str, str, bool]] = []
        self.due_at: float | None = None
        self.flushes = 0

    def add(self, found: CheckMeasurement, *, status: str, detail: str, maintenance: bool) -> None:
        self.found.append((found.service, status, maintenance))

    def keep_only(self, services: Collection[str]) -> None:
        self.found = [one for one in self.found if one[0] in services]

    def flush(self) -> None:
        self.due_at = None
        self.flushes += 1

    def statuses(self, service: str) -> list[str]:
        return [status for name, status, _ in self.found if name == service]


class Clocks:
    """The machine's stopwatches, with a sleep in between where a test wants one."""

    def __init__(self) -> None:
        self.slept = 0.0

    def __call__(self) -> ElapsedClocks:
        awake = time.monotonic()
        return ElapsedClocks(awake + self.slept, awake)


class Monitored:
    """A monitor over a world."""

    def __init__(self, world: World, *, route: Callable[[], bool] = lambda: True) -> None:
        self.world = world
        self.results = KeptResults()
        self.clocks = Clocks()
        self.changes: list[IncidentChanges] = []
        self.source = ServicesSource(world.folder.services_file)
        world.service = IncidentService(world.book, self.source.graph)
        self.monitor = ServiceMonitor(
            world.book,
            SettingsService(world.folder.settings_file),
            self.source,
            world.service,
            self.results,
            follow_up=self.changes.append,
            stopwatches=self.clocks,
            route=route,
        )

    def start(self, text: str) -> None:
        self.world.folder.services_file.write_text(text)
        self.monitor.start()

    def wait_for(self, condition: Callable[[], object], what: str) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while not condition():
            assert time.monotonic() < deadline, what
            threading.Event().wait(0.02)

    def wait_open(self, **expected: str) -> None:
        self.wait_for(lambda: self.world.open == expected, f"{self.world.open} is not {expected}")


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CLAUDEOPS_MONITORING_ENABLED")
    monkeypatch.setattr(service_monitor, "CONFIRM_AFTER_S", 0.1)
    monkeypatch.setattr(service_monitor, "RECOVERY_AFTER_S", 0.1)
    monkeypatch.setattr(service_monitor, "WHILE_BAD_S", 0.2)
    monkeypatch.setattr(service_monitor, "SETTLE_S", 0.2)
    monkeypatch.setattr(check_plan, "FIRST_ROUND_STEP_S", 0.01)


@pytest.fixture
def monitored(world: World) -> Iterator[Monitored]:
    made = Monitored(world)
    yield made
    made.monitor.stop()


class TestOutage:
    def test_an_outage_becomes_an_incident_and_its_recovery_resolves_it(
        self, monitored: Monitored, service: Callable[[], TcpService]
    ) -> None:
        web = service()
        monitored.start(tcp("web", web.port))
        monitored.wait_for(lambda: monitored.results.statuses("web") == ["healthy"], "the first check")
        web.close()
        monitored.monitor.check_soon(["web"])
        monitored.wait_open(web="")
        web.open()
        monitored.monitor.check_soon(["web"])
        monitored.wait_open()
        monitored.wait_for(lambda: len(monitored.changes) == 2, "both changes are followed up")
        (incident,) = monitored.world.book.incidents.list()
        assert (incident.source, incident.resolved_by) == ("check", "measurement")
        kinds = [entry.kind for entry in monitored.world.book.incidents.entries(incident.id)]
        assert kinds == ["started", "opened", "recovering", "resolved"]

    def test_results_are_written_when_due_and_not_only_with_the_next_ones(
        self, monitored: Monitored, service: Callable[[], TcpService]
    ) -> None:
        monitored.start(tcp("web", service().port))
        monitored.wait_for(lambda: monitored.results.statuses("web"), "the first check")
        monitored.results.flushes, monitored.results.due_at = 0, time.monotonic() + 0.05
        monitored.monitor.check_soon([])  # the wait that is on began before anything was due
        monitored.wait_for(lambda: monitored.results.flushes, "what waits is written")

    def test_results_are_written_at_once_where_no_other_comes_to_be_written_with_them(
        self, monitored: Monitored, service: Callable[[], TcpService]
    ) -> None:
        monitored.results.due_at = time.monotonic() + 20  # the next check is due in a minute
        monitored.start(tcp("web", service().port))
        monitored.wait_for(lambda: monitored.results.flushes, "what waits is written")
        assert monitored.results.statuses("web") == ["healthy"]

    def test_what_the_kernel_answers_from_its_memory_takes_no_thread(
        self, monitored: Monitored, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        begun: list[str] = []
        start = threading.Thread.start
        monkeypatch.setattr(threading.Thread, "start", lambda made: (begun.append(made.name), start(made)))
        monitored.monitor.start()
        monitored.wait_for(lambda: len({name for name, _, _ in monitored.results.found}) >= 4, "the checks are made")
        checks = {name.partition(":")[2] or name for name in begun if name.startswith("check-")}
        assert checks <= {"disk", "home", "resolution"}

    def test_no_session_and_no_run_is_made(self, monitored: Monitored, service: Callable[[], TcpService]) -> None:
        monitored.start(tcp("web", service().port))
        monitored.wait_for(lambda: monitored.results.statuses("web"), "the first check")
        assert monitored.world.book.sessions.list(limit=10) == []

    def test_a_parent_and_its_three_children_are_one_alarm(
        self, monitored: Monitored, service: Callable[[], TcpService]
    ) -> None:
        family = {name: service() for name in ("postgres", "app", "jobs", "wiki")}
        needs = 'depends_on = ["postgres"]'
        text = "".join(tcp(name, one.port, "" if name == "postgres" else needs) for name, one in family.items())
        monitored.start(text)
        monitored.wait_for(lambda: len(monitored.results.found) >= 4, "the first round")
        for one in family.values():
            one.close()
        monitored.monitor.check_soon(["wiki"])  # the child is looked at first, and has its parent looked at
        monitored.monitor.check_soon(["app", "jobs"])
        monitored.wait_open(postgres="", app="postgres", jobs="postgres", wiki="postgres")
        assert len(monitored.world.events("critical")) == 1

    @pytest.mark.slow
    def test_a_status_that_changes_is_written_to_the_health_records_once(
        self, monitored: Monitored, service: Callable[[], TcpService]
    ) -> None:
        web = service()
        monitored.start(tcp("web", web.port))
        monitored.wait_for(lambda: monitored.results.statuses("web") == ["healthy"], "the first check")
        web.close()
        monitored.monitor.check_soon(["web"])
        monitored.wait_for(lambda: monitored.results.statuses("web").count("down") >= 3, "it is checked again")
        monitored.monitor.stop()
        monitored.world.store.drain()
        assert [row.status for row in monitored.world.book.health.of_service("web")] == ["down", "healthy"]


class TestGaps:
    def test_a_machine_that_wakes_opens_no_false_incident(
        self, monitored: Monitored, service: Callable[[], TcpService]
    ) -> None:
        web = service()
        monitored.start(tcp("web", web.port))
        monitored.wait_for(lambda: monitored.results.statuses("web") == ["healthy"], "the first check")
        web.close()
        world = monitored.world
        real = world.service.forget_suspicions
        forgotten = threading.Event()
        world.service.forget_suspicions = lambda: (real(), forgotten.set())[0]  # type: ignore[method-assign]
        monitored.clocks.slept = 8 * 3600
        monitored.monitor.check_soon(["web"])
        assert forgotten.wait(PATIENCE_S)
        web.open()
        monitored.wait_for(lambda: monitored.results.statuses("web")[-1:] == ["healthy"], "it is checked anew")
        assert world.book.incidents.list() == []

    def test_a_lost_network_is_said_once_and_opens_nothing(self, world: World) -> None:
        up = threading.Event()
        monitored = Monitored(world, route=up.is_set)
        text = "".join(
            f'[[service]]\nname = "far{n}"\ncheck = "tcp"\naddress = "192.0.2.{n}"\nport = 80\n' for n in range(1, 21)
        )
        try:
            monitored.start(text)
            monitored.wait_for(lambda: world.events("warning"), "the loss is told")
            monitored.monitor.check_soon([f"far{n}" for n in range(1, 21)])
            monitored.wait_for(lambda: len(monitored.source.services.checks) == 20, "all are known")  # type: ignore[union-attr]
        finally:
            monitored.monitor.stop()
        world.store.drain()
        (told,) = world.events("warning")
        assert told.startswith("There is no network: 20 services cannot be checked (far1, ")
        assert world.book.incidents.list() == []


class TestServicesFile:
    def test_what_is_kept_back_of_a_removed_service_is_not_written(
        self, monitored: Monitored, service: Callable[[], TcpService]
    ) -> None:
        web, mail = service(), service()
        monitored.start(tcp("web", web.port) + tcp("mail", mail.port))
        monitored.wait_for(lambda: monitored.results.statuses("mail"), "the first check")
        monitored.world.folder.services_file.write_text(tcp("web", web.port))
        monitored.monitor.check_soon(["web"])
        monitored.wait_for(lambda: not monitored.results.statuses("mail"), "it is dropped")

    def test_a_changed_file_is_followed_and_an_unusable_one_said(
        self, monitored: Monitored, service: Callable[[], TcpService]
    ) -> None:
        web, mail = service(), service()
        monitored.start(tcp("web", web.port))
        monitored.wait_for(lambda: monitored.results.statuses("web"), "the first check")
        path: Path = monitored.world.folder.services_file
        path.write_text(tcp("web", web.port) + tcp("mail", mail.port))
        monitored.monitor.check_soon(["web"])
        monitored.wait_for(lambda: monitored.results.statuses("mail"), "the new service")
        path.write_text("this is no services file")
        monitored.monitor.check_soon(["web"])
        monitored.wait_for(lambda: monitored.world.events("warning"), "the mistake is told")
        seen = len(monitored.results.statuses("mail"))
        monitored.monitor.check_soon(["mail"])
        monitored.wait_for(lambda: len(monitored.results.statuses("mail")) > seen, "the old checks go on")

    def test_a_file_that_a_run_has_read_first_is_followed_too(
        self, monitored: Monitored, service: Callable[[], TcpService]
    ) -> None:
        web, mail = service(), service()
        monitored.start(tcp("web", web.port))
        monitored.wait_for(lambda: monitored.results.statuses("web"), "the first check")
        monitored.world.folder.services_file.write_text(tcp("web", web.port) + tcp("mail", mail.port))
        monitored.source.refresh()  # as by the measurements of a run
        monitored.monitor.check_soon(["web"])
        monitored.wait_for(lambda: monitored.results.statuses("mail"), "the new service")

    @pytest.mark.slow
    def test_results_in_maintenance_are_marked_and_open_nothing(
        self, monitored: Monitored, service: Callable[[], TcpService]
    ) -> None:
        web = service()
        monitored.start(tcp("web", web.port))
        monitored.wait_for(lambda: monitored.results.statuses("web"), "the first check")
        book = monitored.world.book
        now = book.clock()
        monitored.world.write(lambda: book.rules.maintain("web", now, None, "upgrade", now))
        web.close()
        monitored.monitor.check_soon(["web"])
        monitored.wait_for(lambda: monitored.results.statuses("web").count("down") >= 3, "it is checked on")
        assert monitored.results.found[-1] == ("web", "down", True)
        assert book.incidents.list() == []
