"""The machine that a session works on, in one line."""

from __future__ import annotations

import os
import platform
import pwd
from pathlib import Path

import pytest

from claudeops_desktop.runs import machine_part
from claudeops_desktop.runs.machine_part import describe_machine


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "node", lambda: "web1")
    monkeypatch.setattr(platform, "freedesktop_os_release", lambda: {"PRETTY_NAME": "Debian GNU/Linux 12\n# x"})


def test_it_names_host_system_init_and_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(machine_part, "_SYSTEMD", tmp_path)
    user = pwd.getpwuid(os.geteuid()).pw_name
    assert describe_machine() == f"web1, Debian GNU/Linux 12 # x, systemd, user {user}"


def test_without_systemd_the_first_process_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(machine_part, "_SYSTEMD", tmp_path / "none")
    (tmp_path / "comm").write_text("openrc-init\n")
    monkeypatch.setattr(machine_part, "_FIRST_PROCESS", tmp_path / "comm")
    assert ", no systemd (process 1 is openrc-init), " in describe_machine()
    monkeypatch.setattr(machine_part, "_FIRST_PROCESS", tmp_path / "gone")
    assert ", no systemd, " in describe_machine()


def test_a_user_without_a_name_is_named_by_number(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(_number: int) -> None:
        raise KeyError

    monkeypatch.setattr(pwd, "getpwuid", unknown)
    assert describe_machine().endswith(f", user {os.geteuid()}")
