"""The command line as tests call it: in this process where that is enough, as a program where it must be."""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import typer.main

from claudeops_desktop.cli.cli_context import CliBackend
from claudeops_desktop.cli.main import main
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.memory import MemoryService
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import open_store
from claudeops_desktop.stream import writing

# A process builds all commands once; here it does so for each call, and reading their signatures takes most of that.
typer.main.get_params_from_function = functools.cache(typer.main.get_params_from_function)

PLAIN_PATH = "/usr/bin:/bin"  # where no Claude CLI of the developer's can be


@dataclass(frozen=True)
class Answer:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def _closed(*_: object) -> Any:
    raise AssertionError("this command needs no engine")


@pytest.fixture
def claudeops(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Answer]:
    """``claudeops("memory", "list")`` on this test's data folder, in this process. Nothing may open the engine."""
    monkeypatch.setenv("CLAUDEOPS_DATA_DIR", str(data_dir))
    monkeypatch.setenv("COLUMNS", "200")

    def call(*words: object) -> Answer:
        capsys.readouterr()
        code = main([str(word) for word in words], CliBackend(_closed, _closed, _closed))
        captured = capsys.readouterr()
        return Answer(code, captured.out, captured.err)

    return call


@pytest.fixture
def program(data_dir: Path) -> Callable[..., Answer]:
    """The same as a program of its own, with the engine. ``env`` adds variables, ``stdin`` is text."""

    def call(*words: object, env: dict[str, str] | None = None, stdin: str = "") -> Answer:
        done = subprocess.run(
            [sys.executable, "-m", "claudeops_desktop", *map(str, words)],
            input=stdin,
            capture_output=True,
            text=True,
            timeout=200,
            env=os.environ | {"CLAUDEOPS_DATA_DIR": str(data_dir), "PATH": PLAIN_PATH} | (env or {}),
            check=False,
        )
        return Answer(done.returncode, done.stdout, done.stderr)

    return call


class Running(subprocess.Popen[str]):
    """A program that was started."""

    def until_it_says(self, words: str) -> None:
        """Read its output until a line has these words."""
        said = []
        assert self.stdout is not None
        for line in self.stdout:
            said.append(line)
            if words in line:
                return
        raise AssertionError(f"it never said {words!r}: {''.join(said)}")


@pytest.fixture
def started(data_dir: Path) -> Iterator[Callable[..., Running]]:
    """``started("daemon")`` is the program, running; it is ended with the test."""
    running: list[Running] = []

    def start(*words: object) -> Running:
        process = Running(
            [sys.executable, "-u", "-m", "claudeops_desktop", *map(str, words)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=os.environ | {"CLAUDEOPS_DATA_DIR": str(data_dir), "PATH": PLAIN_PATH},
        )
        running.append(process)
        return process

    yield start
    for process in running:
        process.kill()
        process.communicate(timeout=90)


@dataclass(frozen=True)
class Written:
    """The data folder's books, open for writing."""

    book: RecordRepositories
    memory: MemoryService

    def write(self, operation: Callable[[], Any]) -> Any:
        return self.book.store.write(operation).result()


@pytest.fixture
def written(data_dir: Path) -> Callable[[], Any]:
    """``with written() as books`` puts rows into the data folder as the engine would."""

    @contextmanager
    def open_books() -> Iterator[Written]:
        store = open_store(DataFolder(data_dir))
        try:
            book = RecordRepositories(store)
            yield Written(book, MemoryService(book))
        finally:
            store.close()

    return open_books


@pytest.fixture
def recording(tmp_path: Path) -> Callable[..., str]:
    """``recording("text", …)`` is an agent name that replays an assistant who says these texts."""
    made = 0

    def record(*texts: str, is_error: bool = False) -> str:
        nonlocal made
        made += 1
        path = tmp_path / f"recording-{made}.ndjson"
        lines = [writing.init(session_id="s1", model="m", cwd="/srv")]
        lines += [writing.assistant_text(text, session_id="s1", model="m") for text in texts]
        lines.append(writing.result(texts[-1] if texts else "", session_id="s1", is_error=is_error))
        path.write_bytes(b"".join(lines))
        return f"replay:{path}"

    return record
