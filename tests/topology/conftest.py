"""Programs that answer as the real ones do."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], Path]:
    """Puts a shell script onto the PATH, before everything else."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")

    def make(name: str, script: str) -> Path:
        path = folder / name
        path.write_text("#!/bin/sh\n" + script)
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return path

    return make


@pytest.fixture
def answers(program: Callable[[str, str], Path], tmp_path: Path) -> Callable[..., Path]:
    """``answers("systemctl", text, code)``: the program prints the text; the file has the arguments of each call."""

    def make(name: str, out: str, code: int = 0, err: str = "") -> Path:
        calls = tmp_path / f"{name}.calls"
        (tmp_path / f"{name}.out").write_text(out)
        (tmp_path / f"{name}.err").write_text(err)
        program(
            name,
            f'printf "%s\\n" "$*" >> "{calls}"\ncat "{tmp_path}/{name}.out"\ncat "{tmp_path}/{name}.err" >&2\n'
            f"exit {code}\n",
        )
        return calls

    return make
