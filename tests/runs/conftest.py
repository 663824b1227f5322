"""An engine on a data folder of its own, and streams to play to it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.folders import used_folder

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.engine import ApplicationEngine
from claudeops_desktop.runs.request import RunEnded, RunRequest
from claudeops_desktop.stream import writing


@pytest.fixture
def folder(tmp_path: Path) -> DataFolder:
    return used_folder(tmp_path / "data")


@pytest.fixture
def engine(qapp, folder: DataFolder, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[ApplicationEngine]:
    """No Claude CLI on its PATH: what these tests need is played."""
    monkeypatch.setenv("PATH", os.pathsep.join(["/usr/bin", "/bin"]))
    opened = ApplicationEngine(folder)
    yield opened
    opened.close()


@pytest.fixture
def recording(tmp_path: Path) -> Callable[..., Path]:
    """``recording("text", structured={…})`` writes a stream whose agent says these texts, and gives its file."""
    count = 0

    def write(*texts: str, result: bool = True, is_error: bool = False, structured: dict | None = None) -> Path:
        nonlocal count
        count += 1
        lines = [writing.init(session_id="s", model="haiku", tools=["Bash"], cwd="/srv")]
        lines += [
            writing.assistant_text(text, session_id="s", message_id=f"m{n}", model="haiku")
            for n, text in enumerate(texts)
        ]
        if result:
            lines.append(
                writing.result(
                    session_id="s",
                    text=texts[-1] if texts else "",
                    is_error=is_error,
                    cost_usd=0.01,
                    num_turns=1,
                    duration_ms=5,
                    structured=structured,
                )
            )
        file = tmp_path / f"stream-{count}.ndjson"
        file.write_bytes(b"".join(lines))
        return file

    return write


@pytest.fixture
def play(engine: ApplicationEngine, recording: Callable[..., Path]) -> Callable[..., RunEnded]:
    """Play a stream as a run, to its end."""

    def run(*texts: str, request: dict | None = None, **stream: object) -> RunEnded:
        file = recording(*texts, **stream)
        return engine.run_to_end(RunRequest(agent=f"replay:{file}", **(request or {})))

    return run
