"""A knowledge folder with a clock that stands until a test moves it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from rendered_world import RenderedWorld
from support.proposals import ProposalWorld

from claudeops_desktop.cli.cli_context import CliBackend
from claudeops_desktop.cli.main import main
from claudeops_desktop.knowledge import KnowledgeService


class FolderClock:
    """The time, as the folder sees it."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def forward(self, **span: float) -> None:
        self.now += timedelta(**span)


@pytest.fixture
def clock() -> FolderClock:
    return FolderClock()


@pytest.fixture
def folder(tmp_path: Path, clock: FolderClock) -> Iterator[KnowledgeService]:
    made = KnowledgeService(tmp_path / "knowledge", clock=clock)
    yield made
    made.close()


@dataclass(frozen=True)
class CommandResult:
    """What a command left behind."""

    code: int
    out: str
    err: str


@pytest.fixture
def shared(data_dir: Path, clock: FolderClock) -> Iterator[KnowledgeService]:
    """The folder of a data folder, as the command line finds it, with a note in it."""
    made = KnowledgeService(data_dir / "knowledge", clock=clock)
    made.notes.add("project", "Backups", "They take two hours.")
    yield made
    made.close()


@pytest.fixture
def claudeops(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., CommandResult]:
    """``claudeops("status")`` is ``claudeops knowledge status`` on this test's data folder."""
    monkeypatch.setenv("CLAUDEOPS_DATA_DIR", str(data_dir))
    monkeypatch.setenv("COLUMNS", "300")

    def no_engine(*_: object) -> Any:
        raise AssertionError("these commands need no engine")

    def call(*words: object) -> CommandResult:
        capsys.readouterr()
        code = main(["knowledge", *map(str, words)], CliBackend(no_engine, no_engine, no_engine))
        captured = capsys.readouterr()
        return CommandResult(code, captured.out, captured.err)

    return call


@pytest.fixture
def everything_works(claudeops: Callable[..., CommandResult]) -> Callable[..., None]:
    """``everything_works("A merge is under way")``: the four commands that only look do so, and status and check say
    this sentence; check ends with 1 where it stands among the errors."""

    def see(*sentences: str, code: int = 1, listed: str = "notes/backups.md") -> None:
        status, check = claudeops("status"), claudeops("check")
        assert (status.code, status.err) == (0, "") and (check.code, check.err) == (code, "")
        for sentence in sentences:
            assert sentence in status.out, status.out
            assert sentence in check.out
        found, log = claudeops("list"), claudeops("log")
        assert found.code == 0 and listed in found.out, found
        assert log.code == 0, log

    return see


def git(folder: Path, *words: str, fails: bool = False) -> str:
    """Run git in a folder; what it prints."""
    who = {"GIT_AUTHOR_NAME": "Op", "GIT_AUTHOR_EMAIL": "op@example.org", "GIT_CONFIG_GLOBAL": "/dev/null"}
    who |= {"GIT_COMMITTER_NAME": "Op", "GIT_COMMITTER_EMAIL": "op@example.org", "GIT_EDITOR": "true"}
    command = ["git", "-c", "protocol.file.allow=always", "-C", str(folder), *words]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | who, check=False)
    assert (done.returncode != 0) is fails, done.stdout + done.stderr
    return done.stdout


@contextmanager
def another_user() -> Iterator[None]:
    """Act as a user who owns nothing, where the tests run as one whom no right of a file keeps out."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[ProposalWorld]:
    made = ProposalWorld(tmp_path)
    yield made
    made.close()


@pytest.fixture
def rendered(tmp_path: Path) -> Iterator[RenderedWorld]:
    made = RenderedWorld(tmp_path / "data")
    yield made
    made.close()
