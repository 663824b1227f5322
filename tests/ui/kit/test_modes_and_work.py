"""The switch of modes, and dialogs that have something done on a thread."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from claudeops_desktop.core.errors import OperatorError
from claudeops_desktop.ui.kit.fields import LineField, check_filled
from claudeops_desktop.ui.kit.mode_switch import ModeSwitch
from claudeops_desktop.ui.kit.work_dialog import WorkDialog
from claudeops_desktop.ui.text.translation import error_text


class Dialog(WorkDialog):
    """Counts what came back."""

    def __init__(self, desk) -> None:
        super().__init__(desk, "Work", None)
        self.answers, self.failures = [], []
        self.go = self.make_button("Go", lambda: None)
        self.lay_out(self.go)

    def update_buttons(self) -> None:
        self.go.setEnabled(not self.busy)

    def show_failure(self, error: Exception) -> None:
        self.failures.append(error_text(error))


@pytest.fixture
def dialog(desk, qtbot):
    made = Dialog(desk)
    qtbot.addWidget(made)
    made.show()
    return made


def test_a_button_brings_its_mode_into_view(qtbot):
    parts = (QLabel("read"), QLabel("edit"))
    modes = ModeSwitch((("Read", parts[0]), ("Edit", parts[1])))
    qtbot.addWidget(modes)
    modes.show()
    assert modes.mode == 0 and modes.button(0).isChecked() and not parts[1].isVisible()
    with qtbot.waitSignal(modes.mode_chosen) as chosen:
        qtbot.mouseClick(modes.button(1), Qt.MouseButton.LeftButton)
    assert chosen.args == [1] and parts[1].isVisible()
    assert modes.button(1).isChecked() and not modes.button(0).isChecked()


def test_nothing_can_be_pressed_while_something_is_done(dialog, qtbot):
    ready = threading.Event()
    dialog.do_work(lambda: ready.wait(10), dialog.answers.append)
    assert dialog.busy and not dialog.go.isEnabled()
    ready.set()
    qtbot.waitUntil(lambda: dialog.answers == [True])
    assert dialog.go.isEnabled()


def test_what_went_wrong_is_shown_and_can_be_tried_again(dialog, qtbot):
    def fail():
        raise OperatorError("It is gone.")

    dialog.do_work(fail, dialog.answers.append)
    qtbot.waitUntil(lambda: dialog.failures == ["It is gone."])
    assert dialog.go.isEnabled()


def test_the_first_field_without_a_value_is_named():
    check = check_filled((LineField("a", "&Name"), LineField("b", "Why")), "b")
    assert check({"a": "", "b": ""}) == "Still empty: Name"
    assert not check({"a": "x", "b": ""})
