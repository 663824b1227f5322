"""Data folders whose database is there already: most tests are not about how it is made."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.storage import open_store
from claudeops_desktop.storage.database import proxy

make_elsewhere: Callable[[Path], bool] | None = None
"""Makes the store of a data folder elsewhere than in its file, or says that it is none of its folders."""
copy_elsewhere: Callable[[Path, Path], None] | None = None
"""Makes the same of a folder that was copied, with what the store of the first one holds."""


def used_folder(root: Path) -> DataFolder:
    """A data folder as an earlier start left it: every migration done, no row written."""
    folder = DataFolder(root).create()
    elsewhere = make_elsewhere is not None and make_elsewhere(root)
    if not elsewhere and not folder.database.exists():
        folder.database.touch(mode=0o600)
        folder.database.write_bytes(_migrated())
    return folder


def copied_folder(source: Path, target: Path) -> Path:
    """A second data folder with all that one holds which nobody has open, and a store of its own."""
    shutil.copytree(source, target)
    own_store(source, target)
    return target


def own_store(source: Path, target: Path) -> None:
    """A data folder that was copied with others gets a store of its own, where that did not come along as a file."""
    if copy_elsewhere is not None:
        copy_elsewhere(source, target)


@cache
def _migrated() -> bytes:
    """The file that the migrations make, once in a test run."""
    bound = proxy.obj
    with TemporaryDirectory() as place:
        folder = DataFolder(Path(place))
        open_store(folder).close()
        made = folder.database.read_bytes()
    if bound is not None:  # the models of a test that has its own store open already
        proxy.initialize(bound)
    return made
