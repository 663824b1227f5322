"""One of several workstations of a store, as a process that may be killed anywhere: ``shared_day.py ROOT CLOCK``.

It is the application without a window, with its real run queue, lead and schedule. Only the time of day is simulated:
the file CLOCK names a moment, and the workstation goes there minute by minute. Agents say their words slowly.
"""

from __future__ import annotations

import logging
import sys
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from PySide6.QtCore import QTimer

from claudeops_desktop import app
from claudeops_desktop.agents.replay import agent as replay_agent
from claudeops_desktop.core import process_owner
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.storage import DataStore

STEP = timedelta(minutes=1)
STEPS_AT_ONCE = 30


class SimulatedDay:
    """The moment that this workstation has come to."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.now = self.target()

    def target(self) -> datetime:
        return datetime.fromisoformat(self._file.read_text(encoding="utf-8"))


def live(root: Path, clock: Path) -> None:
    day = SimulatedDay(clock)
    (root / "machine-id").write_text(root.name, encoding="utf-8")
    process_owner.MACHINE_FILES = (str(root / "machine-id"),)
    DataStore.now = lambda _store: day.now
    launch = replay_agent.ReplayAgent.build_launch
    replay_agent.ReplayAgent.build_launch = lambda self, asked: launch(self, replace(asked, replay_speed=1.0))
    application = app.core_application()
    engine = app.ApplicationEngine(DataFolder(root))
    engine.store_copies.start = lambda: None
    engine.routine.start = lambda: None  # its own tests do it
    told: list[bool] = []

    def walk() -> None:
        if told != [engine._lead.held]:
            told[:] = [engine._lead.held]
            print("leads" if told[0] else "follows", flush=True)
        for _ in range(STEPS_AT_ONCE):
            if day.now >= day.target() or engine.runs.busy:
                return
            day.now += STEP
            engine.schedule.tick()

    engine.main.call(lambda: app._settle(engine, print))
    steps = QTimer(interval=20)
    steps.timeout.connect(walk)
    steps.start()
    application.exec()


if __name__ == "__main__":
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    live(Path(sys.argv[1]), Path(sys.argv[2]))
