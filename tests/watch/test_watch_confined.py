"""A command check that is confined: it runs in the profile of a session that only looks, or it does not run."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from claudeops_desktop.agents.watch.measurement import ServiceStatus
from claudeops_desktop.agents.watch.models import CommandCheck, ProcessCheck
from claudeops_desktop.agents.watch.services import ServicesError, run_check, validate_check
from claudeops_desktop.confinement import probe, single_program
from claudeops_desktop.core.extensions import registry

Make = Callable[[str, str], Path]


def command(*argv: str, **more: object) -> CommandCheck:
    return CommandCheck.model_validate({"name": "c", "command": argv, **more})


@pytest.fixture
def opened(own_home: None, data_dir: Path) -> Iterator[Path]:
    """The data folder of this process, which the profile of a check hides."""
    before = registry.current_registry().root
    registry.use_data_folder(data_dir)
    yield data_dir
    registry.use_data_folder(before)


@pytest.mark.slow
def test_a_confined_command_is_judged_as_another(opened: Path):
    assert run_check(command("sh", "-c", "echo ready", confined=True)).detail == "exit code 0: ready"
    wrong = run_check(command("sh", "-c", "echo 'no such db' >&2; exit 2", confined=True))
    assert (wrong.status, wrong.detail) == (ServiceStatus.DOWN, "exit code 2, not 0: no such db")
    assert list((opened / "sessions").iterdir()) == []


@pytest.mark.slow
def test_a_confined_command_can_write_nothing_here(opened: Path, own_home: None):
    outside = Path(os.environ["HOME"], "written")
    seen = run_check(command("sh", "-c", f"echo x > /tmp/own && ! echo x > {outside}", confined=True))
    assert (seen.status, outside.exists()) == (ServiceStatus.HEALTHY, False)
    assert run_check(command("touch", str(outside))).status is ServiceStatus.HEALTHY
    assert outside.exists()


def test_a_confined_command_reads_nothing_of_ours(opened: Path):
    (opened / "settings.toml").write_text("a secret")
    assert run_check(command("cat", str(opened / "settings.toml"), confined=True)).status is ServiceStatus.DOWN


def test_a_confined_command_lies_where_it_lies(opened: Path, program: Make):
    place = program("looks", "echo looked")
    assert run_check(command(str(place), confined=True)).detail == "exit code 0: looked"


def test_a_command_that_cannot_be_confined_is_unknown_and_not_run(
    opened: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(probe, "BWRAP", "bwrap-that-is-not-there")
    seen = run_check(command("touch", str(tmp_path / "made"), confined=True))
    said = "touch was not run, as it cannot be confined: bubblewrap is not installed"
    assert (seen.status, seen.detail) == (ServiceStatus.UNKNOWN, said)
    assert not (tmp_path / "made").exists()


@pytest.mark.slow
def test_a_command_whose_profile_fails_after_all_is_unknown(opened: Path, monkeypatch: pytest.MonkeyPatch):
    """The profile worked once; what it is made of may be gone by the next time."""
    assert run_check(command("true", confined=True)).status is ServiceStatus.HEALTHY
    monkeypatch.setattr(single_program, "shim_start", lambda: ["/no/interpreter"])
    seen = run_check(command("true", confined=True))
    assert seen.status is ServiceStatus.UNKNOWN
    assert "true was not run, as it cannot be confined: bwrap: " in seen.detail


@pytest.mark.slow
def test_a_confined_command_that_hangs_is_ended_with_all_that_it_started(opened: Path):
    word = f"17{os.getpid()}"
    seen = run_check(command("sh", "-c", f"setsid sleep {word} & sleep {word}", confined=True, timeout=2))
    assert (seen.status, seen.detail) == (ServiceStatus.DOWN, "sh did not end within 2 s")
    assert run_check(ProcessCheck(name="p", pattern=f"sleep {word}")).status is ServiceStatus.DOWN


def test_a_command_of_another_host_cannot_be_confined():
    with pytest.raises(ServicesError, match="confined holds on this machine only"):
        validate_check({"name": "c", "check": "command", "command": ["true"], "confined": True, "host": "nas"})
