"""After which runs a second session checks the claims of the first (L1)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from claudeops_desktop.runs.verification import wants_verification

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("setting", "tier", "last", "expected"),
    [
        ("never", 3, None, False),
        ("always", 1, NOW, True),
        ("tier3", 2, None, False),
        ("tier3", 3, NOW, True),
        ("daily", 1, None, True),
        ("daily", 1, NOW - timedelta(hours=12), False),
        ("daily", 1, NOW - timedelta(hours=23, minutes=58), True),
    ],
)
def test_after_which_runs(setting: str, tier: int, last: datetime | None, expected: bool):
    assert wants_verification(setting, tier, last, NOW) is expected
