"""The watcher's history: nothing of it is lost, and nothing half is ever kept."""

from __future__ import annotations

import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from claudeops_desktop.agents.watch import history as histories
from claudeops_desktop.agents.watch.check_tracks import (
    CheckOutage,
    CheckOutcome,
    CheckTrack,
    MeasuredStart,
    ReportedMemory,
)
from claudeops_desktop.agents.watch.history import FORGET_AFTER, CheckHistory, HistoryError, load, lock_history
from claudeops_desktop.agents.watch.measurement import ServedCertificate, ServiceStatus

NOW = datetime(2026, 6, 1, 12, 0, 0, 123000, tzinfo=UTC)


def later(seconds: int) -> datetime:
    return NOW + timedelta(seconds=seconds)


moments = st.integers(0, 10**6).map(later)
outages = st.builds(CheckOutage, st.none() | moments, moments, moments, st.none() | moments)
tracks = st.builds(
    CheckTrack,
    st.just("web"),
    st.just("http"),
    st.lists(
        st.builds(
            CheckOutcome, moments, st.sampled_from(ServiceStatus), st.booleans(), st.none() | st.just(302), st.just(1.5)
        ),
        min_size=1,
        max_size=3,
    ).map(tuple),
    st.none() | outages,
    st.lists(outages, max_size=2).map(tuple),
    st.lists(st.builds(ServedCertificate, moments, moments), max_size=2).map(tuple),
    st.lists(st.builds(MeasuredStart, st.just(4.5), moments), max_size=2).map(tuple),
    st.none() | moments,
    st.none() | st.integers(0, 9),
    st.none() | moments,
    st.dictionaries(st.sampled_from(["code", "recovery"]), st.builds(ReportedMemory, st.text(max_size=9), moments)),
)


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(tracks)
def test_what_is_kept_is_read_back_as_it_was(tmp_path: Path, track: CheckTrack):
    path = tmp_path / "history.json"
    CheckHistory({"web:http": track}).save(path, NOW)
    assert load(path).tracks == {"web:http": track}


def one(at: datetime = NOW) -> CheckHistory:
    return CheckHistory({"web:http": CheckTrack("web", "http", (CheckOutcome(at, ServiceStatus.HEALTHY),))})


def test_the_file_is_the_operators_alone_and_replaced_whole(tmp_path: Path):
    path = tmp_path / "new folder" / "history.json"
    one().save(path, NOW)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in path.parent.iterdir()] == ["history.json"]


def test_checks_not_made_for_half_a_year_are_forgotten(tmp_path: Path):
    path = tmp_path / "history.json"
    one().save(path, NOW + FORGET_AFTER)
    assert load(path).tracks == {}


def test_no_file_is_an_empty_history(tmp_path: Path):
    assert load(tmp_path / "none.json").tracks == {}


@pytest.mark.parametrize("text", ["", "{", "[]", '{"version":1,"checks":{"a":{}}}', '{"version":1,"checks":[1]}'])
def test_a_damaged_file_is_put_aside_and_said_so(tmp_path: Path, text: str):
    path = tmp_path / "history.json"
    path.write_text(text)
    with pytest.raises(HistoryError, match=r"was damaged\. It is now history\.json\.broken") as caught:
        load(path)
    assert caught.value.may_save
    assert (tmp_path / "history.json.broken").read_text() == text


def test_a_file_of_another_version_is_left_alone(tmp_path: Path):
    path = tmp_path / "history.json"
    path.write_text('{"version":99,"checks":{}}')
    with pytest.raises(HistoryError, match="another version") as caught:
        load(path)
    assert not caught.value.may_save
    assert path.exists()


def test_a_full_or_missing_place_is_an_error_in_words(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(HistoryError, match="cannot be kept in"):
        one().save(tmp_path / "file" / "history.json", NOW)


def test_only_one_watcher_holds_a_history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(histories, "_WAIT_S", 0.0)
    path = tmp_path / "history.json"
    with lock_history(path) as first, lock_history(path) as second:
        assert (first, second) == (True, False)
    with lock_history(path) as again:
        assert again
