"""A start that fails where nobody sees a terminal: a box with the sentence and what to do."""

from __future__ import annotations

from claudeops_desktop.core.errors import EnvironmentFault
from claudeops_desktop.ui.recovery.startup_error import startup_error_text


def test_the_box_says_why_and_what_to_do(qtbot):
    box = startup_error_text(EnvironmentFault("The database <b>x</b> is damaged.", "Restore a copy."))
    qtbot.addWidget(box)
    assert box.text() == "Claude Ops cannot start.\n\nThe database <b>x</b> is damaged."
    assert box.informativeText() == "Restore a copy."
    assert [button.text().replace("&", "") for button in box.buttons()] == ["Close"]
