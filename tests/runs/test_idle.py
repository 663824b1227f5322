"""With nothing to do the application has one timer, and no thread of it wakes by itself."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer

FUTEX, POLL, SELECT, NANOSLEEP, EPOLL_WAIT, CLOCK_NANOSLEEP, PSELECT, PPOLL = 202, 7, 23, 35, 232, 230, 270, 271
ENDLESS_MS = (1 << 64) - 1, (1 << 32) - 1
"""A poll without a time-out, as the kernel shows an int of -1."""


def waits_with_time_out(task: Path) -> bool:
    """Tell whether a thread is in a system call that ends by itself, by the numbers of x86-64."""
    try:
        words = (task / "syscall").read_text().split()
    except OSError:  # it has ended
        return False
    if words[0] == "running":
        return True
    number, arguments = int(words[0]), [int(word, 16) for word in words[1:]]
    if number == POLL:
        return arguments[2] not in ENDLESS_MS
    if number == EPOLL_WAIT:
        return arguments[3] not in ENDLESS_MS
    if number in (FUTEX, SELECT, PSELECT):
        return arguments[3 if number == FUTEX else 4] != 0
    if number == PPOLL:
        return arguments[2] != 0
    return number in (NANOSLEEP, CLOCK_NANOSLEEP)


def tasks() -> set[Path]:
    return set(Path("/proc/self/task").iterdir())


@pytest.fixture
def other_tasks(qapp) -> set[Path]:
    """The threads of the tests themselves."""
    return tasks()


@pytest.fixture
def idle(other_tasks, engine, qtbot, monkeypatch):
    """An engine that keeps the schedule, without any schedule and without checks, and has begun all it does."""
    for once_after_the_start in ("notifications.external_changes.FIRST_LOOK_S", "runs.log_index.starter.AFTER_START_S"):
        monkeypatch.setattr(f"claudeops_desktop.{once_after_the_start}", 0.05)
    engine.folder.settings_file.write_text("[monitoring]\nenabled = false\n")
    engine.settings.refresh()
    assert engine.keep_time()
    qtbot.waitUntil(lambda: engine.schedule.acts)
    for schedule in engine.book.schedules.list():
        engine.schedule.delete(schedule.id).result()
    qtbot.waitUntil(lambda: engine.schedule.next_due() is None)
    return engine


@pytest.mark.file_only("a server is asked every second who leads")
def test_one_timer_is_active_and_beats_once_a_minute(idle):
    idle.aftercare.rest()  # it looks a minute after the start for what an action left to be measured, and then no more
    (timer,) = [timer for timer in idle.main.findChildren(QTimer) if timer.isActive()]
    listeners = idle.main._heartbeat._listeners
    assert len(listeners) >= 8
    assert min(listener.seconds for listener in listeners) >= 60
    assert timer.timerType() == Qt.TimerType.CoarseTimer


@pytest.mark.file_only("a server is asked every second who leads")
@pytest.mark.skipif(struct.calcsize("P") != 8 or not Path("/proc/self/syscall").exists(), reason="needs its calls")
def test_no_thread_waits_with_a_time_out(idle, other_tasks, qtbot):
    assert tasks() - other_tasks
    qtbot.waitUntil(lambda: not any(waits_with_time_out(task) for task in tasks() - other_tasks))
