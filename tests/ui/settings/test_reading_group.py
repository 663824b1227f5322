"""The question whether a model may help memory: its answer is in force at once."""

from __future__ import annotations

from PySide6.QtCore import Qt

from claudeops_desktop.models.permission import is_allowed
from claudeops_desktop.ui.pages.settings.reading_group import ReadingGroup


def test_it_says_what_is_known_of_the_cost_and_takes_the_answer(desk, qtbot):
    choice = ReadingGroup(desk)
    qtbot.addWidget(choice)
    choice.refresh()
    qtbot.waitUntil(lambda: "In the last 30 days: 0 sessions." in choice.cost.told.text())
    assert not choice.box.isChecked()
    choice.box.setFocus()
    qtbot.keyClick(choice.box, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: is_allowed(desk.settings.current) and choice.box.isEnabled())
    qtbot.keyClick(choice.box, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: not is_allowed(desk.settings.current) and choice.box.isEnabled())
