"""The rows of an export that is one JSON array: what is taken from them, and what is not."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.errors import UsageError
from claudeops_desktop.memory.transfer.read_array import read_exported_array
from claudeops_desktop.memory.types import DEFAULT_CONFIDENCE, Memory

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
PLAIN = {"category": "timing", "observation": "Takes 60s to start"}


def read(**columns: object) -> Memory:
    (found,) = read_exported_array(json.dumps([PLAIN | columns]), NOW)
    return found


def new_memory(**columns: object) -> Memory:
    at = to_text(NOW)
    base = {"id": 0, "service": None, "confidence": DEFAULT_CONFIDENCE, "active": 1, "session_id": None, "tier": 1}
    return Memory(**(base | {"created_at": at, "updated_at": at} | PLAIN | columns))


def test_what_a_row_leaves_out_is_as_in_a_new_memory() -> None:
    assert read() == read(**dict.fromkeys(Memory.__dataclass_fields__.keys() - PLAIN.keys())) == new_memory()


def test_times_are_kept_in_the_form_of_the_database() -> None:
    at = "2025-01-20T13:00:00.000Z"
    assert read(updated_at="2025-01-20T14:00:00+01:00") == new_memory(updated_at=at, created_at=at)


@pytest.mark.parametrize(
    ("pinned", "confirmed", "kept"), [(True, False, (1, 0)), (1, 0, (1, 0)), (False, True, (0, 1))]
)
def test_yes_and_no_may_be_words_or_numbers(pinned: object, confirmed: object, kept: tuple[int, int]) -> None:
    found = read(pinned=pinned, confirmed=confirmed)
    assert (found.pinned, found.confirmed) == kept


def test_origin_and_owner_are_not_taken_from_a_file() -> None:
    assert read(source="operator", source_key="operator", owner="eve", audience="private:eve", session_id=7) == (
        new_memory()
    )


@pytest.mark.parametrize(
    ("name", "value", "wanted"),
    [
        ("sentiment", "angry", "one of neutral, frustrated, excited, uncertain"),
        ("gate_confidence", 2, "a number from 0 to 1"),
        ("superseded_by", True, "the wrong kind"),
    ],
)
def test_the_refusal_says_what_is_wanted(name: str, value: object, wanted: str) -> None:
    with pytest.raises(UsageError, match=f"^Row 1, {name}: .*{wanted}"):
        read(**{name: value})
