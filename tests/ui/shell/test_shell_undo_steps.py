"""D8: anything that is changed is undone and done again through one stack, in the database or with files."""

from __future__ import annotations

from claudeops_desktop.core.errors import EnvironmentFault, OperatorError


def test_what_is_performed_is_undone_and_done_again(desk, qtbot):
    said = []
    desk.undo.perform("Wrote a line", lambda: said.append("do") or 7, lambda number: said.append(f"undo {number}"))
    qtbot.waitUntil(lambda: desk.undo.undo_text == "Wrote a line")
    desk.undo.undo()
    qtbot.waitUntil(lambda: desk.undo.redo_text == "Wrote a line")
    desk.undo.redo()
    qtbot.waitUntil(lambda: desk.undo.undo_text == "Wrote a line")
    assert said == ["do", "undo 7", "do"]


def test_redo_hands_its_own_answer_to_the_next_undo(desk, qtbot):
    numbers, undone = iter((1, 2)), []
    desk.undo.perform("Added", lambda: next(numbers), undone.append, aside=True)
    for text in ("undo_text", "redo_text", "undo_text", "redo_text"):
        qtbot.waitUntil(lambda text=text: getattr(desk.undo, text) == "Added")
        desk.undo.undo() if text == "undo_text" else desk.undo.redo()
    qtbot.waitUntil(lambda: not desk.undo.busy)
    assert undone == [1, 2]


def test_the_toast_of_a_step_takes_back_that_step_only(desk, qtbot):
    said = []
    first = desk.undo.push_step("First", lambda: said.append("first"), list, tell=False)
    desk.undo.push_step("Second", lambda: said.append("second"), list, tell=False)
    first()
    assert not desk.undo.busy
    assert said == []


def test_what_cannot_be_undone_any_more_does_not_stand_in_the_way(desk, qtbot):
    def gone():
        raise OperatorError("It was changed elsewhere.")

    said = []
    desk.undo.push_step("First", lambda: said.append("first"), list, tell=False)
    desk.undo.push_step("Second", gone, list, tell=False)
    with qtbot.waitSignal(desk.undo.message_posted) as told:
        desk.undo.undo()
    assert told.args == ["It was changed elsewhere.", None]
    desk.undo.undo()
    qtbot.waitUntil(lambda: said == ["first"])
    qtbot.waitUntil(lambda: not desk.undo.busy)


def test_what_the_machine_kept_from_being_undone_can_be_tried_again(desk, qtbot):
    def full():
        raise EnvironmentFault("The disk is full.")

    desk.undo.push_step("Wrote", full, list, aside=True, tell=False)
    with qtbot.waitSignal(desk.undo.message_posted):
        desk.undo.undo()
    assert desk.undo.undo_text == "Wrote"


def test_what_failed_is_not_remembered(desk, qtbot):
    def refused():
        raise OperatorError("No.")

    with qtbot.waitSignal(desk.undo.message_posted) as told:
        desk.undo.perform("Did", refused, list)
    assert told.args == ["No.", None]
    assert desk.undo.undo_text == ""


def test_only_the_last_two_hundred_are_kept(desk):
    for number in range(205):
        desk.undo.push_step(f"Step {number}", list, list, tell=False)
    assert len(desk.undo._done) == 200
