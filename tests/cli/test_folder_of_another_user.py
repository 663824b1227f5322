"""A data folder that belongs to somebody else: one plain sentence, exit code 1, and nothing is written anywhere."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SOMEBODY = 12_345
PR_CAPBSET_DROP = 24
OVERRIDES = (0, 1, 2, 3)
"""The capabilities (capabilities(7)) by which root passes over the owner and the rights of a file."""
FILES = {"claudeops.db": b"", "settings.toml": b"[window]\n", "services.toml": b"", "logs": None}


def _as_a_user_without_rights() -> None:
    """In the child, before the program starts: where the tests run as root, it is kept out like anybody else."""
    if os.geteuid() == 0:
        libc = ctypes.CDLL(None, use_errno=True)
        for capability in OVERRIDES:
            if libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0):
                os._exit(99)


@pytest.fixture
def theirs(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "theirs"
    folder.mkdir()
    for name, content in FILES.items():
        if content is None:
            (folder / name).mkdir()
        else:
            (folder / name).write_bytes(content)
    if os.geteuid() == 0:
        folder.chmod(0o700)
        os.chown(folder, SOMEBODY, SOMEBODY)
    else:
        folder.chmod(0)
    yield folder
    folder.chmod(0o700)


def state(folder: Path) -> list[tuple[str, bytes]]:
    """Everything in a folder, as its owner sees it."""
    if os.geteuid() != 0:
        folder.chmod(0o700)
    return sorted((str(path), path.read_bytes() if path.is_file() else b"") for path in folder.rglob("*"))


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ["memory", "list"],
        ["memory", "import", "--from", "obsidian", "{here}", "--preview"],
        ["backup", "{here}/b.zip"],
        ["services", "list"],
        ["stop", "--all"],
        ["run", "--agent", "watch"],
        ["daemon"],
        [],  # the window
    ],
    ids=lambda words: "-".join(words[:2]) or "window",
)
def test_one_sentence_and_nothing_is_written(theirs: Path, tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "here").mkdir()
    said = [word.replace("{here}", str(tmp_path / "here")) for word in words]
    done = subprocess.run(
        [sys.executable, "-m", "claudeops_desktop", "--data-dir", str(theirs), *said],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
        preexec_fn=_as_a_user_without_rights,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    (line,) = done.stderr.splitlines()
    assert str(theirs) in line and "Permission denied" in line and "bug" not in line
    assert done.stdout == ""
    assert list((tmp_path / "here").iterdir()) == []
    names = {str(theirs / name) for name in FILES}
    assert {path for path, _ in state(theirs)} == names


def test_a_folder_below_one_that_cannot_be_entered(theirs: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "claudeops_desktop", "--data-dir", str(theirs / "inner"), "memory", "list"],
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
        preexec_fn=_as_a_user_without_rights,
    )
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"Cannot use the data folder {theirs / 'inner'}: Permission denied.")


@pytest.mark.slow
def test_the_doctor_names_what_it_may_not_read(theirs: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "claudeops_desktop", "--data-dir", str(theirs), "doctor"],
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
        preexec_fn=_as_a_user_without_rights,
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr and "bug" not in done.stderr
    said = [line for line in done.stdout.splitlines() if line.startswith("bad")]
    assert {line.split()[1] for line in said} >= {"data", "settings", "database", "services"}
