"""A process that runs the nightly job over a data folder and is killed in one of its steps."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from datetime import timedelta
from pathlib import Path


def run_until_killed(root: Path, at_step: str) -> subprocess.CompletedProcess[str]:
    """Run it; with "" to its end."""
    tests = Path(__file__).resolve().parents[1]
    environ = dict(os.environ) | {"PYTHONPATH": os.pathsep.join(map(str, (tests, tests / "routine", tests.parent)))}
    return subprocess.run(
        [sys.executable, __file__, str(root), at_step],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env=environ,
    )


def main(root: Path, at_step: str) -> None:
    from conftest import Acts, RoutineWorld

    acts = Acts()

    def note(name: str):
        def work(_context) -> None:
            if name == at_step:
                os.kill(os.getpid(), signal.SIGKILL)
            with (root / "done.txt").open("a") as file:
                file.write(f"{name}\n")

        return work

    acts.during = {name: note(name) for name in "abc"}
    world = RoutineWorld(root / "data", acts.jobs())
    world.runner.states()
    world.now += timedelta(days=1)
    world.runner.do_overdue()
    world.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
