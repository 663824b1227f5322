"""Two applications on one data folder: one keeps the schedule, the other shows it and takes over when the first ends."""

from __future__ import annotations

from claudeops_desktop.app import Engine


def test_the_second_application_takes_over_when_the_first_ends(engine, folder, qtbot):
    assert engine.keep_time()
    second = Engine(folder)
    assert not second.keep_time()
    qtbot.waitUntil(lambda: second.schedule.next_due() is not None, timeout=10_000)
    second._take_over.timeout.emit()
    assert second._take_over.isActive()
    engine.close()
    second._take_over.timeout.emit()
    assert not second._take_over.isActive()
    third = Engine(folder)
    assert not third.keep_time()
    third.close()
    second.close()
