"""``claudeops memory purge`` (E19): shown first, asked for, done, and told."""

from __future__ import annotations

import json

import pytest

from claudeops_desktop.__main__ import main
from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.records.incidents import CheckState
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import open_store


@pytest.fixture
def run(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))

    def words(*given: str) -> tuple[int, str, str]:
        code = main(["--data-dir", str(tmp_path / "data"), "memory", *given])
        told = capsys.readouterr()
        return code, told.out, told.err

    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "settings.toml").write_text('[embedding]\nkind = "none"\n')
    words("add", "Takes 60s to start after a restart", "--category", "timing", "--service", "jellyfin")
    words("add", "Takes 40s to start", "--category", "timing", "--service", "plex")
    return words


def services(run) -> list[str]:
    return [row["service"] for row in json.loads(run("list", "--json")[1])]


@pytest.mark.slow
def test_a_preview_says_what_would_go_and_what_is_out_of_reach(run):
    code, out, _ = run("purge", "JellyFin", "--preview")
    assert code == 0
    assert "1  memories" in out
    assert "Takes 60s to start" in out
    assert "Out of reach:" in out
    assert services(run) == ["jellyfin", "plex"]


@pytest.mark.slow
def test_without_a_yes_and_with_nobody_to_ask_nothing_is_changed(run):
    code, _, err = run("purge", "jellyfin")
    assert code == 2
    assert "Nothing was changed" in err
    assert services(run) == ["jellyfin", "plex"]


@pytest.mark.slow
def test_with_a_yes_it_is_gone_and_the_search_says_so(run, tmp_path):
    code, out, _ = run("purge", "jellyfin", "--yes")
    assert code == 0
    assert "A search through every byte of the data folder finds nothing more." in out
    assert services(run) == ["plex"]
    for path in (tmp_path / "data").rglob("*"):
        assert not path.is_file() or b"jellyfin" not in path.read_bytes().lower()


@pytest.mark.slow
def test_the_document_has_counts_and_no_words(run):
    code, out, _ = run("purge", "jellyfin", "--yes", "--json")
    report = json.loads(out)
    assert (code, report["state"], report["remains"], report["counts"]["memories"]) == (0, "done", [], 1)


@pytest.mark.parametrize("words", [(), ("jellyfin", "--resume"), ("ab", "--yes")])
def test_wrong_words(run, words):
    assert run("purge", *words)[0] == 2


@pytest.mark.slow
def test_resuming_with_nothing_cut_off(run):
    assert run("purge", "--resume")[:2] == (0, "No purge was cut off.\n")


def test_a_session_of_ours_may_not_purge(run, monkeypatch):
    monkeypatch.setenv("CLAUDEOPS_SESSION_TOKEN", "x")
    assert run("purge", "jellyfin", "--yes")[0] == 3


@pytest.mark.slow
def test_incidents_are_purged_too(run, tmp_path):
    now = utc_now()
    store = open_store(DataFolder(tmp_path / "data"))
    book = RecordRepositories(store)

    def fill():
        made = {
            name: book.incidents.open(
                service=name, source="check", started_at=now, worst="down", cause=f"{name} is down", now=now
            ).id
            for name in ("jellyfin", "plex", "emby")
        }
        book.incidents.fold(made["plex"], made["jellyfin"], now)
        book.incidents.note(made["emby"], "as bad as Jellyfin was", now)
        book.incidents.resolve(made["emby"], "measurement", now)
        state = CheckState(
            "jellyfin:http", "jellyfin", "http", "down", to_text(now), 2, 0, True, False, "", to_text(now)
        )
        book.incidents.put_check_state(state)

    store.write(fill).result()
    store.close()
    assert "incidents" in run("purge", "jellyfin", "--preview")[1]
    assert run("purge", "jellyfin", "--yes")[0] == 0
    for path in (tmp_path / "data").rglob("*"):
        assert not path.is_file() or b"jellyfin" not in path.read_bytes().lower()
    store = open_store(DataFolder(tmp_path / "data"))
    left = RecordRepositories(store).incidents
    assert [(one.service, one.state, one.folded_into) for one in left.list()] == [
        ("emby", "resolved", None),
        ("plex", "open", None),
    ]
    assert left.check_states() == []
    store.close()


@pytest.mark.slow
def test_a_word_of_the_states_of_incidents_takes_none_away(run, tmp_path):
    now = utc_now()
    store = open_store(DataFolder(tmp_path / "data"))
    book = RecordRepositories(store)
    store.write(
        lambda: book.incidents.open(service="plex", source="check", started_at=now, worst="down", cause="", now=now)
    ).result()
    store.close()
    run("purge", "check", "--yes")
    store = open_store(DataFolder(tmp_path / "data"))
    assert [(one.service, one.source) for one in RecordRepositories(store).incidents.list()] == [("plex", "check")]
    store.close()
