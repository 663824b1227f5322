"""Words around times and names follow the catalogue; without one they are English."""

from datetime import UTC, datetime, timedelta

import pytest

from claudeops_desktop.ui.text import translation
from claudeops_desktop.ui.text.formatting import format_names, format_relative_time, tier_name

NOW = datetime(2026, 11, 14, 12, tzinfo=UTC)
GERMAN = {"{span} ago": "vor {span}", "{names} and {last}": "{names} und {last}", "observe": "beobachten"}


def test_words_come_from_the_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(translation._now, "look", lambda text, _comment, _count: GERMAN.get(text, ""))
    assert format_relative_time(NOW - timedelta(hours=2), NOW) == "vor 2 h"
    assert format_names(["caddy", "{x}"]) == "caddy und {x}"
    assert tier_name(1) == "beobachten"


def test_without_a_catalogue_they_are_english() -> None:
    assert format_relative_time(NOW - timedelta(hours=2), NOW) == "2 h ago"
    assert format_names(["a", "b", "c", "d"]) == "a, b, c and 1 more"
    assert tier_name(4) == "tier 4"
