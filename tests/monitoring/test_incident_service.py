"""D11 and D12: what opens, resolves and folds incidents, by measurements at chosen moments."""

from __future__ import annotations

from datetime import timedelta

import pytest
from monitoring_world import START, World

from claudeops_desktop.records.incidents import BY_OPERATOR


class TestOpening:
    def test_an_outage_is_an_incident_at_its_second_bad_check(self, world: World) -> None:
        world.measure(0, nginx="healthy")
        world.measure(60, nginx="down")
        assert world.open == {}
        world.measure(65, nginx="down")
        incident = world.book.incidents.open_for("nginx")
        assert incident is not None
        assert (incident.started_at, incident.opened_at) == ("2026-03-02T09:01:00.000Z", "2026-03-02T09:01:05.000Z")
        assert incident.cause == "nginx said down"
        assert world.events("critical") == ["nginx is down: nginx said down"]

    def test_one_outage_is_one_incident_however_often_it_is_measured(self, world: World) -> None:
        for second in range(0, 600, 60):
            world.measure(second, nginx="down")
        assert len(world.book.incidents.list()) == 1
        assert len(world.events("critical")) == 1

    def test_degraded_opens_none(self, world: World) -> None:
        world.measure(0, nginx="degraded")
        world.measure(60, nginx="degraded")
        assert world.open == {}

    def test_an_agents_own_critical_event_is_not_said_again(self, world: World) -> None:
        world.write(
            lambda: world.book.events.add(
                level="critical", message="nginx does not answer", service="nginx", session_id=None, now=START
            )
        )
        world.measure(10, nginx="down")
        world.measure(15, nginx="down")
        assert world.open == {"nginx": ""}
        assert world.events("critical") == ["nginx does not answer"]

    def test_a_recovery_that_the_watcher_has_told_is_not_said_again(self, world: World) -> None:
        world.measure(0, nginx="down")
        world.measure(5, nginx="down")
        at = START + timedelta(seconds=60)
        text = "Recovered after about 50 s: HTTP 200 in 3 ms."
        world.write(lambda: world.book.events.add(level="info", message=text, service="nginx", session_id=None, now=at))
        world.measure(61, nginx="healthy")
        world.measure(65, nginx="healthy")
        assert world.open == {}
        assert world.events("info") == [text]

    def test_a_service_in_maintenance_gets_no_incident_until_it_is_over(self, world: World) -> None:
        until = START + timedelta(minutes=5)
        world.write(lambda: world.book.rules.maintain("nginx", START, until, "upgrade", START))
        world.measure(10, nginx="down")
        world.measure(70, nginx="down")
        assert world.open == {}
        world.measure(310, nginx="down")
        assert world.open == {"nginx": ""}


class TestResolving:
    def test_recovery_is_the_second_good_check_in_a_row(self, world: World) -> None:
        world.measure(0, nginx="down")
        world.measure(5, nginx="down")
        world.measure(60, nginx="healthy")
        assert world.open == {"nginx": ""}
        changes = world.measure(75, nginx="healthy")
        assert world.open == {}
        (incident,) = world.book.incidents.list()
        assert changes.resolved == (incident.id,)
        assert (incident.state, incident.resolved_by) == ("resolved", "measurement")
        assert world.events("info") == ["nginx is healthy again after 1 min 15 s."]

    def test_it_is_resolved_only_when_all_its_checks_are_well(self, world: World) -> None:
        from claudeops_desktop.records.health import MeasuredStatus

        def take(second: float, **checks: str) -> None:
            at = START + timedelta(seconds=second)
            found = [MeasuredStatus("web", f"web:{kind}", kind, status, "", at) for kind, status in checks.items()]
            world.store.write(lambda: world.service.take_measurements(found, at)).result()

        for second in (0, 5):
            take(second, http="down", tls="down")
        for second in (60, 75):
            take(second, http="healthy", tls="down")
        assert world.open == {"web": ""}
        for second in (120, 135):
            take(second, tls="healthy")
        assert world.open == {}

    def test_what_the_operator_closed_opens_again_only_after_it_was_well_once(self, world: World) -> None:
        world.measure(0, nginx="down")
        world.measure(5, nginx="down")
        incident = world.book.incidents.open_for("nginx")
        assert incident is not None
        world.write(lambda: world.book.incidents.resolve(incident.id, BY_OPERATOR, START + timedelta(seconds=10)))
        world.measure(60, nginx="down")
        assert world.open == {}
        for second, status in ((120, "healthy"), (135, "healthy"), (200, "down"), (205, "down")):
            world.measure(second, nginx=status)
        assert world.open == {"nginx": ""}

    def test_a_check_that_is_no_longer_made_keeps_no_incident_open(self, world: World) -> None:
        world.measure(0, nginx="down")
        world.measure(5, nginx="down")
        world.write(lambda: world.service.keep_only(["redis:tcp"], START + timedelta(seconds=10)))
        assert world.open == {}

    def test_a_suspicion_from_before_the_machine_slept_confirms_nothing(self, world: World) -> None:
        world.measure(0, nginx="down")
        world.write(world.service.forget_suspicions)
        world.measure(3600, nginx="down")
        assert world.open == {}


class TestFolding:
    @pytest.fixture(autouse=True)
    def _family(self, world: World) -> None:
        world.edges = [(child, "postgres") for child in ("app", "jobs", "wiki")]

    def test_a_parent_and_its_three_children_are_one_alarm(self, world: World) -> None:
        for second in (0, 5):
            world.measure(second, app="down", jobs="down", wiki="down", postgres="down")
        assert world.open == {"postgres": "", "app": "postgres", "jobs": "postgres", "wiki": "postgres"}
        assert world.events("critical") == ["postgres is down: postgres said down"]

    def test_children_wait_a_moment_for_the_verdict_on_their_parent(self, world: World) -> None:
        world.measure(0, app="down")
        world.measure(2, postgres="down")
        world.measure(5, app="down")
        assert world.open == {}
        world.measure(7, postgres="down")
        assert world.open == {"postgres": "", "app": "postgres"}

    def test_a_child_does_not_wait_for_a_parent_that_turns_out_well(self, world: World) -> None:
        world.measure(0, app="down")
        world.measure(2, postgres="down")
        world.measure(5, app="down")
        world.measure(7, postgres="healthy")
        assert world.open == {"app": ""}

    def test_a_child_that_was_noticed_first_is_folded_when_its_parent_opens(self, world: World) -> None:
        world.measure(0, app="down")
        world.measure(5, app="down")
        assert world.open == {"app": ""}
        world.measure(30, postgres="down")
        world.measure(35, postgres="down")
        assert world.open == {"postgres": "", "app": "postgres"}

    def test_a_failure_of_hours_before_is_not_explained_by_a_parent_that_fails_now(self, world: World) -> None:
        world.measure(0, app="down")
        world.measure(5, app="down")
        world.measure(7200, postgres="down")
        world.measure(7205, postgres="down")
        assert world.open == {"postgres": "", "app": ""}

    def test_a_child_that_stays_down_when_its_parent_is_well_stands_by_itself(self, world: World) -> None:
        for second in (0, 5):
            world.measure(second, app="down", wiki="down", postgres="down")
        world.measure(60, postgres="healthy", app="down", wiki="healthy")
        world.measure(75, postgres="healthy", app="down", wiki="healthy")
        child = world.book.incidents.open_for("app")
        assert child is not None and child.folded_into is not None  # it may need a moment
        world.measure(120, app="down")
        assert world.open == {"app": ""}
        assert world.events("critical")[-1] == "app is down: app said down"

    def test_an_independent_failure_is_not_folded(self, world: World) -> None:
        for second in (0, 5):
            world.measure(second, app="down", mail="down", postgres="down")
        assert world.open == {"postgres": "", "mail": "", "app": "postgres"}

    def test_planned_work_on_the_parent_explains_its_children(self, world: World) -> None:
        until = START + timedelta(minutes=5)
        world.write(lambda: world.book.rules.maintain("postgres", START, until, "", START))
        for second in (0, 5, 60):
            world.measure(second, app="down", postgres="down")
        assert world.open == {}
        world.measure(310, app="down", postgres="down")
        assert world.open == {"postgres": "", "app": "postgres"}
