"""``claudeops observe``: backfill over existing transcripts, resumable and idempotent (E3)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "memory" / "observe"))

from transcripts import Transcript

TIMES = "Jellyfin takes about 60 seconds to start after a restart."
ORDER = "Caddy must be started after WireGuard, or it cannot bind to the tunnel address."
OTHER = "7c9e6679-7425-40de-944b-e07fc1f90ae7"


@pytest.fixture
def cli_home(tmp_path):
    """What the CLI keeps: two transcripts of one project, a sub-agent's, and files of another kind."""
    home = tmp_path / ".claude"
    first = Transcript(home / "projects" / "-srv" / "36a30589-d5f1-46ac-8a2d-3d5dd22e961b.jsonl")
    first.assistant(TIMES)
    second = Transcript(home / "projects" / "-srv" / f"{OTHER}.jsonl", OTHER)
    second.assistant(ORDER)
    Transcript(home / "projects" / "-srv" / "agent-1.jsonl").assistant("Plex takes about 90 seconds to start.")
    (home / "history.jsonl").write_text("{}\n")
    (home / "projects" / "-srv" / "notes.txt").write_text("Grafana takes about 5 seconds to start.")
    return home


@pytest.mark.slow
def test_a_folder_of_the_cli_is_searched_for_transcripts(claudeops, cli_home):
    answer = claudeops("observe", cli_home, "--json")
    assert answer.code == 0
    assert (answer.json["files"], answer.json["transcripts"], answer.json["held"]) == (2, 2, 2)
    waiting = claudeops("review", "list", "--kind", "held", "--json").json
    assert {(m["service"], m["source"]) for m in waiting} == {("jellyfin", "observed"), ("caddy", "observed")}


@pytest.mark.slow
def test_the_same_again_adds_nothing(claudeops, cli_home):
    claudeops("observe", cli_home)
    before = claudeops("memory", "list", "--json").json
    assert claudeops("observe", cli_home, "--json").json["facts"] == 0
    assert claudeops("memory", "list", "--json").json == before


def test_a_dry_run_shows_what_would_be_kept_and_writes_nothing(claudeops, cli_home):
    answer = claudeops("observe", cli_home, "--dry-run", "--json")
    assert {(fact["gate"], fact["service"]) for fact in answer.json["facts"]} == {
        ("hold", "jellyfin"),
        ("hold", "caddy"),
    }
    assert "Nothing was written" in claudeops("observe", cli_home, "--dry-run").out
    assert claudeops("memory", "list", "--json").json == []


def test_the_limit_takes_the_newest(claudeops, cli_home):
    import os

    os.utime(cli_home / "projects" / "-srv" / f"{OTHER}.jsonl", (2e9, 2e9))
    assert claudeops("observe", cli_home, "--limit", 1, "--json").json["files"] == 1
    assert [m["service"] for m in claudeops("review", "list", "--kind", "held", "--json").json] == ["caddy"]


def test_a_place_that_is_not_there_is_wrong_usage(claudeops, tmp_path):
    answer = claudeops("observe", tmp_path / "nowhere")
    assert answer.code == 2
    assert "There is no file or folder" in answer.err


def test_a_file_that_cannot_be_read_fails_and_the_others_are_observed(claudeops, cli_home, monkeypatch):
    from claudeops_desktop.core.errors import EnvironmentFault
    from claudeops_desktop.memory.extraction import observer

    conversation_in = observer.conversation_in

    def broken(path):
        if path.stem == OTHER:
            raise EnvironmentFault(f"{path} cannot be read: Input/output error.")
        return conversation_in(path)

    monkeypatch.setattr(observer, "conversation_in", broken)
    answer = claudeops("observe", cli_home, "--json")
    assert (answer.code, answer.json["unreadable_files"], answer.json["held"]) == (1, 1, 1)
    assert "Input/output error" in answer.err


def test_people_read_what_came_of_it(claudeops, cli_home):
    said = claudeops("observe", cli_home).out
    assert "2 transcripts observed" in said
    assert "2 facts, of which 0 new, 0 known, 2 held for review" in said


def test_without_a_path_what_waits_is_observed(claudeops):
    assert claudeops("observe", "--json").json["transcripts"] == 0


def test_an_agent_of_ours_may_not_call_it(claudeops, cli_home, monkeypatch):
    monkeypatch.setenv("CLAUDEOPS_SESSION_TOKEN", "x")
    assert claudeops("observe", cli_home).code == 3
