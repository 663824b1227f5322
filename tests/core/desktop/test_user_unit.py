"""D9: the scheduler as a user service; systemd itself is stood in for by a program of the test's own."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from claudeops_desktop.core.desktop import user_unit
from claudeops_desktop.core.errors import EnvironmentFault, OperatorError

_SYSTEMCTL = """#!/bin/sh
echo "$*" >> "{asked}"
case "$2" in
is-active) echo {active};;
is-enabled) echo {enabled};;
esac
exit {code}
"""


@pytest.fixture
def systemd(tmp_path, monkeypatch):
    """``systemd(code)`` puts a systemctl on PATH that notes what it is asked; answers with the list."""

    monkeypatch.setattr(user_unit, "SYSTEM_FOLDERS", (tmp_path / "packaged",))
    monkeypatch.setattr(user_unit, "RUNNING", tmp_path)

    def put(code: int = 0, active: str = "active", enabled: str = "enabled") -> Path:
        programs, asked = tmp_path / "bin", tmp_path / "asked"
        programs.mkdir(exist_ok=True)
        program = programs / "systemctl"
        program.write_text(_SYSTEMCTL.format(asked=asked, code=code, active=active, enabled=enabled))
        program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{programs}:/usr/bin:/bin")
        return asked

    return put


def test_installing_writes_the_unit_and_starts_it(systemd):
    asked = systemd()
    unit = user_unit.install_unit()
    assert (unit.installed, unit.active, unit.enabled) == (True, "active", "enabled")
    assert asked.read_text().splitlines()[:2] == ["--user daemon-reload", "--user enable --now claudeops.service"]


def test_removing_stops_it_and_takes_the_unit_away(systemd):
    asked = systemd()
    path = user_unit.install_unit().path
    assert not user_unit.remove_unit().installed
    assert not path.exists()
    assert "--user disable --now claudeops.service" in asked.read_text()


def test_a_manager_that_does_not_answer_is_said_with_what_to_do(systemd):
    systemd(code=1)
    with pytest.raises(EnvironmentFault, match="`systemctl --user daemon-reload` failed") as fault:
        user_unit.install_unit()
    assert "loginctl enable-linger" in fault.value.remedy
    assert not user_unit.unit_file().exists()


def test_a_unit_of_before_stays_where_a_new_one_is_not_taken(systemd):
    systemd()
    path = user_unit.install_unit().path
    before = path.read_text()
    systemd(code=1)
    with pytest.raises(EnvironmentFault):
        user_unit.install_unit(allow_sudo=True)
    assert path.read_text() == before


def test_a_machine_that_systemd_does_not_run_is_told_another_way(systemd, monkeypatch, tmp_path):
    """A container has its programs and no manager."""
    asked = systemd(code=1)
    monkeypatch.setattr(user_unit, "RUNNING", tmp_path / "none")
    with pytest.raises(OperatorError, match="no systemd") as refused:
        user_unit.install_unit()
    assert "crontab" in refused.value.remedy
    assert not user_unit.unit_file().exists()
    assert not asked.exists()


def test_without_systemd_it_says_what_to_do(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(OperatorError, match="no systemd") as refused:
        user_unit.install_unit()
    assert "crontab" in refused.value.remedy
    assert user_unit.unit_status().problem == "This machine has no systemd."


def test_removing_what_is_not_there_is_said(systemd):
    systemd()
    with pytest.raises(OperatorError, match="not installed"):
        user_unit.remove_unit()


@pytest.mark.parametrize("place", ["/usr/bin", "/home/jörg/Bü'ro & Ordner/bin", '/home/"a"/100%'])
def test_the_unit_is_one_that_systemd_takes(tmp_path, monkeypatch, place):
    monkeypatch.setattr(user_unit, "start_command", lambda *words, folder: [f"{place}/env", *words])
    path = tmp_path / "claudeops.service"
    path.write_text(user_unit.unit_text())
    analyze = shutil.which("systemd-analyze")
    if analyze:
        done = subprocess.run([analyze, "verify", "--user", path], capture_output=True, text=True, check=False)
        assert "claudeops" not in done.stderr, done.stderr
    assert "daemon --wait\n" in path.read_text()


@pytest.fixture
def packaged(tmp_path):
    """The unit that a package brought."""
    path = tmp_path / "packaged" / user_unit.NAME
    path.parent.mkdir()
    path.write_text(user_unit.unit_text(program=["/usr/bin/claudeops"]))
    return path


def test_the_unit_of_a_package_counts_once_it_is_enabled(systemd, packaged):
    systemd(active="inactive", enabled="disabled")
    assert not user_unit.unit_status().installed
    systemd(active="active", enabled="enabled")
    unit = user_unit.unit_status()
    assert (unit.installed, unit.path, unit.active, unit.enabled) == (True, packaged, "active", "enabled")


def test_removing_disables_the_unit_of_a_package_and_leaves_its_file(systemd, packaged):
    asked = systemd()
    user_unit.remove_unit()
    assert packaged.exists()
    assert "--user disable --now claudeops.service" in asked.read_text()


def test_a_unit_of_the_user_comes_before_that_of_a_package(systemd, packaged):
    systemd()
    assert user_unit.install_unit().path == user_unit.unit_file()
