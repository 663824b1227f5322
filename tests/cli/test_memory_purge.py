"""``claudeops memory purge`` (E19): shown first, asked for, done, and told."""

from __future__ import annotations

import json

import pytest

from claudeops_desktop.__main__ import main


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


def test_a_preview_says_what_would_go_and_what_is_out_of_reach(run):
    code, out, _ = run("purge", "JellyFin", "--preview")
    assert code == 0
    assert "1  memories" in out
    assert "Takes 60s to start" in out
    assert "Out of reach:" in out
    assert services(run) == ["jellyfin", "plex"]


def test_without_a_yes_and_with_nobody_to_ask_nothing_is_changed(run):
    code, _, err = run("purge", "jellyfin")
    assert code == 2
    assert "Nothing was changed" in err
    assert services(run) == ["jellyfin", "plex"]


def test_with_a_yes_it_is_gone_and_the_search_says_so(run, tmp_path):
    code, out, _ = run("purge", "jellyfin", "--yes")
    assert code == 0
    assert "A search through every byte of the data folder finds nothing more." in out
    assert services(run) == ["plex"]
    for path in (tmp_path / "data").rglob("*"):
        assert not path.is_file() or b"jellyfin" not in path.read_bytes().lower()


def test_the_document_has_counts_and_no_words(run):
    code, out, _ = run("purge", "jellyfin", "--yes", "--json")
    report = json.loads(out)
    assert (code, report["state"], report["remains"], report["counts"]["memories"]) == (0, "done", [], 1)


@pytest.mark.parametrize("words", [(), ("jellyfin", "--resume"), ("ab", "--yes")])
def test_wrong_words(run, words):
    assert run("purge", *words)[0] == 2


def test_resuming_with_nothing_cut_off(run):
    assert run("purge", "--resume")[:2] == (0, "No purge was cut off.\n")


def test_a_session_of_ours_may_not_purge(run, monkeypatch):
    monkeypatch.setenv("CLAUDEOPS_SESSION_TOKEN", "x")
    assert run("purge", "jellyfin", "--yes")[0] == 3
