"""Restarts of units and containers, as systemctl, docker and podman tell them."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from claudeops_desktop.agents.watch.models import ContainerCheck, UnitCheck
from claudeops_desktop.topology.changes.container_images import parse_containers, read_container_changes
from claudeops_desktop.topology.changes.unit_restarts import parse_units, read_unit_changes

NOW = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)
NGINX = UnitCheck(name="web", unit="nginx.service")


def unit(active="active", invocation="a" * 32, restarts=0, started="Tue 2026-03-10 11:20:00 UTC", stopped="", load=""):
    return (
        f"NRestarts={restarts}\nId=nginx.service\nLoadState={load or 'loaded'}\nActiveState={active}\n"
        f"ActiveEnterTimestamp={started}\nInactiveEnterTimestamp={stopped}\nInvocationID={invocation}\n"
    )


class TestUnits:
    def after(self, answers, first, second, check=NGINX):
        """What is told between two answers of systemctl."""
        answers("systemctl", first)
        state = read_unit_changes({}, NOW - timedelta(minutes=5), [check])
        assert state.changes == ()  # the first time is only noted
        answers("systemctl", second)
        return read_unit_changes(state.state, NOW, [check])

    def test_nothing_new_is_told_when_nothing_happened(self, answers):
        assert self.after(answers, unit(), unit()).changes == ()

    def test_a_restart_has_its_moment(self, answers):
        later = unit(invocation="b" * 32, started="Tue 2026-03-10 11:58:30 UTC")
        (change,) = self.after(answers, unit(), later).changes
        assert (change.text, change.services) == ("nginx.service was restarted", ("web",))
        assert change.at == datetime(2026, 3, 10, 11, 58, 30, tzinfo=UTC)

    def test_restarts_by_systemd_itself_are_counted(self, answers):
        (change,) = self.after(answers, unit(restarts=1), unit(invocation="b" * 32, restarts=4)).changes
        assert change.text == "nginx.service was restarted by systemd 3 times"

    def test_a_stop_and_a_failure_and_a_start(self, answers):
        down = unit("inactive", "", stopped="Tue 2026-03-10 11:59:00 UTC")
        (change,) = self.after(answers, unit(), down).changes
        assert (change.text, change.before, change.after) == ("nginx.service was stopped", "active", "inactive")
        assert change.at == datetime(2026, 3, 10, 11, 59, tzinfo=UTC)
        (change,) = self.after(answers, unit(), unit("failed", "")).changes
        assert change.text == "nginx.service failed"
        (change,) = self.after(answers, down, unit(invocation="c" * 32)).changes
        assert change.text == "nginx.service was started"

    def test_several_units_are_asked_for_at_once(self, answers):
        calls = answers("systemctl", unit() + "\n" + unit(load="not-found") + "\n" + unit())
        checks = [UnitCheck(name=name, unit=name) for name in ("nginx", "gone", "redis")]
        state = read_unit_changes({}, NOW, checks).state
        assert set(state["units"]) == {":nginx.service", ":redis.service"}
        assert calls.read_text().splitlines()[0].endswith("-- nginx.service gone.service redis.service")
        assert len(calls.read_text().splitlines()) == 1

    def test_without_an_answer_the_state_stays_and_the_reason_is_told(self, answers):
        answers("systemctl", unit())
        state = read_unit_changes({}, NOW, [NGINX]).state
        answers("systemctl", "", 1, "System has not been booted with systemd as init system (PID 1). Can't operate.")
        found = read_unit_changes(state, NOW, [NGINX])
        assert found.state == state
        assert "System has not been booted with systemd" in found.problem

    @pytest.mark.parametrize("out", ["", "\n\n", "ActiveState\nNRestarts=many\n", "\x00\ufffd"])
    def test_an_odd_answer_is_a_problem_and_no_change(self, answers, out):
        found = self.after(answers, unit(), out)
        assert found.changes == ()

    def test_moments_are_in_utc_only(self):
        (one,) = parse_units(unit(started="Tue 2026-03-10 11:20:00 CET"))
        assert one is not None and one.started is None


def container(name="shop-web", image="sha256:" + "1" * 64, tag="nginx:1.25", number="c1", status="running", **moments):
    return {
        "Id": number,
        "Name": f"/{name}",
        "Image": image,
        "Created": moments.get("created", "2026-03-01T08:00:00.123456789Z"),
        "Config": {"Image": tag},
        "State": {
            "Status": status,
            "StartedAt": moments.get("started", "2026-03-01T08:00:01.5Z"),
            "FinishedAt": moments.get("finished", "0001-01-01T00:00:00Z"),
        },
        "RestartCount": 0,
    }


class TestContainers:
    WEB = ContainerCheck(name="web", container="shop-web", engine="docker")

    def after(self, answers, first, second):
        answers("docker", json.dumps([first]))
        state = read_container_changes({}, NOW - timedelta(minutes=5), [self.WEB])
        assert state.changes == ()
        answers("docker", json.dumps([second]))
        return read_container_changes(state.state, NOW, [self.WEB]).changes

    def test_another_image_is_told_by_its_names(self, answers):
        newer = container(image="sha256:" + "2" * 64, tag="nginx:1.26", number="c2", created="2026-03-10T11:50:00Z")
        (change,) = self.after(answers, container(), newer)
        assert change.text == "container shop-web: nginx:1.25 → nginx:1.26"
        assert (change.at, change.services) == (datetime(2026, 3, 10, 11, 50, tzinfo=UTC), ("web",))

    def test_another_image_of_the_same_name_is_told_by_its_number(self, answers):
        newer = container(image="sha256:" + "2" * 64, number="c2", created="2026-03-10T11:50:00Z")
        (change,) = self.after(answers, container(), newer)
        assert change.text == "container shop-web: nginx:1.25 (111111111111) → nginx:1.25 (222222222222)"

    def test_made_anew_restarted_started_and_stopped(self, answers):
        def told(first, second):
            (change,) = self.after(answers, first, second)
            return change.text

        assert told(container(), container(number="c2")) == "container shop-web was made anew from the same image"
        later = container(started="2026-03-10T11:55:00Z")
        assert told(container(), later) == "container shop-web was restarted"
        ended = container(status="exited", finished="2026-03-10T11:54:00Z")
        assert told(ended, later) == "container shop-web was started"
        assert told(container(), ended) == "container shop-web stopped"
        assert self.after(answers, container(), container()) == ()

    def test_a_container_that_is_missing_hides_no_other(self, answers):
        gone = ContainerCheck(name="gone", container="gone", engine="docker")
        answers("docker", json.dumps([container()]), 1, "Error response from daemon: No such container: gone")
        found = read_container_changes({}, NOW, [self.WEB, gone])
        assert (set(found.state["containers"]), found.problem) == ({":shop-web"}, "")

    def test_an_engine_that_refuses_is_named_and_the_state_stays(self, answers):
        answers("docker", json.dumps([container()]))
        state = read_container_changes({}, NOW, [self.WEB]).state
        answers("docker", "", 1, "permission denied while trying to connect to the Docker daemon socket")
        found = read_container_changes(state, NOW, [self.WEB])
        assert found.state == state
        assert "permission denied" in found.problem

    def test_podman_is_asked_for_what_docker_does_not_know(self, answers):
        answers("docker", "[]", 1, "Error: No such container: shop-web")
        about = container() | {"ImageName": "docker.io/library/nginx:1.25", "Name": "shop-web"}
        answers("podman", json.dumps([about]))
        check = ContainerCheck(name="web", container="shop-web")
        assert set(read_container_changes({}, NOW, [check]).state["containers"]) == {":shop-web"}
        assert parse_containers(json.dumps([about]))["shop-web"].tag == "docker.io/library/nginx:1.25"

    def test_no_container_starts_no_program(self, answers):
        calls = answers("docker", "[]")
        assert read_container_changes({}, NOW, []).problem == ""
        assert not calls.exists()
