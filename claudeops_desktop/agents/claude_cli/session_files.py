"""Copies the operator's login, and the conversation to resume, into the folder of a confined session of the Claude CLI,
and copies both back after a check.

The session's own folder is the CLI's ``CLAUDE_CONFIG_DIR``. No session writes to the operator's: a hook that is planted
there would run unconfined the next time. What lies in the session's folder is untrusted when it comes back.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import orjson

from ...core.atomic_write import write_whole
from .transcripts import files_of

CREDENTIALS = ".credentials.json"
STATE = ".claude.json"
PROJECTS = "projects"
_LOGIN_OF_STATE = ("oauthAccount", "primaryApiKey", "customApiKeyResponses", "userID", "hasCompletedOnboarding")
_OAUTH, _EXPIRES = "claudeAiOauth", "expiresAt"
_TOKENS = ("accessToken", "refreshToken", _EXPIRES, "refreshTokenExpiresAt")
LARGEST_LOGIN = 1 << 20
LARGEST_CONVERSATION = 500 << 20
_SAFE = re.compile(r"(?!\.)[\w.\-]{1,255}", re.ASCII)


def bring_files_in(environ: Mapping[str, str], config: Path, conversation: str) -> None:
    """Copy the operator's login into a session's folder, and the conversation to resume ("" for none). Raises
    OSError."""
    theirs, state = _operator_folder(environ), _operator_state(environ)
    if (login := _read(theirs / CREDENTIALS)) is not None:
        _write(config / CREDENTIALS, login)
    told = _parsed(_read(state, LARGEST_CONVERSATION))
    kept = {name: told[name] for name in _LOGIN_OF_STATE if name in told}
    if kept:
        _write(config / STATE, orjson.dumps(kept))
    for path in files_of(theirs / PROJECTS, (conversation,)):
        to = config / PROJECTS / path.relative_to(theirs / PROJECTS)
        to.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        shutil.copyfile(path, to)


def take_files_back(environ: Mapping[str, str], config: Path, conversation: str) -> None:
    """Copy a renewed login and the session's own conversation back to where the operator's CLI looks for them.

    A login is taken where it is the operator's own, renewed: the same account and rights, with later tokens. Of a
    conversation only regular files with its name in their path are. What cannot be written back is left.
    """
    theirs = _operator_folder(environ)
    with suppress(OSError):
        _take_login_back(theirs / CREDENTIALS, config / CREDENTIALS)
    with suppress(OSError):
        for path in _own_files(config / PROJECTS, conversation):
            to = theirs / PROJECTS / path.relative_to(config / PROJECTS)
            if _leads_elsewhere(to, theirs):
                continue
            to.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if (text := _read(path, LARGEST_CONVERSATION)) is not None:
                write_whole(to, text)


def _operator_folder(environ: Mapping[str, str]) -> Path:
    home = environ.get("HOME") or str(Path.home())
    return Path(environ.get("CLAUDE_CONFIG_DIR") or Path(home, ".claude")).expanduser()


def _operator_state(environ: Mapping[str, str]) -> Path:
    if environ.get("CLAUDE_CONFIG_DIR"):
        return _operator_folder(environ) / STATE
    return Path(environ.get("HOME") or str(Path.home()), STATE)


def _take_login_back(theirs: Path, ours: Path) -> None:
    before, after = _read(theirs), _read(ours)
    if before is None or after is None or before == after:
        return
    if is_renewed(_parsed(before), _parsed(after)):
        write_whole(theirs, after)


def is_renewed(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Tell whether a login is another one only in its tokens, and these are later ones."""
    old, new = before.get(_OAUTH), after.get(_OAUTH)
    if not isinstance(old, dict) or not isinstance(new, dict) or before.keys() != after.keys():
        return False
    if {name: before[name] for name in before if name != _OAUTH} != {n: after[n] for n in after if n != _OAUTH}:
        return False
    if old.keys() != new.keys() or any(old[name] != new[name] for name in old if name not in _TOKENS):
        return False
    if any(type(old[name]) is not type(new[name]) for name in old):
        return False
    expires = new.get(_EXPIRES)
    return isinstance(expires, int) and expires > old[_EXPIRES]


def _own_files(projects: Path, conversation: str) -> Iterator[Path]:
    for path in files_of(projects, (conversation,)):
        if all(_SAFE.fullmatch(part.lstrip("-") or "-") for part in path.relative_to(projects).parts):
            yield path


def _leads_elsewhere(path: Path, folder: Path) -> bool:
    """Tell whether a link leads from a folder's path out of it, or a link lies there."""
    return path.is_symlink() or not path.parent.resolve().is_relative_to(folder.resolve())


def _read(path: Path, most: int = LARGEST_LOGIN) -> bytes | None:
    """Return the content of a regular file that this user owns, links not followed; None for anything else."""
    try:
        number = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    with os.fdopen(number, "rb") as file:
        about = os.fstat(number)
        if not stat.S_ISREG(about.st_mode) or about.st_uid != os.geteuid() or about.st_size > most:
            return None
        return file.read()


def _parsed(text: bytes | None) -> dict[str, Any]:
    try:
        found = orjson.loads(text or b"{}")
    except orjson.JSONDecodeError:
        return {}
    return found if isinstance(found, dict) else {}


def _write(path: Path, text: bytes) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(text)
