"""The whole application without a window: an outage is noticed, investigated, and over."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from support.folders import used_folder
from tcp_service import TcpService, tcp

from claudeops_desktop.core.lazy import is_made
from claudeops_desktop.core.schedule_lock import is_schedule_kept, lock_schedule
from claudeops_desktop.engine import ApplicationEngine
from claudeops_desktop.monitoring import check_plan, investigation, service_monitor


@pytest.fixture
def engine(tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[ApplicationEngine]:
    from datetime import timedelta

    monkeypatch.delenv("CLAUDEOPS_MONITORING_ENABLED")
    monkeypatch.setenv("CLAUDEOPS_AGENT_PREFERRED", "watch")
    for name, seconds in (("CONFIRM_AFTER_S", 0.2), ("RECOVERY_AFTER_S", 0.2), ("WHILE_BAD_S", 0.5)):
        monkeypatch.setattr(service_monitor, name, seconds)
    monkeypatch.setattr(check_plan, "FIRST_ROUND_STEP_S", 0.01)
    monkeypatch.setattr(investigation, "WAIT", timedelta(seconds=0.5))
    made = ApplicationEngine(used_folder(tmp_path / "data"))
    yield made
    made.close()


def open_services(engine: ApplicationEngine) -> set[str]:
    return {one.service for one in engine.store.read(engine.book.incidents.open_incidents).result()}


def sessions_ended(engine: ApplicationEngine) -> bool:
    found = engine.store.read(lambda: engine.book.sessions.list(limit=10)).result()
    return bool(found) and all(one.status != "running" for one in found)


class TestOutage:
    @pytest.mark.slow
    def test_a_parent_and_its_three_children_fall_together_and_give_one_run(
        self, engine: ApplicationEngine, qtbot: QtBot, service: Callable[[], TcpService]
    ) -> None:
        family = {name: service() for name in ("postgres", "app", "jobs", "wiki")}
        more = 'investigate = "automatic"\n'
        engine.folder.services_file.write_text(
            "[watch]\nrecovery_wait = 0\n"
            + "".join(
                tcp(name, one.port, more if name == "postgres" else more + 'depends_on = ["postgres"]')
                for name, one in family.items()
            )
        )
        assert engine.keep_time()
        health = engine.book.health
        qtbot.waitUntil(lambda: len(engine.store.read(health.latest).result()) == 4)
        for one in family.values():
            one.close()
        engine.monitoring.monitor.check_soon(list(family))
        qtbot.waitUntil(lambda: open_services(engine) == set(family))
        (root,) = [one for one in engine.book.incidents.open_incidents() if one.folded_into is None]
        assert root.service == "postgres"
        qtbot.waitUntil(lambda: bool(engine.store.read(lambda: engine.book.incidents.run_ids(root.id)).result()))
        qtbot.waitUntil(lambda: sessions_ended(engine))
        runs = engine.book.sessions.list(limit=10)
        assert len(runs) == 1 and runs[0].trigger == "incident"
        assert "postgres has been down since" in runs[0].prompt_text
        for one in family.values():
            one.open()
        engine.monitoring.monitor.check_soon(list(family))
        qtbot.waitUntil(lambda: not open_services(engine))
        found = engine.store.read(engine.book.incidents.list).result()
        assert {(one.service, one.resolved_by) for one in found} == {(name, "measurement") for name in family}
        assert len(engine.book.sessions.list(limit=10)) == 1

    @pytest.mark.slow
    def test_asked_is_a_question_until_it_is_answered(
        self, engine: ApplicationEngine, qtbot: QtBot, service: Callable[[], TcpService]
    ) -> None:
        web = service()
        engine.folder.services_file.write_text("[watch]\nrecovery_wait = 0\n" + tcp("web", web.port))
        assert engine.keep_time()
        qtbot.waitUntil(lambda: bool(engine.store.read(engine.book.health.latest).result()))
        web.close()
        engine.monitoring.monitor.check_soon(["web"])

        def asked() -> bool:
            found = engine.store.read(lambda: engine.book.incidents.open_for("web")).result()
            return found is not None and found.investigation == "asked"

        qtbot.waitUntil(asked)
        assert engine.book.sessions.list(limit=10) == []
        incident = engine.book.incidents.open_for("web")
        assert incident is not None
        engine.monitoring.answer_investigation(incident.id, yes=True)
        qtbot.waitUntil(lambda: bool(engine.store.read(lambda: engine.book.incidents.run_ids(incident.id)).result()))
        qtbot.waitUntil(lambda: sessions_ended(engine))

    @pytest.mark.slow
    def test_pausing_runs_does_not_pause_checks(
        self, engine: ApplicationEngine, qtbot: QtBot, service: Callable[[], TcpService]
    ) -> None:
        engine.settings.change("run.paused", True)
        web = service()
        engine.folder.services_file.write_text(tcp("web", web.port, 'investigate = "automatic"'))
        assert engine.keep_time()
        qtbot.waitUntil(lambda: bool(engine.store.read(engine.book.health.latest).result()))
        web.close()
        engine.monitoring.monitor.check_soon(["web"])
        qtbot.waitUntil(lambda: open_services(engine) == {"web"})

        def refused() -> bool:
            found = engine.store.read(lambda: engine.book.incidents.open_for("web")).result()
            return found is not None and found.investigation == "refused"

        qtbot.waitUntil(refused)
        assert engine.book.sessions.list(limit=10) == []


class TestOneApplication:
    @pytest.mark.both_stores
    def test_while_another_keeps_the_schedule_this_one_does_not_check(
        self, engine: ApplicationEngine, service: Callable[[], TcpService]
    ) -> None:
        engine.folder.services_file.write_text(tcp("web", service().port))
        held = lock_schedule(engine.folder.root)
        assert held is not None and is_schedule_kept(engine.folder.root)
        try:
            assert not engine.keep_time()
            assert not is_made(engine.monitoring, "monitor")
        finally:
            os.close(held)
        assert engine.store.database.is_server or not is_schedule_kept(engine.folder.root)  # else it takes over at once


def test_results_survive_the_end_of_the_application(
    engine: ApplicationEngine, qtbot: QtBot, service: Callable[[], TcpService]
) -> None:
    from claudeops_desktop.monitoring.results.store import CheckResultStore

    engine.folder.services_file.write_text(tcp("web", service().port))
    assert engine.keep_time()
    qtbot.waitUntil(lambda: bool(engine.store.read(engine.book.health.latest).result()))
    engine.monitoring.close()
    results = CheckResultStore(engine.folder.check_results)
    try:
        assert [one.status for one in results.latest("web")] == ["healthy"]
        assert time.time() - results.latest("web")[0].at.timestamp() < 600
    finally:
        results.close()
