"""Whether this machine can run the profile: bubblewrap is asked, and what is told where it cannot."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from claudeops_desktop.confinement import probe
from claudeops_desktop.core.paths import DataFolder


@pytest.fixture
def folder(tmp_path) -> DataFolder:
    return DataFolder(tmp_path / "data").create()


@pytest.fixture
def stand_in(tmp_path, monkeypatch):
    """A ``bwrap`` on PATH that answers as one does on another system."""

    def install(text: str) -> None:
        tools = tmp_path / "tools"
        tools.mkdir()
        (tools / "bwrap").write_text(f"#!/bin/sh\n{text}\n")
        (tools / "bwrap").chmod(0o755)
        monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")
        monkeypatch.setattr(probe, "_known", set())

    return install


def test_the_profile_works_here(folder, profile_works):
    assert probe.probe_profile(folder) == probe.ProfileProbe()


def test_nothing_is_left_of_it(folder, profile_works, monkeypatch):
    monkeypatch.setattr(probe, "_known", set())
    probe.probe_profile(folder)
    assert list(folder.sessions.iterdir()) == []


def test_without_bubblewrap_it_says_how_to_get_it(folder, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    found = probe.probe_profile(folder)
    assert (found.why_not, found.remedy) == (
        "bubblewrap is not installed.",
        "Run `sudo apt-get install bubblewrap`.",
    )


def test_what_bubblewrap_says_is_the_reason(folder, stand_in):
    stand_in("echo 'bwrap: setting up uid map: Permission denied' >&2; exit 1")
    assert probe.probe_profile(folder).why_not == (
        "The profile cannot be run: bwrap: setting up uid map: Permission denied."
    )


def test_what_the_first_program_says_is_the_reason(folder, stand_in):
    stand_in("echo 'Claude Ops did not start the agent: this kernel has no Landlock (lsm=…,landlock).' >&2; exit 125")
    found = probe.probe_profile(folder)
    assert found.why_not == "The profile cannot be run: this kernel has no Landlock (lsm=…,landlock)."
    assert "lsm=" in found.remedy


def test_a_profile_that_holds_nothing_is_found_out(folder, stand_in):
    stand_in('while [ "$1" != "--" ]; do shift; done; shift; exec "$@"')
    assert probe.probe_profile(folder).why_not == (
        "The profile cannot be run: files of the machine can be written in it."
    )


def test_one_that_does_not_answer_is_given_up(folder, stand_in, monkeypatch):
    monkeypatch.setattr(probe, "PROBE_S", 0.2)
    stand_in("exec sleep 60")
    assert probe.probe_profile(folder).why_not.startswith("bubblewrap did not answer")


def test_a_reason_is_looked_for_anew_each_time(folder, stand_in, monkeypatch, tmp_path, profile_works):
    stand_in("exit 1")
    assert not probe.probe_profile(folder).works
    shutil.rmtree(tmp_path / "tools")
    assert probe.probe_profile(folder).works


@pytest.mark.parametrize(
    ("file", "value", "told"),
    [
        ("kernel/apparmor_restrict_unprivileged_userns", "1", "bwrap-userns-restrict"),
        ("kernel/unprivileged_userns_clone", "0", "kernel.unprivileged_userns_clone=1"),
        ("user/max_user_namespaces", "0", "user.max_user_namespaces"),
        ("user/max_user_namespaces", "100", "bwrap --ro-bind / /"),
    ],
)
def test_the_remedy_is_that_of_this_system(tmp_path, file, value, told):
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_text(f"{value}\n")
    assert told in probe.remedy_for("bwrap: No permissions to create new namespace", tmp_path, tmp_path)


def test_in_a_container_the_remedy_is_for_containers(tmp_path):
    (tmp_path / ".dockerenv").touch()
    assert "--security-opt" in probe.remedy_for("bwrap: Operation not permitted", tmp_path, Path(tmp_path))
