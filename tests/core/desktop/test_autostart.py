"""D3: started at login, from wherever it is installed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from claudeops_desktop.cli import doctor_desktop
from claudeops_desktop.core.desktop import autostart
from claudeops_desktop.core.desktop.start_command import start_command
from claudeops_desktop.core.paths import DataFolder, data_folder


def test_it_is_off_at_first():
    assert not autostart.autostart_status().on


def test_a_login_starts_it_in_the_tray():
    turned = autostart.turn_on()
    assert turned.on
    assert autostart.split_exec_line(turned.command)[-1] == "--background"


def test_what_a_login_starts_is_there_and_runs():
    words = autostart.split_exec_line(autostart.turn_on().command)
    done = subprocess.run([*words[:-1], "--version"], capture_output=True, text=True, check=False, cwd="/")
    assert done.stdout.startswith("claudeops "), done.stderr


def test_turned_off_it_is_gone():
    path = autostart.turn_on().path
    assert not autostart.turn_off().on
    assert not path.exists()
    assert not autostart.turn_off().on


def test_another_data_folder_is_named():
    folder = DataFolder(Path("/somewhere/with space/100%"))
    words = autostart.split_exec_line(autostart.turn_on(folder).command)
    assert words[-3:] == ["--data-dir", "/somewhere/with space/100%", "--background"]


def test_a_login_that_starts_it_with_another_data_folder_is_a_finding(data_dir):
    here = DataFolder(data_dir)
    autostart.turn_on(here)
    assert not autostart.autostart_status(here).problem
    autostart.turn_on(DataFolder(Path("/somewhere/with space")))
    assert "/somewhere/with space, not with" in autostart.autostart_status(here).problem
    (found,) = [one for one in doctor_desktop.desktop(here, None) if one.what == "autostart"]
    assert found.verdict == "warn"
    assert "/somewhere/with space" in found.said


def test_the_usual_data_folder_is_not_named():
    assert "--data-dir" not in start_command(folder=data_folder())


def test_the_frozen_program_starts_itself(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "claudeops"))
    assert start_command("--background") == [str(tmp_path / "claudeops"), "--background"]


def test_a_program_that_went_away_is_said(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "claudeops"))
    assert "is not there any more" in autostart.turn_on().problem


@pytest.mark.parametrize("line", ["Hidden=true", "X-GNOME-Autostart-enabled=false"])
def test_what_the_desktop_turned_off_is_off(line):
    path = autostart.turn_on().path
    path.write_text(path.read_text().replace("X-GNOME-Autostart-enabled=true\n", "") + line + "\n")
    assert not autostart.autostart_status().on
    assert autostart.autostart_status().problem


def test_the_desktop_file_is_one_that_desktops_take(tmp_path):
    import shutil

    path = autostart.turn_on().path
    validator = shutil.which("desktop-file-validate")
    if validator:
        assert subprocess.run([validator, path], capture_output=True, check=False).stdout == b""
    assert path.read_text().startswith("[Desktop Entry]\nType=Application\n")
