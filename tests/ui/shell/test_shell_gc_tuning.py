"""What stays until the end is spared the collector of cycles, so that it does not hold the window."""

from __future__ import annotations

import gc

import pytest

from claudeops_desktop.ui.shell.gc_tuning import freeze_garbage_collector


@pytest.fixture(autouse=True)
def _as_it_was():
    yield
    gc.unfreeze()


def test_what_is_set_aside_is_looked_through_no_more():
    kept = [[]]
    freeze_garbage_collector()
    assert not any(one is kept for one in gc.get_objects())


def test_what_comes_later_is_looked_through_as_ever():
    freeze_garbage_collector()
    later = [[]]
    assert any(one is later for one in gc.get_objects())
