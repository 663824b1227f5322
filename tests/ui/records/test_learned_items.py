"""What a session's markers became, in any language (PRODUCT U5)."""

from __future__ import annotations

import pytest

from claudeops_desktop.records.markers import MarkerRecord
from claudeops_desktop.ui.pages.sessions.learned_items import build_learned_items, count_not_stored
from claudeops_desktop.ui.text.translation import choose_language


def _marker(kind: str, action: str) -> MarkerRecord:
    said = "[MEMORY:timing:web] Takes 5s"
    return MarkerRecord(1, 1, 3, 0, 0, kind, said, said, action, "", 7, "2026-06-01T12:00:00Z")


@pytest.fixture(params=["en", "de"])
def _language(request: pytest.FixtureRequest):
    choose_language(request.param)
    yield
    choose_language("en")


@pytest.mark.usefixtures("_language")
@pytest.mark.parametrize(
    ("kind", "action", "lost"),
    [("memory", "rejected", 1), ("near_miss", "rejected", 1), ("memory", "inserted", 0), ("memory", "unchanged", 0)],
)
def test_markers_that_were_not_stored_are_counted_in_every_language(kind: str, action: str, lost: int):
    assert count_not_stored(build_learned_items([_marker(kind, action)], {})) == lost


def test_a_memory_that_was_deleted_since_cannot_be_shown():
    [item] = build_learned_items([_marker("memory", "inserted")], {})
    assert item.target_id is None
