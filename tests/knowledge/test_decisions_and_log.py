"""Decisions keep their numbers whoever writes at once (C13); the log is only ever added to (C12)."""

from __future__ import annotations

import multiprocessing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from claudeops_desktop.core.errors import OperatorError
from claudeops_desktop.knowledge import KnowledgeService, new_operation

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def decide(root: str, name: str) -> None:
    folder = KnowledgeService(Path(root))
    for number in range(3):
        folder.decisions.add(f"{name} {number}", context="x", decision="y")
    folder.close()


@pytest.mark.slow
def test_four_processes_that_decide_at_once_use_no_number_twice(folder: KnowledgeService) -> None:
    folder.decisions.add("The first", context="x", decision="y")
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=decide, args=(str(folder.root), name)) for name in "abcd"]
    for one in writers:
        one.start()
    for one in writers:
        one.join()
        assert one.exitcode == 0
    assert [one.number for one in folder.decisions.list()] == list(range(13, 0, -1))
    assert folder.check() == []


def test_a_successor_that_is_not_there_is_named(folder: KnowledgeService) -> None:
    folder.decisions.add("One", context="x", decision="y")
    path = folder.decisions.must(1).path
    text = folder.read(path).text
    (folder.root / path).write_text(text.replace("status: accepted", "status: superseded\nsuperseded-by: 9"))
    assert [str(one.sentence) for one in folder.check() if one.path == path] == [
        "“superseded-by” names decision 9, which is not there."
    ]


def test_what_another_one_took_the_place_of_says_so(folder: KnowledgeService) -> None:
    folder.decisions.add("One", context="x", decision="y")
    folder.decisions.add("Two", context="x", decision="y", supersedes=(1,))
    path = folder.decisions.must(1).path
    (folder.root / path).write_text(folder.read(path).text.replace("status: superseded", "status: accepted"))
    assert any("its status must be superseded" in one.sentence for one in folder.check() if one.path == path)


def test_decisions_of_one_status_are_listed(folder: KnowledgeService) -> None:
    folder.decisions.add("One", context="x", decision="y")
    folder.decisions.add("Two", context="x", decision="y", status="rejected")
    assert [one.number for one in folder.decisions.list(status="rejected")] == [2]


def test_lines_of_the_log_are_added_and_never_changed(folder: KnowledgeService) -> None:
    folder.log_operation(new_operation(NOW, "deploy", "caddy", "Published 2.8"))
    text = folder.read("operations.jsonl").text
    for wrong in ("", text.replace("2.8", "2.9")):
        with pytest.raises(OperatorError):
            folder.save("operations.jsonl", wrong, "x")
    with pytest.raises(OperatorError):
        folder.remove("operations.jsonl", "x")
    assert folder.read("operations.jsonl").text == text
