"""What the window asks of the store's threads, and where it is let go."""

from __future__ import annotations

import threading

import pytest

from claudeops_desktop.core.errors import OperatorError
from claudeops_desktop.storage import open_store
from claudeops_desktop.storage.qt_async import StoreBridge


class Held:
    """Stands for a widget: it notes on which thread it went."""

    def __init__(self, ended):
        self.ended = ended

    def __del__(self):
        self.ended.append(threading.current_thread())


@pytest.fixture
def bridge(qtbot, folder):
    store = open_store(folder)
    made = StoreBridge(store)
    yield made
    made.close()
    store.close()


def hand_over(bridge, way, ended, told, *, well):
    """Ask with closures that hold something of the window; the event that lets the thread go on once it has answered.

    The thread is kept where it still holds the future, long after the answer was delivered.
    """
    held, begin, leave = Held(ended), threading.Event(), threading.Event()

    def work():
        begin.wait(90)
        mine = held
        if not well:
            raise OperatorError("It cannot be done.")
        return len(mine.ended)

    def done(found):
        told.append((held, found)[1])

    def failed(error):
        told.append((held, str(error))[1])

    if way == "hand":
        future = bridge.submit_work(bridge.store.read, work, done, failed)
    else:
        future = getattr(bridge, way)(work, done, failed)
    future.add_done_callback(lambda _: leave.wait(90))
    begin.set()
    return leave


@pytest.mark.slow
@pytest.mark.parametrize("way", ["ask", "write", "hand"])
@pytest.mark.parametrize("well", [True, False])
def test_what_the_window_handed_over_is_let_go_on_its_own_thread(bridge, qtbot, way, well):
    ended, told = [], []
    leave = hand_over(bridge, way, ended, told, well=well)
    qtbot.waitUntil(lambda: bool(told))
    assert told == [0 if well else "It cannot be done."]
    assert ended == [threading.main_thread()]
    leave.set()


def ask_and_cancel(bridge, ended, told):
    held = Held(ended)
    bridge.ask(lambda: held, told.append).cancel()


@pytest.mark.slow
def test_a_cancelled_question_is_let_go_too(bridge, qtbot):
    busy, ended, told = threading.Event(), [], []
    kept = [bridge.ask(lambda: busy.wait(90), lambda _: None) for _ in range(2)]  # both readers
    ask_and_cancel(bridge, ended, told)
    qtbot.waitUntil(lambda: bool(ended))
    assert (ended, told) == ([threading.main_thread()], [])
    busy.set()
    assert [future.result(90) for future in kept] == [True, True]


@pytest.mark.slow
def test_after_its_end_nothing_is_asked_and_closing_again_is_nothing(bridge):
    bridge.close()
    bridge.close()
    assert bridge.ask(lambda: 1, print).cancelled()
    assert bridge.write(lambda: 1).result(90) == 1  # the store still stands
    bridge.store.close()
    assert bridge.write(lambda: 1).cancelled()


class Badge:
    """What shows a number: the newest there is."""

    def __init__(self):
        self.shown = []

    def show(self, number):
        self.shown.append(number)


@pytest.mark.slow
def test_an_answer_that_was_overtaken_is_dropped_where_only_the_newest_counts(bridge, qtbot):
    badge, slow, hold = Badge(), Badge(), threading.Event()

    def late():
        hold.wait(90)
        return 1

    older = bridge.ask(late, badge.show, newest=True)
    bridge.ask(lambda: 2, badge.show, newest=True)
    qtbot.waitUntil(lambda: badge.shown == [2])
    hold.set()
    assert older.result(90) == 1
    bridge.ask(lambda: 3, slow.show, newest=True)
    qtbot.waitUntil(lambda: slow.shown == [3])
    assert badge.shown == [2]
