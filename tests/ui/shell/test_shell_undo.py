"""M14: undo and redo of every change of memories, from the menu and from the toast."""

from __future__ import annotations

from claudeops_desktop.memory.types import MemoryCandidate


def add(desk, qtbot, text):
    desk.bridge.write(lambda: desk.memory.edits.add(MemoryCandidate("timing", "jellyfin", text)), desk.undo.push_change)
    with qtbot.waitSignal(desk.undo.message_posted) as told:
        pass
    return told.args


def memories(desk):
    return desk.book.store.read(lambda: [m.observation for m in desk.memory.search.list()]).result()


def test_a_change_is_undone_and_done_again(desk, qtbot):
    add(desk, qtbot, "Takes 60s to start")
    with qtbot.waitSignal(desk.undo.changed):
        desk.undo.undo()
    assert memories(desk) == []
    assert desk.undo.undo_text == ""
    with qtbot.waitSignal(desk.undo.changed):
        desk.undo.redo()
    assert memories(desk) == ["Takes 60s to start"]
    assert desk.undo.redo_text == ""


def test_the_toast_takes_back_its_own_change_only(desk, qtbot):
    _, first = add(desk, qtbot, "Takes 60s to start")
    add(desk, qtbot, "Port 8096 answers 503 while the library loads")
    first()
    assert not desk.undo.busy
    assert len(memories(desk)) == 2


def test_a_new_change_ends_what_could_be_done_again(desk, qtbot):
    add(desk, qtbot, "Takes 60s to start")
    with qtbot.waitSignal(desk.undo.changed):
        desk.undo.undo()
    assert desk.undo.redo_text
    add(desk, qtbot, "Answers on port 8096")
    assert desk.undo.redo_text == ""


def test_undo_while_one_is_on_its_way_does_nothing(desk, qtbot):
    add(desk, qtbot, "One fact about the disk")
    add(desk, qtbot, "Port 8096 answers 503 while the library loads")
    desk.undo.undo()
    desk.undo.undo()
    qtbot.waitUntil(lambda: not desk.undo.busy)
    assert len(memories(desk)) == 1
