"""Garbage is collected on the main thread only: Qt objects die where they live."""

from __future__ import annotations

import gc
import threading

import pytest
from PySide6.QtCore import QObject

from claudeops_desktop.core import gc_policy
from claudeops_desktop.core.gc_policy import collect_if_due


class Knot(QObject):
    """An object of Qt's in a cycle, which only the collector can take apart."""

    def __init__(self, ended):
        super().__init__()
        self.itself = self
        self.destroyed.connect(lambda: ended.append(threading.current_thread()))


def make_much():
    return [[] for _ in range(gc_policy.YOUNG * 3)]


@pytest.mark.slow
def test_a_thread_that_makes_much_destroys_no_object_of_qt():
    ended = []
    gc.collect()
    Knot(ended)
    worker = threading.Thread(target=make_much)
    worker.start()
    worker.join()
    assert ended == []
    gc.collect()
    assert ended == [threading.main_thread()]


@pytest.mark.slow
def test_it_is_collected_on_the_main_thread_once_enough_has_come_together():
    gc.collect()
    assert not collect_if_due()
    kept = make_much()
    assert collect_if_due()
    assert len(kept) == gc_policy.YOUNG * 3


def test_never_on_another_thread():
    kept = make_much()
    found = []
    worker = threading.Thread(target=lambda: found.append(collect_if_due()))
    worker.start()
    worker.join()
    assert found == [False]
    assert collect_if_due()
    assert kept


@pytest.mark.slow
def test_old_garbage_goes_in_the_end(monkeypatch):
    """It may have grown old before it was let go: older generations are looked through too."""
    monkeypatch.setattr(gc_policy, "YOUNG", 500)
    ended = []
    knot = Knot(ended)
    gc.collect()
    del knot
    for _ in range((gc_policy.STEPS + 1) ** 2):
        kept = make_much()
        collect_if_due()
        del kept
    assert ended == [threading.main_thread()]
