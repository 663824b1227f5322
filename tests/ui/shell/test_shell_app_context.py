"""The desks that UI tests work with are whole."""

from __future__ import annotations

import pytest


@pytest.mark.slow
def test_a_filled_desk_holds_runs_events_memories_and_schedules(filled_desk, qtbot):
    answers = []
    filled_desk.bridge.ask(
        lambda: (
            len(filled_desk.book.sessions.list()),
            len(filled_desk.book.events.list()),
            len(filled_desk.memory.search.list()),
            len(filled_desk.book.schedules.list()),
            len(filled_desk.book.health.latest()),
        ),
        answers.append,
    )
    qtbot.waitUntil(lambda: bool(answers))
    assert all(answers[0]), answers


def test_work_aside_comes_back_on_the_gui_thread(desk, qtbot):
    answers = []
    desk.run_in_background(lambda: 6 * 7, answers.append)
    qtbot.waitUntil(lambda: answers == [42])
