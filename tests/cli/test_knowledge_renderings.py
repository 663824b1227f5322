"""``claudeops knowledge render`` and ``rebuild``: between the database and the folder (C2, X4)."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

FACTS = "domains/operations.md"


@pytest.mark.slow
def test_a_fresh_database_gets_back_what_the_folder_holds(claudeops: Callable[..., Any], data_dir: Path) -> None:
    claudeops("memory", "add", "--category", "timing", "--service", "jellyfin", "Takes 60 s to start.")
    claudeops("lessons", "add", "Prefer reload over restart.")
    first = claudeops("knowledge", "render", "--json").json
    assert (first["count"], first["changed"], first["problems"]) == (2, 2, [])
    assert claudeops("knowledge", "render").out.startswith("2 files rendered, 0 of them changed.")
    file = data_dir / "knowledge" / FACTS
    file.write_text(file.read_text().replace("60 s", "65 s") + "- [guess] What is this?\n")
    done = claudeops("knowledge", "render")
    assert "Edits edited: 1" in done.out and "There is no category" in done.out
    kept = data_dir.parent / "kept"
    shutil.copytree(data_dir / "knowledge", kept)
    before = file.read_bytes()
    shutil.rmtree(data_dir)
    data_dir.mkdir()
    shutil.copytree(kept, data_dir / "knowledge")
    given = claudeops("knowledge", "rebuild", "--json").json
    assert (given["facts"], given["lessons"], given["cases"], given["entries"]) == (1, 1, 0, 2)
    again = claudeops("knowledge", "rebuild", "--json").json
    assert (again["facts"], again["lessons"], again["cases"]) == (0, 0, 0)
    assert "Given back: 0 facts, 0 lessons, 0 cases." in claudeops("knowledge", "rebuild").out
    assert file.read_bytes() == before
