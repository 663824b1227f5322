"""``claudeops knowledge agent-folders``: the Claude CLI's own memory folders on the command line (C5)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., Any]
KEY = "project/srv-app"


@pytest.fixture
def memory(claudeops: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "claude"))
    folder = tmp_path / "claude" / "projects" / "-srv-app" / "memory"
    folder.mkdir(parents=True)
    (folder / "MEMORY.md").write_text("- [Database](database.md)\n")
    (folder / "database.md").write_text("---\ntype: project\nname: Database\n---\n\nIt listens on 5432.\n")
    return folder


def agent_folders(claudeops: Command, *words: str) -> Any:
    return claudeops("knowledge", "agent-folders", *words)


@pytest.mark.slow
def test_folders_and_their_files_are_listed_and_shown(claudeops: Command, memory: Path) -> None:
    (row,) = agent_folders(claudeops, "list", "--json").json
    assert (row["key"], row["files"], row["path"]) == (KEY, 1, str(memory))
    assert "database.md" in agent_folders(claudeops, "show", KEY).out
    shown = agent_folders(claudeops, "show", KEY, "database.md", "--json").json
    assert "5432" in shown["text"] and shown["revision"]
    assert KEY in agent_folders(claudeops, "list").out


def test_what_is_wrong_ends_with_code_1(claudeops: Command, memory: Path) -> None:
    assert agent_folders(claudeops, "check").code == 0
    (memory / "MEMORY.md").write_text("- [Gone](gone.md)\n- [Database](database.md)\n")
    answer = agent_folders(claudeops, "check", KEY)
    assert answer.code == 1 and "MEMORY.md, line 1" in answer.out
    (problem,) = agent_folders(claudeops, "check", "--json").json
    assert problem["level"] == "error"


@pytest.mark.slow
def test_words_are_replaced_and_an_earlier_text_is_put_back(claudeops: Command, memory: Path) -> None:
    edited = ("edit", KEY, "database.md", "--replace", "5432", "--with", "6432")
    assert agent_folders(claudeops, *edited).code == 0
    assert "6432" in (memory / "database.md").read_text()
    (version,) = agent_folders(claudeops, "versions", KEY, "database.md", "--json").json
    assert agent_folders(claudeops, *edited).code == 2, "the words are not there any more"
    told = agent_folders(claudeops, "restore", KEY, "database.md", str(version["id"]), "--json")
    assert told.json["saved"] and "5432" in (memory / "database.md").read_text()


@pytest.mark.slow
def test_a_text_for_a_revision_that_is_gone_is_kept_and_not_written(
    claudeops: Command, memory: Path, tmp_path: Path
) -> None:
    revision = agent_folders(claudeops, "show", KEY, "database.md", "--json").json["revision"]
    (memory / "database.md").write_text("by the CLI\n")
    mine = tmp_path / "mine.md"
    mine.write_text("by me\n")
    words = ("edit", KEY, "database.md", "--from", str(mine), "--revision", revision, "--json")
    answer = agent_folders(claudeops, *words)
    assert answer.code == 1 and not answer.json["saved"]
    assert (memory / "database.md").read_text() == "by the CLI\n"
    kept = str(answer.json["kept_version"])
    assert agent_folders(claudeops, "show", KEY, "database.md", "--version", kept).out.strip() == "by me"


def test_an_unknown_folder_is_said(claudeops: Command, memory: Path) -> None:
    answer = agent_folders(claudeops, "show", "project/none")
    assert answer.code != 0 and "agent-folders list" in answer.err
