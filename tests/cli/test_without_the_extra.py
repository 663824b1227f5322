"""Without the extra for PostgreSQL every command says what to install, and nothing is taken for a bug."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.core.settings import file as settings_file

pytestmark = pytest.mark.file_only("a store on a server needs the extra")
WITHOUT = (
    "import sys; sys.modules |= dict.fromkeys(('psycopg', 'sqlglot'));"
    " from claudeops_desktop.__main__ import main; sys.exit(main())"
)
URL = "postgresql://ops@127.0.0.1:1/claudeops"


def run(folder: DataFolder, *command: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, "--data-dir", str(folder.root), *command],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=os.environ | {"COLUMNS": "200"},
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        ("memory", "list"),
        ("store", "status"),
        ("store", "copy"),
        ("store", "move", "file"),
        ("backup", "whole.zip"),
        ("maintenance", "check"),
    ],
    ids=" ".join,
)
def test_a_store_on_a_server_names_the_extra(tmp_path: Path, command: tuple[str, ...]) -> None:
    folder = DataFolder(tmp_path / "data").create()
    settings_file.change(folder.settings_file, "store.url", URL)
    code, told = run(folder, *command)
    assert code == 1
    assert "scripts/setup --postgres" in told
    assert "bug" not in told


@pytest.mark.slow
def test_doctor_names_it_among_its_findings(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "data").create()
    settings_file.change(folder.settings_file, "store.url", URL)
    _, told = run(folder, "doctor")
    assert "scripts/setup --postgres" in told
    assert "settings.toml" in told


@pytest.mark.slow
def test_a_move_to_a_server_names_the_extra(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "data").create()
    code, told = run(folder, "store", "move", URL)
    assert code == 1
    assert "scripts/setup --postgres" in told


@pytest.mark.slow
def test_a_file_needs_none_of_it(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "data").create()
    assert run(folder, "memory", "list")[0] == 0
    for command in (("store", "copy"), ("store", "move", "file")):
        code, told = run(folder, *command)
        assert code == 2
        assert "file" in told
