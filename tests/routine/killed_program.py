"""Does one job over a data folder in one process a step, each killed when its step has done its work and nothing of it
is noted yet; then once more to the end. Says how each step stands, as JSON."""

from __future__ import annotations

import json
import os
import signal
import sys
from dataclasses import replace
from pathlib import Path

from real_content import standing
from routine_folder import RoutineWorld

from claudeops_desktop.routine import JOBS


def killed_after(step):
    def work(context):
        step.work(context)
        os.kill(os.getpid(), signal.SIGKILL)

    return replace(step, work=work)


def main(root: Path, name: str) -> None:
    job = next(job for job in JOBS if job.name == name)
    deaths = 0
    for last in job.steps:
        child = os.fork()  # before any thread of ours: what was imported need not be imported again
        if not child:
            steps = tuple(killed_after(step) if step is last else step for step in job.steps)
            do(root, replace(job, steps=steps))
            os._exit(0)
        deaths += os.WIFSIGNALED(os.waitpid(child, 0)[1])
    world, run = do(root, job, keep=True)
    print(json.dumps({
        "deaths": deaths, "state": run.state, "steps": {step.name: [step.state, step.attempts] for step in run.steps},
        "notes": [step.note for step in run.failures], "standing": standing(world),
    }))  # fmt: skip
    world.close()


def do(root: Path, job, *, keep: bool = False):
    world = RoutineWorld(root, (job,))
    if not world.runner.states():
        raise RuntimeError("no job is known")
    world.now = world.now.replace(hour=10)
    done = world.runner.do_job(job, world.now)
    if not keep:
        world.close()
    return world, done


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
