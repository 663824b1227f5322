"""A keyring of the test's own, in use by this process."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.keyring_in_a_file import FileKeyring, in_use


@pytest.fixture
def own_keyring(tmp_path: Path) -> Iterator[FileKeyring]:
    """The keyring that ``secrets`` uses during one test; empty."""
    with in_use(tmp_path / "keyring.json") as ours:
        yield ours
