"""What waits is counted whole: an answer that takes long is not lost to one that comes sooner."""

from __future__ import annotations

import threading

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.routine import waiting
from claudeops_desktop.routine.questions.tables import QuestionRecords
from claudeops_desktop.routine.questions.types import KnowledgeGap
from claudeops_desktop.ui.waiting_monitor import WaitingMonitor


def test_what_is_to_be_reviewed_is_counted_though_something_else_changed_meanwhile(desk, qtbot, monkeypatch):
    ask = QuestionRecords(desk.book.store).ask
    desk.book.store.write(lambda: ask([KnowledgeGap("web", "timing")], utc_now())).result()
    count, go_on, counting = waiting.load_reviews, threading.Event(), threading.Event()

    def slowly(*parts):
        counting.set()
        assert go_on.wait(60)
        return count(*parts)

    monkeypatch.setattr(waiting, "load_reviews", slowly)
    monitor = WaitingMonitor(desk)
    monitor.start_watching()
    try:
        qtbot.waitUntil(counting.is_set)
        say = {"level": "warning", "message": "slow", "service": "web", "session_id": None}
        desk.book.store.write(lambda: desk.book.events.add(**say, now=utc_now())).result()
        qtbot.waitUntil(lambda: monitor.current.total == 1)  # the warning, while the rest is still counted
        go_on.set()
        qtbot.waitUntil(lambda: monitor.current.total == 2)
    finally:
        go_on.set()
        monitor.close()
