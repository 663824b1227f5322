"""Exports as a machine that is trusted hands them over."""

from __future__ import annotations

from pathlib import Path

from claudeops_desktop.core.machine_key import MachineKey, sign_file
from claudeops_desktop.core.paths import DataFolder


def sign_as(data_dir: Path, file: Path) -> None:
    """Sign an export with the key of the data folder that is to read it."""
    sign_file(MachineKey.of_folder(DataFolder(data_dir)), file)


def key_of(data_dir: Path) -> str:
    """The public key of a data folder."""
    return MachineKey.of_folder(DataFolder(data_dir)).public
