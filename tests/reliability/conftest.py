"""Things that break: a disk that fills up, a folder that cannot be written, a program that is killed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from breaking import TALKER, Program, SmallDisk

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.stream import writing


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[SmallDisk]:
    disk = SmallDisk(tmp_path / "disk")
    yield disk
    disk.close()


@pytest.fixture
def folder(tmp_path: Path) -> DataFolder:
    return DataFolder(tmp_path / "data")


@pytest.fixture
def recording(tmp_path: Path) -> Callable[..., str]:
    """``recording("text", …)`` is an agent that says these texts and ends well."""

    def record(*texts: str, name: str = "recording") -> str:
        path = tmp_path / f"{name}.ndjson"
        lines = [writing.init(session_id="s", model="m")]
        lines += [
            writing.assistant_text(text, session_id="s", message_id=f"m{number}", model="m")
            for number, text in enumerate(texts)
        ]
        lines.append(writing.result(texts[-1] if texts else "Done.", session_id="s"))
        path.write_bytes(b"".join(lines))
        return f"replay:{path}"

    return record


@pytest.fixture
def program(folder: DataFolder) -> Iterator[Program]:
    made = Program(folder.root)
    yield made
    made.close()


@pytest.fixture
def talker(tmp_path: Path) -> Path:
    """A Claude CLI that says two memories and an event, starts a child in a session of its own, and goes on."""
    path = tmp_path / "bin" / "claude"
    path.parent.mkdir()
    path.write_text(TALKER.replace("NUMBER", str(os.getpid())))
    path.chmod(0o755)
    return path
