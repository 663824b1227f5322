"""A machine without a configured time zone."""

from __future__ import annotations

import logging
import warnings
from datetime import UTC

import pytest
import tzlocal

from claudeops_desktop.core import local_zone


def test_a_machine_without_a_zone_uses_utc_and_warns_nobody(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def unconfigured() -> object:
        warnings.warn("Can not find any timezone configuration, defaulting to UTC.", stacklevel=2)
        return UTC

    monkeypatch.setattr(tzlocal, "reload_localzone", unconfigured)
    local_zone.note_missing_zone.cache_clear()
    with warnings.catch_warnings(), caplog.at_level(logging.INFO):
        warnings.simplefilter("error")
        assert local_zone.read_local_zone() is UTC
        assert local_zone.read_local_zone() is UTC
    assert [record.message for record in caplog.records] == [
        "No time zone is configured on this machine, so times are shown in UTC."
    ]
