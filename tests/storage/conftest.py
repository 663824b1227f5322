"""Data folders in use."""

from __future__ import annotations

from pathlib import Path

import pytest
from store_folders import fill

from claudeops_desktop.core.paths import DataFolder


@pytest.fixture
def folder(tmp_path: Path) -> DataFolder:
    """A data folder in use."""
    made = DataFolder(tmp_path / "data")
    fill(made)
    return made
