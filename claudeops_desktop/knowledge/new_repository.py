"""A new git repository in a folder: there as a whole, or not at all."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

from .repository_state import GIT_FOLDER

_UNFINISHED = ".git-new-"


def make_repository(root: Path) -> Any:
    """Make a repository and open it. It is made elsewhere in the folder and moved: one whose making was cut short has
    no HEAD, and commits to it would be on no branch."""
    from dulwich.repo import Repo

    for left in root.glob(f"{_UNFINISHED}*"):
        shutil.rmtree(left, ignore_errors=True)
    made = Path(tempfile.mkdtemp(prefix=_UNFINISHED, dir=root))
    Repo.init(str(made), default_branch=b"main").close()
    (made / GIT_FOLDER).rename(root / GIT_FOLDER)
    made.rmdir()
    return Repo(str(root))
