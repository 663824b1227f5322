"""Each job over a folder with real content, killed with SIGKILL in each of its steps: what is left is what one
undisturbed run leaves, nothing twice and nothing undone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from real_content import fill_folder, standing
from routine_folder import RoutineWorld
from support.folders import copied_folder

from claudeops_desktop.routine import JOBS

HERE = Path(__file__).resolve().parent


def run_killed(root: Path, job: str) -> dict:
    places = (HERE, HERE.parent, HERE.parents[1])
    done = subprocess.run(
        [sys.executable, HERE / "killed_program.py", root, job],
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
        env=dict(os.environ) | {"PYTHONPATH": os.pathsep.join(map(str, places))},
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.fixture(scope="module")
def filled(tmp_path_factory) -> Path:
    root = tmp_path_factory.mktemp("filled") / "data"
    world = RoutineWorld(root)
    world.runner.states()
    fill_folder(world)
    world.close()
    return root


@pytest.mark.slow
@pytest.mark.parametrize("job", JOBS, ids=lambda job: job.name)
def test_killed_at_each_step_it_goes_on_and_leaves_what_one_run_leaves(filled: Path, tmp_path: Path, job):
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    copied_folder(filled, whole)
    copied_folder(filled, killed)
    found = run_killed(killed, job.name)
    assert (found["deaths"], found["state"], found["notes"]) == (len(job.steps), "done", [])
    assert found["steps"] == {step.name: ["done", 2] for step in job.steps}
    world = RoutineWorld(whole)
    world.now = world.now.replace(hour=10)
    world.runner.do_job(job, world.now)
    wanted = json.loads(json.dumps(standing(world)))
    world.close()
    for name, rows in wanted.items():
        assert found["standing"][name] == rows, name
