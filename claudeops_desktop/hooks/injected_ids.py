"""Which memories a session of the operator's own has in its context already, so that none is put there twice.

One small file a session, ``hooks/<session id>`` in the data folder, holds the ids of memories, one a line.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterable

FOLDER = "hooks"
KEPT_S = 7 * 86_400
_SESSION_ID = re.compile(r"[0-9a-zA-Z-]{1,64}")


def read_ids(data_folder: str, session_id: str) -> set[int]:
    """The ids that the session was given; none where nothing is kept of it."""
    path = _path(data_folder, session_id)
    if not path:
        return set()
    try:
        with open(path, encoding="ascii") as file:
            return {int(line) for line in file if line.strip().isdigit()}
    except (OSError, ValueError):
        return set()


def add_ids(data_folder: str, session_id: str, ids: Iterable[int]) -> None:
    """Note that the session was given these. Where it cannot be noted, a memory may be given twice."""
    text, path = "".join(f"{number}\n" for number in ids), _path(data_folder, session_id)
    if not text or not path:
        return
    try:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "w", encoding="ascii") as file:
            file.write(text)
    except OSError:
        return


def forget_session(data_folder: str, session_id: str) -> None:
    """The session's context begins anew (or the session is over), and with it what it was given. What other sessions
    left a week ago goes, too."""
    path = _path(data_folder, session_id)
    try:
        if path and os.path.exists(path):
            os.unlink(path)
        oldest = time.time() - KEPT_S
        for entry in os.scandir(os.path.join(data_folder, FOLDER)):
            if entry.is_file(follow_symlinks=False) and entry.stat(follow_symlinks=False).st_mtime < oldest:
                os.unlink(entry.path)
    except OSError:
        return


def _path(data_folder: str, session_id: str) -> str:
    """ "" for what is no session's id: it comes from outside and becomes the name of a file."""
    return os.path.join(data_folder, FOLDER, session_id) if _SESSION_ID.fullmatch(session_id) else ""
